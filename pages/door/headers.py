"""Headers that every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.door import asking
from pages.door.address import Address
from pages.door.answers import BROKEN, NOTHING, Headers, page
from pages.door.policy import policy

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
        host, port = asking.value(scope, "host"), asking.port(scope)
        if port is None or host not in self.address.hosts(port):
            return NOTHING
        return policy(host, encrypted=self.address.scheme == "https").encode("latin-1")


def _caching(scope: Scope, status: int) -> bytes:
    if scope["path"].startswith(ASSETS) and status in (200, 206, 304):
        return b"private, immutable, max-age=31536000"
    return b"no-store"
