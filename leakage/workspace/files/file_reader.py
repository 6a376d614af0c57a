"""A regular file as a stream, for what unpacks it: every read may be given up, and says how far it is."""

from __future__ import annotations

import io
import os

from leakage.private_files import PrivateFile, SourceError
from leakage.progress import report

PIECE = 1 << 20
"""Bytes that are read at a time."""

MOST_LISTED = 16_000_000
"""Bytes of an archive's own list of members: some two hundred thousand of them."""

TOO_MANY = "the archive has more members than can be listed here; unpack it and name the file in it"


class _RawFile(io.RawIOBase):
    """A regular file with a position of its own."""

    def __init__(self, file: PrivateFile, doing: str) -> None:
        super().__init__()
        self._file, self._doing, self._place = file, doing, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self._file.state.size}[whence]
        if base + offset < 0:
            raise ValueError("a place before the beginning")
        self._place = base + offset
        return self._place

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        # No more than there was at first: a file may grow as fast as it is read.
        place, length = self._place, max(0, min(len(buffer), self._file.state.size - self._place))
        content = self._file.read_at(place, length)
        buffer[: len(content)] = content
        self._place += len(content)
        report(self._doing, self._place // 1_000_000, self._file.state.size // 1_000_000)
        return len(content)


class FileReader(io.BufferedReader):
    """A regular file in large steps; it reads no more at once than a list of members may be long.

    Arguments:
        file: open.
        doing: what reading it is reported as.

    Raises:
        SourceError: while reading, where the system refuses it, or a list is too long.
    """

    def __init__(self, file: PrivateFile, doing: str = "Reading mail (MB)") -> None:
        super().__init__(_RawFile(file, doing), PIECE)

    def read(self, size: int | None = -1, /) -> bytes:
        content = super().read(MOST_LISTED + 1 if size is None or size < 0 else min(size, MOST_LISTED + 1))
        if len(content) > MOST_LISTED:
            raise SourceError(TOO_MANY)
        return content
