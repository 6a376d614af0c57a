"""A file named by its path: an archive that is read as an upload is; or a mailbox, and who in it has one's address."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import TypeVar

import pandas as pd
import streamlit as st

from leakage.private_files import opened, typed_path
from leakage.record import is_typed
from leakage.workspace.files.additions import new_in
from leakage.workspace.files.importing import Archive, archive_at
from leakage.workspace.files.mail.senders import (
    EMAIL,
    Sender,
    Senders,
    Sureness,
    additions_of_senders,
    counted,
    read_senders,
)
from leakage.workspace.files.texts import cleaned
from leakage.workspace.workspace import Workspace
from pages.app import door, figures, session
from pages.app.words import count, error_text
from pages.kit.tables import height_of
from pages.parts.import_files import bring_in, text
from pages.parts.import_files.readers import NAMED, of_archive

Found = TypeVar("Found")

MOST_ROWS, MOST_SEEN = 5_000, 10

_PATH, _REQUESTED, _FOUND, _NOTICE = "mail-path", "mail-requested", "mail-found", "mail-notice"


def offer(workspace: Workspace) -> None:
    """A fold in which a mailbox of this computer is named, read and chosen from; nothing in a class."""
    if door.classroom():
        return
    fold = st.expander(text.MAIL, icon=":material/mail:", key="mail", on_change="rerun")
    if fold.open:
        with fold:
            st.markdown(text.MAIL_HELP)
            _name(workspace)
            found: Senders | None = st.session_state.get(_FOUND)
            if found is not None:
                _choose(workspace, found)


# Naming a mailbox, and reading it.


def _name(workspace: Workspace) -> None:
    typed = st.text_input(
        text.MAIL_PATH,
        key=session.upload_key(_PATH),
        placeholder="~/Downloads/takeout.zip",
        autocomplete="off",
        help=text.MAIL_PATH_HELP,
    ).strip()
    with st.container(horizontal=True):
        _button("zip", text.ZIP_READ, "folder_zip", typed)
        _button("mail", text.MAIL_READ, "mark_email_read", typed)
    what, requested = st.session_state.get(_REQUESTED, ("", ""))
    if typed and requested == typed:
        own = _addresses(workspace)
        if what == "mail":
            _read(lambda: _senders_at(typed, own), lambda found: st.session_state.update({_FOUND: found}))
        else:
            name = typed_path(typed).name
            _read(lambda: _archive_at(typed), lambda found: st.session_state.update({NAMED: of_archive(name, found)}))
    if notice := st.session_state.get(_NOTICE):
        st.error(notice)


def _button(what: str, label: str, icon: str, typed: str) -> None:
    st.button(
        label,
        key=f"{what}-read",
        icon=f":material/{icon}:",
        disabled=not typed,
        help=None if typed else text.MAIL_NO_PATH,
        on_click=_request,
        args=(what, typed),
    )


def _request(what: str, typed: str) -> None:
    st.session_state.pop(_NOTICE, None)
    st.session_state.pop(_FOUND, None)
    st.session_state[_REQUESTED] = (what, typed)


def _stop() -> None:
    st.session_state.pop(_REQUESTED, None)


def _read(source: Callable[[], Found], put: Callable[[Found], None]) -> None:
    """Read it, with a bar and a way to cancel; what comes of it is put where it is looked for."""
    try:
        put(figures.run(source, _stop))
    except ValueError as error:
        st.session_state[_NOTICE] = f"{error_text(error)} {text.NOT_TAKEN}"
    _stop()
    st.rerun()


def _senders_at(typed: str, own: Sequence[str]) -> Senders:
    with opened(typed_path(typed)) as file:
        return read_senders(file, own, datetime.date.today())


def _archive_at(typed: str) -> Archive:
    with opened(typed_path(typed)) as file:
        return archive_at(file)


def _addresses(workspace: Workspace) -> list[str]:
    """The person's own addresses, as far as they were typed."""
    return [pair[1] for pair in workspace.profile if pair[0].casefold() == EMAIL.casefold() and is_typed(pair)]


# Choosing who has the address: those who are sure are ticked, all others once the person ticks them.


def _choose(workspace: Workspace, found: Senders) -> None:
    messages = count(found.messages, "message")
    st.text(text.MAIL_FOUND.format(companies=count(len(found.senders), "company", "companies"), messages=messages))
    if found.left_out:
        listed = ", ".join(f"{what} ({number:,})" for what, number in found.left_out)
        st.caption(text.MAIL_LEFT_OUT.format(listed=listed))
    if not found.senders:
        return
    chosen = _ticked(found.senders, _groups(found.senders))
    address = _address(workspace)
    additions = additions_of_senders(chosen, address, workspace)
    new = new_in(workspace, additions)
    st.caption(text.MAIL_DOUBT)
    label = text.MAIL_ADD.format(what=bring_in.counted(new))
    bring_in.add_button(workspace, additions, new, "mail", _forget, label)


def _groups(senders: Sequence[Sender]) -> Sequence[Sureness]:
    numbers = dict(counted(senders))
    picked: list[Sureness] = st.pills(
        text.MAIL_GROUPS,
        list(numbers),
        selection_mode="multi",
        default=[sureness for sureness in numbers if sureness == "sure"],
        format_func=lambda sureness: f"{text.SURENESS[sureness]} ({numbers[sureness]:,})",
        key="mail-groups",
        help=text.MAIL_GROUPS_HELP,
    )
    return picked


def _ticked(senders: Sequence[Sender], groups: Sequence[Sureness]) -> list[Sender]:
    shown = senders[:MOST_ROWS]
    rows = [(one.site, text.SURENESS[one.sureness], one.first, one.last) for one in shown]
    ticks = [number for number, one in enumerate(shown) if one.sureness in groups]
    table = st.dataframe(
        pd.DataFrame(rows, columns=["Company", "Why", "First mail", "Last mail"]),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": ticks, "columns": [], "cells": []}},
        # Ticks are places in the table, so another table, or another choice of groups, begins anew.
        key=f"mail-rows-{hash((tuple(shown), tuple(groups)))}",
        height=height_of(len(rows), MOST_SEEN),
        alt=text.MAIL_ALT,
    )
    if len(senders) > MOST_ROWS:
        st.text(text.MAIL_MORE.format(more=f"{len(senders) - MOST_ROWS:,}"))
    return [shown[row] for row in sorted(table.selection.rows) if row < len(shown)]


def _address(workspace: Workspace) -> str:
    addresses = _addresses(workspace)
    picked: str | None = st.selectbox(
        text.MAIL_ADDRESS,
        addresses,
        index=0 if addresses else None,
        accept_new_options=True,
        key="mail-address",
        placeholder="you@example.org",
        help=text.MAIL_ADDRESS_HELP,
    )
    return cleaned(picked)


def _forget() -> None:
    st.session_state.pop(_FOUND, None)
    session.clear_upload(_PATH)
