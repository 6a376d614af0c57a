"""Tables of logins as password managers and browsers write them: with a header, in pairs, or with neither."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from leakage.workspace.csv_files import unguarded
from leakage.workspace.files.entries import Entry, category_of, json_in, lines_in, pairs_in, tell
from leakage.workspace.files.findings import Findings, Gathering, is_mail
from leakage.workspace.files.headings import UNKNOWN, Program, kind_of, program_of
from leakage.workspace.files.sites import site_of
from leakage.workspace.files.tables import Sheet, is_address
from leakage.workspace.files.text import day_of, squeezed

_FIELD = ("field", "label", "key", "attribute", "property", "name", "fieldname", "feld")
_VALUE = ("value", "wert", "fieldvalue", "content")
_YES = ("true", "1", "yes", "y", "x")
_DOCUMENTS = (("passport", "passport"), ("licen", "licence"), ("ssn", "national_id"), ("social", "national_id"))


def read_logins(sheet: Sheet) -> Findings:
    """The rows of a table as accounts; rows of cards and identities as facts about the person.

    Arguments:
        sheet: of which ``is_login_table`` holds.
    """
    gathering, program = Gathering(), program_of(sheet.headings)
    for number, cells in sheet.rows(gathering.problems, program.backslash, program.surplus):
        entry = _entry(cells, sheet.headings, program)
        if _is_shifted(entry):
            gathering.refuse(f"line {number}", "its cells do not stand below their headings")
        else:
            tell(gathering, entry)
    return gathering.findings("logins", program.name)


def _entry(cells: Sequence[str], headings: Sequence[str], program: Program) -> Entry:
    entry, pairs = Entry(), list(zip(headings, (_as_meant(cell, program) for cell in cells), strict=False))
    kinds = [kind_of(heading, program) for heading, _ in pairs]
    row = [(kind, cell) for kind, (_, cell) in zip(kinds, pairs, strict=True) if cell.strip()]
    entry.category = program.category or category_of(next((cell for kind, cell in row if kind == "type"), ""))
    entry.aside = _aside(row, program)
    for kind, cell in row:
        if kind == "lines":
            entry.read(lines_in(cell))
        elif kind == "note" and entry.category in ("card", "identity", "document") and (inner := json_in(cell)):
            entry.read(_named(pairs_in(inner), entry.category))
        elif kind == "note" and cell.startswith("NoteType:"):
            # LastPass writes a card or an address as lines of a note.
            what, _, lines = cell.partition("\n")
            entry.category = category_of(what.partition(":")[2])
            numbers = ((name, json_in(value).get("num", value)) for name, value in lines_in(lines))
            entry.read(_named(numbers, entry.category))
        elif kind == "document_number":
            word = squeezed(next((text for k, text in row if k == "type"), ""))
            entry.category = "document"
            entry.add(next((meant for stem, meant in _DOCUMENTS if stem in word), "national_id"), cell)
        elif kind not in ("", "secret", "ignored", "type", "group", "deleted", "archived"):
            entry.add(kind, cell)
    if not entry.category and len(row) == 1 and program.name == "NordPass":
        entry.category = "folders"
    return entry


def _is_shifted(entry: Entry) -> bool:
    # An address in another's place: then any cell may be a password.
    elsewhere = any("://" in text for text in entry.each("title", "user", "email"))
    return elsewhere and not any(map(is_address, entry.each("address")))


def _named(pairs: Iterable[tuple[str, object]], category: str) -> Iterator[tuple[str, object]]:
    for key, value in pairs:
        yield ("card number" if category == "card" and squeezed(key) == "number" else key), value


def _as_meant(cell: str, program: Program) -> str:
    if program.html:
        return html.unescape(cell)
    if program.apostrophe and cell.startswith("'"):
        return cell[1:]
    return cell


def _aside(row: Iterable[tuple[str, str]], program: Program) -> str:
    for kind, cell in row:
        if kind in ("deleted", "archived") and (squeezed(cell) in _YES or day_of(cell)):
            return "entries in the bin" if kind == "deleted" else "archived entries"
        if kind in ("group", "title") and program.trash:
            parts = re.split(r"[/\\.]", cell)
            if program.trash & set(map(squeezed, parts if kind == "group" else parts[:-1])):
                return "entries in the bin"
    return ""


# Pairs: the name of a field in one cell, its value in the next; or one below the other.


def is_pairs(sheet: Sheet) -> bool:
    """Whether the rows of a table are a title and then names and values in turn, as Enpass writes them."""
    names = [squeezed(heading) for heading in sheet.headings]
    if names:
        return sum(name in _FIELD for name in names[1:]) >= 2 or (names[1:2] == ["field"] and len(names) > 2)
    return any(_are_pairs(cells) for _, cells in sheet.rows([]))


def _are_pairs(cells: Sequence[str]) -> bool:
    names = [cell.lstrip("*") for cell in cells[1:-1:2] if cell.strip()]
    known = sum(bool(kind_of(name)) and not is_address(name) for name in names)
    return known >= 2 and 2 * known > len(names)


def read_pairs(sheet: Sheet) -> Findings:
    """The rows of such a table, each an entry; a last cell without a partner is a note."""
    gathering = Gathering()
    rows = replace(sheet, headings=()).rows(gathering.problems)
    for _, cells in rows:
        entry = Entry()
        entry.add("title", cells[0])
        names = [cell.lstrip("*") for cell in cells[1::2]]
        entry.read(zip(names, cells[2::2], strict=False))
        tell(gathering, entry)
    return gathering.findings("logins", "Enpass")


def is_upright(sheet: Sheet) -> bool:
    """Whether each row of a table is the name of one field and its value, with a header that says so or without one."""
    names = set(map(squeezed, sheet.headings))
    if len(names) in (2, 3) and names & set(_FIELD) and names & set(_VALUE):
        return True
    rows = [cells for cells in csv.reader(sheet.lines[:200], delimiter=sheet.delimiter) if any(cells)]
    kinds = [kind_of(cells[0]) for cells in rows if len(cells) in (2, 3)]
    return (
        len(kinds) == len(rows)
        and 2 * sum(map(bool, kinds)) > len(rows)
        and bool({"password", "secret", "code"} & set(kinds))
    )


def read_upright(sheet: Sheet) -> Findings:
    """The entries of such a table."""
    gathering = Gathering()
    start = sheet.start if set(map(squeezed, sheet.headings)) & set(_VALUE) else 0
    rows = replace(sheet, headings=(), start=start).rows(gathering.problems)
    for entry in entries_of((cells[0], cells[1]) for _, cells in rows if len(cells) > 1):
        tell(gathering, entry)
    return gathering.findings("logins", UNKNOWN.name)


def entries_of(rows: Iterable[tuple[str, str]]) -> Iterator[Entry]:
    """The entries of rows that are fields: one begins where a field comes again."""
    entry = Entry()
    for name, value in rows:
        kind = kind_of(name)
        if kind in entry.fields and kind not in ("fields", "note", "street_2"):
            yield entry
            entry = Entry()
        entry.read([(name, value)])
    yield entry


# Tables without a header: of which column is what nobody can be sure.


def read_headless(sheet: Sheet) -> Findings:
    """The sites and mail addresses of a table without a header, and nothing else: any other cell may be a password."""
    gathering = Gathering()
    for _, cells in sheet.rows(gathering.problems):
        texts = [unguarded(cell) for cell in cells]
        mails = [text for text in texts if is_mail(text)]
        sites = [text for text in texts if is_address(text) and not is_mail(text) and site_of(text)]
        if sites or mails:
            gathering.leave_out("cells of columns without a heading", sum(map(bool, texts)) - len(sites) - len(mails))
        if sites:
            gathering.login("", sites, mails, "")
        else:
            gathering.leave_out("rows that do not say where they belong")
    return gathering.findings("logins", UNKNOWN.name)
