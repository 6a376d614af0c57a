"""How the figures of a workspace are worked out, with its own names for labels and records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from leakage.derivation import (
    Derivation,
    DerivationStep,
    derive_increment,
    derive_information_leakage,
    derive_record_leakage,
)
from leakage.workspace.figures.assessment import Pool, PoolLeakage, assess, record_name, worst
from leakage.workspace.figures.next_move import Discovery
from leakage.workspace.figures.planned_releases import PlanOutcome, with_release
from leakage.workspace.workspace import Workspace

NOTHING_YET = Derivation((DerivationStep("Nothing was given away yet.", "L = 0.0"),), 0.0, Fraction(0))


def derivation_of_pool(
    workspace: Workspace,
    leaked: PoolLeakage,
    *,
    named: Callable[[str], str] | None = None,
    value: float | None = None,
    background: str = "Background record",
) -> Derivation:
    """How what a pool knows is worked out: the joins of its worst composite, then its F1.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        workspace: whose pool it is.
        leaked: what ``assess_pool`` gave.
        named: from a label to how it is called; as the workspace displays it, where nothing else is said.
        value: the figure to be derived, where it was computed on another way.
        background: what a record is called that is nobody's release.
    """
    result = leaked.result if value is None else replace(leaked.result, leakage=value)
    return derive_information_leakage(
        result,
        workspace.reference,
        workspace.measure,
        named=named or workspace.display_name,
        record_named=lambda number: record_name(workspace, leaked.pool, number, background),
        labels=workspace.labels,
    )


def derivation_of_discovery(workspace: Workspace, pool: Pool, discovery: Discovery, step: int) -> Derivation:
    """How the leakage of a query is worked out after so many of its dips: what adhered and why, then F1.

    Source: Whang & Garcia-Molina 2011, Section 2.2.
    """
    dips = tuple(
        DerivationStep(
            f"{record_name(workspace, pool, dip.record)} adheres to what she has, for both have "
            + ", ".join(f"{workspace.display_name(label)} {value}" for label, value in dip.key.shared)
            + f" ({dip.key.rule.sentence()})."
        )
        for dip in discovery.steps[:step]
    )
    record = derive_record_leakage(
        discovery.states[step],
        workspace.reference,
        workspace.measure,
        value=discovery.leakages[step],
        named=workspace.display_name,
        labels=workspace.labels,
    )
    return replace(record, steps=(*dips, *record.steps))


def derivation_of_change(before: Workspace, after: Workspace, figures: tuple[float, float], **words: Any) -> Derivation:
    """How a change of the whole leakage is worked out: both sides, each of the pool that knows most.

    Arguments:
        before, after: the work without and with what changes it.
        figures: the leakages to be derived, before and after.
        words: ``named`` and ``background`` of ``derivation_of_pool``.
    """

    def side(work: Workspace, figure: float) -> Derivation:
        most = worst(assess(work))
        return derivation_of_pool(work, most, value=figure, **words) if most else NOTHING_YET

    return derive_increment(side(before, figures[0]), side(after, figures[1]), figures[1] - figures[0])


def derivation_of_plan(workspace: Workspace, outcome: PlanOutcome, **words: Any) -> Derivation:
    """How the incremental leakage of a plan is worked out: ``I(R, r, e, E) = L(R + r, e, E) - L(R, e, E)``.

    Source: Whang & Garcia-Molina 2012, Section 4.1.
    """
    released = with_release(workspace, outcome.plan)
    return derivation_of_change(workspace, released, (outcome.before, outcome.after), **words)


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The sums behind the leakage of what one pool joined: ``L = E[2 X / (W_e + Y)]``.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.

    Arguments:
        right: E[X], the weight of what she has right, by how likely it is that she has it, and how near it is.
        wrong: the weight of the rest of what she has, counted alike: E[Y] = right + wrong.
        whole: W_e, the weight of all there is to know.
        leakage: L.
        records: how many records she joined for it.
    """

    right: float
    wrong: float
    whole: float
    leakage: float
    records: int

    @property
    def fraction(self) -> float:
        """``2 E[X] / (W_e + E[Y])``; the leakage itself where no chance is involved."""
        return 2.0 * self.right / (self.whole + self.right + self.wrong)


def worked_out(work: Workspace, leaked: PoolLeakage) -> WorkedOut:
    """The sums behind what a pool knows."""
    composite, measure = leaked.result.composite, work.measure
    credits = measure.credits(composite, work.reference)
    right = sum(a.confidence * credit for a, credit in zip(composite, credits, strict=True))
    said = sum(a.confidence * measure.weight(a.label) for a in composite)
    return WorkedOut(
        right,
        said - right,
        measure.total(work.reference),
        leaked.result.leakage,
        len(leaked.result.members),
    )
