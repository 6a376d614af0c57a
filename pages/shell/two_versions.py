"""The ways out where two tabs changed one thing differently; nothing is lost by any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from leakage.workspace.merging.contradiction import Place, Side
from leakage.workspace.merging.merge import merge
from leakage.workspace.vault.header import Revision
from leakage.workspace.vault.saved_work import read_work, save_work
from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, steps, vault_session
from pages.shell.vault_session import VaultSession


def take_theirs() -> None:
    """Go on with what was saved elsewhere; this session's version stays a copy.

    Raises:
        ValueError: if that copy cannot be written, or the other version cannot be read; nothing was changed.
    """
    opened = vault_session.current()
    if opened is None:
        return
    vault_session.save()
    opened = vault_session.current() or opened
    if vault_session.state(opened) == "not saved":
        raise ValueError(opened.failure)
    theirs = read_work(opened.unlocked)
    _go_on(opened.now_at(theirs.revision, theirs.workspace), "take what was saved elsewhere")


def take_mine() -> None:
    """Go on with this session's version; the other one becomes an earlier version.

    Raises:
        ValueError: as ``save_work``; nothing was changed.
    """
    opened, work = vault_session.current(), steps.own()
    if opened is not None and work is not None:
        theirs = read_work(opened.unlocked)
        _save_instead(opened, work, theirs.revision, "put mine in place of what was saved elsewhere")


def merge_as_chosen(choices: Mapping[Place, Side]) -> None:
    """Go on with both versions merged; both stay as they are among the earlier versions.

    Arguments:
        choices: the side to take, by the place of each contradiction. What is not named is asked about again: the
            other tab may have saved once more.

    Raises:
        ValueError: as ``save_work``; nothing was changed.
    """
    opened, work = vault_session.current(), steps.own()
    if opened is None or opened.two_versions is None or work is None:
        return
    theirs = read_work(opened.unlocked)
    merged = merge(opened.workspace, work, theirs.workspace, choices)
    if any(contradiction.place not in choices for contradiction in merged.contradictions):
        asked = replace(opened.two_versions, theirs=theirs, contradictions=merged.contradictions)
        vault_session.hold(replace(opened, two_versions=asked))
    else:
        _save_instead(opened, merged.workspace, theirs.revision, "merge two versions")


def _save_instead(opened: VaultSession, workspace: Workspace, expected: Revision, what: str) -> None:
    revision = save_work(opened.unlocked, workspace, expected, known=opened.workspace, beside=False)
    _go_on(opened.now_at(revision, workspace), what)


def _go_on(opened: VaultSession, what: str) -> None:
    vault_session.hold(opened)
    if opened.workspace != steps.own():
        editable_table.forget()
        steps.follow(opened.workspace, what, opened=True)
