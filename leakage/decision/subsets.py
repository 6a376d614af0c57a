"""Subsets: what any choice among releases leaks, and what no choice between two leaks less than."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from leakage.bits import bits
from leakage.database import Floats
from leakage.decision.composite_table import KNOWN_MERGES
from leakage.progress import looking
from leakage.resolution.adversary import Adversary, Pipeline
from leakage.resolution.subset_resolution import SubsetResolution
from leakage.short_repr import short_repr

MANY_PARTS = 64
"""Parts from which on a choice is asked only of those that it keeps a release of."""

FEW_STEPS = 3
"""Steps that reach a part, up to which its walk is remembered: there are few orders in which they come."""


class Choices(Protocol):
    """Releases among which some are kept; a choice is a bit mask, bit n standing for release n.

    Arguments:
        releases: the mask of the releases that matter here.
        bounded: whether ``floor`` says anything of choices that are not yet made.
        grows: whether more releases only ever add to a composite, and weights alone count.
        quick: whether a choice is told from masks, without resolving its records.
    """

    releases: int
    bounded: bool
    grows: bool
    quick: bool

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each choice leaks, shape (choices,)."""
        ...

    def walked(self, start: int, coming: Sequence[int]) -> Floats:
        """What is leaked at the start, and after each mask of releases has come; shape (masks + 1,)."""
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

    __repr__ = short_repr

    def leakage(self, kept: int) -> float:
        """``L(R, e, E)`` of the releases kept and the background."""
        return float(self.leakages([kept])[0])

    def leakages(self, kept: Sequence[int]) -> Floats:
        """``L(R, e, E)`` of each choice of releases and the background, shape (choices,)."""
        if len(self.parts) > MANY_PARTS:
            return self._of_many_parts(kept)
        greatest: Floats = np.full(len(kept), self.constant)
        for part in self.parts:
            # Choices that are the same to this part are worked out once.
            local = [mask & part.releases for mask in looking(kept)]
            distinct = list(dict.fromkeys(looking(local)))
            known = dict(zip(looking(distinct), part.leakages(distinct).tolist(), strict=True))
            greatest = np.maximum(greatest, [known[mask] for mask in local])
        return greatest

    def _of_many_parts(self, kept: Sequence[int]) -> Floats:
        """The same: a choice is asked only of the parts that it keeps a release of; what the others leak is known."""
        known: list[dict[int, float]] = [{} for _ in kept]
        for number, choices in self._reached(kept).items():
            part = self.parts[number]
            local = [kept[n] & part.releases for n in looking(choices)]
            distinct = list(dict.fromkeys(looking(local)))
            leakages = dict(zip(looking(distinct), part.leakages(distinct).tolist(), strict=True))
            for n, mask in zip(choices, local, strict=True):
                known[n][number] = leakages[mask]
        rest = (next((self._empty[n] for n in self._empty if n not in parts), 0.0) for parts in known)
        return np.array(
            [max([self.constant, other, *parts.values()]) for other, parts in zip(rest, known, strict=True)]
        )

    @cached_property
    def _empty(self) -> dict[int, float]:
        """What each part leaks where no release of it is kept, the greatest first; without those that leak nothing."""
        leakages = {number: float(part.leakages([0])[0]) for number, part in enumerate(self.parts)}
        telling = sorted((number for number, leakage in leakages.items() if leakage), key=lambda n: -leakages[n])
        return {number: leakages[number] for number in telling}

    @cached_property
    def _part_of(self) -> dict[int, int]:
        """For every release the number of its part."""
        return {release: number for number, part in enumerate(self.parts) for release in bits(part.releases)}

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        """``L(R, e, E)`` without each of some masks of releases, shape (masks,); all others are kept."""
        # What each part leaks where nothing is left out of it; the constant stands first.
        whole = [self.constant, *(float(part.leakages([part.releases])[0]) for part in self.parts)]
        ranked = sorted(range(len(whole)), key=lambda place: -whole[place])
        known: list[dict[int, float]] = [{} for _ in left_out]
        for number, masks in self._reached(left_out).items():
            part = self.parts[number]
            kept = [part.releases & ~left_out[n] for n in looking(masks)]
            distinct = list(dict.fromkeys(looking(kept)))
            leakages = dict(zip(looking(distinct), part.leakages(distinct).tolist(), strict=True))
            for n, mask in zip(looking(masks), kept, strict=True):
                known[n][number + 1] = leakages[mask]
        rest = (next((whole[place] for place in ranked if place not in parts), 0.0) for parts in known)
        return np.array(
            [max([other, *parts.values()]) for other, parts in zip(rest, known, strict=True)], dtype=np.float64
        )

    def walked(self, start: int, coming: Sequence[int]) -> Floats:
        """``L(R, e, E)`` at the start, and after each mask of releases has come; shape (masks + 1,)."""
        reached = self._reached(coming)
        greatest: Floats = np.full(len(coming) + 1, self.constant)
        for number in looking(range(len(self.parts))):
            steps = reached.get(number, [])
            here = self._part_walked(number, start, tuple(coming[step] for step in steps))
            # Between the steps that reach this part it leaks what it leaked before.
            if len(steps) <= FEW_STEPS:
                changes = [0, *(step + 1 for step in steps), len(greatest)]
                for leakage, (first, end) in zip(here.tolist(), itertools.pairwise(changes), strict=True):
                    np.maximum(greatest[first:end], leakage, out=greatest[first:end])
            else:
                greatest = np.maximum(greatest, np.repeat(here, np.diff([-1, *steps, len(coming)])))
        return greatest

    def _part_walked(self, number: int, start: int, coming: tuple[int, ...]) -> Floats:
        """The walk of one part; where few masks reach it, it is the same in most walks."""
        part = self.parts[number]
        begin, masks = start & part.releases, tuple(mask & part.releases for mask in coming)
        if len(masks) > FEW_STEPS:
            return part.walked(begin, masks)
        key = (number, begin, masks)
        if key not in self._walks:
            self._walks[key] = part.walked(begin, masks)
        return self._walks[key]

    @cached_property
    def _walks(self) -> dict[tuple[int, int, tuple[int, ...]], Floats]:
        """The walks of few steps that were made."""
        return {}

    def _reached(self, masks: Sequence[int]) -> dict[int, list[int]]:
        """For every part with a release in any of the masks, the numbers of these masks."""
        part_of = self._part_of
        reached: dict[int, list[int]] = {}
        for n, mask in enumerate(looking(masks)):
            for number in sorted({part_of[release] for release in bits(mask) if release in part_of}):
                reached.setdefault(number, []).append(n)
        return reached


def single_resolution(adversary: Adversary) -> Pipeline | None:
    """Her pipeline, where subsets of records are resolved in masks; None where more analyses follow one another.

    None too where the analysis, its match or its merge is not of this package.
    """
    pipeline = adversary.pipeline
    if pipeline is None or pipeline.analysis is None:
        return pipeline
    try:
        SubsetResolution.of(pipeline.analysis, (), 0)
    except TypeError:
        return None
    return pipeline if pipeline.analysis.merges_by in KNOWN_MERGES else None
