"""Every click is taken whole, and one after the other, however quickly they come and whatever is closed meanwhile.

Streamlit ends a run wherever it looks at its state once another click has come or the page was closed: also in the
midst of a callback, which then has done half of its work, or just before it, and then the click is lost. Two clicks
that wait are made one: two presses of a button are one press, and what was pressed last may come first. Here a run is
ended only while it draws, and what waits is taken in the order in which it came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from streamlit.runtime.scriptrunner import get_script_run_ctx, script_runner
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequest,
    ScriptRequests,
    ScriptRequestType,
)
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState

MOST_WAITING = 100
_WHOLE: ContextVar[bool] = ContextVar("whole", default=False)


def take_clicks_whole() -> None:
    """From now on, for every run; each session must have one run at a time (``runner.fastReruns``)."""
    setattr(script_runner, "ScriptRequests", Clicks)  # noqa: B010 -- there is no setting for it


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Inside, a run is not ended: what changes both the disk and the session's state does both or neither."""
    token = _WHOLE.set(True)
    try:
        yield
    finally:
        _WHOLE.reset(token)


class Clicks(ScriptRequests):
    """What a session's runs are asked for: as Streamlit's, but that no click is cut short, merged or passed over."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[RerunData] = deque()
        self._unread = False
        self._ending = False

    def request_stop(self) -> None:
        """End what is being drawn; clicks that wait are taken before, and where the page ends itself, drawn as well."""
        with self._lock:
            context = get_script_run_ctx(suppress_warning=True)
            by_itself = context is not None and context.script_requests is self
            self._ending = self._ending or not by_itself
            if self._state is ScriptRequestType.RERUN and (by_itself or _is_click(self._rerun_data)):
                return
        super().request_stop()

    def on_scriptrunner_yield(self) -> ScriptRequest | None:
        """As Streamlit's; nothing ends a run before its click was read, in a callback, or where it says so."""
        if self._unread:
            # The look that comes before a click is read.
            self._unread = False
            return None
        if _WHOLE.get() or ThreadState.get().run_location is RunLocation.CALLBACK:
            return None
        request = super().on_scriptrunner_yield()
        if request is not None:
            self._handed_out(request)
        return request

    def on_scriptrunner_ready(self) -> ScriptRequest:
        """As Streamlit's."""
        request = super().on_scriptrunner_ready()
        self._handed_out(request)
        return request

    def _handed_out(self, request: ScriptRequest) -> None:
        if request.type is not ScriptRequestType.RERUN:
            return
        self._unread = request.rerun_data.widget_states is not None
        with self._lock:
            if self._waiting:
                super()._request_rerun_locked(self._waiting.popleft())
            elif self._ending:
                self._state = ScriptRequestType.STOP

    def _request_rerun_locked(self, new_data: RerunData) -> bool:
        if self._ending:
            return False
        if self._state is not ScriptRequestType.RERUN and not self._waiting:
            return bool(super()._request_rerun_locked(new_data))
        last = self._waiting[-1] if self._waiting else self._rerun_data
        if _is_click(last) and _is_click(new_data) and len(self._waiting) < MOST_WAITING:
            self._waiting.append(new_data)
        elif not (_is_click(last) and _asks_only_to_draw_again(new_data)):
            self._put_last(_united(last, new_data))
        return True

    def _put_last(self, data: RerunData) -> None:
        if self._waiting:
            self._waiting[-1] = data
        else:
            self._rerun_data = data


def _is_click(data: RerunData) -> bool:
    """Whether a browser sent it, about the whole page."""
    part = data.fragment_id or data.fragment_id_queue or data.is_fragment_scoped_rerun
    return data.widget_states is not None and not part


def _asks_only_to_draw_again(data: RerunData) -> bool:
    """Whether the run itself asked for it, about the page it is on: a click that waits is followed by a run anyway."""
    context = get_script_run_ctx(suppress_warning=True)
    here = context is not None and context.page_script_hash == data.page_script_hash
    return data.widget_states is None and here


def _united(first: RerunData, second: RerunData) -> RerunData:
    """As Streamlit makes two requests one."""
    both = ScriptRequests()
    both.request_rerun(first)
    both.request_rerun(second)
    return both.on_scriptrunner_ready().rerun_data
