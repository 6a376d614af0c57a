"""The class: its page opened from the disk without a network, and predicting together on devices of their own."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from leakage import Record, record_leakage
from leakage.class_page import class_page, step_id
from leakage.exercises import JUDGING, TOPICS, make_problem
from leakage.lessons.lesson import LESSONS
from leakage.lessons.questions import OWN_QUESTIONS, questions_of
from leakage.workspace.workspace import Workspace
from tests.browser.driver import IDLE, enter
from tests.server import ROOT, Server

pytestmark = pytest.mark.browser
SHOWN = ".view:not([hidden])"
ADDRESS = "127.0.0.2"


@pytest.fixture(scope="module")
def opened(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The file in a browser without a network, which says nothing on its console."""
    path = tmp_path_factory.mktemp("class") / "class.html"
    path.write_text(class_page(), encoding="utf-8", newline="\n")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    said, asked = list[str](), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(path.as_uri())
    yield page
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    context.close()


def go(page: Page, view: str) -> None:
    page.evaluate("view => { location.hash = view; }", view)
    page.wait_for_function("view => !document.getElementById(view)?.closest('.view').hidden", arg=view)


AT_REST = """() => [...document.querySelectorAll(".view:not([hidden]) [data-fact]")].every(
    slider => slider.value === slider.defaultValue)"""


@pytest.mark.parametrize("key", ["connecting-the-dots", "not-sure"])
def test_page_down_plays_the_picture_of_a_shown_step_and_then_turns_the_page(opened: Page, key: str) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    go(opened, step_id(lesson, 0))
    for place, step in enumerate(lesson.steps):
        opened.wait_for_function("id => !document.getElementById(id).hidden", arg=step_id(lesson, place))
        assert not opened.locator(f"{SHOWN} .after").first.is_visible()
        opened.locator(f"{SHOWN} [data-show]").click()
        assert step.truth_in_words in opened.locator(SHOWN).inner_text()
        if 'data-picture="desk"' in step.picture:
            at = opened.locator(f"{SHOWN} .controls input")
            assert at.input_value() == at.get_attribute("max"), "the truth is the last frame"
            opened.keyboard.press("PageDown")
            assert at.input_value() == "0"
        elif 'data-picture="worlds"' in step.picture:
            opened.keyboard.press("PageDown")
            assert opened.locator(f"{SHOWN} [data-played]").count(), "it plays, and the page is not turned"
            opened.clock.run_for(2_000)
            assert opened.evaluate(AT_REST)
        opened.keyboard.press("PageDown")


GUESS = """([id, guesses]) => {
    const form = document.getElementById(id).querySelector("form.guess");
    const slider = form.querySelector("[type=range]");
    return guesses.map((guess, place) => {
        const field = slider ?? form.querySelectorAll("[type=radio]")[place];
        if (slider) field.value = guess;
        else field.checked = true;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        form.querySelector("[type=submit]").click();
        return form.querySelector(".verdict").textContent;
    });
}"""


def test_every_guess_is_answered_as_by_the_program(opened: Page) -> None:
    for lesson in LESSONS:
        for place, step in enumerate(lesson.steps):
            said = opened.evaluate(GUESS, [step_id(lesson, place), list(step.guesses)])
            assert said == [*map(step.verdict, step.guesses)]


MOVED = """([id, percents]) => {
    const picture = document.querySelector(`#${id} [data-picture=worlds]`);
    const sliders = [...picture.querySelectorAll("input")];
    percents.forEach((percent, number) => { sliders[number].value = percent; });
    sliders[0].dispatchEvent(new Event("input", {bubbles: true}));
    return Number(picture.querySelector(".meter b").textContent.replace(" %", ""));
}"""


def test_possible_worlds_add_up_to_what_the_program_says(opened: Page) -> None:
    lesson, chance = next(lesson for lesson in LESSONS if lesson.key == "not-sure"), random.Random(2)
    work = lesson.steps[1].subject
    assert isinstance(work, Workspace)
    for ages, phones in [(0, 0), (100, 100)] + [(chance.randint(0, 100), chance.randint(0, 100)) for _ in range(50)]:
        record = Record.of(("name", "Alice"), ("age", "20", ages / 100), ("phone", "123", phones / 100))
        known = 100 * record_leakage(record, work.reference)
        assert opened.evaluate(MOVED, [step_id(lesson, 1), [ages, phones]]) == pytest.approx(known, abs=0.0501)


READ = """texts => texts.map(text => {
    const {value, half, refused} = readAnswer(text);
    return refused ?? [value, half];
})"""
TYPED = {
    "3/4": (Fraction(3, 4), 0),
    " 10 / 20 ": (Fraction(1, 2), 0),
    "75 %": (Fraction(3, 4), Fraction(1, 200)),
    "66,7%": (Fraction(667, 1000), Fraction(1, 2000)),
    "0.75": (Fraction(3, 4), Fraction(1, 200)),
    ".5": (Fraction(1, 2), Fraction(1, 20)),
    "66.7": (Fraction(667, 1000), Fraction(1, 2000)),
    "67": (Fraction(67, 100), Fraction(1, 200)),
    "100": (Fraction(1), Fraction(1, 200)),
    "66,7\u202f%": (Fraction(667, 1000), Fraction(1, 2000)),
    "13.9 Points": (Fraction(139, 1000), Fraction(1, 2000)),
    "200/3 per cent": (Fraction(2, 3), 0),
    "2\u20443": (Fraction(2, 3), 0),
    "1": (Fraction(1), 0),
    "1.0": (Fraction(1), Fraction(1, 20)),
}
REFUSED = ("", "a half", "1/0", "-1/2", "1/2/3", "1e3", "75.", "%", "½", "９/10", "1" * 30, "1 2")


def test_answers_are_read_as_they_are_meant(opened: Page) -> None:
    read = opened.evaluate(READ, list(TYPED))
    assert [part for pair in read for part in pair] == pytest.approx(
        [float(p) for pair in TYPED.values() for p in pair]
    )
    assert set(opened.evaluate(READ, list(REFUSED))) == {JUDGING["noNumber"], JUDGING["nothingBelow"]}


JUDGED = "([id, typed]) => typed.map(text => judge(data.exercises[id], readAnswer(text)))"


def test_right_is_right_and_every_usual_mistake_is_named(opened: Page) -> None:
    for topic in TOPICS:
        for level, number in ((1, 1), (2, 7)):
            problem = make_problem(topic, level, number)
            wrong = [*(mistake.answer for mistake in problem.mistakes), Fraction(98, 99)]
            said = [*(mistake.sentence for mistake in problem.mistakes), f"{JUDGING['unknown']} {problem.hint}"]
            right = [str(problem.answer), f"{100 * float(problem.answer):.3f} %", f"{float(problem.answer):.5f}"]
            judged = opened.evaluate(JUDGED, [f"{topic}-{level}-{number}", [*right, *map(str, wrong)]])
            assert judged == [JUDGING["right"]] * 3 + said
    # 3/5 is cut off to neither.
    assert JUDGING["cut"] not in opened.evaluate(JUDGED, ["precision-1-3", ["0.5", "0.59"]])


def test_a_worksheet_has_twelve_exercises_and_their_answers(opened: Page) -> None:
    go(opened, "worksheets")
    opened.locator("#sheet-choice [name=number]").select_option("3")
    assert opened.locator("[data-problems] section").count() == 12
    answers = opened.locator("[data-answers] h2").all_inner_texts()
    kinds = [(topic, number) for number in (5, 6) for topic in TOPICS]
    assert [answer.partition(": ")[2].partition(",")[0] for answer in answers] == [
        str(make_problem(topic, 1, number).answer) for topic, number in kinds
    ]


def test_every_step_exercise_and_worksheet_fits_a_phone(opened: Page) -> None:
    whole = opened.viewport_size
    opened.set_viewport_size({"width": 400, "height": 800})
    steps = [step_id(lesson, place) for lesson in LESSONS for place in range(len(lesson.steps))]
    for view in (*steps, *(f"exercise-{topic}-2-1" for topic in TOPICS), "contents", "worksheets"):
        opened.evaluate("view => { location.hash = view; }", view)
        opened.wait_for_function("view => viewOf() === document.querySelector('.view:not([hidden])')", arg=view)
        for _ in range(2):
            assert opened.evaluate("document.documentElement.scrollWidth") <= 400, view
            opened.evaluate("document.querySelector('.view:not([hidden]) [data-show]')?.click()")
    assert whole is not None
    opened.set_viewport_size(whole)


# Together.


CLOCK = """
import os, pathlib, time, types
import streamlit
from leakage.lessons import votes
past = pathlib.Path(os.environ["CLASS_CLOCK"])
votes.time = types.SimpleNamespace(monotonic=lambda: time.monotonic() - float(past.read_text()))
fragment = streamlit.fragment
streamlit.fragment = lambda part=None, run_every=None: fragment(part, run_every=run_every and run_every / 6)
"""
"""What a phase of a class that begins now has behind it already, in seconds, is read from a file; and the devices look
where the class is six times as often."""


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    (tmp_path / "sitecustomize.py").write_text(CLOCK)
    (tmp_path / "past").write_text("0")
    return tmp_path / "past"


@pytest.fixture
def class_server(clock: Path) -> Iterator[Server]:
    environment = {"PYTHONPATH": f"{clock.parent}{os.pathsep}{ROOT}", "CLASS_CLOCK": str(clock)}
    options = (f"--server.address={ADDRESS}", "--", "--classroom")
    with Server(*options, environment=environment) as server:
        yield server


def device(chromium: Browser, link: str, width: int) -> Page:
    return enter(chromium.new_context(viewport={"width": width, "height": 720}), link).page


def at_rest(*pages: Page) -> None:
    """Wait until what an earlier run has drawn is taken away: a click while buttons move is lost."""
    for page in pages:
        page.wait_for_selector(IDLE)
    pages[0].wait_for_timeout(50)


def go_on(teacher: Page) -> None:
    at_rest(teacher)
    teacher.keyboard.press("PageDown")


def vote(seats: Sequence[Page], options: Sequence[int]) -> None:
    for seat in seats:
        seat.get_by_text("Tap an answer.").wait_for()
    at_rest(*seats)
    for seat, option in zip(seats, options, strict=False):
        seat.locator(f".st-key-vote-{option} button").click()
    for seat, option in zip(seats, options, strict=False):
        seat.get_by_text(f"You voted {'ABCDEF'[option]}").wait_for()


TYPE = """() => {
    const main = document.querySelector(".stMain");
    const sizes = [...document.querySelectorAll(".st-key-projector :is(.stHtml :is(p, td, th), strong)")].map(
        part => parseFloat(getComputedStyle(part).fontSize));
    const wide = [main, ...document.querySelectorAll(".grid")].map(part => part.scrollWidth - part.clientWidth);
    return [Math.min(...sizes) / innerHeight, main.scrollHeight - main.clientHeight, Math.max(...wide)];
}"""
SCREENS: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, {"width": 1280, "height": 720})


def test_ten_questions_with_three_students_of_whom_one_is_late_and_one_reloads(
    chromium: Browser, class_server: Server, clock: Path
) -> None:
    link, leading = class_server.link(), class_server.link()
    origin, code = link.split("/predict")[0], link.rpartition("=")[2]
    teacher, first, second = (device(chromium, *each) for each in ((leading, 1280), (link, 400), (link, 400)))
    # A guess at the leader's cookie opens nothing; the six letters do.
    [cookie] = [each for each in teacher.context.cookies() if each["name"].startswith("leakage-")]
    first.context.clear_cookies()
    first.context.add_cookies([{**cookie, "value": cookie["value"][:-1]}])  # type: ignore[list-item]
    first.goto(origin)
    first.locator("input").fill(code.upper())
    first.get_by_role("button", name="Join").click()
    first.get_by_text("You are Student").wait_for()
    teacher.locator(".st-key-together-open button").click()
    teacher.get_by_alt_text("A QR code").wait_for()
    assert not first.locator("[class*=st-key-presenter], [class*=st-key-together]").count(), "a student leads nobody"
    seats, named = [first, second], re.compile(r"You are Student \d+")
    for place, question in enumerate(questions_of(OWN_QUESTIONS.read_bytes()), 1):
        right, wrong = question.right, (question.right + 1) % len(question.options)
        go_on(teacher)
        teacher.get_by_text(f"0 of {len(seats)} have voted").wait_for()
        if place == 3:
            seats.append(device(chromium, link, 400))
        vote(seats, (wrong, right, right))
        if place == 5:
            name = second.get_by_text(named).inner_text()
            second.reload()
            second.get_by_text("You voted").wait_for()
            assert second.get_by_text(named).inner_text() == name
        teacher.get_by_text(f"{len(seats)} of {len(seats)} have voted").wait_for()
        for screen in SCREENS:
            teacher.set_viewport_size(screen)
            smallest, *over = teacher.evaluate(TYPE)
            assert smallest >= 0.0499 and over == [0, 0], question.title
        clock.write_text("75" if place % 2 else "200")
        go_on(teacher)
        teacher.get_by_text("Talk: 0:" if place % 2 else "Time to vote again").wait_for()
        # Sooner, it is taken for the same press.
        teacher.wait_for_timeout(200)
        go_on(teacher)
        for seat in seats:
            seat.get_by_text("Second vote").wait_for()
            assert not seat.locator(".votes .bar").count()
        vote(seats, (right, right, wrong))
        teacher.get_by_text(f"{len(seats)} of {len(seats)} have voted").wait_for()
        go_on(teacher)
        for page in (teacher, *seats):
            page.locator(".votes .right").wait_for()
        teacher.get_by_text(f"From wrong to right: 1, back: {len(seats) - 2}.").wait_for()
        assert teacher.evaluate(TYPE)[1:] == [0, 0], question.title
    go_on(teacher)
    rows = teacher.locator(".grid tbody tr")
    rows.nth(9).wait_for()
    told = [row.split("\t")[1:] for row in rows.all_inner_texts()]
    assert told == [["1 of 2", "2 of 2", "1"]] * 2 + [["2 of 3", "2 of 3", "1"]] * 8
    for page in (teacher, *seats):
        page.context.close()
