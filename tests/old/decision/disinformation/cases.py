"""Every plan of a space, resolved from scratch: what the search for optimal disinformation is held against."""

import random
from dataclasses import replace
from functools import cached_property

from leakage import Adversary, AnyOf, Attribute, Measure, Record, Resolve, SameKeySet, Shares
from leakage.old.decision.disinformation.candidates import Channel, Prices, moves_of
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.weights import NumericCloseness
from leakage.old.resolution.adversary import ResolvePerSource, owners_first
from leakage.old.resolution.linkage.comparison import Comparison
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.old.resolution.operations import Augment, Correct, SingleLink, SourcedRecord
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from tests.oracles import near_values
from tests.oracles.disinformation import Definition, by_weights, groups, plans

LABELS = "NPC"
BY_KEYS = (
    Shares("N"),
    AnyOf(Shares("N"), Shares("P")),
    Shares("N", "P"),
    AnyOf(Shares("N", "P"), Shares("C")),
    SameKeySet("N"),
)
NEGATIVE = (
    Unless(Shares("N"), Conflicts("P")),
    Unless(AnyOf(Shares("N"), Shares("C")), Conflicts("P")),
)


NEAR = Shares(Similar("N", kind="number", within=1.0))
RULES = (
    *BY_KEYS,
    *NEGATIVE,
    NEAR,
    AnyOf(NEAR, Shares("P")),
    AtLeast(2.0, (("N", 1.0), ("P", 1.5), ("C", 1.0))),
    FellegiSunter(0.2, (Comparison.by_odds("N", 9, 3, ((NEAR.required[0], 5),)), Comparison.by_odds("P", 8, 4)), 0.1),
    AnyOf(Shares("P"), SameKeySet("N")),
    Unless(NEAR, Conflicts("C")),
)
KEY_SETS = (
    SameKeySet("N"),
    SameKeySet("N", "P"),
    AnyOf(SameKeySet("N")),
    Normalised(SameKeySet("N"), Normaliser()),
)
PREPARED = (Correct({("N", "3"): "2"}), Augment("C", "P", {"1": "1", "2": "3"}))
SPELT = (*"11123", "1 ", " 2")
CLOSE = NumericCloseness(2)
MEASURES = (
    None,
    {"C": 3.0},
    Measure({"C": 3.0}, {"X": CLOSE}),
    Measure({"P": 2.0}, {"P": CLOSE, "N": CLOSE}),
    Measure({"P": 2.0}, {"C": CLOSE}),
)


def parts_by(weights):
    """X, Y and W_e of one world, by weights or by a Measure."""
    if isinstance(weights, Measure):
        return lambda world, record, reference: near_values.parts(world, record, reference, weights)
    return by_weights(weights or {})


def numbers(label, count):
    """Wrong values, of which the first is near the truth, 1."""
    return ["1.5", *map(str, range(101, 100 + count))][:count] if label == "C" else believable(label, count)


def far_from_the_truth(label, count):
    """Those that are not near it by ``CLOSE``; by no measure that asks for less are they near either."""
    return numbers(label, count + 1)[1:] if label == "C" else believable(label, count)


def believable(label, count):
    """Wrong values nobody has."""
    return [f"wrong {label} {number}" for number in range(count)]


def some_record(chance, size, values="123"):
    pairs = {(chance.choice(LABELS), chance.choice(values)) for _ in range(chance.randint(1, size))}
    pairs |= {("N", chance.choice(values))} if chance.random() < 0.7 else set()
    sure = chance.random() < 0.6
    return Record(Attribute(*pair, 1.0 if sure else chance.choice([0.3, 0.5, 0.9, 1.0])) for pair in sorted(pairs))


def some_prices(chance):
    """Mostly with a common step, sometimes without one, sometimes with something free."""
    kind = chance.randrange(4)
    if kind == 0:
        return Prices(1.0, 1.0)
    if kind == 1:
        return Prices(0.0, 1.0, attributes=(("C", 2.5),))
    if kind == 2:
        return Prices(2.0, 0.5, records=(("Bank", 0.5),), attributes=(("P", 0.0),))
    return Prices(chance.uniform(0.5, 2.0), chance.uniform(0.2, 1.5), attributes=(("N", chance.uniform(0.2, 1.5)),))


def some_rule(chance):
    """Every rule, comparing values as they are or as they are normalised."""
    rule = chance.choice(RULES)
    normaliser = chance.choice([Normaliser(), Normaliser(case=False, nicknames=("N",))])
    return Normalised(rule, normaliser) if chance.random() < 0.25 else rule


class Instance:
    """A small problem drawn at random: pools, outlets, moves, prices and labels."""

    def __init__(self, seed, matches=BY_KEYS, most_moves=5):
        chance = random.Random(seed)
        self.match = chance.choice(matches)
        self.adversary = Adversary((Resolve(self.match),))
        self.reference = Record.of(*{(label, "1") for label in LABELS}, ("Z", "1"))
        weights = {label: chance.choice([1.0, 1.0, 2.0, 3.0]) for label in LABELS}
        self.weights = chance.choice([None, weights])
        self.prices = some_prices(chance)
        background = [some_record(chance, 3, "23") for _ in range(chance.randint(0, 3))]
        self.records = [
            [some_record(chance, 3, "112") for _ in range(chance.randint(1, 3))] for _ in range(chance.randint(1, 2))
        ]
        self.places = [len(some) for some in self.records]
        self.records = [[*some, *background] for some in self.records]
        self._settle(chance, most_moves)

    believable = values = staticmethod(believable)

    def _settle(self, chance, most_moves):
        self.pools = [
            Baseline.of(some, self.reference, self.adversary, self.weights, place=place)
            for some, place in zip(self.records, self.places, strict=True)
        ]
        everywhere = tuple(range(len(self.pools)))
        channels = [Channel("Shop", (0,)), Channel("Bank", everywhere), Channel("Gym", everywhere[-1:])]
        self.channels = chance.sample(channels, chance.randint(1, 3))
        self.labels = chance.choice(["", "P", "C", "NP", "PC"])
        moves = moves_of(self.pools, self.channels, self.match, self.prices, believable)
        self.moves = tuple(chance.sample(moves, min(most_moves, len(moves))))
        self.budget = chance.choice([3.0, 5.0, 7.5, 9.0])

    @cached_property
    def definition(self):
        return Definition(self.reference, self.by_definition, parts_by(self.weights))

    @property
    def by_definition(self):
        """The operations as they are defined, whatever the program leaves out because it changes nothing."""
        return self.adversary.operations

    def given(self, recipient, record):
        """A record as its recipient has it."""
        return SourcedRecord(record, recipient) if self.owned else record

    owned = False

    @property
    def records_and_places(self):
        return list(zip(self.records, self.places, strict=True))

    @property
    def grows(self):
        return self.pools[0].pipeline is not None

    def leakage(self, placed):
        """L(R + S, e, E) with (pools, record) pairs, resolved from scratch: the definition."""
        return self.definition.with_new(self.records_and_places, placed)

    def groups(self):
        return groups(self.moves, self.records_and_places, self.adversary.operations, self.grows)

    def plans(self, labels, records, per_label):
        """Every plan within the budget, with so many records that hang together: its cost and what it leaves."""
        space = (labels, self.values, self.budget, records, per_label, self.grows, self.given)
        return plans(self.definition, self.records_and_places, self.moves, self.prices, *space)


class Forms:
    """Recipients whose forms have some fields only, several of them in the same pools."""

    def _settle(self, chance, most_moves):
        super()._settle(chance, most_moves)
        some = [None, *(frozenset(chance.sample(LABELS, chance.randint(1, len(LABELS)))) for _ in range(3))]
        more = [Channel(f"Form {number}", chance.choice(self.channels).pools) for number in range(2)]
        self.channels = [replace(channel, fields=chance.choice(some)) for channel in (*self.channels, *more)]
        moves = moves_of(self.pools, self.channels, self.match, self.prices, believable)
        self.moves = tuple(chance.sample(moves, min(most_moves, len(moves))))

    def moves_to_each(self):
        """The moves to every recipient, whoever else might be given the same."""
        alone = [moves_of(self.pools, [one], self.match, self.prices, believable) for one in self.channels]
        return tuple(move for moves in alone for move in moves)


class WithForms(Forms, Instance):
    """Of rules by keys."""


class AnyKind(Instance):
    """Every rule, merge, measure and pipeline, also where owners resolve their own records first."""

    believable, values = staticmethod(numbers), staticmethod(far_from_the_truth)

    def __init__(self, seed, merges=(union_merge, noisy_or_merge, latest_wins_merge), measures=MEASURES, most_moves=3):
        chance = random.Random(seed)
        self.match, merge = some_rule(chance), chance.choice(merges)
        way = chance.randrange(8)
        self.owned = way >= 6
        step = chance.choice([SingleLink, Resolve, Resolve, Resolve, Resolve])(self.match, merge)
        before = PREPARED if way in {1, 6} else ()
        after = (Resolve(Shares("C"), merge),) if way == 2 else ()
        self.adversary = Adversary((*before, step, *after))
        self.staged = (*before, ResolvePerSource(step), step)
        if self.owned:
            # As it is left out where it changes nothing, and as it stands.
            self.adversary = chance.choice([owners_first(self.adversary), Adversary(self.staged)])
        self.reference = Record.of(*{(label, "1") for label in LABELS}, ("Z", "1"))
        self.weights, self.prices = chance.choice(measures), some_prices(chance)
        pools = chance.choice([1, 1, 2])
        self.records = [[self._some_record(chance) for _ in range(chance.randint(1, 4))] for _ in range(pools)]
        self.places = [len(some) - chance.choice([0, 0, 1]) for some in self.records]
        self._settle(chance, most_moves)

    @property
    def by_definition(self):
        return self.staged if self.owned else self.adversary.operations

    def _some_record(self, chance):
        record = some_record(chance, 3, SPELT)
        owner = chance.choice(["Shop", "Bank", None])
        return SourcedRecord(record, owner) if self.owned and owner else record


class AnyKindWithForms(Forms, AnyKind):
    """Of every rule, merge, measure and pipeline."""


class ByKeySets(Instance):
    """Representativity and negative representativity both hold."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.match, merge = chance.choice(KEY_SETS), chance.choice([union_merge, noisy_or_merge])
        normalised, prepared = isinstance(self.match, Normalised), chance.random() < 0.3
        self.plain = not normalised and not prepared
        self.adversary = Adversary((*(PREPARED if prepared else ()), Resolve(self.match, merge)))
        self.reference = Record.of(*{(label, "1") for label in LABELS}, ("Z", "1"))
        self.weights = chance.choice([None, {label: chance.choice([1.0, 2.0, 3.0]) for label in LABELS}])
        values = SPELT if normalised else "1123"
        self.records, self.prices = [[some_record(chance, 3, values) for _ in range(6)]], Prices(1.0, 1.0)
        self.places = [chance.choice([3, 6])]
        self._settle(chance, 5)


class TwoTargets(Instance):
    """Two composites of one pool that tell nearly the same, and strangers by whom a record could tie them together.

    To come below either both have to be diluted, with one budget for the two.
    """

    def __init__(self, seed):
        chance = random.Random(seed)
        self.match = Shares("N")
        self.adversary = Adversary((Resolve(self.match),))
        facts = [(label, str(number)) for label in "PCAB" for number in range(2)]
        self.reference = Record.of(("N", "1"), *facts)
        self.weights = {label: chance.choice([1.0, 1.0, 2.0]) for label in "NPCAB"}
        self.prices = Prices(chance.choice([0.5, 1.0, 2.0]), chance.choice([0.5, 1.0]))
        half = chance.sample(facts, 4)
        others = sorted(set(facts) - set(half))
        sure = chance.choice([1.0, 1.0, 0.9])
        targets = [
            Record.of(("N", "1", sure), *chance.sample(half, chance.randint(2, 3))),
            # Of the same facts every other time: then a record that makes one of the two dilutes both.
            Record.of(("N", "alias"), *chance.sample(half if seed % 2 else others, chance.randint(2, 4))),
        ]
        strangers = [
            Record.of(("N", f"s{n}"), *((label, f"of {n}") for label in chance.sample("PCAB", chance.randint(1, 3))))
            for n in range(chance.randint(1, 2))
        ]
        self.records, self.places = [[*targets, *strangers]], [2]
        self.pools = [Baseline.of(self.records[0], self.reference, self.adversary, self.weights, place=2)]
        self.channels, self.labels = [Channel("Shop", (0,))], chance.choice(["P", "PC", "CA"])
        moves = moves_of(self.pools, self.channels, self.match, self.prices, believable)
        needed = [move for move in moves if move.kind == "self" or move.links in ((0,), (1,))]
        self.moves = (*needed, *chance.sample(moves, min(2, len(moves))))
        self.moves = tuple(dict.fromkeys(self.moves))
        self.budget = chance.choice([6.0, 8.0, 10.0])


class Crossing(Instance):
    """By two labels together: what is joined offers keys that none of its records did, and may join more by them."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.match = chance.choice([Shares("N", "P"), AnyOf(Shares("N", "P"), Shares("C"))])
        self.adversary = Adversary((Resolve(self.match),))
        self.reference = Record.of(("N", "1"), ("P", "1"), ("C", "1"), ("A", "1"), ("B", "1"))
        self.weights, self.prices = None, Prices(chance.choice([0.5, 1.0]), chance.choice([0.5, 1.0]))
        targets = [Record.of(("N", "1"), ("P", "1"), ("A", "1"), *chance.sample([("B", "1"), ("C", "1")], 1))]
        targets.append(Record.of(("N", chance.choice("12")), ("P", chance.choice("23")), ("B", "1")))
        strangers = {(chance.choice("123"), chance.choice("123")) for _ in range(chance.randint(2, 5))} - {("1", "1")}
        for number, (name, phone) in enumerate(sorted(strangers)):
            facts = chance.sample("CABDE", chance.randint(1, 4))
            targets.append(Record.of(("N", name), ("P", phone), *((label, f"of {number}") for label in facts)))
        self.records, self.places = [targets], [2]
        self.pools = [Baseline.of(targets, self.reference, self.adversary, place=2)]
        self.channels, self.labels = [Channel("Shop", (0,))], chance.choice(["", "A", "AD"])
        moves = moves_of(self.pools, self.channels, self.match, self.prices, believable)
        self.moves = tuple(chance.sample(moves, min(6, len(moves))))
        self.budget = chance.choice([5.0, 7.0, 9.0])
