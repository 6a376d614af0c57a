"""Expected leakage of an adversary in doubt, against every partition in fractions, and draws against enumeration."""

import math
import random
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Comparison, FellegiSunter, Record, record_leakage, union_merge
from leakage.decision import believed_partitions
from leakage.decision.believed_partitions import believed_leakage, pair_weights
from tests.strategies import quick, records, references


def partitions(numbers):
    """Every way to put numbers into blocks."""
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for partition in partitions(rest):
        yield [[first], *partition]
        for n in range(len(partition)):
            yield [*partition[:n], [first, *partition[n]], *partition[n + 1 :]]


def by_definition(rows, reference, bits):
    """Every pair together or apart by chance, and only outcomes that are partitions kept."""
    total, expected, worst = Fraction(0), Fraction(0), 0.0
    for partition in partitions(list(range(len(rows)))):
        together = {frozenset((a, b)) for block in partition for a in block for b in block if a != b}
        share = Fraction(1)
        for a in range(len(rows)):
            for b in range(a):
                odds = Fraction(2) ** int(bits[a][b])
                probability = odds / (1 + odds)
                share *= probability if frozenset((a, b)) in together else 1 - probability
        composites = [reduce(union_merge, (rows[n] for n in block)) for block in partition]
        leaks = max((record_leakage(composite, reference) for composite in composites), default=0.0)
        total, expected, worst = total + share, expected + share * Fraction(leaks), max(worst, leaks)
    return float(expected / total), worst


def symmetric(chance, count, low, high):
    bits = [[0] * count for _ in range(count)]
    for a in range(count):
        for b in range(a):
            bits[a][b] = bits[b][a] = chance.randint(low, high)
    return bits


@quick
@given(st.lists(records(max_size=3), max_size=5), references, st.integers(0, 2**32 - 1).map(random.Random))
def test_it_is_the_mean_over_all_partitions(rows, reference, chance):
    bits = symmetric(chance, len(rows), -6, 6)
    believed = believed_leakage(rows, reference, np.array(bits).reshape(len(rows), len(rows)))
    expected, worst = by_definition(rows, reference, bits)
    assert believed.expected == pytest.approx(expected, abs=1e-12)
    assert (believed.worst, believed.margin) == (pytest.approx(worst), 0.0)


E5 = Record.of(*((label, "v") for label in "NPCZA"))
FIRST, SECOND = (Record.of(*((label, "v") for label in labels)) for labels in ("NPC", "CZ"))


@pytest.mark.parametrize(("odds", "p"), [(1, 1 / 2), (8, 8 / 9), (1 / 4, 1 / 5)])
def test_the_worked_example(odds, p):
    """Three right and two right of five, one of them shared, joined with probability p: 3/4 + 5p/36."""
    bits = math.log2(odds)
    believed = believed_leakage([FIRST, SECOND], E5, [[0, bits], [bits, 0]])
    assert believed.expected == pytest.approx(3 / 4 + 5 * p / 36)
    assert believed.worst == pytest.approx(8 / 9)
    assert p == 1 / 2 or believed.likeliest_leakage == pytest.approx(8 / 9 if p > 1 / 2 else 3 / 4)


def test_a_likely_join_makes_an_unlikely_one_likely():
    """Three records of which two pairs are likely one person and the third is not: a partition cannot have it so."""
    rows, bits = [Record.of((label, "v")) for label in "NPC"], [[0, 4, 4], [4, 0, -3], [4, -3, 0]]
    believed = believed_leakage(rows, Record.of(*((label, "v") for label in "NPC")), bits)
    assert believed.likeliest == ((0, 1, 2),)


def test_draws_keep_within_their_margin(monkeypatch):
    chance, within, worst = random.Random(5), 0, 0
    for _ in range(12):
        rows = [
            Record.of(*{(label, chance.choice("vw")) for label in chance.sample("NPCZA", chance.randint(1, 4))})
            for _ in range(6)
        ]
        bits = symmetric(chance, 6, -3, 3)
        enumerated = believed_leakage(rows, E5, bits)
        with monkeypatch.context() as patched:
            patched.setattr(believed_partitions, "MOST_ENUMERATED", 5)
            patched.setattr(believed_partitions, "SWEEPS", 60)
            drawn = believed_leakage(rows, E5, bits)
        off = abs(drawn.expected - enumerated.expected)
        within += off <= drawn.margin + 1e-12
        assert off <= 2 * drawn.margin + 1e-9 and drawn.margin < 0.1
        assert drawn.likeliest_leakage <= drawn.worst <= enumerated.worst + 1e-12
        worst += drawn.worst >= enumerated.worst - 1e-12
    assert within >= 11 and worst >= 11


def test_the_worst_is_climbed_to_where_it_is_hardly_ever_drawn(monkeypatch):
    monkeypatch.setattr(believed_partitions, "SWEEPS", 5)
    rows = [Record.of((label, "v")) for label in "NPCZA" for _ in range(3)]
    apart = np.full((15, 15), -40.0) + np.diag([40.0] * 15)
    drawn = believed_leakage(rows, E5, apart)
    assert drawn.likeliest_leakage == pytest.approx(1 / 3)
    assert drawn.worst == pytest.approx(1.0)


def test_weights_come_from_the_match_and_others_are_refused():
    match = FellegiSunter(0.2, (Comparison.by_odds("C", 8, 2),))
    assert pair_weights([FIRST, SECOND], match).tolist() == [[0, pytest.approx(1.0)], [pytest.approx(1.0), 0]]
    for pairs in ([[0]], [[0, 1], [2, 0]], [[0, float("inf")], [float("inf"), 0]]):
        with pytest.raises(ValueError, match="finite and symmetric"):
            believed_leakage([FIRST, SECOND], E5, pairs)
