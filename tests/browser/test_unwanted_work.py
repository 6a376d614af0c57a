"""Nobody waits for it any more: what a page computes ends when another page is opened, and when the tab is closed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.browser.driver import Dashboard
from tests.browser.processes import memory_of, processor_seconds_of
from tests.browser.test_cancel import compute, slow_work
from tests.door.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONGEST = 60
LITTLE = 0.25
"""The share of one core that a server uses at most while nobody asks for anything."""


def idle(server: Server) -> bool:
    """Whether the server comes to rest within a minute; the work it would have to do takes several."""
    for _ in range(LONGEST):
        used, begun = processor_seconds_of(server.process.pid), time.monotonic()
        time.sleep(1.0)
        if processor_seconds_of(server.process.pid) - used < LITTLE * (time.monotonic() - begun):
            return True
    return False


def test_what_nobody_waits_for_ends(dashboard: Dashboard, server: Server, tmp_path: Path) -> None:
    copy = tmp_path / "slow.json"
    copy.write_text(slow_work())
    dashboard.open_copy(copy)
    compute(dashboard)
    dashboard.open("About me")
    assert idle(server), "it goes on although another page was opened"
    compute(dashboard)
    dashboard.page.close()
    assert idle(server), "it goes on although the tab was closed"
    memory = memory_of(server.process.pid)
    assert idle(server) and memory_of(server.process.pid) <= memory + 50, "its memory grows although it has ended"
