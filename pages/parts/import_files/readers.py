"""The readers of files, and what each asks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import streamlit as st

from leakage.workspace.files.additions import Additions
from leakage.workspace.files.breaches.reading import Breach, Breaches, read_breaches
from leakage.workspace.files.breaches.releases import EMAIL, UNVERIFIED, Choices, releases_of
from leakage.workspace.files.breaches.whole_list import BEFORE, UNDATED, Matching, is_whole_list, matched
from leakage.workspace.files.csv_cells import DATE, NAME, RECIPIENT, column_of, label_of, names_recipients
from leakage.workspace.files.importing import Archive, Kind, opened_archive, recognise
from leakage.workspace.files.tables_csv import become, is_background, long_table, profile_table, remembered, wide_table
from leakage.workspace.files.texts import text_of
from leakage.workspace.files.vcard.cards import Cards, cards_in
from leakage.workspace.files.vcard.facts import facts_of_card, title_of
from leakage.workspace.files.workspace_json import left_out, workspace_from_json
from leakage.workspace.tables import Columns, TableMapping, Target, folded
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.app import figures, session, words
from pages.app.words import count
from pages.parts.import_files import text

# Files handed in: what each was taken for, and what its parser made of it, remembered for the session.


Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class File:
    """A file handed in; its name and content do not show in a log.

    Arguments:
        name: as the person's computer calls it.
        content: all of it.
        digest: what tells it from other files.
        kind: what it was taken for; None where it cannot be read.
        note: its encoding in words, or why it cannot be read.
        headings: of a table.
        archive: in which it lies; None for a file by itself.
        passed_over: of an archive how many of its files stay shut.
    """

    name: str = field(repr=False)
    content: bytes = field(repr=False)
    digest: str
    kind: Kind | None
    note: str
    headings: tuple[str, ...] = field(default=(), repr=False)
    archive: File | None = field(default=None, repr=False)
    passed_over: int = 0

    def key(self, what: str) -> str:
        """The key of a widget that belongs to this file."""
        return f"import-{what}-{self.digest}"

    def parsed(self, what: tuple[object, ...], work: Callable[[str], Result]) -> Result:
        """What a parser makes of the text, remembered by the file and what else it depends on."""
        return figures.remembered(("import", self.digest, *what), lambda: work(text_of(self.content).text))


UPLOAD = "import"

NAMED = "import-named"
"""Where the files of an archive are held that was named by its path, until they are added or left out."""


def forget_files() -> None:
    """Hold no file any more, handed in or named by its path."""
    session.clear_upload(UPLOAD)
    st.session_state.pop(NAMED, None)


def unpacked(file: File) -> tuple[File, ...]:
    """The files of an archive that can be read, each known by its own content; any other file is itself alone."""
    if file.kind != "archive":
        return (file,)
    try:
        archive = opened_archive(file.content)
    except ValueError as error:
        return (File(file.name, file.content, file.digest, None, words.error_text(error)),)
    return _members(replace(file, content=b"", passed_over=archive.passed_over), archive)


def of_archive(name: str, archive: Archive) -> tuple[File, ...]:
    """The files of an archive that was named by its path."""
    digest = hashlib.sha256(b"".join(hashlib.sha256(member.content).digest() for member in archive.members))
    return _members(File(name, b"", digest.hexdigest()[:16], "archive", "", passed_over=archive.passed_over), archive)


def _members(whole: File, archive: Archive) -> tuple[File, ...]:
    return tuple(_member(opened(f"{whole.name}: {member.name}", member.content), whole) for member in archive.members)


def _member(file: File, archive: File) -> File:
    """A file of an archive; what would first have to be asked about is left aside, for there may be hundreds."""
    if file.kind == "archive":
        return replace(file, kind=None, note=text.ARCHIVE_IN_ARCHIVE, archive=archive)
    if file.kind == "wide" and not names_recipients(file.headings):
        return replace(file, kind=None, note=text.TABLE_IN_ARCHIVE, archive=archive)
    return replace(file, archive=archive)


def opened(name: str, content: bytes) -> File:
    """A file with what it was taken for."""
    digest = hashlib.sha256(content).hexdigest()[:16]
    return File(name, content, digest, *figures.remembered(("recognise", digest), lambda: _recognised(content)))


def _recognised(content: bytes) -> tuple[Kind | None, str, tuple[str, ...]]:
    try:
        recognised = recognise(content)
    except ValueError as error:
        return None, words.error_text(error), ()
    source = recognised.source
    note = text.ENCODING_GUESSED.format(encoding=source.encoding) if source.guessed else ""
    whose = text.PLATFORM.format(platform=recognised.platform) if recognised.platform else ""
    return recognised.kind, " ".join(filter(None, (whose, note))), recognised.headings


# How each kind of file is read: what must be asked, and what it would add.


_NO_COLUMN = "–"
_ALL = "all of them"
_VOCABULARY = tuple(suggestion.label for suggestion in LABELS)
MOST_COLUMNS = 40
MOST_SHOWN = 60


def copy(workspace: Workspace, file: File) -> Additions:
    """A saved copy takes the place of all there is, so it has a button of its own."""
    saved = file.parsed(("copy",), workspace_from_json)
    st.text(
        text.COPY.format(
            facts=count(len(saved.profile), "fact"),
            accounts=count(len(saved.releases), "account"),
            plans=count(len(saved.plans), "alternative"),
            records=count(len(saved.background), "record of other people", "records of other people"),
        )
    )
    if gone := file.parsed(("copy", "left out"), left_out):
        st.text(text.COPY_LEFT_OUT.format(gone=words.listed(gone)))
    st.button(
        text.COPY_OPEN,
        key=file.key("open"),
        help=text.COPY_OPEN_HELP,
        on_click=_open,
        args=(saved,),
    )
    return Additions()


def _open(saved: Workspace) -> None:
    session.open_work(saved, "open a saved copy")
    forget_files()


def cards(workspace: Workspace, file: File) -> Additions:
    """The facts of the card that is the person's own."""
    in_file, titles = file.parsed(("cards",), _titled)
    mine: int | None = 0
    if len(titles) > 1:
        mine = st.selectbox(
            text.WHICH_CARD,
            range(len(titles)),
            index=None,
            format_func=titles.__getitem__,
            key=file.key("card"),
            placeholder=text.PICK_CARD.format(cards=len(titles)),
        )
    if mine is None:
        return Additions(problems=in_file.problems)
    facts = file.parsed(("card", mine), lambda _: facts_of_card(in_file.cards[mine]))
    notes = facts.notes if facts.profile else (*facts.notes, text.EMPTY_CARD)
    return Additions(facts.profile, problems=in_file.problems, notes=notes)


def _titled(content: str) -> tuple[Cards, list[str]]:
    in_file = cards_in(content)
    return in_file, [title_of(card) or f"Card {number:,}" for number, card in enumerate(in_file.cards, start=1)]


def breaches(workspace: Workspace, file: File) -> Additions:
    """Every breach as an account, with the values of the profile."""
    in_file: Breaches = file.parsed(("breaches",), read_breaches)
    if is_whole_list(in_file.breaches):
        return _all_breaches(workspace, file, in_file)
    if not workspace.profile:
        st.warning(text.NO_PROFILE)
    choices = _choices(
        in_file.breaches, [value for label, value in workspace.profile if label.casefold() == EMAIL.casefold()], file
    )
    releases = releases_of(in_file.breaches, workspace.profile, workspace.recipient_names, choices)
    st.caption(text.BREACHES)
    return replace(releases, problems=in_file.problems)


def _all_breaches(workspace: Workspace, file: File, in_file: Breaches) -> Additions:
    """The list of all breaches, against the accounts there are."""
    st.caption(text.ALL_BREACHES)
    before, undated = (
        st.slider(label, 0.0, 1.0, usual, 0.05, key=file.key(key), help=text.SURE_HELP)
        for label, usual, key in (
            (text.BEFORE_BREACH, BEFORE, "before"),
            (text.UNDATED, UNDATED, "undated"),
        )
    )
    releases = matched(in_file.breaches, workspace, Matching(before, undated))
    return replace(releases, problems=in_file.problems)


def _choices(given: Sequence[Breach], addresses: Sequence[str], file: File) -> Choices:
    unverified, address, made_up, spam = UNVERIFIED, None, False, False
    if any(not breach.verified for breach in given):
        unverified = st.slider(
            text.UNVERIFIED,
            0.0,
            1.0,
            UNVERIFIED,
            0.05,
            key=file.key("unverified"),
            help=text.SURE_HELP,
        )
    if len(addresses) > 1:
        options = [_ALL, *addresses]
        picked = st.selectbox(
            text.ADDRESS,
            range(len(options)),
            format_func=options.__getitem__,
            key=file.key("address"),
        )
        address = options[picked] if picked else None
    if any(breach.fabricated for breach in given):
        made_up = st.checkbox(text.FABRICATED, key=file.key("fabricated"))
    if any(breach.spam_list for breach in given):
        spam = st.checkbox(text.SPAM, key=file.key("spam"))
    return Choices(unverified, address, made_up, spam)


def long(workspace: Workspace, file: File) -> Additions:
    """A table with one row a fact."""
    table = file.parsed(("long",), long_table)
    return become(table, _target(file, "background" if is_background(table.releases) else "releases") or "releases")


def profile(workspace: Workspace, file: File) -> Additions:
    """A table of facts about the person."""
    return file.parsed(("profile",), profile_table)


def wide(workspace: Workspace, file: File) -> Additions:
    """A table with one row an account, or a person."""
    labels = tuple(workspace.labels)
    before = remembered(file.headings, workspace.mappings)
    usual = before or _suggested(file)
    target = _target(file, usual.target if before or names_recipients(file.headings) else None)
    if target is None:
        st.info(text.SAY_ROWS)
        return Additions()
    columns = _choose_columns(file, usual.columns) if target != "background" else Columns()
    columns = replace(columns, labels=_choose_labels(file, usual.columns, columns.named, labels))
    table = file.parsed(("wide", target, columns, labels), lambda content: wide_table(content, target, columns, labels))
    return replace(table, mappings=(TableMapping(tuple(map(folded, file.headings)), target, columns),))


def _suggested(file: File) -> TableMapping:
    recipient, name, date = (column_of(file.headings, meant) for meant in (RECIPIENT, NAME, DATE))
    return TableMapping((), "releases" if recipient or name else "background", Columns(recipient, name, date))


def _choose_labels(
    file: File, usual: Columns, named: Sequence[str], in_use: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The labels of the other columns, where they are not those that the headings suggest."""
    headings = [heading for heading in dict.fromkeys(file.headings) if heading and heading not in named]
    before = dict(usual.labels)
    options = list(dict.fromkeys((*(label_of(heading, in_use) for heading in headings), *in_use, *_VOCABULARY)))
    chosen = []
    with st.expander(text.OTHER_COLUMNS):
        for number, heading in enumerate(headings[:MOST_COLUMNS]):
            suggested = label_of(heading, in_use)
            label = _label(file, number, heading, before.get(heading, suggested), options)
            if label != suggested:
                chosen.append((heading, label))
    return tuple(chosen)


def _label(file: File, number: int, heading: str, usual: str, options: list[str]) -> str:
    choices = [_NO_COLUMN, *dict.fromkeys((usual, *options))] if usual else [_NO_COLUMN, *options]
    picked = st.selectbox(
        f"Column {number + 1:,}",
        range(len(choices)),
        index=choices.index(usual) if usual else 0,
        format_func=lambda place: f"{heading[:MOST_SHOWN]} → {choices[place][:MOST_SHOWN]}",
        key=file.key(f"label-{number}"),
        help=text.COLUMN_HELP,
    )
    return choices[picked] if picked else ""


def _target(file: File, usual: Target | None) -> Target | None:
    target: Target | None = st.segmented_control(
        text.ROWS,
        list(text.TARGETS),
        format_func=text.TARGETS.__getitem__,
        default=usual,
        required=usual is not None,
        key=file.key("target"),
        help=text.ROWS_HELP,
    )
    return target


def _choose_columns(file: File, usual: Columns) -> Columns:
    """Which columns are no facts; all others are, under their headings."""
    who, called, when = st.columns(3)
    with who:
        recipient = _column(file, text.WHO, "recipient", usual.recipient)
    with called:
        name = _column(file, text.CALLED, "name", usual.name)
    with when:
        date = _column(file, text.WHEN, "date", usual.date)
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


READERS: Mapping[Kind, Callable[[Workspace, File], Additions]] = {
    "copy": copy,
    "breaches": breaches,
    "cards": cards,
    "long": long,
    "profile": profile,
    "wide": wide,
}
"""For every kind of file what asks, and reads."""
