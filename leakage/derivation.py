"""Derivations: a leakage worked out step by step, in fractions of the numbers as a person typed them."""

from __future__ import annotations

import html
import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from leakage.decision.leakage import InformationLeakage
from leakage.measure.leakage import record_leakage
from leakage.measure.weights import Measure, Weights, as_measure
from leakage.record import Attribute, Pair, Record, redacted_repr
from leakage.resolution.explain import Evidence


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """One step of a derivation.

    Arguments:
        sentence: what is done, as plain text; may contain a person's values.
        formula: the same in LaTeX, numbers only; empty where nothing is computed.
    """

    sentence: str
    formula: str = ""

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class World:
    """One possible world of a record.

    Arguments:
        right, record_weight: X and Y, the weights of its correct facts and of all its facts.
    """

    present: tuple[str, ...]
    probability: Fraction
    right: Fraction
    record_weight: Fraction
    leakage: Fraction

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class Derivation:
    """The steps that lead to a figure.

    Arguments:
        value: the figure as computed; the last step shows it.
        exact: the figure as a fraction of the numbers as typed; None if it was integrated.
        worlds: the possible worlds, if there are doubtful facts and few enough.
    """

    steps: tuple[DerivationStep, ...]
    value: float
    exact: Fraction | None
    worlds: tuple[World, ...] = ()

    __repr__ = redacted_repr


LONGEST = 10_000  # Largest numerator or denominator shown; beyond it decimals are easier to read.


def typed(number: float) -> Fraction:
    """A number as it was typed: 0.1 is one tenth, not the float next to it.

    >>> typed(0.1), typed(3.0)
    (Fraction(1, 10), Fraction(3, 1))
    """
    return Fraction(repr(float(number)))


def near(number: float) -> Fraction:
    """The simple fraction that a float stands for, if there is one; else the float itself.

    >>> near(0.1 + 0.2), near(2 / 3)
    (Fraction(3, 10), Fraction(2, 3))
    """
    simple = Fraction(number).limit_denominator(LONGEST)
    return simple if abs(float(simple) - number) <= 4e-15 * abs(number) else Fraction(number)


def readable(number: Fraction) -> bool:
    """Whether a person would write the number as a fraction."""
    return abs(number.numerator) <= LONGEST and number.denominator <= LONGEST


def all_digits(number: float) -> str:
    """A float with all its digits and no exponent, for LaTeX.

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
    r"""A number inside a fraction or a sum: a decimal if four places are exact.

    >>> plain(Fraction(3)), plain(Fraction(1, 2)), plain(Fraction(1, 3))
    ('3', '0.5', '\\tfrac{1}{3}')
    """
    if (number * 10_000).denominator == 1:
        return f"{float(number):.4f}".rstrip("0").rstrip(".")
    return latex(number).replace(r"\frac", r"\tfrac")


def added(numbers: Iterable[Fraction]) -> str:
    """A sum in LaTeX, with equal terms counted.

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
    r"""``= number``, or the rounded number after an approximate sign.

    >>> equals(Fraction(2, 3)), equals(Fraction(1, 123457))
    ('= \\frac{2}{3}', '\\approx 0.00001')
    """
    return f"= {latex(number)}" if number.denominator == 1 or readable(number) else rf"\approx {latex(number)}"


def quotient(over: str, under: str, number: Fraction) -> str:
    r"""A fraction as it is worked out, then simplified if that looks different.

    >>> quotient("2", "4", Fraction(1, 2)), quotient("1", "2", Fraction(1, 2))
    ('\\frac{2}{4} = \\frac{1}{2}', '\\frac{1}{2}')
    """
    written = rf"\frac{{{over}}}{{{under}}}"
    return written if written == latex(number) else f"{written} {equals(number)}"


def mathml(formula: str) -> str:
    r"""A LaTeX formula as a MathML block, which a page shows without a script."""
    from latex2mathml.converter import convert  # noqa: PLC0415

    # The converter does not escape what is inside \text.
    safe = re.sub(r"\\text\{([^{}]*)\}", lambda words: rf"\text{{{html.escape(words[1])}}}", formula)
    # HTML needs no namespace for math.
    return re.sub(' xmlns="[^"]*"', "", convert(safe, display="block"), count=1)


MOST_DOUBTFUL = 6  # With more doubtful facts the worlds, 64 at this number, are not listed.
MOST_JOINS = 50
MOST_IN_A_LINE = 8  # Beyond this many facts each has its own line.


def derive_record_leakage(
    record: Record,
    reference: Record,
    weights: Weights | None = None,
    *,
    value: float | None = None,
    named: Callable[[str], str] = str,
    valued: Callable[[str, str], str] = lambda label, value: value,
    labels: Sequence[str] = (),
) -> Derivation:
    """The leakage of a record, worked out step by step in fractions of the numbers as typed.

    ``L(r, e) = E[2 X / (W_e + Y)]``: X is the weight of the correct facts of a possible world of r, Y that of all its
    facts, W_e that of the person. Up to six doubtful facts give a list of worlds; more give an integral
    (``leakage.measure.kernel``).
    Source: Whang & Garcia-Molina 2012, Sections 2.1 to 2.3 and Definition 1.

    Arguments:
        named: the name shown for a label.
        valued: the text shown for the value of a label.
        labels: the order in which to list facts; alphabetical by default.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> derive_record_leakage(Record.of(("N", "Alice", 0.5), ("A", "20")), e).exact
    Fraction(13, 20)
    """
    figure = record_leakage(record, reference, weights) if value is None else value
    sums = _Sums(Record(record.known), reference, as_measure(weights), named, valued, labels)
    doubtful = sums.in_order(a for a in sums.record if a.confidence < 1.0)
    exact: Fraction | None = None
    worlds: tuple[World, ...] = ()
    if not any(sums.earned.values()):
        exact, steps = Fraction(0), [DerivationStep("She has nothing right, so she knows nothing.", "F_1 = 0")]
    elif not doubtful:
        exact, steps = _certain(*sums.of(sums.record), sums.total)
    elif len(doubtful) <= MOST_DOUBTFUL:
        worlds = tuple(sums.worlds(doubtful))
        exact, steps = _expected(worlds)
    else:
        steps = _integral(len(doubtful))
    last = DerivationStep(f"That is {100.0 * figure:.1f} %.", f"L = {all_digits(figure)}")
    return Derivation((*sums.facts(summed=not doubtful), *steps, last), figure, exact, worlds)


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums of weights of a record and its reference, as fractions."""

    record: Record
    reference: Record
    measure: Measure
    named: Callable[[str], str]
    valued: Callable[[str, str], str]
    labels: Sequence[str]

    @cached_property
    def total(self) -> Fraction:
        return sum(map(self._weight, self.reference), Fraction(0))

    @cached_property
    def earned(self) -> dict[Pair, Fraction]:
        credits = zip(self.record, self.measure.credits(self.record, self.reference), strict=True)
        whole = {a.pair: (self._weight(a), credit) for a, credit in credits}
        return {pair: weight if float(weight) == credit else near(credit) for pair, (weight, credit) in whole.items()}

    def of(self, world: Iterable[Attribute]) -> tuple[Fraction, Fraction]:
        held = list(world)
        return sum((self.earned[a.pair] for a in held), Fraction(0)), sum(map(self._weight, held), Fraction(0))

    def facts(self, summed: bool) -> Iterable[DerivationStep]:
        """The steps that list right facts, wrong facts and the whole; with sums if all facts are certain."""
        right = [a for a in self.record if self.measure.closest(a.pair, self.reference)[1]]
        wrong = [a for a in self.record if a not in right]
        missed = [self._weight(a) - self.earned[a.pair] for a in self.record]
        x, y_less_x = _sum("X", self.earned.values()), _sum("Y - X", missed)
        number = f"{len(self.reference)} {'fact' if len(self.reference) == 1 else 'facts'}"
        yield DerivationStep(f"Right: {self._listed(right)}", x if summed else "")
        yield DerivationStep(f"Wrong: {self._listed(wrong)}", y_less_x if summed else "")
        yield DerivationStep(f"All there is to know: {number}.", _sum("W_e", map(self._weight, self.reference)))

    def in_order(self, attributes: Iterable[Attribute]) -> list[Attribute]:
        """By label, then by the text shown: the order of hidden values would reveal something."""
        places = {label: place for place, label in enumerate(self.labels)}
        return sorted(attributes, key=lambda a: (places.get(a.label, len(places)), self._called(a), a.confidence))

    def worlds(self, doubtful: list[Attribute]) -> Iterable[World]:
        """All worlds; the first fact alternates fastest."""
        for choice in itertools.product((False, True), repeat=len(doubtful)):
            chosen = [*zip(doubtful, reversed(choice), strict=True)]
            sure = ((typed(a.confidence), there) for a, there in chosen)
            probability = math.prod((p if there else 1 - p for p, there in sure), start=Fraction(1))
            absent = {a for a, there in chosen if not there}
            right, record_weight = self.of(a for a in self.record if a not in absent)
            present = tuple(self._called(a) for a, there in chosen if there)
            yield World(present, probability, right, record_weight, 2 * right / (self.total + record_weight))

    def _weight(self, attribute: Attribute) -> Fraction:
        return typed(self.measure.weight(attribute.label))

    def _called(self, attribute: Attribute) -> str:
        return f"{self.named(attribute.label)} {self.valued(*attribute.pair)}"

    def _listed(self, attributes: list[Attribute]) -> str:
        words = [
            self._called(a) + ("" if a.confidence == 1.0 else f" (sure to {a.confidence:g})")
            for a in self.in_order(attributes)
        ]
        if len(words) > MOST_IN_A_LINE:
            return "".join(f"\n- {word}" for word in words)
        return f"{', '.join(words) or 'nothing'}."


def _sum(name: str, numbers: Iterable[Fraction]) -> str:
    terms = [*filter(None, numbers)]
    return " = ".join(dict.fromkeys((name, added(terms), plain(sum(terms, Fraction(0))))))


def _certain(right: Fraction, record_weight: Fraction, total: Fraction) -> tuple[Fraction, list[DerivationStep]]:
    x, y, e, exact = plain(right), plain(record_weight), plain(total), 2 * right / (total + record_weight)
    precision, recall = quotient(x, y, right / record_weight), quotient(x, e, right / total)
    leakage = quotient(rf"2 \cdot {x}", f"{e} + {y}", exact)
    return exact, [
        DerivationStep("Precision: how much of what she says is right.", rf"\frac{{X}}{{Y}} = {precision}"),
        DerivationStep("Recall: how much of all there is she has.", rf"\frac{{X}}{{W_e}} = {recall}"),
        DerivationStep("Leakage: the harmonic mean of the two, F1.", rf"\frac{{2 X}}{{W_e + Y}} = {leakage}"),
    ]


def _expected(worlds: tuple[World, ...]) -> tuple[Fraction, list[DerivationStep]]:
    exact = sum((world.probability * world.leakage for world in worlds), Fraction(0))
    terms = [rf"{plain(world.probability)} \cdot {plain(world.leakage)}" for world in worlds]
    shown = " + ".join([*terms[:8], *([r"\ldots"] if len(terms) > 8 else [])])
    return exact, [
        DerivationStep(
            f"Some facts are doubtful. There are {len(worlds)} possible worlds; each has its probability and its F1.",
            r"P(r') = \prod_{a \in r'} p_a \prod_{a \notin r'} (1 - p_a)",
        ),
        DerivationStep("Leakage: the expected F1.", f"{shown} {equals(exact)}"),
    ]


def _integral(doubtful: int) -> list[DerivationStep]:
    many = f"With {doubtful} doubtful facts there are 2 to the power of {doubtful} possible worlds, too many to list. "
    expectation = r"\mathbf{E}\left[\frac{2 X}{W_e + Y}\right]"
    integral = r"\int_0^\infty \mathbf{E}\left[2 X e^{-s (W_e + Y)}\right] ds"
    sentence = f"{many}The expectation over all of them is one integral."
    return [DerivationStep(sentence, f"{expectation} = {integral}")]


def derive_information_leakage(
    result: InformationLeakage,
    reference: Record,
    weights: Weights | None = None,
    *,
    named: Callable[[str], str] = str,
    valued: Callable[[str, str], str] = lambda label, value: value,
    record_named: Callable[[int], str] = lambda number: f"record {number + 1}",
    labels: Sequence[str] = (),
) -> Derivation:
    """The leakage of a database worked out: the joins of its worst composite in order, then its F1.

    ``L(R, e, E) = max_{r in E(R)} L(r, e)``.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments: as ``derive_record_leakage``, and

        record_named: the name shown for the number of an input record.

    >>> from leakage import Adversary, Resolve, Shares, information_leakage
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> derivation = derive_information_leakage(information_leakage(R, e, Adversary(Resolve(Shares("N")))), e)
    >>> derivation.exact, derivation.steps[0].sentence
    (Fraction(6, 7), 'record 1 and record 2 are joined, for both have N Alice (same N).')
    """
    record = derive_record_leakage(
        result.composite, reference, weights, value=result.leakage, named=named, valued=valued, labels=labels
    )
    if not result.members:
        return replace(record, steps=(DerivationStep("No record that she has says anything right."), *record.steps))

    def sentence(join: Evidence) -> str:
        sides = (" with ".join(map(record_named, side)) for side in (join.left, join.right))
        shared = ", ".join(f"{named(label)} {valued(label, value)}" for label, value in join.key.shared)
        why = f", for both have {shared}" if shared else ""
        return f"{' and '.join(sides)} are joined{why} ({join.key.rule.sentence()})."

    resolution, (first, *others) = result.resolution, result.members
    sentences = [sentence(join) for join in resolution.evidence_of(int(resolution.composite_of[first]), MOST_JOINS)]
    steps = [*map(DerivationStep, sentences or [f"{record_named(first)} is joined with no other record."])]
    # A composite of n records takes n - 1 joins.
    if len(others) > MOST_JOINS:
        steps.append(DerivationStep(f"And {len(others) - MOST_JOINS} more joins."))
    if (composites := len(resolution.composites)) > 1:
        most = f"Of her {composites:,} joined records this one tells most about the person."
        steps.append(DerivationStep(most, r"\max_{r \in E(R)} L(r, e)"))
    return replace(record, steps=(*steps, *record.steps))


def derive_increment(before: Derivation, after: Derivation, increment: float) -> Derivation:
    """Incremental leakage worked out: the leakage after minus the leakage before.

    ``I(R, r, e, E) = L(R + r, e, E) - L(R, e, E)``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> sides = (derive_record_leakage(record, e) for record in (Record.of(("N", "Alice")), e))
    >>> derive_increment(*sides, 1.0 - 2 / 3).exact
    Fraction(1, 3)
    """
    exact: Fraction | None = None
    difference = f"{all_digits(after.value)} - {all_digits(before.value)}"
    if before.exact is not None and after.exact is not None:
        exact = after.exact - before.exact
        difference = f"{latex(after.exact)} - {latex(before.exact)} {equals(exact)}"
    points = f"{100.0 * increment:.1f}".replace("-", "\N{MINUS SIGN}")
    steps = (
        DerivationStep("Before the release:"),
        *before.steps,
        DerivationStep("With the release:"),
        *after.steps,
        DerivationStep("What the release adds is the difference.", difference),
        DerivationStep(f"The release adds {points} points.", f"I = {all_digits(increment)}"),
    )
    return Derivation(steps, increment, exact)
