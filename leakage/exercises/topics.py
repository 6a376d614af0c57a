"""The topics of the exercises, with the usual mistakes; the problem of a topic, difficulty and seed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from leakage.derivation import Derivation, typed
from leakage.exercises.problem import (
    TEXT,
    Draw,
    ExerciseProblem,
    Mistake,
    doubtful_card,
    one_card,
    records_to_join,
    with_a_plan,
)
from leakage.lessons.answers import completeness, correctness, increment, leakage, pooled
from leakage.record import Attribute, Pair, Record
from leakage.workspace.workspace import Workspace

# Sums of weights as fractions.


def weigh(work: Workspace, pairs: Iterable[Pair], weighted: bool = True) -> Fraction:
    """The weights of some facts added up; each 1 where weights are forgotten."""
    weights = work.weight_map if weighted else {}
    return sum((typed(weights.get(label, 1.0)) for label, _ in pairs), Fraction(0))


def parts(work: Workspace, record: Iterable[Attribute], weighted: bool = True) -> tuple[Fraction, Fraction, Fraction]:
    """X, Y and W_e of a record that is certain."""
    pairs = [a.pair for a in record]
    right = [pair for pair in pairs if pair in set(work.profile)]
    return (weigh(work, right, weighted), weigh(work, pairs, weighted), weigh(work, work.profile, weighted))


def f1(work: Workspace, record: Iterable[Attribute], weighted: bool = True) -> Fraction:
    """2 X / (W_e + Y)."""
    right, record_weight, whole = parts(work, record, weighted)
    return 2 * right / (whole + record_weight)


def f1_of_averages(work: Workspace, record: Record) -> Fraction:
    """2 E[X] / (W_e + E[Y]): what comes out if one averages first."""
    right = sum(
        (typed(a.confidence) * weigh(work, [a.pair]) for a in record if a.pair in set(work.profile)), Fraction()
    )
    record_weight = sum((typed(a.confidence) * weigh(work, [a.pair]) for a in record), Fraction())
    return 2 * right / (weigh(work, work.profile) + record_weight)


def worlds(record: Iterable[Attribute]) -> list[list[Attribute]]:
    """The possible worlds of a record, likely or not: what is in doubt is there or not, and all else is there.

    >>> [len(world) for world in worlds(Record.of(("N", "Alice"), ("A", "20", 0.5), ("P", "123", 0.2)))]
    [3, 2, 2, 1]
    """
    cases = [[[a]] if a.confidence == 1.0 else [[a], []] for a in record]
    return [[*itertools.chain.from_iterable(case)] for case in itertools.product(*cases)]


def united(records: Sequence[Record]) -> Record:
    """Records that are certain, in one."""
    return Record(Attribute(*pair) for pair in dict.fromkeys(a.pair for record in records for a in record))


def highest_leakage(work: Workspace, records: Sequence[Record]) -> Fraction:
    """F1 of the most telling of the joined records."""
    return max(f1(work, composite) for composite in work.adversary.resolve(records).composites)


# The usual mistakes.


Mistakes = Iterator[tuple[Fraction, str]]
"""What comes out, and the key of what is said of it."""


def _precision(work: Workspace) -> Mistakes:
    right, record_weight, whole = parts(work, work.releases[0].record)
    yield right / whole, "recall-for-precision"
    plain_right, plain_weight, _ = parts(work, work.releases[0].record, weighted=False)
    yield plain_right / plain_weight, "no-weights"
    yield (record_weight - right) / record_weight, "wrong-share"


def _recall(work: Workspace) -> Mistakes:
    right, record_weight, whole = parts(work, work.releases[0].record)
    yield right / record_weight, "precision-for-recall"
    plain_right, _, plain_whole = parts(work, work.releases[0].record, weighted=False)
    yield plain_right / plain_whole, "no-weights"
    yield record_weight / whole, "wrong-counted"


def _leakage(work: Workspace) -> Mistakes:
    record = work.releases[0].record
    right, record_weight, whole = parts(work, record)
    yield right / record_weight, "precision-alone"
    yield right / whole, "recall-alone"
    yield (right / record_weight + right / whole) / 2, "ordinary-mean"
    yield right / (whole + record_weight), "no-two"
    yield f1(work, record, weighted=False), "no-weights"


def _doubt(work: Workspace) -> Mistakes:
    record = work.releases[0].record
    yield f1_of_averages(work, record), "f-of-averages"
    yield f1(work, record), "no-doubt"
    yield f1(work, [a for a in record if a.confidence == 1.0]), "doubt-left-out"
    leakages = [f1(work, world) for world in worlds(record)]
    yield _mean(leakages), "worlds-alike"
    if len(leakages) == 4:
        yield _mean([leakages[0], leakages[-1]]), "two-worlds"


def _mean(leakages: Sequence[Fraction]) -> Fraction:
    return sum(leakages, Fraction(0)) / len(leakages)


def _joining(work: Workspace) -> Mistakes:
    records = [release.record for release in work.releases]
    composites = work.adversary.resolve(records).composites
    yield max(f1(work, record) for record in records), "not-joined"
    if len(composites) > 1:
        yield f1(work, united(records)), "too-much"
    for pair in itertools.combinations(range(len(records)), 2):
        both, rest = united([records[n] for n in pair]), [record for n, record in enumerate(records) if n not in pair]
        if _match(work, *(records[n] for n in pair)) and any(_match(work, both, record) for record in rest):
            yield max(f1(work, record) for record in (both, *rest)), "goes-on"
    truth = set(work.profile)
    if any(composite not in records and not {a.pair for a in composite} <= truth for composite in composites):
        right = [[a for a in composite if a.pair in truth] for composite in composites]
        yield max(f1(work, record) for record in right), "wrong-lost"


def _match(work: Workspace, left: Record, right: Record) -> bool:
    return len(work.adversary.resolve((left, right)).composites) == 1


def _increment(work: Workspace) -> Mistakes:
    records = [release.record for release in work.releases]
    plan = work.plans[0].record
    before, after = highest_leakage(work, records), highest_leakage(work, [*records, plan])
    yield after, "after"
    yield before, "before"

    def added(joined: Record) -> Fraction:
        """The increment if this is what the release becomes; the other records are as they were."""
        return max(before, f1(work, joined)) - before

    yield added(plan), "plan-not-joined"
    matched = [record for record in records if _match(work, record, plan)]
    if len(matched) > 1:
        for record in matched:
            yield added(united([record, plan])), "one-of-several"
    if len(matched) < len(records):
        yield added(united([*records, plan])), "plan-too-much"
    yield f1(work, plan), "plan-alone"


@dataclass(frozen=True, eq=False)
class Topic:
    """Something to practise: a workspace by chance, how its answer is worked out, what is usually done wrong."""

    made: Callable[[Draw, int], Workspace]
    worked: Callable[[Workspace], Derivation]
    usual: Callable[[Workspace], Mistakes]

    def mistakes(self, work: Workspace) -> list[Mistake]:
        """What is usually done wrong; some of it may come to the right answer all the same."""
        return [Mistake(answer, TEXT["mistakes"][said]) for answer, said in self.usual(work)]


TOPICS = {
    "precision": Topic(one_card, correctness, _precision),
    "recall": Topic(one_card, completeness, _recall),
    "leakage": Topic(one_card, leakage, _leakage),
    "doubt": Topic(doubtful_card, leakage, _doubt),
    "joining": Topic(records_to_join, pooled, _joining),
    "increment": Topic(with_a_plan, increment, _increment),
}
"""By keys; their words are in ``text.toml``."""


# A problem of a seed.


LEVELS = {1: "easy", 2: "hard"}
LARGEST = {1: 40, 2: 90}
"""Denominators up to which an answer is nice, by difficulty."""
TRIES = 1_000


def make_problem(topic: str, difficulty: int, seed: int) -> ExerciseProblem:
    """The problem that a seed stands for, the same on every machine.

    Of the workspaces that chance makes, it is the first whose answer is a fraction with a small denominator, neither 0
    nor 1, and from which at least two usual mistakes lead elsewhere.

    Arguments:
        topic: a key of ``TOPICS``.
        difficulty: one of ``LEVELS``.
        seed: any number.
    """
    practised, text = TOPICS[topic], TEXT[topic]
    # The 1 is the first of a seed's problems: a number that was made once stays the same.
    draw = Draw(f"{topic}/{difficulty}/{seed}/1")
    for _ in range(TRIES):
        work = practised.made(draw, difficulty)
        derivation = practised.worked(work)
        answer = derivation.exact or Fraction(0)
        if not 0 < answer < 1 or answer.denominator > LARGEST[difficulty]:
            continue
        mistakes = _distinct_mistakes(practised.mistakes(work), answer)
        if len(mistakes) >= 2:
            return ExerciseProblem(text["ask"], work, derivation, mistakes, text["hint"])
    raise AssertionError("every topic has nice problems")


def _distinct_mistakes(mistakes: Iterable[Mistake], answer: Fraction) -> tuple[Mistake, ...]:
    """The mistakes that do not come to the right answer; of those that come to the same the first."""
    first: dict[Fraction, Mistake] = {}
    for mistake in mistakes:
        if mistake.answer != answer and mistake.answer > 0:
            first.setdefault(mistake.answer, mistake)
    return tuple(first.values())


# What the script of the class page reads, without spaces around it and in capitals or not.
SPACE = r"[ \t\u00a0\u2009\u202f]*"
_UNIT = rf"{SPACE}(%|per ?cent|points?)?"
JUDGING: dict[str, str | int] = TEXT["judging"] | {
    "space": SPACE,
    "fraction": rf"([0-9]{{1,9}}){SPACE}[/\u2044]{SPACE}([0-9]{{1,9}}){_UNIT}",
    "decimal": rf"([0-9]{{1,9}})?(?:[.,]([0-9]{{1,9}}))?{_UNIT}",
}
