"""The plan over all kinds of actions, and the step of each kind that would take most back by itself."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.decide.leakage import figures
from pages.kit import assessed
from pages.kit.called import CALLED
from pages.shell.links import link
from pages.shell.words import NOTHING, change, count, listed


def show(workspace: Workspace) -> None:
    """What to do next, where there is something to gain."""
    st.subheader("What would take most back?", anchor=False)
    link(catalogue.PLAN, "Plan all of it: what to do first, in the time you have")
    for column, step in zip(st.columns(3), (_erase, _leave_blank, _deny), strict=True):
        with column.container(border=True, height="stretch"):
            step(workspace)


def _erase(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['erase']}**")
    if not assessed.release_contributions.remembers(workspace):
        st.text("See which of them tells most.")
    else:
        contributions = assessed.release_contributions(workspace)
        best = max(range(len(contributions)), key=contributions.__getitem__)
        if contributions[best] >= NOTHING:
            alike = [n for n, taken in enumerate(contributions) if taken >= contributions[best] - NOTHING]
            names = listed([workspace.releases[n].name for n in alike])
            each = " each" if len(alike) > 1 else ""
            st.text(f"{names}: {change(-contributions[best])}{each} if no copy of it is left.")
        else:
            st.text("No release matters by itself: others tell the same. Several together may.")
    link(catalogue.ERASURE, "See what to have erased")


def _leave_blank(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['withhold']}**")
    if not workspace.plans:
        st.text("Before you give something away: plan it, and see what each field would tell.")
    elif not assessed.plan_outcomes.remembers(workspace):
        st.text(f"You have planned {count(len(workspace.plans), 'release')}. See what each field would tell.")
    else:
        st.text(_best_blank(workspace))
    link(catalogue.PLANNED_RELEASE, "Plan a release")


def _best_blank(workspace: Workspace) -> str:
    fields = [
        (field.increment, workspace.display_name(field.attribute.label), outcome.plan.name)
        for outcome in assessed.plan_outcomes(workspace)
        for field in outcome.field_increments
        if field.attribute.pair not in outcome.plan.required
    ]
    increment, label, plan = max(fields, key=lambda field: field[0], default=(0.0, "", ""))
    if increment < NOTHING:
        return "No single field of what you plan would tell her more."
    return f"{label} in {plan}: {change(-increment)} against giving it."


def _deny(workspace: Workspace) -> None:
    st.markdown(f"**{CALLED['deny']}**")
    doubtful = figures.confirmations(workspace)
    attribute, gain = max(doubtful, key=lambda fact: fact[1], default=(None, 0.0))
    if attribute is None or gain < NOTHING:
        st.text("There is no doubtful fact whose confirmation would tell her more.")
    else:
        st.text(f"{workspace.display_name(attribute.label)}: {change(gain)} if you confirm it to her.")
    link(catalogue.HER_NEXT_MOVE, "See what she would verify")
