"""Opening worked examples, one's own work, and saved copies."""

from __future__ import annotations

import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import Scenario
from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.starting import starting_workspace
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.shell import history, links, shared_cache, vault_session
from pages.shell.words import said

LARGEST_FILE_MB = 50


def begin_own() -> None:
    """Start one's own work, keeping it where it is open already, or in the vault."""
    if vault_session.current() is not None:
        if history.example():
            vault_session.leave_example()
    elif history.example() or not history.current().profile:
        history.open_workspace(starting_workspace(), "begin my own work")


def offer_vault() -> None:
    """Where the own work would be kept."""
    if vault_session.current() is not None:
        st.caption("Your work is in your vault, and stays there whatever you open beside it.")
    elif vault_session.offered():
        links.link(catalogue.VAULT, "Keep it in a vault from the start")
        st.caption("Or just begin: then it is in memory only, and lost with a refresh unless you save a plain copy.")


def open_realistic() -> None:
    """Open the realistic person."""
    open_example(realistic_person())


def choose() -> Scenario:
    """A list of the papers' examples; returns the one picked."""
    titles = {scenario.key: f"{scenario.title} ({scenario.source})" for scenario in PAPER_SCENARIOS}
    key = st.selectbox(
        "Example",
        list(titles),
        format_func=lambda key: titles[key],
        key="example-choice",
        persist_state="session",
        label_visibility="collapsed",
    )
    return next(scenario for scenario in PAPER_SCENARIOS if scenario.key == key)


def describe(scenario: Scenario) -> None:
    """What an example shows, and the figure to expect."""
    st.text(scenario.question)
    st.text(scenario.expected)


def open_example(scenario: Scenario) -> None:
    """Open a worked example; undo leads back."""
    shared_cache.publish(scenario.workspace)
    history.open_workspace(scenario.workspace, f"open the example {scenario.title}", scenario.key)


def open_workspace(workspace: Workspace, key: str) -> None:
    """Open a workspace of the program's own that is no paper's example; undo leads back.

    Arguments:
        workspace: not the person's.
        key: a slug, not empty.
    """
    shared_cache.publish(workspace)
    history.open_workspace(workspace, f"open {workspace.title or 'a lesson'}", key)


def open_saved() -> None:
    """An upload of a saved copy; opens it, or says in one sentence why not."""
    file = st.file_uploader(
        "Open a copy you saved before", type="json", key="saved-copy", max_upload_size=LARGEST_FILE_MB
    )
    if file is None:
        return
    try:
        workspace = workspace_from_json(file.getvalue().decode("utf-8"))
    except UnicodeDecodeError:
        st.error("This file is not UTF-8 text, so it is not a copy saved here. Nothing was changed.")
    except ValueError as error:
        st.error(f"{said(error)} Nothing was changed.")
    else:
        st.button(
            "Open it",
            key="open-saved",
            type="primary",
            on_click=history.open_workspace,
            args=(workspace, "open a saved copy"),
        )
