"""Plans against their definition: every set of actions carried out, every pool resolved, every answer gone through."""

import itertools
import math
import random
from operator import attrgetter

import numpy as np
import pytest

from leakage.decision import optimise
from leakage.decision import plan as module
from leakage.decision.evaluator import bits, mask_of
from leakage.decision.leakage import Presumed, worst_of
from leakage.decision.optimise import Choice, frontier_of, minimise, subsets, together
from leakage.decision.plan import Action, Expectation, Held, Outcomes, Plans, Situation, Threat, find_plans
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve, SourcedRecord
from leakage.resolution.rules import AnyOf, Shares
from tests.resolution import kinds

EMAIL = ("E", "a@b")
BY_EMAIL = Threat(Adversary(Resolve(Shares("E"))))


def drawn_situation(draw):
    person = Record.of(*{(label, draw.choice(kinds.VALUES[label])) for label in "NPCBD" for _ in range(2)})
    held = []
    for number in range(draw.randint(0, 5)):
        attributes = {a.pair: a for a in (*kinds.drawn_record(draw), *(a for a in person if draw.random() < 0.3))}
        facts = {draw.choice(person.attributes).pair: 0.3, ("P", "1"): 0.5}
        presumed = Presumed(draw.choice("uv"), tuple(facts.items())) if draw.random() < 0.3 else None
        held.append(Held(f"R{number}", draw.choice("uvwx"), Record(attributes.values()), presumed))
    return Situation(person, tuple(held), tuple(kinds.drawn_records(draw, 2)), tuple(draw.sample("uvwxy", 1)))


def drawn_threat(draw):
    coalitions = tuple(tuple(draw.sample("uvwxy", draw.randint(1, 3))) for _ in range(2))
    groups = draw.choice([None, (), coalitions])
    leaked = drawn_situation(draw).held if draw.random() < 0.2 else None
    beside = drawn_situation(draw).held if draw.random() < 0.3 else ()
    return Threat(kinds.adversary(draw), groups, leaked, beside)


def drawn_action(draw, situation):
    names, minutes = [held.name for held in situation.held], float(draw.choice([1, 5, 10, 15]))
    kind = draw.choice(["erase", "erase", "change", "change", "leave"])
    if kind == "leave" or not names:
        return Action(minutes, leaves=(draw.choice("uvwxy"),), chance=draw.choice([1.0, 0.5]))
    if kind == "erase":
        some = tuple(draw.sample(names, min(2, len(names))))[: draw.randint(1, 2)]
        return Action(minutes, erases=some, chance=draw.choice([1.0, 0.5, 0.75]))
    one = draw.choice(situation.held)
    pair = draw.choice([*one.record.attributes, *situation.person.attributes]).pair
    return Action(minutes, changes=tuple((h.name, pair) for h in situation.held if h.recipient == one.recipient))


def left_by(situation, actions, threat, plan, weights):
    """2012, Definition 2, of the situation once some actions are carried out."""
    done = [action for number, action in enumerate(actions) if plan >> number & 1]
    erased, changed = ({name for action in done for name in getattr(action, what)} for what in ("erases", "changes"))
    left = {who for action in done for who in action.leaves}
    held = []
    for one in situation.held:
        facts = [fact for fact in (one.presumed.facts if one.presumed else ()) if (one.name, fact[0]) not in changed]
        record = Record(a for a in one.record if (one.name, a.pair) not in changed)
        presumed = Presumed(one.presumed.holder, tuple(facts)) if facts else None
        held += [] if one.name in erased else [(one.recipient, SourcedRecord(record, one.recipient), presumed)]
    everybody = [situation.recipients] if situation.recipients else []
    groups = [
        [who for who in group if who not in left] for group in (everybody if threat.groups is None else threat.groups)
    ]
    alone = [[who] for who in situation.recipients if not any(who in group for group in groups)]
    beside = [(SourcedRecord(one.record, one.recipient), one.presumed) for one in threat.everywhere]
    pools = [*groups, *alone, *([[]] if beside else [])]
    pools = [[(r, presumed) for who, r, presumed in held if who in pool] + beside for pool in pools]
    if threat.leaked is not None:
        pools = [[(SourcedRecord(one.record, one.recipient), one.presumed) for one in threat.leaked]]
    strangers, worst = situation.strangers, 0.0
    for mine in pools:
        beside = {len(strangers) + n: presumed for n, (_, presumed) in enumerate(mine) if presumed}
        resolution = threat.adversary.resolve([*strangers, *(record for record, _ in mine)])
        worst = max(worst, worst_of(resolution, situation.person, weights, beside).leakage)
    return worst


def answered(situation, actions, plan):
    """(probability, what is granted) pairs; letters about one account have one answer, the likelier granted first."""
    told = [(0.0, set(), set())]
    for number, action in enumerate(actions):
        about = {*action.erases, *(name for name, _ in action.changes), *(f"of {who}" for who in action.leaves)}
        about |= {held.name for held in situation.held if held.recipient in action.leaves}
        tied = [one for one in told if one[2] & about] if action.chance < 1.0 else []
        if action.chance < 1.0:
            merged = ({number}.union(*(one[1] for one in tied)), about.union(*(one[2] for one in tied)))
            told = [one for one in told if one not in tied] + [(0.0, *merged)]
    outcomes = [(1.0, plan)]
    for _, letters, _ in told:
        cuts = sorted({0.0, 1.0, *(actions[number].chance for number in letters)})
        outcomes = [
            (chance * (high - low), granted & ~mask_of(n for n in letters if actions[n].chance <= low))
            for chance, granted in outcomes
            for low, high in itertools.pairwise(cuts)
        ]
    return outcomes


@pytest.mark.parametrize("seed", range(4))
def test_every_set_of_actions_leaves_what_carrying_it_out_does_and_plans_are_the_best(seed):
    draw = random.Random(seed)
    for _ in range(40):
        situation, weights = drawn_situation(draw), draw.choice([None, {"N": 3.0, "P": 0.5}])
        actions = [drawn_action(draw, situation) for _ in range(draw.randint(0, 5))]
        threat = drawn_threat(draw)
        sets = range(1 << len(actions))
        left = np.array([left_by(situation, actions, threat, plan, weights) for plan in sets])
        found = find_plans(situation, actions, threat, weights)
        assert Outcomes(situation, actions, threat, weights).leakages(sets) == pytest.approx(left, abs=1e-13)
        mean = {plan: sum(p * left[m] for p, m in answered(situation, actions, plan)) for plan in sets}
        minutes = {plan: sum(actions[number].minutes for number in bits(plan)) for plan in sets}
        for plan in sets:
            shown = found.expectation.plan(plan)
            assert (shown.leakage, shown.drawn) == (pytest.approx(mean[plan], abs=1e-13), False)
        assert found.every_set_tried
        for budget in sorted(set(minutes.values())):
            best = min(mean[plan] for plan in sets if minutes[plan] <= budget)
            assert [one for one in found.plans if one.minutes <= budget][-1].leakage == pytest.approx(best, abs=1e-12)
        for one in found.plans:
            steps = found.steps(one)
            assert sorted(number for step in steps for number in step.actions) == list(one.actions)
            assert [step.after for step in steps[-1:]] == [one.leakage][: len(steps)]
            assert all(a.after == b.before for a, b in itertools.pairwise(steps))
            near = found.within(one.minutes)
            assert near.leakage <= one.leakage + module.UNSEEN + 1e-12 and near.minutes <= one.minutes


def shops(count, record=None):
    facts = record or Record.of(EMAIL, ("P", "1"))
    held = tuple(Held(f"Order {n}", f"Shop {n}", facts) for n in range(count))
    return Situation(Record.of(EMAIL, ("P", "1")), held)


def test_of_many_letters_outcomes_are_drawn_and_of_twelve_they_are_not():
    twelve = [Action(15.0, erases=(f"Order {n}",), chance=0.6) for n in range(12)]
    outcome = Expectation(Outcomes(shops(12), twelve, BY_EMAIL)).plan((1 << 12) - 1)
    assert (outcome.leakage, outcome.drawn) == (pytest.approx(1.0 - 0.6**12, abs=1e-13), False)
    for chance in (0.99, 0.9, 0.5):
        letters = [Action(15.0, erases=(f"Order {n}",), chance=chance) for n in range(20)]
        outcome = Expectation(Outcomes(shops(20), letters, BY_EMAIL)).plan((1 << 20) - 1)
        assert outcome.drawn and abs(outcome.leakage - (1.0 - chance**20)) < 0.02


def test_a_fact_is_taken_from_all_who_have_it_in_one_go():
    held = tuple(Held(f"R{n}", f"W{n}", Record.of(EMAIL, (f"F{n}", "x"), ("C", "9"))) for n in range(16))
    person = Record.of(EMAIL, ("C", "9"), *((f"F{n}", "x") for n in range(16)))
    actions = [Action(5.0, changes=((f"R{n}", ("C", "9")),)) for n in range(16)]
    found = find_plans(Situation(person, held), actions, BY_EMAIL, {"C": 50.0})
    assert not found.every_set_tried
    assert found.plans[-1].actions == tuple(range(16))
    assert len(found.steps(found.plans[-1])) == 1


def test_steps_of_a_group_are_one():
    held = (Held("Order", "Shop", Record.of(EMAIL, ("C", "9"))), Held("Loan", "Bank", Record.of(EMAIL, ("P", "1"))))
    person = Record.of(EMAIL, ("C", "9"), ("P", "1"))
    actions = [Action(5.0, changes=(("Order", EMAIL),)), Action(15.0, erases=("Loan",), chance=0.5)]
    found = find_plans(Situation(person, held), actions, BY_EMAIL)
    first, second = found.steps(found.expectation.plan(0b11))
    assert (first.actions, second.actions) == ((0,), (1,))
    grouped = find_plans(Situation(person, held), actions, BY_EMAIL, groups=[(0, 1)])
    assert [step.actions for step in grouped.steps(grouped.expectation.plan(0b11))] == [(0, 1)]


def test_what_nobody_would_miss_is_left_out():
    actions = [Action(15.0, erases=("Order 0",)), Action(5.0, changes=(("Order 0", EMAIL),))]
    known = Expectation(Outcomes(shops(1), actions, BY_EMAIL))
    found = Plans((known.plan(0), known.plan(0b11)), False, (), known)
    assert [found.within(minutes).actions for minutes in (0.0, 20.0)] == [(), (0,)]


def test_sixty_pools_are_searched_one_by_one():
    draw = random.Random(5)
    facts = [(f"F{n}", "x") for n in range(12)]
    held = tuple(Held(f"R{n}", f"W{n}", Record.of(*draw.sample(facts, draw.randint(2, 9)))) for n in range(60))
    actions = [Action(15.0, erases=(f"R{n}",)) for n in range(60)]
    found = find_plans(Situation(Record.of(*facts), held), actions, Threat(Adversary(), ()))
    assert found.every_set_tried and len(found.expectation.components) == 60
    known = sorted((one.leakage for one in found.plans), reverse=True)
    sizes = sorted((len(one.record) for one in held), reverse=True)
    assert known == pytest.approx(sorted({2 * n / (12 + n) for n in sizes} | {0.0}, reverse=True))


def test_what_is_refused():
    assert "a@b" not in repr(Action(5.0, changes=(("A", EMAIL),)))
    one = Held("A", "Shop", Record(Attribute("N", str(n)) for n in range(13)))
    everything = [Action(1.0, changes=(("A", a.pair),)) for a in one.record]
    for wrong in (
        lambda: Situation(Record(), (one, one)),
        lambda: Action(1.0, chance=1.5),
        lambda: Action(float("inf")),
        lambda: find_plans(Situation(Record(), ()), [], BY_EMAIL, minutes=0.0),
        lambda: Outcomes(Situation(Record(), (one,)), everything, BY_EMAIL),
        lambda: Outcomes(Situation(Record(), ()), [Action(1.0, erases=("A",))], BY_EMAIL),
    ):
        with pytest.raises(ValueError):
            wrong()
    assert (
        find_plans(Situation(Record(), ()), [], Threat(Adversary(Resolve(AnyOf(Shares("N")))))).plans[0].leakage == 0.0
    )


def drawn_costs(draw, size):
    return [draw.choice([1.0, 2.0, 5.0, 0.1]) for _ in range(size)]


def facts_left(draw, size):
    """What a person would lose: facts each of which several actions take from some of its holders."""
    takers = [[draw.sample(range(size), draw.randint(1, 3)) for _ in range(draw.randint(1, 3))] for _ in range(6)]
    masks = [[mask_of(some) for some in holders] for holders in takers]
    weights = [draw.choice([1.0, 2.0, 3.0]) for _ in takers]

    def figures(plans):
        given = np.array(plans, dtype=np.int64)
        held = [np.any([given & mask == 0 for mask in holders], axis=0) for holders in masks]
        return sum(w * h for w, h in zip(weights, held, strict=True)) / sum(weights)

    return figures


def best_within(found, budget):
    return [one for one in found.choices if one.cost <= budget + 1e-9][-1]


def best(figures, costs, budget, among=None):
    plans = range(1 << len(costs)) if among is None else subsets(among)
    payable = [plan for plan in plans if sum(costs[a] for a in bits(plan)) <= budget + 1e-9]
    return float(figures(payable).min())


def test_few_actions_are_tried_in_every_set():
    draw = random.Random(1)
    for _ in range(60):
        size = draw.randint(0, 7)
        costs, table = drawn_costs(draw, size), [draw.choice([0.2, 0.5, draw.random()]) for _ in range(1 << size)]
        most = draw.choice([math.inf, 4.0])

        def figures(plans, table=table):
            return np.array([table[plan] for plan in plans])

        among = draw.getrandbits(size) if size else 0
        for chosen in (None, among):
            found = minimise(figures, costs, most, among=chosen)
            assert found.every_set_tried
            assert [one.cost for one in found.choices] == sorted(one.cost for one in found.choices)
            for budget in (0.0, 1.0, 3.3, 9.0):
                expected = best(figures, costs, min(budget, most), chosen)
                assert best_within(found, budget).figure == pytest.approx(expected, abs=1e-12)


def test_of_more_actions_the_best_found_is_the_best_or_near_it():
    draw, gaps = random.Random(2), []
    for _ in range(12):
        figures, costs = facts_left(draw, 15), drawn_costs(draw, 15)
        looked = []
        found = minimise(
            lambda plans, f=figures, looked=looked: (looked.extend(plans), f(plans))[1], costs, limit=1_500
        )
        assert not found.every_set_tried and len(looked) <= 1_500 + optimise.BLOCK
        plans = np.arange(1 << 15)
        sums = sum(np.where(plans >> action & 1, cost, 0.0) for action, cost in enumerate(costs))
        left = figures(plans.tolist())
        gaps += [best_within(found, b).figure - left[sums <= b + 1e-9].min() for b in (1.0, 3.0, 6.0, 12.0)]
    assert min(gaps) > -1e-12
    assert max(gaps) <= 0.1 and sum(gap > 1e-9 for gap in gaps) <= 2


def test_what_helps_only_together_is_taken_in_one_step():
    # Two of fifty are found by exchanges.
    for needed, steps in ((0b111 << 10, [0b111 << 10]), (0b11 << 10, [])):
        found = minimise(
            lambda plans, needed=needed: np.array([1.0 - (plan & needed == needed) for plan in plans]),
            [1.0] * 50,
            steps=steps,
        )
        assert found.choices == (Choice(0.0, 1.0, 0), Choice(float(needed.bit_count()), 0.0, needed))


def test_of_equal_figures_the_next_row_leads_on():
    def figures(plans):
        counts = [plan.bit_count() for plan in plans]
        return np.array([[0.0 if count == 18 else 1.0 for count in counts], [1.0 - count / 18 for count in counts]])

    assert minimise(figures, [1.0] * 18).choices[-1].figure == 0.0


def test_parts_are_put_together_without_loss():
    draw = random.Random(3)
    for _ in range(60):
        sizes = [draw.randint(1, 3) for _ in range(draw.randint(0, 3))]
        first = [sum(sizes[:n]) for n in range(len(sizes))]
        costs, constant = drawn_costs(draw, sum(sizes)), draw.choice([0.0, 0.3])
        tables = [[round(draw.random(), 1) for _ in range(1 << size)] for size in sizes]
        within = [((1 << size) - 1) << start for size, start in zip(sizes, first, strict=True)]
        each = [
            lambda plans, t=t, s=s: np.array([t[plan >> s] for plan in plans])
            for t, s in zip(tables, first, strict=True)
        ]

        def whole(plans, each=each, within=within, constant=constant):
            rows = [part([plan & mask for plan in plans]) for part, mask in zip(each, within, strict=True)]
            return np.max([np.full(len(plans), constant), *rows], axis=0)

        budget = draw.choice([math.inf, 5.0])
        found = together(
            [minimise(part, costs, budget, among=mask) for part, mask in zip(each, within, strict=True)],
            constant,
            budget,
        )
        assert found.every_set_tried
        for most in (0.0, 1.0, 2.2, 6.0):
            assert best_within(found, most).figure == pytest.approx(best(whole, costs, min(most, budget)), abs=1e-12)
        for one in found.choices:
            assert float(whole([one.actions])[0]) == pytest.approx(one.figure)


def test_a_frontier_has_what_nothing_else_beats():
    draw = random.Random(4)
    for _ in range(100):
        given = [Choice(float(draw.randint(0, 5)), draw.randint(0, 5) / 5, n) for n in range(draw.randint(1, 9))]
        kept = frontier_of(given, attrgetter("cost", "figure"))
        assert all(any(k.cost <= one.cost and k.figure <= one.figure for k in kept) for one in given)
        assert all(a.cost < b.cost and a.figure > b.figure for a, b in itertools.pairwise(kept))


def test_costs_that_are_refused():
    with pytest.raises(ValueError):
        minimise(lambda plans: np.zeros(len(plans)), [0.0])
