"""The page Streamlit serves comes without inline scripts, and without an icon that a script could point elsewhere."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from pages.door import headers as policy
from pages.door import http, index_html
from pages.door.index_html import OUT_OF_SIGHT, WATCH_PATH
from tests.door.asgi import Answer, Doorway


@pytest.mark.parametrize("module", [http, index_html, policy])
def test_the_examples_in_the_door_hold(module: Any) -> None:
    failures, attempted = doctest.testmod(module)
    assert attempted
    assert not failures


def test_nothing_is_left_that_runs_or_fetches_unasked() -> None:
    theirs, ours = index_html.streamlit_page(), index_html.own_page(index_html.streamlit_page())
    assert 'rel="shortcut icon"' in theirs
    assert "<script>" in theirs
    assert '"shortcut icon"' not in ours
    assert "service-desc" not in ours
    assert not re.search(r"<script(?![^>]*\ssrc=)", ours)
    assert set(re.findall(r"<script[^>]* src=\"(.*?)\"", ours)) == {
        WATCH_PATH,
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
    assert all(file in asked(WATCH_PATH).body.decode() for file in files)


async def pages(scope: Any, receive: Any, send: Any) -> None:
    kinds = {"/": b"text/html; charset=utf-8", "/media/report": b"text/html", "/static/x.js": b"text/javascript"}
    kind = kinds.get(scope["path"], b"text/html")
    headers = [(b"content-type", kind), (b"content-length", b"8"), (b"etag", b"theirs")]
    status = 404 if scope["path"] == "/missing" else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"the", "more_body": True})
    await send({"type": "http.response.body", "body": b"irs"})


def asked(path: str, method: str = "GET") -> Answer:
    door = Doorway(behind=pages)
    return door.ask(path, door.cookie, method=method)


@pytest.mark.parametrize("path", ["/", "/profile", "/profile/deeper"])
def test_it_is_sent_wherever_streamlit_sends_its_own(path: str) -> None:
    answer = asked(path)
    assert answer.body.decode() == index_html.own_page(index_html.streamlit_page())
    assert answer.header("content-length") == str(len(answer.body))
    assert answer.header("etag") is None
    assert asked(path, "HEAD").header("content-length") == str(len(answer.body))
    assert asked(path, "HEAD").body == b""


@pytest.mark.parametrize("path", ["/media/report", "/static/x.js", "/missing", "/_stcore/health"])
def test_all_else_is_left_as_it_is(path: str) -> None:
    assert asked(path).body == b"theirs"
