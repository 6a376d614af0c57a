"""Derivation: the steps that lead to a figure, in numbers as a person works with them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from leakage.record import redacted_repr


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """One step of a derivation.

    Arguments:
        sentence: what is done, in words; it may hold a person's values, and is no markup.
        formula: the same in LaTeX, with numbers alone; empty where there is nothing to compute.
    """

    sentence: str
    formula: str = ""

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class World:
    """One possible world of a record.

    Arguments:
        right, record_weight: X and Y, the weight of what the world has right, and of all it says.
    """

    present: tuple[str, ...]
    probability: Fraction
    right: Fraction
    record_weight: Fraction
    leakage: Fraction

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class Derivation:
    """How a figure is worked out.

    Arguments:
        value: the figure itself, as it was computed: the last step shows it.
        exact: the same as a fraction of the numbers as they were typed; None where it was integrated.
        worlds: the possible worlds, where some facts are doubtful and they are few.
    """

    steps: tuple[DerivationStep, ...]
    value: float
    exact: Fraction | None
    worlds: tuple[World, ...] = ()

    __repr__ = redacted_repr


LONGEST = 10_000  # Numerators and denominators up to this are shown; beyond, the decimals are easier to read.


def typed(number: float) -> Fraction:
    """A number as it was typed: 0.1 is one tenth, not the float next to it.

    >>> typed(0.1), typed(3.0)
    (Fraction(1, 10), Fraction(3, 1))
    """
    return Fraction(repr(float(number)))


def near(number: float) -> Fraction:
    """The simplest fraction that a computed number stands for, if there is one; else the number itself.

    >>> near(0.1 + 0.2), near(2 / 3)
    (Fraction(3, 10), Fraction(2, 3))
    """
    simple = Fraction(number).limit_denominator(LONGEST)
    return simple if abs(float(simple) - number) <= 4e-15 * abs(number) else Fraction(number)


def readable(number: Fraction) -> bool:
    """Whether a fraction is one that a person would write down."""
    return abs(number.numerator) <= LONGEST and number.denominator <= LONGEST


def all_digits(number: float) -> str:
    """A float with all its digits, as LaTeX reads them: without an exponent.

    >>> all_digits(0.65), all_digits(1.5e-07)
    ('0.65', '0.00000015')
    """
    return np.format_float_positional(number, trim="0")


def latex(number: Fraction) -> str:
    r"""A number in LaTeX: whole, a fraction, or decimals.

    >>> latex(Fraction(3)), latex(Fraction(13, 20)), latex(Fraction(1, 123457))
    ('3', '\\frac{13}{20}', '0.00001')
    """
    if number.denominator == 1:
        return str(number.numerator)
    if readable(number):
        sign = "-" if number < 0 else ""
        return rf"{sign}\frac{{{abs(number.numerator)}}}{{{number.denominator}}}"
    return f"{float(number):.4g}" if abs(number) >= Fraction(1, 10_000) else f"{float(number):.5f}"


def plain(number: Fraction) -> str:
    r"""A number inside a fraction or a sum: in decimals where four say all of it.

    >>> plain(Fraction(3)), plain(Fraction(1, 2)), plain(Fraction(1, 3))
    ('3', '0.5', '\\tfrac{1}{3}')
    """
    if (number * 10_000).denominator == 1:
        return f"{float(number):.4f}".rstrip("0").rstrip(".")
    return latex(number).replace(r"\frac", r"\tfrac")


def added(numbers: Iterable[Fraction]) -> str:
    """A sum as it is written: equal terms are counted.

    >>> added([Fraction(1)] * 3), added([Fraction(2), Fraction(1), Fraction(1)]), added([])
    ('3', '2 + 2', '0')
    """
    terms = list(numbers)
    counts = {term: terms.count(term) for term in terms}
    if not 0 < len(counts) <= 6:
        return plain(sum(terms, Fraction(0)))
    return " + ".join(
        plain(term) if count == 1 else str(count) if term == 1 else rf"{count} \cdot {plain(term)}"
        for term, count in counts.items()
    )


def equals(number: Fraction) -> str:
    r"""A number behind an equals sign, or rounded behind another.

    >>> equals(Fraction(2, 3)), equals(Fraction(1, 123457))
    ('= \\frac{2}{3}', '\\approx 0.00001')
    """
    return f"= {latex(number)}" if number.denominator == 1 or readable(number) else rf"\approx {latex(number)}"


def quotient(over: str, under: str, number: Fraction) -> str:
    r"""A fraction as it is worked out, and simplified where that looks otherwise.

    >>> quotient("2", "4", Fraction(1, 2)), quotient("1", "2", Fraction(1, 2))
    ('\\frac{2}{4} = \\frac{1}{2}', '\\frac{1}{2}')
    """
    written = rf"\frac{{{over}}}{{{under}}}"
    return written if written == latex(number) else f"{written} {equals(number)}"


def mathml(formula: str) -> str:
    r"""A formula of a derivation, which is LaTeX, as a MathML block, which a page shows without any script."""
    from latex2mathml.converter import convert  # noqa: PLC0415

    # The library writes what is inside \text as it is, and a page would take that for markup.
    safe = re.sub(r"\\text\{([^{}]*)\}", lambda words: rf"\text{{{html.escape(words[1])}}}", formula)
    # A page of HTML knows what math is, and names no address.
    return re.sub(' xmlns="[^"]*"', "", convert(safe, display="block"), count=1)
