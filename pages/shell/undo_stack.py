"""What a session has in its history: the steps, and which of them is the current one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from leakage.workspace.workspace import Face, Workspace

_HISTORY = "history"
LONGEST_HISTORY = 200
LONGEST_ASIDE = 20


@dataclass(frozen=True)
class UndoStep:
    """A workspace, what the edit that led to it changed, the worked example it began as, and whether it was opened."""

    workspace: Workspace
    what: str
    example: str = ""
    opened: bool = False


@dataclass(frozen=True)
class History:
    """The steps of this session; the current one is at ``position``. What they replaced lately lies aside."""

    steps: tuple[UndoStep, ...]
    position: int
    aside: tuple[UndoStep, ...] = ()

    @property
    def current_step(self) -> UndoStep:
        """The current one."""
        return self.steps[self.position]

    @property
    def current(self) -> Workspace:
        return self.current_step.workspace

    def followed_by(self, step: UndoStep) -> History:
        """The history with a step after the current one; what had been undone is gone."""
        kept = (*self.steps[: self.position + 1], step)
        aside = (*self.aside, *self.steps[self.position + 1 :], *kept[:-LONGEST_HISTORY])[-LONGEST_ASIDE:]
        return History(kept[-LONGEST_HISTORY:], min(len(kept), LONGEST_HISTORY) - 1, aside)

    def moved(self, steps: int) -> History:
        """The history so many steps further, or back, as far as it goes.

        The face is not undone, unless the way leads to other work.
        """
        position = min(max(self.position + steps, 0), len(self.steps) - 1)
        first, last = sorted((self.position, position))
        there = replace(self, position=position)
        if any(step.opened for step in self.steps[first + 1 : last + 1]):
            return there
        return there._with(position, there.current.with_face(self.current.face))

    @property
    def own(self) -> int | None:
        """The place of the person's own work: the current step, or the last before an example was opened."""
        return next((place for place in range(self.position, -1, -1) if not self.steps[place].example), None)

    def with_face(self, face: Face | None) -> History:
        """The same history, the person's own work shown in another part of the program."""
        place = self.own
        return self if place is None else self._with(place, self.steps[place].workspace.with_face(face))

    def _with(self, place: int, workspace: Workspace) -> History:
        step = replace(self.steps[place], workspace=workspace)
        return replace(self, steps=(*self.steps[:place], step, *self.steps[place + 1 :]))


def edit_history() -> History:
    """The history of this session."""
    if _HISTORY not in st.session_state:
        st.session_state[_HISTORY] = History((UndoStep(Workspace(), "an empty start"),), 0)
    history: History = st.session_state[_HISTORY]
    return history


def knows(workspace: Workspace) -> bool:
    """Whether a workspace was current since this history began: not before the vault was locked, say."""
    history = edit_history()
    return any(step.workspace is workspace or step.workspace == workspace for step in (*history.steps, *history.aside))


def begun() -> bool:
    """Whether anything was entered or opened in this session."""
    history = edit_history()
    return len(history.steps) > 1 or history.current != Workspace()


def hold(history: History) -> None:
    """This is the history now; whoever changes it sees to it that it is saved."""
    st.session_state[_HISTORY] = history


def follow(workspace: Workspace, what: str, example: str = "", opened: bool = False) -> None:
    """Add a step after the current one."""
    hold(edit_history().followed_by(UndoStep(workspace, what, example, opened)))


def amend(workspace: Workspace) -> None:
    """Put another workspace into the current step."""
    history = edit_history()
    steps = [*history.steps]
    steps[history.position] = replace(history.current_step, workspace=workspace)
    hold(replace(history, steps=tuple(steps), aside=(*history.aside, history.current_step)[-LONGEST_ASIDE:]))


def begin_with(workspace: Workspace, what: str) -> None:
    """Begin a history anew."""
    hold(History((UndoStep(workspace, what),), 0))


def make_own() -> None:
    """The worked example that is open becomes the person's own work."""
    history = edit_history()
    steps = [*history.steps]
    steps[history.position] = replace(history.current_step, example="")
    hold(replace(history, steps=tuple(steps)))


def own() -> Workspace | None:
    """The person's own work: the current workspace, or what was current before an example was opened."""
    history = edit_history()
    return None if history.own is None else history.steps[history.own].workspace
