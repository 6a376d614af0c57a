"""Random cases of every kind that advice is given for: records that meet, all rules, merges, measures and pipelines.

Each is drawn from a seed: hypothesis draws short lists and simple kinds most of the time, and few records would meet.
"""

import random

from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Augment,
    Correct,
    Measure,
    NumericCloseness,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    TableSimilarity,
)
from leakage.old.presumption import presumption
from leakage.old.resolution.adversary import ResolvePerSource, owners_first
from leakage.old.resolution.linkage.comparison import Comparison, Level
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.old.resolution.operations import SingleLink, SourcedRecord
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from tests.oracles import decisions as oracle
from tests.oracles import matching

seeds = st.integers(0, 2**32 - 1).map(random.Random)

VALUES = ("12", "12", "123", ("Katherine", "Katharine", "katharine "), ("2", "2*", "25"))
CONFIDENCES = (1.0, 1.0, 1.0, 0.5, 0.3, 0.0)
SIMILAR = (Similar("N", 0.9), Similar("N", 1.0, "number", 1.0), Similar("N", 1.0, "covers"))
WEIGHTS = (("N", 1.0), ("P", 1.5), ("C", 1.0))
HALF_RIGHT = TableSimilarity((("1", "2", 0.5), ("Katherine", "Katharine", 0.9)))


def scene(chance, most, most_background=3):
    """Releases, a background, and the person."""
    values = chance.choice(VALUES)
    releases = [record(chance, values) for _ in range(chance.randint(most // 2, most))]
    background = [record(chance, values) for _ in range(chance.randint(0, most_background))]
    facts = {(label, chance.choice(values)) for label in "NPC" for _ in range(chance.randint(0, 2))}
    if chance.random() < 0.3:
        releases = [presuming(chance, release, f"release {n}", values) for n, release in enumerate(releases)]
    if chance.random() < 0.2:
        releases = [SourcedRecord(release, chance.choice(["Shop", "Bank"])) for release in releases]
    return releases, background, Record(Attribute(*fact) for fact in facts or {("N", values[0])})


def record(chance, values, confidences=CONFIDENCES):
    labels = [label for label, likely in (("N", 0.8), ("P", 0.6), ("C", 0.5)) if chance.random() < likely]
    pairs = {(label, chance.choice(values)) for label in (*labels, *labels[: chance.randint(0, 1)])}
    return Record(Attribute(*pair, chance.choice(confidences)) for pair in sorted(pairs))


def presuming(chance, record, source, values):
    facts = {(label, chance.choice(values)) for label in "NPC" if chance.random() < 0.4}
    return Record((*record, *(presumption(fact, source, chance.choice((0.2, 0.5, 0.9))) for fact in sorted(facts))))


def evidence(chance):
    similar = chance.choice([(), (SIMILAR[chance.randrange(3)],)])
    levels = tuple(Level(0.9, chance.choice([0.3, 0.1]), s, float(s is None)) for s in (None, *similar))
    names = Comparison("N", levels, Level(0.1, 0.8), (("1", 0.05), ("2", 0.6)))
    others = (Comparison.by_odds(label, chance.choice([3, 9]), chance.choice([2, 8])) for label in "PC")
    prior, threshold = chance.choice([(0.1, 0.123), (0.3, 1.234), (0.6, -0.123)])
    return FellegiSunter(prior, (names, *others), threshold)


def representative(chance):
    similar = chance.choice(SIMILAR)
    equal = chance.choice(
        [Shares("N"), Shares("N", "P"), AnyOf(Shares("N"), Shares("P", "C")), AnyOf(*map(Shares, "NP"))]
    )
    alike = chance.choice([Shares(similar), Shares(similar, "P"), AnyOf(Shares(similar), Shares("P", "C"))])
    score = AtLeast(chance.choice([1.0, 2.0, 2.5]), WEIGHTS)
    return chance.choice(
        [equal, alike, score, AnyOf(alike, score), evidence(chance).relaxed, SameKeySet(*chance.choice(["N", "NP"]))]
    )


def other(chance):
    apart = Unless(representative(chance), Conflicts(*chance.choice(["P", "C", "CP"])))
    return chance.choice(
        [apart, evidence(chance), AnyOf(apart, representative(chance)), AnyOf(Shares("C"), SameKeySet("N"))]
    )


def rule(chance):
    plain = chance.choice([representative, other])(chance)
    return Normalised(plain, chance.choice([Normaliser(), Normaliser(case=False)])) if chance.random() < 0.3 else plain


def resolution(chance):
    merge = chance.choice([union_merge, union_merge, noisy_or_merge, latest_wins_merge])
    return chance.choice([Resolve, Resolve, Resolve, SingleLink])(rule(chance), merge)


def correction(chance):
    return chance.choice([Correct({("N", "2"): "1", ("P", "1"): "2"}), Augment("N", "P", {"1": "2"})])


def single(chance):
    """One resolution or clustering, after corrections and look-ups."""
    return Adversary((*(correction(chance) for _ in range(chance.randint(0, 2))), resolution(chance)))


def adversary(chance):
    if chance.random() < 0.2:
        return owners_first(single(chance))
    if chance.random() < 0.7:
        return single(chance)
    return Adversary(tuple(chance.choice([resolution, correction])(chance) for _ in range(chance.randint(0, 4))))


def measure(chance):
    weights = {label: 10.0 ** chance.uniform(-1, 1) for label in "NPC"}
    near = chance.choice([{"N": HALF_RIGHT}, {"N": NumericCloseness(3), "P": HALF_RIGHT}])
    plain = chance.choice([None, weights, Measure(weights, near)])
    if chance.random() < 0.5:
        return plain
    extended = plain if isinstance(plain, Measure) else Measure(plain or {})
    return Measure(extended.weights, extended.similarities, presumptions=True)


class Handed:
    """A rule as the oracle understands it, beside what is done to those it joins."""

    def __init__(self, operation):
        self.operation, self.merge, self.match = operation, operation.merge, self

    def matches(self, left, right):
        return matching.same_person(self.operation.match, left, right)


def steps(adversary):
    """The operations as the oracle is handed them: by their names, with its own reading of the rules."""
    return [_step(operation) for operation in adversary.operations]


def _step(operation):
    if isinstance(operation, ResolvePerSource):
        return ResolvePerSource(_step(operation.operation))
    if isinstance(operation, Resolve | SingleLink):
        return type(type(operation).__name__, (Handed,), {})(operation)
    return operation


def measured(reference, measure):
    """What a record leaks by definition."""
    extended = isinstance(measure, Measure)
    presumes = extended and measure.presumptions
    nearness = dict(measure.similarities) if extended else {}
    plain = dict(measure.weights if extended else measure or {})

    def similarity(label, value, fact):
        return nearness[label].of(value, fact) if label in nearness else 0.0

    def leakage(record):
        counted = oracle.with_presumed(record) if presumes else record
        return oracle.expected_f1(counted, reference, plain, similarity)

    return leakage


def slow_subsets(records, background, reference, adversary, measure):
    return oracle.SlowSubsets(records, background, steps(adversary), measured(reference, measure))
