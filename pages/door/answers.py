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
CLOSED_TITLE = "The door is closed"
CLOSED = "Open the link printed in the terminal. If there are several, the last one counts: a link opens once."
PASSPHRASE_PATH = "/_door/passphrase"
PASSPHRASE_FIELD = "passphrase"
_ENTRY = f"""</p><form method="post" action="{PASSPHRASE_PATH}">
<p><label>Or type the passphrase of a vault on this machine:
<input type="password" name="{PASSPHRASE_FIELD}" autocomplete="off" required></label>
<button>Open</button></p></form><p>"""
# Without it the form would say that it comes from nowhere, and be refused.
_NAMES_ITSELF = '<meta name="referrer" content="same-origin">'
BROKEN = _PAGE.format(head="", title="Something went wrong", text="The terminal says where. Nothing was sent anywhere.")

NOTHING = b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of a page that loads nothing and runs nothing."""
ENTRY = NOTHING.replace(b"form-action 'none'", b"form-action 'self'")
"""That of the closed door: besides, its form may be sent here."""


async def refuse(scope: Scope, send: Send, sentence: str = "", *, entry: bool = False) -> None:
    """Answer 403, over HTTP and before a WebSocket is opened; why, only to who typed a passphrase.

    Arguments:
        sentence: what is wrong with the passphrase.
        entry: whether a passphrase can be typed.
    """
    text = f"{CLOSED}{_ENTRY if entry else ''}<strong>{html.escape(sentence)}</strong>"
    closed = _PAGE.format(head=_NAMES_ITSELF if entry else "", title=CLOSED_TITLE, text=text)
    await page(scope, send, 403, closed, policy=ENTRY if entry else NOTHING)


async def lead_to(scope: Scope, send: Send, place: str, cookies: list[str], *, directly: bool) -> None:
    """Hand over cookies and lead to a page without the token.

    A browser that followed a link on another site sends no ``SameSite=Strict`` cookie, not even after a redirect; from
    a page of ours it does. So only where a person opened the link themselves is this a redirect.
    """
    handed = [(b"set-cookie", cookie.encode("latin-1")) for cookie in cookies]
    if directly:
        return await answer(scope, send, 303, [(b"location", place.encode("latin-1")), *handed], b"")
    target = html.escape(place, quote=True)
    onward = _PAGE.format(
        head=f'<meta http-equiv="refresh" content="0; url={target}">',
        title="Come in",
        text=f'<a href="{target}">Go on</a>',
    )
    await page(scope, send, 200, onward, handed)


async def page(
    scope: Scope, send: Send, status: int, text: str, headers: Headers | None = None, *, policy: bytes = NOTHING
) -> None:
    """Send a page that loads nothing."""
    kind = [(b"content-type", b"text/html; charset=utf-8"), (b"content-security-policy", policy)]
    await answer(scope, send, status, [*kind, *(headers or [])], text.encode())


async def answer(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send an answer, over HTTP or in place of a WebSocket."""
    prefix = ""
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            # Closed before it was accepted, a WebSocket is refused with 403 by the server itself.
            return await send({"type": "websocket.close", "code": 1008})
        prefix = "websocket."
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": f"{prefix}http.response.start", "status": status, "headers": headers})
    await send({"type": f"{prefix}http.response.body", "body": body})
