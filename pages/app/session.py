"""The work of a session: what it is now, undo and redo, and the vault that every edit is saved to."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import streamlit as st

from leakage.workspace import vault as vaults
from leakage.workspace.copies import saved_copy, workspace_of_vault
from leakage.workspace.everyday import with_import
from leakage.workspace.files.findings import Findings
from leakage.workspace.limits import check_extent
from leakage.workspace.vault import Unlocked, VaultError
from leakage.workspace.workspace import Workspace
from pages.app import widgets
from pages.app.words import error_text
from pages.catalogue import classroom

LONGEST_HISTORY = 200
EMPTY = Workspace()


@dataclass(frozen=True)
class Step:
    """A work, and the edit that led to it; ``example`` is the key of a worked example, empty for one's own work."""

    work: Workspace
    name: str
    example: str = ""


@dataclass(eq=False)
class _State:
    """``kept`` is the work as the vault has it; ``gate`` whether to show the vaults, None until the person says."""

    steps: list[Step] = field(default_factory=lambda: [Step(EMPTY, "an empty start")])
    place: int = 0
    vault: Unlocked | None = None
    kept: Workspace | None = None
    trouble: str = ""
    gate: bool | None = None
    touched: float = 0.0


def _state() -> _State:
    if "session" not in st.session_state:
        st.session_state["session"] = _State()
    state: _State = st.session_state["session"]
    return state


# The work, and undo.


def _step() -> Step:
    return _state().steps[_state().place]


def current() -> Workspace:
    """The work as it stands."""
    return _step().work


def before() -> Workspace | None:
    """The work that the last edit changed; None where there was none, or it opened or left an example."""
    state = _state()
    last = state.steps[max(state.place - 1, 0)]
    return last.work if state.place and last.example == example() else None


def example() -> str:
    """The key of the worked example that is open; empty for one's own work."""
    return _step().example


def own() -> Workspace:
    """The person's own work: the current one, or what was current before an example was opened."""
    steps = _state().steps[: _state().place + 1]
    return next((step.work for step in reversed(steps) if not step.example), EMPTY)


def edit(work: Workspace, name: str) -> None:
    """Make an edited work the current one, saved before any of it is drawn; one beyond the limits is refused."""
    if work != current() and not lock_if_due():
        try:
            check_extent(work)
            _follow(Step(work, name, example()))
        except ValueError as error:
            st.session_state["refused-edit"] = error_text(error)


def put(drawn: Workspace, edited: Workspace, name: str) -> None:
    """As ``edit``, for an edit of a work that was drawn a while ago: later changes of other parts stay."""
    names = [part.name for part in fields(Workspace)]
    changed = {n: getattr(edited, n) for n in names if getattr(edited, n) != getattr(drawn, n)}
    edit(replace(current(), **changed), name)


def amend(work: Workspace) -> None:
    """Replace the current work by one that follows from it; this is no edit, and cannot be undone."""
    if work != current():
        _state().steps[_state().place] = replace(_step(), work=work)
        save()


def open_work(work: Workspace, name: str, key: str = "") -> None:
    """Open other work, a worked example where it has a key; undo goes back."""
    if not lock_if_due():
        widgets.forget()
        _follow(Step(work, name, key))


def begun(work: Workspace) -> Workspace:
    """A work with the standard person and the everyday Eves, where nothing of the person is in it."""
    return work if work.profile or work.releases else with_import(work, Findings())


def begin_own() -> None:
    """Go back to one's own work from an example; begin it where there is none."""
    mine = own()
    if example() or not mine.profile:
        open_work(begun(mine), "go on with my own work")


def _follow(step: Step) -> None:
    state, mine = _state(), own()
    steps = [*state.steps[: state.place + 1], step][-LONGEST_HISTORY:]
    # However long an example is edited, one's own work is saved, and can be gone back to.
    state.steps = [Step(mine, "my own work"), *steps] if all(step.example for step in steps) else steps
    state.place = len(state.steps) - 1
    save()


def moves() -> tuple[str, str]:
    """The edits that undo would take back and redo would bring back; empty where there is none."""
    done, undone = _state().steps[1 : _state().place + 1], _state().steps[_state().place + 1 :]
    return done[-1].name if done else "", undone[0].name if undone else ""


def move(count: int) -> None:
    """Undo (-1) or redo (+1)."""
    if not lock_if_due():
        state = _state()
        state.place = min(max(state.place + count, 0), len(state.steps) - 1)
        save()


def upload_key(name: str) -> str:
    """The key of a file upload; it changes when the file was taken, so that the upload is empty again."""
    return f"upload.{name}.{st.session_state.get(f'uploads.{name}', 0)}"


def clear_upload(name: str) -> None:
    """Empty an upload after its file was taken."""
    st.session_state[f"uploads.{name}"] = st.session_state.get(f"uploads.{name}", 0) + 1


# The vault. Of all sessions of this process one has it unlocked; another one that unlocks it locks the first one's.

_UNLOCKED: dict[Path, Unlocked] = {}


def _lock_all(mine: list[Unlocked]) -> None:
    for unlocked in mine:
        unlocked.lock()


@st.cache_resource(scope="session", on_release=_lock_all, show_spinner=False)
def _mine() -> list[Unlocked]:
    """The vault that this session has unlocked; a tab that is closed, refreshed or cut off locks it."""
    return []


def vault() -> Unlocked | None:
    """The vault that this session writes; None in memory."""
    return _state().vault


def is_open_elsewhere(path: Path) -> bool:
    """Whether another tab has a vault open."""
    return path in _UNLOCKED and _UNLOCKED[path].is_open


def trouble() -> str:
    """Why the last change is not saved; empty where it is."""
    return _state().trouble


def save() -> None:
    """Save one's own work where it has changed; a failure is kept as ``trouble``, and tried again."""
    state, work = _state(), own()
    if state.vault is not None and (state.kept is not work or state.trouble):
        try:
            state.vault.save(saved_copy(work).encode())
            state.kept, state.trouble = work, ""
        except VaultError as error:
            state.trouble = str(error)


def create(name: str, passphrase: str) -> None:
    """Put one's own work into a new vault."""
    if _state().vault is None:  # else a second press on the button, which comes when the first is done
        _begin(vaults.create(name, passphrase, saved_copy(own()).encode()), own())


def unlock(path: Path, passphrase: str, version: Path | None = None) -> None:
    """Open a vault, or an earlier version of it; a session that has it open loses it.

    Raises:
        ValueError: if the passphrase is wrong, or the work cannot be read.
    """
    if is_open_elsewhere(path):
        if not _UNLOCKED[path].accepts(passphrase):
            raise VaultError("This passphrase does not open the vault.")
        _UNLOCKED[path].lock()
    unlocked, content = vaults.unlock(path, passphrase, version)
    try:
        work = workspace_of_vault(content.decode())
    except ValueError:
        unlocked.lock()
        raise
    widgets.forget()
    _begin(unlocked, work)


def _begin(unlocked: Unlocked, work: Workspace) -> None:
    _mine()[:] = [unlocked]
    _UNLOCKED[unlocked.path] = unlocked
    first = [Step(work, "an empty start")]
    st.session_state["session"] = _State(first, vault=unlocked, kept=work, touched=time.time())


def lock(losing: bool = False) -> None:
    """Forget the key and the work; where a change is not saved, the page asks first."""
    save()
    if trouble() and not losing:
        st.session_state["wants-to-lock"] = True
    else:
        _lock_all(_mine())
        st.session_state.clear()


def lock_if_due() -> bool:
    """Lock after as many idle minutes as the work says; returns whether the work is gone from here."""
    state = _state()
    if state.vault is None:
        return False
    if state.vault.is_open:
        # It counts while the machine sleeps, and may be put back.
        if abs(time.time() - state.touched) >= 60.0 * own().lock_after:
            lock()
    elif state.trouble:  # another tab took over: what is not saved stays here, in memory only
        leave_vault()
    else:
        st.session_state.clear()
    return "session" not in st.session_state


def leave_vault() -> None:
    """Go on in memory."""
    state = _state()
    state.vault, state.kept, state.trouble, state.gate = None, None, "", False


def show_vaults(shown: bool) -> None:
    """Show the vaults that can be unlocked, or go on without one."""
    _state().gate = shown


def is_locked() -> bool:
    """Whether a vault is to be unlocked before any page is shown; every run begins with it, and is a touch."""
    lock_if_due()  # a machine that was asleep is woken by a touch
    state = _state()
    state.touched = time.time()
    save()
    asked = current() == EMPTY if state.gate is None else state.gate
    return asked and state.vault is None and not classroom() and bool(vaults.vaults())
