"""Problem: something to work out by hand, with the answer, how it is worked out, and what is usually done wrong."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from leakage.derivation import Derivation
from leakage.short_repr import short_repr
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual way to go wrong.

    Arguments:
        answer: what comes out then.
        sentence: what was done, and what should have been.
    """

    answer: Fraction
    sentence: str


@dataclass(frozen=True, eq=False)
class Problem:
    """Something to work out by hand.

    Arguments:
        text: what is asked, in words; plain text.
        workspace: what it is about.
        derivation: how the answer is worked out; its fraction is the answer.
        mistakes: the usual ones, none of which gives the answer.

    Raises:
        ValueError: for a derivation without a fraction.
    """

    text: str
    workspace: Workspace
    derivation: Derivation
    mistakes: tuple[Mistake, ...]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.derivation.exact is None:
            raise ValueError("the answer of a problem must be a fraction")

    @property
    def answer(self) -> Fraction:
        """What is right."""
        assert self.derivation.exact is not None, "looked at above"
        return self.derivation.exact
