"""The door of a running server."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from pages.door.headers import ALWAYS
from pages.door.index_html import TITLE
from tests.door.client import ask, come_in, drawn, shake, visit
from tests.door.page_paths import page_titles
from tests.door.server import LINK, ROOT, Server, free_port

# Promises 2 and 10 as they hold in the running program.


CLOSED = b"Open the link printed in the terminal"
SERVED = ["/_stcore/health", "/_stcore/host-config", "/_stcore/metrics", "/media/x", "/favicon.png", "/nowhere"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def cookie(server: Server) -> tuple[str, str]:
    """After ``test_a_deep_link_on_a_fresh_server``, which wants a server nobody has entered."""
    return come_in(server)


def test_a_deep_link_on_a_fresh_server_meets_the_gate(server: Server) -> None:
    pages = page_titles()
    assert len(pages) >= 12
    for path in (*pages, *SERVED, "/_stcore/upload_file/a/b", "/static/js/x.js", "/x?token=wrong"):
        reply = ask(server, path)
        assert (reply.status, CLOSED in reply.body) == (403, True), path
    assert shake(server, ("origin", server.origin)).status == 403


def test_with_the_cookie_every_page_is_served(server: Server, cookie: tuple[str, str]) -> None:
    for path in page_titles():
        reply = ask(server, path, cookie)
        assert (reply.status, TITLE.encode() in reply.body) == (200, True), path
    assert ask(server, "/_stcore/health", cookie).body == b"ok"
    assert shake(server, cookie, ("origin", server.origin)).status == 101
    localhost = f"localhost:{server.port}"
    assert shake(server, cookie, ("origin", f"http://{localhost}"), host=localhost).status == 101


def test_every_answer_carries_the_headers(server: Server, cookie: tuple[str, str]) -> None:
    script = re.search(r'src="\.(/static/js/.*?)"', ask(server, "/", cookie).body.decode())
    assert script
    for path in (*page_titles(), *SERVED, script[1]):
        for reply in (ask(server, path, cookie), ask(server, path), ask(server, path, host="evil.example")):
            for name, value in ALWAYS.items():
                assert reply.header(name.decode()) == value.decode(), path
            assert reply.header("content-security-policy").startswith(("default-src 'none'", "connect-src 'self' ws:"))
            assert not [name for name, _ in reply.headers if name.startswith("access-control-")], path
            is_asset = path == script[1] and reply.status == 200
            assert reply.header("cache-control").startswith("private, immutable" if is_asset else "no-store"), path
    assert ask(server, script[1], cookie).status == 200


def strangers(server: Server, cookie: tuple[str, str]) -> dict[str, dict[str, object]]:
    port, own = server.port, ("origin", server.origin)
    return {
        "a strange host": {"headers": (cookie, own), "host": f"evil.example:{port}"},
        "a host without its port": {"headers": (cookie, own), "host": "127.0.0.1"},
        "a host with another port": {"headers": (cookie, own), "host": f"127.0.0.1:{port + 1}"},
        "a strange origin": {"headers": (cookie, ("origin", "http://evil.example"))},
        "another port's origin": {"headers": (cookie, ("origin", f"http://127.0.0.1:{port + 1}"))},
        "another scheme's origin": {"headers": (cookie, ("origin", f"https://127.0.0.1:{port}"))},
        "the other name's origin": {"headers": (cookie, ("origin", f"http://localhost:{port}"))},
        "a null origin": {"headers": (cookie, ("origin", "null"))},
        "another site's request": {"headers": (cookie, own, ("sec-fetch-site", "cross-site"))},
        "another port's request": {"headers": (cookie, own, ("sec-fetch-site", "same-site"))},
        "no cookie": {"headers": (own,)},
        "an empty cookie": {"headers": (own, ("cookie", f"{cookie[1].partition('=')[0]}="))},
        "a wrong cookie": {"headers": (own, ("cookie", f"{cookie[1].partition('=')[0]}=wrong"))},
        "another server's cookie": {"headers": (own, (cookie[0], cookie[1].replace(str(port), str(port + 1))))},
    }


def test_strangers_are_refused_over_http_and_websocket(server: Server, cookie: tuple[str, str]) -> None:
    for kind, case in strangers(server, cookie).items():
        headers, host = case["headers"], str(case.get("host", ""))
        assert isinstance(headers, tuple)
        assert ask(server, "/leakage", *headers, host=host).status == 403, kind
        assert ask(server, "/_stcore/upload_file/a/b", *headers, host=host, method="PUT").status == 403, kind
        assert shake(server, *headers, host=host).status == 403, kind
    assert shake(server, cookie).status == 403, "no origin"


def test_a_link_opens_once_and_keeps_its_page(server: Server, cookie: tuple[str, str]) -> None:
    path = server.link("/leakage").removeprefix(server.origin)
    by_hand = ("sec-fetch-site", "none")
    assert ask(server, path, host="evil.example").status == 403
    reply = ask(server, path, by_hand)
    assert (reply.status, reply.header("location")) == (303, "/leakage")
    assert ask(server, "/leakage", ("cookie", reply.cookies())).status == 200
    assert ask(server, path, by_hand).status == 403
    assert ask(server, f"{path}x", by_hand).status == 403
    assert ask(server, path, by_hand, cookie).status == 303
    # A fresh one is printed at once.
    again = ask(server, server.link().removeprefix(server.origin), by_hand)
    assert again.status == 303


def test_the_terminal_shows_the_links_and_nothing_else_of_what_happened(
    server: Server, cookie: tuple[str, str]
) -> None:
    ask(server, "/leakage?canary-4711", cookie)
    ask(server, "/leakage?token=canary-4711")
    shake(server, cookie, ("origin", server.origin))
    links = LINK.findall(server.printed)
    assert len(links) == len(set(links))
    assert all(link.startswith(f"http://127.0.0.1:{server.port}/?token=") for link in links)
    for link in links:
        assert server.printed.count(link.partition("=")[2]) == 1
    assert cookie[1].partition("=")[2] not in server.printed
    assert "canary-4711" not in server.printed
    # No address without a token, no path, no client's port: the links stand alone.
    assert len(re.findall(r"https?://", server.printed)) == len(links)
    assert "/leakage" not in server.printed
    assert "INFO" not in server.printed


def listening(port: int) -> set[str]:
    """The addresses at which anybody listens at a port, as Linux tells them; which process it is, it need not."""
    addresses = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/self/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            address, _, at = fields[1].partition(":")
            if fields[3] == "0A" and int(at, 16) == port:
                addresses.add(address)
    return addresses


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs Linux's /proc")
def test_it_listens_on_this_machine_alone(server: Server, cookie: tuple[str, str]) -> None:
    assert listening(server.port) == {"0100007F"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--server.address=0.0.0.0"], "listens at 127.0.0.1 only"),
        (["--server.address=127.0.0.2"], "listens at 127.0.0.1 only"),
        (["--server.address=0.0.0.0", "--", "--classroom"], "the one address at which it finds this machine"),
    ],
)
def test_it_does_not_start_where_others_could_come_in_unasked(options: list[str], sentence: str) -> None:
    server = Server(*options)
    assert server.end() != 0
    assert sentence in server.printed
    assert "Traceback" not in server.printed
    assert LINK.findall(server.printed) == []


def test_it_takes_the_next_port_where_the_usual_one_is_taken() -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", 8501))
            taken.listen()
        with Server(port=0) as server:
            cookie = come_in(server)
            assert server.port > 8501
            assert ask(server, "/", cookie).status == 200


def test_other_settings_do_not_loosen_it(tmp_path: Path) -> None:
    """Started from a folder that has settings of its own, with more in the environment and in the command."""
    settings = tmp_path / ".streamlit" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('[browser]\ngatherUsageStats = true\n[client]\nshowErrorDetails = "full"\n')
    options = ["--server.enableStaticServing=true", "--browser.gatherUsageStats=true", "--server.baseUrlPath=x"]
    environment = {
        "STREAMLIT_SERVER_ENABLE_CORS": "false",
        "STREAMLIT_GLOBAL_DEVELOPMENT_MODE": "false",
        "STREAMLIT_CLIENT_DISABLE_DATA_EXPORT": "false",
    }
    with Server(*options, folder=tmp_path, environment=environment) as server:
        cookie = come_in(server)
        with visit(server, cookie) as began:
            assert not began.config.gather_usage_stats
            assert began.config.disable_data_export
        assert ask(server, "/", cookie).status == 200
        assert shake(server, cookie, ("origin", "http://evil.example")).status == 403
        assert json.loads(ask(server, "/_stcore/host-config", cookie).body)["allowedOrigins"] == []
        agent = ask(server, "/_stcore/agent/interact", cookie, ("content-length", "0"), method="POST")
        assert agent.status in (403, 404)


def test_an_interrupt_ends_it_quietly() -> None:
    with Server() as server:
        server.process.send_signal(signal.SIGINT)
        server.end()
    assert "Traceback" not in server.printed


def test_two_servers_do_not_know_each_other(server: Server, cookie: tuple[str, str]) -> None:
    with Server(port=free_port()) as other:
        theirs = come_in(other)
        both = ("cookie", f"{cookie[1]}; {theirs[1]}")
        assert theirs[1].partition("=")[0] != cookie[1].partition("=")[0]
        for each in (server, other):
            assert ask(each, "/", both).status == 200
        assert ask(server, "/", theirs).status == 403
        assert ask(other, "/", cookie).status == 403


# Classroom mode as it holds in the running program: one link for many, at one address, each with a session alone.


ADDRESS = "127.0.0.2"
"""Another address of this machine, as a teacher's would be."""


@pytest.fixture(scope="module")
def class_server() -> Iterator[Server]:
    with Server(f"--server.address={ADDRESS}", "--", "--classroom") as class_server:
        yield class_server


def test_one_link_serves_everybody_each_with_a_session_alone(class_server: Server) -> None:
    link = urlsplit(class_server.link())
    assert link.netloc == f"{ADDRESS}:{class_server.port}"
    path = f"{link.path}?{link.query}"
    pupils = [("cookie", ask(class_server, path, at=ADDRESS).cookies()) for _ in range(3)]
    assert all(ask(class_server, "/leakage", pupil, at=ADDRESS).status == 200 for pupil in pupils)
    with visit(class_server, pupils[0], at=ADDRESS) as first, visit(class_server, pupils[1], at=ADDRESS) as second:
        assert first.initialize.session_id != second.initialize.session_id
    assert len(LINK.findall(class_server.printed)) == 1


def test_it_is_found_at_that_address_alone(class_server: Server) -> None:
    cookie = ("cookie", ask(class_server, urlsplit(LINK.findall(class_server.printed)[0]).path, at=ADDRESS).cookies())
    assert cookie == ("cookie", "")
    token = urlsplit(LINK.findall(class_server.printed)[0]).query
    cookie = ("cookie", ask(class_server, f"/?{token}", at=ADDRESS).cookies())
    own = ("origin", f"http://{ADDRESS}:{class_server.port}")
    assert shake(class_server, cookie, own, at=ADDRESS).status == 101
    for host in (
        f"127.0.0.1:{class_server.port}",
        f"localhost:{class_server.port}",
        ADDRESS,
        f"{ADDRESS}:{class_server.port + 1}",
    ):
        assert ask(class_server, "/", cookie, host=host, at=ADDRESS).status == 403
        assert ask(class_server, f"/?{token}", host=host, at=ADDRESS).status == 403
        assert shake(class_server, cookie, ("origin", f"http://{host}"), host=host, at=ADDRESS).status == 403
    for origin in (
        f"http://127.0.0.1:{class_server.port}",
        f"https://{ADDRESS}:{class_server.port}",
        "null",
        "http://evil.example",
    ):
        assert shake(class_server, cookie, ("origin", origin), at=ADDRESS).status == 403
    assert shake(class_server, cookie, at=ADDRESS).status == 403
    assert shake(class_server, own, at=ADDRESS).status == 403
    assert ask(class_server, "/", at=ADDRESS).status == 403
    with pytest.raises(ConnectionRefusedError):
        ask(class_server, "/", cookie)


def test_without_the_switch_nobody_is_a_class() -> None:
    with Server() as class_server:
        assert "class" not in class_server.printed
        come_in(class_server)
        # The next link is printed once the first was used; waits for it.
        class_server.link()
        assert len(LINK.findall(class_server.printed)) == 2


# The browser is opened so that nobody else on the machine can read the link: in the program as it runs.


# A browser that notes what it was called with, and what it found there.
BROWSER = """#!/bin/sh
tr '\\0' '\\n' < /proc/$$/cmdline > "$NOTES/called"
file=$(printf %s "$1" | sed 's|^file://||')
stat -c %a "$file" "$(dirname "$file")" > "$NOTES/modes"
cp "$file" "$NOTES/found.part"
mv "$NOTES/found.part" "$NOTES/found"
"""


def commands() -> str:
    """The command lines of all processes, as anybody on the machine can read them."""
    lines = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            lines.append((process / "cmdline").read_bytes().decode(errors="replace"))
    return "\n".join(lines)


def wait_for(path: Path) -> str:
    latest = time.monotonic() + 60
    while not path.exists() and time.monotonic() < latest:
        time.sleep(0.05)
    return path.read_text()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs Linux's /proc")
def test_the_link_stands_in_no_command_line(tmp_path: Path) -> None:
    programs, notes, temporary = tmp_path / "bin", tmp_path / "notes", tmp_path / "tmp"
    for folder in (programs, notes, temporary):
        folder.mkdir()
    (programs / "xdg-open").write_text(BROWSER)
    (programs / "xdg-open").chmod(0o700)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "NOTES": str(notes), "TMPDIR": str(temporary)}
    with Server("--server.headless=false", environment=environment) as server:
        found = wait_for(notes / "found")
        [printed] = LINK.findall(server.printed)
        token = printed.partition("token=")[2]
        assert token not in commands() + (notes / "called").read_text()
        assert (notes / "modes").read_text().split() == ["600", "700"]
        link = re.search(r'url=(\S+)"', found)
        assert link is not None
        assert link[1] == printed
        address = (notes / "called").read_text().splitlines()[-1]
        assert Path(unquote(urlsplit(address).path)).exists()
        # As a browser that was led here by a file: from no site of ours, so by a page.
        reply = ask(server, link[1].removeprefix(server.origin), ("sec-fetch-site", "cross-site"))
        assert reply.status == 200
        assert ask(server, "/", ("cookie", reply.cookies())).status == 200
        assert not Path(unquote(urlsplit(address).path)).parent.exists()


def test_what_nobody_opened_is_gone_with_the_program(tmp_path: Path) -> None:
    with Server("--server.headless=false", environment={"TMPDIR": str(tmp_path), "BROWSER": "true"}) as server:
        latest = time.monotonic() + 60
        while not list(tmp_path.glob("leakage-*")) and time.monotonic() < latest:
            time.sleep(0.05)
        assert list(tmp_path.glob("leakage-*"))
        server.stop()
        assert not list(tmp_path.glob("leakage-*"))


# No page ever shows Streamlit's own error: what fails is told in one sentence, and logged without values.


CANARY = "canary-4711"
# The program, with pages that fail as one does that was handed something nobody thought of.
FAILING = f"""
import streamlit as st

from app import door, last_resort
from pages.shell import frame

def fail(*_):
    # Put together, for a traceback shows this line.
    raise KeyError("-".join(("canary", "4711")))

frame.open_page = fail
router = {str(ROOT / "pages" / "navigation.py")!r}
app = st.App(router, middleware=door.middleware, lifespan=door.lifespan, on_script_error=last_resort)
"""


def test_a_page_that_fails_says_so_in_the_programs_own_words(tmp_path: Path) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text(FAILING)
    with Server(app=failing, environment={"PYTHONPATH": str(ROOT)}) as server:
        shown = drawn(server, come_in(server))
    assert b"This page failed (KeyError). Your work is still here" in shown
    assert b"encountered an error" not in shown
    assert CANARY.encode() not in shown
    assert "KeyError (what it says is kept out of the log)" in server.printed
    assert CANARY not in server.printed
