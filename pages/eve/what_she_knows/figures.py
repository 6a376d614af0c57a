"""What the page What she knows computes."""

from __future__ import annotations

from itertools import islice

from leakage.decision.query_leakage import query_leakage_bounds
from leakage.decision.thresholds import ThresholdCurve
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.answer_set_search import DipBounds
from leakage.resolution.dip import DippingResult, dip, split_pipeline
from leakage.resolution.linkage.explained_joins import ExplainedJoin, joins_explained
from leakage.workspace.figures import dipping, in_doubt
from leakage.workspace.figures.assessment import Pool, records_of
from leakage.workspace.figures.counterfactual import leakage_kept_apart
from leakage.workspace.figures.dipping import Discovery
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached
from pages.shell.knowledge import known_to, resolutions

MOST_EXPLAINED = 100
"""Joins of one composite that are drawn as waterfalls."""


@cached
def discovery(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> Discovery:
    """What Eve finds when she dips a query into a pool."""
    return dipping.discover(workspace, pool, pairs, _dipped)


@cached
def _dipped(query: Record, records: tuple[Record, ...], adversary: Adversary) -> DippingResult:
    return dip(query, records, adversary)


def pool_records(workspace: Workspace, pool: Pool) -> tuple[Record, ...]:
    """What a pool's Eve holds."""
    return records_of(workspace, pool)


@cached
def kept_apart(workspace: Workspace, pool: Pool, first: int, second: int) -> float:
    """What a pool would know if it never took two of its records for the same person."""
    return leakage_kept_apart(workspace, known_to(workspace, pool), first, second, resolutions)


@cached
def waterfalls(workspace: Workspace, pool: Pool, composite: int) -> tuple[ExplainedJoin, ...]:
    """The first joins that evidence made of a composite, with waterfalls; none where several analyses follow."""
    if not workspace.adversary.pipeline:
        return ()
    resolution, adversary = known_to(workspace, pool).result.resolution, workspace.pooling_adversary
    return tuple(islice(joins_explained(records_of(workspace, pool), adversary, resolution, composite), MOST_EXPLAINED))


@cached
def thresholds(workspace: Workspace, pool: Pool) -> ThresholdCurve:
    """What a pool would know at every threshold."""
    return in_doubt.curve_over_thresholds(workspace, pool)


@cached
def query_bounds(workspace: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> DipBounds | None:
    """The query leakage over all orders of reading, or bounds of it; None where the order does not matter."""
    if split_pipeline(workspace.adversary)[1].unique:
        return None
    query = Record(Attribute(*pair) for pair in pairs)
    records = records_of(workspace, pool)
    return query_leakage_bounds(query, records, workspace.reference, workspace.adversary, workspace.measure)
