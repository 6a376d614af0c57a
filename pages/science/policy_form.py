"""An adversary as the form of a page: its rules, what keeps people apart, how records merge, and odds by label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from leakage.resolution.adversary import Adversary, PerComparison, Quadratic
from leakage.resolution.evidence import MOST_BITS, Comparison, FellegiSunter
from leakage.resolution.operations import MERGES, Augment, Correct, MergeName, Resolve, SingleLink, merge_name
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, Match, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar, SimilarKind

_SIMILAR: dict[str, SimilarKind] = {
    **{"address": "text", "employer": "text", "age": "number", "salary": "number"},
    **{"date of birth": "date", "post code": "covers", "zip": "covers"},
}

ONE_VALUE = "one value of each"
KINDS: dict[str, Callable[..., Match]] = {
    ONE_VALUE: Shares,
    "all values (a key set)": SameKeySet,
}
"""The kinds of rules on labels, by what must agree: each type is made of labels, and has them in ``labels``."""


class RuleRow(NamedTuple):
    """A rule on labels: its kind; of ``ONE_VALUE`` also the labels whose values need only be nearly the same."""

    labels: tuple[str, ...]
    kind: str = ONE_VALUE
    alike: tuple[str, ...] = ()

    def match(self, at_least: float) -> Match:
        """The rule; names and texts that need only be nearly the same are at least so alike."""
        alike = self.alike if self.kind == ONE_VALUE else ()
        return KINDS[self.kind](*(similar(label, at_least) if label in alike else label for label in self.labels))


@dataclass(frozen=True, slots=True)
class PolicyForm:
    """Everything about a policy that a page offers to change; any one rule, the score or the evidence suffices.

    Arguments:
        at_least: how alike names and texts must be where a rule says nearly, in (0, 1].
        conflicts: labels of which different values keep two records apart.
        corrections: (label, wrong, right) words replaced first.
        look_ups: (given label, value, filled-in label, value) facts filled in first.
        quadratic: whether every pair costs the price, not only the comparisons made.
    """

    rules: tuple[RuleRow, ...] = ()
    score: AtLeast | None = None
    evidence: FellegiSunter | None = None
    at_least: float = 0.9
    conflicts: tuple[str, ...] = ()
    normaliser: Normaliser | None = None
    merge: MergeName = "union"
    single_link: bool = False
    corrections: tuple[tuple[str, str, str], ...] = ()
    look_ups: tuple[tuple[str, str, str, str], ...] = ()
    quadratic: bool = False
    price: float = 1.0

    @property
    def overlooked(self) -> frozenset[str]:
        """Which differences of writing are passed over."""
        by = self.normaliser or Normaliser(case=False, spaces=False)
        held = {"case": by.case and by.spaces, "phones": by.phones, "emails": by.emails, "nicknames": by.nicknames}
        return frozenset(what for what, is_passed in held.items() if is_passed)

    def overlooking(self, what: frozenset[str]) -> PolicyForm:
        """The form with other differences passed over; of labels that are new the usual ones."""
        before = self.normaliser or Normaliser()
        usual = {"phones": ("Phone",), "emails": ("Email",), "nicknames": ("Name",)}
        labels = {each: (getattr(before, each) or some) if each in what else () for each, some in usual.items()}
        region = before.region if "phones" in what else ""
        by = Normaliser(case="case" in what, spaces="case" in what, region=region, **labels)
        return replace(self, normaliser=by if what else None)


def similar(label: str, at_least: float) -> Similar:
    """Nearly the same, as suits the label: words for addresses, one for numbers, a month for dates, spelling else."""
    kind = _SIMILAR.get(label.casefold(), "name")
    return Similar(label, at_least, kind, {"number": 1.0, "date": 31.0}.get(kind, 0.0))


def adversary_of(form: PolicyForm) -> Adversary:
    """The adversary a form describes: corrections, then look-ups, then the resolution.

    >>> adversary_of(PolicyForm((RuleRow(("Name",)),), conflicts=("Phone",))).operations[0].match.sentence()
    'same Name, unless both know Phone and differ'
    """
    steps: list[Correct | Augment | Resolve | SingleLink] = []
    if form.corrections:
        steps.append(Correct({(label, wrong): right for label, wrong, right in form.corrections}))
    for given, label in dict.fromkeys((row[0], row[2]) for row in form.look_ups):
        table = {row[1]: row[3] for row in form.look_ups if (row[0], row[2]) == (given, label)}
        steps.append(Augment(given, label, table))
    every = [*(row.match(form.at_least) for row in form.rules), *filter(None, (form.score, form.evidence))]
    if every:
        match = every[0] if len(every) == 1 else AnyOf(*every)
        match = Unless(match, Conflicts(*form.conflicts)) if form.conflicts else match
        match = Normalised(match, form.normaliser) if form.normaliser else match
        steps.append((SingleLink if form.single_link else Resolve)(match, MERGES[form.merge]))
    return Adversary(steps, cost=Quadratic(form.price) if form.quadratic else PerComparison(form.price))


def form_of(adversary: Adversary) -> PolicyForm | None:
    """The form of an adversary; None for one that no form describes, such as two resolutions in a row.

    >>> form_of(Adversary((Resolve(Shares("N")),))).rules
    (RuleRow(labels=('N',), kind='one value of each', alike=()),)
    """
    steps, cost = adversary.operations, adversary.cost
    last = next((step for step in steps[-1:] if isinstance(step, Resolve | SingleLink)), None)
    match = last.match if last else None
    normaliser, match = (match.normaliser, match.match) if isinstance(match, Normalised) else (None, match)
    conflicts, match = (match.conflicts.labels, match.match) if isinstance(match, Unless) else ((), match)
    every = match.rules if isinstance(match, AnyOf) else (match,) if match else ()
    nearly = {rule: [one for one in getattr(rule, "required", ()) if isinstance(one, Similar)] for rule in every}
    kinds = [(kind, rule) for rule in every for kind, of in KINDS.items() if type(rule) is of]
    form = PolicyForm(
        tuple(RuleRow(rule.labels, kind, tuple(one.label for one in nearly[rule])) for kind, rule in kinds),
        next((rule for rule in every if isinstance(rule, AtLeast)), None),
        next((rule for rule in every if isinstance(rule, FellegiSunter)), None),
        next((one.at_least for some in nearly.values() for one in some), 0.9),
        conflicts,
        normaliser,
        (merge_name(last.merge) if last else None) or "union",
        isinstance(last, SingleLink),
        tuple((*pair, new) for step in steps if isinstance(step, Correct) for pair, new in step.replacements),
        tuple((s.given, given, s.label, fact) for s in steps if isinstance(s, Augment) for given, fact in s.table),
        isinstance(cost, Quadratic),
        cost.factor if isinstance(cost, Quadratic) else getattr(cost, "price", 1.0),
    )
    return form if adversary_of(form) == adversary else None


def with_labels(comparisons: Sequence[Comparison], labels: Sequence[str]) -> tuple[Comparison, ...]:
    """The comparisons of some labels; a new one begins at 100 to 1 for the same, 10 for nearly, 5 against another."""
    begun = {label: Comparison.by_odds(label, 100.0, 5.0, ((similar(label, 0.85), 10.0),)) for label in labels}
    held = begun | {comparison.label: comparison for comparison in comparisons}
    return tuple(held[label] for label in labels)


def odds_of(comparison: Comparison) -> tuple[tuple[str, float], ...]:
    """The ways in which values of a label agree, the nearest first, and the odds of each.

    >>> odds_of(with_labels((), ["Name"])[0])
    (('the same', 100.0), ('85% alike', 10.0), ('different', 0.2))
    """
    alike = [one.similar.tolerance.removeprefix("or ") if one.similar else "the same" for one in comparison.levels]
    levels = zip([*alike, "different"], [*comparison.levels, comparison.otherwise], strict=True)
    # Beyond, a number cannot hold them.
    return tuple((name, readable(2.0 ** max(-MOST_BITS, min(one.weight, MOST_BITS)))) for name, one in levels)


def readable(odds: float) -> float:
    """Odds without the last digits of a sum of logarithms."""
    return float(f"{odds:.6g}")
