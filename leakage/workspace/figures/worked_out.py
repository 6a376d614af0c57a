"""How the leakage comes about, in a few sums that anybody can add up."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The sums behind the leakage of what one pool joined: ``L = E[2 X / (W_e + Y)]``.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3.

    Arguments:
        right: E[X], the weight of what she has right, by how likely it is that she has it, and how near it is.
        wrong: the weight of the rest of what she has, counted alike: E[Y] = right + wrong.
        whole: W_e, the weight of all there is to know.
        leakage: L.
        certain: whether no chance is involved, so that the fraction of the sums is the leakage.
        records: how many records she joined for it.
    """

    right: float
    wrong: float
    whole: float
    leakage: float
    certain: bool
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
        all(a.confidence in (0.0, 1.0) for a in composite),
        len(leaked.result.members),
    )
