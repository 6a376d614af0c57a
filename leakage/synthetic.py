"""The 2012 paper's generator: random records about one random reference, to observe trends on.

See also:
    ``leakage.laboratory`` runs the experiments on it.

>>> data = generate(Parameters(n=4, records=3))
>>> len(data.reference), list(data.records) == list(generate(Parameters(n=4, records=3)).records)
(4, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, overload

import numpy as np

from leakage.arguments import check_seed
from leakage.frames import Floats, Integers
from leakage.measure.kernel import Columns, expected_ratios
from leakage.record import Attribute, Record

__all__ = ["DrawnRecords", "Parameters", "SyntheticData", "generate", "generate_in_parts"]

Weighting: TypeAlias = Literal["C", "R"]
Drawn: TypeAlias = tuple[Integers, Integers, Integers, Floats]
"""Record numbers, and the columns label, kind and confidence of ``DrawnRecords``."""

RIGHT = "true"
"""The value of every attribute of the reference; every wrong value is new, and in one record only."""

KINDS = ("bogus", "perturbed", RIGHT)
"""Of attributes, as their values sort."""

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


@dataclass(frozen=True, eq=False, repr=False)
class DrawnRecords(Sequence[Record]):
    """Random records in columns, one row an attribute; a record is built when it is looked at.

    Arguments:
        record: numbers of records, ascending; shape (rows,).
        label: numbers of labels, ascending within a record; shape (rows,).
        kind: numbers of ``KINDS``; shape (rows,).
        confidence: in [0, 1]; shape (rows,).
        labels: of the reference.
        size: how many records there are, those without attributes included.
        first: how many were drawn before these.
    """

    record: Integers
    label: Integers
    kind: Integers
    confidence: Floats
    labels: tuple[str, ...]
    size: int
    first: int = 0

    @cached_property
    def bounds(self) -> Integers:
        """Where each record's rows start, and the end; shape (size + 1,)."""
        return np.searchsorted(self.record, np.arange(self.size + 1))

    def __repr__(self) -> str:
        return f"<{self.size:,} random records, {len(self.record):,} attributes>"

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(self.size))]
        number = range(self.size)[index]
        rows = slice(self.bounds[number], self.bounds[number + 1])
        columns = (column[rows].tolist() for column in (self.label, self.kind, self.confidence))
        values = [*(f"{kind} {self.first + number + 1}" for kind in KINDS[:2]), RIGHT]
        return Record(
            Attribute(self.labels[label], values[kind], sure) for label, kind, sure in zip(*columns, strict=True)
        )


@dataclass(frozen=True, eq=False)
class SyntheticData:
    """What was generated.

    Arguments:
        reference: e, with one attribute for each of n labels.
        records: R.
        weights: of every label of e; those of R are the same labels.
    """

    reference: Record
    records: DrawnRecords
    weights: dict[str, float]

    def leakages(self) -> Floats:
        """``[L(r, e) for r in R]``, read in columns; shape (records,)."""
        drawn, weights = self.records, np.array([*self.weights.values()])
        weight = weights[drawn.label]
        credit = np.where(drawn.kind == KINDS.index(RIGHT), weight, 0.0)
        columns = Columns(weight, drawn.confidence, credit, drawn.bounds, np.full(len(drawn), weights.sum()))
        return np.minimum(1.0, 2.0 * expected_ratios(columns))


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
    record, label, kind, confidence = (np.concatenate(columns) for columns in drawn)
    return _data(parameters, 0, parameters.records, (record, label, kind, confidence))


def generate_in_parts(parameters: Parameters, size: int = PART) -> Iterator[SyntheticData]:
    """The records of ``generate``, at most ``size`` at a time: for progress, and to bound memory.

    >>> [len(part.records) for part in generate_in_parts(Parameters(n=2, records=5), size=2)]
    [2, 2, 1]
    """
    for first, columns in zip(range(0, parameters.records, size), _draw(parameters, size), strict=True):
        yield _data(parameters, first, min(size, parameters.records - first), columns)


_NOTHING: Drawn = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


def _draw(parameters: Parameters, size: int) -> Iterator[Drawn]:
    """The attributes of the records, ``size`` records at a time; the sizes do not change what is drawn."""
    random = np.random.default_rng((parameters.seed, 0))
    for first in range(0, parameters.records, size):
        count = min(size, parameters.records - first)
        # Record by record, so that two runs that differ in one probability draw the same numbers.
        copied, perturbed, bogus, *sure = np.moveaxis(random.random((count, 5, parameters.n)), 1, 0)
        present = np.stack([bogus < parameters.p_b, copied < parameters.p_c], axis=2)
        record, label, is_copy = np.nonzero(present)
        kind = is_copy * np.where(perturbed[record, label] < parameters.p_p, 1, 2)
        yield record + first, label, kind, parameters.m * np.stack(sure, axis=2)[present]


def _data(parameters: Parameters, first: int, count: int, drawn: Drawn) -> SyntheticData:
    record, label, kind, confidence = drawn
    labels = _labels(parameters.n)
    reference = Record(Attribute(label, RIGHT) for label in labels)
    records = DrawnRecords(record - first, label, kind, confidence, labels, count, first)
    return SyntheticData(reference, records, _weights(parameters))


def _labels(n: int) -> tuple[str, ...]:
    """Numbers with leading zeros, which sort as texts in their own order."""
    return tuple(f"{number:0{len(str(n))}}" for number in range(1, n + 1))


def _weights(parameters: Parameters) -> dict[str, float]:
    random = np.random.default_rng((parameters.seed, 1))
    # A draw may be 0, which no weight is.
    drawn = np.maximum(random.random(parameters.n), np.finfo(np.float64).eps)
    chosen = np.ones(parameters.n) if parameters.w == "C" else drawn
    return dict(zip(_labels(parameters.n), chosen.tolist(), strict=True))
