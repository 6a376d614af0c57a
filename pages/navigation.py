"""The router: the menu, the gate before a vault, and the page that was asked for."""

from typing import Literal

import streamlit as st

from pages.catalogue import NO_SUCH_PAGE, PAGES, Page, Room, room_of
from pages.shell import computing, faces, gate, locking, unknown, uploads, vault_session

PROGRAM = "How much does she know?"

# Without an icon of its own, the browser would ask a server of Google's for that of the page.
st.set_page_config(layout="wide", page_icon="pages/app/eye.svg")


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


def _hidden(page: Page) -> st.Page:
    return _streamlit_page(page, page.title, page.icon, listed=False)


def _navigate(position: Literal["hidden", "sidebar"]) -> tuple[Page | None, st.Page]:
    """The page that was asked for. All are at their addresses; each room is in the menu, by the part that is open.

    The door leads any other address to one that says so, which is no page of the catalogue: Streamlit would open the
    first page, with a dialog over it.
    """
    listed = {room.parts[0]: _in_menu(room, room.parts[0]) for room in faces.rooms()}
    shown = {**listed, **{page: _hidden(page) for page in PAGES if page not in listed}}
    nowhere = st.Page(unknown.show, title=unknown.TITLE, url_path=NO_SUCH_PAGE, visibility="hidden")
    found = st.navigation([*shown.values(), nowhere], position=position, expanded=True)
    page = next((page for page, entry in shown.items() if entry is found), None)
    if page is None:
        return None, found
    first = room_of(page).parts[0]
    if page is first or first not in listed:
        return page, found
    # Known only now: the menu has this part in place of the first of its room.
    opened = _in_menu(room_of(page), page)
    swapped = {first: opened, page: _hidden(first)}
    listing = [swapped.get(other, entry) for other, entry in shown.items()]
    return page, st.navigation([*listing, nowhere], position=position, expanded=True)


# Before anything is a touch: a machine that was asleep is woken by the first one.
locking.lock_if_due()
closed = vault_session.gated()
page, shown = _navigate("hidden" if closed else "sidebar")
# The tab says which page it is; before the gate, only which program.
st.set_page_config(page_title=PROGRAM if closed else f"{page.title if page else unknown.TITLE} · {PROGRAM}")
if closed:
    gate.show()
else:
    locking.touch()
    vault_session.save()
    vault_session.catch_up()
    computing.show(shown.run)
    vault_session.save_face()
    uploads.give_back()
