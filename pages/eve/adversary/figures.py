"""What the Adversary page computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.measure.set_leakage import set_leakage
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.resolution.linkage.calibration import ProbabilityBin, calibration
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.score import AtLeast
from leakage.workspace.figures import learned_evidence as learning
from leakage.workspace.figures import learned_score as scoring
from leakage.workspace.figures import newcomers as joining
from leakage.workspace.figures.assessment import Pool, pool_together, records_of
from leakage.workspace.figures.learned_evidence import LearnedEvidence
from leakage.workspace.figures.newcomers import Newcomer
from leakage.workspace.forms.policy import PolicyForm
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached, cached_for_all
from pages.shell.knowledge import known_to

PROPERTY_CASES = 1_000


@cached
def before_joining(workspace: Workspace, pool: Pool) -> float:
    """What the most telling single record of a pool reveals: leakage before any analysis."""
    return set_leakage(records_of(workspace, pool), workspace.reference, workspace.measure)


@cached_for_all
def properties(workspace: Workspace) -> tuple[PropertyReport, ...]:
    """The properties of the chosen policy's resolution, tried on all that was released and the background."""
    resolution = workspace.adversary.resolutions[0]
    records = records_of(workspace, pool_together(workspace))
    return check_properties(records, resolution.match, resolution.merge, cases=PROPERTY_CASES)


@cached
def newcomers(workspace: Workspace, pool: Pool) -> tuple[Newcomer, ...]:
    """What a pool would know with each other recipient."""
    return joining.newcomers(workspace, pool, known_to(workspace, pool).result.leakage)


@cached
def learned_score(workspace: Workspace, labels: tuple[str, ...], threshold: float) -> AtLeast:
    """A score whose weights the records at hand teach."""
    return scoring.learned_score(workspace, labels, threshold)


@cached
def learned_evidence(workspace: Workspace, form: PolicyForm) -> LearnedEvidence:
    """What the records at hand teach about evidence."""
    return learning.learned_from_work(workspace, form)


@dataclass(frozen=True, slots=True)
class Trial:
    """A policy tried on labelled records.

    Arguments:
        quality: of its joins.
        bins: how many of the pairs of a probability are right; none where it weighs no evidence.
    """

    quality: JoinQuality
    bins: tuple[ProbabilityBin, ...]


def trial(adversary: Adversary, records: Sequence[Record], people: Sequence[str]) -> Trial:
    """Hold a policy's joins, and what it takes to be likely, against the truth."""
    quality = join_quality(adversary.resolve(records).composite_of, people)
    pipeline = adversary.pipeline
    match = pipeline.analysis.joins_by if pipeline and pipeline.analysis else None
    weighing = Weighing.among(match) if match else None
    if pipeline is None or weighing is None:
        return Trial(quality, ())
    return Trial(quality, calibration(weighing, pipeline.prepared(records), people))


def known(workspace: Workspace) -> int:
    """How many records Eve may hold."""
    return len(workspace.releases) + len(workspace.background)
