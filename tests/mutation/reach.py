"""Which tests reach which line, and how long each takes: measured once, with coverage, in a copy of the house."""

import hashlib
import json
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import coverage
import pytest


class Contexts:
    """A pytest plugin: every line that runs is put down to the test that runs it."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(source=["leakage"], data_file=None, config_file=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.coverage.switch_context(item.nodeid)
        began = time.perf_counter()
        outcome = yield
        self.seconds[item.nodeid] = round(time.perf_counter() - began, 3)
        self.coverage.switch_context("")
        return outcome

    def lines(self) -> dict[str, dict[int, list[str]]]:
        data = self.coverage.get_data()
        folder = Path.cwd()
        return {
            str(Path(name).relative_to(folder)): {
                line: [context for context in contexts if context]
                for line, contexts in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }


def measure(tests: list[str], place: str) -> None:
    """Run tests in this process, and write what they reach."""
    contexts = Contexts()
    contexts.coverage.start()
    code = pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=12", *tests],
        plugins=[contexts],
    )
    contexts.coverage.stop()
    if code:
        raise SystemExit("the tests do not pass without a fault in the program")
    Path(place).write_text(json.dumps({"seconds": contexts.seconds, "lines": contexts.lines()}), encoding="utf-8")


class Reach:
    """What was measured: the tests that reach a line, the quickest first."""

    def __init__(self, place: Path) -> None:
        measured = json.loads(place.read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = measured["seconds"]
        self._lines: dict[str, dict[str, list[str]]] = measured["lines"]

    @staticmethod
    @cache
    def measured(copy: Path, part: str) -> "Reach":
        """Of a part's own tests and the examples in it; as before, if neither the part nor a test has changed since."""
        folders = [f"leakage/{part}", f"tests/{part}"]
        files = sorted(path for folder in folders for path in (copy / folder).rglob("*.py"))
        state = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
        place = copy.parent / f"reach-{part}-{state}.json"
        if not place.exists():
            subprocess.run([sys.executable, "-m", "tests.mutation.reach", str(place), *folders], cwd=copy, check=True)
        return Reach(place)

    def tests(self, path: str, lines: range) -> list[str]:
        """Of lines run at import, such as constants, all tests that reach anything in the file."""
        by_line = self._lines.get(path, {})
        reached = {test for line in lines for test in by_line.get(str(line), [])}
        if not reached and any(str(line) in by_line for line in lines):
            reached = {test for tests in by_line.values() for test in tests}
        return sorted(reached, key=lambda test: (self.seconds[test], test))


if __name__ == "__main__":
    measure(sys.argv[2:], sys.argv[1])
