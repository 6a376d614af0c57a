"""Entries of password managers: what headings mean, what of an entry is kept, and tables of logins."""

from __future__ import annotations

import contextlib
import functools
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from leakage.record import redacted_repr
from leakage.workspace.csv_files import unguarded
from leakage.workspace.files.findings import MAX_ENTRIES, Findings, Gathering, is_mail
from leakage.workspace.files.secret import is_card_number, is_secret, kept, last_four
from leakage.workspace.files.tables import Sheet, is_address
from leakage.workspace.files.text import Json, birthday_of, cleaned, day_of, lists, parsed, squeezed
from leakage.workspace.sites import site_of

# Headings: what the columns, fields and keys of people's files mean, by ``logins.toml``.


@dataclass(frozen=True, slots=True)
class Program:
    """Who writes tables of logins with certain headings: an entry of ``logins.toml``."""

    name: str
    known_by: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    category: str = ""
    html: bool = False
    backslash: bool = False
    apostrophe: bool = False
    surplus: bool = False
    trash: frozenset[str] = frozenset()


def by_heading(kinds: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The kind of each heading in lists of them, by its squeezed form."""
    return {squeezed(heading): kind for kind, headings in kinds.items() for heading in headings}


@functools.cache
def kinds() -> Mapping[str, str]:
    """What headings mean in every program, by their squeezed form."""
    return by_heading(lists("logins.toml")["kinds"])


@functools.cache
def programs() -> tuple[Program, ...]:
    """All programs of ``logins.toml``, in the order in which they are tried."""
    found = []
    for one in lists("logins.toml")["program"]:
        known_by, trash = (frozenset(map(squeezed, one.get(what, ()))) for what in ("known_by", "trash"))
        own = by_heading(one.get("kinds", {}))
        found.append(Program(**{**one, "known_by": known_by, "trash": trash, "kinds": own}))
    return tuple(found)


UNKNOWN = Program("a table")


def program_of(headings: Iterable[str]) -> Program:
    """The program that writes tables of logins with these headings; "a table" where none is known to.

    >>> program_of(["url", "username", "password", "timePasswordChanged"]).name, program_of(["Site", "Password"]).name
    ('Firefox', 'a table')
    """
    names = set(map(squeezed, headings))
    return next((program for program in programs() if program.known_by <= names), UNKNOWN)


def kind_of(heading: str, program: Program = UNKNOWN) -> str:
    """What a heading means: a kind of ``logins.toml``, "secret" for what is never kept, else empty.

    >>> kind_of("Login_Username"), kind_of("My PIN"), kind_of("Shoe size")
    ('user', 'secret', '')
    """
    name = squeezed(heading)
    return program.kinds.get(name) or kinds().get(name) or ("secret" if is_secret(heading) else "")


def is_login_table(headings: Sequence[str]) -> bool:
    """Whether a table is one of logins: a known program's, or one with secrets and a column that says where or who.

    >>> is_login_table(["Site", "Password"]), is_login_table(["Password", "Colour"]), is_login_table(["Note", "City"])
    (True, False, False)
    """
    found = set(map(kind_of, headings))
    if program_of(headings) is not UNKNOWN:
        return True
    if found & {"password", "code", "lines"}:
        return bool(found & {"title", "address", "user", "email"})
    # An address and a user name beside a secret, a note or a group: the password has some other heading.
    return {"address", "user"} <= found and bool(found & {"secret", "note", "group"})


# Entries.
_WIRELESS = re.compile(r"\bwi-?fi\b|\bwlan\b", re.IGNORECASE)
_LINE = re.compile(r"^[^\S\n]*([^:=\n]{1,40})[:=](.+)$", re.MULTILINE)
_SEVERAL = re.compile(r"[\s,;]+")


@dataclass(slots=True)
class Entry:
    """An entry of a manager: its category in ``shapes.toml``, if stated; its bin, if any; its texts by kind."""

    category: str = ""
    aside: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)

    __repr__ = redacted_repr

    def add(self, kind: str, value: Json) -> None:
        """A field, if it is filled."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and value.strip():
            self.fields.setdefault(kind, []).append(value)

    def read(self, pairs: Iterable[tuple[str, Json]], program: Program = UNKNOWN) -> None:
        """Fields by what they are called; those of no known kind count as fields of one's own."""
        for heading, value in pairs:
            kind = "card_number" if is_card_number(str(value)) else kind_of(heading, program)
            self.add(kind if kind and kind != "secret" else "fields", value)

    def first(self, kind: str) -> str:
        """The first text of a kind; empty where there is none."""
        return next(iter(self.fields.get(kind, ())), "")

    def each(self, *kinds: str) -> list[str]:
        """All texts of some kinds, each once."""
        return list(dict.fromkeys(text for kind in kinds for text in self.fields.get(kind, ())))


def category_of(word: object) -> str:
    """The category that a program calls so; entries of others are left out under one name, and empty stays so."""
    text = str(word) if word is not None else ""
    names = (squeezed(text.partition(".")[0]), squeezed(text))
    known = (c for name in names for c, words in lists("shapes.toml")["categories"].items() if name in words)
    return next(known, "entries of other kinds" if names[0] else "")


def pairs_in(value: Json, key: str = "", depth: int = 6) -> Iterator[tuple[str, Json]]:
    """The texts and numbers in a value with the key each stands under."""
    if isinstance(value, str | int | float):
        yield key, value
    elif depth and isinstance(value, list):
        for each in value:
            yield from pairs_in(each, key, depth - 1)
    elif depth and isinstance(value, dict):
        # Some programs name the field in one place and its text in another.
        named = next((n for k in ("type", "field", "label", "name") if isinstance(n := value.get(k), str)), "")
        for inner, each in value.items():
            yield from pairs_in(each, named if inner == "value" and named else inner, depth - 1)


def lines_in(text: str) -> list[tuple[str, str]]:
    """The lines ``name: value`` of a text."""
    return [pair for line in _LINE.finditer(text) if all(pair := (line[1].strip(), line[2].strip()))]


def json_in(text: str) -> Mapping[str, Json]:
    """The object that a note is, if it is one; else an empty one."""
    with contextlib.suppress(ValueError):
        return dict(parsed(text)) if text.lstrip().startswith("{") else {}
    return {}


def tell(gathering: Gathering, entry: Entry) -> None:
    """What is kept of an entry: an account, facts about the person, or its place in a count."""
    gathering.entries += 1 + sum(map(len, entry.fields.values()))
    if gathering.entries > MAX_ENTRIES:
        raise ValueError(f"there are more than {MAX_ENTRIES:,} entries and fields, the most that can be read")
    if entry.aside:
        gathering.leave_out(entry.aside)
        return
    category = entry.category or _category_by_fields(entry)
    for kind, what in lists("shapes.toml")["counted"].items():
        # A note that is nothing else is counted once.
        gathering.leave_out(what, 0 if category == what else len(entry.fields.get(kind, ())))
    if category == "login":
        _tell_login(gathering, entry)
    elif category == "card":
        gathering.card(entry.first("card_number"), entry.first("card_brand"))
    elif category in ("identity", "document"):
        _tell_identity(gathering, entry, numbers_alone=category == "document")
    else:
        gathering.leave_out(category)


def _category_by_fields(entry: Entry) -> str:
    has = entry.fields.keys()
    if has & {"address", "password", "user"} and not (has & {"street", "first_name"} and "password" not in has):
        return "login"
    if "card_number" in has:
        return "card"
    if has & {"name", "first_name", "street", "birthday", *lists("shapes.toml")["document_labels"]}:
        return "identity"
    return "login" if has & {"email", "phone"} else "notes" if "note" in has else "entries with nothing but a title"


def _tell_login(gathering: Gathering, entry: Entry) -> None:
    address, title = entry.first("address"), entry.first("title")
    addresses = list[str]()
    for text in entry.each("address", "more_addresses"):
        bare = (re.sub(r"[\[\]\"]", "", text) if text.lstrip().startswith("[") else text).strip()
        addresses += filter(None, _SEVERAL.split(bare) if bare.count("://") != 1 else [bare])
    names = entry.each("user", "email", "phone")
    # LastPass writes this as the address of a note.
    if address == "http://sn":
        gathering.leave_out("notes", "note" not in entry.fields)
    elif not (addresses or names or entry.first("password") or "passkey" in entry.fields):
        gathering.leave_out("entries with nothing but a title")
    elif not addresses and _WIRELESS.search(title):
        gathering.leave_out("wireless networks")
    else:
        created, changed, used = (day_of(entry.first(kind)) for kind in ("created", "changed", "used"))
        gathering.login(title, addresses, names, entry.first("password"), (created, changed, used))


def _tell_identity(gathering: Gathering, entry: Entry, numbers_alone: bool) -> None:
    documents = lists("shapes.toml")["document_labels"]
    for kind, label in documents.items():
        for number in entry.each(kind):
            gathering.fact(label, last_four(number))
    if numbers_alone:
        gathering.leave_out("documents", not any(map(entry.fields.get, documents)))
        return
    parts = (entry.first(kind) for kind in ("first_name", "middle_name", "last_name"))
    gathering.fact("Name", entry.first("name") or " ".join(filter(None, map(kept, parts))))
    gathering.fact("Address", ", ".join(filter(None, map(cleaned, entry.each("street", "street_2")))))
    gathering.fact("Date of birth", birthday_of(entry.first("birthday")))
    for kind, label in lists("shapes.toml")["fact_labels"].items():
        for value in entry.each(kind):
            gathering.fact(label, value)


# Tables of logins as password managers and browsers write them: with a header, in pairs, or with neither.
_YES = ("true", "1", "yes", "y", "x")
_DOCUMENTS = (("passport", "passport"), ("licen", "licence"), ("", "national_id"))


def read_logins(sheet: Sheet) -> Findings:
    """The rows of a table as accounts; rows of cards and identities as facts about the person.

    Arguments:
        sheet: of which ``is_login_table`` holds.
    """
    gathering, program = Gathering(), program_of(sheet.headings)
    kinds = [kind_of(heading, program) for heading in sheet.headings]
    for number, cells in sheet.rows(gathering.problems, program.backslash, program.surplus):
        entry = _entry(cells, kinds, program)
        # With an address under another heading, any cell may be a password.
        elsewhere = any("://" in text for text in entry.each("title", "user", "email"))
        if elsewhere and not any(map(is_address, entry.each("address"))):
            gathering.refuse(f"line {number}", "its cells do not stand below their headings")
        else:
            tell(gathering, entry)
    return gathering.findings("logins", program.name)


def _entry(cells: Sequence[str], kinds: Sequence[str], program: Program) -> Entry:
    entry = Entry()
    unescaped = map(html.unescape, cells) if program.html else cells
    meant = (cell[program.apostrophe and cell.startswith("'") :] for cell in unescaped)
    row = [(kind, cell) for kind, cell in zip(kinds, meant, strict=False) if cell.strip()]
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
            entry.read(_named(numbers, entry.category, what))
        elif kind == "document_number":
            entry.category = "document"
            entry.add(_document(next((text for k, text in row if k == "type"), "")), cell)
        elif kind == "" and "://" in cell and is_address(cell):
            entry.add("more_addresses", cell)
        elif kind not in ("", "secret", "ignored", "type", "group", "deleted", "archived"):
            entry.add(kind, cell)
    return entry


def _document(word: str) -> str:
    return next(meant for stem, meant in _DOCUMENTS if stem in squeezed(word))


def _named(pairs: Iterable[tuple[str, Json]], category: str, what: str = "") -> Iterator[tuple[str, Json]]:
    known = {"card": "card number", "document": _document(what)}
    for key, value in pairs:
        yield known.get(category, key) if squeezed(key) == "number" else key, value


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
        return names[1:].count("field") >= 2 or (names[1:2] == ["field"] and len(names) > 2)
    for _, cells in sheet.rows([]):
        names = [cell.lstrip("*") for cell in cells[1:-1:2] if cell.strip()]
        known = sum(bool(kind_of(name)) and not is_address(name) for name in names)
        if known >= 2 and 2 * known > len(names):
            return True
    return False


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


# Tables without a header: nobody can be sure what a column holds.


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
