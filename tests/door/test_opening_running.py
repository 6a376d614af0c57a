"""The browser is opened so that nobody else on the machine can read the link: in the program as it runs."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.door.client import ask
from tests.door.server import LINK, Server

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
    told = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            told.append((process / "cmdline").read_bytes().decode(errors="replace"))
    return "\n".join(told)


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
