"""What a session has computed: personal data is in no cache that sessions share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

Result = TypeVar("Result")
_REMEMBERED = "remembered"
_LATEST = "published.latest"
MOST_REMEMBERED = 150


def forget() -> None:
    """Forget all that was computed."""
    st.session_state.pop(_REMEMBERED, None)


def remembered(key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key before, in this session; else it is done now. The oldest results are forgotten."""
    held: dict[Hashable, Any] = st.session_state.setdefault(_REMEMBERED, {})
    if key not in held:
        held[key] = work()
        while len(held) > MOST_REMEMBERED:
            del held[next(iter(held))]
    result: Result = held[key]
    return result


def holds(key: Hashable) -> bool:
    """Whether something is remembered for a key."""
    return key in st.session_state.get(_REMEMBERED, {})


def is_latest(name: str, key: Hashable) -> bool:
    """Whether ``latest`` costs nothing for this key."""
    held = st.session_state.get(_LATEST, {}).get(name)
    return held is not None and held[0] == key


def latest(name: str, key: Hashable, work: Callable[[], Result]) -> Result:
    """What work gave for a key, where that was the last one asked for under this name: tables are large."""
    held: dict[str, tuple[Hashable, Result]] = st.session_state.setdefault(_LATEST, {})
    if not is_latest(name, key):
        held[name] = (key, work())
    return held[name][1]
