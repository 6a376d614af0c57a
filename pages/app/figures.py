"""Figures: worked out once a session, two at a time in the process, above two seconds under a bar with *Stop*."""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from inspect import getfile, unwrap
from typing import Any, Generic, TypeVar, TypeVarTuple

import streamlit as st

from leakage.progress import is_heard, listening

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")
MOST_REMEMBERED, BAR_AFTER, PAUSE = 150, 2.0, 0.2
_AT_ONCE = threading.BoundedSemaphore(2)


class figure(Generic[*Arguments, Result]):  # noqa: N801 - it stands above functions
    """A function whose results the session remembers by their arguments; of a ``large`` one only the latest."""

    def __init__(self, compute: Callable[[*Arguments], Result], *, large: bool = False) -> None:
        self._compute, self._large = compute, large
        self._name = f"{getfile(unwrap(compute))}: {compute.__qualname__}"  # every page is the module __main__

    def __call__(self, *args: *Arguments) -> Result:
        """The result; the page ends where the person stops it."""
        (place, wish), results = self._wanted(args) or st.stop(), st.session_state["figures"]
        if place not in results:
            with turn(partial(st.session_state.update, {wish: False})):
                found = self._compute(*args)
            mine = [one for one in results if one[0] == self._name]
            for old in mine if self._large else [*results][: 1 - MOST_REMEMBERED]:
                del results[old]
            results[place] = found
        return results[place]  # type: ignore[no-any-return]

    def offer(self, *args: *Arguments, button: str = "") -> Result | None:
        """The result; None where the person stopped it, or has yet to press a button of that label."""
        return self(*args) if self._wanted(args, button) else None

    def _wanted(self, args: tuple[*Arguments], button: str = "") -> tuple[Hashable, str] | None:
        """The keys of a result and of the wish for it; bytes count by hash. None where a button asks for it."""
        place = self._name, *(hash(one) if isinstance(one, bytes) else getattr(one, "fingerprint", one) for one in args)
        wish = f"wish-{hash(place)}"
        if place in st.session_state.setdefault("figures", {}) or st.session_state.get(wish, not button):
            return place, wish
        ask: dict[str, Any] = {"on_click": st.session_state.update, "args": ({wish: True},)}
        st.button(button or "Start again", f"work-out-{hash(place)}", icon=":material/play_arrow:", **ask)
        return None


@contextmanager
def turn(stop: Callable[[], None] | None = None) -> Iterator[None]:
    """One of two turns, with a bar whose *Stop* calls ``stop`` and ends the run; inside a turn, the same one."""
    bar: Any = None
    due = time.monotonic() + BAR_AFTER
    with ExitStack() as ends:

        def draw(what: str, done: int, total: int) -> None:
            nonlocal bar, due
            _ = "figures" in st.session_state  # Streamlit ends a run here whose session has gone, or was clicked on
            if (late := time.monotonic() >= due) and bar is None:
                place = st.empty()
                ends.callback(place.empty)
                with place.container(border=True):
                    bar = st.progress(0.0)
                    st.button("Stop", key=f"stop-{time.monotonic_ns()}", on_click=stop)
            if late:
                due = time.monotonic() + PAUSE
                bar.progress(min(1.0, done / max(total, 1)), f"{what}: {done:,} of {total:,}" if total else what)

        if not is_heard():
            while not _AT_ONCE.acquire(timeout=0.1):
                draw("Waiting for other calculations", 0, 0)
            ends.callback(_AT_ONCE.release)
            ends.enter_context(listening(draw))
        yield
