"""Arrow types: which have a text, and how what another reader made of a column becomes the very column again."""

from __future__ import annotations

import pyarrow as pa

NO_TEXT = (
    "a column holds no texts: lists, structs, maps, unions, intervals of months, times of day with a zone, and "
    "decimals of more than 38 digits are not read; leave it out"
)

MOST_DIGITS = 38
"""Of a decimal: DuckDB reads one of more as a float."""


def has_text(kind: pa.DataType) -> bool:
    """Whether a cell of a type has one text, in memory and on disk.

    >>> has_text(pa.duration("s")), has_text(pa.list_(pa.int8()))
    (True, False)
    """
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return has_text(kind.value_type)
    if isinstance(kind, pa.BaseExtensionType):
        # What Arrow cannot read is opaque to it.
        return not isinstance(kind, pa.OpaqueType) and has_text(kind.storage_type)
    if pa.types.is_nested(kind) or pa.types.is_interval(kind):
        return False
    return not (pa.types.is_decimal256(kind) and kind.precision > MOST_DIGITS)


def check_has_text(kind: pa.DataType) -> None:
    """Check that a type has a text.

    Raises:
        ValueError: where it has none, in one sentence.
    """
    if not has_text(kind):
        raise ValueError(NO_TEXT)


def plain(kind: pa.DataType) -> pa.DataType:
    """The type of what a dictionary holds; any other type is its own.

    >>> plain(pa.dictionary(pa.int8(), pa.string()))
    DataType(string)
    """
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def as_of(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """An array as the type that its file gives it, whatever another reader made of it: a duration of its number.

    Raises:
        pyarrow.ArrowException: where the one cannot be the other.

    >>> as_of(pa.array([90]), pa.duration("s"))[0].as_py()
    datetime.timedelta(seconds=90)
    """
    kind = plain(kind)
    if isinstance(kind, pa.BaseExtensionType):
        return array if array.type == kind else pa.ExtensionArray.from_storage(kind, array.cast(kind.storage_type))
    return array.cast(kind)
