"""What a request says about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

if TYPE_CHECKING:
    from starlette.types import Scope

TOKEN = "token"


def values(scope: Scope, name: str) -> list[str]:
    """All values a header was sent with; an honest browser sends most headers once."""
    wanted = name.encode("latin-1")
    return [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]


def value(scope: Scope, name: str) -> str | None:
    """The value of a header that was sent once; None where it was not, or more than once."""
    sent = values(scope, name)
    return sent[0] if len(sent) == 1 else None


def port(scope: Scope) -> int | None:
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


def token(scope: Scope) -> str | None:
    """The token of a link that is being opened in a window of its own; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    if values(scope, "sec-fetch-mode") not in ([], ["navigate"]):
        return None
    if values(scope, "sec-fetch-dest") not in ([], ["document"]):
        return None
    return next((held for key, held in _query(scope) if key == TOKEN), None)


def opened_by_hand(scope: Scope) -> bool:
    """Whether the browser says that a person opened this address, and no other page did."""
    return value(scope, "sec-fetch-site") in ("none", "same-origin")


def without_token(scope: Scope) -> str:
    """The place asked for, on this server, without the token."""
    rest = urlencode([pair for pair in _query(scope) if pair[0] != TOKEN])
    # Two slashes at the front would name another server.
    path = "/" + quote(scope["path"].lstrip("/\\"), safe="/")
    return f"{path}?{rest}" if rest else path


def _query(scope: Scope) -> list[tuple[str, str]]:
    sent = scope.get("query_string", b"").decode("latin-1")
    return parse_qsl(sent, keep_blank_values=True, errors="replace")
