"""Files are read in a process of their own, with 1 GB and 60 seconds, which ends when its page is left.

A child that answered takes the next file; one that failed, took too long or was left is killed. It writes no file, says
nothing to the terminal, and ends with the app, for then nobody asks it any more.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, NoReturn, TypeAlias, cast

from leakage.private_files import opened
from leakage.progress import report
from leakage.workspace.files import secret

try:
    import resource
except ImportError:  # Windows has none, and there time alone is limited
    resource = None  # type: ignore[assignment]

FUNCTIONS = {
    "read": ("leakage.workspace.files.recognise", "read"),
    "records": ("leakage.workspace.csv_files", "read_records_csv"),
    "counts": ("leakage.workspace.figures.rarity", "read_value_counts"),
    "table": ("leakage.published.records", "read_table_csv"),
    "headings": ("leakage.strangers", "headings"),
    "strangers": ("leakage.strangers", "strangers_in"),
    "behaviour": ("leakage.reidentification.table", "read_table"),
}
"""The functions that a child runs; each takes the content of a file first, and ``read`` an open file as well."""

MEMORY, SECONDS, SMALL = 1_000_000_000, 60, 400_000
"""Bytes and seconds for a file, and the kilobytes below which a child stays for another one."""

GIVEN_UP = f"it takes longer than {SECONDS} seconds to read this file, so nothing of it was read"
TOO_LARGE = f"it takes more than {MEMORY // 10**9} GB of memory to read this file, so nothing of it was read"
BROKEN = "this file cannot be read"

Answer: TypeAlias = tuple[type[ValueError] | None, Any, bool]
"""The type of error, if any; the result, or the error's sentence; and whether the child takes another file."""


def call(function: str, source: bytes | Path, /, *arguments: Any, **named: Any) -> Any:
    """The result of one of ``FUNCTIONS`` for a file; ``leakage.progress`` is told meanwhile, and may end the wait.

    Arguments:
        function: by its short name.
        source: what the file holds, or where it lies: a regular file.

    Raises:
        ValueError: with one sentence, for what the function refuses, and for a file that takes too long or too much.

    >>> call("read", b"url,username,password\\nshop.example,alice,moon\\n").accounts[0].site
    'shop.example'
    """
    with _LOCK:
        waiting = [child for child in _SPARE if child.poll() is None]
        _SPARE.clear()
    child, again = waiting[0] if waiting else _started(), False
    try:
        error, found, again = _asked(child, (function, source, arguments, named, bytes(secret.KEY)))
    finally:
        with _LOCK:
            _SPARE.extend([child] if again and not _SPARE else [])
        if child not in _SPARE:
            child.kill()
            child.wait()
    if error is not None:
        raise error(found)
    return found


def _asked(child: _Child, question: tuple[Any, ...]) -> Answer:
    answers, told, heard = list[Answer](), cast(IO[bytes], child.stdin), cast(IO[bytes], child.stdout)

    def exchange() -> None:
        try:
            pickle.dump(question, told)
            told.flush()
            # What answers is this module: a file is never unpickled.
            answers.append(pickle.load(heard))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            pass

    waiting, end = threading.Thread(target=exchange, daemon=True), time.monotonic() + SECONDS
    waiting.start()
    while waiting.is_alive() and time.monotonic() < end:
        waiting.join(0.02)
        report("Reading the file", 0, 0)
    return answers[0] if answers else (ValueError, GIVEN_UP if waiting.is_alive() else BROKEN, False)


# Children: one is started ahead, since that takes longer than most files.
_Child: TypeAlias = "subprocess.Popen[bytes]"
_SPARE: list[_Child] = []
_LOCK = threading.Lock()


def prepare() -> None:
    """Start a child, so that the first file need not wait for it."""
    with _LOCK:
        if not _SPARE:
            _SPARE.append(_started())


def _started() -> _Child:
    root = str(Path(__file__).parents[3])
    paths = os.pathsep.join(dict.fromkeys((root, *filter(None, sys.path))))
    # A library that starts a thread for every core would spend the memory on their stacks.
    environment = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-m", "leakage.workspace.files.apart"]
    return subprocess.Popen(command, cwd=root, env=environment, start_new_session=True, **pipes)


@atexit.register
def _end_spare() -> None:
    for child in _SPARE:
        child.kill()
        child.wait()


# In the child.


def _serve() -> NoReturn:
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # What is parsed has no circles, and looking for some takes as long as parsing it.
    gc.disable()
    # The lists that a first file would wait for.
    importlib.import_module(FUNCTIONS["read"][0]).read(b"url,username,password\nhttps://shop.example,alice,moon\n")
    for name, most in (("DATA", MEMORY), ("FSIZE", 0), ("CORE", 0)) if resource else ():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    while True:
        question = pickle.load(questions)
        if resource:
            # If the app was killed meanwhile, nobody is left to kill this.
            signal.alarm(SECONDS + 10)
        pickle.dump(_answer(*question), answers)
        answers.flush()
        if resource:
            signal.alarm(0)


def _answer(function: str, source: bytes | Path, arguments: Any, named: Any, key: bytes) -> Answer:
    module, name = FUNCTIONS[function]
    secret.KEY[:] = key
    try:
        work = getattr(importlib.import_module(module), name)
        if isinstance(source, bytes):
            found = work(source, *arguments, **named)
        else:
            with opened(source) as file, file.descriptor_path.open("rb") as stream:
                found = work(stream, *arguments, **named)
        return None, found, _is_small()
    except ValueError as error:
        known = type(error).__module__.startswith("leakage.")
        return type(error) if known else ValueError, str(error), True
    except MemoryError:
        return ValueError, TOO_LARGE, False
    except Exception:  # what went wrong may quote the file
        return ValueError, BROKEN, False


def _is_small() -> bool:
    # ``getrusage`` would count what the parent had when this process began.
    status = Path("/proc/self/status")
    peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text("ascii")) if status.exists() else None
    return peak is not None and int(peak[1]) < SMALL


if __name__ == "__main__":
    _serve()
