"""What evidence weighs, learned: from the records that Eve may hold, or from records whose people are known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from leakage.progress import looking
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.learning import (
    Learned,
    expectation_maximisation,
    learned_from_people,
    with_frequencies,
)
from leakage.resolution.linkage.patterns import pairs_among, patterns_of
from leakage.resolution.linkage.weighing import Weighing
from leakage.short_repr import short_repr
from leakage.workspace.forms.evidence import with_labels
from leakage.workspace.forms.policy import PolicyForm, adversary_of
from leakage.workspace.workspace import Workspace

MOST_RECORDS = 1_000
"""Records among which all pairs are compared."""

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
    """

    evidence: FellegiSunter
    records: int
    alike: float
    pairs: int

    __repr__ = short_repr


def learned_from_work(workspace: Workspace, form: PolicyForm) -> LearnedEvidence:
    """What the releases and the background teach, whoever they are of; rare values of the background weigh more.

    Expectation maximisation, from the evidence that the policy weighs already, or from that begun for every label that
    several of the background know. Of many background records some are drawn.
    Source: Winkler, "Using the EM Algorithm for Weight Computation" (Census Bureau RR2000/05).

    Arguments:
        workspace: with background records, for those of one person alone say nothing of others.
        form: of the policy.

    Raises:
        ValueError: without background records, or for no label to compare.
    """
    if not workspace.background:
        raise ValueError("there are no background records to learn from")
    own = [release.record for release in workspace.releases][:MOST_RECORDS]
    enough = min(len(workspace.background), max(1, MOST_RECORDS - len(own)))
    drawn = random.Random(0).sample(range(len(workspace.background)), enough)
    records = [*own, *(workspace.background[n] for n in sorted(drawn))]
    start = begun_evidence(form, workspace.background)
    compared, strangers = (as_compared(_weighing(form, start), of) for of in (records, workspace.background))
    comparisons = _known(start.comparisons, strangers)
    patterns = patterns_of(comparisons, compared, pairs_among(compared))
    learned = expectation_maximisation(patterns, comparisons, prior=min(start.prior, 0.5))
    rare = tuple(with_frequencies(comparison, strangers) for comparison in learned.comparisons)
    return _told(replace(learned, comparisons=rare), start, len(records), patterns.total())


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
    learned = learned_from_people(compared, people, _known(start.comparisons, compared))
    return _told(learned, start, len(records), len(records) * (len(records) - 1) // 2)


def begun_evidence(form: PolicyForm, records: Sequence[Record]) -> FellegiSunter:
    """The evidence of a policy, or what is begun for the labels that several records know.

    Raises:
        ValueError: where there is no such label.

    >>> begun_evidence(PolicyForm(), [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Bob"))]).labels
    ('N',)
    """
    if form.evidence is not None:
        return form.evidence
    labels = tuple(dict.fromkeys(label for record in looking(records) for label in record.labels))
    return FellegiSunter(1.0 / max(2, len(records)), _known(with_labels((), labels), records))


def _known(comparisons: Sequence[Comparison], records: Sequence[Record]) -> tuple[Comparison, ...]:
    """Those of labels that several records know."""
    knowing = Counter(label for record in looking(records) for label in record.labels)
    kept = tuple(comparison for comparison in comparisons if knowing[comparison.label] >= LEAST_RECORDS)
    if not kept:
        raise ValueError("no label that is compared is known to two records")
    return kept


def as_compared(adversary: Adversary, records: Sequence[Record]) -> list[Record]:
    """The records as a policy compares them: corrected, filled in, and as it overlooks."""
    pipeline = adversary.pipeline
    match = pipeline.analysis.joins_by if pipeline and pipeline.analysis else None
    weighing = Weighing.among(match) if match else None
    prepared = pipeline.prepared(records) if pipeline else records
    return [weighing.as_compared(record) if weighing else record for record in looking(prepared)]


def _weighing(form: PolicyForm, evidence: FellegiSunter) -> Adversary:
    return adversary_of(replace(form, evidence=evidence))


def _told(learned: Learned, start: FellegiSunter, records: int, pairs: int) -> LearnedEvidence:
    taught = {comparison.label: comparison for comparison in learned.comparisons}
    comparisons = tuple(taught.get(comparison.label, comparison) for comparison in start.comparisons)
    evidence = FellegiSunter(learned.prior, comparisons, start.threshold, start.against)
    return LearnedEvidence(evidence, records, learned.prior * pairs, pairs)
