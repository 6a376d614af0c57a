"""A model that Splink saved, opened as the evidence Eve weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.splink import Unread
from leakage.workspace.figures.learned_evidence import as_compared
from leakage.workspace.figures.learned_score import known_records
from leakage.workspace.files.splink_model import labels_guessed, read_model
from pages.eve.adversary import text
from pages.eve.adversary.editing import Editing
from pages.shell import frame, session
from pages.shell.words import count, listed

ABREAST = 2
LONGEST_NAME = 40


def open_model(editing: Editing) -> None:
    """A file with a model; what it says takes the place of what is weighed."""
    with st.container(key="splink-upload"):
        file = st.file_uploader(
            "Or open a model that Splink saved",
            type="json",
            key=session.upload_key("splink"),
            help=text.SPLINK_HELP,
        )
    if file is None:
        return
    content = file.getvalue()
    left_out = _leave_out(read_model(content).unread)
    named = read_model(content, leave_out=left_out)
    if named.evidence is None:
        frame.problems(named.problems)
        return
    labels = _mapping(editing, named.evidence.labels)
    _say_left_out([column for column in named.evidence.labels if column not in labels])
    workspace = editing.workspace
    bytewise = st.checkbox(
        "Trained with DuckDB 2.0.0 or older",
        key=f"{session.upload_key('splink')}-bytewise",
        help=text.BYTEWISE_HELP,
    )
    records = as_compared(editing.policy.adversary, known_records(workspace))
    reading = read_model(content, records, labels, left_out, bytewise)
    frame.problems(reading.problems)
    if reading.evidence is not None:
        st.button(
            f"Weigh evidence by its {count(len(reading.evidence.labels), 'comparison')}",
            key="splink-use",
            type="primary",
            on_click=_use,
            args=(editing, reading.evidence),
        )


def _leave_out(unread: Sequence[Unread]) -> tuple[int, ...]:
    """The numbers of the comparisons that are not read, if the model is to be used without them."""
    if not unread:
        return ()
    names = [f"comparison {one.number} ({one.name[:LONGEST_NAME] or 'without a name'})" for one in unread]
    st.text(f"Not read: {listed(names, 10)}. {text.WITHOUT_HELP}")
    wanted = st.checkbox(
        "Use the model without what is not read",
        key=f"{session.upload_key('splink')}-without",
        help="What is left is weighed as Splink weighs it.",
    )
    return tuple(comparison.number for comparison in unread) if wanted else ()


def _mapping(editing: Editing, columns: tuple[str, ...]) -> Mapping[str, str]:
    """The label of each column: guessed by its name, and changed where the guess is wrong."""
    workspace = editing.workspace
    guessed = labels_guessed(columns, workspace)
    labels: dict[str, str] = {}
    st.caption(text.MAPPING_HELP)
    for start in range(0, len(columns), ABREAST):
        for place, column in zip(st.columns(ABREAST), columns[start : start + ABREAST], strict=False):
            with place:
                st.text(column)
                options = [None, *workspace.labels]
                picked: str | None = st.selectbox(
                    f"Label of column {columns.index(column) + 1}",
                    options,
                    index=options.index(guessed.get(column)),
                    format_func=lambda label: "left out" if label is None else workspace.display_name(label),
                    key=f"{session.upload_key('splink')}-{hash(columns)}-{columns.index(column)}",
                    label_visibility="collapsed",
                )
            if picked is not None:
                labels[column] = picked
    return labels


def _say_left_out(columns: list[str]) -> None:
    if columns:
        st.text(f"Left out, for no label was given: {listed(columns, 10)}. Splink weighs that too.")


def _use(editing: Editing, evidence: FellegiSunter) -> None:
    editing.put(editing.having(evidence=evidence))
    session.clear_upload("splink")
