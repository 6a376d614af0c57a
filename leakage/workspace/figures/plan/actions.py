"""What a person can do about a work: what each kind of action takes, the terms of a plan, and all its options."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from leakage.decision.plan import Action, Held, Situation, Threat
from leakage.progress import cancellable
from leakage.record import Pair
from leakage.reprs import redacted_repr
from leakage.workspace.figures.plan.groups import account_groups, portions
from leakage.workspace.figures.plan.tasks import CLOSED, OPTIMISED, Task, TaskKind, answered_tasks
from leakage.workspace.places.obligations import (
    Dependence,
    deletion_obstacles,
    dependences,
    hangs_on,
    left_alone,
    may_be_deleted,
)
from leakage.workspace.release import PoolingKind, RequestKind
from leakage.workspace.requests.parts import letter_groups
from leakage.workspace.requests.states import USUAL_MINUTES, graded_minutes, state_of
from leakage.workspace.workspace import Release, Workspace

# Efforts: how many minutes an action takes, by kind, with a reason for every default.


@dataclass(frozen=True, slots=True)
class Effort:
    """What a kind of action takes.

    Arguments:
        kind: its key in a workspace.
        minutes: usually, > 0.
        reason: why, one sentence.
    """

    kind: str
    minutes: float
    reason: str


CHANGE_EFFORTS = (
    Effort("change Email", 5.0, "Make an alias at your mail provider and enter it in the account."),
    Effort("change Phone", 10.0, "Get a second number, such as a prepaid card, and enter it."),
    Effort("change Card", 10.0, "Many banks give out virtual cards; enter it as the way to pay."),
    Effort("change Password", 3.0, "Let a password manager make one, and change it there."),
    Effort("change User name", 5.0, "Not every site allows it; else open the account anew."),
)
EFFORTS = (
    Effort("erase", USUAL_MINUTES, "Write the request, and answer one question about it."),
    Effort("stop sharing", USUAL_MINUTES, "Object in writing to its being passed on."),
    *CHANGE_EFFORTS,
    Effort("withhold", 1.0, "Leave the field of a form blank."),
)
"""For one holder."""

PAID = ("change Phone",)
"""Kinds of changes that cost money: they are proposed only where they are asked for."""

CHANGEABLE = {effort.kind.removeprefix("change ").casefold(): effort.kind for effort in CHANGE_EFFORTS}

_USUAL = {effort.kind: effort for effort in EFFORTS}


def kind_of_change(workspace: Workspace, label: str) -> str | None:
    """The kind of action by which values of a label are changed; None for what nobody can change at will.

    >>> kind_of_change(Workspace(names=(("P", "Phone"),)), "P"), kind_of_change(Workspace(), "Date of birth")
    ('change Phone', None)
    """
    return CHANGEABLE.get(dict(workspace.names).get(label, label).casefold())


def minutes_of(workspace: Workspace, kind: str) -> float:
    """The minutes that an action of a kind takes.

    >>> minutes_of(Workspace(), "erase"), minutes_of(Workspace(action_minutes=(("erase", 40.0),)), "erase")
    (15, 40.0)
    """
    return dict(workspace.action_minutes).get(kind, _USUAL[kind].minutes)


def with_minutes(workspace: Workspace, minutes: Iterable[tuple[str, float]]) -> Workspace:
    """The workspace with other minutes for kinds of actions; what is usual is not kept.

    Raises:
        ValueError: for minutes that are not positive and finite.

    >>> with_minutes(Workspace(), [("erase", 15.0), ("withhold", 2.0)]).action_minutes
    (('withhold', 2.0),)
    """
    kept = tuple((kind, number) for kind, number in minutes if number != _USUAL[kind].minutes)
    return replace(workspace, action_minutes=kept)


# Terms of a plan: what the person can spend, which actions come into question, and against whom.


ActionKind: TypeAlias = Literal["erase", "change", "withhold", "stop sharing"]
Changing: TypeAlias = Literal["one by one", "everywhere"]
CHANGING: tuple[Changing, ...] = get_args(Changing)
"""How a value is changed: at one recipient at a time, or at all who hold it, each of whom gets a fresh one."""


@dataclass(frozen=True, slots=True)
class PlanTerms:
    """What the person can spend, and what for.

    Arguments:
        minutes: the greatest number of minutes looked at, > 0.
        policies: names of the adversaries; empty for all that do something.
        poolings: who pools data; empty for what the workspace says.
        changing: where a value is changed.
        coming: the name of a planned release that will be made; empty for none.
        labels: of which values alone may be changed, and nothing else done; empty for everything that helps.
        today: as ISO 8601: an account used in the year before is not deleted; empty where no day counts.
    """

    minutes: float = 240.0
    policies: tuple[str, ...] = ()
    poolings: tuple[PoolingKind, ...] = ()
    changing: Changing = "one by one"
    coming: str = ""
    labels: tuple[str, ...] = ()
    today: str = ""

    __repr__ = redacted_repr

    def planned(self, workspace: Workspace) -> Release | None:
        """The planned release that will be made."""
        return next((plan for plan in workspace.plans if self.coming and plan.name == self.coming), None)


# Work option: an action, with what the person calls it.


MOST_FIELDS = 6
"""Fields of a planned release that may be left blank, and values that may be changed in one release: all ways to do
so are looked at, so of many the weightiest."""


@dataclass(frozen=True, slots=True)
class WorkOption:
    """An action, and what the person calls it.

    Arguments:
        lever: the kind of action.
        what: is done, in a few words without a verb.
        recipient: whom it concerns; empty for nobody in particular, or for several accounts.
        action: what it does, and what it takes.
        kind: the key of its effort.
        accounts: whose accounts are changed, in the order in which to change them; or who is asked in one letter.
        group: the value for which it is a part of one sitting; None where it is done by itself.
    """

    lever: ActionKind
    what: str
    recipient: str
    action: Action = field(repr=False)
    kind: str = ""
    accounts: tuple[str, ...] = ()
    group: Pair | None = None

    __repr__ = redacted_repr


def groups_of(options: Sequence[WorkOption]) -> tuple[tuple[int, ...], ...]:
    """The numbers of options that are done in one sitting, in the order of doing them."""
    groups: dict[Pair, list[int]] = {}
    for number, option in enumerate(options):
        if option.group is not None:
            groups.setdefault(option.group, []).append(number)
    return tuple(map(tuple, groups.values()))


def in_sittings(options: Iterable[WorkOption]) -> tuple[WorkOption, ...]:
    """Options in their order, those of one group put together as one.

    >>> parts = [WorkOption("change", "Email", n, Action(5.0), accounts=(n,), group=("Email", "a@b")) for n in "AB"]
    >>> [(sitting.accounts, sitting.action.minutes) for sitting in in_sittings(parts)]
    [(('A', 'B'), 10.0)]
    """
    sittings: dict[object, WorkOption] = {}
    for number, option in enumerate(options):
        place = number if option.group is None else option.group
        sittings[place] = _in_one(sittings[place], option) if place in sittings else option
    return tuple(sittings.values())


def _in_one(first: WorkOption, second: WorkOption) -> WorkOption:
    accounts = (*first.accounts, *second.accounts)
    return replace(first, recipient="", action=first.action + second.action, accounts=accounts)


def weightiest(workspace: Workspace, pairs: Iterable[Pair], most: int = MOST_FIELDS) -> list[Pair]:
    """The (label, value) pairs that weigh most, so many of them."""
    return sorted(pairs, key=lambda pair: (-workspace.weight_map.get(pair[0], 1.0), pair))[:most]


# Options: everything that could be done in a workspace.


Chances: TypeAlias = Callable[[RequestKind, Sequence[str]], float]
"""From a request and its recipients to how probable it is that it is granted."""


def granted(kind: RequestKind, recipients: Sequence[str]) -> float:
    """The chance where all is granted."""
    return 1.0


def options_of(
    workspace: Workspace,
    terms: PlanTerms,
    situation: Situation,
    threats: Iterable[Threat],
    asking: Mapping[str, float | None] | None = None,
    chances: Chances = granted,
) -> tuple[WorkOption, ...]:
    """Everything that could be done.

    Arguments:
        workspace: nothing that was refused is asked for again, nor the deletion of what its recipient must or will
            keep: see ``leakage.workspace.places.obligations``.
        terms: which values alone may be changed, and what is to come.
        situation, threats: of the workspace, by the same terms.
        asking: recipient to minutes of a request, None where none is deleted; the usual for those not named.
        chances: from a request and its recipients to how probable it is that it is granted; by default it is.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.plan.plan import situation_of, threats_of
    >>> given = tuple(Release(name, name, Record.of(("Email", "a@b"))) for name in ("Shop", "Club"))
    >>> work = Workspace((("Email", "a@b"),), releases=given)
    >>> for way in CHANGING:
    ...     terms = PlanTerms(changing=way, labels=("Email",))
    ...     found = options_of(work, terms, situation_of(work, terms), threats_of(work, terms))
    ...     print([(option.what, option.recipient, option.action.minutes) for option in found])
    [('Email', 'Club', 5.0), ('Email', 'Shop', 5.0)]
    [('Email at all 2 who hold it', '', 10.0)]
    """
    changing = _changes(workspace, terms, situation)
    if terms.labels:
        return tuple(changing)
    letters = _Letters(workspace, asking or {}, chances, terms.today)
    sharing = letters.stop_sharing(threats)
    return (*letters.erase(), *changing, *_withhold(workspace, terms, situation), *sharing)


@dataclass(frozen=True)
class _Letters:
    """Letters to recipients, with what each takes and how probable it is that it is granted."""

    workspace: Workspace
    asking: Mapping[str, float | None]
    chances: Chances
    today: str

    def erase(self) -> Iterator[WorkOption]:
        """For all of a recipient, and for all companies of an owner."""
        held = deletable(self.workspace, self.today, self.asking)
        for recipient, names in held.items():
            yield self._erasure(self._several(recipient, names), (recipient,), names)
        for group in letter_groups(self.workspace, "erasure"):
            members = tuple(name for name in group.recipients if name in held)
            if len(members) > 1:
                every = itertools.chain.from_iterable(held[name] for name in members)
                yield replace(self._erasure(group.name, members, every), accounts=members)

    def stop_sharing(self, threats: Iterable[Threat]) -> Iterator[WorkOption]:
        """For each recipient who shares with others."""
        groups = [threat.groups for threat in threats]
        objections = [request for request in self.workspace.requests if request.kind == "objection"]
        latest = {name: state_of(self.workspace, request) for request in objections for name in request.recipients}
        apart = left_alone(self.workspace) | settled_at(self.workspace, "stop sharing")
        names = self.workspace.recipient_names if len(self.workspace.recipient_names) > 1 else ()
        for name in (name for name in names if name not in apart):
            sharing = any(some is None or any(name in group for group in some) for some in groups)
            if sharing and latest.get(name) != "refused":
                minutes = self._minutes("stop sharing", (name,))
                action = Action(minutes, leaves=(name,), chance=self.chances("objection", (name,)))
                yield WorkOption("stop sharing", "your data", name, action, "stop sharing")

    def _erasure(self, what: str, recipients: tuple[str, ...], names: Iterable[str]) -> WorkOption:
        minutes, chance = self._minutes("erase", recipients), self.chances("erasure", recipients)
        return WorkOption("erase", what, recipients[0], Action(minutes, tuple(names), chance=chance), "erase")

    def _minutes(self, kind: str, recipients: Iterable[str]) -> float:
        """As long as the letter that takes longest; whoever deletes no account can be written to all the same."""
        usual = minutes_of(self.workspace, kind)
        return float(max(self.asking.get(name) or usual for name in recipients))

    def _several(self, recipient: str, names: Sequence[str]) -> str:
        """How the releases are called that one letter deletes: what has not ended may have to stay."""
        held = sum(one.recipient == recipient and one.erasure != "done" for one in self.workspace.accounts)
        if len(names) < held:
            return f"{len(names)} of {held} accounts"
        return names[0] if held == 1 else "both accounts" if held == 2 else f"all {held} accounts"


def deletable(
    workspace: Workspace, today: str = "", asking: Mapping[str, float | None] = MappingProxyType({})
) -> dict[str, list[str]]:
    """Recipient to the names of the releases whose deletion may be proposed there.

    Never of a mailbox, of an account that others hang on, that was used in the last year or that the person needs, nor
    of a doctor, bank, insurer, employer, school or authority.

    Arguments:
        workspace: what is out.
        today: as ISO 8601; empty where no day counts.
        asking: recipient to minutes of a request, None where none is deleted.

    >>> from leakage.record import Record
    >>> given = tuple(Release(n, n, Record(), date="2026-03-01") for n in ("google.com", "Book Shop", "Harbour Bank"))
    >>> [list(deletable(Workspace(releases=given), day)) for day in ("2026-12-01", "2027-12-01")]
    [[], ['Book Shop']]
    """
    obstacles, held = deletion_obstacles(workspace), dict[str, list[str]]()
    kept = left_alone(workspace) | hangs_on(workspace) | _needed(workspace) | _used(workspace, today)
    for release in workspace.accounts:
        name = release.recipient
        asked = asking.get(name, 0.0) is not None and release.erasure not in ("done", "refused")
        if asked and name not in kept and may_be_deleted(obstacles.get(name), release):
            held.setdefault(name, []).append(release.name)
    return held


def settled_at(workspace: Workspace, kind: TaskKind, pair: Pair | None = None) -> frozenset[str]:
    """The recipients of which the person has settled such a task: they are not asked again."""
    tasks = answered_tasks(workspace, CLOSED)
    return frozenset(name for task in tasks if (task.kind, task.pair) == (kind, pair) for name in task.accounts)


def _needed(workspace: Workspace) -> frozenset[str]:
    """The accounts that the person needs, or cannot have deleted."""
    needed = (task.accounts for task in answered_tasks(workspace, ("needed",)))
    refused = (task.accounts for task in answered_tasks(workspace, ("cannot",)) if task.kind == "erase")
    return frozenset(itertools.chain.from_iterable((*needed, *refused)))


def _used(workspace: Workspace, today: str) -> frozenset[str]:
    """The recipients with an account that was opened, used or changed in the year before a day."""
    if not today:
        return frozenset()
    year_ago = f"{int(today[:4]) - 1:04}{today[4:]}"
    return frozenset(
        release.recipient
        for release in workspace.accounts
        if max((release.date, *(day for one in release.listings for day in (one.used, one.changed)))) >= year_ago
    )


def action_of(workspace: Workspace, task: Task) -> Action | None:
    """What a task of the optimiser does; None where there is nothing left of it, or where it is no such task."""
    minutes = minutes_of_task(workspace, task) if task.kind in OPTIMISED else 0.0
    if task.kind == "change" and task.pair:
        of = (r for r in workspace.accounts if r.recipient in task.accounts and r.erasure != "done")
        changes = tuple((release.name, task.pair) for release in of if task.pair in release.record)
        return Action(minutes, changes=changes) if changes else None
    if task.kind == "erase":
        held = deletable(workspace)
        names = tuple(itertools.chain.from_iterable(held.get(name, ()) for name in task.accounts))
        return Action(minutes, names) if names else None
    there = task.kind == "stop sharing" and set(task.accounts) <= set(workspace.recipient_names)
    return Action(minutes, leaves=task.accounts) if there else None


_FIRST: Mapping[TaskKind, float] = {"mailbox": 10.0, "leaked": 3.0, "passwords": 3.0, "second factor": 5.0}


def minutes_of_task(workspace: Workspace, task: Task) -> float:
    """The minutes that a task takes; a letter to several companies of an owner takes as long as the longest.

    >>> minutes_of_task(Workspace(), Task("passwords", ("Shop", "Bank")))
    6.0
    """
    if task.kind in ("erase", "stop sharing"):
        asking = graded_minutes(workspace) if task.kind == "erase" else {}
        return float(max(asking.get(name) or minutes_of(workspace, task.kind) for name in task.accounts))
    kind = kind_of_change(workspace, task.pair[0]) if task.pair else None
    return len(task.accounts) * float(minutes_of(workspace, kind) if kind else _FIRST.get(task.kind, 5.0))


def _withhold(workspace: Workspace, terms: PlanTerms, situation: Situation) -> Iterator[WorkOption]:
    if plan := terms.planned(workspace):
        held = situation.held[-1]
        optional = [a.pair for a in held.record.known if a.pair not in plan.required]
        for pair in weightiest(workspace, optional):
            action = Action(float(minutes_of(workspace, "withhold")), changes=((held.name, pair),))
            yield WorkOption("withhold", workspace.display_name(pair[0]), held.recipient, action, "withhold")


# Changes: which values could be changed, and where.


def _changes(workspace: Workspace, terms: PlanTerms, situation: Situation) -> Iterator[WorkOption]:
    planned = terms.planned(workspace)
    given = situation.held[:-1] if planned else situation.held
    told = {pair for held in cancellable(given) for pair in held.record.known.confidences}
    shared = _shared_pairs(workspace)
    kinds = {
        pair: kind
        for pair in workspace.profile
        if pair in (told if workspace.worked_example else told & shared)
        and (not terms.labels or pair[0] in terms.labels)
        if (kind := kind_of_change(workspace, pair[0])) and (terms.labels or kind not in PAID)
    }
    ways = _change_everywhere if terms.changing == "everywhere" else _change_by_account
    yield from ways(workspace, kinds, given, situation.held)


def _shared_pairs(workspace: Workspace) -> set[Pair]:
    """The values that join something: several recipients have them, or one of them and somebody after a breach."""
    holders: dict[Pair, set[str]] = {}
    for release in cancellable(workspace.releases):
        if release.erasure != "done":
            for pair in release.record.known.confidences:
                holders.setdefault(pair, set()).add(release.name if release.breach else release.recipient)
    return {pair for pair, names in holders.items() if len(names) > 1}


def _change_by_account(
    workspace: Workspace, kinds: Mapping[Pair, str], given: Sequence[Held], held: Sequence[Held]
) -> Iterator[WorkOption]:
    """Of every value the accounts that hold it, in portions, the most dangerous ones first."""
    values: dict[str, dict[Pair, None]] = {}
    for one in given:
        its = (pair for pair in one.record.known.confidences if pair in kinds)
        values.setdefault(one.recipient, {}).update(dict.fromkeys(its))
    needed, held_by, alone = dependences(workspace), dict[str, list[Held]](), left_alone(workspace)
    apart = {pair: settled_at(workspace, "change", pair) for pair in kinds}
    for one in held:
        held_by.setdefault(one.recipient, []).append(one)
    there = {
        recipient: weightiest(
            workspace, (p for p in pairs if recipient not in apart[p] and not _is_from(recipient, kinds[p], needed))
        )
        for recipient, pairs in values.items()
        if recipient not in alone
    }
    for pair, recipients in account_groups(workspace, there).items():
        what, kind, several = _called(workspace, pair, kinds), kinds[pair], len(recipients) > 1
        for portion in portions(len(recipients)):
            names = recipients[portion]
            changed = [one.name for name in names for one in held_by[name] if _has(one, pair)]
            action = _change(workspace, kind, len(names), changed, pair)
            whom = names[0] if len(names) == 1 else ""
            yield WorkOption("change", what, whom, action, kind, names, pair if several else None)


def _change_everywhere(
    workspace: Workspace, kinds: Mapping[Pair, str], given: Sequence[Held], held: Sequence[Held]
) -> Iterator[WorkOption]:
    """One action a value; it takes as often what it takes at one recipient as there are recipients that hold it."""
    changed_in: Counter[str] = Counter()
    for pair in weightiest(workspace, kinds, len(kinds)):
        changed = [one.name for one in held if _has(one, pair)]
        if all(changed_in[name] < MOST_FIELDS for name in changed):
            changed_in.update(changed)
            count = len({one.recipient for one in given if pair in one.record.known})
            whom = f"all {count} who hold it" if count > 1 else "the one who holds it"
            what = f"{_called(workspace, pair, kinds)} at {whom}"
            yield WorkOption("change", what, "", _change(workspace, kinds[pair], count, changed, pair), kinds[pair])


def _change(workspace: Workspace, kind: str, times: int, names: Iterable[str], pair: Pair) -> Action:
    return Action(float(times * minutes_of(workspace, kind)), changes=tuple((name, pair) for name in names))


def _has(held: Held, pair: Pair) -> bool:
    """Whether a release says a value, or its holder presumably has it."""
    return pair in held.record or (held.presumed is not None and pair in dict(held.presumed.facts))


def _is_from(recipient: str, kind: str, needed: Mapping[str, Dependence]) -> bool:
    """Whether a recipient gave the person such values: an address is not changed at its provider, nor a number."""
    through = needed[recipient].through if recipient in needed else ""
    return (kind, through) in (("change Email", "address"), ("change Phone", "number"))


def _called(workspace: Workspace, pair: Pair, kinds: Mapping[Pair, str]) -> str:
    """A value by its label; with the value itself where there are several."""
    several = sum(other[0] == pair[0] for other in kinds) > 1
    return f"{workspace.display_name(pair[0])} {pair[1]}" if several else workspace.display_name(pair[0])
