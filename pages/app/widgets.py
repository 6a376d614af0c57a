"""What widgets show of the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def forget() -> None:
    """Let every widget begin anew, for other work."""
    # What ``binding`` counts stays: a click on the way would bring back what that widget showed of the work before.
    for key in [key for key in st.session_state if key not in ("session", "face")]:
        if not str(key).startswith("bound."):
            del st.session_state[key]


def binding(name: str, value: Any, take: Callable[[Any], object]) -> dict[str, Any]:
    """The options of a widget that shows a part of the work and edits it; ``take`` is called with the new value.

    Where that part was changed elsewhere, the widget gets another key: a browser that has not drawn it yet would send
    the old value with the next click, and that would count as an edit. The order of a list does not count.
    """
    version, shown = st.session_state.get(f"bound.{name}", (0, value))
    shown = st.session_state.get(f"{name}-{version}", shown)
    if shown != value and not (isinstance(value, list) and sorted(shown) == sorted(value)):
        version += 1
    key = f"{name}-{version}"
    st.session_state[f"bound.{name}"] = (version, value)
    st.session_state.setdefault(key, value)
    return {"key": key, "on_change": lambda: key in st.session_state and take(st.session_state[key])}
