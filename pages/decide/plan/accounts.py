"""The accounts of one step: where each is changed, and which are done."""

from __future__ import annotations

import datetime

import pandas as pd
import streamlit as st

from leakage.record import Pair
from leakage.workspace.changes import with_values_changed
from leakage.workspace.figures.done import pairs_of
from leakage.workspace.figures.plan.actions import WorkOption
from leakage.workspace.places.site_list import change_password_page
from leakage.workspace.requests.contacts import recipient_site
from leakage.workspace.workspace import Workspace
from pages.app import session
from pages.app.words import count
from pages.decide.plan import text

FIRST_SHOWN = 8
"""Accounts of a step that are in sight at once; the others are reached by scrolling."""


def has_list(option: WorkOption) -> bool:
    """Whether there are several accounts to tick off."""
    return option.lever == "change" and len(option.accounts) > 1


def tick_one(workspace: Workspace, option: WorkOption, name: str) -> None:
    """A button that says that the only account is changed, and where to change it; arguments as ``tick_off``."""
    if page := _page(workspace, option.accounts[0], option.kind):
        st.link_button(text.CHANGE_HERE, page, icon=":material/open_in_new:")
    st.button(
        text.CHANGED_IT,
        key=f"plan-done-{name}",
        icon=":material/check:",
        help=text.CHANGED_HELP,
        on_click=_note,
        args=(workspace, option.accounts, pairs_of(option.action)),
    )


def tick_off(workspace: Workspace, option: WorkOption, name: str) -> None:
    """The accounts in the order in which to change them, to be ticked when they are done.

    Arguments:
        workspace: it holds what is done.
        option: of whose accounts a value is changed.
        name: of this list, unique on the page.
    """
    pages = [_page(workspace, account, option.kind) for account in option.accounts]
    shown = pd.DataFrame({text.ACCOUNT: option.accounts, text.CHANGE_HERE: pages}).replace("", None)
    # Other accounts are another list: a tick on the third row must not become one on another account's.
    key = f"plan-accounts-{name}-{abs(hash(option.accounts)) % 10**8}"
    state = st.dataframe(
        shown if any(pages) else shown[[text.ACCOUNT]],
        hide_index=True,
        height="content" if len(shown) <= FIRST_SHOWN else 35 * (FIRST_SHOWN + 1) + 3,
        selection_mode="multi-row",
        on_select="rerun",
        key=key,
        column_config={text.CHANGE_HERE: st.column_config.LinkColumn(display_text=r"https://([^/]+)", width="medium")},
        alt=f"Accounts of this step, the most dangerous first: {option.what}",
    )
    done = [option.accounts[row] for row in state["selection"]["rows"] if row < len(option.accounts)]
    st.button(
        text.CHANGED.format(accounts=count(len(done), "account")) if done else text.TICK,
        key=f"plan-done-{name}",
        icon=":material/check:",
        disabled=not done,
        on_click=_note,
        args=(workspace, tuple(done), pairs_of(option.action)),
    )


def _note(workspace: Workspace, recipients: tuple[str, ...], pairs: tuple[Pair, ...]) -> None:
    today = datetime.date.today().isoformat()
    after = workspace
    for pair in pairs:
        after = with_values_changed(after, recipients, pair, today)
    session.put(workspace, after, f"note {count(len(recipients), 'changed account')}")


def _page(workspace: Workspace, account: str, kind: str) -> str:
    """Where a password is changed; of other values no list says it."""
    return change_password_page(recipient_site(workspace, account)) if kind == "change Password" else ""
