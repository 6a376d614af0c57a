"""Dipping in a workspace: what the adversary finds, step by step, when she thinks of the person as a query."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from leakage.measure.record_leakage import record_leakages
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.dip import DippingResult, DippingStep, dip
from leakage.workspace.figures.assessment import Pool, records_of
from leakage.workspace.workspace import Workspace

Dip: TypeAlias = Callable[[Record, tuple[Record, ...], Adversary], DippingResult]
"""From a query, what is held and an adversary to what adheres."""


@dataclass(frozen=True, eq=False)
class Discovery:
    """What the adversary has found about the query's person.

    Arguments:
        query: q, how she thinks of the person.
        steps: the records that adhered, in order; numbers run over the background, then the pool's releases.
        leakages: what she knows after 0, 1, ... steps; one entry more than there are steps.
    """

    query: Record
    steps: tuple[DippingStep, ...]
    leakages: tuple[float, ...]

    def composite(self, step: int) -> Record:
        """What the query has grown to after so many steps."""
        return self.steps[step - 1].composite if step else self.query

    def news(self, step: int) -> tuple[Attribute, ...]:
        """What a step brought that she did not know before, or knew with less confidence."""
        before = self.composite(step - 1)
        return tuple(a for a in self.composite(step) if a.confidence > before.confidence_of(a.pair))


def can_dip(adversary: Adversary) -> bool:
    """Whether the adversary dips: she has one resolution, as her last operation.

    >>> can_dip(Adversary())
    False
    """
    return adversary.pipeline is not None and adversary.pipeline.resolve is not None


def natural_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How the adversary would think of the person first: the labels of her first rule that the profile has.

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.workspace import Policy
    >>> eve = (Policy("By phone", Adversary((Resolve(Shares("Phone")),))),)
    >>> natural_query(Workspace((("Name", "Alice"), ("Phone", "1"), ("Phone", "2")), policies=eve))
    (('Phone', '1'),)
    """
    first = dict(reversed(workspace.profile))
    for rule in (rule for match in workspace.adversary.matches for rule in match.single_rules):
        if all(label in first for label in rule.labels):
            return tuple((label, first[label]) for label in rule.labels)
    return workspace.profile[:1]


def discover(workspace: Workspace, pool: Pool, pairs: Iterable[Pair], dip: Dip = dip) -> Discovery:
    """Dip a query into what a pool holds.

    ``r_q = mu(...mu(mu(q, r_1), r_2)..., r_m)`` with the leakage after each merge.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Definitions 2.1 and 2.2).

    Arguments:
        workspace: the profile, the adversary and the records.
        pool: whose records she dips into.
        pairs: the (label, value) pairs she thinks of.
        dip: ``leakage.resolution.dip.dip``, or the same from memory: it does not depend on weights.

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.figures.assessment import pool_together
    >>> from leakage.workspace.workspace import Policy, Release
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "1"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "1")), releases=given, policies=eve)
    >>> discovery = discover(work, pool_together(work), [("Name", "Alice")])
    >>> [round(leakage, 9) for leakage in discovery.leakages]
    [0.666666667, 1.0]
    """
    query = Record(Attribute(*pair) for pair in pairs)
    steps = dip(query, records_of(workspace, pool), workspace.adversary).steps
    states = [query, *(step.composite for step in steps)]
    leakages = record_leakages(states, workspace.reference, workspace.measure)
    return Discovery(query, steps, tuple(leakages.tolist()))
