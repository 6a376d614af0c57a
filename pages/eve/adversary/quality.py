"""How good is the adversary? Her joins, and how sure she is of them, held against the truth on labelled records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import streamlit as st

from leakage.record import Record
from leakage.resolution.evaluation import JoinQuality
from leakage.workspace.figures.estimates import READ_IN_ORDER
from leakage.workspace.files.records_csv import read_records_csv
from leakage.workspace.forms.policy import form_of
from leakage.workspace.workspace import Policy, Workspace
from pages.eve.adversary import figures, learning, text
from pages.eve.adversary.editing import Editing
from pages.eve.adversary.reliability_chart import reliability_chart
from pages.kit.charts.chart import show
from pages.shell import frame, on_demand, session, session_cache
from pages.shell.words import count, percent


def try_out(workspace: Workspace, policy: Policy) -> None:
    """A file of labelled records; the policy is tried on them, and may learn from them. They are not kept."""
    st.markdown(text.QUALITY_HELP)
    with st.container(key="quality-upload"):
        file = st.file_uploader("Labelled records as CSV", type="csv", key=session.upload_key("quality"))
    if file is None:
        return
    # By its digest: what is remembered must not keep the file.
    content = file.getvalue()
    digest = hashlib.sha256(content).digest()
    reading = session_cache.latest("labelled-records", digest, lambda: read_records_csv(content))
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
    people = [values[0] for values in persons]
    _tried(policy, (digest, truth), records, people)
    form = form_of(policy.adversary)
    if form is not None:
        learning.from_labelled(Editing(workspace, policy, form), (digest, truth), records, people)


def _tried(policy: Policy, source: tuple[bytes, str], records: Sequence[Record], people: Sequence[str]) -> None:
    """What came of trying the policy on the records."""
    key = (*source, policy.adversary)
    tried = on_demand.figure(
        "policy-tried",
        key,
        lambda: session_cache.latest("policy-tried", key, lambda: figures.trial(policy.adversary, records, people)),
        READ_IN_ORDER * len(records),
        "How good this policy is",
        session_cache.is_latest("policy-tried", key),
    )
    if tried is None:
        return
    _show(tried.quality, len(records))
    if tried.bins:
        show(reliability_chart(tried.bins), "reliability")
        st.caption(text.RELIABILITY_HELP)


def _show(quality: JoinQuality, size: int) -> None:
    precision, recall, f1 = st.columns(3)
    joined, true = count(quality.joined, "pair"), count(quality.true, "pair")
    both = f"both in one figure, over {count(size, 'record')}; high is good for Eve"
    for place, name, value, of, words in (
        (precision, "Precision", quality.precision, quality.joined, f"of {joined} she joined belong together"),
        (recall, "Recall", quality.recall, quality.true, f"of {true} that belong together she joined"),
        (f1, "F1", quality.f1, quality.joined + quality.true, both),
    ):
        with place.container(border=True, height="stretch"):
            # The share of nothing is 1 by definition, and would look like praise.
            st.metric(name, percent(value) if of else "–")
            st.caption(words)
