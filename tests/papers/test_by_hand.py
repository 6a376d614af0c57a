"""Every figure of the papers a second time, by hand: the two derivations agree."""

import math
from fractions import Fraction

import pytest

from leakage.papers import PAPERS
from tests.oracles import papers as by_hand
from tests.oracles.earth_mover import earth_mover
from tests.oracles.papers import ALICE, CUSTOMER, EMPLOYER, SHOPPER, VENDOR

HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
JOINED_STORE = {("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1")}
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
    held = [((str(n), ""), chance) for n, chance in enumerate(chances)]
    sums = [Fraction(0)] * (len(held) + 1)
    for chance, world in by_hand.worlds(held):
        sums[len(held) - len(world)] += chance
    return sums


def crowd_posterior(n, p):
    """p(x|y) from the protocol: after t hops the message is anywhere; sum until the rest is nothing."""
    last = [Fraction(0)] * n
    holder, left = [Fraction(int(user == 0)) for user in range(n)], Fraction(1)
    for _ in range(200):
        last = [done + left * p * here for done, here in zip(last, holder, strict=True)]
        holder, left = [Fraction(1, n)] * n, left * (1 - p)
    return last


CROWD = crowd_posterior(5, Fraction(3, 10))


def least_m(people, epsilon, delta):
    return next(m for m in range(10_000) if people * (1 - delta) ** m <= epsilon)


FIGURES = {
    "whang-2011": [
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
    "whang-2012": [
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
    "rebollo-monedero": [
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
    "ren-li": [
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
    "narayanan-shmatikov": [
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
CASES = [
    pytest.param(figure, value, id=f"{paper.key}: {figure.section}, {figure.what}")
    for paper in PAPERS
    for figure, value in zip(paper.figures, FIGURES[paper.key], strict=True)
    if value is not None
]


@pytest.mark.parametrize(("figure", "value"), CASES)
def test_the_figure_is_what_it_is_by_hand(figure, value):
    expected = [float(number) for number in (value if isinstance(value, list) else [value])]
    computed = figure.derived()
    assert [float(number) for number in (computed if isinstance(computed, list) else [computed])] == pytest.approx(
        expected, abs=1e-9
    )
