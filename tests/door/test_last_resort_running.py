"""No page ever shows Streamlit's own error: what fails is told in one sentence, and logged without values."""

from __future__ import annotations

from pathlib import Path

from tests.door.client import come_in, drawn
from tests.door.server import ROOT, Server

CANARY = "canary-4711"
# The program, with pages that fail as one does that was handed something nobody thought of.
FAILING = f"""
import streamlit as st

from app import door, last_resort
from pages.shell import frame

def fail(*_):
    # Put together, for a traceback shows this line.
    raise KeyError("-".join(("canary", "4711")))

frame.open_page = fail
router = {str(ROOT / "pages" / "navigation.py")!r}
app = st.App(router, middleware=door.middleware, lifespan=door.lifespan, on_script_error=last_resort)
"""


def test_a_page_that_fails_says_so_in_the_programs_own_words(tmp_path: Path) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text(FAILING)
    with Server(app=failing, environment={"PYTHONPATH": str(ROOT)}) as server:
        shown = drawn(server, come_in(server))
    assert b"This page failed (KeyError). Your work is still here" in shown
    assert b"encountered an error" not in shown
    assert CANARY.encode() not in shown
    assert "KeyError (what it says is kept out of the log)" in server.printed
    assert CANARY not in server.printed
