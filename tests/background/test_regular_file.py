"""What a path may lead to: regular files that may be read, and nothing that is waited for without end."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from leakage.background import Source, SourceError, regular_file
from leakage.background.regular_file import opened, typed_path
from leakage.progress import listening

# What waits for a pipe waits for ever.
pytestmark = pytest.mark.timeout(120)
COLUMNS = (("N", "N"),)
SYSTEM = Path("/proc/self/status")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listener(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


ODD = {
    "a pipe": pipe,
    "a folder": Path.mkdir,
    "a socket": listener,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a file of the system's": lambda path: path.symlink_to(SYSTEM),
    "a link to itself": lambda path: path.symlink_to(path),
    "nothing": lambda path: None,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
    "a link to a pipe": lambda path: (pipe(path.with_name("pipe")), path.symlink_to(path.with_name("pipe"))),
}


@pytest.mark.parametrize("ending", ["csv", "parquet", "duckdb"])
@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_regular_file_is_refused_at_once(odd: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"odd.{ending}"
    ODD[odd](path)
    with pytest.raises(SourceError) as refusal:
        _ = Source(path, COLUMNS).fingerprint
    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize(
    "path", ["/proc/x.csv", "/tmp/\0.csv", "/tmp/\udcff\ud800.csv", f"/{'x' * 5_000}.csv", "/tmp/.."]
)
def test_a_path_that_no_file_has_is_refused(path: str) -> None:
    with pytest.raises(SourceError), opened(Path(path)):
        pass


def test_a_file_of_the_system_is_refused_though_it_is_regular() -> None:
    assert SYSTEM.is_file()
    with pytest.raises(SourceError, match="under /proc, /sys or /dev"), opened(SYSTEM):
        pass


def test_a_link_to_a_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("N\nann\n")
    (tmp_path / "link.csv").symlink_to("a.csv")
    direct, through = (Source(tmp_path / name, COLUMNS).fingerprint for name in ("a.csv", "link.csv"))
    assert direct == through and direct[:2] == (str(tmp_path / "a.csv"), 6)


def test_what_another_program_left_beside_a_file_of_duckdb_counts(tmp_path: Path) -> None:
    path, log = tmp_path / "a.duckdb", tmp_path / "a.duckdb.wal"
    path.write_bytes(b"something")
    without = Source(path, COLUMNS).fingerprint
    log.write_bytes(b"more")
    assert Source(path, COLUMNS).fingerprint != without
    log.unlink()
    assert Source(path, COLUMNS).fingerprint == without
    pipe(log)
    with pytest.raises(SourceError, match="regular"):
        _ = Source(path, COLUMNS).fingerprint


@pytest.mark.parametrize("change", ["longer", "other", "gone", "older", "logged"])
def test_a_file_that_changes_while_it_is_open_is_another(change: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("N\nann\n")
    with opened(path) as file:
        file.check_unchanged()
        if change == "longer":
            path.write_text("N\nann\nbob\n")
        elif change == "other":
            (tmp_path / "b.csv").write_text("N\nbob\n")
            os.utime(tmp_path / "b.csv", ns=(file.state.modified, file.state.modified))
            (tmp_path / "b.csv").replace(path)
        elif change == "gone":
            path.unlink()
        elif change == "older":
            os.utime(path, ns=(0, 0))
        else:
            file.log_path.touch()
        assert file.beginning(5) == b"N\nann", "what is open stays what it was"
        with pytest.raises(SourceError, match="changed while"):
            file.check_unchanged()


@pytest.mark.parametrize("other", ["a pipe", "a link to a file of the system's", "a folder"])
def test_what_is_put_in_the_place_of_a_file_that_was_looked_at_is_refused(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, whole = tmp_path / "a.csv", os.open
    path.write_text("N\nann\n")

    def replaced(name: Path, *arguments: int) -> int:
        path.unlink()
        ODD[other](path)
        return whole(name, *arguments)

    monkeypatch.setattr(os, "open", replaced)
    with pytest.raises(SourceError) as refusal, opened(path):
        pass
    assert str(refusal.value) != regular_file.SLOW, "it was waited for"


@pytest.fixture
def stalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that answers nothing until it is told to: ``tmp_path``, for what is asked of files themselves."""
    answers, whole = threading.Event(), os.lstat

    def lstat(path: Path, **options: object) -> os.stat_result:
        if threading.current_thread() is not threading.main_thread() and tmp_path in Path(path).parents:
            answers.wait()
        return whole(path, **options)

    monkeypatch.setattr(os, "lstat", lstat)
    monkeypatch.setattr(regular_file, "SLOWEST", 0.2)
    yield answers
    answers.set()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_disk_that_does_not_answer_is_left_alone(tmp_path: Path, stalled: threading.Event) -> None:
    (tmp_path / "a.csv").write_text("N\nann\n")
    source, before, open_before = Source(tmp_path / "a.csv", COLUMNS), threading.active_count(), descriptors()
    for _ in range(5):
        with pytest.raises(SourceError, match="does not answer"), opened(source.path):
            pass
        with pytest.raises(SourceError, match="does not answer"):
            _ = source.fingerprint
    assert threading.active_count() == before + 1, "one thread waits for it, however often it is tried"
    for number in range(20):
        with pytest.raises(SourceError):
            _ = Source(tmp_path / f"{number}.csv", COLUMNS).fingerprint
    assert threading.active_count() <= before + regular_file.MOST_STALLED
    stalled.set()
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.name.endswith("(_work)"):
            thread.join()
    assert source.fingerprint[1] == 6
    assert descriptors() == open_before, "what was opened too late is closed"


def test_whoever_waits_for_a_disk_can_stop(tmp_path: Path, stalled: threading.Event) -> None:
    class EnoughError(Exception):
        pass

    def listener(what: str, done: int, total: int) -> None:
        raise EnoughError

    with listening(listener), pytest.raises(EnoughError):
        _ = Source(tmp_path / "a.csv", COLUMNS).fingerprint


def test_a_typed_path_leads_to_nobody_elses_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a.csv") == tmp_path / "a.csv" and typed_path("~") == tmp_path
    assert typed_path("/data/~nobody.csv") == Path("/data/~nobody.csv")
    for path in ("~nobody/x.csv", "~somebody-else/x.csv", "~root", "~~/x.csv"):
        with pytest.raises(SourceError, match="not at another person's"):
            typed_path(path)
