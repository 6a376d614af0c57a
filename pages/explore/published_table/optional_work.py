"""Long work on a published table: a bar after two seconds, and a way out that leaves everything else as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from pages.shell import on_demand, progress
from pages.shell.session_cache import is_latest, latest

Result = TypeVar("Result")


def run_cancellable(work: Callable[[], Result], cancel: Callable[[], None]) -> Result:
    """Do work that may take long, with a bar and a way to cancel once it does.

    Arguments:
        work: reports to ``leakage.progress``.
        cancel: what a click does before the page runs again.
    """
    return progress.run_with_progress(work, progress.Bar("Cancel", on_click=cancel))


def latest_or_left(name: str, key: Hashable, work: Callable[[], Result], at_once: bool = True) -> Result | None:
    """As ``latest``, for work that may take long; None while it is left alone, which is said with a way to do it.

    Arguments:
        name, key: as ``latest``.
        work: reports to ``leakage.progress``.
        at_once: whether it is done without being asked for.
    """
    seconds = 0.0 if at_once else None
    ready = is_latest(name, key)
    return on_demand.figure(f"published-{name}", key, lambda: latest(name, key, work), seconds, ready=ready)
