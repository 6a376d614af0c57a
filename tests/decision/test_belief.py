"""Leakage over what an adversary may believe."""

import itertools
import math
import random
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import given

from leakage import Comparison, FellegiSunter, Record, record_leakage, union_merge
from leakage.decision import belief
from leakage.decision import partitions as partition_chains
from leakage.decision.belief import believed_leakage, pair_weights
from leakage.decision.partitions import (
    Blocks,
    Draws,
    effective_draws,
    log_weight,
    masks_of,
    merge_or_split,
    shift,
    split_r_hat,
)
from leakage.progress import Budget, listening, within
from tests.amount import TIMES, cases
from tests.decision import kinds
from tests.strategies import quick, thorough

# Expected leakage of an adversary in doubt, against every partition one by one, and draws against that.


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


def by_definition(rows, bits, leak):
    """Every pair together or apart by chance, and only outcomes that are partitions: each with weight and leakage.

    ``prod p_ij prod (1 - p_ij)`` over the odds ``p_ij / (1 - p_ij)`` of the pairs together, in whole numbers of bits;
    a pair that is together for certain must be, one that is apart for certain must not.
    """
    leaks = {}
    for size in range(1, len(rows) + 1):
        for block in itertools.combinations(range(len(rows)), size):
            leaks[block] = leak(reduce(union_merge, (rows[n] for n in block)))
    for partition in partitions(list(range(len(rows)))):
        blocks = [tuple(sorted(block)) for block in partition]
        place = {number: where for where, block in enumerate(blocks) for number in block}
        total = 0
        for a, b in itertools.combinations(range(len(rows)), 2):
            together = place[a] == place[b]
            if bits[a][b] in (math.inf, -math.inf):
                if together != (bits[a][b] > 0):
                    break
            elif together:
                total += bits[a][b]
        else:
            yield sorted(blocks), total, max((leaks[block] for block in blocks), default=0.0)


def expected(found):
    greatest = max(weight for _, weight, _ in found)
    shares = [Fraction(1, 2 ** (greatest - weight)) if greatest - weight < 3000 else 0 for _, weight, _ in found]
    return float(sum(s * Fraction(leak) for s, (_, _, leak) in zip(shares, found, strict=True)) / sum(shares))


WEIGHTS = {
    "small": lambda chance: chance.randint(-6, 6),
    "zero": lambda chance: chance.choice([0, 0, 0, -1, 1]),
    "past the range of floats": lambda chance: chance.choice([-3000, -1100, 0, 1100, 1101, 2500]),
    "certain": lambda chance: chance.choice([-math.inf, -2, 0, 1, 3, -3]),
    "wide": lambda chance: chance.choice([-1, 1]) * 2 ** chance.randint(0, 20),
}


def symmetric(count, draw):
    bits = [[0] * count for _ in range(count)]
    for a, b in itertools.combinations(range(count), 2):
        bits[a][b] = bits[b][a] = draw()
    return bits


def joined_for_certain(bits, chance):
    """Some pairs are one person's for certain, where nothing says that they are not."""
    person = [chance.randrange(len(bits)) for _ in bits]
    for a, b in itertools.combinations(range(len(bits)), 2):
        if person[a] == person[b] and chance.random() < 0.5:
            bits[a][b] = bits[b][a] = math.inf
        elif person[a] == person[b] and bits[a][b] == -math.inf:
            bits[a][b] = bits[b][a] = 0
    return bits


def check(rows, reference, bits, measure):
    found = list(by_definition(rows, bits, lambda record: record_leakage(record, reference, measure)))
    believed = believed_leakage(rows, reference, np.array(bits, float).reshape(len(rows), len(rows)), measure)
    assert believed.expected == pytest.approx(expected(found), rel=1e-9, abs=1e-12)
    assert (believed.enumerated, believed.margin) == (True, 0.0)
    assert believed.bounds == (believed.expected, believed.expected)
    assert believed.worst == pytest.approx(max(leak for _, _, leak in found), abs=1e-12)
    likeliest = [row for row in found if row[0] == [tuple(block) for block in believed.likeliest]]
    assert [weight for _, weight, _ in likeliest] == [max(weight for _, weight, _ in found)]
    assert believed.likeliest_leakage == pytest.approx(likeliest[0][2], abs=1e-12)
    blocks = Blocks(rows, reference, np.zeros((len(rows),) * 2), measure)
    least, most = blocks.bounds()
    assert least - 1e-12 <= min(leak for _, _, leak in found) and max(leak for _, _, leak in found) <= most + 1e-12


@pytest.mark.parametrize("kind", WEIGHTS)
@thorough
@given(kinds.seeds)
def test_it_is_the_mean_over_all_partitions(kind, chance):
    """Few values, so that many composites leak the same; every kind of measure; some pairs one person's for certain."""
    rows = [kinds.record(chance, chance.choice(kinds.VALUES)) for _ in range(chance.randint(0, 6))]
    bits = symmetric(len(rows), lambda: WEIGHTS[kind](chance))
    bits = joined_for_certain(bits, chance) if rows and chance.random() < 0.4 else bits
    reference = Record.of(("N", chance.choice("123")), ("P", chance.choice("12")), ("C", "2"))
    check(rows, reference, bits, kinds.measure(chance))


@pytest.mark.parametrize("kind", cases(WEIGHTS, usual=1, slow=len(WEIGHTS)))
def test_nine_records_are_weighed_over_their_21147_partitions(kind):
    chance = random.Random(9)
    rows = [kinds.record(chance, "12") for _ in range(9)]
    check(rows, Record.of(("N", "1"), ("P", "2"), ("C", "1")), symmetric(9, lambda: WEIGHTS[kind](chance)), None)


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


def two_groups(size, within_group, between):
    """Two groups that each are one person, and probably the same one: half of the person is in each."""
    rows = [Record.of(*((label, "v") for label in labels)) for labels in ("NPC", "ZAC") for _ in range(size)]
    bits = np.full((2 * size, 2 * size), between)
    bits[:size, :size] = bits[size:, size:] = within_group
    return rows, bits


def of_two_groups(size, between):
    """Joined as wholes with odds of 2^(between size^2), what is tied within them being tied for certain."""
    apart = record_leakage(FIRST, E5)
    return apart + (1.0 - apart) / (1.0 + 2.0 ** (-between * size**2))


def test_two_tight_groups_of_six_that_are_probably_one_person():
    rows, bits = two_groups(6, 30.0, 18.2 / 36)
    believed = believed_leakage(rows, E5, bits)
    assert believed.enumerated
    assert believed.expected == pytest.approx(of_two_groups(6, 18.2 / 36), abs=1e-7)
    assert believed.expected == pytest.approx(0.9999992, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "between"),
    [(6, 18.2 / 36), pytest.param(10, 0.0, marks=pytest.mark.slow)],
)
def test_draws_join_and_part_tight_groups(monkeypatch, size, between):
    """Records that shift one by one would hardly ever leave one group for the other."""
    rows, bits = two_groups(size, 12.0, between)
    monkeypatch.setattr(belief, "MOST_ENUMERATED", 5)
    monkeypatch.setattr(partition_chains, "FINE", 0.03)
    drawn = believed_leakage(rows, E5, bits)
    assert not drawn.enumerated and 0.0 < drawn.margin <= 0.03
    assert abs(drawn.expected - of_two_groups(size, between)) <= drawn.margin


def small_case(chance, count):
    rows = [
        Record.of(*{(label, chance.choice("vw")) for label in chance.sample("NPCZA", chance.randint(1, 4))})
        for _ in range(count)
    ]
    return rows, symmetric(count, lambda: chance.choice([-math.inf, *(chance.gauss(-1.0, 4.0) for _ in range(9))]))


@pytest.mark.slow
def test_draws_keep_within_their_margin(monkeypatch):
    tries = 3 * TIMES
    chance, worst, given_margin = random.Random(5), 0, 0
    for _ in range(tries):
        rows, bits = small_case(chance, 7)
        enumerated = believed_leakage(rows, E5, bits)
        with monkeypatch.context() as patched:
            patched.setattr(belief, "MOST_ENUMERATED", 5)
            patched.setattr(partition_chains, "STAGES", (100, 200))
            drawn = believed_leakage(rows, E5, bits)
        if drawn.margin is not None:
            given_margin += 1
            assert abs(drawn.expected - enumerated.expected) <= drawn.margin < 0.15
        assert drawn.bounds[0] <= enumerated.expected <= drawn.bounds[1]
        assert drawn.likeliest == enumerated.likeliest
        assert drawn.likeliest_leakage <= drawn.worst <= enumerated.worst + 1e-12
        worst += drawn.worst >= enumerated.worst - 1e-12
    assert worst >= 0.6 * tries and given_margin >= 0.6 * tries


def frustrated():
    """Forty records with strong evidence at random for and against: there are many likely partitions far apart."""
    chance = random.Random(3)
    rows = [Record.of(*((label, chance.choice("vw")) for label in "NPCZA")) for _ in range(40)]
    return rows, symmetric(40, lambda: chance.choice([-80.0, 80.0]))


@pytest.mark.slow
def test_where_chains_do_not_agree_there_are_bounds_alone(monkeypatch):
    monkeypatch.setattr(partition_chains, "STAGES", (40,))
    rows, bits = frustrated()
    drawn = believed_leakage(rows, E5, bits)
    assert (drawn.enumerated, drawn.expected, drawn.margin) == (False, None, None)
    assert drawn.bounds[0] <= drawn.likeliest_leakage <= drawn.worst <= drawn.bounds[1]


@pytest.mark.slow
def test_the_worst_is_climbed_to_where_it_is_hardly_ever_drawn(monkeypatch):
    monkeypatch.setattr(partition_chains, "STAGES", (60,))
    rows = [Record.of((label, "v")) for label in "NPCZA" for _ in range(4)]
    drawn = believed_leakage(rows, E5, np.full((20, 20), -40.0))
    assert drawn.likeliest_leakage == pytest.approx(1 / 3)
    assert drawn.worst == pytest.approx(1.0)
    never = np.full((20, 20), -40.0)
    never[:4, 4:] = never[4:, :4] = -math.inf
    assert believed_leakage(rows, E5, never).worst == pytest.approx(8 / 9)


def test_records_that_are_one_person_for_certain_count_as_one():
    rows = [FIRST] * 20 + [SECOND] * 20
    bits = np.full((40, 40), 1.0 / 400)
    bits[:20, :20] = bits[20:, 20:] = math.inf
    believed = believed_leakage(rows, E5, bits)
    assert believed.enumerated and believed.likeliest == (tuple(range(40)),)
    assert believed.expected == pytest.approx(3 / 4 + 5 / 36 * 2 / 3)


@pytest.mark.parametrize("count", [14, 20])
def test_both_ways_tell_how_far_they_are_and_can_be_cancelled(count):
    rows = [Record.of((label, "v")) for label in "NPCZAAAAAAAAAAAAAAAA"[:count]]

    class CancelledError(Exception):
        pass

    def cancel(what, done, total):
        seen.append((what, done, total))
        if done and done >= total // 2:
            raise CancelledError

    seen = []
    with pytest.raises(CancelledError), listening(cancel):
        believed_leakage(rows, E5, np.zeros((count, count)))
    assert all(done <= total for _, done, total in seen)


@pytest.mark.slow
def test_drawing_ends_with_the_time(monkeypatch):
    monkeypatch.setattr(partition_chains, "STAGES", (50, 100))
    rows = [Record.of((label, "v")) for label in "NPCZA" for _ in range(4)]
    with within(Budget(seconds=0.0)):
        drawn = believed_leakage(rows, E5, np.full((20, 20), -1.0))
    longer = believed_leakage(rows, E5, np.full((20, 20), -1.0))
    assert drawn.margin is None or drawn.margin > longer.margin


def test_weights_come_from_the_match_and_others_are_refused():
    match = FellegiSunter(0.2, (Comparison.by_odds("C", 8, 2),))
    assert pair_weights([FIRST, SECOND], match).tolist() == [[0, pytest.approx(1.0)], [pytest.approx(1.0), 0]]
    with pytest.raises(ValueError, match="one for every two records"):
        believed_leakage([FIRST, SECOND], E5, [[0]])
    for pairs in ([[0, 1], [2, 0]], [[0, math.nan], [math.nan, 0]]):
        with pytest.raises(ValueError, match="numbers, and symmetric"):
            believed_leakage([FIRST, SECOND], E5, pairs)
    with pytest.raises(ValueError, match="add up to a number"):
        believed_leakage([FIRST, SECOND], E5, [[0, 1.7e308], [1.7e308, 0]])
    contrary = np.array([[0, math.inf, math.inf], [math.inf, 0, -math.inf], [math.inf, -math.inf, 0]])
    with pytest.raises(ValueError, match="are and are not one person's"):
        believed_leakage([FIRST, SECOND, SECOND], E5, contrary)


@quick
@given(kinds.seeds)
def test_the_order_of_records_does_not_count(chance):
    rows, bits = small_case(chance, 6)
    order = chance.sample(range(6), 6)
    turned = believed_leakage([rows[n] for n in order], E5, np.array(bits)[np.ix_(order, order)])
    assert turned.expected == pytest.approx(believed_leakage(rows, E5, bits).expected, abs=1e-12)


# Moves among partitions: every one of them balances in detail, by going through all that chance may choose.


class Script:
    """Chance that chooses what it is told to, and then the first; it remembers how probable that was."""

    def __init__(self, choices):
        self.choices, self.made, self.probability = list(choices), [], 1.0

    def _choose(self, weights):
        chosen = self.choices.pop(0) if self.choices else 0
        self.made.append((chosen, len(weights)))
        self.probability *= weights[chosen] / sum(weights)
        return chosen

    def randrange(self, count):
        return self._choose([1.0] * count)

    def choices_of(self, options, weights):
        return [list(options)[self._choose(list(weights))]]

    def sample(self, things, count):
        left = list(things)
        return [left.pop(self.randrange(len(left))) for _ in range(count)]


def scripted(choices):
    script = Script(choices)
    chance = type("Chance", (), {})()
    chance.randrange, chance.choices, chance.sample = script.randrange, script.choices_of, script.sample
    return script, chance


def outcomes(move, labels):
    """The probability of every partition after a move, over all that chance may choose."""
    found, prefix = {}, []
    while prefix is not None:
        script, chance = scripted(prefix)
        after = labels.copy()
        move(after, chance)
        state = frozenset(masks_of(after))
        found[state] = found.get(state, 0.0) + script.probability
        prefix = following([chosen for chosen, _ in script.made], [count for _, count in script.made])
    return found


def following(chosen, counts):
    while chosen:
        if chosen[-1] + 1 < counts[len(chosen) - 1]:
            return [*chosen[:-1], chosen[-1] + 1]
        chosen.pop()
    return None


def states(count):
    """Every partition, with labels in an order at random."""
    seen = {}
    for labels in itertools.product(range(count), repeat=count):
        seen.setdefault(frozenset(masks_of(np.array(labels))), np.array(labels))
    return seen


def evidence(chance, count, kind):
    pairs = np.zeros((count, count))
    for a, b in itertools.combinations(range(count), 2):
        drawn = {"usual": chance.gauss(0.0, 2.0), "wide": chance.gauss(0.0, 30.0), "none": 0.0}
        pairs[a, b] = pairs[b, a] = drawn.get(kind, chance.choice([-math.inf, chance.gauss(0.0, 2.0)]))
    return pairs


@pytest.mark.parametrize("kind", ["usual", "wide", "none", "never"])
@pytest.mark.parametrize("move", ["merge or split", *range(4)])
def test_every_move_balances_in_detail(kind, move):
    """``P(a) P(a to b) = P(b) P(b to a)``, and so the chain draws each partition as often as it is probable."""
    pairs = evidence(random.Random(4), 4, kind)

    def moved(labels, chance):
        if move == "merge or split":
            merge_or_split(pairs, labels, chance)
        else:
            shift(pairs, labels, move, chance)

    partitions = states(4)
    weights = {state: log_weight(pairs, labels) for state, labels in partitions.items()}
    possible = [state for state, weight in weights.items() if weight > -math.inf]
    after = {state: outcomes(moved, partitions[state]) for state in possible}
    assert len(partitions) == 15 and all(sum(found.values()) == pytest.approx(1.0) for found in after.values())
    for one, other in itertools.combinations(possible, 2):
        there, back = after[one].get(other, 0.0), after[other].get(one, 0.0)
        greatest = max(weights[one], weights[other])
        assert 2.0 ** (weights[one] - greatest) * there == pytest.approx(2.0 ** (weights[other] - greatest) * back)
    assert not {state for found in after.values() for state, p in found.items() if p} - set(possible)


def test_merging_and_splitting_alone_reach_every_partition():
    pairs = evidence(random.Random(2), 4, "usual")
    partitions = states(4)
    reached = {state: set(outcomes(lambda a, c: merge_or_split(pairs, a, c), at)) for state, at in partitions.items()}
    found = {frozenset([15])}
    while (more := set().union(*(reached[state] for state in found))) != found:
        found |= more
    assert found == set(partitions)


def test_a_margin_is_given_only_where_chains_agree_and_never_without_width():
    constant = np.full((8, 100), 0.5)
    apart = np.repeat([0.4, 0.6], 4)[:, np.newaxis] + np.zeros((8, 100))
    noisy = np.random.default_rng(0).normal(size=(8, 100))
    assert Draws(constant, constant, frozenset(), ()).margin((0.2, 0.9)) > 0.0
    assert Draws(constant, noisy, frozenset(), ()).margin((0.2, 0.9)) > 0.0
    assert Draws(apart, constant, frozenset(), ()).margin((0.2, 0.9)) is None
    assert Draws(constant, apart, frozenset(), ()).margin((0.2, 0.9)) is None
    # Agreeing, but of less than 400 effective draws.
    slow = np.repeat(noisy[:, :40], 5, axis=1)
    assert Draws(slow, constant, frozenset(), ()).margin((0.2, 0.9)) is None


# R-hat and effective draws, against what is known of independent, correlated and disagreeing chains.


def correlated(chains, draws, by, seed=0):
    """``x_t = by x_{t-1} + noise``, begun where it is stationary."""
    noise = np.random.default_rng(seed).normal(size=(chains, draws))
    found = np.empty_like(noise)
    found[:, 0] = noise[:, 0] / np.sqrt(1.0 - by**2)
    for number in range(1, draws):
        found[:, number] = by * found[:, number - 1] + noise[:, number]
    return found


@pytest.mark.parametrize("by", [0.0, 0.5, 0.9])
def test_correlated_draws_are_worth_what_theory_says(by):
    """The mean of an autoregression of the first order has the variance of ``(1 - by) / (1 + by)`` as many draws."""
    worth = np.mean([effective_draws(correlated(4, 4000, by, seed)) for seed in range(5)])
    assert worth == pytest.approx(16000 * (1 - by) / (1 + by), rel=0.1)


def test_draws_that_alternate_count_no_more_than_there_are():
    assert effective_draws(correlated(4, 500, -0.5)) == 2000.0


def test_r_hat_sees_chains_that_differ_in_place_in_width_and_over_time():
    alike = correlated(4, 1000, 0.3)
    assert split_r_hat(alike) < 1.005
    assert split_r_hat(alike + np.arange(4)[:, np.newaxis] * 0.3) > 1.01
    assert split_r_hat(alike * np.array([1.0, 1.0, 1.0, 3.0])[:, np.newaxis]) > 1.01
    assert split_r_hat(alike + np.linspace(0.0, 1.0, 1000)) > 1.01
    # Ranks alone count, so no outlier hides it.
    assert split_r_hat(np.exp(5.0 * alike)) == pytest.approx(split_r_hat(alike), abs=0.003)
