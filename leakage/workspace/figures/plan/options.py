"""Options: everything that could be done in a workspace, with what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from leakage.decision.disinformation.baits import baits
from leakage.decision.disinformation.prices import Prices
from leakage.decision.plan.actions import Deny, Dilute, Erase, StopSharing, Withhold
from leakage.decision.plan.situation import Holding, Situation, Threat
from leakage.decision.what_if import Baseline
from leakage.measure.ties import ranking
from leakage.record import Attribute, Record
from leakage.workspace.figures.disinformation_curves import resolving_match
from leakage.workspace.figures.disinformation_terms import prices_of, usual_recipients
from leakage.workspace.figures.made_up_values import made_up_values
from leakage.workspace.figures.plan.changes import changes
from leakage.workspace.figures.plan.efforts import minutes_of
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.today import verifications
from leakage.workspace.figures.plan.work_option import MOST_FIELDS, WorkOption, weightiest, work_option
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace

LIES = (2, 5)
"""Wrong facts in a record that is given out on purpose."""

OUTLETS = 2
"""Recipients it may be given to."""


def options_of(
    workspace: Workspace,
    terms: PlanTerms,
    situation: Situation,
    threats: tuple[Threat, ...],
    asking: Mapping[str, float | None] | None = None,
) -> tuple[WorkOption, ...]:
    """Everything that could be done, by the levers that come into question.

    Arguments:
        workspace: nothing whose deletion was refused is asked for again.
        terms: the levers, and what is to come.
        situation, threats: of the workspace, by the same terms.
        asking: recipient to minutes of a request, None for one that cannot be had; the usual for those not named.

    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("Email", "a@b"))),)
    >>> work = Workspace((("Email", "a@b"),), releases=given)
    >>> from leakage.workspace.figures.plan.today import situation_of, threats_of
    >>> found = options_of(work, PlanTerms(), situation_of(work, PlanTerms()), threats_of(work, PlanTerms()))
    >>> [(option.lever, option.what, option.option.minutes) for option in found]
    [('erase', 'Order', 15.0), ('change', 'Email', 5.0)]
    """
    found = {
        "erase": lambda: _erase(workspace, asking or {}),
        "change": lambda: changes(workspace, terms),
        "withhold": lambda: _withhold(workspace, terms, situation),
        "dilute": lambda: _dilute(workspace, situation, threats),
        "stop sharing": lambda: _stop_sharing(workspace, threats, asking or {}),
        "deny": lambda: _deny(workspace, terms),
    }
    return tuple(option for lever in terms.levers for option in found[lever]())


def _erase(workspace: Workspace, asking: Mapping[str, float | None]) -> Iterator[WorkOption]:
    held: dict[str, list[str]] = {}
    for release in workspace.releases:
        minutes = _asking(workspace, "erase", release.recipient, asking)
        if release.erasure not in ("done", "refused") and minutes is not None:
            held.setdefault(release.recipient, []).append(release.name)
            yield work_option(
                workspace,
                "erase",
                "erase",
                release.name,
                release.recipient,
                Erase((release.name,)),
                minutes * release.effort,
            )
    for recipient, names in held.items():
        minutes = _asking(workspace, "erase", recipient, asking)
        if len(names) > 1 and minutes is not None:
            effort = workspace.recipient(recipient).effort
            yield work_option(
                workspace,
                "erase",
                "erase",
                "both releases" if len(names) == 2 else f"all {len(names)} releases",
                recipient,
                Erase(tuple(names)),
                minutes * effort,
            )


def _withhold(workspace: Workspace, terms: PlanTerms, situation: Situation) -> Iterator[WorkOption]:
    required = {pair for plan in workspace.plans if plan.name == terms.coming for pair in plan.required}
    for holding in situation.coming:
        optional = [a.pair for a in holding.record.known if a.pair not in required]
        for pair in weightiest(workspace, optional):
            what = workspace.display_name(pair[0])
            yield work_option(workspace, "withhold", "withhold", what, holding.recipient, Withhold(holding.name, pair))


def _stop_sharing(
    workspace: Workspace, threats: tuple[Threat, ...], asking: Mapping[str, float | None]
) -> Iterator[WorkOption]:
    for party in workspace.recipient_names:
        sharing = any(threat.groups is None or any(party in group for group in threat.groups) for threat in threats)
        minutes = _asking(workspace, "stop sharing", party, asking)
        if sharing and minutes is not None and len(workspace.recipient_names) > 1:
            minutes *= workspace.recipient(party).effort
            yield work_option(
                workspace, "stop sharing", "stop sharing", "what they hold", party, StopSharing(party), minutes
            )


def _deny(workspace: Workspace, terms: PlanTerms) -> Iterator[WorkOption]:
    denied_in: Counter[str] = Counter()
    for name, attribute in verifications(workspace, terms):
        denied_in[name] += 1
        if denied_in[name] > MOST_FIELDS:
            continue
        what = f"{workspace.display_name(attribute.label)} in {name}"
        yield work_option(workspace, "deny", "deny", what, "", Deny(name, attribute.pair, attribute.confidence))


def _dilute(workspace: Workspace, situation: Situation, threats: tuple[Threat, ...]) -> Iterator[WorkOption]:
    """Records that join what is known most by, with wrong facts of kinds that no law minds.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (self disinformation).
    """
    values = made_up_values(workspace)
    labels = [label for label in dict.fromkeys(label for label, _ in workspace.profile) if label not in OFFICIAL]
    labels.sort(key=lambda label: -workspace.weight_map.get(label, 1.0))
    prices = _prices(workspace)
    given: set[Record] = set()
    for threat in threats:
        match = resolving_match(threat.adversary)
        for bait in _baits(workspace, situation, threat, prices) if match else ():
            for count in LIES:
                wrong = [Attribute(label, value) for label in labels[:count] for value in values(label, 1)[:1]]
                record = Record((*bait, *(a for a in wrong if a.pair not in bait.confidences)))
                if record in given:
                    continue
                given.add(record)
                for recipient in usual_recipients(workspace)[:OUTLETS]:
                    name = f"Wrong facts {len(given)} for {recipient}"
                    what = f"{', '.join(workspace.display_name(a.label) for a in wrong)}"
                    yield work_option(
                        workspace, "dilute", "dilute", what, recipient, Dilute(Holding(name, recipient, record))
                    )


def _baits(workspace: Workspace, situation: Situation, threat: Threat, prices: Prices) -> list[Record]:
    pools = [
        Baseline.of(threat.records_of(situation, pool), situation.reference, threat.adversary, workspace.measure)
        for pool in threat.pools(situation)[:1]
    ]
    match = resolving_match(threat.adversary)
    assert match is not None, "asked for only where records are resolved"
    return [
        bait for pool in pools for target in ranking(pool.leakages)[:1] for bait in baits(pool, match, [target], prices)
    ]


def _prices(workspace: Workspace) -> Prices:
    try:
        return prices_of(workspace)
    except ValueError:
        return Prices()


def _asking(workspace: Workspace, kind: str, recipient: str, asking: Mapping[str, float | None]) -> float | None:
    return asking[recipient] if recipient in asking else minutes_of(workspace, kind)
