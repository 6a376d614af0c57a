"""Only requests that name this server, and come from its own pages, get further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.door import asking
from pages.door.address import LOOPBACK, Address
from pages.door.answers import refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class SameOrigin:
    """Refuses a foreign Host (DNS rebinding), a foreign Origin (another page's request) and a foreign connection."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or comes_from_here(scope, self.address):
            return await self.app(scope, receive, send)
        await refuse(scope, send)


def comes_from_here(scope: Scope, address: Address) -> bool:
    """Whether a request was sent to this server under its own name, and by its own pages or by a person."""
    port = asking.port(scope)
    host = asking.value(scope, "host")
    if port is None or host not in address.hosts(port):
        return False
    if address.only_here and scope["server"][0] not in LOOPBACK:
        return False
    return _origin_is(f"{address.scheme}://{host}", scope) and _fetched_from_here(scope)


def _origin_is(own: str, scope: Scope) -> bool:
    sent = asking.values(scope, "origin")
    # Every browser names the origin of a WebSocket, so what does not is no browser.
    if not sent and scope["type"] != "websocket":
        return True
    return sent == [own]


def _fetched_from_here(scope: Scope) -> bool:
    """Another port of this machine is the same site, and gets our cookie; so only the same origin will do.

    A link with a token may be followed from anywhere: it says who may come in.
    """
    sites = asking.values(scope, "sec-fetch-site")
    return set(sites) <= {"none", "same-origin"} or asking.token(scope) is not None
