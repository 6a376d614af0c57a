"""Optimal disinformation: the plans against every plan of the space, each resolved from scratch; and the papers."""

import itertools
import math
import random

import pytest

from leakage import Adversary, AnyOf, Attribute, Measure, Record, Resolve, SameKeySet, Shares
from leakage.old.decision.disinformation.candidates import (
    Channel,
    Prices,
    moves_of,
    only_self,
)
from leakage.old.decision.disinformation.plan import disinformation_frontier, frontier_of
from leakage.old.decision.disinformation.purchases import labels_without_join_effect
from leakage.old.decision.disinformation.search import DecoySearch
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.weights import NumericCloseness
from leakage.old.resolution.merge import latest_wins_merge
from leakage.old.resolution.operations import Augment, Correct
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.progress import listening
from tests.amount import cases
from tests.old.decision.disinformation.cases import (
    BY_KEYS,
    LABELS,
    NEGATIVE,
    AnyKind,
    AnyKindWithForms,
    ByKeySets,
    Crossing,
    Instance,
    TwoTargets,
    WithForms,
    believable,
)
from tests.oracles.disinformation import analysed

CHUNK = 15


def seeds(number, chunk=CHUNK):
    """Instances in chunks: a test for each would take longer to report than to run."""
    return cases([range(first, first + chunk) for first in range(0, number, chunk)], usual=1)


def frontier_for(instance, **options):
    return frontier_of(
        instance.pools,
        instance.moves,
        instance.prices,
        instance.labels,
        instance.believable,
        instance.budget,
        **options,
    )


def budgets_of(plans, instance):
    return sorted({min(cost, instance.budget) for cost, _ in plans if cost > 0} | {instance.budget})


def best_within(plans, budget):
    return min(leakage for cost, leakage in plans if cost <= budget + 1e-9)


def agrees_with_all_plans(instance, **space):
    frontier = frontier_for(instance, **space)
    plans = list(instance.plans(labels_without_join_effect(instance.adversary, instance.labels), **space))
    for budget in budgets_of(plans, instance):
        plan = frontier.within(budget)
        assert plan.leakage == pytest.approx(best_within(plans, budget), abs=1e-10)
        assert plan.cost <= budget + 1e-9


@pytest.mark.parametrize("chunk", seeds(150))
def test_no_plan_of_the_space_is_better(chunk):
    for seed in chunk:
        instance = Instance(seed)
        # Groups multiply the number of plans: of many, one record each is enough.
        agrees_with_all_plans(instance, records=2 if len(instance.groups()) < 3 else 1, per_label=1)


@pytest.mark.parametrize("chunk", seeds(50))
def test_no_plan_is_better_where_two_composites_share_a_budget(chunk):
    for seed in chunk:
        agrees_with_all_plans(TwoTargets(seed), records=2 + seed % 10 // 9, per_label=1)


@pytest.mark.parametrize("chunk", seeds(100))
def test_no_plan_for_forms_with_some_fields_only_is_better(chunk):
    stated = 0
    for seed in chunk:
        instance = WithForms(seed, most_moves=4)
        agrees_with_all_plans(instance, records=2 if len(instance.groups()) < 3 else 1, per_label=1)
        for plan in frontier_for(instance, records=2).plans:
            for record in plan.records:
                fields = record.move.channel.fields
                assert fields is None or {attribute.label for attribute in record.record} <= fields
                stated += fields is not None
    assert stated


@pytest.mark.parametrize("chunk", seeds(50))
def test_whoever_is_left_out_for_another_with_more_fields_would_not_help(chunk):
    left_out = 0
    for seed in chunk:
        instance = WithForms(seed)
        instance.moves = moves_of(instance.pools, instance.channels, instance.match, instance.prices, believable)
        frontier = frontier_for(instance, records=1)
        left_out += len(instance.moves)
        instance.moves = instance.moves_to_each()
        left_out -= len(instance.moves)
        plans = list(instance.plans(labels_without_join_effect(instance.adversary, instance.labels), 1, 1))
        for budget in budgets_of(plans, instance):
            assert frontier.within(budget).leakage == pytest.approx(best_within(plans, budget), abs=1e-10)
    assert left_out < 0


@pytest.mark.parametrize("kind", [WithForms, TwoTargets, Crossing])
@pytest.mark.parametrize("chunk", seeds(50))
def test_what_is_tried_first_is_not_all(monkeypatch, chunk, kind):
    """As where there are more choices than looks: the first plans are found one record at a time."""
    monkeypatch.setattr(DecoySearch, "_choices", 10**9)
    for seed in chunk:
        instance = kind(seed, most_moves=4) if kind is WithForms else kind(seed)
        agrees_with_all_plans(instance, records=2 if len(instance.groups()) < 3 else 1, per_label=1)


def test_what_one_composite_keeps_spares_looks():
    """Without the bound of the composite that keeps most, 54 choices are looked at where two targets share a budget."""
    assert sum(frontier_for(TwoTargets(seed), records=2).looked for seed in range(12)) <= 45


@pytest.mark.parametrize("chunk", seeds(150))
def test_no_plan_is_better_under_negative_evidence(chunk):
    for seed in chunk:
        agrees_with_all_plans(Instance(seed, NEGATIVE), records=2, per_label=1)


@pytest.mark.parametrize("matches", [BY_KEYS, NEGATIVE])
@pytest.mark.parametrize("chunk", seeds(75))
def test_every_plan_leaks_what_resolving_it_leaks_and_costs_what_it_says(chunk, matches):
    for seed in chunk:
        instance = Instance(seed, matches)
        frontier = frontier_for(instance, records=3)
        steps = list(itertools.pairwise(frontier.plans))
        assert frontier.plans[0].records == ()
        assert all(step.cost < other.cost and step.leakage > other.leakage for step, other in steps)
        for plan in (*frontier.plans, *frontier.heuristic):
            placed = [(record.move.channel.pools, record.record) for record in plan.records]
            assert plan.leakage == pytest.approx(instance.leakage(placed), abs=1e-10)
            assert [r.chosen[0] for r in plan.records] == sorted(r.chosen[0] for r in plan.records)
            costs = [instance.prices.cost(r.move.channel.recipient, r.record) for r in plan.records]
            assert plan.cost == pytest.approx(sum(costs), abs=1e-9)
            assert [r.cost for r in plan.records] == pytest.approx(costs)
            assert frontier.leakage_of(plan.records) == pytest.approx(plan.leakage, abs=1e-12)
            wrong = [attribute.pair for record in plan.records for attribute in record.wrong]
            assert len(set(wrong)) == len(wrong)
            assert not any(pair in instance.reference for pair in wrong)


def many_namesakes(count):
    """One person and so many strangers, who hold different amounts of what is wrong: linkage wants to be chosen."""
    chance = random.Random(count)
    own = Record.of(("N", "a"), *((f"L{n}", "right") for n in range(10)))
    strangers = [
        Record.of(("N", f"s{number}"), *((f"L{n}", f"of {number}") for n in range(chance.randint(1, 8))))
        for number in range(count)
    ]
    return Baseline.of([own, *strangers], own, Adversary((Resolve(Shares("N")),)))


def test_a_search_that_gives_up_finds_no_more_than_one_that_does_not():
    baseline = many_namesakes(12)
    arguments = ([baseline], [Channel("Shop", (0,))], Shares("N"), Prices(1.0, 1.0), ["L1", "L2"], believable, 20.0)
    exact, rough = disinformation_frontier(*arguments), disinformation_frontier(*arguments, node_limit=1)
    assert rough.looked < exact.looked
    for budget in range(1, 21):
        assert exact.within(budget).leakage <= rough.within(budget).leakage + 1e-12


@pytest.mark.parametrize("chunk", seeds(50))
def test_the_papers_heuristic_is_never_better(chunk):
    for seed in chunk:
        instance = Instance(seed)
        frontier = frontier_for(instance)
        for budget in (1.0, 2.0, 3.0):
            assert frontier.heuristic_within(budget).leakage >= frontier.within(budget).leakage - 1e-12


def test_the_papers_heuristic_takes_self_disinformation_or_two_unrelated_records():
    baseline = many_namesakes(4)
    channels, prices = [Channel("Shop", (0,))], Prices(1.0, 1.0)
    frontier = disinformation_frontier([baseline], channels, Shares("N"), prices, ["L1", "L2"], believable, 9.0)
    kinds = {(r.kind, len(r.move.links)) for plan in frontier.heuristic for r in plan.records}
    assert kinds == {("self", 0), ("linkage", 2)}
    assert all(len(plan.records) <= 1 for plan in frontier.heuristic)
    # Self disinformation alone: 2 * 11 / (11 + 11 + 1), with one wrong attribute.
    assert frontier.heuristic_within(3.0).leakage == pytest.approx(22 / 23)


def test_the_papers_heuristic_adds_what_weighs_most_first():
    """Each of 1 and a record of 1: for 3 the bait and the wrong C of weight 3, not the wrong A of weight 1."""
    own = Record.of(("N", "a"), ("A", "1"), ("C", "1"))
    baseline = Baseline.of([own], own, BY_NAME, {"C": 3.0})
    frontier = disinformation_frontier([baseline], SHOP, Shares("N"), Prices(1.0, 1.0), "AC", believable, 4.0)
    assert [[a.label for r in plan.records for a in r.wrong] for plan in frontier.heuristic] == [[], ["C"], ["A", "C"]]
    assert [plan.leakage for plan in frontier.heuristic] == pytest.approx([1.0, 10 / 13, 10 / 14])


@pytest.mark.parametrize("kind", [AnyKind, AnyKindWithForms])
@pytest.mark.parametrize("chunk", seeds(200))
def test_every_rule_merge_measure_and_pipeline(chunk, kind):
    """Where all is tried, what is found is the best."""
    for seed in chunk:
        instance = kind(seed)
        frontier = frontier_for(instance, records=2)
        plans = list(instance.plans(labels_without_join_effect(instance.adversary, instance.labels), 2, 1))
        for budget in budgets_of(plans, instance):
            assert frontier.within(budget).leakage == pytest.approx(best_within(plans, budget), abs=1e-10)


LATEST = Adversary((Resolve(Shares("N"), latest_wins_merge),))
ALICE = Record.of(("N", "Alice"), ("P", "123"), ("C", "9"))


def test_a_merge_that_replaces_wants_the_card_alone():
    """By weight for its price the phone comes first; but only a wrong card takes the place of the right one, alone."""
    baseline = Baseline.of([ALICE], ALICE, LATEST, {"C": 3.0})
    prices = Prices(1.0, 1.0, attributes=(("C", 4.0),))
    frontier = disinformation_frontier([baseline], SHOP, Shares("N"), prices, ["P", "C"], believable, 6.0)
    assert [(plan.cost, plan.leakage) for plan in frontier.plans] == [(0.0, 1.0), (3.0, 0.8), (6.0, pytest.approx(0.4))]
    rough = disinformation_frontier([baseline], SHOP, Shares("N"), prices, ["P", "C"], believable, 6.0, node_limit=2)
    assert rough.looked < frontier.looked


def test_another_spelling_of_a_fact_earns_what_the_measure_gives_it():
    reference = Record.of(("N", "n"), ("A", "30"), ("C", "9"))
    own = Record.of(("N", "n"), ("A", "30.0"))
    baseline = Baseline.of([own], reference, BY_NAME, Measure({}, {"A": NumericCloseness(3)}))
    frontier = disinformation_frontier([baseline], SHOP, Shares("N"), Prices(1.0, 1.0), ["C"], believable, 4.0)
    assert [(plan.cost, plan.leakage) for plan in frontier.plans] == [(0.0, 0.8), (3.0, pytest.approx(4 / 6))]


def test_values_near_the_truth_are_not_stated_as_wrong():
    by_age = Measure({}, {"A": NumericCloseness(3)})
    own = Record.of(("N", "n"), ("A", "30"))
    baseline = Baseline.of([own], own, BY_NAME, by_age)

    def ages(label, count):
        return [str(31 + n) for n in range(count)]

    frontier = disinformation_frontier([baseline], SHOP, Shares("N"), Prices(1.0, 1.0), ["A"], ages, 4.0)
    assert [a.value for plan in frontier.plans for r in plan.records for a in r.wrong] == ["33"]

    def few_ages(label, count):
        return ages(label, count)[:2]

    few = disinformation_frontier([baseline], SHOP, Shares("N"), Prices(1.0, 1.0), ["A"], few_ages, 4.0)
    assert [plan.records for plan in few.plans] == [()]


P = Record.of(("N", "n"), ("P", "p"), ("A", "a"), ("C", "c"))
R, S, T = Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"), ("A", "a")), Record.of(("N", "m"), ("A", "b"))
BY_NAME = Adversary((Resolve(Shares("N")),))
SHOP = [Channel("Shop", (0,))]


def planned(released, reference, match, labels, budget, prices, **options):
    baseline = Baseline.of(released, reference, Adversary((Resolve(match),)))
    return disinformation_frontier([baseline], SHOP, match, prices, labels, believable, budget, **options)


def test_2011_section_3_2():
    """R = {r, s, t}: self disinformation adds bogus data to mu(r, s), linkage ties the irrelevant t to it."""
    frontier = planned([R, S, T], P, Shares("N"), ["P"], 5.0, Prices(1.0, 1.0), per_label=3, records=1)
    # mu(r, s) has 3 of 4 right: 6 / 7. A record costs 1 and each attribute 1; with k wrong ones 6 / (7 + k). The
    # linkage {m, n} brings the two wrong attributes of t for one more than the bait.
    assert [(plan.cost, plan.leakage) for plan in frontier.plans] == [
        (0.0, pytest.approx(6 / 7)),
        (3.0, pytest.approx(6 / 9)),
        (4.0, pytest.approx(6 / 10)),
        (5.0, pytest.approx(6 / 11)),
    ]
    assert [[r.kind for r in plan.records] for plan in frontier.plans] == [[], *[["linkage"]] * 3]
    alone = planned([R, S], P, Shares("N"), ["P"], 5.0, Prices(1.0, 1.0), per_label=3, records=1)
    assert [plan.leakage for plan in alone.plans] == pytest.approx([6 / 7, 6 / 8, 6 / 9, 6 / 10])
    assert [[r.kind for r in plan.records] for plan in alone.plans] == [[], *[["self"]] * 3]


def test_2012_figure_2():
    """R = {r, s, t, u, v}: d1 snaps on to r, d2 ties v to r; the plan takes v, the stranger who misleads most."""
    e = Record.of(("N", "e"), ("P", "1"), ("C", "1"), ("A", "1"))
    r, s = Record.of(("N", "e"), ("P", "1"), ("C", "1")), Record.of(("A", "1"))
    t, u, v = Record.of(("N", "t")), Record.of(("N", "u")), Record.of(("N", "v"), ("P", "9"), ("C", "9"))
    frontier = planned([r, s, t, u, v], e, Shares("N"), ["P"], 3.0, Prices(1.0, 1.0))
    (d2,) = frontier.within(3.0).records
    assert (d2.kind, d2.move.links, frontier.within(3.0).leakage) == ("linkage", (4,), pytest.approx(6 / 10))
    without_v = planned([r, s, t, u], e, Shares("N"), ["P"], 3.0, Prices(1.0, 1.0))
    assert without_v.within(3.0).leakage == pytest.approx(6 / 8)


E = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
VENDOR = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
EMPLOYER = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
WARY = Unless(Shares("N", "A"), Conflicts("P"))


def test_2011_introduction_blocking():
    """The third record, with a wrong phone, reaches the vendor before the employer's is read: they are kept apart."""
    baseline = Baseline.of([VENDOR, EMPLOYER], E, Adversary((Resolve(WARY),)), place=1)
    assert baseline.before.leakage == 1.0
    prices = Prices(1.0, 1.0)
    frontier = disinformation_frontier([baseline], SHOP, WARY, prices, ["C"], believable, 4.0)
    best = frontier.within(4.0)
    (third,) = best.records
    assert third.kind == "blocking"
    assert third.record == Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "wrong P 0"))
    # The employer alone: 2 * 4 / (5 + 4). The vendor has 3 right and a wrong phone: 2 * 3 / (5 + 4).
    assert best.leakage == pytest.approx(8 / 9)
    # Read last it comes too late: what is joined stays joined.
    late = Baseline.of([VENDOR, EMPLOYER], E, Adversary((Resolve(WARY),)))
    assert disinformation_frontier([late], SHOP, WARY, prices, [], believable, 9.0).plans[-1].leakage == 1.0


def test_2011_introduction_where_the_vendor_resolves_first():
    """In two steps, as told there: by name and card the vendor joins its own, then by name and address both pool."""
    pooled = Adversary((Resolve(Shares("N", "C")), Resolve(WARY)))
    third = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999"))
    baseline = Baseline.of([VENDOR, EMPLOYER], E, pooled)
    assert baseline.add(third).leakage == pytest.approx(8 / 9)
    frontier = disinformation_frontier([baseline], SHOP, Shares("N", "C"), Prices(1.0, 1.0), [], believable, 6.0)
    assert any(move.kind == "blocking" for move in frontier.moves)
    assert frontier.within(6.0).leakage == pytest.approx(8 / 9)


def test_linkage_can_overcome_a_conflict():
    """Both phones in one record: then the two have one in common with it, and do not conflict."""
    mine = Record.of(("N", "Alice"), ("P", "1"), ("C", "1"))
    stranger = Record.of(("N", "Bob"), ("P", "2"), ("C", "2"), ("A", "2"))
    match = Unless(Shares("N"), Conflicts("P"))
    frontier = planned([mine, stranger], mine, match, [], 6.0, Prices(1.0, 1.0))
    (record,) = frontier.within(6.0).records
    assert record.record == Record.of(("N", "Alice"), ("N", "Bob"), ("P", "1"), ("P", "2"))
    assert frontier.within(6.0).leakage == pytest.approx(6 / 10)


SAYABLE = [(label, value) for label in LABELS for value in "123"]
SAYABLE += [(label, f"wrong {label} {n}") for label in "PC" for n in range(2)]
SMALL = [Record.of(*pairs) for size in range(1, 4) for pairs in itertools.combinations(SAYABLE, size)]


def joins_one_at_most(instance, *new):
    """Whether the composites without some new records are the same as before, so that no two became one."""
    ((records, place),) = instance.records_and_places
    before = {members for _, members in analysed(records, instance.definition.operations)}
    arrived = range(place, place + len(new))
    after = analysed([*records[:place], *new, *records[place:]], instance.definition.operations)
    places = [*range(place), *[None] * len(new), *range(place, len(records))]
    left = [tuple(places[m] for m in members if m not in arrived) for _, members in after]
    return {members for members in left if members} == before


@pytest.mark.parametrize("chunk", seeds(50, 4))
def test_with_both_properties_self_disinformation_is_all_that_helps(chunk):
    """2011, Section 3.2: "a new record can only use self-disinformation to lower the database leakage"."""
    for seed in chunk:
        instance = ByKeySets(seed)
        chance, match, prices = random.Random(seed), instance.match, instance.prices
        frontier = disinformation_frontier(
            instance.pools, SHOP, match, prices, "PC", believable, 4.0, records=1, per_label=2
        )
        assert frontier.only_self
        assert {move.kind for move in frontier.moves} <= {"self"}
        assert all(joins_one_at_most(instance, new) for new in SMALL)
        assert all(joins_one_at_most(instance, *chance.sample(SMALL, 2)) for _ in range(50))
        if instance.plain:  # Beyond the space are other spellings of a key, and what her tables add to a wrong value.
            left = [(len(new) + 1, instance.leakage([((0,), new)])) for new in SMALL]
            for budget in range(1, 5):
                best = best_within([(0, instance.leakage([])), *left], budget)
                assert frontier.within(budget).leakage == pytest.approx(best, abs=1e-12)


def test_without_them_linkage_may_do_more_than_self_disinformation_ever_does():
    strangers = [Record.of(("N", "m"), *((f"X{n}", "x") for n in range(9)))]
    own = Record.of(("N", "n"), ("P", "p"))
    both = planned([own, *strangers], own, Shares("N"), ["P"], 3.0, Prices(1.0, 1.0))
    assert not both.only_self
    assert both.within(3.0).leakage < planned([own], own, Shares("N"), ["P"], 3.0, Prices(1.0, 1.0)).within(3).leakage


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        ((Resolve(SameKeySet("N")),), True),
        ((Correct({}), Resolve(SameKeySet("N"))), True),
        ((Resolve(AnyOf(SameKeySet("N"))),), True),
        ((Resolve(Shares("N")),), False),
        ((Resolve(SameKeySet("N")), Resolve(SameKeySet("N"))), False),
        ((Resolve(SameKeySet("N")), Augment("N", "P", {})), False),
        ((Resolve(SameKeySet("N"), latest_wins_merge),), False),
        ((), False),
    ],
)
def test_when_both_properties_are_proved(operations, expected):
    assert only_self(Adversary(operations)) == expected


def test_the_cheapest_bait_and_the_most_discreet_one_are_both_moves():
    own = Record.of(("N", "n", 0.5), ("P", "p"), ("C", "c"))
    match = AnyOf(Shares("N"), Shares("P"))
    baseline = Baseline.of([own], Record.of(("N", "n"), ("P", "p"), ("C", "c")), Adversary((Resolve(match),)))
    moves = moves_of([baseline], SHOP, match, Prices(1.0, 1.0, attributes=(("P", 3.0),)), believable)
    assert [[a.label for a in move.bait] for move in moves] == [["N"], ["P"]]
    assert [move.cost for move in moves] == [2.0, 4.0]


def test_moves_of_some_kinds_only():
    baseline = Baseline.of([R, S, T], P, BY_NAME)
    moves = moves_of([baseline], SHOP, Shares("N"), Prices(), believable, kinds=("linkage",))
    assert {move.kind for move in moves} == {"linkage"}
    assert not moves_of([baseline], SHOP, Shares("N"), Prices(), believable, kinds=("blocking",))


def test_labels_of_conflicts_wherever_they_stand():
    inner = AnyOf(Unless(Shares("N"), Conflicts("P")), Shares("C"))
    assert Adversary((Resolve(inner), Resolve(Unless(inner, Conflicts("A"))))).conflict_labels == ("P", "A")


def test_an_outlet_that_reaches_more_pools_is_used_where_that_pays():
    """One record given to somebody who passes it on to both pools dilutes in both."""
    pools = [Baseline.of([R], P, BY_NAME), Baseline.of([R], P, BY_NAME)]
    channels = [Channel("One", (0,)), Channel("Other", (1,)), Channel("Both", (0, 1))]
    frontier = disinformation_frontier(pools, channels, Shares("N"), Prices(1.0, 1.0), ["P"], believable, 6.0)
    assert [r.move.channel.recipient for r in frontier.within(3.0).records] == ["Both"]
    dear = Prices(1.0, 1.0, (("Both", 9.0),))
    frontier = disinformation_frontier(pools, channels, Shares("N"), dear, ["P"], believable, 6.0)
    assert [r.move.channel.recipient for r in frontier.within(6.0).records] == ["One", "Other"]


def test_labels_that_run_out_of_believable_values_are_left_out():
    baseline = Baseline.of([R], P, BY_NAME)

    def scarce(label, count):
        return believable(label, count)[: 1 if label == "C" else count]

    frontier = disinformation_frontier([baseline], SHOP, Shares("N"), Prices(), "PC", scarce, 9.0)
    assert {a.label for plan in frontier.plans for r in plan.records for a in r.wrong} == {"P"}


def test_a_policy_under_which_nothing_matches_leaves_nothing_to_do():
    frontier = planned([R], P, Shares("Z"), ["P"], 9.0, Prices())
    assert frontier.moves == ()
    assert [plan.records for plan in frontier.plans] == [()]
    assert frontier.within(9.0).leakage == pytest.approx(2 / 3)
    empty = disinformation_frontier([], [], Shares("N"), Prices(), ["P"], believable, 1.0)
    assert [(plan.cost, plan.leakage) for plan in empty.plans] == [(0.0, 0.0)]


@pytest.mark.parametrize("budget", [0, -1, math.nan, math.inf])
def test_a_budget_that_is_not_positive_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        planned([R], P, Shares("N"), ["P"], budget, Prices())
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        planned([R], P, Shares("N"), ["P"], 5.0, Prices()).within(budget)


def test_a_budget_beyond_what_was_looked_at_is_refused():
    with pytest.raises(ValueError, match="at most 5, up to which plans were sought"):
        planned([R], P, Shares("N"), ["P"], 5.0, Prices()).within(6.0)


@pytest.mark.parametrize("options", [{"records": 0}, {"per_label": 0}])
def test_a_space_without_room_is_refused(options):
    with pytest.raises(ValueError, match="there must be room for a record and a value at least"):
        planned([R], P, Shares("N"), ["P"], 5.0, Prices(), **options)


def test_progress_is_told():
    heard = []
    baseline = many_namesakes(14)
    with listening(lambda *progress: heard.append(progress)):
        disinformation_frontier([baseline], SHOP, Shares("N"), Prices(1.0, 1.0), ["L1"], believable, 20.0)
    assert {what for what, _, _ in heard} >= {"Trying disinformation"}


def test_wrong_values_under_quiet_labels_join_nobody():
    assert labels_without_join_effect(Adversary((Augment("A", "Z", {}), Resolve(Shares("N")))), "ANZ") == ("A", "N")
    assert labels_without_join_effect(Adversary((Resolve(WARY),)), "NAPC") == ("C",)
    records = [Record((*record, Attribute("N", f"w{n}"))) for n, record in enumerate([R, S, T])]
    assert BY_NAME.resolve(records).composite_of.tolist() == BY_NAME.resolve([R, S, T]).composite_of.tolist()
