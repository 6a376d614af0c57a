"""Pictures that move: by keyboard, still where less motion is asked for, under the Content-Security-Policy as it is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from leakage.lessons import pictures
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.knowing import BOLD
from leakage.lessons.pictures import markup, picture_of, possible_worlds, precision_recall
from leakage.lessons.pictures.possible_worlds import doubt_of_release
from leakage.lessons.pictures.precision_recall import harmonic_mean
from leakage.lessons.unsure import HALF_KNOWN
from tests.browser import seeing

pytestmark = pytest.mark.browser

STEPS = {"square": (0, 3), "worlds": (1, 3), "joining": (2, 2), "lie": (5, 1), "crowd": (8, 1)}
"""Where each of the five is: the lesson's place, and the step's."""
MOVING = "document.getAnimations().filter(each => each.effect.target.closest('.picture')).length"
OF_PAGES = ("document-title", "html-has-lang", "landmark-one-main", "page-has-heading-one", "region")
"""Rules about a page around pictures."""
SET = """([picture, values]) => {
    const sliders = [...picture.querySelectorAll("input")];
    values.forEach((value, number) => { sliders[number].value = value; });
    sliders[0].dispatchEvent(new Event("input", {bubbles: true}));
    return [picture.querySelector(".picture-now").textContent, picture.querySelector(".picture-meter b").textContent];
}"""
"""In one document of its own, as a file of a whole class has it."""


def document(*kinds: str) -> str:
    drawn = "".join(picture_of(LESSONS[lesson].steps[step]) for lesson, step in (STEPS[kind] for kind in kinds))
    return f"<!doctype html><style>{pictures.style()}</style>{drawn}<script>{pictures.script()}</script>"


@pytest.fixture
def still(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(reduced_motion="reduce")
    yield context
    context.close()


def opened(context: BrowserContext, *kinds: str) -> Page:
    page = context.new_page()
    page.set_content(document(*kinds))
    return page


# The two formulas of the script are those of the library.


def test_the_script_works_out_the_harmonic_mean(still: BrowserContext) -> None:
    picture = opened(still, "square").locator(".picture").element_handle()
    chance = random.Random(1)
    ends = [(0, 0), (0, 100), (100, 0), (100, 100), (25, 75)]
    for x, y in ends + [(chance.randint(0, 100), chance.randint(0, 100)) for _ in range(300)]:
        known = markup.share(harmonic_mean(x / 100, y / 100))
        said = precision_recall.SAYS.format(x=markup.share(x / 100), y=markup.share(y / 100), f=known)
        assert picture.evaluate(f"(picture, values) => ({SET})([picture, values])", [x, y]) == [said, known]


def test_the_script_adds_up_the_worlds(still: BrowserContext) -> None:
    picture = opened(still, "worlds").locator(".picture").element_handle()
    doubt, chance = doubt_of_release(HALF_KNOWN), random.Random(2)
    for percents in [[0, 0], [100, 100]] + [[chance.randint(0, 100) for _ in range(2)] for _ in range(200)]:
        confidences = [percent / 100 for percent in percents]
        known = markup.share(doubt.leakage(confidences))
        parts = (
            f"{markup.share(doubt.likelihood(world, confidences))} × {markup.share(world.leakage)}"
            for world in doubt.worlds
        )
        said = possible_worlds.SAYS.format(sum=" + ".join(parts), f=known)
        assert picture.evaluate(f"(picture, values) => ({SET})([picture, values])", percents) == [said, known]


def test_the_point_is_dragged_and_put_on_a_mark(still: BrowserContext) -> None:
    page = opened(still, "square")
    box, now = page.locator(".picture-plane").bounding_box(), page.locator(".picture-now")
    assert box is not None
    page.mouse.move(box["x"] + box["width"], box["y"] + 0.75 * box["height"])
    page.mouse.down()
    for x, y in ((0.25, 0.25), (0.5, 0.8), (2.0, 0.5)):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + (1 - y) * box["height"])
        at = min(x, 1.0)
        f = harmonic_mean(at, y)
        said = precision_recall.SAYS.format(x=markup.share(at), y=markup.share(y), f=markup.share(f))
        assert now.text_content() == said
    page.mouse.up()
    page.mouse.move(box["x"], box["y"])
    assert now.text_content() == said
    page.get_by_role("button", name="Boastful Eve").press("Enter")
    boastful = precision_recall.marks_of(BOLD)[2]
    assert markup.share(boastful.leakage) in (now.text_content() or "")


# Without the script a picture shows its first state, and says the others.


def test_without_the_script_a_picture_shows_its_first_state(chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = opened(context, *STEPS)
    for kind in ("joining", "lie", "crowd"):
        picture = page.locator(f"[data-picture={kind}]")
        assert picture.locator(".picture-states li").last.is_visible()
        assert not picture.locator("button").first.is_visible()
    assert page.locator("[data-picture=joining] .card:visible").count() == 5
    for kind in ("square", "worlds"):
        picture = page.locator(f"[data-picture={kind}]")
        assert re.search(r"\d %", picture.locator(".picture-now").inner_text().replace("\xa0", " "))
    context.close()


# What moves, and what does not.


def test_cards_slide_unless_less_motion_is_asked_for(chromium: Browser, still: BrowserContext) -> None:
    moving = chromium.new_context(reduced_motion="no-preference")
    for context, moves in ((moving, True), (still, False)):
        page = opened(context, "joining")
        page.locator("[data-live]").wait_for()
        forward = page.locator("[data-go='1']")
        assert page.evaluate(MOVING) == 0, "nothing moves unasked"
        forward.press("Enter")
        forward.press("Enter")
        assert (page.evaluate(MOVING) > 0) is moves
        assert (page.locator(".leaving").count() > 0) is moves
        assert page.locator("[data-go=all]").is_visible() is moves
        page.wait_for_function(f"{MOVING} === 0")
        assert page.locator(".card:visible").count() == 4
        assert page.locator(".leaving").count() == 0
    moving.close()


def test_a_picture_that_plays_ends_at_its_end_and_stops_when_touched(chromium: Browser) -> None:
    context = chromium.new_context(reduced_motion="no-preference")
    page = opened(context, "crowd")
    play = page.locator("[data-go=all]")
    play.press("Enter")
    assert (play.inner_text(), state(page)) == ("Stop", 1)
    play.press("Enter")
    assert play.inner_text() == "Play"
    play.press("Enter")
    page.wait_for_function("document.querySelector('.picture').dataset.at === '2'")
    play.get_by_text("Play").wait_for()
    context.close()


def state(page: Page) -> int:
    return int(page.locator(".picture").get_attribute("data-at") or -1)


def test_the_page_below_stays_where_it_is(chromium: Browser) -> None:
    for width in (1280, 400):
        context = chromium.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
        page = opened(context, "joining", "lie", "crowd")
        for kind in ("joining", "lie", "crowd"):
            picture = page.locator(f"[data-picture={kind}]")
            heights, last = set(), int(picture.locator("input").get_attribute("max") or 0)
            for _ in range(last + 1):
                heights.add(picture.evaluate("picture => picture.offsetHeight"))
                picture.locator("[data-go='1']").press("Enter")
            assert len(heights) == 1, (kind, width)
            assert picture.evaluate("picture => picture.scrollWidth <= picture.clientWidth"), (kind, width)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        context.close()


THEMES = {"dark": ("#12171d", "#e6ebf0"), "light": ("#ffffff", "#1d2733")}
"""The ground and the text of both themes."""


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_of_weight_is_found_in_any_state(still: BrowserContext, theme: str) -> None:
    page = opened(still, *STEPS)
    ground, words = THEMES[theme]
    page.add_style_tag(content=f"body {{ background: {ground}; color: {words} }}")
    for _ in range(3):
        wrong = [found for found in seeing.scan(page) if found.impact in seeing.GRAVE and found.rule not in OF_PAGES]
        assert wrong == []
        for button in page.locator("[data-go='1']").all():
            button.press("Enter")
