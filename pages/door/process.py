"""What the process is allowed: no picture of its memory on the disk, and files enough."""

from __future__ import annotations

import contextlib
import ctypes
import sys

OPEN_FILES = 4096
_PR_SET_DUMPABLE = 4


def forbid_core_dumps() -> None:
    """A crash leaves no file with what was in memory; on Linux no other program of the user may look into it either."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 -- not everywhere

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # A system that hands crashes to a program does so whatever the limit says.
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def allow_open_files() -> None:
    """As many open files as the connections need, where the system grants them."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 -- not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
