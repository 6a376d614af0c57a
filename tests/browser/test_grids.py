"""Tables of lessons on a phone: all of them is in sight, marks and all."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from leakage.exercises import DIFFICULTIES, TOPICS, make_problem
from leakage.exercises.worksheet import worksheet
from leakage.lessons import Grid, grid_of
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.grid import html_of
from pages.shell import frame

pytestmark = pytest.mark.browser

PHONE = 390
SIDES = 32
"""Pixels that the page leaves free at its sides."""
CUT = """() => [...document.querySelectorAll(".grid")].filter(grid => grid.scrollWidth > grid.clientWidth + 1)
    .map(grid => `${grid.getAttribute("aria-label")}: ${grid.scrollWidth} of ${grid.clientWidth}`)"""


def every_grid() -> list[tuple[str, Grid]]:
    of_lessons = [
        (f"{lesson.title}, {step.title}", grid_of(step.subject))
        for lesson in LESSONS
        for step in lesson.steps
        if step.subject is not None
    ]
    problems = [(topic.key, level, seed) for topic in TOPICS for level in DIFFICULTIES for seed in range(3)]
    return of_lessons + [(f"{problem}", grid_of(make_problem(*problem).workspace)) for problem in problems]


def test_no_table_is_wider_than_a_phone(chromium: Browser) -> None:
    grids = every_grid()
    style = Path(frame.__file__).with_name("style.css").read_text()
    drawn = "".join(html_of(grid, name, coloured=True) for name, grid in grids)
    page = chromium.new_page(viewport={"width": PHONE, "height": 844})
    page.set_content(
        f"<style>{style} body {{ margin: 0; font-family: system-ui, 'DejaVu Sans', sans-serif }} "
        f".stMainBlockContainer {{ padding: 0; width: {PHONE - SIDES}px }}</style>"
        f'<div class="stMainBlockContainer">{drawn}</div>'
    )
    assert page.locator(".grid").count() == len(grids)
    assert page.evaluate(CUT) == []
    page.close()


# The worksheet as it is printed: nothing lies outside of the paper.


PAPERS = {"A4": (210, 297), "Letter": (216, 279)}
"""Millimetres."""
MARGIN = 16
PIXELS = 96 / 25.4
"""Of a millimetre."""
OUTSIDE = """() => {
    const marker = document.createElement("canvas").getContext("2d");
    const lists = [...document.querySelectorAll("ol")].filter(list => {
        const style = getComputedStyle(list);
        marker.font = style.font;
        return marker.measureText(`${list.children.length}. `).width > parseFloat(style.paddingLeft);
    });
    const wide = [...document.querySelectorAll(".scroll, math, .answer")].filter(
        part => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth + 1);
    const fixed = [...document.querySelectorAll("body *")].filter(
        part => getComputedStyle(part).position === "fixed");
    return [...lists, ...wide, ...fixed].map(part => part.textContent.slice(0, 60));
}"""
FOOT = """() => [...document.styleSheets[0].cssRules].filter(rule => rule instanceof CSSPageRule)
    .map(rule => rule.cssText).join(" ")"""


@pytest.mark.parametrize("paper", list(PAPERS))
def test_a_worksheet_prints_whole(chromium: Browser, paper: str) -> None:
    width, height = ((side - 2 * MARGIN) * PIXELS for side in PAPERS[paper])
    page = chromium.new_page(viewport={"width": int(width), "height": int(height)})
    page.emulate_media(media="print")
    page.set_content(worksheet([topic.key for topic in TOPICS], 3, 18, 7))
    assert max(len(steps.query_selector_all("li")) for steps in page.query_selector_all("ol")) >= 10
    assert page.evaluate(OUTSIDE) == []
    assert "Worksheet 7, difficulty 3" in str(page.evaluate(FOOT))
    page.close()
