"""Random works of every kind, and what an adversary knows of some of the releases, by the definition."""

from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import Presumed, worst_of
from leakage.measure.weights import EditSimilarity, Measure, NumericCloseness
from leakage.record import Attribute, Record
from tests.resolution import kinds

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
    releases, strangers = kinds.drawn_records(draw, most), kinds.drawn_records(draw, 3)
    true = {a.pair for record in releases[:3] for a in record if draw.random() < 0.7} | {("N", "Anna"), ("D", "5")}
    pools = [sorted(n for n in range(len(releases)) if draw.random() < 0.6) for _ in range(draw.randint(1, 3))]
    presumed = {n: presumption(draw) for n in range(len(releases)) if draw.random() < 0.2}
    return Work(
        releases,
        strangers,
        Record(Attribute(*pair) for pair in sorted(true)),
        kinds.adversary(draw),
        draw.choice(WEIGHTS),
        draw.choice([None, pools]),
        presumed,
    )
