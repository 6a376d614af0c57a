"""Accounts whose values are changed in one sitting, the most dangerous first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from leakage.record import Pair
from leakage.workspace.places.obligations import dependences, legal_kind
from leakage.workspace.workspace import Workspace

RANKS = {"address": 0, "passwords": 0, "number": 2}
"""Where an account is changed first: others are reset through it, by mail, or by codes that are sent to a number."""

BANK = 1
OTHERS = 3

SINGLE = 4
"""Accounts of a group that are added one at a time; the further ones in portions as large as all before them."""


def by_danger(workspace: Workspace, recipients: Iterable[str]) -> tuple[str, ...]:
    """Recipients in the order in which their accounts are made safe: mail first, then banks, phones, and what is most.

    Of two alike that one comes first which would lose most: ``sum of weight(label) * p`` over the facts that it holds
    with probability p.
    """
    at_stake, needed = _at_stake(workspace), dependences(workspace)

    def danger(recipient: str) -> tuple[int, float, str]:
        rank = BANK if legal_kind(workspace, recipient) == "Bank" else OTHERS
        rank = RANKS[needed[recipient].through] if recipient in needed else rank
        return rank, -at_stake.get(recipient, 0.0), recipient

    return tuple(sorted(recipients, key=danger))


def account_groups(workspace: Workspace, pairs: Mapping[str, Sequence[Pair]]) -> dict[Pair, tuple[str, ...]]:
    """For every value the recipients that hold it, in the order in which their accounts are made safe.

    Arguments:
        workspace: says what else the recipients hold, and what they are.
        pairs: recipient to the values that could be changed there.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> mail, card = ("Email", "robin@posteo.de"), ("Card", "1")
    >>> held = {"Forum": [mail], "Shop": [mail, card], "paypal.com": [mail], "posteo.de": [mail]}
    >>> given = tuple(Release(name, name, Record.of(*facts)) for name, facts in held.items())
    >>> account_groups(Workspace((mail, card), releases=given), held)[mail]
    ('posteo.de', 'paypal.com', 'Shop', 'Forum')
    """
    groups: dict[Pair, list[str]] = {}
    for recipient in by_danger(workspace, pairs):
        for pair in pairs[recipient]:
            groups.setdefault(pair, []).append(recipient)
    return {pair: tuple(names) for pair, names in groups.items()}


def _at_stake(workspace: Workspace) -> dict[str, float]:
    """What each recipient's accounts would lose; of a label the greatest probability counts."""
    probable: dict[str, dict[str, float]] = {}
    for release in workspace.accounts:
        held = probable.setdefault(release.recipient, {})
        for label, probability in (*((a.label, a.confidence) for a in release.record), *release.presumed):
            if release.erasure != "done":
                held[label] = max(held.get(label, 0.0), probability)
    weights = workspace.weight_map
    return {name: sum(weights.get(label, 1.0) * p for label, p in held.items()) for name, held in probable.items()}


def portions(count: int) -> Iterator[slice]:
    """The places of a group that are added from its first 1 account to its first 2, 3, 4, 8, 16 and so on, and to all.

    >>> [(part.start, part.stop) for part in portions(11)]
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 8), (8, 11)]
    """
    first = 0
    while first < count:
        last = min(count, first + 1 if first < SINGLE else 2 * first)
        yield slice(first, last)
        first = last
