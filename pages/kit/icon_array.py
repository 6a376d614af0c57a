"""Chances as icon arrays: so many of a hundred, beside each other where they are before and after."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from leakage.workspace.vocabulary import MISSING, RIGHT

ICONS, ACROSS, STEP, RADIUS = 100, 10, 11, 4
"""A hundred icons, ten in a row; the distance of two and the radius of each in pixels."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability to be drawn.

    Arguments:
        name: what may happen.
        probability: in [0, 1]; never a leakage, which is no probability.
        shown: the probability in words or digits.
        meaning: one sentence more; may be empty.
    """

    name: str
    probability: float
    shown: str
    meaning: str = ""


def of_a_hundred(probability: float) -> str:
    """A probability as a count of a hundred, told apart from never and always.

    >>> of_a_hundred(0.234), of_a_hundred(0.001), of_a_hundred(0.999), of_a_hundred(0.0), of_a_hundred(1.0)
    ('23 of 100', 'fewer than 1 of 100', 'more than 99 of 100', 'none of 100', 'all of 100')
    """
    if probability <= 0.0:
        return "none of 100"
    if probability >= 1.0:
        return "all of 100"
    number = round(ICONS * probability)
    if number == 0:
        return "fewer than 1 of 100"
    return "more than 99 of 100" if number == ICONS else f"{number} of 100"


def svg(chance: Chance) -> str:
    """One array as a picture with its sentence for those who do not see it; filled rows come first.

    >>> drawing = svg(Chance("You are found", 0.25, "25 %"))
    >>> drawing.count(RIGHT), drawing.count(MISSING), "25 of 100" in drawing
    (25, 75, True)
    """
    filled = round(ICONS * min(max(chance.probability, 0.0), 1.0))
    icons = "".join(
        f'<circle cx="{STEP * (place % ACROSS) + STEP / 2}" cy="{STEP * (place // ACROSS) + STEP / 2}" r="{RADIUS}" '
        + (f'fill="{RIGHT}"/>' if place < filled else f'fill="none" stroke="{MISSING}"/>')
        for place in range(ICONS)
    )
    size = STEP * ACROSS
    label = escape(f"{chance.name}: {of_a_hundred(chance.probability)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" width="{size}" height="{size}" '
        f'viewBox="0 0 {size} {size}">{icons}</svg>'
    )


def image(chance: Chance) -> str:
    """The picture as an image: Streamlit takes the elements of SVG out of HTML.

    >>> image(Chance("You are found", 0.25, "25 %")).startswith('<img alt="You are found: 25 of 100" src="data:image')
    True
    """
    label = escape(f"{chance.name}: {of_a_hundred(chance.probability)}")
    return f'<img alt="{label}" src="data:image/svg+xml;base64,{b64encode(svg(chance).encode()).decode()}">'


def show(chances: Sequence[Chance]) -> None:
    """Chances beside each other, each with its number of a hundred."""
    for column, chance in zip(st.columns(len(chances)), chances, strict=True):
        with column.container(border=True):
            st.text(chance.name)
            st.html(image(chance))
            st.markdown(f"**{of_a_hundred(chance.probability)}**")
            st.text(" ".join(part for part in (f"{chance.shown}.", chance.meaning) if part))
