"""Re-identification: every figure on the page worked out anew from the library and the paper's definitions."""

from dataclasses import replace

import numpy as np
import pytest

import leakage.reidentification as reid
from leakage.reidentification import Attack, Auxiliary, Fact, Shape, ValueSimilarity
from leakage.reidentification import synthetic as made
from leakage.workspace.workspace import Workspace
from pages.app.words import percent
from tests.pages.helpers import charts, current, marked_up, press, run, start, texts
from tests.pages.science.test_python_script import run as ran
from tests.pages.test_every_page import HOSTILE

WHO, CURVE, THIN = "Which row fits best?", "How few facts does it take?", "After how many entries is nobody else left?"
NEIGHBOURS = "How alike is each person's nearest neighbour?"
TABLE = reid.synthetic_table(Shape(1_000, 100, 5_000))
SMALL = "people=1000, items=100, entries=5000"
NEAR = ValueSimilarity(0, 14)


@pytest.fixture
def at(monkeypatch):
    """The page with a small made-up table."""
    monkeypatch.setattr(made, "synthetic_table", lambda shape: TABLE)
    return start(page="re_identification")


def me(at):
    return TABLE.person_codes[at.text_input(key="identify-me").value]


def facts_of(at):
    return at.session_state["identify.facts"][1]


def trace(at, question, name):
    return next(t for t in charts(at)[question]["data"] if t["name"].startswith(name))


def said(at):
    """What the script of the open tab prints, on the small table."""
    return ran(at.session_state["script"][1].replace("people=10000, items=1000, entries=250000", SMALL))[1]


def enter(at, button, **parts):
    for part, value in parts.items():
        kind = at.date_input if part == "date" else at.selectbox
        kind(key=f"fact-{part}").set_value(value)
    return press(at, f"fact-{button}")


@pytest.mark.tabs("Which row is me?")
def test_it_opens_with_somebody_found(at):
    lineup = reid.scoreboard_rh(TABLE, facts_of(at), NEAR)
    assert lineup.verdict == me(at)
    assert at.main.header[0].value == "With 4 facts Eve finds you among 1,000"
    words = " ".join(texts(at))
    assert f"Of {np.log2(1000):.1f} bits that hide a person, {lineup.entropy:.1f} are left" in words
    assert percent(lineup.probability_of(me(at))) in words
    drawn = [x for bar in charts(at)[WHO]["data"] for x in bar["x"]]
    assert said(at).split() == [str(lineup.verdict), str(lineup.entropy), str(lineup.eccentricity)]
    assert current(at) == Workspace()
    assert sorted(drawn) == pytest.approx(sorted(c.score / lineup.scores.deviation for c in lineup.top(10)))


@pytest.mark.tabs("Which row is me?")
def test_a_fact_is_changed_added_and_removed_and_the_answer_follows(at):
    enter(at, "save", item=facts_of(at)[0].item, value="1", date=None)
    assert facts_of(at)[0] == Fact(facts_of(at)[0].item, "1") and len(facts_of(at)) == 4
    lineup = reid.scoreboard_rh(TABLE, facts_of(at), NEAR)
    assert percent(lineup.probability_of(me(at))) in " ".join(texts(at))
    for fact in facts_of(at):
        enter(at, "remove", item=fact.item, value=fact.value, date=fact.date)
    assert at.main.header[0].value == "Eve knows nothing yet" and WHO not in charts(at)
    enter(at, "save", item=None)
    assert len(at.main.error) == 1 and facts_of(at) == ()


@pytest.mark.tabs("Which row is me?")
def test_a_strict_comparison_and_a_wrong_name(at):
    run(at.selectbox(key="identify-how").set_value("Strict (Scoreboard)"))
    assert reid.scoreboard(TABLE, facts_of(at), NEAR).verdict == me(at) and at.slider(key="identify-phi").disabled
    for fact in facts_of(at)[:3]:
        enter(at, "save", item=fact.item, value="1" if fact.value != "1" else "5", date=None)
    assert at.main.header[0].value == "Eve names nobody"
    run(at.text_input(key="identify-me").set_value("Nobody"))
    assert at.main.header[0].value == "Eve knows nothing yet"


@pytest.mark.tabs("Which row is me?")
def test_a_table_of_people_without_an_id_and_a_word_that_is_no_markup(at):
    rows = [f'{20 + 7 * n % 40},{11 * n % 31},"{" ".join(HOSTILE)}"' for n in range(60)]
    content = "\n".join(["Age,Zip,City", *rows]).encode()
    run(at.segmented_control(key="identify-source").set_value("given"))
    run(at.file_uploader[0].upload("people.csv", content, "text/csv"))
    table = reid.read_table(content).table
    assert at.text_input(key="identify-me").value == "row 1" and len(table) == 60
    assert percent(reid.scoreboard_rh(table, facts_of(at)).probability_of(0)) in " ".join(texts(at))
    assert [where for where, text in marked_up(at) if any(w in text for w in HOSTILE)] == []


@pytest.mark.tabs("How few entries?")
def test_how_many_entries_leave_me_alone(at):
    thinned = reid.uniqueness(TABLE, me(at), NEAR, orders=200)
    assert f"{int(np.median(thinned.needed))} random entr" in at.main.header[0].value
    middle = trace(at, THIN, "random entries")["y"]
    assert middle == np.median(thinned.left, axis=0)[: len(middle)].tolist()
    assert list(map(int, said(at).strip("[]\n").split())) == thinned.needed.tolist()


@pytest.mark.tabs("How alike are people?")
def test_how_alike_the_nearest_neighbour_is(at):
    alike = np.delete(reid.similarities(TABLE, TABLE.facts_of(me(at)), NEAR), me(at))
    assert trace(at, NEIGHBOURS, "your nearest")["x"] == pytest.approx([alike.max()] * 2)
    shares = trace(at, NEIGHBOURS, "200 people")["y"]
    assert shares[0] == 1.0 and shares == sorted(shares, reverse=True)
    assert percent(float(said(at))) in at.main.header[0].value


@pytest.mark.tabs("How often does it work?")
def test_the_curve_is_that_of_the_trials(at):
    wrong = Auxiliary(wrong=0.25, value_error=1, day_error=14)
    attack = Attack(similarity=replace(NEAR, within=1.0))
    run(at.selectbox(key="success-compared").set_value("errors"))
    for name, auxiliary in (("exact", Auxiliary()), ("a quarter wrong", wrong)):
        *_, points = reid.success_curve(TABLE, auxiliary, (1, 2, 3, 4, 6, 8), attack, trials=20)
        drawn = trace(at, CURVE, name)
        assert drawn["y"] == [point.success.value for point in points]
        ends = [y + above for y, above in zip(drawn["y"], drawn["error_y"]["array"], strict=True)]
        assert ends == pytest.approx([point.success.interval()[1] for point in points])
        assert f"{name} {points}\n" in said(at)


@pytest.mark.tabs("In any table")
def test_the_theorem_and_its_promise(at):
    run(at.slider(key="promise-delta").set_value(0.5))
    assert at.main.header[0].value.startswith(f"{reid.facts_needed(1000, 0.1, 0.5)} facts suffice among 1,000 people")
    assert said(at) == f"{reid.facts_needed(1000, 0.1, 0.5)}\n"
    press(at, next(button.key for button in at.main.button if button.label == "Try it on this table"))
    assert any("of 200 trials" in text and "as promised" in text for text in texts(at))
