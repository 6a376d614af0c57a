"""Files handed in: what each was taken for, and what its parser made of it, remembered for the session."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from leakage.workspace.files.archive import opened_archive
from leakage.workspace.files.recognise import Kind, recognise
from leakage.workspace.files.texts import text_of
from pages.shell import session_cache, words

Result = TypeVar("Result")
ARCHIVE_IN_ARCHIVE = "An archive in an archive stays shut."


@dataclass(frozen=True, eq=False)
class File:
    """A file handed in; its name and content do not show in a log.

    Arguments:
        name: as the person's computer calls it.
        content: all of it.
        digest: what tells it from other files.
        kind: what it was taken for; None where it cannot be read.
        said: its encoding in words, or why it cannot be read.
        headings: of a table.
    """

    name: str = field(repr=False)
    content: bytes = field(repr=False)
    digest: str
    kind: Kind | None
    said: str
    headings: tuple[str, ...] = field(default=(), repr=False)

    def key(self, what: str) -> str:
        """The key of a widget that belongs to this file."""
        return f"import-{what}-{self.digest}"

    def parsed(self, what: tuple[object, ...], work: Callable[[str], Result]) -> Result:
        """What a parser makes of the text, remembered by the file and what else it depends on."""
        return session_cache.remembered(("import", self.digest, *what), lambda: work(text_of(self.content).text))


def unpacked(file: File) -> tuple[File, ...]:
    """The files of an archive that can be read, each known by its own content; any other file is itself alone."""
    if file.kind != "archive":
        return (file,)
    try:
        archive = opened_archive(file.content)
    except ValueError as error:
        return (File(file.name, file.content, file.digest, None, words.said(error)),)
    members = tuple(opened(f"{file.name}: {member.name}", member.content) for member in archive.members)
    inner = [
        replace(member, kind=None, said=ARCHIVE_IN_ARCHIVE) if member.kind == "archive" else member
        for member in members
    ]
    return tuple(inner)


def opened(name: str, content: bytes) -> File:
    """A file with what it was taken for."""
    digest = hashlib.sha256(content).hexdigest()[:16]
    return File(name, content, digest, *session_cache.remembered(("recognise", digest), lambda: _recognised(content)))


def _recognised(content: bytes) -> tuple[Kind | None, str, tuple[str, ...]]:
    try:
        recognised = recognise(content)
    except ValueError as error:
        return None, words.said(error), ()
    if recognised.source.guessed:
        said = f"Read as {recognised.source.encoding}, which is a guess: look whether letters with accents are right."
    else:
        said = f"Read as {recognised.source.encoding}."
    return recognised.kind, said, recognised.headings
