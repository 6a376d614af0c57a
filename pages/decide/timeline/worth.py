"""What the figures were on earlier days, and what the work since was worth."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.workspace.past import PastFigure
from leakage.workspace.workspace import Workspace
from pages.decide.timeline import text
from pages.decide.timeline.past_chart import past_chart
from pages.kit.charts.chart import show
from pages.kit.table import show_table
from pages.shell import history, past_figures
from pages.shell.words import NOTHING, change, percent


def worth(workspace: Workspace) -> None:
    """Every adversary of whom something was recorded: then and now."""
    st.subheader("What was the work worth?", anchor=False)
    known = past_figures.up_to_now(workspace)
    pasts = {
        policy.name: [figure for figure in known if figure.adversary == policy.name] for policy in workspace.policies
    }
    rows = [_row(name, past) for name, past in pasts.items() if len(past) > 1]
    if history.example():
        st.text(text.NOT_OF_EXAMPLES)
    elif not rows:
        st.text(text.BEGINS_TODAY)
    else:
        mine = pasts[workspace.policy.name] if workspace.policy else ()
        if len(mine) > 1:
            st.text(_sentence(mine))
            show(past_chart(mine), "past")
        show_table(
            rows,
            {
                "She goes by": st.column_config.TextColumn(width=260),
                "Since": None,
                "She knew": None,
                "She knows": st.column_config.TextColumn(help="When it was last worked out."),
                "That is": None,
            },
            "What each adversary knew when it was first recorded, and what she knows now",
        )
        st.caption(text.YARDSTICK)


def _row(name: str, past: Sequence[PastFigure]) -> tuple[str, str, str, str, str]:
    first, last = past[0], past[-1]
    return name, first.date, percent(first.leakage), percent(last.leakage), change(last.leakage - first.leakage)


def _sentence(past: Sequence[PastFigure]) -> str:
    first, last = past[0], past[-1]
    moved = last.leakage - first.leakage
    if abs(moved) < NOTHING:
        return f"Since {first.date} the adversary in use has neither lost nor gained: {percent(last.leakage)}."
    told = "knows less of you" if moved < 0 else "knows more of you"
    return (
        f"Since {first.date} the adversary in use {told}: {percent(first.leakage)} then, {percent(last.leakage)} now, "
        f"{change(moved)}."
    )
