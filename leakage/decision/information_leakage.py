"""Information leakage: what the adversary knows after her analysis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from leakage.database import Database
from leakage.measure.measure import similarity_to
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary, Resolution


@dataclass(frozen=True, eq=False)
class InformationLeakage:
    """The leakage of a database, and the composite record behind it.

    Arguments:
        leakage: L(R, e, E), in [0, 1]; high is bad for the person.
        composite: the record that attains it; empty where no record holds anything right.
        members: numbers of the input records merged into it.
        resolution: the whole analysis, its cost included.
    """

    leakage: float
    composite: Record
    members: tuple[int, ...]
    resolution: Resolution


def information_leakage(
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> InformationLeakage:
    """What the adversary knows of a person after analysing the records: the worst composite.

    ``L(R, e, E) = L_0(E(R), e) = max_{r in E(R)} L(r, e)``, with the cost C(E, R); 0 for no record.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        records: R, what was released and what else the adversary holds.
        reference: e, the person's complete information.
        adversary: E, with her cost function.
        weights: label to weight > 0; a label not named weighs 1. Or a Measure.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> result = information_leakage(R, e, Adversary((Resolve(Shares("N")),)))
    >>> round(result.leakage - 6 / 7, 12), result.members
    (0.0, (0, 1))
    """
    return worst_of(adversary.resolve(records), reference, weights)


def worst_of(resolution: Resolution, reference: Record, weights: Weights | None = None) -> InformationLeakage:
    """The leakage of an analysis that has been made: its worst composite, the first of several."""
    # A composite without one right attribute leaks nothing, and a large background is made of such.
    similarity = similarity_to(reference, weights)
    telling = [
        number for number, composite in enumerate(resolution.composites) if any(similarity(a.pair) for a in composite)
    ]
    leakages = record_leakages((resolution.composites[n] for n in telling), reference, weights)
    if not telling:
        return InformationLeakage(0.0, Record(), (), resolution)
    worst = int(np.argmax(leakages))
    number = telling[worst]
    return InformationLeakage(
        float(leakages[worst]), resolution.composites[number], resolution.members[number], resolution
    )
