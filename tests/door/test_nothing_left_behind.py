"""Promise 3, the door's part: a file that is handed in lies on no disk, and what fails tells the log no value."""

from __future__ import annotations

import http.client
import os
import re
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.door.client import ask, come_in, visit
from tests.door.server import ROOT, Server

CANARY = b"canary-4711"
SIZE = 8_000_000
EDGE = "edge"
HEAD = f'--{EDGE}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n'.encode()
TAIL = f"\r\n--{EDGE}--\r\n".encode()
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


def files_open_for_writing(process: int) -> list[bytes]:
    """What stands in the files that a process writes, whether or not they still have names."""
    left = []
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        try:
            mode = re.search(r"flags:\s*(\d+)", Path(f"/proc/{process}/fdinfo/{descriptor.name}").read_text())
            writes = mode is not None and int(mode[1], 8) & (os.O_WRONLY | os.O_RDWR)
            if writes and stat.S_ISREG(descriptor.stat().st_mode):
                left.append(descriptor.read_bytes())
        except FileNotFoundError:
            continue
    return left


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/fd").exists() or os.geteuid() != 0,
    reason="only Linux shows a process's files, and of one that may not be dumped only to root",
)
def test_a_large_file_is_never_written_down(tmp_path: Path) -> None:
    """Looked at while most of it has arrived, and after it has."""
    with Server(environment={"TMPDIR": str(tmp_path)}) as server:
        cookie = come_in(server)
        health = ask(server, "/_stcore/health", cookie)
        xsrf = health.cookies().partition("=")[2]
        with (
            visit(server, cookie) as began,
            closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line,
        ):
            line.putrequest("PUT", f"/_stcore/upload_file/{began.initialize.session_id}/file")
            line.putheader("cookie", f"{cookie[1]}; _streamlit_xsrf={xsrf}")
            line.putheader("x-xsrftoken", xsrf)
            line.putheader("content-type", f"multipart/form-data; boundary={EDGE}")
            line.putheader("content-length", str(len(HEAD) + SIZE + len(TAIL)))
            line.endheaders()
            rows = CANARY * (SIZE // len(CANARY) + 1)
            line.send(HEAD + rows[: SIZE - 1000])
            for _ in range(10):
                time.sleep(0.05)
                assert not any(CANARY in content for content in files_open_for_writing(server.process.pid))
            line.send(rows[SIZE - 1000 : SIZE] + TAIL)
            assert line.getresponse().status == 204
            assert not any(CANARY in content for content in files_open_for_writing(server.process.pid))
        left = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert not any(CANARY in path.read_bytes() for path in left)


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
