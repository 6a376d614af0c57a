"""The leakage of any subset of a person's releases, for whatever choices are compared."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from leakage.decision.leakage import checked, leakages_of
from leakage.decision.presumed import Presumed
from leakage.frames import Floats, person_of
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.weights import Weights, as_measure
from leakage.progress import check_cancelled
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.engine import Tokens, joined, tokens_of_records
from leakage.resolution.operations import Resolve, noisy_or_merge, union_merge

Group: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Evaluator:
    """``L`` of the worst pool, where the recipients hold only some of the releases.

    Records that can never be joined fall into independent parts, and what a part leaks is remembered by the releases of
    it that are held: a choice costs what it touches.
    Source: Whang & Garcia-Molina 2012, Definition 2; 2011, Section 2.2.

    Arguments:
        releases: r_1, ..., r_n, in their order.
        strangers: what every pool holds besides, before the releases.
        person: e.
        adversary: E.
        weights: as ``record_leakage``.
        pools: of each pool the numbers of the releases that its recipients were given; one pool of all if not said.
        presumed: by the number of a release what its holder probably has besides.

    Raises:
        ValueError: for a pool that names a release that is not there.

    >>> from leakage.resolution.rules import Shares
    >>> given = [Record.of(("N", "n"), ("P", "p")), Record.of(("P", "p"), ("C", "c")), Record.of(("Z", "z"))]
    >>> e = Record.of(("N", "n"), ("P", "p"), ("C", "c"))
    >>> Evaluator(given, (), e, Adversary(Resolve(Shares("P")))).leakages([0b111, 0b101, 0]).round(9).tolist()
    [1.0, 0.8, 0.0]
    """

    releases: Sequence[Record]
    strangers: Sequence[Record]
    person: Record
    adversary: Adversary
    weights: Weights | None = None
    pools: Sequence[Sequence[int]] | None = None
    presumed: Mapping[int, Presumed] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "person", person_of(self.person))
        checked(self.adversary)
        for pool in self.pools or ():
            if not all(0 <= number < len(self.releases) for number in pool):
                raise ValueError(f"a pool names releases by numbers from 0 to {len(self.releases) - 1}")

    def leakages(self, masks: Iterable[int]) -> Floats:
        """The leakage of each choice of releases: bit i of a mask says that release i is held; shape (masks,)."""
        changes, before = [], 0
        for mask in masks:
            check_cancelled()
            changes.append(self._changes(before, mask))
            before = mask
        self._work_out(dict.fromkeys((part, held) for some in changes for _, part, held in some))
        # Of each pool what its parts leak, and the greatest of them.
        each = [{part: self._known[part, 0] for part in self._strangers_in} for _ in self._pools]
        worst = [max(leaked.values(), default=0.0) for leaked in each]
        found = []
        for some in changes:
            for pool, part, held in some:
                each[pool][part] = self._known[part, held]
            for pool in {pool for pool, _, _ in some}:
                worst[pool] = max(each[pool].values())
            found.append(max(worst, default=self._floor))
        return np.array(found)

    def leakage(self, mask: int) -> float:
        """The leakage of one choice of releases."""
        return float(self.leakages([mask])[0])

    @property
    def everything(self) -> int:
        """The mask of all releases."""
        return (1 << len(self.releases)) - 1

    def joins(self, mask: int) -> list[Group]:
        """Of every pool the composites that hold releases of a choice, as numbers of releases, ascending."""
        first, found = len(self.strangers), []
        for _, part, held in self._changes(0, mask):
            groups = (tuple(n - first for n in group if n >= first) for group in self._groups(part, held))
            found += [group for group in groups if group]
        return sorted(found)

    def with_record(
        self, record: Record, pools: Iterable[int] | None = None, presumed: Presumed | None = None
    ) -> Evaluator:
        """The same with one more release, the last.

        Arguments:
            record: the release.
            pools: the numbers of the pools that get it; all if not said.
            presumed: what its holder probably has besides.
        """
        number = len(self.releases)
        chosen = None if pools is None else set(pools)
        grown = self.pools and [
            (*pool, number) if chosen is None or place in chosen else tuple(pool)
            for place, pool in enumerate(self.pools)
        ]
        more = {**(self.presumed or {}), **({number: presumed} if presumed else {})}
        return replace(self, releases=(*self.releases, record), pools=grown, presumed=more)

    # Independent parts.

    @cached_property
    def _pools(self) -> list[int]:
        if self.pools is None:
            return [self.everything]
        return list(dict.fromkeys(sum(1 << number for number in set(pool)) for pool in self.pools))

    @cached_property
    def _records(self) -> Sequence[Record]:
        """Strangers and releases, prepared where nothing but one resolution follows."""
        records = (*self.strangers, *self.releases)
        return tuple(self.adversary.prepared(records)) if self._resolve or not self._joining else records

    @cached_property
    def _resolve(self) -> Resolve | None:
        return self.adversary.resolution

    @cached_property
    def _tokens(self) -> tuple[list[tuple[Tokens, ...]], list[tuple[int, ...]]] | None:
        """Of each record its tokens for every condition, and the conditions of each conjunction; None without any."""
        conjunctions = self._resolve.match.conjunctions if self._resolve else None
        if conjunctions is None:
            return None
        conditions = list(dict.fromkeys(itertools.chain.from_iterable(conjunctions)))
        each = [tokens_of_records(self._records, condition) for condition in conditions]
        keys = [tuple(map(conditions.index, conjunction)) for conjunction in conjunctions]
        return list(zip(*each, strict=True)) or [()] * len(self._records), keys

    @cached_property
    def _parts(self) -> list[Group]:
        """The records that hang together were all releases held; those of strangers alone are one more, the first."""
        size, first = len(self._records), len(self.strangers)
        if not self._joining:
            whole = [[number] for number in range(size)]
        else:
            whole = joined(*self._tokens) if self._tokens else [list(range(size))]
        mixed = [tuple(part) for part in whole if part and part[-1] >= first]
        alone = tuple(number for part in whole if part and part[-1] < first for number in part)
        return [alone, *mixed]

    @cached_property
    def _joining(self) -> bool:
        return not all(step.record_by_record for step in self.adversary.operations)

    @cached_property
    def _part_of(self) -> list[int]:
        """Of each release the part that it is in."""
        first = len(self.strangers)
        part_of = [0] * len(self.releases)
        for number, part in enumerate(self._parts):
            for record in part:
                if record >= first:
                    part_of[record - first] = number
        return part_of

    @cached_property
    def _releases_in(self) -> list[int]:
        """The mask of the releases of each part."""
        first = len(self.strangers)
        return [sum(1 << (n - first) for n in part if n >= first) for part in self._parts]

    @cached_property
    def _strangers_in(self) -> list[int]:
        """The parts that hold strangers: what they know counts where none of their releases is held, too."""
        found = [number for number, part in enumerate(self._parts) if part and part[0] < len(self.strangers)]
        self._work_out((part, 0) for part in found)
        return found

    def _changes(self, before: int, mask: int) -> list[tuple[int, int, int]]:
        """The pools and parts that hold other releases in one choice than in another, and what they hold then."""
        found = []
        for place, pool in enumerate(self._pools):
            changed, held = (before ^ mask) & pool, mask & pool
            while changed:
                part = self._part_of[(changed & -changed).bit_length() - 1]
                found.append((place, part, held & self._releases_in[part]))
                changed &= ~self._releases_in[part]
        return found

    @cached_property
    def _floor(self) -> float:
        """What strangers alone leak, where there is no pool."""
        if not self.strangers:
            return 0.0
        resolution = self.adversary.resolve(tuple(self.strangers))
        return float(leakages_of(resolution, self.person, self.weights).max(initial=0.0))

    # What a part leaks.

    @cached_property
    def _known(self) -> dict[tuple[int, int], float]:
        return {}

    @cached_property
    def _measured(self) -> dict[Group, float]:
        return {}

    def _work_out(self, keys: Iterable[tuple[int, int]]) -> None:
        fresh = [key for key in keys if key not in self._known]
        if not self._by_tokens:
            for part, held in fresh:
                check_cancelled()
                self._known[part, held] = self._resolved(part, held)
            return
        groups = {key: self._groups(*key) for key in fresh}
        self._measure(dict.fromkeys(g for some in groups.values() for g in some if g not in self._measured))
        most = {key: max((self._measured[group] for group in some), default=0.0) for key, some in groups.items()}
        self._known.update(most)

    @cached_property
    def _by_tokens(self) -> bool:
        resolve = self._resolve
        if not self._joining:
            return True
        return resolve is not None and resolve.by_tokens and self._tokens is not None

    def _held(self, part: int, held: int) -> list[int]:
        first = len(self.strangers)
        return [n for n in self._parts[part] if n < first or held >> (n - first) & 1]

    def _groups(self, part: int, held: int) -> list[Group]:
        """The composites of a part, as numbers of records."""
        members = self._held(part, held)
        if not self._joining:
            return [(n,) for n in members]
        if not self._by_tokens:
            resolution = self.adversary.resolve(self._sources(members))
            return [tuple(members[n] for n in group) for group in resolution.members]
        assert self._tokens is not None
        tokens, keys = self._tokens
        return [tuple(members[n] for n in group) for group in joined([tokens[n] for n in members], keys)]

    def _sources(self, members: Sequence[int]) -> tuple[Record, ...]:
        whole = (*self.strangers, *self.releases)
        return tuple(whole[n] for n in members)

    def _resolved(self, part: int, held: int) -> float:
        members, first = self._held(part, held), len(self.strangers)
        presumed = self.presumed or {}
        beside = {place: presumed[n - first] for place, n in enumerate(members) if n - first in presumed}
        resolution = self.adversary.resolve(self._sources(members))
        return float(leakages_of(resolution, self.person, self.weights, beside).max(initial=0.0))

    @cached_property
    def _columns(self) -> _Columns:
        merge = self._resolve.merge if self._resolve else union_merge
        first = len(self.strangers)
        presumed = {first + number: one for number, one in (self.presumed or {}).items()}
        return _Columns.of(self._records, presumed, self.person, self.weights, merge is noisy_or_merge)

    def _measure(self, groups: Iterable[Group]) -> None:
        fresh = list(groups)
        self._measured.update(zip(fresh, self._columns.leakages(fresh), strict=True))


@dataclass(frozen=True, eq=False)
class _Columns:
    """What records hold, by numbers of (label, value) pairs: composites are measured without being built.

    Arguments:
        pairs: every pair that is held or presumed.
        held: of each record its pairs, by number, with their confidences.
        presumed: of a record its holder, and pairs with their probabilities.
        weight, credit: of each pair; what a value near a fact earns hangs on the composite, and is not in it.
        noisy: whether sources of a composite are independent.
    """

    pairs: list[Pair]
    held: list[dict[int, float]]
    presumed: dict[int, tuple[str, dict[int, float]]]
    weight: Floats
    credit: Floats
    person: Record
    weights: Weights | None
    noisy: bool

    @staticmethod
    def of(
        records: Sequence[Record],
        presumed: Mapping[int, Presumed],
        person: Record,
        weights: Weights | None,
        noisy: bool,
    ) -> _Columns:
        measure = as_measure(weights)
        number: dict[Pair, int] = {}
        held = [{number.setdefault(a.pair, len(number)): a.confidence for a in r if a.confidence} for r in records]
        more = {
            n: (one.holder, {number.setdefault(pair, len(number)): p for pair, p in one.facts})
            for n, one in presumed.items()
        }
        pairs = list(number)
        weight = np.array([measure.weight(label) for label, _ in pairs])
        credit = np.array([w if pair in person else 0.0 for pair, w in zip(pairs, weight, strict=True)])
        return _Columns(pairs, held, more, weight, credit, person, weights, noisy)

    def leakages(self, groups: Sequence[Group]) -> list[float]:
        """The leakage of each composite."""
        measure = as_measure(self.weights)
        total = measure.total(self.person)
        if not (groups and total):
            return [0.0] * len(groups)
        rows = [self._merged(group) for group in groups]
        sizes = [len(row) for row in rows]
        place = np.fromiter(itertools.chain.from_iterable(rows), np.int64, sum(sizes))
        confidence = np.fromiter(itertools.chain.from_iterable(row.values() for row in rows), np.float64, sum(sizes))
        credit, bounds = self.credit[place], np.cumsum([0, *sizes])
        graded = {label for label, _ in measure.similarities}
        for number, row in enumerate(rows if graded else ()):
            # The closest claimant of a fact earns it.
            record = Record(Attribute(*self.pairs[n], c) for n, c in row.items())
            earned = dict(zip((a.pair for a in record), measure.credits(record, self.person), strict=True))
            credit[bounds[number] : bounds[number + 1]] = [earned[self.pairs[n]] for n in row]
        scale = np.full(len(groups), total)
        ratios = expected_ratios(Columns(self.weight[place], confidence, credit, bounds, scale))
        return np.minimum(1.0, 2.0 * ratios).tolist()  # type: ignore[no-any-return]

    def _merged(self, group: Group) -> dict[int, float]:
        known: dict[int, float] = {}
        for member in group:
            for pair, confidence in self.held[member].items():
                before = known.get(pair, 0.0)
                if self.noisy and before:
                    known[pair] = min(1.0, max(before, confidence, before + confidence - before * confidence))
                else:
                    known[pair] = max(before, confidence)
        by_holder: dict[str, dict[int, float]] = {}
        for holder, facts in (self.presumed[n] for n in group if n in self.presumed):
            mine = by_holder.setdefault(holder, {})
            mine.update((pair, max(p, mine.get(pair, 0.0))) for pair, p in facts.items())
        for facts in by_holder.values():
            for pair, probability in facts.items():
                before = known.get(pair, 0.0)
                known[pair] = 1.0 - (1.0 - before) * (1.0 - probability) if before else probability
        return known
