"""Another page in the same browser stays out, and its link leads in."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import SIZE, Dashboard, enter
from tests.server import Server

pytestmark = pytest.mark.browser
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
