"""What the papers say in words, or as an order of quantities, a second time."""

import math

import numpy as np
import pytest

from leakage.papers import PAPERS
from leakage.papers.figure import ordered
from leakage.record import Record
from tests.oracles import resolution as by_definition

FIGURES = {(paper.key, figure.section, figure.what): figure for paper in PAPERS for figure in paper.figures}


def derived(key, section, what):
    return FIGURES[key, section, what].derived()


class UnlessPhonesDiffer:
    def matches(self, left, right):
        phones = set(left.values("P")), set(right.values("P"))
        conflict = all(phones) and not phones[0] & phones[1]
        return bool(set(left.values("N")) & set(right.values("N"))) and not conflict


def union(left, right):
    return Record.of(*{a.pair for a in (*left, *right)})


def test_answer_sets_of_2011_section_2_2():
    held = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alicia"), ("P", "2"))]
    query = Record.of(("N", "Alice"), ("N", "Alicia"))
    sets = by_definition.answer_sets(query, held, UnlessPhonesDiffer(), union)
    assert {frozenset(members) for members in sets} == {frozenset(), frozenset({0}), frozenset({1})}
    # Without the query, which is in each of them.
    said = derived("whang-2011", "2.2", "the answer sets of a query that is Alice or Alicia")
    assert said == "{q}, {q, r1}, {q, r2}"
    assert derived("whang-2011", "2.2", "its dipping results") == "μ(q, r1) or μ(q, r2)"


def test_key_sets_of_2011_section_2_2():
    def same(*records):
        return len({tuple(sorted(value for label, value in r if label == "A")) for r in records}) == 1

    r, s, t = ([("A", "a")], [("A", "a"), ("C", "c")], [("A", "a"), ("A", "a'")])
    for what, held in (("r and s", (r, s)), ("r and t", (r, t))):
        expected = "match" if same(*held) else "do not match"
        assert derived("whang-2011", "2.2", f"M_c, key set {{A, B}}: {what}") == expected


def test_the_map_attacker_of_rebollo_monedero_section_v_b1():
    """By plain sums: with the guess 0 the error is 1 p(1) + 4 p(2), with the guess 1 it is p(0) + p(2)."""
    before, after = np.array([0.34, 0.33, 0.33]), np.array([0.33, 0.34, 0.33])
    by_prior, by_posterior = after @ [0, 1, 4], after @ [1, 0, 1]
    bound = 4 * 4 * 0.5 * np.abs(before - after).sum()
    assert by_prior - by_posterior > bound
    said = derived("rebollo-monedero", "V-B1, eq. (8)", "the same for a MAP attacker and squared error")
    assert said == "4·d_max·TV ≤ ΔP"


def test_the_bounds_of_rebollo_monedero_in_figure_7():
    """AIDS 1/8, 3/8 of eight; before 1/2, 1/8, 1/8, 1/4; under 40 3/4, 0, 0, 1/4: nothing is gained by Hamming."""
    before, after = np.array([4, 1, 1, 2]) / 8, np.array([3, 0, 0, 1]) / 4
    reduction = (1 - after[0]) - (1 - after.max())
    variation = 0.5 * np.abs(before - after).sum()
    nats = sum(p * math.log(p / q) for p, q in zip(after, before, strict=True) if p)
    assert reduction <= 4 * variation <= 2 * math.sqrt(2 * nats)


def test_the_typical_set_of_rebollo_monedero_section_v_a2():
    """Sequences of 400 with one in five the rarer value, counted by how often it occurs."""
    entropy = -(0.8 * math.log2(0.8) + 0.2 * math.log2(0.2))
    typical = [j for j in range(401) if abs(-((400 - j) * math.log2(0.8) + j * math.log2(0.2)) / 400 - entropy) <= 0.1]
    assert math.log2(sum(math.comb(400, j) for j in typical)) <= 400 * (entropy + 0.1)
    assert sum(math.comb(400, j) * 0.8 ** (400 - j) * 0.2**j for j in typical) >= 0.9
    assert derived("rebollo-monedero", "V-A2", "size of a typical set") == "log2|T| ≤ k(H(X)+ε)"
    assert derived("rebollo-monedero", "V-A2", "probability of a typical set") == "1-ε ≤ P{T}"


def test_theorem_1_with_facts_that_are_off():
    """Five people at 1 and five at 5, who are alike by 1 - 4/5 < 1 - 0.4 - 0.1; the facts, at 3, by 1 - 2/5 = 0.6."""
    people = [1, 5] * 5
    matching = [value for value in people if 1 - abs(3 - value) / 5 >= 0.6 - 1e-12]
    right = [value for value in matching if 1 - abs(people[0] - value) / 5 >= 0.5]
    assert len(right) / len(matching) == 0.5 < 1 - 0.4
    key = ("narayanan-shmatikov", "4.1, Theorem 1")
    assert derived(*key, "probability of a similar record, facts off by ε") == "less than 1 - ε"


def test_false_matches_of_theorem_1():
    assert 1000 * 0.8**45 <= 0.05 < 1000 * 0.8**44


@pytest.mark.parametrize(
    ("quantities", "chain"),
    [
        ({"a": 1.0, "b": 2.0}, "a ≤ b"),
        ({"a": 2.0, "b": 1.0}, "b ≤ a"),
        ({"a": 1.0, "b": 1.0 + 1e-13, "c": 0.0}, "c ≤ a = b"),
    ],
)
def test_an_order_is_told_by_size(quantities, chain):
    assert ordered(**quantities) == chain
