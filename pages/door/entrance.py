"""The door as a whole: everything is in place before the first request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.middleware import Middleware
from streamlit import config

from pages.door import seats
from pages.door.address import Address, served_at
from pages.door.ahead import Ahead
from pages.door.classroom import classroom
from pages.door.clicks import take_clicks_whole
from pages.door.connections import Answering, Limits, OpenPages, limit_connections
from pages.door.gate import Gate
from pages.door.headers import ProtectiveHeaders
from pages.door.keys import Keys
from pages.door.leaving import Leaving, offer
from pages.door.link import Link
from pages.door.log_limits import LogLimits, limit_logs
from pages.door.logs import keep_values_out_of_logs
from pages.door.own_page import OwnPage
from pages.door.passphrase import PassphraseEntry
from pages.door.process import allow_open_files, forbid_core_dumps
from pages.door.same_origin import SameOrigin
from pages.door.settings import insist
from pages.door.uploads import UploadLimits, keep_uploads_in_memory


@dataclass(frozen=True)
class Door:
    """What ``st.App`` takes: the checks every request goes through, and what happens at the start."""

    middleware: tuple[Middleware, ...]
    lifespan: Callable[[Any], AbstractAsyncContextManager[None]]


def open_door() -> Door:
    """The door of the server that is starting; ends the program where it would listen to others unasked."""
    address = _address()
    wants_browser = not config.get_option("server.headless")
    insist(address)
    forbid_core_dumps()
    allow_open_files()
    keep_values_out_of_logs()
    limit_logs(LogLimits())
    keep_uploads_in_memory()
    take_clicks_whole()
    keys = Keys(reusable=classroom())
    link = Link(address, keys, open_browser=wants_browser)
    limits = Limits()
    pages = OpenPages(limits.pages)
    offer(Leaving(keys, link, pages))
    seats.offer(keys)
    inside = (Middleware(UploadLimits), Middleware(Ahead))
    middleware = (Middleware(Answering, pages), *checks(address, keys, link.used), *inside)
    return Door(middleware, _announcing(link, limits))


def checks(address: Address, keys: Keys, used: Callable[[], None]) -> tuple[Middleware, ...]:
    """The checks in their order, the first outermost."""
    return (
        Middleware(ProtectiveHeaders, address),
        Middleware(SameOrigin, address),
        Middleware(Gate, keys, used, None if keys.reusable else PassphraseEntry(), encrypted=address.scheme == "https"),
        Middleware(OwnPage),
    )


def _address() -> Address:
    encrypted = bool(config.get_option("server.sslCertFile"))
    try:
        return served_at(config.get_option("server.address"), classroom=classroom(), encrypted=encrypted)
    except ValueError as refusal:
        raise SystemExit(str(refusal)) from None


def _announcing(link: Link, limits: Limits) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        limit_connections(limits)
        # Only now is it known which port was free.
        link.start(int(config.get_option("server.port")))
        try:
            yield
        finally:
            link.stop()

    return lifespan
