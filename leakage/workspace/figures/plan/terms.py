"""Terms of a plan: what the person can spend, which actions come into question, and against whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from leakage.decision.plan.objective import Aim
from leakage.short_repr import short_repr
from leakage.workspace.pooling import PoolingKind

Lever: TypeAlias = Literal["erase", "change", "withhold", "dilute", "stop sharing", "deny"]
LEVERS: tuple[Lever, ...] = get_args(Lever)
USUAL_LEVERS: tuple[Lever, ...] = ("erase", "change", "withhold", "stop sharing", "deny")
"""Without wrong facts: those are nobody's first thought."""
Changing: TypeAlias = Literal["one by one", "everywhere", "stays"]
CHANGING: tuple[Changing, ...] = get_args(Changing)
"""How a value is changed: at one recipient at a time, or at all who hold it, each of whom gets a fresh one of its own;
or for everybody to come, where all who hold the old one keep it."""


@dataclass(frozen=True, slots=True)
class PlanTerms:
    """What the person can spend, and what for.

    Arguments:
        minutes: the greatest number of minutes looked at, > 0.
        money: that may be spent, >= 0.
        levers: the kinds of actions that come into question.
        policies: names of the adversaries; empty for all that do something.
        poolings: who pools data; empty for what the workspace says.
        aim: whether the worst of them counts, or their average.
        changing: where a value is changed, and whether whoever has the old one keeps it.
        coming: the name of a planned release that will be made; empty for none.
        verified: how many facts Eve would make sure of next.
        labels: of which values may be changed; empty for all that can be.
    """

    minutes: float = 240.0
    money: float = 0.0
    levers: tuple[Lever, ...] = USUAL_LEVERS
    policies: tuple[str, ...] = ()
    poolings: tuple[PoolingKind, ...] = ()
    aim: Aim = "worst"
    changing: Changing = "one by one"
    coming: str = ""
    verified: int = 0
    labels: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def changes_truth(self) -> bool:
        """Whether a value may be changed that stays known: then another is true."""
        return self.changing == "stays" and "change" in self.levers
