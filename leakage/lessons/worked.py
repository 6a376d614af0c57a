"""How the answers of lessons are worked out: each function gives a derivation, whose value is the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from leakage.derivation import Derivation, DerivationStep, derive_record_leakage
from leakage.derivation.derivation import added, near, plain, quotient, readable, typed
from leakage.lessons.grid import short_name
from leakage.measure.paper_methods import precision, recall
from leakage.measure.weights import as_measure
from leakage.published.table import PublishedTable
from leakage.record import Attribute
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.published import PUBLISHED, PublishedExample
from leakage.workspace.figures.assessment import PoolLeakage, assess, assess_pool, pool_of, worst
from leakage.workspace.figures.derivations import derivation_of_plan, derivation_of_pool
from leakage.workspace.figures.planned_releases import compare_plans, with_release
from leakage.workspace.release import Release
from leakage.workspace.workspace import Workspace

# The papers' worked examples, as lessons take them.


_WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
_TABLES = {published.key: published for published in PUBLISHED}


def example(key: str) -> Workspace:
    """The workspace of a worked example."""
    return _WORKS[key]


def renamed(work: Workspace, names: Mapping[str, str]) -> Workspace:
    """With other names of releases and plans: those that the sentences of a lesson use."""

    def called(given: Release) -> Release:
        return replace(given, name=names.get(given.name, given.name))

    return replace(work, releases=tuple(map(called, work.releases)), plans=tuple(map(called, work.plans)))


def table(key: str) -> PublishedExample:
    """A table as a paper prints it."""
    return _TABLES[key]


def opened(published: PublishedExample) -> PublishedTable:
    """The table, ready to be measured."""
    return PublishedTable(published.frame, published.quasi_identifiers, published.sensitive)


# How the answers of lessons are worked out: each function gives a derivation, whose value is the answer.


Worked = Callable[[Workspace], Derivation]


def finished(
    steps: Iterable[DerivationStep], value: float, symbol: str, sentence: str = "", exact: Fraction | None = None
) -> Derivation:
    """A derivation that ends in its figure; as a fraction too, where it is given or plain to see.

    >>> finished([DerivationStep("Two and two.")], 4.0, "n").steps[-1].formula
    'n = 4'
    """
    shown = str(int(value)) if value == int(value) else repr(value)
    text = sentence or f"That is {shown}."
    return Derivation((*steps, DerivationStep(text, f"{symbol} = {shown}")), value, exact or _plain_fraction(value))


def _plain_fraction(value: float) -> Fraction | None:
    fraction = near(value)
    return fraction if readable(fraction) else None


def as_percent(steps: Iterable[DerivationStep], value: float, symbol: str) -> Derivation:
    """A derivation that ends in a share."""
    return finished(steps, value, symbol, f"That is {100.0 * value:.1f} %.")


def worst_pool(work: Workspace) -> PoolLeakage:
    """The pool that knows most.

    Raises:
        ValueError: for a workspace without releases.
    """
    leaked = worst(assess(work))
    if leaked is None:
        raise ValueError("the workspace of a question about leakage needs a release")
    return leaked


def pooled(work: Workspace) -> Derivation:
    """L(R, e, E): what the pool that knows most knows."""
    return derivation_of_pool(work, worst_pool(work), named=partial(short_name, work))


def alone(recipient: str) -> Worked:
    """What one recipient knows alone."""

    def worked(work: Workspace) -> Derivation:
        leaked = assess_pool(work, pool_of(work, recipient, (recipient,)))
        return derivation_of_pool(work, leaked, named=partial(short_name, work))

    return worked


def leakage_of(release: int) -> Worked:
    """L(r, e) of one release by itself."""

    def worked(work: Workspace) -> Derivation:
        return derive_record_leakage(
            work.releases[release].record, work.reference, work.measure, named=partial(short_name, work)
        )

    return worked


def precision_of(release: int) -> Worked:
    """Correctness of one release: how much of what it says is right."""
    return partial(_ratio, release=release, of="record")


def recall_of(release: int) -> Worked:
    """Completeness of one release: how much of all there is it has."""
    return partial(_ratio, release=release, of="everything")


def _ratio(work: Workspace, release: int, of: str) -> Derivation:
    record = work.releases[release].record
    right = [a for a in record if a.pair in work.reference]
    whole = list(record if of == "record" else work.reference)
    x, y = _weights(work, right), _weights(work, whole)
    name, symbol = ("Precision", "Y") if of == "record" else ("Recall", "W_e")
    subject = "What it says" if of == "record" else "All there is to know"
    ratio = (precision if of == "record" else recall)(record, work.reference, work.measure)
    right_sum, whole_sum = sum(x, Fraction(0)), sum(y, Fraction(0))
    steps = (
        DerivationStep(f"Right: {_listed(work, right)}.", f"X = {added(x)}"),
        DerivationStep(f"{subject}: {_listed(work, whole)}.", f"{symbol} = {added(y)}"),
        DerivationStep(
            f"{name}: one over the other.",
            rf"\frac{{X}}{{{symbol}}} = {quotient(plain(right_sum), plain(whole_sum), right_sum / whole_sum)}",
        ),
    )
    return as_percent(steps, ratio, r"\text{" + name + "}")


def _weights(work: Workspace, attributes: Iterable[Attribute]) -> list[Fraction]:
    measure = as_measure(work.measure)
    return [typed(measure.weight(a.label)) for a in attributes]


def _listed(work: Workspace, attributes: Iterable[Attribute]) -> str:
    return ", ".join(f"{short_name(work, a.label)} {a.value}" for a in attributes) or "nothing"


def composites(work: Workspace) -> Derivation:
    """How many records are left of the pool that knows most once all that match are joined."""
    leaked = worst_pool(work)
    resolution = leaked.result.resolution
    steps = [
        DerivationStep(
            f"{_these(join.left, work)} and {_these(join.right, work)} are joined: {join.key.rule.sentence()}."
        )
        for join in resolution.evidence
    ]
    records, left = len(resolution.composite_of), len(resolution.composites)
    steps.append(DerivationStep("Every join makes one record of two.", f"{records} - {records - left} = {left}"))
    return finished(steps, float(left), r"|E(R)|")


def _these(numbers: Iterable[int], work: Workspace) -> str:
    """Records by their names; those of strangers by their numbers."""
    return " with ".join(_name(number, work) for number in numbers)


def _name(number: int, work: Workspace) -> str:
    place = number - len(work.background)
    return f"Stranger {number + 1}" if place < 0 else work.releases[place].name


def increment_of(plan: int) -> Worked:
    """I(R, r, e, E): what a plan would add."""

    def worked(work: Workspace) -> Derivation:
        return derivation_of_plan(work, compare_plans(work)[plan], named=partial(short_name, work))

    return worked


def with_plan(plan: int) -> Worked:
    """What the pool that knows most would know with a plan released."""

    def worked(work: Workspace) -> Derivation:
        return pooled(with_release(work, work.plans[plan]))

    return worked
