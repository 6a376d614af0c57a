"""Uploads to the running program: no page has more than its share, and no file is too large."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from pages.door.uploads import MB
from tests.door.client import come_in, upload, visit
from tests.door.server import Server

TAKEN = (204, "")
TOO_LARGE = (413, "This file is larger than 60 MB, the most that can be uploaded.")
TOO_MUCH = (413, "The files on one page can be 120 MB together. Remove one first.")
LARGE = 55 * MB


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--server.disconnectedSessionTTL=1") as server:
        yield server


@pytest.fixture(scope="module")
def cookie(server: Server) -> tuple[str, str]:
    return come_in(server)


def at_last(condition: Callable[[], bool]) -> None:
    """Wait until something is so, which a test does not assert to be soon."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.2)


def fits(server: Server, cookie: tuple[str, str], session: str) -> bool:
    return upload(server, cookie, session, LARGE, file="again") == TAKEN


def test_a_page_has_no_more_than_its_share(server: Server, cookie: tuple[str, str]) -> None:
    with visit(server, cookie) as one, visit(server, cookie) as other:
        mine, theirs = one.initialize.session_id, other.initialize.session_id
        at_last(lambda: fits(server, cookie, mine))
        assert [upload(server, cookie, mine, LARGE, file=name) for name in ("b", "c")] == [TAKEN, TOO_MUCH]
        assert upload(server, cookie, theirs, LARGE) == TAKEN


@pytest.mark.parametrize("chunked", [False, True])
def test_a_file_that_is_too_large_is_refused_however_it_is_sent(
    server: Server, cookie: tuple[str, str], chunked: bool
) -> None:
    with visit(server, cookie) as page:
        assert upload(server, cookie, page.initialize.session_id, 61 * MB, chunked=chunked) == TOO_LARGE
