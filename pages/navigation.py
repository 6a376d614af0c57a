"""The router: the menu, the vault that is to be unlocked, and the page that was asked for."""

from typing import Literal

import streamlit as st

from pages.app import page as frame
from pages.app import session, unlock
from pages.catalogue import PAGES, Page, Room, room_of

PROGRAM = "How much does she know?"

# An icon of the program's own: for a Material symbol the browser would ask another server.
st.set_page_config(page_icon="pages/app/eye.svg", layout="wide")


def _streamlit_page(page: Page, title: str, icon: str, *, listed: bool) -> st.Page:
    return st.Page(
        page.path,
        title=title,
        icon=icon,
        url_path=page.url_path or None,
        default=not page.url_path,
        visibility="visible" if listed else "hidden",
    )


def _in_menu(room: Room, page: Page) -> st.Page:
    return _streamlit_page(page, room.title, room.icon, listed=True)


def _navigate(position: Literal["hidden", "sidebar"]) -> tuple[Page, st.Page]:
    """The page that was asked for. All are at their addresses; each room is in the menu, by the part that is open."""
    listed = {room.parts[0]: _in_menu(room, room.parts[0]) for room in frame.rooms()}
    hidden = {page: _streamlit_page(page, page.title, page.icon, listed=False) for page in PAGES if page not in listed}
    shown = {**listed, **hidden}
    found = st.navigation(list(shown.values()), position=position, expanded=True)
    page = next(page for page, entry in shown.items() if entry is found)
    first = room_of(page).parts[0]
    if page is first or first not in listed:
        return page, found
    # Known only now: the menu has this part in place of the first of its room.
    swapped = {
        first: _in_menu(room_of(page), page),
        page: _streamlit_page(first, first.title, first.icon, listed=False),
    }
    entries = [swapped.get(other, entry) for other, entry in shown.items()]
    return page, st.navigation(entries, position=position, expanded=True)


closed = session.is_locked()
page, shown = _navigate("hidden" if closed else "sidebar")
# The tab says which page it is; before a vault is unlocked, only which program.
st.set_page_config(page_title=PROGRAM if closed else f"{page.title} · {PROGRAM}")
if closed:
    st.html(frame.STYLE)
    unlock.show()
else:
    shown.run()
