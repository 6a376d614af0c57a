"""The leakage of any subset of a person's releases, for whatever choices are compared."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from leakage.decision.leakage import InformationLeakage, checked, worst_of
from leakage.decision.presumed import Presumed
from leakage.frames import Floats, Integers, person_of, records_of
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.weights import Weights, as_measure
from leakage.progress import check_cancelled
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.engine import Tokens, joined, tokens_of_records
from leakage.resolution.operations import Resolve, noisy_or_merge, union_merge

Group: TypeAlias = tuple[int, ...]

Mask: TypeAlias = int
"""A set of numbers: bit n says that n is in it."""


UNTIED = -1
"""The part of the strangers whom nothing ties to a release."""


def bits(mask: Mask) -> Iterator[int]:
    """The numbers in a set, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union_of(masks: Iterable[Mask]) -> Mask:
    """The numbers that are in any of some sets."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def mask_of(numbers: Iterable[int]) -> Mask:
    """The set of some numbers.

    >>> bin(mask_of([3, 1, 3]))
    '0b1010'
    """
    return union_of(1 << number for number in numbers)


@dataclass(frozen=True, eq=False)
class Evaluator:
    """``L`` of the worst pool, where the recipients hold only some of the releases.

    Records that can never be joined fall into independent parts, and what a part leaks is remembered by the releases of
    it that are held, what a composite leaks by its records: a choice costs what it touches.
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
        object.__setattr__(self, "releases", tuple(records_of(self.releases)))
        object.__setattr__(self, "strangers", tuple(records_of(self.strangers)))
        checked(self.adversary)
        for pool in self.pools or ():
            if not all(0 <= number < len(self.releases) for number in pool):
                raise ValueError(f"a pool names releases by numbers from 0 to {len(self.releases) - 1}")

    def leakages(self, masks: Iterable[Mask]) -> Floats:
        """The leakage of each choice of releases: bit i of a mask says that release i is held; shape (masks,)."""
        asked: list[list[tuple[int, Mask]]] = []
        for mask in masks:
            check_cancelled()
            asked.append([key for pool in self._pools for key in self.parts_held(mask & pool)])
        known = iter(self.part_leakages(list(itertools.chain.from_iterable(asked))))
        return np.array([max(itertools.islice(known, len(keys)), default=0.0) for keys in asked])

    def leakage(self, mask: Mask) -> float:
        """The leakage of one choice of releases."""
        return float(self.leakages([mask])[0])

    @property
    def everything(self) -> Mask:
        """The mask of all releases."""
        return (1 << len(self.releases)) - 1

    @property
    def parts(self) -> list[Mask]:
        """The releases that may be joined with one another, directly or through others and strangers."""
        return [part.releases for part in self._parts]

    def parts_held(self, mask: Mask) -> Iterator[tuple[int, Mask]]:
        """The parts of which something is held, by number, and the releases among it; -1 for untied strangers."""
        yield UNTIED, 0
        for number in self._with_strangers:
            held = mask & self._parts[number].releases
            yield number, held
            mask ^= held
        while mask:
            number = self._part_of[(mask & -mask).bit_length() - 1]
            held = mask & self._parts[number].releases
            yield number, held
            mask ^= held

    def part_leakages(self, parts: Sequence[tuple[int, Mask]]) -> list[float]:
        """The leakage of parts, of each of which some releases are held; that of all is the greatest."""
        fresh = {key: self._parts[key[0]].groups(key[1]) for key in parts if key not in self._known}
        self._measure({group: key[0] for key, some in fresh.items() for group in some if group not in self._measured})
        for key, groups in fresh.items():
            self._known[key] = max([self._measured[group] for group in groups], default=0.0)
        return [self._known[key] for key in parts]

    def behind(self, number: int, held: Mask) -> tuple[InformationLeakage, list[int | None]]:
        """The worst composite of a part, and of each record that was resolved its release; None for a stranger."""
        if number == UNTIED:
            return self._untied, [None] * len(self._laid_out.others)
        return self._resolved(held | self._parts[number].strangers)

    def compared(self, release: int) -> Record:
        """A release as the adversary compares it: corrected and filled in."""
        return self._laid_out.compared[release]

    def joins(self, mask: Mask) -> list[Group]:
        """Of every pool the composites that hold releases of a choice, as numbers of releases, ascending."""
        found = []
        for pool in self._pools:
            for number, held in self.parts_held(mask & pool):
                found += (
                    []
                    if number == UNTIED
                    else [held_of for group in self._composites(number, held) if (held_of := group & self.everything)]
                )
        return sorted(tuple(bits(group)) for group in found)

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

    # Independent parts. Records are numbered: the releases first, then the strangers that may be joined with one.

    @cached_property
    def _pools(self) -> list[Mask]:
        if self.pools is None:
            return [self.everything]
        return list(dict.fromkeys(map(mask_of, self.pools)))

    @cached_property
    def _resolve(self) -> Resolve | None:
        return self.adversary.resolution

    @cached_property
    def _joining(self) -> bool:
        return not all(step.record_by_record for step in self.adversary.operations)

    @cached_property
    def _by_tokens(self) -> bool:
        """Whether composites match exactly where they have a key in common."""
        return not self._joining or (self._resolve is not None and self._resolve.by_tokens)

    @cached_property
    def _laid_out(self) -> _Laid:
        records = [*self.releases, *self.strangers]
        compared = list(self.adversary.prepared(tuple(records)) if self._resolve or not self._joining else records)
        conjunctions = self._resolve.match.conjunctions if self._resolve else None
        conditions = list(dict.fromkeys(itertools.chain.from_iterable(conjunctions or ())))
        keys = [tuple(map(conditions.index, conjunction)) for conjunction in conjunctions or ()]
        each = [tokens_of_records(compared, condition) for condition in conditions]
        tokens = list(zip(*each, strict=True)) or [()] * len(records)
        alone = self._joining and conjunctions is None
        whole = [list(range(len(records)))] if alone else joined(tokens, keys)
        mixed = [part for part in whole if part and part[0] < len(self.releases)]
        order = sorted(itertools.chain.from_iterable(mixed))
        place = {number: n for n, number in enumerate(order)}
        parts = [
            _Part.of(
                [place[number] for number in part],
                [tokens[number] for number in part],
                keys if conjunctions is not None or not self._joining else None,
                self.everything,
            )
            for part in mixed
        ]
        others = [records[number] for number in range(len(self.releases), len(records)) if number not in place]
        return _Laid([records[number] for number in order], [compared[number] for number in order], parts, others)

    @property
    def _parts(self) -> list[_Part]:
        return self._laid_out.parts

    @cached_property
    def _part_of(self) -> dict[int, int]:
        """Of each release the part that it is in."""
        return {number: place for place, part in enumerate(self.parts) for number in bits(part)}

    @cached_property
    def _with_strangers(self) -> list[int]:
        return [number for number, part in enumerate(self._parts) if part.strangers]

    # What a part leaks.

    @cached_property
    def _untied(self) -> InformationLeakage:
        resolution = self.adversary.resolve(tuple(self._laid_out.others))
        return worst_of(resolution, self.person, self.weights)

    @cached_property
    def _known(self) -> dict[tuple[int, Mask], float]:
        return {(UNTIED, 0): self._untied.leakage}

    @cached_property
    def _measured(self) -> dict[Mask, float]:
        """Of records that hang together what their worst composite leaks."""
        return {}

    def _measure(self, fresh: Mapping[Mask, int]) -> None:
        """Measure groups of records that hang together, each of a part."""
        if self._by_tokens:
            rows = [self._columns.row(self._parts[part], group) for group, part in fresh.items()]
            self._measured.update(zip(fresh, self._columns.leakages(rows), strict=True))
            return
        for group in fresh:
            check_cancelled()
            self._measured[group] = self._resolved(group)[0].leakage

    def _resolved(self, group: Mask) -> tuple[InformationLeakage, list[int | None]]:
        """The worst composite of some records, and the releases among them, strangers first."""
        count, presumed = len(self.releases), self.presumed or {}
        members = sorted(bits(group), key=lambda n: (n < count, n))
        beside = {place: presumed[n] for place, n in enumerate(members) if n in presumed}
        resolution = self.adversary.resolve(tuple(self._laid_out.records[n] for n in members))
        known = worst_of(resolution, self.person, self.weights, beside)
        return known, [n if n < count else None for n in members]

    def _composites(self, number: int, held: Mask) -> list[Mask]:
        groups = self._parts[number].groups(held)
        if self._by_tokens:
            return groups
        return [mask_of(some) for group in groups for some in self._members(group)]

    def _members(self, group: Mask) -> Iterator[list[int]]:
        known, releases = self._resolved(group)
        for some in known.resolution.members:
            yield [n for place in some if (n := releases[place]) is not None]

    @cached_property
    def _columns(self) -> _Columns:
        merge = self._resolve.merge if self._resolve else union_merge
        return _Columns.of(
            self._laid_out.compared, self.presumed or {}, self.person, self.weights, merge is noisy_or_merge
        )


@dataclass(frozen=True, eq=False)
class _Laid:
    """The records of an evaluator: the releases, then the strangers that may be joined with one.

    Arguments:
        records: as they are.
        compared: as the adversary has prepared them.
        parts: that they fall into.
        others: the strangers whom nothing ties to a release.
    """

    records: list[Record]
    compared: list[Record]
    parts: list[_Part]
    others: list[Record]


@dataclass(frozen=True, eq=False)
class _Part:
    """Records that hang together were all of them held, and what ties them.

    Arguments:
        releases: those among them that are releases.
        strangers: the others; they are always held.
        shared: of each key that several of them have who has it; None where nothing of the kind is known.
        tokens: of each condition who has a token that several have.
        keys: of conjunctions of several conditions each key of such tokens, and who has it alone.
        places: these conjunctions, by their conditions' numbers.
    """

    releases: Mask
    strangers: Mask
    shared: list[Mask] | None
    tokens: list[dict[int, Mask]]
    keys: dict[tuple[int, Tokens], Mask]
    places: list[tuple[int, tuple[int, ...]]]

    @staticmethod
    def of(
        members: Sequence[int],
        tokens: Sequence[Sequence[Tokens]],
        keys: Sequence[tuple[int, ...]] | None,
        releases: Mask,
    ) -> _Part:
        """The part of some records.

        Arguments:
            members: their numbers.
            tokens: of each what it has for every condition.
            keys: the conditions of each conjunction, by number; None where there are none.
            releases: all numbers of releases.
        """
        whole = mask_of(members)
        held: list[dict[int, Mask]] = [defaultdict(int) for _ in (tokens[0] if len(members) > 1 else ())]
        alone: dict[tuple[int, Tokens], Mask] = defaultdict(int)
        for member, its in zip(members, tokens, strict=True):
            for who, some in zip(held, its, strict=False):
                for token in some:
                    who[token] |= 1 << member
            for number, key in enumerate(keys or ()):
                for offered in itertools.product(*(its[place] for place in key)):
                    alone[number, offered] |= 1 << member
        several = [{token: who for token, who in some.items() if who & (who - 1)} for some in held]
        shared = {who for who in alone.values() if who & (who - 1)}
        joint = [(number, key) for number, key in enumerate(keys or ()) if len(key) > 1]
        reached = {
            (number, offered): who
            for (number, offered), who in alone.items()
            if several
            and len(offered) > 1
            and all(t in several[place] for t, place in zip(offered, (keys or ())[number], strict=True))
        }
        wide = None if keys is None else sorted(shared, key=lambda who: (-who.bit_count(), who))
        return _Part(whole & releases, whole & ~releases, wide, several, reached, joint if several else [])

    def groups(self, releases: Mask) -> list[Mask]:
        """The records that hang together where only some releases are held, strangers among them."""
        held = releases | self.strangers
        if self.shared is None:
            return [held]
        groups: list[Mask] = []
        for who in self.shared:
            here = who & held
            if here & (here - 1):
                groups = united(groups, here)
        pending, offers = list(groups) if self.places else [], dict[tuple[int, Tokens], Mask]()
        while pending:
            group = pending.pop()
            if group not in groups:
                continue
            # Composites that have grown offer new keys, each of tokens that several records have.
            whole, rest = group, held & ~group
            for number, key in self.places:
                its = ([t for t, who in self.tokens[place].items() if who & group and who & rest] for place in key)
                for offered in itertools.product(*its):
                    whole |= offers.setdefault((number, offered), group)
                    whole |= self.keys.get((number, offered), 0) & held
            if whole != group:
                groups = united(groups, whole)
                pending.append(groups[-1])
        for group in groups:
            held ^= group
        return groups + [1 << number for number in bits(held)]

    @cached_property
    def levels(self) -> dict[int, list[tuple[float, Mask]]]:
        """By pair the records that have it, by falling confidence; filled in when first measured."""
        return {}


def united(groups: Iterable[Mask], whole: Mask) -> list[Mask]:
    """Disjoint sets after all that meet another one have become one with it, the last.

    >>> united([0b001, 0b110], 0b0100)
    [1, 6]
    """
    apart = []
    for group in groups:
        if group & whole:
            whole |= group
        else:
            apart.append(group)
    return [*apart, whole]


@dataclass(frozen=True, eq=False)
class _Columns:
    """What records hold, by numbers of (label, value) pairs: composites are measured without being built.

    Arguments:
        pairs: every pair that is held or presumed.
        held: of each record its pairs, by number, with their confidences.
        presumed: what is presumed; None for nothing.
        weight, credit: of each pair; what a value near a fact earns hangs on the composite, and is not in it.
        noisy: whether sources of a composite are independent.
    """

    pairs: list[Pair]
    held: list[dict[int, float]]
    presumed: _Presumptions | None
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
        more = _Presumptions.of(presumed, number, len(records)) if presumed else None
        pairs = list(number)
        weight = np.array([measure.weight(label) for label, _ in pairs])
        credit = np.array([w if pair in person else 0.0 for pair, w in zip(pairs, weight, strict=True)])
        return _Columns(pairs, held, more, weight, credit, person, weights, noisy)

    def leakages(self, rows: Sequence[Mapping[int, float]]) -> list[float]:
        """The leakage of each composite, by its pairs and their confidences."""
        measure = as_measure(self.weights)
        total = measure.total(self.person)
        if not (rows and total):
            return [0.0] * len(rows)
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
        scale = np.full(len(rows), total)
        ratios = expected_ratios(Columns(self.weight[place], confidence, credit, bounds, scale))
        return np.minimum(1.0, 2.0 * ratios).tolist()  # type: ignore[no-any-return]

    def row(self, part: _Part, group: Mask) -> Mapping[int, float]:
        """The pairs of a composite, and how sure each is."""
        if not group & (group - 1):
            known = dict(self.held[group.bit_length() - 1])
        else:
            known = {}
            for pair, levels in self._levels(part).items():
                if not self.noisy:
                    surest = next((confidence for confidence, who in levels if who & group), 0.0)
                elif levels[0][0] == 1.0 and levels[0][1] & group:
                    surest = 1.0
                else:
                    # 1 - prod (1 - c), with the digits of what is small.
                    doubts = ((who & group).bit_count() * math.log1p(-c) for c, who in levels if c < 1.0)
                    surest = -math.expm1(sum(doubts))
                if surest:
                    known[pair] = surest
        if self.presumed:
            self.presumed.add(known, group)
        return known

    def _levels(self, part: _Part) -> Mapping[int, list[tuple[float, Mask]]]:
        if not part.levels:
            found: dict[int, dict[float, Mask]] = defaultdict(lambda: defaultdict(int))
            for number in bits(part.releases | part.strangers):
                for pair, confidence in self.held[number].items():
                    found[pair][confidence] |= 1 << number
            part.levels.update((pair, sorted(levels.items(), reverse=True)) for pair, levels in found.items())
        return part.levels


@dataclass(frozen=True, eq=False)
class _Presumptions:
    """What holders are presumed to have: the greatest of a holder's counts once, and holders are independent.

    Arguments:
        pairs: the numbers of what is presumed, shape (pairs,).
        doubts: ``log(1 - p)`` of each presumption that is not like another of its holder, shape (presumptions, pairs).
        holder: the holder of each, ascending.
        behind: of each record its presumption, and -1 for none.
    """

    pairs: list[int]
    doubts: Floats
    holder: Integers
    behind: Integers

    @staticmethod
    def of(presumed: Mapping[int, Presumed], number: dict[Pair, int], records: int) -> _Presumptions:
        """What is presumed of records; pairs that have no number yet get one."""
        distinct = sorted(set(presumed.values()), key=lambda one: one.holder)
        pairs = list(dict.fromkeys(pair for one in distinct for pair, _ in one.facts))
        doubts = np.zeros((len(distinct), len(pairs)))
        column = {pair: n for n, pair in enumerate(pairs)}
        for row, one in zip(doubts, distinct, strict=True):
            for pair, probability in one.facts:
                row[column[pair]] = min(row[column[pair]], math.log1p(-probability) if probability < 1.0 else -np.inf)
        holder = np.unique([one.holder for one in distinct], return_inverse=True)[1]
        row_of = {one: n for n, one in enumerate(distinct)}
        behind = np.full(records, -1)
        behind[list(presumed)] = [row_of[one] for one in presumed.values()]
        return _Presumptions([number.setdefault(p, len(number)) for p in pairs], doubts, holder, behind)

    def add(self, known: dict[int, float], group: Mask) -> None:
        """Add to what a composite holds what the holders of its records are presumed to have."""
        octets = np.frombuffer(group.to_bytes((group.bit_length() + 7) // 8, "little"), np.uint8)
        rows = np.unique(self.behind[np.flatnonzero(np.unpackbits(octets, bitorder="little"))])
        rows = rows[rows >= 0]
        if not len(rows):
            return
        starts = np.flatnonzero(np.diff(self.holder[rows], prepend=-1))
        doubts = np.minimum.reduceat(self.doubts[rows], starts, axis=0).sum(axis=0)
        for pair, doubt in zip(self.pairs, doubts.tolist(), strict=True):
            before = known.get(pair, 0.0)
            if doubt and before < 1.0:
                known[pair] = -math.expm1(math.log1p(-before) + doubt)
