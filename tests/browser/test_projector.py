"""All lessons in front of a class: what decides is in sight without scrolling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from leakage.lessons import Lesson
from leakage.lessons.catalogue import LESSONS, ROUTE
from tests.amount import EVERY
from tests.browser.driver import LONGEST, Dashboard, enter
from tests.browser.test_together import ADDRESS, leading_link
from tests.door.server import ROOT, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PROJECTORS = ((1280, 720), (1920, 1080))
VOTED = Path(__file__).with_name("voted_app.py")
NEXT, VOTING, TALKING = "Next", ("Show the answer",), ("Show the votes", "Vote again", "Show the answer")
LEAST = 18.0
"""Pixels of the smallest type in a table or a sentence on the smaller projector."""

# The page scrolls, or a table does, or something lies outside of the window: by name.
CUT = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    const scrolls = [main, ...main.querySelectorAll(".grid, .votes")].filter(
        part => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 1);
    const decisive = main.querySelectorAll(
        ".st-key-lesson-step :is(.picture, .grid td, .grid-notes p, .votes tr, [data-testid=stMarkdownContainer])");
    const outside = [...decisive].filter(part => {
        const box = part.getBoundingClientRect();
        return box.bottom > innerHeight + 2 || box.right > innerWidth + 1 || box.top < 0;
    });
    return [...scrolls, ...outside].map(part => `${part.className} ${part.textContent.slice(0, 40)}`);
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(
    ".st-key-lesson-step :is(.picture, .grid td, .votes td, [data-testid=stMarkdownContainer] p)")]
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""


@pytest.fixture(scope="module")
def voted_server() -> Iterator[Server]:
    environment = {"PYTHONPATH": str(ROOT)}
    with Server(f"--server.address={ADDRESS}", "--", "--classroom", app=VOTED, environment=environment) as server:
        yield server


@pytest.fixture(scope="module")
def leader(chromium: Browser, voted_server: Server) -> Iterator[Dashboard]:
    dashboard = enter(chromium.new_context(), leading_link(voted_server))
    yield dashboard
    dashboard.page.context.close()


@pytest.mark.parametrize("lesson", [ROUTE, *LESSONS], ids=lambda lesson: lesson.key)
def test_truth_and_votes_are_in_sight_on_every_projector(leader: Dashboard, lesson: Lesson) -> None:
    close(leader)
    leader.press(f"lead-open-{lesson.key}")
    assert not leader.page.locator("[data-testid=stSidebar]").is_visible()
    seen = set[str]()
    for place, step in enumerate(lesson.steps):
        leader.page.get_by_text(re.compile(f"Step {place + 1} of {len(lesson.steps)}$")).wait_for(timeout=LONGEST)
        phases = 1 if step.question is None else 4 if lesson is ROUTE else 2
        for phase in range(phases):
            # What the key leads to next says how far the class is; the table below it is drawn a moment later.
            label = NEXT if phase == phases - 1 else (TALKING if lesson is ROUTE else VOTING)[phase]
            leader.key("lesson-forward").get_by_role("button", name=label).wait_for(timeout=LONGEST)
            leader.settle()
            # The larger one has room for whatever the smaller one has: a lesson and the route through all are enough.
            for width, height in PROJECTORS if EVERY or lesson in (LESSONS[0], ROUTE) else PROJECTORS[:1]:
                leader.page.set_viewport_size({"width": width, "height": height})
                leader.page.wait_for_timeout(100)
                assert leader.page.evaluate(CUT) == [], (place, phase, width)
                # No frame around the table: nobody went there.
                assert not leader.page.locator(".grid:focus").count(), (place, phase)
                size = float(leader.page.evaluate(SMALLEST))
                assert size >= LEAST * height / PROJECTORS[0][1], (place, phase, width)
            if step.question is not None:
                shown = leader.page.locator(".votes tbody tr").count() > 0
                assert shown == (phase in (1, 3)), (place, phase)
            if phase == phases - 1 and step.question is not None:
                leader.page.get_by_text(f"It is: {step.question.truth_in_words(step.subject)}").wait_for()
                seen.add(step.title)
            # By a presenter's key, and seen to have been taken.
            turn(leader, "PageDown")
    assert len(seen) == len(lesson.question_places)


def close(leader: Dashboard) -> None:
    """Go to the list of lessons, from wherever the last test left the class."""
    if leader.key("together-close").count():
        leader.press("together-close")
        leader.press("together-drop")


def turn(dashboard: Dashboard, key: str) -> None:
    with dashboard._waiting_for_a_run():
        dashboard.page.keyboard.press(key)
