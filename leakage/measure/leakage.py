"""Record leakage L(r, e): of one record or many, its derivatives, the largest of a set, and what hangs on weights."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from operator import contains, itemgetter
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.frames import ABSENT, Frame, Integers, Person, Records, person_of, records_of
from leakage.measure._series import Floats
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.paper_methods import leakage_by_equal_weights, leakage_by_taylor, leakage_by_worlds
from leakage.measure.weights import Measure, Weights, as_measure, beta_squared, rescaled
from leakage.record import Attribute, Record

Method: TypeAlias = Literal["exact", "worlds", "equal_weights", "taylor"]
TOGETHER = 1 << 13
"""Attributes read together: so many stay in the cache from one look at them to the next."""

FEW = 8
"""Values of a label that are compared one by one."""

BY_METHOD = {"worlds": leakage_by_worlds, "equal_weights": leakage_by_equal_weights, "taylor": leakage_by_taylor}


def leakages(records: Records, person: Person, weights: Weights | None = None, *, beta: float = 1.0) -> Floats:
    """Record leakage of many records: ``[L(r, e) for r in R]``, shape (|R|,).

    Arguments: as ``record_leakage``; records may be a DataFrame with one row a record.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> leakages([Record.of(("N", "Alice"), ("A", "20")), Record.of(("N", "Bob"))], e).tolist()
    [1.0, 0.0]
    """
    columns = columns_of(records_of(records), person_of(person), as_measure(weights), beta)
    return np.minimum(1.0, (1.0 + beta_squared(beta)) * expected_ratios(columns))


def record_leakage(
    record: Record, person: Person, weights: Weights | None = None, *, beta: float = 1.0, method: Method = "exact"
) -> float:
    """How much a record reveals of a person: the expected F-beta over its possible worlds.

    ``L(r, e) = E[L_0(r', e)] = sum_{r' in W(r)} P(r') F_beta(r', e)``, from 0 (nothing known, or nothing
    right) to 1 (everything, and nothing wrong).
    Source: Whang & Garcia-Molina 2012, Definition 1; Section 5 for the methods.

    Arguments:
        record: r, with the adversary's confidences.
        person: e, the person's complete information; its confidences do not count.
        weights: label to weight in [1e-300, 1e300]; a label not named weighs 1. Only ratios matter. Or a Measure, with
            which similar values get partial credit.
        beta: > 0, the weight of recall relative to precision.
        method: "exact" is the integral of ``leakage.measure.kernel``; "worlds" enumerates the definition, of at most
            20 uncertain attributes; "equal_weights" is the paper's Algorithm 1, "taylor" its second-order
            approximation; these two give no partial credit.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> r = Record.of(("N", "Alice", 0.5), ("A", "20"))
    >>> round(record_leakage(r, e), 12), round(record_leakage(r, e, {"N": 2}) - 22 / 35, 12)
    (0.65, 0.0)
    """
    if method == "exact":
        return float(leakages([record], person, weights, beta=beta)[0])
    if method not in BY_METHOD:
        raise ValueError(f"method must be exact, worlds, equal_weights or taylor, got {method!r}")
    return BY_METHOD[method](record, person_of(person), weights, beta)


def set_leakage(records: Records, person: Person, weights: Weights | None = None) -> float:
    """``L_0(R, e) = max_{r in R} L(r, e)``: the leakage of the record that leaks most; 0 for no record.

    Source: Whang & Garcia-Molina 2012, Section 2.3 (end). Arguments: as ``record_leakage``.
    """
    return float(leakages(records, person, weights).max(initial=0.0))


def columns_of(records: Sequence[Record], person: Record, measure: Measure, beta: float = 1.0) -> Columns:
    """Records held against a person, in columns, such that leakage is ``(1 + b^2) E[X / (A + Y)]``, A the scale."""
    if isinstance(records, Frame):
        weight, credit, bounds = _of_frame(records, person, measure)
        confidence = np.ones(len(weight))
    else:
        weight, confidence, right = _of_records(records, person, measure)
        bounds = np.cumsum([0, *map(len, records)])
        credit = np.where(right, weight, 0.0)
        graded = {label for label, _ in measure.similarities}
        for number, record in enumerate(records if graded else ()):
            if not graded.isdisjoint(record.labels):
                credit[bounds[number] : bounds[number + 1]] = measure.credits(record, person)
    square = beta_squared(beta)
    # An empty reference weighs nothing, and nothing is right then.
    scale = max(square * measure.total(person), 1e-305) if len(person) else 1.0
    return Columns(weight, confidence, credit, bounds, np.full(len(records), scale))


def _of_records(records: Sequence[Record], person: Record, measure: Measure) -> list[npt.NDArray[Any]]:
    """The weights and confidences of attributes, and whether they are right."""
    label_of, value_of, confidence_of = map(itemgetter, range(3))
    many = {label: frozenset(values) for label, values in person.by_label.items() if len(values) > FEW}
    facts: Mapping[str, Collection[str]] = {**person.by_label, **many} if many else person.by_label
    parts: list[tuple[npt.NDArray[Any], ...]] = [(np.zeros(0), np.zeros(0), np.zeros(0, dtype=bool))]
    before, width = list[str](), len(records[0]) if len(records) else 0
    size = TOGETHER - TOGETHER % max(1, width) or TOGETHER
    attributes = chain.from_iterable(records)
    while some := [*islice(attributes, size)]:
        labels = [*map(label_of, some)]
        if labels != before:  # The next records often have the same labels.
            before, true = labels, [*map(facts.get, labels, repeat(()))]
            weight = np.fromiter(map(measure.by_label.get, labels, repeat(1.0)), np.float64, len(some))
        confidence = np.fromiter(map(confidence_of, some), np.float64, len(some))
        parts.append((weight, confidence, np.fromiter(map(contains, true, map(value_of, some)), bool, len(some))))
    return list(map(np.concatenate, zip(*parts, strict=True)))


def _of_frame(records: Frame, person: Record, measure: Measure) -> tuple[Floats, Floats, Integers]:
    weights, credits, rows = [], [], []
    for label in records.labels:
        codes, values = records.column(label)
        held = np.flatnonzero(codes != ABSENT)
        each = [measure.weight(label) * measure.closest((label, value), person)[1] for value in values]
        rows.append(held)
        weights.append(np.full(len(held), measure.weight(label)))
        credits.append(np.array(each)[codes[held]] if each else np.zeros(0))
    row = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
    order = np.argsort(row, kind="stable")
    bounds = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=len(records)))))
    return np.concatenate([np.zeros(0), *weights])[order], np.concatenate([np.zeros(0), *credits])[order], bounds


def leakage_gradient(
    record: Record, person: Person, weights: Weights | None = None, *, beta: float = 1.0
) -> dict[Attribute, float]:
    """``dL/dc`` for every attribute of the record, in O(|r|^2): ``L(r, c being 1) - L(r, c being 0)``.

    L is multilinear in the confidences, so raising one confidence c to 1 gains exactly ``(1 - c) dL/dc`` and removing
    the attribute costs exactly ``c dL/dc``, as long as the same values claim the same facts. Right attributes have a
    derivative >= 0, wrong ones <= 0, similar ones either. Arguments: as ``record_leakage``.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.3.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> gradient = leakage_gradient(Record.of(("N", "Alice"), ("P", "123", 0.5)), e)
    >>> {attribute.label: round(slope, 9) for attribute, slope in gradient.items()}
    {'N': 0.5, 'P': 0.333333333}
    """
    one, size = columns_of([record], person_of(person), as_measure(weights), beta), len(record)
    own, bounds = np.eye(size, dtype=bool), size * np.arange(2 * size + 1)
    confidence = np.concatenate([np.where(own, sure, one.confidence).ravel() for sure in (1.0, 0.0)])
    weight, credit = (np.tile(column, 2 * size) for column in (one.weight, one.credit))
    there, absent = np.split(
        expected_ratios(Columns(weight, confidence, credit, bounds, np.tile(one.scale, 2 * size))), 2
    )
    return dict(zip(record, ((1.0 + beta_squared(beta)) * (there - absent)).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Addition:
    """The effect of adding an absent attribute to a record.

    Its value would be right, a fact of the person that the record lacks, or wrong; ``L(r + a at c) - L(r) = c slope``.
    """

    label: str
    right: bool
    weight: float
    slope: float


def addition_gradient(
    record: Record, person: Person, weights: Weights | None = None, *, beta: float = 1.0
) -> tuple[Addition, ...]:
    """``dL/dc`` of adding an absent attribute, right or wrong, for every label of the person and then of the record.

    For a label with a similarity the wrong value is similar to no fact. Arguments: as ``record_leakage``.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.2.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> [(a.label, a.right, round(a.slope, 9)) for a in addition_gradient(Record.of(("N", "Alice")), e)]
    [('N', False, -0.166666667), ('P', True, 0.333333333), ('P', False, -0.166666667)]
    """
    whole, measure = person_of(person), as_measure(weights)
    options = list(_options(record, whole))
    before, *after = leakages(
        [record, *(record.with_attribute(a) for a, _ in options)], whole, measure, beta=beta
    ).tolist()
    gains = zip(options, after, strict=True)
    return tuple(Addition(a.label, right, measure.weight(a.label), then - before) for (a, right), then in gains)


def _options(record: Record, person: Record) -> Iterator[tuple[Attribute, bool]]:
    lacking: dict[str, Attribute] = {}
    for fact in person:
        if fact.pair not in record:
            lacking.setdefault(fact.label, Attribute(*fact.pair))
    longest = max((len(a.value) for whole in (record, person) for a in whole), default=0)
    for label in dict.fromkeys(a.label for whole in (person, record.known) for a in whole):
        if label in lacking:
            yield lacking[label], True
        yield Attribute(label, "\0" * (longest + 1)), False


TIED = 1.0 - 1e-12
"""Leakages whose ratio is above this are equal: they differ in the last bits of a sum only."""


def argmax_tolerant(values: Floats) -> int:
    """The place of the first leakage within a relative 1e-12 of the greatest."""
    return int(np.argmax(values >= values.max() * TIED))


def ranking(values: Floats) -> list[int]:
    """The places of leakages in descending order; neighbours within a relative 1e-12 are in order of place."""
    order = np.argsort(-values, kind="stable")
    falling = values[order]
    runs = np.concatenate((np.zeros(len(order[:1])), np.cumsum(falling[1:] < falling[:-1] * TIED)))
    ranked: list[int] = order[np.lexsort((order, runs))].tolist()
    return ranked


@dataclass(frozen=True, slots=True)
class WeightSensitivity:
    """What halving and doubling the weight of one label does to the greatest leakage of a composite."""

    label: str
    weight: float
    leakage: float
    halved: float
    doubled: float

    @property
    def spread(self) -> float:
        """The greatest change of the leakage."""
        return max(abs(then - self.leakage) for then in (self.halved, self.doubled))


def weight_sensitivity(
    composites: Records, person: Person, weights: Weights | None = None
) -> tuple[WeightSensitivity, ...]:
    """The effect of halving and doubling the weight of each label, the greatest spread first.

    ``max_r L(r, e)`` over the composites, which do not depend on weights, with ``w_l / 2`` and ``2 w_l`` for ``w_l``.
    Source: Whang & Garcia-Molina 2012, Section 2 ("the values of the weights are application specific").

    >>> from leakage import Record
    >>> found = weight_sensitivity([Record.of(("N", "Alice"))], Record.of(("N", "Alice"), ("P", "123")))
    >>> [(entry.label, round(entry.halved, 9), entry.doubled) for entry in found]
    [('N', 0.5, 0.8), ('P', 0.8, 0.5)]
    """
    whole, measure = person_of(person), as_measure(weights)
    bodies = tuple(records_of(composites))
    figure, found = set_leakage(bodies, whole, measure), []
    for label in dict.fromkeys(a.label for record in (whole, *bodies) for a in record):
        both = (set_leakage(bodies, whole, rescaled(measure, {label: factor})) for factor in (0.5, 2.0))
        ends = (figure if math.isclose(then, figure, rel_tol=1e-12) else then for then in both)
        found.append(WeightSensitivity(label, measure.weight(label), figure, *ends))
    return tuple(sorted(found, key=lambda entry: -entry.spread))
