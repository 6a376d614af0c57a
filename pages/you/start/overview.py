"""What is open: how much she knows, what stands out, the next step, and what is due."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.figures.findings import heaviest_fact, most_given, shared_value
from leakage.workspace.figures.plan.actions import WorkOption
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import importing, knowledge, session
from pages.app.page import link
from pages.app.words import NOTHING, count, listed
from pages.kit import shared_figures
from pages.kit.done import left_in, show_done
from pages.kit.glossary import OWN_VALUES, action_label
from pages.you.start import text

NAMED = 3
"""Companies named in one sentence."""


def show(workspace: Workspace) -> None:
    """The figure in counts, up to three findings, the next step of the plan, and what is due."""
    if session.example():
        st.text(text.EXAMPLE_OPEN.format(title=workspace.title))
    else:
        importing.tell_added()
    most = knowledge.worst_pool(workspace) if workspace.profile else None
    if most is None:
        st.text(text.NO_PROFILE)
        link(catalogue.PROFILE, catalogue.PROFILE.title)
        return
    _headline(workspace)
    _findings(workspace, most)
    _next_step(workspace)
    plan = shared_figures.plan_at_hand(workspace)
    show_done(workspace, left_in(workspace, *plan) if plan else 0)


def _headline(workspace: Workspace) -> None:
    counts = knowledge.counts(workspace)
    st.subheader(f"{counts.headline}.", anchor=False)
    more = [counts.more, text.FOR_THIS_EVE.format(name=workspace.policy.name) if workspace.policy else ""]
    # The name of an Eve is the person's own.
    st.text(" ".join(filter(None, more)))


def _findings(workspace: Workspace, most: PoolLeakage) -> None:
    """Beside each other; those for which there is nothing to say are left out."""
    found = [
        (text.HEAVIEST, _heaviest(workspace, most), catalogue.LEAKAGE, text.HEAVIEST_LINK),
        (text.SHARED, _shared(workspace), catalogue.PLAN, text.SHARED_LINK),
        (text.MOST_GIVEN, _most_given(workspace), catalogue.RELEASES, text.MOST_GIVEN_LINK),
    ]
    told = [finding for finding in found if finding[1]]
    if not told:
        return
    for place, (title, sentence, page, label) in zip(st.columns(len(told), gap="medium"), told, strict=True):
        with place.container(border=True, height="stretch", gap="xsmall"):
            st.caption(title)
            # It names values and companies, which are the person's own words.
            st.text(sentence)
            link(page, label)


def _heaviest(workspace: Workspace, most: PoolLeakage) -> str:
    heaviest = heaviest_fact(workspace, knowledge.counts(workspace), most)
    if heaviest is None:
        return ""
    fact = _called(workspace, heaviest.label)
    if not heaviest.recipients:
        return text.HEAVIEST_FROM_OTHERS.format(fact=fact)
    return text.HEAVIEST_FROM.format(fact=fact, names=listed(heaviest.recipients, NAMED))


def _shared(workspace: Workspace) -> str:
    shared = shared_value(workspace)
    if shared is None:
        return ""
    label, value = shared.pair
    accounts = count(shared.accounts, "account")
    return text.SHARED_BY.format(accounts=accounts, label=_called(workspace, label), value=value)


def _called(workspace: Workspace, label: str) -> str:
    """A label within a sentence: small, unless it is a letter of a paper, or written in capitals."""
    name = workspace.display_name(label)
    return name if name[:2].isupper() else f"{name[:1].lower()}{name[1:]}"


def _most_given(workspace: Workspace) -> str:
    most = most_given(workspace)
    if most is None or len(workspace.recipient_names) < 2:
        return ""
    facts = count(len(knowledge.counts(workspace).labels), "fact")
    return text.GIVEN.format(name=most.recipient, facts=f"{most.facts:,}", all=facts)


def _next_step(workspace: Workspace) -> None:
    """The first step of the plan, where that is worked out or quick; and the way to all of them."""
    step = _first_step(workspace)
    with st.container(border=True, key="home-next", gap="xsmall"):
        st.caption(text.NEXT_STEP)
        if step:
            st.text(step)
        link(catalogue.PLAN, text.PLAN_LINK if step else text.FIND_PLAN_LINK)


def _action(option: WorkOption) -> str:
    """What to do, with the names of the accounts: no list of them follows."""
    if option.lever == "change" and len(option.accounts) > 1:
        return text.CHANGE.format(names=listed(option.accounts, NAMED), value=OWN_VALUES[option.kind][1])
    return action_label(option)


def _first_step(workspace: Workspace) -> str:
    terms, minutes = shared_figures.plan_question(workspace)
    plans = shared_figures.plans.offer(workspace, terms)
    if plans is None:
        return ""
    steps = plans.steps(plans.within(minutes))
    if not steps:
        return ""
    sittings, step = steps[0]
    label = " + ".join(map(_action, sittings))
    now = knowledge.leakage_of(workspace)
    who = text.EVE if now is not None and abs(step.before - now) < NOTHING else text.WORST_EVE
    return text.STEP.format(label=label, who=who, points=100 * (step.before - step.after))
