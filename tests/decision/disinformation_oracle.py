"""Every plan of a space, resolved from scratch: what the search for optimal disinformation is held against."""

import itertools
import random

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, SameKeySet, Shares, information_leakage
from leakage.decision.disinformation_moves import Outlet, moves_of
from leakage.decision.prices import Prices
from leakage.decision.what_if import Standing
from leakage.resolution.unless import Conflicts, Unless

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


def believable(label, count):
    """Wrong values nobody has."""
    return [f"wrong {label} {number}" for number in range(count)]


def some_record(chance, size, values="123"):
    held = {(chance.choice(LABELS), chance.choice(values)) for _ in range(chance.randint(1, size))}
    held |= {("N", chance.choice(values))} if chance.random() < 0.7 else set()
    sure = chance.random() < 0.6
    return Record(Attribute(*pair, 1.0 if sure else chance.choice([0.3, 0.5, 0.9, 1.0])) for pair in sorted(held))


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
        self.pools = [
            Standing.of(some, self.reference, self.adversary, self.weights, place=place)
            for some, place in zip(self.records, self.places, strict=True)
        ]
        everywhere = tuple(range(len(self.pools)))
        outlets = [Outlet("Shop", (0,)), Outlet("Bank", everywhere), Outlet("Gym", everywhere[-1:])]
        self.outlets = chance.sample(outlets, chance.randint(1, 3))
        self.labels = chance.choice(["", "P", "C", "NP", "PC"])
        found = moves_of(self.pools, self.outlets, self.match, self.prices, believable)
        self.moves = tuple(chance.sample(found, min(most_moves, len(found))))
        self.budget = chance.choice([3.0, 5.0, 7.5, 9.0])

    def leakage(self, placed):
        """L(R + S, e, E) with (pools, record) pairs, resolved from scratch: the definition."""
        worst = 0.0
        for number, (some, place) in enumerate(zip(self.records, self.places, strict=True)):
            new = [record for pools, record in placed if number in pools]
            held = [*some[:place], *new, *some[place:]]
            worst = max(worst, information_leakage(held, self.reference, self.adversary, self.weights).leakage)
        return worst

    def versions(self, move, labels, per_label):
        """Every number of wrong attributes of every label that a record of a move can take."""
        room = [max(0, per_label - len(move.bait.values(label))) for label in labels]
        return itertools.product(*(range(free + 1) for free in room))

    def plans(self, labels, records, per_label):
        """Every plan within the budget, with so many records that hang together: its cost and what it leaves."""
        choices = []
        for group in self.groups():
            singles = [(n, counts) for n in group for counts in self.versions(self.moves[n], labels, per_label)]
            sizes = range(records + 1)
            choices.append([c for size in sizes for c in itertools.combinations_with_replacement(singles, size)])
        for parts in itertools.product(*choices):
            placed = list(self.written(sorted(itertools.chain(*parts)), labels))
            cost = sum(self.prices.cost(name, record) for name, _, record in placed)
            if cost <= self.budget + 1e-9:
                yield cost, self.leakage([(pools, record) for _, pools, record in placed])

    def groups(self):
        """The moves that hang together: in one composite of some pool if all were released, or in one pool at all
        where composites may come apart again."""
        groups = [{number} for number in range(len(self.moves))]
        for pool, some in enumerate(self.records):
            landing = [number for number, move in enumerate(self.moves) if pool in move.outlet.pools]
            if self.match.representative:
                found = self.adversary.resolve([*some, *(self.moves[number].bait for number in landing)])
                composite_of = found.composite_of[len(some) :].tolist()
            else:
                composite_of = [0] * len(landing)
            for one, other in itertools.combinations(range(len(landing)), 2):
                if composite_of[one] == composite_of[other]:
                    tied = [group for group in groups if group & {landing[one], landing[other]}]
                    groups = [group for group in groups if group not in tied] + [set().union(*tied)]
        return [sorted(group) for group in groups]

    def written(self, chosen, labels):
        used = dict.fromkeys(labels, 0)
        for number, counts in chosen:
            move = self.moves[number]
            wrong = []
            for label, count in zip(labels, counts, strict=True):
                wrong += [Attribute(label, f"wrong {label} {used[label] + n}") for n in range(count)]
                used[label] += count
            yield move.outlet.recipient, move.outlet.pools, Record((*move.bait, *wrong))


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
        known = [
            Record.of(("N", "1", sure), *chance.sample(half, chance.randint(2, 3))),
            # Of the same facts every other time: then a record that makes one of the two dilutes both.
            Record.of(("N", "alias"), *chance.sample(half if seed % 2 else others, chance.randint(2, 4))),
        ]
        strangers = [
            Record.of(("N", f"s{n}"), *((label, f"of {n}") for label in chance.sample("PCAB", chance.randint(1, 3))))
            for n in range(chance.randint(1, 2))
        ]
        self.records, self.places = [[*known, *strangers]], [2]
        self.pools = [Standing.of(self.records[0], self.reference, self.adversary, self.weights, place=2)]
        self.outlets, self.labels = [Outlet("Shop", (0,))], chance.choice(["P", "PC", "CA"])
        found = moves_of(self.pools, self.outlets, self.match, self.prices, believable)
        needed = [move for move in found if move.kind == "self" or move.links in ((0,), (1,))]
        self.moves = (*needed, *chance.sample(found, min(2, len(found))))
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
        known = [Record.of(("N", "1"), ("P", "1"), ("A", "1"), *chance.sample([("B", "1"), ("C", "1")], 1))]
        known.append(Record.of(("N", chance.choice("12")), ("P", chance.choice("23")), ("B", "1")))
        strangers = {(chance.choice("123"), chance.choice("123")) for _ in range(chance.randint(2, 5))} - {("1", "1")}
        for number, (name, phone) in enumerate(sorted(strangers)):
            facts = chance.sample("CABDE", chance.randint(1, 4))
            known.append(Record.of(("N", name), ("P", phone), *((label, f"of {number}") for label in facts)))
        self.records, self.places = [known], [2]
        self.pools = [Standing.of(known, self.reference, self.adversary, place=2)]
        self.outlets, self.labels = [Outlet("Shop", (0,))], chance.choice(["", "A", "AD"])
        found = moves_of(self.pools, self.outlets, self.match, self.prices, believable)
        self.moves = tuple(chance.sample(found, min(6, len(found))))
        self.budget = chance.choice([5.0, 7.0, 9.0])
