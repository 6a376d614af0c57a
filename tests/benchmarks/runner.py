"""What benchmarks share: how long something takes and what it needs, here, in a process, or in a peer's environment."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

Result = TypeVar("Result")
RUNS = 3


class Measured(NamedTuple, Generic[Result]):
    """One run of something.

    Arguments:
        seconds: by the clock.
        result: what came of it.
        processor: seconds of the processor, which other work on the machine hardly changes.
    """

    seconds: float
    result: Result
    processor: float


def once(run: Callable[[], Result]) -> Measured[Result]:
    """What one run takes."""
    begun, worked = time.perf_counter(), time.process_time()
    result = run()
    return Measured(time.perf_counter() - begun, result, time.process_time() - worked)


def fastest(run: Callable[[], Result], runs: int = RUNS) -> Measured[Result]:
    """The fastest of some runs, for other work on the machine only slows them."""
    return min((once(run) for _ in range(runs)), key=lambda measured: measured.seconds)


def peak_memory() -> float:
    """The most memory this process has held, in megabytes.

    Not ``ru_maxrss``: that starts from what the process held that started this one.
    """
    line = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="utf-8"))
    return int(line[1]) / 1024 if line else 0.0


def in_a_process(*command: str, runs: int = RUNS) -> dict[str, float]:
    """What a process prints last, as JSON: that of the fastest of some runs, by its ``seconds``."""
    done = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(runs)]
    outcomes: list[dict[str, float]] = [json.loads(run.stdout.splitlines()[-1]) for run in done]
    return min(outcomes, key=lambda outcome: outcome["seconds"])


def this_module(name: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a benchmark as a process of its own."""
    return (sys.executable, "-m", name, *arguments)


def peer_python(folder: Path, *packages: str) -> str:
    """The Python of an environment with a peer's packages, made if it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *packages], check=True)
    return str(python)
