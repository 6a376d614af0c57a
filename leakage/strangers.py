"""Strangers: the rows of a table in a file that can join given records, found key by key without an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
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

MOST = 50_000  # Most rows taken; also the most rows read for rules other than equal or normalised values.

TEXT = pa.large_string()
CSV, PARQUET = (".csv", ".tsv", ".txt"), (".parquet", ".pq")

NO_KIND = "only CSV files, Parquet files and folders of Parquet files can be read"
NO_TABLE = "the file cannot be read as a table: UTF-8, every row as long as the first, every heading once"

Table: TypeAlias = pyarrow.dataset.FileSystemDataset
Cells: TypeAlias = tuple[Condition, pa.Array]


@dataclass(frozen=True)
class Strangers:
    """The rows of a file that join given records, how many rows were read, and whether those are all."""

    records: tuple[Record, ...]
    read: int
    all_read: bool

    __repr__ = redacted_repr


def headings(content: bytes, name: str, path: Path | None = None) -> list[str]:
    """The headings of a CSV or Parquet file, by its content and name, or by the path of a file or folder.

    Raises:
        SourceError: for a file of another kind, or one that changes while it is read.

    >>> headings(b"Name;Phone\\nAnn;1\\n", "voters.csv")
    ['Name', 'Phone']
    """
    with _table(path or content, name) as table:
        return list(table.schema.names)


def strangers_in(
    content: bytes,
    name: str,
    path: Path | None,
    columns: Sequence[Pair],
    adversaries: Iterable[Adversary],
    given: Iterable[Record],
    most: int = MOST,
) -> Strangers:
    """The rows of a table that an adversary joins with given records, or with rows that join them, to the fixpoint.

    A table of at most ``most`` rows is resolved whole. A longer one is searched for rows that have a whole key, if the
    rules compare equal or normalised values; a key spread over several strangers is not found. For other rules only the
    first rows are read. With several adversaries, ``read`` is the fewest rows read for one.

    Arguments:
        content, name, path: as ``headings`` takes them, and with its errors.
        columns: (column, label) of each column to use.

    >>> from leakage import Resolve, Shares
    >>> meant, eve = [("name", "N"), ("phone", "P"), ("street", "S")], Adversary(Resolve(Shares("P")))
    >>> voters = b"name,phone,street\\nAnn,1,Elm\\nBob,2,Oak\\n"
    >>> strangers_in(voters, "voters.csv", None, meant, [eve], [Record.of(("P", "1"))]).records[0].values("S")
    ('Elm',)
    """
    seeds, found, counts = tuple(given), dict[Record, None](), []
    with _table(path or content, name) as table:
        for eve in dict.fromkeys(adversaries):
            rows, *count = _candidates(table, columns, eve, seeds, most)
            composite_of = eve.resolve((*seeds, *rows)).composite_of.tolist()
            own = set(composite_of[: len(seeds)])
            found |= {row: None for row, n in zip(rows, composite_of[len(seeds) :], strict=True) if n in own}
            counts.append(count)
    read, all_read = map(min, zip(*counts, strict=True))
    return Strangers(tuple(found), read, bool(all_read))


@contextmanager
def _table(source: bytes | Path, name: str) -> Iterator[Table]:
    with ExitStack() as stack:
        paths = (Path(name),) if isinstance(source, bytes) else files_at(source, PARQUET)
        kind = paths[0].suffix.lower() if paths else ""
        if kind not in (*CSV, *PARQUET):
            raise SourceError(NO_KIND)
        files = [] if isinstance(source, bytes) else [stack.enter_context(opened(one)) for one in paths]
        with _refusing():
            places = [str(file.descriptor_path) for file in files] or [pa.py_buffer(source)]
            form = pyarrow.dataset.ParquetFileFormat(coerce_int96_timestamp_unit="us")
            if kind in CSV:
                with pa.input_stream(places[0], compression=None) as stream:
                    delimiter = delimiter_of(stream.read(SNIFFED_CHARACTERS).decode("utf-8-sig", errors="replace"))
                written = pyarrow.csv.ParseOptions(delimiter=delimiter, quote_char=QUOTE, newlines_in_values=True)
                form = pyarrow.dataset.CsvFileFormat(written)
            parts = [form.make_fragment(place, pyarrow.fs.LocalFileSystem()) for place in places]
            schema = parts[0].physical_schema
            if kind in CSV:  # Read every cell as text.
                schema = pa.schema([(heading, TEXT) for heading in schema.names])
            table = pyarrow.dataset.FileSystemDataset(parts, schema, form)
        yield table
        for file in files:
            file.check_unchanged()


@contextmanager
def _refusing() -> Iterator[None]:
    # Arrow's message may quote the file.
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError):
        raise SourceError(NO_TABLE) from None


def _candidates(
    table: Table, columns: Sequence[Pair], eve: Adversary, seeds: Sequence[Record], most: int
) -> tuple[Sequence[Record], int, bool]:
    """The rows to resolve, how many rows were read, and whether those are all."""
    names = list(dict(columns))
    with _refusing():
        head = table.head(most + 1, columns=names)
        read, all_read = min(len(head), most), len(head) <= most
        resolve = eve.resolution if len(eve.operations) == 1 and not all_read else None
        rules = resolve.match.conjunctions if resolve and resolve.by_tokens else None
        if rules and not any(condition.similars for rule in rules for condition in rule):
            found, read = _search(table, columns, rules, seeds, most)
            head, all_read = table.take(pa.array(sorted(found), pa.int64()), columns=names), True
        cells = [head.column(name).slice(0, most) for name, _ in columns]
        return records_of(pa.table(cells, [label for _, label in columns]).to_pandas()), read, all_read


def _search(
    table: Table, columns: Sequence[Pair], rules: Sequence[Conjunction], seeds: Iterable[Record], most: int
) -> tuple[set[int], int]:
    """The numbers of the rows that hold a known key, to the fixpoint, and the number of rows in all."""
    there = {label for _, label in columns}
    wanted = [rule for rule in rules if there.issuperset(condition.label for condition in rule)]
    conditions = dict.fromkeys(condition for rule in wanted for condition in rule)
    keys = [(name, condition) for condition in conditions for name, label in columns if label == condition.label]
    values = {c: {c.compared(value) for seed in seeds for value in seed.values(c.label)} for c in conditions}
    # Arrow refuses half a surrogate pair, and no file contains one.
    known = {c: {text for text in texts if not re.search("[\ud800-\udfff]", text)} for c, texts in values.items()}
    found, read, before = set[int](), 0, -1
    while before < (before := sum(map(len, known.values()))):
        first = 0
        for batch in table.to_batches(columns=list(dict(keys))):
            report("Reading the file", first, max(read, first + len(batch)))
            cells = [(condition, _compared(batch.column(name), condition)) for name, condition in keys]
            while fresh := [n for n in _joining(cells, wanted, known) if first + n not in found]:
                found.update(first + n for n in fresh)
                for condition, texts in cells:
                    known[condition].update(filter(None, texts.take(pa.array(fresh)).to_pylist()))
            if len(found) > most:
                raise SourceError(f"more than {most:,} rows can join: choose stricter rules, or fewer columns")
            first += len(batch)
        read = first
    return found, read


def _compared(column: pa.Array, condition: Condition) -> pa.Array:
    """What each cell says, as the condition compares it."""
    if column.type in (pa.string(), TEXT) and not condition.normalisers:
        return pc.utf8_trim_whitespace(column.cast(TEXT))
    codes, texts = coded(column.to_pandas())
    compared = pa.array(map(condition.compared, texts.to_pylist()), TEXT)
    return compared.take(pa.array(codes, mask=codes == ABSENT))


def _joining(cells: Iterable[Cells], rules: Iterable[Conjunction], known: Mapping[Condition, set[str]]) -> list[int]:
    held: dict[Condition, Any] = dict.fromkeys(known, False)
    for condition, texts in cells:
        held[condition] |= pc.is_in(texts, pa.array(known[condition], TEXT)).to_numpy(zero_copy_only=False)
    joining: list[int] = np.flatnonzero(np.any([np.all([held[c] for c in rule], 0) for rule in rules], 0)).tolist()
    return joining
