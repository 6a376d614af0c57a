"""Requests and answers: the server's addresses, what a request says, what the door answers."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

if TYPE_CHECKING:
    from starlette.types import Scope, Send


# Where the server may be found: on this machine alone, or at the address a teacher named.


LOOPBACK = ("127.0.0.1", "localhost")
EVERYWHERE = ("", "0.0.0.0", "::", "*")
USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """The names the server answers to.

    Arguments:
        names: as they stand in a browser's address bar; links are made with the first.
        scheme: ``http``, or ``https`` where a certificate was given.
        only_here: whether connections from other machines are refused.
    """

    names: tuple[str, ...] = LOOPBACK
    scheme: str = "http"
    only_here: bool = True

    def hosts(self, port: int) -> tuple[str, ...]:
        """The Host headers a browser sends; it leaves out the port that is usual for the scheme."""
        if port == USUAL_PORTS[self.scheme]:
            return self.names
        return tuple(f"{name}:{port}" for name in self.names)

    def url(self, port: int) -> str:
        """The address to print, without a path."""
        return f"{self.scheme}://{self.hosts(port)[0]}"


def served_at(named: str | None, *, classroom: bool, encrypted: bool = False) -> Address:
    """The address of a server that was told to listen at ``named``.

    Arguments:
        named: Streamlit's ``server.address``.
        classroom: whether it was started for a class.
        encrypted: whether it has a certificate.

    Raises:
        ValueError: others could reach a server that is for one person, or a class's address was not named.

    >>> served_at("127.0.0.1", classroom=False).url(8501)
    'http://127.0.0.1:8501'
    >>> served_at("192.168.1.5", classroom=True).hosts(8501)
    ('192.168.1.5:8501',)
    """
    scheme = "https" if encrypted else "http"
    name = (named or "").strip().lower()
    if not classroom:
        if name not in LOOPBACK:
            raise ValueError(_FOR_ONE)
        return Address(LOOPBACK, scheme)
    if name in EVERYWHERE or name.startswith("unix:"):
        raise ValueError(_FOR_MANY)
    return Address((f"[{name}]" if ":" in name else name,), scheme, only_here=name in LOOPBACK)


_FOR_ONE = (
    "This program is for one person and listens at 127.0.0.1 only. "
    "Leave out --server.address, or start a class: "
    "streamlit run app.py --server.address ADDRESS -- --classroom"
)
_FOR_MANY = (
    "A class needs the one address at which it finds this machine, such as 192.168.1.5: "
    "streamlit run app.py --server.address ADDRESS -- --classroom"
)


# What a request says about itself.


TOKEN = "token"
LEAD = "lead"
"""The name of what a leader's link carries besides the class's token."""


def values(scope: Scope, name: str) -> list[str]:
    """All values a header was sent with; an honest browser sends most headers once."""
    wanted = name.encode("latin-1")
    return [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]


def value(scope: Scope, name: str) -> str | None:
    """The value of a header that was sent once; None where it was not, or more than once."""
    sent = values(scope, name)
    return sent[0] if len(sent) == 1 else None


def port_of(scope: Scope) -> int | None:
    """The port this connection really came in at."""
    server = scope.get("server")
    return int(server[1]) if server and server[1] is not None else None


def cookies(scope: Scope, name: str) -> list[str]:
    """All values of a cookie: another server on this machine may have set one of the same name."""
    pairs = (pair.partition("=") for sent in values(scope, "cookie") for pair in sent.split(";"))
    return [held.strip() for key, _, held in pairs if key.strip() == name]


def cookie_names(scope: Scope, beginning: str) -> set[str]:
    """The names of the cookies that begin so."""
    pairs = (pair.partition("=") for sent in values(scope, "cookie") for pair in sent.split(";"))
    return {key.strip() for key, _, _ in pairs if key.strip().startswith(beginning)}


def token_of(scope: Scope) -> str | None:
    """The token of a link that is being opened in a window of its own; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    if values(scope, "sec-fetch-mode") not in ([], ["navigate"]):
        return None
    if values(scope, "sec-fetch-dest") not in ([], ["document"]):
        return None
    return next((held for key, held in _query(scope) if key == TOKEN), None)


def lead_of(scope: Scope) -> str:
    """What a leader's link carries; empty in any other."""
    return next((held for key, held in _query(scope) if key == LEAD), "")


def opened_by_hand(scope: Scope) -> bool:
    """Whether the browser says that a person opened this address, and no other page did."""
    return value(scope, "sec-fetch-site") in ("none", "same-origin")


def without_token(scope: Scope) -> str:
    """The place asked for, on this server, without the token and without what a leader's link carries."""
    rest = urlencode([pair for pair in _query(scope) if pair[0] not in (TOKEN, LEAD)])
    # Two slashes at the front would name another server.
    path = "/" + quote(scope["path"].lstrip("/\\"), safe="/")
    return f"{path}?{rest}" if rest else path


def _query(scope: Scope) -> list[tuple[str, str]]:
    sent = scope.get("query_string", b"").decode("latin-1")
    return parse_qsl(sent, keep_blank_values=True, errors="replace")


# What the door itself answers: that it is closed, and the way in.


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
