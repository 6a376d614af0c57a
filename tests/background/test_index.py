"""An index is the fixpoint that arrays come to, however its records lie on the disk."""

import random
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from leakage import AnyOf, Conflicts, Record, Shares, Similar, Unless, union_merge
from leakage.background import (
    BackgroundIndex,
    BuildError,
    IndexMismatchError,
    Source,
    SourceError,
    build_index,
    columns_of,
)
from leakage.background import build as building
from leakage.background.sources import tables_of
from leakage.database import Database
from leakage.progress import listening
from leakage.resolution.arrays import array_rules, resolve_by_arrays
from leakage.resolution.rules.normalised import Normalised, Normaliser
from tests.background.made_up import LABELS, any_match, people, small_frame
from tests.oracles.resolution import closure

ALL = tuple((label, label) for label in LABELS)


def partition(index: BackgroundIndex) -> list[int]:
    """For each record the number of its composite, in the order of their first records."""
    least = [min(members) for members in map(index.members, range(index.records))]
    for first in range(index.records):
        for member in index.members(first):
            least[member] = min(least[member], first)
    return [int(code) for code in pd.factorize(np.array(least))[0]]


def written(frame: pd.DataFrame, folder: Path, kind: str) -> Source:
    path = folder / f"records.{kind}"
    if kind == "csv":
        frame.to_csv(path, index=False)
    elif kind == "parquet":
        frame.to_parquet(path)
    else:
        with duckdb.connect(str(path)) as connection:
            connection.register("frame", frame)
            connection.execute("CREATE TABLE records AS SELECT * FROM frame")
    return Source(path, tuple((str(c), str(c)) for c in frame.columns), "records" if kind == "duckdb" else None)


@pytest.mark.parametrize("number", range(9))
def test_the_same_composites_as_on_arrays(number: int, tmp_path: Path) -> None:
    seed = random.Random(number)
    frame, match = small_frame(seed), any_match(seed)
    source = written(frame, tmp_path, ("csv", "parquet", "duckdb")[number % 3])
    database = Database.from_frame(frame)
    wanted = resolve_by_arrays(database, array_rules(match))
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], match)) as index:
        assert partition(index) == wanted.tolist()
        firsts = [index.members(first) for first in np.unique(wanted, return_index=True)[1].tolist()]
        assert sorted(firsts) == closure(list(database), match, union_merge)
        assert index.composites == wanted.max() + 1
        for first in np.unique(wanted, return_index=True)[1].tolist():
            composite = index.composite(first).known.confidences
            members = [database[n].known.confidences for n in index.members(first)]
            assert composite.keys() == frozenset().union(*members)
            for pair in composite:
                holders, sizes = index.holders_and_sizes(pair)
                assert sizes[holders == first].tolist() == [len(composite)]


@pytest.mark.parametrize("records", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_same_composites_of_people(records: int, tmp_path: Path) -> None:
    frame = people(records)
    match = AnyOf(Shares("N", "C"), Shares("N", "P"), Shares("M"))
    wanted = resolve_by_arrays(Database.from_frame(frame), array_rules(match))
    path = build_index(tmp_path / "i.index", [written(frame, tmp_path, "parquet")], match)
    with BackgroundIndex(path) as index:
        assert len(index) == wanted.max() + 1
    moved = duckdb.connect(str(path), read_only=True).execute("SELECT record, composite FROM members").fetchnumpy()
    least = np.arange(records)
    least[moved["record"]] = moved["composite"]
    assert np.array_equal(pd.factorize(least)[0], wanted)


def test_it_reads_cells_as_a_data_frame_does(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "text": [" a", "b\u2003", "", None, "c d"],
            "whole": [1.0, None, 20.0, -3.0, 1e6],
            "part": [0.5, 1.25, None, 1e-7, 123456.789],
            "yes": [True, False, True, True, False],
            "number": [1, 2, 3, 4, 5],
            "day": pd.to_datetime(["2020-01-01", None, "1999-12-31", "2001-02-03", "2020-01-01"]).date,
        }
    )
    source = written(frame, tmp_path, "parquet")
    wanted = Database.from_frame(pd.read_parquet(source.path))
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], Shares("nothing"))) as index:
        assert [index.composite(n) for n in range(5)] == list(wanted)


def test_sources_follow_each_other_and_a_label_may_be_told_twice(tmp_path: Path) -> None:
    pd.DataFrame({"phone": ["1", "2"], "mobile": ["1", "3"]}).to_csv(tmp_path / "a.csv", index=False)
    pd.DataFrame({"tel": ["3", "4"]}).to_csv(tmp_path / "b.csv", index=False)
    sources = [
        Source(tmp_path / "a.csv", (("phone", "P"), ("mobile", "P"))),
        Source(tmp_path / "b.csv", (("tel", "P"),)),
    ]
    with BackgroundIndex(build_index(tmp_path / "i.index", sources, Shares("P"))) as index:
        assert (index.records, index.composites) == (4, 3)
        assert index.members(1) == (1, 2)
        assert index.composite(1) == Record.of(("P", "2"), ("P", "3"))
        assert index.counts([("P", "3"), ("P", "9"), ("Q", "3")]) == [1, 0, 0]


@pytest.mark.parametrize("normalised", [False, True])
def test_what_was_broken_off_is_gone_on_with(normalised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = small_frame(random.Random(3))
    source, rules = written(frame, tmp_path, "csv"), AnyOf(Shares("N"), Shares("P", "C"))
    match = Normalised(rules, Normaliser()) if normalised else rules
    path = tmp_path / "i.index"
    read: list[str] = []
    whole = building._Build._read
    monkeypatch.setattr(building._Build, "_read", lambda self, engine: (read.append("read"), whole(self, engine))[1])

    class EnoughError(Exception):
        pass

    def stop_at(stage: str) -> None:
        def listener(what: str, done: int, total: int) -> None:
            if stage in what:
                raise EnoughError

        with listening(listener), pytest.raises(EnoughError):
            build_index(path, [source], match)
        assert not path.exists()

    stop_at("step 3")
    stop_at("step 4")
    build_index(path, [source], match)
    assert read == ["read"]
    before = path.stat().st_mtime_ns
    assert build_index(path, [source], match).stat().st_mtime_ns == before
    with BackgroundIndex(path) as index:
        assert index.composites == resolve_by_arrays(Database.from_frame(frame), array_rules(match)).max() + 1
        assert index.answers_for([source], match)
        assert not index.answers_for([source], Shares("N"))
        source.path.write_text("N\nsomebody\n")
        assert not index.answers_for([source], match)


@pytest.mark.parametrize(
    "match",
    [Unless(Shares("N"), Conflicts("P")), Shares(Similar("N", 0.8))],
    ids=["negative evidence", "alike"],
)
def test_other_rules_resolve_in_memory(match: object, tmp_path: Path) -> None:
    pd.DataFrame({"N": ["a"]}).to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(BuildError, match="resolve in memory"):
        build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", (("N", "N"),))], match)


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="only CSV, Parquet and DuckDB"):
        Source(tmp_path / "a.xlsx", (("N", "N"),))
    (tmp_path / "there.xlsx").write_text("N\na\n")
    with pytest.raises(SourceError, match="only CSV, Parquet and DuckDB"):
        columns_of(tmp_path / "there.xlsx")
    with pytest.raises(SourceError, match="at least one column"):
        Source(tmp_path / "a.csv", ())
    gone = Source(tmp_path / "gone.csv", (("N", "N"),))
    with pytest.raises(SourceError, match="not there"):
        build_index(tmp_path / "i.index", [gone], Shares("N"))
    with pytest.raises(BuildError, match="at least"):
        build_index(tmp_path / "i.index", [], Shares("N"))
    pd.DataFrame({"secret": ["value"]}).to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(SourceError, match="lacks a column"):
        build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", (("N", "N"),))], Shares("N"))
    for name in ("junk.parquet", "junk.duckdb"):
        (tmp_path / name).write_bytes(b"secret value" * 50)
        with pytest.raises(SourceError) as refusal:
            columns_of(tmp_path / name)
        assert "secret" not in str(refusal.value)
        with pytest.raises(IndexMismatchError):
            BackgroundIndex(tmp_path / name)


def test_columns_and_tables_are_listed(tmp_path: Path) -> None:
    source = written(pd.DataFrame({"N": ["a"], 'the "P"': ["b"]}), tmp_path, "duckdb")
    assert tables_of(source.path) == ("records",)
    assert columns_of(source.path, "records") == ("N", 'the "P"')
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], Shares("N"))) as index:
        assert index.composite(0) == Record.of(("N", "a"), ('the "P"', "b"))
