"""Watches what a browser asks for and complains of, and with whom a server speaks."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.server import Server

# Python tells of every connection, name and file before it asks for it, whichever library does.
LISTENER = """
import ast, os, sys

_told = os.open(os.environ["TOLD"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def _tell(event, said):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"):
        os.write(_told, repr((event, said[1])).encode() + b"\\n")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        os.write(_told, repr((event, said[0])).encode() + b"\\n")
    elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"):
        os.write(_told, repr((event, str(said[0]))).encode() + b"\\n")
    elif event == "open" and str(said[0]).startswith(os.environ["TMPDIR"]):
        os.write(_told, repr((event, str(said[0]))).encode() + b"\\n")

sys.addaudithook(_tell)
"""
OWN_ADDRESSES = ("127.0.0.1", "localhost", "::1", None)


@contextmanager
def overheard_server(folder: Path) -> Iterator[tuple[Server, Path]]:
    """A server, and the file in which every socket and temporary file it uses is told."""
    (folder / "sitecustomize.py").write_text(LISTENER)
    events, temporary = folder / "told", folder / "temporary"
    temporary.mkdir()
    with Server(environment={"PYTHONPATH": str(folder), "TOLD": str(events), "TMPDIR": str(temporary)}) as server:
        yield server, events


def spoken_with(log: Path) -> tuple[list[tuple[str, object]], list[tuple[str, object]]]:
    """What happened on this machine alone, and what did not."""
    events = [ast.literal_eval(line) for line in log.read_text().splitlines()]
    inside = [(event, place) for event, place in events if _is_inside(event, place)]
    return inside, [event for event in events if event not in inside]


def _is_inside(event: str, place: object) -> bool:
    if event.startswith(("subprocess", "os.")):
        # What reads files is this program once more, and is listened to as well.
        return place == sys.executable
    name = place[0] if isinstance(place, tuple) else place
    return (name.decode() if isinstance(name, bytes) else name) in OWN_ADDRESSES


class Watched:
    """A browser with everything it asks for, hears and complains of."""

    def __init__(self, context: BrowserContext) -> None:
        self.requested: list[str] = []
        self.answered: list[tuple[int, str]] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.requested.append(request.url))
        context.on("response", lambda response: self.answered.append((response.status, response.url)))
        context.on("page", self._follow)

    def _follow(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.requested.append(socket.url))
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def outside(self, server: Server) -> list[str]:
        """What was asked of anybody but this server."""
        own = (f"{server.origin}/", f"ws://127.0.0.1:{server.port}/", "data:", f"blob:{server.origin}/")
        return [url for url in self.requested if not url.startswith(own)]
