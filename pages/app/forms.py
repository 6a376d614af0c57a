"""What the rooms of accounts share: which they are, how one is added or corrected, and what is only probable."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Sequence
from dataclasses import replace

import streamlit as st

from leakage.record import Attribute, Pair, is_typed
from leakage.workspace.everyday import with_import
from leakage.workspace.files.adding import class_name
from leakage.workspace.files.findings import Account, Findings, login_fact
from leakage.workspace.files.secret import LABEL as PASSWORD
from leakage.workspace.files.sites import site_of
from leakage.workspace.person import typed
from leakage.workspace.places.kinds import KindName, kinds_by_hand, presumed_facts
from leakage.workspace.places.site_list import listed_sites
from leakage.workspace.presumptions import OpenPresumption, confirmed, denied, open_presumptions
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.release import Release, RequestKind
from leakage.workspace.requests.contacts import shipped_contacts
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import session
from pages.app.words import count, percent, unmarked

COMPANY = "company"
"""Under which key of the session the company is that its page shows."""
LONGEST = 1_000
"""Characters of what is typed into a form."""

# Accounts, and the companies that have them.


def fact_in_words(work: Workspace, pair: Pair) -> str:
    """A fact as a choice in a list."""
    label = work.display_name(pair[0])
    return f"{label}: {pair[1]}" if is_typed(pair) else label


# The way to a letter.


LETTER_KIND = "request-kind"
"""Under which key of the session it is what a letter asks for."""


def letter_button(company: str, kind: RequestKind = "erasure", *, key: str) -> None:
    """A button that leads to a letter to a company.

    Arguments:
        company: as the releases call it.
        kind: what is asked for.
        key: of the button, unique on its page.
    """
    chosen: dict[str, object] = {COMPANY: company, LETTER_KIND: kind}
    icon = catalogue.REQUESTS.icon
    if st.button("Write the letter", key=key, icon=icon, on_click=st.session_state.update, args=(chosen,)):
        st.switch_page(catalogue.REQUESTS.path)


# Adding an account.


@functools.cache
def known_places() -> tuple[str, ...]:
    """The sites that the program's lists know, for suggestions; those for adults are left out."""
    listed = (site.domain for site in listed_sites().values() if site.change_password_page or site.category in _SHOWN)
    contacts = (site_of(contact.domain) for contact in shipped_contacts())
    return tuple(sorted({*listed, *filter(None, contacts), *kinds_by_hand()}))


_SHOWN = ("Banking", "E-Commerce", "Recreation")


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

    >>> from leakage.workspace.everyday import new_work
    >>> work, company = with_account(new_work(), "https://www.zalando.de/login", "ann@example.org")
    >>> company, work.releases[0].record.values("Email"), dict(work.releases[0].presumed)["Name"]
    ('zalando.de', ('ann@example.org',), 0.705)
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
    """The work where two companies have the same password: that of the first, else one under a name that is free.

    >>> from leakage.record import Record
    >>> work = Workspace(releases=tuple(Release(name, name, Record()) for name in ("Shop", "Bank")))
    >>> [release.record.values("Password") for release in with_same_password(work, "Shop", "Bank").releases]
    [('password A',), ('password A',)]
    """
    held = [value for r in work.accounts if r.recipient == first for value in r.record.values(PASSWORD)]
    taken = {value for release in work.releases for value in release.record.values(PASSWORD)}
    taken |= {value for label, value in work.profile if label == PASSWORD}
    free = next(name for name in map(class_name, itertools.count()) if name not in taken)
    shared = next((value for value in held if is_typed((PASSWORD, value))), free)
    if (PASSWORD, shared) not in work.profile:
        work = typed(work, PASSWORD, shared)
    for company in (first, second):
        work = with_fact(work, company, (PASSWORD, shared), 1.0)
    return work


# Correcting what a company has.


def with_fact(work: Workspace, company: str, pair: Pair, confidence: float) -> Workspace:
    """The work where a company has a fact: its account that has it already, else its first."""
    own = [release for release in work.accounts if release.recipient == company]
    holder = next((release for release in own if pair in release.record.confidences), own[0])
    record = holder.record.without(pair).with_attribute(Attribute(*pair, confidence))
    presumed = tuple(entry for entry in holder.presumed if entry[0] != pair[0])
    changed = replace(holder, record=record, presumed=presumed)
    return replace(work, releases=tuple(changed if r is holder else r for r in work.releases))


def without_facts(work: Workspace, company: str, pairs: Collection[Pair]) -> Workspace:
    """The work where a company does not have some facts, and is not presumed to have them.

    >>> from leakage.record import Record
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Ann")), presumed=(("Phone", 0.4),)),)
    >>> work = Workspace((("Name", "Ann"), ("Phone", "1")), releases=given)
    >>> without_facts(work, "Shop", [("Name", "Ann"), ("Phone", "1")]).releases[0].presumed
    (('Name', 0.0), ('Phone', 0.0))
    """

    def changed(release: Release) -> Release:
        record = release.record
        for pair in pairs:
            record = record.without(pair)
        gone = dict.fromkeys(label for label, _ in pairs if not record.values(label))
        left = tuple(entry for entry in release.presumed if entry[0] not in gone)
        return replace(release, record=record, presumed=(*left, *((label, 0.0) for label in gone)))

    own = {release.name for release in work.accounts if release.recipient == company}
    return replace(work, releases=tuple(changed(r) if r.name in own else r for r in work.releases))


# What is only probable, answered for one account or for many at once.


ANSWERS = ("Yes", "No", "Don't know")
MOST_ASKED = 6


def ask_what_is_probable(work: Workspace, names: Sequence[str], key: str) -> bool:
    """A form that asks whether some accounts hold what they probably do; False where nothing is left to ask.

    Arguments:
        work: as it is drawn.
        names: of the accounts.
        key: of the form, unique on its page.
    """
    asked = open_presumptions(work, names)[:MOST_ASKED]
    if not asked:
        return False
    # Other questions have other keys: an answer must not move to another question.
    key = f"{key}-{abs(hash((asked, tuple(names)))) % 10**8}"
    with st.form(key):
        for number, one in enumerate(asked):
            question, answer = st.columns([3, 2], vertical_alignment="center")
            question.text(_question(work, one, len(names)))
            label = unmarked(f"{work.display_name(one.label)}: do they have it?")
            answer.radio(label, ANSWERS, 2, key=f"{key}-{number}", horizontal=True, label_visibility="collapsed")
        st.form_submit_button("Save", type="primary", on_click=_answer, args=(work, asked, key))
    return True


def _question(work: Workspace, one: OpenPresumption, asked_of: int) -> str:
    least, greatest = percent(one.least), percent(one.greatest)
    likely = f"{least} likely." if least == greatest else f"{least} to {greatest} likely."
    among = f" ({count(len(one.releases), 'account')})" if asked_of > 1 else ""
    return f"{work.display_name(one.label)}{among}. {one.evidence or likely}"


def _answer(work: Workspace, asked: Sequence[OpenPresumption], key: str) -> None:
    after = work
    for number, one in enumerate(asked):
        given = st.session_state[f"{key}-{number}"]
        if given != ANSWERS[2]:
            after = (confirmed if given == ANSWERS[0] else denied)(after, one.releases, [one.label])
    if after != work:
        session.put(work, after, "say what companies have")
