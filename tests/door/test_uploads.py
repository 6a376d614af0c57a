"""Promise 3: a file that is handed in never lies on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartParser

from pages.door.uploads import keep_uploads_in_memory

SIZE = 5_000_000


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = MultiPartParser.spool_max_size
    yield
    MultiPartParser.spool_max_size = before


async def _parts() -> AsyncIterator[bytes]:
    yield b'--edge\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n'
    for _ in range(SIZE // 100_000):
        yield b"a" * 100_000
    yield b"\r\n--edge--\r\n"


def uploaded() -> tuple[bool, int]:
    """Whether the file was put on the disk, and how much of it arrived."""

    async def parse() -> tuple[bool, int]:
        headers = Headers({"content-type": "multipart/form-data; boundary=edge"})
        form = await MultiPartParser(headers, _parts()).parse()
        file = form["file"]
        assert isinstance(file, UploadFile)
        on_disk = bool(getattr(file.file, "_rolled"))  # noqa: B009 -- private to the standard library
        return on_disk, len(await file.read())

    return asyncio.run(parse())


def test_a_large_file_stays_in_memory() -> None:
    assert uploaded() == (True, SIZE), "Starlette no longer writes large files to the disk"
    keep_uploads_in_memory()
    assert uploaded() == (False, SIZE)
