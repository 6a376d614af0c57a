"""Connections that a process asks the system for, whatever library does so."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

CALLS = "connect,sendto,sendmsg,sendmmsg"
PLACE = re.compile(r'sa_family=AF_INET6?, .*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")')
ON_THIS_MACHINE = {"127.0.0.1", "::1"}
NAME_SERVICE = ("sin_port=htons(53)", "sin6_port=htons(53)", "systemd/resolve")


def traced(log: Path) -> list[str]:
    """What comes before a command so that its connections are written into a file; the process is the command's own."""
    tracer = shutil.which("strace")
    if tracer is None:
        # In CI a test of connections that skips is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Debian's strace is not installed")
    return [tracer, "-D", "-f", "-qq", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(log)]


def outward(log: Path) -> list[str]:
    """The lines of such a file about another machine, or about the name of one."""
    return [line for line in log.read_text(errors="replace").splitlines() if _is_outward(line)]


def _is_outward(line: str) -> bool:
    if any(name in line for name in NAME_SERVICE):
        return True
    place = PLACE.search(line)
    return place is not None and (place[1] or place[2]) not in ON_THIS_MACHINE
