"""Breaches: what leaked, which of the person's accounts are there, what to do about each, and how to find out."""

import datetime

import streamlit as st

from leakage.workspace.breaches import (
    BreachedPlace,
    breached_places,
    were_checked,
    with_breaches_at,
    with_dealt,
    with_none_found,
)
from leakage.workspace.limits import check_text
from leakage.workspace.places.kinds import change_password_page
from leakage.workspace.release import PASSWORD
from leakage.workspace.vocabulary import standard_facts
from pages import catalogue
from pages.app import page, session
from pages.app.words import count, listed, month
from pages.me import forms, importing

MOST_SHOWN = 12
"""Breaches shown before the person asks for all."""
STATEMENTS, REPLACED = ("Card", "Bank account"), ("Security answer", "Passport", "Driving licence", "National id")
ALL_BREACHES, OWN_BREACHES = "haveibeenpwned.com/api/v3/breaches", "haveibeenpwned.com"

work = page.open_page(catalogue.BREACHES, "Which companies lost your details, and what can you do?")
places = breached_places(work)
left, dealt = [one for one in places if not one.dealt], [one for one in places if one.dealt]


# What to do about each; a password that opens something else comes first.


def _deal(name: str, dealt: bool) -> None:
    session.edit(with_dealt(session.current(), [name], dealt), "deal with a breach" if dealt else "reopen a breach")


def advice(one: BreachedPlace) -> list[str]:
    """What to do about a breach, the most urgent first."""
    said = []
    there = "" if one.deleted else "there and "
    if one.elsewhere:
        said.append(f"Change the password {there}at {listed(one.elsewhere)}: the same one opens them.")
    elif PASSWORD in one.leaked and not one.deleted:
        said.append("Change the password there. If you use it anywhere else, change it there too.")
    if set(STATEMENTS) & set(one.leaked):
        said.append("Look through your bank statements, and ask your bank for a new card if one leaked.")
    if set(REPLACED) & set(one.leaked):
        named = [work.display_name(label).lower() for label in REPLACED if label in one.leaked]
        said.append(f"Where you can, replace what leaked: {listed(named)}.")
    return said or ["Nothing can be taken back. Be careful with mail and calls that claim to come from them."]


def show(one: BreachedPlace) -> None:
    """A breach, what to do about it, and the button that says it is done. Names are the person's own words."""
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"{one.called}{f', {month(one.day)}' if one.day else ''}", width="stretch")
            if one.is_urgent:
                st.badge("opens other accounts", color="red", icon=":material/key:")
            then = (one.name, not one.dealt)
            label = "Not dealt with" if one.dealt else "Dealt with"
            st.button(label, key=f"breach-{abs(hash(one.name)) % 10**8}", on_click=_deal, args=then)
        leaked = listed([work.display_name(label) for label in one.leaked], most=8)
        yours = f" Your account{', deleted' if one.deleted else ''}: {listed(one.accounts)}." if one.accounts else ""
        st.text(f"Leaked: {leaked or 'not known'}.{yours}")
        if not one.dealt:
            st.text("\n".join(advice(one)))
            url = change_password_page(one.site) if PASSWORD in one.leaked and not one.deleted else ""
            if url:
                st.link_button("Change the password there", url, icon=":material/open_in_new:")


if places:
    urgent = sum(one.is_urgent for one in places)
    known = sum(bool(one.accounts) for one in places)
    done = f"{len(dealt):,} of {count(len(places), 'breach', 'breaches')} dealt with"
    says = (
        f"{count(urgent, 'breach', 'breaches')} may have leaked a password you use elsewhere" if urgent else f"{done}."
    )
    st.subheader(says, anchor=False)
    theirs = count(known, "is at a company", "are at companies") if known else "None is at a company"
    st.text(f"{f'{done}. ' if urgent else ''}{theirs} in your list.")
    for one in left[:MOST_SHOWN]:
        show(one)
    if more := left[MOST_SHOWN:]:
        with st.expander(f"{count(len(more), 'more breach', 'more breaches')}", icon=":material/expand_more:"):
            for one in more:
                show(one)
    if dealt:
        with st.expander(f"Dealt with: {len(dealt):,}", icon=":material/check:"):
            for one in dealt:
                show(one)
elif were_checked(work):
    st.text("You looked, and found no breach. Look again twice a year.")
else:
    st.subheader("Not checked yet. It takes a minute", anchor=False)


# Finding out: by names, or by a file.


def _add() -> None:
    names, day, leaked = (st.session_state[f"breach-new-{part}"] for part in ("names", "day", "leaked"))
    if not names:
        raise ValueError("pick or type a company first")
    named = [check_text(name.strip(), "the name") for name in names]
    before = session.current()
    after = with_breaches_at(session.begun(before), named, day.isoformat() if day else "", leaked or ["Email"])
    if after == before:
        raise ValueError("these breaches are in your list already")
    session.edit(after, f"add {count(len(named), 'breach', 'breaches')}")
    for part in ("names", "day", "leaked"):
        st.session_state.pop(f"breach-new-{part}")


def _none_found() -> None:
    own = session.begun(session.current())
    session.edit(with_none_found(own, datetime.date.today()), "note that there is no breach")


none = not places
fold = st.expander("I know which companies", icon=":material/add:", expanded=none, key="breach-new", on_change="rerun")
with fold:
    st.markdown(f"Type your email address at **{OWN_BREACHES}**, and enter here what it shows.")
    with st.form("breach-form", border=False):
        st.multiselect(
            "Companies that lost your details",
            forms.suggested(work.recipient_names, fold.open),
            accept_new_options=True,
            filter_mode="contains",
            key="breach-new-names",
            placeholder="Pick or type names",
            select_all=False,
        )
        left_side, right_side = st.columns(2)
        left_side.date_input("When? (optional)", None, key="breach-new-day", min_value="1990-01-01", max_value="today")
        right_side.multiselect(
            "What leaked?",
            [fact.label for fact in standard_facts()],
            ["Email", PASSWORD],
            key="breach-new-leaked",
            select_all=False,
        )
        st.form_submit_button("Add", type="primary", on_click=page.tried(_add, "breach"))
    page.refused("breach")
    if not were_checked(work):
        st.button("I looked and found none", key="breach-none", on_click=_none_found)
if not catalogue.classroom():
    with st.expander("I have a file", icon=":material/upload_file:", key="breach-file"):
        st.markdown(
            f"To tell nobody your address, open **{ALL_BREACHES}**, save the page and choose it here. It lists all "
            "breaches. Those that match your accounts are added, so import your accounts first."
        )
        if uploaded := importing.upload():
            importing.preview(work, uploaded)
