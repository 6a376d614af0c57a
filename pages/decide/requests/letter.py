"""Making a request: the contact, the warning, the letter."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.record import Pair
from leakage.workspace.figures.requests import Asking
from leakage.workspace.files.sites import site_of
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.places import site_list
from leakage.workspace.recipients import with_recipients
from leakage.workspace.release import LANGUAGES, Contact, Ground, Language, RequestKind, SubjectRequest
from leakage.workspace.requests.contacts import (
    AS_OF,
    contact_of,
    notices,
    read_contacts,
    recipient_site,
    with_fresher_contacts,
)
from leakage.workspace.requests.letter import (
    LANGUAGE_NAMES,
    held_releases,
    labels_to_type,
    letter_as_html,
    letter_as_mail,
    letter_as_text,
    letter_for,
    stateable,
    stated_in,
    ticked_at_first,
    wanted_besides,
    with_typed,
)
from leakage.workspace.requests.states import (
    SAID,
    impossible_at,
    minutes_of,
    with_changed,
    with_request,
    without_request,
)
from leakage.workspace.workspace import Workspace
from pages.decide.requests import overview, text
from pages.decide.requests.overview import GROUNDS, KINDS, NAMES
from pages.kit import questions
from pages.shell import history, session
from pages.shell.words import NOTHING, change, count, error_text, listed, percent

# Who a recipient is: what is known about asking it, and lists that know more.


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


def contact_details(workspace: Workspace, recipient: str, contact: Contact | None) -> None:
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
            st.text(f"File {number}: {error_text(error)}")
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
    """Where the lists come from."""
    st.text(f"The list that comes with the program is as of {AS_OF}.")
    st.text(notices())
    st.text(f"The list of sites, their kinds and their owners is as of {site_list.AS_OF}.")
    # Whole licences stand in it.
    st.html(f'<pre style="white-space: pre-wrap">{escape(site_list.notices())}</pre>')


# What asking gives away: whether a request tells more than it takes back, and why.


def show_warning(workspace: Workspace, request: SubjectRequest) -> None:
    """The warning, where there is one, and the figures behind it."""
    contact = contact_of(workspace, request.recipient)
    told = overview.disclosure_of(workspace, request, contact)
    wanted = [workspace.display_name(label) for label, _ in wanted_besides(workspace, request, contact)]
    others = () if told.backfires else overview.gaining(workspace, request, contact)
    with st.container(border=True, key="asking"):
        if told.backfires or others:
            st.markdown(":red[:material/block:] **Do not ask this way**")
        st.text(_reason(told, wanted))
        if others:
            st.text(_to_others(list(others), wanted))
        if told.letter_backfires and told.told_by_letter >= NOTHING:
            _advise(workspace, request)
        st.caption(_arithmetic(told, bool(wanted)))
        st.caption(text.ASKING_HELP)


def _reason(told: Asking, wanted: list[str]) -> str:
    if told.request_backfires:
        return (
            "Eve would know more of you once it is done, whatever the letter says: some of what would go is wrong, "
            "and confuses her."
        )
    if told.letter_backfires:
        return (
            "The letter would tell them more than the request takes back: it makes certain what they only suspect, "
            "joins what they hold apart, or says something new."
        )
    if told.answering_backfires:
        return (
            f"They are known to ask for {listed(wanted)} as well. Giving all of that would tell them more than the "
            "request takes back: refuse it, or black out on the copy what they do not hold."
        )
    if abs(told.told_by_letter) < NOTHING:
        return "The letter by itself tells them nothing that they would not hold anyway."
    return "The letter tells them less than the request takes back."


def _to_others(policies: list[str], wanted: list[str]) -> str:
    besides = f", with {listed(wanted)} that they are known to ask for," if wanted else ""
    return f"But asking{besides} would tell more than it takes back if the real Eve is {_either(policies)}."


def _either(policies: list[str], most: int = 3) -> str:
    """Names of adversaries, told from the words around them.

    >>> _either(["Same name", "Same card"])
    '“Same name” or “Same card”'
    """
    more = [f"{len(policies) - most} others"] if len(policies) > most else []
    names = [*(f"“{name}”" for name in policies[:most]), *more]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _advise(workspace: Workspace, request: SubjectRequest) -> None:
    pair = overview.fact_to_leave_out(workspace, request, contact_of(workspace, request.recipient))
    if pair is not None:
        st.text(f"It tells least without this: {workspace.display_name(pair[0])}: {pair[1]}")


def _arithmetic(told: Asking, wanted: bool) -> str:
    """The figures in one line; for those with whom the recipient shares."""
    parts = [
        f"Known there now: {percent(told.before)}",
        f"once it is done: {percent(told.without)} ({change(-told.removed)})",
        f"with the letter: {percent(told.letter)} ({change(told.told_by_letter)})",
    ]
    if wanted:
        parts.append(f"with all they are known to want: {percent(told.insisted)} ({change(told.told_if_insisted)})")
    return "; ".join(parts) + "."


# A small form that drafts a request, prefilled for the recipient.


_SPEAK: dict[str, Language] = {"de": "de", "at": "de", "ch": "de", "fr": "fr", "es": "es"}


def form(workspace: Workspace) -> None:
    """Ask for whom, what and on which ground; the draft is added at the press of the button."""
    who, what, law, go = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    recipient = _whom(workspace, who)
    kind: RequestKind = questions.persistent_choice(
        what, "What should they do?", questions.KIND, list(KINDS), KINDS.__getitem__
    )
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
    contact_details(workspace, recipient, contact)
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
    recipient: str = questions.persistent_choice(
        place,
        "Whom do you ask?",
        questions.RECIPIENT,
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


# One request: what its letter states, what that gives away, the letter itself, and what came of it.


def show_letter(workspace: Workspace, request: SubjectRequest) -> None:
    """The request that is looked at."""
    if request.ground == "drop":
        st.markdown(text.DROP)
    else:
        _edit(workspace, request)
        show_warning(workspace, request)
        _letter(workspace, request)
    overview.show_follow_up(workspace, request)
    st.button(
        "Remove this request",
        key="request-remove",
        icon=":material/delete:",
        on_click=history.put,
        args=(workspace, without_request(workspace, request.name), "remove a request"),
        help="What came of it stays with your releases. Undo takes it back.",
    )


def _edit(workspace: Workspace, request: SubjectRequest) -> None:
    """The language, the facts stated, and what is wrong."""
    language, stated = st.columns([1, 3])
    number = hash(request.name)
    language.selectbox(
        "Language",
        list(LANGUAGE_NAMES),
        format_func=LANGUAGE_NAMES.__getitem__,
        **_edits(
            workspace,
            f"request-language-{number}",
            request.language,
            lambda spoken: replace(request, language=spoken),
        ),
    )
    before = list(stated_in(workspace, request))
    facts = stated.multiselect(
        "What does the letter state about you?",
        _offered(workspace, request),
        format_func=lambda pair: _fact(workspace, pair),
        help=text.STATED_HELP,
        **_edits(workspace, f"request-stated-{number}", before, lambda pairs: replace(request, stated=tuple(pairs))),
    )
    for label in labels_to_type(workspace, request.recipient):
        _type(workspace, request, label)
    if not facts:
        st.text("Nothing is ticked: they will hardly find you by this letter.")
    if request.kind == "correction":
        _corrections(workspace, request)


def _type(workspace: Workspace, request: SubjectRequest, label: str) -> None:
    """Ask for a fact that they hold and that was not typed; once it is, the letter states it."""

    def take(shown: str, key: str) -> None:
        if shown.strip():
            after = with_typed(workspace, request, label, shown.strip())
            history.put(workspace, after, "type a fact for a letter", key)

    st.text_input(
        f"{workspace.display_name(label)} (not typed)",
        max_chars=LONGEST_TEXT,
        placeholder="Type it to state it in the letter",
        help=text.TYPE_HELP,
        **session.binding(f"request-type-{hash((request.name, label))}", "", take),
    )


def _edits(workspace: Workspace, name: str, value: Any, edited: Callable[[Any], SubjectRequest]) -> dict[str, Any]:
    """What makes a widget one that edits a request; ``name`` and ``value`` as ``session.binding``."""

    def take(shown: Any, key: str) -> None:
        history.put(workspace, with_changed(workspace, edited(shown)), "edit a letter", key)

    return session.binding(name, value, take)


def _offered(workspace: Workspace, request: SubjectRequest) -> list[Pair]:
    return list(dict.fromkeys((*stateable(workspace, request.recipient), *stated_in(workspace, request))))


def _fact(workspace: Workspace, pair: Pair) -> str:
    return f"{workspace.display_name(pair[0])}: {pair[1]}"


def _corrections(workspace: Workspace, request: SubjectRequest) -> None:
    """Which facts are wrong, and what is right instead."""
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    name = f"request-wrong-{hash(request.name)}"
    st.multiselect(
        "What of it is wrong?",
        list(dict.fromkeys((*before, *_offered(workspace, request)))),
        format_func=lambda pair: _fact(workspace, pair),
        **_edits(
            workspace,
            name,
            list(before),
            lambda pairs: _with(request, {pair: before.get(pair, "") for pair in pairs}),
        ),
    )
    for pair, right in before.items():
        st.text(f"{_fact(workspace, pair)} is wrong.")
        name = f"request-right-{hash((request.name, pair))}"
        st.text_input(
            "What is right? Leave it empty to have it deleted: then they learn nothing new.",
            max_chars=LONGEST_TEXT,
            **_edits(workspace, name, right, partial(_with_right, request, pair)),
        )


def _with_right(request: SubjectRequest, pair: Pair, typed: str) -> SubjectRequest:
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    return _with(request, {**before, pair: typed.strip()})


def _with(request: SubjectRequest, corrections: Mapping[Pair, str]) -> SubjectRequest:
    return replace(request, corrections=tuple((*pair, right) for pair, right in corrections.items()))


def _letter(workspace: Workspace, request: SubjectRequest) -> None:
    """The letter to read, and as files."""
    letter = letter_for(workspace, request, request.day_of("sent") or datetime.date.today())
    st.subheader("The letter")
    st.code(letter_as_text(letter, width=None), language=None, wrap_lines=True)
    files = (
        ("Plain text", "txt", "text/plain", lambda: letter_as_text(letter).encode("utf-8", errors="replace")),
        ("Mail draft", "eml", "message/rfc822", lambda: letter_as_mail(workspace, request, letter)),
        ("Page to print", "html", "text/html", lambda: letter_as_html(letter)),
    )
    for place, (name, ending, mime, make) in zip(st.columns(3), files, strict=True):
        place.download_button(
            name,
            make,
            file_name=f"letter.{ending}",
            mime=mime,
            key=f"request-{ending}",
            on_click="ignore",
            icon=":material/download:",
            width="stretch",
        )
    st.caption(text.NOTHING_SENT)
