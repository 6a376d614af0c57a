"""A client that is no browser: it says of itself whatever a test wants it to say."""

from __future__ import annotations

import base64
import http.client
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import NewSession
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server import Server

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
