"""Accounts: who has which of the person's details, one more account, and what many of them probably have."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.record import is_typed
from leakage.workspace.everyday import with_import
from leakage.workspace.figures.count import known_by
from leakage.workspace.files.adding import free_password_names
from leakage.workspace.files.findings import Account, Findings, login_fact
from leakage.workspace.limits import check_text
from leakage.workspace.person import typed
from leakage.workspace.places.kinds import KINDS, KindName, kind_of_recipient, presumed_facts
from leakage.workspace.presumptions import confirmed, with_presumptions
from leakage.workspace.release import PASSWORD, Release
from leakage.workspace.sites import site_of
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import page, session
from pages.app.words import count, listed
from pages.me import forms

NOT_KNOWN, ALL = "Not known", "All kinds"
LOGINS = ("Email", "User name", "Phone")
MOST_SEEN = 10
"""Rows of the list before it scrolls."""

work = page.open_page(catalogue.RELEASES, "Who has which of your details?")
accounts = work.accounts
companies = work.recipient_names


# One account more. The kind and what is probable follow from the name, so these are no st.form.


def with_account(
    work: Workspace, name: str, login: str = "", day: str = "", kind: KindName | None = None, sure: Sequence[str] = ()
) -> tuple[Workspace, str]:
    """The work with an account as an import of it would bring it, and what the company is called there.

    Arguments:
        work: without it.
        name: of the company, or its address.
        login: the mail address, phone number or user name that it is opened with; empty where it is not known.
        day: on which it was opened, as ISO 8601, or empty.
        kind: of the place, where the person chose another than the program found.
        sure: labels of facts that the company has for certain.
    """
    site = site_of(name)
    facts = (login_fact(login),) if login else ()
    account = Account("" if site else name, site, facts, created=day)
    after = with_import(work, Findings(accounts=(account,)))
    before = {release.name: release for release in work.releases}
    new = [release for release in after.releases if before.get(release.name) != release]
    names = [release.name for release in new]
    if kind is not None:
        releases = (_of_kind(after, r, kind) if r.name in names else r for r in after.releases)
        after = replace(after, releases=tuple(releases))
    return confirmed(after, names, sure), new[0].recipient if new else site or name


def _of_kind(work: Workspace, release: Release, kind: KindName) -> Release:
    if kind_of_recipient(work, release.recipient) == kind:
        return release
    facts = (fact for fact in presumed_facts(kind) if fact.label in work.presumable)
    likely = tuple((f.label, f.probability) for f in facts if not release.record.values(f.label))
    return replace(release, presumed=likely)


def with_same_password(work: Workspace, first: str, second: str) -> Workspace:
    """The work where two companies have the same password: that of the first, else one under a name that is free."""
    held = [value for r in work.accounts if r.recipient == first for value in r.record.values(PASSWORD)]
    shared = next((v for v in held if is_typed((PASSWORD, v))), None) or next(free_password_names(work))
    if (PASSWORD, shared) not in work.profile:
        work = typed(work, PASSWORD, shared)
    for company in (first, second):
        work = forms.with_fact(work, company, (PASSWORD, shared), 1.0)
    return work


def add() -> None:
    """Add what the form shows, and empty it for the next one."""
    shown = {part: st.session_state.get(f"account-{part}") for part in ("name", "login", "date", "same", "sure")}
    name = check_text(str(shown["name"] or "").strip(), "the name")
    login = check_text(str(shown["login"] or "").strip(), "the login")
    if not name:
        raise ValueError("type a name first")
    before = session.current()
    kind = st.session_state.get(kind_key)
    day = shown["date"].isoformat() if shown["date"] else ""
    after, company = with_account(before, name, login, day, kind, shown["sure"] or ())
    if shown["same"] and shown["same"] != company:
        after = with_same_password(after, shown["same"], company)
    if after == before:
        raise ValueError("this account is in your list already")
    session.put(before, after, "add an account")
    st.session_state[forms.COMPANY] = company
    for part in shown:
        st.session_state[f"account-{part}"] = [] if part == "sure" else None
    # It would not be among what is searched for.
    st.session_state.update({"accounts-search": "", "accounts-kind": ALL, "account-added": company})


few = len(accounts) < MOST_SEEN
with st.expander("Add an account", icon=":material/add:", expanded=few, key="account-new", on_change="rerun") as form:
    left, middle, right = st.columns([3, 2, 2])
    name = left.selectbox(
        "Company, person or office",
        forms.suggested(companies, form.open),
        index=None,
        placeholder="Type a name or web address",
        accept_new_options=True,
        filter_mode="contains",
        key="account-name",
    )
    found = kind_of_recipient(work, name) if name else None
    # Filled in anew for another name.
    kind_key = f"account-kind-{abs(hash(name)) % 10**8}"
    kinds: list[KindName | None] = [None, *KINDS]
    kind = middle.selectbox(
        "Kind of place", kinds, kinds.index(found), key=kind_key, format_func=lambda one: one or NOT_KNOWN
    )
    right.date_input(
        "Since when? (optional)", value=None, key="account-date", min_value="1970-01-02", max_value="today"
    )
    left, right = st.columns(2)
    left.selectbox(
        "You log in with (optional)",
        list(dict.fromkeys(v for label, v in work.profile if label in LOGINS and is_typed((label, v)))),
        index=None,
        placeholder="Email address, user name or phone number",
        accept_new_options=True,
        key="account-login",
    )
    right.selectbox(
        "Same password as at (optional)", companies, index=None, placeholder="Another company", key="account-same"
    )
    facts = [fact for fact in presumed_facts(kind) if fact.label in work.presumable]
    if name and facts:
        by_chance = sorted(facts, key=lambda fact: -fact.probability)
        likely = listed([f"{fact.label.lower()} ({100 * fact.probability:.0f} %)" for fact in by_chance], most=8)
        st.text(f"They may have your {likely}.")
    likely_labels = [fact.label for fact in facts]
    own = sorted(dict.fromkeys(label for label, _ in work.profile), key=lambda label: label not in likely_labels)
    st.multiselect(
        "What are you sure they have? (optional)",
        own,
        format_func=work.display_name,
        key="account-sure",
        placeholder="Pick details",
        select_all=False,
    )
    st.button("Add account", type="primary", key="account-add", disabled=not name, on_click=page.tried(add, "account"))
    page.refused("account")
    if added := st.session_state.pop("account-added", ""):
        st.text(f"Added {added}.")
if not accounts:
    page.link(catalogue.TRANSFER, "Or import accounts from your password manager or browser")
    st.stop()


# The list: a row opens the company's page.


def row(work: Workspace, company: str) -> tuple[str, str, str, int, str]:
    """What the list shows of a company."""
    sure, likely = known[company]
    labels = sorted(map(work.display_name, sure), key=lambda label: -default_weight(label))
    kind = kind_of_recipient(work, company)
    held = ", ".join(labels) or ("nothing: deleted" if company in deleted else "")
    return company, kind or NOT_KNOWN, held, len(likely), since.get(company, "")


known = known_by(work, accounts)
deleted = {one.recipient for one in accounts if one.erasure == "done"}
since = {one.recipient: one.date for one in sorted(accounts, key=lambda one: one.date, reverse=True) if one.date}
rows = [row(work, company) for company in companies]
st.subheader(f"{count(len(accounts), 'account')} at {count(len(companies), 'company', 'companies')}")
left, right = st.columns(2)
words = left.text_input("Search", key="accounts-search", placeholder="Part of a name", type="search").strip().casefold()
there = [ALL, *sorted({kind for _, kind, *_ in rows})]
wanted = right.selectbox("Kind of place", there, key="accounts-kind")
names = {release.name.casefold(): release.recipient for release in accounts}
matching = {company for name, company in names.items() if words in name or words in company.casefold()}
seen = [row for row in rows if row[0] in matching and wanted in (ALL, row[1])]
if not seen:
    st.text("No company matches. Clear the search to see them all.")
    st.stop()
table = st.dataframe(
    pd.DataFrame(seen, columns=["Company", "Kind", "Surely has", "Probably", "Since"]),
    hide_index=True,
    on_select="rerun",
    selection_mode="single-row",
    # A selection is a place in the table, so another table has none of it.
    key=f"accounts-{abs(hash(tuple(company for company, *_ in seen))) % 10**8}",
    height="content" if len(seen) <= MOST_SEEN else 35 * (MOST_SEEN + 1) + 18,
    column_config={
        "Company": st.column_config.TextColumn(width=180),
        "Kind": st.column_config.TextColumn(width=120),
        "Surely has": st.column_config.TextColumn(width=300),
        "Probably": st.column_config.NumberColumn(format="%d more", width=85),
        "Since": st.column_config.TextColumn(width=95),
    },
    alt="Your companies: what each has. A selected row opens its page.",
)
if table.selection.rows:
    st.session_state[forms.COMPANY] = seen[table.selection.rows[0]][0]
    st.switch_page(catalogue.COMPANY.path)
st.caption("Select a row to open the company's page: correct it, change the password, delete the account.")


# What the companies in the list probably have as well.


def _count_what_is_asked(names: list[str]) -> None:
    after = with_presumptions(session.current(), names)
    session.edit(after, f"count what is usually asked for at {count(len(names), 'account')}")


shown = {company for company, *_ in seen}
listed_names = [release.name for release in accounts if release.recipient in shown]
silent = [release.name for release in accounts if not release.presumed and release.erasure != "done"]
some = "does this company" if len(shown) == 1 else f"do these {len(shown):,} companies"
heading = st.container()
if forms.ask_what_is_probable(work, listed_names, "accounts-probable"):
    heading.subheader(f"What else {some} have?")
    if len(shown) > 1:
        heading.caption("Your answer counts for all of them. Search or choose a kind to ask about fewer.")
if silent and not session.example():
    st.text(
        f"At {count(len(silent), 'account')}, only the details you entered count. Such companies usually ask for more."
    )
    what = "Count what they usually ask for"
    st.button(what, key="accounts-presume", on_click=_count_what_is_asked, args=(silent,))
