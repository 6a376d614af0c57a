"""Every question of every lesson, answered by the slow definitions from the facts as the lessons print them."""

import math
from fractions import Fraction

from tests.oracles import papers as by_hand
from tests.oracles.lessons import bits, card, joined, leakage, share, unless, worst, wrong_guess

HALF = Fraction(1, 2)
ALICE = [("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305")]
ONE_CARD = card(("N", "Alice"), ("A", "20"), ("P", "111"))
FOUR = {("N", "Alice"), ("A", "20"), ("T", "Ulm"), ("C", "cat")}
TIMID = {("N", "Alice")}
MIDDLING = {("N", "Alice"), ("A", "20"), ("T", "Rome")}
BOASTFUL = FOUR | {("N", "Bob"), ("A", "30"), ("A", "40"), ("T", "Rome"), ("C", "dog")}
HALF_SURE = {("N", "Alice"): Fraction(1), ("A", "20"): Fraction(2, 5), ("P", "123"): HALF}
HALF_TRUTH = [("N", "Alice"), ("A", "20"), ("P", "123")]


def more_less_same(after, before):
    return 2 if after == before else 0 if after > before else 1


def correct_and_complete():
    cards = (TIMID, MIDDLING, BOASTFUL)
    correct = max(range(3), key=lambda n: by_hand.precision(cards[n], FOUR))
    complete = max(range(3), key=lambda n: by_hand.recall(cards[n], FOUR))
    return ((0, 2), (1, 2), (2, 0), (1, 1)).index((correct, complete))


def knowing():
    plain = by_hand.f1(set(ONE_CARD), set(ALICE))
    return {
        0: by_hand.precision(set(ONE_CARD), set(ALICE)),
        1: by_hand.recall(set(ONE_CARD), set(ALICE)),
        2: correct_and_complete(),
        3: by_hand.f1({("0", "")}, {(str(n), "") for n in range(10)}),
        4: plain,
        5: more_less_same(by_hand.f1(set(ONE_CARD), set(ALICE), N=2), plain),
    }


def unsure():
    worlds = list(by_hand.worlds(list(HALF_SURE.items())))
    doubtful = {("N", "Alice"): HALF, ("A", "20"): Fraction(1)}
    doubted = {**ONE_CARD, ("P", "111"): HALF}
    right = record_weight = Fraction(3, 2)
    before = leakage(ONE_CARD, ALICE)
    return {
        0: sum(chance > 0 for chance, _ in worlds),
        1: next(chance for chance, world in worlds if len(world) == 3),
        2: leakage(HALF_SURE, HALF_TRUTH),
        3: more_less_same(leakage(doubtful, HALF_TRUTH), 2 * right / (3 + record_weight)),
        4: more_less_same(leakage(doubted, ALICE), before),
        5: leakage(doubted, ALICE),
    }


def connecting():
    truth = [("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111")]
    three = [card(("N", "Alice"), pair) for pair in (("P", "123"), ("C", "999"), ("P", "987"))]
    others = [card(("N", "Bob"), ("P", "333")), card(("N", "Carol"), ("S", "000"))]
    chain = [
        card(("N", "Alice"), ("P", "123")),
        card(("C", "999"), ("A", "1 Main St")),
        card(("P", "123"), ("C", "999")),
    ]
    chain_truth = [("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "1 Main St")]
    by_name, by_number = share("N"), share("P", "C")
    careful = unless(by_name, "P")
    bank, first, second = card(("N", "Alice"), ("C", "999")), three[0], three[2]
    ends = [
        next(c for c in joined([bank, *o], careful) if ("C", "999") in c) for o in ((first, second), (second, first))
    ]
    return {
        0: worst(three + others, truth, lambda left, right: False),
        1: len(joined(three + others, by_name)),
        2: worst(three + others, truth, by_name),
        3: more_less_same(worst(three, truth, by_name), worst(three[:2], truth, by_name)),
        4: worst(chain, chain_truth, by_number),
        5: 3 if ends[0] != ends[1] else None,
        6: leakage(card(*by_hand.EMPLOYER), by_hand.SHOPPER),
        7: worst([card(*by_hand.VENDOR), card(*by_hand.EMPLOYER)], by_hand.SHOPPER, share("NA")),
    }


CUSTOMER = by_hand.CUSTOMER
NAME_CARD_OR_PHONE = share("NC", "NP")


def at_two_stores(purchase):
    """What either store would know at most with the purchase at the first, and at the second."""
    first = [card(("N", "n1"), ("C", "c1"), ("A", "a1"))]
    second = [card(("N", "n1"), ("C", "c1"), ("P", "p1")), card(("N", "n1"), ("C", "c2"), ("A", "a1"))]
    return [
        max(worst(store, CUSTOMER, NAME_CARD_OR_PHONE) for store in stores)
        for stores in (([*first, purchase], second), (first, [*second, purchase]))
    ]


def before_send():
    store = [card(("N", "n1"), ("C", "c1"), ("P", "p1")), card(("N", "n1"), ("C", "c2"))]
    u, v = (card(("N", "n1"), ("C", c), ("P", "p1")) for c in ("c1", "c2"))
    before = worst(store, CUSTOMER, NAME_CARD_OR_PHONE)

    def added(plan):
        return worst([*store, plan], CUSTOMER, NAME_CARD_OR_PHONE) - before

    blanks = {label: added({pair: 1 for pair in v if pair[0] != label}) for label in "NCP"}
    saving = [label for label in "NCP" if blanks[label] == min(blanks.values())]
    return {
        0: before,
        1: 0 if added(u) < added(v) else 1,
        2: added(v),
        3: sum(NAME_CARD_OR_PHONE(v, card_facts) for card_facts in joined(store, NAME_CARD_OR_PHONE)),
        4: 3 if len(saving) == 3 else "NCP".index(saving[0]),
        5: 2 if added({**u, ("A", "a1"): 1}) == added(v) else None,
        6: 0 if at_two_stores(v)[0] < at_two_stores(v)[1] else 1,
    }


def fighting_back():
    truth = [("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "123 Main")]
    r, s = card(*truth[:3]), card(truth[0], truth[1], truth[3])
    bob = card(("N", "Bob"), ("P", "987"), ("C", "555"))
    lie = card(("N", "Alice"), ("P", "123"), ("A", "777 Main"))
    tie = card(("N", "Alice"), ("P", "123"), ("N", "Bob"), ("P", "987"))
    same = share("NP")
    apart = card(truth[0], truth[3])
    strangers = [
        card(("N", "Bob"), ("P", "333")),
        card(("N", "Carol"), ("C", "444")),
        card(("N", "Dave"), ("P", "987"), ("C", "555")),
    ]
    dave = card(("N", "Alice"), ("P", "123"), ("N", "Dave"), ("P", "987"))
    loose = share("NP", "NA")
    bridge = card(truth[0], truth[1], truth[3], ("C", "000"))
    with_lie, with_tie = (worst([r, s, bob, plan], truth, same) for plan in (lie, tie))
    before, after = (worst(cards, truth, loose) for cards in ([r, apart], [r, apart, bridge]))
    return {
        0: worst([r, s, bob], truth, same),
        1: with_lie,
        2: 1 if with_tie < with_lie else 0,
        3: with_tie,
        4: worst([*strangers, r, apart, dave], truth, same),
        5: more_less_same(after, before),
    }


CLASSES = (("Heart", "Breast", "Cancer"), ("Hair", "Flu", "Flu"))


def shares(values, domain):
    return [Fraction(values.count(value), len(values)) for value in domain]


def of_patient(diseases, name, disease, *other_facts):
    """Zip code and age are right, and the class brings its diseases."""
    truth = [("Name", name), ("Zip", ""), ("Age", ""), ("Disease", disease)]
    return leakage(card(("Zip", ""), ("Age", ""), *(("Disease", d) for d in diseases), *other_facts), truth)


def anonymised():
    whole = [disease for diseases in CLASSES for disease in diseases]
    domain = sorted(set(whole))
    alice, zoe = of_patient(CLASSES[0], "Alice", "Heart"), of_patient(CLASSES[1], "Zoe", "Flu")
    two_words = of_patient(("Hair", "Flu", "Influenza"), "Zoe", "Flu")
    moved = [
        sum(abs(a - b) for a, b in zip(shares(diseases, domain), shares(whole, domain), strict=True)) / 2
        for diseases in map(list, CLASSES)
    ]
    return {
        0: min(map(len, CLASSES)),
        1: alice,
        2: more_less_same(zoe, alice),
        3: more_less_same(zoe, two_words),
        4: max(moved),
        5: of_patient(CLASSES[0], "Alice", "Heart", ("Name", "Alice")),
    }


def best_guess():
    groups = (["AIDS", "Heart", "Lung", "Viral"], ["AIDS", "AIDS", "Viral", "AIDS"])
    first, second = [HALF, *[Fraction(1, 16)] * 8], [Fraction(1, 4)] * 4
    coin = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    even = [[HALF * p for p in row] for row in coin]
    rare = [[chance * p for p in row] for chance, row in zip((Fraction(1, 10), Fraction(9, 10)), coin, strict=True)]
    heard = [sum(row[y] for row in even) for y in range(2)]
    left = sum(heard[y] * bits([row[y] / heard[y] for row in even]) for y in range(2))
    return {
        0: min(1 - Fraction(max(map(group.count, group)), 4) for group in groups),
        1: bits(first),
        2: 0 if 1 - max(first) < 1 - max(second) else 1,
        3: wrong_guess(even),
        4: rare[0][0] / (rare[0][0] + rare[1][0]),
        5: max(row[y] / other[y] for row in coin for other in coin for y in range(2)),
        6: bits([HALF, HALF]) - left,
    }


RATINGS = {
    "The Big One": "55453524",
    "Second Wind": "42.4..5.",
    "Moth Season": "...14...",
    "Quiet Harbour": "3...5...",
}


def viewers(facts, absent=None):
    """The viewers, from 0, who gave these stars."""
    return [v for v in range(8) if v != absent and all(RATINGS[film][v] == stars for film, stars in facts.items())]


def standing_out(facts, absent=None):
    """Whoever has the highest sum of 1/log|supp|, if the second is 1.5 standard deviations behind; 8 is nobody."""
    people = [v for v in range(8) if v != absent]
    supports = {film: max(2, sum(given[v] != "." for v in people)) for film, given in RATINGS.items()}
    scores = [sum(1 / math.log(supports[f]) for f, stars in facts.items() if RATINGS[f][v] == stars) for v in people]
    mean = sum(scores) / len(scores)
    sigma = math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
    best, second = sorted(scores, reverse=True)[:2]
    return people[scores.index(best)] if sigma and (best - second) / sigma >= 1.5 else 8


def four_films():
    mistaken = {"The Big One": "4", "Second Wind": "4", "Moth Season": "1"}
    rare, common = (sum(stars != "." for stars in RATINGS[film]) for film in ("Moth Season", "The Big One"))
    return {
        0: len(viewers({"The Big One": "5"})),
        1: len(viewers({"The Big One": "5", "Second Wind": "4"})),
        2: len(viewers({"Moth Season": "1"})),
        3: math.log(common) / math.log(rare),
        4: viewers(mistaken)[0] if len(viewers(mistaken)) == 1 else 8,
        5: standing_out(mistaken),
        6: standing_out({"The Big One": "5", "Moth Season": "1"}, absent=3),
    }


SLOW = {
    "what-counts-as-knowing": knowing,
    "not-sure": unsure,
    "connecting-the-dots": connecting,
    "before-you-press-send": before_send,
    "fighting-back": fighting_back,
    "anonymised": anonymised,
    "best-guess": best_guess,
    "four-films": four_films,
}
