"""Numbers as a person works with them: fractions where they are fractions, else decimals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

LONGEST = 10_000
"""Numerators and denominators up to this are shown; beyond, the decimals are easier to read."""


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


def decimal(number: Fraction) -> str:
    r"""A number in at most four decimals; ``\approx`` is the caller's.

    >>> decimal(Fraction(1, 2)), decimal(Fraction(1, 3))
    ('0.5', '0.3333')
    """
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


def is_decimal(number: Fraction) -> bool:
    """Whether four decimals say all of it."""
    return (number * 10_000).denominator == 1


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
    r"""A number inside a fraction or a sum: whole, or decimals.

    >>> plain(Fraction(3)), plain(Fraction(1, 2)), plain(Fraction(1, 3))
    ('3', '0.5', '\\tfrac{1}{3}')
    """
    if is_decimal(number):
        return decimal(number)
    return latex(number).replace(r"\frac", r"\tfrac")


def added(numbers: Iterable[Fraction]) -> str:
    """A sum as it is written: equal terms are counted.

    >>> added([Fraction(1)] * 3), added([Fraction(2), Fraction(1), Fraction(1)]), added([])
    ('3', '2 + 2', '0')
    """
    terms = list(numbers)
    if not terms:
        return "0"
    counts = {term: terms.count(term) for term in dict.fromkeys(terms)}
    if len(counts) > 6:
        return plain(sum(terms, Fraction(0)))
    return " + ".join(
        plain(term) if count == 1 else str(count) if term == 1 else rf"{count} \cdot {plain(term)}"
        for term, count in counts.items()
    )


def equals(number: Fraction) -> str:
    r"""A number behind an equals sign: as it is, or rounded and said to be.

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
