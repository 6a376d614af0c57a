"""Connections: how many may wait for how long until their next request is complete, before Streamlit hears of them.

A connection costs a process an open file, and the server beneath waits for a request as long as it takes: a thousand
that never finish theirs would keep everybody else out. Here none waits for long, and where many wait at once, the one
that has waited longest makes room for the newest. A person's browser sends its request at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pages.door.http import refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_CONNECTION: ContextVar[Connection | None] = ContextVar("connection", default=None)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server grants.

    Arguments:
        waiting: so many connections may be without a complete request, > 0; a browser keeps up to six.
        seconds: so long each may be, > 0.
        pages: so many pages may be open, > 0.
        batch: so many connections are taken in before those taken in are looked at, > 0.
        queue: so many may wait to be taken in, > 0.
    """

    waiting: int = 256
    seconds: float = 10.0
    pages: int = 400
    batch: int = 64
    queue: int = 1024


class Waiting:
    """The connections whose next request is not complete, the one that has waited longest first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._timers: dict[Connection, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._timers)

    def begin(self, connection: Connection) -> None:
        """From now on a connection waits; where too many do, the first of them is dropped."""
        if len(self) >= self._limits.waiting:
            self._drop(next(iter(self._timers)))
        loop = asyncio.get_running_loop()
        self._timers[connection] = loop.call_later(self._limits.seconds, self._drop, connection)

    def end(self, connection: Connection) -> None:
        """A connection waits no more."""
        timer = self._timers.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def _drop(self, connection: Connection) -> None:
        self.end(connection)
        connection.transport.abort()


class Connection(asyncio.Protocol):
    """One connection: the server's own protocol, watched.

    Arguments:
        protocol: what reads the requests.
        waiting: where it is counted.
    """

    transport: asyncio.Transport

    def __init__(self, protocol: asyncio.Protocol, waiting: Waiting) -> None:
        self._protocol = protocol
        self._waiting = waiting
        self._answers = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._waiting.begin(self)
        self._protocol.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        # The task that answers a request begins in here, and takes this along.
        _CONNECTION.set(self)
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.end(self)
        self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()

    def begin_answer(self) -> None:
        """A complete request is being answered; that may take its time."""
        self._answers += 1
        self._waiting.end(self)

    def end_answer(self) -> None:
        """The next request is waited for, or the rest of one that nobody wanted to read."""
        self._answers -= 1
        # The next may be under way while what belongs to the last is cleared up.
        if not self._answers and not self.transport.is_closing():
            self._waiting.begin(self)


@contextmanager
def still_waiting() -> Iterator[None]:
    """Inside the block the rest of a request is waited for; its connection is counted and dropped as any that waits."""
    connection = _CONNECTION.get()
    if connection is None:
        yield
        return
    connection.end_answer()
    try:
        yield
    finally:
        connection.begin_answer()


class OpenPages:
    """The pages that are open: each keeps a connection.

    Arguments:
        most: so many may be.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._connections: set[Connection] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def full(self) -> bool:
        return len(self._connections) >= self._most

    @contextmanager
    def open(self, connection: Connection) -> Iterator[None]:
        """A page is open inside the block."""
        self._loop = asyncio.get_running_loop()
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)

    def close(self) -> None:
        """Close them all, from whatever thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close)

    def _close(self) -> None:
        for connection in self._connections:
            connection.transport.close()


class Answering:
    """Tells connections when a request of theirs is answered, and refuses more open pages than there may be."""

    def __init__(self, app: ASGIApp, pages: OpenPages) -> None:
        self._app = app
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = _CONNECTION.get()
        if connection is None:
            return await self._app(scope, receive, send)
        connection.begin_answer()
        try:
            if scope["type"] == "websocket":
                await self._open_page(connection, scope, receive, send)
            else:
                await self._app(scope, receive, send)
        finally:
            connection.end_answer()

    async def _open_page(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        if self._pages.full:
            return await refuse(scope, send)
        with self._pages.open(connection):
            await self._app(scope, receive, send)


def limit_connections(limits: Limits) -> None:
    """Watch every connection of the server that this event loop is about to start.

    There is no setting for it: the server's own begin to count with the first complete request.
    """
    loop, waiting = asyncio.get_running_loop(), Waiting(limits)
    create_server = loop.create_server

    async def create_limited(factory: Callable[[], asyncio.Protocol], *rest: Any, **more: Any) -> asyncio.Server:
        more["backlog"] = limits.batch
        if more.get("ssl"):
            more["ssl_handshake_timeout"] = limits.seconds
        server: asyncio.Server = await create_server(lambda: Connection(factory(), waiting), *rest, **more)
        if more.get("sock") is not None:
            more["sock"].listen(limits.queue)
        return server

    setattr(loop, "create_server", create_limited)  # noqa: B010 -- a method of this loop alone
