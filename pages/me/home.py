"""Home: files before there is any work; then the count, what stands out, what to do next, and what came back."""

import datetime
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import streamlit as st

from leakage.record import is_typed
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.breaches import breached_places, were_checked
from leakage.workspace.figures.count import PROBABLE, STATES, Count
from leakage.workspace.figures.steps import answered, first_steps
from leakage.workspace.figures.tasks import task_of
from leakage.workspace.figures.words import Step, page_of, thanks
from leakage.workspace.release import StepAnswer
from leakage.workspace.requests.reminders import monthly_reminder
from leakage.workspace.requests.states import OPEN, deadline, overdue, state_of
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import page, session
from pages.app.words import STATE_WORDS, count, listed, state_fill, unmarked
from pages.me import forms, importing

MOST_NAMED, MOST_SQUARES, MOST_ROWS, MOST_STEPS = 2, 40, 3, 5
MOST_PLANNED = 200
"""Accounts up to which a plan is worked out here."""
# Of what is to do: the colours of the count say what Eve has.
OPEN_FILL, DEALT_FILL = "currentcolor", "color-mix(in srgb, currentcolor 25%, transparent)"
ALONE = "For you alone, on this computer. Nothing is sent anywhere."
IN_CLASS = "For a class. What you enter stays in memory on the machine that runs it. No other visitor sees it."

begun = bool(session.current().releases)
question = IN_CLASS if catalogue.classroom() else "What does Eve know, and what helps most?" if begun else ALONE
work = page.open_page(catalogue.START, question, "" if begun else "How much does Eve know about you?")


# Before there is any work: a file, a few typed facts, or a made-up person.


def begin_own() -> None:
    """Begin new work where there is none, and go to About me."""
    session.begin_own()
    page.lead_to(catalogue.PROFILE)


def open_example() -> None:
    """Open the made-up person."""
    page.open_example(realistic_person())
    page.lead_to(catalogue.START)


def show_beginnings(work: Workspace) -> None:
    """Three ways to begin; and what files that were handed in would add."""
    said = st.empty()
    *export, typing, example = st.columns([1, 1] if catalogue.classroom() else [2, 1, 1], gap="medium")
    uploaded = []
    for place in export:
        with place.container(border=True, height="stretch"):
            st.markdown("**Choose an export of your passwords, browser or accounts**")
            uploaded = importing.upload()
            if not uploaded:
                st.caption("You see what it would add before anything changes. Passwords themselves are not kept.")
    if uploaded:
        # It takes the place of the other ways, so that the button to add it is in sight.
        importing.preview(work, uploaded)
        return
    typed = sum(is_typed(pair) for pair in work.profile)
    said.markdown(
        f"You have entered {count(typed, 'fact')} about yourself. Next: your accounts."
        if typed
        else "Every form you fill in gives a little of you away. Someone could piece it together. We call her **Eve**. "
        "See how much of you she has, and what you can undo."
    )
    with typing.container(border=True, height="stretch"):
        st.markdown("**Type a few things**")
        st.button("Start with About me", key="begin-own", on_click=begin_own)
        st.caption("Five minutes. A nickname such as *main card* is enough.")
    with example.container(border=True, height="stretch"):
        st.markdown("**Look around first**")
        st.button("Try it with a made-up person", key="open-realistic", on_click=open_example)
        st.caption("Maren, a bookkeeper with fifteen years of accounts.")
    if not catalogue.classroom():
        importing.how_to_get()
        if session.vault() is None:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                page.link(catalogue.VAULT, "Keep it in a vault from the start")
                st.caption("Without a vault, refreshing the page erases your work unless you save a copy.")


@st.cache_resource(show_spinner=False)
def read_lists() -> None:
    """Read the lists that the next page asks, once, while the person reads."""
    threading.Thread(target=lambda: first_steps(realistic_person().workspace), daemon=True).start()


if not begun:
    show_beginnings(work)
    read_lists()
    page.load_charts()
    st.stop()
if session.example():
    st.text(f"This is an example: {work.title}.")
else:
    importing.tell_added()


# A leaked password that opens something else comes before anything.

places = breached_places(work)
urgent = [one for one in places if one.is_urgent]
if urgent:
    opened = list(dict.fromkeys(name for one in urgent for name in one.elsewhere))
    with st.container(border=True, gap="xsmall", key="home-urgent"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            what = "A leaked password" if len(urgent) == 1 else "Leaked passwords"
            says = f"{what} may still open {count(len(opened), 'account')} of yours"
            st.markdown(f":red[:material/key:] **{says}**", width="content")
            page.link(catalogue.BREACHES, "See where to change them")
        # Names are the person's own words.
        st.text(f"Leaked at {listed([one.called for one in urgent])}. Used at {listed(opened)}.")


# Pictures have no names in them: they are HTML.


def picture(number: str, of: str, drawn: str, said: str) -> None:
    """A number, of what, and a drawing beside it, with what it says for who does not see it."""
    st.html(
        '<div style="display:flex;gap:0.8em;align-items:center;min-height:2.6rem">'
        f'<span><span style="font-size:1.9rem;line-height:1">{number}</span> {of}</span>'
        f'<div role="img" aria-label="{said}" style="flex:1;min-width:0">{drawn}</div></div>'
    )


def squares(fills: Sequence[str]) -> str:
    """A row of small squares, each with its background."""
    one = '<span style="width:9px;height:9px;border-radius:2px;background:{}"></span>'
    drawn = "".join(map(one.format, fills[:MOST_SQUARES]))
    return f'<div style="display:flex;flex-wrap:wrap;gap:2px;margin:2px 0">{drawn}</div>'


# The next steps: the first in full, and how far the person has come, which never falls.


def answer(key: str, said: StepAnswer) -> None:
    """Note what the person says of a step, and keep what it did."""
    if said == "done" and (task := task_of(key)):
        st.session_state["home-thanks"] = thanks(session.current(), task)
    day = datetime.date.today().isoformat()
    session.edit(answered(session.current(), key, said, day), "tick a step" if said == "done" else "put a step off")


def bar(parts: Iterable[tuple[str, int]], whole: int, height: int) -> str:
    """A bar of parts, each a background and a length, of a whole."""
    longs = [(fill, number) for fill, number in parts if number]
    longs.append(("none", whole - sum(number for _, number in longs)))
    drawn = (f'<span style="flex:{number} 0 0;background:{fill};border-radius:2px"></span>' for fill, number in longs)
    return f'<div style="display:flex;gap:2px;height:{height}px;margin:2px 0">{"".join(drawn)}</div>'


def show_count(counted: Count) -> None:
    """The count as a sentence and one bar, the same wherever it is shown."""
    numbers, whole = {state: counted.number(state) for state in STATES}, len(counted.kinds)
    st.subheader(f"{counted.sentence}.", anchor=False)
    said = ", ".join(f"{STATE_WORDS[state]} {number}" for state, number in numbers.items())
    mark = "display:inline-block;width:0.8em;height:0.8em;border-radius:2px;background:"
    legend = "".join(
        f'<span style="white-space:nowrap;margin-right:1.2em"><span style="{mark}{state_fill(state)}"></span> '
        f"{STATE_WORDS[state]} <b>{number}</b></span>"
        for state, number in numbers.items()
    )
    drawn = bar([(state_fill(state), number) for state, number in numbers.items()], whole, 18)
    st.html(
        f'<div role="img" aria-label="Of {whole} kinds of facts Eve {said}">{drawn}</div>'
        f'<div style="font-size:0.875rem">{legend}'
        f'<span style="display:inline-block">of {counted.whole}</span></div>'
    )


def next_steps() -> Iterator[Step]:
    """What anybody would be told, then the plan, which is worked out and saved where there is none."""
    yield from (first := forms.first_steps(work))
    if work.profile and (work.plan or len(work.releases) <= MOST_PLANNED):
        planned = forms.plan_in_use(work)
        yield from planned or ()
        if not first and planned == ():
            st.text("Nothing urgent is left.")
    elif work.profile:
        st.text("Open the plan for more.")


def show_steps() -> None:
    """What to do next."""
    st.subheader("What to do next", anchor=False)
    if so_far := forms.progress(work):
        st.text(so_far)
    if did := st.session_state.pop("home-thanks", ""):
        st.text(f"Done. {did}")
    for number, step in enumerate(islice(next_steps(), MOST_STEPS), 1):
        with st.container(border=number == 1, gap="xsmall", key=f"home-step-{number}"):
            # Titles name companies, which are the person's own words.
            st.text(f"{number}. {step.title} ({step.minutes:.0f} min)")
            if number == 1:
                st.text(f"{step.how}\n{step.why}")
                with st.container(horizontal=True, gap="small"):
                    there = [(name, page_of(work, name)) for name in step.about]
                    for name, address in [("Open the page", step.link)] if step.link else there:
                        if address:
                            st.link_button(unmarked(name), address, icon=":material/open_in_new:")
                        elif len(there) > 1:
                            st.text(name, width="content")
                    st.button("Done", key="home-done", on_click=answer, args=(step.key, "done"))
                    st.button("Later", key="home-later", on_click=answer, args=(step.key, "later"))
    page.link(catalogue.PLAN, "See the whole plan")


# The count and what to do next on the left, three tiles on the right; one below the other on a phone.

counted = page.counts(work)
main, side = st.columns([5, 3], gap="medium")
with main:
    show_count(counted)
groups = [names for names in work.password_users.values() if len(names) > 1]
held = [holder for kind in counted.kinds if kind.state in ("sure", "probable") for holder in kind.holders]
surely = Counter(one.name for one in held if one.how != "breach" and one.chance == 1.0)
likely = Counter(one.name for one in held if one.how != "breach" and PROBABLE <= one.chance < 1.0)
leading = sorted(surely | likely, key=lambda name: (-surely[name], -likely[name], name))[:MOST_ROWS]
with side.container(border=True, gap="xsmall"):
    sharing = [name for names in groups for name in names]
    page.link(catalogue.PLAN, "Reused passwords")
    rows = [squares([OPEN_FILL] * len(names)) for names in groups[:MOST_ROWS]]
    said = f"{count(len(groups), 'password')} at {count(len(sharing), 'account')}"
    picture(f"{len(sharing):,}", "accounts", "".join(rows), said)
    st.text(listed(sharing, MOST_NAMED) or "None that we know of.")
with side.container(border=True, gap="xsmall"):
    left = [one.called for one in places if not one.dealt]
    page.link(catalogue.BREACHES, "Breaches to deal with")
    checked = were_checked(work)
    row = squares([DEALT_FILL if one.dealt else OPEN_FILL for one in places])
    picture(f"{len(left):,}" if checked else "?", "", row, f"{len(left)} of {len(places)} to deal with")
    none = "All dealt with." if places else "None found." if checked else "Not checked yet. It takes a minute."
    st.text(listed(left, MOST_NAMED) or none)
with side.container(border=True, gap="xsmall"):
    page.link(catalogue.RELEASES, "Who has most")
    longest = max((surely[name] + likely[name] for name in leading), default=0)
    parts = [[(state_fill("sure"), surely[name]), (state_fill("probable"), likely[name])] for name in leading]
    rows = [bar(part, longest, 9) for part in parts]
    most = surely[leading[0]] if leading else 0
    kinds = "kind of facts" if most == 1 else "kinds of facts"
    picture(f"{most:,}", kinds, "".join(rows), "The three who have most")
    st.text(listed(leading, MOST_ROWS) or ("None that this Eve has." if work.accounts else "No company yet."))


with main:  # after the tiles: a plan may take seconds
    show_steps()


# What came back from letters.


def show_letters(today: datetime.date) -> None:
    """How many letters are overdue, wait, are done and refused."""
    states = [(request.recipient, state_of(work, request)) for request in work.requests]
    late = [request.recipient for request in overdue(work, today)]
    days = [found for request in work.requests if state_of(work, request) in OPEN and (found := deadline(request))]
    due = min((day for day in days if day >= today), default=None)
    came = [
        ("overdue, write again", late),
        (
            f"waiting{f', the next answer due by {due.day} {due:%B}' if due else ''}",
            [name for name, state in states if state in OPEN and name not in late],
        ),
        ("done", [name for name, state in states if state == "done"]),
        ("refused", [name for name, state in states if state == "refused"]),
    ]
    st.subheader("Your letters", anchor=False)
    lines = [f"{len(names):,} {what}: {listed(names)}" for what, names in came if names]
    st.text("\n".join(lines) or f"{count(len(states), 'letter')} not sent yet.")
    page.link(catalogue.REQUESTS, "Note an answer")


today = datetime.date.today()
if work.requests:
    show_letters(today)


# The ways on.


def start_over(work: Workspace) -> None:
    """Empty the work; when its vault is locked stays."""
    session.open_work(replace(Workspace(), lock_after=work.lock_after), "start over")


with st.container(horizontal=True, vertical_alignment="center", gap="small", key="home-ways"):
    if session.example():
        st.button("Close the example", key="close-example", icon=":material/close:", on_click=session.begin_own)
        st.stop()
    page.link(catalogue.TRANSFER, "Add files, or open a saved copy")
    st.download_button(
        "Remind me every month",
        lambda: monthly_reminder(today),
        file_name="privacy-plan.ics",
        mime="text/calendar",
        key="start-reminder",
        on_click="ignore",
        icon=":material/event_repeat:",
        help="A file for your calendar. It says “Look at your privacy plan”, and nothing about you.",
    )
    with st.popover("Start over", icon=":material/restart_alt:", key="start-over-ask"):
        st.markdown("This empties your work: facts, accounts and plans. Undo brings them back.")
        st.button("Empty my work", key="start-over", type="primary", on_click=start_over, args=(work,))
