"""*Published table* and *Re-identification*: what they report, worked out anew from the definitions."""

import math
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import leakage.reidentification as reid
from leakage.published.generalisation import Requirement, generalisations, minimal
from leakage.published.hierarchy import suggest_hierarchy
from leakage.published.summary import report
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import conditional_prior, distribution_leakage
from leakage.reidentification import Attack, Auxiliary, Fact, Shape, ValueSimilarity
from leakage.scenarios.published import PUBLISHED
from leakage.workspace.workspace import Workspace
from pages.app.words import percent
from tests.amount import cases
from tests.pages.helpers import charts, current, go, marked_up, press, put, ran, run, sound, start, texts
from tests.pages.test_every_page import HOSTILE

# Published table: what it reports, against the definitions worked out row by row.


PAGE = "published_table"
EXAMPLES = {example.key: example for example in PUBLISHED}


@pytest.fixture(scope="module")
def session():
    return start(page=PAGE)


def choose(at, key):
    at.selectbox(key="given-table").set_value(key)
    return run(at)


def opened(content, known=None):
    at = start(page=PAGE)
    content = content.to_csv(index=False).encode() if isinstance(content, pd.DataFrame) else content
    at.file_uploader(key="given-upload").set_value(("mine.csv", content, "text/csv"))
    run(at)
    if known is not None:
        widget(at.multiselect, "known").set_value(list(known))
    return run(at)


def widget(kind, name):
    return next(widget for widget in kind if (widget.key or "").startswith(f"published-{name}-"))


def shown(at, column):
    return next(frame.value for frame in at.main.dataframe if column in frame.value.columns)


def reported(at):
    rows = shown(at, "Yardstick").set_index("Yardstick")["Value"].str.replace("\u00a0", " ").str.replace("∞", "inf")
    return {name: float(cell.split()[0]) / (100 if "%" in cell else 1) for name, cell in rows.items()}


def computed(at):
    """The report that the page's script prints."""
    return eval(ran(at.session_state["script"][1])[1].splitlines()[0], {"inf": math.inf})


def search(at):
    return sound(next(button for button in run(at).main.button if button.label.startswith("Try all")).click().run())


@pytest.mark.parametrize("key", cases(EXAMPLES, usual=4))
def test_the_report_of_every_table_of_the_papers(session, key):
    at = choose(session, key)
    frame, known = EXAMPLES[key].frame, list(EXAMPLES[key].quasi_identifiers)
    expected = report(frame, known, EXAMPLES[key].sensitive)
    assert list(reported(at)) == list(expected.index)[:8]
    widget(at.toggle, "all").set_value(True)
    told = reported(run(at))
    both = expected.index.intersection(told)
    assert len(both) > 11 and {name: told[name] for name in both} == pytest.approx(dict(expected[both]), abs=6e-4)
    scripted = computed(at)
    assert {name: scripted[name] for name in both} == pytest.approx(dict(expected[both]))
    k = int(expected["k-anonymity"])
    assert f"at least {k - 1} of" in at.main.header[0].value or k == 1
    assert sum(charts(at)["How large are the classes?"]["data"][0]["y"]) == len(frame)
    assert sorted(shown(at, "Class")["k-anonymity"]) == sorted(frame.groupby(known).size())


def test_levels_by_hand_and_every_combination(session):
    at, example = choose(session, "inpatients-plain"), EXAMPLES["inpatients-plain"]
    hierarchies = {name: suggest_hierarchy(example.frame[name]) for name in example.quasi_identifiers}
    table = PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)
    found = minimal(generalisations(table, hierarchies, Requirement(k=4)))
    widget(at.number_input, "ask-k").set_value(4)
    search(at)
    ways = shown(at, "Suppressed")[list(example.quasi_identifiers)].to_numpy().tolist()
    assert sorted(map(tuple, ways)) == sorted(way.levels for way in found)
    press(at, "published-use")
    assert shown(at, "Class")["k-anonymity"].min() >= 4


def test_rows_are_suppressed_as_asked_and_statistics_count_them():
    frame = pd.DataFrame({"Q": list("aaaabbbbcd"), "R": list("xxyyxxyyxx"), "S": list("uvuvuuvvuu")})
    at = opened(frame, ("Q", "R"))
    widget(at.multiselect, "beforehand").set_value(["R"])
    widget(at.number_input, "ask-k").set_value(2)
    widget(at.number_input, "ask-suppression").set_value(20.0)
    search(at)
    press(at, "published-use")
    whole, published = (PublishedTable(frame[:rows], ["Q", "R"], "S") for rows in (10, 8))
    expected = distribution_leakage(published, conditional_prior(published, ["R"], whole)).max()
    assert reported(at)["distribution leakage"] == pytest.approx(expected, abs=6e-4)
    assert computed(at)["distribution leakage"] == pytest.approx(expected)
    widget(at.toggle, "all").set_value(True)
    run(at).main.slider(key=widget(at.slider, "c").key).set_value(0.5)
    told = {re.sub(r"\([\d.]+,", "(c,", name): value for name, value in reported(run(at)).items()}
    assert computed(at) == pytest.approx(told, abs=6e-4)
    widget(at.number_input, "row").set_value(10)
    assert "No class of this table fits" in run(at).main.info[0].value
    sound(next(button for button in at.main.button if button.label.startswith("Publish the")).click().run())
    assert len(shown(at, "Class")) == 6 and not at.main.info


def test_a_hierarchy_of_ones_own_and_one_that_is_none(session):
    at = choose(session, "patients-plain")
    widget(at.selectbox, "edit").set_value("Zip")
    run(at)
    five, whole = b"a,b\n111,low\n112,low\n115,low\n222,high\n241,high\n", b"299,high\n"
    for content, refused in ((five, 1), (five + whole, 0)):
        widget(at.file_uploader, "hierarchy").set_value(("h.csv", content, "text/csv"))
        assert len(run(at).main.error) == refused
    widget(at.slider, "level").set_value(1)
    assert set(shown(run(at), "Class")["Zip"]) == {"low", "high"}
    widget(at.slider, "level").set_value(0)
    assert widget(go(go(at, "laboratory"), PAGE).selectbox, "edit").value == "Zip"


def test_what_is_saved_can_be_opened_again(monkeypatch):
    files = {}
    monkeypatch.setattr("streamlit.download_button", lambda _, data, *rest, key, **options: files.update({key: data}))
    at = opened(b"Q,S\n-1.50,x\n-2,=y\n03,x\n")
    assert files["published-save"]().decode().split() == ["Q,S", "'-1.50,x", "-2,'=y", "03,x"]
    *_, hierarchy = (data for key, data in files.items() if key.startswith("published-hierarchy"))
    widget(at.file_uploader, "hierarchy").set_value(("h.csv", hierarchy, "text/csv"))
    assert not run(at).main.error


@pytest.mark.parametrize(("key", "leakages"), [("patients", ["66.7", "80.0"]), ("patients-zoe", ["75.0", "75.0"])])
def test_one_person_in_it(session, key, leakages):
    """Whang & Garcia-Molina 2012, Section 3.1: Alice 2/3, and 4/5 with what else is known; Zoe 3/4."""
    at = choose(session, key)
    assert [metric.value for metric in at.main.metric] == [f"{leakage}\u00a0%" for leakage in leakages]
    assert percent(float(ran(at.session_state["script"][1])[1].splitlines()[1])) == at.main.metric[0].value
    drawn = {trace["name"]: trace["x"] for trace in charts(at)["What does she believe about you now?"]["data"]}
    assert drawn["after: yours"] == [pytest.approx(1 / 3 if key == "patients" else 2 / 3)]


def test_a_row_is_in_its_own_class_where_an_empty_cell_covers_its_value():
    at = opened(b"A,S\n,x\n,y\n1,x\n1,y\n")
    widget(at.number_input, "row").set_value(3)
    assert "Class 2, A 1: 2 of 4 rows." in texts(run(at))


def test_too_many_combinations_are_not_tried():
    frame = pd.DataFrame({**{f"Q{n}": [f"{n}{i}{i}{i}" for i in range(9)] for n in range(6)}, "Ill": list("xyz") * 3})
    assert any(f"{5**6:,} combinations" in sentence for sentence in texts(opened(frame, frame.columns[:6])))


def test_how_wrong_she_is(session):
    """Figure 7 of Rebollo-Monedero et al.: the belief in AIDS was 1/2, and is 3/4 once the class is known."""
    errors = shown(choose(session, "aids"), "Before").set_index("")
    assert errors.loc["Belief misses the truth by"].tolist() == ["50.0\u00a0%", "25.0\u00a0%"]
    assert errors.loc["Values to check to be 90% sure"].tolist() == ["4", "2"]


def test_my_profile_and_what_means_the_same():
    """Section 3.2: to an Eve who knows that two words mean one disease Zoe's leakage is 3/4 and not 2/3."""
    at = start(Workspace(profile=(("zip", "241"), ("Age", "60"), ("Name", "Zoe"), ("Disease", "Flu"))), PAGE)
    widget(choose(at, "influenza").segmented_control, "who").set_value("My profile")
    assert run(at).main.metric[0].value == "66.7\u00a0%"
    widget(at.multiselect, "alike").set_value(["Flu", "Influenza"])
    assert run(at).main.metric[0].value == "75.0\u00a0%"
    assert percent(float(ran(at.session_state["script"][1])[1].splitlines()[1])) == "75.0\u00a0%"
    put(at, Workspace(profile=(("zip", "999"), ("Age", "60"))))
    assert "No class of this table fits" in run(at).main.info[0].value


@pytest.mark.parametrize("content", [b"A,B\n1,2\n", b"A,A\n1,2\n3,4\n", b"\xff\xff"])
def test_a_file_that_is_no_table_opens_nothing(content):
    at = opened(content)
    assert len(at.main.error) == 1 and at.selectbox(key="given-table").value == "patients"
    at.file_uploader(key="given-upload").set_value(("mine.csv", b"A,B\n1,2\n1,3\n", "text/csv"))
    assert not run(at).main.error and at.selectbox(key="given-table").value == "own"
    widget(at.multiselect, "known").set_value([])
    assert len(run(at).main.error) == 1


def test_what_stands_in_a_table_is_text():
    word = "![x](http://192.0.2.1/a.png) <img src=http://192.0.2.1/b> :red[y] $x_1$"
    frame = pd.DataFrame({f"A{word}": [f"1{word}", f"1{word}", f"2{word}"], f"S{word}": [f"v{word}", f"w{word}", "x"]})
    assert [where for where, text in marked_up(opened(frame, (f"A{word}",))) if word in text] == []


# Re-identification: every figure on the page worked out anew from the library and the paper's definitions.


WHO, CURVE, THIN = "Which row fits best?", "How few facts does it take?", "After how many entries is nobody else left?"
NEIGHBOURS = "How alike is each person's nearest neighbour?"
TABLE = reid.synthetic_table(Shape(1_000, 100, 5_000))
SMALL = "people=1000, items=100, entries=5000"
NEAR = ValueSimilarity(0, 14)


@pytest.fixture
def at(monkeypatch):
    """The page with a small made-up table."""
    monkeypatch.setattr(reid, "synthetic_table", lambda shape: TABLE)
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
    assert len(said(at).split()) == 3
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
