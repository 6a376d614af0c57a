"""What a page may load, headers of every answer, and requests that come from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.door import http
from pages.door.http import BROKEN, LOOPBACK, NOTHING, Address, Headers, page, refuse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# What a page may load, run and reach: its own server, and nothing else.


SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    # Emotion, Plotly and the tables write their styles by script.
    "style-src": "'self' 'unsafe-inline'",
    # Charts and tables make pictures of themselves to be saved.
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
}


def policy(host: str, *, encrypted: bool = False) -> str:
    """The Content-Security-Policy of all pages.

    Arguments:
        host: the name and port under which the page was asked for.
        encrypted: whether its WebSocket is.

    >>> policy("127.0.0.1:8501").split("; ")[0]
    "connect-src 'self' ws://127.0.0.1:8501"
    """
    socket = f"{'wss' if encrypted else 'ws'}://{host}"
    return "; ".join(f"{name} {allowed}" for name, allowed in {"connect-src": f"'self' {socket}", **SOURCES}.items())


# Headers that every answer carries.


ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"x-permitted-cross-domain-policies": b"none",
    b"permissions-policy": b"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    b"magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
}
ASSETS = "/static/"
"""Streamlit's own scripts, styles and fonts: named by their hashes, the same for everybody, and large."""


class ProtectiveHeaders:
    """Puts its headers on every answer, in place of any that were there, and answers where the program fails."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"].endswith("http.response.start"):
                message = {**message, "headers": self._headers(scope, message)}
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except Exception:
            # Else the server would answer, outside of here and without these headers.
            if not begun:
                await page(scope, send_with_headers, 500, BROKEN)
            raise

    def _headers(self, scope: Scope, message: Message) -> Headers:
        sent = [(name.lower(), value) for name, value in message.get("headers", ())]
        ours = {**ALWAYS, b"cache-control": _caching(scope, message["status"])}
        if b"content-security-policy" not in dict(sent):
            ours[b"content-security-policy"] = self._policy(scope)
        # No other origin is ever given leave, whatever Streamlit says.
        kept = [(name, value) for name, value in sent if name not in ours and not name.startswith(b"access-control-")]
        return [*kept, *ours.items()]

    def _policy(self, scope: Scope) -> bytes:
        host, port = http.value(scope, "host"), http.port_of(scope)
        if port is None or host not in self.address.hosts(port):
            return NOTHING
        return policy(host, encrypted=self.address.scheme == "https").encode("latin-1")


def _caching(scope: Scope, status: int) -> bytes:
    if scope["path"].startswith(ASSETS) and status in (200, 206, 304):
        return b"private, immutable, max-age=31536000"
    return b"no-store"


# Only requests that name this server, and come from its own pages, get further.


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
    port = http.port_of(scope)
    host = http.value(scope, "host")
    if port is None or host not in address.hosts(port):
        return False
    if address.only_here and scope["server"][0] not in LOOPBACK:
        return False
    return _origin_is(f"{address.scheme}://{host}", scope) and _fetched_from_here(scope)


def _origin_is(own: str, scope: Scope) -> bool:
    sent = http.values(scope, "origin")
    # Every browser names the origin of a WebSocket, so what does not is no browser.
    if not sent and scope["type"] != "websocket":
        return True
    return sent == [own]


def _fetched_from_here(scope: Scope) -> bool:
    """Another port of this machine is the same site, and gets our cookie; so only the same origin will do.

    A link with a token may be followed from anywhere: it says who may come in.
    """
    sites = http.values(scope, "sec-fetch-site")
    return set(sites) <= {"none", "same-origin"} or http.token_of(scope) is not None
