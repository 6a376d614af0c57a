"""Walks through rooms of the program, and by keyboard; axe finds nothing of weight; another page stays out."""

from __future__ import annotations

import csv
import io
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, FilePayload, Page, expect

from leakage.workspace.workspace import Workspace
from pages.catalogue import BREACHES, COMPANY, REQUESTS, ROOMS, TRANSFER
from pages.catalogue import Page as Listed
from tests.browser.driver import IDLE, LONGEST, SIZE, Dashboard, enter
from tests.server import Server
from tests.workspace.files.data.exports import bitwarden, made_up_logins

pytestmark = pytest.mark.browser
PASSPHRASE = "seven grey herons wade"


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def import_logins(dashboard: Dashboard, number: int) -> None:
    dashboard.open("Import")
    dashboard.hand_in("import-upload", file("export", bitwarden(made_up_logins(number))))
    dashboard.page.get_by_text(f"{number} accounts and ").wait_for()
    dashboard.press("import-add")


def test_accounts(dashboard: Dashboard) -> None:
    """An import of 300 logins, an account by hand, a refused file, and both undone."""
    import_logins(dashboard, 300)
    dashboard.key("strip").get_by_text("Eve surely has").wait_for()
    dashboard.open("Accounts")
    dashboard.page.get_by_text("Add an account").first.click()
    dashboard.name_new("account-name", "Corner shop")
    dashboard.press("account-add")
    assert len(dashboard.work().releases) == 301
    assert dashboard.work().releases[-1].recipient == "Corner shop"
    dashboard.open("Import")
    dashboard.hand_in("import-upload", file("bomb.zip", b"PK\x03\x04" + bytes(100)))
    assert len(dashboard.work().releases) == 301
    dashboard.press("undo")
    assert len(dashboard.work().releases) == 300
    dashboard.press("undo")
    expect(dashboard.key("save-copy")).to_have_count(0)


def meets_the_closed_door(page: Page) -> None:
    page.get_by_text("The door is closed.").wait_for(timeout=LONGEST)
    assert page.locator("[data-testid=stApp]").count() == 0


def test_safe_place(chromium: Browser) -> None:
    """By the link alone; a refresh and a second tab lose nothing; what is locked is gone from both screens."""
    context = chromium.new_context(viewport=SIZE, accept_downloads=True)
    with Server() as server:
        early = context.new_page()
        early.goto(f"{server.origin}/leakage")
        meets_the_closed_door(early)
        link = server.link()
        dashboard = enter(context, link)
        dashboard.open_copy(Workspace(profile=(("Name", "first herons"),)))
        dashboard.put_into_vault(PASSPHRASE)
        dashboard.open("About me")
        dashboard.say_of_me("Name", "second herons")
        dashboard.page.reload()
        dashboard.settle()
        dashboard.unlock(PASSPHRASE)
        assert dashboard.work().profile == (("Name", "second herons"),)
        other = enter(context, f"{server.origin}/profile")
        other.page.get_by_text("Your work is open in another tab.").wait_for()
        other.unlock(PASSPHRASE)
        assert other.work().profile == (("Name", "second herons"),)
        dashboard.page.bring_to_front()
        dashboard.menu.get_by_text("Eve", exact=True).click()
        dashboard.page.get_by_role("heading", name="Unlock your work").wait_for()
        other.page.bring_to_front()
        other.press("lock")
        for each in (dashboard, other):
            each.page.get_by_role("heading", name="Unlock your work").wait_for()
            assert "second herons" not in each.page.content()
        dashboard.page.go_back()
        dashboard.settle()
        assert "second herons" not in dashboard.page.content()
        stranger = chromium.new_context()
        late = stranger.new_page()
        late.goto(link)
        meets_the_closed_door(late)
        stranger.close()
    context.close()


NOTHING_BESIDE = "document.documentElement.scrollWidth <= window.innerWidth"
GROUND = "body => getComputedStyle(body).backgroundColor"


def test_a_report_opens_and_prints_whole_without_a_single_request(
    dashboard: Dashboard, chromium: Browser, tmp_path: Path
) -> None:
    dashboard.press("open-realistic")
    counted = dashboard.headline()
    dashboard.open("Report")
    dashboard.press("report-make")
    written = tmp_path / "report.html"
    written.write_bytes(dashboard.save("report-save"))
    context = chromium.new_context(color_scheme="dark", viewport={"width": 400, "height": 800})
    page = context.new_page()
    requests, messages = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.goto(written.as_uri())
    page.get_by_text(counted).wait_for()
    page.locator("svg").first.wait_for()
    assert page.evaluate(NOTHING_BESIDE)
    dark = page.locator("body").evaluate(GROUND)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4, with its margins
    assert page.locator("body").evaluate(GROUND) == "rgb(255, 255, 255)" != dark
    assert page.evaluate(NOTHING_BESIDE)
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert requests == [written.as_uri()] and messages == []
    context.close()


TABLE = (
    ("Name", "Age", "Zip", "Illness"),
    ("Ann", "21", "4761", "flu"),
    ("Ben", "24", "4762", "asthma"),
    ("Cas", "27", "4763", "flu"),
    ("Dor", "29", "4764", "cancer"),
    ("Eli", "41", "4791", "flu"),
    ("Fay", "43", "4792", "cancer"),
    ("Gus", "46", "4793", "asthma"),
    ("Hal", "48", "4794", "asthma"),
)


def test_science(dashboard: Dashboard) -> None:
    """A table of one's own, gone with a refresh; the other pages open and draw."""
    written = io.StringIO()
    csv.writer(written).writerows(TABLE)
    dashboard.open("Published table")
    dashboard.page.get_by_role("button", name="Open your own").click()
    dashboard.hand_in("given-upload", file("clinic.csv", written.getvalue().encode()))
    # Everybody is alone in every column, so all but the last are marked at first.
    dashboard.page.get_by_role("heading", name=re.compile(r"^8\D+8\D*$")).first.wait_for()
    known = dashboard.page.locator("[class*=st-key-published-known-]")
    known.get_by_role("button", name="Name").first.click()
    dashboard.settle()
    dashboard.page.get_by_role("tab", name="Make it coarser").click()
    smallest_class = dashboard.page.locator("[class*=st-key-published-ask-k-]").get_by_role("spinbutton")
    smallest_class.fill("4")
    smallest_class.press("Enter")
    dashboard.settle()
    dashboard.page.get_by_role("button", name="Try all").click()
    dashboard.key("published-use").wait_for()
    dashboard.press("published-use")
    assert re.findall(r"\d+", dashboard.headline()) == ["3", "7"]
    for page in ("An attacker's error", "Re-identification", "Laboratory", "Copy as Python"):
        dashboard.open(page)
        assert not dashboard.page.locator("[data-testid=stException]").count()
    dashboard.page.reload()
    dashboard.settle()
    dashboard.open("Published table")
    expect(dashboard.page.get_by_text("Dor", exact=True)).to_have_count(0)


HOSTILE = """<!doctype html><title>Hostile</title><iframe></iframe><script>
const target = "%(target)s", tries = {
    read: () => fetch(target + "/_stcore/host-config", {credentials: "include"}).then(answer => answer.text()),
    upload: () => fetch(target + "/_stcore/upload_file/a/b", {method: "PUT", credentials: "include", body: "x"}),
    image: () => new Promise((done, failed) => Object.assign(new Image(), {onload: done, onerror: failed,
        src: target + "/favicon.png"})),
    script: () => new Promise((done, failed) => document.head.append(Object.assign(document.createElement("script"),
        {onload: done, onerror: failed, src: target + "/static/js/index.js"}))),
    socket: () => new Promise((done, failed) => Object.assign(new WebSocket(
        target.replace("http", "ws") + "/_stcore/stream"), {onopen: done, onerror: failed})),
};
document.querySelector("iframe").src = target + "/leakage";
(async () => {
    const got = {};
    for (const [name, attempt] of Object.entries(tries))
        got[name] = await attempt().then(() => "came in", () => "was refused");
    document.title = JSON.stringify(got);
})();
</script><a href="%(link)s">The dashboard</a>"""


class Hostile(ThreadingHTTPServer):
    """A server at another port, with one page that would like to come in at ``target``."""

    def __init__(self, target: str, link: str) -> None:
        page = (HOSTILE % {"target": target, "link": link}).encode()

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_: object) -> None: ...

        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, name: str) -> str:
        return f"http://{name}:{self.server_port}/"


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"], ids=["another port", "another site"])
def test_another_page_in_the_same_browser_stays_out_and_its_link_leads_in(
    chromium: Browser, server: Server, name: str
) -> None:
    """Also in a browser that holds the cookie, which another port of this machine is sent as well."""
    context = chromium.new_context(viewport=SIZE)
    enter(context, server.link())
    with Hostile(server.origin, server.link("/leakage")) as hostile:
        page = context.new_page()
        answered = set[tuple[int, str]]()
        page.on("response", lambda answer: answered.add((answer.status, answer.url)))
        page.goto(hostile.address(name))
        page.wait_for_function("() => document.title.startsWith('{')")
        assert set(json.loads(page.title()).values()) == {"was refused"}
        assert {status for status, url in answered if url.startswith(server.origin)} == {403}
        page.get_by_role("link", name="The dashboard").click()
        Dashboard(page).settle()
        assert page.url == f"{server.origin}/leakage"
        assert page.evaluate("document.referrer") == ""
        hostile.shutdown()
    context.close()


GRAVE = ("moderate", "serious", "critical")
"""Of the minor ones all are Streamlit's: the role of its upload, the empty corner of its tables."""
AXE = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]});
    return violations.flatMap(({id, impact, nodes}) => nodes.map(({html}) => [impact, `${id}: ${html.slice(0, 200)}`]));
}"""
AT_ONCE = "*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }"
"""What changes by and by, changes at once: what is looked at is how it ends."""
LOOKED_AT = (*(room.parts[0] for room in ROOMS), TRANSFER, REQUESTS, BREACHES, COMPANY)

EXPORT = FilePayload(name="logins.json", mimeType="application/json", buffer=bitwarden(made_up_logins(12)))


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """The realistic person, in one tab for all pages."""
    context = chromium.new_context(viewport=SIZE)
    dashboard = enter(context, server.link())
    dashboard.page.add_style_tag(content=AT_ONCE)
    for theme in ("light", "dark"):
        assert graves_in(dashboard.page, theme) == []  # before there is any work
    dashboard.press("open-realistic")
    yield dashboard
    context.close()


def graves(page: Page) -> list[str]:
    page.mouse.move(0, 0)  # what the mouse rests on opens a help
    page.evaluate(AXE_SCRIPT)
    return [found for impact, found in page.evaluate(AXE) if impact in GRAVE]


def graves_in(page: Page, theme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme", arg=theme
    )
    page.wait_for_selector(IDLE)
    return graves(page)


@pytest.mark.parametrize("listed", LOOKED_AT, ids=lambda page: page.title)
def test_nothing_of_weight_is_found(opened: Dashboard, listed: Listed) -> None:
    opened.open(listed.title)
    assert graves_in(opened.page, "dark" if LOOKED_AT.index(listed) % 2 else "light") == []


def test_from_the_upload_to_the_first_step_done_by_tab_and_enter(dashboard: Dashboard) -> None:
    page = dashboard.page

    def enter_at(key: str) -> None:
        while not page.evaluate(f"document.activeElement.matches('[class*=st-key-{key}] [data-testid^=stBaseButton]')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    with page.expect_file_chooser() as chooser:
        enter_at("upload-import")
    chooser.value.set_files([EXPORT])
    for key in ("import-add", "home-done"):
        dashboard.key(key).wait_for()
        dashboard.settle()
        enter_at(key)
    page.get_by_text("Done. ").wait_for()
    work = dashboard.work()
    assert len(work.releases) == 12 and [given.answer for given in work.answers] == ["done"]


def test_what_is_wrong_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content('<title>x</title><h1>A</h1><h3>B</h3><img src="data:,"><p style="color: #aaa">faint</p>')
    found = " ".join(graves(page))
    assert all(rule in found for rule in ("color-contrast", "image-alt", "heading-order", "html-has-lang"))
    page.close()
