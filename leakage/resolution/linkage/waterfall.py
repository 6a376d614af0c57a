"""Waterfall: a join explained, from how likely it was beforehand, by what each label says, to how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.odds import odds_sentence, probability_of
from leakage.resolution.match import listed
from leakage.short_repr import short_repr

Agreement: TypeAlias = Literal["equal", "alike", "different"]


@dataclass(frozen=True, slots=True)
class WaterfallStep:
    """What one label says of two records.

    Arguments:
        label: the label.
        agreement: how its values agree.
        weight: in bits; below 0 it speaks against one person.
        left, right: the values it rests on.
    """

    label: str
    agreement: Agreement
    weight: float
    left: str
    right: str

    __repr__ = short_repr

    def sentence(self) -> str:
        """The step as a person would say it.

        >>> WaterfallStep("Phone", "equal", 3.0, "1", "1").sentence()
        'Phone is equal: 8 times as likely one person'
        """
        how = "as likely" if self.weight >= 0.0 else "less likely"
        times = odds_sentence(abs(self.weight)).removesuffix(" to 1")
        return f"{self.label} is {self.agreement}: {times} times {how} one person"


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Why two records are taken for one person, or are not: ``W = prior + sum of the steps``, in bits.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969); drawn as Splink draws it.

    Arguments:
        prior: the match weight before any value is compared.
        steps: what each label that both know says, in the order of the comparisons.
        weight: the match weight W.
        joined: whether that is enough for one person.
    """

    prior: float
    steps: tuple[WaterfallStep, ...]
    weight: float
    joined: bool

    __repr__ = short_repr

    @property
    def probability(self) -> float:
        """``1 / (1 + 2^-W)``."""
        return probability_of(self.weight)

    @property
    def overridden(self) -> tuple[WaterfallStep, ...]:
        """What speaks against a join that was made all the same, the strongest first."""
        against = (step for step in self.steps if step.weight < 0.0 and self.joined)
        return tuple(sorted(against, key=lambda step: step.weight))

    def sentence(self, named: Callable[[str], str] = str) -> str:
        """The join in words: the odds, what speaks for it, and what was overridden.

        Arguments:
            named: what a label is called.

        >>> from leakage.resolution.linkage.comparison import Comparison
        >>> match = FellegiSunter(1 / 9, (Comparison.by_odds("N", 128, 4), Comparison.by_odds("P", 1024, 8)))
        >>> waterfall_of(match, Record.of(("N", "Al"), ("P", "1")), Record.of(("N", "Bo"), ("P", "1"))).sentence()
        'odds of 32 to 1 for one person: P speaks for it; N speaks against it and is outweighed'
        """
        told = [named(step.label) for step in self.steps if step.weight > 0.0]
        parts = [f"{listed(told)} {_speaks(told)} for it"] if told else ["nothing speaks for it"]
        against = [named(step.label) for step in self.steps if step.weight < 0.0]
        if against:
            one = len(against) == 1
            how = f"{'is' if one else 'are'} outweighed" if self.joined else f"{'prevails' if one else 'prevail'}"
            parts.append(f"{listed(against)} {_speaks(against)} against it and {how}")
        return f"odds of {odds_sentence(self.weight)} for one person: {'; '.join(parts)}"


def waterfall_of(match: FellegiSunter, left: Record, right: Record) -> Waterfall:
    """What each label says of two records, by a match that weighs evidence.

    ``W = log2(p / (1 - p)) + sum log2(m / u)``. Source: Fellegi & Sunter 1969.
    """
    steps = []
    for label, said in match.evidence(left, right):
        levels = next(c.levels for c in match.comparisons if c.label == label)
        agreement: Agreement = "different" if said.level >= len(levels) else "alike"
        equal = said.left == said.right
        steps.append(WaterfallStep(label, "equal" if equal else agreement, said.weight, said.left, said.right))
    weight = match.weight(left, right)
    return Waterfall(match.prior_weight, tuple(steps), weight, match.reached(weight))


def _speaks(labels: Sequence[str]) -> str:
    return "speaks" if len(labels) == 1 else "speak"
