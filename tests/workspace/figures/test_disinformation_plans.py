"""Planning disinformation in a workspace: every plan against assessing the workspace with its records released."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, SameKeySet, Shares
from leakage.decision.disinformation.candidates import Prices
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.disinformation import Terms, usual_recipients
from leakage.workspace.figures.disinformation_plans import plan_disinformation, with_plan
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import quick, thorough
from tests.workspace.figures.test_planned_releases import whole, workspaces

REAL = realistic_person().workspace
BY_NAME = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
PROFILE = (("Name", "Alice"), ("Phone", "123"), ("Card", "main"))
ORDER = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123")))
LOAN = Release("Loan", "Bank", Record.of(("Card", "main")))
BOB = Record.of(("Name", "Bob"), ("Phone", "987"), ("Card", "his"))
WORK = Workspace(PROFILE, (), (ORDER, LOAN), (BOB,), BY_NAME)
TERMS = Terms(Prices(1.0, 1.0), ("Shop", "Bank"), ("Name", "Phone", "Card"), 6.0)
prices = st.sampled_from([Prices(1.0, 1.0), Prices(0.0, 0.5, attributes=(("P", 1.5),)), Prices(2.0, 0.7)])


@thorough
@given(workspaces(), prices, st.lists(st.sampled_from(["Shop", "Bank", "Gym", "Nobody"]), unique=True), st.data())
def test_every_plan_is_the_assessment_with_its_records_released(workspace, prices, recipients, data):
    expected = data.draw(st.sampled_from(["", *(plan.name for plan in workspace.plans)]))
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    terms = Terms(prices, tuple(recipients), labels, 5.0, expected=expected, records=2)
    plans = plan_disinformation(workspace, terms)
    assert plans.before == pytest.approx(whole(with_plan(workspace, plans.frontier.plans[0], expected)), abs=1e-12)
    for plan in (*plans.frontier.plans, *plans.frontier.heuristic):
        obvious = whole(with_plan(workspace, plan, expected))
        assert plan.leakage == pytest.approx(obvious, abs=1e-12)
        assert plan.cost == pytest.approx(sum(prices.cost(r.move.channel.recipient, r.record) for r in plan.records))
        assert all(record.move.channel.recipient in recipients for record in plan.records)


@quick
@given(workspaces())
def test_effects_are_those_of_leaving_a_record_out(workspace):
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    terms = Terms(Prices(1.0, 1.0), ("Shop", "Bank", "Gym"), labels, 6.0)
    plans = plan_disinformation(workspace, terms)
    plan = plans.frontier.plans[-1]
    assert len(plans.effects(plan)) == len(plan.records)
    for effect in plans.effects(plan):
        others = tuple(record for record in plan.records if record is not effect.planned)
        alone = whole(with_plan(workspace, replace(plan, records=(effect.planned,))))
        without = whole(with_plan(workspace, replace(plan, records=others)))
        assert effect.alone == pytest.approx(plans.before - alone, abs=1e-12)
        assert effect.within == pytest.approx(without - plan.leakage, abs=1e-12)
        assert effect.within > -1e-12
        for other in effect.instead:
            moved = replace(effect.planned, move=replace(effect.planned.move, channel=replace_recipient(effect, other)))
            same = tuple(moved if record is effect.planned else record for record in plan.records)
            assert whole(with_plan(workspace, replace(plan, records=same))) == pytest.approx(plan.leakage, abs=1e-12)


def replace_recipient(effect, name):
    return replace(effect.planned.move.channel, recipient=name)


def test_the_realistic_person():
    labels = ("Name", "Email", "Phone", "Address", "Card", "Employer", "Job title")
    plans = plan_disinformation(REAL, Terms(Prices(), REAL.recipient_names, labels, 20.0), assess(REAL))
    assert plans.frontier.optimal
    assert plans.before == pytest.approx(0.6534653465346535)
    # One record that ties two strangers to her costs 7, and then another record of hers is the most telling one.
    assert plans.frontier.within(7.0).leakage == pytest.approx(4 / 7)
    assert plans.overtaken(plans.frontier.within(7.0)).name == "All together"
    assert plans.overtaken(plans.frontier.within(6.0)) is None
    assert plans.frontier.within(20.0).leakage < plans.frontier.heuristic_within(20.0).leakage - 0.05


def test_nobody_who_reaches_the_pool_that_knows_most():
    alone = replace(WORK, pooling=Pooling("alone"))
    plans = plan_disinformation(alone, replace(TERMS, recipients=("Bank",)))
    assert plans.frontier.plans[-1].records == ()
    assert plans.frontier.optimal
    heavy = replace(alone, weights=(("Card", 1.5),))
    reached = plan_disinformation(heavy, replace(TERMS, recipients=("Shop",), budget=20.0))
    # The bank's record does not match by name: what it knows stays, 2 * 1.5 / (3.5 + 1.5).
    assert reached.frontier.plans[-1].leakage == pytest.approx(3 / 5)
    assert reached.overtaken(reached.frontier.plans[-1]).name == "Bank"


def test_the_cheaper_of_two_recipients_with_the_same_pool_and_who_else_would_do():
    dear = replace(TERMS, prices=Prices(1.0, 1.0, (("Shop", 5.0),)))
    (record,) = plan_disinformation(WORK, dear).frontier.within(3.0).records
    assert record.move.channel.recipient == "Bank"
    same = plan_disinformation(WORK, TERMS)
    (effect,) = same.effects(same.frontier.within(3.0))
    assert (effect.planned.move.channel.recipient, effect.instead) == ("Shop", ("Bank",))


def test_only_the_kinds_wanted():
    both = plan_disinformation(WORK, TERMS)
    alone = plan_disinformation(WORK, replace(TERMS, kinds=("self",)))
    assert {m.kind for m in both.frontier.moves} == {"self", "linkage"}
    assert {m.kind for m in alone.frontier.moves} == {"self"}
    assert alone.frontier.plans[-1].leakage > both.frontier.plans[-1].leakage


def test_a_link_that_carries_true_values_is_told():
    carol = Record.of(("Name", "Carol"), ("Card", "main"), *((f"X{n}", "x") for n in range(6)))
    plans = plan_disinformation(replace(WORK, background=(carol,)), replace(TERMS, labels=(), budget=3.0))
    (effect,) = plans.effects(plans.frontier.within(3.0))
    assert (effect.planned.kind, effect.carried) == ("linkage", ("Card",))


def test_what_would_backfire_is_told_worst_first():
    dave = Record.of(("Name", "Dave"), ("Card", "main"))
    eve = Record.of(("Name", "Eve"), ("Card", "main"), ("Phone", "5"))
    plans = plan_disinformation(replace(WORK, background=(BOB, dave, eve)), TERMS)
    # {Alice, 123} leaks 2 * 2 / 5; with Dave's 2 * 3 / 7.
    assert [(backfire.members, backfire.carried) for backfire in plans.backfires] == [((1,), ("Card",))]
    assert plans.backfires[0].rise == pytest.approx(6 / 7 - 4 / 5)
    assert plan_disinformation(WORK, TERMS).backfires == ()


def test_a_bait_that_confirms_what_is_doubtful_is_told():
    doubtful = replace(WORK, releases=(Release("o", "Shop", Record.of(("Name", "Alice", 0.9), ("Phone", "123"))),))
    plans = plan_disinformation(doubtful, TERMS)
    (effect,) = plans.effects(plans.frontier.within(6.0))
    assert effect.confirmed == ("Name",)


def test_under_a_key_set_only_self_disinformation():
    work = replace(WORK, policies=(Policy("E", Adversary((Resolve(SameKeySet("Name")),))),))
    plans = plan_disinformation(work, TERMS)
    assert plans.frontier.only_self
    assert {a.label for plan in plans.frontier.plans for r in plan.records for a in r.wrong} == {"Phone", "Card"}


def test_2011_introduction_as_it_happened():
    """Alice has given the vendor its record, and is about to give the employer another one."""
    scenario = next(example.workspace for example in PAPER_SCENARIOS if example.key == "vendor-and-employer")
    wary = Adversary((Resolve(Unless(Shares("N", "A"), Conflicts("P"))),))
    vendor, employer = scenario.releases
    work = replace(
        scenario, releases=(vendor,), plans=(employer,), policies=(Policy("Wary", wary),), chosen="Wary", names=()
    )
    terms = Terms(Prices(1.0, 1.0), ("Vendor",), (), 4.0, expected=employer.name)
    plans = plan_disinformation(work, terms)
    assert plans.before == 1.0
    best = plans.frontier.within(4.0)
    assert [record.kind for record in best.records] == ["blocking"]
    assert best.leakage == pytest.approx(8 / 9)
    assert whole(with_plan(work, best, employer.name)) == pytest.approx(8 / 9)
    # Without minding the phone there is nothing to block.
    trusting = replace(work, policies=scenario.policies, chosen=scenario.chosen)
    assert {m.kind for m in plan_disinformation(trusting, terms).frontier.moves} == {"self"}


def test_coalitions_that_overlap():
    ring = (Coalition("One", ("Shop", "Gym")), Coalition("Two", ("Bank", "Gym")))
    named = Release("Loan", "Bank", Record.of(("Name", "Alice"), ("Card", "main")))
    gym = Release("Card", "Gym", Record.of(("Name", "Zoe")))
    work = replace(WORK, releases=(ORDER, named, gym), pooling=Pooling("coalitions", ring), background=())
    plans = plan_disinformation(work, replace(TERMS, recipients=("Shop", "Bank", "Gym")))
    assert [record.move.channel.recipient for record in plans.frontier.within(3.0).records] == ["Gym"]


@pytest.mark.parametrize(
    "work",
    [
        Workspace(),
        replace(WORK, policies=()),
        replace(WORK, profile=()),
        replace(WORK, releases=()),
        replace(WORK, policies=(Policy("E", Adversary((Resolve(Shares("Nobody's label")),))),)),
    ],
    ids=["empty", "no policy", "no profile", "no release", "a rule nobody uses"],
)
def test_nothing_can_be_done_yet(work):
    plans = plan_disinformation(work, TERMS)
    assert plans.frontier.moves == ()
    assert [plan.records for plan in plans.frontier.plans] == [()]
    assert plans.backfires == ()


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_a_budget_that_is_not_positive_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        plan_disinformation(WORK, replace(TERMS, budget=budget))


def test_usual_recipients_are_nobody_official():
    usual = usual_recipients(REAL)
    assert set(REAL.recipient_names) - set(usual) == {
        *("Landlord", "Tidewater Instruments", "Harbour Bank", "Corner Pharmacy", "Dr. Thistle's practice")
    }
    given = Workspace(releases=(Release("A badge", "Tidewater Instruments", Record.of(("Name", "Odila"))),))
    assert usual_recipients(given) == ("Tidewater Instruments",)
    assert usual_recipients(replace(given, profile=(("Employer", "Tidewater Instruments"),))) == ()


def test_the_wrong_values_are_written_as_the_persons_own():
    work = replace(
        WORK,
        profile=(("Name", "Anna"), ("Phone", "+49 30 1234567")),
        releases=(Release("o", "Shop", Record.of(("Name", "Anna"), ("Phone", "+49 30 1234567"))),),
    )
    plans = plan_disinformation(work, replace(TERMS, labels=("Phone",), kinds=("self",)))
    (record,) = plans.frontier.within(3.0).records
    (wrong,) = record.wrong
    assert wrong.value.startswith("+49 ")
    assert Attribute("Phone", "+49 30 1234567") not in record.record


def test_conditions_besides_the_rules_are_kept():
    """By either of two rules: the cheaper bait is taken."""
    match = AnyOf(Shares("Name", "Card"), Shares("Phone"))
    work = replace(WORK, policies=(Policy("E", Adversary((Resolve(match),))),))
    plans = plan_disinformation(work, replace(TERMS, kinds=("self",)))
    assert {a.label for m in plans.frontier.moves for a in m.bait} == {"Phone"}
