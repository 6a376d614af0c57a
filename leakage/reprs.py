"""Results in short, without anybody's values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sized
from typing import Any

import numpy as np

from leakage.record import Attribute, Record


def redacted_repr(self: Any) -> str:
    """A dataclass in numbers: numbers stay, collections are counted, attributes are labels, texts are left out."""
    shown = [field.name for field in dataclasses.fields(self) if field.repr]
    parts = (part for name in shown for part in _field_texts(name, getattr(self, name)))
    return f"{type(self).__name__}({', '.join(parts)})"


def readable(value: float) -> str:
    """A number as it is read: six digits, thousands apart."""
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
