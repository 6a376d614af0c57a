"""Sessions without a browser: WebSockets that speak as the front end does, for many visitors at once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


UNFINISHED = (ForwardMsg.FINISHED_EARLY_FOR_RERUN, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
"""Ends of runs after which the page does not stand yet, or that were of a part of it."""


@dataclass
class Visitor:
    """One session of the running program.

    Arguments:
        connection: the WebSocket.
        query: of the address, without its question mark.
        looks_for: what is looked for in everything that is received.

    ``pages`` are the pages by their address, ``widgets`` the identities of those that were drawn by their key,
    ``texts`` what the last run drew as headings, texts, figures and notes, ``failed`` whether it ended with an
    exception, ``found`` what was looked for.
    """

    connection: ClientConnection
    query: str = ""
    looks_for: re.Pattern[bytes] | None = None
    pages: dict[str, str] = field(default_factory=dict)
    widgets: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    failed: bool = False
    found: set[bytes] = field(default_factory=set)
    _at: str = ""
    _due: dict[str, tuple[float, float]] = field(default_factory=dict)

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
        self._due.clear()
        self._ask(BackMsg())

    def begin_press(self, key: str) -> None:
        """Press a button of the last page, without waiting for the answer."""
        self.begin_change(WidgetState(id=self.widgets[key], trigger_value=True))

    def begin_change(self, *states: WidgetState) -> None:
        """Have widgets of the last page show something else, without waiting for the answer."""
        asking = BackMsg()
        asking.rerun_script.widget_states.widgets.extend(states)
        self._ask(asking)

    def wait(self) -> None:
        """Read what the program says until its run has ended."""
        for message in self._messages():
            self._take(message)
            if message.WhichOneof("type") == "script_finished" and message.script_finished not in UNFINISHED:
                return

    def watch(self, until: Callable[[], bool], longest: float = LONGEST_ANSWER) -> None:
        """Follow a page that looks for news by itself, as the front end does, until something is so.

        Raises:
            TimeoutError: if it is not so within the longest time, in seconds.
        """
        end = time.monotonic() + longest
        while not until():
            now = time.monotonic()
            if now > end:
                raise TimeoutError
            self._ask_again(now)
            following = min([end, *(due for due, _ in self._due.values())])
            with suppress(TimeoutError):
                self._take(self._receive(max(0.0, following - time.monotonic())))

    def stay(self, seconds: float) -> None:
        """Follow the page for a while."""
        with suppress(TimeoutError):
            self.watch(lambda: False, seconds)

    def _ask_again(self, now: float) -> None:
        for fragment, (due, every) in self._due.items():
            if due <= now:
                asking = BackMsg()
                asking.rerun_script.fragment_id, asking.rerun_script.is_auto_rerun = fragment, True
                self._send(asking)
                self._due[fragment] = (due + every * (1 + (now - due) // every), every)

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self._at = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "new_session" and not message.metadata.run.fragment_ids:
            self._due.clear()
        elif kind == "auto_rerun":
            every = message.auto_rerun.interval
            self._due.setdefault(message.auto_rerun.fragment_id, (time.monotonic() + every, every))
        elif kind == "stop_auto_rerun":
            for fragment in message.stop_auto_rerun.fragment_ids:
                self._due.pop(fragment, None)
        elif kind == "delta":
            self._watch(message)

    def _run(self, asking: BackMsg) -> None:
        self._ask(asking)
        self.wait()

    def _ask(self, asking: BackMsg) -> None:
        self.texts, self.failed = [], False
        self._send(asking)

    def _send(self, asking: BackMsg) -> None:
        asking.rerun_script.query_string = self.query
        asking.rerun_script.page_script_hash = self._at
        self.connection.send(asking.SerializeToString())

    def _watch(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        identity = getattr(getattr(element, kind or "", None), "id", "")
        if identity.startswith("$$ID-"):
            # An id ends with the key: "$$ID-<hash>-<key>".
            self.widgets[identity.split("-", 2)[2]] = identity
        elif kind in ("heading", "text", "metric", "alert"):
            self.texts.append(getattr(element, kind).body)
        if kind == "exception" or (kind == "alert" and element.alert.body.startswith(FAILED)):
            self.failed = True

    def _messages(self) -> Iterator[ForwardMsg]:
        while True:
            yield self._receive(LONGEST_ANSWER)

    def _receive(self, longest: float) -> ForwardMsg:
        message = ForwardMsg()
        received = self.connection.recv(timeout=longest)
        assert isinstance(received, bytes)
        if self.looks_for is not None:
            self.found.update(self.looks_for.findall(received))
        message.ParseFromString(received)
        return message


@contextmanager
def visitor(
    server: Server,
    cookie: tuple[str, str],
    at: str = "127.0.0.1",
    query: str = "",
    looks_for: re.Pattern[bytes] | None = None,
) -> Iterator[Visitor]:
    """A session that has opened the first page."""
    address, origin = f"ws://{at}:{server.port}{STREAM}", Origin(f"http://{at}:{server.port}")
    headers = dict([cookie])
    # A busy server answers no ping for a while; that is what is measured, and no reason to hang up.
    options: dict[str, Any] = {"proxy": None, "max_size": None, "ping_interval": None}
    with connect(address, origin=origin, additional_headers=headers, **options) as connection:
        session = Visitor(connection, query, looks_for)
        session.open()
        yield session
