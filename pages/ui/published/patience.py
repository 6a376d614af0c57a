"""Long work on a published table: a bar after two seconds, and a way out that leaves everything else as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

from leakage.tables.table import Report
from pages.ui import waiting
from pages.ui.published.opening import latest

_WISHES = "published.wishes"
Result = TypeVar("Result")


def patiently(work: Callable[[Report], Result], cancel: Callable[[], None]) -> Result:
    """Do work that may take long, with a bar and a way to cancel once it does.

    Arguments:
        work: is handed what it tells how far it is.
        cancel: what a click does before the page runs again.
    """
    bar = waiting.Bar("Cancel", on_click=cancel)
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
    return latest(name, key, lambda: patiently(work, lambda: wishes.update({name: (key, False)})))
