"""What one's own work begins with."""

from __future__ import annotations

from leakage.resolution.adversary import Adversary
from leakage.resolution.match import AnyOf, Match, Shares
from leakage.resolution.operations import Resolve
from leakage.workspace.workspace import Policy, Workspace


def policy(name: str, match: Match) -> Policy:
    """A policy of one resolution by the match, with union merge.

    >>> policy("Same name", Shares("Name")).name
    'Same name'
    """
    return Policy(name, Adversary((Resolve(match),)))


def starting_workspace() -> Workspace:
    """An empty workspace with policies to choose from, strict to loose.

    The first is that of Whang & Garcia-Molina 2012, Section 4.1, in words.

    >>> [len(p.adversary.operations) for p in starting_workspace().policies]
    [1, 1, 1, 1]
    """
    return Workspace(
        policies=(
            policy(
                "Same name and card, or same name and phone, is the same person",
                AnyOf(Shares("Name", "Card"), Shares("Name", "Phone")),
            ),
            policy(
                "Same email, phone, card or national id is the same person",
                AnyOf(*(Shares(label) for label in ("Email", "Phone", "Card", "National id"))),
            ),
            policy(
                "Same name with the same address, date of birth, email or phone is the same person",
                AnyOf(*(Shares("Name", other) for other in ("Address", "Date of birth", "Email", "Phone"))),
            ),
            policy("Same name is the same person", Shares("Name")),
        )
    )
