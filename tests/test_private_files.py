"""What a path may lead to: regular files that may be read, and nothing that is waited for without end."""

import os
import re
import socket
from pathlib import Path

import pytest

from leakage import private_files
from leakage.private_files import MOST_FILES, SourceError, files_at, opened, typed_path

pytestmark = pytest.mark.timeout(120)
SYSTEM = Path("/proc/self/status")


def listener(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


ODD = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": listener,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a file of the system's": lambda path: path.symlink_to(SYSTEM),
    "a link to itself": lambda path: path.symlink_to(path),
    "nothing": lambda path: None,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
    "a link to a pipe": lambda path: (os.mkfifo(path.with_name("pipe")), path.symlink_to(path.with_name("pipe"))),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "a.csv").write_text("N\nann\n")
    return tmp_path / "a.csv"


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_regular_file_is_refused(odd: str, tmp_path: Path) -> None:
    ODD[odd](tmp_path / "odd.csv")
    with pytest.raises(SourceError) as refusal, opened(tmp_path / "odd.csv"):
        pass
    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize(
    "name", ["/proc/x.csv", "/tmp/\0.csv", "/tmp/\udcff\ud800.csv", f"/{'x' * 5_000}.csv", "/tmp/.."]
)
def test_a_path_that_no_file_has_is_refused(name: str) -> None:
    with pytest.raises(SourceError), opened(Path(name)):
        pass


def test_a_link_to_a_file_is_the_file(path: Path) -> None:
    path.with_name("link.csv").symlink_to("a.csv")
    with opened(path) as direct, opened(path.with_name("link.csv")) as through:
        assert (direct.path, direct.state) == (through.path, through.state) and direct.state[2] == 6


@pytest.mark.parametrize("change", ["longer", "other", "gone", "older", "a folder"])
def test_a_file_that_changes_while_it_is_open_is_refused(change: str, path: Path) -> None:
    with opened(path) as file:
        file.check_unchanged()
        if change == "longer":
            path.write_text("N\nann\nbob\n")
        elif change == "other":
            path.with_name("b.csv").write_text("N\nbob\n")
            os.utime(path.with_name("b.csv"), ns=(file.state[3], file.state[3]))
            path.with_name("b.csv").replace(path)
        elif change == "older":
            os.utime(path, ns=(0, 0))
        else:
            path.unlink()
            ODD.get(change, ODD["nothing"])(path)
        assert file.descriptor_path.read_bytes()[:5] == b"N\nann", "what is open stays"
        with pytest.raises(SourceError):
            file.check_unchanged()


@pytest.mark.parametrize("other", ["a pipe", "a link to a file of the system's", "a folder"])
def test_what_replaces_a_file_before_it_is_opened_is_refused(other, path, monkeypatch) -> None:
    whole, before = os.open, len(os.listdir("/proc/self/fd"))

    def replaced(name: Path, *arguments: int) -> int:
        path.unlink()
        ODD[other](path)
        return whole(name, *arguments)

    monkeypatch.setattr(os, "open", replaced)
    with pytest.raises(SourceError), opened(path):
        pass
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_typed_path_leads_to_nobody_elses_home(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a.csv") == tmp_path / "a.csv" and typed_path("~") == tmp_path
    assert typed_path("/data/~nobody.csv") == Path("/data/~nobody.csv")
    for name in ("~nobody/x.csv", "~root", "~~/x.csv"):
        with pytest.raises(SourceError, match=re.escape(private_files.OTHER_HOME)):
            typed_path(name)


def test_of_a_folder_the_files_are_read_whose_names_end_so(tmp_path: Path) -> None:
    for name in ("b.csv", "a.CSV", "c.txt", *(f"{number}.tsv" for number in range(MOST_FILES + 1))):
        (tmp_path / name).touch()
    assert [path.name for path in files_at(tmp_path, (".csv",))] == ["a.CSV", "b.csv"]
    assert files_at(tmp_path / "c.txt", (".csv",)) == (tmp_path / "c.txt",)
    with pytest.raises(SourceError):
        files_at(tmp_path, (".tsv",))
