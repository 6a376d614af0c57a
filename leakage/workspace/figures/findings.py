"""What stands out in a work, one sentence each: the heaviest fact she has, what accounts share, who was given most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from leakage.record import Pair, is_typed
from leakage.reprs import redacted_repr
from leakage.workspace.everyday import OPENED_WITH
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.figures.fact_counts import FactCounts
from leakage.workspace.release import Release
from leakage.workspace.workspace import Workspace

FEWEST_SHARING = 2
"""Accounts that must have a value in common for it to be worth a sentence."""


@dataclass(frozen=True, slots=True)
class HeaviestFact:
    """Of the facts that she has right the one that weighs most.

    Arguments:
        label: of the fact.
        recipients: who held it, of the records joined; nobody where she has it from other people's records.
    """

    label: str
    recipients: tuple[str, ...]

    __repr__ = redacted_repr


def heaviest_fact(workspace: Workspace, counts: FactCounts, leaked: PoolLeakage) -> HeaviestFact | None:
    """The heaviest fact that she has; None where she has none, or where all that she has weigh the same.

    Arguments:
        workspace: the profile and its weights.
        counts: what she has of it.
        leaked: the pool that knows most.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.assessment import assess, worst
    >>> from leakage.workspace.figures.fact_counts import fact_counts
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Ann"), ("Card", "1"))),)
    >>> work = Workspace((("Name", "Ann"), ("Card", "1")), weights=(("Card", 8.0),), releases=given)
    >>> leaked = worst(assess(work))
    >>> heaviest = heaviest_fact(work, fact_counts(work, leaked), leaked)
    >>> heaviest.label, heaviest.recipients
    ('Card', ('Shop',))
    """
    weights = {label: workspace.weight_map.get(label, 1.0) for label in counts.right}
    if not weights or (len(weights) > 1 and min(weights.values()) == max(weights.values())):
        return None
    label = max(weights, key=weights.__getitem__)
    true = {pair for pair in workspace.profile if pair[0] == label}
    holding = [release for release in _joined(workspace, leaked) if release.record.known_under((label,))]
    # Where nearness counts, she may have only a value that is near.
    exact = [release for release in holding if true.intersection(a.pair for a in release.record.known)]
    return HeaviestFact(label, tuple(dict.fromkeys(release.recipient for release in exact or holding)))


def _joined(workspace: Workspace, leaked: PoolLeakage) -> Iterator[Release]:
    """The releases behind the figure."""
    numbers = map(leaked.release_of, leaked.result.members)
    return (workspace.releases[number] for number in numbers if number is not None)


@dataclass(frozen=True, slots=True)
class SharedValue:
    """A value by which accounts are joined.

    Arguments:
        pair: its label and the value itself.
        accounts: how many hold it.
    """

    pair: Pair = field(repr=False)
    accounts: int


def shared_value(workspace: Workspace) -> SharedValue | None:
    """Of addresses, numbers, user names, passwords and cards the one that most accounts hold; None where none do.

    >>> from leakage.record import Record
    >>> shops = tuple(Release(n, n, Record.of(("Email", "a@b.c"))) for n in ("Shop", "Bank", "Club"))
    >>> shared = shared_value(Workspace(releases=shops))
    >>> shared.pair, shared.accounts
    (('Email', 'a@b.c'), 3)
    """
    holders: dict[Pair, int] = {}
    for release in workspace.accounts:
        if release.erasure != "done":
            pairs = (attribute.pair for attribute in release.record.known_under(OPENED_WITH))
            for pair in filter(is_typed, pairs):
                holders[pair] = holders.get(pair, 0) + 1
    if not holders:
        return None
    pair = max(holders, key=holders.__getitem__)
    return SharedValue(pair, holders[pair]) if holders[pair] >= FEWEST_SHARING else None


@dataclass(frozen=True, slots=True)
class MostGiven:
    """Who was given most.

    Arguments:
        recipient: as the releases call it.
        facts: how many of the person's facts are in its records, by label.
    """

    recipient: str = field(repr=False)
    facts: int


def most_given(workspace: Workspace) -> MostGiven | None:
    """Who was given more of the person's facts than anybody else; None where nobody was.

    >>> from leakage.record import Record
    >>> given = tuple(Release(n, n, Record.of(("N", "Ann"), (n, "1"))) for n in ("Shop", "Bank"))
    >>> most = most_given(Workspace((("N", "Ann"), ("Bank", "1")), releases=given))
    >>> most.recipient, most.facts
    ('Bank', 2)
    """
    true, labels = frozenset(workspace.profile), dict[str, set[str]]()
    for release in workspace.accounts:
        if release.erasure != "done":
            known = (attribute.pair for attribute in release.record.known)
            labels.setdefault(release.recipient, set()).update(pair[0] for pair in known if pair in true)
    counts = {recipient: len(some) for recipient, some in labels.items() if some}
    most = max(counts.values(), default=0)
    leading = [recipient for recipient, facts in counts.items() if facts == most]
    return MostGiven(leading[0], most) if len(leading) == 1 else None
