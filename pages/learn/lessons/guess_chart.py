"""The guess and the truth on one line."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from leakage.lessons import Number
from pages.kit.charts.chart import CONFIG, MISSING, RIGHT, Chart, framed

HEIGHT = 110


def show_guess(question: Number, truth: float, guess: float, key: str) -> None:
    """Draw it; the sentence above it says what it answers."""
    chart = guess_chart(question, truth, guess)
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config=CONFIG)


def guess_chart(question: Number, truth: float, guess: float) -> Chart:
    """A line as long as the slider, with the truth and the guess on it."""
    figure = go.Figure()
    figure.add_scatter(
        x=[guess, truth],
        y=[0, 0],
        mode="lines",
        line={"color": MISSING, "width": 4},
        hoverinfo="skip",
        showlegend=False,
    )
    _mark(figure, "your guess", guess, MISSING, question, above=False)
    _mark(figure, "the truth", truth, RIGHT, question, above=True)
    room = 0.04 * (question.high - question.low)
    low, high = min(question.low, truth), max(question.high, truth)
    figure.update_xaxes(range=[low - room, high + room], ticksuffix=f" {question.unit}".rstrip(), zeroline=False)
    figure.update_yaxes(visible=False, range=[-1.5, 1.5], fixedrange=True)
    framed(figure, "How far off?", HEIGHT)
    figure.update_layout(margin={"l": 24, "r": 24, "t": 0, "b": 24}, showlegend=False, height=HEIGHT)
    return Chart(figure, f"The truth is {question.told(truth)}. The guess was {question.told(guess)}.")


def _mark(figure: go.Figure, name: str, place: float, colour: str, question: Number, above: bool) -> None:
    figure.add_scatter(
        name=name,
        x=[place],
        y=[0],
        mode="markers+text",
        text=[f"{name} {question.told(place)}"],
        textposition="top center" if above else "bottom center",
        textfont={"size": 14},
        marker={"size": 16, "color": colour},
        hoverinfo="skip",
    )
