"""What she finds when she thinks of a person, and which fact she would verify next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leakage.decision.leakage import with_presumed
from leakage.decision.what_ifs import Enhancement, enhancements
from leakage.measure.leakage import leakages
from leakage.record import Attribute, Pair, Record
from leakage.resolution.dip import DippingStep, dip
from leakage.workspace.figures.assessment import Pool, PoolLeakage, presumed_in, records_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class Discovery:
    """What the adversary has found about the query's person.

    Arguments:
        steps: the records that adhered, in order; numbers run over the background, then the pool's releases.
        states: what the query q has grown to after 0, 1, ... steps, with what is presumed.
        leakages: what she knows then.
    """

    steps: tuple[DippingStep, ...]
    states: tuple[Record, ...]
    leakages: tuple[float, ...]

    def news(self, step: int) -> tuple[Attribute, ...]:
        """What a step brought that she did not know before, or knew with less confidence."""
        before = self.states[step - 1]
        return tuple(a for a in self.states[step] if a.confidence > before.confidence_of(a.pair))


def natural_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How the adversary would think of the person first: the labels of her first rule that the profile has.

    An example of a paper has the paper's query among its plans.
    """
    queries = [plan.record for plan in workspace.plans if workspace.worked_example and plan.name.endswith(" (query)")]
    if queries:
        return tuple(a.pair for a in queries[0])
    first = dict(reversed(workspace.profile))
    for rule in (rule for match in workspace.adversary.matches for rule in match.single_rules):
        if all(label in first for label in rule.labels):
            return tuple((label, first[label]) for label in rule.labels)
    return workspace.profile[:1]


def discover(workspace: Workspace, pool: Pool, pairs: Iterable[Pair]) -> Discovery:
    """Dip a query into what a pool holds.

    ``r_q = mu(...mu(mu(q, r_1), r_2)..., r_m)`` with the leakage after each merge.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Definitions 2.1 and 2.2).

    Raises:
        ValueError: if the adversary does not have exactly one resolution, as her last operation.
    """
    query = Record(Attribute(*pair) for pair in pairs)
    steps = dip(query, records_of(workspace, pool), workspace.adversary).steps
    presumed, states, beside = presumed_in(workspace, pool), [query], []
    for step in steps:
        beside += [presumed[step.record]] if step.record in presumed else []
        states.append(with_presumed(step.composite, beside))
    known = leakages(states, workspace.reference, workspace.measure)
    return Discovery(steps, tuple(states), tuple(known.tolist()))


def next_moves(workspace: Workspace, found: PoolLeakage) -> tuple[Enhancement, ...]:
    """Every doubtful attribute of every source of a pool's most telling record, the best for its cost first.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)`` with ``C(a) = 1 - c``; r'_c is what she comes to if
    the source holds the attribute at confidence 1. Where records are prepared one by one, joined by values alone, and
    merged so that what is sure stays sure, the gain is read off the gradient, or off the composite with all that
    becomes sure where others are looked up by the attribute; other adversaries are run anew for each.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Arguments:
        workspace: its adversary and weights.
        found: one of ``assess(workspace)``.
    """
    resolution = found.result.resolution
    if not found.result.members:
        return ()
    composite = int(resolution.composite_of[found.result.members[0]])
    # She may not have what is presumed at all, so she cannot make sure of it.
    return tuple(enhancements(resolution, composite, workspace.measure))
