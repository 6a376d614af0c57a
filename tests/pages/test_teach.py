"""*Class*: the class page, the papers' examples with the figure they announce, and a class that predicts together."""

import random
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest
import streamlit as st
from starlette.requests import Request

from leakage import information_leakage, record_leakage
from leakage.class_page import class_page, script_source
from leakage.lessons.lesson import LESSONS
from leakage.lessons.questions import MOST_BYTES, MOST_QUESTIONS, OWN_QUESTIONS, questions_of
from leakage.lessons.votes import MOST_STUDENTS, ClassVotes, Moment, Phase
from leakage.measure.paper_methods import f_measure, possible_worlds, precision, recall
from leakage.record import Attribute, Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, pool_together, records_of, worst
from leakage.workspace.figures.planned_releases import compare_plans
from pages.app import door
from pages.app.page import answered_on
from pages.catalogue import PAGES, SWITCH, room_of
from tests.pages.helpers import charts, current, nodes, press, start, texts

# *Class*: the class page at its address and as a file, and the papers' examples with the figure they announce.


ANNOUNCED = {
    **{"vendor-and-employer": "100.0 %", "wrong-phone": "−11.1 points", "second-purchase": "55.3 %"},
    **{"five-records": "75.0 %", "one-record": "66.7 %", "one-record-unweighted": "57.1 %", "confidences": "62.9 %"},
    **{"possible-worlds": "75.0 %", "uncertain-data": "56.7 %", "resolution": "85.7 %", "dipping": "85.7 %"},
    **{"alice-on-the-web": "100.0 %", "answer-sets": "80.0 %", "key-sets": "100.0 %", "k-anonymity-alice": "66.7 %"},
    **{"k-anonymity-zoe": "75.0 %", "k-anonymity-background": "80.0 %", "l-diversity-zoe": "75.0 %"},
    **{"which-card": "card c1” tells Eve least", "which-store": "S1” tells Eve least"},
    **{"self-and-linkage": "−27.3 points", "self-and-linkage-drawn": "−19.0 points", "enhancement": "92.9 %"},
    "two-uncertain-facts": "6.3 %",
}
"""The figure of the paper's question, on the page that answers it."""


def figures_of(work):
    """What an example may announce: of every record alone, of all, without one, by each rule, and with each plan."""
    reference, weights = work.reference, work.measure
    records = records_of(work, pool_together(work))
    held = [*records, *(plan.record for plan in work.plans)]
    sure = [Record(Attribute(*a.pair) for a in record) for record in held]
    whole = Record({a.pair: a for record in held for a in record}.values())
    composites = [c for plan in work.plans for c in work.adversary.resolve([plan.record, *records]).composites]
    for record in (*held, *sure, whole, *composites):
        yield from (measure(record, reference, weights) for measure in (precision, recall, f_measure, record_leakage))
        right = sum(a.confidence for a in record if a.pair in reference.confidences)
        said = sum(a.confidence for a in record)
        yield from (right / said, right / len(reference), 2 * right / (len(reference) + said))
        yield from (chance for chance, _ in possible_worlds(record))
    rules = [assess(replace(work, chosen=policy.name)) for policy in work.policies]
    yield from (pool.result.leakage for assessed in (assess(work), *rules) for pool in assessed)
    for one in held:
        others = [record for record in held if record is not one]
        yield information_leakage(others, reference, work.adversary, weights).leakage
    for plan in compare_plans(work):
        yield from (plan.before, plan.after, plan.increment)


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_an_example_announces_its_own_figures_and_that_of_the_whole(scenario):
    found = list(figures_of(scenario.workspace))
    announced = re.findall(r"\d+/\d+|0\.\d+|(?<![\d.])1\b", re.sub(r"printed [\d/.]*\d", "", scenario.expected))
    # Of what Eve would check next, tests/papers has the gain per cost.
    for figure in set(announced) - ({"1/7"} if scenario.key == "enhancement" else set()):
        assert any(float(Fraction(figure)) == pytest.approx(each, abs=5e-4) for each in found), figure
    leakage = worst(assess(scenario.workspace)).result.leakage
    assert {str(Fraction(leakage).limit_denominator(1000)), f"{leakage:.3f}"} & set(announced)


def test_the_class_page_is_saved_and_opened_at_an_address_of_its_own(monkeypatch):
    files = {}
    monkeypatch.setattr("streamlit.download_button", lambda _, data, *, key, **options: files.update({key: data}))
    at = start(page="class_page")
    assert files["class-page-save"]().decode() == class_page()
    assert any(getattr(node.proto, "url", "") == door.CLASS for node in at.main.get("link_button"))
    request = Request({"type": "http", "scheme": "http", "headers": [(b"host", b"127.0.0.1:8501")]})
    answer = door.open_class(request)
    assert answer.body.decode() == class_page()
    assert f"script-src {script_source()};" in answer.headers["Content-Security-Policy"]


def test_the_pages_that_lessons_speak_of_are_called_so():
    told = [text for lesson in LESSONS for step in lesson.steps for text in (step.text, step.explanation)]
    named = [name for text in told for name in re.findall(r"page \*([^*]+)\*", text)]
    assert named and set(named) <= {page.title for page in PAGES}


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_every_example_opens_at_the_rule_the_query_and_the_figure_that_it_announces(scenario):
    at = start(page="examples")
    assert scenario.expected in texts(at)
    press(at, f"open-{scenario.key}")
    assert at.title[0].value == room_of(answered_on(scenario)).title
    assert f"Example: {scenario.question}" in texts(at)
    rule = scenario.workspace.policy.name
    assert any(f"Rule: {rule}. {scenario.expected}" in caption.value for caption in at.caption)
    assert current(at) == scenario.workspace
    said = [chart["alt"] for chart in charts(at).values()]
    shown = " ".join(
        [*texts(at), *said, *(block.value for block in (*at.main.markdown, *at.main.header, *at.main.metric))]
    )
    assert ANNOUNCED[scenario.key] in shown.replace("\N{NO-BREAK SPACE}", " ")
    for query in (plan.record for plan in scenario.workspace.plans if plan.name.endswith(" (query)")):
        (asked,) = at.multiselect
        chosen = [asked.options[n].rpartition(": ")[2] for n in asked.indices]
        assert chosen == [a.value for a in query]
        # Beside what she knows before, in sight.
        assert at.main.metric[1].value.replace("\N{NO-BREAK SPACE}", " ") == ANNOUNCED[scenario.key]


# A class predicts together: how votes are paired, what questions compute, and what each device shows.


OWN = OWN_QUESTIONS.read_bytes()
QUESTIONS = questions_of(OWN)
VOTES = (Phase.FIRST, Phase.SECOND)


def opened():
    room = ClassVotes()
    room.open(QUESTIONS[:3])
    return room


# Votes, against an oracle that keeps every event and looks for the last that counts.


class Oracle:
    """Where the class is, and all that was ever sent, with where it was then."""

    def __init__(self):
        self.place, self.phase, self.shown, self.sent = 0, Phase.FIRST, set(), []

    def lead(self, way):
        if way == "back" and self.phase in (Phase.TALK, Phase.SECOND):
            self.phase = Phase(self.phase - 1)
        elif way != "back" and self.place in (1, 2, 3) and self.phase is not Phase.SHOWN:
            self.phase = Phase.SHOWN if way == "skip" else Phase(self.phase + 1)
            self.shown |= {self.place} if self.phase is Phase.SHOWN else set()
        else:
            self.place = max(0, min(4, self.place + (-1 if way == "back" else 1)))
            self.phase = Phase.SHOWN if self.place in self.shown else Phase.FIRST

    def pair(self, seat, place):
        found = {then: option for who, then, seen, option in self.sent if who == seat and then == seen}
        return tuple(found.get((place, vote)) for vote in VOTES)


@pytest.mark.parametrize("seed", range(60))
def test_random_classes_pair_each_seats_last_votes(seed):
    chance = random.Random(seed)
    room, oracle, names = opened(), Oracle(), {}
    stale = room.moment
    for _ in range(150):
        seat = f"seat {chance.randrange(6)}"
        act = chance.choice(["join", "vote", "vote", "vote", "late", "forward", "forward", "back", "skip"])
        if act in ("join", "vote", "late"):
            # A seat that joins late, reloads or votes twice keeps its name.
            assert names.setdefault(seat, room.join(seat)) == room.join(seat)
        if act in ("vote", "late"):
            seen, option = room.moment if act == "vote" else stale, chance.randrange(3)
            open_ = 1 <= oracle.place <= 3 and oracle.phase in VOTES and seen == room.moment
            assert room.vote(seat, seen, option) == open_
            oracle.sent.append((seat, (oracle.place, oracle.phase), (seen.place, seen.phase), option))
        elif act != "join" and (act != "back" or oracle.place > 0):
            stale = room.moment
            room.back(stale) if act == "back" else room.forward(stale, skip=act == "skip")
            room.forward(stale) if stale != room.moment else None  # Pressed twice, it goes on once.
            oracle.lead(act)
        assert (room.moment.place, room.moment.phase) == (oracle.place, oracle.phase)
    assert len(set(names.values())) == len(names)
    for place, question in enumerate(QUESTIONS[:3], 1):
        pairs = {names[seat]: oracle.pair(seat, place) for seat in names}
        pairs = {name: pair for name, pair in pairs.items() if pair != (None, None) and place in oracle.shown}
        assert room.pairs(place) == pairs
        changes = [(a == question.right, b == question.right) for a, b in pairs.values() if None not in (a, b)]
        assert room.moved(place) == (changes.count((False, True)), changes.count((True, False)))
        tallied = [sum(pair[vote] is not None for pair in pairs.values()) for vote in (0, 1)]
        assert [sum(tally) for tally in room.tally(place)] == tallied
        assert {row[0] for row in room.rows() if row[1] == place} == set(pairs)


def test_threads_lose_no_vote_and_share_no_name_and_a_full_class_says_so():
    room = opened()
    room.forward(room.moment)
    seats = [f"seat {number}" for number in range(MOST_STUDENTS)]
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda seat: room.vote(seat, room.moment, 1), seats))
    assert room.voted == room.joined == len({room.join(seat) for seat in seats}) == MOST_STUDENTS
    assert room.join("one more") == "" and not room.vote("one more", room.moment, 1)
    assert not room.vote(seats[0], room.moment, -1) and not room.vote(seats[0], room.moment, 9)
    before = room.moment
    room.open(QUESTIONS)
    room.forward(room.moment)
    assert not room.vote(seats[0], Moment(before.edition, 1), 1) and room.voted == 0, "sent to the class before"


# Questions.


def one(*when):
    said = ", ".join(f'{{says = "{n}", when = {each}}}' for n, each in enumerate(when))
    return f'[[question]]\ntitle = "t"\ntext = "x"\nask = "?"\nwhy = "y"\noptions = [{said}]\n'.encode()


def test_a_teachers_own_question_needs_no_expression():
    [question] = questions_of(one("false", "true"))
    assert (question.options, question.right) == (("0", "1"), 1)


@pytest.mark.parametrize("entry", tomllib.loads(OWN.decode())["question"], ids=lambda entry: entry["title"])
def test_a_question_whose_answer_is_an_f_measure_has_its_formula(entry):
    judged = " ".join([*entry.get("let", {}).values(), *(option["when"] for option in entry["options"])])
    assert ("2 × right ÷ (facts that are true + facts" in entry["text"]) == ("leakage(" in judged)


FILES = [b"#" * (MOST_BYTES + 1), b"\xff", b"title = 1", one("true", "false") * (MOST_QUESTIONS + 1), one("true")]
FILES += [one("true", "true"), one("false", "false"), one("true", '"leakage(1)"'), one("true", '"1 / 0 == 1"')]
# Nothing runs but what a question may say.
FILES += [one("true", f'"{run}"') for run in ("__import__('os')", "max.__self__", "(lambda: 1)()", "9 ** 9", "'a' * 9")]
FILES += [one("true", f'"{run}"') for run in ("[x for x in max]", "other", "max[0]", "1 +", "max(*max)", "f'{max}'")]


@pytest.mark.parametrize("content", FILES, ids=range(len(FILES)))
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(content):
    with pytest.raises(ValueError, match=r"\.$"):
        questions_of(content)


def seen_on(at):
    return " ".join(str(getattr(getattr(node, "proto", None), "body", "")) for node in nodes(at.main))


def test_whoever_is_alone_reads_how_to_start_it_and_goes_through_the_questions():
    st.cache_resource.clear()
    at = start(page="predict_together")
    assert SWITCH in at.code[0].value
    at = press(press(at, "together-open"), "presenter-forward")
    assert QUESTIONS[0].ask in seen_on(at)
