"""The topics of the exercises: each makes a workspace by chance, and knows what is usually done wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from leakage.derivation import Derivation
from leakage.exercises.by_hand import f1, f1_of_averages, parts, united
from leakage.exercises.draw import Draw
from leakage.exercises.people import confidence, doubtful_card, one_card, records_to_join, with_a_plan
from leakage.exercises.problem import Mistake
from leakage.lessons.worked import increment_of, leakage_of, pooled, precision_of, recall_of
from leakage.record import Record
from leakage.workspace.workspace import Workspace

__all__ = ["TOPICS", "Topic", "confidence"]


@dataclass(frozen=True, eq=False)
class Topic:
    """Something to practise.

    Arguments:
        key: a slug.
        title: in a person's words.
        ask: the question of every problem.
        made: from chance and a difficulty of 1 to 3 to a workspace.
        worked: how the answer is worked out.
        mistakes: what is usually done wrong, some of which may come to the right answer all the same.
    """

    key: str
    title: str
    ask: str
    made: Callable[[Draw, int], Workspace]
    worked: Callable[[Workspace], Derivation]
    mistakes: Callable[[Workspace], Iterator[Mistake]]


PRECISION_FOR_RECALL = "That is precision: right over what is said. Recall is right over all there is."
RECALL_FOR_PRECISION = "That is recall: right over all there is. Precision is right over what is said."
NO_WEIGHTS = "The weights were forgotten: not every fact counts 1."


def _precision(work: Workspace) -> Iterator[Mistake]:
    right, said, whole = parts(work, work.releases[0].record)
    yield Mistake(right / whole, RECALL_FOR_PRECISION)
    plain_right, plain_said, _ = parts(work, work.releases[0].record, weighted=False)
    yield Mistake(plain_right / plain_said, NO_WEIGHTS)
    yield Mistake((said - right) / said, "That is what is wrong, over what is said.")


def _recall(work: Workspace) -> Iterator[Mistake]:
    right, said, whole = parts(work, work.releases[0].record)
    yield Mistake(right / said, PRECISION_FOR_RECALL)
    plain_right, _, plain_whole = parts(work, work.releases[0].record, weighted=False)
    yield Mistake(plain_right / plain_whole, NO_WEIGHTS)
    yield Mistake(said / whole, "That counts what is wrong as well: only what is right is known.")


def _leakage(work: Workspace) -> Iterator[Mistake]:
    record = work.releases[0].record
    right, said, whole = parts(work, record)
    yield Mistake(right / said, "That is precision alone: leakage is the harmonic mean of precision and recall.")
    yield Mistake(right / whole, "That is recall alone: leakage is the harmonic mean of precision and recall.")
    yield Mistake((right / said + right / whole) / 2, "That is the ordinary mean; leakage takes the harmonic one.")
    yield Mistake(right / (whole + said), "The 2 was forgotten: leakage is 2 X over W + Y.")
    yield Mistake(f1(work, record, weighted=False), NO_WEIGHTS)


def _doubt(work: Workspace) -> Iterator[Mistake]:
    record = work.releases[0].record
    certain = [a for a in record if a.confidence == 1.0]
    yield Mistake(
        f1_of_averages(work, record),
        "That is the F1 of the averages. Leakage is the average of F1: first F1 in every world, then the mean.",
    )
    yield Mistake(f1(work, record), "The doubt was forgotten: that is F1 if all of it is certain.")
    yield Mistake(f1(work, certain), "What is in doubt was left out: it is so in some of the worlds.")
    worlds = [f1(work, certain), f1(work, record)]
    yield Mistake(sum(worlds, Fraction(0)) / 2, "Each world counts as much as it is likely, and not all the same.")
    if work.weight_map:
        yield Mistake(_expected_without_weights(work), NO_WEIGHTS)


def _expected_without_weights(work: Workspace) -> Fraction:
    return leakage_of(0)(replace(work, weights=())).exact or Fraction(0)


def _joining(work: Workspace) -> Iterator[Mistake]:
    records = [release.record for release in work.releases]
    yield Mistake(
        max(f1(work, record) for record in records), "The records were not joined: that is the most telling one alone."
    )
    yield Mistake(f1(work, united(records)), "Too much was joined: not all of these records match each other.")
    yield from _halfway(work, records)
    if work.weight_map:
        yield Mistake(pooled(replace(work, weights=())).exact or Fraction(0), NO_WEIGHTS)


def _halfway(work: Workspace, records: list[Record]) -> Iterator[Mistake]:
    """Stopping after one join, and counting nothing wrong that a join brings."""
    pairs = [
        united([a, b])
        for n, a in enumerate(records)
        for b in records[n + 1 :]
        if work.adversary.resolve((a, b)).members == ((0, 1),)
    ]
    if pairs:
        best = max(f1(work, pair) for pair in pairs)
        yield Mistake(best, "Joined records go on matching: there is one more that matches the joined ones.")
    resolution = work.adversary.resolve(records)
    worst = max(resolution.composites, key=lambda composite: f1(work, composite))
    right = [a for a in worst if a.pair in set(work.profile)]
    yield Mistake(f1(work, right), "A merge adds what is wrong, too: it counts among what is said.")


def _increment(work: Workspace) -> Iterator[Mistake]:
    records = [release.record for release in work.releases]
    plan = work.plans[0].record
    before, after = (pooled(w).exact or Fraction(0) for w in (work, _released(work)))
    yield Mistake(after, "That is what she knows afterwards. The increment is what is added: after less before.")
    yield Mistake(before, "That is what she knows before. The increment is what is added: after less before.")
    for record in records:
        one = max(before, f1(work, united([record, plan])))
        yield Mistake(one - before, "The release matches more than one record: what a merge adds was forgotten.")
    alone = max(before, f1(work, plan)) - before
    yield Mistake(alone, "The release was not joined with anything: what a merge adds was forgotten.")
    yield Mistake(f1(work, plan), "That is what the release tells alone.")


def _released(work: Workspace) -> Workspace:
    return replace(work, releases=(*work.releases, work.plans[0]), plans=())


TOPICS = (
    Topic(
        "precision",
        "Correctness",
        "How much of what Eve's card says is right? Work out its precision.",
        one_card,
        precision_of(0),
        _precision,
    ),
    Topic(
        "recall",
        "Completeness",
        "How much of all there is to know does Eve's card have right? Work out its recall.",
        one_card,
        recall_of(0),
        _recall,
    ),
    Topic("leakage", "Leakage", "How much does Eve's card leak? Work out F1.", one_card, leakage_of(0), _leakage),
    Topic(
        "doubt",
        "Doubt",
        "Eve is not sure of everything. How much does her card leak? Work out the expected F1.",
        doubtful_card,
        leakage_of(0),
        _doubt,
    ),
    Topic(
        "joining",
        "Joining",
        "Eve joins records that match. How much does she know? Work out the leakage of her most telling record.",
        records_to_join,
        pooled,
        _joining,
    ),
    Topic(
        "increment",
        "One release more",
        "By how much would the planned release raise what Eve knows? Work out the incremental leakage.",
        with_a_plan,
        increment_of(0),
        _increment,
    ),
)
