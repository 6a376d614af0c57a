"""Predict together: a class answers twice on its own devices, and sees how many went from wrong to right."""

import time
from collections.abc import Callable, Sequence
from html import escape
from typing import Any
from urllib.parse import urlsplit

import segno
import streamlit as st

from leakage.lessons.questions import MOST_BYTES, MOST_QUESTIONS, OWN_QUESTIONS, Question, questions_of
from leakage.lessons.votes import COLUMNS, MOST_STUDENTS, ClassVotes, Moment, Phase
from leakage.workspace.csv_files import to_csv
from pages import catalogue
from pages.app import door, page
from pages.app.words import count, unmarked

LETTERS = "ABCDEF"
TALK_SECONDS, TWICE = 120, 0.15
START = ".venv/bin/streamlit run app.py --server.address YOUR-ADDRESS -- --classroom"
KEPT = "Votes stay in memory until you start again or end the program."
FORWARD = {
    Phase.FIRST: "Close the vote",
    Phase.TALK: "Vote again",
    Phase.SECOND: "Show the answer",
    Phase.SHOWN: "Next question",
}

page.open_page(catalogue.PREDICT_TOGETHER, "What does the class expect, and what is true?")


@st.cache_resource(show_spinner=False)
def the_class() -> ClassVotes:
    """The one class of this server."""
    return ClassVotes()


room = the_class()
seat = door.seat(st.context.cookies)
# Without a class, the one browser leads.
leads = not catalogue.classroom() or door.leads(st.context.cookies)


# Drawn anew all the time: what one run draws may be lost where many devices ask at once, and the next draws it again.
@st.fragment(run_every=1.0 if leads else 2.0)
def screen(*, starting: bool) -> None:
    """What this device shows of where the class is."""
    seen, question = room.moment, room.question
    if leads and starting != (seen.place < 0):
        st.rerun()
    if not leads:
        with st.container(key="student"):
            show_student(seen, question)
    elif not starting:
        with st.container(key="projector"):
            show_projector(seen, question)


def status(seen: Moment, question: Question | None) -> str:
    """What the leader waits for."""
    if question is None:
        return f"{room.joined:,} joined"
    if seen.phase is Phase.SHOWN:
        return f"{seen.place} of {len(room.questions)}"
    if seen.phase is not Phase.TALK:
        return f"{room.voted:,} of {room.joined:,} have voted"
    left = max(0, round(room.since + TALK_SECONDS - time.monotonic()))
    return f"Talk: {left // 60}:{left % 60:02d}" if left else "Time to vote again"


# What both see: the question, its table, and once the answer is shown how the class voted.


def _words(*texts: str, kind: str = "") -> str:
    return "".join(f'<p class="{kind}">{escape(text)}</p>' for text in texts).replace(" %", "\N{NO-BREAK SPACE}%")


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" if text else "<td></td>" for text in rows[0])
    lines = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows[1:])
    return f'<div class="grid"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def asked(seen: Moment, question: Question) -> str:
    """The question with the table that it is about; the answer takes the place of the text."""
    text = "" if seen.phase is Phase.SHOWN else _words(question.text)
    return text + (_table(question.table) if question.table else "") + _words(question.ask, kind="ask")


def cast_votes(seen: Moment) -> dict[str, tuple[int, ...]]:
    """How many chose each option, in each vote that was held."""
    tallies = zip(("First", "Second"), room.tally(seen.place), strict=True)
    return {vote: tally for vote, tally in tallies if sum(tally)}


def options(seen: Moment, question: Question) -> str:
    """The options; once the answer is shown with the votes for each, and the right one marked."""
    shown = seen.phase is Phase.SHOWN
    tallies = cast_votes(seen) if shown else {}
    head = "".join(f"<th>{vote}</th>" for vote in tallies)
    rows = ""
    for number, option in enumerate(question.options):
        right = shown and number == question.right
        bars = "".join(_bar(tally[number], sum(tally)) for tally in tallies.values())
        text = f"{'✓ ' if right else ''}{LETTERS[number]}. {option}"
        rows += f"<tr{' class=right' if right else ''}><td>{escape(text)}</td>{bars}</tr>"
    head = f"<thead><tr><th>Votes:</th>{head}</tr></thead>" if head else ""
    return f'<table class="votes">{head}<tbody>{rows}</tbody></table>'


def _bar(votes: int, of: int) -> str:
    return f'<td><span class="bar" style="width:{70 * votes / max(of, 1):.0f}%"></span> {votes}</td>'


def outcome(seen: Moment, question: Question) -> str:
    """How many were right, and how many changed to the right answer."""
    better, worse = room.moved(seen.place)
    right = ", then ".join(f"{tally[question.right]} of {sum(tally)}" for tally in cast_votes(seen).values())
    return f"Right: {right}. From wrong to right: {better}, back: {worse}." if right else "Nobody voted."


# A student.


def show_student(seen: Moment, question: Question | None) -> None:
    """The screen of a student's device."""
    name = room.join(seat)
    if not name:
        st.info(f"This class is full: {MOST_STUDENTS} students have joined. Vote with a neighbour.")
    elif question is None:
        st.html(_words(f"You are {name}. {'Thank you.' if seen.place > 0 else 'The first question appears here.'}"))
    else:
        st.caption(f"You are {name} · Question {seen.place} of {len(room.questions)}")
        if seen.phase is Phase.SHOWN:
            st.html(asked(seen, question))
            _show_answer(seen, question)
        elif seen.phase is Phase.TALK:
            st.info("Talk with your neighbours: why did you choose your answer? Then you vote again.")
            st.html(asked(seen, question) + options(seen, question))
        else:
            st.html(asked(seen, question))
            _show_vote(seen, question)


def _show_vote(seen: Moment, question: Question) -> None:
    first, second = room.answers(seat)
    mine = first if seen.phase is Phase.FIRST else second
    if seen.phase is Phase.SECOND:
        kept = f"Your first answer was {LETTERS[first]}. Tap it again to keep it." if first is not None else ""
        st.html(_words(f"Second vote. {kept}", kind="ask"))
    for number, option in enumerate(question.options):
        tapped: dict[str, Any] = {"on_click": room.vote, "args": (seat, seen, number)}
        st.button(
            f"{LETTERS[number]}\\. {unmarked(option)}",
            key=f"vote-{number}",
            type="primary" if number == mine else "secondary",
            width="stretch",
            **tapped,
        )
    said = "Tap an answer." if mine is None else f"You voted {LETTERS[mine]}. You can change it until the vote ends."
    st.caption(said)


def _show_answer(seen: Moment, question: Question) -> None:
    given = [LETTERS[answer] for answer in room.answers(seat) if answer is not None]
    right = LETTERS[question.right]
    verdict = (
        f"The answer is {right}. You voted {', then '.join(given)}."
        if given
        else f"The answer is {right}. You did not vote."
    )
    (st.success if given[-1:] == [right] else st.info)(verdict)
    st.html(_words(question.why) + options(seen, question))


# The leader: before the class has joined.


def show_start() -> None:
    """How to start it, and which questions."""
    if not catalogue.classroom():
        st.markdown(
            "**To start it for a class,** end this program and start it with your computer's address in the network. It"
            " prints one link for the whole class and one for you. Here you can go through the questions alone."
        )
        st.code(START, language=None)
    above = st.container()
    with st.expander("Your own questions", icon=":material/upload_file:"):
        upload = st.file_uploader(
            f"A TOML file of at most {MOST_BYTES // 1000} kB with at most {MOST_QUESTIONS} questions",
            "toml",
            key="together-file",
            max_upload_size=1,
        )
        st.download_button(
            "Save ours as a pattern", OWN_QUESTIONS.read_bytes(), "questions.toml", key="together-pattern"
        )
    try:
        questions = questions_of(upload.getvalue() if upload else OWN_QUESTIONS.read_bytes())
    except ValueError as error:
        st.error(unmarked(str(error)))
        return
    with above:
        choose(questions)
    st.caption(f"No names: each device gets a number. At most {MOST_STUDENTS} students. {KEPT}")
    st.caption("Guest networks often keep devices apart. If the link does not open, use another network or a hotspot.")


def choose(questions: tuple[Question, ...]) -> None:
    """All questions or some, and the button that lets the class in."""
    titles = [f"{number}. {question.title}" for number, question in enumerate(questions, 1)]
    chosen = st.multiselect("Questions, about five minutes each", titles, titles, key=f"together-{hash(questions)}")
    picked = tuple(question for title, question in zip(titles, questions, strict=True) if title in chosen)
    label = "Show the code to join" if catalogue.classroom() else "Go through them"
    st.button(label, key="together-open", type="primary", on_click=room.open, args=(picked,), disabled=not picked)


# The leader: on the projector.


def show_projector(seen: Moment, question: Question | None) -> None:
    """The bar, and below it what the class looks at."""
    _show_bar(seen, question)
    if question is not None:
        answer = _words(outcome(seen, question), question.why) if seen.phase is Phase.SHOWN else ""
        # Beside the votes there is no room for the table; students have it on their devices.
        shown = _words(question.ask, kind="ask") if answer else asked(seen, question)
        st.html(shown + options(seen, question) + answer)
    elif seen.place == 0:
        _show_joining()
    else:
        _show_end()


def _turn(way: Callable[..., None], seen: Moment, **options: bool) -> None:
    """Go on or back. A press that arrives twice, as from a button that is drawn anew, turns once."""
    now = time.monotonic()
    if now - st.session_state.get("turned", -TWICE) >= TWICE:
        st.session_state["turned"] = now
        way(seen, **options)


def _show_bar(seen: Moment, question: Question | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="together-bar"):
        turn: dict[str, Any] = {"on_click": _turn, "args": (room.back, seen), "disabled": seen.place == 0}
        st.button("Back", key="presenter-back", shortcut="PageUp", icon=":material/arrow_back:", **turn)
        st.markdown(status(seen, question))
        link, code = door.class_link()
        st.markdown(f"{urlsplit(link).netloc} · **{code.upper()}**" if link else "Nobody else is here")
        with st.popover("More"):
            if question is not None and seen.phase is not Phase.SHOWN:
                skip: dict[str, Any] = {"on_click": _turn, "args": (room.forward, seen), "kwargs": {"skip": True}}
                st.button("Show the answer without a second vote", key="together-skip", **skip)
            show_saving("together-save")
            st.button("Delete all votes and start again", key="together-drop", on_click=room.open)
        last = seen.place == len(room.questions) and seen.phase is Phase.SHOWN
        label = "Start" if seen.place == 0 else "Finish" if last or question is None else FORWARD[seen.phase]
        turn = {"on_click": _turn, "args": (room.forward, seen), "disabled": seen.place > len(room.questions)}
        st.button(label, key="presenter-forward", type="primary", shortcut="PageDown", **turn)


def _show_joining() -> None:
    link, letters = door.class_link()
    if not link:
        st.html(_words("The code to join is shown here."))
        return
    picture = segno.make_qr(link).svg_data_uri(border=2, light="white")
    code = _words("Open", urlsplit(link).netloc, "and type", kind="ask") + _words(letters.upper(), kind="code")
    st.html(
        f'<div class="joining"><img src="{picture}" alt="A QR code with the link of the class"><div>{code}</div></div>'
    )


def _show_end() -> None:
    rows = [("Right:", "First", "Second", "Wrong to right")]
    for place, each in enumerate(room.questions, 1):
        first, second = (f"{tally[each.right]} of {sum(tally)}" for tally in room.tally(place))
        rows.append((f"{place}. {each.title}", first, second, str(room.moved(place)[0])))
    st.html(_table(rows))
    show_saving("together-save-end")


def show_saving(key: str) -> None:
    """Both answers of each student under a number, of the questions whose answer was shown."""
    rows = room.rows()
    content = to_csv([COLUMNS, *rows])
    label = f"Save {count(len(rows), 'pair')} of answers"
    st.download_button(label, content, "votes.csv", "text/csv", key=key, on_click="ignore", disabled=not rows)


starting = leads and room.moment.place < 0
if starting:
    show_start()
screen(starting=starting)
