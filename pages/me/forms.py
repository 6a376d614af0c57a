"""What rooms share: letters, which places there are, what is only probable, and the plan."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace

import streamlit as st

from leakage.record import Attribute, Pair
from leakage.workspace.figures import steps
from leakage.workspace.figures.actions import WorkPlans, plan_actions
from leakage.workspace.figures.words import Step
from leakage.workspace.places.kinds import kinds_by_hand, listed_sites
from leakage.workspace.presumptions import OpenPresumption, confirmed, denied, open_presumptions
from leakage.workspace.release import RequestKind
from leakage.workspace.requests.contacts import shipped_contacts
from leakage.workspace.requests.states import grant_chance
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import session
from pages.app.figures import figure
from pages.app.words import count, percent, unmarked

COMPANY = "company"
"""Under which key of the session the company is that its page shows."""

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


def suggested(own: Iterable[str], is_open: bool | None) -> list[str]:
    """Names of the person's own and, where their fold is open, the places that are known: 0.1 s for the browser."""
    return list(dict.fromkeys((*own, *(_known_places() if is_open else ()))))


@functools.cache
def _known_places() -> tuple[str, ...]:
    """The sites that the program's lists know, for suggestions; those for adults are left out."""
    listed = (site.domain for site in listed_sites().values() if site.change_password_page or site.category in _SHOWN)
    contacts = (site_of(contact.domain) for contact in shipped_contacts())
    return tuple(sorted({*listed, *filter(None, contacts), *kinds_by_hand()}))


_SHOWN = ("Banking", "E-Commerce", "Recreation")


def with_fact(work: Workspace, company: str, pair: Pair, confidence: float) -> Workspace:
    """The work where a company has a fact: its account that has it already, else its first."""
    own = [release for release in work.accounts if release.recipient == company]
    holder = next((release for release in own if pair in release.record.confidences), own[0])
    record = holder.record.without(pair).with_attribute(Attribute(*pair, confidence))
    presumed = tuple(entry for entry in holder.presumed if entry[0] != pair[0])
    changed = replace(holder, record=record, presumed=presumed)
    return replace(work, releases=tuple(changed if r is holder else r for r in work.releases))


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


# What to do: what anybody would tell, and the plan.

LOOKED_AT = 240.0
"""Minutes up to which plans are looked for."""
SETS = 800
"""Sets of actions looked at, about, where not all are."""
UNASKED = 1_000
"""Accounts up to which plans are looked for without a button: five seconds."""

first_steps = figure(steps.first_steps)
"""What anybody would tell."""
kept_steps = figure(steps.plan_steps)
"""The open steps of the plan that is saved."""


@figure
def plans(work: Workspace) -> tuple[WorkPlans, tuple[str, ...]]:
    """The plans for every number of minutes once the first steps are done, and the keys of the steps to take."""
    ahead, day = steps.ready(work), datetime.date.today().isoformat()
    found = plan_actions(ahead, LOOKED_AT, day, chances=functools.partial(grant_chance, ahead), limit=SETS)
    return found, steps.plan_keys(work, found)


def looked_for(work: Workspace) -> tuple[WorkPlans, tuple[str, ...]] | None:
    """The plans; None where they were stopped, or wait for a button."""
    button = "Look for a plan (some minutes)" if len(work.releases) > UNASKED else ""
    return plans.offer(replace(work, plan=()), button=button)


def progress(work: Workspace) -> str:
    """How many passwords were changed and how many steps are done, in words; empty where nothing was done."""
    far = steps.progress(work)
    changed = f"{far.passwords:,} of {far.of:,} passwords changed" if far.passwords else ""
    return " · ".join(filter(None, [changed, f"{count(far.steps, 'step')} done" if far.steps else ""]))


def plan_in_use(work: Workspace) -> tuple[Step, ...] | None:
    """The steps of the plan that is saved, or, where none is left, of a new one, saved now; None without."""
    day = datetime.date.today().isoformat()
    if kept := kept_steps(work, day):
        return kept
    found = looked_for(work)
    if found is None:
        return None
    planned = replace(work, plan=found[1])
    session.amend(planned)
    return kept_steps(planned, day)
