"""What she has right, wrong and missing, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from leakage.decision.belief import BelievedLeakage, believed_leakage, pair_weights
from leakage.decision.thresholds import MOST_RECKLESS, ThresholdCurve, threshold_curve
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.record import Attribute, Record
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer, FellegiSunter
from leakage.resolution.operations import Resolve, SingleLink
from leakage.tabular.rows import redacted_repr
from leakage.workspace.figures.assessment import Pool, records_of
from leakage.workspace.workspace import Workspace

# Belief: a composite record told fact by fact against the reference.


Meaning: TypeAlias = Literal["right", "wrong", "missing"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as the adversary has it.

    Arguments:
        label, value: of the attribute.
        meaning: whether she has it right, has it wrong, or lacks it.
        confidence: how sure she is, in [0, 1]; 0 for what she lacks.
        weight: of the label, > 0.
        similarity: how near a right value is to the truth, in (0, 1]; 0 for a wrong one, 1 for what she lacks.
    """

    label: str
    value: str
    meaning: Meaning
    confidence: float
    weight: float
    similarity: float = 1.0

    __repr__ = redacted_repr


def facts_of(composite: Record, reference: Record, weights: Weights | None = None) -> tuple[Fact, ...]:
    """Everything the adversary has right or wrong, and what she is missing; the heaviest of each first.

    What has confidence 0 she lacks.
    By a Measure a near value counts as right, at its similarity; and a fact that she has a near value of, or an
    equivalent one, is not missing.
    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3 (correctness, completeness, confidence).

    >>> e = Record.of(("N", "Alice"), ("P", "1"))
    >>> [(fact.label, fact.meaning) for fact in facts_of(Record.of(("N", "Alice"), ("A", "9")), e)]
    [('N', 'right'), ('A', 'wrong'), ('P', 'missing')]
    """

    measure = as_measure(weights)
    similarity = measure.similarity_to(reference)
    indirect = measure.indirectly_known(reference, composite)

    def fact(attribute: Attribute, meaning: Meaning, confidence: float) -> Fact:
        near = 1.0 if meaning == "missing" else float(similarity(attribute.pair))
        return Fact(*attribute.pair, meaning, confidence, measure.weight_of(attribute.label), near)

    right = [fact(a, "right", a.confidence) for a in composite.known if similarity(a.pair)]
    wrong = [fact(a, "wrong", a.confidence) for a in composite.known if not similarity(a.pair)]
    missing = [fact(a, "missing", 0.0) for a in reference if a.pair not in composite and a.pair not in indirect]
    return tuple(
        one
        for group in (right, wrong, missing)
        for one in sorted(group, key=lambda one: (-one.weight * (one.confidence or 1.0), one.label, one.value))
    )


# In doubt: what an adversary who weighs evidence would know, were she surer or less sure of who is who.


HARDLY = 0.01
"""Bits of evidence that are hardly any, but some: without it she would have to take anybody for anybody."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What a pool is to be expected to know.

    Arguments:
        records: numbers of the records that may be the person's.
        leakage: over what the adversary may believe of them.
    """

    records: tuple[int, ...]
    leakage: BelievedLeakage

    __repr__ = redacted_repr


def evidence_of(workspace: Workspace) -> FellegiSunter | None:
    """The evidence that counts for the adversary in use, alone or beside other rules, if any.

    >>> evidence_of(Workspace()) is None
    True
    """
    weighings = (EvidenceScorer.among(match) for match in workspace.adversary.matches)
    return next((weighing.match for weighing in weighings if weighing), None)


def weighing_of(workspace: Workspace) -> EvidenceScorer | None:
    """How the adversary in use weighs; None where anything but evidence joins records as well."""
    pipeline = workspace.pooling_adversary.pipeline
    analysis = pipeline.analysis if pipeline else None
    return EvidenceScorer.of(analysis.match) if isinstance(analysis, Resolve | SingleLink) else None


def curve_over_thresholds(workspace: Workspace, pool: Pool) -> ThresholdCurve:
    """What a pool would know at every threshold, down to where hardly any evidence would do.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Raises:
        TypeError: for an adversary who weighs no evidence (``can_sweep``).
    """
    match = evidence_of(workspace)
    least = min(match.threshold, max(MOST_RECKLESS, match.prior_weight + HARDLY)) if match else MOST_RECKLESS
    inputs = (records_of(workspace, pool), workspace.reference, workspace.pooling_adversary, workspace.measure)
    return threshold_curve(*inputs, least=least)


def believed(workspace: Workspace, pool: Pool) -> Believed | None:
    """What a pool may be expected to know: ``E_pi[max over C in pi of L(C, e)]`` over who is who.

    Those may be the person's that she released, and of the background what anything speaks for being one with them.
    None where anything but evidence joins records. Composites are unions.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969.
    """
    weighing, pipeline = weighing_of(workspace), workspace.pooling_adversary.pipeline
    if weighing is None or pipeline is None:
        return None
    prepared = pipeline.prepared(records_of(workspace, pool))
    compared = [weighing.as_compared(record) for record in prepared]
    numbers = _touching(compared, len(workspace.background), weighing.match)
    pairs = pair_weights([compared[number] for number in numbers], weighing.match)
    records = [prepared[number] for number in numbers]
    return Believed(numbers, believed_leakage(records, workspace.reference, pairs, workspace.measure))


def _touching(compared: Sequence[Record], background: int, match: FellegiSunter) -> tuple[int, ...]:
    """The releases, and the background records for which anything speaks that they are one with a release."""
    reckless = replace(match, threshold=match.prior_weight + HARDLY)
    strangers = Candidates(reckless, compared)
    for number, record in enumerate(compared[:background]):
        strangers.add(number, record)
    near = {
        number
        for release in compared[background:]
        for number in strangers.near(release)
        if reckless.reached(reckless.weight(compared[number], release))
    }
    return (*sorted(near), *range(background, len(compared)))
