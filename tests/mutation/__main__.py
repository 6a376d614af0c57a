"""Draw faults, put each into a copy of the house, run the tests that reach it, and say which nobody noticed."""

import argparse
import importlib
import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.reach import Reach

ROOT = Path(__file__).resolve().parent.parent.parent
HEART = ("measure", "resolution", "decision", "tables", "reidentification")
PARTS = [f"leakage/{part}" for part in HEART]
TestsOf: TypeAlias = Callable[[Mutant], tuple[list[str], float]]
SURVIVED, KILLED, TOO_LONG, UNREACHED = "survived", "killed", "took too long", "reached by no test"


def main() -> None:
    arguments = _arguments()
    whole, *copies = (_copy(Path(arguments.copies, name)) for name in ("whole", *map(str, range(arguments.processes))))
    rows = [_row(place, arguments, whole, copies) for place in arguments.places]
    print(f"\n{'':32} faults  noticed  survived", *rows, sep="\n")


def _row(place: str, arguments: argparse.Namespace, whole: Path, copies: list[Path]) -> str:
    """Try the faults of a place; name those that survive, and count."""
    counts: Counter[str] = Counter()
    drawn = _drawn(whole, place, arguments.each, arguments.seed)
    for mutant, verdict in _tried(drawn, whole, copies, lambda mutant: _tests(mutant, arguments, whole)):
        counts[verdict] += 1
        if verdict in (SURVIVED, UNREACHED):
            print(f"{verdict}: {mutant}", flush=True)
    noticed, lived = counts[KILLED] + counts[TOO_LONG], counts[SURVIVED] + counts[UNREACHED]
    row = f"{place:32} {len(drawn):6}  {noticed / max(1, len(drawn)):7.0%}  {lived:8}"
    print(row, flush=True)
    return row


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("places", nargs="*", default=PARTS, help="folders, files, or lines as file:line")
    parser.add_argument("--each", type=int, default=40, help="faults drawn in each place (0: all)")
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0, help="of tests for each fault, the quickest first")
    parser.add_argument("--tests", nargs="+", help="in place of those that reach a fault")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--copies", default=Path(tempfile.gettempdir(), "leakage-mutation"), help="where they are put")
    return parser.parse_args()


def _copy(copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    return copy


def _drawn(whole: Path, place: str, each: int, seed: int) -> list[Mutant]:
    path, _, line = place.partition(":")
    files = [whole / path] if path.endswith(".py") else sorted((whole / path).rglob("*.py"))
    mutants = [mutant for file in files for mutant in mutants_of(whole, str(file.relative_to(whole)))]
    if line:
        return [mutant for mutant in mutants if mutant.line == int(line)]
    return random.Random(seed).sample(mutants, min(each or len(mutants), len(mutants)))


def _tried(drawn: list[Mutant], whole: Path, copies: list[Path], tests_of: TestsOf) -> Iterator[tuple[Mutant, str]]:
    """Every fault with its verdict, as many at a time as there are copies."""
    waiting, running = list(drawn), {}
    while waiting or running:
        free = [copy for copy in copies if copy not in {copy for copy, *_ in running.values()}]
        while waiting and free:
            mutant, copy = waiting.pop(0), free.pop()
            tests, limit = tests_of(mutant)
            if not tests:
                yield mutant, UNREACHED
                continue
            running[_started(mutant, whole, copy, tests)] = (copy, mutant, time.monotonic() + limit)
        for process, verdict in list(_ended(running)):
            copy, mutant, _ = running.pop(process)
            _write(copy / mutant.path, (whole / mutant.path).read_bytes())
            yield mutant, verdict
        time.sleep(0.02)


def _part(mutant: Mutant) -> str:
    return mutant.path.split("/")[1]


def _tests(mutant: Mutant, arguments: argparse.Namespace, whole: Path) -> tuple[list[str], float]:
    """The quickest tests that reach a fault, and how long they may take with it."""
    if arguments.tests:
        return arguments.tests, 10 * arguments.seconds
    reach = Reach.measured(whole, _part(mutant))
    lines = range(mutant.line, mutant.line + mutant.before.count("\n") + 1)
    chosen, spent = [], 0.0
    for test in reach.tests(mutant.path, lines):
        spent += reach.seconds[test]
        if chosen and spent > arguments.seconds:
            break
        chosen.append(test)
    return chosen, 30.0 + 5.0 * min(spent, arguments.seconds)


WRITTEN = itertools.count(1)


def _write(path: Path, text: bytes) -> None:
    """Each time with another date, for compiled files are told apart by the second."""
    path.write_bytes(text)
    os.utime(path, (second := next(WRITTEN), second))


def _started(mutant: Mutant, whole: Path, copy: Path, tests: list[str]) -> int:
    """A child of this process, which has everything but the program imported already."""
    _write(copy / mutant.path, mutant.source((whole / mutant.path).read_bytes()))
    process = os.fork()
    if process:
        return process
    os.setsid()
    os.chdir(copy)
    sys.path[0] = str(copy)
    for name in [name for name in sys.modules if name.split(".")[0] in {"leakage", "tests"}]:
        del sys.modules[name]
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    options = [
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--hypothesis-seed=12",
        f"--rootdir={copy}",
    ]
    os._exit(int(pytest.main([*options, *tests])))


def _ended(running: dict[int, tuple[Path, Mutant, float]]) -> Iterator[tuple[int, str]]:
    for process, (_, _, limit) in running.items():
        if time.monotonic() > limit:
            os.killpg(process, signal.SIGKILL)
            os.waitpid(process, 0)
            yield process, TOO_LONG
            continue
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            yield process, SURVIVED if status == 0 else KILLED


if __name__ == "__main__":
    for module in ("hypothesis", "networkx", "pandas", "rapidfuzz", "scipy.integrate", "scipy.optimize", "scipy.stats"):
        importlib.import_module(module)  # Once, for all children.
    main()
