"""The vault of this session: made, unlocked, and saved at every edit."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from leakage.workspace.merging.merge import merge
from leakage.workspace.vault.errors import Busy, Conflict
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.saved_work import (
    UNSAVED,
    SavedWork,
    amend_work,
    create_with_work,
    files_of,
    keep_copy_of_work,
    read_newer,
    read_work,
    save_work,
    seal_anew,
    seal_brought,
    vault_of,
)
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace
from pages.door.serial_reruns import uninterrupted
from pages.shell import cache, editable_table, undo_stack, vault_state, watchdog
from pages.shell.vault_state import (
    State,
    TabState,
    TwoVersions,
    VaultSession,
    ask_for_vault,
    current,
    gate_asked_for,
    gated,
    hold,
    in_memory_only,
    let_go,
    listed,
    offered,
    state,
    state_of,
    work_in_memory,
)
from pages.shell.watchdog import DERIVING, Result, limited

# Saving the work of this session: at every edit, merged with what another tab saved; that of other tabs, to lock.


MOST_MERGES = 5
"""So often another tab may save between two looks at the vault."""

_MERGED = "merge in what was saved in another tab"
_IN_EXAMPLE = "another tab saved this vault in the meantime: go back to your work, and it is merged"


@uninterrupted()
def save() -> None:
    """Save the person's own work if it was edited since; what another tab saved meanwhile is merged in.

    What contradicts that is kept as a copy beside the vault until the person has decided, and the copy follows every
    later edit.
    """
    with vault_state.alone():
        _save()
        vault_state.note()


def _save() -> None:
    opened, work = current(), undo_stack.own()
    if opened is None or work is None:
        return
    if state(opened) == "not saved":
        _go_on(_put(opened, work, merging=not undo_stack.edit_history().current_step.example))
    elif opened.failure:
        hold(replace(opened, failure="", locked_out=False))


def _go_on(after: VaultSession) -> None:
    """The session goes on with what its work has become on the disk."""
    if after.failure or after.two_versions is not None:
        hold(after)
    elif after.merged:
        undo_stack.follow(after.workspace, _MERGED, opened=True)
        hold(after)
    else:
        undo_stack.hold(undo_stack.edit_history().with_face(after.workspace.face))
        hold(replace(after, workspace=undo_stack.own() or after.workspace))


@uninterrupted()
def catch_up() -> None:
    """Take over what another tab saved, where this one has nothing that is not saved; an example stays open.

    What cannot be read just now is looked at again in the next run.
    """
    with vault_state.alone():
        opened, work = current(), undo_stack.own()
        if opened is None or work is None or state(opened) != "kept" or undo_stack.edit_history().current_step.example:
            return
        with suppress(ValueError):
            theirs = _on_disk(lambda: read_newer(opened.unlocked, opened.revision))
            if theirs is not None:
                _take_over(opened, work, theirs)
                vault_state.note()


def _take_over(opened: VaultSession, work: Workspace, theirs: SavedWork) -> None:
    # On this side only what is no edit can have changed.
    both = merge(opened.workspace, work, theirs.workspace).workspace
    there = replace(opened, revision=theirs.revision, workspace=theirs.workspace, saved=theirs.saved / 1000)
    if both == work:
        undo_stack.hold(undo_stack.edit_history().with_face(both.face))
        hold(there)
    else:
        undo_stack.follow(both, _MERGED, opened=True)
        hold(replace(there, merged=True))


def save_others() -> bool:
    """Save what other tabs of this vault could not; whether they have all of it on the disk then.

    They need not go on: what is merged in, or kept beside the vault, they meet when it is unlocked again.
    """
    for tab, other in vault_state.others():
        if other.opened is not None and other.unsaved:
            after = _put(other.opened, other.work)
            done = not after.failure and after.two_versions is None
            vault_state.note_other(tab, TabState(after, after.workspace if done else other.work))
    return not any(other.unsaved for _, other in vault_state.others())


def save_face_of(other: TabState) -> None:
    """As ``save_face``, for another tab that will not go on."""
    opened, work = other.opened, other.work
    if opened is not None and state_of(opened, work) == "kept" and work.face != opened.workspace.face:
        with suppress(ValueError):
            _on_disk(lambda: _amended(opened, work))


@uninterrupted()
def save_face() -> None:
    """Save the face, which is no edit: it is no version of its own.

    Where that does not work now, the next edit is saved with it.
    """
    with vault_state.alone():
        opened, work = current(), undo_stack.own()
        if opened is not None and work is not None and state(opened) == "kept" and work.face != opened.workspace.face:
            with suppress(ValueError):
                hold(_on_disk(lambda: _amended(opened, work)))
        vault_state.note()


def _on_disk(work: Callable[[], Result]) -> Result:
    """What work gives, if the disk answers in time.

    Raises:
        ValueError: where it does not.
    """
    return watchdog.limited(work, watchdog.SAVING, "saving")


def _amended(opened: VaultSession, work: Workspace) -> VaultSession:
    try:
        revision = amend_work(opened.unlocked, work, opened.revision, earlier=opened.workspace)
    except Conflict:
        # What another tab saved is merged in with the next edit.
        return opened
    return replace(opened, revision=revision, workspace=work)


def _put(opened: VaultSession, work: Workspace, *, merging: bool = True) -> VaultSession:
    """A session after its work was put into the vault, merged, or beside it; or with the reason why it was not.

    Arguments:
        opened, work: what the session has; nothing else of it is looked at, or changed.
        merging: whether what another tab saved may come to it.
    """
    return _kept_beside(opened, work, merging) if opened.two_versions else _saved(opened, work, merging)


def _saved(opened: VaultSession, work: Workspace, merging: bool) -> VaultSession:
    try:
        return _merged(opened, work, merging)
    except ValueError as error:  # a VaultError, or what could not be read again
        return opened.failed(error)


def _merged(opened: VaultSession, work: Workspace, merging: bool) -> VaultSession:
    revision, merged = opened.revision, work
    for _ in range(MOST_MERGES):
        try:
            saved = _on_disk(
                partial(save_work, opened.unlocked, merged, revision, earlier=opened.workspace, beside=False)
            )
        except Conflict:
            if not merging:
                # Merging would take the person out of the example.
                raise ValueError(_IN_EXAMPLE) from None
            theirs = _on_disk(lambda: read_work(opened.unlocked))
            result = merge(opened.workspace, work, theirs.workspace)
            if result.contradictions:
                return _kept_beside(
                    replace(opened, two_versions=TwoVersions(theirs, result.contradictions)), work, merging
                )
            revision, merged = theirs.revision, result.workspace
        else:
            return opened.now_at(saved, merged, merged=merged != work)
    raise Busy


def _kept_beside(opened: VaultSession, work: Workspace, merging: bool) -> VaultSession:
    """The session with its version in a copy; without two versions where they contradict each other no more."""
    two = opened.two_versions
    assert two is not None
    contradictions = merge(opened.workspace, work, two.theirs.workspace).contradictions
    if not contradictions:
        return _saved(replace(opened, two_versions=None), work, merging)
    try:
        copy = _on_disk(lambda: keep_copy_of_work(opened.unlocked, work, opened.revision, two.copy))
    except ValueError as error:
        return replace(opened, two_versions=replace(two, contradictions=contradictions)).failed(error)
    following = TwoVersions(two.theirs, contradictions, copy, work)
    return replace(opened, two_versions=following, failure="", locked_out=False)


# What a person does with the vault of this session: make it, unlock it, bring back a version, change and remove it.


__all__ = [
    "State",
    "TwoVersions",
    "VaultSession",
    "ask_for_vault",
    "change_passphrase",
    "create",
    "current",
    "delete",
    "gate_asked_for",
    "gated",
    "hold",
    "in_memory_only",
    "leave_example",
    "listed",
    "offered",
    "rename",
    "restore",
    "save",
    "state",
    "unlock",
    "unlock_again",
    "work_in_memory",
]


def create(name: str, passphrase: str) -> None:
    """Put the current work into a new vault.

    Raises:
        ValueError: for a name or passphrase that will not do, or if the system refuses.
    """
    workspace = undo_stack.edit_history().current
    unlocked = limited(lambda: create_with_work(name, passphrase, workspace), DERIVING, "making the vault")
    first = read_work(unlocked)
    hold(VaultSession(unlocked, name.strip(), first.revision, workspace, time.time()))
    undo_stack.make_own()


def unlock(vault: Vault, passphrase: str, generation: Generation | None = None) -> None:
    """Open a vault in place of what this session holds; an earlier version is saved as the newest at once.

    What was in memory only is sealed, for the person to say whether it is added.

    Raises:
        ValueError: as ``Vault.unlock``; nothing was changed.
    """
    unlocked = limited(lambda: vault.unlock(passphrase, generation), DERIVING, "unlocking the vault")
    work = read_work(unlocked, generation)
    revision = work.revision if generation is None else unlocked.restore(generation, work.revision)
    brought = in_memory_only()
    if brought is not None and merge(Workspace(), brought, work.workspace).workspace != work.workspace:
        UNSAVED.add(seal_brought(unlocked, brought))
    editable_table.forget()
    cache.forget()
    undo_stack.begin_with(work.workspace, "unlock the vault")
    hold(VaultSession(unlocked, vault.listing().name, revision, work.workspace, time.time()))
    work_in_memory()


def unlock_again(passphrase: str) -> None:
    """Go on in the vault whose passphrase was changed elsewhere, with what this session holds.

    Raises:
        ValueError: as ``Vault.unlock``; nothing was changed.
    """
    opened = current()
    if opened is not None:
        vault = vault_of(opened.unlocked.identity)
        unlocked = limited(lambda: vault.unlock(passphrase), DERIVING, "unlocking the vault")
        hold(replace(opened, unlocked=unlocked, failure="", locked_out=False))
        save()


def restore(generation: Generation) -> None:
    """Bring back an earlier version; the present one stays a generation, and undo leads back.

    Raises:
        ValueError: as ``read_work``.
    """
    opened = current()
    if opened is not None:
        earlier = read_work(opened.unlocked, generation).workspace
        editable_table.forget()
        own = undo_stack.own() or opened.workspace
        undo_stack.follow(earlier.with_face(own.face), "restore an earlier version", opened=True)
        save()


def leave_example() -> None:
    """Leave an example for one's own work."""
    opened = current()
    if opened is not None:
        editable_table.forget()
        undo_stack.follow(undo_stack.own() or opened.workspace, "return to my work", opened=True)
        save()


def change_passphrase(present: str, new: str) -> None:
    """Another passphrase for the vault, and for what is sealed in memory.

    Raises:
        ValueError: as ``Unlocked.change_passphrase``.
    """
    opened = current()
    if opened is not None:
        sealed = files_of(opened.unlocked)
        change = partial(opened.unlocked.change_passphrase, present, new)
        unlocked = limited(change, DERIVING, "changing the passphrase")
        hold(replace(opened, unlocked=unlocked))
        seal_anew(unlocked, sealed)


def rename(name: str) -> None:
    """Another name for the vault.

    Raises:
        ValueError: for a name that will not do.
    """
    opened = current()
    if opened is not None:
        opened.unlocked.rename(name)
        hold(replace(opened, name=name.strip()))


def delete() -> None:
    """Remove the vault with all its versions; the work stays in memory.

    Raises:
        ValueError: if the system refuses.
    """
    opened = current()
    if opened is not None:
        opened.unlocked.delete()
        UNSAVED.drop(*UNSAVED.of(opened.unlocked.identity))
        let_go()
