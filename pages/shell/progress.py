"""Long work: a bar after two seconds, and a way to cancel; nothing at all before."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from leakage.progress import Listener
from pages.shell import computing, history, session, watchdog

Result = TypeVar("Result")
BAR_AFTER = 2.0
PAUSE = 0.2


class Bar:
    """A progress bar that comes when the work has taken long; drawing it lets a click on its button interrupt the work.

    Arguments:
        label: of the button.
        heard: told every report as well; it may stop the work by raising an exception.
        button: what else ``st.button`` is told: what a click does before the page runs again.
    """

    def __init__(self, label: str, heard: Listener | None = None, **button: Any) -> None:
        self._label, self._heard, self._button = label, heard, button
        self._drawn = time.monotonic() + BAR_AFTER - PAUSE
        self._place: Any = None

    def hear(self, what: str, done: int, total: int) -> None:
        """A report, in the thread of the work."""
        if self._heard is not None:
            self._heard(what, done, total)

    def draw(self, what: str, done: int, total: int) -> None:
        """Show how far it is, where that takes long; in the thread of the page."""
        now = time.monotonic()
        if now - self._drawn < PAUSE:
            return
        self._drawn = now
        if self._place is None:
            self._place = st.empty()
            # Two works may take long in one run of a page, and no two buttons may have the same key.
            box = self._place.container(border=True)
            self._bar = box.progress(0.0, what)
            box.button(self._label, key=f"cancel-long-work-{session.fresh_number()}", **self._button)
        how_far = f": {done:,} of {total:,}" if total else f": {done:,}" if done else ""
        self._bar.progress(min(1.0, done / max(total, 1)), what + how_far)

    def clear(self) -> None:
        if self._place is not None:
            self._place.empty()


def run_with_progress(
    work: Callable[[], Result], bar: Bar | None = None, limits: watchdog.Limits | None = None
) -> Result:
    """Do work that may take long, with a bar and a way to cancel once it does.

    Inside other such work there is one bar, that of the whole.

    Arguments:
        work: reports to ``leakage.progress``.
        bar: by default one whose button takes back the last edit of the workspace.
        limits: how long it may go on without progress; by default ``watchdog.COMPUTING``.

    Raises:
        Stopped: as ``computing.run``.
    """
    if watchdog.current() is not None:
        return work()
    shown = bar or Bar(
        "Cancel and take back the last edit",
        on_click=history.move,
        args=(-1,),
        disabled=not history.undoable(),
        help="Leads back to before the edit that takes so long.",
    )
    try:
        result = computing.run(work, shown.hear, shown.draw, limits)
    except Exception:
        # What takes its place says why; a run that ends for another click draws nothing any more.
        shown.clear()
        raise
    shown.clear()
    return result
