"""Importing: files handed in, what they would add, and the button that adds it; for Home and for *Import*."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from leakage.record import Pair, is_typed
from leakage.workspace.breaches import MANY
from leakage.workspace.everyday import with_import
from leakage.workspace.files import apart
from leakage.workspace.files.adding import Change, changes, named, without
from leakage.workspace.files.findings import Findings, is_mail, together
from leakage.workspace.files.mail import written_to
from leakage.workspace.files.text import MAX_BYTES, lists
from leakage.workspace.files.vaults import PasswordNeededError
from leakage.workspace.workspace import Workspace
from pages.app import session
from pages.app.figures import figure
from pages.app.words import count, error_text, listed

UPLOAD = "import"
MOST_FILES, MOST_BYTES, MOST_ROWS = 20, 100_000_000, 500
KINDS = {
    "copy": "a saved copy of your work",
    "breaches": "breaches from Have I Been Pwned",
    "cards": "an address book",
    "table": "a table",
    "archive": "an archive",
    "mail": "a mailbox",
    "logins": "a table of logins",
}
WHAT_CHANGED = {
    "new": "new",
    "gone": "no longer listed",
    "unshared": "password no longer shared",
}


@dataclass(frozen=True)
class Taken:
    """What a file was found to hold, or why it cannot be read; nothing of it shows in a log."""

    name: str = field(repr=False)
    key: str
    findings: Findings = field(default_factory=Findings, repr=False)
    refusal: str = ""


def upload() -> list[UploadedFile]:
    """The files that the person chose; a process to read them in is started meanwhile."""
    apart.prepare()
    with st.container(key="import-upload"):
        return st.file_uploader(
            "Choose files",
            accept_multiple_files=True,
            key=session.upload_key(UPLOAD),
            max_upload_size=MAX_BYTES // 1_000_000,
            help="Exports of password managers, browsers and platforms, address books, tables, breaches, saved copies.",
        )


def taken(work: Workspace, uploaded: Sequence[UploadedFile]) -> list[Taken]:
    """What each file holds; a locked one asks for its password."""
    if len(uploaded) > MOST_FILES or sum(file.size for file in uploaded) > MOST_BYTES:
        st.error(f"Choose at most {MOST_FILES} files and {MOST_BYTES // 1_000_000} MB at once. Nothing was changed.")
        return []
    return [_taken(work, file.name, file.getvalue()) for file in uploaded]


def _taken(work: Workspace, name: str, content: bytes) -> Taken:
    key = hashlib.sha256(content).hexdigest()[:16]
    one = read_once(work, name, key, content)
    if one.refusal and one.findings.kind == "locked":
        password = st.text_input(
            "Password of this export", type="password", key=f"import-password-{key}", autocomplete="off"
        )
        one = read_once(work, name, key, content, password) if password else one
    return one


def read_once(work: Workspace, name: str, key: str, source: bytes | Path, password: str = "") -> Taken:
    """What a file holds, read in a process of its own; remembered without the file and without its password."""
    found = _read.offer(name, key, source, password.encode(), tuple(addresses(work.profile)))
    return found or Taken(name, key, refusal="You stopped reading this file.")


@figure
def _read(name: str, key: str, source: bytes | Path, password: bytes, own: tuple[str, ...]) -> Taken:
    try:
        return Taken(name, key, apart.call("read", source, password=password.decode(), own=own))
    except PasswordNeededError as error:
        return Taken(name, key, Findings("locked"), error_text(error))
    except ValueError as error:
        return Taken(name, key, refusal=error_text(error))


def addresses(facts: Iterable[Pair]) -> list[str]:
    """The mail addresses among some facts."""
    return [value for label, value in facts if label == "Email" and is_typed((label, value))]


def how_to_get() -> None:
    """Three steps to the file of each program that most people use."""
    with st.expander("How do I get my file?", icon=":material/download:", key="how-to-get"):
        sources = {one["name"]: one for one in lists("how_to_get.toml")["source"]}
        name = st.selectbox("Where is it?", list(sources), None, key="how-to-source")
        if name is not None:
            st.markdown("\n".join(f"{number}. {step}" for number, step in enumerate(sources[name]["steps"], 1)))
            st.code(sources[name]["page"], language=None)


def say(file: Taken) -> None:
    """What a file was taken for, what was left out, and what cannot be read of it."""
    with st.container(border=True, gap="xsmall"):
        st.text(file.name)
        if file.refusal:
            st.error("This file was not read. Nothing was changed.")
            st.text(file.refusal)
            return
        kind = file.findings.kind
        source = next((f"logins from {name}" for name in file.findings.sources if name != "a table"), "")
        st.caption(f"This looks like {KINDS.get(kind) or source or 'an export'}.")
        left_out = [f"{what} ({number:,})" for what, number in file.findings.left_out]
        if left_out:
            st.text(f"Left out: {', '.join(left_out)}.")
        for problem in file.findings.problems[:8]:
            st.text(f"{problem.where}: {problem.sentence}" if problem.where else problem.sentence)


def preview(work: Workspace, uploaded: Sequence[UploadedFile]) -> None:
    """What each file was taken for, what all would add, and the button that adds it."""
    files = taken(work, uploaded)
    for file in files:
        say(file)
    if names := [file.name for file in files if not file.refusal]:
        offer(work, together(file.findings for file in files), names)


def offer(work: Workspace, findings: Findings, names: Sequence[str]) -> None:
    """What findings would add, with a tick for each new account, and the button."""
    if findings.copy is not None:
        st.text(f"A saved copy: {count(len(findings.copy.accounts), 'account')}. It replaces your work.")
        st.button("Open it instead of my work", key="import-open", on_click=_open, args=(findings.copy,))
        return
    findings = _addressed(work, findings)
    after = with_import(work, findings)
    found = changes(work, after)
    st.subheader("What would be added")
    # In sight above the tables, which may be long.
    said, place = st.empty(), st.container()
    if left := _unticked(work, after, findings, found):
        after = with_import(work, without(work, after, findings, left))
    said.text(f"{in_words(work, after, changes(work, after)) or 'There is nothing new to add'}.")
    if len(findings.breaches) > MANY and not after.accounts:
        st.text("Of all breaches only those at your accounts count. Add your accounts first, then this list.")
    if gone := [change.release for change in found if change.what == "gone"]:
        ended = st.multiselect("These are no longer listed. Which did you close?", gone, key="import-closed")
        # What the company has of them it may keep until it is asked.
        after = after.with_each_release(lambda one: replace(one, ended=True) if one.name in ended else one)
    nothing = after == with_import(work, Findings())
    place.button("Add", key="import-add", type="primary", on_click=_add, args=(work, after, names), disabled=nothing)


def _addressed(work: Workspace, findings: Findings) -> Findings:
    """The findings where those who write mail have the address that the person names."""
    if not any(account.mail for account in findings.accounts):
        return findings
    known = list(dict.fromkeys((*addresses(work.profile), *addresses(findings.facts))))
    address = st.text_input(
        "Which of your addresses do they write to?",
        known[0] if len(known) == 1 else "",
        key="import-address",
        placeholder="robin@example.org",
        autocomplete="email",
    )
    return written_to(findings, address.strip()) if is_mail(address) else findings


def in_words(work: Workspace, after: Workspace, found: Sequence[Change]) -> str:
    """How much an import adds and changes, in words."""
    leaks = {release.name for release in after.breaches} - {release.name for release in work.breaches}
    breaches, facts = sum(change.release in leaks for change in found), len(_new_facts(work, after))
    new = sum(change.what == "new" for change in found) - breaches
    others = len(after.background) - len(work.background)
    changed = len(found) - new - breaches
    parts = [
        (new, "account", "accounts"),
        (breaches, "breach", "breaches"),
        (facts, "fact about you", "facts about you"),
        (others, "record of other people", "records of other people"),
        (changed, "change", "changes"),
    ]
    return listed([count(*part) for part in parts if part[0]], most=len(parts))


def _new_facts(work: Workspace, after: Workspace) -> list[tuple[str, str]]:
    return [pair for pair in after.profile if is_typed(pair) and pair not in work.profile]


def _unticked(work: Workspace, after: Workspace, findings: Findings, found: Sequence[Change]) -> set[str]:
    """The new accounts that are not to be added: those that the person unticks, and senders of whom little is sure."""
    facts = [(work.display_name(label), value) for label, value in _new_facts(work, after)]
    if facts:
        st.dataframe(pd.DataFrame(facts[:MOST_ROWS], columns=["Fact", "Value"]), hide_index=True, key="import-facts")
    if not found:
        return set()
    holders = {release.name: release.recipient for release in after.releases}
    unsure = _unsure(work, findings)
    found = sorted(found, key=lambda change: holders[change.release] in unsure)
    usual = [row for row, change in enumerate(found) if holders[change.release] not in unsure]
    rows = [(c.release, holders[c.release], WHAT_CHANGED[c.what], c.used) for c in found[:MOST_ROWS]]
    table = pd.DataFrame(rows, columns=["Name", "Company", "Change", "Last used"])
    table = table.loc[:, (table != "").any()]
    if len(found) > MOST_ROWS:
        st.dataframe(table, hide_index=True, key="import-rows")
        more = f" {count(len(found) - len(usual), 'other sender is', 'other senders are')} left out." if unsure else ""
        st.text(f"There are more than {MOST_ROWS} accounts, so they are added all at once.{more}")
        chosen = set(usual)
    else:
        st.text("Untick what you want to leave out." + (" Tick the other senders that you know." if unsure else ""))
        ticked = st.dataframe(
            table,
            hide_index=True,
            on_select="rerun",
            selection_mode="multi-row",
            selection_default={"selection": {"rows": usual, "columns": [], "cells": []}},
            key=f"import-rows-{hash((tuple(rows), len(usual)))}",
        )
        chosen = set(ticked.selection.rows)
    return {c.release for row, c in enumerate(found) if c.what == "new" and row not in chosen}


def _unsure(work: Workspace, findings: Findings) -> set[str]:
    """The recipients of which nothing but mail says that there is an account, and no sign-up or order."""
    accounts = named(work, findings.accounts)
    return {a.recipient for a in accounts} - {a.recipient for a in accounts if a.mail in ("", "order")}


def _open(saved: Workspace) -> None:
    session.open_work(saved, "open a saved copy")
    session.clear_upload(UPLOAD)


def _add(work: Workspace, after: Workspace, names: Sequence[str]) -> None:
    session.put(work, after, f"import {in_words(work, after, changes(work, after)) or 'files'}")
    session.clear_upload(UPLOAD)
    st.session_state["import-delete"] = tuple(names)
    for key in ("import-path", "import-address", "import-closed"):
        st.session_state.pop(key, None)


def tell_added() -> None:
    """Say what was added last, and that the export is to be deleted."""
    added, _ = session.moves()
    if added.startswith("import "):
        with st.container(gap="xsmall"):
            st.markdown(f":green[:material/check:] Added {added.removeprefix('import ')}. Undo takes it back.")
            if names := st.session_state.get("import-delete"):
                st.text(f"Delete the export file now: {listed([Path(name).name for name in names])}")
