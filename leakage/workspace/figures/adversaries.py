"""The adversaries at hand, which figures and plans are held against."""

from __future__ import annotations

from leakage.workspace.workspace import Policy, Workspace

LARGEST = 20_000
"""Records up to which every adversary is run at once."""


def at_hand(workspace: Workspace) -> tuple[Policy, ...]:
    """The policies that do something, and the one in use; where there is much to resolve, that one alone.

    >>> at_hand(Workspace())
    ()
    """
    if len(workspace.releases) + len(workspace.background) > LARGEST:
        return (workspace.policy,) if workspace.policy else ()
    return tuple(policy for policy in workspace.policies if policy.adversary.operations or policy is workspace.policy)
