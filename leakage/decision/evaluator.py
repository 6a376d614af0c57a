"""The leakage of any subset of a person's releases."""

from __future__ import annotations

import itertools
import operator
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from leakage.decision.leakage import NOBODY, Presumed, PresumedOf, composite_with, with_presumed, worst_of
from leakage.frames import Floats, Person, Records, person_of, records_of
from leakage.measure.leakage import leakages
from leakage.measure.weights import Weights
from leakage.progress import check_cancelled
from leakage.record import Record
from leakage.resolution.adversary import Adversary, Resolution, checked
from leakage.resolution.engine import Tokens, joined, tokens_of_records
from leakage.resolution.operations import merged, union_merge

Mask: TypeAlias = int
"""A set of numbers: bit n says that n is in it."""

Key: TypeAlias = tuple[int, Tokens]
"""The number of a conjunction, and a token for each of its conditions."""

UNTIED = -1  # The part of all strangers that no release can join.


def bits(mask: Mask) -> Iterator[int]:
    """The numbers in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union_of(masks: Iterable[Mask]) -> Mask:
    """The union of masks."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def mask_of(numbers: Iterable[int]) -> Mask:
    """The mask of numbers."""
    return union_of(1 << number for number in numbers)


def united(groups: Iterable[Mask], whole: Mask) -> list[Mask]:
    """Disjoint masks, with those that meet ``whole`` merged into it; it comes last."""
    apart = []
    for group in groups:
        if group & whole:
            whole |= group
        else:
            apart.append(group)
    return [*apart, whole]


@dataclass(frozen=True, eq=False, init=False)
class Evaluator:
    """The leakage of the worst pool if recipients hold only some of the releases.

    Records fall into independent parts that can never be joined. The leakage of a part is cached by its held releases,
    that of a composite by its records, so a choice costs only what it changes.
    Source: Whang & Garcia-Molina 2012, Definition 2; 2011, Section 2.2.

    Arguments:
        pools: the numbers of each pool's releases; by default one pool of all.
        presumed: presumed facts by the number of a release.

    >>> from leakage import Resolve, Shares
    >>> given = [Record.of(("N", "n"), ("P", "p")), Record.of(("P", "p"), ("C", "c")), Record.of(("Z", "z"))]
    >>> e = Record.of(("N", "n"), ("P", "p"), ("C", "c"))
    >>> Evaluator(given, (), e, Adversary(Resolve(Shares("P")))).leakages([0b111, 0b101, 0]).round(9).tolist()
    [1.0, 0.8, 0.0]
    """

    releases: Sequence[Record]
    strangers: Sequence[Record]
    person: Record
    adversary: Adversary
    weights: Weights | None
    pools: Sequence[Sequence[int]] | None
    presumed: PresumedOf

    def __init__(
        self,
        releases: Records,
        strangers: Records,
        person: Person,
        adversary: Adversary,
        weights: Weights | None = None,
        pools: Sequence[Sequence[int]] | None = None,
        presumed: PresumedOf = NOBODY,
    ) -> None:
        given, others = tuple(records_of(releases)), tuple(records_of(strangers))
        vars(self).update(releases=given, strangers=others, person=person_of(person), adversary=checked(adversary))
        vars(self).update(weights=weights, pools=pools, presumed=presumed)
        for numbers in (*(self.pools or ()), self.presumed):
            if not all(0 <= number < len(self.releases) for number in numbers):
                raise ValueError(f"a release has a number from 0 to {len(self.releases) - 1}")

    def leakages(self, masks: Iterable[Mask]) -> Floats:
        """The leakage of each choice of releases, shape (masks,): bit i of a mask is set if release i is held."""
        asked: list[list[tuple[int, Mask]]] = []
        for mask in map(operator.index, masks):
            check_cancelled()
            if mask & ~self.everything:
                raise ValueError(f"a mask has a bit for each of {len(self.releases)} releases, got {mask}")
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
    def pool_releases(self) -> list[tuple[int, ...]]:
        """The numbers of each pool's releases, ascending."""
        given = [range(len(self.releases))] if self.pools is None else self.pools
        return [tuple(sorted(set(pool))) for pool in given]

    @property
    def parts(self) -> list[Mask]:
        """The releases that can be joined with one another, directly or through others and strangers."""
        return [part.releases for part in self._layout.parts]

    def parts_held(self, mask: Mask) -> Iterator[tuple[int, Mask]]:
        """The parts with held releases, by number, and those releases; -1 for strangers that no release can join."""
        yield UNTIED, 0
        for number in self._with_strangers:
            held = mask & self._layout.parts[number].releases
            yield number, held
            mask ^= held
        while mask:
            number = self._part_of[(mask & -mask).bit_length() - 1]
            held = mask & self._layout.parts[number].releases
            yield number, held
            mask ^= held

    def part_leakages(self, parts: Sequence[tuple[int, Mask]]) -> list[float]:
        """The leakage of parts with some releases held; that of a choice is the greatest."""
        fresh = {key: self.groups(*key) for key in parts if key not in self._known}
        self._measure({group: key[0] for key, some in fresh.items() for group in some if group not in self._measured})
        for key, groups in fresh.items():
            self._known[key] = max([self._measured[group] for group in groups], default=0.0)
        return [self._known[key] for key in parts]

    def joins(self, mask: Mask) -> list[tuple[int, ...]]:
        """The composites with releases of a choice in each pool, as release numbers, ascending."""
        held = (key for pool in self._pools for key in self.parts_held(mask & pool) if key[0] != UNTIED)
        found = (some for key in held for group in self.groups(*key) for some, _ in self.composites(group))
        return sorted(tuple(bits(some)) for some in found if some)

    def groups(self, part: int, held: Mask) -> list[Mask]:
        """The records of a part that are connected if some of its releases are held."""
        return self._layout.parts[part].groups(held)

    def composites(self, group: Mask) -> list[tuple[Mask, Record]]:
        """The composites of connected records, with presumed facts, and the releases in each."""
        if self.by_tokens:
            return [(group & self.everything, self._body(group))]
        members, resolution, presumed = self._members(group), self._resolved(group), self._presumed(group)
        held = [mask_of(members[n] for n in some) & self.everything for some in resolution.members]
        return [(some, composite_with(resolution, n, presumed)) for n, some in enumerate(held)]

    def with_record(
        self, *records: Record, pools: Iterable[int] | None = None, presumed: Presumed | None = None
    ) -> Evaluator:
        """The evaluator with one or more releases appended, for some pools or by default for all."""
        numbers = range(len(self.releases), len(self.releases) + len(records))
        chosen = None if pools is None else set(pools)
        alone = self.pools is None and (chosen is None or 0 in chosen)
        grown = [
            (*pool, *numbers) if chosen is None or place in chosen else pool
            for place, pool in enumerate(() if alone else self.pool_releases)
        ]
        more = {**self.presumed, **(dict.fromkeys(numbers, presumed) if presumed else {})}
        return replace(self, releases=(*self.releases, *records), pools=None if alone else grown, presumed=more)

    # Independent parts. Records are numbered releases first, then the strangers that a release can join.

    @cached_property
    def _pools(self) -> list[Mask]:
        return list(dict.fromkeys(map(mask_of, self.pool_releases)))

    @cached_property
    def _joining(self) -> bool:
        return not all(step.record_by_record for step in self.adversary.operations)

    @cached_property
    def by_tokens(self) -> bool:
        """Whether records are joined by tokens, so that each group of connected records is one composite."""
        resolve = self.adversary.resolution
        return not self._joining or (resolve is not None and resolve.by_tokens)

    @cached_property
    def _layout(self) -> _Layout:
        records, resolve = [*self.releases, *self.strangers], self.adversary.resolution
        compared = list(self.adversary.prepared(tuple(records)) if resolve or not self._joining else records)
        conjunctions = resolve.match.conjunctions if resolve else None
        # Without conjunctions anything may be joined with anything.
        keyed = not self._joining or conjunctions is not None
        conditions = list(dict.fromkeys(itertools.chain.from_iterable(conjunctions or ())))
        keys = [tuple(map(conditions.index, conjunction)) for conjunction in conjunctions or ()]
        each = [tokens_of_records(compared, condition) for condition in conditions]
        tokens = list(zip(*each, strict=True)) or [()] * len(records)
        whole = joined(tokens, keys) if keyed else [list(range(len(records)))]
        mixed = [part for part in whole if part and part[0] < len(self.releases)]
        order = sorted(itertools.chain.from_iterable(mixed))
        place = {number: n for n, number in enumerate(order)}
        parts = [_Part({place[n]: tokens[n] for n in part}, keys if keyed else None, self.everything) for part in mixed]
        others = [records[number] for number in range(len(self.releases), len(records)) if number not in place]
        return _Layout([records[number] for number in order], [compared[number] for number in order], parts, others)

    @cached_property
    def _part_of(self) -> dict[int, int]:
        return {number: place for place, part in enumerate(self.parts) for number in bits(part)}

    @cached_property
    def _with_strangers(self) -> list[int]:
        return [number for number, part in enumerate(self._layout.parts) if part.strangers]

    # The leakage of a part.

    @cached_property
    def _known(self) -> dict[tuple[int, Mask], float]:
        untied = self.adversary.resolve(tuple(self._layout.others))
        return {(UNTIED, 0): worst_of(untied, self.person, self.weights).leakage}

    @cached_property
    def _measured(self) -> dict[Mask, float]:
        return {}

    def _measure(self, fresh: Mapping[Mask, int]) -> None:
        if self.by_tokens:
            found = leakages(map(self._body, fresh), self.person, self.weights)
            self._measured.update(zip(fresh, found.tolist(), strict=True))
            return
        for group in fresh:
            check_cancelled()
            worst = worst_of(self._resolved(group), self.person, self.weights, self._presumed(group))
            self._measured[group] = worst.leakage

    def _body(self, group: Mask) -> Record:
        resolve, members = self.adversary.resolution, self._members(group)
        held = [self._layout.compared[n] for n in members]
        body = merged(resolve.merge if resolve else union_merge, held, range(len(held)))
        return with_presumed(body, (self.presumed[n] for n in members if n in self.presumed))

    def _members(self, group: Mask) -> list[int]:
        return sorted(bits(group), key=lambda n: (n < len(self.releases), n))

    def _presumed(self, group: Mask) -> PresumedOf:
        return {n: self.presumed[m] for n, m in enumerate(self._members(group)) if m in self.presumed}

    def _resolved(self, group: Mask) -> Resolution:
        return self.adversary.resolve(tuple(self._layout.records[n] for n in self._members(group)))


class _Layout(NamedTuple):
    """The records of an evaluator, also as compared, their parts, and the strangers that no release can join."""

    records: list[Record]
    compared: list[Record]
    parts: list[_Part]
    others: list[Record]


class _Part:
    """Records that are connected if all are held, and what connects them; strangers are always held."""

    def __init__(
        self, tokens: Mapping[int, Sequence[Tokens]], keys: Sequence[tuple[int, ...]] | None, releases: Mask
    ) -> None:
        whole = mask_of(tokens)
        self.releases, self.strangers = whole & releases, whole & ~releases
        # The records with each token of a condition, and with each key of a conjunction.
        held: list[dict[int, Mask]] = [defaultdict(int) for _ in next(iter(tokens.values()))]
        alone: dict[Key, Mask] = defaultdict(int)
        for member, its in tokens.items() if len(tokens) > 1 else ():
            for who, some in zip(held, its, strict=True):
                for token in some:
                    who[token] |= 1 << member
            for number, key in enumerate(keys or ()):
                for offered in itertools.product(*(its[place] for place in key)):
                    alone[number, offered] |= 1 << member
        shared = {who for who in alone.values() if who & (who - 1)}
        self._shared = None if keys is None else sorted(shared, key=lambda who: (-who.bit_count(), who))
        self._several = [{token: who for token, who in some.items() if who & (who - 1)} for some in held]
        self._alone = {key: who for key, who in alone.items() if len(key[1]) > 1}
        self._joint = [(n, key) for n, key in enumerate(keys or ()) if len(key) > 1 and len(tokens) > 1]

    def groups(self, releases: Mask) -> list[Mask]:
        """The connected records if only some releases are held, with strangers."""
        held = releases | self.strangers
        if self._shared is None:
            return [held]
        groups: list[Mask] = []
        for who in self._shared:
            here = who & held
            if here & (here - 1):
                groups = united(groups, here)
        pending, offers = list(groups) if self._joint else [], dict[Key, Mask]()
        while pending:
            group = pending.pop()
            if group not in groups:
                continue
            # Grown composites have new keys, of tokens that several records have.
            whole, rest = group, held & ~group
            for number, key in self._joint:
                its = ([t for t, who in self._several[place].items() if who & group and who & rest] for place in key)
                for offered in itertools.product(*its):
                    whole |= offers.setdefault((number, offered), group)
                    whole |= self._alone.get((number, offered), 0) & held
            if whole != group:
                groups = united(groups, whole)
                pending.append(groups[-1])
        for group in groups:
            held ^= group
        return groups + [1 << number for number in bits(held)]
