"""Opening worked examples and one's own work."""

from __future__ import annotations

import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import Scenario
from leakage.workspace.everyday import new_work
from pages.shell import cache, history, vault_session

# Opening worked examples and one's own work.


def begin_own() -> None:
    """Start one's own work, keeping it where it is open already, or in the vault."""
    if vault_session.current() is not None:
        if history.example():
            vault_session.leave_example()
    elif history.example() or not history.current().profile:
        history.open_workspace(new_work(), "begin my own work")


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
    cache.publish(scenario.workspace)
    history.open_workspace(scenario.workspace, f"open the example {scenario.title}", scenario.key)
