"""The fields of a vCard: lines joined that were folded, taken apart into name, parameters and value."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_CHARACTERS = 10_000_000
MAX_LINES = 400_000
MAX_HEAD = 2_000
"""Characters of a field before its colon; no program writes more."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
_QUOTED_PRINTABLE = re.compile(r";(?:ENCODING=)?QUOTED-PRINTABLE[;:]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """One field as it stands in the file; neither parameters nor value show in a log.

    Arguments:
        name: in capitals, without a group.
        parameters: (name in capitals, value) pairs; a value that stands alone, as in version 2.1, has no name.
        value: everything after the colon, still encoded.
    """

    name: str
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    value: str = field(default="", repr=False)

    def parameter(self, name: str) -> str:
        """The first value of a parameter; empty where there is none."""
        return next((value for key, value in self.parameters if key == name), "")


def fields_in(text: str) -> Iterator[Field | None]:
    """The fields of a file of vCards in their order; None for a line that is no field.

    Arguments:
        text: at most ``MAX_CHARACTERS`` long, in at most ``MAX_LINES`` lines.

    Raises:
        ValueError: for more than that.

    >>> [field.value for field in fields_in("FN:Ali\\n ce\\nitem1.TEL;TYPE=cell:1")]
    ['Alice', '1']
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the cards are longer than {MAX_CHARACTERS // 1_000_000} million characters")
    for line in _unfolded(text):
        yield _field(line)


def _unfolded(text: str) -> Iterator[str]:
    pieces: list[str] = []
    goes_on = False
    for number, physical in enumerate(io.StringIO(text, newline="")):
        if number >= MAX_LINES:
            raise ValueError(f"the cards have more than {MAX_LINES:,} lines, the most that can be read")
        line = physical.rstrip("\r\n")
        if goes_on:
            pieces.append(line)
        elif line[:1] in (" ", "\t") and pieces:
            pieces.append(line[1:])
        else:
            if pieces:
                yield "".join(pieces)
            pieces = [line] if line.strip() else []
        # In quoted-printable text, which only version 2.1 has, an equals sign at the end of a line joins the next.
        goes_on = bool(pieces) and line.endswith("=") and _QUOTED_PRINTABLE.search(pieces[0][:MAX_HEAD]) is not None
        if goes_on:
            pieces[-1] = pieces[-1][:-1]
    if pieces:
        yield "".join(pieces)


def _field(line: str) -> Field | None:
    end = _end_of_head(line)
    if end is None:
        return None
    name, *parameters = _split(line[:end], ";")
    name = name.rpartition(".")[2].strip()
    if not _NAME.fullmatch(name):
        return None
    return Field(
        name.upper(), tuple(pair for parameter in parameters for pair in _parameter(parameter)), line[end + 1 :]
    )


def _end_of_head(line: str) -> int | None:
    """Where the colon stands that ends name and parameters: the first outside quotation marks."""
    quoted = False
    for place, character in enumerate(line[:MAX_HEAD]):
        if character == '"':
            quoted = not quoted
        elif character == ":" and not quoted:
            return place
    return None


def _parameter(text: str) -> list[tuple[str, str]]:
    name, equals, values = text.partition("=")
    if not equals:
        return [("", name.strip().upper())]
    return [(name.strip().upper(), value.strip().strip('"')) for value in _split(values, ",")]


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators outside quotation marks."""
    parts: list[list[str]] = [[]]
    quoted = False
    for character in text:
        if character == '"':
            quoted = not quoted
        if character == separator and not quoted:
            parts.append([])
        else:
            parts[-1].append(character)
    return ["".join(part) for part in parts]
