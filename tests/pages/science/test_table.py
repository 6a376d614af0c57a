"""Published table: what it reports, against the definitions worked out row by row."""

import math
import re

import pandas as pd
import pytest

from leakage.published.generalisation import Requirement, generalisations, minimal
from leakage.published.hierarchy import suggest_hierarchy
from leakage.published.summary import report
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import conditional_prior, distribution_leakage
from leakage.scenarios.published import PUBLISHED
from leakage.workspace.workspace import Workspace
from tests.amount import cases
from tests.pages.helpers import charts, go, marked_up, press, put, run, sound, start, texts
from tests.pages.science.test_python_script import run as ran

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
    """What the page's script prints."""
    return eval(ran(at.session_state["script"][1])[1], {"inf": math.inf})


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
    assert "This row is suppressed" in run(at).main.info[0].value
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


@pytest.mark.parametrize(("key", "leakages"), [("patients", ["66.7", "80.0"]), ("patients-zoe", ["75.0", "75.0"])])
def test_one_person_in_it(session, key, leakages):
    """Whang & Garcia-Molina 2012, Section 3.1: Alice 2/3, and 4/5 with what else is known; Zoe 3/4."""
    at = choose(session, key)
    assert [metric.value for metric in at.main.metric] == [f"{leakage}\u00a0%" for leakage in leakages]
    drawn = {trace["name"]: trace["x"] for trace in charts(at)["What does she believe of you now?"]["data"]}
    assert drawn["after: yours"] == [pytest.approx(1 / 3 if key == "patients" else 2 / 3)]


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
