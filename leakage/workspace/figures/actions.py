"""The plan of a work: the tasks that it chooses from, what each does, and what the best of them leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from leakage.decision.plan import Action, Held, Plan, Plans, Situation, Step, Threat, find_plans
from leakage.progress import cancellable
from leakage.record import Pair
from leakage.workspace.figures.assessment import releases_as_copied
from leakage.workspace.figures.tasks import (
    CLOSED,
    Task,
    TaskKind,
    answered_tasks,
    by_danger,
    domain_of,
    kind_of_change,
    minutes_of,
)
from leakage.workspace.places.obligations import (
    deletion_obstacles,
    left_alone,
    mailbox_accounts,
    mailbox_of,
    may_be_deleted,
)
from leakage.workspace.release import RequestKind
from leakage.workspace.requests.states import state_of
from leakage.workspace.workspace import Release, Workspace

MOST_FIELDS = 6
"""The values of one account that may be changed, its weightiest: all combinations are looked at."""
SINGLE = 4
"""Accounts of a group that are added one at a time; the further ones in portions as large as all before them."""

Chances: TypeAlias = Callable[[RequestKind, str], float]
"""From a request and its recipient to how probable it is that it is granted."""


class Actions:
    """What tasks do in a work.

    Arguments:
        workspace: what is out.
        chances: of letters; by default they are granted.
        today: as in ``plan_actions``.
    """

    def __init__(self, workspace: Workspace, chances: Chances | None = None, today: str = "") -> None:
        self._workspace, self._chances, self._today = workspace, chances, today

    @cached_property
    def _deletable(self) -> dict[str, list[str]]:
        return deletable(self._workspace, self._today)

    @cached_property
    def _own(self) -> dict[str, list[Release]]:
        own, alone = dict[str, list[Release]](), left_alone(self._workspace)
        for release in self._workspace.accounts:
            if release.erasure != "done" and release.recipient not in alone:
                own.setdefault(release.recipient, []).append(release)
        return own

    def of(self, task: Task) -> Action | None:
        """What a task does; None where nothing of it may be proposed, or the optimiser does not choose such tasks."""
        minutes = minutes_of(self._workspace, task)
        if task.kind == "change" and task.pair:
            own = chain.from_iterable(self._own.get(name, ()) for name in task.accounts)
            changes = tuple((release.name, task.pair) for release in own if task.pair in release.record)
            return Action(minutes, changes=changes) if changes else None
        if task.kind == "erase":
            erased = tuple(chain.from_iterable(self._deletable.get(name, ()) for name in task.accounts))
            return Action(minutes, erased, chance=self._chance("erasure", task)) if erased else None
        if task.kind == "stop sharing" and all(name in self._own for name in task.accounts):
            return Action(minutes, leaves=task.accounts, chance=self._chance("objection", task))
        return None

    def left_of(self, task: Task) -> Task | None:
        """A task at those of its accounts where it may still be proposed; None where there are none."""
        settled = _settled_at(self._workspace, task.kind, task.pair)
        accounts = (name for name in task.accounts if name not in settled)
        left = tuple(name for name in accounts if self.of(replace(task, accounts=(name,))))
        return replace(task, accounts=left) if left else None

    def _chance(self, kind: RequestKind, task: Task) -> float:
        return min(self._chances(kind, name) for name in task.accounts) if self._chances else 1.0


def options_of(workspace: Workspace, today: str = "") -> tuple[Task, ...]:
    """The tasks that a plan chooses from; what the person has answered is not among them.

    Nothing is asked of a bank, doctor, employer, insurer, school, authority or the like. No mailbox is deleted, and no
    account that others hang on, that was used in the last year or that the person needs.
    """
    deletions = (Task("erase", (name,)) for name in deletable(workspace, today))
    return (*deletions, *_changes(workspace), *_objections(workspace))


def deletable(workspace: Workspace, today: str = "") -> dict[str, list[str]]:
    """Recipient to the names of the releases whose deletion may be proposed there; ``today`` as in ``plan_actions``."""
    obstacles, held = deletion_obstacles(workspace), dict[str, list[str]]()
    kept = left_alone(workspace) | _needed(workspace) | _used(workspace, today)
    for release in workspace.accounts:
        name = release.recipient
        proposed = release.erasure not in ("done", "refused") and name not in kept
        if proposed and may_be_deleted(obstacles.get(name), release):
            held.setdefault(name, []).append(release.name)
    return held


def _needed(workspace: Workspace) -> set[str]:
    refused = (task for task in answered_tasks(workspace, ("cannot",)) if task.kind == "erase")
    return {name for task in (*answered_tasks(workspace, ("needed",)), *refused) for name in task.accounts}


def _used(workspace: Workspace, today: str) -> set[str]:
    """The recipients with an account that was opened, used or changed in the year before a day."""
    year_ago = f"{int(today[:4]) - 1:04}{today[4:]}" if today else "9999"
    return {
        release.recipient
        for release in workspace.accounts
        if max((release.date, *(day for one in release.listings for day in (one.used, one.changed)))) >= year_ago
    }


def _settled_at(workspace: Workspace, kind: TaskKind, pair: Pair | None = None) -> set[str]:
    tasks = answered_tasks(workspace, CLOSED)
    return {name for task in tasks if (task.kind, task.pair) == (kind, pair) for name in task.accounts}


def _objections(workspace: Workspace) -> Iterator[Task]:
    objections = [request for request in workspace.requests if request.kind == "objection"]
    latest = {one.recipient: state_of(workspace, one) for one in objections}
    apart = left_alone(workspace) | _settled_at(workspace, "stop sharing")
    apart |= {name for name, state in latest.items() if state == "refused"}
    names = tuple(dict.fromkeys(r.recipient for r in workspace.accounts if r.erasure != "done"))
    pooling, shares = workspace.pooling_in_use, set[str]()
    if pooling.kind == "together" and len(names) > 1:
        shares = set(names)
    elif pooling.kind == "coalitions":
        shares = {name for coalition in pooling.coalitions for name in coalition.recipients}
    yield from (Task("stop sharing", (name,)) for name in names if name in shares and name not in apart)


def _changes(workspace: Workspace) -> Iterator[Task]:
    """For every value that joins something the accounts that hold it, in portions, the most dangerous first."""
    most = _changeable(workspace)
    groups: dict[Pair, list[str]] = {}
    for name in by_danger(workspace, most):
        for pair in most[name]:
            groups.setdefault(pair, []).append(name)
    for pair, names in groups.items():
        yield from (Task("change", tuple(names[portion]), pair) for portion in _portions(len(names)))


def _changeable(workspace: Workspace) -> dict[str, list[Pair]]:
    """The weightiest values that may be changed at each recipient; who carries mail keeps the address of it."""
    shared, alone, carriers = _shared_pairs(workspace), left_alone(workspace), mailbox_accounts(workspace)
    kept: dict[Pair, set[str]] = {}
    for pair in workspace.profile:
        if pair in shared and kind_of_change(workspace, pair[0]):
            mailbox = mailbox_of(domain_of(pair[1])) if "@" in pair[1] else None
            kept[pair] = _settled_at(workspace, "change", pair) | {n for n, its in carriers.items() if its == mailbox}
    there: dict[str, dict[Pair, None]] = {}
    for release in cancellable(workspace.accounts):
        if release.erasure != "done" and release.recipient not in alone:
            own = (p for p in release.record.known.confidences if p in kept and release.recipient not in kept[p])
            there.setdefault(release.recipient, {}).update(dict.fromkeys(own))
    weights = workspace.weight_map

    def weightiest(pairs: Mapping[Pair, None]) -> list[Pair]:
        return sorted(pairs, key=lambda pair: (-weights.get(pair[0], 1.0), pair))[:MOST_FIELDS]

    return {name: weightiest(pairs) for name, pairs in there.items()}


def _portions(count: int) -> Iterator[slice]:
    """The places of a group that are added from its first 1 account to its first 2, 3, 4, 8, 16 and so on, and to all.

    >>> [(part.start, part.stop) for part in _portions(11)]
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 8), (8, 11)]
    """
    first = 0
    while first < count:
        last = min(count, first + 1 if first < SINGLE else 2 * first)
        yield slice(first, last)
        first = last


def _shared_pairs(workspace: Workspace) -> set[Pair]:
    """The values that several recipients have, or one of them and a breach; in a worked example all."""
    first, shared = dict[Pair, str](), set[Pair]()
    for release in cancellable(workspace.releases):
        name = release.name if release.breach else release.recipient
        pairs = release.record.known.confidences if release.erasure != "done" else ()
        shared.update(pair for pair in pairs if first.setdefault(pair, name) != name)
    return set(first) if workspace.worked_example else shared


def situation_of(workspace: Workspace) -> Situation:
    """What is out; what leaked is with the threats. Who erased what was given still shares the background."""
    held = (_held(workspace, release) for release in cancellable(workspace.accounts) if release.erasure != "done")
    return Situation(workspace.reference, tuple(held), workspace.background, workspace.recipient_names)


def _held(workspace: Workspace, release: Release) -> Held:
    return Held(release.name, release.recipient, release.record, workspace.presumed_of(release))


def threat_in_use(workspace: Workspace) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page."""
    pooling, adversary = workspace.pooling_in_use, workspace.pooling_adversary
    if pooling.kind == "releases":
        there = (release for release in releases_as_copied(workspace) if release.name in pooling.releases)
        return Threat(adversary, (), tuple(_held(workspace, release) for release in there))
    coalitions = tuple(coalition.recipients for coalition in pooling.coalitions)
    leaked = workspace.breaches if pooling.kind == "together" or pooling.breaches else ()
    beside = tuple(_held(workspace, breach) for breach in leaked if breach.erasure != "done")
    groups = {"together": None, "alone": (), "coalitions": coalitions}[pooling.kind]
    return Threat(adversary, groups, everywhere=beside)


PlannedStep: TypeAlias = tuple[tuple[Task, ...], Step]
"""What is done in a sitting, and what it does."""


@dataclass(frozen=True, eq=False)
class WorkPlans:
    """The plans for every number of minutes.

    Arguments:
        options: the tasks that could be done; the numbers of actions are theirs.
        plans: the best sets of actions.
    """

    options: tuple[Task, ...]
    plans: Plans

    def steps(self, plan: Plan) -> tuple[PlannedStep, ...]:
        """A plan in the order in which to do it."""
        found = []
        for step in self.plans.steps(plan):
            joined: dict[object, Task] = {}
            for number in step.actions:
                task = self.options[number]
                mark = task.pair or number
                before = joined[mark].accounts if mark in joined else ()
                joined[mark] = Task(task.kind, (*before, *task.accounts), task.pair)
            found.append((tuple(joined.values()), step))
        return tuple(found)


def plan_actions(
    workspace: Workspace, minutes: float = 240.0, today: str = "", *, chances: Chances | None = None, limit: int = 2_000
) -> WorkPlans:
    """For every number of minutes the tasks that bring down most what the adversaries know.

    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Arguments:
        workspace: what is out.
        minutes: the greatest number of minutes looked at, > 0.
        today: as ISO 8601: no account used in the year before is deleted; empty where no day counts.
        chances: that letters are granted.
        limit: as for ``leakage.decision.plan.find_plans``, which says what is tried.

    Raises:
        ValueError: for minutes that are not positive.
    """
    known = Actions(workspace, chances)
    doable = {task: action for task in options_of(workspace, today) if (action := known.of(task))}
    plans = find_plans(
        situation_of(workspace),
        list(doable.values()),
        threat_in_use(workspace),
        workspace.measure,
        minutes=minutes,
        groups=_groups(tuple(doable)),
        limit=limit,
    )
    return WorkPlans(tuple(doable), plans)


def _groups(tasks: tuple[Task, ...]) -> tuple[tuple[int, ...], ...]:
    groups: dict[Pair, list[int]] = {}
    for number, task in enumerate(tasks):
        if task.pair:
            groups.setdefault(task.pair, []).append(number)
    return tuple(tuple(some) for some in groups.values() if len(some) > 1)
