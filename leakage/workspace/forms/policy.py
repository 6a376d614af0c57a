"""A policy as a form: its rules, what keeps people apart, what is overlooked, how records merge, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from leakage.record import Pair
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import Cost, PerComparison, Quadratic
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.match import Match, Rule
from leakage.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.preparation import Augment, Correct
from leakage.resolution.rules import AnyOf, SameKeySet, Shares
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar, SimilarKind
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.forms.rules import RuleRow

MERGES: dict[str, Merge] = {
    "union": union_merge,
    "noisy or": noisy_or_merge,
    "latest wins": latest_wins_merge,
}
Overlooked: TypeAlias = Literal["case", "phones", "emails", "nicknames"]

_KINDS: dict[str, SimilarKind] = {
    "address": "text",
    "employer": "text",
    "age": "number",
    "salary": "number",
    "date of birth": "date",
    "post code": "covers",
    "zip": "covers",
}


@dataclass(frozen=True, slots=True)
class PolicyForm:
    """Everything about a policy that a page offers to change.

    Arguments:
        rules: any one suffices; with none, and no score, nothing is joined.
        score: one more rule, of agreement that weighs enough; None for no such rule.
        evidence: one more rule, of evidence that makes it likely enough; None for no such rule.
        at_least: how alike names and texts must be where a rule says nearly, in (0, 1].
        conflicts: labels of which different values keep two records apart.
        overlooked: which differences of writing are passed over.
        phones, emails, names: the labels whose values are phone numbers, mail addresses and names of people.
        region: the country of phone numbers without a country code, as two letters.
        merge: one of ``MERGES``.
        single_link: compare records only, never what was joined already.
        corrections: (label, wrong, right) words replaced first.
        look_ups: (given label, value, filled-in label, value) facts filled in first.
        quadratic: whether every pair costs, not only the comparisons made.
        price: of a comparison or of a pair, >= 0.
    """

    rules: tuple[RuleRow, ...] = ()
    score: AtLeast | None = None
    evidence: FellegiSunter | None = None
    at_least: float = 0.9
    conflicts: tuple[str, ...] = ()
    overlooked: frozenset[Overlooked] = frozenset()
    phones: tuple[str, ...] = ("Phone",)
    emails: tuple[str, ...] = ("Email",)
    names: tuple[str, ...] = ("Name",)
    region: str = ""
    merge: str = "union"
    single_link: bool = False
    corrections: tuple[tuple[str, str, str], ...] = ()
    look_ups: tuple[tuple[str, str, str, str], ...] = ()
    quadratic: bool = False
    price: float = 1.0


def adversary_of(form: PolicyForm) -> Adversary:
    """The adversary a form describes: corrections, then look-ups, then the resolution.

    Raises:
        ValueError: for a rule without a label, or a similarity out of its range.

    >>> adversary_of(PolicyForm((RuleRow(("Name",)),), conflicts=("Phone",))).operations[0].match.sentence()
    'same Name, unless both know Phone and differ'
    """
    match = _match(form)
    operations: list[Operation] = []
    if form.corrections:
        operations.append(Correct({(label, wrong): right for label, wrong, right in form.corrections}))
    for given, label in dict.fromkeys((row[0], row[2]) for row in form.look_ups):
        table = {row[1]: row[3] for row in form.look_ups if (row[0], row[2]) == (given, label)}
        operations.append(Augment(given, label, table))
    if match is not None:
        kind = SingleLink if form.single_link else Resolve
        operations.append(kind(match, MERGES[form.merge]))
    cost: Cost = Quadratic(form.price) if form.quadratic else PerComparison(form.price)
    return Adversary(tuple(operations), cost)


def form_of(adversary: Adversary) -> PolicyForm | None:
    """The form of an adversary; None for one that the form cannot express, such as two resolutions in a row.

    >>> form_of(Adversary((Resolve(Shares("N")),))).rules
    (RuleRow(labels=('N',), exact=False, alike=()),)
    """
    try:
        form = _read(adversary)
    except _NotAFormError:
        return None
    return form if adversary_of(form) == adversary else None


class _NotAFormError(Exception):
    pass


def similar(label: str, at_least: float) -> Similar:
    """Nearly the same, as suits the label: words for addresses, ten for numbers, days for dates, spelling else.

    >>> similar("Address", 0.8).kind, similar("Name", 0.9).kind
    ('text', 'name')
    """
    kind = _KINDS.get(label.casefold(), "name")
    within = {"number": 1.0, "date": 31.0}.get(kind, 0.0)
    return Similar(label, at_least, kind, within)


def _match(form: PolicyForm) -> Match | None:
    rules: list[Rule] = [_rule(row, form.at_least) for row in form.rules]
    rules.extend(rule for rule in (form.score, form.evidence) if rule is not None)
    if not rules:
        return None
    match: Match = rules[0] if len(rules) == 1 else AnyOf(*rules)
    if form.conflicts:
        match = Unless(match, Conflicts(*form.conflicts))
    return Normalised(match, _normaliser(form)) if form.overlooked else match


def _rule(row: RuleRow, at_least: float) -> Rule:
    if row.exact:
        return SameKeySet(*row.labels)
    return Shares(*(similar(label, at_least) if label in row.alike else label for label in row.labels))


def _normaliser(form: PolicyForm) -> Normaliser:
    def if_overlooked(what: Overlooked, labels: tuple[str, ...]) -> tuple[str, ...]:
        return labels if what in form.overlooked else ()

    return Normaliser(
        case="case" in form.overlooked,
        spaces="case" in form.overlooked,
        phones=if_overlooked("phones", form.phones),
        region=form.region if "phones" in form.overlooked else "",
        emails=if_overlooked("emails", form.emails),
        nicknames=if_overlooked("nicknames", form.names),
    )


def _read(adversary: Adversary) -> PolicyForm:
    """A form that may be the adversary's; whether it is shows when it is turned back."""
    *preparation, last = adversary.operations or (None,)
    resolving = last if isinstance(last, Resolve | SingleLink) else None
    prepared = [step for step in (preparation if resolving else adversary.operations) if step is not None]
    match: Match | None = resolving.match if resolving else None
    normaliser = match.normaliser if isinstance(match, Normalised) else None
    match = match.match if isinstance(match, Normalised) else match
    conflicts = match.conflicts.labels if isinstance(match, Unless) else ()
    match = match.match if isinstance(match, Unless) else match
    every = match.rules if isinstance(match, AnyOf) else (match,) if match else ()
    evidence = every[-1] if every and isinstance(every[-1], FellegiSunter) else None
    every = every[:-1] if evidence else every
    score = every[-1] if every and isinstance(every[-1], AtLeast) else None
    rules = every[:-1] if score else every
    default = PolicyForm()
    cost = adversary.cost
    return PolicyForm(
        rules=tuple(_row(rule) for rule in rules),
        score=score,
        evidence=evidence,
        at_least=next((c.at_least for rule in rules for c in _conditions(rule) if isinstance(c, Similar)), 0.9),
        conflicts=conflicts,
        overlooked=_overlooked(normaliser),
        phones=normaliser.phones if normaliser and normaliser.phones else default.phones,
        emails=normaliser.emails if normaliser and normaliser.emails else default.emails,
        names=normaliser.nicknames if normaliser and normaliser.nicknames else default.names,
        region=normaliser.region if normaliser else "",
        merge=_merge_name(resolving.merge) if resolving else "union",
        single_link=isinstance(resolving, SingleLink),
        corrections=tuple(row for step in prepared if isinstance(step, Correct) for row in _corrections(step)),
        look_ups=tuple(row for step in prepared if isinstance(step, Augment) for row in _look_ups(step)),
        quadratic=isinstance(cost, Quadratic),
        price=cost.factor if isinstance(cost, Quadratic) else cast(PerComparison, cost).price,
    )


def _row(rule: Match) -> RuleRow:
    if not isinstance(rule, Shares | SameKeySet):
        raise _NotAFormError
    alike = tuple(condition.label for condition in _conditions(rule) if isinstance(condition, Similar))
    return RuleRow(rule.labels, isinstance(rule, SameKeySet), alike)


def _conditions(rule: Match) -> tuple[str | Similar, ...]:
    return rule.required if isinstance(rule, Shares) else ()


def _overlooked(normaliser: Normaliser | None) -> frozenset[Overlooked]:
    if normaliser is None:
        return frozenset()
    held: dict[Overlooked, bool] = {
        "case": normaliser.case and normaliser.spaces,
        "phones": bool(normaliser.phones),
        "emails": bool(normaliser.emails),
        "nicknames": bool(normaliser.nicknames),
    }
    return frozenset(what for what, is_held in held.items() if is_held)


def _merge_name(merge: Merge) -> str:
    name = next((name for name, known in MERGES.items() if known is merge), None)
    if name is None:
        raise _NotAFormError
    return name


def _corrections(step: Correct) -> list[tuple[str, str, str]]:
    return [(label, wrong, right) for (label, wrong), right in step.replacements]


def _look_ups(step: Augment) -> list[tuple[str, str, str, str]]:
    def row(pair: Pair) -> tuple[str, str, str, str]:
        return (step.given, pair[0], step.label, pair[1])

    return [row(pair) for pair in step.table]
