"""What each Eve knows before and after a plan."""

from __future__ import annotations

import streamlit as st

from leakage.decision.optimise import TOLERANCE
from leakage.decision.plan import Plan
from leakage.workspace.figures.plan.plan import WorkPlans
from pages.app.words import listed, percent
from pages.decide.plan import text
from pages.kit.tables import folding, show_table

_NAMES = 185


def show(plans: WorkPlans, chosen: Plan) -> None:
    """What each adversary knows before and after."""
    names = [threat.name for threat in plans.threats]
    knows = list(zip(names, plans.plans.plans[0].leakages, chosen.leakages, strict=True))
    st.subheader(text.EACH_EVE)
    if worse := [f"“{name}”" for name, now, then in knows if then > now + TOLERANCE]:
        st.text(text.WORSE.format(names=listed(worse)))
    show_table(
        [(name, percent(now), percent(then), 100 * (now - then)) for name, now, then in knows],
        {
            # The figures of the plan have to fit beside the name on a phone; where there is room, columns grow.
            text.EVE: st.column_config.TextColumn(width=_NAMES),
            text.NOW: st.column_config.TextColumn(width=76),
            text.THEN: st.column_config.TextColumn(width=85),
            text.LOWER: st.column_config.NumberColumn(format="%.1f points", width=95),
        },
        "Every Eve with what she knows before and after the plan",
        **folding(names, _NAMES),
    )


def say_leaked(plans: WorkPlans) -> None:
    """Who has only what leaked, and what that means for a plan."""
    leaked = [f"“{threat.name}”" for threat in plans.threats if threat.leaked is not None]
    if leaked:
        st.text(text.LEAKED.format(names=listed(leaked)))
