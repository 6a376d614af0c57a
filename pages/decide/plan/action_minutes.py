"""How many minutes each kind of action takes, and how often letters are granted."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping

import pandas as pd
import streamlit as st

from leakage.workspace.figures.plan.actions import EFFORTS, minutes_of, with_minutes
from leakage.workspace.limits import LEAST, CellError, InputProblem, check_number
from leakage.workspace.requests.chances import (
    BROKER_OBJECTIONS,
    BROKERS,
    OBJECTIONS,
    SERVICES,
    GrantChance,
    grant_chances,
)
from leakage.workspace.workspace import Workspace
from pages.decide.plan import text
from pages.kit import editing
from pages.kit.editing import Edited, Taken
from pages.kit.tables import show_table


def edit(workspace: Workspace) -> None:
    """The minutes, which are part of the work; and the chances of letters."""
    with st.expander(text.TAKES, icon=":material/timer:"):
        st.markdown(text.EFFORTS)
        _edit_minutes(workspace)
        chances = grant_chances(workspace, datetime.date.today())
        show_table(
            [_granted(what, chances[finding]) for finding, what in _ASKED.items()],
            [text.LETTER, "Granted in", "Your own so far", "Because"],
            "How often each kind of letter is granted, with the reason",
        )


def _edit_minutes(workspace: Workspace) -> None:
    now = tuple(float(minutes_of(workspace, effort.kind)) for effort in EFFORTS)

    def take(edited: Edited) -> Taken:
        entered = edited.frame["minutes"].tolist()
        refused = {place: sentence for place, cell in enumerate(entered) if (sentence := _refusal(cell))}
        read = tuple(
            effort.minutes if place in refused else float(cell)
            for place, (effort, cell) in enumerate(zip(EFFORTS, entered, strict=True))
        )
        problems = [
            InputProblem(EFFORTS[place].kind.capitalize(), f"{sentence}; it counts as {EFFORTS[place].minutes:g}.")
            for place, sentence in refused.items()
        ]
        after = with_minutes(workspace, zip((effort.kind for effort in EFFORTS), read, strict=True))
        return Taken(after, read, problems, {place: entered[place] for place in refused})

    editing.edit(
        workspace,
        "plan-action-minutes",
        now,
        pd.DataFrame(
            {
                "action": [effort.kind.capitalize() for effort in EFFORTS],
                "minutes": now,
                "usual": [effort.minutes for effort in EFFORTS],
                "reason": [effort.reason for effort in EFFORTS],
            }
        ).astype({"action": object, "reason": object}),
        take,
        "edit what actions take",
        carry=_carried,
        num_rows="fixed",
        hide_index=True,
        disabled=["action", "usual", "reason"],
        alt="How many minutes each kind of action takes",
        column_config={
            "action": st.column_config.TextColumn(text.ACTION),
            "minutes": st.column_config.NumberColumn("Minutes", format="%g"),
            "usual": st.column_config.NumberColumn("Usual", format="%g"),
            "reason": st.column_config.TextColumn("Because"),
        },
    )


def _carried(table: pd.DataFrame, wrong: Mapping[int, float]) -> pd.DataFrame:
    """The table taken anew with the cells put back that could not be taken over."""
    carried = table.copy()
    for place, entered in wrong.items():
        carried.loc[place, "minutes"] = entered
    return carried


def _refusal(cell: object) -> str:
    """Why a cell is no number of minutes; empty where it is one."""
    if not isinstance(cell, int | float) or math.isnan(cell):
        return "minutes must be a number"
    try:
        check_number("minutes", float(cell), LEAST)
    except CellError as error:
        return str(error)
    return ""


_ASKED = {
    SERVICES: "Delete: an online service",
    BROKERS: "Delete: a data broker",
    OBJECTIONS: "Stop sharing: an online service",
    BROKER_OBJECTIONS: "Stop sharing: a data broker",
}
"""What letters ask for, by what is known of them."""


def _granted(what: str, chance: GrantChance) -> tuple[str, str, str, str]:
    own = f"{chance.granted} of {chance.decided}" if chance.decided else ""
    return what, f"{100 * chance.probability:.0f} of 100", own, chance.finding.source
