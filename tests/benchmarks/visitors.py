"""Sessions without a browser: WebSockets that speak as the front end does, for many visitors at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.door.client import STREAM
from tests.door.server import Server

LONGEST_ANSWER = 600.0
FAILED = "This page failed"
"""How the program's own last resort begins."""


@dataclass
class Visitor:
    """One session of the running program.

    Arguments:
        connection: the WebSocket.

    ``pages`` are the pages by their address, ``buttons`` those that were drawn by their key, ``texts`` what the last
    run drew as headings and texts, ``failed`` whether it ended with an exception.
    """

    connection: ClientConnection
    pages: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    failed: bool = False
    _at: str = ""

    def open(self, page: str = "") -> None:
        """Open a page by its address and wait until it stands."""
        self._at = self.pages.get(page, "")
        self._run(BackMsg())

    def press(self, key: str) -> None:
        """Press a button of the last page and wait until the program has answered."""
        self.begin_press(key)
        self.wait()

    def begin(self, page: str) -> None:
        """Ask for a page, without waiting for it."""
        self._at = self.pages[page]
        self._ask(BackMsg())

    def begin_press(self, key: str) -> None:
        """Press a button of the last page, without waiting for the answer."""
        asking = BackMsg()
        asking.rerun_script.widget_states.widgets.append(WidgetState(id=self.buttons[key], trigger_value=True))
        self._ask(asking)

    def wait(self) -> None:
        """Read what the program says until its run has ended."""
        for message in self._messages():
            kind = message.WhichOneof("type")
            if kind == "navigation":
                self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
                self._at = message.navigation.page_script_hash
            elif kind == "delta":
                self._look(message)
            elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return

    def _run(self, asking: BackMsg) -> None:
        self._ask(asking)
        self.wait()

    def _ask(self, asking: BackMsg) -> None:
        asking.rerun_script.query_string = ""
        asking.rerun_script.page_script_hash = self._at
        self.texts, self.failed = [], False
        self.connection.send(asking.SerializeToString())

    def _look(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "button":
            # An id ends with the key: "$$ID-<hash>-<key>".
            self.buttons[element.button.id.split("-", 2)[2]] = element.button.id
        elif kind in ("heading", "text"):
            self.texts.append(getattr(element, kind).body)
        elif kind == "exception" or (kind == "alert" and element.alert.body.startswith(FAILED)):
            self.failed = True

    def _messages(self) -> Iterator[ForwardMsg]:
        while True:
            message = ForwardMsg()
            received = self.connection.recv(timeout=LONGEST_ANSWER)
            assert isinstance(received, bytes)
            message.ParseFromString(received)
            yield message


@contextmanager
def visitor(server: Server, cookie: tuple[str, str]) -> Iterator[Visitor]:
    """A session that has opened the first page."""
    address, origin = f"ws://127.0.0.1:{server.port}{STREAM}", Origin(server.origin)
    headers = dict([cookie])
    # A busy server answers no ping for a while; that is what is measured, and no reason to hang up.
    options: dict[str, Any] = {"proxy": None, "max_size": None, "ping_interval": None}
    with connect(address, origin=origin, additional_headers=headers, **options) as connection:
        session = Visitor(connection)
        session.open()
        yield session
