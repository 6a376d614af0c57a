"""What the person has done so far: values changed, letters sent and answered, and what it was worth."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from leakage.decision.plan import Action
from leakage.record import Attribute, Pair
from leakage.reprs import redacted_repr
from leakage.workspace.figures.assessment import PoolLeakage, assess, worst
from leakage.workspace.figures.plan.actions import ActionKind, WorkOption
from leakage.workspace.release import ChangedValue, RequestKind, SubjectRequest
from leakage.workspace.requests.states import ALL_OTHERS, OPEN, deadline, overdue, state_of
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace

# So far: how many accounts were changed, and how far letters are.


@dataclass(frozen=True, slots=True)
class Done:
    """How far the person has come.

    Arguments:
        accounts: how many accounts have a value of their own by now.
        waiting: the requests that wait for an answer, those whose answer is due first in front.
        late: how many of them should have been answered by now; they come first.
        granted, refused: how many requests were.
    """

    accounts: int
    waiting: tuple[SubjectRequest, ...]
    late: int
    granted: int
    refused: int

    __repr__ = redacted_repr

    def __bool__(self) -> bool:
        return bool(self.accounts or self.waiting or self.granted or self.refused)


def done_so_far(workspace: Workspace, today: datetime.date) -> Done:
    """How far the person has come with changed values and requests.

    Arguments:
        workspace: what was noted down.
        today: by which answers are late.

    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    >>> done = done_so_far(Workspace(requests=(ask,)), datetime.date(2026, 5, 1))
    >>> len(done.waiting), done.late, bool(done_so_far(Workspace(), datetime.date(2026, 5, 1)))
    (1, 1, False)
    """
    states = [state_of(workspace, request) for request in workspace.requests]
    waiting = [request for request, state in zip(workspace.requests, states, strict=True) if state in OPEN]
    return Done(
        len({change.recipient for change in workspace.changed_values}),
        tuple(sorted(waiting, key=_due)),
        len(overdue(workspace, today)),
        states.count("done"),
        states.count("refused"),
    )


def _due(request: SubjectRequest) -> tuple[datetime.date, str]:
    due = deadline(request)
    return due.last if due else datetime.date.max, request.name


# What is settled: what was done, and what was refused.


LETTERS: Mapping[ActionKind, RequestKind] = {"erase": "erasure", "stop sharing": "objection"}
"""The actions of a plan that a letter asks for."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Something of a plan that is over.

    Arguments:
        lever: the kind of action.
        refused: whether it was; otherwise it is done.
        recipients: where it was.
        pair: the value that was changed there; None of what was asked for.
        day: of the last step, as ISO 8601; empty where it is not known.
    """

    lever: ActionKind
    refused: bool
    recipients: tuple[str, ...]
    pair: Pair | None = None
    day: str = ""

    __repr__ = redacted_repr


def settled(workspace: Workspace) -> tuple[Settled, ...]:
    """What is done and what was refused: each value with the accounts that have another by now, then each letter.

    What a recipient has deleted without a letter comes last.

    >>> ask = SubjectRequest("a", "Shop", "objection", steps=(("sent", "2026-01-30"), ("refused", "2026-02-03")))
    >>> changes = tuple(ChangedValue(name, "Email", "a@b", "2026-01-31") for name in ("Shop", "Club"))
    >>> over = settled(Workspace(requests=(ask,), changed_values=changes))
    >>> [(each.lever, each.refused, each.recipients, each.day) for each in over]
    [('change', False, ('Shop', 'Club'), '2026-01-31'), ('stop sharing', True, ('Shop',), '2026-02-03')]
    """
    by_pair: dict[Pair, list[ChangedValue]] = {}
    for change in workspace.changed_values:
        by_pair.setdefault((change.label, change.value), []).append(change)
    changed = [
        Settled("change", False, _each_once(c.recipient for c in some), pair, max(c.day for c in some))
        for pair, some in by_pair.items()
    ]
    return (*changed, *_answered(workspace), *_deleted_without_a_letter(workspace))


def _answered(workspace: Workspace) -> list[Settled]:
    levers = {kind: lever for lever, kind in LETTERS.items()}
    states = [(request, state_of(workspace, request)) for request in workspace.requests if request.kind in levers]
    return [
        Settled(
            levers[request.kind],
            state == "refused",
            request.recipients,
            day=max((d for _, d in request.steps), default=""),
        )
        for request, state in states
        if state in ("done", "refused")
    ]


def _deleted_without_a_letter(workspace: Workspace) -> list[Settled]:
    asked = {name for request in workspace.requests if request.kind == "erasure" for name in request.releases}
    alone = [release for release in workspace.releases if release.erasure == "done" and release.name not in asked]
    return [Settled("erase", False, (name,)) for name in _each_once(release.recipient for release in alone)]


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


# The state of one thing to do.


@dataclass(frozen=True, slots=True)
class State:
    """How far the person is with something of a plan.

    Arguments:
        done: how many of its accounts are done.
        left: how many things are left to do in it: its accounts, or one.
        sent: for how many of them a letter waits for an answer.
        due: by when the first of these answers is due; None for never.
    """

    done: int = 0
    left: int = 0
    sent: int = 0
    due: datetime.date | None = None

    def __add__(self, other: State) -> State:
        due = min((day for day in (self.due, other.due) if day), default=None)
        return State(self.done + other.done, self.left + other.left, self.sent + other.sent, due)


def state_of_option(workspace: Workspace, option: WorkOption) -> State:
    """How far the person is with one option of a plan.

    Arguments:
        workspace: with what was done and sent.
        option: which is not done, or the plan would not hold it.

    >>> work = Workspace(changed_values=(ChangedValue("Shop", "Email", "a@b", "2026-01-31"),))
    >>> change = Action(5.0, changes=(("Card", ("Email", "a@b")),))
    >>> state_of_option(work, WorkOption("change", "Email", "Club", change, "change Email", ("Club",)))
    State(done=1, left=1, sent=0, due=None)
    """
    if option.lever == "change" and option.accounts:
        pairs = pairs_of(option.action)
        changed = {c.recipient for c in workspace.changed_values if (c.label, c.value) in pairs}
        return State(len(changed - {*option.accounts}), len(option.accounts))
    letter = waiting_letter(workspace, option)
    due = deadline(letter) if letter else None
    return State(left=1, sent=int(letter is not None), due=due.last if due else None)


def waiting_letter(workspace: Workspace, option: WorkOption) -> SubjectRequest | None:
    """The letter about an option that waits for an answer, the latest of several; None for none.

    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",), steps=(("sent", "2026-01-30"),))
    >>> options = [WorkOption("erase", name, "Shop", Action(15.0, (name,))) for name in ("Order", "Loan")]
    >>> [waiting_letter(Workspace(requests=(ask,)), option) is ask for option in options]
    [True, False]
    """
    kind = LETTERS.get(option.lever)
    names = {*option.action.erases}
    about = [
        request
        for request in workspace.requests
        if request.kind == kind
        and option.recipient in request.recipients
        and (kind != "erasure" or not request.releases or not names.isdisjoint(request.releases))
    ]
    return next((request for request in reversed(about) if state_of(workspace, request) in OPEN), None)


def pairs_of(action: Action) -> tuple[Pair, ...]:
    """The values that an action changes, each once."""
    return tuple(dict.fromkeys(pair for _, pair in action.changes))


# What it was worth: the figure as it would be had nothing been done, and as it is.


Assess: TypeAlias = Callable[[Workspace], Sequence[PoolLeakage]]


@dataclass(frozen=True, slots=True)
class Progress:
    """What was done, and what it did to the figure.

    Arguments:
        done: how many things: values changed at an account, and letters that were granted.
        before, now: what is known had none of them been done, and today, in [0, 1].
    """

    done: int
    before: float
    now: float


def progress(workspace: Workspace, assessed: Assess = assess) -> Progress | None:
    """What the person has done, and what it did to the figure; None where nothing was done.

    Both figures are of the adversary in use; where that is whoever knows most, of the one who knows most then.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        workspace: with what was done.
        assessed: as ``assess``; one that remembers saves time.

    >>> from leakage import Record
    >>> held = Record.of(("Name", "Ann"))
    >>> given = tuple(Release(n, n, held, erasure=e) for n, e in (("Shop", "done"), ("Club", "done")))
    >>> progress(Workspace((("Name", "Ann"),), releases=given))
    Progress(done=2, before=1.0, now=0.0)
    """
    over = [each for each in settled(workspace) if not each.refused]
    if not over or not workspace.profile:
        return None
    done = sum(len(each.recipients) if each.pair else 1 for each in over)
    before, now = (_greatest(work, assessed) for work in (before_it_was_done(workspace), workspace))
    return Progress(done, before, now)


def _greatest(workspace: Workspace, assessed: Assess) -> float:
    pool = worst(assessed(workspace))
    return pool.result.leakage if pool else 0.0


def before_it_was_done(workspace: Workspace) -> Workspace:
    """The work as it would be had the person changed no value, and had no letter been granted.

    A value is put back, as sure as it was, where it was: into the releases of which its label was denied when it was
    changed, or else into those that have another value of the label. One that the profile has no more stays away. Who
    objected shares again with all others, if all shared; in other coalitions nobody knows who was there.

    The same work where there is nothing to undo.

    >>> from leakage import Record
    >>> from leakage.workspace.changes import with_values_changed
    >>> work = Workspace((("Email", "a@b"),), releases=(Release("Order", "Shop", Record.of(("Email", "a@b"))),))
    >>> changed = with_values_changed(work, ["Shop"], ("Email", "a@b"), "2026-01-31")
    >>> before_it_was_done(changed).releases == work.releases
    True
    """
    profile, changed = frozenset(workspace.profile), dict[str, dict[Pair, float]]()
    for change in workspace.changed_values:
        if (change.label, change.value) in profile:
            changed.setdefault(change.recipient, {})[change.label, change.value] = change.confidence
    denying = {
        (release.recipient, label)
        for release in workspace.releases
        for label, _ in changed.get(release.recipient, {})
        if _denies(release, label)
    }
    releases = tuple(
        release if release.breach else _put_back(release, changed.get(release.recipient, {}), denying)
        for release in workspace.releases
    )
    objected = _each_once(
        name
        for request in workspace.requests
        if request.kind == "objection" and state_of(workspace, request) == "done"
        for name in request.recipients
    )
    same = all(old is new for old, new in zip(releases, workspace.releases, strict=True))
    before = workspace if same else replace(workspace, releases=releases)
    return before.with_each_pooling(partial(_shared_again, workspace.recipient_names, objected)) if objected else before


def _denies(release: Release, label: str) -> bool:
    return (label, 0.0) in release.presumed and not release.record.values(label)


def _put_back(release: Release, changed: Mapping[Pair, float], denying: set[tuple[str, str]]) -> Release:
    record, presumed = release.record, release.presumed
    for (label, value), sure in changed.items():
        lost = _denies(release, label) if (release.recipient, label) in denying else bool(release.record.values(label))
        if lost and (label, value) not in record:
            record = record.with_attribute(Attribute(label, value, sure))
            presumed = tuple(entry for entry in presumed if entry != (label, 0.0))
    erasure = None if release.erasure == "done" else release.erasure
    if (record, erasure) == (release.record, release.erasure):
        return release
    return replace(release, record=record, presumed=presumed, erasure=erasure)


def _shared_again(everybody: tuple[str, ...], objected: tuple[str, ...], pooling: Pooling) -> Pooling:
    """A pooling with those who left it: where all shared, two are left of whom or one."""
    if pooling.kind != "coalitions":
        return pooling
    if not pooling.coalitions and len(everybody) == 2:
        return replace(pooling, coalitions=(Coalition(ALL_OTHERS, everybody),))
    coalitions = (
        replace(each, recipients=_each_once((*each.recipients, *objected))) if each.name == ALL_OTHERS else each
        for each in pooling.coalitions
    )
    return replace(pooling, coalitions=tuple(coalitions))


def day_of(text: str) -> datetime.date | None:
    """A day as a saved copy has it; None where it is none.

    >>> day_of("2026-01-31"), day_of("soon")
    (datetime.date(2026, 1, 31), None)
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None
