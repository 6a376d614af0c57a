"""What the door itself answers: that it is closed, and the way in."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope, Send

Headers = list[tuple[bytes, bytes]]

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">{head}
<title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>
"""
CLOSED = _PAGE.format(
    head="",
    title="The door is closed",
    text="Open the link printed in the terminal. If there are several, the last one counts: a link opens once.",
)
BROKEN = _PAGE.format(head="", title="Something went wrong", text="The terminal says where. Nothing was sent anywhere.")

NOTHING = b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of a page that loads nothing and runs nothing."""


async def refuse(scope: Scope, send: Send) -> None:
    """Answer 403, over HTTP and before a WebSocket is opened, and never say why."""
    await page(scope, send, 403, CLOSED)


async def lead_to(scope: Scope, send: Send, place: str, cookie: str, *, directly: bool) -> None:
    """Hand over the cookie and lead to a page without the token.

    A browser that followed a link on another site sends no ``SameSite=Strict`` cookie, not even after a redirect; from
    a page of ours it does. So only where a person opened the link themselves is this a redirect.
    """
    handed = [(b"set-cookie", cookie.encode("latin-1"))]
    if directly:
        return await _answer(scope, send, 303, [(b"location", place.encode("latin-1")), *handed], b"")
    target = html.escape(place, quote=True)
    onward = _PAGE.format(
        head=f'<meta http-equiv="refresh" content="0; url={target}">',
        title="Come in",
        text=f'<a href="{target}">Go on</a>',
    )
    await page(scope, send, 200, onward, handed)


async def page(scope: Scope, send: Send, status: int, text: str, headers: Headers | None = None) -> None:
    """Send a page that loads nothing."""
    kind = [(b"content-type", b"text/html; charset=utf-8"), (b"content-security-policy", NOTHING)]
    await _answer(scope, send, status, [*kind, *(headers or [])], text.encode())


async def _answer(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    prefix = ""
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            # Closed before it was accepted, a WebSocket is refused with 403 by the server itself.
            return await send({"type": "websocket.close", "code": 1008})
        prefix = "websocket."
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": f"{prefix}http.response.start", "status": status, "headers": headers})
    await send({"type": f"{prefix}http.response.body", "body": body})
