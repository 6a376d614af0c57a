"""Results as tables: one row a result, one column a field."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from leakage.record import Attribute


def to_frame(rows: Iterable[Any], *properties: str) -> pd.DataFrame:
    """A table of results of one kind: a column for each field, in their order, and for each property named.

    An ``Attribute`` becomes the columns label, value and confidence, a (label, value) pair the first two; a field that
    holds several numbers by name becomes a column for each, ``loss_discernibility``. Whatever else is no number or
    text stays as it is, a Record a Record. So a frame holds values, where its rows do. No rows make a table without
    columns.

    Arguments:
        rows: dataclasses of one kind, such as ``attribute_contributions``, ``release_shapley``, ``compare_releases``
            or ``success_curve`` give.
        properties: names of further properties of theirs.

    >>> from leakage.decision import attribute_contributions
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
        elif name == "pair":
            yield from zip(("label", "value"), value, strict=True)
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
