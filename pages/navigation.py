"""The router: the menu, the gate before a vault, and the page that was asked for."""

from typing import Literal

import streamlit as st

from pages.catalogue import PAGES, Page, room_of
from pages.shell import computing, faces, gate, knowledge, locking, uploads, vault_session

PROGRAM = "How much does she know?"

st.set_page_config(layout="wide")


def _navigate(asked_for: Page | None, position: Literal["hidden", "sidebar"]) -> st.Page:
    """All pages at their addresses, and in the menu one of each room: where one is asked for, that one."""
    in_menu = {room.parts[0]: room for room in faces.rooms()}
    if asked_for and room_of(asked_for) in in_menu.values():
        room = room_of(asked_for)
        in_menu = {asked_for if other == room else page: other for page, other in in_menu.items()}
    hidden = [page for page in PAGES if page not in in_menu]
    listed = [
        st.Page(
            page.path,
            title=in_menu.get(page, page).title,
            icon=in_menu.get(page, page).icon,
            url_path=page.url_path or None,
            default=not page.url_path,
            visibility="visible" if page in in_menu else "hidden",
        )
        for page in (*in_menu, *hidden)
    ]
    return st.navigation(listed, position=position, expanded=True)


# Before anything is a touch: a machine that was asleep is woken by the first one.
locking.lock_if_due()
closed = vault_session.gated()
# Which page was asked for is known only after the first look; the menu then has that part of its room.
found = _navigate(None, "hidden")
page = next(page for page in PAGES if page.url_path == found.url_path)
shown = found if closed else _navigate(page, "sidebar")
# The tab says which page it is; before the gate, only which program.
st.set_page_config(page_title=PROGRAM if closed else f"{page.title} · {PROGRAM}")
if closed:
    gate.show()
else:
    locking.touch()
    vault_session.save()
    vault_session.catch_up()
    computing.show(shown.run)
    knowledge.record()
    vault_session.save_metadata()
    uploads.give_back()
