"""The words of the field in people's words, and sentences that several pages show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.app.words import listed

if TYPE_CHECKING:
    from leakage.workspace.figures.plan.actions import ActionKind, WorkOption
    from leakage.workspace.workspace import Workspace


# The words of the field in people's words: one sentence or two, shown as help where a word is first met on a page.


JOINED_RECORD = (
    "A joined record is what Eve makes of the records that she takes for one person: all that any of them says. The "
    "papers call it a composite."
)
BRIDGE = (
    "A release is a bridge where it matches two or more of Eve's joined records that had nothing in common before: "
    "through it they become one, and she knows all of them at once."
)
ALTERNATIVE = (
    "An alternative is one way of making the release that you plan: to one recipient or another, with one card or "
    "another, with a field or without. You will do one of them."
)
COALITION = (
    "A coalition is a group of recipients who put together what they were given, and share it with nobody else: the "
    "shops of one bonus card, the companies of one owner."
)


# Sentences that more than one page shows.


COST_HELP = (
    "What is counted does not depend on how this program finds the outcome: one comparison for each join, and one for "
    "each two joined records that stay apart; for corrections and look-ups one for each record. A quadratic cost "
    "takes every pair of records instead. Times the price of one."
)


NOTHING_REACHES_HER = "Nothing you give out now reaches her: she has only what leaked."
NOTHING_TAKES_BACK = "No deletion takes anything back from her: she has only what leaked."


def say_leaked(workspace: Workspace, sentence: str) -> bool:
    """Whether the policy in use has only what leaked; then a sentence says what follows.

    Arguments:
        workspace: with the policy in use.
        sentence: one of those above.
    """
    if workspace.has_releases_only:
        st.info(sentence, icon=":material/water_drop:")
    return workspace.has_releases_only


# What each kind of action is called, wherever it is proposed.


CALLED: dict[ActionKind, str] = {
    "erase": "Have it deleted",
    "change": "Change a value",
    "withhold": "Leave a field blank",
    "stop sharing": "Object to sharing",
}


_ASKING: dict[ActionKind, str] = {
    "erase": "Ask {recipient} to delete {what}",
    "stop sharing": "Ask {recipient} to stop sharing {what}",
}

OWN_VALUES = {
    "change Email": ("an address of its own", "addresses of their own"),
    "change Phone": ("a number of its own", "numbers of their own"),
    "change Card": ("a card number of its own", "card numbers of their own"),
    "change Password": ("a password of its own", "passwords of their own"),
    "change User name": ("a user name of its own", "user names of their own"),
}
"""What one account gets, and what several get, by the kind of change."""


def action_label(option: WorkOption) -> str:
    """An action in a few words.

    >>> from leakage.decision.plan import Action
    >>> from leakage.workspace.figures.plan.actions import WorkOption
    >>> change = Action(3.0, changes=(("Order", ("Password", "A")),))
    >>> action_label(WorkOption("change", "Password", "Shop", change, "change Password", ("Shop",)))
    'Give Shop a password of its own'
    >>> action_label(WorkOption("erase", "shop.example", "shop.example", change))
    'Ask shop.example to delete your account'
    """
    if option.lever == "erase" and option.accounts:
        return f"Ask {option.what}, in one letter, to delete what {listed(list(option.accounts), most=4)} hold"
    if option.accounts:
        one, several = OWN_VALUES[option.kind]
        if len(option.accounts) == 1:
            return f"Give {option.accounts[0]} {one}"
        return f"Give these {len(option.accounts)} accounts {several}"
    if option.lever in _ASKING:
        what = "your account" if option.what == option.recipient else option.what
        return _ASKING[option.lever].format(recipient=option.recipient, what=what)
    whom = f" ({option.recipient})" if option.recipient else ""
    return f"{CALLED[option.lever]}: {option.what}{whom}"
