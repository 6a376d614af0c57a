"""The running server: no core dump, and a flood of errors that leaves a line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
