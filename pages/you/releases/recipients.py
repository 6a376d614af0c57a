"""Who has the accounts, and accounts from files."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.files.releases_csv import read_releases_csv, releases_to_csv
from leakage.workspace.forms.releases import read_recipients
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.workspace import Release, Workspace, unused_name
from pages import catalogue
from pages.app import page, session
from pages.app.words import count
from pages.kit import editing
from pages.kit.editing import Edited, Taken
from pages.you.releases import text

# How many there are, and what they probably have as well.


def in_words(workspace: Workspace) -> str:
    """How many accounts there are, and at how many places."""
    return text.ACCOUNTS.format(
        accounts=count(len(workspace.releases), "account"),
        recipients=count(len({release.recipient for release in workspace.releases}), text.PLACE, text.PLACES),
    )


def show_presumed(workspace: Workspace) -> None:
    """How much is likely of the accounts and was not given, and where that is answered."""
    presumptions = open_presumptions(workspace, [release.name for release in workspace.releases])
    facts = sum(len(one.releases) for one in presumptions)
    if facts:
        st.caption(text.LIKELY.format(facts=count(facts, "more fact")))
        page.link(catalogue.REVIEW, text.LIKELY_LINK)


# Recipients under other names.


_RECIPIENTS = "recipients"


def rename(workspace: Workspace) -> None:
    """The recipients with how many accounts each has; a name can be typed over."""
    names = workspace.recipient_names
    given = [release.recipient for release in workspace.releases]
    rows = pd.DataFrame({"name": list(names), "releases": [given.count(name) for name in names]})

    def take(edited: Edited) -> Taken:
        changed, problems = read_recipients(edited.rows, workspace)
        return Taken(changed, changed.recipient_names, problems)

    editing.edit(
        workspace,
        _RECIPIENTS,
        names,
        rows.astype({"name": object}),
        take,
        "rename a company",
        num_rows="fixed",
        hide_index=True,
        disabled=["releases"],
        alt="Companies, people and offices, and how many accounts each has",
        column_config={
            "name": st.column_config.TextColumn("Company, person or office", width="large"),
            "releases": st.column_config.NumberColumn("Accounts", width="small"),
        },
    )


# Accounts from and to CSV files.


def download(workspace: Workspace) -> None:
    """A button that saves the accounts as a CSV file."""
    st.download_button(
        text.CSV_DOWNLOAD,
        lambda: releases_to_csv(workspace.releases),
        file_name="releases.csv",
        mime="text/csv",
        key="releases-download",
        on_click="ignore",
        disabled=not workspace.releases,
        help=text.CSV_PLAIN if workspace.releases else text.CSV_NOTHING,
        icon=":material/download:",
    )
    st.caption("Not encrypted: anyone who gets that file can read it.")


def upload(workspace: Workspace) -> None:
    """An upload with a preview; nothing changes before the button is pressed."""
    with st.container(key="releases-upload"):
        file = st.file_uploader(text.CSV_UPLOAD, type="csv", key=session.upload_key("releases"))
    if file is None:
        return
    reading = read_releases_csv(file.getvalue())
    page.problems(reading.problems)
    if not reading.releases:
        st.text(text.CSV_NONE_READ)
        return
    facts = sum(len(release.record) for release in reading.releases)
    st.text(text.CSV_FOUND.format(accounts=count(len(reading.releases), "account"), facts=count(facts, "fact")))
    why = session.too_many(replace(workspace, releases=_together(workspace.releases, reading.releases)))
    add, swap = st.columns(2)
    add.button(
        text.CSV_ADD,
        key="csv-add",
        type="primary",
        disabled=bool(why),
        help=why or None,
        on_click=_take,
        args=(workspace, workspace.releases, reading.releases),
    )
    swap.button(text.CSV_REPLACE, key="csv-replace", on_click=_take, args=(workspace, (), reading.releases))


def _take(workspace: Workspace, kept: tuple[Release, ...], read: tuple[Release, ...]) -> None:
    session.put(workspace, replace(workspace, releases=_together(kept, read)), "read accounts from a file")
    session.clear_upload("releases")


def _together(kept: tuple[Release, ...], read: tuple[Release, ...]) -> tuple[Release, ...]:
    """Releases with those of a file behind them, under names that are free."""
    names, releases = {release.name for release in kept}, list(kept)
    for release in read:
        fresh = unused_name(release.name, names)
        names.add(fresh)
        releases.append(replace(release, name=fresh))
    return tuple(releases)


# The parts of the page that are opened now and then.


def show_names(workspace: Workspace) -> None:
    """The names of those who have the accounts, to be edited."""
    with st.expander(text.RENAME, icon=":material/contacts:"):
        st.markdown(text.RENAME_HELP)
        rename(workspace)


def show_csv(workspace: Workspace) -> None:
    """Accounts as CSV, in and out."""
    with st.expander(text.CSV, icon=":material/table:", key="csv-in-and-out"):
        st.markdown(text.CSV_HELP)
        download(workspace)
        upload(workspace)
