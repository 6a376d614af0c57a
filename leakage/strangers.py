"""Strangers: the rows of a table in a file that can join given records, found key by key without an index."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.dataset
import pyarrow.fs

from leakage.frames import ABSENT, QUOTE, SNIFFED_CHARACTERS, check_width, coded, delimiter_of
from leakage.private_files import SourceError, files_at, opened
from leakage.progress import report
from leakage.record import Attribute, Pair, Record, redacted_repr
from leakage.resolution.adversary import Adversary
from leakage.resolution.rules import Conjunction
from leakage.resolution.values import Condition

MOST = 50_000
"""Rows that are taken at most, and that are read at most by rules other than equal or normalised values."""

TEXT = pa.large_string()
CSV, PARQUET = (".csv", ".tsv", ".txt"), (".parquet", ".pq")

NO_KIND = "only CSV files, Parquet files and folders of Parquet files can be read"
NO_TABLE = "the file cannot be read as a table: UTF-8, every row as long as the first, every heading once"
NO_COLUMN = "the file lacks a column that was to be read"

Table: TypeAlias = pyarrow.dataset.FileSystemDataset


@dataclass(frozen=True)
class Strangers:
    """The rows of a file that join given records, how many rows were read, and whether the file has no others."""

    records: tuple[Record, ...]
    read: int
    all_read: bool

    __repr__ = redacted_repr


@contextmanager
def table_at(path: Path) -> Iterator[Table]:
    """A CSV file, a Parquet file or the Parquet files of a folder, open inside the block."""
    with ExitStack() as stack:
        files = [(stack.enter_context(opened(one)), one.suffix) for one in files_at(path, PARQUET)]
        if not files or len({kind.lower() in CSV for _, kind in files}) > 1:
            raise SourceError(NO_KIND)
        beginning = files[0][0].read_at(0, SNIFFED_CHARACTERS)
        yield _table([str(file.descriptor_path) for file, _ in files], files[0][1], beginning)
        for file, _ in files:
            file.check_unchanged()


def table_of(content: bytes, name: str) -> Table:
    """The table of a CSV or Parquet file's content, told apart by the file's name; raises as ``table_at``.

    >>> table_of(b"Name;Phone\\nAnn;1\\n", "voters.csv").schema.names
    ['Name', 'Phone']
    """
    return _table([pa.py_buffer(content)], Path(name).suffix, content[:SNIFFED_CHARACTERS])


def _table(sources: Sequence[str | pa.Buffer], kind: str, beginning: bytes) -> Table:
    if kind.lower() not in (*CSV, *PARQUET):
        raise SourceError(NO_KIND)
    files = pyarrow.fs.LocalFileSystem()

    def fragments(form: pyarrow.dataset.FileFormat) -> list[pyarrow.dataset.Fragment]:
        return [form.make_fragment(one, files if isinstance(one, str) else None) for one in sources]

    with _refusing():
        form = pyarrow.dataset.ParquetFileFormat(coerce_int96_timestamp_unit="us")
        if kind.lower() in CSV:
            form = _csv(beginning, ())
            form = _csv(beginning, fragments(form)[0].physical_schema.names)
        parts = fragments(form)
        schema = parts[0].physical_schema
        check_width(len(schema))
        return pyarrow.dataset.FileSystemDataset(parts, schema, form)


def _csv(beginning: bytes, names: Iterable[str]) -> pyarrow.dataset.CsvFileFormat:
    delimiter = delimiter_of(beginning.decode("utf-8-sig", errors="replace"))
    return pyarrow.dataset.CsvFileFormat(
        pyarrow.csv.ParseOptions(delimiter=delimiter, quote_char=QUOTE, newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, TEXT)),
    )


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
    >>> table = table_of(b"name,phone,street\\nAnn,1,Elm\\nBob,2,Oak\\n", "voters.csv")
    >>> meant = [("name", "N"), ("phone", "P"), ("street", "S")]
    >>> strangers_in(table, meant, Adversary(Resolve(Shares("P"))), [Record.of(("P", "1"))]).records[0].values("S")
    ('Elm',)
    """
    if not {name for name, _ in columns} <= set(table.schema.names):
        raise SourceError(NO_COLUMN)
    seeds = tuple(given)
    with _refusing():
        head = table.head(most + 1, columns=_names(columns))
        read, all_read = min(len(head), most), len(head) <= most
        rules = None if all_read else _by_keys(adversary)
        if rules is not None:
            found, read = _search(table, columns, rules, seeds, most)
            head, all_read = table.take(pa.array(sorted(found), pa.int64()), columns=_names(columns)), True
        rows = _records(head.slice(0, most), columns)
    composite_of = adversary.resolve((*seeds, *rows)).composite_of.tolist()
    own = set(composite_of[: len(seeds)])
    joined = (row for row, composite in zip(rows, composite_of[len(seeds) :], strict=True) if composite in own)
    return Strangers(tuple(joined), read, all_read)


def headings(content: bytes, name: str, path: Path | None = None) -> list[str]:
    """The headings of a table, by its content and name, or where it lies; raises as ``table_at``."""
    with table_at(path) if path else nullcontext(table_of(content, name)) as table:
        return list(table.schema.names)


def strangers_of_any(
    content: bytes,
    name: str,
    path: Path | None,
    columns: Sequence[Pair],
    adversaries: Iterable[Adversary],
    given: Sequence[Record],
) -> Strangers:
    """As ``strangers_in``, for any of some adversaries, each once; the fewest rows that one of them read.

    Arguments:
        content: of the table, with its name, where no path says where it lies.
        columns: (column, label) of every column that counts.
    """
    with table_at(path) if path else nullcontext(table_of(content, name)) as table:
        each = [strangers_in(table, columns, eve, given) for eve in dict.fromkeys(adversaries)]
    records = dict.fromkeys(record for found in each for record in found.records)
    return Strangers(tuple(records), min(found.read for found in each), all(found.all_read for found in each))


def _by_keys(adversary: Adversary) -> tuple[Conjunction, ...] | None:
    resolve = adversary.resolution if len(adversary.operations) == 1 else None
    rules = resolve.match.conjunctions if resolve and resolve.by_tokens else None
    return None if rules is None or any(c.similars for rule in rules for c in rule) else rules


def _search(
    table: Table, columns: Sequence[Pair], rules: Sequence[Conjunction], seeds: Iterable[Record], most: int
) -> tuple[set[int], int]:
    """The numbers of the rows with all values of a rule known, to the fixpoint, and how many rows there are."""
    there = {label for _, label in columns}
    wanted = [rule for rule in rules if there.issuperset(c.label for c in rule)]
    conditions = list(dict.fromkeys(itertools.chain.from_iterable(wanted)))
    keys = [(name, c) for c in conditions for name, label in columns if label == c.label]
    known = {c: {c.compared(value) for seed in seeds for value in seed.values(c.label)} for c in conditions}
    found: set[int] = set()
    read, before = 0, -1
    while before < (before := sum(map(len, known.values()))):
        first = 0
        for batch in table.to_batches(columns=_names([(name, "") for name, _ in keys])):
            report("Reading the file", first, max(read, first + len(batch)))
            cells = [(c, _key_texts(batch.column(name), c)) for name, c in keys]
            _grow(first, cells, wanted, known, found)
            if len(found) > most:
                raise SourceError(f"more than {most:,} rows can join: choose stricter rules, or fewer columns")
            first += len(batch)
        read = first
    return found, read


def _grow(
    first: int,
    cells: Sequence[tuple[Condition, pa.Array]],
    rules: Sequence[Conjunction],
    known: Mapping[Condition, set[str]],
    found: set[int],
) -> None:
    fresh: list[int] | None = None
    while rules and fresh != []:
        held = {condition: _held(condition, cells, known[condition]) for condition in known}
        can_join = functools.reduce(pc.or_, (functools.reduce(pc.and_, map(held.__getitem__, rule)) for rule in rules))
        fresh = [place for place in pc.indices_nonzero(can_join).to_pylist() if first + place not in found]
        found.update(first + place for place in fresh)
        for condition, texts in cells:
            known[condition].update(texts.take(pa.array(fresh, pa.int64())).drop_null().to_pylist())


def _held(condition: Condition, cells: Iterable[tuple[Condition, pa.Array]], values: Iterable[str]) -> pa.Array:
    # A lone surrogate stands in no file.
    sought = pa.array((text for text in values if text.encode("utf-8", "ignore").decode() == text), TEXT)
    return functools.reduce(pc.or_, (pc.is_in(texts, value_set=sought) for one, texts in cells if one == condition))


def _key_texts(column: pa.Array, condition: Condition) -> pa.Array:
    texts = _texts(column)
    if not condition.normalisers:
        return texts
    encoded = texts.dictionary_encode()
    compared = pa.array(map(condition.compared, encoded.dictionary.to_pylist()), TEXT)
    return compared.take(encoded.indices)


def _records(rows: pa.Table, columns: Sequence[Pair]) -> list[Record]:
    cells = [_texts(rows.column(name).combine_chunks()).to_pylist() for name, _ in columns]
    pairs = (zip((label for _, label in columns), row, strict=True) for row in zip(*cells, strict=True))
    return [Record(Attribute(*pair) for pair in dict.fromkeys(row) if pair[1]) for row in pairs]


def _names(columns: Iterable[Pair]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in columns))


def _texts(column: pa.Array) -> pa.Array:
    if pa.types.is_large_string(column.type) or pa.types.is_string(column.type):
        trimmed = pc.utf8_trim_whitespace(column.cast(TEXT))
        return pc.if_else(pc.equal(trimmed, ""), pa.scalar(None, TEXT), trimmed)
    codes, texts = coded(column.to_pandas())
    return texts.take(pa.array(codes, mask=codes == ABSENT))
