"""Promise 3, the door's part: a file that is handed in lies on no disk, and what fails tells the log no value."""

from __future__ import annotations

from pathlib import Path

from tests.door.client import come_in, visit
from tests.door.server import ROOT, Server

CANARY = b"canary-4711"
FAILING = """
import threading
import streamlit as st

def fail():
    # Put together here, for the log may show lines of the source.
    raise ValueError("-".join(["canary", "4711"]))

thread = threading.Thread(target=fail)
thread.start()
thread.join()
st.logger.get_logger("a page's own").warning("it was %s", KeyError("-".join(["canary", "4711"])))
fail()
"""
APP = """
import streamlit as st
from pages.door.entrance import open_door

door = open_door()
app = st.App("page.py", middleware=door.middleware, lifespan=door.lifespan)
"""


def test_a_page_that_fails_tells_the_log_no_value(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(APP)
    (tmp_path / "page.py").write_text(FAILING)
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    with Server(app=tmp_path / "app.py", folder=tmp_path, environment={"PYTHONPATH": str(ROOT)}) as server:
        with visit(server, come_in(server)):
            pass
        server.stop()
        assert CANARY.decode() not in server.printed
        assert server.printed.count("ValueError (what it says is kept out of the log)") == 2
        assert "it was KeyError (what" in server.printed
        assert "in fail" in server.printed
