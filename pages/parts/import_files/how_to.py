"""How to get a file: one source at a time, in three steps."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.files.how_to_get import Source, sources
from pages.parts.import_files import text


def offer() -> None:
    """A fold with a choice of the source, and what to do there."""
    fold = st.expander(text.HOW_TO, icon=":material/download:", key="how-to", on_change="rerun")
    if fold.open:
        with fold:
            picked = st.selectbox(
                text.HOW_TO_WHICH,
                sorted(sources(), key=lambda source: source.name.casefold()),
                index=None,
                format_func=lambda source: source.name,
                key="how-to-source",
                placeholder=text.HOW_TO_PICK,
            )
            if picked is not None:
                _show(picked)


def _show(source: Source) -> None:
    st.markdown("\n".join(f"{number}. {step}" for number, step in enumerate(source.steps, start=1)))
    told = zip(text.HOW_TO_LABELS, (source.takes, source.holds, source.reads, source.leaves), strict=True)
    st.markdown("\n".join(f"- **{label}:** {words}" for label, words in told))
    st.caption((text.HOW_TO_CHECKED if source.checked else text.HOW_TO_UNCHECKED).format(day=source.checked))
    st.code(source.page, language=None)
