"""Pooling and background: who shares data with whom, and what else Eve holds."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.record import Record
from leakage.workspace.coalition_list import read_coalitions
from leakage.workspace.releases_csv import database_from_csv
from leakage.workspace.workspace import Pooling, Workspace
from pages.ui import figures, frame, state, tables, text
from pages.ui.words import change, count, percent

_KINDS = {"together": "All together", "alone": "Each alone", "coalitions": "Coalitions"}
_COALITIONS = "coalitions"
MOST_SHOWN = 300
MOST_POOLS = 12


def choose(workspace: Workspace) -> None:
    """Pick who pools data with whom; coalitions are edited below."""
    kind = st.segmented_control(
        "Who shares data with whom?",
        list(_KINDS),
        format_func=_KINDS.__getitem__,
        default=workspace.pooling.kind,
        required=True,
        key=f"pooling-{workspace.pooling.kind}",
    )
    st.markdown(text.POOLING_HELP[workspace.pooling.kind])
    if kind != workspace.pooling.kind:
        state.commit(replace(workspace, pooling=replace(workspace.pooling, kind=kind)), "choose the pooling")
    if workspace.pooling.kind == "coalitions":
        _edit_coalitions(workspace)


def _edit_coalitions(workspace: Workspace) -> None:
    held = pd.DataFrame(
        [{"name": c.name, "recipients": list(c.recipients)} for c in workspace.pooling.coalitions],
        columns=["name", "recipients"],
    )
    edited = tables.edit_table(
        _COALITIONS,
        workspace.pooling,
        held.astype({"name": object, "recipients": object}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="Coalitions and the recipients in them",
        column_config={
            "name": st.column_config.TextColumn("Coalition", width="medium"),
            "recipients": st.column_config.MultiselectColumn(
                "Who is in it", options=list(workspace.recipients), width="large"
            ),
        },
    )
    if edited.touched:
        reading = read_coalitions(edited.rows)
        frame.problems(reading.problems)
        pooling = Pooling("coalitions", reading.coalitions)
        tables.settle(_COALITIONS, pooling, tables.left_over(edited, reading.problems))
        state.commit(replace(workspace, pooling=pooling), "edit the coalitions")


def joiners(workspace: Workspace) -> None:
    """What each pool knows, and whom it would gain most by."""
    assessed = figures.assessment(workspace)
    if not workspace.profile or len(workspace.recipients) < 2 or workspace.pooling.kind == "together":
        return
    rows = []
    for one in sorted(assessed, key=lambda found: -found.result.leakage)[:MOST_POOLS]:
        best = next(iter(figures.joiners(workspace, one.pool)), None)
        gain = f"{best.recipient} ({change(best.increment)})" if best else "nobody is left"
        rows.append((one.pool.name, percent(one.result.leakage), gain))
    st.dataframe(
        pd.DataFrame(rows, columns=["Who", "knows of you", "Would learn most from"]),
        hide_index=True,
        alt="What each coalition or recipient knows, and who joining it would raise that most",
    )


def background(workspace: Workspace) -> None:
    """What else Eve holds: count, a look, a file to add, a way to remove all."""
    st.markdown(text.BACKGROUND_HELP)
    st.text(f"Eve holds {count(len(workspace.background), 'background record')}.")
    if workspace.background:
        _look(workspace)
        st.button(
            "Remove all background records",
            key="background-remove",
            icon=":material/delete:",
            on_click=state.put,
            args=(replace(workspace, background=()), "remove the background records"),
        )
    _upload(workspace)


def _look(workspace: Workspace) -> None:
    shown = workspace.background[:MOST_SHOWN]
    rows = [
        {workspace.display_name(label): ", ".join(values) for label, values in record.by_label.items()}
        for record in shown
    ]
    st.dataframe(pd.DataFrame(rows), height=250, placeholder="", alt="The background records")
    if len(workspace.background) > MOST_SHOWN:
        st.caption(f"The first {MOST_SHOWN} are shown.")


def _upload(workspace: Workspace) -> None:
    with st.container(key="background-upload"):
        file = st.file_uploader(
            "Add background records from a CSV file",
            type="csv",
            key=state.upload_key("background"),
            help="One row a record, the columns are labels, empty cells are unknown.",
        )
    if file is None:
        return
    reading = database_from_csv(file.getvalue())
    frame.problems(reading.problems)
    if reading.records:
        st.button(
            f"Add {count(len(reading.records), 'record')}",
            key="background-add",
            type="primary",
            on_click=_add,
            args=(workspace, reading.records),
        )


def _add(workspace: Workspace, records: tuple[Record, ...]) -> None:
    state.put(replace(workspace, background=(*workspace.background, *records)), "add background records")
    state.clear_upload("background")
