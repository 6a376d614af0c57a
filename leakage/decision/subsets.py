"""Subsets: what any choice among releases leaks, each composite that can arise being measured once."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from leakage.database import Floats
from leakage.decision.information_leakage import information_leakage
from leakage.decision.what_if import leakages_of, prepared, settled_pipeline
from leakage.measure.columns import Columns
from leakage.measure.comparison import columns_of
from leakage.measure.integral import expectations
from leakage.measure.measure import goes_beyond
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import union_merge

MOST_KEPT = 1 << 18
"""Intermediate results remembered; past that they are worked out again."""

BLOCK = 1 << 12
"""Composites measured together."""


class Choices(Protocol):
    """Releases among which some are kept; a choice is a bit mask, bit n standing for release n.

    Arguments:
        releases: the mask of the releases that matter here.
        bounded: whether ``floor`` says anything of choices that are not yet made.
    """

    releases: int
    bounded: bool

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each choice leaks, shape (choices,)."""
        ...

    def floor(self, kept: int, possible: int) -> float:
        """A leakage that no choice between the two goes below, ``kept <= choice <= possible``."""
        ...


@dataclass(frozen=True, eq=False)
class PoolChoices:
    """What one pool's adversary knows of any choice: the greatest of what is listed here.

    Arguments:
        constant: what the background leaks whatever is chosen.
        parts: releases that no choice ever joins to those of another part.
    """

    constant: float
    parts: tuple[Choices, ...]

    def leakage(self, kept: int) -> float:
        """``L(R, e, E)`` of the releases kept and the background."""
        return max([self.constant, *(float(part.leakages([kept & part.releases])[0]) for part in self.parts)])


def pool_choices(
    releases: Mapping[int, Record],
    background: Sequence[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> PoolChoices:
    """The choices among a pool's releases, taken apart as far as they never meet.

    With representativity ``E(R + {r}) = E(E(R) + {r})``, so every composite of a choice lies within one composite of
    all releases and the background; releases of different ones never meet. Other adversaries are run from scratch
    for every choice.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    Arguments:
        releases: number, the bit of the release, to record; in the order the adversary gets them.
        background: what she holds besides, in whatever is chosen.
        reference, adversary, weights: as ``information_leakage``.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> given = {0: Record.of(("N", "Alice"), ("P", "123")), 1: Record.of(("N", "Alice"), ("C", "999"))}
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> choices = pool_choices(given, (), e, Adversary((Resolve(Shares("N")),)))
    >>> [round(choices.leakage(kept) * 21, 9) for kept in (0b00, 0b01, 0b11)]
    [0.0, 14.0, 18.0]
    """
    pipeline = settled_pipeline(adversary)
    if pipeline is None:
        return PoolChoices(0.0, (_Anew(dict(releases), tuple(background), reference, adversary, weights),))
    standing = adversary.resolve(background)
    leaks = leakages_of(standing, reference, weights)
    match = pipeline[1].match if pipeline[1] else None
    own = dict(zip(releases, prepared(tuple(releases.values()), pipeline[0]), strict=True))
    joining = _Joining(own, standing.composites, match)
    found = [_Cluster(joining, mask, leaks, reference, weights) for mask in joining.parts(_mask(releases))]
    touched = {number for cluster in found for number in cluster.strangers}
    rest = np.delete(leaks, sorted(touched))
    return PoolChoices(float(rest.max(initial=0.0)), tuple(found))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union_of(masks: Iterable[int]) -> int:
    """What is in any of the masks.

    >>> union_of([0b01, 0b11])
    3
    """
    return functools.reduce(operator.or_, masks, 0)


def _mask(numbers: Iterable[int]) -> int:
    return union_of(1 << number for number in numbers)


class _Anew:
    """Choices that only a resolution from scratch tells about."""

    def __init__(
        self,
        records: dict[int, Record],
        background: tuple[Record, ...],
        reference: Record,
        adversary: Adversary,
        weights: Weights | None,
    ) -> None:
        self.releases, self.bounded = _mask(records), False
        self._records, self._background = records, background
        self._reference, self._adversary, self._weights = reference, adversary, weights
        self._known: dict[int, float] = {}

    def leakages(self, kept: Sequence[int]) -> Floats:
        return np.array([self._leakage(mask) for mask in kept], dtype=np.float64)

    def floor(self, kept: int, possible: int) -> float:
        # Without representativity a release more may take a composite apart: nothing is certain but the choice itself.
        return self._leakage(kept) if kept == possible else 0.0

    def _leakage(self, kept: int) -> float:
        if kept not in self._known:
            held = [record for number, record in self._records.items() if kept >> number & 1]
            records = (*held, *self._background)
            found = information_leakage(records, self._reference, self._adversary, self._weights)
            self._known[kept] = found.leakage
        return self._known[kept]


class _Joining:
    """Which composites the releases of a choice end in, each a mask; background composites have the bits above."""

    def __init__(self, releases: dict[int, Record], background: Sequence[Record], match: Match | None) -> None:
        self.first = max(releases, default=-1) + 1
        self.strangers = -1 << self.first
        self.background = background
        self._releases, self._match = releases, match
        self._owner = {key: n for n, record in enumerate(background) for key in self._offered(record)}
        self._parts: dict[int, tuple[int, ...]] = {0: ()}
        self._records = {0: Record()}
        self._keys: dict[int, frozenset[Key]] = {}
        self._whole: tuple[int, ...] | None = None
        # Nothing that more releases do not join is ever joined: then there is no need to look for it.
        self._whole = self.parts(_mask(releases))
        self._parts = {0: ()}

    def record(self, mask: int) -> Record:
        """The composite of the members of a mask."""
        waiting = []
        while mask not in self._records:
            high = 1 << (mask.bit_length() - 1)
            waiting.append(high)
            mask ^= high
        whole = self._records[mask]
        if len(self._records) > MOST_KEPT:
            self._records = {0: Record()}
        for high in reversed(waiting):
            mask |= high
            whole = self._records[mask] = union_merge(whole, self.member(high.bit_length() - 1))
        return whole

    def member(self, number: int) -> Record:
        """A release, or a background composite."""
        return self._releases[number] if number < self.first else self.background[number - self.first]

    def parts(self, kept: int) -> tuple[int, ...]:
        """The composites that hold a release of the choice."""
        waiting, base = [], kept
        while base not in self._parts:
            high = 1 << (base.bit_length() - 1)
            waiting.append(high)
            base ^= high
        parts = self._parts[base]
        if len(self._parts) > MOST_KEPT:
            self._parts = {0: ()}
        for high in reversed(waiting):
            base |= high
            parts = self._parts[base] = self._with(parts, high)
        return parts

    def _with(self, parts: tuple[int, ...], mask: int) -> tuple[int, ...]:
        """One release more: it joins whatever offers a key that it, or what it has grown to, offers."""
        others = list(parts)
        around = ~0 if self._whole is None else next(whole for whole in self._whole if whole & mask)
        while True:
            near = [part for part in others if part & around]
            absorbed = union_of(others)
            if not near and not (around & self.strangers & ~absorbed & ~mask):
                break
            keys = self._keys_of(mask)
            joined = [part for part in near if not keys.isdisjoint(self._keys_of(part))]
            found = _mask(self.first + self._owner[key] for key in keys if key in self._owner) if not joined else 0
            grown = mask | found
            for part in joined:
                grown |= part
                others.remove(part)
            if grown == mask:
                break
            mask = grown
        return (*others, mask)

    def _keys_of(self, mask: int) -> frozenset[Key]:
        if mask not in self._keys:
            if len(self._keys) > MOST_KEPT:
                self._keys.clear()
            if mask & (mask - 1) and self._match is not None and self._match.crossing is None:
                # No key needs two records: the members' own are all.
                self._keys[mask] = frozenset().union(*(self._keys_of(1 << number) for number in bits(mask)))
            else:
                self._keys[mask] = frozenset(self._offered(self.record(mask)))
        return self._keys[mask]

    def _offered(self, record: Record) -> Iterable[Key]:
        return self._match.keys(record) if self._match else ()


class _Cluster:
    """The releases of one composite of everything: choices among them stay within it."""

    def __init__(
        self, joining: _Joining, mask: int, background_leakages: Floats, reference: Record, weights: Weights | None
    ) -> None:
        self.releases, self.bounded = mask & ~joining.strangers, not goes_beyond(weights)
        self.strangers = [number - joining.first for number in bits(mask & joining.strangers)]
        self._joining, self._mask = joining, mask
        self._reference, self._weights = reference, weights
        told = [(float(background_leakages[n]), 1 << (joining.first + n)) for n in self.strangers]
        self._telling = sorted((one for one in told if one[0] > 0.0), reverse=True)
        self._known: dict[int, float] = {}
        self._columns = columns_of([joining.record(mask)], reference, weights, 1.0)
        self._right = self._columns.credit > 0.0

    def leakages(self, kept: Sequence[int]) -> Floats:
        parts = [self._joining.parts(mask) for mask in kept]
        self._measure({part for some in parts for part in some})
        return np.array([self._worst(some) for some in parts], dtype=np.float64)

    def floor(self, kept: int, possible: int) -> float:
        """What is kept stays joined, and nothing that is not possible is ever added.

        A composite r of the releases kept lies within one of the final choice, and that within one, s, of all that are
        possible. So the final one has r's right attributes at no less confidence and no wrong one that s has not, or
        at a greater confidence. L grows with the confidence of a right attribute and falls with a wrong one's, hence
        it is at least that of r's right and s's wrong attributes; and that, because 1/z is convex (Jensen), at least
        ``sum_{b right} 2 w_b p_b / (W_e + w_b (1 - p_b) + sum_a w_a p_a)``.
        """
        if goes_beyond(self._weights):
            return float(self.leakages([kept])[0]) if kept == possible else 0.0
        # What may still be joined to a part, wrong attributes included.
        most = self._joining.parts(possible)
        grown = self._joining.parts(kept)
        absorbed = union_of(grown)
        alone = [stranger for _, stranger in self._telling if not stranger & absorbed]
        return max((self._least(part, most) for part in (*grown, *alone)), default=0.0)

    def _least(self, part: int, most: Iterable[int]) -> float:
        around = next((one for one in most if one & part), part)
        weight, total = self._columns.weight[self._right], float(self._columns.scale[0])
        expected = weight * self._confidences(part)[self._right]
        diluting = self._wrong_weight(around)
        return float(np.sum(2.0 * expected / (total + weight - expected + expected.sum() + diluting)))

    @cached_property
    def _wrong(self) -> dict[int, float]:
        return {}

    def _wrong_weight(self, mask: int) -> float:
        if mask not in self._wrong:
            wrong = ~self._right
            self._wrong[mask] = float((self._columns.weight * self._confidences(mask))[wrong].sum())
        return self._wrong[mask]

    @cached_property
    def _rows(self) -> dict[int, Floats]:
        """The confidence each member holds the cluster's attributes at."""
        pairs = [a.pair for a in self._joining.record(self._mask)]
        members = {number: self._joining.member(number) for number in bits(self._mask)}
        return {number: np.array([r.confidence_of(pair) for pair in pairs]) for number, r in members.items()}

    def _confidences(self, mask: int) -> Floats:
        greatest: Floats = np.max([self._rows[number] for number in bits(mask)], axis=0)
        return greatest

    def _worst(self, parts: Iterable[int]) -> float:
        absorbed = union_of(parts)
        alone = next((leak for leak, stranger in self._telling if not stranger & absorbed), 0.0)
        return max([alone, *(self._known[part] for part in parts)])

    def _measure(self, masks: set[int]) -> None:
        new = [mask for mask in masks if mask not in self._known]
        for first in range(0, len(new), BLOCK):
            some = new[first : first + BLOCK]
            self._known.update(zip(some, self._measured(some).tolist(), strict=True))

    def _measured(self, masks: Sequence[int]) -> Floats:
        if goes_beyond(self._weights):
            return record_leakages([self._joining.record(mask) for mask in masks], self._reference, self._weights)
        table = np.zeros((len(masks), len(self._columns.weight)))
        for number, row in self._rows.items():
            held = np.array([mask >> number & 1 for mask in masks], dtype=bool)
            table[held] = np.maximum(table[held], row)
        return self._tabled(table)

    def _tabled(self, table: Floats) -> Floats:
        """The leakage of many composites of the cluster's attributes, equal ones measured once."""
        if not table.shape[1]:
            return np.zeros(len(table))
        _, first, place = np.unique(_row_names(table), return_index=True, return_inverse=True)
        distinct, one = table[first], self._columns
        # A part without anything right leaks nothing.
        telling = np.flatnonzero((distinct[:, self._right] > 0.0).any(axis=1))
        found = np.zeros(len(distinct))
        if len(telling):
            found[telling] = np.minimum(1.0, 2.0 * expectations(_repeated(one, distinct[telling])))
        leakages: Floats = found[place]
        return leakages


def _row_names(table: Floats) -> np.typing.NDArray[np.void]:
    """Each row as one value that can be compared."""
    whole = np.ascontiguousarray(table)
    return whole.view(np.dtype((np.void, whole.dtype.itemsize * whole.shape[1]))).ravel()


def _repeated(one: Columns, table: Floats) -> Columns:
    """The attributes of one record at the confidences of each row; those a row lacks are left out."""
    held = table > 0.0
    rows = len(table)
    return Columns(
        np.tile(one.weight, rows)[held.ravel()],
        table[held],
        np.tile(one.credit, rows)[held.ravel()],
        np.concatenate(([0], np.cumsum(held.sum(axis=1)))),
        np.full(rows, one.scale[0]),
    )
