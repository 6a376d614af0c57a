"""Every figure of the papers holds, and one that does not is seen."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.papers import PAPERS, papers_block
from tests.papers.figure import Figure, ordered
from tests.readme_figures import block_in_readme

NAMED = [(f"{title}: {one.place}, {one.what}", one) for title, figures in PAPERS.items() for one in figures]
FIGURES = [pytest.param(figure, id=name) for name, figure in NAMED]


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_holds(figure):
    """Numbers a hundredth off in one place, and words with a word more, do not."""
    assert bool(figure.slip) == bool(figure.instead)
    computed = figure.derived()
    assert replace(figure, derived=lambda: computed).holds()
    if isinstance(computed, str):
        wrong = [f"{computed} and more"]
    else:
        numbers = list(computed) if isinstance(computed, list) else [computed]
        wrong = [[number + 0.011 * (place == at) for place, number in enumerate(numbers)] for at in range(len(numbers))]
    assert not any(replace(figure, derived=lambda value=value: value).holds() for value in wrong)


def test_a_slip_that_is_none_is_seen():
    figure = Figure("a half", "1/2", lambda: 0.5, "It is no half.", "1/3")
    assert not figure.holds() and not replace(figure, instead="1/2").holds()


def test_there_are_159_and_the_readme_has_the_counts():
    assert len({name for name, _ in NAMED}) == len(NAMED) == 159
    assert block_in_readme("papers") == list(papers_block())


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("0.57", Fraction(4, 7), True),
        ("0.57", 0.5651, True),
        ("0.57", 0.5649, False),
        ("0.11", 0.1156, False),
        ("0.0", 0.04, False),
        ("2/3 ≈ 0.67", 2 / 3, True),
        ("2/3 ≈ 0.67", 0.67, False),
        ("2/3 = 0.5", 2 / 3, False),
        ("0.006 %", 0.0000603, True),
        ("0.006 %", 0.006, False),
        ("√26/12", 26**0.5 / 12, True),
        ("√26/12", 32**0.5 / 12, False),
        ("1 − 2^(-H)", 0.75, True),
        ("log2(H)", 1.0, True),
        ("1000", 1000.4, False),
        ("1/2", float("nan"), False),
    ],
)
def test_what_is_printed_stands_for_what_rounds_to_it(text, value, holds):
    assert Figure("", text, lambda: float(value), letters=(("H", 2.0),)).holds() == holds


def test_an_order_is_told_by_size():
    assert ordered(a=1.0, b=2.0) == "a ≤ b" and ordered(a=2.0, b=1.0) == "b ≤ a"
    assert ordered(a=1.0, b=1.0 + 1e-13, c=0.0) == "c ≤ a = b"
