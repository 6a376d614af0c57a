"""A class opens *Leakage* at once: seconds until the first, the middle and the last of them see it.

Run with ``.venv/bin/python -m tests.benchmarks.classroom``. Forty sessions, each a WebSocket of its own that asks as
the front end does, have the realistic person open in one server; then all ask for *Leakage*, and each waits until the
run of its page has ended. No browser draws: what is timed is the server, over the wire.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from contextlib import ExitStack

from tests.benchmarks.visitors import Visitor, visitor
from tests.browser.processes import memory_of, processor_seconds_of
from tests.door.client import come_in
from tests.door.server import Server

CLASS = 40


def all_at_once(visitors: list[Visitor], page: str) -> list[float]:
    """Have all ask for a page at the same moment; seconds until each sees it."""
    begun = time.perf_counter()
    taken = [0.0] * len(visitors)

    def follow(number: int) -> None:
        visitors[number].wait()
        taken[number] = time.perf_counter() - begun

    for session in visitors:
        session.begin(page)
    threads = [threading.Thread(target=follow, args=(number,)) for number in range(len(visitors))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=CLASS)
    parser.add_argument("--page", default="leakage")
    given = parser.parse_args()
    with Server() as server, ExitStack() as stack:
        cookie = come_in(server)
        visitors = [stack.enter_context(visitor(server, cookie)) for _ in range(given.visitors)]
        for session in visitors:
            session.press("open-realistic")
        used = processor_seconds_of(server.process.pid)
        taken = all_at_once(visitors, given.page)
        used = processor_seconds_of(server.process.pid) - used
        failed = sum(session.failed or not session.texts for session in visitors)
        print(
            f"{given.visitors} at once on {given.page}: "
            f"first {taken[0]:.1f} s, middle {statistics.median(taken):.1f} s, "
            f"last {taken[-1]:.1f} s; processor {used:.1f} s, {memory_of(server.process.pid):.0f} MB, {failed} failed"
        )


if __name__ == "__main__":
    main()
