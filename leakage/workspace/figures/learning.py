"""Odds and scores learned from the records at hand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from leakage.progress import cancellable
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer, FellegiSunter
from leakage.resolution.linkage.learning import Learned, learned_from_people, with_frequencies
from leakage.resolution.linkage.unlabelled import learned_from_records
from leakage.resolution.rules.score import AtLeast
from leakage.tabular.rows import redacted_repr
from leakage.workspace.forms.policy import PolicyForm, adversary_of, with_labels
from leakage.workspace.workspace import Workspace

# What evidence weighs, learned: from the records that Eve may hold, or from records whose people are known.


LEAST_RECORDS = 2
"""Records that must know a label before it is compared unasked."""


@dataclass(frozen=True, slots=True)
class LearnedEvidence:
    """Evidence that was learned.

    Arguments:
        evidence: with the threshold of before.
        records: from how many records.
        alike: how many pairs of theirs are taken to be of one person.
        pairs: how many pairs there are.
        as_before: labels whose odds stay as they were, for too few pairs of one person know them.
    """

    evidence: FellegiSunter
    records: int
    alike: float
    pairs: int
    as_before: tuple[str, ...]

    __repr__ = redacted_repr


def learned_from_work(workspace: Workspace, form: PolicyForm) -> LearnedEvidence:
    """What the releases and the background teach, whoever they are of; rare values of the background weigh more.

    By ``learned_from_records``, with the labels that the policy weighs already, or all that several of the background
    know.
    Source: as there.

    Arguments:
        workspace: with background records, for those of one person alone say nothing of others.
        form: of the policy.

    Raises:
        ValueError: without background records, for no label to compare, or where there is too little to learn from.
    """
    if not workspace.background:
        raise ValueError("there are no background records to learn from")
    own = [release.record for release in workspace.releases]
    start = begun_evidence(form, workspace.background)
    compared = as_compared(_weighing(form, start), [*own, *workspace.background])
    strangers = compared[len(own) :]
    learned = learned_from_records(compared, _shared_comparisons(start.comparisons, strangers))
    rare = tuple(with_frequencies(comparison, strangers) for comparison in learned.comparisons)
    return _evidence_learned(replace(learned, comparisons=rare), start, len(compared))


def learned_from_labelled(records: Sequence[Record], people: Sequence[Hashable], form: PolicyForm) -> LearnedEvidence:
    """What labelled records teach: how often pairs of one person, and of two, agree in each way.

    Source: Fellegi & Sunter 1969, Section 3.3.

    Arguments:
        records, people: as for ``learned_from_people``.
        form: of the policy, whose evidence says which labels are compared; without any, all that several know.

    Raises:
        ValueError: as ``learned_from_people``, and for no label to compare.
    """
    start = begun_evidence(form, records)
    compared = as_compared(_weighing(form, start), records)
    learned = learned_from_people(compared, people, _shared_comparisons(start.comparisons, compared))
    return _evidence_learned(learned, start, len(records))


def begun_evidence(form: PolicyForm, records: Sequence[Record]) -> FellegiSunter:
    """The evidence of a policy, or what is begun for the labels that several records know.

    Raises:
        ValueError: where there is no such label.

    >>> begun_evidence(PolicyForm(), [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Bob"))]).labels
    ('N',)
    """
    rule = form.rule(FellegiSunter)
    if rule is not None:
        return rule
    labels = tuple(dict.fromkeys(label for record in cancellable(records) for label in record.labels))
    return FellegiSunter(1.0 / max(2, len(records)), _shared_comparisons(with_labels((), labels), records))


def _shared_comparisons(comparisons: Sequence[Comparison], records: Sequence[Record]) -> tuple[Comparison, ...]:
    """Those of labels that several records know."""
    knowing = Counter(label for record in cancellable(records) for label in record.labels)
    kept = tuple(comparison for comparison in comparisons if knowing[comparison.label] >= LEAST_RECORDS)
    if not kept:
        raise ValueError("no label that is compared is known to two records")
    return kept


def as_compared(adversary: Adversary, records: Sequence[Record]) -> list[Record]:
    """The records as a policy compares them: corrected, filled in, and as it overlooks."""
    pipeline = adversary.pipeline
    match = pipeline.analysis.joins_by if pipeline and pipeline.analysis else None
    weighing = EvidenceScorer.among(match) if match else None
    prepared = pipeline.prepared(records) if pipeline else records
    return [weighing.as_compared(record) if weighing else record for record in cancellable(prepared)]


def _weighing(form: PolicyForm, evidence: FellegiSunter) -> Adversary:
    return adversary_of(form.with_rule(FellegiSunter, evidence))


def _evidence_learned(learned: Learned, start: FellegiSunter, records: int) -> LearnedEvidence:
    taught = {comparison.label: comparison for comparison in learned.comparisons}
    comparisons = tuple(taught.get(comparison.label, comparison) for comparison in start.comparisons)
    evidence = FellegiSunter(learned.prior, comparisons, start.threshold, start.against)
    pairs = records * (records - 1) // 2
    as_before = tuple(of.label for of in learned.by_label if of.obstacle)
    return LearnedEvidence(evidence, records, learned.prior * pairs, pairs, as_before)


# A score threshold for the work at hand: what it takes to single a person out, learned from what Eve may hold.


@dataclass(frozen=True, slots=True)
class LabelWeight:
    """What agreeing on a label weighs in a score.

    Arguments:
        label: the label.
        rare: the weight of a value that one record has, in bits.
        common: the least weight of a value that several have, in bits; ``rare`` where there is none.
        shared: how many values have a weight of their own.
    """

    label: str
    rare: float
    common: float
    shared: int


def available_records(workspace: Workspace) -> tuple[Record, ...]:
    """What Eve may hold: the records of all releases, then the background.

    >>> available_records(Workspace())
    ()
    """
    return (*(release.record for release in workspace.releases), *workspace.background)


def bits_to_single_out(workspace: Workspace) -> float:
    """How many bits of agreement single out one of the records, and at least 1: ``log2 |R|``.

    >>> bits_to_single_out(Workspace(background=(Record.of(("N", "n")),) * 8))
    3.0
    """
    return max(1.0, math.log2(max(len(available_records(workspace)), 1)))


def learned_score(workspace: Workspace, labels: Sequence[str], threshold: float) -> AtLeast:
    """A score over labels with the weights that the records at hand teach: rarer values weigh more.

    Source: the weights of Fellegi & Sunter (1969), as ``AtLeast.learned``.

    Arguments:
        workspace: its releases and background.
        labels: at least one, each once.
        threshold: in bits, > 0.

    Raises:
        ValueError: for no label, one named twice, or a threshold that is not positive and finite.

    >>> work = Workspace(background=tuple(Record.of(("N", name)) for name in ("Smith", "Smith", "Doe", "Ray")))
    >>> learned_score(work, ["N"], 1.5).common
    (('N', 'Smith', 1.0),)
    """
    return AtLeast.learned(threshold, labels, available_records(workspace))


def label_weights(score: AtLeast) -> tuple[LabelWeight, ...]:
    """The weights of a score, a line for each label.

    >>> label_weights(AtLeast(1.0, (("N", 2.0), ("P", 1.0)), (("N", "Smith", 0.5),)))[0]
    LabelWeight(label='N', rare=2.0, common=0.5, shared=1)
    """
    shared = Counter(label for label, _, _ in score.common)
    least: dict[str, float] = {}
    for label, _, weight in score.common:
        least[label] = min(weight, least.get(label, math.inf))
    return tuple(LabelWeight(label, rare, least.get(label, rare), shared[label]) for label, rare in score.weights)
