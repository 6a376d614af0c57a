"""The face of the program: what is in the menu of this person, of a class, or of a researcher."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from leakage.workspace.workspace import Face
from pages import catalogue
from pages.door.entrance import classroom
from pages.shell import session, undo_stack

NAMES: Mapping[Face, str] = {"me": "Me", "class": "Class", "science": "Science"}

_FACE = "face"
_CHOSEN = "face-chosen"


def face() -> Face:
    """What this session shows: what was chosen in it, else in the person's work; a served class begins with its own."""
    kept: Face | None = session.get(_FACE) or getattr(undo_stack.own(), "face", None)
    return kept or ("class" if classroom() else "me")


def paths_are_read() -> bool:
    """Whether files are read by their path: the disk of a class's server is not the visitor's."""
    return not classroom()


def rooms() -> tuple[catalogue.Room, ...]:
    """The rooms in the menu. A served class keeps nothing, and only it predicts together."""
    absent = catalogue.SAFE_PLACE if classroom() else catalogue.TOGETHER
    return tuple(room for room in catalogue.FACES[face()] if room != absent)


def choose(page: catalogue.Page) -> None:
    """The switch at the foot of the menu; a face opens with its first room, unless the page is in one of its own."""
    wanted: Face = st.segmented_control(
        "Show me", list(NAMES), format_func=NAMES.__getitem__, default=face(), required=True, key=f"{_CHOSEN}-{face()}"
    )
    if wanted == face():
        return
    session.put(_FACE, wanted)
    # This is no edit of the work.
    undo_stack.hold(undo_stack.edit_history().with_face(wanted))
    first = rooms()[0]
    if catalogue.room_of(page) in rooms():
        st.rerun()
    st.switch_page(first.parts[0].path)
