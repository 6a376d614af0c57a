"""Guessing: a slider for a number, a list to pick from."""

from __future__ import annotations

import streamlit as st

from leakage.lessons import PERCENT, POINTS, Choice, LessonStep, Number


def guess(step: LessonStep, key: str) -> float | None:
    """What is guessed at a step; None where nothing is picked yet."""
    match step.question:
        case Number() as question:
            return float(
                st.slider(
                    question.ask,
                    question.low,
                    question.high,
                    question.low,
                    question.step,
                    format=_format(question),
                    key=f"guess-{key}",
                    persist_state="session",
                    label_visibility="collapsed",
                )
            )
        case Choice() as question:
            return st.radio(
                question.ask,
                range(len(question.options)),
                index=None,
                format_func=question.told,
                key=f"guess-{key}",
                persist_state="session",
                label_visibility="collapsed",
                horizontal=len(question.options) > 4,
            )
    return None


def _format(question: Number) -> str:
    """With the sign of a percentage; what is counted stands in the question, and may be one."""
    return {PERCENT: "%g %%", POINTS: "%g points"}.get(question.unit, "%g")
