"""Rows in long columns: given ones checked, results as tables, reprs that show nobody's values."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.progress import check_cancelled
from leakage.record import Attribute, Record

# Given rows: attributes in long columns as somebody gave them, checked and made into arrays.


Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


def numbers_of_records(record: npt.ArrayLike, size: int | None) -> tuple[Integers, int]:
    """The number of each row's record, and how many records there are: one more than the last, if that is not said.

    Raises:
        ValueError: for what is no whole number in [0, size).

    >>> numbers, size = numbers_of_records([0, 2], None)
    >>> numbers.tolist(), size
    ([0, 2], 3)
    """
    given = np.asarray(record)
    # An empty list comes as floats.
    if given.size and given.dtype.kind not in "iu":
        raise ValueError("record numbers must be whole numbers")
    numbers = given.astype(np.int64)
    total = int(numbers.max(initial=-1)) + 1 if size is None else size
    if not (numbers.min(initial=0) >= 0 and numbers.max(initial=-1) < total):
        raise ValueError(f"record numbers must be in [0, {total})")
    return numbers, total


def confidences_of(confidence: npt.ArrayLike) -> Floats:
    """The confidence of each row.

    Raises:
        ValueError: for one that is no number in [0, 1].

    >>> confidences_of(["0.5", 1])
    array([0.5, 1. ])
    """
    confidences = None
    with contextlib.suppress(TypeError, ValueError):
        confidences = np.asarray(confidence, dtype=np.float64)
    if confidences is None:
        # Raised out here: the message of the failed conversion would repeat what stands there.
        raise ValueError("confidence must be a number in [0, 1]")
    # Written so that NaN fails too.
    outside = ~((confidences >= 0.0) & (confidences <= 1.0))
    if outside.any():
        raise ValueError(f"confidence must be in [0, 1], got {confidences[outside][0]}")
    return confidences


def coded(texts: Sequence[str] | npt.NDArray[Any], what: str) -> tuple[Integers, tuple[str, ...]]:
    """The code of each row's text, and the distinct texts.

    Arguments:
        texts: of each row.
        what: these are, in the singular.

    Raises:
        ValueError: for one that is empty.

    >>> codes, labels = coded(["P", "N", "P"], "label")
    >>> codes.tolist(), labels
    ([0, 1, 0], ('P', 'N'))
    """
    check_cancelled()
    codes, distinct = pd.factorize(np.asarray(texts, dtype=object))
    check_cancelled()
    if (codes < 0).any() or "" in (once := tuple(distinct)):
        raise ValueError(f"{what} must not be empty")
    return codes.astype(np.int64), once


def check_once(record: Integers, label: Integers, value: Integers) -> None:
    """Refuse rows, in order, of which two say the same of one record.

    Raises:
        ValueError: if there are such.
    """
    same = (np.diff(record) == 0) & (np.diff(label) == 0) & (np.diff(value) == 0)
    if same.any():
        raise ValueError("two attributes of a record must not share both label and value")


# Short reprs: how many and how much, and nobody's values, for reprs end up in logs and notebooks.


def redacted_repr(self: Any) -> str:
    """A dataclass told in numbers: what is a number stays, what can be counted is counted, texts are left out.

    Of an attribute the label is told. An ``Attribute`` by itself keeps its full repr: it is what a person writes down
    and reads back; whatever holds one, or a record, has this repr.

    >>> @dataclasses.dataclass
    ... class Plan:
    ...     who: str
    ...     record: Record
    ...     steps: tuple[int, ...]
    ...     proved: bool
    ...     cost: float
    ...     __repr__ = redacted_repr
    >>> Plan("Alice", Record.of(("N", "Alice")), (4, 7), False, 4211.0)
    Plan(record of 1 attribute, 2 steps, not proved, cost 4,211)
    """
    shown = [field.name for field in dataclasses.fields(self) if field.repr]
    parts = (part for name in shown for part in _field_texts(name, getattr(self, name)))
    return f"{type(self).__name__}({', '.join(parts)})"


def readable(value: float) -> str:
    """A number as it is read: six digits, thousands apart.

    >>> readable(1234567), readable(0.123456789)
    ('1,234,567', '0.123457')
    """
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _field_texts(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool | np.bool_):
        yield name if value else f"not {name}"
    elif isinstance(value, int | float | np.number):
        yield f"{name} {readable(value.item() if isinstance(value, np.number) else value)}"
    elif isinstance(value, Record):
        yield f"{name} of {len(value):,} attribute{'' if len(value) == 1 else 's'}"
    elif isinstance(value, Attribute):
        yield f"{name} {value.label}"
    elif name == "pair":
        yield f"label {value[0]}"
    elif dataclasses.is_dataclass(value):
        yield f"{name} {value!r}"
    elif isinstance(value, Sized) and not isinstance(value, str | bytes):
        yield f"{len(value):,} {name}"


# Results as tables: one row a result, one column a field.


def to_frame(rows: Iterable[Any], *properties: str) -> pd.DataFrame:
    """A table of results of one kind: a column for each field, in their order, and for each property named.

    An ``Attribute`` becomes the columns label, value and confidence; a field that holds several numbers by name becomes
    a column for each, ``halved_leakage``. Whatever else is no number or text stays as it is, a Record a Record. So a
    frame holds values, where its rows do. No rows make a table without columns.

    Arguments:
        rows: dataclasses of one kind, such as ``attribute_contributions``, ``release_shapley``
            or ``success_curve`` give.
        properties: names of further properties of theirs.

    >>> from leakage.old.decision import attribute_contributions
    >>> from leakage.record import Record
    >>> r, e = Record.of(("N", "Alice"), ("A", "30", 0.5)), Record.of(("N", "Alice"), ("A", "20"))
    >>> to_frame(attribute_contributions(r, e)).round(3)
      label  value  confidence  right  contribution
    0     N  Alice         1.0   True         0.583
    1     A     30         0.5  False        -0.083
    """
    columns: dict[str, list[Any]] = {}
    for row in rows:
        for name, value in _cells(row, properties):
            columns.setdefault(name, []).append(value)
    return pd.DataFrame({name: _column(values) for name, values in columns.items()})


def _cells(row: Any, properties: Iterable[str]) -> Iterable[tuple[str, Any]]:
    for name in (*(field.name for field in dataclasses.fields(row)), *properties):
        value = getattr(row, name)
        if isinstance(value, Attribute):
            yield from (("label", value.label), ("value", value.value), ("confidence", value.confidence))
        elif _numbers(value):
            yield from ((f"{name}_{field.name}", getattr(value, field.name)) for field in dataclasses.fields(value))
        else:
            yield name, value


def _numbers(value: Any) -> bool:
    """Whether a value is nothing but numbers by name."""
    if not dataclasses.is_dataclass(value):
        return False
    return all(isinstance(getattr(value, field.name), int | float) for field in dataclasses.fields(value))


def _column(values: list[Any]) -> Any:
    """Numbers and texts as pandas likes them; all else as objects, for it would take sequences apart."""
    if all(isinstance(value, str | bool | int | float | np.generic) for value in values):
        return values
    column = np.empty(len(values), dtype=object)
    column[:] = [dict(value) if isinstance(value, Mapping) else value for value in values]
    return column
