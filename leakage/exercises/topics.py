"""The topics of the exercises: each makes a problem by chance, with the usual mistakes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from leakage.derivation import Derivation
from leakage.derivation.derivation import typed
from leakage.exercises.problem import Draw, Mistake, doubtful_card, one_card, records_to_join, with_a_plan
from leakage.lessons.worked import increment_of, leakage_of, pooled, precision_of, recall_of
from leakage.record import Attribute, Pair, Record
from leakage.workspace.workspace import Workspace

# What is worked out by hand on the way, right or wrong: sums of weights as fractions.


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


# The answers, without how they are worked out: whether a problem is a nice one is seen by them.


def _share_of_card(work: Workspace) -> Fraction:
    right, record_weight, _ = parts(work, work.releases[0].record)
    return right / record_weight


def _share_of_truth(work: Workspace) -> Fraction:
    right, _, whole = parts(work, work.releases[0].record)
    return right / whole


def _expected(work: Workspace) -> Fraction:
    """The mean of F1 over the possible worlds, each as likely as what is there, and what is not."""
    record = work.releases[0].record
    mean = Fraction(0)
    for world in worlds(record):
        likely = Fraction(1)
        for a in record:
            likely *= typed(a.confidence) if a in world else 1 - typed(a.confidence)
        mean += likely * f1(work, world)
    return mean


def _highest_leakage(work: Workspace) -> Fraction:
    """What the most telling of the joined records tells."""
    composites = work.adversary.resolve([release.record for release in work.releases]).composites
    return max(f1(work, composite) for composite in composites)


def _added(work: Workspace) -> Fraction:
    """What the plan adds to that."""
    return _highest_leakage(_released(work)) - _highest_leakage(work)


def _released(work: Workspace) -> Workspace:
    return replace(work, releases=(*work.releases, work.plans[0]), plans=())


# The topics of the exercises: each makes a workspace by chance, and knows what is usually done wrong with it.


@dataclass(frozen=True, eq=False)
class Topic:
    """Something to practise.

    Arguments:
        key: a slug.
        title: in a person's words.
        ask: the question of every problem.
        hint: where to begin, without a number of the problem.
        made: from chance and a difficulty of 1 or 2 to a workspace.
        answer: of a workspace.
        worked: how the answer is worked out.
        mistakes: what is usually done wrong, some of which may come to the right answer all the same.
    """

    key: str
    title: str
    ask: str
    hint: str
    made: Callable[[Draw, int], Workspace]
    answer: Callable[[Workspace], Fraction]
    worked: Callable[[Workspace], Derivation]
    mistakes: Callable[[Workspace], Iterator[Mistake]]


PRECISION_FOR_RECALL = "That is precision: right over what is said. Recall is right over all there is."
RECALL_FOR_PRECISION = "That is recall: right over all there is. Precision is right over what is said."
NO_WEIGHTS = "The weights were forgotten: not every fact counts 1."
TWO_WORLDS = (
    "That is the mean of two worlds, with all that is in doubt and with none. Two doubtful facts make four worlds."
)
GOES_ON = "Joined records go on matching: there is one more that matches the joined ones."
ONE_OF_SEVERAL = "The release matches more than one record, and was joined with only one of them."


def _precision(work: Workspace) -> Iterator[Mistake]:
    right, record_weight, whole = parts(work, work.releases[0].record)
    yield Mistake(right / whole, RECALL_FOR_PRECISION)
    plain_right, plain_weight, _ = parts(work, work.releases[0].record, weighted=False)
    yield Mistake(plain_right / plain_weight, NO_WEIGHTS)
    yield Mistake((record_weight - right) / record_weight, "That is what is wrong, over what is said.")


def _recall(work: Workspace) -> Iterator[Mistake]:
    right, record_weight, whole = parts(work, work.releases[0].record)
    yield Mistake(right / record_weight, PRECISION_FOR_RECALL)
    plain_right, _, plain_whole = parts(work, work.releases[0].record, weighted=False)
    yield Mistake(plain_right / plain_whole, NO_WEIGHTS)
    yield Mistake(record_weight / whole, "That counts what is wrong as well: only what is right is known.")


def _leakage(work: Workspace) -> Iterator[Mistake]:
    record = work.releases[0].record
    right, record_weight, whole = parts(work, record)
    yield Mistake(
        right / record_weight, "That is precision alone: leakage is the harmonic mean of precision and recall."
    )
    yield Mistake(right / whole, "That is recall alone: leakage is the harmonic mean of precision and recall.")
    yield Mistake(
        (right / record_weight + right / whole) / 2, "That is the ordinary mean; leakage takes the harmonic one."
    )
    yield Mistake(right / (whole + record_weight), "The 2 was forgotten: leakage is 2 X over W + Y.")
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
    leakages = [f1(work, world) for world in worlds(record)]
    yield Mistake(_mean(leakages), "Each world counts as much as it is likely, and not all the same.")
    if len(leakages) == 4:
        yield Mistake(_mean([leakages[0], leakages[-1]]), TWO_WORLDS)


def _mean(leakages: Sequence[Fraction]) -> Fraction:
    return sum(leakages, Fraction(0)) / len(leakages)


def _joining(work: Workspace) -> Iterator[Mistake]:
    records = [release.record for release in work.releases]
    composites = work.adversary.resolve(records).composites
    alone = max(f1(work, record) for record in records)
    yield Mistake(alone, "The records were not joined: that is the most telling one alone.")
    if len(composites) > 1:
        yield Mistake(
            f1(work, united(records)), "Too much was joined: one of these records matches none of the others."
        )
    for pair in itertools.combinations(range(len(records)), 2):
        both, rest = united([records[n] for n in pair]), [record for n, record in enumerate(records) if n not in pair]
        if _match(work, *(records[n] for n in pair)) and any(_match(work, both, record) for record in rest):
            yield Mistake(max(f1(work, record) for record in (both, *rest)), GOES_ON)
    truth = set(work.profile)
    if any(composite not in records and not {a.pair for a in composite} <= truth for composite in composites):
        right = max(f1(work, [a for a in composite if a.pair in truth]) for composite in composites)
        yield Mistake(right, "A merge adds what is wrong, too: it counts among what is said.")


def _match(work: Workspace, left: Record, right: Record) -> bool:
    return len(work.adversary.resolve((left, right)).composites) == 1


def _increment(work: Workspace) -> Iterator[Mistake]:
    records = [release.record for release in work.releases]
    plan = work.plans[0].record
    before, after = _highest_leakage(work), _highest_leakage(_released(work))
    yield Mistake(after, "That is what she knows afterwards. The increment is what is added: after less before.")
    yield Mistake(before, "That is what she knows before. The increment is what is added: after less before.")

    def added(joined: Record) -> Fraction:
        """The increment if this is what the release becomes; the other records are as they were."""
        return max(before, f1(work, joined)) - before

    yield Mistake(added(plan), "The release was not joined with anything: what a merge adds was forgotten.")
    matched = [record for record in records if _match(work, record, plan)]
    if len(matched) > 1:
        for record in matched:
            yield Mistake(added(united([record, plan])), ONE_OF_SEVERAL)
    if len(matched) < len(records):
        yield Mistake(added(united([*records, plan])), "Too much was joined: the release does not match every record.")
    yield Mistake(f1(work, plan), "That is what the release tells alone.")


TOPICS = (
    Topic(
        "precision",
        "Correctness",
        "How much of what Eve's card says is right? Work out its precision.",
        "Add up the weights of all that the card says (Y), then of what agrees with the truth (X). Precision is X/Y.",
        one_card,
        _share_of_card,
        precision_of(0),
        _precision,
    ),
    Topic(
        "recall",
        "Completeness",
        "How much of all there is to know does Eve's card have right? Work out its recall.",
        "Add up the weights of all that is true (W), then of what the card has right (X). Recall is X/W.",
        one_card,
        _share_of_truth,
        recall_of(0),
        _recall,
    ),
    Topic(
        "leakage",
        "Leakage",
        "How much does Eve's card leak? Work out F1.",
        "Add up the weights of what is right (X), of all that the card says (Y), of all that is true (W). F1 is "
        "2 X / (W + Y).",
        one_card,
        _expected,
        leakage_of(0),
        _leakage,
    ),
    Topic(
        "doubt",
        "Doubt",
        "Eve is not sure of everything. How much does her card leak? Work out the expected F1.",
        "List the possible worlds: each doubtful fact is there or not. Work out how likely each is, and its "
        "F1; then take the mean.",
        doubtful_card,
        _expected,
        leakage_of(0),
        _doubt,
    ),
    Topic(
        "joining",
        "Joining",
        "Eve joins records that match. How much does she know? Work out the leakage of her most telling record.",
        "First find the records that share a phone or a card, and write down everything that the joined record says. "
        "Then work out F1 of each record that is left.",
        records_to_join,
        _highest_leakage,
        pooled,
        _joining,
    ),
    Topic(
        "increment",
        "One release more",
        "By how much would the planned release raise what Eve knows? Work out the incremental leakage.",
        "Work out twice what Eve knows: without the planned release, then with it, joined where it matches. Subtract.",
        with_a_plan,
        _added,
        increment_of(0),
        _increment,
    ),
)
