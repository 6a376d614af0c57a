"""Long work on a published table: a bar after two seconds, and a way out that leaves everything else as it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from leakage.tables.table import Report
from pages.ui.published.opening import latest

_WISHES = "published.wishes"
PATIENCE = 2.0
PAUSE = 0.2
Result = TypeVar("Result")


class Bar:
    """Told how far it is: drawing the bar lets a click on Cancel stop the work."""

    def __init__(self, name: str, cancel: Callable[[], None]) -> None:
        self._name, self._cancel = name, cancel
        self._drawn = time.monotonic() + PATIENCE - PAUSE
        self._place: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._drawn < PAUSE:
            return
        self._drawn = now
        if self._place is None:
            self._place = st.empty()
            # A key of its own: two works may take long in one run of the page.
            box = self._place.container(border=True)
            self._bar = box.progress(0.0, what)
            box.button("Cancel", key=f"published-cancel-{self._name}", on_click=self._cancel)
        self._bar.progress(min(1.0, done / max(total, 1)), f"{what}: {done:,} of {total:,}")

    def clear(self) -> None:
        if self._place is not None:
            self._place.empty()


def patiently(name: str, work: Callable[[Report], Result], cancel: Callable[[], None]) -> Result:
    """Do work that may take long, with a bar and a way to cancel once it does.

    Arguments:
        name: of the work, unique on the page.
        work: is handed what it tells how far it is.
        cancel: what a click does before the page runs again.
    """
    bar = Bar(name, cancel)
    result = work(bar)
    bar.clear()
    return result


def latest_or_left(name: str, key: Hashable, work: Callable[[Report], Result], at_once: bool = True) -> Result | None:
    """As ``latest``, for work that may take long; None while it is left alone, which is said with a way to do it.

    Arguments:
        name, key: as ``latest``.
        work: is handed what it tells how far it is.
        at_once: whether it is done without being asked for.
    """
    wishes: dict[str, tuple[Hashable, bool]] = st.session_state.setdefault(_WISHES, {})
    wish = wishes.get(name)
    if not (wish[1] if wish and wish[0] == key else at_once):
        st.text("Not worked out: it may take long.")
        st.button("Work it out", key=f"published-again-{name}", on_click=wishes.update, args=({name: (key, True)},))
        return None
    return latest(name, key, lambda: patiently(name, work, lambda: wishes.update({name: (key, False)})))
