"""The current workspace and its history. What else a session holds lies with what it belongs to, all in pages/ui."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

from leakage.workspace.workspace import Workspace
from pages.ui import tables

_HISTORY = "history"
_REMEMBERED = "remembered"
_NUMBER = "number"
MOST_REMEMBERED = 150
Result = TypeVar("Result")
LONGEST_HISTORY = 200


@dataclass(frozen=True)
class Step:
    """A workspace, what the edit that led to it changed, and the worked example it began as."""

    workspace: Workspace
    what: str
    example: str = ""


@dataclass(frozen=True)
class History:
    """The steps of this session; the current one is at ``position``."""

    steps: tuple[Step, ...]
    position: int

    @property
    def current(self) -> Workspace:
        return self.steps[self.position].workspace

    def followed_by(self, step: Step) -> History:
        """The history with a step after the current one; what had been undone is gone."""
        kept = (*self.steps[: self.position + 1], step)[-LONGEST_HISTORY:]
        return History(kept, len(kept) - 1)


def _history() -> History:
    if _HISTORY not in st.session_state:
        st.session_state[_HISTORY] = History((Step(Workspace(), "an empty start"),), 0)
    history: History = st.session_state[_HISTORY]
    return history


def current() -> Workspace:
    """The workspace as it stands."""
    return _history().current


def begun() -> bool:
    """Whether anything was entered or opened in this session."""
    history = _history()
    return len(history.steps) > 1 or history.current != Workspace()


def previous() -> Workspace | None:
    """The workspace before the last edit; None where there was none."""
    history = _history()
    return history.steps[history.position - 1].workspace if history.position else None


def commit(workspace: Workspace, what: str) -> None:
    """Put an edited workspace in place of the current one, and run the page again if it differs."""
    if workspace != current():
        put(workspace, what)
        st.rerun()


def put(workspace: Workspace, what: str) -> None:
    """As ``commit``, for callbacks: the page runs anyway afterwards."""
    st.session_state[_HISTORY] = _history().followed_by(Step(workspace, what, example()))


def open_workspace(workspace: Workspace, what: str, example: str = "") -> None:
    """Put another workspace in place of the current one; undo leads back."""
    tables.forget()
    st.session_state[_HISTORY] = _history().followed_by(Step(workspace, what, example))


def begin_with(workspace: Workspace, what: str) -> None:
    """Put a workspace in place of the current one and of all there was before; undo leads nowhere."""
    tables.forget()
    st.session_state.pop(_REMEMBERED, None)
    st.session_state[_HISTORY] = History((Step(workspace, what),), 0)


def make_own() -> None:
    """The worked example that is open becomes the person's own work."""
    history = _history()
    steps = [*history.steps]
    steps[history.position] = replace(steps[history.position], example="")
    st.session_state[_HISTORY] = History(tuple(steps), history.position)


def example() -> str:
    """The key of the worked example that is open; empty for one's own work."""
    history = _history()
    return history.steps[history.position].example


def undoable() -> str:
    """What undo would take back; empty where there is nothing."""
    history = _history()
    return history.steps[history.position].what if history.position else ""


def redoable() -> str:
    """What redo would bring again; empty where there is nothing."""
    history = _history()
    following = history.position + 1
    return history.steps[following].what if following < len(history.steps) else ""


def move(steps: int) -> None:
    """Undo (-1) or redo (+1)."""
    history = _history()
    position = min(max(history.position + steps, 0), len(history.steps) - 1)
    st.session_state[_HISTORY] = History(history.steps, position)


def upload_key(name: str) -> str:
    """The key of a file upload; it changes when the file was taken, so that the upload is empty again."""
    return f"upload.{name}.{st.session_state.get(f'uploads.{name}', 0)}"


def clear_upload(name: str) -> None:
    """Empty an upload after its file was taken."""
    st.session_state[f"uploads.{name}"] = st.session_state.get(f"uploads.{name}", 0) + 1


def bound(key: str, value: Any) -> str:
    """The key of a widget that shows part of the workspace; a change made elsewhere reaches the widget."""
    if key not in st.session_state or st.session_state.get(f"bound.{key}") != value:
        st.session_state[key] = value
        st.session_state[f"bound.{key}"] = value
    return key


def fresh_number() -> int:
    """A number that this session has not used: for keys of what may be drawn several times in one run."""
    number: int = st.session_state.get(_NUMBER, 0) + 1
    st.session_state[_NUMBER] = number
    return number


def remembered(key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key before, in this session; else it is done now. The oldest results are forgotten."""
    held: dict[Hashable, Any] = st.session_state.setdefault(_REMEMBERED, {})
    if key not in held:
        held[key] = work()
        while len(held) > MOST_REMEMBERED:
            del held[next(iter(held))]
    result: Result = held[key]
    return result
