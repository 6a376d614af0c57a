"""What an adversary knows of each of many people, whose records she has analysed once."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd

from leakage.arguments import warn_of_idle_weights
from leakage.database import Database, Floats, Integers, Records, as_database
from leakage.decision.leakage import idle_labels, leakages_of
from leakage.measure.by_presumptions import presuming_records
from leakage.measure.by_weights import ByWeights
from leakage.measure.comparison import scale_of
from leakage.measure.gradient import TIED, argmax_tolerant
from leakage.measure.kernel import Columns, expectations
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.progress import cancellable, check_cancelled, report
from leakage.resolution.adversary import Adversary, Composites
from leakage.resolution.resolution import Resolution

COLUMNS = ("leakage", "composite", "records")

BLOCK = 2_000_000
"""Attributes of composites that are measured together, about."""

NONE = -1
"""In place of a composite where none tells anything."""


def population_leakage(
    records: Records,
    people: Records,
    adversary: Adversary,
    weights: Weights | None = None,
) -> pd.DataFrame:
    """What the adversary knows of each of many people: one analysis, and of each person the worst composite.

    ``L(R, e_i, E) = max_{r in E(R)} L(r, e_i)`` for every person i.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        records: R; a table has one row a record, and its columns are labels.
        people: e_1, e_2, ..., in the same form; an index of theirs is that of the answer.
        adversary: E.
        weights: label to weight > 0; a label not named weighs 1. Or a Measure.

    Returns:
        One row a person: ``leakage`` in [0, 1]; ``composite``, its number in ``adversary.resolve(records)``, -1 where
        none tells anything; ``records``, how many records it is made of.

    Raises:
        ValueError: if a weight is not positive.

    Warns:
        LeakageWarning: for the weight of a label that nobody has.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> R = pd.DataFrame({"N": ["Ann", "Ann", "Bob"], "P": ["1", None, "2"], "C": [None, "9", None]})
    >>> people = pd.DataFrame({"N": ["Ann", "Eve"], "P": ["1", "7"], "C": ["9", "8"]}, index=["a", "e"])
    >>> print(population_leakage(R, people, Adversary((Resolve(Shares("N")),))))
       leakage  composite  records
    a      1.0          0        2
    e      0.0         -1        0
    """
    index = people.index if isinstance(people, pd.DataFrame) else None
    held, persons = as_database(records), as_database(people)
    resolution, measure = adversary.resolve(held), as_measure(weights)
    warn_of_idle_weights(idle_labels(weights, resolution.composites, persons))
    composites = resolution.composites
    listed = composites.database if isinstance(composites, Composites) else composites
    if isinstance(measure, ByWeights) and isinstance(listed, Database) and not len(presuming_records(listed)):
        leakages, numbers = _at_once(listed, persons, measure)
    else:
        leakages, numbers = _one_by_one(resolution, persons, weights)
    sizes = [len(resolution.members[number]) if number >= 0 else 0 for number in numbers.tolist()]
    return pd.DataFrame(dict(zip(COLUMNS, (leakages, numbers, sizes), strict=True)), index=index)


def _one_by_one(resolution: Resolution, people: Database, weights: Weights | None) -> tuple[Floats, Integers]:
    """Each person for themselves: by any measure."""
    leakages, numbers = np.zeros(len(people)), np.full(len(people), NONE, dtype=np.int64)
    for place, person in enumerate(people):
        report("Measuring people", place, len(people))
        each = leakages_of(resolution, person, weights)
        if each.any():
            leakages[place], numbers[place] = each.max(), argmax_tolerant(each)
    return leakages, numbers


def _at_once(composites: Database, people: Database, measure: ByWeights) -> tuple[Floats, Integers]:
    """All people together, by weights alone: whoever shares a fact with a composite is held against it."""
    fact_of_person, fact_of_row = _coded_facts(composites, people)
    person, number = _candidates(composites, people, fact_of_person, fact_of_row)
    weight = np.array([measure.weight_of(label) for label in composites.labels], dtype=np.float64)[composites.label]
    scale = np.array([scale_of(measure.total(each), 1.0) for each in cancellable(people)])
    facts = int(fact_of_row.max(initial=-1)) + 1
    held = np.unique(people.record * (facts + 1) + np.where(fact_of_person < 0, facts, fact_of_person))
    leakages = np.zeros(len(person))
    sizes = np.diff(composites.bounds)[number]
    for first, last in _blocks(sizes):
        report("Measuring people", first, len(person))
        some = slice(first, last)
        rows, bounds = _rows(composites.bounds[number[some]], sizes[some])
        sought = np.repeat(person[some], sizes[some]) * (facts + 1) + fact_of_row[rows]
        right = (fact_of_row[rows] >= 0) & _inside(held, sought)
        columns = Columns(
            weight[rows], composites.confidence[rows], np.where(right, weight[rows], 0.0), bounds, scale[person[some]]
        )
        leakages[some] = np.minimum(1.0, 2.0 * expectations(columns))
    return _worst_of_each(person, number, leakages, len(people))


def _coded_facts(composites: Database, people: Database) -> tuple[Integers, Integers]:
    """Which fact each row of the people is, and each row of the composites: numbers of both, -1 where it is of no use.

    A fact that nobody can have right is none, as one of which a person is not sure at all.
    """
    known = people.confidence > 0.0
    codes = composites.codes_of({people.values[code] for code in np.unique(people.value[known]).tolist()})
    width = len(composites.values) or 1
    of_person = np.full(len(people.record), -1, dtype=np.int64)
    place_of: dict[int, int] = {}
    pairs = np.unique(np.column_stack([people.label[known], people.value[known]]), axis=0)
    number_of: dict[tuple[int, int], int] = {}
    for number, (label, value) in enumerate(pairs.tolist()):
        under = composites.label_codes.get(people.labels[label])
        if under is not None:
            number_of[label, value] = number
            for code in codes.get(people.values[value], ()):
                place_of[under * width + code] = number
    of_person[known] = [
        number_of.get(pair, -1) for pair in zip(people.label[known].tolist(), people.value[known].tolist(), strict=True)
    ]
    places = np.array(sorted(place_of), dtype=np.int64)
    numbers = np.array([place_of[place] for place in places.tolist()], dtype=np.int64)
    of_row = np.full(len(composites.record), -1, dtype=np.int64)
    if len(places):
        sought = composites.label * width + composites.value
        at = np.minimum(np.searchsorted(places, sought), len(places) - 1)
        found = places[at] == sought
        of_row[found] = numbers[at[found]]
    return of_person, of_row


def _candidates(
    composites: Database, people: Database, fact_of_person: Integers, fact_of_row: Integers
) -> tuple[Integers, Integers]:
    """Persons and composites that share a fact, each two once, by persons and then by composites."""
    rows = np.flatnonzero((fact_of_row >= 0) & (composites.confidence > 0.0))
    rows = rows[np.argsort(fact_of_row[rows], kind="stable")]
    facts = fact_of_row[rows]
    shared = np.flatnonzero(fact_of_person >= 0)
    first = np.searchsorted(facts, fact_of_person[shared])
    counts = np.searchsorted(facts, fact_of_person[shared], side="right") - first
    check_cancelled()
    places, _ = _rows(first, counts)
    both = np.repeat(people.record[shared], counts) * len(composites) + composites.record[rows[places]]
    person, number = np.divmod(np.unique(both), max(1, len(composites)))
    return person, number


def _rows(starts: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    """The places of some runs one after the other, and where each begins, with the end."""
    bounds = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return np.repeat(starts - bounds[:-1], sizes) + np.arange(int(bounds[-1])), bounds


def _blocks(sizes: Integers) -> list[tuple[int, int]]:
    """All in runs of about so many attributes as are measured together."""
    ends = np.concatenate(([0], np.cumsum(sizes)))
    cuts = np.searchsorted(ends, np.arange(0, int(ends[-1]), BLOCK))
    edges = np.unique([0, *cuts.tolist(), len(sizes)]).tolist()
    return list(itertools.pairwise(edges))


def _inside(ordered: Integers, sought: Integers) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    if not len(ordered):
        return np.zeros(len(sought), dtype=np.bool_)
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = (
        ordered[np.minimum(np.searchsorted(ordered, sought), len(ordered) - 1)] == sought
    )
    return found


def _worst_of_each(person: Integers, number: Integers, leakages: Floats, people: int) -> tuple[Floats, Integers]:
    """Of each person the greatest leakage, and the first composite that has it but for the last bits."""
    most, first = np.zeros(people), np.full(people, NONE, dtype=np.int64)
    np.maximum.at(most, person, leakages)
    near = np.flatnonzero((leakages >= most[person] * TIED) & (leakages > 0.0))
    # Written from the last to the first, so that the first stays.
    first[person[near][::-1]] = number[near][::-1]
    return most, first
