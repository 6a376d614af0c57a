"""The promises a person can check in the browser: nobody is spoken with, strangers stay out, nothing is left behind."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.driver import IDLE, LONGEST, Dashboard
from tests.browser.watching import Watched, overheard_server, spoken_with
from tests.door.client import come_in, shake
from tests.door.page_paths import page_titles
from tests.door.server import Server

pytestmark = pytest.mark.browser
SIZE = {"width": 1400, "height": 1000}
# What lies folded up, or behind another tab, is drawn when it is looked at.
DRAWN = """() => {
    const seen = selector => [...document.querySelectorAll(`[data-testid=stMain] ${selector}`)].filter(
        e => e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}));
    const charts = seen("[data-testid=stPlotlyChart]"), tables = seen("[data-testid=stDataFrame]");
    return {
        charts: charts.length,
        drawn: charts.filter(e => e.querySelector(".js-plotly-plot .main-svg")).length,
        tables: tables.length,
        painted: tables.filter(e => e.querySelector("canvas")).length,
        failures: seen("[data-testid=stException], [data-testid=stAlertContentError]").length,
    };
}"""
ALL_DRAWN = f"() => {{ const d = ({DRAWN})(); return d.charts === d.drawn && d.tables === d.painted; }}"
UNFOLD = "() => document.querySelectorAll('[data-testid=stMain] details:not([open]) > summary').forEach(e => e.click())"
HOSTILE = """<!doctype html><title>Hostile</title><iframe></iframe><script>
const target = "%(target)s", tries = {
    read: () => fetch(target + "/_stcore/host-config", {credentials: "include"}).then(answer => answer.text()),
    blind: () => fetch(target + "/_stcore/health", {mode: "no-cors", credentials: "include"}).then(() => "sent"),
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


def visit_every_page(dashboard: Dashboard) -> dict[str, list[dict[str, int]]]:
    """What is drawn on every page, in the order of the sidebar: unfolded, and under each of its tabs."""
    return {title: looked_at(dashboard, title) for title in page_titles().values()}


def looked_at(dashboard: Dashboard, title: str) -> list[dict[str, int]]:
    page = dashboard.page
    page.locator("[data-testid=stSidebarNav]").get_by_text(title, exact=True).click()
    page.wait_for_function("title => document.title === title", arg=f"{title} · How much does she know?")
    page.wait_for_selector(IDLE)
    page.evaluate(UNFOLD)
    seen = []
    tabs = page.locator("[data-testid=stMain]").get_by_role("tab")
    for tab in range(max(1, tabs.count())):
        if tab:
            tabs.nth(tab).click()
        dashboard.settle()
        page.wait_for_function(ALL_DRAWN)
        seen.append(page.evaluate(DRAWN))
    return seen


def enter(context: BrowserContext, link: str) -> Dashboard:
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(link)
    dashboard = Dashboard(page)
    dashboard.settle()
    return dashboard


def test_over_all_pages_nobody_else_is_spoken_with(chromium: Browser, tmp_path: Path) -> None:
    """Promise 1: by the browser, nor by the server, nor by the server after a handshake from elsewhere."""
    with overheard_server(tmp_path) as (server, told):
        context = chromium.new_context(viewport=SIZE)
        watched = Watched(context)
        dashboard = enter(context, server.link())
        dashboard.press("open-realistic")
        seen = visit_every_page(dashboard)
        cookie = come_in(server)
        for origin in ("http://evil.example", f"http://127.0.0.1:{server.port + 1}", "null"):
            assert shake(server, cookie, ("origin", origin)).status == 403
        dashboard.page.goto(server.origin)
        dashboard.settle()
        context.close()

    assert f"ws://127.0.0.1:{server.port}/_stcore/stream" in watched.asked
    assert watched.outside(server) == []
    # A blocked script, style, picture or connection is complained of in the console.
    assert watched.complaints == []
    assert [answer for answer in watched.answered if answer[0] >= 400] == []
    here, elsewhere = spoken_with(told)
    assert ("socket.bind", ("127.0.0.1", server.port)) in here, "the listener heard nothing"
    assert elsewhere == []
    assert not [title for title, looks in seen.items() if any(look["failures"] for look in looks)]
    assert max(look["charts"] for look in seen["Leakage"]) >= 3
    assert max(look["tables"] for look in seen["Profile"]) >= 1
    assert sum(look["drawn"] for looks in seen.values() for look in looks) >= 10


class Hostile(ThreadingHTTPServer):
    """A server at another port, with one page that would like to come in at ``target``."""

    def __init__(self, target: str, link: str = "") -> None:
        page = (HOSTILE % {"target": target, "link": link}).encode()

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_: object) -> None: ...

        super().__init__(("127.0.0.1", 0), Page)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, name: str) -> str:
        return f"http://{name}:{self.server_port}/"


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"], ids=["another port", "another site"])
def test_another_page_in_the_same_browser_stays_out(chromium: Browser, server: Server, name: str) -> None:
    """Promise 2: also in a browser that holds the cookie, which another port of this machine is sent as well."""
    context = chromium.new_context(viewport=SIZE)
    dashboard = enter(context, server.link())
    with Hostile(server.origin) as hostile:
        page = context.new_page()
        asked, answered = set[str](), set[tuple[int, str]]()
        page.on("request", lambda request: asked.add(request.url))
        page.on("websocket", lambda socket: asked.add(socket.url))
        page.on("response", lambda answer: answered.add((answer.status, answer.url)))
        page.goto(hostile.address(name))
        page.wait_for_function("() => document.title.startsWith('{')")
        got = json.loads(page.title())
        # A request whose answer no script can read counts as sent, whatever the answer.
        assert {what for attempt, what in got.items() if attempt != "blind"} == {"was refused"}
        assert len({url for url in asked if f":{server.port}/" in url}) == len(got) + 1
        # Of the answers only the frame's is told; to the others the browser closes its ears.
        assert {status for status, url in answered if url.startswith(server.origin)} == {403}
        frame = next(frame for frame in page.frames if frame != page.main_frame)
        assert not frame.url.startswith(server.origin)
        hostile.shutdown()
    dashboard.page.reload()
    dashboard.settle()
    context.close()


def test_a_link_followed_from_another_site_leads_in(chromium: Browser, server: Server) -> None:
    """From a mail or a terminal in the browser, say: the strict cookie must arrive all the same."""
    context = chromium.new_context(viewport=SIZE)
    with Hostile(server.origin, server.link("/leakage")) as hostile:
        elsewhere = hostile.address("localhost")
        page = context.new_page()
        page.goto(elsewhere)
        page.get_by_role("link", name="The dashboard").click()
        Dashboard(page).settle()
        assert page.url == f"{server.origin}/leakage"
        assert page.evaluate("document.referrer") == ""
        page.reload()
        Dashboard(page).settle()
        page.go_back()
        assert page.url == elsewhere
        context.clear_cookies()
        page.get_by_role("link", name="The dashboard").click()
        page.get_by_role("heading", name="The door is closed").wait_for()
        hostile.shutdown()
    context.close()
