"""What every page opens with: the strip of the figure, its question, and in the sidebar what a refresh loses."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NoReturn

import streamlit as st

from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.forms.problem import Problem
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.door.other_tabs import ANOTHER_TAB
from pages.door.unsaved import MARK
from pages.shell import (
    example_banner,
    her_files,
    history,
    knowledge,
    steps,
    strip,
    text,
    vault_session,
    vault_sidebar,
    vault_trouble,
)
from pages.shell.links import link
from pages.shell.words import listed, said

MOST_PROBLEMS = 8


STYLE = Path(__file__).with_name("style.css")
NOT_TAKEN = "Not taken over yet (everything else was):"
_FILE = "file"
"""Where a problem is that is one of a whole file."""


def open_page(page: catalogue.Page, question: str, title: str = "") -> Workspace:
    """Draw the head of a page and the sidebar; returns the current workspace."""
    history.settle(knowledge.with_worst_policy(her_files.attached(history.current())).plain)
    workspace = her_files.attached(history.current())
    st.html(STYLE)
    strip.show(workspace)
    st.title(title or page.title, anchor=False)
    # The second heading: what stands below it is a part of the answer, and no level of headings is left out.
    st.html(f'<h2 class="question">{escape(question)}</h2>')
    her_files.say(page, workspace)
    example_banner.show(page)
    vault_trouble.show()
    _empty_tab()
    with st.sidebar:
        vault_sidebar.show()
        _keeping(workspace)
    return workspace if page in her_files.COUNTED else workspace.plain


def _empty_tab() -> None:
    """Why nothing is here, where another tab of this browser has what was entered: the browser knows, and shows it."""
    if not steps.begun() and vault_session.current() is None:
        with st.container(key=ANOTHER_TAB, border=True):
            st.text(text.ANOTHER_TAB)


def _keeping(workspace: Workspace) -> None:
    if workspace == Workspace():
        return
    if vault_session.current() is None:
        own = steps.own() not in (None, Workspace())
        with st.container(key=f"{MARK}-memory" if own else "memory"):
            st.caption(
                ":orange[:material/warning:] **Kept in memory only.** Refreshing or closing this browser tab, or "
                "stopping the program, loses what you entered."
            )
        if vault_session.offered():
            link(catalogue.VAULT, "Keep it in a vault")
    st.download_button(
        "Save a plain copy",
        lambda: workspace_to_json(workspace),
        file_name="my-leakage.json",
        mime="application/json",
        key="save-copy",
        on_click="ignore",
        icon=":material/download:",
        help="A plain file with all you entered: anyone who gets it can read it. Open it again on the Start page.",
        width="stretch",
    )
    st.caption(text.NOT_ENCRYPTED)


def nothing_yet(sentence: str, page: catalogue.Page, button: str) -> NoReturn:
    """Say what an empty page needs first, lead there, and end the page."""
    st.info(sentence, icon=":material/arrow_forward:")
    if st.button(button, type="primary", key="nothing-yet"):
        st.switch_page(page.path)
    st.stop()


def need_profile(workspace: Workspace) -> None:
    """End a page that can say nothing without a profile."""
    if not workspace.profile:
        nothing_yet("First say what is true about you.", catalogue.PROFILE, "Go to the profile")


def need_releases(workspace: Workspace) -> None:
    """End a page that can say nothing without a profile and a release."""
    need_profile(workspace)
    if not workspace.releases:
        _no_releases()


def need_worst_pool(workspace: Workspace) -> PoolLeakage:
    """The pool that knows most; ends a page that can say nothing without one."""
    need_profile(workspace)
    return knowledge.worst_pool(workspace) or _no_releases()


def _no_releases() -> NoReturn:
    nothing_yet("Next say what you gave away, and to whom.", catalogue.RELEASES, "Go to the releases")


def problems(reported: Sequence[Problem], heading: str = NOT_TAKEN) -> None:
    """The sentences about what was entered wrongly, where it was entered.

    Plain text: a label is the person's own word, and markdown could fetch what it names.
    """
    if reported:
        # Of a whole file nothing else need have been taken over.
        whole = heading == NOT_TAKEN and all(problem.where == _FILE for problem in reported)
        with st.container(border=True):
            st.markdown(f":orange[:material/error:] **{'Not taken over:' if whole else heading}**")
            by_sentence: dict[str, list[str]] = {}
            for problem in reported:
                by_sentence.setdefault(_told(problem), []).append("" if problem.where == _FILE else problem.where)
            for sentence, places in list(by_sentence.items())[:MOST_PROBLEMS]:
                where = listed([place for place in places if place])
                st.text(f"{where}: {sentence}" if where else sentence)
            if len(by_sentence) > MOST_PROBLEMS:
                st.text(f"and {len(by_sentence) - MOST_PROBLEMS} more")


def _told(problem: Problem) -> str:
    """What is said of a whole file is a sentence by itself: it names the file."""
    return said(problem.sentence) if problem.where == _FILE else problem.sentence
