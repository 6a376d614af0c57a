"""Every page, every tab, everything unfolded, in both themes: nothing of weight for axe-core, and readable in grey."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from leakage.lessons.catalogue import LESSONS
from pages.catalogue import PAGES
from pages.catalogue import Page as Listed
from tests.browser import seeing
from tests.browser.conftest import SEEN
from tests.browser.driver import IDLE, Dashboard
from tests.door.server import Server

pytestmark = pytest.mark.browser
THEMES = ("light", "dark")
UNFOLD = """() => {
    const folded = document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary");
    folded.forEach(summary => summary.click());
    return folded.length;
}"""


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """The realistic person, in one tab for all pages."""
    context = chromium.new_context(viewport={"width": 1360, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(server.link())
    dashboard = Dashboard(page)
    dashboard.settle()
    dashboard.press("open-realistic")
    yield dashboard
    context.close()


@pytest.mark.parametrize("listed", PAGES, ids=lambda listed: listed.title)
def test_nothing_of_weight_is_found(opened: Dashboard, listed: Listed, record_property: pytest.RecordProperty) -> None:
    opened.page.locator(f"[data-testid=stSidebarNav] a[href$='/{listed.url_path}']").click()
    opened.page.wait_for_function("title => document.title.startsWith(title)", arg=listed.title)
    opened.settle()
    wrong = []
    for tab in _tabs(opened):
        wrong += _in_both_themes(opened, f"{listed.title}: {tab}" if tab else listed.title, record_property)
    assert wrong == []


def test_nothing_of_weight_is_found_in_a_lesson(opened: Dashboard, record_property: pytest.RecordProperty) -> None:
    """A step that asks, and its answer as it is shown to a class."""
    lesson = LESSONS[0]
    opened.page.locator("[data-testid=stSidebarNav] a[href$='/lessons']").click()
    opened.settle()
    opened.press(f"open-lesson-{lesson.key}")
    for _ in range(lesson.asked[0]):
        opened.press("lesson-forward")
    wrong = _in_both_themes(opened, "Lessons: a step", record_property)
    opened.press("lesson-present")
    opened.press("lesson-forward")
    wrong += _in_both_themes(opened, "Lessons: presented", record_property, alone=True)
    opened.press("lesson-present")
    assert wrong == []


def _in_both_themes(
    dashboard: Dashboard, name: str, record_property: pytest.RecordProperty, *, alone: bool = False
) -> list[str]:
    wrong = []
    for theme in THEMES:
        found = _found(dashboard.page, theme, alone=alone)
        record_property(SEEN, (name, theme, found))
        wrong += [f"{name} {theme} {sentence}" for sentence in found]
    return wrong


def _tabs(dashboard: Dashboard) -> Iterator[str]:
    """Open one tab after the other, with everything unfolded; a page without tabs is one without a name."""
    tabs = dashboard.page.locator("[data-testid=stMain] [role=tab]")
    for number in range(max(1, tabs.count())):
        name = tabs.nth(number).inner_text() if tabs.count() else ""
        if number:
            tabs.nth(number).click()
            dashboard.settle()
        if dashboard.page.evaluate(UNFOLD):
            dashboard.settle()
        yield name


def _found(page: Page, theme: str, *, alone: bool = False) -> list[str]:
    """What is wrong in a theme; what does not hang on colours is looked for in the first one alone.

    Arguments:
        alone: whether the page stands without its menu.
    """
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme", arg=theme
    )
    # Grounds change their colour by and by.
    page.wait_for_function("() => !document.getAnimations().some(change => change instanceof CSSTransition)")
    page.wait_for_selector(IDLE)
    first = theme == THEMES[0]
    findings, menu = seeing.scan(page, () if first else seeing.COLOUR_RULES)
    said = [f"{found.rule}: {found.where} {found.why}" for found in findings if found.impact in seeing.GRAVE]
    said += [f"faint in a chart: {text}" for text in seeing.faint_chart_text(page)]
    if first:
        said += [f"told by colour alone: {traces}" for traces in seeing.told_by_colour_alone(page)]
        # What is set aside is there still; else it need not be set aside.
        said += [f"not found any more in the menu: {rule}" for rule in seeing.NOT_OURS.keys() - menu if not alone]
    return said


def test_what_is_wrong_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        '<html lang="en"><title>x</title><body data-testid="stApp" style="background: #fff"><main><h1>A</h1>'
        '<h3>B</h3><img src="data:,"><p style="color: rgb(128, 132, 149)">faint</p>'
        '<svg class="js-plotly-plot"><text fill="#808495">faint</text><text fill="#000">strong</text></svg></main>'
    )
    findings, menu = seeing.scan(page)
    assert {"color-contrast", "image-alt", "heading-order"} <= {found.rule for found in findings}
    assert {found.impact for found in findings} & set(seeing.GRAVE) and menu == set()
    assert [found.rule for found in seeing.scan(page, seeing.COLOUR_RULES)[0]] == ["color-contrast"]
    # The contrast itself depends a little on how letters are drawn.
    assert [text.partition(":")[0] for text in seeing.faint_chart_text(page)] == ["faint"]
    page.close()
