"""The work of a session: what it is now, undo and redo, and the vault that every edit is saved to at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import streamlit as st

from leakage.workspace import vault as vaults
from leakage.workspace.everyday import new_work
from leakage.workspace.limits import check_extent
from leakage.workspace.saved_copy import workspace_of_vault, workspace_to_json
from leakage.workspace.vault import Unlocked, VaultError
from leakage.workspace.workspace import Face, Workspace
from pages.app.door import classroom
from pages.app.words import error_text

LONGEST_HISTORY = 200
_STATE = "session"

# Whose turn it is: of all sessions of this process one writes a vault.


@dataclass(eq=False)
class _Turn:
    """A session's turn to write a vault."""

    vault: Unlocked | None = None

    def take(self, vault: Unlocked) -> None:
        self.vault = vault
        _WRITERS[vault.path] = self

    def end(self) -> None:
        """Forget the key, and let others unlock the vault."""
        with _LOCK:
            vault, self.vault = self.vault, None
            if vault is not None:
                del _WRITERS[vault.path]
                vault.lock()


_WRITERS: dict[Path, _Turn] = {}
_LOCK = threading.RLock()


@st.cache_resource(scope="session", on_release=_Turn.end, show_spinner=False)
def _turn() -> _Turn:
    """This session's turn; a tab that is closed, refreshed or cut off gives it up."""
    return _Turn()


# What a session holds.


@dataclass(frozen=True)
class Step:
    """A work, and what led to it.

    Arguments:
        work: as it was then.
        name: the edit in words, as undo tells it.
        example: the key of the worked example that it belongs to; empty for the person's own work.
        opened: whether it was opened in place of other work.
    """

    work: Workspace
    name: str
    example: str = ""
    opened: bool = False


@dataclass(eq=False)
class _State:
    steps: list[Step] = field(default_factory=lambda: [Step(Workspace(), "an empty start")])
    place: int = 0
    path: Path | None = None
    """Of the vault that the work belongs to."""
    kept: Workspace | None = None
    """The work as the vault has it."""
    trouble: str = ""
    in_memory: bool = False
    touched: tuple[float, float] = (0.0, 0.0)


def _state() -> _State:
    state: _State = st.session_state.setdefault(_STATE, _State())
    return state


# The work, and undo.


def current() -> Workspace:
    """The work as it stands."""
    return _step().work


def _step() -> Step:
    state = _state()
    return state.steps[state.place]


def before() -> Workspace | None:
    """The work that the last edit changed; None where there was none, or it opened other work."""
    state = _state()
    return None if not state.place or _step().opened else state.steps[state.place - 1].work


def example() -> str:
    """The key of the worked example that is open; empty for one's own work."""
    return _step().example


def own() -> Workspace:
    """The person's own work: the current one, or what was current before an example was opened."""
    return next((step.work for step in _own_steps()), Workspace())


def _own_steps() -> list[Step]:
    """The steps of one's own work up to now, the latest first."""
    state = _state()
    return [step for step in reversed(state.steps[: state.place + 1]) if not step.example]


def edit(work: Workspace, name: str) -> None:
    """Make an edited work the current one, saved before anything is drawn of it.

    Arguments:
        work: what the edit makes of the current one.
        name: the edit in words, as undo tells it. A work with more of something than may be entered is refused.
    """
    if work != current() and not lock_if_due():
        st.session_state["refused-edit"] = too_many(work)
        if not st.session_state["refused-edit"]:
            _follow(Step(work, name, example()))


def put(drawn: Workspace, edited: Workspace, name: str) -> None:
    """As ``edit``, for an edit of a work that was drawn a while ago: what others changed since stays changed."""
    changed = {part.name: getattr(edited, part.name) for part in fields(Workspace) if part.compare}
    edit(replace(current(), **{n: v for n, v in changed.items() if v != getattr(drawn, n)}), name)


def too_many(work: Workspace) -> str:
    """The sentence for a work that has more of something than may be entered; empty where it has not."""
    try:
        check_extent(work)
    except ValueError as error:
        return error_text(error)
    return ""


def amend(work: Workspace) -> None:
    """Put in place of the current work what follows from it; that is no edit, and nothing to take back."""
    state = _state()
    if work is not current() and (work != current() or work.face != current().face):
        state.steps[state.place] = replace(_step(), work=work)
        save()


def open_work(work: Workspace, name: str, key: str = "") -> None:
    """Open other work, a worked example where it has a key; undo leads back."""
    if not lock_if_due():
        forget_widgets()
        _follow(Step(work, name, key, opened=True))


def begin_own() -> None:
    """Go back to one's own work from an example; begin it where there is none."""
    if example():
        open_work(own() if own() != Workspace() else new_work(), "go back to my own work")
    elif not current().profile:
        open_work(new_work(), "begin my own work")


def _follow(step: Step) -> None:
    state = _state()
    steps = [*state.steps[: state.place + 1], step][-LONGEST_HISTORY:]
    # However long somebody edits an example: one's own work is saved, and gone back to.
    state.steps = [*_own_steps()[:1], *steps] if all(step.example for step in steps) else steps
    state.place = len(state.steps) - 1
    save()


def undoable() -> str:
    """What undo would take back; empty where there is nothing."""
    return _step().name if _state().place else ""


def redoable() -> str:
    """What redo would bring back; empty where there is nothing."""
    state = _state()
    return state.steps[state.place + 1].name if state.place + 1 < len(state.steps) else ""


def move(count: int) -> None:
    """Undo (-1) or redo (+1)."""
    state = _state()
    if not lock_if_due():
        state.place = min(max(state.place + count, 0), len(state.steps) - 1)
        save()


# What the session holds beside the work: choices, and what widgets show.


def face() -> Face:
    """The section of the program that is shown: what was chosen here, else in the work; a class begins with its own."""
    chosen: Face | None = st.session_state.get("face") or own().face
    return chosen or ("class" if classroom() else "me")


def choose_face(chosen: Face) -> None:
    """Show another section of the program; that is no edit."""
    st.session_state["face"] = chosen
    if not example():
        amend(current().with_face(chosen))


def forget_widgets() -> None:
    """Forget what widgets show, and choices: other work was opened.

    What ``binding`` counts stays: a click on the way would bring what a widget of that key showed of the work before.
    """
    for key in [key for key in st.session_state if key not in (_STATE, "face") and not str(key).startswith("bound.")]:
        del st.session_state[key]


def binding(name: str, value: Any, take: Callable[[Any], None]) -> dict[str, Any]:
    """The options of a widget that shows a part of the work and edits it.

    Where that part was changed elsewhere it is another widget with another key: a browser that has not drawn it yet
    would send the old value with the next click, and that would count as an edit.

    Arguments:
        name: unique in the program.
        value: of that part.
        take: told what the widget shows once that was changed.
    """
    version, shown = st.session_state.get(f"bound.{name}", (0, value))
    key = f"{name}-{version}"
    if not _alike(st.session_state.get(key, shown), value):
        version, key = version + 1, f"{name}-{version + 1}"
    st.session_state[f"bound.{name}"] = (version, value)
    st.session_state.setdefault(key, value)
    return {"key": key, "on_change": _taken, "args": (key, take)}


def _alike(shown: Any, value: Any) -> bool:
    """Whether a widget shows a value; of several picked it matters not which was picked first."""
    return bool(shown == value or (isinstance(value, list) and sorted(shown) == sorted(value)))


def _taken(key: str, take: Callable[[Any], None]) -> None:
    if key in st.session_state:
        take(st.session_state[key])


def upload_key(name: str) -> str:
    """The key of a file upload; it changes when the file was taken, so that the upload is empty again."""
    return f"upload.{name}.{st.session_state.get(f'uploads.{name}', 0)}"


def clear_upload(name: str) -> None:
    """Empty an upload after its file was taken."""
    st.session_state[f"uploads.{name}"] = st.session_state.get(f"uploads.{name}", 0) + 1


# The vault.


def vault() -> Unlocked | None:
    """The vault that this session writes."""
    return _turn().vault if _state().path is not None else None


def trouble() -> str:
    """Why the last change is not saved; empty where it is."""
    return _state().trouble


def save() -> None:
    """Save one's own work where it has changed, if this session still has its turn; a failure is told as trouble."""
    state = _state()
    work = own()
    if state.path is None or (state.kept is work and not state.trouble):
        return
    with _LOCK:
        unlocked = _turn().vault
        try:
            if unlocked is None:
                raise VaultError("Your vault is open in another tab.")
            unlocked.save(workspace_to_json(work).encode())
            state.kept, state.trouble = work, ""
        except VaultError as error:
            state.trouble = str(error)


def create(name: str, passphrase: str) -> None:
    """Put one's own work into a new vault."""
    if _state().path is None:  # A second press on the button comes when the first is done.
        work = own()
        _begin(vaults.create(name, passphrase, workspace_to_json(work).encode()), work)


def unlock(path: Path, passphrase: str, version: Path | None = None) -> None:
    """Open a vault, or an earlier version of it; from a session that has it open, it is taken over."""
    with _LOCK:
        other = _WRITERS.get(path)
        if other is None or other.vault is None:
            unlocked, content = vaults.unlock(path, passphrase, version)
        elif not other.vault.accepts(passphrase):
            raise VaultError("This passphrase does not open the vault.")
        else:
            unlocked, content = other.vault, other.vault.read(version)
        work = workspace_of_vault(content.decode())
        if other is not None:
            other.vault = None
        forget_widgets()
        _begin(unlocked, work)


def _begin(unlocked: Unlocked, work: Workspace) -> None:
    """Go on with the work of a vault whose turn this session has."""
    with _LOCK:
        _turn().end()
        _turn().take(unlocked)
    state = _State(steps=[Step(work, "an empty start")], path=unlocked.path, kept=work, touched=_now())
    st.session_state[_STATE] = state
    if "face" in st.session_state and work.face:
        del st.session_state["face"]


def restore(version: Path) -> None:
    """Make an earlier version of the vault the current work; undo leads back."""
    unlocked = vault()
    if unlocked is not None:
        open_work(workspace_of_vault(unlocked.read(version).decode()), "go back to an earlier version")


def delete() -> None:
    """Delete the vault; its work stays in memory."""
    with _LOCK:
        unlocked, state = _turn().vault, _state()
        if unlocked is not None:
            unlocked.delete()
            _WRITERS.pop(unlocked.path, None)
            _turn().vault = None
        state.path, state.kept, state.trouble, state.in_memory = None, None, "", True


def lock(losing: bool = False) -> None:
    """Forget the key and the work.

    Raises:
        VaultError: where a change is not saved, unless it may be lost.
    """
    save()
    if trouble() and not losing:
        raise VaultError("Your last change is not saved yet. Save a plain copy first, or lock and lose it.")
    _turn().end()
    st.session_state.clear()


def lock_if_due() -> bool:
    """Lock where nobody has touched the program for as long as the work says; whether the work is gone from here."""
    state = _state()
    if state.path is None:
        return False
    if _turn().vault is None:
        # Another tab took its turn over, or the browser was cut off: what is not saved stays, in memory only.
        if state.trouble:
            state.path, state.kept, state.trouble, state.in_memory = None, None, "", True
            return False
        st.session_state.clear()
        return True
    if idle() >= 60.0 * own().lock_after and not trouble():
        lock()
        return True
    return False


def _now() -> tuple[float, float]:
    """Seconds on two clocks: while a machine sleeps the rising one may stand, and the other one may be put back."""
    return time.monotonic(), time.time()


def idle() -> float:
    """Seconds since the last touch, on the clock that ran further."""
    return max(now - then for now, then in zip(_now(), _state().touched, strict=True))


def touch() -> None:
    """The person is here."""
    _state().touched = _now()


def work_in_memory() -> None:
    """Go on without a vault."""
    _state().in_memory = True


def ask_for_vault() -> None:
    """Show the vaults that can be unlocked."""
    _state().in_memory = False
    st.session_state["asks-for-vault"] = True


def is_locked() -> bool:
    """Whether a vault is to be unlocked before any page is shown."""
    state = _state()
    if classroom() or state.path is not None or state.in_memory:
        return False
    return (current() == Workspace() or "asks-for-vault" in st.session_state) and bool(vaults.vaults())


def is_open_elsewhere(path: Path) -> bool:
    """Whether another tab has a vault open."""
    return path in _WRITERS
