"""FellegiSunter: same person, if the evidence of all labels makes it probable enough."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from leakage.old import registry
from leakage.old.resolution.linkage.comparison import (
    MOST_BITS,
    Comparison,
    LabelEvidence,
    odds_sentence,
    probability_of,
)
from leakage.old.resolution.match import Alike, Key, Match, Rule, distinct_labels, listed
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import reaching
from leakage.old.resolution.rules.similar_values import Similar
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Pair, Record

# FellegiSunter: same person, if the evidence of all labels together makes it probable enough.


ROUNDING = 1e-9
"""Bits by which a sum of weights may fall short of what its odds multiply to."""


@registry.by_fields
@dataclass(frozen=True)
class FellegiSunter(Rule):
    """Same person, if the match weight W of two records is at least the threshold.

    ``W = log2(p / (1 - p)) + sum over labels l of log2(m_l / u_l)``, m and u those of the level that the values of l
    reach, u by the value's own frequency where the level says so; of several values those count that speak most for
    one person, and a label that either record lacks says nothing. The probability is ``1 / (1 + 2^-W)``.
    Evidence against costs representativity: what is merged in may speak against what would have matched, so the
    outcome depends on the order of the records. Without it a union only adds to every sum, and all of it is kept.
    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).

    Arguments:
        prior: p, the chance that two records drawn at random are of one person, in (0, 1).
        comparisons: the labels that are compared, each once.
        threshold: what W must reach, in bits; 0 is even odds. ``threshold_of`` tells it from a probability.
        against: whether evidence against counts; without it no label weighs less than 0.

    Raises:
        ValueError: for no label, one named twice, or a number out of its range.

    >>> match = FellegiSunter(1 / 33, (Comparison.by_odds("N", 128, 4), Comparison.by_odds("P", 1024, 8)), 0.0)
    >>> alice = Record.of(("N", "Alice"), ("P", "1"))
    >>> [round(match.weight(alice, Record.of(*pairs)), 9) for pairs in ([("N", "Alice")], [("N", "Bob"), ("P", "1")])]
    [2.0, 3.0]
    """

    prior: float
    comparisons: tuple[Comparison, ...]
    threshold: float = 0.0
    against: bool = True

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        distinct_labels(self.labels)
        if not 0.0 < self.prior < 1.0:
            raise ValueError(f"prior must be in (0, 1), got {self.prior}")
        if not -MOST_BITS <= self.threshold <= MOST_BITS:
            raise ValueError(f"threshold must be between -1,000 and 1,000 bits, got {self.threshold}")

    def __hash__(self) -> int:
        # Keys are hashed often, and the frequencies are many.
        return hash((self.prior, len(self.comparisons), self.threshold, self.against))

    @cached_property
    def prior_weight(self) -> float:
        """``log2(p / (1 - p))``: what speaks for one person before any value is compared; below 0 it speaks against."""
        return math.log2(self.prior) - math.log2(1.0 - self.prior)

    def weight(self, left: Record, right: Record) -> float:
        """W, in bits, whatever the threshold."""
        return math.fsum((self.prior_weight, *(evidence.weight for _, evidence in self.evidence(left, right))))

    def evidence(self, left: Record, right: Record) -> Iterator[tuple[str, LabelEvidence]]:
        """What each label that both records know says of them."""
        for comparison in self.comparisons:
            evidence = comparison.evidence(left, right)
            if evidence is not None:
                yield comparison.label, self._as_counted(evidence)

    def counted(self, weight: float) -> float:
        """What the evidence of one label counts."""
        return weight if self.against else max(weight, 0.0)

    def reached(self, weight: float) -> bool:
        """Whether a match weight is enough; odds that multiply to the threshold's are."""
        return weight >= self.threshold - ROUNDING

    def common_key(self, left: Record, right: Record) -> Key | None:
        evidence = self._evidence_if_possible(left, right)
        if evidence is None or not self.reached(math.fsum((self.prior_weight, *(part.weight for _, part in evidence)))):
            return None
        speaking = [(label, part) for label, part in evidence if part.weight > 0.0]
        mine = tuple((label, part.left) for label, part in speaking)
        others = tuple((label, part.right) for label, part in speaking)
        if mine == others:
            return Key(self, mine)
        return Key(self, tuple(dict.fromkeys(itertools.chain(*zip(mine, others, strict=True)))), mine, others)

    def keys(self, record: Record) -> Iterator[Key]:
        """The pairs with which agreement may begin that is enough: whoever matches has one of them, or one alike.

        With the labels by what they may say, take the first one that speaks for two matching records. It and what comes
        after it make up for the prior and reach the threshold, so in either record its value and the most that the
        later labels may weigh do.
        """
        if not self.needs_agreement:
            return iter((Key(self, ()),))
        return (Key(self, (pair,)) for pair in self.openings(record))

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        if not self.needs_agreement:
            yield from self.keys(record)
            return
        yield from (Key(self, (pair,)) for pair in self.met_by(self.openings(record), alike))

    def met_by(self, openings: Iterable[Pair], alike: Alike) -> Iterator[Pair]:
        """The pairs that are equal or alike to some with which agreement may begin."""
        for label, value in openings:
            others = (other for similar in self._sought[label] for other in alike(similar, value))
            yield from ((label, other) for other in dict.fromkeys((value, *others)))

    @cached_property
    def _sought(self) -> dict[str, tuple[Similar, ...]]:
        return {comparison.label: comparison.sought for comparison in self.comparisons}

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        if self.needs_agreement:
            for comparison in self.comparisons:
                yield from itertools.product(comparison.sought, record.values(comparison.label))

    def sufficient(self, options: Sequence[Sequence[tuple[float, Pair]]]) -> Iterator[tuple[Pair, ...]]:
        """The smallest sets of pairs, one of an option at most, that with nothing against them reach the threshold.

        Arguments:
            options: of every label the pairs a record may hold, each with what it says.
        """
        for chosen in reaching(options, self.needed):
            weights = [weight for weight, _ in chosen]
            if not chosen or sum(weights) - min(weights) < self.needed:
                yield tuple(pair for _, pair in chosen)

    @property
    def keys_decide(self) -> bool:
        return False

    @property
    def keys_equal(self) -> bool:
        return not (self.needs_agreement and any(comparison.sought for comparison in self.comparisons))

    @property
    def is_monotone(self) -> bool:
        return not self.against

    @property
    def relaxed(self) -> Match:
        return replace(self, against=False)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        against = (comparison.label for comparison in self.comparisons if comparison.lowest < 0.0)
        return tuple(against) if self.against else ()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(comparison.label for comparison in self.comparisons)

    def sentence(self) -> str:
        only = "" if self.against else ", counting nothing against it"
        return f"evidence of {listed(self.labels)} at odds of {odds_sentence(self.threshold)} or better{only}"

    @cached_property
    def needs_agreement(self) -> bool:
        """Whether no two records match of which no label speaks for one person, and only agreement speaks for it."""
        return self.needed > 0.0 and not any(comparison.lowest > 0.0 for comparison in self.comparisons)

    def _evidence_if_possible(self, left: Record, right: Record) -> list[tuple[str, LabelEvidence]] | None:
        """What each label that both know says, in the order of the comparisons; None where it cannot be enough."""
        by_label: dict[str, LabelEvidence] = {}
        total = 0.0
        for comparison, rest in self._cheapest_first:
            evidence = comparison.evidence(left, right)
            if evidence is not None:
                by_label[comparison.label] = self._as_counted(evidence)
                total += by_label[comparison.label].weight
            if total + rest < self.needed:
                return None
        return [(label, by_label[label]) for label in self.labels if label in by_label]

    @cached_property
    def _cheapest_first(self) -> tuple[tuple[Comparison, float], ...]:
        """The comparisons, those first that know only equal values, and the most that all after each may say."""
        ordered = sorted(self.comparisons, key=lambda comparison: len(comparison.sought))
        most = [max(0.0, comparison.greatest) for comparison in ordered]
        return tuple((comparison, sum(most[number + 1 :])) for number, comparison in enumerate(ordered))

    def _as_counted(self, evidence: LabelEvidence) -> LabelEvidence:
        counted = self.counted(evidence.weight)
        return evidence if counted == evidence.weight else evidence._replace(weight=counted)

    @cached_property
    def by_weight(self) -> tuple[Comparison, ...]:
        """The comparisons, those first that may say most: so few pairs of what is common need looking at."""
        return tuple(sorted(self.comparisons, key=lambda comparison: -comparison.greatest))

    @cached_property
    def needed(self) -> float:
        """What the labels must say together, in bits, but for rounding."""
        return self.threshold - self.prior_weight - 2.0 * ROUNDING

    def openings(self, record: Record) -> Iterator[Pair]:
        """The pairs of a record that may be the first on which it agrees with one it matches, the heaviest first."""
        later = 0.0
        openings: list[list[Pair]] = []
        for comparison in reversed(self.by_weight):
            values = [(value, comparison.most(value)) for value in record.values(comparison.label)]
            openings.append([(comparison.label, v) for v, most in values if most > 0.0 and most + later >= self.needed])
            later += max((most for _, most in values if most > 0.0), default=0.0)
        return itertools.chain.from_iterable(reversed(openings))


class _SavedFellegiSunter(registry.SavedRule, tag="fellegi sunter"):
    meant = FellegiSunter
    prior: float
    comparisons: tuple[Comparison, ...]
    threshold: float
    against: bool


# Scoring evidence: the part of a match that weighs evidence, and how it reads records.


@dataclass(frozen=True, slots=True)
class EvidenceScorer:
    """A ``FellegiSunter``, perhaps of normalised values.

    Arguments:
        match: which weighs.
        normalisers: what is overlooked, applied first to last.
    """

    match: FellegiSunter
    normalisers: tuple[Normaliser, ...]

    @staticmethod
    def of(match: Match) -> EvidenceScorer | None:
        """The weighing of a match; None for one that does anything else.

        >>> from leakage.old.resolution.rules.shared_values import Shares
        >>> EvidenceScorer.of(Normalised(Shares("N"), Normaliser())) is None
        True
        """
        normalisers: list[Normaliser] = []
        while isinstance(match, Normalised):
            normalisers.append(match.normaliser)
            match = match.match
        return EvidenceScorer(match, tuple(normalisers)) if isinstance(match, FellegiSunter) else None

    @staticmethod
    def among(match: Match) -> EvidenceScorer | None:
        """The weighing that a match has as one of its rules; None where none of them weighs evidence.

        >>> from leakage.old.resolution.linkage.comparison import Comparison
        >>> from leakage.old.resolution.rules.shared_values import AnyOf, Shares
        >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
        >>> EvidenceScorer.among(AnyOf(Shares("P"), match)).match is match
        True
        """
        if isinstance(match, Normalised):
            inner = EvidenceScorer.among(match.match)
            return inner and EvidenceScorer(inner.match, (match.normaliser, *inner.normalisers))
        return EvidenceScorer.of(match) or next(
            (found for part in match.parts if (found := EvidenceScorer.among(part))), None
        )

    def as_compared(self, record: Record) -> Record:
        """The record as it is compared."""
        for normaliser in self.normalisers:
            record = normaliser.record(record)
        return record

    def weight(self, left: Record, right: Record) -> float:
        """The match weight of two records."""
        return self.match.weight(self.as_compared(left), self.as_compared(right))


# Waterfall: a join explained, from how likely it was beforehand, by what each label says, to how likely it is.


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

    __repr__ = redacted_repr

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

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).

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

    __repr__ = redacted_repr

    @property
    def probability(self) -> float:
        """``1 / (1 + 2^-W)``."""
        return probability_of(self.weight)

    def sentence(self, named: Callable[[str], str] = str) -> str:
        """The join in words: the odds, what speaks for it, and what was overridden.

        Arguments:
            named: what a label is called.

        >>> from leakage.old.resolution.linkage.comparison import Comparison
        >>> match = FellegiSunter(1 / 9, (Comparison.by_odds("N", 128, 4), Comparison.by_odds("P", 1024, 8)))
        >>> waterfall_of(match, Record.of(("N", "Al"), ("P", "1")), Record.of(("N", "Bo"), ("P", "1"))).sentence()
        'odds of 32 to 1 for one person: P speaks for it; N speaks against it and is outweighed'
        """
        labels = [named(step.label) for step in self.steps if step.weight > 0.0]
        parts = [f"{listed(labels)} {_speaks(labels)} for it"] if labels else ["nothing speaks for it"]
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
    for label, evidence in match.evidence(left, right):
        levels = next(c.levels for c in match.comparisons if c.label == label)
        agreement: Agreement = "different" if evidence.level >= len(levels) else "alike"
        equal = evidence.left == evidence.right
        steps.append(
            WaterfallStep(label, "equal" if equal else agreement, evidence.weight, evidence.left, evidence.right)
        )
    weight = match.weight(left, right)
    return Waterfall(match.prior_weight, tuple(steps), weight, match.reached(weight))


def _speaks(labels: Sequence[str]) -> str:
    return "speaks" if len(labels) == 1 else "speak"
