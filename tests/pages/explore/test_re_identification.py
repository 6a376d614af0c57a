"""The re-identification page, as a person uses it: every figure on it worked out anew."""

import datetime
import math
from dataclasses import replace

import numpy as np
import pytest

from leakage.reidentification import (
    Attack,
    Fact,
    Shape,
    Share,
    SuccessPoint,
    Uniqueness,
    ValueSimilarity,
    facts_needed,
    scoreboard,
    scoreboard_rh,
    success_curve,
    synthetic_table,
    uniqueness,
)
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import percent
from pages.explore.re_identification import knowledge
from pages.explore.re_identification import opened as table_page
from pages.explore.re_identification.charts import (
    lineup_chart,
    success_chart,
    thinning_chart,
)
from tests.amount import cases
from tests.pages.helpers import (
    SOME_SCENARIOS,
    charts,
    current,
    history,
    marked_up,
    press,
    problems,
    put,
    run,
    sound,
    start,
    table,
    texts,
    type_into,
)
from tests.pages.test_values_are_no_markup import HOSTILE
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace
FACTS = "reidentification-facts"
WHO, CURVE, THIN = "Who stands out?", "How few facts does it take?", "After how many entries is nobody else left?"


@pytest.fixture(scope="module", autouse=True)
def small_tables():
    """Small made-up tables: the page is the same."""
    patch = pytest.MonkeyPatch()
    patch.setattr(table_page, "SHAPES", {n: Shape(n // 10, n // 100, n // 2) for n in (1_000, 10_000, 50_000)})
    yield
    patch.undo()


def made_up(people=10_000):
    return synthetic_table(table_page.SHAPES[people])


def opened(workspace=REAL):
    return start(workspace, "re_identification")


def upload(at, content, name="posts.csv"):
    run(at.segmented_control(key="reid-source").set_value("file"))
    at.file_uploader[0].upload(name, content.encode(), "text/csv")
    return run(at)


def header(at):
    return at.main.header[0].value


def facts_shown(at):
    """What Eve knows, as the editor has it."""
    edited = table(at, FACTS).draft
    drawn = []
    for row in edited.astype(object).where(edited.notna(), None).to_dict("records"):
        date = datetime.date.fromisoformat(row["date"]) if row["date"] else None
        drawn.append(Fact(row["item"], row["value"] or "", date))
    return drawn


def me(at, table):
    return table.person_codes[at.text_input(key="reidentification-me").value]


def finish(at, name):
    """Let a job run to its end; every run of the page is one slice of it."""
    press(at, f"{name}-run")
    for _ in range(300):
        if at.button(key=f"{name}-cancel").disabled:
            return at
        run(at)
    raise AssertionError(f"{name} does not end")


def trace(at, question, name):
    return next(t for t in charts(at)[question]["data"] if t["name"] == name)


# Which row is me?


@pytest.mark.tabs("Which row is me?")
def test_it_opens_on_a_made_up_table_with_somebody_found():
    at, table = opened(), made_up()
    facts, person = facts_shown(at), me(at, table)
    assert len(facts) == 4
    lineup = scoreboard_rh(table, facts, ValueSimilarity(0, 14))
    assert lineup.verdict == person
    assert header(at) == "Eve finds you among 1,000 people, with 4 facts"
    page_text = " ".join(texts(at))
    assert f"The best row is {lineup.eccentricity:.1f} standard deviations ahead of the second" in page_text
    assert f"Of {math.log2(1000):.1f} bits that hide a person {lineup.entropy:.1f} are left" in page_text
    assert f"a probability of {percent(lineup.probability_of(person))}" in page_text


@pytest.mark.tabs("Which row is me?")
def test_the_facts_are_the_persons_own_within_the_errors_asked_for():
    at, table = opened(), made_up()
    truth = {fact.item: fact for fact in table.facts_of(me(at, table))}
    for fact in facts_shown(at):
        assert fact.value == truth[fact.item].value
        assert abs(fact.date - truth[fact.item].date) <= datetime.timedelta(3)
    run(at.select_slider(key="reid-day-error").set_value(0))
    assert all(truth[fact.item] == fact for fact in facts_shown(at))


@pytest.mark.tabs("Which row is me?")
def test_more_facts_keep_those_there_were_and_other_facts_are_others():
    at = opened()
    before = facts_shown(at)
    run(at.slider(key="reid-count").set_value(6))
    assert facts_shown(at)[:4] != [] and {f.item for f in before} <= {f.item for f in facts_shown(at)}
    assert len(facts_shown(at)) == 6
    drawn = facts_shown(at)
    press(at, "reid-other-facts")
    assert facts_shown(at) != drawn and len(facts_shown(at)) == 6


@pytest.mark.tabs("Which row is me?")
@pytest.mark.parametrize(("kind", "popular"), [("rare", False), ("popular", True)])
def test_rare_and_popular_items(kind, popular):
    at, table = opened(), made_up()
    run(at.selectbox(key="reid-kind").set_value(kind))
    ranks = [table.popularity[table.item_codes[fact.item]] for fact in facts_shown(at)]
    assert ranks and all((rank < len(table.items) // 5) == popular for rank in ranks)


@pytest.mark.tabs("Which row is me?")
def test_being_somebody_else():
    at, table = opened(), made_up()
    before = me(at, table)
    for _ in range(3):
        press(at, "reid-somebody")
    assert me(at, table) != before
    truth = {fact.item for fact in table.facts_of(me(at, table))}
    assert facts_shown(at) and {fact.item for fact in facts_shown(at)} <= truth


@pytest.mark.tabs("Which row is me?")
def test_an_edited_fact_counts_and_the_chart_follows():
    at, table = opened(), made_up()
    item = facts_shown(at)[0].item
    type_into(at, FACTS, {0: {"value": "1"}})
    type_into(at, FACTS, rows=[{"item": next(i for i in table.items if i != item), "value": "2", "date": "2003-03-03"}])
    facts = facts_shown(at)
    assert facts[0] == replace(facts[0], item=item, value="1") and len(facts) == 5
    lineup = scoreboard_rh(table, facts, ValueSimilarity(0, 14))
    drawn = {text for bar in charts(at)[WHO]["data"] for text in [row[0] for row in bar["customdata"]]}
    assert drawn == {table.people[candidate.person] for candidate in lineup.top(10)}
    highest = max(x for bar in charts(at)[WHO]["data"] for x in bar["x"])
    assert highest == pytest.approx(lineup.scores.highest / lineup.scores.deviation)


@pytest.mark.tabs("Which row is me?")
def test_edits_stay_when_something_else_is_moved():
    at = opened()
    type_into(at, FACTS, {0: {"value": "1"}})
    run(at.slider(key="reid-within").set_value(2))
    assert facts_shown(at)[0].value == "1"


@pytest.mark.tabs("Which row is me?")
def test_facts_that_cannot_be_used_are_named_and_left_out():
    at = opened()
    item = facts_shown(at)[0].item
    assert "Film 1" not in {fact.item for fact in facts_shown(at)}
    type_into(at, FACTS, rows=[{"item": item, "value": "3"}, {"value": "2"}, {"item": "Film 1", "date": "soon"}])
    assert problems(at) == [
        "row 5: the item is already in an earlier row",
        "row 6: say which item it is about",
        "row 7: the date must be a day such as 2026-01-31",
    ]
    assert "with 4 facts" in header(at)


@pytest.mark.tabs("Which row is me?")
def test_without_facts_eve_knows_nothing():
    at = opened()
    type_into(at, FACTS, deleted=[0, 1, 2, 3])
    assert header(at) == "Eve knows nothing yet"
    assert WHO not in charts(at)


@pytest.mark.tabs("Which row is me?")
def test_strict_comparison():
    at, table = opened(), made_up()
    run(at.selectbox(key="reid-algorithm").set_value("scoreboard"))
    assert at.slider(key="reid-phi").disabled
    lineup = scoreboard(table, facts_shown(at), ValueSimilarity(0, 14))
    assert lineup.verdict == me(at, table) and "agrees with every fact" in " ".join(texts(at))
    type_into(at, FACTS, {0: {"value": "1"}, 1: {"value": "1"}, 2: {"value": "1"}})
    assert header(at) == "Eve names nobody"
    assert any("All 10.0 bits that hide a person are left" in text for text in texts(at))


@pytest.mark.tabs("Which row is me?")
def test_a_larger_eccentricity_names_nobody():
    at, table = opened(), made_up()
    run(at.select_slider(key="reid-days").set_value(None))
    run(at.slider(key="reid-count").set_value(1))
    run(at.selectbox(key="reid-kind").set_value("popular"))
    run(at.slider(key="reid-phi").set_value(10.0))
    lineup = scoreboard_rh(table, facts_shown(at), ValueSimilarity(0, None), eccentricity=10.0)
    assert lineup.not_in_it
    assert header(at) == "Eve names nobody"
    assert any("the person may not be in the table at all" in text for text in texts(at))


@pytest.mark.tabs("Which row is me?", "How few facts does it take?")
def test_a_name_that_is_not_in_the_table():
    at = opened()
    run(at.text_input(key="reidentification-me").set_value("Nobody"))
    assert problems(at) == ["your row: no row in the table has this name; Eve's answer is shown without it."]
    assert header(at) == "Eve knows nothing yet"
    assert any("which row is yours" in info.value for info in at.info)


@pytest.mark.tabs("Which row is me?")
def test_whoever_one_was_in_another_table_is_no_mistake_in_this_one():
    at = opened()
    usual = at.text_input(key="reidentification-me").value
    at = upload(at, LONG)
    assert at.text_input(key="reidentification-me").value == "" and problems(at) == []
    run(at.text_input(key="reidentification-me").set_value("r1"))
    at = upload(at, LONG + "r9,Cats,4,2025-01-01\n")
    assert at.text_input(key="reidentification-me").value == "r1"
    run(at.segmented_control(key="reid-source").set_value("made up"))
    assert at.text_input(key="reidentification-me").value == usual and problems(at) == []


# A file


LONG = "who,what,value,when\n" + "".join(
    f"{who},{what},{value},2025-0{month}-0{day}\n"
    for who, what, value, month, day in [
        ("r1", "Garden", 5, 1, 1),
        ("r1", "Chess", 4, 2, 2),
        ("r1", "Cats", 1, 3, 3),
        ("r2", "Garden", 5, 1, 2),
        ("r2", "Dogs", 2, 1, 9),
        ("r3", "Garden", 2, 5, 5),
        ("r4", "Cats", 3, 6, 6),
    ]
)


def in_file(content=LONG, row="r1", workspace=REAL):
    at = upload(opened(workspace), content)
    return run(at.text_input(key="reidentification-me").set_value(row))


@pytest.mark.tabs("Which row is me?")
def test_a_file_is_opened_and_described():
    at = in_file()
    assert any(text.startswith("posts: 4 people, 4 items, 7 entries with dates.") for text in texts(at))
    assert {fact.item for fact in facts_shown(at)} == {"Garden", "Chess", "Cats"}
    assert header(at) == "Eve finds you among 4 people, with 3 facts"


@pytest.mark.tabs("Which row is me?")
def test_a_table_of_texts_without_dates():
    others = "".join(f"{who},never,often\n" for who in "cdefghijkl")
    at = in_file("name,Tea,Milk\na,daily,never\nb,daily,often\n" + others, "a")
    assert at.slider(key="reid-within").disabled and at.select_slider(key="reid-days").disabled
    assert {(fact.item, fact.value) for fact in facts_shown(at)} == {("Tea", "daily"), ("Milk", "never")}
    assert header(at) == "Eve finds you among 12 people, with 2 facts"


@pytest.mark.tabs("Which row is me?")
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("who,what\na,x\n", "The table has one person only; it takes two to be hard to tell apart."),
        ("", "The file is empty."),
        (
            "who,what,value\na,x,1\na,x,2\n",
            "The table has one person only; it takes two to be hard to tell apart.",
        ),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_sentence(content, sentence):
    at = upload(opened(), content)
    assert sentence in texts(at) and not any(text.startswith("file: ") for text in texts(at))
    assert any("look around in the made-up table first" in info.value for info in at.info)


@pytest.mark.tabs("Which row is me?")
def test_a_file_stays_open_when_the_page_is_left():
    at = in_file()
    sound(at.switch_page("decide/leakage/page.py").run())
    sound(at.switch_page("explore/re_identification/page.py").run())
    assert any(text.startswith("posts: 4 people") for text in texts(at))
    assert at.text_input(key="reidentification-me").value == "r1"


def test_nothing_in_a_file_is_read_as_markup():
    # Where a word stands does not depend on the word: all are looked for at once.
    word = " ".join(HOSTILE)
    rows = ["ax1", "ay2", *(f"{who}x3" for who in "bcdefg")]
    content = "".join(f'"{who}{word}","{what}{word}","{value}{word}"\n' for who, what, value in rows)
    at = upload(opened(), "who,what,value\n" + content, f"{word.replace('/', '')}.csv")
    run(at.text_input(key="reidentification-me").set_value(f"a{word}"))
    assert header(at) == "Eve finds you among 7 people, with 2 facts"
    assert sorted({where for where, text in marked_up(at) if any(w in text for w in HOSTILE)}) == []


# How few facts does it take?


@pytest.mark.tabs("How few facts does it take?")
def test_how_many_entries_leave_me_alone():
    at, table = opened(), made_up()
    thinned = uniqueness(table, me(at, table), ValueSimilarity(0, 14), orders=200)
    usual = int(np.median(thinned.needed))
    wanted = f"{usual} random entr{'y' if usual == 1 else 'ies'} of yours"
    assert any(wanted in heading.value for heading in at.main.subheader)
    middle = trace(at, THIN, "random entries, the median")
    assert middle["y"] == np.median(thinned.left, axis=0)[: len(middle["y"])].tolist()
    assert trace(at, THIN, "the most revealing entry first")["y"][0] == 1000


@pytest.mark.tabs("How few facts does it take?")
@pytest.mark.parametrize("compared", cases(sorted(knowledge.COMPARED), usual=1))
def test_the_curve_is_that_of_the_trials(compared):
    at, table = opened(), made_up()
    run(at.select_slider(key="success-trials").set_value(50))
    run(at.selectbox(key="success-compared").set_value(compared))
    finish(at, "success")
    lines = knowledge.lines_of(table, compared, Attack(similarity=ValueSimilarity(0, 14)))
    assert 2 <= len(lines) <= 4
    for line in lines:
        try:
            *_, points = success_curve(table, line.auxiliary, knowledge.COUNTS, line.attack, trials=50)
        except ValueError as error:
            assert f"{line.name}: {error}." in texts(at)
            continue
        drawn = trace(at, CURVE, line.name)
        assert drawn["x"] == list(knowledge.COUNTS)
        assert drawn["y"] == [point.success.value for point in points]
        for point, above, below in zip(points, drawn["error_y"]["array"], drawn["error_y"]["arrayminus"], strict=True):
            low, high = point.success.interval()
            assert (above, below) == (
                pytest.approx(high - point.success.value),
                pytest.approx(point.success.value - low),
            )
    assert at.button(key="success-run").disabled


def test_only_what_is_compared_differs():
    table, attack = made_up(), Attack(similarity=ValueSimilarity(1, 7))
    dated, without = knowledge.lines_of(table, "dates", attack)
    assert (dated.auxiliary.dates, without.auxiliary.dates) == (True, False)
    assert replace(without.attack.similarity, days=7) == dated.attack.similarity
    rare, usual, popular = knowledge.lines_of(table, "items", attack)
    assert rare.auxiliary.outside == popular.auxiliary.inside == 20 and usual.auxiliary.inside is None
    exact, off, wrong = knowledge.lines_of(table, "errors", attack)
    assert exact.attack == off.attack == wrong.attack
    assert (off.auxiliary.value_error, off.auxiliary.day_error, wrong.auxiliary.wrong) == (1, 7, 0.25)
    assert exact.attack.similarity.within >= off.auxiliary.value_error
    assert [line.attack.algorithm for line in knowledge.lines_of(table, "algorithms", attack)] == [
        *["scoreboard_rh"] * 2,
        *["scoreboard"] * 2,
    ]


@pytest.mark.tabs("How few facts does it take?")
def test_the_theorem_and_its_promise():
    at = opened()
    needed = facts_needed(1000, 0.1, 0.3)
    assert any(text.startswith(f"{needed} facts suffice among 1,000 people") for text in texts(at))
    run(at.slider(key="promise-delta").set_value(0.5))
    needed = facts_needed(1000, 0.1, 0.5)
    assert any(text.startswith(f"{needed} facts suffice") for text in texts(at))
    finish(at, "promise")
    assert any("of 200 trials" in text and "as promised" in text for text in texts(at))


def test_looking_changes_nothing():
    at = opened()
    for scenario in SOME_SCENARIOS:
        put(at, scenario.workspace)
        sound(at.switch_page("explore/re_identification/page.py").run())
        assert current(at) == scenario.workspace and len(history(at)) == 1


# Charts


TABLE = synthetic_table(Shape(200, 30, 2000, seed=2))


def test_the_lineup_is_drawn_in_deviations_the_best_on_top():
    facts = TABLE.facts_of(3)[:5]
    lineup = scoreboard_rh(TABLE, facts)
    top = lineup.top(4)
    for mine, names in ((top[0].person, ["you", "somebody else"]), (None, ["a row of the table"])):
        chart = lineup_chart(TABLE.people, lineup, top, mine, 1.5)
        assert [bar.name for bar in chart.figure.data] == names
        drawn = {y: x for bar in chart.figure.data for y, x in zip(bar.y, bar.x, strict=True)}
        assert [drawn[3 - n] for n in range(4)] == pytest.approx([o.score / lineup.scores.deviation for o in top])
        assert {bar.marker.color for bar in chart.figure.data} == ({RIGHT, WRONG} if names[1:] else {MISSING})
        line = chart.figure.layout.shapes[0].x0
        assert line == pytest.approx(top[0].score / lineup.scores.deviation - 1.5)
        assert percent(top[0].probability) in chart.alt


def test_success_is_drawn_with_its_interval():
    points = [SuccessPoint(m, 10, m) for m in (1, 5, 9)]
    chart = success_chart([("robust", points), ("strict", points[:1])])
    first = chart.figure.data[0]
    assert list(first.y) == [0.1, 0.5, 0.9]
    assert first.y[1] - first.error_y.arrayminus[1] == pytest.approx(Share(5, 10).interval()[0])
    assert first.y[1] + first.error_y.array[1] == pytest.approx(Share(5, 10).interval()[1])
    assert chart.alt == "robust: 90.0\u00a0% with 9 facts; strict: 10.0\u00a0% with 1 fact."
    assert success_chart([]).alt == "Nothing was run yet."


def test_the_crowd_thins_out_from_all_to_one():
    chart = thinning_chart(Uniqueness(np.array([[8, 4, 1, 1], [8, 2, 1, 1], [8, 8, 2, 1]]), np.array([8, 1, 1, 1])))
    median = next(trace for trace in chart.figure.data if trace.name == "random entries, the median")
    assert list(median.y) == [8, 4, 1, 1]
    assert chart.alt == "From 8 people down to 1 after 3 random entries, in half of the orders."
    empty = thinning_chart(Uniqueness(np.array([[5]]), np.array([5])))
    assert list(empty.figure.data[1].y) == [5]
