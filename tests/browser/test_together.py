"""One lesson with a leader and three students, each on a device of its own."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from leakage.lessons.catalogue import LESSONS
from tests.browser.driver import LONGEST, Dashboard, enter
from tests.door.server import Server

pytestmark = pytest.mark.browser

ADDRESS = "127.0.0.2"
LEADING = re.compile(r"https?://\S+\?lead=\S+")
LESSON = LESSONS[0]


def device(chromium: Browser, link: str, width: int) -> Dashboard:
    return enter(chromium.new_context(viewport={"width": width, "height": 720}), link)


def leading_link(server: Server) -> str:
    for _ in range(200):
        found = LEADING.findall(server.printed)
        if found:
            return str(found[0])
        time.sleep(0.1)
    raise AssertionError("no link for whoever leads was printed")


def answered(page: Page, count: str) -> None:
    expect(page.locator("[data-testid=stMetricValue]")).to_have_text(count, timeout=LONGEST)


def test_a_class_predicts_together(chromium: Browser) -> None:
    with Server(f"--server.address={ADDRESS}", "--", "--classroom") as server:
        link = server.link("/predict_together")
        teacher = device(chromium, leading_link(server), 1280)
        students = [device(chromium, link, 400) for _ in range(3)]
        assert "lead=" not in teacher.page.url
        for student in students:
            student.page.get_by_text("Nothing is open yet").wait_for()
        teacher.press(f"lead-open-{LESSON.key}")
        first = LESSON.question_places[0]
        for _ in range(first):
            teacher.press("lesson-forward")
        step = LESSON.steps[first]
        for student in students:
            # The class moves on, and every device follows by itself.
            student.page.get_by_text(step.question.ask, exact=True).first.wait_for(timeout=LONGEST)
            expect(student.page.get_by_text(step.explanation[:30])).to_have_count(0)
        answered(teacher.page, "0 of 3")
        for student in students[:2]:
            student.press("together-send")
            student.page.get_by_text("You guessed").wait_for(timeout=LONGEST)
        answered(teacher.page, "2 of 3")
        # Loaded anew, it is still the same student, who guesses no second time.
        students[0].page.reload()
        students[0].settle()
        students[0].page.get_by_text("You guessed").wait_for(timeout=LONGEST)
        students[0].press("together-send")
        answered(teacher.page, "2 of 3")
        late = device(chromium, link, 400)
        late.page.get_by_text(step.question.ask, exact=True).first.wait_for(timeout=LONGEST)
        teacher.press("lesson-forward")
        teacher.page.get_by_text(re.compile("of 2 guesses right")).wait_for(timeout=LONGEST)
        for student in (*students, late):
            student.page.get_by_text("takes no more guesses").wait_for(timeout=LONGEST)
        for _ in range(2 * len(LESSON.steps)):
            forward = teacher.key("lesson-forward").get_by_role("button")
            if not forward.is_enabled():
                break
            teacher.press("lesson-forward")
        teacher.page.get_by_text(re.compile(f"Step {len(LESSON.steps)} of {len(LESSON.steps)}")).wait_for()
        for device_ in (teacher, *students, late):
            device_.page.context.close()
