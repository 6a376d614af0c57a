import pytest

from leakage import Record, information_leakage
from leakage.workspace.workspace import Release, Workspace
from pages.app.words import change
from pages.decide.leakage import text
from pages.decide.leakage.dashboard import fact_shapley_values
from tests.pages.helpers import CASES, charts, current, go, known_to, opened, run, start, texts, unfolded, whole_leakage
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace
PLACES = {"release": text.WHICH_ACCOUNT, "recipient": text.WHICH_COMPANY}
TABS = {"release": text.BY_ACCOUNT, "recipient": text.BY_COMPANY}


def from_background(workspace):
    return information_leakage(
        workspace.background, workspace.reference, workspace.adversary, dict(workspace.weights)
    ).leakage


def bars(at, place):
    chart = charts(at).get(PLACES[place])
    return chart["data"][0]["x"] if chart else []


@pytest.mark.parametrize("place", [pytest.param(place, marks=pytest.mark.tabs(TABS[place])) for place in PLACES])
@pytest.mark.parametrize("workspace", CASES)
def test_fair_shares_add_up_to_what_the_releases_tell(session, workspace, place):
    at = unfolded(opened(session, workspace, "leakage"), "contributions")
    run(at.segmented_control(key=f"share-{place}").set_value("fair"))
    whole = whole_leakage(workspace) - from_background(workspace)
    assert sum(bars(at, place)) == pytest.approx(whole, abs=2e-5)
    assert text.LEFT_OUT_OR_FAIR["fair"] in [caption.value for caption in at.main.caption]


@pytest.mark.tabs(text.BY_COMPANY)
def test_a_recipient_left_out_is_all_their_releases_left_out():
    at = unfolded(start(REAL, "leakage"), "contributions")
    shares = []
    for recipient in REAL.recipient_names:
        others = tuple(name for name in REAL.recipient_names if name != recipient)
        shares.append(whole_leakage(REAL) - known_to(REAL, others).leakage)
    assert bars(at, "recipient") == pytest.approx(sorted(share for share in shares if abs(share) >= 5e-7))


@pytest.mark.tabs(text.BY_FACT)
def test_the_fair_shares_of_facts_add_up_as_well_and_say_how_sure_they_are():
    at = unfolded(start(REAL, "leakage"), "contributions")
    run(at.segmented_control(key="share-fact").set_value("fair"))
    shown = charts(at)[text.WHICH_FACT]["data"][0]["x"]
    assert sum(shown) == pytest.approx(whole_leakage(REAL), abs=1e-9)
    assert not any("random orders" in line for line in texts(at)), "so few are worked out over all orders"


@pytest.mark.tabs(text.BY_FACT)
def test_fair_shares_of_many_facts_say_how_far_they_may_be_off():
    facts = tuple((f"Fact {number}", "x") for number in range(30))
    given = Release("All of it", "Shop", Record.of(*facts))
    weights = tuple((label, 1.0 + number) for number, (label, _) in enumerate(facts))
    many = Workspace(facts, releases=(given,), weights=weights, policies=REAL.policies)
    at = unfolded(start(many, "leakage"), "contributions")
    assert not any("random orders" in line for line in texts(at)), "facts left out are worked out one by one"
    run(at.segmented_control(key="share-fact").set_value("fair"))
    shown = charts(at)[text.WHICH_FACT]["data"][0]["x"]
    rest = change(whole_leakage(many) - sum(shown))
    counts = text.GREATEST_DRAWN.format(drawn=25, all=30)
    assert f"{counts} {text.REST_TOGETHER.format(points=rest)}" in texts(at)
    margin = max(share.margin for _, share in fact_shapley_values(many))
    [said] = [line for line in texts(at) if "random orders" in line]
    assert margin > 0.0 and f"right to ±{100 * margin:.2f} points" in said


@pytest.mark.tabs(text.BY_ACCOUNT)
def test_the_way_chosen_survives_a_look_at_another_page_and_changes_nothing():
    at = unfolded(start(REAL, "leakage"), "contributions")
    run(at.segmented_control(key="share-release").set_value("fair"))
    unfolded(go(go(at, "profile"), "leakage"), "contributions")
    assert at.segmented_control(key="share-release").value == "fair"
    assert current(at) == REAL
