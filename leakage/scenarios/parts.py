"""What the papers' scenarios are made of."""

from __future__ import annotations

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.rules import Shares
from leakage.workspace.workspace import Policy, Release

Names = tuple[tuple[str, str], ...]
SHOP_NAMES: Names = (("N", "Name"), ("A", "Address"), ("P", "Phone"), ("C", "Card"), ("S", "Social security"))
AGE_NAMES: Names = (("N", "Name"), ("A", "Age"), ("P", "Phone"), ("C", "Card"), ("Z", "Zip code"))


def policy(name: str, match: Match, *before: Operation) -> Policy:
    """An adversary who resolves by one match, after other operations."""
    return Policy(name, Adversary((*before, Resolve(match))))


ONE_BY_ONE = Policy("Reads each record alone", Adversary())
SAME_NAME = policy("Same name is the same person", Shares("N"))


def release(name: str, recipient: str, *attributes: Pair | tuple[str, str, float]) -> Release:
    """Attributes given to a recipient."""
    return Release(name, recipient, Record.of(*attributes))
