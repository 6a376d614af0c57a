"""What is entered, however hostile, is kept in the vault alone: nothing is fetched for it, run, or left lying about."""

from __future__ import annotations

import ast
import json
import mmap
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from pages.catalogue import PAGES
from tests.browser.driver import IDLE, SIZE, Dashboard, enter
from tests.pages.test_every_page import hostile_work
from tests.server import ROOT, Server, come_in, shake

# Python tells of every connection, name and file before it asks for it, whichever library does.
LISTENER = """
import ast, os, sys

_told = os.open(os.environ["TOLD"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def _tell(event, said):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"):
        os.write(_told, repr((event, said[1])).encode() + b"\\n")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        os.write(_told, repr((event, said[0])).encode() + b"\\n")
    elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"):
        os.write(_told, repr((event, str(said[0]))).encode() + b"\\n")
    elif event == "open" and str(said[0]).startswith(os.environ["TMPDIR"]):
        os.write(_told, repr((event, str(said[0]))).encode() + b"\\n")

sys.addaudithook(_tell)
"""
OWN_ADDRESSES = ("127.0.0.1", "localhost", "::1", None)


@contextmanager
def overheard_server(folder: Path) -> Iterator[tuple[Server, Path]]:
    """A server, and the file in which every socket and temporary file it uses is told."""
    (folder / "sitecustomize.py").write_text(LISTENER)
    events, temporary = folder / "told", folder / "temporary"
    temporary.mkdir()
    with Server(environment={"PYTHONPATH": str(folder), "TOLD": str(events), "TMPDIR": str(temporary)}) as server:
        yield server, events


def spoken_with(log: Path) -> tuple[list[tuple[str, object]], list[tuple[str, object]]]:
    """What happened on this machine alone, and what did not."""
    events = [ast.literal_eval(line) for line in log.read_text().splitlines()]
    inside = [(event, place) for event, place in events if _is_inside(event, place)]
    return inside, [event for event in events if event not in inside]


def _is_inside(event: str, place: object) -> bool:
    if event.startswith(("subprocess", "os.")):
        # What reads files is this program once more, and is listened to as well.
        return place == sys.executable
    name = place[0] if isinstance(place, tuple) else place
    return (name.decode() if isinstance(name, bytes) else name) in OWN_ADDRESSES


class Watched:
    """A browser with everything it asks for, hears and complains of."""

    def __init__(self, context: BrowserContext) -> None:
        self.requested: list[str] = []
        self.answered: list[tuple[int, str]] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.requested.append(request.url))
        context.on("response", lambda response: self.answered.append((response.status, response.url)))
        context.on("page", self._follow)

    def _follow(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.requested.append(socket.url))
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def outside(self, server: Server) -> list[str]:
        """What was asked of anybody but this server."""
        own = (f"{server.origin}/", f"ws://127.0.0.1:{server.port}/", "data:", f"blob:{server.origin}/")
        return [url for url in self.requested if not url.startswith(own)]


pytestmark = pytest.mark.browser
BLOCKED = "Executing inline script violates"
"""Streamlit's one line, which is for search engines."""
# Of this run alone: whoever copies the tests leaves neither lying about.
CANARY = f"canary{secrets.token_hex(6)}"
PASSPHRASE = f"seven grey herons {secrets.token_hex(6)}"
HOSTILE = (
    f"{CANARY}![x](http://192.0.2.1/a)"
    '<img src="http://192.0.2.1/b" onerror="window.ran=1"><script>window.ran=1</script>'
    "=1+1"
)
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
STORAGE = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, document.cookie, window.name, document.title, location.href, history.state,
    document.referrer, await indexedDB.databases(), await caches.keys(),
])"""


def test_hostile_text_in_every_field_stays_here_and_does_nothing(chromium: Browser, tmp_path: Path) -> None:
    """Promises 1, 3 and 7: every name, value and label is hostile and a canary, on every page, and kept in a vault."""
    begun = time.time() - 1.0
    with overheard_server(tmp_path) as (server, sockets):
        context = chromium.new_context(viewport=SIZE)
        watched = Watched(context)
        link = server.link()
        dashboard = enter(context, link)
        work = hostile_work(HOSTILE)
        # Long enough that a server might put the upload aside in a file.
        dashboard.open_copy(replace(work, background=work.background * 2_000))
        dashboard.open_copy(work)
        dashboard.put_into_vault(PASSPHRASE)
        dashboard.open("About me")
        dashboard.say_of_me("Name", f"typed {HOSTILE}", "Who you are")
        seen, titles, stored = {}, [], []
        for title in (page.title for page in PAGES):
            seen[title] = looked_at(dashboard, title)
            titles.append(dashboard.page.title())
            stored.append(dashboard.page.evaluate(STORAGE))
        everything_was_drawn(seen)
        nothing_was_fetched_or_run(dashboard.page, watched, server)
        nothing_leaks(context, watched, server, link, titles, stored)
        nothing_lies_readable(server, begun)
        nobody_else_is_spoken_with(server, sockets)
        context.close()


def looked_at(dashboard: Dashboard, title: str) -> list[dict[str, int]]:
    page = dashboard.page
    dashboard.open(title)
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


def everything_was_drawn(seen: dict[str, list[dict[str, int]]]) -> None:
    """Else what follows would tell little."""
    assert not [title for title, looks in seen.items() if any(shown["failures"] for shown in looks)]
    assert max(shown["charts"] for shown in seen["What she knows"]) >= 2
    assert max(shown["tables"] for shown in seen["Accounts"]) >= 1
    assert sum(shown["drawn"] for looks in seen.values() for shown in looks) >= 10


def nothing_was_fetched_or_run(page: Page, watched: Watched, server: Server) -> None:
    """Markdown, HTML and formulas in every field, in the real front end; what it blocks, it complains of."""
    assert page.evaluate("() => window.ran === undefined")
    assert page.locator("img[src*='192.0.2.1']").count() == 0
    assert f"ws://127.0.0.1:{server.port}/_stcore/stream" in watched.requested
    assert watched.outside(server) == [] and [each for each in watched.complaints if not each.startswith(BLOCKED)] == []
    assert [answer for answer in watched.answered if answer[0] >= 400] == []


def nothing_leaks(
    context: BrowserContext, watched: Watched, server: Server, link: str, titles: list[str], stored: list[str]
) -> None:
    """In no address, title, cookie or storage of the browser, and in no log; nor does the door's cookie get there."""
    cookies = context.cookies()
    everything = json.dumps([watched.requested[1:], titles, stored, cookies])
    assert "127.0.0.1" in everything
    for secret in (CANARY, PASSPHRASE, link.partition("token=")[2]):
        assert secret not in everything, secret
    assert watched.requested[0] == link
    assert CANARY not in server.printed
    door = next(cookie for cookie in cookies if cookie["name"].startswith("leakage-"))
    assert (door["httpOnly"], door["sameSite"], door["expires"]) == (True, "Strict", -1)
    assert door["value"] not in json.dumps(stored)


def nobody_else_is_spoken_with(server: Server, sockets: Path) -> None:
    """By the server, also after a handshake from elsewhere."""
    cookie = come_in(server)
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port + 1}", "null"):
        assert shake(server, cookie, ("origin", origin)).status == 403
    inside, elsewhere = spoken_with(sockets)
    assert ("socket.bind", ("127.0.0.1", server.port)) in inside, "the listener heard nothing"
    assert elsewhere == []


def nothing_lies_readable(server: Server, begun: float) -> None:
    words = [CANARY.encode(), PASSPHRASE.encode(), CANARY.encode("utf-16-le")]
    home = Path.home()
    places = [server.data, ROOT, Path(tempfile.gettempdir()), home / ".streamlit", home / ".cache"]
    assert len(list(server.data.rglob("*.vault"))) == 1
    assert holding(places, words, begun) == []


def holding(folders: list[Path], words: list[bytes], since: float) -> list[Path]:
    """The files below the folders that were written since, and hold one of the words."""
    paths = []
    # What goes while it is walked through is passed over.
    for path in (Path(root, name) for folder in folders for root, _, names in os.walk(folder) for name in names):
        try:
            fresh = path.is_file() and path.stat().st_mtime >= since and path.stat().st_size
            if fresh and holds(path, words):
                paths.append(path)
        except OSError:
            continue  # gone already, or somebody else's
    return paths


def holds(path: Path, words: list[bytes]) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return any(content.find(word) >= 0 for word in words)
