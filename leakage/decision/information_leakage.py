"""Information leakage: what the adversary knows after her analysis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from leakage.database import Database, Floats
from leakage.measure.measure import Weights
from leakage.measure.record_leakage import record_leakages
from leakage.measure.telling import telling_records
from leakage.measure.ties import first_greatest
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.on_demand import Composites
from leakage.resolution.resolution import Resolution
from leakage.short_repr import short_repr


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

    __repr__ = short_repr


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

    >>> from leakage.resolution.rules import Shares
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
    leakages = leakages_of(resolution, reference, weights)
    if not leakages.any():
        return InformationLeakage(0.0, Record(), (), resolution)
    number = first_greatest(leakages)
    composite, members = resolution.composites[number], resolution.members[number]
    return InformationLeakage(float(leakages.max()), composite, members, resolution)


def leakages_of(resolution: Resolution, reference: Record, weights: Weights | None) -> Floats:
    """The leakage of every composite, shape (composites,)."""
    composites = resolution.composites
    leakages = np.zeros(len(composites))
    # A composite without anything right leaks nothing, and a large background is made of such.
    held = composites.database if isinstance(composites, Composites) else composites
    telling = telling_records(held, reference, weights)
    measured = held.only(telling) if isinstance(held, Database) else [held[n] for n in telling.tolist()]
    leakages[telling] = record_leakages(measured, reference, weights)
    return leakages
