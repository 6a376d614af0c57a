"""Movement: why the figure is another than before an edit, as a sum of causes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np

from leakage.bits import bits
from leakage.database import Floats
from leakage.decision.shapley import shapley_values
from leakage.tabular.rows import redacted_repr
from leakage.workspace.figures.assessment import PoolLeakage, assess, worst
from leakage.workspace.figures.belief import facts_of
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Release, Workspace

Part: TypeAlias = Literal[
    "profile", "counting", "background", "files", "adversary", "pooling", "release", "releases", "several"
]
Assess: TypeAlias = Callable[[Workspace], Sequence[PoolLeakage]]
What: TypeAlias = Literal["added", "removed", "changed", "erased", "counted again"]

Change: TypeAlias = tuple[Part, str]
"""A part of the work, and the name of the release where the part is one."""

SEVERAL: dict[Change, What] = {("several", ""): "changed"}
"""Parts that are not told apart."""

YARDSTICK: dict[Part, tuple[str, ...]] = {
    "profile": ("profile",),
    "counting": ("weights", "similarities", "relations", "statistics", "value_counts"),
    "background": ("background",),
    "files": ("sources",),
    "adversary": ("policies", "chosen"),
    "pooling": ("pooling",),
}
"""The parts of a work that figures are held against, and the fields of each; what she was given is the rest."""

MOST_RELEASES = 4
"""Changed releases that are told one by one; more of them are one cause."""

SMALL = 2_000
"""Records of a work whose changed parts are told apart: each cause doubles the resolutions."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One part of an edit, and what it did to the figure.

    Arguments:
        part: which part of the work changed.
        what: what happened to it.
        share: its part of the change, in leakage; below 0 it took something back.
        release: the name of the release, where the part is one release; else empty.
        joined: of a release, whether it stands behind the composite that tells most.
    """

    part: Part
    what: What
    share: float
    release: str = ""
    joined: bool = False

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Movement:
    """The figure before and after an edit, and why it is another.

    Arguments:
        before, after: leakage, in [0, 1].
        causes: shares that add up to ``after - before``; the weightiest first.
        lost: whether the same adversary holds less that is right about the same profile than before.
    """

    before: float
    after: float
    causes: tuple[Cause, ...]
    lost: bool = False

    @property
    def same_yardstick(self) -> bool:
        """Whether profile, weights, adversary and who pools with whom are as they were."""
        return all(cause.part in ("release", "releases", "background", "files") for cause in self.causes)


def movement(before: Workspace, after: Workspace, assessed: Assess = assess) -> Movement | None:
    """Why the leakage of a work is another than before an edit, as a sum of causes.

    The parts of the edit are players, and the worth of a coalition is the leakage of the old work with those parts
    as they are now: each part's share is its Shapley value, the change that it makes on coming, in the mean over all
    orders in which the parts may come. The shares add up to the whole change.
    Source: Shapley 1953; Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        before, after: the work before and after the edit.
        assessed: as ``assess``; one that remembers saves time.

    Returns None where there is nothing to compare: no profile, no release or no adversary, before or after, nothing
    that counts was changed, or there is no index of its files for one of the works. Where there is none for what lies
    between them, all parts are one cause.

    >>> from leakage import Adversary, Record, Resolve, Shares
    >>> from leakage.workspace.workspace import Policy
    >>> given, eve = Release("Order", "Shop", Record.of(("Name", "Alice"))), Adversary((Resolve(Shares("Name")),))
    >>> old = Workspace((("Name", "Alice"),), releases=(given,), policies=(Policy("Eve", eve),))
    >>> new = replace(old, profile=(*old.profile, ("Phone", "555")))
    >>> [(cause.part, round(cause.share, 3)) for cause in movement(old, new).causes]
    [('profile', -0.333)]
    """
    changes = _changes(before, after)
    if not changes or not (_comparable(before) and _comparable(after)):
        return None
    mixtures = _Mixtures(before, after, tuple(changes), assessed)
    if not mixtures.count_files((0, mixtures.everything)):
        return None
    if not mixtures.count_files(mixtures.of_parts("counting", "files", "adversary")):
        changes = SEVERAL
        mixtures = _Mixtures(before, after, tuple(changes), assessed)
    values = shapley_values(mixtures.worths, len(changes))
    joined = _joined(after, assessed)
    causes = [
        Cause(part, what, value.share, name, name in joined)
        for ((part, name), what), value in zip(changes.items(), values, strict=True)
    ]
    causes.sort(key=lambda cause: -abs(cause.share))
    result = Movement(mixtures.worth(0), mixtures.worth(mixtures.everything), tuple(causes))
    lost = result.same_yardstick and _right(after, assessed) < _right(before, assessed) - NOTHING
    return replace(result, lost=lost)


def _changes(before: Workspace, after: Workspace) -> dict[Change, What]:
    """The parts that differ, and what happened to each."""
    parts: dict[Change, What] = {
        (part, ""): "changed"
        for part, fields in YARDSTICK.items()
        if any(getattr(before, name) != getattr(after, name) for name in fields)
    }
    if before.adversary == after.adversary:
        # Another policy than the one in use was edited, or the one in use was called otherwise.
        parts.pop(("adversary", ""), None)
    parts |= _changed_releases(before, after)
    large = len(after.releases) + len(after.background) > SMALL
    return SEVERAL if large and len(parts) > 1 else parts


def _changed_releases(before: Workspace, after: Workspace) -> dict[Change, What]:
    old, new = _by_name(before.releases), _by_name(after.releases)
    changed: dict[Change, What] = {
        ("release", name): _what(old.get(name), new.get(name))
        for name in {**old, **new}
        if _given(old.get(name)) != _given(new.get(name))
    }
    kept = [name for name in new if name in old]
    reordered = kept != [name for name in old if name in new]
    if reordered or len(changed) > MOST_RELEASES:
        return {("releases", ""): "changed"}
    return changed


def _by_name(releases: Sequence[Release]) -> dict[str, Release]:
    return {release.name: release for release in releases}


def _given(release: Release | None) -> object:
    """What of a release counts for the figure."""
    return None if release is None else (release.recipient, release.record, release.erasure == "done")


def _what(old: Release | None, new: Release | None) -> What:
    if old is None:
        return "added"
    if new is None:
        return "removed"
    if (old.erasure == "done") != (new.erasure == "done"):
        return "erased" if new.erasure == "done" else "counted again"
    return "changed"


def _comparable(workspace: Workspace) -> bool:
    """Whether there is a figure, of an adversary who does something."""
    return bool(workspace.profile and workspace.releases and workspace.adversary.operations)


@dataclass(frozen=True, eq=False)
class _Mixtures:
    """The old work with some of its parts as they are now, for every choice of parts, as a bit mask."""

    before: Workspace
    after: Workspace
    changes: tuple[Change, ...]
    assessed: Assess
    leakages: dict[int, float] = field(default_factory=dict)

    @property
    def everything(self) -> int:
        return (1 << len(self.changes)) - 1

    def worths(self, coalitions: Sequence[int]) -> Floats:
        return np.array([self.worth(some) for some in coalitions])

    def worth(self, some: int) -> float:
        """The leakage of one mixture; nothing released tells nothing."""
        if some not in self.leakages:
            leaked = worst(self.assessed(self._mixed(some)))
            self.leakages[some] = leaked.result.leakage if leaked else 0.0
        return self.leakages[some]

    def of_parts(self, *parts: Part) -> list[int]:
        """The mixtures in which any of some parts are as they are now, and all others as before."""
        places = [1 << number for number, (part, _) in enumerate(self.changes) if part in parts]
        return [sum(some) for size in range(len(places) + 1) for some in itertools.combinations(places, size)]

    def count_files(self, mixtures: Iterable[int]) -> bool:
        """Whether figures of some mixtures count the files that they name, all of them or none."""
        counted = {mixed.counts_files for some in mixtures if (mixed := self._mixed(some)).sources}
        return len(counted) < 2 and (self.before.sources == self.after.sources or counted != {False})

    def _mixed(self, some: int) -> Workspace:
        if some in (0, self.everything):
            return self.after if some else self.before
        new = [self.changes[number] for number in bits(some)]
        fields = {name: getattr(self.after, name) for part, _ in new for name in YARDSTICK.get(part, ())}
        if ("releases", "") in new:
            releases = self.after.releases
        else:
            releases = _mixed_releases(self.before, self.after, {name for _, name in new if name})
        # Where the files stay, there is an index of them for either adversary.
        given_by = ("files", "") if self.before.sources != self.after.sources else ("adversary", "")
        return (self.after if given_by in new else self.before).attach_files_to(
            replace(self.before.plain, releases=releases, **fields)
        )


def _mixed_releases(before: Workspace, after: Workspace, new: set[str]) -> tuple[Release, ...]:
    """The old releases, those named as they are now, in the order of both works."""
    old, now = _by_name(before.releases), _by_name(after.releases)
    mixed = ((now if name in new else old).get(name) for name in _merged(old, now))
    return tuple(release for release in mixed if release is not None)


def _merged(old: Iterable[str], new: Collection[str]) -> list[str]:
    """The names of two lists in an order that agrees with both; those in both follow one another alike in each."""
    dropped: dict[str, list[str]] = {"": []}
    last = ""
    for name in old:
        if name in new:
            last = name
            dropped[last] = []
        else:
            dropped[last].append(name)
    return [*dropped[""], *(name for current in new for name in (current, *dropped.get(current, ())))]


def _joined(workspace: Workspace, assessed: Assess) -> set[str]:
    """The names of the releases behind the composite that tells most."""
    leaked = worst(assessed(workspace))
    numbers = [leaked.release_of(member) for member in leaked.result.members] if leaked else []
    return {workspace.releases[number].name for number in numbers if number is not None}


def _right(workspace: Workspace, assessed: Assess) -> float:
    """The weight of what the composite that tells most has right, in expectation."""
    leaked = worst(assessed(workspace))
    facts = facts_of(leaked.result.composite, workspace.reference, workspace.measure) if leaked else ()
    return sum(fact.weight * fact.confidence * fact.similarity for fact in facts if fact.meaning == "right")
