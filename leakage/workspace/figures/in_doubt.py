"""In doubt: what an adversary who weighs evidence would know, were she surer or less sure of who is who."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leakage.decision.believed_partitions import BelievedLeakage, believed_leakage, pair_weights
from leakage.decision.thresholds import MOST_RECKLESS, ThresholdCurve, threshold_curve
from leakage.record import Record
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.operations import Resolve
from leakage.resolution.single_link import SingleLink
from leakage.short_repr import short_repr
from leakage.workspace.figures.assessment import Pool, records_of
from leakage.workspace.workspace import Workspace

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

    __repr__ = short_repr


def evidence_of(workspace: Workspace) -> FellegiSunter | None:
    """The evidence that counts for the adversary in use, alone or beside other rules, if any.

    >>> evidence_of(Workspace()) is None
    True
    """
    weighings = (Weighing.among(match) for match in workspace.adversary.matches)
    return next((weighing.match for weighing in weighings if weighing), None)


def weighing_of(workspace: Workspace) -> Weighing | None:
    """How the adversary in use weighs; None where anything but evidence joins records as well."""
    pipeline = workspace.pooling_adversary.pipeline
    analysis = pipeline.analysis if pipeline else None
    return Weighing.of(analysis.match) if isinstance(analysis, Resolve | SingleLink) else None


def curve_over_thresholds(workspace: Workspace, pool: Pool) -> ThresholdCurve:
    """What a pool would know at every threshold, down to where hardly any evidence would do.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Raises:
        TypeError: for an adversary who weighs no evidence (``can_sweep``).
    """
    match = evidence_of(workspace)
    least = min(match.threshold, max(MOST_RECKLESS, match.prior_weight + HARDLY)) if match else MOST_RECKLESS
    told = (records_of(workspace, pool), workspace.reference, workspace.pooling_adversary, workspace.measure)
    return threshold_curve(*told, least=least)


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
