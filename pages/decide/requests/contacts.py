"""Who a recipient is: what is known about asking it, and lists that know more."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.workspace.contact import Contact
from leakage.workspace.files.site import site_of
from leakage.workspace.recipients import with_recipients
from leakage.workspace.requests.contacts import AS_OF, notices, recipient_site, with_fresher_contacts
from leakage.workspace.requests.contacts_reading import read_contacts
from leakage.workspace.requests.effort import SAID, minutes_of
from leakage.workspace.workspace import Workspace
from pages.decide.requests import text
from pages.shell import history, session
from pages.shell.words import count, listed, said

_ELEMENTS = {
    "name": "your name",
    "email": "your email address",
    "address": "your postal address",
    "birthdate": "your date of birth",
    "input": "something of their own, such as a customer number",
    "textarea": "something of their own, such as a customer number",
}
_MEDIA = {"email": "by email", "letter": "by letter", "webform": "through a form on their page"}
_DAYS_OF_A_MONTH = 30.4


def known(workspace: Workspace, recipient: str, contact: Contact | None) -> None:
    """What is known about asking a recipient, or a way to say which domain it has."""
    if contact is None:
        st.text(_unknown(workspace, recipient))
        _ask_site(workspace, recipient)
        return
    st.text("\n".join(_sentences(contact)))


def _unknown(workspace: Workspace, recipient: str) -> str:
    site = recipient_site(workspace, recipient)
    return f"The list does not know {site}." if site else text.NO_ADDRESS


def _sentences(contact: Contact) -> list[str]:
    """What is known, sentence by sentence; plain text, for others wrote it."""
    way = " ".join(filter(None, (_MEDIA.get(contact.medium, ""), f"to {contact.email}" if contact.email else "")))
    minutes = minutes_of(contact)
    told = [f"{contact.name or contact.domain} ({contact.domain}): {f'asked {way}.' if way else 'no address known.'}"]
    if wants := list(dict.fromkeys(_ELEMENTS[element] for element in contact.asks)):
        told.append(f"A request must state {listed(wants)}.")
    if contact.needs_id:
        told.append("They demand a copy of an identity document.")
    told.append(f"{SAID[contact.difficulty]} {f'About {minutes} minutes.' if minutes else 'A letter may still do it.'}")
    if contact.delete_url:
        told.append(f"Their page for it: {contact.delete_url}")
    return [*told, _age(contact.as_of)]


def _age(as_of: str) -> str:
    if not as_of:
        return "Nobody knows how old this is: check it before you write."
    months = (datetime.date.today() - datetime.date.fromisoformat(as_of)).days / _DAYS_OF_A_MONTH
    old = f", {count(round(months), 'month')} ago" if months >= 1.5 else ""
    return f"Known as of {as_of}{old}: check it before you write."


def _ask_site(workspace: Workspace, recipient: str) -> None:
    site = recipient_site(workspace, recipient)
    # What is no address is no part of the work, and stays in the field until it is one.
    key = f"request-site-{hash((recipient, site))}"
    entered = st.text_input(
        "Their web address, if you know it",
        site,
        key=key,
        placeholder="shop.example",
        on_change=session.tell,
        args=(key, lambda entered: _take_site(workspace, recipient, entered, key)),
    )
    if entered and not site_of(entered):
        st.text("That is no web address.")


def _take_site(workspace: Workspace, recipient: str, entered: str, key: str) -> None:
    site = site_of(entered)
    if site or not entered:
        after = with_recipients(workspace, [replace(workspace.recipient(recipient), site=site)])
        history.put(workspace, after, "say which domain a recipient has", key)


def fresher(workspace: Workspace) -> None:
    """An upload of fresher lists; nothing changes before the button is pressed."""
    st.markdown(text.FRESHER_HELP)
    with st.container(key="contacts-upload"):
        files = st.file_uploader(
            "Read contacts from files",
            type=["csv", "json"],
            accept_multiple_files=True,
            key=session.upload_key("contacts"),
        )
    if not files:
        return
    day = st.date_input("As of", datetime.date.today(), max_value=datetime.date.today(), key="contacts-day")
    read: list[Contact] = []
    for number, file in enumerate(files, start=1):
        try:
            read.extend(read_contacts(file.getvalue(), day.isoformat()))
        except ValueError as error:
            st.text(f"File {number}: {said(error)}")
    after, found = with_fresher_contacts(workspace, read)
    st.text(f"Found {count(len(read), 'contact')}, of which {found:,} belong to your recipients.")
    st.button(
        "Use these contacts",
        key="contacts-use",
        type="primary",
        disabled=not found,
        help=None if found else "None of them belongs to a recipient of yours.",
        on_click=_use,
        args=(workspace, after),
    )


def _use(workspace: Workspace, after: Workspace) -> None:
    history.put(workspace, after, "read fresher contacts")
    session.clear_upload("contacts")


def sources() -> None:
    """Where the list comes from."""
    st.text(f"The list that comes with the program is as of {AS_OF}.")
    st.text(notices())
