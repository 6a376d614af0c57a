"""Steps: what anybody would be told to do first, what the optimiser adds, and what the person answered to each."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from leakage.decision.plan import Action, Outcomes
from leakage.record import Pair
from leakage.workspace.breaches import with_dealt
from leakage.workspace.changes import with_values_changed, with_values_put_back
from leakage.workspace.everyday import with_corporations
from leakage.workspace.figures.actions import (
    Actions,
    PlannedStep,
    WorkPlans,
    deletable,
    situation_of,
    threat_in_use,
)
from leakage.workspace.figures.tasks import (
    CLOSED,
    OPTIMISED,
    Task,
    accounts_of,
    answered_tasks,
    first_tasks,
    minutes_of,
    shared_passwords,
    sittings,
    task_of,
)
from leakage.workspace.figures.words import Step, step_of
from leakage.workspace.release import PASSWORD, Answer, StepAnswer
from leakage.workspace.requests.states import marked, shared_again, without_sharing
from leakage.workspace.workspace import Workspace

BUDGETS = (15.0, 60.0, 180.0)
"""Minutes that a person may have in a week; a plan begins with the best of the least."""
POINT = 0.01
HALF_AN_HOUR = 30.0
MOST_FIRST = 50
"""First steps that are listed; the others follow as these are answered."""


def first_steps(workspace: Workspace) -> tuple[Step, ...]:
    """The mailbox, passwords that leaked or are used more than once, and two-step sign-in; what waits comes last."""
    return tuple(step_of(workspace, task) for task in _first(workspace)[:MOST_FIRST])


def _first(workspace: Workspace) -> tuple[Task, ...]:
    waiting = (task for task in answered_tasks(workspace, ("later",)) if task.kind not in OPTIMISED)
    later = [task for task in waiting if task.kind in _HABITS or _with_effect(workspace, task, "") != workspace]
    return _open(workspace, (*(task for task in first_tasks(workspace) if task not in later), *later))


_PASSWORDS = ("mailbox", "leaked", "passwords")
"""Kinds of tasks that are done by a new password."""
_HABITS = ("mailbox", "second factor")
"""Kinds of tasks of which the work does not say whether they are done."""


def _open(workspace: Workspace, tasks: Iterable[Task]) -> tuple[Task, ...]:
    answers = {answer.step: answer.answer for answer in workspace.answers}
    left = [task for task in dict.fromkeys(tasks) if answers.get(task.key) not in CLOSED]
    return tuple(sorted(left, key=lambda task: answers.get(task.key) == "later"))


def plan_steps(workspace: Workspace, today: str) -> tuple[Step, ...]:
    """The steps of the plan that is saved, in its order; what waits comes last.

    Each gains what it does after the first steps and those above it, for the adversary in use.

    Arguments:
        workspace: what is out.
        today: as ISO 8601: no account used in the year before is deleted.
    """
    tasks = open_tasks(workspace, workspace.plan, today)
    left = leakages_after(workspace, tasks) if tasks else []
    gains = [100.0 * (before - after) for before, after in itertools.pairwise(left)]
    return tuple(step_of(workspace, task, gain) for task, gain in zip(tasks, gains, strict=True))


def ready(workspace: Workspace) -> Workspace:
    """The work once the first steps that are open are done: from there on the optimiser plans."""
    # In one go: there may be a thousand, and each goes over all releases. Two-step sign-in changes no release.
    tasks = [task for task in _first(workspace) if task.kind != "second factor"]
    names = tuple(dict.fromkeys(name for task in tasks for name in accounts_of(workspace, task)))
    after = with_values_changed(workspace, names, _passwords_at(workspace, names), "")
    return _with_dealt(after, [name for task in tasks if task.kind == "leaked" for name in task.accounts], True)


def plan_keys(workspace: Workspace, plans: WorkPlans) -> tuple[str, ...]:
    """The keys of the best plans for a quarter of an hour, an hour and an evening, each with what the next one adds.

    It ends where the next steps gain less than a point in half an hour.
    """
    tasks = dict[Task, None]()
    for minutes in BUDGETS:
        steps = plans.steps(plans.plans.within(minutes))
        for some, _ in sorted(steps, key=partial(_gain_a_minute, workspace), reverse=True):
            for task in some:
                tasks |= dict.fromkeys(_sittings_of(task, tasks))
    return tuple(task.key for task in _worthwhile(workspace, tuple(tasks)))


def _worthwhile(workspace: Workspace, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    left, kept = leakages_after(workspace, tasks) if tasks else [], 0
    for place, (before, after) in enumerate(itertools.pairwise(left), 1):
        if before - after >= POINT:
            minutes = sum(minutes_of(workspace, task) for task in tasks[kept:place])
            if (left[kept] - after) >= POINT * minutes / HALF_AN_HOUR:
                kept = place
    return tasks[:kept]


def _sittings_of(task: Task, earlier: Iterable[Task]) -> Iterator[Task]:
    seen = {
        name
        for other in earlier
        if "erase" in (other.kind, task.kind) or (other.kind, other.pair) == (task.kind, task.pair)
        for name in other.accounts
    }
    fresh = tuple(name for name in task.accounts if name not in seen)
    for part in (fresh,) if task.kind == "erase" and fresh else sittings(fresh):
        yield Task(task.kind, part, task.pair)


def _gain_a_minute(workspace: Workspace, planned: PlannedStep) -> float:
    tasks, step = planned
    return (step.before - step.after) / sum(minutes_of(workspace, task) for task in tasks)


def better(workspace: Workspace, today: str, old: Iterable[str], new: Iterable[str]) -> bool:
    """Whether a plan leaves at least a point less than another; any is better than one of which nothing is left."""
    before, after = (open_tasks(workspace, keys, today) for keys in (old, new))
    if not before:
        return bool(after)
    return leakages_after(workspace, before)[-1] - leakages_after(workspace, after)[-1] >= POINT


def open_tasks(workspace: Workspace, keys: Iterable[str], today: str) -> tuple[Task, ...]:
    """What of the tasks of some keys is open and may be proposed on a day, whatever was known when they were saved."""
    known = Actions(workspace, today=today)
    return _open(workspace, (left for task in map(task_of, keys) if task and (left := known.left_of(task))))


def leakages_after(workspace: Workspace, tasks: Sequence[Task]) -> list[float]:
    """What the adversary in use knows after the first steps, and after each task in turn."""
    if not workspace.reference:
        return [0.0] * (len(tasks) + 1)
    work = ready(workspace)
    known = Actions(work)
    # What another step has done already does nothing.
    actions = [known.of(task) or Action(1.0) for task in tasks]
    outcomes = Outcomes(situation_of(work), actions, threat_in_use(work), work.measure)
    return [float(left) for left in outcomes.leakages([(1 << n) - 1 for n in range(len(actions) + 1)])]


def answered(workspace: Workspace, key: str, answer: StepAnswer, day: str) -> Workspace:
    """The work with an answer to a step; what is done has its effect."""
    task, others = task_of(key), (each for each in workspace.answers if each.step != key)
    after = _with_effect(workspace, task, day) if answer == "done" and task else workspace
    return replace(after, answers=(*others, Answer(key, answer, day)))


def taken_back(workspace: Workspace, key: str) -> Workspace:
    """The work without an answer to a step, and without what it did."""
    task, given = task_of(key), [each for each in workspace.answers if each.step == key]
    after = replace(workspace, answers=tuple(each for each in workspace.answers if each.step != key))
    return _without_effect(after, task, given[0].day) if task and given and given[0].answer == "done" else after


def _with_effect(workspace: Workspace, task: Task, day: str) -> Workspace:
    names = accounts_of(workspace, task)
    if task.kind == "stop sharing":
        for name in names:
            workspace = without_sharing(workspace, name)
    elif task.kind == "erase":
        erased = {name for each in names for name in deletable(workspace).get(each, ())}
        return marked(workspace, (r for r in workspace.releases if r.name in erased), "done")
    pairs = (task.pair,) if task.pair else _passwords_at(workspace, names) if task.kind in _PASSWORDS else ()
    workspace = with_values_changed(workspace, names, pairs, day)
    return _with_dealt(workspace, task.accounts, True) if task.kind == "leaked" else workspace


def _without_effect(workspace: Workspace, task: Task, day: str) -> Workspace:
    names = accounts_of(workspace, task)
    if task.kind == "erase":
        return marked(workspace, (r for r in workspace.accounts if r.recipient in names), None)
    if task.kind == "stop sharing":
        everybody = workspace.recipient_names
        pooled = with_corporations(workspace, [name for name in everybody if name not in names])
        return pooled.with_each_pooling(partial(shared_again, everybody, names))
    label, value = task.pair or (PASSWORD, "")
    workspace = with_values_put_back(workspace, names, day, label, value)
    return _with_dealt(workspace, task.accounts, False) if task.kind == "leaked" else workspace


def _passwords_at(workspace: Workspace, names: Iterable[str]) -> frozenset[Pair]:
    chosen = frozenset(names)
    held = (r.record.values(PASSWORD) for r in workspace.live_accounts if r.recipient in chosen)
    return frozenset((PASSWORD, value) for value in itertools.chain.from_iterable(held))


def _with_dealt(workspace: Workspace, names: Iterable[str], dealt: bool) -> Workspace:
    sites = {workspace.recipient_site(name) or name for name in names}
    return with_dealt(workspace, [breach.name for breach in workspace.breaches if breach.breach in sites], dealt)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the person has come; neither number falls by doing something.

    Arguments:
        passwords, of: accounts with a password of their own by now, of those that shared one.
        steps: how many are done.
    """

    passwords: int
    of: int
    steps: int


def progress(workspace: Workspace) -> Progress:
    """How many passwords were changed, of how many, and how many steps are done."""
    changed = {change.recipient for change in workspace.changed_values if change.label == PASSWORD}
    sharing = set(itertools.chain.from_iterable(shared_passwords(workspace).values())) - changed
    return Progress(len(changed), len(changed) + len(sharing), len(answered_tasks(workspace, ("done",))))
