"""The forms of a policy: its rules, its evidence, and the policy itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal, TypeAlias, TypeVar, cast

from leakage.record import Pair
from leakage.registry import SavedRule, saved_types
from leakage.resolution.adversary import Adversary, Cost, PerComparison, Quadratic
from leakage.resolution.evidence import MOST_BITS, Comparison, Level
from leakage.resolution.operations import (
    MERGES,
    Augment,
    Correct,
    Merge,
    MergeName,
    Operation,
    Resolve,
    SingleLink,
    merge_name,
)
from leakage.resolution.rules import AnyOf, Conflicts, Match, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar, SimilarKind

# A policy's rules as a table: one row a rule, its labels, and how nearly or exactly values must be the same.


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule as a row of a table.

    Arguments:
        labels: what two records must share, each once.
        exact: whether their values for the labels must be exactly the same (``SameKeySet``).
        alike: those of the labels of which values need only be nearly the same; none where ``exact``.
    """

    labels: tuple[str, ...]
    exact: bool = False
    alike: tuple[str, ...] = ()


# Evidence by hand: how many times more often each way to agree is found among records of one person than of two.


NEARLY = 0.85
"""How alike names and texts are that are nearly the same."""

SAME, NEAR, DIFFERENT = 100.0, 10.0, 5.0
"""Odds to begin with: of the same value, of nearly the same, and against another one."""


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One way in which values of a label agree, and what it says.

    Arguments:
        number: of the level, as ``Comparison.level`` counts them.
        agreement: in words.
        odds: how many times more often among pairs of records of one person than of two, for a value of average
            frequency.
        by_frequency: whether rare values weigh more.
    """

    number: int
    agreement: str
    odds: float
    by_frequency: bool


def level_rows(comparison: Comparison) -> tuple[LevelRow, ...]:
    """The ways in which values of a label agree, the nearest first.

    >>> [(row.agreement, row.odds) for row in level_rows(begun("Name"))]
    [('the same', 100.0), ('85% alike', 10.0), ('different', 0.2)]
    """
    levels = [(_agreement(level), level) for level in comparison.levels] + [("different", comparison.otherwise)]
    return tuple(
        LevelRow(number, agreement, _odds(level), level.by_frequency > 0.0)
        for number, (agreement, level) in enumerate(levels)
    )


def begun(label: str) -> Comparison:
    """A comparison to begin with, before anything is changed."""
    return Comparison.by_odds(label, SAME, DIFFERENT, ((similar(label, NEARLY), NEAR),))


def with_labels(comparisons: Sequence[Comparison], labels: Sequence[str]) -> tuple[Comparison, ...]:
    """The comparisons of some labels, begun where there was none."""
    by_label = {comparison.label: comparison for comparison in comparisons}
    return tuple(by_label.get(label) or begun(label) for label in labels)


def with_odds(comparison: Comparison, number: int, odds: float) -> Comparison:
    """The comparison with other odds of one level; how often two people agree so stays, as far as it can.

    Arguments:
        comparison: of which one level changes.
        number: of the level.
        odds: how many times more often among records of one person, > 0.
    """
    before = (*comparison.levels, comparison.otherwise)[number]
    m = min(1.0, odds * before.u)
    after = replace(before, m=m, u=m / odds)
    if number == len(comparison.levels):
        return replace(comparison, otherwise=after)
    levels = (*comparison.levels[:number], after, *comparison.levels[number + 1 :])
    return replace(comparison, levels=levels)


def readable(odds: float) -> float:
    """Odds as they were chosen, but for the last digits of a sum of logarithms."""
    return float(f"{odds:.6g}") if math.isfinite(odds) else odds


def _odds(level: Level) -> float:
    # Beyond, a number cannot hold them.
    return readable(2.0 ** max(-MOST_BITS, min(level.weight, MOST_BITS)))


def _agreement(level: Level) -> str:
    return "the same" if level.similar is None else level.similar.tolerance.removeprefix("or ")


# A policy as a form: its rules, what keeps people apart, what is overlooked, how records merge, what it costs.


Overlooked: TypeAlias = Literal["case", "phones", "emails", "nicknames"]

R = TypeVar("R", bound=Match)

TABLED = (Shares, SameKeySet)
"""The rules that are rows of the table."""

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
        rules: any one suffices; with none, and no further rule, nothing is joined.
        further: more rules, each of which suffices as well; none of them of a type that ``rules`` hold, no two of one
            type, and in the order of the names that files have for their kinds.
        at_least: how alike names and texts must be where a rule says nearly, in (0, 1].
        conflicts: labels of which different values keep two records apart.
        overlooked: which differences of writing are passed over.
        phones, emails, names: the labels whose values are phone numbers, mail addresses and names of people.
        region: the country of phone numbers without a country code, as two letters.
        merge: the name of one of ``MERGES``.
        single_link: compare records only, never what was joined already.
        corrections: (label, wrong, right) words replaced first.
        look_ups: (given label, value, filled-in label, value) facts filled in first.
        quadratic: whether every pair costs, not only the comparisons made.
        price: of a comparison or of a pair, >= 0.
    """

    rules: tuple[RuleRow, ...] = ()
    further: tuple[Match, ...] = ()
    at_least: float = 0.9
    conflicts: tuple[str, ...] = ()
    overlooked: frozenset[Overlooked] = frozenset()
    phones: tuple[str, ...] = ("Phone",)
    emails: tuple[str, ...] = ("Email",)
    names: tuple[str, ...] = ("Name",)
    region: str = ""
    merge: MergeName = "union"
    single_link: bool = False
    corrections: tuple[tuple[str, str, str], ...] = ()
    look_ups: tuple[tuple[str, str, str, str], ...] = ()
    quadratic: bool = False
    price: float = 1.0

    def rule(self, kind: type[R]) -> R | None:
        """The further rule of a type; None where there is none."""
        return next((rule for rule in self.further if isinstance(rule, kind)), None)

    def with_rule(self, kind: type[Match], rule: Match | None) -> PolicyForm:
        """The form with another rule of a type; None takes it away."""
        given = {type(other): other for other in self.further} | {kind: rule}
        further = (given.get(kind) for kind in further_types())
        return replace(self, further=tuple(rule for rule in further if rule is not None))


def further_types() -> tuple[type[Match], ...]:
    """The types of the single rules that a file may hold and the table of rules cannot, by their names in files."""
    single = (kind for kind in saved_types(SavedRule) if issubclass(kind, Match) and kind.parts is Match.parts)
    return tuple(kind for kind in single if kind not in TABLED)


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
    return Adversary(operations, cost=cost)


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
    """Nearly the same, as suits the label: words for addresses, ten for numbers, days for dates, spelling else."""
    kind = _KINDS.get(label.casefold(), "name")
    within = {"number": 1.0, "date": 31.0}.get(kind, 0.0)
    return Similar(label, at_least, kind, within)


def _match(form: PolicyForm) -> Match | None:
    rules = [*(_rule(row, form.at_least) for row in form.rules), *form.further]
    if not rules:
        return None
    match: Match = rules[0] if len(rules) == 1 else AnyOf(*rules)
    if form.conflicts:
        match = Unless(match, Conflicts(*form.conflicts))
    return Normalised(match, _normaliser(form)) if form.overlooked else match


def _rule(row: RuleRow, at_least: float) -> Match:
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
    rules = tuple(takewhile(lambda rule: isinstance(rule, TABLED), every))
    default = PolicyForm()
    cost = adversary.cost
    return PolicyForm(
        rules=tuple(_row(rule) for rule in rules),
        further=_further(every[len(rules) :]),
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


def _further(rules: Sequence[Match]) -> tuple[Match, ...]:
    single = tuple(rule for rule in rules if isinstance(rule, Match))
    if [type(rule) for rule in rules] != [kind for kind in further_types() if kind in map(type, rules)]:
        raise _NotAFormError
    return single


def _row(rule: Match) -> RuleRow:
    alike = tuple(condition.label for condition in _conditions(rule) if isinstance(condition, Similar))
    return RuleRow(rule.labels, isinstance(rule, SameKeySet), alike)


def _conditions(rule: Match) -> tuple[str | Similar, ...]:
    return rule.required if isinstance(rule, Shares) else ()


def _overlooked(normaliser: Normaliser | None) -> frozenset[Overlooked]:
    if normaliser is None:
        return frozenset()
    overlooked: dict[Overlooked, bool] = {
        "case": normaliser.case and normaliser.spaces,
        "phones": bool(normaliser.phones),
        "emails": bool(normaliser.emails),
        "nicknames": bool(normaliser.nicknames),
    }
    return frozenset(what for what, is_overlooked in overlooked.items() if is_overlooked)


def _merge_name(merge: Merge) -> MergeName:
    name = merge_name(merge)
    if name is None:
        raise _NotAFormError
    return name


def _corrections(step: Correct) -> list[tuple[str, str, str]]:
    return [(label, wrong, right) for (label, wrong), right in step.replacements]


def _look_ups(step: Augment) -> list[tuple[str, str, str, str]]:
    def row(pair: Pair) -> tuple[str, str, str, str]:
        return (step.given, pair[0], step.label, pair[1])

    return [row(pair) for pair in step.table]
