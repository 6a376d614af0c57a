"""Promise 3: a file that is handed in never lies on the disk. And all of them take no more memory than there is."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartParser

from pages.door.uploads import MB, PATH, Shares, UploadLimits, keep_uploads_in_memory
from tests.amount import TIMES

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


FEW = Shares(file=4, page=6, total=10)
NO_ROOM = b"There is no room for this file now. Try again in a minute."
TOO_LARGE = b"This file is larger than 4 MB, the most that can be uploaded."
TOO_MUCH = b"The files on one page can be 6 MB together. Remove one first."
TAKEN, AT_LIMIT, OVER = (204, b""), 4 * MB, 4 * MB + 1


@dataclass(eq=False)
class Sender:
    """A client that sends what it is told to, part by part, and an application that keeps what arrives whole.

    Arguments:
        session: whose page the file is for.
        claim: the length that the request says; None where it says none.
    """

    session: str = "one"
    claim: str | None = None
    parts: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    sent: list[dict[str, Any]] = field(default_factory=list)
    path: str = ""

    @property
    def scope(self) -> dict[str, Any]:
        length = [] if self.claim is None else [(b"content-length", self.claim.encode())]
        return {"type": "http", "method": "PUT", "path": self.path or f"{PATH}{self.session}/file", "headers": length}

    def send(self, length: int, *, last: bool = False) -> None:
        self.parts.put_nowait({"type": "http.request", "body": bytes(length), "more_body": not last})

    def leave(self) -> None:
        self.parts.put_nowait({"type": "http.disconnect"})

    async def note(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    @property
    def answered(self) -> tuple[int, bytes] | None:
        if not self.sent:
            return None
        return self.sent[0]["status"], b"".join(message.get("body", b"") for message in self.sent[1:])


class Keeping:
    """What is behind the limits: it reads all that is sent, and keeps it for the page, as Streamlit does."""

    def __init__(self) -> None:
        self.stored: Counter[str] = Counter()
        self.reading = 0
        self.most = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        length, more = 0, True
        try:
            while more:
                message = await receive()
                length, more = length + len(message["body"]), message["more_body"]
                self.reading += len(message["body"])
                self.most = max(self.most, self.reading + self.stored.total())
            self.stored[scope["path"].removeprefix(PATH).partition("/")[0]] += length
        finally:
            self.reading -= length
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def _turns() -> None:
    """Let everything go on as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


def handing_in(
    steps: Callable[[Callable[[Sender], None]], AsyncIterator[None]], shares: Shares = FEW
) -> tuple[Keeping, UploadLimits]:
    """Steps of several senders at once; after each all goes on as far as it can. Nobody may be left in the end."""
    behind = Keeping()
    limits = UploadLimits(behind, shares, lambda: behind.stored)

    async def run() -> None:
        tasks: list[asyncio.Task[None]] = []

        def begin(sender: Sender) -> None:
            tasks.append(asyncio.create_task(limits(sender.scope, sender.parts.get, sender.note)))

        async for _ in steps(begin):
            await _turns()
        await asyncio.wait_for(asyncio.gather(*tasks), 60)

    asyncio.run(run())
    assert behind.reading == 0 and not limits._room._arriving
    assert behind.most <= shares.total * MB
    return behind, limits


def one_after_another(*senders: tuple[Sender, tuple[int, ...]]) -> list[tuple[int, bytes] | None]:
    """What is answered to senders each of whom sends so many bytes, part by part."""

    async def steps(begin: Callable[[Sender], None]) -> AsyncIterator[None]:
        for sender, parts in senders:
            begin(sender)
            for number, part in enumerate(parts, 1):
                sender.send(part, last=number == len(parts))
                yield

    handing_in(steps)
    return [sender.answered for sender, _ in senders]


@pytest.mark.parametrize("claim", [None, "right", "0", "12", "-5", "9" * 5_000, "²", "x"])
def test_a_file_is_taken_up_to_its_limit_whatever_its_length_is_said_to_be(claim: str | None) -> None:
    length = str(AT_LIMIT) if claim == "right" else claim
    assert one_after_another((Sender(claim=length), (AT_LIMIT // 2, AT_LIMIT // 2))) == [TAKEN]
    length = str(OVER) if claim == "right" else claim
    assert one_after_another((Sender(claim=length), (AT_LIMIT // 2, AT_LIMIT // 2, 1))) == [(413, TOO_LARGE)]


@pytest.mark.parametrize("claim", [str(OVER), str(50 * MB)])
def test_one_that_says_it_is_too_large_is_refused_before_anything_is_kept(claim: str) -> None:
    sender = Sender(claim=claim)

    async def steps(begin: Callable[[Sender], None]) -> AsyncIterator[None]:
        begin(sender)
        for _ in range(20):
            sender.send(MB)
            yield
            assert sender.answered is None, "a browser hears nothing before it has sent all"
        sender.send(MB, last=True)
        yield

    behind, _ = handing_in(steps)
    assert sender.answered == (413, TOO_LARGE) and behind.most == 0


def test_a_page_has_a_share_and_other_pages_have_theirs() -> None:
    mine, more, others = (Sender(session) for session in ("one", "one", "two"))
    three = (MB, MB, MB)
    assert one_after_another((mine, three), (more, (*three, MB)), (others, (*three, MB))) == [
        TAKEN,
        (413, TOO_MUCH),
        TAKEN,
    ]


def test_where_all_is_taken_the_next_is_refused_and_when_something_is_given_back_it_is_not() -> None:
    senders = [Sender(str(number)) for number in range(4)]
    last = Sender("5")

    async def steps(begin: Callable[[Sender], None]) -> AsyncIterator[None]:
        for sender in senders:
            begin(sender)
            sender.send(3 * MB, last=sender is not senders[0])
            yield
        assert [sender.answered for sender in senders] == [None, TAKEN, TAKEN, (503, NO_ROOM)]
        senders[0].leave()
        yield
        begin(last)
        last.send(4 * MB, last=True)
        yield
        assert last.answered == TAKEN

    handing_in(steps)


@pytest.mark.parametrize("end", ["leaves", "is whole", "is too large"])
def test_whatever_becomes_of_an_upload_its_share_is_given_back(end: str) -> None:
    sender, next_one = Sender("one"), Sender("two")

    async def steps(begin: Callable[[Sender], None]) -> AsyncIterator[None]:
        begin(sender)
        sender.send(4 * MB)
        yield
        if end == "leaves":
            sender.leave()
        else:
            sender.send(1 if end == "is too large" else 0, last=True)
        yield
        begin(next_one)
        next_one.send(4 * MB, last=True)
        yield

    behind, _ = handing_in(steps, Shares(file=4, page=4, total=4 + 4 * (end == "is whole")))
    assert next_one.answered == TAKEN
    assert behind.stored == {"two": 4 * MB, **({"one": 4 * MB} if end == "is whole" else {})}


def test_a_failure_behind_gives_the_share_back() -> None:
    async def failing(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        raise ZeroDivisionError

    limits = UploadLimits(failing, FEW, dict)
    sender = Sender()
    sender.send(MB, last=True)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(limits(sender.scope, sender.parts.get, sender.note))
    assert not limits._room._arriving


@settings(max_examples=30 * TIMES, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 7), st.sampled_from(["a", "b", "c"]), st.integers(0, 3), st.sampled_from("mmmmel")),
        max_size=60,
    )
)
def test_at_no_moment_do_uploads_take_more_than_there_is(moves: list[tuple[int, str, int, str]]) -> None:
    """Several send at once, at random: parts come, uploads end, clients leave, pages give back what they had."""
    senders: dict[int, Sender] = {}

    async def steps(begin: Callable[[Sender], None]) -> AsyncIterator[None]:
        for number, session, length, move in moves:
            if number not in senders:
                senders[number] = Sender(session, claim=str(length * MB) if number % 2 else None)
                begin(senders[number])
            if move == "l":
                senders.pop(number).leave()
            else:
                senders[number].send(length * MB, last=move == "e")
            if move == "e":
                senders.pop(number)
            yield
        for sender in senders.values():
            sender.leave()

    handing_in(steps)


def test_nothing_else_is_counted_or_read() -> None:
    paths: list[str] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        paths.append(scope["path"])

    limits = UploadLimits(behind, FEW, dict)
    for scope in ({"type": "lifespan", "path": ""}, {"type": "websocket", "path": PATH}):
        asyncio.run(limits(scope, None, None))  # type: ignore[arg-type]
    for method, path in (("DELETE", f"{PATH}one/file"), ("PUT", "/elsewhere")):
        asyncio.run(limits({"type": "http", "method": method, "path": path}, None, None))  # type: ignore[arg-type]
    assert paths == ["", PATH, f"{PATH}one/file", "/elsewhere"]
