"""PublishedExample: a table as a paper prints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from leakage.record import Record

Row = tuple[str, ...]
NOBODY = Record()


@dataclass(frozen=True)
class PublishedExample:
    """A table as a paper prints it.

    Arguments:
        key: a slug, unique among these examples.
        title: in a person's words.
        source: paper and table.
        shows: one sentence with the figures; the derived one where the paper slips.
        columns: their names.
        rows: the cells, row by row.
        quasi_identifiers, sensitive: names of columns.
        person: somebody in it, her plain values by the columns' names; may be empty.
        background: what Eve knows of her besides; may be empty.
        parents: of columns with a hierarchy of their own, what stands above each category.
    """

    key: str
    title: str
    source: str
    shows: str
    columns: Row
    rows: tuple[Row, ...]
    quasi_identifiers: Row
    sensitive: str
    person: Record = NOBODY
    background: Record = NOBODY
    parents: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """The table."""
        return pd.DataFrame(list(self.rows), columns=list(self.columns))
