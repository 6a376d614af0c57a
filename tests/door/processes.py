"""What a running process has used, as Linux tells it."""

from __future__ import annotations

from pathlib import Path


def memory_of(process: int, what: str = "VmRSS") -> float:
    """Megabytes of memory a process holds; ``VmHWM`` for the most it ever held."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(what)) / 1024
