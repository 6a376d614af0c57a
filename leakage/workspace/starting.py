"""What one's own work begins with."""

from __future__ import annotations

from dataclasses import replace

from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, Shares
from leakage.workspace.workspace import Policy, Workspace, unused_name


def policy(name: str, match: Match) -> Policy:
    """A policy of one resolution by the match, with union merge.

    >>> policy("Same name", Shares("Name")).name
    'Same name'
    """
    return Policy(name, Adversary((Resolve(match),)))


BY_LOGIN = policy(
    "Same email, phone, user name or password is the same person",
    AnyOf(*(Shares(label) for label in ("Email", "Phone", "User name", "Password"))),
)
"""How accounts are joined that say no more than what they are opened with."""


def with_accounts_joined(workspace: Workspace) -> Workspace:
    """The workspace with the policy that joins accounts; it is chosen where nothing was given away or chosen before.

    >>> with_accounts_joined(starting_workspace()).chosen == BY_LOGIN.name
    True
    """
    begun = workspace if workspace.policies else replace(workspace, policies=starting_workspace().policies)
    if all(known.adversary != BY_LOGIN.adversary for known in begun.policies):
        name = unused_name(BY_LOGIN.name, [known.name for known in begun.policies])
        begun = replace(begun, policies=(*begun.policies, Policy(name, BY_LOGIN.adversary)))
    if workspace.chosen or workspace.releases:
        return begun
    return replace(begun, chosen=next(p.name for p in begun.policies if p.adversary == BY_LOGIN.adversary))


def starting_workspace() -> Workspace:
    """An empty workspace with policies to choose from, strict to loose; in use is the one that knows most.

    The first is that of Whang & Garcia-Molina 2012, Section 4.1, in words.

    >>> [len(p.adversary.operations) for p in starting_workspace().policies]
    [1, 1, 1, 1]
    """
    return Workspace(
        follow_worst=True,
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
        ),
    )
