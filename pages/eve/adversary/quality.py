"""How good is the adversary? Her joins held against the truth on labelled records."""

from __future__ import annotations

import streamlit as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.workspace.files.records_csv import read_records_csv
from pages.eve.adversary import text
from pages.shell import frame, session
from pages.shell.words import count, percent


def try_out(adversary: Adversary) -> None:
    """A file of labelled records; the policy is tried on them and nothing is kept."""
    st.markdown(text.QUALITY_HELP)
    with st.container(key="quality-upload"):
        file = st.file_uploader("Labelled records as CSV", type="csv", key=session.upload_key("quality"))
    if file is None:
        return
    reading = read_records_csv(file.getvalue())
    frame.problems(reading.problems)
    labels = list(dict.fromkeys(label for record in reading.records for label in record.labels))
    if not labels:
        return
    likely = next((n for n, label in enumerate(labels) if label.casefold() in ("cluster", "entity", "person")), 0)
    truth: str = st.selectbox("Which column says whose record it is?", labels, index=likely, key="quality-truth")
    persons = [record.values(truth) for record in reading.records]
    if not all(persons):
        st.text("Every row needs a value in that column.")
        return
    records = [Record(a for a in record if a.label != truth) for record in reading.records]
    quality = join_quality(adversary.resolve(records).composite_of, [values[0] for values in persons])
    _show(quality, len(records))


def _show(quality: JoinQuality, size: int) -> None:
    precision, recall, f1 = st.columns(3)
    for place, name, value, words in (
        (precision, "Precision", quality.precision, f"of {count(quality.joined, 'pair')} she joined belong together"),
        (recall, "Recall", quality.recall, f"of {count(quality.true, 'pair')} that belong together she joined"),
        (f1, "F1", quality.f1, f"both in one figure, over {count(size, 'record')}; high is good for Eve"),
    ):
        with place.container(border=True, height="stretch"):
            st.metric(name, percent(value))
            st.caption(words)
