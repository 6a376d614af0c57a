"""One record in all its worlds: sliders for what Eve believes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from leakage.laboratory.one_record import EXAMPLES, Answer, Example, World, answers, with_absent, worlds_of
from leakage.record import Attribute, Record
from pages.ui import figures
from pages.ui.charts.chart import show
from pages.ui.charts.race import STYLES
from pages.ui.charts.worlds import known, worlds_chart
from pages.ui.words import amount, count, duration, percent, scientific

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
    found = explored(number, confidences, weights)
    with outcome:
        st.subheader(f"Eve knows {amount(found.leakage)}: {percent(found.leakage)}")
        st.text(f"{count(len(found.worlds), 'possible world')}. Lower is better for the person.")
        show(worlds_chart(found.worlds, found.leakage), "worlds-chart")
    _worlds(found)
    _answers(found)


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
                help="0: she does not have it. 1: she is certain.",
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


@figures.cached
def explored(number: int, confidences: tuple[float, ...], weights: Weighted) -> Explored:
    """Everything about one record; kept, so that the times stand still while nothing is moved."""
    example = EXAMPLES[number]
    held = with_absent(example.record, example.reference)
    record = Record(Attribute(*a.pair, sure) for a, sure in zip(held, confidences, strict=True))
    worlds = worlds_of(record, example.reference, dict(weights))
    found = answers(record, example.reference, dict(weights))
    return Explored(worlds, found, next(one.leakage or 0.0 for one in found if one.method == "exact"))


def _worlds(found: Explored) -> None:
    st.subheader("Which worlds are possible?")
    st.dataframe(
        pd.DataFrame(
            [(known(world), world.probability, world.leakage, world.share) for world in found.worlds],
            columns=["What the record holds", "Probability", "F1 in it", "Probability × F1"],
        ),
        hide_index=True,
        height="auto" if len(found.worlds) <= 8 else 320,
        alt="Every possible world with its probability and F1",
        column_config={
            "What the record holds": st.column_config.TextColumn(width="large"),
            "Probability": st.column_config.NumberColumn(format="%.4f", help="All add up to 1."),
            "F1 in it": st.column_config.NumberColumn(
                format="%.4f", help="Leakage were this the true world: 0 nothing right, 1 all right and nothing wrong."
            ),
            "Probability × F1": st.column_config.NumberColumn(format="%.4f", help="They add up to the leakage."),
        },
    )


def _answers(found: Explored) -> None:
    st.subheader("What does each algorithm answer?")
    st.dataframe(
        pd.DataFrame(
            [_row(answer) for answer in found.answers],
            columns=["Algorithm", "Leakage", "Relative error", "Time", "Remark"],
        ),
        hide_index=True,
        alt="What each algorithm answers, how far it is from exact, and how long it took",
        column_config={
            "Leakage": st.column_config.NumberColumn(format="%.12f", help="0: nothing known, 1: everything."),
            "Relative error": st.column_config.TextColumn(help="Against the integral; lower is better."),
            "Time": st.column_config.TextColumn(help="The shortest of five runs; lower is faster."),
        },
    )


def _row(answer: Answer) -> tuple[object, ...]:
    name = STYLES[answer.method][0]
    if answer.leakage is None or answer.error is None:
        return name, None, "–", "–", answer.refusal
    return name, answer.leakage, scientific(answer.error), duration(answer.seconds), ""
