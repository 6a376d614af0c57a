"""Strangers: the rows of a table in a file that can join given records, found key by key without an index."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.dataset
import pyarrow.fs

from leakage.frames import ABSENT, QUOTE, SNIFFED_CHARACTERS, coded, delimiter_of, records_of
from leakage.private_files import SourceError, files_at, opened
from leakage.progress import report
from leakage.record import Pair, Record, redacted_repr
from leakage.resolution.adversary import Adversary
from leakage.resolution.rules import Conjunction
from leakage.resolution.values import Condition

_HALF_OF_A_PAIR = re.compile("[\ud800-\udfff]")
MOST = 50_000  # Rows that are taken at most, and that are read at most by rules other than equal or normalised values.

TEXT = pa.large_string()
CSV, PARQUET = (".csv", ".tsv", ".txt"), (".parquet", ".pq")

NO_KIND = "only CSV files, Parquet files and folders of Parquet files can be read"
NO_TABLE = "the file cannot be read as a table: UTF-8, every row as long as the first, every heading once"

Table: TypeAlias = pyarrow.dataset.FileSystemDataset
Cells: TypeAlias = tuple[Condition, pa.Array]


@dataclass(frozen=True)
class Strangers:
    """The rows of a file that join given records, how many rows were read, and whether it has no others."""

    records: tuple[Record, ...]
    read: int
    all_read: bool

    __repr__ = redacted_repr


@contextmanager
def table_of(source: bytes | Path, name: str = "") -> Iterator[Table]:
    """A CSV file, a Parquet file or the Parquet files of a folder, open inside the block.

    Arguments:
        source: what the file holds, or where it lies.
        name: of the file; its ending tells its kind. A path has one of its own.

    Raises:
        SourceError: in one sentence, for what is no such file, and for one that changes meanwhile.

    >>> with table_of(b"Name;Phone\\nAnn;1\\n", "voters.csv") as table:
    ...     table.schema.names
    ['Name', 'Phone']
    """
    with ExitStack() as stack:
        paths = (Path(name),) if isinstance(source, bytes) else files_at(source, PARQUET)
        kind = paths[0].suffix.lower() if paths else ""
        if kind not in (*CSV, *PARQUET):
            raise SourceError(NO_KIND)
        files = [] if isinstance(source, bytes) else [stack.enter_context(opened(one)) for one in paths]
        with _refusing():
            stream = io.BytesIO(source) if isinstance(source, bytes) else files[0].descriptor_path.open("rb")
            with stream:
                delimiter = delimiter_of(stream.read(SNIFFED_CHARACTERS).decode("utf-8-sig", errors="replace"))
            form = pyarrow.dataset.ParquetFileFormat(coerce_int96_timestamp_unit="us")
            if kind in CSV:
                written = pyarrow.csv.ParseOptions(delimiter=delimiter, quote_char=QUOTE, newlines_in_values=True)
                form = pyarrow.dataset.CsvFileFormat(written)
            disk = pyarrow.fs.LocalFileSystem()
            parts = [form.make_fragment(str(file.descriptor_path), disk) for file in files]
            parts = parts or [form.make_fragment(pa.py_buffer(source))]
            schema = parts[0].physical_schema
            if kind in CSV:  # Every cell as the text it is written as.
                schema = pa.schema([(heading, TEXT) for heading in schema.names])
            table = pyarrow.dataset.FileSystemDataset(parts, schema, form)
        yield table
        for file in files:
            file.check_unchanged()


@contextmanager
def _refusing() -> Iterator[None]:
    # An error of Arrow's may repeat a piece of the file.
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError):
        raise SourceError(NO_TABLE) from None


def strangers_in(
    table: Table, columns: Sequence[Pair], adversary: Adversary, given: Iterable[Record], most: int = MOST
) -> Strangers:
    """The rows of a table that an adversary joins with given records, or with rows that join them, to the fixpoint.

    A table of at most ``most`` rows is resolved whole. A longer one is searched for rows that have a key themselves,
    if the rules are by equal or normalised values: a key that only several strangers have together finds none. By
    other rules only its first rows are read.

    Arguments:
        columns: (column, label) of every column that counts.

    >>> from leakage import Resolve, Shares
    >>> meant, eve = [("name", "N"), ("phone", "P"), ("street", "S")], Adversary(Resolve(Shares("P")))
    >>> with table_of(b"name,phone,street\\nAnn,1,Elm\\nBob,2,Oak\\n", "voters.csv") as table:
    ...     strangers_in(table, meant, eve, [Record.of(("P", "1"))]).records[0].values("S")
    ('Elm',)
    """
    seeds, names = tuple(given), list(dict(columns))
    with _refusing():
        head = table.head(most + 1, columns=names)
        read, all_read = min(len(head), most), len(head) <= most
        resolve = adversary.resolution if len(adversary.operations) == 1 and not all_read else None
        rules = resolve.match.conjunctions if resolve and resolve.by_tokens else None
        if rules and not any(condition.similars for rule in rules for condition in rule):
            found, read = _search(table, columns, rules, seeds, most)
            head, all_read = table.take(pa.array(sorted(found), pa.int64()), columns=names), True
        cells = [head.column(name).slice(0, most) for name, _ in columns]
        rows = records_of(pa.table(cells, [label for _, label in columns]).to_pandas())
    composite_of = adversary.resolve((*seeds, *rows)).composite_of.tolist()
    own = set(composite_of[: len(seeds)])
    joined = (row for row, composite in zip(rows, composite_of[len(seeds) :], strict=True) if composite in own)
    return Strangers(tuple(joined), read, all_read)


def headings(content: bytes, name: str, path: Path | None = None) -> list[str]:
    """The headings of a table, by its content and name, or where it lies; raises as ``table_of``."""
    with table_of(path or content, name) as table:
        return list(table.schema.names)


def strangers_of_any(
    content: bytes,
    name: str,
    path: Path | None,
    columns: Sequence[Pair],
    adversaries: Iterable[Adversary],
    given: Sequence[Record],
) -> Strangers:
    """As ``strangers_in`` for any of several adversaries; the table is given by content and name, or by its path.

    ``read`` is the fewest rows that were read for one of them.
    """
    with table_of(path or content, name) as table:
        each = [strangers_in(table, columns, eve, given) for eve in dict.fromkeys(adversaries)]
    records = dict.fromkeys(record for found in each for record in found.records)
    return Strangers(tuple(records), min(found.read for found in each), all(found.all_read for found in each))


def _search(
    table: Table, columns: Sequence[Pair], rules: Sequence[Conjunction], seeds: Iterable[Record], most: int
) -> tuple[set[int], int]:
    """The numbers of the rows with all values of a rule known, to the fixpoint, and how many rows there are."""
    there = {label for _, label in columns}
    wanted = [rule for rule in rules if there.issuperset(c.label for c in rule)]
    conditions = list(dict.fromkeys(condition for rule in wanted for condition in rule))
    keys = [(name, c) for c in conditions for name, label in columns if label == c.label]
    values = {c: {c.compared(value) for seed in seeds for value in seed.values(c.label)} for c in conditions}
    # Half of a surrogate pair stands in no file, and Arrow takes none.
    known = {c: {text for text in texts if not _HALF_OF_A_PAIR.search(text)} for c, texts in values.items()}
    found: set[int] = set()
    read, before = 0, -1
    while before < (before := sum(map(len, known.values()))):
        first = 0
        for batch in table.to_batches(columns=list(dict(keys))):
            report("Reading the file", first, max(read, first + len(batch)))
            cells = [(condition, _texts(batch.column(name), condition)) for name, condition in keys]
            while wanted and (fresh := [n for n in _joining(cells, wanted, known) if first + n not in found]):
                found.update(first + n for n in fresh)
                for condition, texts in cells:
                    known[condition].update(texts.take(pa.array(fresh, pa.int64())).drop_null().to_pylist())
            if len(found) > most:
                raise SourceError(f"more than {most:,} rows can join: choose stricter rules, or fewer columns")
            first += len(batch)
        read = first
    return found, read


def _joining(cells: Iterable[Cells], rules: Iterable[Conjunction], known: Mapping[Condition, set[str]]) -> list[int]:
    held: dict[Condition, pa.Array] = {}
    for condition, texts in cells:
        is_known = pc.is_in(texts, pa.array(known[condition], TEXT))
        held[condition] = pc.or_(held.get(condition, is_known), is_known)
    joining = functools.reduce(pc.or_, (functools.reduce(pc.and_, map(held.__getitem__, rule)) for rule in rules))
    return pc.indices_nonzero(joining).to_pylist()  # type: ignore[no-any-return]


def _texts(column: pa.Array, condition: Condition) -> pa.Array:
    codes, texts = coded(column.to_pandas())
    if condition.normalisers:
        texts = pa.array(map(condition.compared, texts.to_pylist()), TEXT)
    return texts.take(pa.array(codes, mask=codes == ABSENT))
