"""One lesson with a leader and three students, each on a device of its own: one late, one reloading, one offline."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from leakage.lessons.catalogue import LESSONS, ROUTE
from pages.learn.together import text
from tests.browser.driver import LONGEST, Dashboard, enter
from tests.door.server import Server

pytestmark = pytest.mark.browser

ADDRESS = "127.0.0.2"
LEADING = re.compile(r"https?://\S+\?lead=\S+")
LESSON = LESSONS[0]
AWAY = 4_000
"""Milliseconds that a device is without a network: longer than the page waits until it hides what it shows."""


@pytest.fixture
def class_server() -> Iterator[Server]:
    with Server(f"--server.address={ADDRESS}", "--", "--classroom") as server:
        yield server


def device(chromium: Browser, link: str, width: int) -> Dashboard:
    return enter(chromium.new_context(viewport={"width": width, "height": 720}), link)


def leading_link(server: Server) -> str:
    for _ in range(200):
        found = LEADING.findall(server.printed)
        if found:
            return str(found[0])
        time.sleep(0.1)
    raise AssertionError("no link for whoever leads was printed")


def answered(page: Page, count: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-testid=stMetricValue]")).to_have_text(count, timeout=LONGEST)


def move(student: Dashboard, key: str = "ArrowRight", times: int = 1) -> None:
    """Move the slider of a guess by the keyboard."""
    thumb = student.page.get_by_role("slider").first
    thumb.focus()
    for _ in range(times):
        student.page.keyboard.press(key)
    expect(student.key("together-send").get_by_role("button")).to_be_enabled(timeout=LONGEST)
    student.settle()


class Line:
    """The network of one device, which can be cut."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._cut = False
        context.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        if self._cut:
            route.close()
        else:
            self._open.append((route, route.connect_to_server()))

    def cut(self) -> None:
        self._cut = True
        self._context.set_offline(True)
        for ends in self._open:
            for end in ends:
                end.close()
        self._open.clear()

    def mend(self) -> None:
        self._cut = False
        self._context.set_offline(False)


@pytest.mark.slow
def test_a_class_predicts_together(chromium: Browser, class_server: Server) -> None:
    link = class_server.link()
    teacher = device(chromium, leading_link(class_server), 1280)
    away_context = chromium.new_context(viewport={"width": 400, "height": 720})
    line = Line(away_context)
    reloading, away = device(chromium, link, 400), enter(away_context, link)
    for each in (reloading, away):
        # The class's link leads to where the class is, before anything is open and later.
        each.page.get_by_text(text.WAITING).wait_for()
        assert urlsplit(each.page.url).path == "/predict_together" and not urlsplit(each.page.url).query
    teacher.press(f"lead-open-{LESSON.key}")
    first = LESSON.question_places[0]
    for _ in range(first):
        teacher.press("lesson-forward")
    step = LESSON.steps[first]
    for student in (reloading, away):
        # The class moves on, and every device follows by itself.
        student.page.get_by_text(step.question.ask, exact=True).first.wait_for(timeout=LONGEST)
        assert student.key("together-send").get_by_role("button").is_disabled(), "untouched, and sent"
    answered(teacher.page, "0 of 2")
    for student in (reloading, away):
        move(student)
        student.press("together-send")
        student.page.get_by_text("You guessed 1 %").wait_for(timeout=LONGEST)
    answered(teacher.page, "2 of 2")
    # Loaded anew, it is still the same student, who guesses no second time but may change that.
    reloading.page.reload()
    reloading.settle()
    reloading.page.get_by_text("You guessed 1 %").wait_for(timeout=LONGEST)
    move(reloading, "End")
    reloading.press("together-send")
    reloading.page.get_by_text("You guessed 100 %").wait_for(timeout=LONGEST)
    answered(teacher.page, "2 of 2")
    # While one is offline a late one comes, and the answer is shown.
    line.cut()
    away.page.wait_for_timeout(AWAY)
    late = device(chromium, link, 400)
    late.page.get_by_text(step.question.ask, exact=True).first.wait_for(timeout=LONGEST)
    # Neither does the leader lose the lead with a page that is loaded anew.
    teacher.page.reload()
    teacher.settle()
    teacher.press("lesson-forward")
    teacher.page.get_by_text("Right: 0 of 2.").wait_for(timeout=LONGEST)
    assert not away.page.get_by_text(step.explanation[:30]).count()
    line.mend()
    for student in (reloading, away, late):
        # Everybody sees the truth, the guesses and why; whoever was away looks for the server more and more seldom.
        student.page.get_by_text(text.LATE).wait_for(timeout=2 * LONGEST)
        student.page.get_by_text(step.question.truth_in_words(step.subject)).first.wait_for()
        student.page.get_by_text(step.explanation[:30]).wait_for()
        assert student.page.locator(".votes tbody tr").count() == 10
    away.page.get_by_text("Your guess was").wait_for()
    # Whoever was away votes on.
    teacher.press("lesson-forward")
    away.page.get_by_text(LESSON.steps[first + 1].question.ask, exact=True).first.wait_for(timeout=LONGEST)
    move(away)
    away.press("together-send")
    answered(teacher.page, re.compile("^1 of [23]$"))
    for each in (teacher, reloading, away, late):
        each.page.context.close()


def test_nobody_else_takes_the_lead(chromium: Browser, class_server: Server) -> None:
    link = class_server.link()
    leading = leading_link(class_server)
    teacher, student = device(chromium, leading, 1280), device(chromium, link, 400)
    cookies = {cookie["name"]: cookie for cookie in teacher.page.context.cookies()}
    [name] = [name for name in cookies if name.endswith("-lead")]
    assert cookies[name]["httpOnly"] and cookies[name]["sameSite"] == "Strict"
    assert not [cookie for cookie in student.page.context.cookies() if cookie["name"] == name]
    code = leading.partition("lead=")[2].partition("&")[0]
    for guess in ("x", code, cookies[name]["value"][:-1]):
        student.page.context.add_cookies([{**cookies[name], "value": guess}])
        student.page.reload()
        student.settle()
        student.page.get_by_text(text.WAITING).wait_for()
    # What is in the link is worth nothing without the token, and stands in no address.
    student.page.goto(f"{leading.partition('?')[0]}?lead={code}")
    student.settle()
    student.page.get_by_text(text.WAITING).wait_for()
    assert "lead=" not in teacher.page.url
    teacher.page.get_by_text("Open for the class").first.wait_for()
    for each in (teacher, student):
        each.page.context.close()


@pytest.mark.slow
def test_a_class_talks_between_two_votes(chromium: Browser, class_server: Server) -> None:
    link = class_server.link()
    teacher = device(chromium, leading_link(class_server), 1280)
    student = device(chromium, link, 400)
    teacher.press(f"lead-open-{ROUTE.key}")
    options, explanation = ROUTE.steps[0].question.options, ROUTE.steps[0].explanation[:30]
    student.page.get_by_text(options[1], exact=True).click()
    student.settle()
    student.press("together-send")
    answered(teacher.page, "1 of 1")
    teacher.page.keyboard.press("PageDown")
    teacher.page.get_by_text(re.compile("^Talk with your neighbours.* 1:5[0-9]$")).wait_for(timeout=LONGEST)
    student.page.get_by_text(text.TALK).wait_for(timeout=LONGEST)
    for each in (teacher, student):
        # The votes, and not the truth.
        assert each.page.locator(".votes tbody tr").count() == len(options)
        assert not each.page.locator(".votes .right, .grid .right").count()
        assert not each.page.get_by_text(explanation).count()
    teacher.page.keyboard.press("PageDown")
    student.page.get_by_text(text.AGAIN).wait_for(timeout=LONGEST)
    student.press("together-keep")
    answered(teacher.page, "1 of 1")
    teacher.page.keyboard.press("PageDown")
    teacher.page.get_by_text("Right: 0 of 1, then 0 of 1.").wait_for(timeout=LONGEST)
    for each in (teacher, student):
        each.page.get_by_text(explanation).first.wait_for(timeout=LONGEST)
        assert each.page.locator(".votes thead th").all_inner_texts() == ["Answer", "First vote", "Second vote"]
    # All lessons asks first, and what came of it can be saved.
    teacher.press("together-close")
    for ending, begin in (("csv", "Lesson,Step"), ("svg", "<svg")):
        with teacher.page.expect_download() as download:
            teacher.key(f"together-save-{ending}").get_by_role("button").click()
        assert download.value.path().read_text().startswith(begin)
    teacher.press("together-drop")
    student.page.get_by_text(text.WAITING).wait_for(timeout=LONGEST)
    for each in (teacher, student):
        each.page.context.close()
