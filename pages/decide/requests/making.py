"""A small form that drafts a request, prefilled for the recipient."""

from __future__ import annotations

import datetime

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.workspace.contact import Contact
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.effort import impossible_at, minutes_of
from leakage.workspace.requests.identifiers import held_releases, ticked_at_first
from leakage.workspace.requests.states import with_request
from leakage.workspace.subject_request import LANGUAGES, Ground, Language, RequestKind, SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.decide.requests import contacts, overview, text
from pages.decide.requests.words import GROUNDS, KINDS, NAMES
from pages.kit import ask
from pages.shell import history

_SPEAK: dict[str, Language] = {"de": "de", "at": "de", "ch": "de", "fr": "fr", "es": "es"}


def form(workspace: Workspace) -> None:
    """Ask for whom, what and on which ground; the draft is added at the press of the button."""
    who, what, law, go = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    recipient = _whom(workspace, who)
    kind: RequestKind = ask.kept(what, "What should they do?", ask.KIND, list(KINDS), KINDS.__getitem__)
    contact = contact_of(workspace, recipient)
    grounds = [ground for ground in GROUNDS if ground != "drop" or kind == "erasure"]
    usual = _usual_ground(workspace, contact)
    ground = law.selectbox(
        "On which ground?",
        grounds,
        index=grounds.index(usual) if usual in grounds else 0,
        format_func=GROUNDS.__getitem__,
        key=f"request-ground-{kind == 'erasure'}-{usual}",
        help=text.GROUND_HELP,
    )
    hopeless = kind == "erasure" and contact is not None and minutes_of(contact) is None
    if hopeless:
        st.markdown(text.IMPOSSIBLE)
    contacts.known(workspace, recipient, contact)
    go.button(
        "Draft it all the same" if hopeless else "Draft it",
        type="secondary" if hopeless else "primary",
        key="request-draft",
        on_click=_draft,
        args=(workspace, recipient, kind, ground),
        disabled=not held_releases(workspace, recipient),
        help=None if held_releases(workspace, recipient) else "All that they were given is erased.",
        width="stretch",
    )


def _whom(workspace: Workspace, place: DeltaGenerator) -> str:
    """The recipient asked; at first one of whom nobody says that asking is in vain."""
    hopeless = impossible_at(workspace)
    names = sorted(workspace.recipient_names, key=lambda name: name in hopeless)
    recipient: str = ask.kept(
        place,
        "Whom do you ask?",
        ask.RECIPIENT,
        names,
        lambda name: f"{name} (deletes no account)" if name in hopeless else name,
    )
    return recipient


def _usual_ground(workspace: Workspace, contact: Contact | None) -> Ground:
    """That of the last request; at first the law of where the recipient is."""
    if workspace.requests:
        return workspace.requests[-1].ground
    return "uk_gdpr" if contact and contact.countries == ("gb",) else "gdpr"


def _usual_language(contact: Contact | None) -> Language:
    if contact is None:
        return "en"
    spoken = [contact.language, *(_SPEAK.get(country, "") for country in contact.countries[:1])]
    return next((language for language in LANGUAGES if language in spoken), "en")


def _draft(workspace: Workspace, recipient: str, kind: RequestKind, ground: Ground) -> None:
    contact = contact_of(workspace, recipient)
    request = SubjectRequest(
        f"{NAMES[kind]}: {recipient}",
        recipient,
        kind,
        ground,
        _usual_language(contact),
        tuple(release.name for release in held_releases(workspace, recipient)),
        ticked_at_first(workspace, recipient, contact),
    ).with_step("drafted", datetime.date.today())
    after = with_request(workspace, request)
    history.put(workspace, after, f"draft a request for {kind}")
    overview.open_request(after.requests[-1].name)
