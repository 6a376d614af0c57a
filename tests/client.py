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


def ask(
    server: Server, path: str, *headers: tuple[str, str], method: str = "GET", host: str = "", at: str = "127.0.0.1"
) -> Reply:
    """Ask over HTTP; ``headers`` are sent as they stand, and no others but Host."""
    with closing(http.client.HTTPConnection(at, server.port, timeout=20)) as connection:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in (("host", host or f"{at}:{server.port}"), *headers):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        sent = tuple((name.lower(), value) for name, value in answer.getheaders())
        # What follows an accepted handshake is no body.
        return Reply(answer.status, sent, b"" if answer.status == 101 else answer.read())


def shake(server: Server, *headers: tuple[str, str], host: str = "", at: str = "127.0.0.1") -> Reply:
    """Ask to open the WebSocket of the pages."""
    key = ("sec-websocket-key", base64.b64encode(os.urandom(16)).decode())
    return ask(server, STREAM, *HANDSHAKE, key, *headers, host=host, at=at)


def come_in(server: Server, at: str = "127.0.0.1") -> tuple[str, str]:
    """Open the next link, and bring the cookie header it was exchanged for."""
    return come_in_by(server, server.link(), at)


def come_in_by(server: Server, url: str, at: str = "127.0.0.1") -> tuple[str, str]:
    """Open a link as a browser of its own, and bring the cookie header it was exchanged for."""
    link = urlsplit(url)
    return ("cookie", ask(server, f"{link.path}?{link.query}", host=link.netloc, at=at).cookies())


def begin_upload(
    server: Server, cookie: tuple[str, str], session: str, claim: int | None, file: str = "file"
) -> http.client.HTTPConnection:
    """Begin to upload a file to a session's page; its parts are for the caller to send.

    Arguments:
        claim: how long the request says that it is; in pieces of no said number where that is None.
    """
    cookies = ask(server, "/_stcore/health", cookie).cookies()
    token = next(pair.partition("=")[2] for pair in cookies.split("; ") if pair.startswith("_streamlit_xsrf="))
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("PUT", f"/_stcore/upload_file/{session}/{file}")
    length = ("transfer-encoding", "chunked") if claim is None else ("content-length", str(claim))
    for name, value in (
        ("origin", server.origin),
        ("cookie", f"{cookie[1]}; _streamlit_xsrf={token}"),
        ("x-xsrftoken", token),
        ("content-type", "multipart/form-data; boundary=edge"),
        length,
    ):
        connection.putheader(name, value)
    connection.endheaders()
    return connection


def upload(
    server: Server, cookie: tuple[str, str], session: str, size: int, *, file: str = "file", chunked: bool = False
) -> tuple[int, str]:
    """Upload a file of so many bytes whole; the status, and what is said."""
    body = BEFORE + bytes(size) + AFTER
    with closing(begin_upload(server, cookie, session, None if chunked else len(body), file)) as connection:
        for place in range(0, len(body), 1 << 20):
            part = body[place : place + (1 << 20)]
            connection.send(b"%x\r\n%b\r\n" % (len(part), part) if chunked else part)
        if chunked:
            connection.send(b"0\r\n\r\n")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@contextmanager
def visit(server: Server, cookie: tuple[str, str], at: str = "127.0.0.1") -> Iterator[NewSession]:
    """Run the first page as a browser would, and stay connected; brings what the session began with."""
    with _running(server, cookie, at) as messages:
        began = NewSession()
        for message in messages:
            if message.WhichOneof("type") == "new_session":
                began = message.new_session
            if message.WhichOneof("type") == "script_finished":
                break
        yield began


def drawn(server: Server, cookie: tuple[str, str]) -> bytes:
    """All that the first page sends to a browser, as it is sent."""
    parts = []
    with _running(server, cookie, "127.0.0.1") as messages:
        for message in messages:
            parts.append(message.SerializeToString())
            if message.WhichOneof("type") == "script_finished":
                break
    return b"".join(parts)


@contextmanager
def _running(server: Server, cookie: tuple[str, str], at: str) -> Iterator[Iterator[ForwardMsg]]:
    """What is sent while the first page is run."""
    address, origin = f"ws://{at}:{server.port}{STREAM}", Origin(f"http://{at}:{server.port}")
    headers = dict([cookie])
    with connect(address, origin=origin, additional_headers=headers, proxy=None, max_size=None) as page:
        asking = BackMsg()
        asking.rerun_script.query_string = ""
        page.send(asking.SerializeToString())
        yield _messages(page)


def _messages(connection: ClientConnection) -> Iterator[ForwardMsg]:
    while True:
        message = ForwardMsg()
        received = connection.recv(timeout=60)
        assert isinstance(received, bytes)
        message.ParseFromString(received)
        yield message
