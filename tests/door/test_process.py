"""The running server: no core dump, and a flood of errors that leaves a line."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.door.client import ask, come_in
from tests.door.server import ROOT, Server

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc")

PROBE = """
import ctypes, resource
from leakage.system import forbid_core_dumps
dumpable = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
print(dumpable())
forbid_core_dumps()
print(dumpable(), resource.getrlimit(resource.RLIMIT_CORE)[0])
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


def limits(server: Server) -> dict[str, list[str]]:
    lines = Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()[1:]
    return {line[:26].strip(): line[26:].split() for line in lines}


@linux
def test_it_leaves_no_core_dump(server: Server) -> None:
    assert limits(server)["Max core file size"][:2] == ["0", "0"]
    # What the kernel itself thinks of the process only the process can ask it.
    done = subprocess.run([sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "0", "0"]


@linux
def test_it_may_open_files_enough(server: Server) -> None:
    soft, hard = limits(server)["Max open files"][:2]
    assert soft == "unlimited" or int(soft) >= min(4096, int(hard))


@pytest.mark.slow
def test_a_flood_of_what_is_no_request_leaves_a_line(server: Server) -> None:
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
            connection.sendall(b"\0\r\n\r\n")
            assert b"400" in connection.recv(100)
    assert ask(server, "/", come_in(server)).status == 200
    assert server.printed.count("Invalid HTTP request received") == 1
