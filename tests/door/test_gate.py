"""The gate: who may come in."""

from __future__ import annotations

import pytest

from pages.door.http import Address
from pages.door.link import LEGIBLE, Keys
from tests.door.asgi import HOST, INSIDE, ORIGIN, PORT, Answer, Doorway

# Promise 2 and 10: without the cookie every path is 403; the link's token is exchanged for it, once.


PATHS = [
    "/",
    "/profile",
    "/leakage",
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/metrics",
    "/_stcore/upload_file/a/b",
    "/media/x.json",
    "/static/js/index.js",
    "/favicon.png",
    "//evil.example",
]
BY_HAND = (("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"))
FROM_A_LINK = (("sec-fetch-site", "cross-site"), *BY_HAND[1:])


@pytest.fixture
def door() -> Doorway:
    return Doorway()


def door_cookie(door: Doorway, value: str, port: int = PORT) -> tuple[str, str]:
    return ("cookie", f"{door.keys.cookie_name(port)}={value}")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_without_the_cookie_every_path_is_closed(door: Doorway, path: str, method: str) -> None:
    answer = door.ask(path, method=method)
    assert answer.status == 403
    assert b"Open the link printed in the terminal" in answer.body
    assert INSIDE not in answer.body
    assert answer.header("set-cookie") is None
    assert door.ask(path, door.cookie, method=method).status == 200


def test_the_page_at_the_closed_door_loads_and_runs_nothing(door: Doorway) -> None:
    answer = door.ask()
    for word in (b"<script", b"<link", b"<img", b"<style", b"src=", b"href=", b"url("):
        assert word not in answer.body
    assert answer.header("content-security-policy").startswith("default-src 'none'; ")
    assert "script-src" not in answer.header("content-security-policy")


def test_a_websocket_needs_the_cookie(door: Doorway) -> None:
    origin = ("origin", ORIGIN)
    assert door.shake(origin).status == 403
    assert door.shake(origin, door_cookie(door, "wrong")).status == 403
    assert door.shake(origin, query_string=f"token={door.keys.token}".encode()).status == 403
    assert door.shake(origin, door.cookie).status == 101


def test_a_wrong_cookie_is_refused(door: Doorway) -> None:
    for value in ("", "wrong", door.keys.token, door.keys.cookie[:-1], door.keys.cookie + "a", "\xe9\xff"):
        assert door.ask("/", door_cookie(door, value)).status == 403
    assert door.ask("/", door_cookie(door, door.keys.cookie, port=8502)).status == 403
    assert door.ask("/", ("cookie", door.keys.cookie)).status == 403


def test_the_cookie_is_found_among_others(door: Doorway) -> None:
    theirs = f"leakage-door-8502-1234=theirs; {door.keys.cookie_name(PORT)}=tossed"
    assert door.ask("/", ("cookie", f"{theirs}; {door.cookie[1]}; a=b")).status == 200
    assert door.ask("/", ("cookie", theirs), door.cookie).status == 200
    assert door.ask("/", ("cookie", theirs)).status == 403


def test_the_link_is_exchanged_for_the_cookie_and_leads_to_the_page_without_the_token(door: Doorway) -> None:
    answer = door.ask(f"/leakage?a=1&token={door.keys.token}&b=%20x", *BY_HAND)
    assert (answer.status, answer.header("location")) == (303, "/leakage?a=1&b=+x")
    assert answer.header("referrer-policy") == "no-referrer"
    name, _, rest = answer.header("set-cookie").partition("=")
    value, *attributes = rest.split("; ")
    assert (name, value) == (door.keys.cookie_name(PORT), door.keys.cookie)
    assert attributes == ["Path=/", "HttpOnly", "SameSite=Strict"]
    assert door.ask("/leakage", door_cookie(door, value)).body == INSIDE


def test_the_cookie_never_travels_in_the_clear_where_there_is_a_certificate() -> None:
    door = Doorway(address=Address(scheme="https"))
    answer = door.ask(f"/?token={door.keys.token}", *BY_HAND)
    assert answer.header("set-cookie").endswith("; SameSite=Strict; Secure")


@pytest.mark.parametrize("opened", [FROM_A_LINK, (("sec-fetch-site", "same-site"), *BY_HAND[1:]), ()])
def test_followed_from_another_site_the_link_leads_on_by_a_page(
    door: Doorway, opened: tuple[tuple[str, str], ...]
) -> None:
    """A redirect would arrive without the strict cookie."""
    answer = door.ask(f"/leakage?a=%22%3E%3Cscript%3E&token={door.keys.token}", *opened)
    assert answer.status == 200
    assert b'content="0; url=/leakage?a=%22%3E%3Cscript%3E"' in answer.body
    assert b"<script" not in answer.body
    assert door.keys.cookie in answer.header("set-cookie")


def test_the_token_opens_once_and_a_fresh_one_takes_its_place(door: Doorway) -> None:
    first = door.keys.token
    assert door.ask(f"/?token={first}", *BY_HAND).status == 303
    assert door.renewed == 1
    second = door.keys.token
    assert second != first
    assert door.ask(f"/?token={first}", *BY_HAND).status == 403
    assert door.renewed == 1
    assert door.ask(f"/?token={second}", *BY_HAND).status == 303
    assert door.renewed == 2


def test_a_used_link_leads_in_whoever_is_in_already(door: Doorway) -> None:
    used = door.keys.token
    door.ask(f"/?token={used}", *BY_HAND)
    fresh = door.keys.token
    answer = door.ask(f"/profile?token={used}", door.cookie, *BY_HAND)
    assert (answer.status, answer.header("location")) == (303, "/profile")
    assert door.keys.token == fresh


@pytest.mark.parametrize("token", ["", "wrong", "é", "%ff%00", "a" * 10_000])
def test_a_wrong_token_is_refused(door: Doorway, token: str) -> None:
    right = door.keys.token
    quoted = token.replace("é", "%C3%A9")
    assert door.ask(f"/?token={quoted}", *BY_HAND).status == 403
    assert door.ask(f"/?token={right[:-1]}", *BY_HAND).status == 403
    assert door.ask(f"/?token={right}x", *BY_HAND).status == 403
    assert (door.keys.token, door.renewed) == (right, 0)


@pytest.mark.parametrize(
    "headers",
    [
        (("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")),
        (("sec-fetch-site", "none"), ("sec-fetch-mode", "cors"), ("sec-fetch-dest", "empty")),
        (("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")),
    ],
    ids=["an image", "a script", "a frame"],
)
def test_only_a_window_of_its_own_uses_the_token_up(door: Doorway, headers: tuple[tuple[str, str], ...]) -> None:
    link = f"/?token={door.keys.token}"
    assert door.ask(link, *headers).status == 403
    assert door.ask(link, method="POST").status == 403
    assert door.ask(link, method="HEAD").status == 403
    assert door.renewed == 0
    assert door.ask(link, *BY_HAND).status == 303


def test_the_token_does_not_open_under_another_name(door: Doorway) -> None:
    link = f"/?token={door.keys.token}"
    assert door.ask(link, *BY_HAND, host="evil.example").status == 403
    assert door.ask(link, *BY_HAND, ("origin", "http://evil.example")).status == 403
    assert door.renewed == 0


@pytest.mark.parametrize("path", ["//evil.example/x", "///evil.example/x", "/\\evil.example/x", "/\\/evil.example/x"])
def test_the_link_leads_to_no_other_server(door: Doorway, path: str) -> None:
    answer = door.ask(f"{path}?token={door.keys.token}", *BY_HAND)
    assert (answer.status, answer.header("location")) == (303, "/evil.example/x")


def test_a_header_cannot_be_smuggled_into_the_way_on(door: Doorway) -> None:
    path = "/x\r\nset-cookie: a=b"
    answer = door.ask(f"{path}?token={door.keys.token}&c=%0d%0aset-cookie:%20d=e", *BY_HAND)
    assert answer.header("location") == "/x%0D%0Aset-cookie%3A%20a%3Db?c=%0D%0Aset-cookie%3A+d%3De"
    assert answer.header("set-cookie").startswith("leakage-door-")
    assert b"\r" not in door.ask(f"{path}?token={door.keys.token}").body


def test_a_class_uses_one_link_for_all() -> None:
    door = Doorway(keys=Keys(reusable=True), address=Address(("192.168.1.5",), only_here=False))
    address = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    token = door.keys.token
    assert len(token.replace("-", "")) == 12
    assert set(token) <= set(LEGIBLE) | {"-"}
    for _ in range(3):
        # No Sec-Fetch headers are sent to an address that is neither local nor encrypted.
        answer = door.ask(f"/?token={token}", **address)
        assert answer.status == 200
        assert door.keys.cookie in given(answer)[door.keys.cookie_name(PORT)]
    assert (door.keys.token, door.renewed) == (token, 0)
    assert door.ask("/?token=wrong", **address).status == 403


def given(answer: Answer) -> dict[str, str]:
    """The cookies that an answer sets."""
    return dict(value.split("=", 1) for name, value in answer.headers if name == "set-cookie")


def test_a_class_seats_every_browser_once() -> None:
    door = Doorway(keys=Keys(reusable=True), address=Address(("192.168.1.5",), only_here=False))
    address = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    link, name = f"/?token={door.keys.token}", door.keys.seat_name(PORT)
    first, second = (given(door.ask(link, **address))[name] for _ in range(2))
    assert first.partition(";")[0] != second.partition(";")[0]
    assert first.partition(";")[2] == " Path=/; HttpOnly; SameSite=Strict"
    again = given(door.ask(link, ("cookie", f"{name}={first.partition(';')[0]}"), **address))
    assert name not in again
    # A seat opens nothing, and one person's own program seats nobody.
    assert door.ask("/", ("cookie", f"{name}={first.partition(';')[0]}"), **address).status == 403
    alone = Doorway()
    assert list(given(alone.ask(f"/?token={alone.keys.token}", *BY_HAND))) == [alone.keys.cookie_name(PORT)]


def test_only_the_leaders_code_leads() -> None:
    keys, alone = Keys(reusable=True), Keys()
    assert keys.appoints(keys.lead) and not keys.appoints(keys.token) and not keys.appoints("")
    assert not alone.appoints("") and not alone.appoints(alone.lead)


def test_the_leaders_link_gives_a_cookie_that_leads_and_no_other_does() -> None:
    door = Doorway(keys=Keys(reusable=True), address=Address(("192.168.1.5",), only_here=False))
    address = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    keys, name = door.keys, door.keys.leader_name(PORT)
    answer = door.ask(f"/predict_together?lead={keys.lead}&token={keys.token}", *BY_HAND, **address)
    value, _, limits = given(answer)[name].partition(";")
    assert limits == " Path=/; HttpOnly; SameSite=Strict" and len(value) >= 43
    # The code is in no address that the program or the browser's history gets.
    assert answer.header("location") == "/predict_together"
    assert keys.leads({name: value}) and not keys.leads({keys.seat_name(PORT): value})
    for guess in ("", keys.lead, keys.token, keys.cookie, value[:-1], f"{value}x"):
        assert not keys.leads({name: guess})
    for link in (f"/?token={keys.token}", f"/?lead={keys.token}&token={keys.token}", f"/?lead=&token={keys.token}"):
        assert name not in given(door.ask(link, **address))
    # Neither is a way in without the class's token, nor does the class's link take the lead from who has it.
    assert door.ask(f"/?lead={keys.lead}", **address).status == 403
    assert door.ask("/", ("cookie", f"{name}={value}"), **address).status == 403
    assert name not in given(door.ask(f"/?token={keys.token}", ("cookie", f"{name}={value}"), **address))
    # A cookie of another server, or of a program for one person, leads nobody.
    assert not Keys(reusable=True).leads({name: value}) and not Keys().leads({name: value})
    assert not Keys().leads({Keys().leader_name(PORT): ""})


def test_the_class_link_leads_to_where_a_class_is_together() -> None:
    door = Doorway(keys=Keys(reusable=True), address=Address(("192.168.1.5",), only_here=False))
    address = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    assert door.ask(f"/?token={door.keys.token}", *BY_HAND, **address).header("location") == "/predict_together"
    assert door.ask(f"/plan?token={door.keys.token}", *BY_HAND, **address).header("location") == "/plan"
    alone = Doorway()
    assert alone.ask(f"/?token={alone.keys.token}", *BY_HAND).header("location") == "/"


def test_no_two_servers_share_a_key() -> None:
    first, second = Keys(), Keys()
    assert len({first.token, first.cookie, second.token, second.cookie}) == 4
    assert min(len(first.token), len(first.cookie)) >= 43
    assert Keys(reusable=True).token != Keys(reusable=True).token


# Promise 2: a foreign Host, Origin, port, scheme or site is answered 403, over HTTP and WebSocket.


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
    address = {"host": f"192.168.1.5:{PORT}", "server": ("192.168.1.5", PORT)}
    assert door.ask("/", door.cookie, **address).status == 200
    assert door.shake(door.cookie, ("origin", f"http://192.168.1.5:{PORT}"), **address).status == 101
    assert door.shake(door.cookie, ("origin", ORIGIN), **address).status == 403
    assert door.ask("/", door.cookie, host=HOST, server=("192.168.1.5", PORT)).status == 403
    assert door.ask("/", door.cookie, host=f"192.168.1.6:{PORT}", server=("192.168.1.5", PORT)).status == 403


def test_a_server_that_cannot_answer_a_handshake_closes_it(door: Doorway) -> None:
    assert door.shake(door.cookie, extensions={}).status == 403
