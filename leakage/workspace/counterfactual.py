"""Counterfactual: what the adversary would know, had she not taken two records for one person."""

from __future__ import annotations

from dataclasses import replace

from leakage.measure.record_leakage import record_leakages
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.assessment import Pool, records_of
from leakage.workspace.workspace import Workspace

_APART = "\0kept apart"
"""A label no person can type; two values of it keep two records apart for good."""


def leakage_kept_apart(workspace: Workspace, pool: Pool, first: int, second: int) -> float:
    """What a pool would know if it never took two of its records for the same person.

    ``L(R, e, E')`` with E' as E, but for a conflict between the two: no composite holds both. This is negative
    evidence, so E' is one of the outcomes that the order of the records may lead to.
    Source: Whang & Garcia-Molina 2011, Section 1 (negative evidence); 2012, Definition 2.

    Arguments:
        workspace: the profile, the adversary and the records.
        pool: whose records.
        first, second: numbers of two records, over the pool's releases, then the background.

    Raises:
        ValueError: if the two are one, or a number is out of range.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.workspace.assessment import pool_together
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = tuple(Release(n, n, Record.of(("Name", "Alice"), (n, "1"))) for n in ("Phone", "Card"))
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1"), ("Card", "1")), releases=given, policies=eve)
    >>> round(leakage_kept_apart(work, pool_together(work), 0, 1), 9)
    0.8
    """
    records = list(records_of(workspace, pool))
    if first == second or not all(0 <= number < len(records) for number in (first, second)):
        raise ValueError(f"two different record numbers in [0, {len(records)}) are needed")
    for number, side in ((first, "1"), (second, "2")):
        records[number] = records[number].with_attribute(Attribute(_APART, side))
    composites = _wary(workspace.adversary).resolve(records).composites
    plain = [Record(a for a in composite if a.label != _APART) for composite in composites]
    return float(max(record_leakages(plain, workspace.reference, workspace.measure), default=0.0))


def _wary(adversary: Adversary) -> Adversary:
    """The adversary, minding the label that keeps records apart."""

    def wary(step: Operation) -> Operation:
        if not isinstance(step, Resolve):
            return step
        return replace(step, match=Unless(step.match, Conflicts(_APART)))

    return replace(adversary, operations=tuple(wary(step) for step in adversary.operations))
