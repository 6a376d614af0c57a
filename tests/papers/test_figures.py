"""The papers' figures: every one holds, and is worked out a second time by hand."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from leakage.record import Record
from tests.oracles import papers as by_hand
from tests.oracles import resolution as by_definition
from tests.oracles.earth_mover import earth_mover
from tests.oracles.papers import ALICE, CUSTOMER, EMPLOYER, SHOPPER, VENDOR
from tests.papers import PAPERS, papers_block
from tests.papers.figure import Figure, ordered, read
from tests.readme_figures import block_in_readme

# Every figure of the papers a second time, by hand: the two derivations agree.


HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
S, T = {("N", "n1"), ("C", "c1"), ("P", "p1")}, {("N", "n1"), ("C", "c2"), ("A", "a1")}
S1 = {("N", "n1"), ("C", "c1"), ("A", "a1")}
U = {("N", "n1"), ("C", "c2"), ("P", "p1")}
R_OF_2_1 = {("N", "Alice"), ("A", "20"), ("P", "111")}
UNSURE, ABOUT_UNSURE = [(("A", "1"), Fraction(1, 10)), (("B", "3"), Fraction(1, 5))], {("A", "1"), ("B", "2")}
DOUBTED = [(("N", "Alice"), HALF), (("A", "20"), Fraction(1))]
E_OF_2_3 = {("N", "Alice"), ("A", "20"), ("P", "123")}
E_OF_2_4 = {("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111")}
PATIENT_A = {("Name", "Alice"), ("Zip", "11*"), ("Age", "3*"), ("Disease", "Heart")}
PATIENT_Z = {("Name", "Zoe"), ("Zip", "2**"), ("Age", "≥50"), ("Disease", "Flu")}
CLASS_1 = {("Zip", "11*"), ("Age", "3*"), *(("Disease", d) for d in ("Heart", "Breast", "Cancer"))}
CLASS_2 = {("Zip", "2**"), ("Age", "≥50"), ("Disease", "Hair"), ("Disease", "Flu")}
R_C = [(("N", "Alice"), Fraction(1)), (("A", "20"), Fraction(1)), (("P", "123"), HALF), (("C", "987"), Fraction(1))]
R_E = {pair for pair, _ in R_C}
CERTAINTY = by_hand.leakage(R_C, R_E)
PHONE = (1 - CERTAINTY) / (1 - HALF)

WHOLE, UNIFORM = [Fraction(7, 12), Fraction(3, 12), Fraction(2, 12)], [Fraction(1, 3)] * 3
FLU_CLASS, CANCER_CLASS = (
    [Fraction(3, 4), Fraction(1, 4), Fraction(0)],
    [Fraction(1, 4), Fraction(1, 4), Fraction(2, 4)],
)
CLASSES = (FLU_CLASS, FLU_CLASS, CANCER_CLASS)
WHOLE_2 = [Fraction(10, 16), Fraction(2, 16), Fraction(2, 16), Fraction(2, 16)]
CLASSES_2 = (
    [Fraction(1, 4)] * 4,
    *([Fraction(12, 16), *(Fraction(4 * (i == n), 16) for i in range(3))] for n in range(3)),
)
SALARIES = range(3, 12)
NINTHS = [Fraction(1, 9)] * 9


def of_classes(measure, whole, classes):
    return [measure(whole, shares) for shares in classes]


def entropy_gap(before, after):
    return abs(by_hand.entropy(before) - by_hand.entropy(after))


def movers(*classes):
    return [by_hand.ordered_mover(values, SALARIES) for values in classes]


def share(values):
    return [Fraction(list(values).count(salary), len(values)) for salary in SALARIES]


SEVENS, LOWEST = [7, 7, 7], [3, 4, 5]
DISTRIBUTION, ENTROPY = of_classes(by_hand.distance, WHOLE, CLASSES), of_classes(entropy_gap, WHOLE, CLASSES)
SKEWED = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]


STOMACH = {"gastric ulcer", "gastritis", "stomach cancer"}
TABLE_II = (
    ("gastric ulcer", "stomach cancer", "pneumonia"),
    ("gastritis", "flu", "bronchitis"),
    ("gastritis", "bronchitis", "stomach cancer"),
)
DISEASES = [disease for diseases in TABLE_II for disease in diseases]


def by_tree(diseases):
    """1/3 under one organ, 1 between lungs and stomach, as the transport problem it is."""
    kinds = sorted(set(DISEASES))
    ground = [[1 if (a in STOMACH) != (b in STOMACH) else (a != b) / 3 for b in kinds] for a in kinds]
    return earth_mover([diseases.count(k) / 3 for k in kinds], [DISEASES.count(k) / 9 for k in kinds], ground)


def counts_present(*chances):
    """All, all but one, ..., none there."""
    attributes = [((str(n), ""), chance) for n, chance in enumerate(chances)]
    sums = [Fraction(0)] * (len(attributes) + 1)
    for chance, world in by_hand.worlds(attributes):
        sums[len(attributes) - len(world)] += chance
    return sums


def crowd_posterior(n, p):
    """p(x|y) from the protocol: after t hops the message is anywhere; sum until the rest is nothing."""
    last = [Fraction(0)] * n
    holder, left = [Fraction(int(user == 0)) for user in range(n)], Fraction(1)
    for _ in range(200):
        last = [done + left * p * share for done, share in zip(last, holder, strict=True)]
        holder, left = [Fraction(1, n)] * n, left * (1 - p)
    return last


CROWD = crowd_posterior(5, Fraction(3, 10))


def least_m(people, epsilon, delta):
    return next(m for m in range(10_000) if people * (1 - delta) ** m <= epsilon)


BY_HAND_FIGURES = {
    "Whang & Garcia-Molina 2011": [
        by_hand.recall(VENDOR, SHOPPER),
        by_hand.recall(EMPLOYER, SHOPPER),
        by_hand.recall(VENDOR | EMPLOYER, SHOPPER),
        max(by_hand.recall(VENDOR | {("P", "666")}, SHOPPER), by_hand.recall(EMPLOYER, SHOPPER)),
        by_hand.precision(R_OF_2_1, ALICE),
        by_hand.recall(R_OF_2_1, ALICE),
        by_hand.f1(R_OF_2_1, ALICE),
        *[None] * 8,
        None,
        None,
        len(list(by_hand.worlds([((label, ""), HALF) for label in "ap"]))),
        None,
        by_hand.f1(S1, CUSTOMER),
        by_hand.f1(S, CUSTOMER),
        by_hand.f1(T, CUSTOMER),
        max(by_hand.f1(S, CUSTOMER), by_hand.f1(T, CUSTOMER)),
        max(by_hand.f1(S1, CUSTOMER), by_hand.f1(U, CUSTOMER)),
        by_hand.f1(S | T | U, CUSTOMER),
        max(by_hand.f1(S1, CUSTOMER), by_hand.f1(U, CUSTOMER)) - by_hand.f1(S1, CUSTOMER),
        by_hand.f1(S | T | U, CUSTOMER) - max(by_hand.f1(S, CUSTOMER), by_hand.f1(T, CUSTOMER)),
    ],
    "Whang & Garcia-Molina 2012": [
        by_hand.precision(VENDOR, SHOPPER),
        by_hand.recall(VENDOR, SHOPPER),
        None,
        len({"Alice", "Bob", "Carol"}),
        None,
        by_hand.precision(R_OF_2_1, ALICE, N=2),
        by_hand.recall(R_OF_2_1, ALICE, N=2),
        by_hand.f1(R_OF_2_1, ALICE, N=2),
        5 * Fraction(3, 4) * Fraction(3, 5) / (4 * Fraction(3, 4) + Fraction(3, 5)),
        None,
        *(Fraction(2, 5) * HALF, Fraction(2, 5) * HALF, Fraction(3, 5) * HALF, Fraction(3, 5) * HALF),
        by_hand.f1({("A", "20")}, E_OF_2_3, N=2),
        by_hand.f1({("A", "20"), ("N", "Alice")}, E_OF_2_3, N=2),
        by_hand.leakage(DOUBTED, E_OF_2_3, N=2),
        by_hand.f1({("N", "Alice"), ("P", "123")}, E_OF_2_4),
        by_hand.f1({("N", "Alice"), ("P", "123"), ("C", "999")}, E_OF_2_4),
        Fraction(1, 1000) * 1000**2,
        None,
        3,
        None,
        by_hand.f1(CLASS_1, PATIENT_A),
        by_hand.f1(CLASS_2, PATIENT_Z),
        by_hand.f1(CLASS_1 | {("Name", "Alice")}, PATIENT_A),
        [len({value for label, value in each if label == "Disease"}) for each in (CLASS_1, CLASS_2)],
        min(len({"Heart", "Breast", "Cancer"}), len({"Hair", "Flu", "Influenza"})),
        by_hand.f1(CLASS_2 | {("Disease", "Influenza")}, PATIENT_Z),
        by_hand.f1(CLASS_2, PATIENT_Z),
        by_hand.f1(S, CUSTOMER),
        by_hand.f1({("N", "n1"), ("C", "c2")}, CUSTOMER),
        max(by_hand.f1(S, CUSTOMER), by_hand.f1({("N", "n1"), ("C", "c2")}, CUSTOMER)),
        by_hand.f1(S, CUSTOMER),
        by_hand.f1(S | U, CUSTOMER),
        0,
        by_hand.f1(S | U, CUSTOMER) - by_hand.f1(S, CUSTOMER),
        CERTAINTY,
        1 - Fraction(9, 10),
        0,
        1 - HALF,
        PHONE,
        counts_present(FIFTH),
        counts_present(Fraction(1, 10), FIFTH),
        by_hand.leakage(UNSURE, ABOUT_UNSURE),
        by_hand.leakage(UNSURE, ABOUT_UNSURE),
        len(counts_present(Fraction(1, 10), FIFTH)) - 2,
        *[None] * 3,
        max(
            1 - Fraction(taylor) / Fraction(exact)
            for exact, taylor in [("0.4047125", "0.4046881"), ("0.2752435", "0.2752431")]
        ),
        0,
        10,
    ],
    "Rebollo-Monedero et al.": [
        3,
        by_hand.entropy(SKEWED) / 2,
        3,
        None,
        *(FIFTH, FIFTH, FIFTH + Fraction(1, 20)),
        Fraction(1, 2),
        math.log2(3),
        sum(SKEWED),
        by_hand.entropy(SKEWED),
        1,
        -math.log2(sum(share**2 for share in SKEWED)),
        *[None] * 2,
        3,
        Fraction(1, 3),
        1 - max(Fraction(3, 4), Fraction(1, 4)),
        1 - max(Fraction(3, 4), Fraction(1, 4)),
        Fraction(2, 3),
        2,
        2 ** by_hand.entropy([HALF, HALF]),
        [HALF, HALF],
        *[None] * 3,
        Fraction(4, 8),
        Fraction(3, 4),
        *[None] * 6,
        math.log(2),
        Fraction(1, 2) * 100 + Fraction(1, 4) * 200,
        [CROWD[0], CROWD[1]],
        1 - CROWD[0],
        math.log2(5),
        None,
    ],
    "Ren & Li": [
        3,
        3,
        max(movers([3, 5, 9], [6, 11, 8], [4, 7, 10])),
        max(by_tree(diseases) for diseases in TABLE_II),
        by_hand.distance(WHOLE, UNIFORM),
        0,
        WHOLE,
        DISTRIBUTION,
        ENTROPY,
        *[None] * 2,
        1,
        WHOLE_2,
        of_classes(by_hand.distance, WHOLE_2, CLASSES_2),
        of_classes(entropy_gap, WHOLE_2, CLASSES_2),
        4,
        2,
        max(of_classes(by_hand.equal_mover, WHOLE, CLASSES)),
        WHOLE,
        of_classes(by_hand.equal_mover, WHOLE, CLASSES),
        DISTRIBUTION,
        ENTROPY,
        None,
        max(movers([3, 5, 9], [6, 11, 8], [4, 7, 10])),
        movers([3, 5, 9], [6, 11, 8], [4, 7, 10]),
        movers(SEVENS, LOWEST),
        [by_hand.distance(NINTHS, share(values)) for values in (SEVENS, LOWEST)],
        [entropy_gap(NINTHS, share(values)) for values in (SEVENS, LOWEST)],
    ],
    "Narayanan & Shmatikov 2008": [
        3,
        1,
        1,
        Fraction(1, 3),
        1 / math.log(20),
        1,
        least_m(1000, Fraction(1, 20), FIFTH),
        *[None] * 4,
    ],
}
"""In the order of each paper's table; None where words are derived, which ``test_words`` has."""
FIGURES = [
    pytest.param(figure, id=f"{title}: {figure.place}, {figure.what}")
    for title, figures in PAPERS.items()
    for figure in figures
]
BY_HAND = [
    pytest.param(*parameter.values, value, id=parameter.id)
    for parameter, value in zip(FIGURES, itertools.chain(*BY_HAND_FIGURES.values()), strict=True)
    if value is not None
]


@pytest.mark.parametrize(("figure", "value"), BY_HAND)
def test_the_figure_is_what_it_is_by_hand(figure, value):
    expected = [float(number) for number in (value if isinstance(value, list) else [value])]
    computed = figure.derived()
    assert [float(number) for number in (computed if isinstance(computed, list) else [computed])] == pytest.approx(
        expected, abs=1e-9
    )


# Every figure holds, and one that does not is seen.


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_holds(figure):
    assert figure.holds()
    assert bool(figure.slip) == bool(figure.instead)


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_that_changes_is_seen(figure):
    """Numbers a hundredth off, in one place; words with a word more."""
    computed = figure.derived()
    if isinstance(computed, str):
        wrong = [computed + " and more"]
    else:
        numbers = list(computed) if isinstance(computed, list) else [computed]
        wrong = [[number + 0.011 * (place == at) for place, number in enumerate(numbers)] for at in range(len(numbers))]
    for value in wrong:
        assert not replace(figure, derived=lambda value=value: value).holds()


def test_a_slip_that_is_none_is_seen():
    figure = Figure("a half", "1/2", lambda: 0.5, "It is no half.", "1/3")
    assert not figure.holds() and not replace(figure, instead="1/2").holds()


def test_figures_are_told_apart():
    names = [(title, figure.place, figure.what) for title, figures in PAPERS.items() for figure in figures]
    assert len(set(names)) == len(names) == 159


def test_the_readme_has_the_counts():
    assert block_in_readme("papers") == list(papers_block())


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("0.57", Fraction(4, 7), True),
        ("0.57", 0.5651, True),
        ("0.57", 0.5649, False),
        ("0.11", 0.1156, False),
        ("0.0", 0.04, False),
        ("2/3 ≈ 0.67", 2 / 3, True),
        ("2/3 ≈ 0.67", 0.67, False),
        ("2/3 = 0.5", 2 / 3, False),
        ("0.006 %", 0.0000603, True),
        ("0.006 %", 0.006, False),
        ("√26/12", 26**0.5 / 12, True),
        ("√26/12", 32**0.5 / 12, False),
        ("1 − 2^(-H)", 0.75, True),
        ("log2(H)", 1.0, True),
        ("1000", 1000.0, True),
        ("1000", 1000.4, False),
        ("1/2", float("nan"), False),
    ],
)
def test_what_is_printed_stands_for_what_rounds_to_it(text, value, holds):
    assert Figure("", text, lambda: float(value), letters=(("H", 2.0),)).holds() == holds


@pytest.mark.parametrize("text", ["", "a half", "1/", "__import__('os')", "x.y", "(1).real", "1 if 1 else 2", "[1][0]"])
def test_what_is_no_figure_is_refused(text):
    with pytest.raises(ValueError, match=r"figures must be|a formula may have"):
        read(text, {})


# What the papers say in words, or as an order of quantities, a second time.


def derived(title, place, what):
    return next(figure for figure in PAPERS[title] if (figure.place, figure.what) == (place, what)).derived()


class UnlessPhonesDiffer:
    def matches(self, left, right):
        phones = set(left.values("P")), set(right.values("P"))
        conflict = all(phones) and not phones[0] & phones[1]
        return bool(set(left.values("N")) & set(right.values("N"))) and not conflict


def union(left, right):
    return Record.of(*{a.pair for a in (*left, *right)})


def test_answer_sets_of_2011_section_2_2():
    records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alicia"), ("P", "2"))]
    query = Record.of(("N", "Alice"), ("N", "Alicia"))
    sets = by_definition.answer_sets(query, records, UnlessPhonesDiffer(), union)
    assert {frozenset(members) for members in sets} == {frozenset(), frozenset({0}), frozenset({1})}
    # Without the query, which is in each of them.
    figure = derived("Whang & Garcia-Molina 2011", "2.2", "the answer sets of a query that is Alice or Alicia")
    assert figure == "{q}, {q, r1}, {q, r2}"
    assert derived("Whang & Garcia-Molina 2011", "2.2", "its dipping results") == "μ(q, r1) or μ(q, r2)"


def test_key_sets_of_2011_section_2_2():
    def same(*records):
        return len({tuple(sorted(value for label, value in r if label == "A")) for r in records}) == 1

    r, s, t = ([("A", "a")], [("A", "a"), ("C", "c")], [("A", "a"), ("A", "a'")])
    for what, pair in (("r and s", (r, s)), ("r and t", (r, t))):
        expected = "match" if same(*pair) else "do not match"
        assert derived("Whang & Garcia-Molina 2011", "2.2", f"M_c, key set {{A, B}}: {what}") == expected


def test_the_map_attacker_of_rebollo_monedero_section_v_b1():
    """By plain sums: with the guess 0 the error is 1 p(1) + 4 p(2), with the guess 1 it is p(0) + p(2)."""
    before, after = np.array([0.34, 0.33, 0.33]), np.array([0.33, 0.34, 0.33])
    by_prior, by_posterior = after @ [0, 1, 4], after @ [1, 0, 1]
    bound = 4 * 4 * 0.5 * np.abs(before - after).sum()
    assert by_prior - by_posterior > bound
    figure = derived("Rebollo-Monedero et al.", "V-B1, eq. (8)", "the same for a MAP attacker and squared error")
    assert figure == "4·d_max·TV ≤ ΔP"


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
    assert derived("Rebollo-Monedero et al.", "V-A2", "size of a typical set") == "log2|T| ≤ k(H(X)+ε)"
    assert derived("Rebollo-Monedero et al.", "V-A2", "probability of a typical set") == "1-ε ≤ P{T}"


def test_theorem_1_with_facts_that_are_off():
    """Five people at 1 and five at 5, who are alike by 1 - 4/5 < 1 - 0.4 - 0.1; the facts, at 3, by 1 - 2/5 = 0.6."""
    people = [1, 5] * 5
    matching = [value for value in people if 1 - abs(3 - value) / 5 >= 0.6 - 1e-12]
    right = [value for value in matching if 1 - abs(people[0] - value) / 5 >= 0.5]
    assert len(right) / len(matching) == 0.5 < 1 - 0.4
    key = ("Narayanan & Shmatikov 2008", "4.1, Theorem 1")
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
