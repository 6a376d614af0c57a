"""The new door in a real browser: one link, one page, one file handed in, and nothing asked of anybody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import IDLE, SIZE
from tests.browser.watching import Watched
from tests.server import ROOT, Server

pytestmark = pytest.mark.browser
APP = """
import streamlit as st
from starlette.responses import HTMLResponse
from starlette.routing import Route
from pages.app.door import open_door, policy

SCRIPT = "document.title = 'ran'"
HASH = "'sha256-2RH3BF6ezh0BAXWRlbm0gXNVjTjOZLP23cGKRG2c1C0='"

async def lesson(request):
    page = f"<title>did not run</title><script>{SCRIPT}</script><script>document.title = 'wrong'</script>"
    return HTMLResponse(page, headers={"Content-Security-Policy": policy(request.headers["host"], script=HASH)})

app = st.App("page.py", middleware=open_door(), routes=[Route("/lesson", lesson)])
"""
PAGE = f"""
import streamlit as st
import plotly.graph_objects as go
st.set_page_config(page_icon={str(ROOT / "pages" / "app" / "eye.svg")!r})

def first():
    st.title("First")
    file = st.file_uploader("A file")
    if file:
        st.write(f"{{len(file.getvalue())}} bytes")
    st.plotly_chart(go.Figure(go.Bar(x=[1, 2], y=[3, 4])))
    st.dataframe({{"a": [1, 2]}})

st.navigation([st.Page(first, icon=":material/home:"), st.Page(lambda: st.title("Second"), title="Second")]).run()
"""
# Python tells which file it opens before it does so; a temporary one may have no name to be found by.
LISTENER = """
import os, sys
_told = os.open(os.environ["TOLD"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def _tell(event, said):
    if event == "open" and str(said[0]).startswith(os.environ["TMPDIR"]):
        os.write(_told, b"opened\\n")
sys.addaudithook(_tell)
"""
BLOCKED = "Executing inline script violates"
"""Streamlit's one line, which is for search engines."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program of two pages, under the settings of this one."""
    for name, text in {"app.py": APP, "page.py": PAGE, "sitecustomize.py": LISTENER}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / "temporary").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    return tmp_path


def test_a_page_and_a_file_stay_on_this_machine_and_in_memory(chromium: Browser, folder: Path) -> None:
    told, path = folder / "told", f"{folder}:{ROOT}"
    environment = {"PYTHONPATH": path, "TMPDIR": str(folder / "temporary"), "TOLD": str(told)}
    with Server(app=folder / "app.py", folder=folder, environment=environment) as server:
        stranger, context = chromium.new_context(), chromium.new_context(viewport=SIZE)
        assert stranger.new_page().goto(server.origin).status == 403
        watched, page = Watched(context), context.new_page()
        page.goto(server.link())
        page.get_by_role("heading", name="First").wait_for()
        page.set_input_files("input[type=file]", {"name": "x.csv", "mimeType": "text/csv", "buffer": bytes(3 << 20)})
        page.get_by_text(f"{3 << 20} bytes").wait_for()
        page.locator(".js-plotly-plot .main-svg").first.wait_for()
        page.locator("[data-testid=stDataFrame] canvas").first.wait_for()
        page.get_by_role("link", name="Second").click()
        page.get_by_role("heading", name="Second").wait_for()
        page.wait_for_selector(IDLE)
        assert "token" not in page.url and page.evaluate("document.cookie").count("leakage") == 0
        assert watched.outside(server) == [] and [each for each in watched.answered if each[0] >= 400] == []
        assert [each for each in watched.complaints if not each.startswith(BLOCKED)] == []
        # A route of one's own is behind the gate, and runs the one script that its policy names.
        page.goto(f"{server.origin}/lesson")
        assert page.title() == "ran"
        assert stranger.new_page().goto(f"{server.origin}/lesson").status == 403
        assert told.read_text() == "" and list((folder / "temporary").iterdir()) == []
        stranger.close()
        context.close()
