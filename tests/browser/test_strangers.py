"""Strangers stay out, also those in the same browser, and who is let in comes in from anywhere."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

from pages.door.http import CLOSED_TITLE
from tests.browser.driver import Dashboard, enter
from tests.door.server import Server

pytestmark = pytest.mark.browser
SIZE = {"width": 1400, "height": 1000}
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
        requested, answered = set[str](), set[tuple[int, str]]()
        page.on("request", lambda request: requested.add(request.url))
        page.on("websocket", lambda socket: requested.add(socket.url))
        page.on("response", lambda answer: answered.add((answer.status, answer.url)))
        page.goto(hostile.address(name))
        page.wait_for_function("() => document.title.startsWith('{')")
        got = json.loads(page.title())
        # A request whose answer no script can read counts as sent, whatever the answer.
        assert {what for attempt, what in got.items() if attempt != "blind"} == {"was refused"}
        assert len({url for url in requested if f":{server.port}/" in url}) == len(got) + 1
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
        page.get_by_role("heading", name=CLOSED_TITLE).wait_for()
        hostile.shutdown()
    context.close()
