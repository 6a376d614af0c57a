"""Counterfactual: what the adversary would know, had she not taken two records for one person."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.decision.information_leakage import leakages_of
from leakage.measure.set_leakage import set_leakage
from leakage.record import Attribute, Record
from leakage.workspace.figures.assessment import PoolLeakage, Resolve, records_of, resolve_pools
from leakage.workspace.workspace import Workspace

_APART = "\0kept apart"
"""A label no person can type; two values of it keep two records apart for good."""


def leakage_kept_apart(
    workspace: Workspace, known: PoolLeakage, first: int, second: int, resolve: Resolve = resolve_pools
) -> float:
    """What a pool would know if it never took two of its records for the same person.

    ``L(R, e, E')`` with E' as E, but for a conflict between the two: no composite holds both. Where records are
    resolved this is negative evidence (``Unless``), where they are clustered a cannot-link constraint
    (``ConstrainedLink``); either way E' is one of the outcomes that the order of the records may lead to.
    Source: Whang & Garcia-Molina 2011, Section 1 (negative evidence); 2012, Definition 2.

    Arguments:
        workspace: the profile, the adversary and the records.
        known: what the pool knows, as ``assess_pool`` has it.
        first, second: numbers of two records, over the background, then the pool's releases.
        resolve: as ``assess_pool``.

    Raises:
        ValueError: if the two are one, or a number is out of range.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.figures.assessment import assess
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = tuple(Release(n, n, Record.of(("Name", "Alice"), (n, "1"))) for n in ("Phone", "Card"))
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1"), ("Card", "1")), releases=given, policies=eve)
    >>> round(leakage_kept_apart(work, assess(work)[0], 0, 1), 9)
    0.8
    """
    records = list(records_of(workspace, known.pool))
    if first == second or not all(0 <= number < len(records) for number in (first, second)):
        raise ValueError(f"two different record numbers in [0, {len(records)}) are needed")
    for number, side in ((first, "1"), (second, "2")):
        records[number] = records[number].with_attribute(Attribute(_APART, side))
    adversary = workspace.pooling_adversary
    pipeline, resolution = adversary.pipeline, known.result.resolution
    if pipeline is None or pipeline.analysis is None or not pipeline.analysis.settles:
        return _worst(workspace, records, resolve)
    # Where the order is free nothing is joined that was not: only the composite of the two may come apart.
    composite = int(resolution.composite_of[first])
    if composite != resolution.composite_of[second]:
        return known.result.leakage
    others = leakages_of(resolution, workspace.reference, workspace.measure)
    others[composite] = 0.0
    together = [records[number] for number in resolution.members[composite]]
    return max(float(others.max()), _worst(workspace, together, resolve))


def _worst(workspace: Workspace, records: Sequence[Record], resolve: Resolve) -> float:
    """The leakage of records of which two are kept apart."""
    [resolution] = resolve(workspace.pooling_adversary.keeping_apart(_APART), (), (tuple(records),))
    composites = resolution.composites
    plain = (Record(a for a in composite if a.label != _APART) for composite in composites)
    return set_leakage(plain, workspace.reference, workspace.measure)
