"""The Leakage page."""

from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Comparison, FellegiSunter, Record, Resolve, Shares, information_leakage
from leakage.decision import partitions
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures import estimates
from leakage.workspace.figures.belief import facts_of
from leakage.workspace.figures.contributions import contributions_of_releases, release_shapley_values
from leakage.workspace.presets import starting_workspace
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from pages.decide.leakage.charts import MOST_CONTRIBUTIONS, MOST_POOLS
from pages.decide.leakage.dashboard import fact_shapley_values
from pages.decide.leakage.text import NOT_BELIEVED, ONE_ORDER
from pages.shell import undo_stack
from pages.shell.words import amount, change, percent
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    figure_in_strip,
    go,
    groups,
    known_to,
    looked_at,
    opened,
    press,
    put,
    run,
    start,
    texts,
    whole_leakage,
)

OWN = starting_workspace()
REAL = realistic_person().workspace
# The tabs of what is responsible for how much have tests of their own.
pytestmark = pytest.mark.tabs("By release")

POOLS = "Who knows how much, alone and together?"
BY_RELEASE = "Which release gives most away?"
BY_FACT = "Which fact gives most away?"
ONE_MORE = "What would one more fact do?"
COMPOSITE = "What does she have right, what wrong, and what is she missing?"
JOINS = "Why does she take these records for one person?"


def worst_of(workspace):
    return max((known_to(workspace, group) for group in groups(workspace)), key=lambda known: known.leakage)


@pytest.mark.parametrize("workspace", CASES)
def test_the_figures_are_those_of_the_definitions(session, workspace):
    at = opened(session, workspace, "leakage")
    worst = worst_of(workspace)
    assert at.main.header[0].value == headline_of(workspace)
    assert figure_in_strip(at) == percent(worst.leakage)
    assert exact_of(at) == pytest.approx(worst.leakage)
    shows_right_wrong_and_missing(at, workspace, worst)
    shows_who_knows_how_much(charts(at)[POOLS], workspace)
    shows_what_each_release_adds(charts(at)[BY_RELEASE], workspace)


def headline_of(workspace):
    """Over all adversaries who do something, from the least to the most that one of them knows."""
    policies = [policy for policy in workspace.policies if policy.adversary.operations]
    known = [whole_leakage(replace(workspace, chosen=policy.name)) for policy in policies] or [whole_leakage(workspace)]
    low, high = percent(min(known)), percent(max(known))
    return f"Eve knows {amount(known[0])} of you: {low}" if low == high else f"Eve knows {low} to {high} of you"


def exact_of(at):
    """The figure as the last step of its derivation has it."""
    return float(
        next(
            shown.value.strip("$\n").removeprefix("L = ")
            for shown in at.latex
            if "L = 0" in shown.value or "L = 1" in shown.value
        )
    )


def this_eve(at):
    """The figure of the adversary in use, in the sentence below the headline."""
    told = next(text for text in texts(at) if text.startswith("This Eve knows "))
    return told.removeprefix("This Eve knows ").partition(":")[0]


def shows_right_wrong_and_missing(at, workspace, worst):
    facts = facts_of(worst.composite, workspace.reference, workspace.weight_map)
    right, wrong, missing = (
        sum(fact.meaning == meaning for fact in facts) for meaning in ("right", "wrong", "missing")
    )
    assert this_eve(at) == percent(worst.leakage)
    assert any(
        f"{right} of your " in text and f" right, {wrong} wrong and {missing} missing" in text for text in texts(at)
    )
    at.session_state["data-composite"] = True
    told = next(frame.value for frame in run(at).dataframe if "Eve has it" in frame.value.columns)
    assert told["Value"].tolist() == [fact.value for fact in facts]
    assert told["Eve has it"].tolist() == [fact.meaning for fact in facts]
    assert told["Confidence"].tolist() == [fact.confidence for fact in facts]
    assert (JOINS in charts(at)) == (len(worst.members) > 1)


def leakage_bars(chart, name):
    return sorted(value for trace in chart["data"] if trace["name"] == name for value in trace["x"])


def shows_who_knows_how_much(chart, workspace):
    alone = [known_to(workspace, (name,)).leakage for name in workspace.recipient_names]
    assert leakage_bars(chart, "alone") == pytest.approx(sorted(alone))
    if workspace.pooling.kind == "coalitions":
        together = [group for group in groups(workspace) if len(group) > 1]
    else:
        together = [workspace.recipient_names] if len(alone) > 1 else []
    assert leakage_bars(chart, "pooled") == pytest.approx(
        sorted(known_to(workspace, group).leakage for group in together)
    )


def shows_what_each_release_adds(chart, workspace):
    """Each is left out in turn; who shares with whom stays as it is."""
    whole = whole_leakage(workspace)
    shares = []
    for release in workspace.releases:
        without = replace(workspace, releases=tuple(other for other in workspace.releases if other is not release))
        shares.append(whole - max(known_to(without, group).leakage for group in groups(workspace)))
    assert chart["data"][0].get("x", []) == pytest.approx(sorted(share for share in shares if abs(share) >= 5e-7))


def scripts(at):
    """What is shown as Python, to be copied."""
    return [code for code in at.main.code if code.language == "python"]


def test_it_is_said_where_the_order_of_the_records_matters():
    wary = Adversary((Resolve(Unless(Shares("Name", "Phone"), Conflicts("Address"))),))
    for adversary, said in ((wary, True), (Adversary((Resolve(Shares("Name", "Phone")),)), False)):
        at = start(replace(REAL, policies=(Policy("Eve", adversary),), chosen="Eve"), "leakage")
        assert (ONE_ORDER in [caption.value for caption in at.caption]) is said


@pytest.mark.parametrize("workspace", CASES)
def test_the_figure_can_be_computed_again_in_python(session, workspace):
    at = opened(session, workspace, "leakage")
    assert not scripts(at)
    at = run(at.main.toggle(key="as-python").set_value(True))
    (shown,) = scripts(at)
    names = {"__name__": "script"}
    exec(compile(shown.value, "script", "exec"), names)
    assert exact_of(at) == names["leakage"]
    run(at.main.toggle(key="as-python").set_value(False))


def test_a_script_that_is_too_long_is_saved(monkeypatch):
    monkeypatch.setattr("pages.decide.leakage.dashboard.LONGEST", 100)
    at = start(REAL, "leakage")
    run(at.main.toggle(key="as-python").set_value(True))
    assert not scripts(at)
    assert "It is too long to be shown here." in texts(at)


def test_looking_changes_nothing():
    assert looked_at("leakage") == []


@pytest.mark.tabs("By release", "By recipient", "By fact", "One more fact")
def test_the_facts_of_the_realistic_person_are_told_with_what_they_add():
    at = start(REAL, "leakage")
    assert len(charts(at)[BY_FACT]["data"][0]["x"]) == len(worst_of(REAL).composite)
    assert set(charts(at)) == {POOLS, COMPOSITE, JOINS, BY_RELEASE, "Which recipient matters most?", BY_FACT, ONE_MORE}
    assert not any("matched by" in frame.value.columns for frame in at.dataframe)
    at.session_state["joins-leakage"] = True
    run(at)
    reasons = next(frame.value for frame in at.dataframe if "matched by" in frame.value.columns)
    assert len(reasons) >= len(worst_of(REAL).members) - 1


def test_eve_who_joins_nothing_says_so():
    reader = replace(REAL, policies=(), chosen="")
    at = start(reader, "leakage")
    assert this_eve(at) == percent(whole_leakage(reader))
    assert "This is one record that Eve joined with nothing." in texts(at)
    assert JOINS not in charts(at)


def test_every_policy_of_the_realistic_person_gives_its_own_figure():
    at = start(REAL)
    shown = []
    for policy in REAL.policies:
        chosen = replace(REAL, chosen=policy.name)
        shown.append(this_eve(opened(at, chosen, "leakage")))
        assert shown[-1] == percent(whole_leakage(chosen))
    assert len(set(shown)) > 1


def test_the_pool_that_knows_most_is_named():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Club", ("Harbour Bank", "Beacon Mobile")),)))
    at = start(named, "leakage")
    club = known_to(named, ("Harbour Bank", "Beacon Mobile")).leakage
    assert club == pytest.approx(whole_leakage(named))
    assert any("The one who knows most: Club." in text for text in texts(at))


def test_a_coalition_of_nobody_known_does_no_harm():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Ghosts", ("Nobody", "No one")),)))
    at = start(named, "leakage")
    assert this_eve(at) == percent(whole_leakage(named))


def looser_and_stricter():
    leakages = {policy.name: whole_leakage(replace(REAL, chosen=policy.name)) for policy in REAL.policies}
    return max(leakages, key=leakages.get), min(leakages, key=leakages.get)


def test_another_adversary_is_neither_alarming_nor_good_news():
    loose, strict = looser_and_stricter()
    for before, after in ((strict, loose), (loose, strict)):
        change, why = strip_of(replace(REAL, chosen=before), replace(REAL, chosen=after))
        assert change.startswith("**:gray[")
        assert why.startswith("The adversary changed.")


def test_what_she_is_told_more_is_alarming_and_what_she_loses_is_good_news():
    """The realistic person's release that matters most, given and then erased."""
    contributions = contributions_of_releases(REAL)
    most = int(contributions.argmax())
    given = REAL.releases[most]
    without = replace(REAL, releases=tuple(release for release in REAL.releases if release is not given))
    more, why = strip_of(without, REAL)
    assert more.startswith("**:red[+")
    assert why == f"{given.name} was joined."
    erased = replace(given, erasure="done")
    less, why = strip_of(REAL, replace(REAL, releases=tuple(erased if r is given else r for r in REAL.releases)))
    assert less.startswith("**:green[−")
    assert why == f"{given.name} was erased."


def test_opening_other_work_is_no_change():
    assert strip_of(realistic_person().workspace, PAPER_SCENARIOS[0].workspace, opened=True) == ("", "")


def strip_of(before, after, opened=False):
    """What the strip says of an edit that has been made."""
    at = start(before, "vault")
    begun = at.session_state[undo_stack._HISTORY]
    at.session_state[undo_stack._HISTORY] = begun.followed_by(undo_stack.UndoStep(after, "an edit", opened=opened))
    run(at)
    return said_in_strip(at)


def said_in_strip(at):
    """The change of the figure, and why."""
    moved = [text.value for text in at.markdown if text.value.startswith("**:")]
    return moved[0] if moved else "", texts(at)[0]


NEW = replace(
    OWN,
    profile=(("Name", "Robin"), ("Email", "my mail"), ("Phone", "my phone")),
    releases=(
        Release("Order", "Shop", Record.of(("Name", "Robin"), ("Email", "my mail"))),
        Release("Account", "Forum", Record.of(("Email", "my mail"), ("Phone", "my phone"))),
    ),
)


def test_a_new_person_sees_the_eve_who_knows_most_until_she_picks_another():
    at = start(NEW, "leakage")
    known = [whole_leakage(replace(NEW, chosen=policy.name)) for policy in OWN.policies]
    assert current(at).policy == OWN.policies[known.index(max(known))] != OWN.policies[0]
    assert figure_in_strip(at) == percent(max(known)) != percent(known[0])
    assert any("Until you press another figure" in caption.value for caption in at.main.caption)
    assert at.button(key="undo").disabled
    assert at.button(key="which-eve-0").disabled and not at.button(key="which-eve-1").disabled
    press(at, "which-eve-3")
    assert not current(at).follow_worst and figure_in_strip(at) == percent(min(known))
    press(at, "undo")
    assert current(at).follow_worst and figure_in_strip(at) == percent(max(known))


def test_the_worst_eve_follows_every_edit():
    at = start(replace(NEW, releases=()), "leakage")
    assert current(at).chosen == ""
    put(at, NEW)
    assert current(run(at)).chosen == OWN.policies[1].name
    go(at, "adversary")
    run(at.toggle(key="follow-worst").set_value(False))
    assert not current(at).follow_worst and current(at).chosen == OWN.policies[1].name


def test_an_eve_who_joins_nothing_is_among_them_where_she_is_the_one_in_use():
    idle = Policy("Joins nothing", Adversary())
    at = start(replace(REAL, policies=(*REAL.policies, idle), chosen=idle.name), "leakage")
    low = percent(whole_leakage(replace(REAL, policies=(idle,), chosen=idle.name)))
    assert at.main.header[0].value.startswith(f"Eve knows {low} to ")


def test_how_surely_she_knows_it_where_evidence_counts():
    """Three of five facts in one record, two in the other, taken for one person by odds of 2 to 1: 3/4 + 5p/36."""
    evidence = FellegiSunter(1 / 9, (Comparison.by_odds("C", 16, 2),))
    given = (
        Release(name, name, Record.of(*((label, "v") for label in told))) for name, told in (("r", "NPC"), ("s", "CZ"))
    )
    policies = tuple(
        Policy(f"{rule}", Adversary((Resolve(rule),))) for rule in (evidence, AnyOf(Shares("N"), evidence), Shares("N"))
    )
    work = Workspace(tuple((label, "v") for label in "NPCZA"), releases=tuple(given), policies=policies)
    at = start(replace(work, chosen=policies[0].name), "leakage")
    shown = {metric.label: metric.value for metric in at.main.metric}
    expected = percent(3 / 4 + 5 / 36 * 2 / 3)
    assert shown["On average"] == expected
    assert shown["Probably"] == shown["Hardly, but at worst"] == percent(8 / 9)
    assert f"Doubts and all, Eve knows {expected} of you on average" in [said.value for said in at.main.subheader]
    assert "What is likeliest: r and s are one person." in texts(at)
    assert NOT_BELIEVED in texts(opened(at, replace(work, chosen=policies[1].name), "leakage"))
    at = opened(at, replace(work, chosen=policies[2].name), "leakage")
    assert NOT_BELIEVED not in texts(at) and "On average" not in [metric.label for metric in at.main.metric]


def of_evidence(releases):
    """As many releases of halves of a person, which evidence joins or keeps apart."""
    evidence = FellegiSunter(1 / 9, (Comparison.by_odds("C", 16, 2), Comparison.by_odds("N", 4, 2)))
    given = tuple(
        Release(f"r{n}", f"r{n}", Record.of(("C", f"{n % 3}"), ("N", "v"), ("PZA"[n % 3], "v")))
        for n in range(releases)
    )
    facts = (*((label, "v") for label in "NPZA"), ("C", "1"))
    return Workspace(facts, releases=given, policies=(Policy("Eve", Adversary((Resolve(evidence),))),))


@pytest.mark.parametrize(("stages", "agreeing"), [((8,), False), ((200,), True)])
def test_of_many_records_draws_are_told_with_a_margin_or_bounds(monkeypatch, stages, agreeing):
    """Of draws the page says how sure they are, whatever their margin; of all partitions it says that all count."""
    monkeypatch.setattr(partitions, "STAGES", stages)
    monkeypatch.setattr(estimates, "believed", lambda workspace: 0.0)
    at = start(of_evidence(18), "leakage")
    shown = {metric.label: metric.value for metric in at.main.metric}
    assert any(text.endswith("they are drawn at random.") for text in texts(at))
    assert any(text.startswith("What is likeliest, as far as was found: ") for text in texts(at))
    told = next(text for text in texts(at) if text.startswith("Over all that she may believe"))
    headline = next(said.value for said in at.main.subheader if said.value.startswith("Doubts and all"))
    assert ("Give or take" in told) == agreeing and ("do not agree" in told) != agreeing
    assert ("between" in headline) != agreeing and (shown["On average"] == "Not known") != agreeing
    at = opened(at, of_evidence(11), "leakage")
    assert any(text.endswith("Every way to sort them by person is counted.") for text in texts(at))
    assert "Over all that she may believe, each as likely as the evidence makes it." in texts(at)


def test_undo_on_this_page_shows_the_earlier_figure():
    at = start(REAL, "adversary")
    run(at.selectbox[0].set_value(REAL.policies[2].name))
    press(go(at, "leakage"), "undo")
    assert current(at) == REAL
    assert this_eve(at) == percent(whole_leakage(REAL))
    press(at, "redo")
    assert current(at).chosen == REAL.policies[2].name


PLACES = {"release": "Which release gives most away?", "recipient": "Which recipient matters most?"}


def from_background(workspace):
    return information_leakage(
        workspace.background, workspace.reference, workspace.adversary, dict(workspace.weights)
    ).leakage


def fair_shares_bars(at, place):
    return charts(at)[PLACES[place]]["data"][0].get("x", [])


@pytest.mark.parametrize("place", [pytest.param(place, marks=pytest.mark.tabs(f"By {place}")) for place in PLACES])
@pytest.mark.parametrize("workspace", CASES)
def test_fair_shares_add_up_to_what_the_releases_tell(session, workspace, place):
    at = opened(session, workspace, "leakage")
    run(at.segmented_control(key=f"share-{place}").set_value("fair"))
    whole = whole_leakage(workspace) - from_background(workspace)
    assert sum(fair_shares_bars(at, place)) == pytest.approx(whole, abs=2e-5)
    assert any("Shapley" in caption.value for caption in at.main.caption)


@pytest.mark.tabs("By recipient")
def test_a_recipient_left_out_is_all_their_releases_left_out():
    at = start(REAL, "leakage")
    shares = []
    for recipient in REAL.recipient_names:
        others = tuple(name for name in REAL.recipient_names if name != recipient)
        shares.append(whole_leakage(REAL) - known_to(REAL, others).leakage)
    assert fair_shares_bars(at, "recipient") == pytest.approx(sorted(share for share in shares if abs(share) >= 5e-7))


@pytest.mark.tabs("By fact")
def test_the_fair_shares_of_facts_add_up_as_well_and_say_how_sure_they_are():
    at = start(REAL, "leakage")
    run(at.segmented_control(key="share-fact").set_value("fair"))
    shown = charts(at)["Which fact gives most away?"]["data"][0]["x"]
    assert sum(shown) == pytest.approx(whole_leakage(REAL), abs=1e-9)
    assert not any("random orders" in text for text in texts(at)), "so few are worked out over all orders"


@pytest.mark.tabs("By fact")
def test_fair_shares_of_many_facts_say_how_far_they_may_be_off():
    facts = tuple((f"Fact {number}", "x") for number in range(30))
    given = Release("All of it", "Shop", Record.of(*facts))
    weights = tuple((label, 1.0 + number) for number, (label, _) in enumerate(facts))
    many = Workspace(facts, releases=(given,), weights=weights, policies=REAL.policies)
    at = start(many, "leakage")
    assert not any("random orders" in text for text in texts(at)), "facts left out are worked out one by one"
    run(at.segmented_control(key="share-fact").set_value("fair"))
    shown = charts(at)["Which fact gives most away?"]["data"][0]["x"]
    rest = change(whole_leakage(many) - sum(shown))
    assert f"Drawn are the 25 greatest of 30. The other 5: together they have {rest}." in texts(at)
    margin = max(share.margin for _, share in fact_shapley_values(many))
    [said] = [text for text in texts(at) if "random orders" in text]
    assert margin > 0.0 and f"right to ±{100 * margin:.2f} points" in said


@pytest.mark.tabs("By release")
def test_the_way_chosen_survives_a_look_at_another_page_and_changes_nothing():
    at = start(REAL, "leakage")
    run(at.segmented_control(key="share-release").set_value("fair"))
    go(go(at, "profile"), "leakage")
    assert at.segmented_control(key="share-release").value == "fair"
    assert current(at) == REAL


# With more releases than there is room for bars: the greatest are drawn, the rest is said and in a table.


RELEASES = 30
BARS = "Which release gives most away?"
WHO = "Who knows how much, alone and together?"


def work():
    """Each release tells a name and one more fact, a heavier one each time."""
    labels = [f"Fact {number}" for number in range(RELEASES)]
    told = tuple(Release(label, f"To {label}", Record.of(("Name", "Alice"), (label, "right"))) for label in labels)
    policy = Policy("by name", Adversary((Resolve(Shares("Name")),)))
    return Workspace(
        (("Name", "Alice"), *((label, "right") for label in labels)),
        weights=tuple((label, number + 1.0) for number, label in enumerate(labels)),
        releases=told,
        policies=(policy,),
        chosen=policy.name,
    )


@pytest.mark.tabs("By release")
def test_what_is_not_drawn_is_counted_summed_up_and_in_a_table():
    at = start(work(), "leakage")
    assert len(charts(at)[BARS]["data"][0]["y"]) == MOST_CONTRIBUTIONS
    drawn = [said for said in texts(at) if said.startswith("Drawn are the")]
    alone = sorted((known_to(work(), (name,)).leakage for name in work().recipient_names), reverse=True)
    others = f"Each of the other {RELEASES - MOST_CONTRIBUTIONS} knows {percent(alone[MOST_CONTRIBUTIONS])} or less."
    assert drawn[0] == f"Drawn are the {MOST_POOLS} recipients who know most alone, of {RELEASES}. {others}"
    rest = RELEASES - MOST_CONTRIBUTIONS
    assert f"the {MOST_CONTRIBUTIONS} greatest of {RELEASES}. The other {rest}: each would move it by" in drawn[1]
    run(at.segmented_control(key="share-release").set_value("fair"))
    shares = sorted((value.share for value in release_shapley_values(work())), key=abs)
    rest = change(sum(shares[: RELEASES - MOST_CONTRIBUTIONS]))
    assert any(f"The other {RELEASES - MOST_CONTRIBUTIONS}: together they have {rest}." in said for said in texts(at))


@pytest.mark.tabs("By release")
def test_one_that_is_not_drawn_is_found_by_its_name():
    at = start(work(), "leakage")
    for question, key, name in ((BARS, "release-shares", "Fact 0"), (WHO, "pools", "To Fact 0")):
        before = len(many_releases_bars(at, question))
        [box] = [box for box in at.selectbox if (box.key or "").startswith(f"one-more-{key}")]
        assert (
            len(box.options) == RELEASES - MOST_CONTRIBUTIONS
            and name in box.options
            and name not in many_releases_bars(at, question)
        )
        run(box.select(name))
        assert name in many_releases_bars(at, question) and len(many_releases_bars(at, question)) == before + 1


def many_releases_bars(at, question):
    return charts(at)[question]["layout"]["yaxis"]["ticktext"]
