"""Disinformation of a work, its curves and plans, also against files."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Augment,
    Correct,
    Record,
    Resolve,
    SameKeySet,
    Shares,
)
from leakage.old.decision.disinformation import plan as planning
from leakage.old.decision.disinformation.candidates import Prices
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules import Conflicts, Normalised, Unless
from leakage.resolution.values import Normaliser, Similar
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.disinformation import (
    Terms,
    made_up_values,
    usual_recipients,
)
from leakage.workspace.figures.disinformation_plans import plan_disinformation, with_plan
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.old.resolution.kinds import plain
from tests.person_2026 import person_of_2026
from tests.strategies import quick, thorough
from tests.workspace.figures import test_planned_releases
from tests.workspace.figures.test_planned_releases import whole

# Made-up values: nobody's in the workspace, under any label, and no reason for her rules to join anything.


REAL = person_of_2026().workspace


def with_match(match, **changes):
    return replace(REAL, policies=(Policy("E", Adversary((Resolve(match),))),), chosen="E", **changes)


def in_use(workspace):
    released = [release.record for release in workspace.releases]
    records = [workspace.reference, *released, *workspace.background]
    return {attribute.value.casefold() for record in records for attribute in record}


def test_no_value_is_anybodys_whatever_its_label():
    values = made_up_values(REAL)
    used = in_use(REAL)
    for label in REAL.labels:
        made_up = values(label, 30)
        assert len({value.casefold() for value in made_up}) == 30
        assert not {value.casefold() for value in made_up} & used


def test_a_value_in_use_under_another_label_is_not_taken_either():
    work = Workspace((("Religion", "faith A"), ("View", "faith B")), background=(Record.of(("Faith", "faith C")),))
    given = replace(work, releases=(Release("p", "Shop", Record.of(("Creed", "faith D"))),))
    assert made_up_values(given)("Religion", 1) == ("none",)
    planned = replace(work, plans=given.releases)
    assert set(made_up_values(planned)("Religion", 2)) == {"none", "faith D"}


def test_values_of_her_tables_are_not_taken():
    tables = Adversary((Correct({("Religion", "faith A"): "none"}), Augment("Religion", "Pet", {"faith B": "faith C"})))
    work = Workspace((("Religion", "faith D"),), policies=(Policy("E", tables),))
    assert not set(made_up_values(work)("Religion", 6)) & {"faith A", "faith B", "faith C", "faith D", "none"}


def test_names_that_are_alike_to_one_in_use_are_refused():
    similar = Similar("Name", 0.6)
    names = {a.value for record in (REAL.reference, *REAL.background) for a in record if a.label == "Name"}
    plainly, wary = made_up_values(REAL)("Name", 20), made_up_values(with_match(Shares(similar)))("Name", 20)
    assert any(similar.alike(value, name) for value in plainly for name in names)
    assert not any(similar.alike(value, name) for value in wary for name in names)


def test_values_that_are_one_in_use_once_normalised_are_refused():
    match = Normalised(Shares("Phone"), Normaliser(phones=("Phone",), region="US"))
    taken = made_up_values(REAL)("Phone", 3)
    spelled = Record.of(*(("Phone", f"+1 ({value[:3]}) {value[4:]}") for value in taken))
    work = with_match(match, background=(*REAL.background, spelled))
    assert not set(made_up_values(work)("Phone", 3)) & set(taken)
    assert set(made_up_values(replace(work, policies=REAL.policies, chosen=REAL.chosen))("Phone", 3)) == set(taken)


@quick
@given(plain, st.integers(0, 3))
def test_a_record_of_made_up_values_alone_matches_nobody(match, seed):
    records = [Record.of(("N", "Katherine"), ("P", "25"), ("C", "2020-01-01")), Record.of(("N", "1-2"), ("C", "3"))]
    work = Workspace(
        (("N", "Katharine"), ("P", "2"), ("C", "2*")),
        background=tuple(records),
        policies=(Policy("E", Adversary((Resolve(match),))),),
    )
    others = (*records, work.reference)
    # Evidence may begin so high that two records are one person whatever they say.
    assume(not any(match.matches(Record.of(("N", "~~~~"), ("P", "~~~~"), ("C", "~~~~")), other) for other in others))
    values = made_up_values(work, seed)
    made = [(label, value) for label in "NPC" for value in values(label, 1)]
    assert not any(match.matches(Record.of(*made), other) for other in others)


def test_the_rules_of_all_operations_count():
    steps = (Correct({}), SingleLink(Shares("N")), Resolve(AnyOf(Shares("P"))))
    assert Adversary(steps).matches == (Shares("N"), AnyOf(Shares("P")))


@pytest.mark.parametrize("label", ["Phone", "Name", "Date of birth"])
def test_values_are_written_as_the_persons_own(label):
    own = {"Phone": "+44 7911 123456", "Name": "Анна Петрова", "Date of birth": "17.04.1988"}
    work = Workspace(tuple(own.items()))
    (value,) = made_up_values(work)(label, 1)
    assert {"Phone": value.startswith("+44 7700 900"), "Name": value.isalpha() or " " in value}.get(label, True)
    assert label != "Date of birth" or value[2] == value[5] == "."


# Planning disinformation in a workspace: every plan against assessing the workspace with its records released.


BY_NAME = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
PROFILE = (("Name", "Alice"), ("Phone", "123"), ("Card", "main"))
ORDER = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123")))
LOAN = Release("Loan", "Bank", Record.of(("Card", "main")))
BOB = Record.of(("Name", "Bob"), ("Phone", "987"), ("Card", "his"))
recipients = st.sampled_from(["Shop", "Bank", "Stranger"])


def workspaces():
    """Works in which what is given out reaches somebody."""
    return test_planned_releases.workspaces().filter(lambda work: not work.has_releases_only)


@quick
@given(test_planned_releases.workspaces().filter(lambda work: work.has_releases_only), recipients)
def test_nothing_that_is_given_out_reaches_who_has_only_what_leaked(workspace, recipient):
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    plans = plan_disinformation(workspace, Terms(Prices(), (recipient,), labels, 5.0))
    assert not plans.channels and [plan.records for plan in plans.frontier.plans] == [()]


def test_no_value_in_use_is_taken_for_believable():
    faiths = ["none", "faith B", "faith C"]
    tables = Adversary(
        (
            Correct({("Religion", "faith D"): "faith E"}),
            Augment("Religion", "Pet", {"faith F": "Rex"}),
            Resolve(Shares("Religion")),
        )
    )
    given = Release("Given", "Shop", Record.of(("Religion", faiths[1])))
    work = Workspace(
        (("Religion", faiths[0]),),
        releases=(given,),
        background=(Record.of(("Religion", faiths[2])),),
        policies=(Policy("E", tables),),
    )
    values = set(made_up_values(work)("Religion", 20))
    assert len(values) == 20
    assert not values & {*faiths, "faith D", "faith E", "faith F"}


def test_display_names_say_what_a_letter_means():
    work = Workspace((("P", "p1"),), names=(("P", "Phone"),))
    assert all(value.startswith("555-01") for value in made_up_values(work)("P", 5))


DISINFORMATION_PLANS_WORK = Workspace(PROFILE, (), (ORDER, LOAN), (BOB,), BY_NAME, worked_example=True)
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


def test_plans_of_three_records_are_found_before_most_pairs_are_looked_at(monkeypatch):
    """Of 111 options there are 6,000 pairs; two composites have to be diluted before the figure falls below 0.528."""
    monkeypatch.setattr(planning, "NODE_LIMIT", 1_000)
    work = with_match(AnyOf(Shares("Email"), Shares("Phone")))
    frontier = plan_disinformation(work, Terms(Prices(), work.recipient_names, work.labels, 20.0)).frontier
    assert len(frontier.plans[-1].records) == 3
    assert frontier.plans[-1].leakage < 0.5


def test_nobody_who_reaches_the_pool_that_knows_most():
    alone = replace(DISINFORMATION_PLANS_WORK, pooling=Pooling("alone"))
    plans = plan_disinformation(alone, replace(TERMS, recipients=("Bank",)))
    assert plans.frontier.plans[-1].records == ()
    heavy = replace(alone, weights=(("Card", 1.5),))
    reached = plan_disinformation(heavy, replace(TERMS, recipients=("Shop",), budget=20.0))
    # The bank's record does not match by name: what it knows stays, 2 * 1.5 / (3.5 + 1.5).
    assert reached.frontier.plans[-1].leakage == pytest.approx(3 / 5)
    assert reached.overtaken(reached.frontier.plans[-1]).name == "Bank"


def test_the_cheaper_of_two_recipients_with_the_same_pool_and_who_else_would_do():
    dear = replace(TERMS, prices=Prices(1.0, 1.0, (("Shop", 5.0),)))
    (record,) = plan_disinformation(DISINFORMATION_PLANS_WORK, dear).frontier.within(3.0).records
    assert record.move.channel.recipient == "Bank"
    same = plan_disinformation(DISINFORMATION_PLANS_WORK, TERMS)
    (effect,) = same.effects(same.frontier.within(3.0))
    assert (effect.planned.move.channel.recipient, effect.instead) == ("Shop", ("Bank",))


def test_only_the_kinds_wanted():
    both = plan_disinformation(DISINFORMATION_PLANS_WORK, TERMS)
    alone = plan_disinformation(DISINFORMATION_PLANS_WORK, replace(TERMS, kinds=("self",)))
    assert {m.kind for m in both.frontier.moves} == {"self", "linkage"}
    assert {m.kind for m in alone.frontier.moves} == {"self"}
    assert alone.frontier.plans[-1].leakage > both.frontier.plans[-1].leakage


def test_a_link_that_carries_true_values_is_told():
    carol = Record.of(("Name", "Carol"), ("Card", "main"), *((f"X{n}", "x") for n in range(6)))
    plans = plan_disinformation(
        replace(DISINFORMATION_PLANS_WORK, background=(carol,)), replace(TERMS, labels=(), budget=3.0)
    )
    (effect,) = plans.effects(plans.frontier.within(3.0))
    assert (effect.planned.kind, effect.carried) == ("linkage", ("Card",))


def test_what_would_backfire_is_told_worst_first():
    dave = Record.of(("Name", "Dave"), ("Card", "main"))
    eve = Record.of(("Name", "Eve"), ("Card", "main"), ("Phone", "5"))
    plans = plan_disinformation(replace(DISINFORMATION_PLANS_WORK, background=(BOB, dave, eve)), TERMS)
    # {Alice, 123} leaks 2 * 2 / 5; with Dave's 2 * 3 / 7.
    assert [(backfire.members, backfire.carried) for backfire in plans.backfires] == [((1,), ("Card",))]
    assert plans.backfires[0].rise == pytest.approx(6 / 7 - 4 / 5)
    assert plan_disinformation(DISINFORMATION_PLANS_WORK, TERMS).backfires == ()


def test_a_bait_that_confirms_what_is_doubtful_is_told():
    doubtful = replace(
        DISINFORMATION_PLANS_WORK, releases=(Release("o", "Shop", Record.of(("Name", "Alice", 0.9), ("Phone", "123"))),)
    )
    plans = plan_disinformation(doubtful, TERMS)
    (effect,) = plans.effects(plans.frontier.within(6.0))
    assert effect.confirmed == ("Name",)


def test_under_a_key_set_only_self_disinformation():
    work = replace(DISINFORMATION_PLANS_WORK, policies=(Policy("E", Adversary((Resolve(SameKeySet("Name")),))),))
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
    work = replace(
        DISINFORMATION_PLANS_WORK, releases=(ORDER, named, gym), pooling=Pooling("coalitions", ring), background=()
    )
    plans = plan_disinformation(work, replace(TERMS, recipients=("Shop", "Bank", "Gym")))
    assert [record.move.channel.recipient for record in plans.frontier.within(3.0).records] == ["Gym"]


@pytest.mark.parametrize(
    "work",
    [
        Workspace(),
        replace(DISINFORMATION_PLANS_WORK, policies=()),
        replace(DISINFORMATION_PLANS_WORK, profile=()),
        replace(DISINFORMATION_PLANS_WORK, releases=()),
        replace(DISINFORMATION_PLANS_WORK, policies=(Policy("E", Adversary((Resolve(Shares("Nobody's label")),))),)),
    ],
    ids=["empty", "no policy", "no profile", "no release", "a rule nobody uses"],
)
def test_nothing_can_be_done_yet_in_disinformation_plans(work):
    plans = plan_disinformation(work, TERMS)
    assert plans.frontier.moves == ()
    assert [plan.records for plan in plans.frontier.plans] == [()]
    assert plans.backfires == ()


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_a_budget_that_is_not_positive_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        plan_disinformation(DISINFORMATION_PLANS_WORK, replace(TERMS, budget=budget))


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
        DISINFORMATION_PLANS_WORK,
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
    work = replace(DISINFORMATION_PLANS_WORK, policies=(Policy("E", Adversary((Resolve(match),))),))
    plans = plan_disinformation(work, replace(TERMS, kinds=("self",)))
    assert {a.label for m in plans.frontier.moves for a in m.bait} == {"Phone"}
