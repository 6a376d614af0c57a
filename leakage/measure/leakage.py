"""Record leakage L(r, e): of one record or many at once, and the largest of a set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from operator import attrgetter
from typing import Literal, TypeAlias

import numpy as np

from leakage.frames import ABSENT, Frame, Integers, Person, Records, person_of, records_of
from leakage.measure._series import Floats
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.paper_methods import leakage_by_equal_weights, leakage_by_taylor, leakage_by_worlds
from leakage.measure.weights import Measure, Weights, as_measure, beta_squared
from leakage.record import Record

Method: TypeAlias = Literal["exact", "worlds", "equal_weights", "taylor"]
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
        weights: label to weight in [1e-300, 1e300]; a label not named weighs 1. Only ratios matter. Or a Measure, by
            which near values count in part.
        beta: > 0, the weight of recall against precision.
        method: "exact" is the integral of ``leakage.measure.kernel``; "worlds" enumerates the definition, of at most
            20 uncertain attributes; "equal_weights" is the paper's Algorithm 1, "taylor" its second-order
            approximation: these two know right and wrong only.

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
    """``L_0(R, e) = max_{r in R} L(r, e)``: what the one most telling record reveals; 0 for no record.

    Source: Whang & Garcia-Molina 2012, Section 2.3 (end). Arguments: as ``record_leakage``.
    """
    return float(leakages(records, person, weights).max(initial=0.0))


def columns_of(records: Sequence[Record], person: Record, measure: Measure, beta: float = 1.0) -> Columns:
    """Records held against a person, in columns, such that leakage is ``(1 + b^2) E[X / (A + Y)]``, A the scale."""
    if isinstance(records, Frame):
        weight, credit, bounds = _of_frame(records, person, measure)
        confidence = np.ones(len(weight))
    else:
        attributes = [*chain.from_iterable(records)]
        parts = map(attrgetter, ("label", "value", "confidence"))
        labels, values, confidences = (list(map(part, attributes)) for part in parts)
        weight = np.fromiter(map(measure.by_label.get, labels, repeat(1.0)), np.float64, len(labels))
        confidence = np.array(confidences, dtype=np.float64)
        pairs = zip(labels, values, strict=True)
        right = np.fromiter(map(person.known.confidences.__contains__, pairs), bool, len(labels))
        bounds = np.cumsum([0, *map(len, records)])
        credit = np.where(right, weight, 0.0)
        graded = {label for label, _ in measure.similarities}
        for number, record in enumerate(records if graded else ()):
            if not graded.isdisjoint(record.labels):
                credit[bounds[number] : bounds[number + 1]] = measure.credits(record, person)
    square = beta_squared(beta)
    # Nobody's facts weigh nothing, and then nothing is right.
    scale = max(square * measure.total(person), 1e-305) if len(person) else 1.0
    return Columns(weight, confidence, credit, bounds, np.full(len(records), scale))


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


TIED = 1.0 - 1e-12
"""Leakages whose ratio is above this are equal: they differ in the last bits of a sum only."""


def argmax_tolerant(values: Floats) -> int:
    """The number of the first leakage that is the greatest, or less by 1e-12 of it at most."""
    return int(np.argmax(values >= values.max() * TIED))


def ranking(values: Floats) -> list[int]:
    """The numbers of leakages from the greatest on; those that are the next one's but for 1e-12 of it, by number."""
    order = np.argsort(-values, kind="stable")
    falling = values[order]
    runs = np.concatenate((np.zeros(len(order[:1])), np.cumsum(falling[1:] < falling[:-1] * TIED)))
    ranked: list[int] = order[np.lexsort((order, runs))].tolist()
    return ranked
