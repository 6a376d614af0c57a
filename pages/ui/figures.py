"""Everything the pages compute, cached by value for this session alone: personal data is in no shared cache."""

from __future__ import annotations

from typing import Any

import streamlit as st

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.record import Record
from leakage.workspace import disinforming, shares
from leakage.workspace.assessment import (
    PoolLeakage,
    assess,
    assess_pool,
    pool_together,
    pools_alone,
    worst,
)
from leakage.workspace.disinforming import Disinformation, LinkCandidate
from leakage.workspace.planning import PlanOutcome, compare_plans
from leakage.workspace.workspace import Workspace


def _by_value(workspace: Workspace) -> Any:
    return workspace.fingerprint


cached = st.cache_resource(scope="session", max_entries=24, show_spinner=False, hash_funcs={Workspace: _by_value})


@cached
def assessment(workspace: Workspace) -> tuple[PoolLeakage, ...]:
    """What every pool knows."""
    return assess(workspace)


@cached
def alone_and_together(workspace: Workspace) -> tuple[tuple[PoolLeakage, ...], PoolLeakage]:
    """What every recipient knows alone, and what all would know together."""
    alone = tuple(assess_pool(workspace, pool) for pool in pools_alone(workspace))
    return alone, assess_pool(workspace, pool_together(workspace))


def worst_pool(workspace: Workspace) -> PoolLeakage | None:
    """The pool that knows most; None where nothing was released."""
    return worst(assessment(workspace))


def leakage_of(workspace: Workspace) -> float | None:
    """The whole figure; None where the profile is empty or nothing was released."""
    found = worst_pool(workspace) if workspace.profile else None
    return None if found is None else found.result.leakage


@cached
def plan_outcomes(workspace: Workspace) -> tuple[PlanOutcome, ...]:
    """What every planned release would do."""
    return compare_plans(workspace, assessment(workspace))


@cached
def release_shares(workspace: Workspace) -> tuple[float, ...]:
    """What the whole leakage would lose without each release."""
    return tuple(shares.release_shares(workspace, assessment(workspace)).tolist())


@cached
def fact_shares(workspace: Workspace) -> tuple[AttributeContribution, ...]:
    """What each attribute of the worst composite adds to its leakage."""
    found = worst_pool(workspace)
    composite = found.result.composite if found else Record()
    return attribute_contributions(composite, workspace.reference, workspace.weight_map)


@cached
def link_candidates(workspace: Workspace, recipient: str) -> tuple[LinkCandidate, ...]:
    """Strangers whom a record could tie to the person, the most misleading first."""
    return disinforming.link_candidates(workspace, recipient, assessment(workspace))


@cached
def disinformation(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> Disinformation:
    """What wrong facts would do: self disinformation, or linkage with one of the candidates."""
    return disinforming.disinform(
        workspace,
        recipient,
        "self" if link is None else "linkage",
        None if link is None else link_candidates(workspace, recipient)[link],
        most=most,
        labels=labels,
        assessed=assessment(workspace),
    )


def disinformation_outcomes(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> dict[str, Disinformation]:
    """Self disinformation, and linkage with the candidate picked, as far as a record can do it."""
    found = {"self": disinformation(workspace, recipient, most, labels, None)}
    if link is not None:
        found["linkage"] = disinformation(workspace, recipient, most, labels, link)
    return {mode: outcome for mode, outcome in found.items() if outcome.points}
