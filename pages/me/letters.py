"""Letters: whom to ask for what, what the letter tells them, and what came of it."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.record import Pair
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.places import kinds
from leakage.workspace.places.obligations import deletion_obstacles, kept_by
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.release import Contact, Ground, PartName, RequestKind, RequestState, SubjectRequest
from leakage.workspace.requests import letter, parts, states
from leakage.workspace.requests.contacts import contact_of, notices
from leakage.workspace.requests.parts import LetterPart
from leakage.workspace.requests.reminders import reminders
from leakage.workspace.workspace import unused_name
from pages import catalogue
from pages.app import page, session, widgets
from pages.app.charts import show_table
from pages.app.figures import figure
from pages.app.words import count, listed
from pages.me import forms

KINDS: dict[RequestKind, str] = {
    "erasure": "Delete it",
    "access": "Tell me what they have",
    "objection": "Stop sharing it",
}
LAWS: dict[Ground, str] = {
    "gdpr": "GDPR (you or they are in the EU)",
    "uk_gdpr": "UK GDPR",
    "ccpa": "CCPA (you live in California)",
    "drop": "DROP (California, all data brokers at once)",
    "plain": "None: a plain request",
}
STATES: dict[RequestState, str] = {
    "drafted": "Not sent",
    "sent": "Sent",
    "extended": "They need longer",
    "answered": "Answered",
    "refused": "Refused",
    "done": "Done",
}
DONE_MEANS: dict[RequestKind, str] = {
    "erasure": "Done means deleted: it no longer counts on any page.",
    "objection": "Done means they no longer share it with anyone.",
    "access": "Add what they tell you to your accounts.",
}
PARTS: dict[PartName, str] = {
    "name": "Your name",
    "reply": "An address for the answer",
    "email": "Your email address",
    "address": "Your postal address",
    "birthdate": "Your date of birth",
    "number": "A number they gave you, such as a customer number",
    "identity": "Something that tells you apart from others with your name",
}
LOOKS: dict[RequestState, Literal["primary"]] = {"sent": "primary", "answered": "primary"}
MOST_ROWS = 3
TODAY = datetime.date.today()


def in_words(day: datetime.date) -> str:
    """A day as people write it."""
    return f"{day.day} {day:%B %Y}"


def fact(pair: Pair) -> str:
    """A fact in words."""
    return f"{work.display_name(pair[0])}: {pair[1]}"


# The letters that wait for an answer.


def kept_choice(place: DeltaGenerator, label: str, name: str, options: list[Any], words: Callable[[Any], str]) -> Any:
    """A choice that is kept under a name, where another page may have put it; else the first option."""
    chosen = st.session_state.get(name)
    shown = widgets.binding(
        f"{name}-box",
        chosen if chosen in options else options[0],
        lambda option: st.session_state.update({name: option}),
    )
    place.selectbox(label, options, format_func=words, **shown)
    return st.session_state.get(shown["key"])


def due_day(request: SubjectRequest) -> tuple[datetime.date, str]:
    """By when an answer is due, for the order of the letters."""
    due = states.deadline(request)
    return due or datetime.date.max, request.name


def due_in_words(request: SubjectRequest) -> str:
    """When an answer is due."""
    due = states.deadline(request)
    if due is None:
        return "No law sets a date for the answer"
    left = (due - TODAY).days
    when = f"{count(-left, 'day')} late" if left < 0 else f"{count(left, 'day')} left" if left else "today"
    return f"Answer due by {in_words(due)}, {when}"


def show_open() -> None:
    """The letters without an answer, the earliest deadline first."""
    st.subheader(f"{count(len(waiting), 'letter waits', 'letters wait')} for an answer")
    for number, request in enumerate(waiting[:MOST_ROWS]):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"{request.recipient} · {KINDS[request.kind]}. {due_in_words(request)}", width="stretch")
            choice = {forms.COMPANY: request.recipient, forms.LETTER_KIND: request.kind}
            st.button("Open", key=f"letter-open-{number}", on_click=st.session_state.update, args=(choice,))


def show_all() -> None:
    """All letters, and the dates of those that wait for a calendar."""
    settled = (request for request in work.requests if request not in waiting)
    rows = [
        (one.recipient, KINDS[one.kind], STATES[states.state_of(work, one)], due and in_words(due))
        for one in (*waiting, *settled)
        for due in [states.deadline(one)]
    ]
    show_table(rows, ("To", "What", "State", "Answer due"), "All your letters with their states and deadlines")
    named = st.checkbox("Name the companies in the calendar file", key="letter-calendar-named")
    st.download_button(
        "Save the dates",
        lambda: reminders(waiting, TODAY, named),
        file_name="deadlines.ics",
        mime="text/calendar",
        key="letter-calendar",
        on_click="ignore",
        icon=":material/event:",
        disabled=not waiting,
        help="An alarm on the last day for each answer. Whoever can see your calendar can read it.",
    )


# The letter that is looked at: the latest to this company, else a draft that is in the work once it is edited.


def draft() -> SubjectRequest:
    """The usual letter to the company, under a name of its own."""
    usual = parts.drafted(work, recipient, kind, TODAY)
    return replace(usual, name=unused_name(usual.name, (known.name for known in work.requests)))


def edits(name: str, value: Any, edited: Callable[[Any], SubjectRequest]) -> dict[str, Any]:
    """The options of a widget that edits the letter; ``name`` and ``value`` as for ``widgets.binding``."""

    def take(shown: Any) -> None:
        session.put(work, states.with_changed(drawn, edited(shown)), "edit a letter")

    return widgets.binding(f"letter-{name}-{hash(request.name)}", value, take)


# What it tells them.

needed_parts = figure(parts.letter_parts)


def show_told() -> None:
    """What the letter says about the person, and how much of it is new to them."""
    told, new = said.told, said.new
    lines = [f"{fact(pair)} · {'new to them' if pair in new else 'they have it'}" for pair in told]
    lines += [f"Their number for you: {said.number}"] if said.number else []
    st.markdown(f"**It tells them {count(len(new), 'new detail') if new else 'nothing new'} about you.**")
    with st.container(key="letter-told"):
        st.text("\n".join(lines) or "It says nothing about you yet.")
    if said.to_broker:
        st.caption("They trade in personal data. The letter says only what they already have.")


def show_part(part: LetterPart) -> None:
    """A part that is missing, left out, or new to them: state it, type it, or leave it out."""
    held = letter.stateable(drawn, request.recipient)
    probable = [one.label for one in open_presumptions(drawn, [release.name for release in left])]
    labels = {label for label, _ in part.facts} or {part.label}
    suspected = (part.facts and set(part.facts) <= set(held)) or labels <= set(probable)
    lack = "only suspect" if suspected else "do not have"
    may_go = part.name != "identity" and not request.number
    with st.container(border=True, gap="small", key=f"letter-part-{part.name}"):
        st.markdown(f"**{PARTS[part.name]}**{f': they {lack} it' if part.is_new else ''}")
        if part.facts:
            st.text("\n".join(map(fact, part.facts)))
        elif part.label or part.name != "identity":
            type_part(part)
        else:
            st.text("They have nothing certain to find you by, and should not learn more.")
        if part.facts or may_go:
            choose_part(part, [*(["state"] if part.facts else []), *(["leave"] if may_go else [])])


def choose_part(part: LetterPart, options: list[str]) -> None:
    """State it, or leave it out: neither is chosen beforehand."""

    def take(chosen: str | None) -> None:
        kept = tuple(name for name in request.withheld if name != part.name)
        undecided = states.with_changed(drawn, replace(request, withheld=kept))
        change = {"state": parts.with_part_stated, "leave": parts.with_part_left_out}.get(chosen or "")
        session.put(work, change(drawn, request, part) if change else undecided, "edit a letter")

    chosen = {"stated": "state", "left out": "leave"}.get(part.state)
    name, shown = f"letter-choice-{part.name}-{hash(request.name)}", chosen if chosen in options else None
    words = {"state": "State it", "leave": "Leave it out"}.__getitem__
    bound = widgets.binding(name, shown, take)
    st.segmented_control(PARTS[part.name], options, format_func=words, label_visibility="collapsed", **bound)


def type_part(part: LetterPart) -> None:
    """Ask for a value; once it is typed, the letter states it."""

    def take(shown: str) -> None:
        value = shown.strip()
        if value or not part.label:
            session.put(work, parts.with_part_typed(drawn, request, part, value), "type a fact for a letter")

    label = work.display_name(part.label) if part.label else "Their number for you"
    where = "It goes into your profile too." if part.label else "It goes into this letter only."
    name, value = f"letter-type-{part.name}-{hash(request.name)}", "" if part.label else request.number
    st.text_input(label, max_chars=LONGEST_TEXT, help=where, **widgets.binding(name, value, take))


def offered() -> list[Pair]:
    """What the letter may state without telling them anything."""
    return list(dict.fromkeys((*letter.stateable(drawn, request.recipient), *said.stated)))


# How it is sent, and what came of it.


def how_to_send(contact: Contact | None) -> str:
    """The ways to ask, the one that tells them least first."""
    if contact is None:
        return "No address is listed for them. Look for it in the privacy notice on their site."
    ways = {
        "webform": f"Paste the letter into the form on {contact.domain}.",
        "letter": "Send it by post. Their address is in the privacy notice on their site.",
    }
    mail = f"Send it by email to {contact.email}, from an address they know." if contact.email else how_to_send(None)
    lines = [ways.get(contact.medium, mail)]
    if request.kind == "erasure":
        if contact.delete_url and contact.difficulty in ("easy", "medium"):
            lines.insert(0, f"You can delete the account yourself, which tells them nothing: {contact.delete_url}")
        lines.append(states.SAID[contact.difficulty])
    if contact.needs_id:
        lines.append("They may ask for a copy of your identity card. Refuse, or black out what they do not need.")
    return "\n".join(lines)


def show_steps(ready: bool = True) -> None:
    """What happened so far, and what can have happened next."""
    due = states.deadline(request)
    taken = [(step, in_words(datetime.date.fromisoformat(day))) for step, day in request.steps if step != "drafted"]
    lines = [f"{STATES[step]} on {day}." for step, day in taken]
    if state != "drafted" and state not in dict(taken):
        lines.append(f"{STATES[state]}.")
    if state in states.OPEN:
        lines.append(f"{due_in_words(request)}.")
        if due and due < TODAY:
            lines.append("Ask again, or complain to the data protection authority where you live: it is free.")
    if lines:
        st.text("\n".join(lines))
    day = st.date_input("When?", TODAY, max_value=TODAY, key="letter-day", width=160)
    labels: dict[RequestState, str] = {"answered": "They answered", "refused": "They refused", "done": "It is done"}
    if state == "drafted":
        labels = {"sent": "Sent today" if day == TODAY else "Sent that day"}
    elif state == "sent" and states.may_extend(request):
        labels["extended"] = "They need longer"
    why = None if ready else "First decide what to do about missing details."
    with st.container(horizontal=True, gap="small"):
        for step, label in labels.items():
            noted = (work, states.with_step(drawn, request.name, step, day), "note what came of a letter")
            shown: dict[str, Any] = {"type": LOOKS.get(step, "secondary"), "disabled": not ready, "help": why}
            st.button(label, key=f"letter-step-{step}", on_click=session.put, args=noted, **shown)
    if state != "drafted":
        st.caption(DONE_MEANS[request.kind])


def show_letter(missing: tuple[LetterPart, ...]) -> None:
    """The letter to read, and as files once it is ready."""
    written = letter.letter_for(drawn, request, request.day_of("sent") or TODAY)
    text = letter.letter_as_text(written, width=None)
    if missing and state == "drafted":
        st.text(f"Not ready to send. Still to decide: {listed([PARTS[part.name].lower() for part in missing])}.")
        st.container(border=True, key="letter-unready").text(text)
        return
    # Only where something in it can have the focus does the keyboard scroll a box everywhere.
    st.container(height=420, border=False).code(text, language=None, wrap_lines=True)
    files: tuple[tuple[str, str, str, Callable[[], str | bytes]], ...] = (
        ("Text", "txt", "text/plain", lambda: letter.letter_as_text(written).encode("utf-8", errors="replace")),
        ("To print", "html", "text/html", lambda: letter.letter_as_html(written)),
    )
    with st.container(horizontal=True, gap="small"):
        for name, ending, mime, make in files:
            file, key = f"letter.{ending}", f"letter-{ending}"
            st.download_button(name, make, file, mime, key=key, on_click="ignore", icon=":material/download:")


def show_options() -> None:
    """Law, language, and what else the letter says."""
    laws = [law for law in LAWS if law != "drop" or request.kind == "erasure"]
    why = "Without a law they need not answer. With one, they learn roughly where you live."
    law = edits("law", request.ground, lambda chosen: replace(request, ground=chosen))
    st.selectbox("Law", laws, format_func=LAWS.__getitem__, help=why, **law)
    language = edits("language", request.language, lambda chosen: replace(request, language=chosen))
    st.selectbox("Language", list(letter.LANGUAGE_NAMES), format_func=letter.LANGUAGE_NAMES.__getitem__, **language)
    untold = tuple(pair for pair in request.disclosed if pair not in offered())
    found_by = list(said.stated)
    stated = edits("stated", found_by, lambda pairs: replace(request, stated=tuple(pairs), disclosed=untold))
    little = "Only what they already have is offered. Pick only what they need to find you."
    st.multiselect("Which details can they find you by?", offered(), format_func=fact, help=little, **stated)
    if request in work.requests:
        gone, again = states.without_request(work, request.name), states.with_request(work, draft())
        st.button("Remove this letter", key="letter-remove", on_click=session.put, args=(work, gone, "remove a letter"))
        st.button("Write a new one", key="letter-again", on_click=session.put, args=(work, again, "write a new letter"))


def end_accounts() -> None:
    """What the law binds a company to keep, it need not keep any more."""
    own = {release.name for release in letter.remaining_releases(work, recipient)}
    releases = tuple(replace(r, ended=True) if r.name in own else r for r in work.releases)
    session.put(work, replace(work, releases=releases), "end an account")


work = page.open_page(catalogue.REQUESTS, "What should a company do with what it has about you?")
page.need_releases(work)
if work.has_releases_only:
    st.info("No deletion takes anything back from this Eve: she has only what leaked.", icon=":material/water_drop:")
waiting = sorted((r for r in work.requests if states.state_of(work, r) in states.OPEN), key=due_day)
if waiting:
    show_open()

who, what = st.columns(2)
obstacles = deletion_obstacles(work)

names = sorted(work.recipient_names, key=obstacles.__contains__)
recipient: str = kept_choice(who, "Which company?", forms.COMPANY, names, str)
kind: RequestKind = kept_choice(what, "What should they do?", forms.LETTER_KIND, list(KINDS), KINDS.__getitem__)
left = letter.remaining_releases(work, recipient)
written = (one for one in reversed(work.requests) if one.kind == kind and one.recipient == recipient)
request = next(written, None) or draft()
drawn = work if request in work.requests else states.with_request(work, request)
state, said = states.state_of(drawn, request), letter.Contents(drawn, request)

if drawn is not work and not left:
    st.info("Everything you gave them is deleted.", icon=":material/check:")
else:
    if state == "drafted" and kind == "erasure" and (kept := kept_by(work, left)):
        hanging = all(obstacle.cause == "needed" for obstacle in kept)
        says = (
            "**Think twice.**" if hanging else "**They probably cannot delete it.** You can still ask, or ask for less."
        )
        st.markdown(f":orange[:material/block:] {says}")
        st.text("\n".join(obstacle.reason for obstacle in kept))
        if any(obstacle.cause == "law" for obstacle in kept):
            st.button("My contract or treatment there has ended", key="letter-ended", on_click=end_accounts)
    facts_side, letter_side = st.columns([5, 6], gap="medium")
    if request.ground == "drop":
        facts_side.markdown(
            "You need no letter: ask all registered data brokers at once on the state's page privacy.ca.gov/drop. "
            "Brokers look there every 45 days and then have 45 days more."
        )
        with facts_side:
            show_steps()
    else:
        needed = needed_parts(drawn, request)
        missing = parts.missing_parts(needed)
        with facts_side:
            if state != "drafted":
                show_steps()
            show_told()
            for part in needed:
                if part.state != "stated" or part.is_new or (part.name == "number" and request.number):
                    show_part(part)
            st.text(how_to_send(contact_of(work, request.recipient)))
            if state == "drafted":
                show_steps(ready=not missing)
        with letter_side:
            show_letter(missing)
    with st.expander("Law, language and details", icon=":material/tune:"):
        show_options()

if work.requests:
    with st.expander("All letters, and dates for your calendar", icon=":material/event:"):
        show_all()
with st.expander("Where the addresses come from", icon=":material/contact_mail:"):
    for text in (notices(), kinds.notices()):
        st.text(text.partition("\n\nThe MIT License")[0])
    st.caption("The licences are in the NOTICES.txt beside each list.")
