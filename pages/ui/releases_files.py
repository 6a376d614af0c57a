"""Releases from and to CSV files."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.workspace.releases_csv import read_releases_csv, releases_to_csv
from leakage.workspace.workspace import Release, Workspace, unused_name
from pages.ui import frame, state, text
from pages.ui.words import count


def download(workspace: Workspace) -> None:
    """A button that saves the releases as a CSV file."""
    st.download_button(
        "Download my releases as CSV",
        releases_to_csv(workspace.releases),
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
        file = st.file_uploader("Read releases from a CSV file", type="csv", key=state.upload_key("releases"))
    if file is None:
        return
    reading = read_releases_csv(file.getvalue())
    frame.problems(reading.problems)
    if not reading.releases:
        st.text("No release could be read, so nothing was changed.")
        return
    facts = sum(len(release.record) for release in reading.releases)
    st.text(f"Found {count(len(reading.releases), 'release')} with {count(facts, 'fact')}.")
    add, swap = st.columns(2)
    add.button(
        "Add them to mine",
        key="csv-add",
        type="primary",
        on_click=_take,
        args=(workspace, workspace.releases, reading.releases),
    )
    swap.button("Put them in place of mine", key="csv-replace", on_click=_take, args=(workspace, (), reading.releases))


def _take(workspace: Workspace, kept: tuple[Release, ...], read: tuple[Release, ...]) -> None:
    names = {release.name for release in kept}
    for release in read:
        fresh = unused_name(release.name, names)
        names.add(fresh)
        kept = (*kept, replace(release, name=fresh))
    state.put(replace(workspace, releases=kept), "read releases from a file")
    state.clear_upload("releases")
