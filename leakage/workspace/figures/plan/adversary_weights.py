"""Weights of adversaries: how much each counts in an average over them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from leakage.workspace.workspace import Workspace


def adversary_weight(workspace: Workspace, policy: str) -> float:
    """How much a policy counts in an average.

    >>> adversary_weight(Workspace(), "Eve"), adversary_weight(Workspace(adversary_weights=(("Eve", 3.0),)), "Eve")
    (1.0, 3.0)
    """
    return dict(workspace.adversary_weights).get(policy, 1.0)


def with_adversary_weights(workspace: Workspace, weights: Iterable[tuple[str, float]]) -> Workspace:
    """The workspace with other weights for some policies; what is usual is not kept.

    Raises:
        ValueError: for a weight that is not positive and finite.

    >>> with_adversary_weights(Workspace(adversary_weights=(("Eve", 3.0),)), [("Mallory", 2.0)]).adversary_weights
    (('Eve', 3.0), ('Mallory', 2.0))
    """
    changed = {**dict(workspace.adversary_weights), **dict(weights)}
    return replace(workspace, adversary_weights=tuple(pair for pair in changed.items() if pair[1] != 1.0))


def with_adversary_renamed(workspace: Workspace, old: str, new: str) -> Workspace:
    """The workspace in which a policy's weight goes with it to another name.

    >>> with_adversary_renamed(Workspace(adversary_weights=(("Eve", 3.0),)), "Eve", "Mallory").adversary_weights
    (('Mallory', 3.0),)
    """
    weight = adversary_weight(workspace, old)
    return with_adversary_weights(workspace, [(old, 1.0), (new, weight)])
