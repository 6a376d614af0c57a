"""What wrong but believable facts take back: their values, their terms, their curves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from typing import Literal, TypeAlias

from leakage.decision.disinformation.believable import TakenValues, believable_values
from leakage.decision.disinformation.candidates import KINDS, WEIGHED, Kind, Prices, Values, weighed
from leakage.decision.disinformation.curve import DisinformationPoint, bait_for, point_of, with_wrong_attributes
from leakage.decision.disinformation.plan import RECORDS
from leakage.decision.incremental import Baseline
from leakage.measure.measuring import as_measure
from leakage.presumption import is_typed
from leakage.progress import report
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.rules.similar_values import Similar
from leakage.workspace.figures.assessment import Pool, PoolLeakage, assess, worst
from leakage.workspace.figures.planned_releases import Arrival, arrival
from leakage.workspace.places.obligations import decoy_obstacles, form_fields, is_never_wrong
from leakage.workspace.recipients import priced_recipients
from leakage.workspace.workspace import Workspace

# Made-up values: wrong, believable, nobody's in the workspace, and no reason for the adversary to join anything.


TOLD_EVERY = 1_000
"""Values or records between two reports of progress."""


def made_up_values(workspace: Workspace, seed: int = 0) -> Values:
    """Values for any label, written as the person's own are, none of which occurs in the workspace under any label.

    Nor one that her rules would take for a value in use: alike, or equal once it is normalised; of labels that they
    read neither what somebody in a file has.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add: "incorrect but believable").

    Arguments:
        workspace: the profile, and all values in use: released, in the background, and in her tables. What is only
            planned is not: else a plan with such values among the alternatives would change them.
        seed: chooses the values.

    >>> work = Workspace((("Phone", "+49 30 1234567"),))
    >>> [value.startswith("+49 ") for value in made_up_values(work)("Phone", 2)]
    [True, True]
    """
    in_use = _values_in_use(workspace)
    everything = TakenValues(itertools.chain.from_iterable(in_use.values()))
    names = dict(workspace.names)
    example = dict(pair for pair in reversed(workspace.profile) if is_typed(pair))  # the first value of each label
    known: dict[tuple[str, int], tuple[str, ...]] = {}

    @cache
    def refused_of(label: str) -> Callable[[str], bool]:
        return _refused(workspace, label, in_use.get(label, frozenset()))

    def values(label: str, count: int) -> tuple[str, ...]:
        if (label, count) not in known:
            known[label, count] = believable_values(
                names.get(label, label),
                everything,
                count,
                seed=seed,
                like=example.get(label),
                refused=refused_of(label),
            )
        return known[label, count]

    return values


def _refused(workspace: Workspace, label: str, in_use: frozenset[str]) -> Callable[[str], bool]:
    reading = [match for match in workspace.adversary.matches if label in match.labels]
    pairs: list[set[Pair]] = [set() for _ in reading]
    compared: list[set[tuple[Similar, str]]] = [set() for _ in reading]
    for number, value in enumerate(sorted(in_use) if reading else ()):
        if number % TOLD_EVERY == 0:
            report("Reading values in use", number, len(in_use))
        other = Record.of((label, value))
        for match, known, alike in zip(reading, pairs, compared, strict=True):
            known.update(match.pairs(other))
            alike.update(match.compared(other))

    def refused(value: str) -> bool:
        record = Record.of((label, value))
        for match, known, alike in zip(reading, pairs, compared, strict=True):
            if any(pair in known for pair in match.pairs(record)):
                return True
            for similar, mine in match.compared(record):
                if any(similar == other and similar.alike(mine, its) for other, its in alike):
                    return True
        return bool(reading) and workspace.known_to_files((label, value))

    return refused


def _values_in_use(workspace: Workspace) -> dict[str, frozenset[str]]:
    """All values of the workspace, label by label."""
    found: dict[str, set[str]] = {}
    given = (release.record for release in workspace.releases)
    for number, record in enumerate((workspace.reference, *given, *workspace.held_background)):
        if number % TOLD_EVERY == 0:
            report("Reading values in use", number, len(workspace.releases) + len(workspace.held_background))
        for attribute in record:
            if is_typed(attribute.pair):
                found.setdefault(attribute.label, set()).add(attribute.value)
    for label, value in workspace.adversary.introduced_pairs:
        found.setdefault(label, set()).add(value)
    return {label: frozenset(values) for label, values in found.items()}


# Wrong attributes: what can be said wrongly of a person, the heaviest labels first.


def believable_attributes(
    workspace: Workspace, count: int, seed: int = 0, labels: Collection[str] | None = None
) -> tuple[Attribute, ...]:
    """Wrong but believable attributes, of the heaviest labels first.

    The profile's labels by falling weight, over and over: a heavy label dilutes more. No value is used that
    occurs in the workspace, so none can make a match by chance. Passwords, licence plates and what identifies for life
    are left out. Labels that the rules read are left out where a further value may break a match (``SameKeySet`` and
    whatever is not ``Shares``).
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add).

    Arguments:
        workspace: its profile, weights and values in use.
        count: how many, >= 0; fewer where there is no label to use, or rules take all values for one in use.
        seed: chooses the values.
        labels: which of the profile's labels may be used; None for all.

    Raises:
        ValueError: if count is negative.

    >>> work = Workspace((("Name", "Alice"), ("Card", "main card")), (("Card", 3.0),))
    >>> [attribute.label for attribute in believable_attributes(work, 3)]
    ['Card', 'Name', 'Card']
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    order = list(islice(cycle(_labels_to_use(workspace, labels)), count))
    values = made_up_values(workspace, seed)
    supply = {label: iter(values(label, order.count(label))) for label in dict.fromkeys(order)}
    found = ((label, next(supply[label], None)) for label in order)
    return tuple(Attribute(label, value) for label, value in found if value is not None)


def _labels_to_use(workspace: Workspace, wanted: Collection[str] | None) -> list[str]:
    rules = workspace.adversary.matches
    read = {label for match in rules if not match.is_monotone for label in match.labels}
    known = dict.fromkeys(label for label, _ in workspace.profile if not is_never_wrong(workspace, label))
    measure = as_measure(workspace.measure)
    labels = [label for label in known if label not in read and (wanted is None or label in wanted)]
    return sorted(labels, key=lambda label: -measure.weight_of(label))


# Terms of disinformation: what the person is prepared to do, at what prices, and to whom it can be done.


@dataclass(frozen=True, slots=True)
class Terms:
    """What the person is prepared to do.

    Arguments:
        prices: C(r).
        recipients: whom a record may be given to.
        labels: under which something wrong may be said.
        budget: C_max > 0.
        kinds: what records may be for.
        expected: the name of a planned release that will follow on the disinformation; empty for none.
        records: of a plan that hang together, at most; >= 1.
        per_label: how many values of a label a record may state; >= 1.
        seed: chooses the values.
    """

    prices: Prices
    recipients: tuple[str, ...]
    labels: tuple[str, ...]
    budget: float
    kinds: tuple[Kind, ...] = KINDS
    expected: str = ""
    records: int = RECORDS
    per_label: int = 1
    seed: int = 0


def prices_of(workspace: Workspace) -> Prices:
    """What the person's disinformation costs: the usual prices, but for those of the workspace.

    Raises:
        ValueError: where a record and an attribute may both be free.

    >>> from leakage.workspace.workspace import Recipient
    >>> prices_of(Workspace(recipients=(Recipient("Shop", disinformation_price=5.0),))).of_record("Shop")
    5.0
    """
    return Prices(
        records=tuple(priced_recipients(workspace).items()),
        attributes=workspace.disinformation_prices,
    )


def usual_recipients(workspace: Workspace) -> tuple[str, ...]:
    """The recipients to whom something wrong can be said without an offence, as far as can be told.

    Not authorities, banks, doctors and the like: see ``leakage.workspace.places.obligations``.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> usual_recipients(Workspace(releases=given))
    ('Book Shop',)
    """
    unsuitable = decoy_obstacles(workspace)
    return tuple(name for name in workspace.recipient_names if name not in unsuitable)


# Disinforming: what a record of wrong attributes, given to one recipient, would take back.


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
        ValueError: for an empty recipient, one from whom nothing reaches her, an unknown mode, a negative ``most``, or
            a link that is not a composite of the pool beside the target.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
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
    fields = form_fields(workspace, recipient)
    tied = _chosen_link(workspace, baseline, link, fields) if mode == "linkage" else None
    aimless = mode == "linkage" and tied is None
    records = () if aimless else _records(workspace, baseline, tied, most, seed, labels, fields)
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

    ``L(mu(target, c), e) < L(target, e)``, and some record matches both that the recipient's form has the fields for;
    20 at most. Out of more than 1,000 composites only the 1,000 with most weight of wrong attributes, less right ones,
    are looked at.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (linkage disinformation).

    Arguments:
        workspace, recipient, assessed: as ``disinformation_outcome``; candidates lie in the pool the recipient is in.

    Raises:
        ValueError: for an empty recipient.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
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
    fields = form_fields(workspace, recipient)
    return tuple(_candidates(baseline, resolving_match(workspace.adversary), CANDIDATES, fields))


def resolving_match(adversary: Adversary) -> Match | None:
    """The match of the adversary's last resolution; None for one who resolves nothing.

    >>> resolving_match(Adversary()) is None
    True
    """
    return adversary.resolutions[-1].match if adversary.resolutions else None


def _worst_standing(place: Arrival) -> int:
    """Which of the pools that a release lands in knows most now.

    Raises:
        ValueError: where it lands in none.
    """
    if not place.baselines:
        raise ValueError("nothing that is given out reaches who has only some releases")
    return max(range(len(place.baselines)), key=lambda n: place.baselines[n].before.leakage)


def _chosen_link(
    workspace: Workspace, baseline: Baseline, link: LinkCandidate | None, fields: frozenset[str] | None
) -> LinkCandidate | None:
    if link is not None:
        return link
    return next(iter(_candidates(baseline, resolving_match(workspace.adversary), 1, fields)), None)


def _records(
    workspace: Workspace,
    baseline: Baseline,
    link: LinkCandidate | None,
    most: int,
    seed: int,
    labels: Collection[str] | None,
    fields: frozenset[str] | None,
) -> tuple[Record, ...]:
    """The records with 0, 1, ... wrong attributes; none where nothing can be made to match."""
    chosen = [label for label, _ in workspace.profile if labels is None or label in labels]
    wrong = believable_attributes(
        workspace, most, seed, [label for label in chosen if fields is None or label in fields]
    )
    target, match = _worst_composite(baseline), resolving_match(workspace.adversary)
    if match is None or target is None:
        return ()
    bait = bait_for(baseline, match, target, link.composite if link else None, fields)
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


def _candidates(
    baseline: Baseline, match: Match | None, count: int, fields: frozenset[str] | None
) -> list[LinkCandidate]:
    target = _worst_composite(baseline)
    if match is None or target is None:
        return []
    falling = (c for c in _weighed(baseline, target) if c.fall > 0.0)
    linkable = (c for c in falling if bait_for(baseline, match, target, c.composite, fields) is not None)
    return list(islice(linkable, count))


def _weighed(baseline: Baseline, target: int) -> list[LinkCandidate]:
    """The most promising composites beside the target, by what the merged composite would leak."""
    resolution, now = baseline.before.resolution, baseline.before.leakage
    return [
        LinkCandidate(number, resolution.composites[number], resolution.members[number], leakage, now - leakage)
        for number, leakage in weighed(baseline, target, WEIGHED)
    ]
