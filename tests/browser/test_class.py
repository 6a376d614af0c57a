"""The class: its page opened from the disk without a network, and predicting together on devices of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, Page

from leakage.class_page import class_page
from leakage.class_page.page import guesses_of, step_id
from leakage.exercises import TOPICS, make_problem
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.lessons.lesson import outcomes_of
from leakage.lessons.pictures.markup import share
from leakage.lessons.pictures.possible_worlds import doubt_of_release
from leakage.lessons.questions import OWN_QUESTIONS, questions_of
from tests.browser.driver import LONGEST, Dashboard, enter
from tests.exercises.judging import judge, read_answer
from tests.server import Server

pytestmark = pytest.mark.browser
SHOWN = ".view:not([hidden])"
LESSON = LESSONS[0]
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
    page.goto(path.as_uri())
    yield page
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    context.close()


def go(page: Page, view: str) -> None:
    page.evaluate("view => { location.hash = view; }", view)
    page.wait_for_function("view => !document.getElementById(view)?.closest('.view').hidden", arg=view)


def test_a_lesson_is_walked_by_page_down_and_says_what_the_program_says(opened: Page) -> None:
    go(opened, step_id(LESSON, 0))
    for place, step in enumerate(LESSON.steps):
        opened.wait_for_function("id => !document.getElementById(id).hidden", arg=step_id(LESSON, place))
        if step.question is not None:
            opened.locator(f"{SHOWN} [data-show]").click()
            words = opened.locator(SHOWN).inner_text()
            assert step.question.truth_in_words(step.subject) in words
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
        for place in lesson.question_places:
            step = lesson.steps[place]
            guesses = list(guesses_of(step))
            said = opened.evaluate(GUESS, [step_id(lesson, place), guesses])
            assert said == [outcome.sentence for outcome in outcomes_of(step, guesses)]


MOVED = """([id, percents]) => {
    const picture = document.querySelector(`#${id} [data-picture=worlds]`);
    const sliders = [...picture.querySelectorAll("input")];
    percents.forEach((percent, number) => { sliders[number].value = percent; });
    sliders[0].dispatchEvent(new Event("input", {bubbles: true}));
    return picture.querySelector(".picture-meter b").textContent;
}"""


def test_possible_worlds_add_up_to_what_the_program_says(opened: Page) -> None:
    lesson, chance = lesson_of("not-sure"), random.Random(2)
    assert lesson is not None
    doubt = doubt_of_release(lesson.steps[3].subject)  # type: ignore[arg-type]
    for percents in [[0, 0], [100, 100]] + [[chance.randint(0, 100) for _ in range(2)] for _ in range(200)]:
        known = share(doubt.leakage([percent / 100 for percent in percents]))
        assert opened.evaluate(MOVED, [step_id(lesson, 3), percents]) == known


JUDGED = """([id, typed]) => typed.map(text => {
    const read = readAnswer(text);
    return read.refused ?? [isRight(data.exercises[id], read), judge(data.exercises[id], read)];
})"""
REFUSED = ("", "a half", "1/0", "-1/2", "1/2/3", "1e3", "75.", "%", "½", "９/10", "1" * 30, "1 2")


def spellings(number: Fraction) -> list[str]:
    """Ways in which a number may be typed."""
    percent = f"{100 * float(number):.1f}"
    texts = [f"{number.numerator}/{number.denominator}", f" {2 * number.numerator} / {2 * number.denominator} "]
    texts += [f"{float(number):.3f}", f"{float(number):.2f}".removeprefix("0")]
    texts += [f"{percent}{unit}" for unit in ("", "%", " %", "\u202f%", "\u00a0Per Cent", " percent", " points")]
    return [*texts, *(text.replace(".", ",") for text in texts)]


@pytest.mark.parametrize("topic", [topic.key for topic in TOPICS])
def test_both_judges_agree_on_every_spelling(opened: Page, topic: str) -> None:
    for level, number in ((1, 1), (2, 7)):
        problem = make_problem(topic, level, number)
        numbers = [problem.answer, *(mistake.answer for mistake in problem.mistakes), Fraction(2, 7)]
        texts = [*REFUSED, *(text for answer in numbers for text in spellings(answer))]
        expected: list[object] = []
        for text in texts:
            try:
                judged = judge(problem, read_answer(text))
                expected.append([judged.right, judged.sentence])
            except ValueError as error:
                expected.append(str(error))
        assert opened.evaluate(JUDGED, [f"{topic}-{level}-{number}", texts]) == expected


# Together.


@pytest.fixture
def class_server() -> Iterator[Server]:
    with Server(f"--server.address={ADDRESS}", "--", "--classroom") as server:
        yield server


def device(chromium: Browser, link: str, width: int) -> Dashboard:
    return enter(chromium.new_context(viewport={"width": width, "height": 720}), link)


def test_a_class_votes_twice_and_a_student_takes_no_lead(chromium: Browser, class_server: Server) -> None:
    link, leading = class_server.link(), class_server.link()
    origin, code = link.split("/predict")[0], link.rpartition("=")[2]
    teacher, student = device(chromium, leading, 1280), device(chromium, link, 400)
    # A guess at the leader's cookie opens nothing; the six letters do.
    [cookie] = [each for each in teacher.page.context.cookies() if each["name"].startswith("leakage-")]
    student.page.context.add_cookies([{**cookie, "value": cookie["value"][:-1]}])  # type: ignore[list-item]
    student.page.goto(origin)
    student.page.locator("input").fill(code.upper())
    student.page.get_by_role("button", name="Join").click()
    student.page.get_by_text("You are Student").wait_for(timeout=LONGEST)
    teacher.press("together-open")
    teacher.page.get_by_alt_text("A QR code").wait_for()
    teacher.press("presenter-forward")
    right = questions_of(OWN_QUESTIONS.read_bytes())[0].right
    student.press(f"vote-{right + 1}")
    teacher.page.get_by_text("1 of 1 have voted").wait_for(timeout=LONGEST)
    # Loaded anew, it is still the same student; one who is late may vote too.
    student.page.reload()
    student.page.get_by_text("You voted").wait_for(timeout=LONGEST)
    other = device(chromium, link, 400)
    teacher.page.get_by_text("1 of 2 have voted").wait_for(timeout=LONGEST)
    teacher.page.keyboard.press("PageDown")
    student.page.get_by_text("Talk with your neighbours").wait_for(timeout=LONGEST)
    teacher.page.keyboard.press("PageDown")
    for each in (student, other):
        each.page.get_by_text("Second vote").wait_for(timeout=LONGEST)
        assert not each.page.locator(".votes .bar").count()
        each.press(f"vote-{right}")
    teacher.page.get_by_text("2 of 2 have voted").wait_for(timeout=LONGEST)
    teacher.page.keyboard.press("PageDown")
    for each in (teacher, student, other):
        each.page.locator(".votes .right").wait_for(timeout=LONGEST)
    teacher.page.get_by_text("From wrong to right: 1, back: 0.").wait_for()
    for each in (teacher, student, other):
        each.page.context.close()
