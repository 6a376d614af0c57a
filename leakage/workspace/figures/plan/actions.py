"""The actions of a plan: their effort, their terms, and the changes among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from leakage.old.decision.plan.actions import Action, Change, Option, Together
from leakage.progress import cancellable
from leakage.record import Pair
from leakage.reprs import redacted_repr
from leakage.workspace.figures.plan.groups import account_groups, portions
from leakage.workspace.places.obligations import Dependence, dependences
from leakage.workspace.release import PoolingKind
from leakage.workspace.requests.states import USUAL_MINUTES
from leakage.workspace.workspace import Release, Workspace

# Efforts: how many minutes an action takes and what it costs, by kind, with a reason for every default.


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


_USUAL = {effort.kind: effort for effort in EFFORTS}


# Terms of a plan: what the person can spend, which actions come into question, and against whom.


ActionKind: TypeAlias = Literal["erase", "change", "withhold", "stop sharing"]
Changing: TypeAlias = Literal["one by one", "everywhere", "stays"]
CHANGING: tuple[Changing, ...] = get_args(Changing)
"""How a value is changed: at one recipient at a time, or at all who hold it, each of whom gets a fresh one of its own;
or for everybody to come, where all who hold the old one keep it."""


@dataclass(frozen=True, slots=True)
class PlanTerms:
    """What the person can spend, and what for.

    Arguments:
        minutes: the greatest number of minutes looked at, > 0.
        policies: names of the adversaries; empty for all that do something.
        poolings: who pools data; empty for what the workspace says.
        changing: where a value is changed, and whether whoever has the old one keeps it.
        coming: the name of a planned release that will be made; empty for none.
        labels: of which values alone may be changed, and nothing else done; empty for everything that helps.
    """

    minutes: float = 240.0
    policies: tuple[str, ...] = ()
    poolings: tuple[PoolingKind, ...] = ()
    changing: Changing = "one by one"
    coming: str = ""
    labels: tuple[str, ...] = ()

    __repr__ = redacted_repr


# Work option: something that can be done, with what it takes and what the person calls it.


MOST_FIELDS = 6
"""Fields of a planned release that may be left blank, and values that may be changed in one release: all ways to do
so are looked at, so of many the weightiest."""


@dataclass(frozen=True, slots=True)
class WorkOption:
    """An option, and what the person calls it.

    Arguments:
        lever: the kind of action.
        what: is done, in a few words without a verb.
        recipient: whom it concerns; empty for nobody in particular, or for several accounts.
        option: the action, and what it takes.
        kind: the key of its effort.
        accounts: whose accounts are changed, in the order in which to change them; or who is asked in one letter.
        group: the value for which it is a part of one sitting; None where it is done by itself.
    """

    lever: ActionKind
    what: str
    recipient: str
    option: Option
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

    >>> from leakage.record import Record
    >>> given = tuple(Release(f"{n}", f"Site {n}", Record.of(("Email", "a@b"))) for n in range(5))
    >>> parts = list(changes(Workspace((("Email", "a@b"),), releases=given), PlanTerms()))
    >>> [len(part.accounts) for part in parts], [len(sitting.accounts) for sitting in in_sittings(parts)]
    ([1, 1, 1, 1, 1], [5])
    """
    sittings: dict[object, WorkOption] = {}
    for number, option in enumerate(options):
        place = number if option.group is None else option.group
        sittings[place] = _in_one(sittings[place], option) if place in sittings else option
    return tuple(sittings.values())


def _in_one(first: WorkOption, second: WorkOption) -> WorkOption:
    """Two portions of one group as one option."""
    parts = (first.option, second.option)
    option = Option(Together(tuple(part.action for part in parts)), sum(part.minutes for part in parts))
    return replace(first, recipient="", option=option, accounts=(*first.accounts, *second.accounts))


def work_option(
    workspace: Workspace,
    lever: ActionKind,
    kind: str,
    what: str,
    recipient: str,
    action: Action,
    minutes: float | None = None,
    accounts: tuple[str, ...] = (),
    chance: float = 1.0,
) -> WorkOption:
    """An option of a kind of action.

    Arguments:
        workspace: says what the kind takes.
        lever, what, recipient, accounts: as ``WorkOption``.
        kind: the key of its effort.
        action: what is done.
        minutes: where they are not the kind's usual.
        chance: that it is granted; 1 for what the person does alone.
    """
    usual = minutes_of(workspace, kind) if minutes is None else minutes
    option = Option(action, float(usual), chance)
    return WorkOption(lever, what, recipient, option, kind, accounts)


def weightiest(workspace: Workspace, pairs: Iterable[Pair], most: int = MOST_FIELDS) -> list[Pair]:
    """The (label, value) pairs that weigh most, so many of them."""
    return sorted(pairs, key=lambda pair: (-workspace.weight_map.get(pair[0], 1.0), pair))[:most]


# Changes: which values could be changed, where, and what that takes.


def changes(workspace: Workspace, terms: PlanTerms) -> Iterator[WorkOption]:
    """Values that could be changed: at one recipient at a time, everywhere at once, or for everybody to come.

    Arguments:
        workspace: values are those of its profile that somebody holds; kinds of them take what it says.
        terms: which labels, and which of the three ways.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record.of(("Email", "a@b"))) for name in ("Shop", "Club"))
    >>> work = Workspace((("Email", "a@b"),), releases=given)
    >>> told = [list(changes(work, PlanTerms(changing=way))) for way in ("one by one", "everywhere", "stays")]
    >>> [[(option.what, option.recipient, option.option.minutes) for option in options] for options in told]
    [[('Email', 'Club', 5.0), ('Email', 'Shop', 5.0)], [('Email at all 2 who hold it', '', 10.0)], [('Email', '', 5.0)]]
    """
    held = [release for release in workspace.releases if release.erasure != "done"]
    told = {pair for release in cancellable(held) for pair in release.record.known.confidences}
    pairs = [pair for pair in workspace.profile if pair in told and (not terms.labels or pair[0] in terms.labels)]
    kinds = {pair: kind for pair in pairs if (kind := kind_of_change(workspace, pair[0]))}
    if not terms.labels:
        kinds = {pair: kind for pair, kind in kinds.items() if kind not in PAID}
    if terms.changing == "stays":
        for pair, kind in kinds.items():
            yield work_option(workspace, "change", kind, _called(workspace, pair, kinds), "", Change(pair, stays=True))
    elif terms.changing == "everywhere":
        yield from _change_everywhere(workspace, kinds, held)
    else:
        yield from _change_by_account(workspace, kinds, held)


def _change_by_account(
    workspace: Workspace, kinds: Mapping[Pair, str], held: Sequence[Release]
) -> Iterator[WorkOption]:
    """Of every value the accounts that hold it, in portions, the most dangerous ones first."""
    by_recipient: dict[str, dict[Pair, None]] = {}
    for release in held:
        changed = (pair for pair in release.record.known.confidences if pair in kinds)
        by_recipient.setdefault(release.recipient, {}).update(dict.fromkeys(changed))
    needed = dependences(workspace)
    there = {
        recipient: weightiest(workspace, (pair for pair in pairs if not _is_from(recipient, kinds[pair], needed)))
        for recipient, pairs in by_recipient.items()
    }
    for group in account_groups(workspace, there):
        what, kind = _called(workspace, group.pair, kinds), kinds[group.pair]
        for portion in portions(len(group.recipients)):
            names = group.recipients[portion]
            each = [Change(group.pair, (name,)) for name in names]
            once = work_option(
                workspace, "change", kind, what, names[0] if len(names) == 1 else "", each[0], accounts=names
            )
            if len(names) > 1:
                option = Option(Together(tuple(each)), len(names) * once.option.minutes)
                once = replace(once, option=option)
            yield once if len(group.recipients) == 1 else replace(once, group=group.pair)


def _is_from(recipient: str, kind: str, needed: Mapping[str, Dependence]) -> bool:
    """Whether a recipient gave the person such values: an address is not changed at its provider, nor a number."""
    through = needed[recipient].through if recipient in needed else ""
    return (kind, through) in (("change Email", "address"), ("change Phone", "number"))


def _change_everywhere(
    workspace: Workspace, kinds: Mapping[Pair, str], held: Sequence[Release]
) -> Iterator[WorkOption]:
    """One action a value; it takes as often what it takes at one recipient as there are recipients that hold it."""
    changed_in: Counter[str] = Counter()
    for pair in weightiest(workspace, kinds, len(kinds)):
        holding = [release for release in held if pair in release.record]
        if all(changed_in[release.name] < MOST_FIELDS for release in holding):
            changed_in.update(release.name for release in holding)
            holders = len({release.recipient for release in holding})
            whom = f"all {holders} who hold it" if holders > 1 else "the one who holds it"
            what = f"{_called(workspace, pair, kinds)} at {whom}"
            once = work_option(workspace, "change", kinds[pair], what, "", Change(pair))
            yield replace(once, option=Option(Change(pair), holders * once.option.minutes))


def _called(workspace: Workspace, pair: Pair, kinds: Mapping[Pair, str]) -> str:
    """A value by its label; with the value itself where there are several."""
    several = sum(other[0] == pair[0] for other in kinds) > 1
    return f"{workspace.display_name(pair[0])} {pair[1]}" if several else workspace.display_name(pair[0])
