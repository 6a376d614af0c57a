"""Everything the pages compute, cached by value for this session alone: personal data is in no shared cache."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.decision.optional_fields import FieldTradeOff
from leakage.decision.query_leakage import query_leakage_bounds
from leakage.decision.shapley import Share, attribute_shapley
from leakage.measure.addition import Addition, addition_gradient
from leakage.measure.record_leakage import record_leakages
from leakage.measure.sensitivity import WeightSensitivity, weight_sensitivity
from leakage.measure.set_leakage import set_leakage
from leakage.record import Attribute, Pair, Record
from leakage.resolution.answer_sets import DipBounds
from leakage.resolution.dip import split_pipeline
from leakage.resolution.operations import Resolve
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.score import AtLeast
from leakage.workspace import dipping, disinforming, joining, scoring, shares
from leakage.workspace.assessment import (
    Pool,
    PoolLeakage,
    assess,
    assess_pool,
    pool_together,
    pools_alone,
    records_of,
    worst,
)
from leakage.workspace.choosing import choose_fields
from leakage.workspace.counterfactual import leakage_kept_apart
from leakage.workspace.dipping import Discovery
from leakage.workspace.disinforming import Disinformation, LinkCandidate
from leakage.workspace.erasing import Erasing, erasing
from leakage.workspace.fair_shares import recipient_fair_shares, release_fair_shares
from leakage.workspace.glance import PoolGlance, glances
from leakage.workspace.joining import Joiner
from leakage.workspace.planning import PlanOutcome, compare_plans
from leakage.workspace.verifying import Move, next_moves
from leakage.workspace.workspace import By, Release, Workspace
from pages.ui import state, waiting

if TYPE_CHECKING:
    from leakage.workspace.disinformation_planning import DisinformationPlans, Terms

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
PROPERTY_CASES = 1_000


def cached(figure: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Remember a figure by the values it was computed from, in this session; show how far it is where it takes long.

    Streamlit's own caches would keep the progress bar out: they allow nothing to be drawn from inside.
    """

    @functools.wraps(figure)
    def remembered(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        given = tuple(_value(one) for one in (*args, *sorted(kwargs.items())))
        key = (figure.__module__, figure.__name__, given)
        return state.remembered(key, lambda: waiting.patiently(lambda: figure(*args, **kwargs)))

    return remembered


def _value(given: object) -> Hashable:
    """What a figure is remembered by: a workspace's hash is taken only once."""
    if isinstance(given, Workspace):
        return given.fingerprint
    if isinstance(given, Mapping):
        return tuple(sorted(given.items()))
    return tuple(given) if isinstance(given, list) else cast(Hashable, given)


@cached
def assessment(workspace: Workspace) -> tuple[PoolLeakage, ...]:
    """What every pool knows."""
    return assess(workspace)


@cached
def alone(workspace: Workspace) -> tuple[PoolGlance, ...]:
    """What every recipient knows alone."""
    return glances(workspace, pools_alone(workspace), together(workspace))


@cached
def together(workspace: Workspace) -> PoolLeakage:
    """What all recipients would know together."""
    if workspace.pooling.kind == "together":
        return assessment(workspace)[0]
    return assess_pool(workspace, pool_together(workspace))


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
def fair_shares(workspace: Workspace, by: By) -> tuple[Share, ...]:
    """The Shapley value of every release, or of every recipient."""
    return release_fair_shares(workspace) if by == "release" else recipient_fair_shares(workspace)


@cached
def fair_fact_shares(workspace: Workspace) -> tuple[tuple[Attribute, Share], ...]:
    """The Shapley value of every attribute of the worst composite."""
    found = worst_pool(workspace)
    composite = found.result.composite if found else Record()
    shares = attribute_shapley(composite, workspace.reference, workspace.measure)
    return tuple(zip(composite, shares, strict=True))


@cached
def fact_shares(workspace: Workspace) -> tuple[AttributeContribution, ...]:
    """What each attribute of the worst composite adds to its leakage."""
    found = worst_pool(workspace)
    composite = found.result.composite if found else Record()
    return attribute_contributions(composite, workspace.reference, workspace.measure)


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


@cached
def erasure(workspace: Workspace, by: By) -> Erasing:
    """The best erasures for every budget."""
    return erasing(workspace, by)


@cached
def moves(workspace: Workspace, composite: int | None) -> tuple[Move, ...]:
    """What Eve would verify next, of the pool that knows most: in one of her records, or the most telling one."""
    found = worst_pool(workspace)
    return () if found is None else next_moves(workspace, found, composite=composite)


@cached
def field_choices(workspace: Workspace, plan: Release) -> FieldTradeOff:
    """Which optional fields of a planned release to give."""
    return choose_fields(workspace, plan, assessment(workspace))


@cached
def discovery(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> Discovery:
    """What Eve finds when she dips a query into a pool."""
    return dipping.discover(workspace, pool, pairs)


@cached
def telling_composites(workspace: Workspace, pool: Pool) -> tuple[tuple[int, float], ...]:
    """The composites of a pool that say anything true, with their leakages; the most telling first."""
    found = next(one for one in assessment(workspace) if one.pool == pool)
    composites = found.result.resolution.composites
    numbers = [n for n, record in enumerate(composites) if any(a.pair in workspace.reference for a in record)]
    leakages = record_leakages((composites[n] for n in numbers), workspace.reference, workspace.measure)
    return tuple(sorted(zip(numbers, leakages.tolist(), strict=True), key=lambda entry: -entry[1]))


def pool_records(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's Eve holds."""
    return records_of(workspace, pool)


@cached
def sensitivity(workspace: Workspace) -> tuple[WeightSensitivity, ...]:
    """How far the figure of the worst pool and the ranking of releases move with each weight."""
    found = worst_pool(workspace)
    composites = found.result.resolution.composites if found else ()
    telling = [record for record in composites if any(a.pair in workspace.reference for a in record)]
    return weight_sensitivity(
        telling, workspace.reference, workspace.measure, [release.record for release in workspace.releases]
    )


@cached
def additions(workspace: Workspace) -> tuple[Addition, ...]:
    """What one more attribute of each label, right or wrong, would do to the worst composite."""
    found = worst_pool(workspace)
    composite = found.result.composite if found else Record()
    return addition_gradient(composite, workspace.reference, workspace.measure)


@cached
def before_joining(workspace: Workspace, pool: Pool) -> float:
    """What the most telling single record of a pool reveals: leakage before any analysis."""
    return set_leakage(records_of(workspace, pool), workspace.reference, workspace.measure)


@cached
def properties(workspace: Workspace) -> tuple[PropertyReport, ...]:
    """The properties of the chosen policy's resolution, tried on all that was released and the background."""
    resolution = next(step for step in workspace.adversary.operations if isinstance(step, Resolve))
    records = records_of(workspace, pool_together(workspace))
    return check_properties(records, resolution.match, resolution.merge, cases=PROPERTY_CASES)


@cached
def joiners(workspace: Workspace, pool: Pool) -> tuple[Joiner, ...]:
    """What a pool would know with each other recipient."""
    found = next(one for one in assessment(workspace) if one.pool == pool)
    return joining.joiners(workspace, pool, found.result.leakage)


@cached
def kept_apart(workspace: Workspace, pool: Pool, first: int, second: int) -> float:
    """What a pool would know if it never took two of its records for the same person."""
    return leakage_kept_apart(workspace, pool, first, second)


@cached
def query_bounds(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> DipBounds | None:
    """The query leakage over all orders of reading, or bounds of it; None where the order does not matter."""
    if split_pipeline(workspace.adversary)[1].unique:
        return None
    query = Record(Attribute(*pair) for pair in pairs)
    records = records_of(workspace, pool)
    return query_leakage_bounds(query, records, workspace.reference, workspace.adversary, workspace.measure)


@cached
def learned_score(workspace: Workspace, labels: tuple[str, ...], threshold: float) -> AtLeast:
    """A score whose weights the records at hand teach."""
    return scoring.learned_score(workspace, labels, threshold)


def known(workspace: Workspace) -> int:
    """How many records Eve may hold."""
    return len(workspace.releases) + len(workspace.background)


@cached
def disinformation_plans(workspace: Workspace, terms: Terms) -> DisinformationPlans:
    """The best disinformation for every budget, on the person's terms."""
    # Imported here: only its own page plans disinformation.
    from leakage.workspace.disinformation_planning import plan_disinformation  # noqa: PLC0415

    return plan_disinformation(workspace, terms, assessment(workspace))
