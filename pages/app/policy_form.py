"""An adversary as the form of a page: its rules, what keeps people apart, how records merge, and odds by label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeVar

from leakage.resolution.adversary import Adversary, PerComparison, Quadratic
from leakage.resolution.evidence import MOST_BITS, Comparison, FellegiSunter, Level
from leakage.resolution.operations import MERGES, Augment, Correct, MergeName, Resolve, SingleLink, merge_name
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, Match, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar, SimilarKind

R = TypeVar("R", bound=Match)

TABLED = (Shares, SameKeySet)
FURTHER: tuple[type[Match], ...] = (AtLeast, FellegiSunter)
"""The types of single rules beside those of the table, in the order in which a form has them."""
_KINDS: dict[str, SimilarKind] = {
    **{"address": "text", "employer": "text", "age": "number", "salary": "number"},
    **{"date of birth": "date", "post code": "covers", "zip": "covers"},
}


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule.

    Arguments:
        labels: what two records must share, each once.
        exact: whether their values for the labels must be exactly the same (``SameKeySet``).
        alike: those of the labels of which values need only be nearly the same; none where ``exact``.
    """

    labels: tuple[str, ...]
    exact: bool = False
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyForm:
    """Everything about a policy that a page offers to change.

    Arguments:
        rules: any one suffices; with none, and no further rule, nothing is joined.
        further: more rules that suffice, at most one of each type of ``FURTHER`` and in their order.
        at_least: how alike names and texts must be where a rule says nearly, in (0, 1].
        conflicts: labels of which different values keep two records apart.
        normaliser: which differences of writing are passed over; None for none.
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
    normaliser: Normaliser | None = None
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
        return replace(self, further=tuple(found for each in FURTHER if (found := given.get(each))))

    @property
    def overlooked(self) -> frozenset[str]:
        """Which differences of writing are passed over."""
        by = self.normaliser or Normaliser(case=False, spaces=False)
        held = {"case": by.case and by.spaces, "phones": by.phones, "emails": by.emails, "nicknames": by.nicknames}
        return frozenset(what for what, is_passed in held.items() if is_passed)

    def overlooking(self, what: frozenset[str]) -> PolicyForm:
        """The form with other differences passed over; of labels that are new the usual ones."""
        before = self.normaliser or Normaliser()
        by = Normaliser(
            case="case" in what,
            spaces="case" in what,
            phones=(before.phones or ("Phone",)) if "phones" in what else (),
            region=before.region if "phones" in what else "",
            emails=(before.emails or ("Email",)) if "emails" in what else (),
            nicknames=(before.nicknames or ("Name",)) if "nicknames" in what else (),
        )
        return replace(self, normaliser=by if what else None)


def similar(label: str, at_least: float) -> Similar:
    """Nearly the same, as suits the label: words for addresses, one for numbers, a month for dates, spelling else."""
    kind = _KINDS.get(label.casefold(), "name")
    return Similar(label, at_least, kind, {"number": 1.0, "date": 31.0}.get(kind, 0.0))


def adversary_of(form: PolicyForm) -> Adversary:
    """The adversary a form describes: corrections, then look-ups, then the resolution.

    Raises:
        ValueError: for a rule without a label, or a similarity out of its range.

    >>> adversary_of(PolicyForm((RuleRow(("Name",)),), conflicts=("Phone",))).operations[0].match.sentence()
    'same Name, unless both know Phone and differ'
    """
    operations: list[Correct | Augment | Resolve | SingleLink] = []
    if form.corrections:
        operations.append(Correct({(label, wrong): right for label, wrong, right in form.corrections}))
    for given, label in dict.fromkeys((row[0], row[2]) for row in form.look_ups):
        table = {row[1]: row[3] for row in form.look_ups if (row[0], row[2]) == (given, label)}
        operations.append(Augment(given, label, table))
    if match := _match(form):
        operations.append((SingleLink if form.single_link else Resolve)(match, MERGES[form.merge]))
    return Adversary(operations, cost=Quadratic(form.price) if form.quadratic else PerComparison(form.price))


def _match(form: PolicyForm) -> Match | None:
    def required(row: RuleRow) -> list[str | Similar]:
        return [similar(label, form.at_least) if label in row.alike else label for label in row.labels]

    rules = [SameKeySet(*row.labels) if row.exact else Shares(*required(row)) for row in form.rules]
    every: list[Match] = [*rules, *form.further]
    if not every:
        return None
    match: Match = every[0] if len(every) == 1 else AnyOf(*every)
    if form.conflicts:
        match = Unless(match, Conflicts(*form.conflicts))
    return Normalised(match, form.normaliser) if form.normaliser else match


def form_of(adversary: Adversary) -> PolicyForm | None:
    """The form of an adversary; None for one that no form describes, such as two resolutions in a row.

    >>> form_of(Adversary((Resolve(Shares("N")),))).rules
    (RuleRow(labels=('N',), exact=False, alike=()),)
    """
    form = _read(adversary)
    kinds = [type(rule) for rule in form.further]
    in_order = kinds == [kind for kind in FURTHER if kind in kinds]
    return form if in_order and adversary_of(form) == adversary else None


def _read(adversary: Adversary) -> PolicyForm:
    steps = adversary.operations
    resolving = next((step for step in steps[-1:] if isinstance(step, Resolve | SingleLink)), None)
    match = resolving.match if resolving else None
    normaliser = match.normaliser if isinstance(match, Normalised) else None
    match = match.match if isinstance(match, Normalised) else match
    conflicts = match.conflicts.labels if isinstance(match, Unless) else ()
    match = match.match if isinstance(match, Unless) else match
    every = match.rules if isinstance(match, AnyOf) else (match,) if match else ()
    rules = tuple(takewhile(lambda rule: isinstance(rule, TABLED), every))
    nearly = [condition for rule in rules for condition in _nearly(rule)]
    cost = adversary.cost
    return PolicyForm(
        rules=tuple(
            RuleRow(rule.labels, isinstance(rule, SameKeySet), tuple(one.label for one in _nearly(rule)))
            for rule in rules
        ),
        further=every[len(rules) :],
        at_least=nearly[0].at_least if nearly else 0.9,
        conflicts=conflicts,
        normaliser=normaliser,
        merge=(merge_name(resolving.merge) if resolving else None) or "union",
        single_link=isinstance(resolving, SingleLink),
        corrections=tuple(
            (*pair, new) for step in steps if isinstance(step, Correct) for pair, new in step.replacements
        ),
        look_ups=tuple(
            (step.given, given, step.label, fact)
            for step in steps
            if isinstance(step, Augment)
            for given, fact in step.table
        ),
        quadratic=isinstance(cost, Quadratic),
        price=cost.factor if isinstance(cost, Quadratic) else getattr(cost, "price", 1.0),
    )


def _nearly(rule: Match) -> list[Similar]:
    conditions = rule.required if isinstance(rule, Shares) else ()
    return [condition for condition in conditions if isinstance(condition, Similar)]


SAME, NEAR, DIFFERENT, NEARLY = 100.0, 10.0, 5.0, 0.85
"""Odds to begin with: of the same value, of nearly the same, and against another; how alike is nearly."""


def with_labels(comparisons: Sequence[Comparison], labels: Sequence[str]) -> tuple[Comparison, ...]:
    """The comparisons of some labels, begun where there was none."""
    held = {comparison.label: comparison for comparison in comparisons}
    return tuple(
        held.get(label) or Comparison.by_odds(label, SAME, DIFFERENT, ((similar(label, NEARLY), NEAR),))
        for label in labels
    )


def level_odds(comparison: Comparison) -> tuple[tuple[str, float], ...]:
    """The ways in which values of a label agree, the nearest first, and the odds of each.

    >>> level_odds(with_labels((), ["Name"])[0])
    (('the same', 100.0), ('85% alike', 10.0), ('different', 0.2))
    """

    def odds(level: Level) -> float:
        # Beyond, a number cannot hold them.
        return readable(2.0 ** max(-MOST_BITS, min(level.weight, MOST_BITS)))

    named = (
        (one.similar.tolerance.removeprefix("or ") if one.similar else "the same", one) for one in comparison.levels
    )
    return tuple((name, odds(level)) for name, level in (*named, ("different", comparison.otherwise)))


def with_odds(comparison: Comparison, number: int, odds: float) -> Comparison:
    """The comparison with other odds of one level; how often two people agree so stays, as far as it can.

    Arguments:
        comparison: of which one level changes.
        number: of the level, as ``Comparison.level`` counts them.
        odds: how many times more often among records of one person, > 0.
    """
    levels = [*comparison.levels, comparison.otherwise]
    m = min(1.0, odds * levels[number].u)
    levels[number] = replace(levels[number], m=m, u=m / odds)
    return replace(comparison, levels=tuple(levels[:-1]), otherwise=levels[-1])


def readable(odds: float) -> float:
    """Odds without the last digits of a sum of logarithms.

    >>> readable(2.0 ** 3.3219280948873626)
    10.0
    """
    return float(f"{odds:.6g}") if math.isfinite(odds) else odds
