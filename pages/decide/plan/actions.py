"""The plan as a short ordered list, and what it says of every adversary."""

from __future__ import annotations

import streamlit as st

from leakage.decision.plan.planning import ActionPlan
from leakage.decision.plan.steps import Step
from leakage.record import Pair
from leakage.workspace.figures.plan.plan import WorkPlans
from leakage.workspace.figures.plan.terms import Lever
from leakage.workspace.figures.plan.work_option import WorkOption
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.effort import SAID, impossible_at
from leakage.workspace.subject_request import RequestKind
from leakage.workspace.workspace import Workspace
from pages.decide.plan import text
from pages.kit.ask import request_button
from pages.kit.called import said
from pages.kit.table import POINTS, show_table
from pages.shell.words import count, listed, percent

NAMED = 3
"""Values named in one reason."""

LETTERS: dict[Lever, RequestKind] = {"erase": "erasure", "stop sharing": "objection"}
"""What is asked for by letter."""

LISTED = 8
"""Actions of a plan that are listed one by one."""


def headline(workspace: Workspace, plans: WorkPlans, chosen: ActionPlan) -> None:
    """What the plan takes back, in words, and whether that is proved."""
    now = plans.frontier.plans[0].leakage
    if not chosen.actions:
        st.header("Nothing in this time lowers what is known of you")
        st.text(_nothing(plans))
    else:
        took = f"{chosen.cost:g} minutes" + (f" and {chosen.price:g} in money" if chosen.price else "")
        back = 100 * (now - chosen.leakage)
        st.header(f"{count(len(chosen.actions), 'action')} in {took} would take back {back:.1f} points")
        who = "The adversary who knows most knows" if plans.terms.aim == "worst" else "The adversaries know on average"
        st.text(f"{who} {percent(now)} of you now; afterwards {percent(chosen.leakage)}. Lower is better for you.")
    st.caption(text.PROVED if chosen.optimal else text.NOT_PROVED.format(lowest=percent(chosen.lowest)))
    if workspace.sources and plans.terms.changes_truth:
        st.warning(text.FILES_OF_ONE_TRUTH, icon=":material/folder_off:")


def _nothing(plans: WorkPlans) -> str:
    if not plans.options:
        return "There is nothing that these actions could do here."
    further = next((plan for plan in plans.frontier.plans if plan.actions), None)
    if further is None:
        return "None that was looked at does: others tell the same. Allow more time, or more kinds of actions."
    return f"The shortest plan that helps takes {further.cost:g} minutes."


def actions(workspace: Workspace, plans: WorkPlans, chosen: ActionPlan) -> None:
    """The ordered list; of a long plan what comes after the first actions as a table."""
    if not chosen.actions:
        return
    steps = plans.steps(chosen)
    for place, (option, step) in enumerate(steps[:LISTED], 1):
        with st.container(border=True, gap=None):
            st.text(f"{place}. {said(option)}")
            back = 100 * (step.before - step.after)
            st.text(f"{_takes(option)}: takes back {back:.1f} points, then {percent(step.after)} is known.")
            st.text(f"Why: {_why(workspace, option, step)}.")
            if option.lever == "erase" and _limited(workspace, option.recipient):
                st.text(SAID["limited"])
            if option.lever in LETTERS and option.recipient:
                request_button(option.recipient, LETTERS[option.lever], key=f"plan-letter-{place}")
    if steps[LISTED:]:
        show_table(
            [
                (
                    place,
                    said(option),
                    option.option.minutes,
                    100 * (step.before - step.after),
                    percent(step.after),
                    _why(workspace, option, step),
                )
                for place, (option, step) in enumerate(steps[LISTED:], LISTED + 1)
            ],
            {"": None, "Then do": None, "Minutes": None, "Takes back": POINTS, "Then known": None, "Why": None},
            "The further actions of the plan in their order, with cost, effect and reason",
        )
    st.caption(f"{text.HELP}\n\n{text.LINKS}")


def not_proposed(workspace: Workspace) -> None:
    """Whom nobody is advised to ask."""
    if names := impossible_at(workspace):
        st.text(f"Not proposed, as others found it impossible: having it deleted by {listed(list(names), NAMED)}.")


def _limited(workspace: Workspace, recipient: str) -> bool:
    contact = contact_of(workspace, recipient)
    return contact is not None and contact.difficulty == "limited"


def _takes(option: WorkOption) -> str:
    money = f" and {option.option.price:g} in money" if option.option.price else ""
    minutes = option.option.minutes
    return f"{minutes:g} {'minute' if minutes == 1 else 'minutes'}{money}"


def _why(workspace: Workspace, option: WorkOption, step: Step) -> str:
    if step.cut:
        return f"cuts the {'link' if len(step.cut) == 1 else 'links'} {_named(workspace, step.cut, values=True)}"
    if step.freed:
        return f"she loses {_named(workspace, step.freed)}"
    if option.lever == "dilute":
        return "she takes what is wrong for yours"
    return "needed for those below to tell, or against another adversary"


def _named(workspace: Workspace, pairs: tuple[Pair, ...], values: bool = False) -> str:
    called = [
        f"{workspace.display_name(label)} {value}" if values else workspace.display_name(label)
        for label, value in pairs
    ]
    return listed(list(dict.fromkeys(called)), NAMED)
