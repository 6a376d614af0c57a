"""Decoys, and the paper's Create and Add, against analyses from scratch and every choice of one record."""

import itertools
import math
import random
from dataclasses import replace

import pytest

from leakage.decision.decoys import add, create
from leakage.decision.disinformation import Outlet, Prices, disinformation
from leakage.decision.evaluator import Evaluator
from leakage.decision.made_up_values import nobodys_values
from leakage.decision.planned_release import PlannedRelease
from leakage.measure.weights import Measure, NumericCloseness
from leakage.progress import listening
from leakage.record import UNTYPED, Attribute, Record
from leakage.resolution.adversary import Adversary, owners_first
from leakage.resolution.operations import (
    Resolve,
    ResolvePerSource,
    SourcedRecord,
    latest_wins_merge,
    noisy_or_merge,
    union_merge,
)
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, SameKeySet, Shares, Unless
from tests.refusals import refused
from tests.resolution import kinds
from tests.resolution.kinds import drawn_record, drawn_work, presumption

CHEAP = Prices(1.0, 1.0)
BY_NAME = Adversary(Resolve(Shares("N")))


def wrong(label, count):
    return [f"wrong {label} {number}" for number in range(count)]


def costs_and_leakages(plans):
    return [number for plan in plans for number in (plan.cost, plan.leakage)]


# Whatever is proposed is what it is said to be.


def drawn_outlets(draw, pools):
    forms = [None, frozenset("NPC"), frozenset("NPBD"), frozenset("CB")]
    numbers = [tuple(n for n in range(pools) if draw.random() < 0.7) for _ in range(3)]
    return [Outlet(name, some, draw.choice(forms)) for name, some in zip("uvw", numbers, strict=True) if some]


def drawn_prices(draw):
    return Prices(draw.choice([0.0, 1.0, 2.0]), draw.choice([0.5, 1.0]))


def leakage_with(work, decoys, coming):
    """Every pool from scratch: the strangers, the releases, the decoys that reach it, and what is coming."""
    owned, found = any(isinstance(step, ResolvePerSource) for step in work.adversary.operations), []
    for number, held in enumerate(work.all_pools):
        reached = [decoy for decoy in decoys if number in decoy.outlet.pools]
        more = [SourcedRecord(d.record, d.outlet.recipient) if owned else d.record for d in reached]
        last = coming if coming and (coming.pools is None or number in coming.pools) else PlannedRelease(Record())
        found.append(work.of_pool(sorted(set(held)), [*more, last.record], last.presumed).leakage)
    return max(found)


def drawn_coming(draw, pools):
    reached = draw.choice([None, [n for n in range(pools) if draw.random() < 0.6]])
    return draw.choice([None, PlannedRelease(drawn_record(draw), reached, draw.choice([None, presumption(draw)]))])


def test_plans_leak_what_resolving_them_leaks_cost_what_they_say_and_fit_the_forms():
    draw, seen = random.Random(1), set()
    for _ in range(150):
        work = drawn_work(draw, 5)
        outlets, prices, budget = drawn_outlets(draw, len(work.all_pools)), drawn_prices(draw), draw.choice([4.0, 7.0])
        values = nobodys_values([*work.strangers, *work.releases, work.person], work.adversary)
        coming = drawn_coming(draw, len(work.all_pools))
        found = disinformation(work.evaluator, outlets, list("NPCB"), values, budget, prices, most=2, coming=coming)
        for plans in (found.plans, found.heuristic):
            assert plans[0].decoys == ()
            for cheaper, plan in itertools.pairwise(plans):
                assert cheaper.cost < plan.cost <= budget + 1e-9
                assert cheaper.leakage > plan.leakage
        for plan in (*found.plans, *found.heuristic):
            assert plan.leakage == pytest.approx(leakage_with(work, plan.decoys, coming), abs=1e-12)
            assert plan.leakage == pytest.approx(found.leakages_of([plan.decoys])[0], abs=1e-12)
            assert plan.cost == pytest.approx(sum(prices.cost(d.record) for d in plan.decoys))
            for decoy in plan.decoys:
                seen.add(decoy.kind)
                assert decoy.outlet in outlets and decoy.outlet.takes(decoy.record.labels)
                assert decoy.cost == prices.cost(decoy.record)
                assert all(a in decoy.record.attributes for a in decoy.wrong)
        for less in (0.0, 3.0, budget):
            assert found.within(less).leakage <= found.within(less, heuristic=True).leakage + 1e-9
    assert seen >= {"self", "linkage"}


def test_what_is_made_up_is_nobodys_and_no_two_decoys_say_the_same():
    draw = random.Random(2)
    for _ in range(60):
        work = drawn_work(draw, 5)
        held = {a.pair for record in (*work.strangers, *work.releases, work.person) for a in record}

        def taken(label, count, held=held):
            return [value for name, value in sorted(held) if name == label] + wrong(label, count)

        found = disinformation(work.evaluator, [Outlet("u")], list("NPCB"), taken, 8.0, CHEAP, most=3)
        for plan in found.plans:
            said = [a.pair for decoy in plan.decoys for a in decoy.wrong]
            assert len(set(said)) == len(said)
            assert not held.intersection(said)


def test_a_value_near_a_fact_is_not_stated():
    person = Record.of(("N", "Alice"), ("Y", "1990"))
    near = Measure(similarities={"Y": NumericCloseness(10)})
    known = Evaluator([person], [], person, BY_NAME, near)
    years = lambda label, count: [str(1990 + number) for number in range(count)]  # noqa: E731
    found = disinformation(known, [Outlet("Shop")], ["Y"], years, 5.0, CHEAP)
    assert min(int(a.value) for plan in found.plans for decoy in plan.decoys for a in decoy.wrong) >= 2000


# Against every choice of one record.


def every_record(releases, labels, budget):
    """Whatever can be said of what is held, and something wrong under any other label."""
    held = sorted({a.pair for record in releases for a in record})
    for size in range(1, 5):
        for bait in itertools.combinations(held, size):
            free = [label for label in labels if label not in dict(bait)]
            for more in range(len(free) + 1):
                for chosen in itertools.combinations(free, more):
                    if 1.0 + size + more <= budget:
                        yield Record.of(*bait, *((label, wrong(label, 1)[0]) for label in chosen))


def needed(record, releases, adversary):
    """Whether all that the record says of what is held is needed to join what it joins."""

    def joined(some):
        resolution = adversary.resolve([*releases, some])
        return resolution.members[int(resolution.composite_of[-1])]

    said = [a for a in record if any(a.pair in other for other in releases)]
    return all(joined(record.without(a.pair)) != joined(record) for a in said)


RULES = (Shares("N"), AnyOf(Shares("N"), Shares("P")), SameKeySet("N"), AtLeast(1.0, (("P", 1.0), ("C", 2.0))))


def small_work(draw, rule):
    rows = [{label: draw.choice("1123") for label in "NPC" if draw.random() < 0.7} for _ in range(4)]
    releases = [Record(Attribute(*p, draw.choice([1.0, 1.0, 0.6])) for p in row.items()) for row in rows]
    person = Record.of(("N", "1"), ("P", "1"), ("C", "1"), ("Z", "1"))
    merge = draw.choice([union_merge, union_merge, noisy_or_merge])
    return Evaluator(releases, [], person, Adversary(Resolve(rule, merge)), draw.choice([None, {"N": 2.0, "C": 3.0}]))


def test_no_record_that_says_only_what_it_needs_and_what_is_wrong_does_better():
    draw, helped = random.Random(4), 0
    for number in range(60):
        known = small_work(draw, RULES[number % 4])
        budget, labels = draw.choice([3.0, 4.0, 5.0]), draw.choice("CPN") + "Z"
        read = known.adversary.matches[0].labels if not known.adversary.matches[0].decided else ()
        said = [label for label in labels if label not in read]
        found = disinformation(known, [Outlet("u")], said, wrong, budget, CHEAP, most=1)
        best = known.leakage(known.everything)
        for record in every_record(known.releases, said, budget):
            if needed(record, known.releases, known.adversary):
                grown = known.with_record(record)
                best = min(best, grown.leakage(grown.everything))
        assert found.plans[-1].leakage == pytest.approx(best, abs=1e-9), number
        helped += len(found.plans) > 1
    assert helped > 30


# The papers.


def test_2012_figure_2():
    """d1 is joined to r and brings what is wrong; d2 ties v to r."""
    r = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"))
    others = [
        Record.of(("N", name), ("P", phone), *(("X", f"{name} {n}") for n in range(3)))
        for name, phone in (("Tom", "7"), ("Uma", "8"), ("Vic", "9"))
    ]
    s = Record.of(("N", "Ally"), ("C", "999"))
    person = Record.of(("N", "Alice"), ("N", "Ally"), ("P", "123"), ("C", "999"))
    known = Evaluator([r, s], others, person, Adversary(Resolve(AnyOf(Shares("N"), Shares("C")))))
    assert known.leakage(known.everything) == 1.0
    alone = disinformation(known, [Outlet("u")], ["P", "A"], wrong, 4.0, CHEAP, kinds=["self"])
    assert costs_and_leakages(alone.plans) == pytest.approx([0.0, 1.0, 3.0, 8 / 9, 4.0, 8 / 10])
    tied = disinformation(known, [Outlet("u")], ["P", "A"], wrong, 4.0, CHEAP, kinds=["linkage"])
    # One more name, phone and three other facts; with two unrelated composites ten.
    assert costs_and_leakages(tied.plans) == pytest.approx([0.0, 1.0, 3.0, 8 / 13, 4.0, 8 / 18])
    both = disinformation(known, [Outlet("u")], ["P", "A"], wrong, 5.0, CHEAP)
    assert [decoy.kind for decoy in both.plans[-1].decoys] == ["linkage"]
    assert both.plans[-1].leakage == pytest.approx(8 / 19)
    assert both.plans[-1].decoys[0].target == (3, 4)
    # The heuristic: one decoy of each kind, the second with two unrelated composites.
    assert costs_and_leakages(both.heuristic) == pytest.approx([0.0, 1.0, 3.0, 8 / 9, 4.0, 8 / 18, 5.0, 8 / 19])
    assert [len(decoy.links) for plan in both.heuristic for decoy in plan.decoys] == [0, 2, 2]
    assert {member for link in both.plans[-1].decoys[0].links for member in link} < {0, 1, 2}


def test_2011_section_3_2():
    """R = {r, s, t}: to match mu(r, s) with what is bogus, or to tie t to it."""
    r, s = Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))
    t = Record.of(("N", "Theo"), ("P", "555"), ("C", "444"))
    person = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"))
    known = Evaluator([r, s, t], [], person, BY_NAME)
    found = disinformation(known, [Outlet("u")], ["P"], wrong, 4.0, CHEAP)
    assert [[decoy.kind for decoy in plan.decoys] for plan in found.plans] == [[], ["linkage"], ["linkage"]]
    assert costs_and_leakages(found.plans) == pytest.approx([0.0, 1.0, 3.0, 6 / 9, 4.0, 6 / 10])
    alone = disinformation(known, [Outlet("u")], ["P"], wrong, 4.0, CHEAP, kinds=["self"])
    assert costs_and_leakages(alone.plans) == pytest.approx([0.0, 1.0, 3.0, 6 / 7])


VENDOR = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
EMPLOYER = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
ALICE = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"), ("P", "555"), ("S", "000"))


def test_2011_introduction_by_a_wrong_phone_number():
    """The vendor gets a third record before the employer's is pooled: the phones differ, so nothing is joined."""
    rule = Shares("N", "A")
    wary = Evaluator([VENDOR], [], ALICE, Adversary(Resolve(Unless(rule, Conflicts("P")))))
    found = disinformation(wary, [Outlet("Vendor")], [], wrong, 4.0, CHEAP, coming=PlannedRelease(EMPLOYER))
    assert [[decoy.kind for decoy in plan.decoys] for plan in found.plans] == [[], ["blocking"]]
    assert [plan.leakage for plan in found.plans] == pytest.approx([1.0, 8 / 9])
    # Without minding the phone there is nothing to block.
    trusting = replace(wary, adversary=Adversary(Resolve(rule)))
    found = disinformation(trusting, [Outlet("Vendor")], [], wrong, 4.0, CHEAP, coming=PlannedRelease(EMPLOYER))
    assert len(found.plans) == 1
    # By owners who resolve first the order does not matter.
    releases = [SourcedRecord(EMPLOYER, "Employer"), SourcedRecord(VENDOR, "Vendor")]
    staged = Evaluator(releases, [], ALICE, owners_first(wary.adversary))
    blocked = disinformation(staged, [Outlet("Vendor")], [], wrong, 4.0, CHEAP)
    assert [decoy.kind for decoy in blocked.plans[-1].decoys] == ["blocking"]
    assert blocked.plans[-1].leakage == pytest.approx(8 / 9)


def test_2011_section_1_two_that_contradict_each_other_are_tied_by_what_both_say():
    wary = Adversary(Resolve(Unless(Shares("N"), Conflicts("P"))))
    alice, other = Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("P", "555"), ("C", "1"))
    known = Evaluator([alice], [other], alice, wary)
    found = disinformation(known, [Outlet("u")], [], wrong, 4.0, CHEAP)
    [decoy] = found.plans[-1].decoys
    assert (decoy.kind, decoy.record) == ("linkage", Record.of(*alice, ("P", "555")))
    assert found.plans[-1].leakage == pytest.approx(4 / 6)


def test_blocking_joins_one_that_does_not_know_what_it_contradicts():
    first, second = Record.of(("N", "Alice"), ("C", "999")), Record.of(("N", "Ally"), ("C", "999"), ("P", "555"))
    wary = Adversary(Resolve(Unless(AnyOf(Shares("N"), Shares("C")), Conflicts("P"))))
    known, coming = Evaluator([first], [], ALICE, wary), PlannedRelease(second)
    found = disinformation(known, [Outlet("u")], ["C"], wrong, 3.0, CHEAP, kinds=["blocking"], coming=coming)
    [decoy] = found.plans[-1].decoys
    assert (decoy.kind, decoy.record.values("N"), decoy.record.labels) == ("blocking", ("Alice",), ("N", "P"))


def test_under_a_key_set_only_self_disinformation():
    records = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Bob"), ("P", "9"), ("C", "8"))]
    for rule, alone in ((SameKeySet("N"), True), (Shares("N"), False)):
        known = Evaluator(records[:1], records[1:], records[0], Adversary(Resolve(rule)))
        found = disinformation(known, [Outlet("u")], ["N", "P", "C"], wrong, 6.0, CHEAP)
        assert found.only_self is alone
        assert ("linkage" in {d.kind for plan in found.plans for d in plan.decoys}) is not alone
        # What is read by the key set cannot be stated wrongly.
        labels = {a.label for plan in found.plans for decoy in plan.decoys for a in decoy.wrong}
        assert not alone or labels == {"P", "C"}


def test_what_replaces_values_is_resolved_for_each_number_of_wrong_attributes():
    latest = Adversary(Resolve(Shares("N"), latest_wins_merge))
    known = Evaluator([ALICE], [], ALICE, latest)
    found = disinformation(known, [Outlet("u")], ["C", "P"], wrong, 4.0, CHEAP)
    # The name is right still, and what was right of the two others is gone.
    assert costs_and_leakages(found.plans) == pytest.approx([0.0, 1.0, 3.0, 8 / 10, 4.0, 6 / 10])


# Prices, budgets, whom it is given to.


def test_who_takes_the_heaviest_is_given_it():
    known = Evaluator([ALICE], [], ALICE, BY_NAME, {"P": 3.0})
    outlets = [Outlet("Bank", fields=frozenset("NC")), Outlet("Shop"), Outlet("Post", fields=frozenset("P"))]
    found = disinformation(known, outlets, ["C", "P"], wrong, 4.0, CHEAP, most=1)
    plans = [(plan.cost, *(decoy.outlet.recipient for decoy in plan.decoys)) for plan in found.plans]
    # A phone, which is heavier, and then both for the shop.
    assert plans == [(0.0,), (3.0, "Shop"), (4.0, "Shop")]
    outlets = [Outlet("Bank", fields=frozenset("NCA")), Outlet("Post", fields=frozenset("NP"))]
    known = Evaluator([ALICE], [], ALICE, BY_NAME, {"P": 9.0})
    [*_, found] = disinformation(known, outlets, ["C", "A", "P"], wrong, 3.0, CHEAP, most=1).plans
    assert [decoy.outlet.recipient for decoy in found.decoys] == ["Post"]


def test_what_she_has_wrong_and_doubts_is_confirmed():
    either = Adversary(Resolve(AnyOf(Shares("N"), Shares("P"))))
    held, person = Record.of(("N", "Al"), ("P", "9", 0.5)), Record.of({"N": "Al", "A": "1"})
    known = Evaluator([held], [], person, either, {"P": 3.0})
    found = disinformation(known, [Outlet("u")], ["P"], wrong, 2.0, CHEAP)
    assert costs_and_leakages(found.plans) == pytest.approx([0.0, 1 / 2, 2.0, 1 / 3])


def test_two_records_for_two_pools_and_one_where_one_recipient_is_in_both():
    records = [Record.of(("N", "Alice"), ("P", "555")), Record.of(("N", "Alice"), ("C", "999"))]
    known = Evaluator(records, [], ALICE, BY_NAME, pools=[(0,), (1,)])
    apart = disinformation(known, [Outlet("u", (0,)), Outlet("v", (1,))], ["P", "C"], wrong, 6.0, CHEAP)
    assert [(plan.cost, len(plan.decoys)) for plan in apart.plans] == [(0.0, 0), (6.0, 2)]
    within = disinformation(known, [Outlet("u", (0,)), Outlet("w", (0, 1))], ["P", "C"], wrong, 6.0, CHEAP)
    assert [decoy.outlet.recipient for decoy in within.within(3.0).decoys] == ["w"]


def test_what_was_never_typed_cannot_be_said():
    person = Record.of(("N", "Alice"), ("S", UNTYPED), ("P", "555"))
    for rule, said in ((AnyOf(Shares("S"), Shares("N")), ["N"]), (Shares("S"), [])):
        known = Evaluator([person], [], person, Adversary(Resolve(rule)))
        found = disinformation(known, [Outlet("u")], ["P"], wrong, 3.0, CHEAP)
        assert [label for d in found.plans[-1].decoys for label in d.record.labels if label != "P"] == said


@pytest.mark.parametrize(
    "known",
    [
        Evaluator([], [], ALICE, BY_NAME),
        Evaluator([ALICE], [], Record(), BY_NAME),
        Evaluator([ALICE], [], ALICE, Adversary()),
        Evaluator([ALICE], [], ALICE, Adversary(Resolve(Shares("Nobody's label")))),
        Evaluator([ALICE], [], ALICE, BY_NAME, pools=[]),
    ],
    ids=["no release", "nobody", "no operation", "a rule nobody uses", "no pool"],
)
def test_nothing_can_be_done(known):
    outlets = [] if known.pools == [] else [Outlet("u")]
    found = disinformation(known, outlets, ["P"], wrong, 5.0)
    assert [plan.decoys for plan in found.plans] == [()]
    assert found.plans[0].leakage == known.leakage(known.everything)


ONE = Evaluator([ALICE], [], ALICE, BY_NAME)
test_what_cannot_be_asked = refused(
    lambda: disinformation(ONE, [Outlet("u")], ["P"], wrong, 0.0),
    lambda: disinformation(ONE, [Outlet("u")], ["P"], wrong, math.inf),
    lambda: disinformation(ONE, [Outlet("u")], ["P"], wrong, 5.0, most=0),
    lambda: disinformation(ONE, [Outlet("u", (1,))], ["P"], wrong, 5.0),
    lambda: disinformation(ONE, [Outlet("u")], ["P"], wrong, 5.0, kinds=["other"]),
    lambda: disinformation(ONE, [Outlet("u")], ["P"], wrong, 5.0).within(-1.0),
    lambda: Prices(-1.0, 1.0),
    lambda: Prices(math.nan, 1.0),
    lambda: Prices(0.0, 0.0),
    lambda: add(ALICE, Attribute("P", "555", 0.5)),
)


def test_it_says_how_far_it_is():
    draw = random.Random(5)
    strangers = [Record.of(*((a, str(draw.randint(0, 300))) for a in draw.sample("NPCAB", 3))) for _ in range(1_000)]
    known = Evaluator([ALICE], strangers, ALICE, Adversary(Resolve(AnyOf(Shares("N", "P"), Shares("N", "A")))))
    heard = []
    with listening(lambda what, done, total: heard.append((what, done, total))):
        found = disinformation(known, [Outlet("u")], list("NPCAB"), wrong, 12.0)
    assert found.plans[-1].leakage < 0.8
    assert {"Making decoys", "Trying decoys"} <= {what for what, _, _ in heard}
    assert all(done <= total for _, done, total in heard)


def smallest(rule, records, alphabet):
    """The least number of pairs of an alphabet in a record that matches all; 0 where four are not enough."""
    for size in range(1, 5):
        for pairs in itertools.combinations(alphabet, size):
            if all(rule.matches(Record.of(*pairs), record) for record in records):
                return size
    return 0


def test_no_record_of_values_that_are_held_is_smaller():
    draw, compared, matching = random.Random(1), 0, 0
    while matching < 100:
        rule, records = kinds.rule(draw), [kinds.drawn_record(draw, 6) for _ in range(draw.randint(1, 3))]
        bait = create(records, rule)
        assert not len(bait) or all(rule.matches(bait, record) for record in records)
        alphabet = sorted({(label, v) for r in records for label in rule.labels for v in r.values(label)})
        if rule.decided and len(alphabet) < 11 and len(bait) < 5:
            assert len(bait) == smallest(rule, records, alphabet)
            compared, matching = compared + 1, matching + bool(len(bait))
    assert compared > 200


KEY_RULES = [SameKeySet("A", "B"), AnyOf(SameKeySet("A"), Shares("B")), Unless(Shares("A"), Conflicts("B"))]


@pytest.mark.parametrize(("rule", "size"), list(zip(KEY_RULES, (3, 1, 1), strict=True)))
def test_a_rule_that_more_than_values_in_common_decide(rule, size):
    target = Record.of(("A", "1"), ("A", "2"), ("B", "3"), ("C", "4"))
    bait = create([target], rule)
    assert rule.matches(bait, target)
    assert len(bait) == size


def test_what_is_dear_or_cannot_be_said_is_left_out_where_something_else_will_do():
    record, rule = Record.of(("A", "1"), ("B", "2"), ("C", "3")), AnyOf(Shares("A"), Shares("B"), Shares("C"))
    assert create([record], rule, price=lambda pair: -float(pair[1])) == Record.of(("C", "3"))
    assert create([record], rule, allowed=lambda pair: pair[0] == "C") == Record.of(("C", "3"))
    assert create([record], rule, allowed=lambda pair: False) == create([], rule) == Record()
    assert create([record], rule, size=0) == Record() != create([record], rule, size=1)


def test_what_is_added_is_new():
    record = add(Record.of(("N", "Alice")), Attribute("P", "555-0100"))
    assert record == Record.of(("N", "Alice"), ("P", "555-0100"))
