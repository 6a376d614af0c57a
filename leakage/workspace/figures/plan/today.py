"""Today: a workspace as the situation that plans change, and its policies and poolings as the threats they face."""

from __future__ import annotations

from dataclasses import replace

from leakage.decision.plan.situation import Holding, Situation, Threat
from leakage.progress import looking
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.each_owner import owners_first
from leakage.workspace.figures.adversaries import at_hand
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.her_next_move import next_moves
from leakage.workspace.figures.plan.adversary_weights import adversary_weight
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.pooling import PoolingKind
from leakage.workspace.workspace import Policy, Workspace, unused_name

POOLED: dict[PoolingKind, str] = {
    "together": "all share",
    "alone": "nobody shares",
    "coalitions": "coalitions share",
}
NO_POLICY = Policy("No policy", Adversary())


def situation_of(workspace: Workspace, terms: PlanTerms) -> Situation:
    """What is out, with what comes: a planned release, and facts that Eve makes sure of.

    What was erased is held no more; its recipient still shares the background.

    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"))), Release("Old", "Bank", Record(), erasure="done"))
    >>> situation = situation_of(Workspace(releases=given), PlanTerms())
    >>> len(situation.held), situation.parties
    (1, ('Shop', 'Bank'))
    """
    verified = {(name, attribute.pair) for name, attribute in verifications(workspace, terms)}
    held = tuple(
        Holding(release.name, release.recipient, _sure(release.name, release.record, verified))
        for release in looking(workspace.releases)
        if release.erasure != "done"
    )
    coming = tuple(
        Holding(unused_name(plan.name, (r.name for r in workspace.releases)), plan.recipient, plan.record)
        for plan in workspace.plans
        if terms.coming and plan.name == terms.coming
    )
    parties = dict.fromkeys((*workspace.recipient_names, *(holding.recipient for holding in coming)))
    return replace(
        Situation.of(workspace.reference, held, workspace.background, coming),
        parties=tuple(parties),
    )


def verifications(workspace: Workspace, terms: PlanTerms) -> tuple[tuple[str, Attribute], ...]:
    """The right facts that Eve would make sure of next, each with the release she has it from.

    Source: Whang & Garcia-Molina 2012, Section 4.3.
    """
    known = worst(assess(workspace)) if terms.verified else None
    if known is None:
        return ()
    found: list[tuple[str, Attribute]] = []
    for move in next_moves(workspace, known):
        number = known.release_of(move.record)
        attribute = move.enhancement.attribute
        if number is not None and move.right and attribute.pair in workspace.releases[number].record:
            found.append((workspace.releases[number].name, attribute))
    return tuple(found[: terms.verified])


def threats_of(workspace: Workspace, terms: PlanTerms, made_up: tuple[Record, ...] = ()) -> tuple[Threat, ...]:
    """Every policy chosen under every pooling chosen.

    Arguments:
        workspace: its policies.
        terms: those chosen.
        made_up: all records that may be given out, for what they touch in files.

    >>> [threat.name for threat in threats_of(Workspace(), PlanTerms())]
    ['No policy']
    """
    pairs = faced(workspace, terms)
    named = len({kind for _, kind in pairs}) > 1
    held = {policy.name: _in_files(workspace, terms, policy, made_up) for policy, _ in pairs}
    return tuple(_threat(workspace, policy, kind, held[policy.name], named) for policy, kind in pairs)


def faced(workspace: Workspace, terms: PlanTerms) -> tuple[tuple[Policy, PoolingKind], ...]:
    """Which policy and pooling every threat is of.

    >>> [(policy.name, kind) for policy, kind in faced(Workspace(), PlanTerms())]
    [('No policy', 'together')]
    """
    policies = [policy for policy in at_hand(workspace) if not terms.policies or policy.name in terms.policies]
    kinds = terms.poolings or (workspace.pooling.kind,)
    if not policies:
        policies = [workspace.policy or NO_POLICY]
    return tuple((policy, kind) for policy in policies for kind in kinds)


def threat_in_use(workspace: Workspace, terms: PlanTerms, made_up: tuple[Record, ...] = ()) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page.

    Arguments: as ``threats_of``.

    >>> threat_in_use(Workspace(), PlanTerms()).name
    'No policy'
    """
    policy = workspace.policy or NO_POLICY
    held = _in_files(workspace, terms, policy, made_up)
    return _threat(workspace, policy, workspace.pooling.kind, held, named=False)


def _in_files(
    workspace: Workspace, terms: PlanTerms, policy: Policy, made_up: tuple[Record, ...]
) -> tuple[Record, ...]:
    """What she has in files. Of those whom nothing ties in only the most telling is looked up, and for one truth."""
    return () if terms.changes_truth else workspace.looked_up_for(policy.name, made_up)


def _threat(workspace: Workspace, policy: Policy, kind: PoolingKind, held: tuple[Record, ...], named: bool) -> Threat:
    first = workspace.pooling.resolve_first
    groups: dict[PoolingKind, tuple[tuple[str, ...], ...] | None] = {
        "together": None,
        "alone": (),
        "coalitions": tuple(coalition.recipients for coalition in workspace.pooling.coalitions),
    }
    name = f"{policy.name}, {POOLED[kind]}" if named else policy.name
    adversary = owners_first(policy.adversary) if first else policy.adversary
    return Threat(name, adversary, groups[kind], adversary_weight(workspace, policy.name), held)


def _sure(name: str, record: Record, verified: set[tuple[str, tuple[str, str]]]) -> Record:
    for attribute in record:
        if (name, attribute.pair) in verified:
            record = record.with_attribute(Attribute(*attribute.pair))
    return record
