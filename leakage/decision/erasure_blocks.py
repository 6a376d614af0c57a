"""Blocks: requests for erasure that hang together by what they delete, each to be planned apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from leakage.bits import bits, union_of
from leakage.database import Floats
from leakage.decision.subsets import Choices, PoolChoices


@dataclass(frozen=True, eq=False)
class Block:
    """Requests that hang together by what they delete, and the choices they decide."""

    requests: tuple[int, ...]
    masks: tuple[int, ...]
    costs: tuple[float, ...]
    choices: tuple[Choices, ...]

    @cached_property
    def everything(self) -> int:
        return union_of(choices.releases for choices in self.choices)

    def kept(self, erased: int) -> int:
        """The releases left, of a mask of requests (their places in the block)."""
        return self.everything & ~union_of(self.masks[place] for place in bits(erased))

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each choice of releases leaks."""
        leakages: Floats = self.choices[0].leakages([some & self.choices[0].releases for some in kept])
        for choices in self.choices[1:]:
            leakages = leakages.clip(min=choices.leakages([some & choices.releases for some in kept]))
        return leakages

    def floor(self, erased: int, open_: int) -> float:
        """What no plan goes below that erases the first and of the rest only what is open."""
        possible = self.kept(erased)
        kept = self.kept(erased | open_)
        return max(choices.floor(kept & choices.releases, possible & choices.releases) for choices in self.choices)


def blocks_of(pools: Sequence[PoolChoices], masks: Sequence[int], costs: Sequence[float]) -> tuple[list[Block], float]:
    """The requests in blocks that do not touch one another; and what no request changes."""
    constant = max((pool.constant for pool in pools), default=0.0)
    request_of = {number: n for n, mask in enumerate(masks) for number in bits(mask)}
    reach = union_of(masks)
    groups: list[tuple[set[int], list[Choices]]] = []
    group_of: dict[int, int] = {}
    for choices in (part for pool in pools for part in pool.parts):
        if not choices.releases & reach:
            constant = max(constant, float(choices.leakages([choices.releases])[0]))
            continue
        numbers = {request_of[number] for number in bits(choices.releases & reach)}
        joined = (numbers, [choices])
        for group in {group_of[number] for number in numbers if number in group_of}:
            joined = (joined[0] | groups[group][0], groups[group][1] + joined[1])
            groups[group] = (set(), [])
        group_of.update(dict.fromkeys(joined[0], len(groups)))
        groups.append(joined)
    return [_block(sorted(numbers), masks, costs, choices) for numbers, choices in groups if choices], constant


def _block(numbers: Sequence[int], masks: Sequence[int], costs: Sequence[float], choices: list[Choices]) -> Block:
    """A block with its most telling requests first: once they are kept, little is left to search."""
    plain = Block(tuple(numbers), tuple(masks[n] for n in numbers), tuple(costs[n] for n in numbers), tuple(choices))
    # Each request as the only one that is not met.
    others = plain.everything & ~union_of(plain.masks)
    alone = plain.leakages([others | mask & plain.everything for mask in plain.masks])
    order = sorted(range(len(numbers)), key=lambda place: -alone[place])
    return Block(
        tuple(numbers[place] for place in order),
        tuple(plain.masks[place] for place in order),
        tuple(plain.costs[place] for place in order),
        plain.choices,
    )
