"""The one HTML page, and headers of every answer."""

from __future__ import annotations

import asyncio
import doctest
import re
from typing import Any

import pytest

from leakage.lessons import pictures
from pages.catalogue import NO_SUCH_PAGE
from pages.door import headers as policy
from pages.door import http, index_html
from pages.door.headers import ALWAYS
from pages.door.index_html import OUT_OF_SIGHT, PICTURES_PATH, STYLE_PATH, WATCH_PATH
from tests.door.asgi import HOST, ORIGIN, Answer, Doorway

# The page Streamlit serves comes without inline scripts, and without an icon that a script could point elsewhere.


@pytest.mark.parametrize("module", [http, index_html, policy])
def test_the_examples_in_the_door_hold(module: Any) -> None:
    failures, attempted = doctest.testmod(module)
    assert attempted
    assert not failures


def test_nothing_is_left_that_runs_or_fetches_unasked() -> None:
    theirs, ours = index_html.streamlit_page(), index_html.index_html_of(index_html.streamlit_page())
    assert 'rel="shortcut icon"' in theirs
    assert "<script>" in theirs
    assert '"shortcut icon"' not in ours
    assert "service-desc" not in ours
    assert not re.search(r"<script(?![^>]*\ssrc=)", ours)
    assert set(re.findall(r"<script[^>]* src=\"(.*?)\"", ours)) == {
        WATCH_PATH,
        PICTURES_PATH,
        *re.findall(r"<script[^>]* src=\"(.*?)\"", theirs),
    }
    assert not re.search(r"""(?:src|href)="(?!\./static/|data:|/_door/)""", ours)
    assert f"<title>{index_html.TITLE}</title>" in ours


def test_no_style_makes_the_browser_look_through_the_page_at_every_change() -> None:
    assert ":has(" not in OUT_OF_SIGHT


def test_what_is_loaded_ahead_is_there() -> None:
    folder = index_html.streamlit_folder()
    files = index_html.paths(folder)
    assert len(files) == len(index_html.PARTS)
    assert all((folder / file.removeprefix("/")).is_file() for file in files)
    assert all(file in answer_of(WATCH_PATH).body.decode() for file in files)


def test_pictures_have_a_script_and_a_style_of_the_door() -> None:
    for path, kind, text in (
        (PICTURES_PATH, "text/javascript; charset=utf-8", pictures.script()),
        (STYLE_PATH, "text/css; charset=utf-8", pictures.style()),
    ):
        answer = answer_of(path)
        assert (answer.header("content-type"), answer.body.decode()) == (kind, text)
        assert f'"{path}"' in index_html.index_html_of(index_html.streamlit_page())


async def pages(scope: Any, receive: Any, send: Any) -> None:
    kinds = {"/": b"text/html; charset=utf-8", "/media/report": b"text/html", "/static/x.js": b"text/javascript"}
    kind = kinds.get(scope["path"], b"text/html")
    headers = [(b"content-type", kind), (b"content-length", b"8"), (b"etag", b"theirs")]
    status = 404 if scope["path"] == "/missing" else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"the", "more_body": True})
    await send({"type": "http.response.body", "body": b"irs"})


def answer_of(path: str, method: str = "GET") -> Answer:
    door = Doorway(behind=pages)
    return door.ask(path, door.cookie, method=method)


@pytest.mark.parametrize("path", ["/", "/profile", f"/{NO_SUCH_PAGE}"])
def test_it_is_sent_wherever_streamlit_sends_its_own(path: str) -> None:
    answer = answer_of(path)
    assert answer.body.decode() == index_html.index_html_of(index_html.streamlit_page())
    assert answer.header("content-length") == str(len(answer.body))
    assert answer.header("etag") is None
    assert answer_of(path, "HEAD").header("content-length") == str(len(answer.body))
    assert answer_of(path, "HEAD").body == b""


@pytest.mark.parametrize("path", ["/profiles", "/profile/deeper", "/two words"])
def test_an_address_that_no_page_has_leads_to_the_one_that_says_so(path: str) -> None:
    answer = answer_of(path)
    assert answer.status == 303
    assert answer.header("location") == f"/{NO_SUCH_PAGE}"


@pytest.mark.parametrize("path", ["/media/report", "/static/x.js", "/missing", "/_stcore/health"])
def test_all_else_is_left_as_it_is(path: str) -> None:
    assert answer_of(path).body == b"theirs"


# Every answer carries the headers: what is inside, what is refused, what fails, and what is led on.


LOOSE = [
    (b"Cache-Control", b"public, max-age=99"),
    (b"Content-Security-Policy-Report-Only", b"default-src *"),
    (b"access-control-allow-origin", b"http://evil.example"),
    (b"Access-Control-Allow-Credentials", b"true"),
    (b"x-frame-options", b"ALLOWALL"),
    (b"set-cookie", b"a=1"),
    (b"set-cookie", b"b=2"),
]


async def loose(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] == "/breaks":
        raise KeyError("a person's value")
    status = 404 if scope["path"].endswith("missing.js") else 200
    await send({"type": "http.response.start", "status": status, "headers": LOOSE})
    if scope["path"] == "/breaks-later":
        raise KeyError("a person's value")
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def door() -> Doorway:
    return Doorway(behind=loose)


def every_kind(door: Doorway) -> dict[str, Answer]:
    by_hand = (("sec-fetch-site", "none"),)
    return {
        "inside": door.ask("/", door.cookie),
        "media": door.ask("/media/x.csv", door.cookie),
        "asset": door.ask("/static/js/x.js", door.cookie),
        "refused": door.ask("/"),
        "strange host": door.ask("/", host="evil.example"),
        "refused handshake": door.shake(("origin", "null")),
        "led on": door.ask(f"/?token={door.keys.token}", *by_hand),
        "led on by a page": door.ask(f"/?token={door.keys.token}"),
    }


def test_every_kind_of_answer_carries_them(door: Doorway) -> None:
    for kind, answer in every_kind(door).items():
        for name, value in ALWAYS.items():
            assert answer.header(name.decode()) == value.decode(), kind
        policy = answer.header("content-security-policy")
        for part in ("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert part in policy.split("; "), kind
        # The form of the closed door is sent to the door.
        own = "self" if kind == "refused" else "none"
        assert f"form-action '{own}'" in policy.split("; "), kind
        assert not [name for name, _ in answer.headers if name.startswith("access-control-")], kind


def test_they_say_what_they_are_meant_to_say() -> None:
    assert {
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",
        b"x-frame-options": b"DENY",
        b"cross-origin-opener-policy": b"same-origin",
        b"cross-origin-resource-policy": b"same-origin",
    }.items() <= ALWAYS.items()


@pytest.mark.parametrize("path", ["/", "/profile", "/media/x.csv", "/_stcore/upload_file/a/b", "/_stcore/health"])
def test_nothing_of_a_person_is_kept_by_a_browser(door: Doorway, path: str) -> None:
    assert door.ask(path, door.cookie).header("cache-control") == "no-store"


def test_only_assets_are_kept_and_by_the_browser_alone(door: Doorway) -> None:
    caching = door.ask("/static/js/x.js", door.cookie).header("cache-control")
    assert caching == "private, immutable, max-age=31536000"
    for answer in (door.ask("/static/js/x.js"), door.ask("/static/js/missing.js", door.cookie)):
        assert answer.header("cache-control") == "no-store"


def test_a_page_runs_scripts_of_this_server_only_and_reaches_no_other(door: Doorway) -> None:
    policy = dict(part.split(" ", 1) for part in policy_of(door).split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{HOST}"
    assert {policy[name] for name in ("default-src", "object-src", "frame-src")} == {"'none'"}
    assert not any(scheme in policy_of(door) for scheme in ("http:", "https:", "*", "unsafe-eval"))
    assert "'unsafe-inline'" in policy.pop("style-src")
    assert "'unsafe-inline'" not in "".join(policy.values())


def test_the_whole_policy_is_this(door: Doorway) -> None:
    """Whoever needs another source, as for a picture that moves, finds another way."""
    assert policy_of(door).split("; ") == [
        f"connect-src 'self' ws://{HOST}",
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
    ]


def policy_of(door: Doorway) -> str:
    policy = door.ask("/", door.cookie).header("content-security-policy")
    assert policy is not None
    return policy


def test_cookies_of_the_program_are_left_alone(door: Doorway) -> None:
    answer = door.ask("/", door.cookie)
    assert [value for name, value in answer.headers if name == "set-cookie"] == ["a=1", "b=2"]


def test_a_failure_is_answered_with_them_and_tells_no_value(door: Doorway) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    for kind, path, expected in (
        ("http", "/breaks", 500),
        ("http", "/breaks-later", 200),
        ("websocket", "/breaks", 500),
    ):
        sent.clear()
        scope = {
            "type": kind,
            "extensions": {"websocket.http.response": {}},
            "method": "GET",
            "path": path,
            "query_string": b"",
            "server": ("127.0.0.1", 8501),
            "headers": [(b"host", HOST.encode()), (b"cookie", door.cookie[1].encode()), (b"origin", ORIGIN.encode())],
        }
        with pytest.raises(KeyError):
            asyncio.run(door.app(scope, None, send))
        assert [message["status"] for message in sent if "status" in message] == [expected]
        assert dict(sent[0]["headers"]).items() >= ALWAYS.items()
        assert not any(b"person's" in message.get("body", b"") for message in sent)


def test_a_handshake_that_is_accepted_is_left_alone() -> None:
    door = Doorway()
    assert door.shake(door.cookie, ("origin", ORIGIN)) == Answer(101, (), b"")
