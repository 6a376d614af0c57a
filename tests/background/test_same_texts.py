"""The same texts from a file as in memory, whatever the type of a column, and the same leakage of both."""

import csv
import decimal
import os
import random
import struct
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from leakage import Adversary, Database, Record, Resolve, Shares, information_leakage
from leakage.background import BackgroundIndex, Source, SourceError, build_index, columns_of, relevant_background
from leakage.background.sources import NO_TABLE
from leakage.tabular import csv_dialect
from leakage.tabular.cells import row_texts
from leakage.tabular.texts import NO_TEXT
from leakage.workspace.files.csv_cells import lines_of
from tests.amount import cases

pytestmark = pytest.mark.timeout(300)
ROWS = 400
ZONES = (None, "UTC", "Europe/Berlin", "+05:30")
A_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
YEAR_1000, YEAR_9999 = -30_610_224_000, 253_402_214_400
SIGNS = "ab é\t\u2003\x1f'\"\\0日\0😀"


def floats(draw: random.Random, form: str) -> list[float]:
    """Numbers of any size, whole ones, and those at which one way to write them gives way to another."""
    size = struct.calcsize(form)
    some = [struct.unpack(form, draw.randbytes(size))[0] for _ in range(ROWS // 2)]
    whole = [float(draw.randint(-(10**k), 10**k)) for k in range(5) for _ in range(10)]
    edges = [-0.0, 0.1, 0.5, 1e-4, 9.9e-5, 20.0, float("inf"), float("-inf"), float("nan"), 1 / 3, 2048.5]
    large = [] if form == "e" else [1e9, 1e10, 123456.789, 1e15, 1e16, 1e17, 1e18, 9e18, 2.0**63, 1e19, 3e38, 1e-38]
    return [*some, *whole, *edges, *large, *([1e300, 5e-324] if form == "d" else [])]


def instants(draw: random.Random, unit: str) -> list[int]:
    """Moments of any year, and the first and last of what is written alike."""
    scale = A_SECOND[unit]
    far = 9_200_000_000 if unit == "ns" else 10**12
    edges = [0, -1, 1, scale, -scale, 1577880000 * scale, 1577880000 * scale + 1]
    usual = [] if unit == "ns" else [s * scale + n for s in (YEAR_1000, YEAR_9999) for n in (-1, 0, 1)]
    some = [draw.randint(-far * scale, far * scale) for _ in range(40)]
    return [*edges, *usual, *some, *(draw.randint(0, 10**9) * scale for _ in range(40))]


def texts(draw: random.Random) -> list[str]:
    return ["", " ", *("".join(draw.choices(SIGNS, k=draw.randint(0, 6))) for _ in range(60))]


def arrays(draw: random.Random) -> Iterator[tuple[str, pa.Array]]:
    """A column of every type of Arrow that a Parquet file can hold and has texts."""
    for bits in (8, 16, 32, 64):
        ends = [-(2 ** (bits - 1)), -1, 0, 2 ** (bits - 1) - 1]
        yield f"int{bits}", pa.array(ends, f"int{bits}")
        yield f"uint{bits}", pa.array([0, 1, 2**bits - 1], f"uint{bits}")
    with np.errstate(over="ignore"):
        yield "float16", pa.array(np.array(floats(draw, "e"), np.float16))
        yield "float32", pa.array(np.array(floats(draw, "f"), np.float32))
    yield "float64", pa.array(floats(draw, "d"))
    for make, digits, scale in (
        *((pa.decimal32, 9, 2), (pa.decimal64, 18, 0), (pa.decimal128, 38, 6), (pa.decimal128, 38, 10)),
        *((pa.decimal128, 5, 5), (pa.decimal256, 38, 7), (pa.decimal256, 20, 2)),
    ):
        numbers = [0, 1, -1, 10 ** (digits - 1), *(draw.randint(-(10**digits) + 1, 10**digits - 1) for _ in range(20))]
        decimals = [decimal.Decimal(number).scaleb(-scale, decimal.Context(60)) for number in numbers]
        yield f"{make.__name__} {digits} {scale}", pa.array(decimals, make(digits, scale))
    yield "bool", pa.array([True, False])
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        yield str(kind), pa.array(texts(draw), kind)
    some = [bytes([byte]) for byte in range(256)] + [b"", b"  a ", *(draw.randbytes(5) for _ in range(20))]
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        yield str(kind), pa.array(some, kind)
    yield "fixed binary", pa.array([draw.randbytes(3) for _ in range(40)], pa.binary(3))
    days = [0, -719162, -719163, 2932896, 2932897, *(draw.randint(-800_000, 3_000_000) for _ in range(40))]
    yield "date32", pa.array(days, pa.date32())
    yield "date64", pa.array([day * 86_400_000 for day in days], pa.date64())
    for unit, scale in A_SECOND.items():
        of_day = [0, 1, scale, 86_400 * scale - 1, *(draw.randrange(86_400 * scale) for _ in range(20))]
        yield f"time {unit}", pa.array(of_day, pa.time32(unit) if scale <= 1000 else pa.time64(unit))
        yield f"duration {unit}", pa.array(instants(draw, unit)[:47], pa.duration(unit))
        for zone in ZONES:
            yield f"instants {unit} {zone}", pa.array(instants(draw, unit), pa.timestamp(unit, zone))
    yield "dictionary", pa.array(texts(draw)).dictionary_encode()
    yield "dictionary of floats", pa.array(floats(draw, "d")[:30]).dictionary_encode()
    yield "dictionary of instants", pa.array([0, 1], pa.timestamp("s", "Europe/Berlin")).dictionary_encode()
    yield "null", pa.nulls(3)
    yield "uuid", pa.array([draw.randbytes(16) for _ in range(9)], pa.uuid())
    yield "json", pa.array(['{"a": [1, null]}', " 1 "], pa.json_())
    yield "bool8", pa.array([0, 1], pa.int8()).cast(pa.bool8())
    yield (
        "months",
        pa.Table.from_pandas(pd.DataFrame({"x": pd.period_range("2020-01", periods=3, freq="M")}))["x"].chunk(0),
    )


WITHOUT_TEXT = {
    "list": pa.array([[1]]),
    "large list": pa.array([[1]], pa.large_list(pa.int8())),
    "list of a fixed size": pa.array([[1, 2]], pa.list_(pa.int8(), 2)),
    "list view": pa.array([[1]], pa.list_view(pa.int8())),
    "struct": pa.array([{"a": 1, "b": [{"c": 2.0}]}]),
    "map": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int8())),
    "opaque": pa.ExtensionArray.from_storage(pa.opaque(pa.binary(), "bignum", "DuckDB"), pa.array([b"a"])),
    "long decimals": pa.array([decimal.Decimal("1" * 45)], pa.decimal256(50, 2)),
}
ARRAYS = dict(arrays(random.Random(0)))


COLUMN = (("x", "x"),)
PAIRS_QUERY = (
    "SELECT composite, name, value FROM contents JOIN pairs USING (pair) JOIN labels ON labels.label = contents.label"
)


def built(source: Source, folder: Path) -> list[Record]:
    """The records of a file, as an index reads them."""
    path = folder / "i.index"
    path.unlink(missing_ok=True)
    build_index(path, [source], Shares("nothing"))
    with duckdb.connect(str(path), read_only=True) as connection:
        ((rows,),) = connection.execute("SELECT records FROM about").fetchall()
        fetched = connection.execute(PAIRS_QUERY).fetchall()
    facts: dict[int, list[tuple[str, str]]] = {number: [] for number in range(rows)}
    for number, *pair in fetched:
        facts[number].append((pair[0], pair[1]))
    return [Record.of(*pairs) for pairs in facts.values()]


def by_label(records: Sequence[Record]) -> dict[str, list[tuple[str, ...]]]:
    """What the records say of each label."""
    labels = {attribute.label for record in records for attribute in record}
    return {label: [record.values(label) for record in records] for label in labels}


def differing(one: Sequence[Record], other: Sequence[Record]) -> dict[str, list[Any]]:
    """Of each label of which two readings say different things the first that differ."""
    mine, others = by_label(one), by_label(other)
    return {
        label: [pair for pair in zip(mine.get(label, ()), others.get(label, ()), strict=False) if len(set(pair)) > 1][
            :3
        ]
        for label in mine.keys() | others.keys()
        if mine.get(label) != others.get(label)
    }


def filled(array: pa.Array, rows: int = ROWS) -> pa.Array:
    """The same again and again, with a cell in nine missing."""
    places = pa.array([None if n % 9 == 8 else n % len(array) for n in range(rows)], pa.int64())
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(kind, array.storage.take(places))
    between = {pa.string_view(): pa.string(), pa.binary_view(): pa.binary()}.get(kind, kind)
    return array.cast(between).take(places).cast(kind)


def table_of(columns: dict[str, pa.Array]) -> pa.Table:
    return pa.table({name: filled(array) for name, array in columns.items()})


def every(path: Path, table: str | None = None) -> Source:
    """A file of which every column counts."""
    return Source(path, tuple((name, name) for name in columns_of(path, table)), table)


@pytest.mark.parametrize("seed", cases([0, 1], usual=1, slow=1))
def test_a_parquet_file_with_every_type_of_arrow_is_read_alike(seed: int, tmp_path: Path) -> None:
    path, table = tmp_path / "a.parquet", table_of(dict(arrays(random.Random(seed))))
    pq.write_table(table, path, row_group_size=150)
    in_memory = list(Database.from_parquet(path))
    assert differing(built(every(path), tmp_path), in_memory) == {}
    assert differing(list(Database.from_arrow(table)), in_memory) == {}
    one_by_one = {name: row_texts(table[name].combine_chunks()).to_pylist() for name in table.column_names}
    assert {name: [(text,) if text else () for text in texts] for name, texts in one_by_one.items() if any(texts)} == (
        by_label(in_memory)
    )


@pytest.mark.parametrize(
    "written",
    cases(
        [
            {"use_deprecated_int96_timestamps": True},
            {"store_schema": False},
            {"version": "1.0", "coerce_timestamps": "us", "allow_truncated_timestamps": True},
            {"store_decimal_as_integer": True, "use_dictionary": False, "data_page_version": "2.0"},
        ],
        usual=1,
        slow=3,
    ),
)
def test_a_parquet_file_that_others_wrote_is_read_alike(written: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    # What is written in nanoseconds holds no far years.
    far = ("instants s", "instants ms", "instants us") if "use_deprecated_int96_timestamps" in written else ()
    pq.write_table(
        table_of({n: array for n, array in ARRAYS.items() if not n.startswith(("months", *far))}), path, **written
    )
    assert differing(built(every(path), tmp_path), list(Database.from_parquet(path))) == {}


@pytest.mark.parametrize("name", WITHOUT_TEXT)
def test_a_column_without_texts_is_refused_in_one_sentence_on_both_sides(name: str, tmp_path: Path) -> None:
    path, table = tmp_path / "a.parquet", pa.table({"x": WITHOUT_TEXT[name], "y": ["a"]})
    pq.write_table(table, path)
    source = Source(path, (("x", "x"), ("y", "y")))
    for read in (
        lambda: built(source, tmp_path),
        lambda: Database.from_parquet(path),
        lambda: Database.from_arrow(table),
        lambda: Database.from_frame(table.to_pandas(types_mapper=pd.ArrowDtype)),
    ):
        with pytest.raises(ValueError) as caught:
            read()
        assert str(caught.value) == NO_TEXT
    # Another column counts all the same.
    assert built(Source(path, (("y", "y"),)), tmp_path) == list(Database.from_parquet(path, ["y"]))


def test_intervals_of_months_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT INTERVAL 1 MONTH AS x) TO '{path}' (FORMAT parquet)")
    for read in (
        lambda: built(Source(path, COLUMN), tmp_path),
        lambda: Database.from_parquet(path),
        lambda: Database.from_arrow(pa.table({"x": pa.array([(1, 2, 3)], pa.month_day_nano_interval())})),
    ):
        with pytest.raises(ValueError) as caught:
            read()
        assert str(caught.value) == NO_TEXT


def of_duckdb(draw: random.Random) -> dict[str, list[Any]]:
    """For every type of DuckDB that has texts some values, as DuckDB takes them."""

    def whole(bits: int, signed: bool) -> list[str]:
        least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
        return [str(number) for number in (least, 0, 1, most, draw.randint(least, most))]

    def moments(digits: int) -> list[str]:
        days = ["0001-01-01", "0999-12-31", "1000-01-01", "1969-12-31", "2020-02-29", "9999-12-30", "9999-12-31"]
        days = ["1900-01-01", "1969-12-31", "2020-02-29", "2200-12-31"] if digits == 9 else days
        parts = ["", *([".5", "." + "0" * (digits - 1) + "1", "." + "9" * digits] if digits else [])]
        return [f"{day} {hour}{part}" for day in days for hour in ("00:00:00", "23:59:59") for part in parts]

    names = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
    numbers = {
        **{name: whole(8 << n, True) for n, name in enumerate(names)},
        **{f"U{name}": whole(8 << n, False) for n, name in enumerate(names)},
        "BIGNUM": [str(draw.randint(-(10**k), 10**k)) for k in (1, 20, 60)],
        "FLOAT": floats(draw, "f"),
        "DOUBLE": floats(draw, "d"),
        **{
            f"DECIMAL({digits},{scale})": [
                str(
                    decimal.Decimal(draw.randint(-(10**digits) + 1, 10**digits - 1)).scaleb(-scale, decimal.Context(60))
                )
                for _ in range(20)
            ]
            + ["0"]
            for digits, scale in ((4, 1), (6, 6), (9, 0), (18, 6), (18, 7), (38, 10), (38, 38))
        },
    }
    offsets = ("+00", "+05:30", "-11")
    return {
        **numbers,
        "BOOLEAN": ["true", "false"],
        "VARCHAR": [text.replace("\0", "") for text in texts(draw)],
        "ENUM('a', ' b (],', 'INTEGER[]')": ["a", " b (],", "INTEGER[]"],
        "UUID": [str(uuid.UUID(bytes=draw.randbytes(16))) for _ in range(9)],
        "BIT": ["1", "0101", "111111111000"],
        "BLOB": [bytes([byte]) for byte in range(256)] + [b"", b" a "],
        "JSON": ['{"a": [1, null]}', "1"],
        "DATE": ["0001-01-01", "1969-12-31", "9999-12-31", "12020-01-01", "0044-03-15 (BC)"],
        "TIME": ["00:00:00", "12:30:00", "23:59:59.999999", "12:30:00.5"],
        "TIME_NS": ["00:00:00", "12:30:00.500000001", "23:59:59.999999999", "12:30:00.5"],
        "TIMESTAMP_S": [*moments(0), "290000-01-01 00:00:00"],
        "TIMESTAMP_MS": moments(3),
        "TIMESTAMP": [*moments(6), "12020-01-01 00:00:00"],
        "TIMESTAMP_NS": moments(9),
        "TIMESTAMPTZ": [moment + offset for moment in moments(6)[7:] for offset in offsets],
        "TIMESTAMPTZ_NS": [moment + offset for moment in moments(9) for offset in offsets],
        '"NULL"': [None],
    }


NOT_BY_ARROW = ("UHUGEINT", "BIGNUM", "BIT")
"""Types that Arrow has none for: they are written as they are entered."""

REFUSED_OF_DUCKDB = {
    "INTEGER[]": "[1, 2]",
    "INTEGER[2]": "[1, 2]",
    "STRUCT(a INTEGER, b VARCHAR)": "{'a': 1, 'b': 'x'}",
    "MAP(VARCHAR, INTEGER)": "MAP {'a': 1}",
    "UNION(a INTEGER, b VARCHAR)": "'x'",
    "INTERVAL": "'1 month 2 days 3 seconds'",
    "TIMETZ": "'12:30:00+02'",
    "VARIANT": "1",
    "HUGEINT[]": "[1]",
}


def made(path: Path, columns: dict[str, list[Any]]) -> pa.Table:
    """A DuckDB file with a column of every type, and what Arrow makes of it."""
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(f'c{n} {kind}' for n, kind in enumerate(columns))})")
        values = [[None if row % 9 == 8 else some[row % len(some)] for some in columns.values()] for row in range(ROWS)]
        connection.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", values)
        return connection.sql("SELECT * FROM t").to_arrow_table()


@pytest.mark.slow
def test_a_duckdb_file_with_every_type_is_read_as_arrow_gives_it(zone: str, tmp_path: Path) -> None:
    path, columns = tmp_path / "a.duckdb", of_duckdb(random.Random(zone))
    table = made(path, columns)
    zones = {str(kind.tz) for kind in table.schema.types if pa.types.is_timestamp(kind) and kind.tz}
    assert any(zone.partition("/")[2] in name for name in zones), "the zone of the session is another"
    for n, (kind, some) in enumerate(columns.items()):
        if kind in NOT_BY_ARROW:
            values = [None if row % 9 == 8 else some[row % len(some)] for row in range(ROWS)]
            table = table.set_column(n, f"c{n}", pa.array(values))
    on_disk = built(every(path, "t"), tmp_path)
    unlike = differing(on_disk, list(Database.from_arrow(table)))
    assert {kind: unlike[f"c{n}"] for n, kind in enumerate(columns) if f"c{n}" in unlike} == {}


@pytest.fixture(params=cases(["America/St_Johns", "UTC", "Asia/Tokyo"], usual=1, slow=1))
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone of this process and so of DuckDB's sessions."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield str(request.param)
    time.tzset()


@pytest.mark.slow
@pytest.mark.parametrize("kind", REFUSED_OF_DUCKDB)
def test_a_duckdb_column_without_texts_is_refused_in_one_sentence(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE t (x {kind}, y VARCHAR)")
        connection.execute(f"INSERT INTO t VALUES ({REFUSED_OF_DUCKDB[kind]}, 'a')")
    with pytest.raises(SourceError) as caught:
        built(every(path, "t"), tmp_path)
    assert str(caught.value) == NO_TEXT
    assert built(Source(path, (("y", "y"),), "t"), tmp_path) == [Record.of(("y", "a"))]


@pytest.mark.parametrize("seed", cases(range(6), usual=2, slow=4))
def test_random_tables_leak_the_same_from_disk_as_in_memory(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    chosen = draw.sample(sorted(dict.fromkeys(ARRAYS) - {"null": None}.keys()), 5)
    # Few values, so that records have some in common.
    few = {
        name: ARRAYS[name].take(pa.array(draw.choices(range(min(6, len(ARRAYS[name]))), k=40)))
        for name in chosen
        if "view" not in name
    }
    path, table = tmp_path / "a.parquet", pa.table(few)
    pq.write_table(table, path)
    background = list(Database.from_parquet(path))
    match = Shares(next(iter(few)))
    reference = Record.of(
        *{(name, value) for record in background[:3] for name in few for value in record.values(name)}
    )
    releases = [record for record in background[:2] if len(record)]
    adversary = Adversary((Resolve(match),))
    in_memory = information_leakage([*background, *releases], reference, adversary)
    with BackgroundIndex(build_index(tmp_path / "i.index", [every(path)], match)) as index:
        relevant = relevant_background(index, releases, reference, adversary)
        on_disk = information_leakage([*relevant.records, *releases], reference, adversary)
    assert in_memory.leakage > 0.0
    assert on_disk.leakage == pytest.approx(in_memory.leakage, abs=1e-12)


def csv_in_memory(path: Path) -> list[dict[str, str]] | None:
    """The rows of a CSV file as an import reads them, without those that are blank; None where it refuses the file."""
    try:
        (_, header), *rows = lines_of(path.read_bytes())
    except ValueError:
        return None
    if any(len(cells) > len(header) and any(map(str.strip, cells[len(header) :])) for _, cells in rows):
        return None
    names = [name.strip() for name in header]
    return [{n: cell.strip() for n, cell in zip(names, cells, strict=False) if cell.strip()} for _, cells in rows]


def csv_on_disk(path: Path, folder: Path) -> list[dict[str, str]] | None:
    try:
        records = built(every(path), folder)
    except ValueError:
        return None
    return [{a.label.strip(): a.value for a in record} for record in records if len(record)]


CELLS = ("a", "é", '5" pipe', "x'y", "'q'", "'a,b'", "# c", "\\", "", " z ", "1.5", "NULL", "a;b", "a|b", "0\t1")
QUOTED = ("a,b", "a\nb", 'a""b', "'", "x", "\r\n", " y ", "", "a;b\tc|d")


@pytest.mark.slow
@pytest.mark.parametrize("delimiter", cases(";,\t|", usual=1, slow=1))
def test_a_csv_file_is_read_by_the_dialect_of_an_import_or_refused(delimiter: str, tmp_path: Path) -> None:
    draw = random.Random(delimiter)

    def cell() -> str:
        kind = draw.random()
        if kind < 0.6:
            plain = draw.choice(CELLS)
            return plain if delimiter not in plain else f'"{plain}"'
        before = draw.choice(["", "", "", "", " ", "  "])
        return f'{before}"{draw.choice(QUOTED)}"'

    path, read = tmp_path / "a.csv", 0
    for number in range(30):
        end = draw.choice(["\n", "\r\n"])
        lines = [draw.choice(["", "\ufeff"]) + draw.choice(["", end]) + delimiter.join(("h1", '"h2"', "h 3"))]
        widths = [3 if draw.random() < 0.98 else draw.choice([2, 4]) for _ in range(draw.randint(1, 6))]
        lines += [delimiter.join(cell() for _ in range(width)) for width in widths]
        path.write_text(end.join(lines) + draw.choice(["", end]), encoding="utf-8", newline="")
        os.utime(path, ns=(number, number))
        on_disk, in_memory = csv_on_disk(path, tmp_path), csv_in_memory(path)
        if on_disk is not None:
            read += 1
            assert on_disk == in_memory
    assert read > 12


@pytest.mark.slow
def test_single_quotes_are_no_quotes_and_a_quote_may_come_late_and_a_cell_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    long = "z" * 3_000_000
    rows = [("'O'Hara'", "x"), *([("a", "b")] * 30_000), ("late, quoted", 'with "quotes"\nand a line'), (long, "y")]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("N", "P"), *rows])
    assert csv_on_disk(path, tmp_path) == [{"N": name, "P": other} for name, other in rows]
    path.write_text("N,P\n'a,b',c\n", encoding="utf-8")
    assert csv_on_disk(path, tmp_path) is None, "three cells under two names"


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as caught:
        read()
    return str(caught.value)


@pytest.mark.slow
def test_the_limits_are_the_same_in_memory_and_on_disk(tmp_path: Path) -> None:
    wide = pd.DataFrame(
        [["a"] * (csv_dialect.MOST_COLUMNS + 1)], columns=[f"c{n}" for n in range(csv_dialect.MOST_COLUMNS + 1)]
    )
    long = pd.DataFrame({"N": ["a" * (csv_dialect.LONGEST_CELL + 1), "b"]})
    for frame, sentence in ((wide, csv_dialect.TOO_WIDE), (long, csv_dialect.TOO_LONG)):
        frame.to_parquet(tmp_path / "a.parquet")
        with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
            connection.execute("CREATE OR REPLACE TABLE t AS SELECT * FROM frame")
        frame.to_csv(tmp_path / "a.csv", index=False)
        assert refused(lambda frame=frame: Database.from_frame(frame)) == sentence
        assert refused(lambda: Database.from_parquet(tmp_path / "a.parquet")) == sentence
        assert refused(lambda: built(every(tmp_path / "a.parquet"), tmp_path)) == sentence
        assert refused(lambda: built(every(tmp_path / "a.duckdb", "t"), tmp_path)) == sentence
        assert refused(lambda: built(every(tmp_path / "a.csv"), tmp_path))
    most = pd.DataFrame([["a"] * csv_dialect.MOST_COLUMNS], columns=[f"c{n}" for n in range(csv_dialect.MOST_COLUMNS)])
    for frame in (most, pd.DataFrame({"N": ["a" * (csv_dialect.LONGEST_CELL - 10), "b"]})):
        frame.to_parquet(tmp_path / "a.parquet")
        frame.to_csv(tmp_path / "a.csv", index=False)
        for kind in ("parquet", "csv"):
            assert len(columns_of(tmp_path / f"a.{kind}")) == frame.shape[1]
    in_memory = list(Database.from_frame(frame))
    assert built(every(tmp_path / "a.csv"), tmp_path) == built(every(tmp_path / "a.parquet"), tmp_path) == in_memory


@pytest.mark.slow
def test_a_csv_file_of_many_columns_or_with_a_quote_that_never_ends_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(",".join(f"c{n}" for n in range(200_000)) + "\n", encoding="utf-8")
    assert refused(lambda: columns_of(path)) == csv_dialect.TOO_WIDE
    path.write_text('N\n"' + "a\n" * 20_000_000, encoding="utf-8")
    assert refused(lambda: columns_of(path)) == NO_TABLE
