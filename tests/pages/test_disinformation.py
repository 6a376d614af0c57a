from dataclasses import replace

import pytest

from leakage import Attribute, Record, SameKeySet
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.starting import policy, starting_workspace
from leakage.workspace.workspace import Release, Workspace
from pages.ui.disinforming import MOST
from pages.ui.words import change, count, percent
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    figure_in_sidebar,
    go,
    looked_at,
    opened,
    pooled,
    press,
    released,
    run,
    start,
    texts,
    whole_leakage,
)

OWN = starting_workspace()
REAL = realistic_person().workspace
QUESTION = "What would wrong facts take back?"
RECIPIENT = "disinform-recipient"
LINK = "disinform-link"
COUNT = "disinform-count"


@pytest.mark.parametrize(
    ("workspace", "sentence", "title"),
    [
        (Workspace(), "First say what is true about you.", "Profile"),
        (OWN, "First say what is true about you.", "Profile"),
        (replace(REAL, releases=()), "Next say what you gave away, and to whom.", "Releases"),
    ],
    ids=["nothing", "own", "a profile alone"],
)
def test_an_empty_page_says_what_to_do_first(workspace, sentence, title):
    at = start(workspace, "disinformation")
    assert [info.value for info in at.main.info] == [sentence]
    press(at, "nothing-yet")
    assert at.title[0].value == title


def curves(at):
    return {t["name"]: t for t in charts(at).get(QUESTION, {"data": []})["data"] if t["name"] in ("self", "linkage")}


def records(at, workspace):
    """The records on the screen, read back from what is shown of them."""
    letters = {workspace.display_name(label): label for label in workspace.labels}
    tables = [frame.value for frame in at.dataframe if "Why" in frame.value.columns]
    return [
        Record(Attribute(letters[what], value) for what, value in zip(t["What"], t["Value"], strict=True))
        for t in tables
    ]


def shows_what_its_records_do(at, workspace, chosen):
    """The record on the screen, put among the releases, gives the figure on the screen."""
    recipient = at.selectbox(key=RECIPIENT).value
    now, reached = whole_leakage(workspace), []
    for trace, record in zip(curves(at).values(), records(at, workspace), strict=True):
        place = min(chosen, len(trace["y"]) - 1)
        after = whole_leakage(released(workspace, Release("d", recipient, record)))
        assert trace["x"][place] == place
        assert trace["y"][place] == pytest.approx(after)
        assert f"{change(after - now)}; Eve would know {percent(after)} of you." in texts(at)
        reached.append((after, place))
    after, place = min(reached)
    helps = now - after > 1e-9
    said = f"{-100 * (after - now):.1f} points" if helps else "It would not help"
    assert said in at.main.header[0].value
    if helps and place:
        assert count(place, "wrong fact") in at.main.header[0].value
    assert any(f"she would know {percent(after)}." in text for text in texts(at))


@pytest.mark.parametrize("workspace", CASES)
def test_the_record_shown_does_what_the_curve_says(session, workspace):
    at = opened(session, workspace, "disinformation")
    assert figure_in_sidebar(at) == percent(whole_leakage(workspace))
    if not curves(at):
        assert at.main.info[0].value.startswith("No record can be made that Eve would join to yours")
        return
    shows_what_its_records_do(at, workspace, at.slider(key=COUNT).value)


def test_looking_changes_nothing():
    assert looked_at("disinformation") == []


@pytest.mark.parametrize("chosen", [0, 1, MOST])
def test_any_number_of_wrong_facts(chosen):
    at = start(REAL, "disinformation")
    run(at.slider(key=COUNT).set_value(chosen))
    assert len(curves(at)) == 2
    shows_what_its_records_do(at, REAL, chosen)


def test_any_recipient_and_any_stranger():
    alone = pooled(REAL, "alone")
    at = start(alone, "disinformation")
    for recipient in REAL.recipients[::4]:
        run(at.selectbox(key=RECIPIENT).set_value(recipient))
        if any(box.key == LINK for box in at.selectbox):
            run(at.selectbox(key=LINK).select_index(len(at.selectbox(key=LINK).options) - 1))
        shows_what_its_records_do(at, alone, 5)


def test_what_was_chosen_survives_a_look_at_another_page():
    at = start(REAL, "disinformation")
    run(at.slider(key=COUNT).set_value(9))
    run(at.selectbox(key=RECIPIENT).set_value("Harbour Bank"))
    go(go(at, "leakage"), "disinformation")
    assert (at.slider(key=COUNT).value, at.selectbox(key=RECIPIENT).value) == (9, "Harbour Bank")


def test_another_persons_recipients_are_offered_after_an_example_was_opened():
    at = start(REAL, "disinformation")
    run(at.selectbox(key=RECIPIENT).set_value("Harbour Bank"))
    small = replace(OWN, profile=(("Name", "Ann"),), releases=(Release("o", "Shop", Record.of(("Name", "Ann"))),))
    opened(at, small, "disinformation")
    assert at.selectbox(key=RECIPIENT).value == "Shop"


def test_more_than_one_point_cannot_be_where_nothing_wrong_may_be_said():
    """The rule reads every label there is: one more value would break the match."""
    record = Record.of(("Name", "Ann"), ("Phone", "1"))
    exact = Workspace(
        profile=(("Name", "Ann"), ("Phone", "1")),
        releases=(Release("o", "Shop", record), Release("p", "Shop", record)),
        policies=(policy("Exactly the same", SameKeySet("Name", "Phone")),),
    )
    at = start(exact, "disinformation")
    assert at.main.header[0].value == "It would not help: no change"
    assert [len(trace["y"]) for trace in curves(at).values()] == [1]


def test_eve_who_joins_nothing_cannot_be_misled():
    at = start(replace(REAL, policies=(), chosen=""), "disinformation")
    assert at.main.info[0].value.startswith("No record can be made that Eve would join to yours")
    assert curves(at) == {}


@pytest.mark.parametrize("mode", ["self", "linkage"])
def test_a_record_can_be_put_among_the_alternatives(mode):
    at = start(REAL, "disinformation")
    number = list(curves(at)).index(mode)
    record = records(at, REAL)[number]
    press(at, f"plan-{mode}")
    assert current(at).plans[-1].name == f"Disinformation ({mode})"
    assert current(at).plans[-1].record == record
    press(at, f"plan-{mode}")
    assert current(at).plans[-1].name == f"Disinformation ({mode}) 2"
    go(at, "planned_release")
    after = curves_of_plans(at)
    assert pytest.approx(whole_leakage(released(REAL, current(at).plans[-1]))) in after


def test_the_record_stays_on_the_screen_once_it_is_an_alternative():
    at = start(REAL, "disinformation")
    shown = records(at, REAL)
    press(at, "plan-self")
    assert records(at, REAL) == shown


def curves_of_plans(at):
    return next(t["x"] for t in charts(at)["What would each alternative add?"]["data"] if "after" in t.get("name", ""))


def test_the_page_says_what_is_lawful():
    at = start(REAL, "disinformation")
    assert any("Do not state false things to authorities" in caption.value for caption in at.main.caption)


def test_only_the_kinds_of_facts_picked_may_be_wrong():
    at = start(REAL, "disinformation")
    run(at.multiselect[0].set_value(["Employer"]))
    wrong = {attribute.label for record in records(at, REAL) for attribute in record if attribute.pair not in in_use()}
    assert wrong == {"Employer"}
    shows_what_its_records_do(at, REAL, at.slider(key=COUNT).value)
    run(at.multiselect[0].set_value([]))
    assert all(len(trace["y"]) == 1 for trace in curves(at).values())
    shows_what_its_records_do(at, REAL, 0)


def in_use():
    return set(REAL.profile) | {a.pair for record in REAL.background for a in record}
