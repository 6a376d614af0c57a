"""What every page opens with: the figure, undo, its question, and where the work is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial, update_wrapper
from html import escape
from pathlib import Path
from typing import NoReturn

import streamlit as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary, Resolution
from leakage.scenarios import Scenario
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.copies import saved_copy
from leakage.workspace.figures.assessment import assess, resolve_pools
from leakage.workspace.figures.count import count
from leakage.workspace.limits import InputProblem
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import session
from pages.app.figures import figure
from pages.app.words import error_text, listed

STYLE = Path(__file__).with_name("style.css")
FACES: dict[catalogue.Face, str] = {"me": "Me", "class": "Class", "science": "Science"}


def open_page(page: catalogue.Page, question: str, title: str = "") -> Workspace:
    """Draw the head of a page and the sidebar; returns the current work."""
    st.html(STYLE)
    _strip(page)
    room = catalogue.room_of(page)
    st.title(title or room.title, anchor=False)
    if len(room.parts) > 1:
        with st.container(key="parts", horizontal=True, gap="small"):
            for part in room.parts:
                link(part, part.title)
    # The second heading, so that no level of headings is left out.
    st.html(f'<h2 class="question">{escape(question)}</h2>')
    _example(page)
    refused("edit")
    _trouble()
    with st.sidebar:
        _keeping()
        _choose_face(page)
    return session.current()


def link(page: catalogue.Page, label: str) -> None:
    """A link to another page."""
    st.page_link(page.path, label=label, icon=page.icon)


def load_charts() -> None:
    """Draw a chart out of sight, once a session: what draws charts is loaded while the person reads or types."""
    if "charts-loaded" not in st.session_state:
        st.session_state["charts-loaded"] = True
        with st.container(key="charts-ahead"):
            st.plotly_chart({"data": [{"type": "bar", "orientation": "h", "x": [1], "y": ["A"], "text": ["A"]}]})


# What Eve knows, as several pages show it.


@figure
def resolutions(
    adversary: Adversary, background: tuple[Record, ...], by_pool: tuple[tuple[Record, ...], ...]
) -> tuple[Resolution, ...]:
    """How the adversary resolves every pool; weights and facts of the profile do not change it."""
    return tuple(resolve_pools(adversary, background, by_pool))


assessment = figure(update_wrapper(partial(assess, resolve=resolutions), assess))
counts = figure(count)


# The strip: the count, what it was before the last edit, and undo.


def _strip(page: catalogue.Page) -> None:
    with st.container(key="strip", horizontal=True, vertical_alignment="center", gap="small"):
        counted = st.container(width="content", gap=None)
        # Drawn first: while the count takes long, the edit can be undone.
        _undo()
        work = session.current()
        # Two pages begin with the count themselves; on a projector it has no place.
        of_me = page.path.startswith("me/") and page not in (catalogue.START, catalogue.LEAKAGE)
        if of_me and (work.profile or work.releases):
            with counted:
                _counted(work)


def _counted(work: Workspace) -> None:
    """How many kinds of facts Eve has, and how many she had before the last edit."""
    now, earlier = counts(work), session.before()
    bold = re.sub(r"(\d[\d,]*(?: kinds? of facts| more))", r"**\1**", now.sentence)
    st.markdown(bold, help=f"Of {now.whole}.", width="content")
    was = counts(earlier) if earlier is not None and earlier.profile else now
    if (was.sure, was.probable) != (now.sure, now.probable):
        more = f", and probably {was.probable:,} more" if was.probable else ""
        st.markdown(f":small[:gray[before: {was.sure:,}{more}]]", width="content")


def _undo() -> None:
    undo, redo = session.moves()
    moves = st.container(key="moves", horizontal=True, gap="small", width="content")
    for name, steps, what, says in (("undo", -1, undo, "Takes back"), ("redo", 1, redo, "Brings back")):
        told = f"{says}: {what}" if what else f"Nothing to {name}."
        moving = {"on_click": session.move, "args": (steps,), "disabled": not what, "help": told}
        moves.button(name.title(), key=name, icon=f":material/{name}:", **moving)  # type: ignore[arg-type]


# Where the work is kept.


def _trouble() -> None:
    """Why the last change is not saved."""
    if session.trouble():
        with st.container(border=True, key="not-saved"):
            st.markdown(":orange[:material/warning:] **Your last change is not saved**")
            st.text(error_text(session.trouble()))
            st.caption("Every click tries again. To be safe, save a copy from the sidebar.")
            if st.session_state.get("wants-to-lock"):
                lose = "Lock, and lose the last change"
                st.button(lose, key="lock-anyway", on_click=session.lock, kwargs={"losing": True})


def _keeping() -> None:
    """Where the work is kept, and the ways to leave an example and to lock."""
    work = session.current()
    if session.example():
        st.caption(":material/lock_open: **An example is open.** Your own work is not touched.")
        st.button("Back to my work", key="back-to-mine", on_click=session.begin_own, width="stretch")
    if session.vault() is not None:
        if not session.trouble():
            st.caption(":material/lock: **Kept in your vault.** Every change is saved at once, encrypted.")
        st.button("Lock", key="lock", icon=":material/lock:", width="stretch", on_click=session.lock)
        _watch()
    elif work != session.EMPTY:
        st.caption(
            ":orange[:material/warning:] **Kept in memory only.** Refreshing or closing this browser tab, or "
            "stopping the program, erases what you entered."
        )
        if not catalogue.classroom():
            link(catalogue.VAULT, "Keep it in a vault")
    if work == session.EMPTY:
        return
    st.download_button(
        "Save unencrypted copy",
        lambda: saved_copy(work),
        file_name="my-leakage.json",
        mime="application/json",
        key="save-copy",
        on_click="ignore",
        icon=":material/download:",
        help="A file with all your work. Anyone who gets it can read it. Import opens it again.",
        width="stretch",
    )


@st.fragment(run_every=20)
def _watch() -> None:
    """Lock an idle tab; what the browser asks for by itself is no touch."""
    if session.lock_if_due():
        st.rerun()


# The faces, and their rooms in the menu.


def _face() -> catalogue.Face:
    chosen: catalogue.Face | None = st.session_state.get("face")
    return chosen or ("class" if catalogue.classroom() else "me")


def rooms() -> tuple[catalogue.Room, ...]:
    """The rooms in the menu. A served class keeps nothing."""
    rooms = catalogue.FACES[_face()]
    return tuple(room for room in rooms if room != catalogue.SAFE_PLACE or not catalogue.classroom())


def _choose_face(page: catalogue.Page) -> None:
    """The switch at the foot of the menu; a face opens with its first room, unless the page is in one of its own."""
    face = _face()
    wanted: catalogue.Face = st.segmented_control(
        "Show me", list(FACES), format_func=FACES.__getitem__, default=face, required=True, key=f"face-chosen-{face}"
    )
    if wanted != face:
        st.session_state["face"] = wanted
        if catalogue.room_of(page) in rooms():
            st.rerun()
        st.switch_page(rooms()[0].parts[0].path)


# Of a worked example its question and the paper's figure, with the way to the answer and onwards.


ANSWERED_ON = {
    "wrong-phone": catalogue.PLANNED_RELEASE,
    "five-records": catalogue.ADVERSARY,
    "resolution": catalogue.ADVERSARY,
    "l-diversity-zoe": catalogue.ADVERSARY,
    "which-card": catalogue.PLANNED_RELEASE,
    "which-store": catalogue.PLANNED_RELEASE,
    "self-and-linkage": catalogue.PLANNED_RELEASE,
    "self-and-linkage-drawn": catalogue.PLANNED_RELEASE,
    "realistic-person": catalogue.PLANNED_RELEASE,
}
"""Where the question of an example is answered; of the others on the page of the figure."""


def answered_on(scenario: Scenario) -> catalogue.Page:
    """The page that answers an example's question."""
    return ANSWERED_ON.get(scenario.key, catalogue.LEAKAGE)


def open_example(scenario: Scenario) -> None:
    """Open a worked example; undo leads back."""
    session.open_work(scenario.workspace, f"open the example {scenario.title}", scenario.key)


def open_button(label: str, scenario: Scenario, **options: object) -> None:
    """A button that opens an example on the page that answers its question."""

    def open_and_go() -> None:
        open_example(scenario)
        lead_to(answered_on(scenario))

    st.button(label, on_click=open_and_go, **options)  # type: ignore[arg-type]


def lead_to(page: catalogue.Page) -> None:
    """Open a page, in a callback: the button that was pressed need not be on its own page any more."""
    st.session_state["leads-to"] = page.path


def _example(page: catalogue.Page) -> None:
    """What an open example asks, where it is answered, and the paper's figure; on these two pages alone."""
    if path := st.session_state.pop("leads-to", None):
        st.switch_page(path)
    if not session.example():
        return
    scenario = next((one for one in PAPER_SCENARIOS if one.key == session.example()), None) or realistic_person()
    if page not in (answered_on(scenario), catalogue.LEAKAGE):
        return
    with st.container(key="example-banner", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"Example: {scenario.question}", width="stretch")
            if page is not answered_on(scenario):
                link(answered_on(scenario), f"Answer: {answered_on(scenario).title}")
        if scenario in PAPER_SCENARIOS:
            rule = next(p.name for p in scenario.workspace.policies if p is scenario.workspace.policy)
            st.caption(f"{scenario.source}. Rule: {rule}. {scenario.expected}")


# What an empty page needs first, and what was entered wrongly.


def nothing_yet(sentence: str, page: catalogue.Page, button: str) -> NoReturn:
    """Say what an empty page needs first, lead there, and end the page."""
    st.info(sentence, icon=":material/arrow_forward:")
    if st.button(button, type="primary", key="nothing-yet"):
        st.switch_page(page.path)
    st.stop()


def need_profile(work: Workspace) -> None:
    """End a page that can say nothing without a profile."""
    if not work.profile:
        nothing_yet("First choose a file, or type a few facts about yourself.", catalogue.START, "Go to Home")


def need_releases(work: Workspace) -> None:
    """End a page that can say nothing without a profile and a release."""
    need_profile(work)
    if not work.releases:
        nothing_yet("Next, add an account or something else you gave away.", catalogue.RELEASES, "Go to My accounts")


def need_example(work: Workspace) -> None:
    """End a page of *Science* that can say nothing without a person and releases, and offer the papers' example."""
    if not work.profile or not work.releases:
        st.info("This page needs facts about a person and at least one account.", icon=":material/menu_book:")
        example = next(scenario for scenario in PAPER_SCENARIOS if scenario.key == "five-records")
        options = {"on_click": open_example, "args": (example,), "key": "papers-example", "type": "primary"}
        st.button("Open the papers' example", **options)  # type: ignore[arg-type]
        st.stop()


def as_python(page: catalogue.Page, script: str = "") -> None:
    """Keep what a page of *Science* computed as a script, where it is not the work's figure, and lead to it."""
    if not script:
        st.caption("The script computes the leakage under these rules and weights.")
    st.session_state["script"] = (page.title if script else "", script)
    link(catalogue.PYTHON, catalogue.PYTHON.title)


MOST_PROBLEMS = 8


def problems(reported: Sequence[InputProblem], heading: str = "Not added:") -> None:
    """The sentences about what was entered wrongly, each once, with its places; "file" is none.

    Plain text: a label is the person's own word, and markdown could fetch what it names.
    """
    by_sentence: dict[str, list[str]] = {}
    for problem in reported:
        places = [problem.where] if problem.where not in ("", "file") else []
        by_sentence.setdefault(problem.sentence, []).extend(places)
    if not by_sentence:
        return
    with st.container(border=True):
        st.markdown(f":orange[:material/error:] **{heading}**")
        for sentence, places in list(by_sentence.items())[:MOST_PROBLEMS]:
            st.text(f"{listed(places)}: {sentence}" if places else error_text(sentence))
        if len(by_sentence) > MOST_PROBLEMS:
            st.text(f"and {len(by_sentence) - MOST_PROBLEMS} more")


def tried(what: Callable[[], object], place: str) -> Callable[[], None]:
    """A callback that does something and keeps what it refuses, for ``refused`` to tell at that place."""

    def callback() -> None:
        try:
            what()
        except ValueError as error:
            st.session_state[f"refused-{place}"] = error_text(error)

    return callback


def refused(place: str) -> None:
    """Say once what was refused at a place."""
    if sentence := st.session_state.pop(f"refused-{place}", ""):
        st.error(sentence, icon=":material/error:")


def show_tabs(parts: Mapping[str, Callable[[], None]], key: str) -> None:
    """Parts of a page behind tabs, by their titles; only the open one is drawn, and costs anything."""
    for tab, part in zip(st.tabs(list(parts), key=key, on_change="rerun"), parts.values(), strict=True):
        if tab.open:
            with tab:
                part()
