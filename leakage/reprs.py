"""Results in short, without anybody's values, and as tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import Any

import numpy as np
import pandas as pd

from leakage.record import Attribute, Record


def redacted_repr(self: Any) -> str:
    """A dataclass in numbers: numbers stay, collections are counted, attributes are labels, texts are left out.

    >>> Plan = dataclasses.make_dataclass("Plan", ["record", "steps", "best"], namespace={"__repr__": redacted_repr})
    >>> Plan(Record.of(("N", "Alice")), (4, 7), False)
    Plan(record of 1 attribute, 2 steps, not best)
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


def to_frame(rows: Iterable[Any], *properties: str) -> pd.DataFrame:
    """A table of results of one kind, a column for each field, in their order.

    An ``Attribute`` becomes the columns label, value and confidence; a dataclass of numbers becomes a column for each.
    Whatever else is no number or text stays as it is. No rows make a table without columns.

    >>> from leakage.decision.contribution import attribute_contributions
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
    if not dataclasses.is_dataclass(value):
        return False
    return all(isinstance(getattr(value, field.name), int | float) for field in dataclasses.fields(value))


def _column(values: list[Any]) -> Any:
    # pandas would take sequences apart.
    if all(isinstance(value, str | bool | int | float | np.generic) for value in values):
        return values
    column = np.empty(len(values), dtype=object)
    column[:] = [dict(value) if isinstance(value, Mapping) else value for value in values]
    return column
