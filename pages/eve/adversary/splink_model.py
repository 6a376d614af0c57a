"""A model that Splink saved, opened as the evidence Eve weighs."""

from __future__ import annotations

import streamlit as st

from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.workspace.figures.learned_score import known_records
from leakage.workspace.files.splink_model import read_model
from pages.eve.adversary import text
from pages.eve.adversary.editing import Editing
from pages.shell import frame, session
from pages.shell.words import count


def open_model(editing: Editing) -> None:
    """A file with a model; what it says takes the place of the odds in the table."""
    with st.container(key="splink-upload"):
        file = st.file_uploader(
            "Or open a model that Splink saved",
            type="json",
            key=session.upload_key("splink"),
            help=text.SPLINK_HELP,
        )
    if file is None:
        return
    reading = read_model(file.getvalue(), known_records(editing.workspace))
    frame.problems(reading.problems)
    if reading.evidence is None:
        return
    st.button(
        f"Weigh evidence by its {count(len(reading.evidence.labels), 'comparison')}",
        key="splink-use",
        type="primary",
        on_click=_use,
        args=(editing, reading.evidence),
    )


def _use(editing: Editing, evidence: FellegiSunter) -> None:
    editing.put(editing.having(evidence=evidence))
    session.clear_upload("splink")
