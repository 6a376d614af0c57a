"""A company: what it has, what joins it to others, and what can be done there."""

import datetime
from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import streamlit as st

from leakage.record import Pair, is_typed
from leakage.workspace import recipients
from leakage.workspace.breaches import breached_places
from leakage.workspace.changes import with_values_changed
from leakage.workspace.csv_files import read_day
from leakage.workspace.everyday import OPENED_WITH
from leakage.workspace.figures.count import PROBABLE, Truth, known_by
from leakage.workspace.limits import check_text
from leakage.workspace.places.kinds import change_password_page, kind_of_recipient, owner_of
from leakage.workspace.places.obligations import kept_by
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.release import PASSWORD, ErasureStatus, Release
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.states import SAID, marked, state_of
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import page, session, widgets
from pages.app.charts import MARKS, show_table
from pages.app.words import STATE_WORDS, count, listed, month, percent
from pages.me import forms

SURENESS = (0.25, 0.5, 0.75, 1.0)
OUTCOMES = {"": "Not asked yet", "asked": "Asked", "done": "Deleted", "refused": "Refused"}

work = page.open_page(catalogue.COMPANY, "What do they have, and what can you do?")
accounts, companies = work.accounts, work.recipient_names
if not companies:
    page.nothing_yet("First add an account.", catalogue.RELEASES, "Go to My accounts")
if st.session_state.get(forms.COMPANY) not in companies:
    st.session_state[forms.COMPANY] = companies[0]
company = st.selectbox("Company, person or office", companies, key=forms.COMPANY, persist_state="session")
own = [release for release in accounts if release.recipient == company]
# Another company, and what was edited, has fields of its own.
mark = abs(hash(tuple(own))) % 10**8
site, kind, owner = work.recipient_site(company), kind_of_recipient(work, company), owner_of(company)
same_owner = [other for other in companies if owner and other != company and owner_of(other) == owner]
belongs = f"belongs to {owner}{f', as does {listed(same_owner)}' if same_owner else ''}" if owner else ""
about = [kind or "", site if site != company else "", belongs]
st.text(" · ".join(filter(None, about)) or "Kind not known")
for place in (one for one in breached_places(work) if company in one.accounts):
    leaked = listed([work.display_name(label) for label in place.leaked], most=8)
    st.text(f"Breach{f' in {month(place.day)}' if place.day else ''}: {leaked or 'what leaked is not known'}.")


# What they have.

true, there = Truth(work), [release for release in accounts if release.erasure != "done"]
held = recipients.held_by(there, company)
probable = open_presumptions(work, [release.name for release in own])
sure, likely = known_by(work, own)[company]
more = f", and probably {len(likely)} more" if likely else ""
deleted = all(release.erasure == "done" for release in own)
holding = f"They surely have {count(len(sure), 'kind of detail', 'kinds of details')}{more}"
st.subheader("They deleted what you gave them" if deleted else holding)
typed = dict(filter(is_typed, reversed(work.profile)))


def _mark(chance: float, is_true: bool = True) -> list[str]:
    """The state of a detail as the count has it; none where it is less likely than not."""
    if is_true and chance < PROBABLE:
        return []
    return [STATE_WORDS["wrong" if not is_true else "sure" if chance == 1.0 else "probable"]]


rows = [
    (
        work.display_name(label),
        _mark(confidence, (label, value) in true),
        value if is_typed((label, value)) else "not typed",
        "" if (label, value) not in true else "you gave it" if confidence == 1.0 else percent(confidence),
    )
    for (label, value), confidence in sorted(held.items(), key=lambda entry: (entry[0] not in true, -entry[1]))
]
for one in probable:
    value, how = typed.get(one.label, "not typed"), one.evidence or percent(one.greatest)
    rows.append((work.display_name(one.label), _mark(one.greatest), value, how))
texts = [st.column_config.TextColumn(width=width) for width in (260, 340)]
columns = {"Detail": None, "Company": MARKS, **dict(zip(("Your value", "How we know"), texts, strict=True))}
if rows:
    show_table(rows, columns, "What they have, and how sure that is")


def _add_fact() -> None:
    pair, instead, confidence = (st.session_state[f"company-{part}"] for part in ("fact", "instead", "sure"))
    value = check_text(instead.strip(), "the value")
    if pair is None:
        raise ValueError("pick a detail first")
    after = forms.with_fact(session.current(), company, (pair[0], value) if value else pair, confidence)
    session.edit(after, "add a detail that a company has")


def without_facts(work: Workspace, company: str, pairs: Collection[Pair]) -> Workspace:
    """The work where a company does not have some facts, and is not presumed to have them."""

    def changed(release: Release) -> Release:
        record = release.record
        for pair in pairs:
            record = record.without(pair)
        gone = dict.fromkeys(label for label, _ in pairs if not record.values(label))
        left = tuple(entry for entry in release.presumed if entry[0] not in gone)
        return replace(release, record=record, presumed=(*left, *((label, 0.0) for label in gone)))

    own = {release.name for release in work.accounts if release.recipient == company}
    return replace(work, releases=tuple(changed(r) if r.name in own else r for r in work.releases))


def _remove_facts() -> None:
    if pairs := st.session_state[f"company-gone-{mark}"]:
        session.edit(without_facts(session.current(), company, pairs), "remove details that a company has")


def in_words(pair: Pair) -> str:
    """A fact as a choice in a list."""
    label = work.display_name(pair[0])
    return f"{label}: {pair[1]}" if is_typed(pair) else label


if probable:
    with st.expander(f"Do they have {'it' if len(probable) == 1 else 'these'}?", icon=":material/help:"):
        forms.ask_what_is_probable(work, [release.name for release in own], "company-probable")
if work.profile and not deleted:
    with st.expander("Add a detail they have", icon=":material/add:"), st.form("company-add", clear_on_submit=True):
        st.selectbox("Detail", work.profile, index=None, format_func=in_words, key="company-fact")
        st.text_input(
            "What you gave instead, if it was not true (optional)",
            key="company-instead",
            help="An alias, an old address or a typo. To Eve it looks like any other detail, and it misleads her.",
        )
        st.select_slider("How sure are they?", SURENESS, 1.0, format_func=percent, key="company-sure")
        st.form_submit_button("Add", on_click=page.tried(_add_fact, "company"))
    page.refused("company")
if held:
    with st.expander("Remove details they don't have", icon=":material/remove:"), st.form("company-remove"):
        st.multiselect(
            "They don't have", list(held), format_func=in_words, key=f"company-gone-{mark}", select_all=False
        )
        st.form_submit_button("Remove", on_click=_remove_facts)


# What joins them to others.

shared = recipients.shared_values(there, company, OPENED_WITH)
if not deleted:
    st.subheader("What joins this account to others?")
    if shared:
        st.caption("Eve joins accounts in which one of these is the same.")
        joins = [(work.display_name(label), value, listed(names, most=3)) for (label, value), names in shared.items()]
        show_table(joins, ("Same detail", "Your value", "Also at"), "What is the same elsewhere, and where")
    else:
        st.text("Nothing you have entered.")


# What to do: the password, deletion, a letter.

passwords = [pair for pair in held if pair[0] == PASSWORD]
changed = [c.day for c in work.changed_values if c.recipient == company and c.label == PASSWORD]


def _note_password() -> None:
    day = st.session_state["company-changed-on"].isoformat()
    session.edit(with_values_changed(session.current(), [company], passwords, day), "note a changed password")


if not deleted:
    st.subheader("What can you do?")
    with st.container(border=True):
        st.markdown("**Change the password**")
        for pair in shared.keys() & passwords:
            st.text(f"You use the same password at {listed(shared[pair])}. A leak there opens this account too.")
        if changed:
            st.text(f"Changed on {listed(changed)}.")
        elif not any(map(is_typed, passwords)):
            nowhere = "No file of yours shows this password at another account."
            st.text(nowhere if any(r.listings for r in own) else "You have not said which password you use there.")
        elif not shared.keys() & passwords:
            st.text("No other account you entered uses this password.")
        if url := change_password_page(site or company):
            st.link_button("Change it on their page", url, icon=":material/open_in_new:")
        if passwords:
            with st.form("company-password", border=False):
                st.date_input("Changed on", datetime.date.today(), key="company-changed-on", max_value="today")
                st.form_submit_button("I changed it", on_click=_note_password)


def _note_deletion(status: ErasureStatus | Literal[""]) -> None:
    session.edit(marked(session.current(), own, status or None), "note a deletion")


with st.container(border=True):
    st.markdown("**Delete the account**")
    contact = contact_of(work, company)
    said = [*(obstacle.reason for obstacle in kept_by(work, own)), SAID[contact.difficulty if contact else ""]]
    if not deleted:
        st.text("\n".join(dict.fromkeys(said)))
    if not deleted and contact and contact.delete_url.startswith("https://"):
        st.link_button("Delete it on their page", contact.delete_url, icon=":material/open_in_new:")
    note = widgets.binding("company-erasure", own[0].erasure or "", _note_deletion)
    st.selectbox("What happened?", OUTCOMES, format_func=OUTCOMES.__getitem__, **note)
with st.container(border=True):
    st.markdown("**Write to them**")
    for request in work.requests:
        if company == request.recipient:
            days = ", ".join(f"{step} on {day}" for step, day in request.steps)
            st.text(f"Letter ({request.kind.replace('erasure', 'deletion')}): {days or state_of(work, request)}")
    forms.letter_button(company, key="company-letter")


# Its name, its address and its dates.


def _save() -> None:
    name, address = (st.session_state[f"company-{part}-{mark}"].strip() for part in ("name", "site"))
    after = recipients.with_name_and_site(session.current(), company, check_text(name, "the name"), address)
    typed = [st.session_state[f"company-date-{number}-{mark}"].strip() for number in range(len(own))]
    days = {r.name: read_day(day) for r, day in zip(own, typed, strict=True) if day != r.date}
    releases = tuple(replace(r, date=days.get(r.name, r.date)) for r in after.releases)
    session.edit(replace(after, releases=releases), "edit a company")
    st.session_state[forms.COMPANY] = name


with st.expander("Edit or remove", icon=":material/edit:"):
    with st.form("company-edit", border=False):
        st.text_input("Name", company, key=f"company-name-{mark}")
        st.text_input("Web address, such as shop.example", site, key=f"company-site-{mark}")
        for number, release in enumerate(own):
            since = f"Since, such as 2026-01-31{f' (account {number + 1})' if len(own) > 1 else ''}"
            st.text_input(since, release.date, key=f"company-date-{number}-{mark}")
        st.form_submit_button("Save", on_click=page.tried(_save, "company-edit"))
    page.refused("company-edit")
    gone = recipients.without_releases(work, [release.name for release in own])
    then = (gone, "remove a company")
    st.button("Remove from my list", key="company-remove-all", on_click=session.edit, args=then)
