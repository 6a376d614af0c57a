"""A score threshold for the work at hand: what it takes to single a person out, learned from what Eve may hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.score import AtLeast
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class LabelWeight:
    """What agreeing on a label weighs in a score.

    Arguments:
        label: the label.
        rare: the weight of a value that one record has, in bits.
        common: the least weight of a value that several have, in bits; ``rare`` where there is none.
        shared: how many values have a weight of their own.
    """

    label: str
    rare: float
    common: float
    shared: int


def known_records(workspace: Workspace) -> tuple[Record, ...]:
    """What Eve may hold: the records of all releases, then the background.

    >>> known_records(Workspace())
    ()
    """
    return (*(release.record for release in workspace.releases), *workspace.background)


def bits_to_single_out(workspace: Workspace) -> float:
    """How many bits of agreement single out one of the records, and at least 1: ``log2 |R|``.

    >>> bits_to_single_out(Workspace(background=(Record.of(("N", "n")),) * 8))
    3.0
    """
    return max(1.0, math.log2(max(len(known_records(workspace)), 1)))


def learned_score(workspace: Workspace, labels: Sequence[str], threshold: float) -> AtLeast:
    """A score over labels with the weights that the records at hand teach: rarer values weigh more.

    Source: the weights of Fellegi & Sunter (1969), as ``AtLeast.learned``.

    Arguments:
        workspace: its releases and background.
        labels: at least one, each once.
        threshold: in bits, > 0.

    Raises:
        ValueError: for no label, one named twice, or a threshold that is not positive and finite.

    >>> work = Workspace(background=tuple(Record.of(("N", name)) for name in ("Smith", "Smith", "Doe", "Ray")))
    >>> learned_score(work, ["N"], 1.5).common
    (('N', 'Smith', 1.0),)
    """
    return AtLeast.learned(threshold, labels, known_records(workspace))


def label_weights(score: AtLeast) -> tuple[LabelWeight, ...]:
    """The weights of a score, a line for each label.

    >>> label_weights(AtLeast(1.0, (("N", 2.0), ("P", 1.0)), (("N", "Smith", 0.5),)))[0]
    LabelWeight(label='N', rare=2.0, common=0.5, shared=1)
    """
    shared = Counter(label for label, _, _ in score.common)
    least: dict[str, float] = {}
    for label, _, weight in score.common:
        least[label] = min(weight, least.get(label, math.inf))
    return tuple(LabelWeight(label, rare, least.get(label, rare), shared[label]) for label, rare in score.weights)
