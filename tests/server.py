"""The program as a process of its own, started with the README's command, and a client that is no browser."""

from __future__ import annotations

import base64
import http.client
import os
import queue
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import NewSession
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"https?://\S+\?token=\S+")
LONGEST_WAIT = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A running server, what it has printed, and the links in it that nobody has used yet.

    Arguments:
        options: behind ``streamlit run app.py``.
        app: another program than this one.
        folder: where it is started.
        environment: what is set besides what is set here.

    What it keeps, it keeps in a folder of its own, ``data``, which is gone when it has stopped.
    """

    def __init__(
        self,
        *options: str,
        app: Path = ROOT / "app.py",
        folder: Path = ROOT,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        given = ["--server.headless=true", f"--server.port={self.port}", *options]
        self._folder = tempfile.TemporaryDirectory()
        self.data = Path(self._folder.name)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(app), *given],
            cwd=folder,
            env={**os.environ, "LEAKAGE_DATA": self._folder.name, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._links: queue.Queue[str | None] = queue.Queue()
        self._spoke = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            for link in LINK.findall(line):
                self._links.put(link)
                self._spoke.set()
        self._links.put(None)
        self._spoke.set()

    @property
    def printed(self) -> str:
        return "".join(self.lines)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def link(self, path: str = "/") -> str:
        """The next link that was printed and not handed out yet, to a page; waits for it."""
        link = self._links.get(timeout=LONGEST_WAIT)
        if link is None:
            raise RuntimeError(f"the server ended without a link:\n{self.printed}")
        return link.replace("/?token=", f"{path}?token=")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self._reader.join(timeout=20)
        self._folder.cleanup()

    def __enter__(self) -> Server:
        """Wait for the first link: from then on requests are answered."""
        if not self._spoke.wait(LONGEST_WAIT):
            self.process.kill()
            raise RuntimeError("the server said nothing within a minute")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


# A client that says of itself whatever a test wants it to say.

Headers = tuple[tuple[str, str], ...]
BEFORE = b'--edge\r\ncontent-disposition: form-data; name="x"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n'
AFTER = b"\r\n--edge--\r\n"
"""What stands around a file that is uploaded."""
HANDSHAKE = (("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13"))
STREAM = "/_stcore/stream"


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Headers
    body: bytes

    def header(self, name: str) -> str | None:
        return dict(self.headers).get(name)

    def cookies(self) -> str:
        """The cookies that were set, as they are sent back."""
        return "; ".join(value.partition(";")[0] for name, value in self.headers if name == "set-cookie")


def ask(server: Server, path: str, *headers: tuple[str, str], method: str = "GET", host: str = "") -> Reply:
    """Ask over HTTP; ``headers`` are sent as they stand, and no others but Host."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in (("host", host or f"127.0.0.1:{server.port}"), *headers):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        sent = tuple((name.lower(), value) for name, value in answer.getheaders())
        # What follows an accepted handshake is no body.
        return Reply(answer.status, sent, b"" if answer.status == 101 else answer.read())


def shake(server: Server, *headers: tuple[str, str], host: str = "") -> Reply:
    """Ask to open the WebSocket of the pages."""
    key = ("sec-websocket-key", base64.b64encode(os.urandom(16)).decode())
    return ask(server, STREAM, *HANDSHAKE, key, *headers, host=host)


def come_in(server: Server) -> tuple[str, str]:
    """Open the next link as a browser of its own, and bring the cookie header it was exchanged for."""
    link = urlsplit(server.link())
    return ("cookie", ask(server, f"{link.path}?{link.query}", host=link.netloc).cookies())


def upload(
    server: Server, cookie: tuple[str, str], session: str, size: int, *, chunked: bool = False
) -> tuple[int, str]:
    """Upload a file of so many bytes whole, in pieces of no said number if chunked; the status, and what is said."""
    cookies = ask(server, "/_stcore/health", cookie).cookies()
    token = next(pair.partition("=")[2] for pair in cookies.split("; ") if pair.startswith("_streamlit_xsrf="))
    body = BEFORE + bytes(size) + AFTER
    headers = {
        "origin": server.origin,
        "cookie": f"{cookie[1]}; _streamlit_xsrf={token}",
        "x-xsrftoken": token,
        "content-type": "multipart/form-data; boundary=edge",
        **({"transfer-encoding": "chunked"} if chunked else {"content-length": str(len(body))}),
    }
    parts = (body[place : place + (1 << 20)] for place in range(0, len(body), 1 << 20))
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("PUT", f"/_stcore/upload_file/{session}/file", parts, headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@contextmanager
def visit(server: Server, cookie: tuple[str, str]) -> Iterator[NewSession]:
    """Run the first page as a browser would, and stay connected; brings what the session began with."""
    address, origin = f"ws://127.0.0.1:{server.port}{STREAM}", Origin(server.origin)
    headers = dict([cookie])
    with connect(address, origin=origin, additional_headers=headers, proxy=None, max_size=None) as page:
        asking = BackMsg()
        asking.rerun_script.query_string = ""
        page.send(asking.SerializeToString())
        began = NewSession()
        for message in _messages(page):
            if message.WhichOneof("type") == "new_session":
                began = message.new_session
            if message.WhichOneof("type") == "script_finished":
                break
        yield began


def _messages(connection: ClientConnection) -> Iterator[ForwardMsg]:
    while True:
        message = ForwardMsg()
        received = connection.recv(timeout=60)
        assert isinstance(received, bytes)
        message.ParseFromString(received)
        yield message
