"""Report figures: everything a report states, computed once."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.workspace.figures.assessment import PoolLeakage, assess, assess_pool, pool_together, pools_alone, worst
from leakage.workspace.figures.belief import Fact, facts_of
from leakage.workspace.figures.contributions import contributions_of_releases
from leakage.workspace.figures.erasure import ErasurePlans, plan_erasure
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.figures.pool_summary import PoolSummary, pool_summaries, summary_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class ReportFigures:
    """What a report is made of.

    Arguments:
        workspace: the person's work.
        worst: the pool that knows most: the headline figure.
        facts: its composite against the profile.
        alone: what every recipient knows alone.
        pooled: what recipients know together, as far as they pool.
        release_contributions: what the whole would lose without each release, in their order.
        fact_contributions: what each attribute of the composite adds.
        outcomes: what every planned release would do.
        erasure: the best erasures for every effort.
    """

    workspace: Workspace
    worst: PoolLeakage
    facts: tuple[Fact, ...]
    alone: tuple[PoolSummary, ...]
    pooled: tuple[PoolSummary, ...]
    release_contributions: tuple[float, ...]
    fact_contributions: tuple[AttributeContribution, ...]
    outcomes: tuple[PlanOutcome, ...]
    erasure: ErasurePlans


def pooled_of(
    workspace: Workspace, assessed: tuple[PoolLeakage, ...], together: PoolLeakage
) -> tuple[PoolSummary, ...]:
    """What recipients know together: all of them, or those of each coalition; nothing where there is one only."""
    if len(workspace.recipient_names) < 2:
        return ()
    if workspace.pooling.kind == "coalitions":
        return tuple(summary_of(pool) for pool in assessed if len(pool.pool.recipients) > 1)
    return (summary_of(together),)


def report_figures(workspace: Workspace) -> ReportFigures:
    """All figures of a report.

    Source: Whang & Garcia-Molina 2012, Definitions 1 and 2, Section 4.1.

    Raises:
        ValueError: where nothing was released, or nothing is known about the person: there is nothing to report.
    """
    assessed = assess(workspace)
    most = worst(assessed)
    if most is None or not workspace.profile:
        raise ValueError("a report needs a profile and at least one release")
    together = assess_pool(workspace, pool_together(workspace))
    reference, composite, measure = workspace.reference, most.result.composite, workspace.measure
    return ReportFigures(
        workspace,
        most,
        facts_of(composite, reference, measure),
        pool_summaries(workspace, pools_alone(workspace), together),
        pooled_of(workspace, assessed, together),
        tuple(contributions_of_releases(workspace, assessed).tolist()),
        attribute_contributions(composite, reference, measure),
        compare_plans(workspace, assessed),
        plan_erasure(workspace),
    )
