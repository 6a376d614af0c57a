"""Promise 2: a foreign Host, Origin, port, scheme or site is answered 403, over HTTP and WebSocket."""

from __future__ import annotations

import pytest

from pages.door.http import Address
from tests.door.asgi import HOST, INSIDE, ORIGIN, PORT, Doorway

STRANGE_HOSTS = [
    None,
    "",
    "127.0.0.1",
    "127.0.0.1:8502",
    "127.0.0.1:85010",
    "localhost",
    "localhost:8502",
    "localhost.:8501",
    "LOCALHOST:8501",
    "evil.example:8501",
    "127.0.0.1.evil.example:8501",
    "evil.example@127.0.0.1:8501",
    "127.0.0.2:8501",
    "0.0.0.0:8501",
    "[::1]:8501",
    "2130706433:8501",
    " 127.0.0.1:8501",
    "127.0.0.1:8501,evil.example",
]
STRANGE_ORIGINS = [
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:8502",
    "https://127.0.0.1:8501",
    "http://localhost:8501",
    "http://evil.example",
    "http://127.0.0.1:8501.evil.example",
    "http://127.0.0.1:8501/",
    "http://127.0.0.1:8501 http://evil.example",
    "HTTP://127.0.0.1:8501",
    "file://",
]


@pytest.fixture(scope="module")
def door() -> Doorway:
    return Doorway()


@pytest.mark.parametrize("host", STRANGE_HOSTS)
def test_a_strange_host_is_refused(door: Doorway, host: str | None) -> None:
    assert door.ask("/", door.cookie, host=host).status == 403
    origin = ("origin", f"http://{host}")
    assert door.ask("/", door.cookie, origin, host=host).status == 403
    assert door.shake(door.cookie, origin, host=host).status == 403
    assert door.shake(door.cookie, ("origin", ORIGIN), host=host).status == 403


@pytest.mark.parametrize("origin", STRANGE_ORIGINS)
def test_a_strange_origin_is_refused(door: Doorway, origin: str) -> None:
    assert door.ask("/", door.cookie, ("origin", origin)).status == 403
    assert door.ask("/", door.cookie, ("origin", origin), method="PUT").status == 403
    assert door.shake(door.cookie, ("origin", origin)).status == 403


def test_a_websocket_must_name_its_origin(door: Doorway) -> None:
    assert door.shake(door.cookie).status == 403
    assert door.shake(door.cookie, ("origin", ORIGIN)).status == 101


@pytest.mark.parametrize("host", [HOST, f"localhost:{PORT}"])
def test_the_own_pages_come_in(door: Doorway, host: str) -> None:
    assert door.ask("/", door.cookie, host=host).body == INSIDE
    assert door.ask("/", door.cookie, ("origin", f"http://{host}"), host=host, method="PUT").body == INSIDE
    assert door.shake(door.cookie, ("origin", f"http://{host}"), host=host).status == 101


def test_host_or_origin_sent_twice_is_refused(door: Doorway) -> None:
    assert door.ask("/", door.cookie, ("host", HOST)).status == 403
    assert door.ask("/", door.cookie, ("host", "evil.example")).status == 403
    assert door.shake(door.cookie, ("origin", ORIGIN), ("origin", ORIGIN)).status == 403
    assert door.ask("/", door.cookie, ("origin", ORIGIN), ("origin", "http://evil.example")).status == 403


def test_the_port_is_the_one_the_connection_came_in_at(door: Doorway) -> None:
    elsewhere = ("127.0.0.1", 9000)
    assert door.ask("/", door.cookie, server=elsewhere).status == 403
    moved = ("cookie", f"{door.keys.cookie_name(9000)}={door.keys.cookie}")
    assert door.ask("/", moved, host="127.0.0.1:9000", server=elsewhere).status == 200
    assert door.ask("/", moved, host="127.0.0.1:9000", server=None).status == 403


@pytest.mark.parametrize("named", ["192.168.1.5", "::1", "0.0.0.0"])
def test_a_connection_from_elsewhere_is_refused_whatever_it_says(door: Doorway, named: str) -> None:
    assert door.ask("/", door.cookie, server=(named, PORT)).status == 403
    assert door.shake(door.cookie, ("origin", ORIGIN), server=(named, PORT)).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "cross-origin", ""])
def test_what_another_page_fetches_is_refused(door: Doorway, site: str) -> None:
    fetched = ("sec-fetch-site", site)
    assert door.ask("/", door.cookie, fetched).status == 403
    assert door.ask("/", door.cookie, fetched, ("sec-fetch-mode", "navigate")).status == 403
    assert door.shake(door.cookie, ("origin", ORIGIN), fetched).status == 403


@pytest.mark.parametrize("site", ["none", "same-origin"])
def test_what_a_person_or_the_own_page_asks_for_is_answered(door: Doorway, site: str) -> None:
    assert door.ask("/", door.cookie, ("sec-fetch-site", site)).status == 200


def test_usual_ports_are_left_out() -> None:
    plain, encrypted = Address(), Address(scheme="https")
    assert plain.hosts(80) == ("127.0.0.1", "localhost")
    assert plain.hosts(443) == ("127.0.0.1:443", "localhost:443")
    assert encrypted.hosts(443) == ("127.0.0.1", "localhost")
    assert encrypted.url(8501) == "https://127.0.0.1:8501"


def test_with_a_certificate_the_origin_is_encrypted() -> None:
    door = Doorway(address=Address(scheme="https"))
    assert door.shake(door.cookie, ("origin", f"https://{HOST}")).status == 101
    assert door.shake(door.cookie, ("origin", ORIGIN)).status == 403


def test_a_class_is_served_at_its_address_alone() -> None:
    door = Doorway(address=Address(("192.168.1.5",), only_here=False))
    here = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    assert door.ask("/", door.cookie, **here).status == 200
    assert door.shake(door.cookie, ("origin", f"http://192.168.1.5:{PORT}"), **here).status == 101
    assert door.shake(door.cookie, ("origin", ORIGIN), **here).status == 403
    assert door.ask("/", door.cookie, host=HOST, server=("192.168.1.5", PORT)).status == 403
    assert door.ask("/", door.cookie, host=f"192.168.1.6:{PORT}", server=("192.168.1.5", PORT)).status == 403


def test_a_server_that_cannot_answer_a_handshake_closes_it(door: Doorway) -> None:
    assert door.shake(door.cookie, extensions={}).status == 403
