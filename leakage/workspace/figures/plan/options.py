"""Options: everything that could be done in a workspace, with what it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leakage.decision.disinformation.baits import baits
from leakage.decision.disinformation.prices import Prices
from leakage.decision.plan.actions import Action, Change, Deny, Dilute, Erase, Option, StopSharing, Withhold
from leakage.decision.plan.situation import Holding, Situation, Threat
from leakage.decision.what_if import Baseline
from leakage.measure.ties import ranking
from leakage.record import Attribute, Pair, Record
from leakage.short_repr import short_repr
from leakage.workspace.figures.disinformation_curves import resolving_match
from leakage.workspace.figures.disinformation_terms import prices_of, usual_recipients
from leakage.workspace.figures.made_up_values import made_up_values
from leakage.workspace.figures.plan.efforts import kind_of_change, minutes_of, price_of
from leakage.workspace.figures.plan.terms import Lever, PlanTerms
from leakage.workspace.figures.plan.today import verifications
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace

MOST_FIELDS = 6
"""Fields of a planned release that may be left blank, and values that may be changed at one recipient: all ways to do
so are looked at, so of many the weightiest."""

LIES = (2, 5)
"""Wrong facts in a record that is given out on purpose."""

OUTLETS = 2
"""Recipients it may be given to."""


@dataclass(frozen=True, slots=True)
class WorkOption:
    """An option, and what the person calls it.

    Arguments:
        lever: the kind of action.
        what: is done, in a few words without a verb.
        recipient: whom it concerns; empty for nobody in particular.
        option: the action, and what it takes.
    """

    lever: Lever
    what: str
    recipient: str
    option: Option

    __repr__ = short_repr


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
        "change": lambda: _change(workspace, terms),
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
            yield _option(
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
            yield _option(
                workspace,
                "erase",
                "erase",
                f"all {len(names)} releases",
                recipient,
                Erase(tuple(names)),
                minutes * effort,
            )


def _change(workspace: Workspace, terms: PlanTerms) -> Iterator[WorkOption]:
    told: dict[tuple[Pair, str], None] = {}
    for release in workspace.releases:
        if release.erasure != "done":
            told.update(dict.fromkeys((pair, release.recipient) for pair in release.record.known.confidences))
    pairs = [pair for pair in workspace.profile if not terms.labels or pair[0] in terms.labels]
    kinds = {pair: kind for pair in pairs if (kind := kind_of_change(workspace, pair[0]))}
    if terms.stays:
        for pair, kind in kinds.items():
            yield _option(workspace, "change", kind, _called(workspace, pair, kinds), "", Change(pair, stays=True))
        return
    by_recipient: dict[str, list[Pair]] = {}
    for pair, recipient in told:
        if pair in kinds:
            by_recipient.setdefault(recipient, []).append(pair)
    for recipient, changed in by_recipient.items():
        for pair in _weightiest(workspace, changed):
            what = _called(workspace, pair, kinds)
            yield _option(workspace, "change", kinds[pair], what, recipient, Change(pair, (recipient,)))


def _withhold(workspace: Workspace, terms: PlanTerms, situation: Situation) -> Iterator[WorkOption]:
    required = {pair for plan in workspace.plans if plan.name == terms.coming for pair in plan.required}
    for holding in situation.coming:
        optional = [a.pair for a in holding.record.known if a.pair not in required]
        for pair in _weightiest(workspace, optional):
            what = workspace.display_name(pair[0])
            yield _option(workspace, "withhold", "withhold", what, holding.recipient, Withhold(holding.name, pair))


def _stop_sharing(
    workspace: Workspace, threats: tuple[Threat, ...], asking: Mapping[str, float | None]
) -> Iterator[WorkOption]:
    for party in workspace.recipient_names:
        sharing = any(threat.groups is None or any(party in group for group in threat.groups) for threat in threats)
        minutes = _asking(workspace, "stop sharing", party, asking)
        if sharing and minutes is not None and len(workspace.recipient_names) > 1:
            minutes *= workspace.recipient(party).effort
            yield _option(
                workspace, "stop sharing", "stop sharing", "what they hold", party, StopSharing(party), minutes
            )


def _deny(workspace: Workspace, terms: PlanTerms) -> Iterator[WorkOption]:
    for name, attribute in verifications(workspace, terms):
        what = f"{workspace.display_name(attribute.label)} in {name}"
        yield _option(workspace, "deny", "deny", what, "", Deny(name, attribute.pair, attribute.confidence))


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
                    yield _option(
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


def _weightiest(workspace: Workspace, pairs: list[Pair]) -> list[Pair]:
    order = sorted(pairs, key=lambda pair: (-workspace.weight_map.get(pair[0], 1.0), pair))
    return order[:MOST_FIELDS]


def _prices(workspace: Workspace) -> Prices:
    try:
        return prices_of(workspace)
    except ValueError:
        return Prices()


def _asking(workspace: Workspace, kind: str, recipient: str, asking: Mapping[str, float | None]) -> float | None:
    return asking[recipient] if recipient in asking else minutes_of(workspace, kind)


def _called(workspace: Workspace, pair: Pair, kinds: Mapping[Pair, str]) -> str:
    """A value by its label; with the value itself where there are several."""
    several = sum(other[0] == pair[0] for other in kinds) > 1
    return f"{workspace.display_name(pair[0])} {pair[1]}" if several else workspace.display_name(pair[0])


def _option(
    workspace: Workspace,
    lever: Lever,
    kind: str,
    what: str,
    recipient: str,
    action: Action,
    minutes: float | None = None,
) -> WorkOption:
    usual = minutes_of(workspace, kind) if minutes is None else minutes
    return WorkOption(lever, what, recipient, Option(action, float(usual), price_of(workspace, kind)))
