"""Random records, rules and operations of every kind, small enough that many collide."""

from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, owners_first
from leakage.resolution.evidence import Comparison, FellegiSunter, Level
from leakage.resolution.operations import (
    MERGES,
    Augment,
    Correct,
    Resolve,
    ResolvePerSource,
    SingleLink,
    SourcedRecord,
)
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, MatchFunction, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar

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


def rule(draw, depth=0):
    """A rule of any kind, or of any made of others."""
    simple = {
        "shares": lambda: shares(draw),
        "set": lambda: SameKeySet(*draw.sample("NPC", draw.randint(1, 2))),
        "score": lambda: at_least(draw),
        "odds": lambda: evidence(draw),
        "own": lambda: MatchFunction(same_length, "N"),
    }
    made_of_others = {
        "any": lambda: AnyOf(*(rule(draw, depth + 1) for _ in range(draw.randint(1, 3)))),
        "unless": lambda: Unless(rule(draw, depth + 1), Conflicts(*draw.sample("PC", draw.randint(1, 2)))),
        "normalised": lambda: Normalised(rule(draw, depth + 1), Normaliser(nicknames=("N",) * (draw.random() < 0.5))),
    }
    kinds = simple if depth == 2 else simple | made_of_others
    return kinds[draw.choice(list(kinds))]()


def operation(draw):
    made = draw.randint(0, 7)
    if made <= 3:
        return Resolve(rule(draw), MERGES[draw.choice(["union", "union", "noisy or", "latest wins"])])
    return {
        4: lambda: SingleLink(rule(draw)),
        5: lambda: Correct({("N", "Bob"): "Robert"}),
        6: lambda: Augment("C", "P", {"x": "1", "y": "2"}),
        7: lambda: ResolvePerSource(Resolve(rule(draw))),
    }[made]()


def adversary(draw):
    eve = Adversary(*(operation(draw) for _ in range(draw.choice([1, 1, 1, 2, 3]))))
    return owners_first(eve) if draw.random() < 0.2 else eve
