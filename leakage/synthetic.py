"""The 2012 paper's generator: random records about one random reference, to observe trends on.

See also:
    ``leakage.laboratory`` runs the experiments on it.

>>> data = generate(Parameters(n=4, records=3))
>>> len(data.reference), list(data.records) == list(generate(Parameters(n=4, records=3)).records)
(4, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from leakage.arguments import check_seed
from leakage.database import Database, Floats, Integers
from leakage.record import Attribute, Record

__all__ = ["Parameters", "SyntheticData", "generate", "generate_in_parts"]

Weighting: TypeAlias = Literal["C", "R"]
Columns: TypeAlias = tuple[Integers, Integers, Integers, Floats]
"""Record numbers, label codes, value codes and confidences, as a Database holds them."""

RIGHT = "true"
"""The value of every attribute of the reference; every wrong value is new, and in one record only."""

PART = 1000
"""Records drawn at a time: the draws for a thousand records of n = 100 are 4 MB."""


@dataclass(frozen=True)
class Parameters:
    """What the generator takes, with the basic values of the paper as defaults.

    Source: Whang & Garcia-Molina 2012, Section 6, Table 4.

    Arguments:
        n: size of the reference e, at least 1.
        records: |R|, the number of records to generate, at least 0.
        p_c: probability of copying an attribute from e to r, in [0, 1].
        p_p: probability of perturbing a copied attribute, in [0, 1].
        p_b: probability of adding a bogus attribute to r, one for each attribute of e, in [0, 1].
        m: maximum confidence value, in [0, 1].
        w: "C" for weights that are all 1, "R" for random ones in (0, 1).
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for a value out of its range.

    >>> Parameters(p_c=1.5)
    Traceback (most recent call last):
    ValueError: p_c must be in [0, 1], got 1.5
    """

    n: int = 100
    records: int = 10_000
    p_c: float = 0.5
    p_p: float = 0.5
    p_b: float = 0.5
    m: float = 0.5
    w: Weighting = "C"
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name, least in (("n", 1), ("records", 0)):
            whole = getattr(self, name)
            if whole != int(whole) or whole < least:
                raise ValueError(f"{name} must be a whole number of at least {least}, got {whole}")
        for name in ("p_c", "p_p", "p_b", "m"):
            share = getattr(self, name)
            # Written so that NaN fails too.
            if not 0.0 <= share <= 1.0:
                raise ValueError(f"{name} must be in [0, 1], got {share}")
        if self.w not in ("C", "R"):
            raise ValueError(f"w must be C or R, got {self.w!r}")


@dataclass(frozen=True, eq=False)
class SyntheticData:
    """What was generated.

    Arguments:
        reference: e, with one attribute for each of n labels.
        records: R.
        weights: of every label of e; those of R are the same labels.
    """

    reference: Record
    records: Database
    weights: dict[str, float]


def generate(parameters: Parameters) -> SyntheticData:
    """A reference of n attributes, and records that copy it, err, and add bogus attributes.

    Each attribute of e is copied into a record with probability p_c; each copy is perturbed into a new attribute
    with probability p_p; for each attribute of e a new bogus attribute is added with probability p_b. Every
    attribute of a record has a confidence drawn evenly from [0, m]. New attributes keep the label, and with it the
    weight, of the attribute of e they are made for, and have a value that no other record has.
    Source: Whang & Garcia-Molina 2012, Section 6, Table 4.

    >>> data = generate(Parameters(n=3, records=2, p_c=1.0, p_p=0.0, p_b=0.0))
    >>> len(data.reference), [len(record) for record in data.records], data.weights["1"]
    (3, [3, 3], 1.0)
    """
    drawn = zip(_NOTHING, *_draw(parameters, PART), strict=True)
    record, label, value, confidence = (np.concatenate(columns) for columns in drawn)
    return _data(parameters, 0, parameters.records, (record, label, value, confidence))


def generate_in_parts(parameters: Parameters, size: int = PART) -> Iterator[SyntheticData]:
    """The records of ``generate``, at most ``size`` at a time: for progress, and to bound memory.

    >>> [len(part.records) for part in generate_in_parts(Parameters(n=2, records=5), size=2)]
    [2, 2, 1]
    """
    for first, columns in zip(range(0, parameters.records, size), _draw(parameters, size), strict=True):
        yield _data(parameters, first, min(size, parameters.records - first), columns)


_NOTHING: Columns = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


def _draw(parameters: Parameters, size: int) -> Iterator[Columns]:
    """The attributes of the records, ``size`` records at a time; the sizes do not change what is drawn."""
    random = np.random.default_rng((parameters.seed, 0))
    true_value = 2 * parameters.records
    for first in range(0, parameters.records, size):
        count = min(size, parameters.records - first)
        # Record by record, so that two runs that differ in one probability draw the same numbers.
        copied, perturbed, bogus, *sure = np.moveaxis(random.random((count, 5, parameters.n)), 1, 0)
        present = np.stack([bogus < parameters.p_b, copied < parameters.p_c], axis=2)
        record, label, is_copy = np.nonzero(present)
        numbers = record + first
        wrong = np.where(perturbed[record, label] < parameters.p_p, 2 * numbers + 1, true_value)
        yield numbers, label, np.where(is_copy, wrong, 2 * numbers), parameters.m * np.stack(sure, axis=2)[present]


def _data(parameters: Parameters, first: int, count: int, columns: Columns) -> SyntheticData:
    """Columns as a Database: they are in its order already, for "bogus" < "perturbed" < "true"."""
    record, label, value, confidence = columns
    labels = _labels(parameters.n)
    wrong = [f"{kind} {number + 1}" for number in range(first, first + count) for kind in ("bogus", "perturbed")]
    codes = np.minimum(value - 2 * first, 2 * count)
    database = Database(record - first, label, codes, confidence, labels, (*wrong, RIGHT), count)
    reference = Record(Attribute(label, RIGHT) for label in labels)
    return SyntheticData(reference, database, _weights(parameters))


def _labels(n: int) -> tuple[str, ...]:
    """Numbers with leading zeros, which sort as texts in their own order."""
    return tuple(f"{number:0{len(str(n))}}" for number in range(1, n + 1))


def _weights(parameters: Parameters) -> dict[str, float]:
    random = np.random.default_rng((parameters.seed, 1))
    # A draw may be 0, which no weight is.
    drawn = np.maximum(random.random(parameters.n), np.finfo(np.float64).eps)
    chosen = np.ones(parameters.n) if parameters.w == "C" else drawn
    return dict(zip(_labels(parameters.n), chosen.tolist(), strict=True))
