"""Where indices lie: one file for the same records and rules, in a folder of one's own."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from leakage.background.build import LOCK, described, rules_of
from leakage.background.sources import Source
from leakage.file_lock import LockTaken, locked
from leakage.resolution.match import Match

INDEX = ".index"
DIGITS = 32
"""Of each of the two hexadecimal numbers in a name: 128 bits."""


def index_path(folder: Path, sources: Sequence[Source], match: Match) -> Path:
    """Where the index of some files, as they are now, lies or will lie.

    Its name is two SHA-256 numbers: of which files and columns are read and by what rules, and of how large and old
    the files are. So other rules have another index, and so has a file that was changed.

    Arguments:
        folder: of all indices.
        sources: the files.
        match: the rules.

    Raises:
        BuildError: for a match that no index can have.
        SourceError: where a file is not there.
    """
    return folder / f"{_which(sources, match)}.{_number(described(sources, rules_of(match)))}{INDEX}"


def indices_of(folder: Path, sources: Sequence[Source], match: Match) -> tuple[Path, ...]:
    """All that lies there of the indices of some files by a match, whatever the files were like: begun ones as well.

    Raises:
        BuildError: for a match that no index can have.
    """
    return tuple(sorted(folder.glob(f"{_which(sources, match)}.*")))


def remove_indices(folder: Path, sources: Sequence[Source], match: Match, *, but: Path | None = None) -> None:
    """Delete the indices of some files by a match, begun ones as well, except those that are being made now.

    Arguments:
        folder, sources, match: as ``indices_of``.
        but: an index that stays, with what belongs to it.

    Raises:
        BuildError: for a match that no index can have.
        OSError: if the system refuses.
    """
    for name in {_name(path) for path in indices_of(folder, sources, match)} - {but and _name(but)}:
        with suppress(LockTaken), locked(folder / f"{name}{LOCK}", passing=True):
            for path in folder.glob(f"{name}.*"):
                _remove(path)


def _name(path: Path) -> str:
    """What all files of an index begin with."""
    return ".".join(path.name.split(".")[:2])


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif path.suffix != LOCK:
        path.unlink(missing_ok=True)


def _which(sources: Sequence[Source], match: Match) -> str:
    read = [(str(source.path.absolute()), source.columns, source.table) for source in sources]
    return _number(json.dumps(read) + described((), rules_of(match)))


def _number(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]
