"""Classroom mode as it holds in the running program: one link for many, at one address, each with a session alone."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.door.client import ask, come_in, shake, visit
from tests.door.server import LINK, Server

HERE = "127.0.0.2"
"""Another address of this machine, as a teacher's would be."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(f"--server.address={HERE}", "--", "--classroom") as server:
        yield server


def test_one_link_serves_everybody_each_with_a_session_alone(server: Server) -> None:
    link = urlsplit(server.link())
    assert link.netloc == f"{HERE}:{server.port}"
    path = f"{link.path}?{link.query}"
    pupils = [("cookie", ask(server, path, at=HERE).cookies()) for _ in range(3)]
    assert all(ask(server, "/leakage", pupil, at=HERE).status == 200 for pupil in pupils)
    with visit(server, pupils[0], at=HERE) as first, visit(server, pupils[1], at=HERE) as second:
        assert first.initialize.session_id != second.initialize.session_id
    assert len(LINK.findall(server.printed)) == 1


def test_it_is_found_at_that_address_alone(server: Server) -> None:
    cookie = ("cookie", ask(server, urlsplit(LINK.findall(server.printed)[0]).path, at=HERE).cookies())
    assert cookie == ("cookie", "")
    token = urlsplit(LINK.findall(server.printed)[0]).query
    cookie = ("cookie", ask(server, f"/?{token}", at=HERE).cookies())
    own = ("origin", f"http://{HERE}:{server.port}")
    assert shake(server, cookie, own, at=HERE).status == 101
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}", HERE, f"{HERE}:{server.port + 1}"):
        assert ask(server, "/", cookie, host=host, at=HERE).status == 403
        assert ask(server, f"/?{token}", host=host, at=HERE).status == 403
        assert shake(server, cookie, ("origin", f"http://{host}"), host=host, at=HERE).status == 403
    for origin in (f"http://127.0.0.1:{server.port}", f"https://{HERE}:{server.port}", "null", "http://evil.example"):
        assert shake(server, cookie, ("origin", origin), at=HERE).status == 403
    assert shake(server, cookie, at=HERE).status == 403
    assert shake(server, own, at=HERE).status == 403
    assert ask(server, "/", at=HERE).status == 403
    with pytest.raises(ConnectionRefusedError):
        ask(server, "/", cookie)


def test_without_the_switch_nobody_is_a_class() -> None:
    with Server() as server:
        assert "class" not in server.printed
        come_in(server)
        # The next link is printed once the first was used; waits for it.
        server.link()
        assert len(LINK.findall(server.printed)) == 2
