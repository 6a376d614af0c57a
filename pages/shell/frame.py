"""What every page opens with: the strip of the figure, its question, tables that edit, a last resort."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import pandas as pd
import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import Scenario
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.limits import InputProblem
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.door.index_html import ANOTHER_TAB, MARK
from pages.shell import (
    computing,
    editable_table,
    examples,
    faces,
    history,
    knowledge,
    session,
    text,
    undo_stack,
    vault_session,
    vault_trouble,
)
from pages.shell.editable_table import Edited
from pages.shell.session import link
from pages.shell.words import count, error_text, listed, percent

# The strip at the top of every page: the figure, what it was before the last edit, and undo.


def show_summary_bar(workspace: Workspace) -> None:
    """One line that stays where it is, whatever the page shows below."""
    with st.container(key="strip", horizontal=True, vertical_alignment="center", gap="small"):
        _figure(workspace, knowledge.leakage_of(workspace))
        moved = _moved(workspace)
        if moved:
            st.markdown(f":gray[{moved}]", width="content")
        _history()


def _figure(workspace: Workspace, leakage: float | None) -> None:
    if leakage is not None:
        counts = knowledge.counts(workspace)
        sentence = f"Eve has **{len(counts.right):,} of your {count(len(counts.labels), 'fact')}**"
        st.markdown(sentence, help=counts.more or None, width="content")
    figure = "–" if leakage is None else percent(leakage)
    st.markdown(f"Leakage **{figure}**", help=text.MEASURE, width="content")


def _moved(workspace: Workspace) -> str:
    """The figure before the last edit and after it; nothing where they are the same, or that opened other work."""
    before = history.edited_from()
    was = None if before is None else knowledge.leakage_of(before)
    now = knowledge.leakage_of(workspace)
    return "" if was is None or now is None or abs(now - was) < NOTHING else f"{percent(was)} → {percent(now)}"


def _history() -> None:
    undo, redo = history.undoable(), history.redoable()
    st.button(
        "Undo",
        key="undo",
        icon=":material/undo:",
        on_click=history.move,
        args=(-1,),
        disabled=not undo,
        help=f"Takes back: {undo}" if undo else "Nothing to undo yet.",
    )
    st.button(
        "Redo",
        key="redo",
        icon=":material/redo:",
        on_click=history.move,
        args=(1,),
        disabled=not redo,
        help=f"Brings back: {redo}" if redo else "Nothing to redo.",
    )


# Of a worked example its question and the paper's figure, with the way to the answer and onwards.


ANSWERED_ON = {
    "wrong-phone": catalogue.PLANNED_RELEASE,
    "five-records": catalogue.ADVERSARY,
    "resolution": catalogue.ADVERSARY,
    "dipping": catalogue.WHAT_SHE_KNOWS,
    "alice-on-the-web": catalogue.WHAT_SHE_KNOWS,
    "answer-sets": catalogue.WHAT_SHE_KNOWS,
    "l-diversity-zoe": catalogue.ADVERSARY,
    "which-card": catalogue.PLANNED_RELEASE,
    "which-store": catalogue.PLANNED_RELEASE,
    "self-and-linkage": catalogue.PLANNED_RELEASE,
    "self-and-linkage-drawn": catalogue.PLANNED_RELEASE,
    "enhancement": catalogue.WHAT_SHE_KNOWS,
    "realistic-person": catalogue.PLANNED_RELEASE,
}
"""Where the question of an example is answered; of the others on the Leakage page."""

_LEADS_TO = "leads-to"


def answered_on(scenario: Scenario) -> catalogue.Page:
    """The page that answers an example's question."""
    return ANSWERED_ON.get(scenario.key, catalogue.LEAKAGE)


def show_example_banner(page: catalogue.Page) -> None:
    """What an open example asks, where it is answered, and the paper's figure; the person's own work has none.

    Only on the page that answers it, and on the one of the figure.
    """
    _go()
    key = history.example()
    if not key:
        return
    place = next((place for place, scenario in enumerate(PAPER_SCENARIOS) if scenario.key == key), None)
    scenario = realistic_person() if place is None else PAPER_SCENARIOS[place]
    if page not in (answered_on(scenario), catalogue.LEAKAGE):
        return
    with st.container(key="example-banner", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"Example: {scenario.question}", width="stretch")
            if page is not answered_on(scenario):
                link(answered_on(scenario), f"Answer: {answered_on(scenario).title}")
            elif place is not None:
                _next(PAPER_SCENARIOS[(place + 1) % len(PAPER_SCENARIOS)])
        if place is not None:
            st.caption(f"{scenario.source}: {scenario.expected}")


def _next(following: Scenario) -> None:
    open_button("Next example", following, key="next-example", icon=":material/navigate_next:", help=following.title)


def open_button(label: str, scenario: Scenario, **options: Any) -> None:
    """A button that opens an example on the page that answers its question."""
    st.button(label, on_click=_open_and_go, args=(scenario,), **options)


def _open_and_go(scenario: Scenario) -> None:
    examples.open_example(scenario)
    lead_to(answered_on(scenario))


def lead_to(page: catalogue.Page) -> None:
    """Open a page, in a callback: the button that was pressed need not be on its own page any more."""
    session.put(_LEADS_TO, page.path)


def _go() -> None:
    path = session.get(_LEADS_TO)
    session.forget(_LEADS_TO)
    if path:
        st.switch_page(path)


# The last resort: what is shown where a page fails, in place of Streamlit's own words.


_LOG = logging.getLogger(__name__)


def show_last_resort(error: Exception) -> bool:
    """Say in one sentence that the page failed, by the kind of error alone, and offer undo and a copy of the work.

    Returns:
        True, by which Streamlit knows that it need not show anything itself.
    """
    if isinstance(error, computing.Stopped):
        # In a part of a page that is drawn by itself.
        computing.say_stopped(error)
        return True
    kind = type(error).__name__
    st.error(f"This page failed ({kind}). {text.STILL_HERE}", icon=":material/error:")
    try:
        _ways_out()
    except Exception:  # the sentence stands already, and a second failure must not bring Streamlit's own
        _LOG.exception("The ways out could not be drawn")
    return True


def _ways_out() -> None:
    if not undo_stack.begun():
        return
    # Fresh keys: several parts of one page may fail.
    number, workspace, undo = session.fresh_number(), history.current(), history.undoable()
    left, right = st.columns(2)
    left.button(
        "Undo the last step",
        key=f"last-resort-undo-{number}",
        icon=":material/undo:",
        on_click=history.move,
        args=(-1,),
        disabled=not undo,
        help=f"Takes back: {undo}" if undo else "Nothing to undo.",
        width="stretch",
    )
    right.download_button(
        "Save a plain copy",
        lambda: workspace_to_json(workspace),
        file_name="my-leakage.json",
        mime="application/json",
        key=f"last-resort-copy-{number}",
        on_click="ignore",
        icon=":material/download:",
        help=text.NOT_ENCRYPTED,
        width="stretch",
    )


# What every page opens with: the strip of the figure, its question, and in the sidebar what a refresh loses.


MOST_PROBLEMS = 8


STYLE = Path(__file__).with_name("style.css")
NOT_TAKEN = "Not taken over yet (everything else was):"
_FILE = "file"
"""Where a problem is that is one of a whole file."""


def open_page(page: catalogue.Page, question: str, title: str = "") -> Workspace:
    """Draw the head of a page and the sidebar; returns the current workspace."""
    history.settle(knowledge.with_worst_policy(history.current()))
    workspace = history.current()
    st.html(STYLE)
    show_summary_bar(workspace)
    room = catalogue.room_of(page)
    st.title(title or room.title, anchor=False)
    if len(room.parts) > 1:
        with st.container(key="parts", horizontal=True, gap="small"):
            for part in room.parts:
                link(part, part.title)
    # The second heading: what stands below it is a part of the answer, and no level of headings is left out.
    st.html(f'<h2 class="question">{escape(question)}</h2>')
    show_example_banner(page)
    vault_trouble.show_vault_trouble()
    _empty_tab()
    with st.sidebar:
        vault_trouble.show_vault_sidebar()
        _keeping(workspace)
        faces.choose(page)
    return workspace


def open_elsewhere(title: str) -> None:
    """Draw the head of what is no page of the catalogue, and where the work is kept in the sidebar."""
    st.html(STYLE)
    st.title(title, anchor=False)
    vault_trouble.show_vault_trouble()
    with st.sidebar:
        vault_trouble.show_vault_sidebar()
        _keeping(history.current())


def _empty_tab() -> None:
    """Why nothing is here, where another tab of this browser has what was entered: the browser knows, and shows it."""
    if not undo_stack.begun() and vault_session.current() is None:
        with st.container(key=ANOTHER_TAB, border=True):
            st.text(text.ANOTHER_TAB)


def _keeping(workspace: Workspace) -> None:
    if workspace == Workspace():
        return
    if vault_session.current() is None:
        own = undo_stack.own() not in (None, Workspace())
        with st.container(key=f"{MARK}-memory" if own else "memory"):
            st.caption(
                ":orange[:material/warning:] **Kept in memory only.** Refreshing or closing this browser tab, or "
                "stopping the program, loses what you entered."
            )
        if vault_session.offered():
            link(catalogue.VAULT, "Keep it in a vault")
    st.download_button(
        "Save a plain copy",
        lambda: workspace_to_json(workspace),
        file_name="my-leakage.json",
        mime="application/json",
        key="save-copy",
        on_click="ignore",
        icon=":material/download:",
        help="A plain file with all your work. Import opens it again.",
        width="stretch",
    )
    st.caption(text.NOT_ENCRYPTED)


def nothing_yet(sentence: str, page: catalogue.Page, button: str) -> NoReturn:
    """Say what an empty page needs first, lead there, and end the page."""
    st.info(sentence, icon=":material/arrow_forward:")
    if st.button(button, type="primary", key="nothing-yet"):
        st.switch_page(page.path)
    st.stop()


def need_profile(workspace: Workspace) -> None:
    """End a page that can say nothing without a profile."""
    if not workspace.profile:
        nothing_yet(text.FIRST_PROFILE, catalogue.PROFILE, text.TO_PROFILE)


def need_releases(workspace: Workspace) -> None:
    """End a page that can say nothing without a profile and a release."""
    need_profile(workspace)
    if not workspace.releases:
        _no_releases()


def need_worst_pool(workspace: Workspace) -> PoolLeakage:
    """The pool that knows most; ends a page that can say nothing without one."""
    need_profile(workspace)
    return knowledge.worst_pool(workspace) or _no_releases()


def _no_releases() -> NoReturn:
    nothing_yet(text.FIRST_RELEASES, catalogue.RELEASES, text.TO_RELEASES)


def problems(reported: Sequence[InputProblem], heading: str = NOT_TAKEN) -> None:
    """The sentences about what was entered wrongly, where it was entered.

    Plain text: a label is the person's own word, and markdown could fetch what it names.
    """
    if reported:
        # Of a whole file nothing else need have been taken over.
        whole = heading == NOT_TAKEN and all(problem.where == _FILE for problem in reported)
        with st.container(border=True):
            st.markdown(f":orange[:material/error:] **{'Not taken over:' if whole else heading}**")
            by_sentence: dict[str, list[str]] = {}
            for problem in reported:
                by_sentence.setdefault(_problem_text(problem), []).append(
                    "" if problem.where == _FILE else problem.where
                )
            for sentence, places in list(by_sentence.items())[:MOST_PROBLEMS]:
                where = listed([place for place in places if place])
                st.text(f"{where}: {sentence}" if where else sentence)
            if len(by_sentence) > MOST_PROBLEMS:
                st.text(f"and {len(by_sentence) - MOST_PROBLEMS} more")


def _problem_text(problem: InputProblem) -> str:
    """What is said of a whole file is a sentence by itself: it names the file."""
    return error_text(problem.sentence) if problem.where == _FILE else problem.sentence


# A table that edits the workspace: an edit is saved in its callback, before anything is computed or drawn of it.


@dataclass(frozen=True, eq=False)
class Taken:
    """What an edited table makes of the workspace.

    Arguments:
        workspace: with all that could be taken over.
        model: the part of it that the table shows; None where the table is to be taken anew, to show what it became.
        problems: what could not be taken over, told below the table.
        left: the same, to be put into a table taken anew.
    """

    workspace: Workspace
    model: Hashable
    problems: Sequence[InputProblem] = ()
    left: Any = None


TakeEdit: TypeAlias = Callable[[Edited], Taken]


def edit(
    workspace: Workspace, name: str, model: Hashable, shown: pd.DataFrame, take: TakeEdit, what: str, **options: Any
) -> Edited:
    """Show a part of the workspace as a table; what is edited in it becomes the workspace.

    Arguments:
        workspace: as it is drawn.
        name, model, shown, options: as for ``editable_table.edit_table``.
        take: what an edited table makes of the workspace drawn.
        what: the edit in words, as undo tells it.
    """

    def keep(edited: Edited) -> None:
        taken = take(edited)
        history.put(workspace, taken.workspace, what, edited.key)
        if editable_table.is_drawn(name, edited.key):
            editable_table.settle(name, taken.model, taken.left)

    edited = editable_table.edit_table(name, model, shown, take=keep, **options)
    session.begin_edits(edited.key)
    if edited.touched:
        taken = take(edited)
        problems(taken.problems)
        editable_table.settle(name, taken.model, taken.left)
        # What was carried into a table taken anew may have become valid by what was edited elsewhere.
        history.put_and_draw(workspace, taken.workspace, what)
    return edited
