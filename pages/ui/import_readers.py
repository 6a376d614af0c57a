"""How each kind of file is read: what must be asked, and what it would add."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from leakage.workspace.importing.additions import Additions
from leakage.workspace.importing.breaches.data_classes import EMAIL
from leakage.workspace.importing.breaches.reading import Breach, Breaches, read_breaches
from leakage.workspace.importing.breaches.releases import UNVERIFIED, Choices, releases_of
from leakage.workspace.importing.headings import DATE, NAME, RECIPIENT, column_of
from leakage.workspace.importing.recognising import Kind
from leakage.workspace.importing.tables import (
    Columns,
    Target,
    become,
    is_background,
    long_table,
    profile_table,
    wide_table,
)
from leakage.workspace.importing.vcard.cards import Cards, cards_in
from leakage.workspace.importing.vcard.facts import facts_of_card, title_of
from leakage.workspace.work_json import workspace_from_json
from leakage.workspace.workspace import Workspace
from pages.ui import state
from pages.ui.import_files import File
from pages.ui.words import count

TARGETS: dict[Target, str] = {"releases": "Releases", "plans": "Planned releases", "background": "Other people"}
_NO_COLUMN = "–"
_ALL = "all of them"


def copy(workspace: Workspace, file: File) -> Additions:
    """A saved copy takes the place of all there is, so it has a button of its own."""
    saved = file.parsed(("copy",), workspace_from_json)
    st.text(
        f"It holds {count(len(saved.profile), 'fact')} about you, {count(len(saved.releases), 'release')}, "
        f"{count(len(saved.plans), 'planned release')} and "
        f"{count(len(saved.background), 'record of other people', 'records of other people')}."
    )
    st.button(
        "Open it in place of my work",
        key=file.key("open"),
        help="What is open now is not mixed with it. Undo in the sidebar leads back.",
        on_click=_open,
        args=(saved,),
    )
    return Additions()


def _open(saved: Workspace) -> None:
    state.open_workspace(saved, "open a saved copy")
    state.clear_upload("import")


def cards(workspace: Workspace, file: File) -> Additions:
    """The facts of the card that is the person's own."""
    found, titles = file.parsed(("cards",), _titled)
    mine: int | None = 0
    if len(titles) > 1:
        mine = st.selectbox(
            "Which card is about you?",
            range(len(titles)),
            index=None,
            format_func=titles.__getitem__,
            key=file.key("card"),
            placeholder=f"Pick one of {len(titles):,} cards",
        )
    if mine is None:
        return Additions(problems=found.problems)
    facts = file.parsed(("card", mine), lambda _: facts_of_card(found.cards[mine]))
    notes = facts.notes if facts.profile else (*facts.notes, "This card holds no fact that is known here.")
    return Additions(facts.profile, problems=found.problems, notes=notes)


def _titled(text: str) -> tuple[Cards, list[str]]:
    found = cards_in(text)
    return found, [title_of(card) or f"Card {number:,}" for number, card in enumerate(found.cards, start=1)]


def breaches(workspace: Workspace, file: File) -> Additions:
    """Every breach as a release, with the values of the profile."""
    found: Breaches = file.parsed(("breaches",), read_breaches)
    if not workspace.profile:
        st.warning("Your profile is empty, so there are no values the breaches could have told. Fill it in first.")
    choices = _choices(
        found.breaches, [value for label, value in workspace.profile if label.casefold() == EMAIL.casefold()], file
    )
    releases = releases_of(found.breaches, workspace.profile, workspace.recipients, choices)
    st.caption(
        "A breach says which kinds of data it holds, not whose. Each is taken to hold all of them about you: the worst "
        "case. Correct single cells on the Releases page."
    )
    return Additions(releases=releases.releases, problems=found.problems, notes=releases.notes)


def _choices(given: Sequence[Breach], addresses: Sequence[str], file: File) -> Choices:
    unverified, address, made_up, spam = UNVERIFIED, None, False, False
    if any(not one.verified for one in given):
        unverified = st.slider(
            "How sure of breaches that were never verified?",
            0.0,
            1.0,
            UNVERIFIED,
            0.05,
            key=file.key("unverified"),
            help="The confidence of what they hold: 0 tells nothing, 1 is as good as verified.",
        )
    if len(addresses) > 1:
        options = [_ALL, *addresses]
        picked = st.selectbox(
            "For which of your mail addresses was this asked?",
            range(len(options)),
            format_func=options.__getitem__,
            key=file.key("address"),
        )
        address = options[picked] if picked else None
    if any(one.fabricated for one in given):
        made_up = st.checkbox("Count breaches that are held for made up", key=file.key("fabricated"))
    if any(one.spam_list for one in given):
        spam = st.checkbox("Count lists of spammers", key=file.key("spam"))
    return Choices(unverified, address, made_up, spam)


def long(workspace: Workspace, file: File) -> Additions:
    """A table with one row a fact."""
    found = file.parsed(("long",), long_table)
    return become(found, _target(file, "background" if is_background(found.releases) else "releases"))


def profile(workspace: Workspace, file: File) -> Additions:
    """A table of facts about the person."""
    return file.parsed(("profile",), profile_table)


def wide(workspace: Workspace, file: File) -> Additions:
    """A table with one row a release, or a person."""
    recipient, name, date = (column_of(file.headings, meant) for meant in (RECIPIENT, NAME, DATE))
    target = _target(file, "releases" if recipient or name else "background")
    columns = _choose_columns(file, Columns(recipient, name, date)) if target != "background" else Columns()
    labels = tuple(workspace.labels)
    return file.parsed(("wide", target, columns, labels), lambda text: wide_table(text, target, columns, labels))


def _target(file: File, usual: Target) -> Target:
    target: Target = st.segmented_control(
        "What are the rows?",
        list(TARGETS),
        format_func=TARGETS.__getitem__,
        default=usual,
        required=True,
        key=file.key("target"),
        help="Releases are what you gave away; other people's records are what Eve holds besides.",
    )
    return target


def _choose_columns(file: File, usual: Columns) -> Columns:
    """Which columns are no facts; all others are, under their headings."""
    who, called, when = st.columns(3)
    with who:
        recipient = _column(file, "Who got it", "recipient", usual.recipient)
    with called:
        name = _column(file, "What the release is called", "name", usual.name)
    with when:
        date = _column(file, "When it was", "date", usual.date)
    return Columns(recipient, name, date)


def _column(file: File, what: str, key: str, usual: str | None) -> str | None:
    options = [_NO_COLUMN, *dict.fromkeys(heading for heading in file.headings if heading)]
    picked = st.selectbox(
        what,
        range(len(options)),
        index=options.index(usual) if usual else 0,
        format_func=options.__getitem__,
        key=file.key(f"column-{key}"),
    )
    return options[picked] if picked else None


READERS: dict[Kind, Callable[[Workspace, File], Additions]] = {
    "copy": copy,
    "breaches": breaches,
    "cards": cards,
    "long": long,
    "profile": profile,
    "wide": wide,
}
"""For every kind of file what asks, and reads."""
