"""One record in all its worlds: sliders for what Eve believes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from leakage.laboratory.one_record import EXAMPLES, Answer, Example, World, answers, with_absent, worlds_of
from leakage.record import Attribute, Record
from pages.app.figures import figure
from pages.app.words import amount, count, duration, percent, scientific
from pages.explore.laboratory import text
from pages.explore.laboratory.charts import STYLES, world_text, worlds_chart
from pages.kit.charts.chart import show
from pages.kit.tables import show_table

WEIGHTS = (0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
Weighted = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Explored:
    """A record in all its worlds."""

    worlds: tuple[World, ...]
    answers: tuple[Answer, ...]
    leakage: float


@st.fragment
def show_one_record() -> None:
    """Choose a record and Eve's confidences; see its worlds, its leakage and what each algorithm says."""
    st.markdown(text.ONE_RECORD)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        number: int = st.selectbox(
            "Begin with",
            range(len(EXAMPLES)),
            format_func=lambda index: EXAMPLES[index].name,
            key="one-example",
            persist_state="session",
        )
        example = EXAMPLES[number]
        confidences = _choose_confidences(example, number)
        weights = _choose_weights(example, number)
    explored_record = explored(number, confidences, weights)
    with outcome:
        st.subheader(f"Eve knows {amount(explored_record.leakage)}: {percent(explored_record.leakage)}")
        st.text(f"{count(len(explored_record.worlds), 'possible world')}. Lower is better for the person.")
        show(worlds_chart(explored_record.worlds, explored_record.leakage), "worlds-chart")
    _worlds(explored_record)
    _answers(explored_record)


def _choose_confidences(example: Example, number: int) -> tuple[float, ...]:
    chosen: list[float] = []
    for attribute in with_absent(example.record, example.reference):
        meaning = "right" if attribute.pair in example.reference else "wrong"
        chosen.append(
            st.slider(
                f"{attribute.label} {attribute.value} ({meaning}): Eve's confidence",
                0.0,
                1.0,
                attribute.confidence,
                0.05,
                key=f"one-{number}-{attribute.label}-{attribute.value}",
                persist_state="session",
                help="0: she does not have it. 1: she is sure.",
            )
        )
    return tuple(chosen)


def _choose_weights(example: Example, number: int) -> Weighted:
    with st.expander("Weights: what matters more?", icon=":material/balance:"):
        return tuple(
            (
                label,
                st.select_slider(
                    f"Weight of {label}",
                    WEIGHTS,
                    1.0,
                    format_func="{:g}".format,
                    key=f"one-{number}-weight-{label}",
                    persist_state="session",
                    help="Only ratios count. Algorithm 1 needs all weights equal.",
                ),
            )
            for label in example.reference.labels
        )


@figure
def explored(number: int, confidences: tuple[float, ...], weights: Weighted) -> Explored:
    """Everything about one record; kept, so that the times stand still while nothing is moved."""
    example = EXAMPLES[number]
    attributes = with_absent(example.record, example.reference)
    record = Record(Attribute(*a.pair, sure) for a, sure in zip(attributes, confidences, strict=True))
    worlds = worlds_of(record, example.reference, dict(weights))
    by_method = answers(record, example.reference, dict(weights))
    leakage = next(answer.leakage or 0.0 for answer in by_method if answer.method == "exact")
    return Explored(worlds, by_method, leakage)


def _worlds(shown: Explored) -> None:
    st.subheader("Which worlds are possible?")
    show_table(
        [(world_text(world), world.probability, world.leakage, world.share) for world in shown.worlds],
        {
            "What the record says": st.column_config.TextColumn(width="large"),
            "Probability": st.column_config.NumberColumn(format="%.4f", help="All add up to 1."),
            "F1 in it": st.column_config.NumberColumn(
                format="%.4f",
                help="The leakage if this is the true world: 0 nothing right, 1 everything right and nothing wrong.",
            ),
            "Probability × F1": st.column_config.NumberColumn(format="%.4f", help="They add up to the leakage."),
        },
        "Every possible world with its probability and F1",
        height="auto" if len(shown.worlds) <= 8 else 320,
    )


def _answers(shown: Explored) -> None:
    st.subheader("What does each algorithm answer?")
    show_table(
        [_row(answer) for answer in shown.answers],
        {
            "Algorithm": None,
            "Leakage": st.column_config.NumberColumn(format="%.12f", help="0: nothing known, 1: everything."),
            "Relative error": st.column_config.TextColumn(help="Against the integral; lower is better."),
            "Time": st.column_config.TextColumn(help="The shortest of five runs; lower is faster."),
            "Remark": None,
        },
        "What each algorithm answers, how far it is from exact, and how long it took",
    )


def _row(answer: Answer) -> tuple[object, ...]:
    name = STYLES[answer.method][0]
    if answer.leakage is None or answer.error is None:
        return name, None, "–", "–", answer.refusal
    return name, answer.leakage, scientific(answer.error), duration(answer.seconds), ""
