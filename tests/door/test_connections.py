"""Who sends no complete request waits neither for long nor in numbers, and keeps nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import uvicorn

from pages.door.connections import Answering, Limits, OpenPages, limit_connections

FEW = Limits(waiting=4, seconds=0.3, pages=1, batch=2)
BEGUN = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = BEGUN + b"\r\n"


async def refusing(scope, receive, send) -> None:
    """As the door does for strangers: it reads nothing of what is sent."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    if scope["path"] == "/long":
        await asyncio.sleep(4 * FEW.seconds)
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"no"})
    if scope["path"] == "/lingering":
        await asyncio.sleep(FEW.seconds / 2)


@asynccontextmanager
async def serving(limits: Limits) -> AsyncIterator[int]:
    """A server in this process with an application that refuses everything; brings its port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        limit_connections(limits)
        config = uvicorn.Config(
            Answering(refusing, OpenPages(limits.pages)), lifespan="off", log_level="critical", ws="websockets-sansio"
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
        server.should_exit = True
        await running


async def sent(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """All that is answered until the connection is closed by the other side."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    # Read meanwhile: what has arrived is lost where a connection is broken off.
    answered = asyncio.create_task(_rest(reader))
    with contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
    await answered
    writer.close()
    return answered.result()


async def _rest(reader: asyncio.StreamReader) -> bytes:
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := await asyncio.wait_for(reader.read(4096), 60):
            pieces.append(piece)
    return b"".join(pieces)


async def _one(port_and_parts: tuple[bytes, ...], pause: float) -> bytes:
    async with serving(FEW) as port:
        return await sent(port, *port_and_parts, pause=pause)


LONG, LINGERING = (WHOLE.replace(b"/", path, 1) for path in (b"/long", b"/lingering"))
ENDLESS_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
ENDLESS_PIECES = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
# What is sent, the pause after each part, and how many answers come before the connection is closed.
CASES = {
    "nothing": ((), 0.0, 0),
    "half a request": ((BEGUN,), 0.0, 0),
    "letter by letter": ((BEGUN[:1], BEGUN[1:2], BEGUN[2:3], BEGUN[3:4], BEGUN[4:5]), 0.1, 0),
    "a second half": ((WHOLE, BEGUN), 0.05, 1),
    "a third half": ((WHOLE, WHOLE, BEGUN), 0.05, 2),
    "pipelined": ((WHOLE + WHOLE + BEGUN,), 0.0, 2),
    "a long answer": ((LONG,), 0.0, 1),
    "a long answer while the one before is cleared up": ((LINGERING + LONG,), 0.0, 2),
    "an endless body": ((ENDLESS_BODY, *[b"x"] * 8), 0.1, 1),
    "endless pieces": ((ENDLESS_PIECES, *[b"1\r\nx\r\n"] * 8), 0.1, 1),
}


def test_who_sends_no_complete_request_is_dropped() -> None:
    """Each by a server of its own; all of them wait at the same time."""
    with ThreadPoolExecutor(len(CASES)) as pool:
        answered = list(pool.map(lambda case: asyncio.run(_one(case[0], case[1])), CASES.values()))
    assert {name: answer.count(b"HTTP/1.1 403") for name, answer in zip(CASES, answered, strict=True)} == {
        name: answers for name, (_, _, answers) in CASES.items()
    }


def test_where_many_wait_the_first_makes_room_for_the_newest() -> None:
    limits = Limits(waiting=4, seconds=600.0, batch=2)

    async def crowd() -> tuple[list[bytes], int, bytes]:
        async with serving(limits) as port:
            connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(12)]
            for _, writer in connections:
                with contextlib.suppress(ConnectionError):
                    writer.write(BEGUN)
            first = [await _rest(reader) for reader, _ in connections[:8]]
            open_ones = sum(not reader.at_eof() for reader, _ in connections[8:])
            newest = await asyncio.wait_for(
                sent(port, WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")), 60
            )
            for _, writer in connections:
                writer.close()
            return first, open_ones, newest

    first, open_ones, newest = asyncio.run(crowd())
    assert first == [b""] * 8
    assert open_ones == 4
    assert newest.startswith(b"HTTP/1.1 403")


def test_an_open_page_is_not_dropped_and_there_are_only_so_many() -> None:
    hello = (
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )

    async def pages() -> tuple[bytes, bool, bytes]:
        async with serving(FEW) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(hello)
            accepted = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            # Longer than any may wait, as a page of which nobody asks anything.
            refused = await sent(port, hello)
            await asyncio.sleep(4 * FEW.seconds)
            still_open = not reader.at_eof()
            writer.close()
            return accepted, still_open, refused

    accepted, still_open, refused = asyncio.run(pages())
    assert accepted.startswith(b"HTTP/1.1 101")
    assert still_open
    assert refused.startswith(b"HTTP/1.1 403")
