"""The methods of the papers: precision and recall, possible worlds, Algorithm 1, the Taylor series."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from leakage.frames import Person, person_of
from leakage.measure._series import Floats
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.weights import Measure, Weights, as_measure, beta_squared
from leakage.record import Attribute, Record


def precision(record: Record, reference: Person, weights: Weights | None = None) -> float:
    """Correctness: the share of the record that is right.

    ``Pr(r, e) = sum_{a in r and e} w_a / sum_{a in r} w_a``, 0 for an empty record.
    Source: Whang & Garcia-Molina 2012, Section 2.1.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
    >>> precision(Record.of(("N", "Alice"), ("A", "20"), ("P", "111")), e, {"N": 2})
    0.75
    """
    right, record_weight, _ = _sums(record, reference, weights)
    return right / record_weight if record_weight else 0.0


def recall(record: Record, reference: Person, weights: Weights | None = None) -> float:
    """Completeness: the share of the person's information that is in the record.

    ``Re(r, e) = sum_{a in r and e} w_a / sum_{a in e} w_a``, 0 for an empty reference.
    Source: Whang & Garcia-Molina 2012, Section 2.2. Arguments: as ``precision``.

    >>> recall(Record.of(("N", "Alice"), ("P", "111")), Record.of(("N", "Alice"), ("A", "20")), {"A": 3})
    0.25
    """
    right, _, total = _sums(record, reference, weights)
    return right / total if total else 0.0


def _sums(record: Record, reference: Person, weights: Weights | None) -> tuple[float, float, float]:
    measure, person = as_measure(weights), person_of(reference)
    present = Record(Attribute(*a.pair) for a in record)
    return math.fsum(measure.credits(present, person)), measure.total(record), measure.total(person)


def f_measure(record: Record, reference: Person, weights: Weights | None = None, beta: float = 1.0) -> float:
    """``L_0``: the weighted harmonic mean of precision and recall, leakage without confidences.

    ``F_beta = (1 + b^2) Pr Re / (b^2 Pr + Re) = (1 + b^2) X / (b^2 W_e + Y)`` with X the weight of
    r's correct attributes, Y of all of r, W_e of the reference; 0 where nothing is right.
    Source: Whang & Garcia-Molina 2012, Section 2.2. Arguments: as ``precision``; beta > 0, above 1 recall counts more.

    >>> f_measure(Record.of(("N", "Alice"), ("P", "111")), Record.of(("N", "Alice"), ("A", "20")), {"A": 2})
    0.4
    """
    right, record_weight, total = _sums(record, reference, weights)
    square = beta_squared(beta)
    return 0.0 if right == 0.0 else (1.0 + square) * right / (square * total + record_weight)


def expected_precision(record: Record, reference: Person, weights: Weights | None = None) -> float:
    """The expected precision of the record, ``E[Pr(r', e)]``.

    A world without attributes has precision 0. ``E[X / Y] = sum_b p_b E[credit_b / (w_b + Y_b)]`` over the right
    attributes b, with Y_b the weight of all others present: one integral each, O(|r|^2).
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end). Arguments: as ``record_leakage``.

    >>> round(expected_precision(Record.of(("N", "Alice", 0.5), ("A", "30")), Record.of(("N", "Alice"))), 12)
    0.25
    """
    measure, known = as_measure(weights), record.known
    credits = np.array(measure.credits(known, person_of(reference)))
    weight = np.array([measure.weight(a.label) for a in known])
    confidence = np.array([a.confidence for a in known])
    total = 0.0
    for b in np.flatnonzero(credits).tolist():
        others, size = np.delete(np.arange(len(known)), b), len(known) - 1
        bounds, scale = np.array([0, size]), np.array([weight[b]])
        # E[1 / (w_b + Y_b)] is the credit of the attribute if it were certain.
        alone = Columns(weight[others], confidence[others], np.zeros(size), bounds, scale)
        total += confidence[b] * expected_ratios(alone, np.array([credits[b]]))[0]
    return min(1.0, float(total))


def expected_recall(record: Record, reference: Person, weights: Weights | None = None) -> float:
    """The expected recall of the record, ``E[Re(r', e)]``.

    ``sum_{a in r and e} w_a p_a / sum_{a in e} w_a``, by linearity.
    Source: Whang & Garcia-Molina 2012, Section 2.3 (end). Arguments: as ``record_leakage``.

    >>> expected_recall(Record.of(("N", "Alice", 0.5)), Record.of(("N", "Alice"), ("A", "20")))
    0.25
    """
    measure, person = as_measure(weights), person_of(reference)
    earned = math.fsum(c * a.confidence for c, a in zip(measure.credits(record, person), record, strict=True))
    return earned / measure.total(person) if len(person) else 0.0


MOST_UNCERTAIN = 20


def possible_worlds(record: Record) -> Iterator[tuple[float, Record]]:
    """``W(r)``: the possible worlds of a record with at most 20 uncertain attributes, each with its probability > 0.

    ``P(r') = prod_{a in r'} p(a, r) * prod_{a not in r'} (1 - p(a, r))``.
    Source: Whang & Garcia-Molina 2012, Section 2.3.

    >>> worlds = possible_worlds(Record.of(("name", "Alice"), ("age", "20", 0.4), ("phone", "1", 0.5)))
    >>> sorted((round(probability, 3), len(world)) for probability, world in worlds)
    [(0.2, 2), (0.2, 3), (0.3, 1), (0.3, 2)]
    """
    sure = [Attribute(*a.pair) for a in record if a.confidence == 1.0]
    unsure = [a for a in record if 0.0 < a.confidence < 1.0]
    if len(unsure) > MOST_UNCERTAIN:
        raise ValueError(
            f"possible worlds are enumerated for at most {MOST_UNCERTAIN} uncertain attributes, got {len(unsure)}"
        )
    for choice in range(1 << len(unsure)):
        present = [(a, bool(choice >> i & 1)) for i, a in enumerate(unsure)]
        probability = math.prod(a.confidence if there else 1.0 - a.confidence for a, there in present)
        yield probability, Record((*sure, *(Attribute(*a.pair) for a, there in present if there)))


def leakage_by_worlds(record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0) -> float:
    """``L(r, e) = E[L_0(r', e)]`` summed over all possible worlds r', in exponential time (2012, Definition 1)."""
    measure, person, square = as_measure(weights), person_of(reference), beta_squared(beta)
    whole = square * measure.total(person)
    # The record, not each world, decides which value claims a fact.
    earned = dict(zip((a.pair for a in record), measure.credits(record, person), strict=True))
    terms = []
    for probability, world in possible_worlds(record):
        right = math.fsum(earned[a.pair] for a in world)
        terms.append(probability * (1.0 + square) * right / (whole + measure.total(world)) if right else 0.0)
    return math.fsum(terms)


def leakage_by_equal_weights(
    record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0
) -> float:
    """Record leakage for equal weights in time O(|e| |r|^2), as printed and repaired.

    For each b in e, Y is the distribution of how many other attributes of r are present, and
    ``L = sum_b (1 + b^2) p(b, r) sum_k P(k others present) / (b^2 |e| + 1 + k)``.
    Source: Whang & Garcia-Molina 2012, Algorithm 1.

    >>> e = Record.of(("A", "1"), ("B", "2"))
    >>> round(leakage_by_equal_weights(Record.of(("A", "1", 0.1), ("B", "3", 0.2)), e) * 300, 9)
    19.0
    """
    measure = _right_or_wrong(weights)
    if len({measure.weight(a.label) for r in (record, reference) for a in r}) > 1:
        raise ValueError("method equal_weights needs all weights equal; use exact")
    square = beta_squared(beta)
    total = 0.0
    for b in reference:
        if chance := record.confidence_of(b.pair):
            counts = _present([a.confidence for a in record if a.pair != b.pair])
            denominators = square * len(reference) + 1.0 + np.arange(len(counts))
            total += (1.0 + square) * chance * float(np.sum(counts / denominators))
    return total


def _present(confidences: list[float]) -> Floats:
    """The distribution of the number of attributes present: shape (len(confidences) + 1,).

    The paper's line 9 runs x to |Y| - 1, where line 10 would read Y past its end; x must stop at |Y| - 2.
    """
    distribution = np.ones(1)
    for p in confidences:
        distribution = np.append(distribution * (1.0 - p), 0.0) + np.append(0.0, distribution * p)
    return distribution


def leakage_by_taylor(record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0) -> float:
    """Record leakage, approximately, for any weights in linear time.

    Around the mean of each denominator, ``L ~ (1 + b^2) sum_{a correct} w_a p_a (1/m_a + v_a/m_a^3)`` with
    ``m_a = b^2 W_e + w_a + sum_{c != a} p_c w_c`` and ``v_a = sum_{c != a} p_c (1 - p_c) w_c^2``.
    Source: Whang & Garcia-Molina 2012, Section 5 (the series is in their technical report; derived here).

    >>> e = Record.of(("A", "1"), ("B", "2"))
    >>> round(leakage_by_taylor(Record.of(("A", "1", 0.1), ("B", "3", 0.2)), e), 4)
    0.0635
    """
    measure, square = _right_or_wrong(weights), beta_squared(beta)
    right = np.array([a.pair in reference for a in record], dtype=bool)
    if not right.any():
        return 0.0
    p, w = np.array([a.confidence for a in record]), np.array([measure.weight(a.label) for a in record])
    mean = square * measure.total(reference) + w + (np.sum(p * w) - p * w)
    variance = np.sum(p * (1.0 - p) * w * w) - p * (1.0 - p) * w * w
    return float((1.0 + square) * np.sum((w * p * (1.0 / mean + variance / mean**3))[right]))


def _right_or_wrong(weights: Weights | None) -> Measure:
    measure = as_measure(weights)
    if measure.similarities:
        raise ValueError("this method gives no partial credit for similar values; use exact or worlds")
    return measure


def record_leakage_by_confidence(record: Record, reference: Record) -> float:
    """F1 of precision and recall with sums of confidences.

    ``Pr = sum_{IN(r, p)} c / sum_r c``, ``Re = sum_{IN(r, p)} c / |p|``, ``L_r = 2 Pr Re / (Pr + Re)``; here
    Definition 1 of 2012 gives 13/20: a different measure. Source: Whang & Garcia-Molina 2011, Section 2.4.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> round(record_leakage_by_confidence(Record.of(("N", "Alice", 0.5), ("A", "20")), e), 12)
    0.666666666667
    """
    right = sum(a.confidence for a in record if a.pair in reference)
    expected = sum(a.confidence for a in record)
    # 2 Pr Re / (Pr + Re) with Pr = right/expected and Re = right/|p|.
    return 2.0 * right / (expected + len(reference)) if right else 0.0
