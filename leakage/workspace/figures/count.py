"""The one count: which kinds of facts Eve surely has, probably has, has wrong, and lacks, and who has each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import Pair, is_typed, redacted_repr
from leakage.workspace import vocabulary
from leakage.workspace.figures.assessment import pools, releases_as_copied
from leakage.workspace.person import in_standard_order, missing_facts
from leakage.workspace.release import PASSWORD, Release
from leakage.workspace.workspace import Workspace

State: TypeAlias = Literal["sure", "probable", "wrong", "missing"]
STATES: tuple[State, ...] = ("sure", "probable", "wrong", "missing")
How: TypeAlias = Literal["given", "file", "breach", "likely"]
"""How we know: the person said so, a file of theirs does, it leaked, or such places usually ask for it."""

NEAR = 0.5
"""How near a value must come to a fact, where the measure counts nearness, to be that fact."""
PROBABLE = 0.5
"""How likely it must be that somebody has a fact for Eve to have it probably."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a fact.

    Arguments:
        name: the recipient, or the name of a breach.
        since: a day in ISO 8601; empty where it is not known.
        how: how we know.
        chance: that they have it, in (0, 1].
    """

    name: str
    since: str
    how: How
    chance: float

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact about the person.

    Arguments:
        label: of the kind.
        state: whether Eve has it.
        values: those that the person typed.
        holders: who has it, the surest first; where it is wrong, who has something wrong.
    """

    label: str
    state: State
    values: tuple[str, ...] = field(repr=False)
    holders: tuple[Holder, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Count:
    """All kinds of facts, in the standard person's order."""

    kinds: tuple[Kind, ...]

    @property
    def sure(self) -> int:
        """How many Eve surely has."""
        return self.number("sure")

    @property
    def probable(self) -> int:
        """How many she probably has besides."""
        return self.number("probable")

    def number(self, state: State) -> int:
        """How many are in a state."""
        return sum(kind.state == state for kind in self.kinds)

    @property
    def whole(self) -> str:
        """Of what the kinds are, in words."""
        usual = {fact.label for fact in vocabulary.standard_facts()}
        own = sum(kind.label not in usual for kind in self.kinds)
        named = ((len(self.kinds) - own, "that nearly everybody has"), (own, "of your own"))
        return " and ".join(f"{vocabulary.count(n, 'kind', 'kinds')} {whose}" for n, whose in named if n)

    @property
    def sentence(self) -> str:
        """The count in words."""
        sure = vocabulary.count(self.sure, "kind of facts", "kinds of facts")
        return f"Eve surely has {sure} about you" + (f", and probably {self.probable:,} more" if self.probable else "")


def count(work: Workspace) -> Count:
    """Which kinds of facts the Eve in use has, from whatever pool.

    A kind is sure where one holder is sure of a true value, probable where it is likelier than not that one has it, and
    wrong where there are only other values. Records of other people say nothing about the person.

    The kinds are those of the standard person; of the worked examples of papers only the profile's own.
    """
    right, wrong = dict[str, list[Holder]](), dict[str, list[Holder]]()
    truth = Truth(work)
    for release in _in_any_pool(work):
        for label, holder, is_true in _held(work, release, truth):
            (right if is_true else wrong).setdefault(label, []).append(holder)
    values: dict[str, list[str]] = {}
    for label, value in in_standard_order((*work.profile, *((label, "") for label in _not_said(work)))):
        values.setdefault(label, []).extend([value] if value and is_typed((label, value)) else [])
    return Count(tuple(_kind(label, tuple(own), right, wrong) for label, own in values.items()))


def known_by(work: Workspace, releases: Iterable[Release]) -> dict[str, tuple[list[str], list[str]]]:
    """The labels of what recipients surely and probably have, each by itself, as ``count`` counts them.

    Arguments:
        work: whose facts are true.
        releases: the recipients' own; what was erased they have no more.
    """
    truth, known = Truth(work), dict[str, dict[str, float]]()
    for release in cancellable(releases):
        own = known.setdefault(release.recipient, {})
        for label, holder, is_true in _held(work, release, truth) if release.erasure != "done" else ():
            own[label] = max(own.get(label, 0.0), holder.chance if is_true else 0.0)
    return {
        name: ([x for x, chance in own.items() if chance == 1.0], [x for x, p in own.items() if PROBABLE <= p < 1.0])
        for name, own in known.items()
    }


def _not_said(work: Workspace) -> list[str]:
    return [] if work.worked_example else [fact.label for fact in missing_facts(work)]


def _in_any_pool(work: Workspace) -> Iterator[Release]:
    numbers = sorted({number for pool in pools(work) for number in pool.releases})
    releases = releases_as_copied(work) if work.has_releases_only else work.releases
    return (releases[number] for number in cancellable(numbers))


class Truth:
    """Tells true values from wrong ones; each is looked at once."""

    def __init__(self, work: Workspace) -> None:
        self._work, self._near = work, {label for label, _ in work.similarities}
        self._known = dict.fromkeys(work.profile, True)
        self._not_said = frozenset(_not_said(work))

    def __contains__(self, pair: Pair) -> bool:
        if pair not in self._known:
            near = pair[0] in self._near and self._work.measure.closest(pair, self._work.reference)[1] >= NEAR
            self._known[pair] = near or (pair[0] in self._not_said and not is_typed(pair))
        return self._known[pair]


def _held(work: Workspace, release: Release, truth: Truth) -> Iterator[tuple[str, Holder, bool]]:
    name = release.name if release.breach else release.recipient
    listed = {(label, value.casefold()) for one in release.listings for label, value in one.facts}
    for (label, value), confidence in release.record.known.confidences.items():
        from_file = (label, value.casefold()) in listed or (label == PASSWORD and release.listings)
        how: How = "breach" if release.breach else "file" if from_file else "given"
        yield label, Holder(name, release.date, how, confidence), (label, value) in truth
    presumed = work.presumed_of(release)
    for (label, _), chance in presumed.facts if presumed else ():
        yield label, Holder(name, release.date, "likely", chance), True
    if release.breach and PASSWORD in release.leaked and not release.dealt and not release.record.values(PASSWORD):
        # The breach's own list names no password.
        surest = max((attribute.confidence for attribute in release.record), default=1.0)
        yield PASSWORD, Holder(name, release.date, "breach", surest), True


def _kind(label: str, values: tuple[str, ...], right: dict[str, list[Holder]], wrong: dict[str, list[Holder]]) -> Kind:
    holders = _each_once(right.get(label, []))
    lacked = math.prod(1.0 - holder.chance for holder in holders)
    if any(holder.chance == 1.0 for holder in holders):
        return Kind(label, "sure", values, holders)
    if 1.0 - lacked >= PROBABLE:
        return Kind(label, "probable", values, holders)
    if label in wrong and not holders:
        return Kind(label, "wrong", values, _each_once(wrong[label]))
    return Kind(label, "missing", values, holders)


def _each_once(holders: list[Holder]) -> tuple[Holder, ...]:
    best: dict[str, Holder] = {}
    for holder in sorted(holders, key=lambda one: (-one.chance, one.since or "~", one.name)):
        best.setdefault(holder.name, holder)
    return tuple(best.values())
