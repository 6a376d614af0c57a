"""Report figures: everything a report states, computed once."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.workspace.assessment import PoolLeakage, assess, assess_pool, pool_together, pools_alone, worst
from leakage.workspace.belief import Fact, facts_of
from leakage.workspace.erasing import Erasing, erasing
from leakage.workspace.glance import PoolGlance, glance_of, glances
from leakage.workspace.planning import PlanOutcome, compare_plans
from leakage.workspace.shares import release_shares
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
        release_shares: what the whole would lose without each release, in their order.
        fact_shares: what each attribute of the composite adds.
        outcomes: what every planned release would do.
        erasures: the best erasures for every effort.
    """

    workspace: Workspace
    worst: PoolLeakage
    facts: tuple[Fact, ...]
    alone: tuple[PoolGlance, ...]
    pooled: tuple[PoolGlance, ...]
    release_shares: tuple[float, ...]
    fact_shares: tuple[AttributeContribution, ...]
    outcomes: tuple[PlanOutcome, ...]
    erasures: Erasing


def pooled_of(workspace: Workspace, assessed: tuple[PoolLeakage, ...], together: PoolLeakage) -> tuple[PoolGlance, ...]:
    """What recipients know together: all of them, or those of each coalition; nothing where there is one only."""
    if len(workspace.recipients) < 2:
        return ()
    if workspace.pooling.kind == "coalitions":
        return tuple(glance_of(one) for one in assessed if len(one.pool.recipients) > 1)
    return (glance_of(together),)


def report_figures(workspace: Workspace) -> ReportFigures:
    """All figures of a report.

    Source: Whang & Garcia-Molina 2012, Definitions 1 and 2, Section 4.1.

    Raises:
        ValueError: where nothing was released, or nothing is known about the person: there is nothing to report.
    """
    assessed = assess(workspace)
    found = worst(assessed)
    if found is None or not workspace.profile:
        raise ValueError("a report needs a profile and at least one release")
    together = assess_pool(workspace, pool_together(workspace))
    reference, composite, measure = workspace.reference, found.result.composite, workspace.measure
    return ReportFigures(
        workspace,
        found,
        facts_of(composite, reference, measure),
        glances(workspace, pools_alone(workspace), together),
        pooled_of(workspace, assessed, together),
        tuple(release_shares(workspace, assessed).tolist()),
        attribute_contributions(composite, reference, measure),
        compare_plans(workspace, assessed),
        erasing(workspace),
    )
