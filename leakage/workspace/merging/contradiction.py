"""Contradictions: what two versions of a work changed, each in another way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

Value = TypeVar("Value")
Side: TypeAlias = Literal["mine", "theirs"]
Place: TypeAlias = tuple[str, ...]
"""Where something stands: the part of the workspace, the entry there, and what of the entry."""

GONE = "removed"
OTHERWISE = "changed"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What two versions changed, each in another way.

    Arguments:
        place: where it stands.
        mine, theirs: what it has become in each, in words.
    """

    place: Place = field(repr=False)
    mine: str = field(repr=False)
    theirs: str = field(repr=False)

    @property
    def where(self) -> str:
        """The place in words.

        >>> Contradiction(("weights", "Name"), "2", "3").where
        'Weight, Name'
        """
        part, *rest = self.place
        return ", ".join([PARTS[part], *rest])

    @property
    def sentence(self) -> str:
        """What contradicts what, for a person to choose.

        >>> Contradiction(("profile", "Name"), "Bea", GONE).sentence
        'Profile, Name: Bea here, removed in the other version.'
        """
        return f"{self.where}: {self.mine} here, {self.theirs} in the other version."


PARTS: Mapping[str, str] = {
    "profile": "Profile",
    "weights": "Weight",
    "releases": "Release",
    "policies": "Policy",
    "chosen": "Policy in use",
    "follow_worst": "Whether it is the policy that knows most",
    "pooling": "Pooling",
    "plans": "Planned release",
    "names": "Display name",
    "title": "Title",
    "similarities": "What counts as near",
    "relations": "Related labels",
    "recipients": "Recipient",
    "verification_prices": "Price of verifying",
    "disinformation_prices": "Price of disinformation",
    "action_minutes": "Minutes of an action",
    "action_prices": "Price of an action",
    "adversary_weights": "Weight of a policy",
    "lock_after": "Minutes until the vault locks",
    "statistics": "Whether rare values count more",
    "value_counts": "Table of values",
    "mappings": "How a table is read",
    "sources": "File of records",
    "requests": "Request",
    "contacts": "Contact",
}
"""The parts of a workspace that can contradict each other; background records are a heap, to which both add."""


class Decisions:
    """What a merge does where two versions contradict each other, and the list of those places.

    Arguments:
        choices: the side to take, by place; where nothing was chosen, mine.
    """

    def __init__(self, choices: Mapping[Place, Side]) -> None:
        self._choices = choices
        self.contradictions: list[Contradiction] = []

    def decide(self, place: Place, mine: Value, theirs: Value, say: Callable[[Value], str]) -> Value:
        """One of two values that contradict each other."""
        self.contradictions.append(Contradiction(place, say(mine), say(theirs)))
        return theirs if self._choices.get(place) == "theirs" else mine
