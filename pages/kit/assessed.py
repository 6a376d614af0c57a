"""Figures that more than one page shows, remembered by value for this session alone."""

from __future__ import annotations

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.decision.information_leakage import leakages_of
from leakage.measure.ties import ranking
from leakage.workspace.figures import contributions
from leakage.workspace.figures.assessment import Pool, PoolLeakage, pools_alone
from leakage.workspace.figures.belief import Fact, facts_of
from leakage.workspace.figures.erasure import ErasurePlans, plan_erasure
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.figures.pool_summary import PoolSummary, pool_summaries
from leakage.workspace.workspace import By, Workspace
from pages.shell.cached import cached, cached_for_all
from pages.shell.knowledge import assessment, known_to, resolutions, together, worst_composite


@cached_for_all
def alone(workspace: Workspace) -> tuple[PoolSummary, ...]:
    """What every recipient knows alone."""
    return pool_summaries(workspace, pools_alone(workspace), together(workspace), resolutions)


@cached_for_all
def plan_outcomes(workspace: Workspace) -> tuple[PlanOutcome, ...]:
    """What every planned release would do."""
    return compare_plans(workspace, assessment(workspace))


@cached_for_all
def release_contributions(workspace: Workspace) -> tuple[float, ...]:
    """What the whole leakage would lose without each release."""
    return tuple(contributions.contributions_of_releases(workspace, assessment(workspace)).tolist())


@cached_for_all
def fact_contributions(workspace: Workspace) -> tuple[AttributeContribution, ...]:
    """What each attribute of the worst composite adds to its leakage."""
    return attribute_contributions(worst_composite(workspace), workspace.reference, workspace.measure)


@cached_for_all
def erasure(workspace: Workspace, by: By) -> ErasurePlans:
    """The best erasures for every budget."""
    return plan_erasure(workspace, by)


@cached
def telling_composites(workspace: Workspace, pool: Pool) -> tuple[tuple[int, float], ...]:
    """The composites of a pool that say anything true, with their leakages; the most telling first."""
    resolution = known_to(workspace, pool).result.resolution
    leakages = leakages_of(resolution, workspace.reference, workspace.measure)
    return tuple((number, float(leakages[number])) for number in ranking(leakages) if leakages[number] > 0.0)


def facts(workspace: Workspace, worst: PoolLeakage) -> tuple[Fact, ...]:
    """The composite behind the maximum against the profile."""
    return facts_of(worst.result.composite, workspace.reference, workspace.measure)
