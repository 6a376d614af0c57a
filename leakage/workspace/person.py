"""The standard person: facts that nearly everybody has, typed or not, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from leakage.record import UNTYPED, Attribute, Pair
from leakage.resolution.operations import Resolve, union_merge
from leakage.resolution.rules import AnyOf, Match, SameKeySet, Shares
from leakage.workspace.release import Release
from leakage.workspace.vocabulary import StandardFact, standard_facts
from leakage.workspace.workspace import Workspace

ACCOUNT = "Account"  # The label of the kinds of sensitive sites at which a person has an account.

# A work that begins with the standard person, and what the person says of each fact.


def has_standard_person(workspace: Workspace) -> bool:
    """Whether a work has all facts of the standard person, except those its person says they lack."""
    return not missing_facts(workspace)


def missing_facts(workspace: Workspace) -> tuple[StandardFact, ...]:
    """The facts of the standard person of which nothing was said."""
    there = {*workspace.absent, *(label for label, _ in workspace.profile)}
    return tuple(fact for fact in standard_facts() if fact.label not in there)


def with_standard_person(workspace: Workspace) -> Workspace:
    """The work with every fact of the standard person; a missing one is added, and not typed.

    So the reference has its full weight from the first minute. The values of a label share its weight.

    >>> work = with_standard_person(Workspace((("Name", "Ann"),)))
    >>> len(work.profile), work.profile[:2], work.weight_map["Name"]
    (35, (('Name', 'Ann'), ('Date of birth', UNTYPED)), 4.0)
    """
    new = missing_facts(workspace)
    weights = workspace.weight_map
    standard = ((fact.label, fact.weight) for fact in standard_facts() if fact.label not in weights)
    return replace(
        workspace,
        profile=in_standard_order((*workspace.profile, *((fact.label, UNTYPED) for fact in new))),
        weights=(*workspace.weights, *(row for row in standard if row[0] not in workspace.absent)),
        shares_weights=True,
    )


def in_standard_order(profile: Iterable[Pair]) -> tuple[Pair, ...]:
    """Facts in the order of the standard person, and others behind them as they come."""
    place = {fact.label: number for number, fact in enumerate(standard_facts())}
    return tuple(sorted(profile, key=lambda pair: place.get(pair[0], len(place))))


def typed(workspace: Workspace, label: str, value: str) -> Workspace:
    """The work where a fact has its value, wherever the fact is held.

    Under rules of equal values and weights alone L stays what it was, unless another record, or the same one, already
    holds the value under the label; then the greater confidence counts.

    Arguments:
        workspace: in which the label is in the profile without a value, or not at all.
        label, value: not empty.

    >>> from leakage.record import Record
    >>> shop = Release("Shop", "Shop", Record.of(("Card", UNTYPED)))
    >>> typed(with_standard_person(Workspace(releases=(shop,))), "Card", "main card").releases[0].record.values("Card")
    ('main card',)
    """
    untyped, fact = (label, UNTYPED), (label, value)
    profile = tuple(dict.fromkeys(fact if pair == untyped else pair for pair in workspace.profile))
    after = _each_holder(workspace, untyped, fact)
    return _with_profile(after, label, profile if fact in profile else (*profile, fact))


def with_value(workspace: Workspace, before: Pair, value: str) -> Workspace:
    """The work where a fact of the profile has another value, wherever it is held.

    Arguments:
        workspace: whose profile has the fact.
        before: the fact's label and value.
        value: not empty; ``UNTYPED`` takes the value away, as if it had never been typed.

    >>> from leakage.record import Record
    >>> shop = Release("Shop", "Shop", Record.of(("Name", "An")))
    >>> work = Workspace((("Name", "An"),), releases=(shop,))
    >>> with_value(work, ("Name", "An"), "Ann").releases[0].record.values("Name")
    ('Ann',)
    >>> with_value(work, ("Name", "An"), UNTYPED).profile
    (('Name', UNTYPED),)
    """
    fact = (before[0], value)
    profile = tuple(dict.fromkeys(fact if pair == before else pair for pair in workspace.profile))
    return replace(_each_holder(workspace, before, fact), profile=profile)


def with_values(workspace: Workspace, label: str, changed: Mapping[str, str], more: Iterable[str] = ()) -> Workspace:
    """The work where values of a label are others, wherever they are held, and the person has some more.

    Arguments:
        workspace: whose profile has the values that change.
        label: of the facts.
        changed: the new value by the old one. An empty one takes the old one away: the last of a label is a fact that
            was not typed from then on; of several it leaves the profile, and is wrong where it was given.
        more: values that are new.
    """
    for old, new in changed.items():
        values = [value for other, value in workspace.profile if other == label]
        if not new and len(values) > 1:
            left = tuple(pair for pair in workspace.profile if pair != (label, old))
            workspace = replace(workspace, profile=left)
        elif new != old:
            workspace = with_value(workspace, (label, old), new or UNTYPED)
    for value in more:
        if (label, value) not in workspace.profile:
            workspace = typed(workspace, label, value)
    return replace(workspace, profile=in_standard_order(workspace.profile)) if workspace.shares_weights else workspace


def with_untyped(workspace: Workspace, label: str) -> Workspace:
    """The work where the person has a fact and did not type it; typed values of the label stay."""
    if any(other == label for other, _ in workspace.profile):
        return workspace
    return _with_profile(workspace, label, (*workspace.profile, (label, UNTYPED)))


def lacking(workspace: Workspace, label: str) -> Workspace:
    """The work of a person who has no such fact: it leaves the profile, and is not offered again.

    Holders of it without a value lose it; values that were given stay where they are, and are wrong.

    >>> after = lacking(with_standard_person(Workspace()), "Passport")
    >>> ("Passport", UNTYPED) in after.profile, after.absent
    (False, ('Passport',))
    """
    left = tuple(pair for pair in workspace.profile if pair[0] != label)
    after = _each_holder(workspace, (label, UNTYPED), None)
    return replace(after, profile=left, absent=tuple(dict.fromkeys((*workspace.absent, label))))


def _with_profile(workspace: Workspace, label: str, profile: tuple[Pair, ...]) -> Workspace:
    standard = next((fact for fact in standard_facts() if fact.label == label), None)
    weights = workspace.weights
    if label not in workspace.weight_map and standard is not None and workspace.shares_weights:
        weights = (*weights, (label, standard.weight))
    absent = tuple(other for other in workspace.absent if other != label)
    return replace(workspace, profile=profile, weights=weights, absent=absent)


def _each_holder(workspace: Workspace, before: Pair, after: Pair | None) -> Workspace:
    """The work where every release, plan and letter has one pair in place of another; None takes it away."""

    def exchanged(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        others = (after if pair == before else pair for pair in pairs)
        return tuple(dict.fromkeys(pair for pair in others if pair))

    def changed(release: Release) -> Release:
        if before not in release.record.confidences:
            return release
        record = release.record.without(before)
        if after is not None:
            surest = max(release.record.confidence_of(before), record.confidence_of(after))
            record = record.with_attribute(Attribute(*after, surest))
        return replace(release, record=record, required=exchanged(release.required))

    requests = (replace(r, stated=exchanged(r.stated), disclosed=exchanged(r.disclosed)) for r in workspace.requests)
    plans = tuple(map(changed, workspace.plans))
    return replace(workspace.with_each_release(changed), plans=plans, requests=tuple(requests))


def reads_values(workspace: Workspace) -> bool:
    """Whether the policy in use, or the measure, looks at values beyond which are equal.

    Where it does not, typing a value that no record has changes no leakage.
    """
    steps = workspace.adversary.operations
    by_equality = all(
        isinstance(one, Resolve) and one.merge is union_merge and _is_equality(one.match) for one in steps
    )
    return not by_equality or bool(workspace.similarities) or workspace.statistics != "none"


def _is_equality(match: Match) -> bool:
    if isinstance(match, AnyOf):
        return all(map(_is_equality, match.rules))
    if isinstance(match, Shares):
        return all(isinstance(required, str) for required in match.required)
    return isinstance(match, SameKeySet)
