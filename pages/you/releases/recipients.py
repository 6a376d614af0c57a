"""Recipients of releases, and releases from files."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.files.releases_csv import read_releases_csv, releases_to_csv
from leakage.workspace.forms.releases import read_recipients
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.workspace import Release, Workspace, unused_name
from pages import catalogue
from pages.shell import frame, history, session, text
from pages.shell.editable_table import Edited
from pages.shell.frame import Taken
from pages.shell.words import count
from pages.you.releases import text as words

# What recipients probably have besides.


def show_presumed(workspace: Workspace) -> None:
    """How much is presumed of the releases and was not given, and where that is answered."""
    presumptions = open_presumptions(workspace, [release.name for release in workspace.releases])
    facts = sum(len(one.releases) for one in presumptions)
    if facts:
        st.caption(f"{count(facts, 'more fact')} presumed, and not given: such places usually ask for them.")
        session.link(catalogue.REVIEW, "Say what they have, for many at once")


# Recipients under other names.


_RECIPIENTS = "recipients"


def rename(workspace: Workspace) -> None:
    """The recipients with how many releases each has; a name can be typed over."""
    names = workspace.recipient_names
    given = [release.recipient for release in workspace.releases]
    rows = pd.DataFrame({"name": list(names), "releases": [given.count(name) for name in names]})

    def take(edited: Edited) -> Taken:
        changed, problems = read_recipients(edited.rows, workspace)
        return Taken(changed, changed.recipient_names, problems)

    frame.edit(
        workspace,
        _RECIPIENTS,
        names,
        rows.astype({"name": object}),
        take,
        "rename a recipient",
        num_rows="fixed",
        hide_index=True,
        disabled=["releases"],
        alt="Your recipients: name and number of releases",
        column_config={
            "name": st.column_config.TextColumn("Recipient", width="large"),
            "releases": st.column_config.NumberColumn("Releases", width="small"),
        },
    )


# Releases from and to CSV files.


def download(workspace: Workspace) -> None:
    """A button that saves the releases as a CSV file."""
    st.download_button(
        "Download my releases as CSV",
        lambda: releases_to_csv(workspace.releases),
        file_name="releases.csv",
        mime="text/csv",
        key="releases-download",
        on_click="ignore",
        disabled=not workspace.releases,
        help="A plain file: anyone who gets it can read it."
        if workspace.releases
        else "There is no release to save yet.",
        icon=":material/download:",
    )
    st.caption(text.NOT_ENCRYPTED)


def upload(workspace: Workspace) -> None:
    """An upload with a preview; nothing changes before the button is pressed."""
    with st.container(key="releases-upload"):
        file = st.file_uploader("Read releases from a CSV file", type="csv", key=session.upload_key("releases"))
    if file is None:
        return
    reading = read_releases_csv(file.getvalue())
    frame.problems(reading.problems)
    if not reading.releases:
        st.text("No release could be read, so nothing was changed.")
        return
    facts = sum(len(release.record) for release in reading.releases)
    st.text(f"Found {count(len(reading.releases), 'release')} with {count(facts, 'fact')}.")
    why = history.too_many(replace(workspace, releases=_together(workspace.releases, reading.releases)))
    add, swap = st.columns(2)
    add.button(
        "Add them to mine",
        key="csv-add",
        type="primary",
        disabled=bool(why),
        help=why or None,
        on_click=_take,
        args=(workspace, workspace.releases, reading.releases),
    )
    swap.button("Put them in place of mine", key="csv-replace", on_click=_take, args=(workspace, (), reading.releases))


def _take(workspace: Workspace, kept: tuple[Release, ...], read: tuple[Release, ...]) -> None:
    history.put(workspace, replace(workspace, releases=_together(kept, read)), "read releases from a file")
    session.clear_upload("releases")


def _together(kept: tuple[Release, ...], read: tuple[Release, ...]) -> tuple[Release, ...]:
    """Releases with those of a file behind them, under names that are free."""
    names, releases = {release.name for release in kept}, list(kept)
    for release in read:
        fresh = unused_name(release.name, names)
        names.add(fresh)
        releases.append(replace(release, name=fresh))
    return tuple(releases)


# The parts of the releases page that are opened now and then.


def show_names(workspace: Workspace) -> None:
    """The names of recipients, to be edited."""
    with st.expander("Rename recipients", icon=":material/contacts:"):
        st.markdown(words.RENAME_HELP)
        rename(workspace)


def show_csv(workspace: Workspace) -> None:
    """Releases as CSV, in and out."""
    with st.expander("CSV in and out", icon=":material/table:", key="csv-in-and-out"):
        st.markdown(words.CSV_HELP)
        download(workspace)
        upload(workspace)
