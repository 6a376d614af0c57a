"""Every kind of rule; random rules, merges, measures, and works to decide about."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import Presumed, worst_of
from leakage.measure.weights import EditSimilarity, Measure, NumericCloseness
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, owners_first
from leakage.resolution.evidence import Comparison, FellegiSunter, Level
from leakage.resolution.operations import MERGES, Augment, Correct, Resolve, ResolvePerSource, SingleLink, SourcedRecord
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, MatchFunction, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar
from tests.oracles import resolution as oracle

NAMES = ("Ann", "Anna", "anna ", "Hannah", "Annabel", "Bob", "Robert", "Katherine", "Katharine")
VALUES = {
    "N": NAMES,
    "P": ("1", "2", "3", "4"),
    "C": ("x", "y", "z"),
    "B": ("2010-01-10", "2010-01-11", "11.01.2010", "2011-01-12"),
    "D": ("1", "2", "5", "10-12", "1*", "12"),
}


def drawn_record(draw, most=4):
    labels = [draw.choice("NPCBD") for _ in range(draw.randint(0, most))]
    pairs = sorted({(label, draw.choice(VALUES[label])) for label in labels})
    return Record(Attribute(*pair, draw.choice([1.0, 1.0, 0.5, 0.0, 0.9])) for pair in pairs)


def drawn_records(draw, most=9):
    records = [drawn_record(draw) for _ in range(draw.randint(0, most))]
    if draw.random() < 0.4:
        records = [SourcedRecord(r, draw.choice("uvw")) if draw.random() < 0.7 else r for r in records]
    return records


def condition(draw, label):
    if draw.random() < 0.4:
        return label
    if label == "N":
        kind = draw.choice(["name", "text", "damerau levenshtein"])
        return Similar("N", draw.choice([0.7, 0.8, 0.9]), kind, within=1.0, blocked=draw.random() < 0.5)
    return {
        "B": Similar("B", kind="date", within=1.0),
        "D": Similar("D", kind=draw.choice(["covers", "number"]), within=2.0),
    }.get(label, label)


def shares(draw):
    return Shares(*(condition(draw, label) for label in draw.sample("NPCBD", draw.randint(1, 3))))


def at_least(draw):
    weights = tuple((label, draw.choice([0.5, 1.0, 0.7, 0.1, 2.0])) for label in draw.sample("NPCB", 3))
    return AtLeast(draw.choice([1.0, 0.8, 1.5, 2.0]), weights)


def evidence(draw):
    compared = []
    for label in draw.sample("NPCB", draw.randint(1, 3)):
        alike = ((Similar("N", draw.choice([0.7, 0.85])), draw.choice([3.0, 20.0])),) if label == "N" else ()
        compared.append(Comparison.by_odds(label, draw.choice([4.0, 300.0]), draw.choice([2.0, 50.0]), alike))
    if draw.random() < 0.3:
        compared.append(Comparison("D", (Level(0.9, 0.25),), Level(0.1, 0.75)))
    threshold = draw.choice([-2.0, 0.0, 1.0, 4.0])
    return FellegiSunter(draw.choice([0.5, 0.1, 0.01]), tuple(compared), threshold, draw.random() < 0.6)


def same_length(left, right):
    return {len(value) for value in left.values("N")} == {len(value) for value in right.values("N")} != set()


class Kind(NamedTuple):
    """A kind of rule; the engines, the saved forms and the scripts are tried on what is drawn."""

    drawn: Callable  # One at random, of a source of chance; and of what draws its parts, if it is made of others.
    says: Callable  # Whether two records are one person to it, slowly and obviously.
    has_parts: bool = False


KINDS = {
    Shares: Kind(shares, oracle.shares),
    SameKeySet: Kind(lambda draw: SameKeySet(*draw.sample("NPC", draw.randint(1, 2))), oracle.same_key_set),
    AtLeast: Kind(at_least, oracle.at_least),
    FellegiSunter: Kind(evidence, oracle.fellegi_sunter),
    MatchFunction: Kind(lambda draw: MatchFunction(same_length, "N"), oracle.function),
    AnyOf: Kind(
        lambda draw, part: AnyOf(*(part() for _ in range(draw.randint(1, 3)))),
        lambda rule, *both: any(same_person(part, *both) for part in rule.rules),
        has_parts=True,
    ),
    Unless: Kind(
        lambda draw, part: Unless(part(), Conflicts(*draw.sample("PC", draw.randint(1, 2)))),
        lambda rule, *both: same_person(rule.match, *both) and not oracle.contradict(rule.conflicts, *both),
        has_parts=True,
    ),
    Normalised: Kind(
        lambda draw, part: Normalised(part(), Normaliser(nicknames=("N",) * (draw.random() < 0.5))),
        lambda rule, *both: same_person(rule.match, *(oracle.as_compared(one, rule.normaliser) for one in both)),
        has_parts=True,
    ),
}


def same_person(rule, left, right):
    return KINDS[type(rule)].says(rule, left, right)


def rule(draw, depth=0):
    """A rule of any kind, or of any made of others."""
    kind = draw.choice([kind for kind in KINDS.values() if depth < 2 or not kind.has_parts])
    return kind.drawn(draw, partial(rule, draw, depth + 1)) if kind.has_parts else kind.drawn(draw)


def operation(draw):
    made, merge = draw.randint(0, 7), MERGES[draw.choice(["union", "union", "noisy or", "latest wins"])]
    if made <= 3:
        return Resolve(rule(draw), merge)
    return {
        4: lambda: SingleLink(rule(draw), merge),
        5: lambda: Correct({("N", "Bob"): "Robert"}),
        6: lambda: Augment("C", "P", {"x": "1", "y": "2"}),
        7: lambda: ResolvePerSource(Resolve(rule(draw))),
    }[made]()


def adversary(draw):
    eve = Adversary(*(operation(draw) for _ in range(draw.choice([1, 1, 1, 2, 3]))))
    return owners_first(eve) if draw.random() < 0.2 else eve


WEIGHTS = (None, {"N": 2.0, "P": 0.5}, Measure({"C": 3.0}, {"D": NumericCloseness(4), "N": EditSimilarity()}))


@dataclass
class Work:
    releases: list
    strangers: list
    person: Record
    adversary: object
    weights: object
    pools: list | None
    presumed: dict

    @property
    def evaluator(self):
        fields = (self.releases, self.strangers, self.person, self.adversary, self.weights, self.pools, self.presumed)
        return Evaluator(*fields)

    @property
    def all_pools(self):
        return [range(len(self.releases))] if self.pools is None else self.pools

    def of_pool(self, held, more=(), presumed=None):
        """2012, Definition 2: the strangers, then the releases held, then what is asked about."""
        records = [*self.strangers, *(self.releases[n] for n in held), *more]
        first = len(self.strangers)
        beside = {first + place: self.presumed[n] for place, n in enumerate(held) if n in self.presumed}
        if presumed and more:
            beside[len(records) - 1] = presumed
        return worst_of(self.adversary.resolve(records), self.person, self.weights, beside)

    def leakage(self, numbers):
        """The worst pool, of which only some releases are held."""
        return max(self.of_pool(sorted(set(pool) & set(numbers))).leakage for pool in self.all_pools)


def presumption(draw):
    facts = {pair: draw.random() for pair in (("P", "1"), ("B", "2010-01-10"), ("Q", "q")) if draw.random() < 0.5}
    return Presumed(draw.choice("uv"), tuple(facts.items()))


def drawn_work(draw, most=6):
    releases, strangers = drawn_records(draw, most), drawn_records(draw, 3)
    true = {a.pair for record in releases[:3] for a in record if draw.random() < 0.7} | {("N", "Anna"), ("D", "5")}
    pools = [sorted(n for n in range(len(releases)) if draw.random() < 0.6) for _ in range(draw.randint(1, 3))]
    presumed = {n: presumption(draw) for n in range(len(releases)) if draw.random() < 0.2}
    return Work(
        releases,
        strangers,
        Record(Attribute(*pair) for pair in sorted(true)),
        adversary(draw),
        draw.choice(WEIGHTS),
        draw.choice([None, pools]),
        presumed,
    )
