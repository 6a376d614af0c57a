"""Saving the work of this session: at every edit, merged with what another tab saved in the meantime."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from leakage.workspace.lesson_place import merged_places
from leakage.workspace.merging.merge import merge
from leakage.workspace.vault.errors import Busy, Conflict
from leakage.workspace.vault.saved_work import amend_work, keep_copy_of_work, read_work, save_work
from leakage.workspace.workspace import Workspace
from pages.door.clicks import uninterrupted
from pages.shell import at_risk, session, steps, watchdog
from pages.shell.vault_state import TwoVersions, VaultSession, current, hold, state
from pages.shell.watchdog import Result

MOST_MERGES = 5
"""So often another tab may save between two looks at the vault."""

SOON = 0.2
"""Seconds of a processor within which a work is saved so soon that it may be done after every click."""

SHARE = 20
"""What takes longer may take one second in so many, unless it is asked for."""

_RESTS = "vault-saving.rests-until"
_IN_EXAMPLE = "another tab saved this vault in the meantime: go back to your work, and it is merged"


@uninterrupted()
def save() -> None:
    """Save the person's own work if it was edited since; what another tab saved meanwhile is merged in.

    What contradicts that is kept as a copy beside the vault until the person has decided, and the copy follows every
    later edit.
    """
    _save()
    at_risk.note()


def _save() -> None:
    opened, work = current(), steps.own()
    if opened is None or work is None:
        return
    if state(opened) == "not saved":
        hold(_kept_beside(opened, work) if opened.two_versions else _saved(opened, work))
    elif opened.failure:
        hold(replace(opened, failure="", locked_out=False))


@uninterrupted()
def keep_asides(*, at_once: bool = False) -> None:
    """Save what is no part of what the work says, and so no edit: it is no version of its own.

    Where that does not work now, or the work is so large that it was saved only just, the next edit is saved with it.
    """
    opened, work = current(), steps.own()
    if opened is None or work is None or state(opened) != "kept" or work.has_asides_of(opened.workspace):
        return
    if not at_once and time.monotonic() < session.get(_RESTS, 0.0):
        return
    taken = 0.0

    def amend() -> VaultSession:
        nonlocal taken
        begun = time.thread_time()
        try:
            return _amended(opened, work)
        finally:
            taken = time.thread_time() - begun

    with suppress(ValueError):
        hold(_on_disk(amend))
    if taken > SOON:
        session.put(_RESTS, time.monotonic() + SHARE * taken)


def _on_disk(work: Callable[[], Result]) -> Result:
    """What work gives, if the disk answers in time.

    Raises:
        ValueError: where it does not.
    """
    return watchdog.limited(work, watchdog.SAVING, "saving")


def _amended(opened: VaultSession, work: Workspace) -> VaultSession:
    try:
        revision = amend_work(opened.unlocked, work, opened.revision, known=opened.workspace)
    except Conflict:
        # What another tab saved is merged in with the next edit; until then that has this one's places in lessons.
        theirs = read_work(opened.unlocked)
        lessons = merged_places(opened.workspace.lessons, work.lessons, theirs.workspace.lessons)
        if lessons != theirs.workspace.lessons:
            amend_work(opened.unlocked, theirs.workspace.with_lessons(lessons), theirs.revision, known=theirs.workspace)
        return replace(opened, workspace=opened.workspace.with_lessons(work.lessons))
    return replace(opened, revision=revision, workspace=work)


def _saved(opened: VaultSession, work: Workspace) -> VaultSession:
    try:
        return _merged(opened, work)
    except ValueError as error:  # a VaultError, or what could not be read again
        return opened.failed(error)


def _merged(opened: VaultSession, work: Workspace) -> VaultSession:
    revision, merged = opened.revision, work
    for _ in range(MOST_MERGES):
        try:
            saved = _on_disk(
                partial(save_work, opened.unlocked, merged, revision, known=opened.workspace, beside=False)
            )
        except Conflict:
            if steps.held().step.example:
                # Merging would take the person out of the example.
                raise ValueError(_IN_EXAMPLE) from None
            theirs = _on_disk(lambda: read_work(opened.unlocked))
            result = merge(opened.workspace, work, theirs.workspace)
            if result.contradictions:
                return _kept_beside(replace(opened, two_versions=TwoVersions(theirs, result.contradictions)), work)
            revision, merged = theirs.revision, result.workspace
        else:
            if merged == work:
                steps.hold(steps.held().with_asides_of(merged))
                return opened.now_at(saved, steps.own() or merged)
            steps.follow(merged, "merge in what was saved in another tab", opened=True)
            return opened.now_at(saved, merged, merged=True)
    raise Busy


def _kept_beside(opened: VaultSession, work: Workspace) -> VaultSession:
    """The session with its version in a copy; without two versions where they contradict each other no more."""
    two = opened.two_versions
    assert two is not None
    contradictions = merge(opened.workspace, work, two.theirs.workspace).contradictions
    if not contradictions:
        return _saved(replace(opened, two_versions=None), work)
    try:
        copy = _on_disk(lambda: keep_copy_of_work(opened.unlocked, work, opened.revision, two.copy))
    except ValueError as error:
        return replace(opened, two_versions=replace(two, contradictions=contradictions)).failed(error)
    following = TwoVersions(two.theirs, contradictions, copy, work)
    return replace(opened, two_versions=following, failure="", locked_out=False)
