"""What wrong but believable facts take back: the decoys that leave least for every budget, and what each does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from leakage.decision.disinformation import (
    KINDS,
    MOST_DECOYS,
    Decoy,
    DecoyPlan,
    Disinformation,
    Kind,
    Outlet,
    Prices,
    disinformation,
)
from leakage.decision.evaluator import Evaluator
from leakage.decision.made_up_values import Values, nobodys_values
from leakage.decision.planned_release import PlannedRelease
from leakage.record import Pair, Record, is_typed
from leakage.workspace.figures.assessment import evaluator, pools
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.presumptions import facts_presumed_of
from leakage.workspace.vocabulary import NEVER_WRONG
from leakage.workspace.workspace import Release, Workspace


def made_up_values(workspace: Workspace) -> Values:
    """Values for any label, written as the person's own are, none of which is in use or taken for one that is.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add: "incorrect but believable").

    Arguments:
        workspace: the profile, and all values in use: released, in the background, and in her tables. What is only
            planned is not: else a plan with such values among the alternatives would change them.
    """
    given = (release.record for release in workspace.releases)
    return nobodys_values(
        (workspace.reference, *given, *workspace.background),
        workspace.adversary,
        names=dict(workspace.names),
        # The first value of each label.
        examples=dict(pair for pair in reversed(workspace.profile) if is_typed(pair)),
    )


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
        records: of a plan at most, >= 1.
    """

    prices: Prices
    recipients: tuple[str, ...]
    labels: tuple[str, ...]
    budget: float
    kinds: tuple[Kind, ...] = KINDS
    expected: str = ""
    records: int = MOST_DECOYS


def is_never_wrong(workspace: Workspace, label: str) -> bool:
    """Whether nothing wrong is ever proposed under a label: a password, a licence plate, or what identifies you.

    >>> is_never_wrong(Workspace(), "password"), is_never_wrong(Workspace(names=(("P", "Phone"),)), "P")
    (True, False)
    """
    return dict(workspace.names).get(label, label).casefold() in NEVER_WRONG


def form_fields(workspace: Workspace, recipient: str) -> frozenset[str] | None:
    """The labels under which a recipient can be told something; in a worked example None: all of them.

    These are what forms of its kind ask for, and what it was given or is presumed to hold, less what is never wrong.

    >>> sorted(form_fields(Workspace(), "Moth Watchers Forum"))
    ['Address', 'Date of birth', 'Email', 'IP address', 'Name', 'Phone', 'User name']
    """
    if workspace.worked_example:
        return None
    fields = {fact.label for fact in facts_presumed_of(workspace, recipient)}
    for number in workspace.numbers_held.get(recipient, ()):
        fields.update(workspace.releases[number].record.labels, dict(workspace.releases[number].presumed))
    return frozenset(label for label in fields if not is_never_wrong(workspace, label))


def usual_recipients(workspace: Workspace) -> tuple[str, ...]:
    """The recipients to whom something wrong can be said without an offence, as far as can be told.

    Not authorities, banks, doctors and the like: see ``leakage.workspace.places.obligations``.
    """
    unsuitable = decoy_obstacles(workspace)
    return tuple(name for name in workspace.recipient_names if name not in unsuitable)


def plan_disinformation(workspace: Workspace, terms: Terms) -> Disinformation:
    """For every budget the decoys that were found to leave least of the whole leakage.

    They arrive after all that is released, and before a release that is expected.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2; see ``leakage.decision.disinformation``.

    Raises:
        ValueError: for a budget that is not positive.
    """
    known, coming = _before_expected(workspace, terms.expected)
    with_it = _with_expected(workspace, terms.expected)
    return disinformation(
        known,
        outlets(workspace, terms),
        [label for label in terms.labels if not is_never_wrong(with_it, label)],
        made_up_values(with_it),
        terms.budget,
        terms.prices,
        kinds=terms.kinds,
        most=terms.records,
        coming=coming,
    )


def outlets(workspace: Workspace, terms: Terms) -> tuple[Outlet, ...]:
    """Whom decoys may be given to: those who are in a pool, each with the fields of its form."""
    with_it = _with_expected(workspace, terms.expected)
    reached: dict[str, list[int]] = {}
    for number, pool in enumerate(pools(with_it)):
        for name in dict.fromkeys(pool.recipients):
            reached.setdefault(name, []).append(number)
    names = (name for name in terms.recipients if name in reached)
    return tuple(Outlet(name, tuple(reached[name]), form_fields(with_it, name)) for name in names)


def with_plan(workspace: Workspace, plan: DecoyPlan, expected: str = "") -> Workspace:
    """The workspace with the decoys of a plan, and then the expected release, among what was released."""
    for decoy in plan.decoys:
        release = Release(f"Disinformation ({decoy.kind})", decoy.outlet.recipient, decoy.record)
        workspace = with_release(workspace, release)
    return _with_expected(workspace, expected)


def _with_expected(workspace: Workspace, expected: str) -> Workspace:
    coming = next((release for release in workspace.plans if expected and release.name == expected), None)
    return workspace if coming is None else with_release(workspace, coming)


def _before_expected(workspace: Workspace, expected: str) -> tuple[Evaluator, PlannedRelease | None]:
    known, last = evaluator(_with_expected(workspace, expected)), len(workspace.releases)
    if len(known.releases) == last:
        return known, None
    presumed, reached = dict(known.presumed), known.pools or ()
    coming = PlannedRelease(
        known.releases[last], tuple(n for n, pool in enumerate(reached) if last in pool), presumed.pop(last, None)
    )
    held = tuple(tuple(n for n in pool if n != last) for pool in reached)
    return replace(known, releases=known.releases[:last], pools=held, presumed=presumed), coming


@dataclass(frozen=True, slots=True)
class DecoyEffect:
    """What one decoy of a plan does.

    Arguments:
        decoy: the record.
        alone: how far leakage would fall if it were the only one; below 0 it would rise.
        within: how much higher leakage would be if this one alone were left out of the plan.
        shared: what it says that its target says, too.
        carried: labels of what is true of the person in what it ties in, and not in its target: they backfire.
        confirmed: labels of true facts the adversary is unsure of, and sure once she has this record.
    """

    decoy: Decoy
    alone: float
    within: float
    shared: frozenset[Pair] = field(repr=False)
    carried: tuple[str, ...]
    confirmed: tuple[str, ...]


def effects(workspace: Workspace, found: Disinformation, plan: DecoyPlan) -> tuple[DecoyEffect, ...]:
    """What each decoy of a plan does, in the order of the plan.

    Source: Whang & Garcia-Molina 2012, Sections 4.1 and 4.2.
    """
    decoys, before = plan.decoys, found.plans[0].leakage
    others = [(*decoys[:n], *decoys[n + 1 :]) for n in range(len(decoys))]
    left = found.leakages_of([*((decoy,) for decoy in decoys), *others])
    return tuple(
        _effect(workspace, decoy, before - alone, without - plan.leakage)
        for decoy, alone, without in zip(decoys, left[: len(decoys)], left[len(decoys) :], strict=True)
    )


def _effect(workspace: Workspace, decoy: Decoy, alone: float, within: float) -> DecoyEffect:
    target = _compared(workspace, decoy.target)
    sure: dict[Pair, float] = {}
    for pair, confidence in itertools.chain.from_iterable(record.confidences.items() for record in target):
        sure[pair] = max(confidence, sure.get(pair, 0.0))
    bait = [a.pair for a in decoy.record if a.pair not in decoy.wrong]
    linked = {a.pair for some in decoy.links for record in _compared(workspace, some) for a in record}
    return DecoyEffect(
        decoy,
        alone,
        within,
        frozenset(pair for pair in bait if sure.get(pair)),
        _right(workspace, (pair for pair in linked if not sure.get(pair))),
        _right(workspace, (pair for pair in bait if 0.0 < sure.get(pair, 0.0) < 1.0)),
    )


def _compared(workspace: Workspace, numbers: Sequence[int]) -> Sequence[Record]:
    first = len(workspace.background)
    records = (workspace.background[n] if n < first else workspace.releases[n - first].record for n in numbers)
    return workspace.pooling_adversary.prepared(list(records))


def _right(workspace: Workspace, pairs: Iterable[Pair]) -> tuple[str, ...]:
    closest, person = workspace.measure.closest, workspace.reference
    return tuple(dict.fromkeys(pair[0] for pair in sorted(pairs) if closest(pair, person)[1]))
