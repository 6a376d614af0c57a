"""Every page, every tab, everything unfolded: nothing of weight for axe-core, readable in grey, and nothing cut in a
narrow window; as it opens, no page of *Me* is long.

What a page opens with is looked at in one theme, in turn; with what takes long the other one comes, and the tabs. With
``EVERY=1`` all is looked at in both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from pages.catalogue import FACES, PREDICT_TOGETHER
from pages.catalogue import Page as Listed
from tests.amount import EVERY, cases
from tests.browser import seeing
from tests.browser.conftest import SEEN
from tests.browser.driver import IDLE, IN_A_MENU, Dashboard, enter
from tests.browser.test_short_pages import DRAWN, SCREEN, TITLES, too_long
from tests.door.server import Server

pytestmark = pytest.mark.browser
THEMES = ["light", "dark"]
AT_ONCE = "*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }"
"""What changes by and by, changes at once: what is looked at is how it ends."""
FIRST = tuple(room.parts[0] for room in FACES["me"])
"""What each room of a person opens with; the other pages are looked at with what takes long."""
OTHERS = tuple(page for page in IN_A_MENU if page not in FIRST)
WINDOW = SCREEN
WIDTHS = (SCREEN["width"], 400)
SHOW_MENU = "() => document.querySelector('[data-testid=stExpandSidebarButton]')?.click()"
UNFOLD = """() => {
    const folded = document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary");
    folded.forEach(summary => summary.click());
    return folded.length;
}"""


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """The realistic person, in one tab for all pages."""
    context = chromium.new_context(viewport=WINDOW)
    dashboard = enter(context, server.link())
    dashboard.page.add_style_tag(content=AT_ONCE)
    dashboard.press("open-realistic")
    yield dashboard
    context.close()


@pytest.mark.parametrize("listed", cases([*FIRST, *OTHERS], len(FIRST), len(OTHERS)), ids=lambda page: page.title)
def test_nothing_of_weight_is_found(opened: Dashboard, listed: Listed, record_property: pytest.RecordProperty) -> None:
    _open(opened, listed)
    wrong = too_long(opened, listed.title) if listed.title in TITLES else []
    THEMES.reverse()
    name = next(_views(opened, listed.title))
    wrong += _looked_at(opened.page, name, record_property, both=EVERY)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("listed", IN_A_MENU, ids=lambda page: page.title)
def test_nor_in_the_other_theme_and_behind_the_tabs(
    opened: Dashboard, listed: Listed, record_property: pytest.RecordProperty
) -> None:
    _open(opened, listed)
    wrong = []
    for number, name in enumerate(_views(opened, listed.title)):
        wrong += _looked_at(opened.page, name, record_property, both=EVERY or not number)
    assert wrong == []


def _open(dashboard: Dashboard, listed: Listed) -> None:
    dashboard.open(listed.title)
    dashboard.page.wait_for_function("title => document.title.startsWith(title)", arg=listed.title)
    _settle(dashboard.page)


def test_nothing_of_weight_is_found_before_anything_is_open(
    dashboard: Dashboard, record_property: pytest.RecordProperty
) -> None:
    dashboard.page.add_style_tag(content=AT_ONCE)
    assert _looked_at(dashboard.page, "Home: nothing open", record_property) == []


@pytest.mark.slow
def test_nothing_of_weight_is_found_on_the_page_of_a_class_where_none_is_served(
    dashboard: Dashboard, server: Server, record_property: pytest.RecordProperty
) -> None:
    dashboard.page.goto(f"{server.origin}/{PREDICT_TOGETHER.url_path}")
    dashboard.settle()
    dashboard.page.add_style_tag(content=AT_ONCE)
    assert _looked_at(dashboard.page, PREDICT_TOGETHER.title, record_property) == []


def _looked_at(page: Page, name: str, record_property: pytest.RecordProperty, *, both: bool = True) -> list[str]:
    """What is wrong with a view in either theme, or in the one there is, and at any width."""
    wrong = []
    # What the mouse rests on since the last click opens a help.
    page.mouse.move(0, 0)
    page.wait_for_function("() => !document.querySelector('#stFloatingOverlayPortal > *')")
    # The theme of the view before comes first: to change it takes longer than to look.
    if both:
        THEMES.reverse()
    for theme in (themes := THEMES if both else THEMES[-1:]):
        found = _found(page, theme, first=theme == themes[0])
        record_property(SEEN, (name, theme, found))
        wrong += [f"{name} {theme} {sentence}" for sentence in found]
    narrow = _cut(page)
    record_property(SEEN, (name, "narrow", narrow))
    return wrong + [f"{name} {sentence}" for sentence in narrow]


def _views(dashboard: Dashboard, title: str) -> Iterator[str]:
    """Open one tab of a page after the other, with everything unfolded; the names of what is to be seen."""
    tabs = dashboard.page.locator("[data-testid=stMain] [role=tab]")
    for number in range(max(1, tabs.count())):
        name = f"{title}: {tabs.nth(number).inner_text()}" if tabs.count() else title
        if number:
            tabs.nth(number).click()
        if number or dashboard.page.evaluate(UNFOLD):
            _settle(dashboard.page)
        yield name


def _settle(page: Page) -> None:
    """Wait for the run that a click asked for at once, or for none, and for its charts."""
    page.wait_for_timeout(50)
    page.wait_for_selector(IDLE)
    page.wait_for_function(DRAWN)


def _cut(page: Page) -> list[str]:
    """What is cut, in a wide window and in a narrow one; the menu, which goes from a narrow one, is brought back."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({**WINDOW, "width": width})
        found += [f"at {width}: {sentence}" for sentence in seeing.cut(page)]
    page.set_viewport_size(WINDOW)
    page.evaluate(SHOW_MENU)
    return found


def _found(page: Page, theme: str, *, first: bool) -> list[str]:
    """What is wrong in a theme; what does not hang on colours is looked for in the first one alone."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme", arg=theme
    )
    page.wait_for_selector(IDLE)
    findings = seeing.scan(page, () if first else seeing.COLOUR_RULES)
    sentences = [f"{found.rule}: {found.where} {found.why}" for found in findings if found.impact in seeing.GRAVE]
    sentences += [f"faint in a chart: {text}" for text in seeing.faint_chart_text(page)]
    if first:
        sentences += [f"told by colour alone: {traces}" for traces in seeing.by_colour_alone(page)]
    return sentences


def test_what_is_wrong_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        '<html lang="en"><title>x</title><body data-testid="stApp" style="background: #fff"><main><h1>A</h1>'
        '<h3>B</h3><img src="data:,"><p style="color: rgb(128, 132, 149)">faint</p>'
        '<svg class="js-plotly-plot"><text fill="#808495">faint</text><text fill="#000">strong</text></svg></main>'
    )
    findings = seeing.scan(page)
    assert {"color-contrast", "image-alt", "heading-order"} <= {found.rule for found in findings}
    assert {found.impact for found in findings} & set(seeing.GRAVE)
    assert [found.rule for found in seeing.scan(page, seeing.COLOUR_RULES)] == ["color-contrast"]
    # The contrast itself depends a little on how letters are drawn.
    assert [text.partition(":")[0] for text in seeing.faint_chart_text(page)] == ["faint"]
    page.close()


def test_what_is_cut_is_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        '<body style="margin: 0"><main data-testid="stMain" style="width: 400px; overflow-x: hidden">'
        '<p style="padding-left: 390px; white-space: nowrap">beyond</p><p style="width: 500px">short</p>'
        '<p style="width: 40px; overflow: hidden; white-space: nowrap">too long</p>'
        '<div style="overflow: hidden; width: 40px"><p style="white-space: nowrap">hidden by another</p></div>'
        '<div style="overflow: auto; width: 40px"><p style="white-space: nowrap">to be scrolled</p></div>'
        '<p style="width: 1px; overflow: hidden">read aloud</p></main>'
    )
    assert seeing.cut(page) == ["main is 500 wide", "cut: beyond", "cut: too long", "cut: hidden by another"]
    page.close()
