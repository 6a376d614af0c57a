"""The way to the Requests page, and choices that another page can make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.workspace.release import RequestKind
from pages import catalogue
from pages.app import session

# The way to the Requests page with a recipient chosen, and choices that other pages can make beforehand.


RECIPIENT = "company"
KIND = "request-kind"


def request_button(
    recipient: str,
    kind: RequestKind = "erasure",
    *,
    key: str,
    label: str = "Write the letter",
    owner: str = "",
) -> None:
    """A button that leads to a letter to a recipient.

    Arguments:
        recipient: as the releases call it.
        kind: what is asked for.
        key: of the button, unique on its page.
        label: on it.
        owner: of the recipient, where one letter is for all of the owner's companies.
    """
    if st.button(label, key=key, icon=catalogue.REQUESTS.icon, on_click=_choose, args=(recipient, kind, owner)):
        st.switch_page(catalogue.REQUESTS.path)


def _choose(recipient: str, kind: RequestKind, owner: str) -> None:
    st.session_state[RECIPIENT] = recipient
    st.session_state[KIND] = kind
    if owner:
        st.session_state[together_key(owner)] = True


def together_key(owner: str) -> str:
    """The key of the box for one letter to all companies of an owner."""
    return f"request-together-{hash(owner)}"


def persistent_choice(
    place: DeltaGenerator, label: str, name: str, options: list[Any], option_text: Callable[[Any], str] = str
) -> Any:
    """A choice that is kept under a name, where another page, or a callback, may have put it; else the first option.

    Arguments:
        place: where it is drawn.
        label: above it.
        name: it is kept under.
        options: to choose from, at least one.
        option_text: an option in words.
    """
    chosen = st.session_state.get(name)
    shown = session.binding(
        f"{name}-box",
        chosen if chosen in options else options[0],
        lambda option: st.session_state.update({name: option}),
    )
    place.selectbox(label, options, format_func=option_text, **shown)
    return st.session_state.get(shown["key"])
