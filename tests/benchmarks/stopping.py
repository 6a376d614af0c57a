"""How long a page computes without looking whether it is still wanted: every page, and every figure left to a button.

Run with ``.venv/bin/python -m tests.benchmarks.stopping``. In this process, without a browser: each time the page
looks, the time since the last look is noted, and what is still at work after so many seconds is stopped as by a click.
Where other programs are at work too, the processor's time says how much of it was this one's.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import logging
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from leakage.workspace.workspace import Workspace
from pages.door import preload
from pages.shell import computing
from tests.benchmarks.works import WORKS, made_up
from tests.pages.helpers import PAGES, press, start

SILENT_SECONDS = 0.1
"""Seconds without a look that are told one by one, with where they passed."""

BUTTONS = "on-demand-"

USUAL = ["1,000 releases", "1,000 independent", "1,000 in pairs", "10,000 x 12"]


@dataclass
class Silence:
    """The longest time between two looks, the processor's time in it, and who was at work then."""

    seconds: float = 0.0
    processor: float = 0.0
    where: str = ""


class Listener:
    """Notes every look of what computes, and stops it after a while."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last, self._processor, self._thread, self._where = 0.0, 0.0, 0, ""
        self._longest = Silence()
        self._check, self._turn = computing.Computation.check, computing.turn
        self._collecting = 0.0
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._watch, daemon=True).start()

    def longest(self) -> Silence:
        """The longest silence since this was asked last."""
        longest, self._longest = self._longest, Silence()
        return longest

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note the looks of all that computes in the block."""

        def check(computation: computing.Computation) -> None:
            self._note()
            self._thread = threading.get_ident()
            if computation.used + self._last - computation.since > self._seconds:
                raise computing.Stopped("It was stopped, as by a click.")
            self._check(computation)

        @contextmanager
        def turn() -> Iterator[None]:
            with self._turn():
                self._last, self._processor = time.monotonic(), time.process_time()
                self._thread = threading.get_ident()
                yield
            self._note()
            self._thread = 0

        computing.Computation.check, computing.turn = check, turn  # type: ignore[method-assign]
        try:
            yield
        finally:
            computing.Computation.check, computing.turn = self._check, self._turn  # type: ignore[method-assign]

    def _note(self) -> None:
        now, processor = time.monotonic(), time.process_time()
        if now - self._last > self._longest.seconds:
            self._longest = Silence(now - self._last, processor - self._processor, self._where)
        self._last, self._processor, self._where = now, processor, ""

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        """Python collects garbage, and no thread goes on meanwhile."""
        now = time.monotonic()
        if phase == "start":
            self._collecting = now
        elif now - self._collecting > SILENT_SECONDS / 2:
            self._where = f"{now - self._collecting:.2f} s of it Python collected garbage"

    def _watch(self) -> None:
        """Tell from beside where the thread that computes is, once it has been silent for long."""
        while True:
            time.sleep(SILENT_SECONDS / 5)
            if self._thread and not self._where and time.monotonic() - self._last > SILENT_SECONDS:
                self._where = _place(self._thread)


def _place(thread: int) -> str:
    frame = sys._current_frames().get(thread)
    ours = [entry for entry in traceback.extract_stack(frame) if "/leakage/" in entry.filename] if frame else []
    return " < ".join(f"{entry.filename.rpartition('/leakage/')[2]}:{entry.lineno}" for entry in reversed(ours[-8:]))


@contextmanager
def all_tabs() -> Iterator[None]:
    """Somebody who looks at every tab: what is hidden is not worked out."""
    draw = st.tabs

    def tabs(labels: Sequence[str], **settings: Any) -> Sequence[TabContainer]:
        drawn = draw(labels, **settings)
        for tab in drawn:
            tab.open = True
        return drawn

    st.tabs = tabs
    try:
        yield
    finally:
        st.tabs = draw


def walk(workspace: Workspace, pages: Sequence[str], listener: Listener) -> None:
    """Open every page, press every button that has a figure worked out, and print the longest silence of each."""
    for page in pages:
        begun = time.monotonic()
        at = start(workspace, page)
        _tell(page, time.monotonic() - begun, listener)
        pressed: set[str] = set()
        while left := [b.key for b in at.button if (b.key or "").startswith(BUTTONS) and b.key not in pressed]:
            pressed.add(left[0])
            begun = time.monotonic()
            press(at, left[0])
            _tell(f"  {left[0].removeprefix(BUTTONS)}", time.monotonic() - begun, listener)


def _tell(what: str, seconds: float, listener: Listener) -> None:
    silence = listener.longest()
    times = f"{seconds:6.1f} s   {silence.seconds:5.2f} s   {silence.processor:7.2f} s"
    print(f"{what:<60} {times}   {silence.where}", flush=True)


def main() -> None:
    logging.getLogger("streamlit").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--works", nargs="*", default=["1,000 releases", "1,000 independent", "10,000 x 12"], choices=list(WORKS)
    )
    parser.add_argument("--pages", nargs="*", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--seconds", type=float, default=20.0, help="after which what is at work is stopped")
    arguments = parser.parse_args()
    start()
    # As the server does once it stands.
    for part in preload.parts_of_pages():
        importlib.import_module(part)
    preload.import_needed()
    listener = Listener(arguments.seconds)
    with listener.listening(), all_tabs():
        for name in arguments.works:
            print(f"\n{name}\n{'page, or figure asked for':<60} {'took':>8}   {'silent':>7}   {'processor':>9}")
            walk(made_up(name), arguments.pages, listener)


if __name__ == "__main__":
    main()
