"""What a person can do about a work today, as options for a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from leakage.old.decision.plan.actions import Erase, HeldRecord, Situation, StopSharing, Threat, Withhold
from leakage.progress import cancellable
from leakage.resolution.adversary import Adversary, owners_first
from leakage.workspace.figures.assessment import at_hand, sourced_record
from leakage.workspace.figures.plan.actions import (
    PlanTerms,
    WorkOption,
    changes,
    minutes_of,
    weightiest,
    work_option,
)
from leakage.workspace.places.obligations import deletion_obstacles, may_be_deleted
from leakage.workspace.release import PoolingKind, RequestKind
from leakage.workspace.requests.parts import letter_groups
from leakage.workspace.requests.states import state_of
from leakage.workspace.workspace import Policy, Workspace, unused_name

# Today: a workspace as the situation that plans change, and its policies and poolings as the threats they face.


POOLED: dict[PoolingKind, str] = {
    "together": "all share",
    "alone": "nobody shares",
    "coalitions": "coalitions share",
    "releases": "has what leaked",
}
NO_POLICY = Policy("No policy", Adversary())


def situation_of(workspace: Workspace, terms: PlanTerms) -> Situation:
    """What is out, with the planned release that comes.

    What was erased is held no more; its recipient still shares the background.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"))), Release("Old", "Bank", Record(), erasure="done"))
    >>> situation = situation_of(Workspace(releases=given), PlanTerms())
    >>> len(situation.held), situation.parties
    (1, ('Shop', 'Bank'))
    """
    record_of = workspace.record_of
    held = tuple(
        HeldRecord(release.name, release.recipient, record_of(release))
        for release in cancellable(workspace.releases)
        if release.erasure != "done"
    )
    coming = tuple(
        HeldRecord(unused_name(plan.name, (r.name for r in workspace.releases)), plan.recipient, record_of(plan))
        for plan in workspace.plans
        if terms.coming and plan.name == terms.coming
    )
    parties = dict.fromkeys((*workspace.recipient_names, *(holding.recipient for holding in coming)))
    return replace(
        Situation.of(workspace.reference, held, workspace.background, coming),
        parties=tuple(parties),
    )


def threats_of(workspace: Workspace, terms: PlanTerms) -> tuple[Threat, ...]:
    """Every policy chosen under every pooling chosen.

    Arguments:
        workspace: its policies.
        terms: those chosen.

    >>> [threat.name for threat in threats_of(Workspace(), PlanTerms())]
    ['No policy']
    """
    pairs = active_adversaries(workspace, terms)
    named = len(terms.poolings) > 1
    return tuple(_threat(workspace, policy, kind, named) for policy, kind in pairs)


def active_adversaries(workspace: Workspace, terms: PlanTerms) -> tuple[tuple[Policy, PoolingKind], ...]:
    """Which policy and pooling every threat is of.

    >>> [(policy.name, kind) for policy, kind in active_adversaries(Workspace(), PlanTerms())]
    [('No policy', 'together')]
    """
    policies = [policy for policy in at_hand(workspace) if not terms.policies or policy.name in terms.policies]
    if not policies:
        policies = [workspace.policy or NO_POLICY]
    return tuple(
        (policy, kind)
        for policy in policies
        for kind in terms.poolings or ((policy.pooling or workspace.pooling).kind,)
    )


def threat_in_use(workspace: Workspace, terms: PlanTerms) -> Threat:
    """The policy in use under the pooling in use: whose figure stands on every page.

    Arguments: as ``threats_of``.

    >>> threat_in_use(Workspace(), PlanTerms()).name
    'No policy'
    """
    policy = workspace.policy or NO_POLICY
    return _threat(workspace, policy, workspace.pooling_in_use.kind, named=False)


def _threat(workspace: Workspace, policy: Policy, kind: PoolingKind, named: bool) -> Threat:
    pooling = policy.pooling or workspace.pooling
    groups: dict[PoolingKind, tuple[tuple[str, ...], ...] | None] = {
        "together": None,
        "alone": (),
        "coalitions": tuple(coalition.recipients for coalition in pooling.coalitions),
        "releases": (),
    }
    name = f"{policy.name}, {POOLED[kind]}" if named else policy.name
    adversary = owners_first(policy.adversary) if pooling.resolve_first else policy.adversary
    only = kind == "releases"
    as_hers = replace(workspace, chosen=policy.name)
    hers = (r for r in workspace.releases if only and r.name in pooling.releases)
    held = tuple(sourced_record(as_hers, release) for release in hers)
    return Threat(name, adversary, groups[kind], held, only)


# Options: everything that could be done in a workspace, with what it takes.


Chances: TypeAlias = Callable[[RequestKind, Sequence[str]], float]
"""From a request and its recipients to how probable it is that it is granted."""


def granted(kind: RequestKind, recipients: Sequence[str]) -> float:
    """The chance where all is granted."""
    return 1.0


def options_of(
    workspace: Workspace,
    terms: PlanTerms,
    situation: Situation,
    threats: tuple[Threat, ...],
    asking: Mapping[str, float | None] | None = None,
    chances: Chances = granted,
) -> tuple[WorkOption, ...]:
    """Everything that could be done.

    Arguments:
        workspace: nothing that was refused is asked for again, nor the deletion of what its recipient must or will
            keep: see ``leakage.workspace.places.obligations``.
        terms: which values alone may be changed, and what is to come.
        situation, threats: of the workspace, by the same terms.
        asking: recipient to minutes of a request, None where none is deleted; the usual for those not named.
        chances: from a request and its recipients to how probable it is that it is granted; by default it is.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"))),)
    >>> work = Workspace((("Email", "a@b"),), releases=given)
    >>> from leakage.workspace.figures.plan.options import situation_of, threats_of
    >>> found = options_of(work, PlanTerms(), situation_of(work, PlanTerms()), threats_of(work, PlanTerms()))
    >>> [(option.lever, option.what, option.option.minutes) for option in found]
    [('erase', 'Order', 15.0), ('change', 'Email', 5.0)]
    """
    if terms.labels:
        return tuple(changes(workspace, terms))
    return (
        *_erase(workspace, asking or {}, chances),
        *changes(workspace, terms),
        *_withhold(workspace, terms, situation),
        *_stop_sharing(workspace, threats, asking or {}, chances),
    )


def _erase(workspace: Workspace, asking: Mapping[str, float | None], chances: Chances) -> Iterator[WorkOption]:
    held: dict[str, list[str]] = {}
    obstacles = deletion_obstacles(workspace)
    for release in workspace.releases:
        minutes = asking.get(release.recipient, minutes_of(workspace, "erase"))
        may_be = may_be_deleted(obstacles.get(release.recipient), release)
        if release.erasure not in ("done", "refused") and minutes is not None and may_be:
            held.setdefault(release.recipient, []).append(release.name)
            yield work_option(
                workspace,
                "erase",
                "erase",
                release.name,
                release.recipient,
                Erase((release.name,)),
                minutes,
                chance=chances("erasure", (release.recipient,)),
            )
    for recipient, names in held.items():
        minutes = asking.get(recipient, minutes_of(workspace, "erase"))
        if len(names) > 1 and minutes is not None:
            yield work_option(
                workspace,
                "erase",
                "erase",
                _several(workspace, recipient, len(names)),
                recipient,
                Erase(tuple(names)),
                minutes,
                chance=chances("erasure", (recipient,)),
            )
    yield from _erase_by_owner(workspace, held, asking, chances)


def _erase_by_owner(
    workspace: Workspace, held: Mapping[str, Sequence[str]], asking: Mapping[str, float | None], chances: Chances
) -> Iterator[WorkOption]:
    """One letter to an owner for all its companies, as long as one to the company that takes longest.

    Arguments:
        workspace: says who owns whom.
        held: recipient to the names of the releases that may be deleted there.
        asking, chances: as for ``options_of``.
    """
    for group in letter_groups(workspace, "erasure"):
        members = tuple(name for name in group.recipients if name in held)
        if len(members) < 2:
            continue
        usual = minutes_of(workspace, "erase")
        minutes = max((asking.get(name) or usual) for name in members)
        names = tuple(name for member in members for name in held[member])
        chance = chances("erasure", members)
        yield work_option(workspace, "erase", "erase", group.name, members[0], Erase(names), minutes, members, chance)


def _several(workspace: Workspace, recipient: str, number: int) -> str:
    """How the releases are called that one request deletes: what has not ended may have to stay."""
    held = sum(release.recipient == recipient and release.erasure != "done" for release in workspace.releases)
    if number < held:
        return f"{number} of {held} accounts"
    return "both accounts" if number == 2 else f"all {number} accounts"


def _withhold(workspace: Workspace, terms: PlanTerms, situation: Situation) -> Iterator[WorkOption]:
    required = {pair for plan in workspace.plans if plan.name == terms.coming for pair in plan.required}
    for holding in situation.coming:
        optional = [a.pair for a in holding.record.known if a.pair not in required]
        for pair in weightiest(workspace, optional):
            what = workspace.display_name(pair[0])
            yield work_option(workspace, "withhold", "withhold", what, holding.recipient, Withhold(holding.name, pair))


def _stop_sharing(
    workspace: Workspace, threats: tuple[Threat, ...], asking: Mapping[str, float | None], chances: Chances
) -> Iterator[WorkOption]:
    objections = [request for request in workspace.requests if request.kind == "objection"]
    latest = {name: state_of(workspace, request) for request in objections for name in request.recipients}
    for party in workspace.recipient_names:
        sharing = any(threat.groups is None or any(party in group for group in threat.groups) for threat in threats)
        if sharing and len(workspace.recipient_names) > 1 and latest.get(party) != "refused":
            # Whoever deletes no account can be told to stop sharing all the same.
            minutes = asking.get(party) or minutes_of(workspace, "stop sharing")
            yield work_option(
                workspace,
                "stop sharing",
                "stop sharing",
                "your data",
                party,
                StopSharing(party),
                minutes,
                chance=chances("objection", (party,)),
            )
