"""What a path may lead to: regular files that may be read, and nothing that is waited for without end."""

import os
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from leakage import regular_file
from leakage.progress import listening
from leakage.regular_file import MOST_FILES, SourceError, files_at, opened, typed_path

# What waits for a pipe waits for ever.
pytestmark = pytest.mark.timeout(120)
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


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_regular_file_is_refused_at_once(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    ODD[odd](path)
    with pytest.raises(SourceError) as refusal, opened(path):
        pass
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
    with opened(tmp_path / "a.csv") as direct, opened(tmp_path / "link.csv") as through:
        assert (direct.path, direct.state) == (through.path, through.state) and direct.state.size == 6


@pytest.mark.parametrize("change", ["longer", "other", "gone", "older"])
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
        else:
            os.utime(path, ns=(0, 0))
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
    before, open_before = threading.active_count(), descriptors()
    for _ in range(5):
        with pytest.raises(SourceError, match="does not answer"), opened(tmp_path / "a.csv"):
            pass
    assert threading.active_count() == before + 1, "one thread waits for it, however often it is tried"
    for number in range(20):
        with pytest.raises(SourceError), opened(tmp_path / f"{number}.csv"):
            pass
    assert threading.active_count() <= before + regular_file.MOST_STALLED
    stalled.set()
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.name.endswith("(_work)"):
            thread.join()
    with opened(tmp_path / "a.csv") as file:
        assert file.state.size == 6
    assert descriptors() == open_before, "what was opened too late is closed"


def test_whoever_waits_for_a_disk_can_stop(tmp_path: Path, stalled: threading.Event) -> None:
    class EnoughError(Exception):
        pass

    def listener(what: str, done: int, total: int) -> None:
        raise EnoughError

    with listening(listener), pytest.raises(EnoughError), opened(tmp_path / "a.csv"):
        pass


def test_a_typed_path_leads_to_nobody_elses_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a.csv") == tmp_path / "a.csv" and typed_path("~") == tmp_path
    assert typed_path("/data/~nobody.csv") == Path("/data/~nobody.csv")
    for path in ("~nobody/x.csv", "~somebody-else/x.csv", "~root", "~~/x.csv"):
        with pytest.raises(SourceError, match=re.escape(regular_file.OTHER_HOME)):
            typed_path(path)


def test_of_a_folder_the_files_are_read_whose_names_end_so(tmp_path: Path) -> None:
    for name in ("b.csv", "a.CSV", "c.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in files_at(tmp_path, (".csv",))] == ["a.CSV", "b.csv"]
    assert files_at(tmp_path / "c.txt", (".csv",)) == (tmp_path / "c.txt",)
    for number in range(MOST_FILES):
        (tmp_path / f"{number}.csv").touch()
    with pytest.raises(SourceError):
        files_at(tmp_path, (".csv",))
