"""Where an index lies, what it may cost, and that only its owner reads it."""

import os
from pathlib import Path

import duckdb
import pytest

from leakage import AnyOf, Shares
from leakage.background import (
    BackgroundIndex,
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
from tests.background.made_up import LABELS, people

MATCH = Shares("N")


def made(folder: Path, name: str = "a.csv", text: str = "N,P\nann,1\nbob,2\n") -> Source:
    path = folder / name
    path.write_text(text)
    return Source(path, (("N", "N"),))


def test_another_file_rule_or_column_has_another_index(tmp_path: Path) -> None:
    source, other = made(tmp_path), made(tmp_path, "b.csv")
    named = [
        index_path(tmp_path, *asked)
        for asked in (
            ([source], MATCH),
            ([other], MATCH),
            ([source, other], MATCH),
            ([other, source], MATCH),
            ([Source(source.path, (("P", "N"),))], MATCH),
            ([Source(source.path, (("N", "P"),))], MATCH),
            ([source], Shares("P")),
            ([source], AnyOf(Shares("N"), Shares("P"))),
        )
    ]
    assert len(set(named)) == len(named)
    assert index_path(tmp_path, [made(tmp_path)], MATCH) != named[0], "it was written anew"
    assert not any("a.csv" in path.name for path in named)


def test_a_file_that_changed_has_another_index_and_both_can_be_removed(tmp_path: Path) -> None:
    folder = tmp_path / "indices"
    folder.mkdir()
    source, match = made(tmp_path), MATCH
    first = build_index(index_path(folder, [source], match), [source], match)
    kept = build_index(index_path(folder, [source], Shares("P")), [source], Shares("P"))
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
    assert list(folder.iterdir()) == [kept]
    with pytest.raises(SourceError, match="not there"):
        index_path(folder, [source], match)


def test_a_file_that_is_changed_back_in_time_is_another_one(tmp_path: Path) -> None:
    text = "N,P\n" + "ann,1\n" * 20_000
    source = made(tmp_path, text=text)
    age = source.path.stat().st_mtime_ns
    named = [index_path(tmp_path, [source], MATCH)]
    for changed in ("N,P\nbob" + text[7:], text[:-2] + "9\n", text):
        source.path.write_text(changed)
        os.utime(source.path, ns=(age, age))
        named.append(index_path(tmp_path, [source], MATCH))
    assert len(set(named[:3])) == 3 and named[3] == named[0]


def test_a_star_in_a_name_is_a_star(tmp_path: Path) -> None:
    source = made(tmp_path, "a*[x]?.csv", "N\nann\n")
    made(tmp_path, "ab[x]c.csv", "N\nbob\n")
    assert columns_of(source.path) == ("N",)
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], MATCH)) as index:
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
