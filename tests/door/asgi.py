"""The door in this process, asked as a server would ask it, with something behind it that answers everything."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from pages.door.entrance import checks
from pages.door.http import Address
from pages.door.link import Keys

PORT = 8501
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
Headers = tuple[tuple[str, str], ...]
INSIDE = b"what is inside"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        values = [value for key, value in self.headers if key == name]
        assert len(values) <= 1, f"{name} was sent more than once"
        return values[0] if values else None


async def inside(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": INSIDE})


class Doorway:
    """The checks in their order around a program.

    Arguments:
        keys: whose token and cookie are good.
        address: where the server is taken to listen.
        behind: the program.
    """

    def __init__(self, keys: Keys | None = None, address: Address | None = None, behind: Any = inside) -> None:
        self.keys = keys or Keys()
        self.renewed = 0
        self.app: Any = behind
        for check in reversed(checks(address or Address(), self.keys, self._renew)):
            self.app = check.cls(self.app, *check.args, **check.kwargs)

    def _renew(self) -> None:
        self.renewed += 1

    @property
    def cookie(self) -> tuple[str, str]:
        return ("cookie", f"{self.keys.cookie_name(PORT)}={self.keys.cookie}")

    def ask(
        self, path: str = "/", *headers: tuple[str, str], host: str | None = HOST, body: bytes = b"", **scope: Any
    ) -> Answer:
        """Ask over HTTP."""
        return self._run(_scope("http", path, headers, host, scope), body)

    def shake(self, *headers: tuple[str, str], host: str | None = HOST, **scope: Any) -> Answer:
        """Ask to open a WebSocket; 101 is the status of one that was opened."""
        extensions = {"extensions": {"websocket.http.response": {}}}
        return self._run(_scope("websocket", "/_stcore/stream", headers, host, extensions | scope))

    def _run(self, scope: dict[str, Any], body: bytes = b"") -> Answer:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            if scope["type"] == "websocket":
                return {"type": "websocket.connect"}
            return {"type": "http.request", "body": body}

        asyncio.run(self.app(scope, receive, send))
        return _answer(sent)


def _scope(kind: str, path: str, headers: Headers, host: str | None, more: dict[str, Any]) -> dict[str, Any]:
    place, _, query = path.partition("?")
    named = () if host is None else (("host", host),)
    return {
        "type": kind,
        "method": "GET",
        "scheme": "http",
        "path": place,
        "query_string": query.encode(),
        "server": ("127.0.0.1", PORT),
        "client": ("127.0.0.1", 50_000),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in (*named, *headers)],
        **more,
    }


def _answer(sent: list[dict[str, Any]]) -> Answer:
    first = sent[0]
    if first["type"] == "websocket.accept":
        return Answer(101, (), b"")
    if first["type"] == "websocket.close":
        return Answer(403, (), b"")
    headers = tuple((name.decode(), value.decode("latin-1")) for name, value in first["headers"])
    return Answer(first["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))
