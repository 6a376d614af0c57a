"""Disinforming: what a record of wrong attributes, given to one recipient, would take back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from leakage.decision.disinformation.curve import DisinformationPoint, bait_for, point_of, with_wrong_attributes
from leakage.decision.disinformation.moves import WEIGHED, weighed
from leakage.decision.what_if import Baseline
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.workspace.figures.assessment import Pool, PoolLeakage, assess, worst
from leakage.workspace.figures.planned_releases import Arrival, arrival
from leakage.workspace.figures.wrong_attributes import believable_attributes
from leakage.workspace.workspace import Workspace

Mode: TypeAlias = Literal["self", "linkage"]


CANDIDATES = 20
"""How many unrelated composites are offered for linking."""


@dataclass(frozen=True, eq=False)
class LinkCandidate:
    """An unrelated composite that could be tied to what the adversary knows of the person.

    Arguments:
        composite: its number in the resolution of the pool.
        record: what it holds: about somebody else, or wrong.
        members: its record numbers, over the background, then the pool's releases.
        leakage: what the target composite would leak once merged with it.
        fall: what the target leaks now less that, > 0.
    """

    composite: int
    record: Record
    members: tuple[int, ...]
    leakage: float
    fall: float


@dataclass(frozen=True, eq=False)
class DisinformationOutcome:
    """What disinformation given to one recipient would do.

    Arguments:
        recipient: who would get the record.
        pool: the pool it lands in, as it stands now; of several the one that knows most.
        before: the whole leakage now: the pool that knows most.
        pool_before: what this pool knows now.
        target: the composite aimed at: the pool's worst.
        members: its record numbers, over the background, then the pool's releases.
        link: the unrelated composite tied to it; None for self disinformation.
        points: the whole leakage for k = 0, 1, ... wrong attributes, each with its record; none where no
            record can be made to match.
    """

    recipient: str
    pool: Pool
    before: float
    pool_before: float
    target: Record
    members: tuple[int, ...]
    link: LinkCandidate | None
    points: tuple[DisinformationPoint, ...]

    @property
    def best(self) -> DisinformationPoint | None:
        """The point of the lowest leakage, the shortest record of several; None where nothing helps."""
        lowest = min(self.points, key=lambda point: (point.leakage, point.count), default=None)
        return lowest if lowest and lowest.increment < 0.0 else None


def disinformation_outcome(
    workspace: Workspace,
    recipient: str,
    mode: Mode = "self",
    link: LinkCandidate | None = None,
    *,
    most: int = 20,
    seed: int = 0,
    labels: Collection[str] | None = None,
    assessed: Sequence[PoolLeakage] | None = None,
) -> DisinformationOutcome:
    """The whole leakage against the number of wrong attributes in one record given to a recipient.

    ``max over pools of L(R_pool + {d_k}, e, E)``; d_k goes only to the pools the recipient is in.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        workspace: what is out, and who pools it.
        recipient: who would get the record; one new to the person is allowed, not empty.
        mode: "self" adds wrong attributes; "linkage" ties an unrelated composite to the target as well.
        link: one of ``link_candidates``; without it the first of them is taken.
        most: the greatest k, >= 0.
        seed: chooses the wrong values.
        labels: which of the profile's labels may carry a wrong value; None for all.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    Raises:
        ValueError: for an empty recipient, an unknown mode, a negative ``most``, or a link that is not a composite
            of the pool beside the target.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "123")), releases=given, policies=eve)
    >>> [round(point.leakage, 9) for point in disinformation_outcome(work, "Shop", most=2).points]
    [1.0, 0.8, 0.666666667]
    """
    if mode not in ("self", "linkage"):
        raise ValueError(f"mode must be self or linkage, got {mode!r}")
    now = tuple(assess(workspace) if assessed is None else assessed)
    whole = worst(now)
    before = whole.result.leakage if whole else 0.0
    place = arrival(workspace, recipient, now)
    number = _worst_standing(place)
    baseline = place.baselines[number]
    tied = _chosen_link(workspace, baseline, link) if mode == "linkage" else None
    aimless = mode == "linkage" and tied is None
    records = () if aimless else _records(workspace, baseline, tied, most, seed, labels)
    reached = workspace.reached_by(records[:1])
    # Of files only what somebody touches is at hand, and the record may touch more.
    landed = place if reached is workspace else arrival(reached, recipient, None)
    return DisinformationOutcome(
        recipient,
        place.pools[number],
        before,
        baseline.before.leakage,
        baseline.before.composite,
        baseline.before.members,
        tied,
        tuple(_points(landed, number, records, before)),
    )


def link_candidates(
    workspace: Workspace, recipient: str, assessed: Sequence[PoolLeakage] | None = None
) -> tuple[LinkCandidate, ...]:
    """Unrelated composites that would lower the leakage if they were tied to the worst one, the least leakage first.

    ``L(mu(target, c), e) < L(target, e)``, and some record matches both; 20 at most. Out of more than 1,000
    composites only the 1,000 with most weight of wrong attributes, less right ones, are looked at.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (linkage disinformation).

    Arguments:
        workspace, recipient, assessed: as ``disinformation_outcome``; candidates lie in the pool the recipient is in.

    Raises:
        ValueError: for an empty recipient.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> bob = Record.of(("Name", "Bob"), ("Phone", "987"))
    >>> work = Workspace((("Name", "Alice"), ("Phone", "123")), (), given, (bob,), eve)
    >>> [round(candidate.leakage, 9) for candidate in link_candidates(work, "Shop")]
    [0.666666667]
    """
    place = arrival(workspace, recipient, assessed)
    baseline = place.baselines[_worst_standing(place)]
    return tuple(_candidates(baseline, resolving_match(workspace.adversary), CANDIDATES))


def resolving_match(adversary: Adversary) -> Match | None:
    """The match of the adversary's last resolution; None for one who resolves nothing.

    >>> resolving_match(Adversary()) is None
    True
    """
    return adversary.resolutions[-1].match if adversary.resolutions else None


def _worst_standing(place: Arrival) -> int:
    """Which of the pools that a release lands in knows most now."""
    return max(range(len(place.baselines)), key=lambda n: place.baselines[n].before.leakage)


def _chosen_link(workspace: Workspace, baseline: Baseline, link: LinkCandidate | None) -> LinkCandidate | None:
    if link is not None:
        return link
    return next(iter(_candidates(baseline, resolving_match(workspace.adversary), 1)), None)


def _records(
    workspace: Workspace,
    baseline: Baseline,
    link: LinkCandidate | None,
    most: int,
    seed: int,
    labels: Collection[str] | None,
) -> tuple[Record, ...]:
    """The records with 0, 1, ... wrong attributes; none where nothing can be made to match."""
    wrong = believable_attributes(workspace, most, seed, labels)
    target, match = _worst_composite(baseline), resolving_match(workspace.adversary)
    if match is None or target is None:
        return ()
    bait = bait_for(baseline, match, target, link.composite if link else None)
    return () if bait is None else tuple(with_wrong_attributes(bait, wrong, workspace.reference, most))


def _points(place: Arrival, number: int, records: Sequence[Record], before: float) -> Iterator[DisinformationPoint]:
    for count, record in enumerate(records):
        report("Trying wrong facts", count, len(records))
        yield _point(place, number, count, record, before)


def _point(place: Arrival, number: int, count: int, record: Record, before: float) -> DisinformationPoint:
    """The point of one record, the other pools that it reaches and those that it does not included."""
    others = [baseline.add(record).leakage for n, baseline in enumerate(place.baselines) if n != number]
    outcome = place.baselines[number].add(record)
    return point_of(count, record, outcome, before, max([place.rest, *others]))


def _worst_composite(baseline: Baseline) -> int | None:
    """The number of the composite behind the pool's leakage; None where nothing is right."""
    members = baseline.before.members
    return int(baseline.before.resolution.composite_of[members[0]]) if members else None


def _candidates(baseline: Baseline, match: Match | None, count: int) -> list[LinkCandidate]:
    target = _worst_composite(baseline)
    if match is None or target is None:
        return []
    falling = (c for c in _weighed(baseline, target) if c.fall > 0.0)
    linkable = (c for c in falling if bait_for(baseline, match, target, c.composite) is not None)
    return list(islice(linkable, count))


def _weighed(baseline: Baseline, target: int) -> list[LinkCandidate]:
    """The most promising composites beside the target, by what the merged composite would leak."""
    resolution, now = baseline.before.resolution, baseline.before.leakage
    return [
        LinkCandidate(number, resolution.composites[number], resolution.members[number], leakage, now - leakage)
        for number, leakage in weighed(baseline, target, WEIGHED)
    ]
