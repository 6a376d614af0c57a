"""The class as one page, opened from the disk without a network: every number in it is the program's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import escape

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from leakage.class_page import class_page
from leakage.class_page.page import guesses_of, problems, step_id
from leakage.derivation import Derivation
from leakage.exercises import (
    DIFFICULTIES,
    TOPICS,
    TRY_AGAIN,
    ExerciseProblem,
    answer_in_words,
    judge,
    make_problem,
    read_answer,
)
from leakage.exercises.worksheet import steps_of
from leakage.lessons import Lesson, LessonStep, Number, grid_of
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.grid import html_of
from leakage.lessons.lesson import outcomes_of
from leakage.lessons.pictures import picture_of
from tests.amount import cases
from tests.browser import seeing

pytestmark = pytest.mark.browser

SHOWN = ".view:not([hidden])"
LOOKED_AT = ((0, 1), (1, 3), (3, 6), (5, 6), (6, 4), (8, 0))
"""Lessons and steps with a slider, options, worlds, a picture of each kind, and a sentence to take home."""
PROBLEMS = cache(problems)
"""All exercises, made once for all tests."""


@pytest.fixture(scope="module")
def opened(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The file in a browser without a network, which says nothing on its console."""
    path = tmp_path_factory.mktemp("class") / "class.html"
    path.write_text(class_page(), encoding="utf-8", newline="\n")
    context = chromium.new_context(offline=True, viewport=ViewportSize(width=1280, height=720))
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


# Lessons, walked with a presenter's keys.

SAYS = """() => {
    const view = document.querySelector(".view:not([hidden])"), table = view.querySelector(".grid:not(.worlds)");
    const visible = selector => [...view.querySelectorAll(selector)].filter(part => part.checkVisibility());
    return {
        id: view.id, title: view.querySelector("h1").textContent,
        words: visible("p, legend, label, figcaption").map(part => part.textContent).join("\\n"),
        rows: table && [...table.querySelectorAll("tr")].map(row => [...row.cells].map(cell => cell.textContent)),
        marks: visible(".grid [role=img]").length, pictures: visible("figure.picture").length,
        focus: document.activeElement === view.querySelector("h1"),
    };
}"""


def without_marks(rows: list[list[str]]) -> list[list[str]]:
    return [[cell.replace(" ✓", "").replace(" ✗", "") for cell in row] for row in rows]


@pytest.mark.parametrize("lesson", cases(LESSONS, usual=1, slow=len(LESSONS)), ids=lambda lesson: lesson.key)
def test_a_lesson_is_walked_by_page_down_and_says_what_the_program_says(opened: Page, lesson: Lesson) -> None:
    opened.goto(opened.url.partition("#")[0])
    go(opened, step_id(lesson, 0))
    for place, step in enumerate(lesson.steps):
        before = opened.evaluate(SAYS)
        assert (before["id"], before["title"]) == (step_id(lesson, place), step.title)
        if step.subject is not None:
            grid = grid_of(step.subject)
            assert without_marks(before["rows"]) == [list(grid.columns), *map(list, grid.rows)]
        if step.question is not None:
            assert step.question.ask in before["words"]
            assert (before["marks"], before["pictures"]) == (0, 0)
            opened.locator(f"{SHOWN} [data-show]").click()
            after = opened.evaluate(SAYS)
            assert f"It is: {step.question.truth_in_words(step.subject)}" in after["words"]
            assert plain(step.explanation) in after["words"].replace("\n", " ")
            check_after(opened, lesson, place, after)
        if place + 1 < len(lesson.steps):
            opened.keyboard.press("PageDown")
            opened.wait_for_function("id => !document.getElementById(id).hidden", arg=step_id(lesson, place + 1))
            assert opened.evaluate(SAYS)["focus"]
    opened.keyboard.press("PageUp")
    opened.wait_for_function("id => !document.getElementById(id).hidden", arg=step_id(lesson, len(lesson.steps) - 2))


def plain(markdown: str) -> str:
    return markdown.replace("*", "").replace("\n\n", " ")


def check_after(page: Page, lesson: Lesson, place: int, after: dict[str, object]) -> None:
    """Marks, the picture, the sentence to take home, and how the answer is worked out."""
    step = lesson.steps[place]
    assert step.subject is not None
    grid = grid_of(step.subject)
    assert after["marks"] == sum(bool(value.meaning) for row in grid.cells for cell in row for value in cell)
    assert after["pictures"] == bool(picture_of(step))
    assert (lesson.take_home in str(after["words"])) == (place == len(lesson.steps) - 1)
    lines = page.locator(f"{SHOWN} .worked ol > li")
    if step.derivation is not None:
        assert_steps(page, f"{SHOWN} .worked ol > li", step.derivation)
    assert lines.count() == (0 if step.derivation is None else len(step.derivation.steps))


def assert_steps(page: Page, lines: str, derivation: Derivation) -> None:
    """The lines of a derivation are nodes like those of our own HTML."""
    expected = [f"<li>{escape(sentence)}{formula}</li>" for sentence, formula in steps_of(derivation)]
    assert page.evaluate(ALIKE, [lines, expected]) == []


ALIKE = """([lines, expected]) => {
    const made = [...document.querySelectorAll(lines)];
    const wanted = document.createElement("template");
    wanted.innerHTML = expected.join("");
    const other = [...wanted.content.children].filter((line, place) => !made[place]?.isEqualNode(line));
    return other.map(line => line.outerHTML);
}"""


# Guesses: every place of every slider, and every option.

GUESS = """([id, guesses, slides]) => {
    const form = document.getElementById(id).querySelector("form.guess");
    return guesses.map((guess, place) => {
        const field = slides ? form.querySelector("[type=range]") : form.querySelectorAll("[type=radio]")[place];
        if (slides) field.value = guess;
        else field.checked = true;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        form.querySelector("[type=submit]").click();
        return [form.querySelector(".verdict").textContent, slides ? form.querySelector("output").textContent : ""];
    });
}"""


@pytest.mark.parametrize("lesson", cases(LESSONS, usual=1, slow=len(LESSONS)), ids=lambda lesson: lesson.key)
def test_every_guess_is_answered_as_by_the_program(opened: Page, lesson: Lesson) -> None:
    for place in lesson.question_places:
        step = lesson.steps[place]
        slides, guesses = isinstance(step.question, Number), list(guesses_of(step))
        shown = opened.evaluate(GUESS, [step_id(lesson, place), guesses, slides])
        assert [sentence for sentence, _ in shown] == [outcome.sentence for outcome in outcomes_of(step, guesses)]
        if slides:
            assert [words for _, words in shown] == [in_words(step, guess) for guess in guesses]


def in_words(step: LessonStep, guess: float) -> str:
    assert step.question is not None
    return step.question.in_words(guess)


def test_an_untouched_guess_is_not_taken(opened: Page) -> None:
    opened.reload()
    for lesson in LESSONS[:2]:
        for place in lesson.question_places:
            go(opened, step_id(lesson, place))
            opened.locator(f"{SHOWN} form.guess [type=submit]").click()
            assert opened.locator(f"{SHOWN} .verdict").text_content() == lesson.steps[place].question.untouched
            assert not opened.locator(f"{SHOWN}.shown").count()


# Exercises: two judges, one in Python and one in the page.

SPELLINGS = ("{}/{}", " {} / {} ", "{}\u2044{}", "{}/{} %", "{}/{} points")
JUDGED = """cases => cases.map(([id, typed]) => typed.map(text => {
    const read = readAnswer(text);
    return read.refused ?? [isRight(data.exercises[id], read), judge(data.exercises[id], read)];
}))"""


def spellings(number: Fraction) -> list[str]:
    """Every way in which a number may be typed."""
    share, percent = float(number), 100 * float(number)
    decimals = [f"{share:.{places}f}" for places in range(5)]
    percents = [f"{percent:.{places}f}" for places in range(4)]
    cut = [f"{share:.9f}"[:n] for n in (3, 4, 6)]
    texts = [
        *(form.format(number.numerator * times, number.denominator * times) for form in SPELLINGS for times in (1, 3)),
        *decimals,
        *(text.removeprefix("0") for text in decimals),
        *cut,
        *(f"{text}{unit}" for text in percents for unit in ("", "%", " %", "\u202f%", "\u00a0Per Cent", " percent")),
        *(f"\t{text} points " for text in percents),
    ]
    return [*texts, *(text.replace(".", ",") for text in texts if "." in text)]


REFUSED = (
    "",
    " ",
    "a half",
    "1/0",
    "0/0 %",
    "-1/2",
    "1/2/3",
    "1e3",
    "75.",
    ".",
    "%",
    "½",
    "９/10",
    "1" * 30,
    "3 / / 4",
    "1 2",
)


def by_program(problem: ExerciseProblem, text: str) -> list[object] | str:
    try:
        judged = judge(problem, read_answer(text))
    except ValueError as error:
        return str(error)
    return [judged.right, judged.sentence]


@pytest.mark.parametrize("topic", cases([topic.key for topic in TOPICS], usual=1, slow=len(TOPICS)))
def test_both_judges_agree_on_every_problem_and_every_spelling(opened: Page, topic: str) -> None:
    chance = random.Random(topic)
    cases = []
    for name in (name for name in PROBLEMS() if name.startswith(topic)):
        problem = PROBLEMS()[name]
        numbers = [problem.answer, *(mistake.answer for mistake in problem.mistakes)]
        below = chance.randrange(2, 99)
        other = Fraction(chance.randrange(0, 2 * below), below)
        texts = [*spellings(problem.answer), *spellings(other), *REFUSED]
        texts += [chance.choice(spellings(number)) for number in numbers for _ in range(6)]
        cases.append([name, list(dict.fromkeys(texts))])
    assert len(cases) == 120
    told = opened.evaluate(JUDGED, cases)
    for (name, texts), answers in zip(cases, told, strict=True):
        problem = PROBLEMS()[name]
        assert answers == [by_program(problem, text) for text in texts], name


PROBLEM = """([id, expected]) => new Promise(done => {
    addEventListener("hashchange", () => {
        const wanted = document.createElement("template");
        wanted.innerHTML = `<div>${expected}</div>`;
        const table = document.getElementById("table").cloneNode(true);
        for (const name of table.getAttributeNames()) table.removeAttribute(name);
        table.normalize();
        done([document.getElementById("ask").textContent, table.isEqualNode(wanted.content.firstChild)]);
    }, {once: true});
    location.hash = `exercise-${id}`;
})"""


@pytest.mark.parametrize("topic", cases([topic.key for topic in TOPICS], usual=1, slow=len(TOPICS)))
def test_every_problem_is_the_programs_and_so_is_how_it_is_worked_out(opened: Page, topic: str) -> None:
    go(opened, "contents")
    for level in DIFFICULTIES:
        for number in range(1, 41):
            problem = PROBLEMS()[f"{topic}-{level}-{number}"]
            table = html_of(grid_of(problem.workspace), "The problem", coloured=True)
            assert opened.evaluate(PROBLEM, [f"{topic}-{level}-{number}", table]) == [problem.text, True]
            assert_steps(opened, "#worked ol > li", problem.derivation)
            worlds = opened.locator("#worked tbody tr").count()
            assert worlds == len(problem.derivation.worlds)


def test_exercises_are_solved_by_the_keyboard(opened: Page) -> None:
    opened.reload()
    opened.evaluate("() => { location.hash = 'exercise-leakage-2-7'; }")
    problem = make_problem("leakage", 2, 7)
    first, second = problem.mistakes[:2]
    opened.get_by_label("Your answer").focus()
    said = opened.locator("#verdict")
    for typed, sentence in (
        ("much", "Type a fraction such as 3/4, or a percentage such as 75 %."),
        (str(first.answer), f"{first.sentence} {TRY_AGAIN}"),
        (str(first.answer), f"{first.sentence} {TRY_AGAIN}"),
    ):
        opened.keyboard.press("Control+A")
        opened.keyboard.type(typed)
        opened.keyboard.press("Enter")
        assert said.text_content() == sentence
        assert not opened.locator("#worked").is_visible() and opened.locator("#table [role=img]:visible").count() == 0
    opened.keyboard.press("Control+A")
    opened.keyboard.type(str(second.answer))
    opened.keyboard.press("Enter")
    assert said.text_content() == f"{second.sentence} {answer_in_words(problem)}"
    assert opened.locator("#worked").is_visible() and opened.locator("#table [role=img]:visible").count()
    opened.locator("#another").focus()
    opened.keyboard.press("Enter")
    opened.wait_for_function("() => location.hash === '#exercise-leakage-2-8'")
    following = make_problem("leakage", 2, 8)
    opened.wait_for_function("() => !document.getElementById('verdict').textContent")
    opened.keyboard.type(f"{100 * float(following.answer):.1f}")
    opened.keyboard.press("Enter")
    assert said.text_content() == f"Right. {answer_in_words(following)}"


# What is on paper, and what everybody can read.


def test_a_worksheet_has_the_problems_and_answers_of_the_program(opened: Page) -> None:
    for level in DIFFICULTIES:
        go(opened, f"worksheet-{level}")
        key = str(opened.locator(f"{SHOWN} .key").inner_text())
        for number, topic in enumerate([*TOPICS, *TOPICS], 1):
            assert f"{number}. {topic.title}: {make_problem(topic.key, level, 1, number).answer} (" in key


def unfold(page: Page) -> None:
    """Show every answer, and how it is worked out."""
    page.evaluate("() => { for (const button of document.querySelectorAll('[data-show]')) button.click(); }")
    page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")


WIDER = """() => [...document.querySelectorAll(".view")].map(view => {
    for (const other of document.querySelectorAll(".view")) other.hidden = other !== view;
    return [view.id, document.documentElement.scrollWidth - document.documentElement.clientWidth];
}).filter(([, wider]) => wider > 0)"""


def test_nothing_is_wider_than_a_phone(opened: Page) -> None:
    opened.reload()
    opened.set_viewport_size({"width": 400, "height": 800})
    unfold(opened)
    assert opened.evaluate(WIDER) == []
    opened.set_viewport_size({"width": 1280, "height": 720})


ONLY = (
    """kept => { for (const view of document.querySelectorAll(".view")) if (!kept.includes(view.id)) view.remove(); }"""
)
VIEWS = ("contents", "exercises", "worksheet-1", *(step_id(LESSONS[lesson], place) for lesson, place in LOOKED_AT))


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_of_weight_is_found(opened: Page, theme: str) -> None:
    opened.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    opened.reload()
    unfold(opened)
    # Only what is looked at: axe walks through what is hidden as well.
    opened.evaluate(ONLY, list(VIEWS))
    wrong = []
    for view in VIEWS:
        go(opened, view)
        found = seeing.scan(opened, () if theme == "light" else seeing.COLOUR_RULES)
        wrong += [(view, each) for each in found if each.impact in seeing.GRAVE]
    assert wrong == []
