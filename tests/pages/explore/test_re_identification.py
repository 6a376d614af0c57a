"""The re-identification page, as a person uses it: every figure on it worked out anew."""

import datetime
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from leakage.crowd import Crowd, leakage_in_crowds, name_share, population, renamed
from leakage.record import Record
from leakage.reidentification import (
    Attack,
    Fact,
    Shape,
    Share,
    SuccessPoint,
    Uniqueness,
    ValueSimilarity,
    chance_found,
    chance_right,
    chance_unique,
    facts_needed,
    fit_pitman_yor,
    foretold_by_half,
    kinds_of,
    scoreboard,
    scoreboard_rh,
    success_curve,
    synthetic_table,
    uniqueness,
)
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Pooling, Workspace
from pages.explore.re_identification import crowds, knowledge
from pages.explore.re_identification import opened as table_page
from pages.explore.re_identification.charts import (
    PartPoint,
    crowds_chart,
    identification_chart,
    lineup_chart,
    success_chart,
    thinning_chart,
)
from pages.explore.re_identification.opened import LARGEST_CROWD, decades
from pages.explore.re_identification.text import NO_ROW
from pages.kit.icon_array import of_a_hundred
from pages.shell.words import change, percent, portion
from tests.amount import cases
from tests.benchmarks.person_2026 import person_of_2026
from tests.pages.helpers import (
    SOME_SCENARIOS,
    charts,
    current,
    figure_in_strip,
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
    whole_leakage,
)
from tests.pages.test_values_are_no_markup import HOSTILE

REAL = person_of_2026().workspace
FACTS = "reidentification-facts"
IDENTIFIED = "How many are found as the crowd grows?"
WHO, CURVE, THIN, CROWD = (
    "Who stands out?",
    "How few facts does it take?",
    "After how many entries is nobody else left?",
    "Does a crowd hide you?",
)


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


# Found at all?


@pytest.mark.slow
@pytest.mark.tabs("Found at all?")
def test_found_and_known_in_a_crowd():
    """The figures of the page from the kinds of its table, counted anew."""
    at, table = opened(), made_up()
    items = [fact.item for fact in facts_shown(at)]
    rows = [tuple({f.item: f.value for f in table.facts_of(n)}.get(i) for i in items) for n in range(len(table))]
    sizes = Counter(rows)
    run(at.number_input(key="found-people").set_value(50_000))
    foretold = fit_pitman_yor(list(sizes.values())).at(50_000)
    assert f"Among 50,000 people {portion(foretold.correct.expected)} would be found" in [
        heading.value for heading in at.main.subheader
    ]
    assert f"Unique are {portion(foretold.unique.expected)}" in " ".join(texts(at))
    drawn = trace(at, IDENTIFIED, "found, in the table")
    assert (drawn["x"][-1], drawn["y"][-1]) == (1_000, pytest.approx(len(sizes) / 1_000))
    run(at.segmented_control(key="found-source").set_value("hand"))
    run(at.number_input(key="found-one-in").set_value(20_000))
    chances = (chance_unique(1 / 20_000, 50_000), chance_right(1 / 20_000, 50_000), chance_found(5e-5, 50_000, 0.02))
    for name, chance in zip(("Nobody else is like you", "A match is you", "You are found"), chances, strict=True):
        place = texts(at).index(name)
        assert texts(at)[place + 1].startswith(f"{portion(chance)}. ")
    assert [of_a_hundred(chance) in " ".join(m.value for m in at.main.markdown) for chance in chances] == [True] * 3
    leakage = whole_leakage(REAL)
    assert any(f"= {portion(chances[2] * leakage)}. Lower is better" in text for text in texts(at))
    half = foretold_by_half(list(np.bincount(kinds_of(table, items)))).correct
    assert any(f"half of the table foretells {portion(half.expected)}" in text for text in texts(at))
    at.session_state["data-identification"] = True
    run(at)
    curve = next(frame.value for frame in at.main.dataframe if "Like nobody else" in frame.value)
    assert curve["Found"].iloc[0] == pytest.approx(1.0) and set(curve["How"]) == {"counted in the table", "foretold"}
    # What is counted of the whole table is not foretold of it as well, and all beyond it is.
    assert curve["People"].tolist() == [*decades(1, 1_000), 1_000, *decades(1_001, LARGEST_CROWD + 1)]
    assert curve["How"].tolist() == [
        "counted in the table" if people <= 1_000 else "foretold" for people in curve["People"]
    ]
    # In a part of the table what is counted there is told.
    run(at.number_input(key="found-people").set_value(1))
    assert "Among 1 person 100.0\u00a0% would be found" in [heading.value for heading in at.main.subheader]


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


@pytest.mark.tabs("Which row is me?", "Into my work")
def test_without_facts_eve_knows_nothing():
    at = opened()
    type_into(at, FACTS, deleted=[0, 1, 2, 3])
    assert header(at) == "Eve knows nothing yet"
    assert WHO not in charts(at)
    assert NO_ROW in [info.value for info in at.info]


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
def test_eve_is_misled_by_facts_of_somebody_else():
    at = in_file()
    type_into(at, FACTS, deleted=[0, 1, 2], rows=[{"item": "Dogs", "value": "2"}])
    assert header(at) == "Eve is misled: she picks the wrong one out of 4"
    run(at.text_input(key="reidentification-me").set_value(""))
    type_into(at, FACTS, rows=[{"item": "Dogs", "value": "2"}])
    assert header(at) == "Eve picks one row out of 4"


@pytest.mark.tabs("Which row is me?")
def test_several_rows_that_agree():
    at = in_file()
    run(at.selectbox(key="reid-algorithm").set_value("scoreboard"))
    type_into(at, FACTS, deleted=[0, 1, 2], rows=[{"item": "Garden", "value": "5"}])
    assert header(at) == "Eve is left with 2 of 4 people"
    assert any("2 rows agree with every fact. Of 2.0 bits that hide a person 1.0 are left" in t for t in texts(at))


@pytest.mark.tabs("Which row is me?")
def test_facts_of_which_none_occurs_tell_nothing():
    at = in_file("who,what,value\na,x,1\na,y,1\nb,x,1\n", "")
    type_into(at, FACTS, rows=[{"item": "y", "value": "9"}])
    assert header(at) == "Eve names nobody"
    assert any("No row agrees with any of these facts, so they do not help her." in text for text in texts(at))


@pytest.mark.tabs("Which row is me?")
def test_a_table_of_texts_without_dates():
    others = "".join(f"{who},never,often\n" for who in "cdefghijkl")
    at = in_file("name,Tea,Milk\na,daily,never\nb,daily,often\n" + others, "a")
    assert at.slider(key="reid-within").disabled and at.select_slider(key="reid-days").disabled
    assert {(fact.item, fact.value) for fact in facts_shown(at)} == {("Tea", "daily"), ("Milk", "never")}
    assert header(at) == "Eve finds you among 12 people, with 2 facts"


@pytest.mark.tabs("Into my work")
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
def test_lines_that_are_left_out_are_named():
    at = upload(opened(), LONG + "r4,Cats,4,2025-01-01\nr4,Dogs,4,soon\n")
    shown = [text for text in texts(at) if text.startswith("line ")]
    assert shown == [
        "line 10: when must be a day such as 2026-01-31",
        "line 9: the same person and item stand on an earlier line, which counts",
    ]
    assert any(text.startswith("posts: 4 people") for text in texts(at))


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
    assert any(word in str(option) for box in at.multiselect for option in box.options)


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
def test_who_is_like_somebody_else_is_never_alone():
    at = in_file("who,what,value\na,x,1\nb,x,1\nc,y,2\n", "a")
    assert "Nothing makes you unique: others have everything you have" in [s.value for s in at.main.subheader]
    assert any("After all 1 entry 2 people are left" in text for text in texts(at))


@pytest.mark.slow
@pytest.mark.tabs("How few facts does it take?")
@pytest.mark.parametrize("compared", cases(sorted(knowledge.COMPARED), usual=1, slow=1))
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
def test_a_table_in_which_nobody_has_enough_says_so():
    at = in_file()
    finish(at, "success")
    assert "with dates: nobody in the table has 8 items of that kind; ask for fewer facts." in texts(at)


@pytest.mark.slow
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


# Into my work


def preview(at):
    return next(text for text in texts(at) if text.startswith("Eve would know"))


@pytest.mark.slow
@pytest.mark.tabs("Into my work")
def test_the_row_becomes_a_release_and_undo_takes_it_back():
    at, table = opened(), made_up()
    person, previewed = me(at, table), preview(at)
    press(at, "reid-add-release")
    work = current(at)
    added = work.releases[-1]
    assert (added.name, added.recipient) == (table_page.MADE_UP, table_page.MADE_UP)
    truth = {(fact.item, fact.value) for fact in table.facts_of(person)}
    entries = {a.pair for a in added.record} & truth
    assert len(entries) == 5 and entries == {pair for pair in work.profile if pair not in REAL.profile}
    sure = scoreboard_rh(table, facts_shown(at), ValueSimilarity(0, 14)).probability_of(person)
    assert all(added.record.confidences[pair] == pytest.approx(sure) for pair in entries)
    assert {a.pair for a in added.record} - entries == {REAL.profile[0], REAL.profile[4]}
    without = replace(work, releases=REAL.releases)
    before, after = whole_leakage(without), whole_leakage(work)
    assert previewed == (
        f"Eve would know {percent(after)} of you with this record, and {percent(before)} without it: "
        f"{change(after - before)}. Lower is better for you."
    )
    assert after > before
    assert figure_in_strip(at) == percent(after)
    assert history(at)[-1] == "add a re-identified row"
    assert any("It was added" in text for text in texts(at))
    sound(at.switch_page("decide/leakage/page.py").run())
    assert figure_in_strip(at) == percent(after)
    press(at, "undo")
    assert current(at) == REAL


@pytest.mark.tabs("Into my work")
def test_the_row_becomes_a_background_record():
    at = opened()
    press(at, "reid-add-background")
    work = current(at)
    assert len(work.background) == len(REAL.background) + 1 and work.releases == REAL.releases
    assert len(work.profile) == len(REAL.profile) + 5
    assert figure_in_strip(at) == percent(whole_leakage(work))
    press(at, "undo")
    assert current(at) == REAL


@pytest.mark.slow
@pytest.mark.tabs("Into my work")
def test_two_rows_have_two_names_and_known_labels_keep_their_weights():
    at = opened()
    press(at, "reid-add-release")
    weights = dict(current(at).weights)
    run(at.number_input(key="reid-weight").set_value(4.0))
    press(at, "reid-somebody")
    press(at, "reid-add-release")
    first, second = current(at).releases[-2:]
    assert first.name != second.name and first.recipient == second.recipient
    assert weights.items() <= dict(current(at).weights).items()


@pytest.mark.tabs("Into my work")
def test_the_weight_is_that_of_the_new_labels():
    at = opened()
    run(at.number_input(key="reid-weight").set_value(3.0))
    press(at, "reid-add-release")
    fresh = {label for label, _ in current(at).profile} - {label for label, _ in REAL.profile}
    assert fresh and all(current(at).weight_map[label] == 3.0 for label in fresh)


@pytest.mark.tabs("Into my work")
def test_a_row_of_somebody_else_misleads_and_adds_nothing_to_the_profile():
    at = in_file()
    type_into(at, FACTS, deleted=[0, 1, 2], rows=[{"item": "Dogs", "value": "2"}])
    assert any("This row is not yours" in text for text in texts(at))
    press(at, "reid-add-release")
    work = current(at)
    assert work.profile == REAL.profile
    assert ("Dogs", "2") in work.releases[-1].record and work.releases[-1].recipient == "posts"
    assert whole_leakage(work) < whole_leakage(REAL)


@pytest.mark.slow
@pytest.mark.tabs("Into my work")
def test_what_is_tied_and_taken_is_chosen():
    at = in_file()
    tied = next(box for box in at.multiselect if box.key.startswith("reid-tied"))
    entries = next(box for box in at.multiselect if box.key.startswith("reid-entries"))
    run(tied.set_value([0]))
    entries = next(box for box in at.multiselect if box.key.startswith("reid-entries"))
    run(entries.set_value([1]))
    run(next(box for box in at.text_input if box.key.startswith("reid-recipient")).set_value("A forum"))
    assert any("She links the row to none of your accounts" in text for text in texts(at))
    press(at, "reid-add-release")
    added = current(at).releases[-1]
    assert added.recipient == "A forum" and len(added.record) == 2 and REAL.profile[0] in added.record


@pytest.mark.tabs("Into my work")
def test_alone_nobody_ties_it_to_anything():
    at = opened(replace(REAL, pooling=Pooling("alone")))
    assert any("She links the row to none of your accounts" in text for text in texts(at))


@pytest.mark.tabs("Into my work")
def test_without_a_profile_there_is_nothing_to_add_it_to():
    at = opened(Workspace())
    assert any("First say what is true about you" in info.value for info in at.info)
    assert header(at).startswith("Eve finds you")


@pytest.mark.tabs("Into my work")
def test_before_the_first_release_a_background_alone_is_nobodys():
    at = opened(replace(REAL, releases=()))
    assert at.button(key="reid-add-background").disabled
    press(at, "reid-add-release")
    assert len(current(at).releases) == 1
    assert worst(assess(current(at))).result.leakage > 0


# The crowd


@pytest.mark.slow
@pytest.mark.tabs("Does a crowd hide me?")
def test_leakage_in_growing_crowds():
    at = opened()
    run(at.select_slider(key="crowd-largest-True").set_value(1_000))
    run(at.number_input(key="crowd-seed").set_value(3))
    finish(at, "crowds")
    records = [release.record for release in REAL.releases] + list(REAL.background)
    crowd, sizes = population(Crowd(1_000, 3)), (0, 10, 20, 50, 100, 200, 500, 1_000)
    loose = REAL.policies[-1].adversary
    for name, line in [("", crowds.OWN), (crowds.COMMON, f"if your name were {crowds.COMMON}")]:
        given = [renamed(r, REAL.profile[0], name) for r in records] if name else records
        truth = renamed(REAL.reference, REAL.profile[0], name) if name else REAL.reference
        points = list(leakage_in_crowds(given, crowd, sizes, truth, loose, REAL.measure))
        assert trace(at, CROWD, line)["y"] == [point.leakage for point in points]
    assert any("among 1,000 others" in text for text in texts(at))


def test_the_names_compared_are_as_common_and_as_rare_as_said():
    assert name_share(crowds.COMMON) > 2e-4 and 0 < name_share(crowds.RARE) < 3e-6


@pytest.mark.tabs("Does a crowd hide me?")
def test_who_has_said_nothing_yet_sees_the_realistic_person():
    at = opened(Workspace())
    assert any("example person" in text for text in texts(at))
    run(at.select_slider(key="crowd-largest-True").set_value(1_000))
    finish(at, "crowds")
    assert any(text.startswith("The example person's leakage is") for text in texts(at))


@pytest.mark.tabs("Does a crowd hide me?")
def test_rules_that_go_record_by_record_see_smaller_crowds():
    at = opened()
    assert at.select_slider(key="crowd-largest-True").options[-1] == "1,000,000"
    box = next(box for box in at.selectbox if box.key.startswith("crowd-policy"))
    run(box.set_value(REAL.policies[0].name))
    assert at.select_slider(key="crowd-largest-False").options == ["1,000", "10,000"]


def test_somebody_without_a_name_has_one_line():
    nameless = replace(REAL, profile=tuple(pair for pair in REAL.profile if pair[0] != "Name"))
    assert list(crowds.names_of(nameless)) == [crowds.OWN]
    assert crowds.own_name(replace(REAL, profile=(("N", "x"),), names=(("N", "Name"),))) == ("N", "x")


@pytest.mark.tabs("Does a crowd hide me?")
def test_a_crowd_is_put_behind_the_work_and_undo_takes_it_back():
    at = opened()
    run(at.select_slider(key="crowd-added").set_value(100))
    press(at, "crowd-add")
    work = current(at)
    assert work.background[len(REAL.background) :] == tuple(population(Crowd(100)).records)
    assert figure_in_strip(at) == percent(whole_leakage(work))
    assert any(text.startswith("Added. Eve now has") for text in texts(at))
    press(at, "undo")
    assert current(at) == REAL


@pytest.mark.slow
def test_looking_changes_nothing():
    at = opened()
    for scenario in SOME_SCENARIOS:
        put(at, scenario.workspace)
        sound(at.switch_page("explore/re_identification/page.py").run())
        assert current(at) == scenario.workspace and len(history(at)) == 1


# Charts


TABLE = synthetic_table(Shape(200, 30, 2000, seed=2))
MARKUP = "<img src=x>"


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


def test_the_lineup_of_scoreboard_has_no_line_and_no_deviation():
    lineup = scoreboard(TABLE, TABLE.facts_of(3)[:1])
    chart = lineup_chart([MARKUP] * 200, lineup, lineup.top(3), 3, 0.0)
    assert not chart.figure.layout.shapes and "σ" not in chart.figure.layout.xaxis.title.text
    assert MARKUP not in chart.figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")


def test_identification_is_drawn_with_its_intervals_on_whole_powers_of_ten():
    fit = fit_pitman_yor([1] * 40 + [2] * 20 + [20])
    foretold = [fit.at(people) for people in (100, 1_000, 100_000)]
    parts = [PartPoint(1, 1.0, 1.0), PartPoint(100, 0.61, 0.4)]
    figure = identification_chart(parts, foretold, 1_000).figure
    drawn = {trace.name: trace for trace in figure.data}
    for name, of in (("found", lambda point: point.correct), ("like nobody else", lambda point: point.unique)):
        band, line = drawn[f"{name}: 95 times in 100"], drawn[f"{name}, foretold"]
        assert list(band.x) == [100, 1_000, 100_000, 100_000, 1_000, 100]
        assert list(band.y) == [*(of(p).high for p in foretold), *(of(p).low for p in reversed(foretold))]
        assert list(line.y) == [of(point).expected for point in foretold]
    ticks = [math.log10(value) for value in figure.layout.yaxis.tickvals]
    least = min(point.correct.low for point in foretold)
    assert ticks == pytest.approx(range(0, -len(ticks), -1)) and 10 ** ticks[-1] <= least < 10 ** (ticks[-1] + 1)
    assert figure.layout.yaxis.range[0] == ticks[-1]
    [line] = figure.layout.shapes
    assert line.x0 == line.x1 == 1_000


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


def test_crowds_are_drawn_from_none_on():
    crowd = population(Crowd(100))
    points = list(
        leakage_in_crowds([Record.of(("Name", "a"))], crowd, (0, 10, 100), Record.of(("Name", "a")), _loose())
    )
    chart = crowds_chart({"as you are": points})
    assert list(chart.figure.data[0].y) == [1.0, 1.0, 1.0]
    assert list(chart.figure.layout.xaxis.ticktext) == ["none", "10", "100"]
    assert chart.alt == "as you are: 100.0\u00a0% alone, 100.0\u00a0% among 100."
    assert crowds_chart({"as you are": []}).alt == "Nothing was run yet."


def _loose():
    return REAL.policies[-1].adversary
