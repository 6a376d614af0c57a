"""Files handed in: what each was taken for, and what its parser made of it, remembered for the session."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from leakage.workspace.importing.recognising import Kind, recognise
from leakage.workspace.importing.texts import text_of
from pages.ui import state

Result = TypeVar("Result")


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
        return state.remembered(("import", self.digest, *what), lambda: work(text_of(self.content).text))


def opened(name: str, content: bytes) -> File:
    """A file with what it was taken for."""
    digest = hashlib.sha256(content).hexdigest()[:16]
    return File(name, content, digest, *state.remembered(("recognise", digest), lambda: _recognised(content)))


def sentence(error: ValueError) -> str:
    """What an error says, as a sentence.

    >>> sentence(ValueError("the file is empty"))
    'The file is empty.'
    """
    said = str(error)
    return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def _recognised(content: bytes) -> tuple[Kind | None, str, tuple[str, ...]]:
    try:
        found = recognise(content)
    except ValueError as error:
        return None, sentence(error), ()
    if found.source.guessed:
        said = f"Read as {found.source.encoding}, which is a guess: look whether letters with accents are right."
    else:
        said = f"Read as {found.source.encoding}."
    return found.kind, said, found.headings
