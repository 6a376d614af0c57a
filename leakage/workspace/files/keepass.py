"""KeePass 2's XML: no document type, so no entities, and nothing from elsewhere."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, TypeAlias

from leakage.workspace.files.entries import Entry, tell
from leakage.workspace.files.findings import Findings, Gathering

MAX_DEPTH = 100
MAX_ELEMENTS = 500_000
_KINDS = {"Title": "title", "UserName": "user", "Password": "password", "URL": "address", "Notes": "note"}
_TIMES = {"CreationTime": "created", "LastModificationTime": "changed", "LastAccessTime": "used"}
_REFERENCE = re.compile(r"\{REF:([TUPAN])@([TUPANI]):([^}]*)\}", re.IGNORECASE)
_FIELDS = {"T": "Title", "U": "UserName", "P": "Password", "A": "URL", "N": "Notes", "I": "UUID"}


_Index: TypeAlias = Mapping[tuple[str, str], Mapping[str, str]]
"""Entries by each of their texts."""


class _Tree(ET.TreeBuilder):
    def __init__(self) -> None:
        super().__init__()
        self._left = MAX_ELEMENTS

    def start(self, tag: Any, attrs: Any, /) -> ET.Element:
        self._left -= 1
        if self._left < 0:
            raise ValueError(f"the file has more than {MAX_ELEMENTS:,} elements, the most that can be read")
        return super().start(tag, attrs)

    def doctype(self, *_: object) -> NoReturn:
        raise ValueError("the file has a document type, which no export of KeePass has; it is not opened")


def read_keepass(text: str) -> Findings:
    """The entries as accounts, without their history and without the recycle bin; references to others are followed.

    Raises:
        ValueError: with one sentence, for a document type, text that is not well-formed, or what lies too deep.
    """
    parser = ET.XMLParser(target=_Tree())
    try:
        # What declares another encoding was decoded already.
        parser.feed(re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1))
        root = parser.close()
    except ET.ParseError:
        root = None
    if root is None:
        raise ValueError("the file is not complete XML; was it cut short or changed?")
    found = [(entry, _strings(entry), in_bin) for entry, in_bin in _entries(root)]
    # Of two that a reference may mean it means the first.
    everything = {(key, text.casefold()): strings for _, strings, _ in reversed(found) for key, text in strings.items()}
    gathering = Gathering()
    for element, strings, in_bin in found:
        entry = Entry(aside="entries in the bin" if in_bin else "")
        for key, value in strings.items():
            if key != "UUID":
                entry.add(_KINDS.get(key, "fields"), _followed(value, everything, key == "Password"))
        for time, kind in _TIMES.items():
            entry.add(kind, element.findtext(f"Times/{time}"))
        tell(gathering, entry)
    return gathering.findings("keepass", "KeePass")


def _entries(root: ET.Element) -> Iterator[tuple[ET.Element, bool]]:
    recycled = root.findtext("Meta/RecycleBinUUID") or ""
    waiting = [(group, False, 0) for group in root.findall("Root/Group")]
    while waiting:
        group, in_bin, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ValueError("the groups lie too deep in one another to be read")
        in_bin = in_bin or (bool(recycled) and group.findtext("UUID") == recycled)
        yield from ((entry, in_bin) for entry in group.findall("Entry"))
        waiting.extend((inner, in_bin, depth + 1) for inner in reversed(group.findall("Group")))


def _strings(entry: ET.Element) -> dict[str, str]:
    strings = {one.findtext("Key") or "": one.findtext("Value") or "" for one in entry.findall("String")}
    try:
        return {**strings, "UUID": base64.b64decode(entry.findtext("UUID") or "").hex()}
    except ValueError:
        return strings


def _followed(value: str, everything: _Index, secret: bool, depth: int = 5) -> str:
    if "{REF:" not in value.upper() or not depth:
        return value

    def target(reference: re.Match[str]) -> str:
        wanted, by, text = (part.casefold() for part in reference.groups())
        if wanted == "p" and not secret:
            return ""
        entry = everything.get((_FIELDS[by.upper()], text), {})
        return _followed(entry.get(_FIELDS[wanted.upper()], ""), everything, secret, depth - 1)

    return _REFERENCE.sub(target, value)
