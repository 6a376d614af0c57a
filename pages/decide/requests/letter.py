"""Making a request: the contact, the parts of the letter, the letter."""

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
from leakage.workspace.files.sites import site_of
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.places import site_list
from leakage.workspace.places.corporations import Corporation
from leakage.workspace.places.obligations import deletion_obstacles, kept_by
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
    brokers_of,
    letter_as_html,
    letter_as_mail,
    letter_as_text,
    letter_for,
    remaining_releases,
    stateable,
    stated_in,
)
from leakage.workspace.requests.parts import (
    ELEMENT_PARTS,
    Channel,
    LetterPart,
    channels,
    letter_group,
    missing_parts,
    with_group,
    with_part_left_out,
    with_part_stated,
    with_part_typed,
    with_usual_facts,
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
from pages.app import session
from pages.app.words import change, count, error_text, listed
from pages.decide.requests import overview, text
from pages.decide.requests.overview import GROUNDS, KINDS, NAMES
from pages.kit import questions

# Who a recipient is: what is known about asking it, and lists that know more.


_MEDIA = {"email": "by email", "letter": "by letter", "webform": "through a form on their page"}
_DAYS_OF_A_MONTH = 30.4


def contact_details(workspace: Workspace, recipient: str, contact: Contact | None) -> None:
    """What is known about asking a recipient, or a way to say which domain it has."""
    if contact is None:
        st.text(_unknown(workspace, recipient))
        with st.expander(text.ADD_SITE, icon=":material/add_link:"):
            _ask_site(workspace, recipient)
        return
    st.text("\n".join(_sentences(contact)))


def _unknown(workspace: Workspace, recipient: str) -> str:
    site = recipient_site(workspace, recipient)
    return text.NO_CONTACT.format(site=site) if site else text.NO_ADDRESS


def _sentences(contact: Contact) -> list[str]:
    """What is known, sentence by sentence; plain text, for others wrote it."""
    way = " ".join(filter(None, (_MEDIA.get(contact.medium, ""), f"to {contact.email}" if contact.email else "")))
    minutes = minutes_of(contact)
    told = [f"{contact.name or contact.domain} ({contact.domain}): {f'asked {way}.' if way else 'no address known.'}"]
    if wants := list(dict.fromkeys(text.PARTS[ELEMENT_PARTS[element]] for element in contact.asks)):
        told.append(f"A request must state {listed(wants)}.")
    if contact.needs_id:
        told.append("They demand a copy of an identity document.")
    told.append(f"{SAID[contact.difficulty]} {f'About {minutes} minutes.' if minutes else _by_letter(contact)}")
    if contact.delete_url:
        told.append(f"Their page for it: {contact.delete_url}")
    return [*told, _age(contact.as_of)]


def _by_letter(contact: Contact) -> str:
    return "A letter may still do it." if contact.email else "No address for a letter is known."


def _age(as_of: str) -> str:
    if not as_of:
        return "How old this is, is not known: check it before you write."
    months = (datetime.date.today() - datetime.date.fromisoformat(as_of)).days / _DAYS_OF_A_MONTH
    old = f", {count(round(months), 'month')} ago" if months >= 1.5 else ""
    return f"Known as of {as_of}{old}: check it before you write."


def _ask_site(workspace: Workspace, recipient: str) -> None:
    site = recipient_site(workspace, recipient)
    # What is no address is no part of the work, and stays in the field until it is one.
    key = f"request-site-{hash((recipient, site))}"
    entered = st.text_input(
        text.SITE,
        site,
        key=key,
        placeholder="shop.example",
        on_change=lambda: _take_site(workspace, recipient, st.session_state[key]),
    )
    if entered and not site_of(entered):
        st.text("That is no web address.")


def _take_site(workspace: Workspace, recipient: str, entered: str) -> None:
    site = site_of(entered)
    if site or not entered:
        after = with_recipients(workspace, [replace(workspace.recipient(recipient), site=site)])
        session.put(workspace, after, "add a company's web address")


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
    st.text(f"Found {count(len(read), 'contact')}, {found:,} of them for your companies.")
    st.button(
        "Use these contacts",
        key="contacts-use",
        type="primary",
        disabled=not found,
        help=None if found else "None of them is for a company of yours.",
        on_click=_use,
        args=(workspace, after),
    )


def _use(workspace: Workspace, after: Workspace) -> None:
    session.put(workspace, after, "read fresher contacts")
    session.clear_upload("contacts")


def sources() -> None:
    """Where the lists come from."""
    st.text(f"The list that comes with the program is as of {AS_OF}.")
    st.text(notices())
    st.text(f"The list of sites, their kinds and their owners is as of {site_list.AS_OF}.")
    # Whole licences stand in it.
    st.html(f'<pre style="overflow-wrap: anywhere; white-space: pre-wrap">{escape(site_list.notices())}</pre>')


# A small form that drafts a request, prefilled for the recipient.


_SPEAK: dict[str, Language] = {"de": "de", "at": "de", "ch": "de", "fr": "fr", "es": "es"}


def form(workspace: Workspace) -> None:
    """Ask for whom, what and on which ground; the draft is added at the press of the button."""
    who, what, law, go = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    recipient = _whom(workspace, who)
    kind: RequestKind = questions.persistent_choice(what, text.WHAT, questions.KIND, list(KINDS), KINDS.__getitem__)
    contact = contact_of(workspace, recipient)
    grounds = [ground for ground in GROUNDS if ground != "drop" or kind == "erasure"]
    usual = _usual_ground(workspace, contact)
    ground = law.selectbox(
        text.LAW,
        grounds,
        index=grounds.index(usual) if usual in grounds else 0,
        format_func=GROUNDS.__getitem__,
        key=f"request-ground-{kind == 'erasure'}-{usual}",
        help=text.GROUND_HELP,
    )
    kept = kept_by(workspace, remaining_releases(workspace, recipient)) if kind == "erasure" else {}
    hopeless = bool(kept)
    if hopeless:
        st.markdown(text.NOT_PROPOSED)
        st.text("\n".join(obstacle.reason for obstacle in kept))
    contact_details(workspace, recipient, contact)
    group = _one_letter(workspace, recipient, kind) if ground != "drop" else None
    go.button(
        text.DRAFT_ANYWAY if hopeless else text.DRAFT,
        type="secondary" if hopeless else "primary",
        key="request-draft",
        on_click=_draft,
        args=(workspace, recipient, kind, ground, group),
        disabled=not remaining_releases(workspace, recipient),
        help=None if remaining_releases(workspace, recipient) else text.ALL_ERASED,
        width="stretch",
    )


def _whom(workspace: Workspace, place: DeltaGenerator) -> str:
    """The recipient asked; at first one that has no reason to refuse."""
    hopeless, bound = impossible_at(workspace), deletion_obstacles(workspace)
    names = sorted(workspace.recipient_names, key=lambda name: (name in hopeless, name in bound))
    recipient: str = questions.persistent_choice(
        place,
        text.WHO,
        questions.RECIPIENT,
        names,
        lambda name: text.DELETES_NONE.format(name=name) if name in hopeless else name,
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


def _one_letter(workspace: Workspace, recipient: str, kind: RequestKind) -> Corporation | None:
    """The recipients of one owner, where the person wants one letter for all of them."""
    group = letter_group(workspace, recipient, kind)
    if group is None:
        return None
    together = st.checkbox(
        f"One letter to {group.name} for {len(group.recipients)} of its services",
        key=questions.together_key(group.name),
        help=text.TOGETHER_HELP,
    )
    st.text(", ".join(group.recipients))
    return group if together else None


def _draft(workspace: Workspace, recipient: str, kind: RequestKind, ground: Ground, group: Corporation | None) -> None:
    request = SubjectRequest(
        f"{NAMES[kind]}: {group.name if group else recipient}",
        recipient,
        kind,
        ground,
        _usual_language(contact_of(workspace, recipient)),
        tuple(release.name for release in remaining_releases(workspace, recipient)),
    ).with_step("drafted", datetime.date.today())
    asked = with_group(workspace, request, group) if group else request
    after = with_request(workspace, with_usual_facts(workspace, asked))
    session.put(workspace, after, "draft a letter")
    overview.open_request(after.requests[-1].name)


# One request: what its letter states, what that gives away, the letter itself, and what came of it.


def choose(workspace: Workspace) -> SubjectRequest:
    """The request that is looked at, and a button to remove it."""
    which, away = st.columns([3, 1], vertical_alignment="bottom")
    request = overview.choose(workspace, which)
    away.button(
        text.REMOVE,
        key="request-remove",
        icon=":material/delete:",
        on_click=session.put,
        args=(workspace, without_request(workspace, request.name), "remove a letter"),
        help=text.REMOVE_HELP,
        width="stretch",
    )
    return request


def show_letter(workspace: Workspace, request: SubjectRequest) -> None:
    """The request that is looked at: what is to do next comes first."""
    sent = request.day_of("sent") is not None
    if sent:
        overview.show_follow_up(workspace, request)
    _show_text(workspace, request)
    if not sent:
        overview.show_follow_up(workspace, request)
    overview.show_details(workspace, request)


def _show_text(workspace: Workspace, request: SubjectRequest) -> None:
    """What the letter says, or how to ask without one."""
    if request.ground == "drop":
        st.markdown(text.DROP)
    else:
        parts = overview.parts_of(workspace, request)
        _ways(workspace, request, parts)
        _edit(workspace, request)
        _parts(workspace, request, parts)
        overview.show_warning(workspace, request)
        _letter(workspace, request, parts)


def _edit(workspace: Workspace, request: SubjectRequest) -> None:
    """The language, the facts stated, and what is wrong."""
    language, stated = st.columns([1, 3])
    number = hash(request.name)
    language.selectbox(
        text.LANGUAGE,
        list(LANGUAGE_NAMES),
        format_func=LANGUAGE_NAMES.__getitem__,
        **_edits(
            workspace,
            f"request-language-{number}",
            request.language,
            lambda spoken: replace(request, language=spoken),
        ),
    )
    before, offered = list(stated_in(workspace, request)), _offered(workspace, request)
    untold = tuple(pair for pair in request.disclosed if pair not in offered)
    stated.multiselect(
        text.STATES,
        offered,
        format_func=lambda pair: _fact(workspace, pair),
        help=text.STATED_HELP,
        **_edits(
            workspace,
            f"request-stated-{number}",
            before,
            lambda pairs: replace(request, stated=tuple(pairs), disclosed=untold),
        ),
    )
    if request.kind == "correction":
        _corrections(workspace, request)


def _edits(workspace: Workspace, name: str, value: Any, edited: Callable[[Any], SubjectRequest]) -> dict[str, Any]:
    """What makes a widget one that edits a request; ``name`` and ``value`` as ``session.binding``."""

    def take(shown: Any) -> None:
        session.put(workspace, with_changed(workspace, edited(shown)), "edit a letter")

    return session.binding(name, value, take)


def _offered(workspace: Workspace, request: SubjectRequest) -> list[Pair]:
    held = (pair for recipient in request.recipients for pair in stateable(workspace, recipient))
    return list(dict.fromkeys((*held, *stated_in(workspace, request))))


def _fact(workspace: Workspace, pair: Pair) -> str:
    return f"{workspace.display_name(pair[0])}: {pair[1]}"


def _corrections(workspace: Workspace, request: SubjectRequest) -> None:
    """Which facts are wrong, and what is right instead."""
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    name = f"request-wrong-{hash(request.name)}"
    st.multiselect(
        text.WRONG,
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
        if brokers_of(workspace, request):
            continue
        name = f"request-right-{hash((request.name, pair))}"
        st.text_input(
            text.RIGHT,
            max_chars=LONGEST_TEXT,
            **_edits(workspace, name, right, partial(_with_right, request, pair)),
        )


def _with_right(request: SubjectRequest, pair: Pair, typed: str) -> SubjectRequest:
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    return _with(request, {**before, pair: typed.strip()})


def _with(request: SubjectRequest, corrections: Mapping[Pair, str]) -> SubjectRequest:
    return replace(request, corrections=tuple((*pair, right) for pair, right in corrections.items()))


def _ways(workspace: Workspace, request: SubjectRequest, parts: tuple[LetterPart, ...]) -> None:
    """How the letter is sent, and what tells them less, the better way first."""
    first, *others = channels(workspace, request, parts)
    st.text("\n".join((text.WAYS[first.kind].format(first.address), *(_or_else(way) for way in others))))
    if brokers_of(workspace, request):
        st.caption(text.BROKER)


def _or_else(way: Channel) -> str:
    sentence = text.WAYS[way.kind].format(way.address)
    return f"Otherwise: {sentence}{' The letter tells them more, see below.' if way.tells else ''}"


# The parts that a letter lacks, or that tell its recipient something new: each is asked for in its place.


def _parts(workspace: Workspace, request: SubjectRequest, parts: tuple[LetterPart, ...]) -> None:
    for part in parts:
        number = part.name == "number" and bool(request.number)
        if part.state != "stated" or part.is_new or number:
            with st.container(border=True, gap="small", key=f"request-part-{part.name}"):
                _part(workspace, request, part)


def _part(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> None:
    """What may be stated and what it tells, and the ways to state it or to leave it out."""
    what, ways = st.columns([3, 2], vertical_alignment="center")
    lines = [f"{_capital(text.PARTS[part.name])}:", *(_fact(workspace, pair) for pair in part.facts)]
    with what.container(gap=None):
        st.text("\n".join(lines))
        if part.is_new and part.state != "left out":
            st.text(_news(workspace, request, part))
    with ways:
        _ways_to_state(workspace, request, part)


def _ways_to_state(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> None:
    key = f"{part.name}-{hash(request.name)}"
    may_be_left_out = part.state == "left out" or part.is_new or part.name == "number"
    if part.facts and not may_be_left_out:
        st.button("State it", key=f"request-state-{key}", on_click=_put, args=(workspace, request, part, "state"))
    elif part.facts:
        _choose_part(workspace, request, part, key)
    else:
        if part.label or part.name == "number" or not brokers_of(workspace, request):
            _type(workspace, request, part, key)
        else:
            st.text(text.NOTHING_TO_FIND_YOU_BY)
        if may_be_left_out and not request.number:
            _leave_out(workspace, request, part, key)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _news(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> str:
    """What a recipient would learn by a part, as far as it can be computed."""
    facts = part.facts or tuple(pair for pair in workspace.profile if pair[0] == part.label)[:1]
    held = {a.pair for name in request.recipients for r in remaining_releases(workspace, name) for a in r.record.known}
    label = part.facts[0][0] if part.facts else part.label
    lacks = "only suspect" if facts and set(facts) <= held else "do not have"
    verb = "tells" if part.state == "stated" else "would tell"
    told = [overview.fact_increment(workspace, request, fact) for fact in facts]
    points = f": {change(sum(told))}" if told else ""
    what = f"your {workspace.display_name(label)}" if part.name == "reply" else text.PARTS[part.name]
    return f"This {verb} them {what}, which they {lacks}{points}."


def _choose_part(workspace: Workspace, request: SubjectRequest, part: LetterPart, key: str) -> None:
    """To state what they lack, or to leave it out: neither is chosen beforehand."""
    chosen = {"stated": "state", "left out": "leave out", "missing": None}[part.state]

    def take(shown: Any) -> None:
        _put(workspace, request, part, shown)

    st.radio(
        "In the letter",
        ["state", "leave out"],
        format_func={"state": "State it", "leave out": "Leave it out"}.__getitem__,
        index=None,
        horizontal=True,
        **session.binding(f"request-choice-{key}", chosen, take),
    )


def _type(workspace: Workspace, request: SubjectRequest, part: LetterPart, key: str) -> None:
    """Ask for what was not typed; once it is, the letter states it."""

    def take(shown: str) -> None:
        typed = shown.strip()
        if typed:
            session.put(workspace, with_part_typed(workspace, request, part, typed), "type a fact for a letter")
        elif request.number and not part.label:
            after = with_changed(workspace, replace(request, number=""))
            session.put(workspace, after, "take a number out of a letter")

    st.text_input(
        f"{workspace.display_name(part.label)} (not typed)" if part.label else "Their number for you",
        max_chars=LONGEST_TEXT,
        placeholder="Type it to state it in the letter",
        help=text.TYPE_HELP if part.label else text.NUMBER_HELP,
        **session.binding(f"request-type-{key}", "" if part.label else request.number, take),
    )


def _leave_out(workspace: Workspace, request: SubjectRequest, part: LetterPart, key: str) -> None:
    def take(shown: bool) -> None:
        kept = tuple(name for name in request.withheld if name != part.name)
        undone = with_changed(workspace, replace(request, withheld=kept))
        after = with_part_left_out(workspace, request, part) if shown else undone
        session.put(workspace, after, "edit a letter")

    st.checkbox("Leave it out", **session.binding(f"request-leave-{key}", part.state == "left out", take))


def _put(workspace: Workspace, request: SubjectRequest, part: LetterPart, choice: str) -> None:
    take = with_part_stated if choice == "state" else with_part_left_out
    session.put(workspace, take(workspace, request, part), "edit a letter")


HEIGHT = 320
"""Pixels of the letter; it scrolls."""


def _letter(workspace: Workspace, request: SubjectRequest, parts: tuple[LetterPart, ...]) -> None:
    """The letter to read, and as files once it is ready; one that was sent stays as it was."""
    letter = letter_for(workspace, request, request.day_of("sent") or datetime.date.today())
    st.subheader(text.LETTER)
    if (missing := missing_parts(parts)) and request.day_of("sent") is None:
        st.text(text.NOT_READY.format(parts=listed([text.PARTS[part.name] for part in missing])))
        with st.container(border=True, height=HEIGHT, key="request-unready"):
            st.text(letter_as_text(letter, width=None))
        return
    st.code(letter_as_text(letter, width=None), language=None, wrap_lines=True, height=HEIGHT)
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
