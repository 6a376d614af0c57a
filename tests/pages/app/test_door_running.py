"""The door of a running server."""

from __future__ import annotations

import pytest

from tests.client import ask, come_in, shake, upload, visit
from tests.server import LINK, ROOT, Server

APP = """
import streamlit as st
from pages.app.door import open_door
app = st.App("page.py", middleware=open_door())
"""
PAGE = """
import streamlit as st
st.title("Here")
raise ValueError("-".join(("canary", "4711")))
"""


@pytest.fixture
def folder(tmp_path):
    """A program of one page that fails, under the settings of this one."""
    (tmp_path / "app.py").write_text(APP)
    (tmp_path / "page.py").write_text(PAGE)
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    return tmp_path


def test_the_running_program_lets_in_by_its_link_alone():
    with Server() as server:
        origin = ("origin", server.origin)
        assert ask(server, "/_stcore/health").status == ask(server, "/?token=wrong").status == 403
        cookie = ("cookie", ask(server, server.link().removeprefix(server.origin)).cookies())
        assert ask(server, "/", cookie).status == 200 and shake(server, cookie, origin).status == 101
        assert shake(server, origin).status == shake(server, cookie).status == 403
        assert ask(server, "/", cookie, host="evil.example").status == 403
        server.link()
        assert cookie[1].partition("=")[2] not in server.printed and "/_stcore" not in server.printed
        assert len(LINK.findall(server.printed)) == 2 and server.printed.count("http") == 2


def test_a_page_that_fails_and_an_upload_leave_no_value(folder):
    with Server(app=folder / "app.py", folder=folder, environment={"PYTHONPATH": str(ROOT)}) as server:
        cookie = come_in(server)
        with visit(server, cookie) as began:
            session = began.initialize.session_id
            assert upload(server, cookie, session, 5 << 20)[0] == 204
            assert [upload(server, cookie, session, 61 << 20, chunked=each)[0] for each in (False, True)] == [413, 413]
    assert "ValueError" in server.printed and "canary-4711" not in server.printed
