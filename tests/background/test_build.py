"""Building an index, where it lies, and room for it."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import duckdb
import pytest

from leakage import AnyOf, Shares
from leakage.background import (
    BackgroundIndex,
    BuildError,
    Rows,
    Source,
    SourceError,
    build_index,
    columns_of,
    cost_of,
    index_path,
    indices_of,
    remove_indices,
    rows_in,
)
from leakage.background.build import LOCK, PEAK, SPILL, WORK
from leakage.progress import listening
from tests.amount import cases
from tests.background.made_up import LABELS, people

# Where an index lies, what it may cost, and that only its owner reads it.


PLACE_MATCH = Shares("N")


def made(folder: Path, name: str = "a.csv", text: str = "N,P\nann,1\nbob,2\n") -> Source:
    path = folder / name
    path.write_text(text)
    return Source(path, (("N", "N"),))


def test_another_file_rule_or_column_has_another_index(tmp_path: Path) -> None:
    source, other = made(tmp_path), made(tmp_path, "b.csv")
    named = [
        index_path(tmp_path, *changed)
        for changed in (
            ([source], PLACE_MATCH),
            ([other], PLACE_MATCH),
            ([source, other], PLACE_MATCH),
            ([other, source], PLACE_MATCH),
            ([Source(source.path, (("P", "N"),))], PLACE_MATCH),
            ([Source(source.path, (("N", "P"),))], PLACE_MATCH),
            ([source], Shares("P")),
            ([source], AnyOf(Shares("N"), Shares("P"))),
        )
    ]
    assert len(set(named)) == len(named)
    assert index_path(tmp_path, [made(tmp_path)], PLACE_MATCH) != named[0], "it was written anew"
    assert not any("a.csv" in path.name for path in named)


def test_a_file_that_changed_has_another_index_and_both_can_be_removed(tmp_path: Path) -> None:
    folder = tmp_path / "indices"
    folder.mkdir()
    source, match = made(tmp_path), PLACE_MATCH
    first = build_index(index_path(folder, [source], match), [source], match)
    index = build_index(index_path(folder, [source], Shares("P")), [source], Shares("P"))
    assert os.stat(first).st_mode & 0o777 == 0o600
    made(tmp_path, text="N\nann\nbob\ncleo\n")
    second = index_path(folder, [source], match)
    assert second != first and indices_of(folder, [source], match) == (first,)
    build_index(second, [source], match)
    second.with_suffix(".work").write_text("begun")
    remove_indices(folder, [source], match, but=second)
    assert set(indices_of(folder, [source], match)) == {second, second.with_suffix(".work")}
    source.path.unlink()
    remove_indices(folder, [source], match)
    assert list(folder.iterdir()) == [index]
    with pytest.raises(SourceError, match="not there"):
        index_path(folder, [source], match)


def test_a_file_that_is_changed_back_in_time_is_another_one(tmp_path: Path) -> None:
    text = "N,P\n" + "ann,1\n" * 20_000
    source = made(tmp_path, text=text)
    age = source.path.stat().st_mtime_ns
    named = [index_path(tmp_path, [source], PLACE_MATCH)]
    for changed in ("N,P\nbob" + text[7:], text[:-2] + "9\n", text):
        source.path.write_text(changed)
        os.utime(source.path, ns=(age, age))
        named.append(index_path(tmp_path, [source], PLACE_MATCH))
    assert len(set(named[:3])) == 3 and named[3] == named[0]


def test_a_star_in_a_name_is_a_star(tmp_path: Path) -> None:
    source = made(tmp_path, "a*[x]?.csv", "N\nann\n")
    made(tmp_path, "ab[x]c.csv", "N\nbob\n")
    assert columns_of(source.path) == ("N",)
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], PLACE_MATCH)) as index:
        assert (index.records, index.counts([("N", "ann"), ("N", "bob")])) == (1, [1, 0])


def test_records_are_counted_or_estimated_and_cost_something(tmp_path: Path) -> None:
    frame = people(60_000)
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_csv(tmp_path / "a.csv", index=False)
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE TABLE held AS SELECT * FROM frame")
    columns = tuple((label, label) for label in LABELS[:2])
    assert rows_in(Source(tmp_path / "a.parquet", columns)) == Rows(60_000, estimated=False)
    assert rows_in(Source(tmp_path / "a.duckdb", columns, "held")) == Rows(60_000, estimated=False)
    assert (tmp_path / "a.csv").stat().st_size > 1 << 20
    estimate = rows_in(Source(tmp_path / "a.csv", columns))
    assert estimate.estimated and estimate.records == pytest.approx(60_000, rel=0.05)
    few = made(tmp_path, "few.csv", "N\nann\nbob")
    assert rows_in(few) == Rows(2, estimated=True)
    cost, twice = cost_of([(1000, 2)]), cost_of([(1000, 2), (500, 4)])
    assert 0 < cost.seconds < twice.seconds and 2 * cost.bytes == twice.bytes
    (tmp_path / "junk.parquet").write_bytes(b"secret" * 99)
    for name in ("junk.parquet", "gone.csv"):
        with pytest.raises(SourceError) as refusal:
            rows_in(Source(tmp_path / name, columns))
        assert "secret" not in str(refusal.value) and str(tmp_path) not in repr(refusal.value)
    assert str(tmp_path) not in repr(few)


# An index and room: asked for before and all along, nothing left where it is wanting, and one who builds at a time.


ROOT = Path(__file__).parents[2]
ROOM_MATCH = AnyOf(Shares("N", "C"), Shares("M"))
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
        build_index(path, [source], ROOM_MATCH, reserve=RESERVE)
    assert not list(path.parent.iterdir())
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED))
    assert build_index(path, [source], ROOM_MATCH, reserve=RESERVE) == path
    assert list(path.parent.iterdir()) == [path]


def test_what_was_begun_counts_as_room_and_goes_where_there_is_none(
    source: Source, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # How much DuckDB has written by then is not the same each time.
    size = broken_off(source, path).stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED - size - 1))
    with pytest.raises(BuildError, match="not enough room"):
        build_index(path, [source], ROOM_MATCH, reserve=RESERVE)
    assert not list(path.parent.iterdir())
    monkeypatch.undo()
    size = broken_off(source, path).stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, NEEDED - size))
    build_index(path, [source], ROOM_MATCH, reserve=RESERVE)


class EnoughError(Exception):
    pass


def broken_off(source: Source, path: Path) -> Path:
    """What cancelling in the third step leaves."""

    def listener(what: str, done: int, total: int) -> None:
        if "step 3" in what:
            assert path.with_suffix(SPILL).stat().st_mode & 0o777 == 0o700
            raise EnoughError

    with listening(listener), pytest.raises(EnoughError):
        build_index(path, [source], ROOM_MATCH)
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
        build_index(path, [source], ROOM_MATCH, reserve=RESERVE)
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


@pytest.mark.parametrize("full", cases(["a full disk", "a limit on files"], usual=1, slow=1))
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


@pytest.mark.slow
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
from tests.amount import cases

def listener(what, done, total):
    if "step 3" in what:
        print("building", flush=True)
        time.sleep(3600)

source = Source(Path(sys.argv[1]), tuple((label, label) for label in "NPMC"))
with listening(listener):
    build_index(Path(sys.argv[2]), [source], AnyOf(Shares("N", "C"), Shares("M")))
"""


@pytest.mark.slow
def test_of_two_processes_the_second_says_that_another_builds(source: Source, path: Path) -> None:
    path = index_path(path.parent, [source], ROOM_MATCH)
    command = [sys.executable, "-c", BUILDING, str(source.path), str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None and other.stdout.readline() == "building\n"
            lying = sorted(path.parent.iterdir())
            with pytest.raises(BuildError, match="another window or program is building this index"):
                build_index(path, [source], ROOM_MATCH)
            remove_indices(path.parent, [source], ROOM_MATCH)
            assert sorted(path.parent.iterdir()) == lying, "what is being made stays"
        finally:
            other.kill()
    build_index(path, [source], ROOM_MATCH)
    assert list(path.parent.iterdir()) == [path]
    with BackgroundIndex(path) as index:
        assert index.records == 3_000
    remove_indices(path.parent, [source], ROOM_MATCH)
    assert not list(path.parent.iterdir())


def test_what_was_begun_and_is_damaged_is_begun_anew(source: Source, path: Path) -> None:
    broken_off(source, path).write_bytes(b"damaged" * 1_000)
    build_index(path, [source], ROOM_MATCH)
    assert list(path.parent.iterdir()) == [path]


def test_an_index_that_is_deleted_while_it_is_made_is_none(source: Source, path: Path) -> None:
    def listener(what: str, done: int, total: int) -> None:
        if "step 4" in what:
            path.with_suffix(WORK).unlink(missing_ok=True)
            path.with_suffix(WORK).write_text("another's")

    with listening(listener), pytest.raises(BuildError, match="deleted while"):
        build_index(path, [source], ROOM_MATCH)
    assert path.with_suffix(WORK).read_text() == "another's" and not path.exists()


def test_a_folder_that_may_not_be_written_to_is_said_to_be_one(source: Source, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="may not be written to"):
        build_index(tmp_path / "nowhere" / "i.index", [source], ROOM_MATCH)
    (tmp_path / f"j{LOCK}").mkdir()
    with pytest.raises(BuildError, match="may not be written to"):
        build_index(tmp_path / "j.index", [source], ROOM_MATCH)
    assert not os.path.exists(tmp_path / f"j{WORK}")
