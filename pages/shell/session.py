"""What a session holds under a name, beside the work itself; ways to other pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages import catalogue

# What a session holds under a name, beside the work itself: choices, uploads, what widgets show.


def get(name: str, default: Any = None) -> Any:
    """What is held under a name, or what a widget with this key shows."""
    return st.session_state.get(name, default)


def setdefault(name: str, value: Any) -> Any:
    """What is held under a name; from now on the value, where nothing is."""
    return st.session_state.setdefault(name, value)


def put(name: str, value: Any) -> None:
    """Hold a value under a name; before a widget with this key is drawn, it is what the widget shows."""
    st.session_state[name] = value


def forget(name: str) -> None:
    """Hold nothing under a name."""
    st.session_state.pop(name, None)


_NUMBER = "number"


def upload_key(name: str) -> str:
    """The key of a file upload; it changes when the file was taken, so that the upload is empty again."""
    return f"upload.{name}.{st.session_state.get(f'uploads.{name}', 0)}"


def clear_upload(name: str) -> None:
    """Empty an upload after its file was taken."""
    st.session_state[f"uploads.{name}"] = st.session_state.get(f"uploads.{name}", 0) + 1


def bound(key: str, value: Any) -> str:
    """The key of a widget that shows part of the workspace, which its callback changes.

    Where that was changed elsewhere, it is another widget under another key: a browser that has not drawn it yet would
    send the old value with the next click, and that would count as an edit.
    """
    version = st.session_state.get(f"bound.{key}", 0)
    place = f"{key}-{version}" if version else key
    if place in st.session_state and not _same(st.session_state[place], value):
        st.session_state[f"bound.{key}"] = version + 1
        place = f"{key}-{version + 1}"
    if place not in st.session_state:
        st.session_state[place] = value
    begin_edits(place)
    return place


def binding(name: str, value: Any, take: Callable[[Any, str], None]) -> dict[str, Any]:
    """What makes a widget one that shows part of the workspace, and changes it.

    Arguments:
        name: unique in the program.
        value: of that part.
        take: told what the widget shows, and its key, once that was changed.
    """
    key = bound(name, value)
    return {"key": key, "on_change": tell, "args": (key, lambda shown: take(shown, key))}


def edited_to(widget: str) -> Any:
    """What the last edit by a widget made of the workspace that it was drawn from; None where there was none."""
    return st.session_state.get(f"{widget}.edited-to")


def remember_edit(widget: str, edited: Any) -> None:
    """Remember what an edit by a widget made of the workspace that it was drawn from."""
    if widget:
        st.session_state[f"{widget}.edited-to"] = edited


def begin_edits(widget: str) -> None:
    """A widget is drawn anew."""
    st.session_state.pop(f"{widget}.edited-to", None)


def _same(shown: Any, value: Any) -> bool:
    """Whether a widget shows a value; of several picked it matters not which was picked first."""
    return bool(shown == value or (isinstance(value, list) and sorted(shown) == sorted(value)))


def tell(key: str, take: Callable[[Any], None]) -> None:
    """Hand on what a widget shows, in its callback; not where the vault was locked before it came to that."""
    if key in st.session_state:
        take(st.session_state[key])


def fresh_number() -> int:
    """A number that this session has not used: for keys of what may be drawn several times in one run."""
    number: int = st.session_state.get(_NUMBER, 0) + 1
    st.session_state[_NUMBER] = number
    return number


def identity() -> str:
    """Which session this is: the same for every run of one browser tab, another for every other."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else ""


def heed() -> None:
    """End this run here where its session has gone or asks for another: Streamlit looks whenever its state is read."""
    _ = _NUMBER in st.session_state


# Ways to other pages.


def link_next(page: catalogue.Page) -> None:
    """The way on, called by the name of the page it opens."""
    link(page, f"Next: {page.title}")


def link(page: catalogue.Page, label: str) -> None:
    """A way to another page."""
    st.page_link(page.path, label=label, icon=page.icon)
