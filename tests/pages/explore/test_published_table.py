import hashlib

import pandas as pd
import pytest
import streamlit as st

from leakage.progress import report
from leakage.published.entropy import shannon_entropy
from leakage.published.estimation import estimation_error, joint_of
from leakage.published.generalisation import Requirement, generalisations, generalised, minimal
from leakage.published.hierarchy import suggest_hierarchy
from leakage.published.information import rate_within
from leakage.published.summary import class_yardsticks
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    conditional_prior,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    k_anonymity,
    mutual_information,
    recursive_l_diversity,
    t_closeness,
)
from leakage.scenarios.published import PUBLISHED
from leakage.workspace.workspace import Workspace
from pages.app import figures
from pages.explore.published_table import person, text, yardsticks
from pages.explore.published_table.opened import suggested_columns
from tests.amount import cases
from tests.pages.helpers import charts, marked_up, press, put, run, sound, start, texts, type_into
from tests.published.census import census

EXAMPLES = {example.key: example for example in PUBLISHED}
LEAKAGES, BELIEFS = text.TOLD_MOST, "What does she believe of you now?"


def page(workspace=None):
    return start(workspace, "published_table")


def choose(at, key):
    at.selectbox(key="published-choice").set_value(key)
    return run(at)


def own(at, frame, quasi_identifiers=None):
    """Upload a table of one's own; its last column is taken for sensitive."""
    content = frame.to_csv(index=False).encode()
    at.file_uploader(key="published-upload").set_value(("mine.csv", content, "text/csv"))
    run(at)
    if quasi_identifiers is not None:
        at.multiselect(key=keyed("known", frame)).set_value(list(quasi_identifiers))
        run(at)
    return at


def keyed(name, frame):
    """The key of a widget of an uploaded table."""
    return f"published-{name}-{hashlib.sha256(frame.to_csv(index=False).encode()).hexdigest()}"


def table_of(key):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def shown(at, column):
    return next(frame.value for frame in at.main.dataframe if column in frame.value.columns)


def yardsticks_of(at):
    """What every yardstick says, by its name."""
    frame = next(shown.value for shown in at.main.table if "Yardstick" in shown.value.columns)
    return dict(frame[["Yardstick", "Value"]].to_numpy().tolist())


def metrics(at):
    return [metric.value for metric in at.main.metric]


@pytest.fixture(scope="module")
def session():
    return page()


@pytest.mark.tabs("How safe is it?", "Class by class", "Me in it")
@pytest.mark.parametrize("key", cases(EXAMPLES, usual=3))
def test_every_built_in_table(session, key):
    """The headline, every yardstick, every class and the chart are those of the library."""
    at, table = choose(session, key), table_of(key)
    classes = class_yardsticks(table)
    k = k_anonymity(table)
    expected = f"at least {k - 1} of the other" if k > 1 else "can be told from everybody else"
    assert expected in at.main.header[0].value
    values = yardsticks_of(at)
    assert values["k-anonymity (k)"] == str(k)
    assert values["distinct l-diversity (l)"] == str(distinct_l_diversity(table))
    assert values["entropy l-diversity (l)"] == f"{entropy_l_diversity(table):.3f}"
    assert values["recursive (2, l)-diversity (l)"] == str(recursive_l_diversity(table, 2.0))
    assert values["t-closeness, values in order"] == f"{t_closeness(table, 'ordered'):.3f}"
    assert values["mutual information (R)"] == f"{mutual_information(table):.3f} bits"
    assert values["distribution leakage (ε)"] == f"{distribution_leakage(table).max():.3f}"
    assert values["entropy leakage (α)"] == f"{entropy_leakage(table).max():.3f} bits"
    assert len(shown(at, "Distribution leakage")) == len(classes)
    drawn = charts(at)[LEAKAGES]["data"]
    assert len(drawn) == 2
    assert "Your class is number" in " ".join(texts(at))


@pytest.mark.tabs("How safe is it?")
@pytest.mark.parametrize(
    ("classes", "headline"),
    [
        ({"a": 1, "b": 2}, "1 person of 3 can be told from everybody else"),
        ({"a": 1, "b": 1, "c": 3}, "2 people of 5 can be told from everybody else"),
        ({"a": 2, "b": 3}, "Everybody looks like at least 1 of the other 4"),
        ({"a": 3, "b": 4}, "Everybody looks like at least 2 of the other 6"),
    ],
)
def test_the_headline_says_who_stands_out_or_among_how_many_everybody_hides(classes, headline):
    rows = [(name, f"illness {number}") for name, size in classes.items() for number in range(size)]
    at = own(page(), pd.DataFrame(rows, columns=["city", "illness"]), ["city"])
    assert at.main.header[0].value == headline


def believed(before, after):
    return text.BELIEVED.format(before=before, after=after)


def headings(at):
    return [heading.value for heading in at.main.subheader]


@pytest.mark.tabs("Class by class")
def test_sliders_make_everything_coarser():
    at = choose(page(), "inpatients-plain")
    assert "12 people of 12" in at.main.header[0].value
    for place, level in enumerate((2, 4)):
        at.slider(key=f"published-level-inpatients-plain-{place}").set_value(level)
    run(at)
    table = table_of("inpatients-plain")
    hierarchies = {name: suggest_hierarchy(table.frame[name]) for name in table.quasi_identifiers}
    expected = generalised(table, hierarchies, [2, 4])
    assert shown(at, "Distribution leakage")["Rows"].tolist() == class_yardsticks(expected)["rows"].tolist()
    assert f"at least {k_anonymity(expected) - 1} of the other 11" in at.main.header[0].value
    assert shown(at, "Distribution leakage")["Zip code"].iloc[0] == "490**"


@pytest.mark.tabs("Make it coarser")
def test_the_search_finds_all_minimal_ways_and_one_can_be_used():
    at = choose(page(), "inpatients-plain")
    at.number_input(key="published-ask-k").set_value(4)
    sound(at.button(key="published-search").click().run())
    table = table_of("inpatients-plain")
    hierarchies = {name: suggest_hierarchy(table.frame[name]) for name in table.quasi_identifiers}
    found = minimal(generalisations(table, hierarchies, Requirement(k=4)))
    ways = shown(at, "Suppressed")
    assert ways[list(table.quasi_identifiers)].to_numpy().tolist() == [list(way.levels) for way in found]
    sound(at.button(key="published-use").click().run())
    levels = [at.slider(key=f"published-level-inpatients-plain-{place}").value for place in (0, 1)]
    assert levels == list(found[0].levels)
    k = k_anonymity(generalised(table, hierarchies, levels))
    assert k >= 4 and f"at least {k - 1} of the other 11" in at.main.header[0].value


@pytest.mark.tabs("Class by class", "Me in it")
def test_rows_are_suppressed_as_asked():
    frame = pd.DataFrame({"Age": ["30"] * 9 + ["80"], "Sex": ["m", "f", "m"] * 3 + ["f"], "Ill": list("xyzxyzxyzx")})
    at = own(page(), frame, ("Age",))
    at.number_input(key="published-ask-k").set_value(3)
    at.slider(key="published-ask-suppression").set_value(10.0)
    sound(at.button(key="published-search").click().run())
    assert shown(at, "Suppressed")["Suppressed"].iloc[0] == 1
    sound(at.button(key="published-use").click().run())
    assert "1 row of 10 suppressed." in texts(at)
    assert shown(at, "Distribution leakage")["Rows"].tolist() == [9]
    at.number_input(key=keyed("row", frame)).set_value(10)
    assert "This row is suppressed" in run(at).main.info[0].value
    at.toggle(key=keyed("suppress", frame)).set_value(False)
    assert shown(run(at), "Distribution leakage")["Rows"].tolist() == [9, 1]


@pytest.mark.tabs("Make it coarser")
def test_too_many_combinations_are_not_tried():
    frame = pd.DataFrame({**{f"Q{n}": [f"{n}{i}{i}{i}" for i in range(9)] for n in range(6)}, "Ill": list("xyz") * 3})
    at = own(page(), frame, tuple(frame.columns[:6]))
    assert text.TOO_MANY_COMBINATIONS.format(total=5**6, most=2500) in texts(at)
    assert not [button for button in at.button if button.key == "published-search"]


@pytest.mark.tabs("Make it coarser")
def test_nothing_satisfies():
    at = choose(page(), "patients-plain")
    at.number_input(key="published-ask-k").set_value(7)
    sound(at.button(key="published-search").click().run())
    assert at.main.warning[0].value == text.NOTHING_SATISFIES


@pytest.mark.tabs("Class by class")
def test_a_hierarchy_is_edited_and_one_that_is_no_tree_is_refused():
    at = choose(page(), "patients-plain")
    name = "published-hierarchy-patients-plain-1-0"
    type_into(at, name, {0: {"Level 1": "low"}, 1: {"Level 1": "low"}})
    at.slider(key="published-level-patients-plain-1").set_value(1)
    assert "low" in shown(run(at), "Distribution leakage")["Zip"].tolist()
    type_into(at, name, {0: {"Level 2": "elsewhere"}})
    assert any("must be a tree: on level 2" in sentence for sentence in texts(at))


@pytest.mark.tabs("Make it coarser")
@pytest.mark.parametrize(
    ("known", "sensitive", "sentence"),
    [
        ([], "Disease", "A published table must have at least one quasi-identifier."),
        (["Zip", "Disease"], "Disease", "Quasi-identifiers and the sensitive column must be different columns."),
    ],
)
def test_columns_marked_wrongly(known, sensitive, sentence):
    at = page()
    at.multiselect(key="published-known-patients").set_value(known)
    at.selectbox(key="published-sensitive-patients").set_value(sensitive)
    assert [error.value for error in run(at).main.error] == [sentence]


@pytest.mark.tabs("Class by class")
def test_empty_cells_are_handled_as_chosen():
    frame = pd.DataFrame({"Q": ["a", None, "a", "b"], "S": ["x", "y", "x", "y"]})
    at = own(page(), frame, ("Q",))
    rows = {}
    for missing in ("value", "dropped"):
        at.segmented_control(key=keyed("missing", frame)).set_value(missing)
        rows[missing] = shown(run(at), "Distribution leakage")["Rows"].tolist()
    assert rows == {"value": [2, 1, 1], "dropped": [2, 1]}


@pytest.mark.tabs("Me in it")
def test_my_profile_is_found_in_the_table():
    mine = Workspace(profile=(("zip", "241"), ("Age", "60"), ("Name", "Zoe"), ("Disease", "Flu")))
    at = page(mine)
    at.segmented_control(key="published-who-patients").set_value("profile")
    assert metrics(run(at))[0] == "75.0\u00a0%"
    assert "Your class is number 2" in " ".join(texts(at))
    put(at, Workspace(profile=(("zip", "999"), ("Age", "60"))))
    assert "No class of this table fits" in run(at).main.info[0].value


@pytest.mark.tabs("Me in it")
def test_a_row_of_the_table(session):
    at = choose(session, "patients")
    at.segmented_control(key="published-who-patients").set_value("row")
    run(at)
    at.number_input(key="published-row-patients").set_value(4)
    assert believed("16.7\u00a0%", "33.3\u00a0%") in headings(run(at))


@pytest.mark.tabs("Make it coarser")
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"A,B\n1,2\n", "A table must have at least two rows below its first line, got 1. Nothing was opened."),
        (b"A,A\n1,2\n3,4\n", "No two columns may have the same name. Nothing was opened."),
        (
            b"\xff\xff",
            'The file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8". Nothing was opened.',
        ),
    ],
)
def test_a_file_that_is_no_table(content, sentence):
    at = page()
    at.file_uploader(key="published-upload").set_value(("mine.csv", content, "text/csv"))
    run(at)
    assert [error.value for error in at.main.error] == [sentence]
    assert at.selectbox(key="published-choice").value == "patients"
    at.file_uploader(key="published-upload").set_value(("mine.csv", b"A,B\n1,2\n1,3\n", "text/csv"))
    run(at)
    assert not at.main.error and at.selectbox(key="published-choice").value == "own"


@pytest.mark.tabs("Make it coarser", "Me in it")
def test_nothing_set_is_lost_on_another_page():
    at = choose(page(), "patients-plain")
    at.selectbox(key="published-ask-distance").set_value("kl")
    at.number_input(key="published-ask-t").set_value(0.7)
    at.slider(key="published-ask-suppression").set_value(5.0)
    at.selectbox(key="published-edit-patients-plain").set_value("Age")
    at.select_slider(key="published-order").set_value(5.0)
    for elsewhere in ("science/laboratory.py", "explore/attackers_error/page.py"):
        at.switch_page(elsewhere)
        run(at)
        at.switch_page("explore/published_table/page.py")
        run(at)
    assert at.selectbox(key="published-choice").value == "patients-plain"
    assert at.selectbox(key="published-ask-distance").value == "kl"
    assert at.number_input(key="published-ask-t").value == 0.7
    assert at.slider(key="published-ask-suppression").value == 5.0
    assert at.selectbox(key="published-edit-patients-plain").value == "Age"
    assert at.select_slider(key="published-order").value == 5.0


@pytest.mark.tabs("Me in it")
def test_the_leakage_can_be_stopped_and_taken_up_again(monkeypatch):
    """Stopping takes back nothing: neither an edit of the profile nor a slider."""
    at = choose(page(), "patients")
    monkeypatch.setattr(figures, "BAR_AFTER", -1.0)
    monkeypatch.setattr(figures, "PAUSE", 0.0)

    def slow(*args, **kwargs):
        report("Joining records", 1, 2)
        st.stop()

    with monkeypatch.context() as patch:
        patch.setattr(person, "information_leakage", slow)
        at.multiselect(key="published-background-patients").set_value(["Zip"])
        run(at)
        assert [bar.text for bar in at.main.get("progress")] == ["Joining records: 1 of 2"]
        [stop] = [button for button in at.main.button if (button.key or "").startswith("stop-")]
        sound(stop.click().run())
    assert metrics(at) == [] and at.multiselect(key="published-background-patients").value == ["Zip"]
    press(at, "published-asked-leakage-besides-button")
    assert metrics(at)[0] == "66.7\u00a0%"


@pytest.mark.tabs("Me in it")
def test_the_leakage_of_a_table_of_many_classes_is_worked_out_when_asked_for(monkeypatch):
    monkeypatch.setattr(person, "MOST_AT_ONCE", 1)
    at = page()
    assert metrics(at) == []
    for name in ("leakage", "leakage-besides"):
        press(at, f"published-asked-{name}-button")
    assert metrics(at) == ["66.7\u00a0%", "80.0\u00a0%"]
    # Of another person it is not known yet.
    at.segmented_control(key="published-who-patients").set_value("row")
    assert run(at).button(key="published-asked-leakage-button")


@pytest.mark.tabs("How little could it tell?")
def test_how_little_the_table_could_tell(session):
    """Table 2: five diseases, 1 bit told; no way to guess as well needs more, and none tells less than the curve."""
    at = choose(session, "patients")
    table = table_of("patients")
    error = estimation_error(joint_of(table)).average
    least = rate_within(list(table.distribution().values()), "hamming", error).rate
    assert (error, mutual_information(table)) == pytest.approx((0.5, 1.0))
    heading = text.ENOUGH.format(bits=1.0, least=least)
    assert heading in [heading.value for heading in at.main.subheader] and least == pytest.approx(0.252, abs=5e-4)
    traces = {trace["name"]: trace for trace in charts(at)["How little must be told?"]["data"]}
    assert (traces["this table"]["x"], traces["this table"]["y"]) == ([0.5], [pytest.approx(1.0)])
    curve = traces["nothing lies below"]
    assert curve["x"][0] == 0.0 and curve["y"][0] == pytest.approx(shannon_entropy(list(table.distribution().values())))


@pytest.mark.tabs("Class by class")
def test_the_census(monkeypatch):
    monkeypatch.setattr(yardsticks, "MOST_CLASSES", 500)
    frame = census().astype(str)
    at = own(page(), frame)
    table = PublishedTable(frame, suggested_columns(frame)[0], "salary-class")
    alone = int((class_yardsticks(table)["rows"] == 1).sum())
    assert at.main.header[0].value == f"{alone:,} people of {len(frame):,} can be told from everybody else"
    assert len(shown(at, "Distribution leakage")) == 500
    assert len(charts(at)[LEAKAGES]["data"][0]["x"]) == 60


@pytest.mark.parametrize(
    "word", cases(["![x](http://192.0.2.1/a.png)", "<img src=http://192.0.2.1/b>", ":red[y]", "$x_1$"], 1)
)
def test_what_stands_in_a_table_is_text(word):
    frame = pd.DataFrame({f"A{word}": [f"1{word}", f"1{word}", f"2{word}"], f"S{word}": [f"v{word}", f"w{word}", "x"]})
    at = own(page(), frame, (f"A{word}",))
    sound(at.button(key="published-search").click().run())
    assert sorted({where for where, text in marked_up(at) if word in text}) == []


@pytest.mark.tabs("How safe is it?", "Class by class")
def test_values_that_are_alike_are_near():
    """Ren & Li, Table II by the diseases: 8/27 by the hierarchy opened with it; edited, it follows."""
    at = choose(page(), "diseases-close")
    assert yardsticks_of(at)["t-closeness, values in a hierarchy"] == "0.296"
    assert shown(at, "t, hierarchy")["t, hierarchy"].tolist() == pytest.approx([7 / 27, 8 / 27, 5 / 27])
    at.selectbox(key="published-edit-diseases-close").set_value("Disease")
    run(at)
    flattened = {row: {"Level 1": f"v{row}", "Level 2": f"v{row}"} for row in range(6)}
    type_into(at, "published-hierarchy-diseases-close-3-0", flattened)
    assert yardsticks_of(at)["t-closeness, values in a hierarchy"] == "0.556"
    assert yardsticks_of(at)["t-closeness, all values as far apart"] == "0.556"


@pytest.mark.tabs("How safe is it?")
def test_what_eve_knew_from_statistics():
    """Every distance is then from what she believed of the class."""
    at = choose(page(), "inpatients")
    at.multiselect(key="published-beforehand-inpatients").set_value(["Age"])
    run(at)
    table = table_of("inpatients")
    by_age = conditional_prior(table, ["Age"])
    expected = class_yardsticks(table, by_age)
    values = yardsticks_of(at)
    assert values["distribution leakage (ε)"] == f"{expected['distribution_leakage'].max():.3f}" == "0.000"
    assert text.MEASURED_FROM.format(columns="Age") in texts(at)
    assert any(text.startswith("Every class is as Eve believed before") for text in texts(at))
    at = choose(at, "two-diverse")
    assert yardsticks_of(at)["distribution leakage (ε)"] != "0.000"


@pytest.mark.tabs("How safe is it?")
def test_statistics_count_rows_that_are_suppressed():
    frame = pd.DataFrame({"Q": list("aaaabbbbcd"), "R": list("xxyyxxyyxx"), "S": list("uvuvuuvvuu")})
    at = own(page(), frame, ("Q", "R"))
    at.multiselect(key=keyed("beforehand", frame)).set_value(["R"])
    at.number_input(key="published-ask-k").set_value(2)
    at.slider(key="published-ask-suppression").set_value(20.0)
    press(run(at), "published-search")
    press(at, "published-use")
    assert "2 rows of 10 suppressed." in texts(at)
    whole = PublishedTable(frame, ["Q", "R"], "S")
    published = PublishedTable(frame[:8], ["Q", "R"], "S")
    expected = distribution_leakage(published, conditional_prior(published, ["R"], whole)).max()
    assert yardsticks_of(at)["distribution leakage (ε)"] == f"{expected:.3f}"


@pytest.mark.tabs("Me in it")
def test_how_far_her_belief_is_off(session):
    """Figure 7: a half before, a quarter after; and the fewest diseases that hold mine in 9 of 10 cases."""
    at = choose(session, "aids")
    errors = shown(at, "Before").set_index("How wrong, or how uncertain, is she?")
    assert errors.loc["Her belief misses your value (correctness)"].tolist() == ["50.0\u00a0%", "25.0\u00a0%"]
    narrowed = errors.loc[text.NARROWED].tolist()
    assert narrowed == ["75.0\u00a0% (4 values)", "50.0\u00a0% (2 values)"]


@pytest.mark.tabs("Make it coarser")
def test_a_search_by_the_hierarchy_of_the_values():
    """Asked is what separates the distances: near values suffice where all as far apart do not."""
    at = choose(page(), "diseases-close")
    at.number_input(key="published-ask-t").set_value(0.3)
    at.selectbox(key="published-ask-distance").set_value("hierarchy")
    press(run(at), "published-search")
    losses = shown(at, "Suppressed")
    assert losses[["Zip code", "Age"]].to_numpy().tolist() == [[0, 0]]
    at.selectbox(key="published-ask-distance").set_value("equal")
    press(run(at), "published-search")
    assert [0, 0] not in shown(at, "Suppressed")[["Zip code", "Age"]].to_numpy().tolist()


def test_table_iv_of_rebollo_monedero():
    tables, messages = "Statistical disclosure control", "Anonymous-communication systems"
    assert [row[:3] for row in yardsticks.TABLE_IV] == [
        (tables, "worst case", "t-closeness"),
        (tables, "average case", "mutual information"),
        (tables, "best case", "k-anonymity"),
        (tables, "best case", "l-diversity"),
        (messages, "worst case", "min-entropy"),
        (messages, "average case", "Shannon's entropy"),
        (messages, "best case", "Hartley's entropy"),
    ]
