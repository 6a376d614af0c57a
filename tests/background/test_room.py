"""An index and room: asked for before and all along, nothing left where it is wanting, and one who builds at a time."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from leakage import AnyOf, Shares
from leakage.background import BackgroundIndex, BuildError, Source, build_index, cost_of, remove_indices
from leakage.background.build import LOCK, PEAK, SPILL, WORK, index_path
from leakage.progress import listening
from tests.background.made_up import people

ROOT = Path(__file__).parents[2]
MATCH = AnyOf(Shares("N", "C"), Shares("M"))
RESERVE = 1 << 20
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def source(tmp_path: Path) -> Source:
    frame = people(3_000)
    frame.to_parquet(tmp_path / "held.parquet")
    return Source(tmp_path / "held.parquet", tuple((label, label) for label in frame.columns))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "indices").mkdir()
    return tmp_path / "indices" / "i.index"


NEEDED = PEAK * cost_of([(3_000, 4)]).bytes + RESERVE


def test_room_is_asked_for_before(source: Source, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED - 2_000_001))
    with pytest.raises(BuildError, match="not enough room for it: about 3 MB more would have to be free"):
        build_index(path, [source], MATCH, reserve=RESERVE)
    assert not list(path.parent.iterdir())
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED))
    assert build_index(path, [source], MATCH, reserve=RESERVE) == path
    assert list(path.parent.iterdir()) == [path]


def test_what_was_begun_counts_as_room_and_goes_where_there_is_none(
    source: Source, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = broken_off(source, path)
    size = begun.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED - size - 1))
    with pytest.raises(BuildError, match="not enough room"):
        build_index(path, [source], MATCH, reserve=RESERVE)
    assert not list(path.parent.iterdir())
    monkeypatch.undo()
    assert broken_off(source, path).stat().st_size == size
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED - size))
    build_index(path, [source], MATCH, reserve=RESERVE)


class EnoughError(Exception):
    pass


def broken_off(source: Source, path: Path) -> Path:
    """What cancelling in the third step leaves."""

    def listener(what: str, done: int, total: int) -> None:
        if "step 3" in what:
            assert path.with_suffix(SPILL).stat().st_mode & 0o777 == 0o700
            raise EnoughError

    with listening(listener), pytest.raises(EnoughError):
        build_index(path, [source], MATCH)
    assert list(path.parent.iterdir()) == [path.with_suffix(WORK)]
    return path.with_suffix(WORK)


@pytest.mark.parametrize("step", range(1, 6))
def test_building_stops_where_the_room_of_others_begins(
    step: int, source: Source, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [NEEDED]
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, free[0]))

    def listener(what: str, done: int, total: int) -> None:
        if f"step {step}" in what:
            free[0] = RESERVE - 1

    with listening(listener), pytest.raises(BuildError, match="not enough room"):
        build_index(path, [source], MATCH, reserve=RESERVE)
    assert not list(path.parent.iterdir())


FULL = """
import resource, signal, sys
from pathlib import Path
from leakage import AnyOf, Shares
from leakage.background import BuildError, Source, build, build_index

if sys.argv[3] == "a limit on files":
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
# As if the estimate were wrong: there is no room at all.
build.lacking_bytes = lambda *_: 0
source = Source(Path(sys.argv[1]), tuple((label, label) for label in "NPMC"))
try:
    build_index(Path(sys.argv[2]) / "i.index", [source], AnyOf(Shares("N", "C"), Shares("M")))
except BuildError as error:
    print(error, [path.name for path in Path(sys.argv[2]).iterdir()])
"""
MOUNT = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"', "sh"]


@pytest.mark.parametrize("full", ["a full disk", "a limit on files"])
def test_a_disk_that_is_full_keeps_nothing_of_it(full: str, tmp_path: Path, path: Path) -> None:
    people(30_000).to_parquet(tmp_path / "held.parquet")
    folder = str(path.parent)
    before = [*MOUNT, folder] if full == "a full disk" else []
    if before and subprocess.run([*before, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no disk can be made here")
    command = [*before, sys.executable, "-c", FULL, str(tmp_path / "held.parquet"), folder, full]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "the index was not made: there is not enough room for it []"


SAVING = """
import os, sys
from pathlib import Path
from leakage import AnyOf, Shares
from leakage.background import BuildError, Source, build, build_index
from leakage.progress import listening
from leakage.workspace.vault.store import write_durably

folder, saved = Path(sys.argv[2]), []

def listener(what, done, total):
    if what.startswith("Indexing"):
        write_durably(folder / "a.vault", os.urandom(4 << 20))
        saved.append(what)

build.lacking_bytes = lambda *_: 0
source = Source(Path(sys.argv[1]), tuple((label, label) for label in "NPMC"))
try:
    with listening(listener):
        build_index(folder / "i.index", [source], AnyOf(Shares("N", "C"), Shares("M")), reserve=60 << 20)
except BuildError as error:
    write_durably(folder / "a.vault", os.urandom(4 << 20))
    print(error, [path.name for path in folder.iterdir()], len(saved) > 1)
"""


def test_a_vault_is_saved_at_every_moment_of_a_build_that_fills_the_disk(tmp_path: Path, path: Path) -> None:
    people(200_000).to_parquet(tmp_path / "held.parquet")
    mount = [part.replace("size=1m", "size=90m") for part in MOUNT]
    if subprocess.run([*mount, str(path.parent), "true"], check=False, capture_output=True).returncode:
        pytest.skip("no disk can be made here")
    command = [*mount, str(path.parent), sys.executable, "-c", SAVING, str(tmp_path / "held.parquet"), str(path.parent)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "the index was not made: there is not enough room for it ['a.vault'] True"


BUILDING = """
import sys, time
from pathlib import Path
from leakage import AnyOf, Shares
from leakage.background import Source, build_index
from leakage.progress import listening

def listener(what, done, total):
    if "step 3" in what:
        print("building", flush=True)
        time.sleep(3600)

source = Source(Path(sys.argv[1]), tuple((label, label) for label in "NPMC"))
with listening(listener):
    build_index(Path(sys.argv[2]), [source], AnyOf(Shares("N", "C"), Shares("M")))
"""


def test_of_two_processes_the_second_says_that_another_builds(source: Source, path: Path) -> None:
    path = index_path(path.parent, [source], MATCH)
    command = [sys.executable, "-c", BUILDING, str(source.path), str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None and other.stdout.readline() == "building\n"
            lying = sorted(path.parent.iterdir())
            with pytest.raises(BuildError, match="another window or program is building this index"):
                build_index(path, [source], MATCH)
            remove_indices(path.parent, [source], MATCH)
            assert sorted(path.parent.iterdir()) == lying, "what is being made stays"
        finally:
            other.kill()
    build_index(path, [source], MATCH)
    assert list(path.parent.iterdir()) == [path]
    with BackgroundIndex(path) as index:
        assert index.records == 3_000
    remove_indices(path.parent, [source], MATCH)
    assert not list(path.parent.iterdir())


def test_what_was_begun_and_is_damaged_is_begun_anew(source: Source, path: Path) -> None:
    broken_off(source, path).write_bytes(b"damaged" * 1_000)
    build_index(path, [source], MATCH)
    assert list(path.parent.iterdir()) == [path]


def test_an_index_that_is_deleted_while_it_is_made_is_none(source: Source, path: Path) -> None:
    def listener(what: str, done: int, total: int) -> None:
        if "step 4" in what:
            path.with_suffix(WORK).unlink(missing_ok=True)
            path.with_suffix(WORK).write_text("another's")

    with listening(listener), pytest.raises(BuildError, match="deleted while"):
        build_index(path, [source], MATCH)
    assert path.with_suffix(WORK).read_text() == "another's" and not path.exists()


def test_a_folder_that_may_not_be_written_to_is_said_to_be_one(source: Source, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="may not be written to"):
        build_index(tmp_path / "nowhere" / "i.index", [source], MATCH)
    (tmp_path / f"j{LOCK}").mkdir()
    with pytest.raises(BuildError, match="may not be written to"):
        build_index(tmp_path / "j.index", [source], MATCH)
    assert not os.path.exists(tmp_path / f"j{WORK}")
