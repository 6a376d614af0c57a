"""KeePass 2's XML, read by expat as it comes: no document type, so no entities, and nothing from elsewhere."""

from __future__ import annotations

import xml.parsers.expat
from dataclasses import dataclass, field
from typing import NoReturn

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import day_of

MAX_DEPTH = 100
LONGEST_TEXT = 100_000
"""Characters of one value; longer ones are cut, for none that is read is as long."""

_ACCOUNT_FIELDS = ("Title", "UserName", "Password", "URL")


class _RefusedError(ValueError):
    """A sentence of this module, among the errors of expat."""


@dataclass(slots=True)
class _Entry:
    strings: dict[str, str] = field(default_factory=dict)
    created: str = ""
    changed: str = ""
    used: str = ""


def is_keepass(text: str) -> bool:
    """Whether markup is a database of KeePass 2.

    >>> is_keepass("<?xml version='1.0'?><KeePassFile></KeePassFile>"), is_keepass("<html></html>")
    (True, False)
    """
    return "<KeePassFile" in text[:2_000]


def read_keepass_xml(text: str, classes: PasswordClasses) -> Findings:
    """The entries as accounts, without their history and without the recycle bin.

    Arguments:
        text: of the file.
        classes: of the passwords of this import.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for a document type, for text that is not
            well-formed, or what lies too deep.

    >>> entry = "<Entry><String><Key>Title</Key><Value>Shop</Value></String></Entry>"
    >>> text = f"<KeePassFile><Root><Group>{entry}</Group></Root></KeePassFile>"
    >>> read_keepass_xml(text, PasswordClasses()).accounts[0].recipient
    'Shop'
    """
    reader = _Reader(Gathering(classes))
    parser = xml.parsers.expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.EntityDeclHandler = _refuse_document_type
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.data
    try:
        # What declares another encoding was decoded already.
        parser.Parse(text.encode("utf-8", "replace"), True)
    except xml.parsers.expat.ExpatError:
        sentence = "the file is not complete XML; was it cut short or changed?"
    else:
        return reader.gathering.findings()
    raise ValueError(sentence)


def _refuse_document_type(*_: object) -> NoReturn:
    raise _RefusedError("the file declares a document type, which no password manager does, and is not read")


class _Reader:
    """Follows the elements of a file, and gathers an entry when it ends."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self._path: list[str] = []
        self._text: list[str] = []
        self._length = 0
        self._entry: _Entry | None = None
        self._key = self._value = self._bin = ""
        self._groups: list[str] = []

    def start(self, name: str, _: dict[str, str]) -> None:
        if len(self._path) >= MAX_DEPTH:
            raise _RefusedError(f"the file is nested more than {MAX_DEPTH} deep")
        if name == "Group":
            self._groups.append("")
        elif name == "Entry" and "History" not in self._path:
            self._entry = _Entry()
        self._path.append(name)
        self._text, self._length = [], 0

    def data(self, text: str) -> None:
        if self._length < LONGEST_TEXT:
            self._text.append(text[:LONGEST_TEXT])
            self._length += len(text)

    def end(self, name: str) -> None:
        self._path.pop()
        parent, text = (self._path or [""])[-1], "".join(self._text)
        self._text, self._length = [], 0
        if name == "RecycleBinUUID":
            self._bin = text
        elif name == "UUID" and parent == "Group" and self._groups:
            self._groups[-1] = text
        elif name == "Group" and self._groups:
            self._groups.pop()
        elif "History" not in self._path:
            self._end_in_entry(name, text)

    def _end_in_entry(self, name: str, text: str) -> None:
        if self._entry is None:
            return
        if name == "Key":
            self._key = text
        elif name == "Value":
            self._value = text
        elif name == "String":
            self._entry.strings[self._key] = self._value
            self._key = self._value = ""
        elif name == "CreationTime":
            self._entry.created = day_of(text)
        elif name == "LastModificationTime":
            self._entry.changed = day_of(text)
        elif name == "LastAccessTime":
            self._entry.used = day_of(text)
        elif name == "Entry":
            self._tell(self._entry)
            self._entry = None

    def _tell(self, entry: _Entry) -> None:
        strings = entry.strings
        if self._bin and self._bin in self._groups:
            self.gathering.leave_out("entries in the bin")
            return
        self.gathering.leave_out("notes", bool(strings.get("Notes")))
        own = [key for key, value in strings.items() if value and key not in (*_ACCOUNT_FIELDS, "Notes")]
        self.gathering.leave_out("fields of your own", len(own))
        title, user, password, address = (strings.get(key, "") for key in ("Title", "UserName", "Password", "URL"))
        self.gathering.login(title, [address], [user], password, entry.created, entry.changed, entry.used)
