"""The papers' published tables, from ``published.toml``, each with what it shows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import pandas as pd

from leakage.record import Record

Row = tuple[str, ...]


@dataclass(frozen=True)
class PublishedExample:
    """A table as a paper prints it.

    Arguments:
        shows: the figures in one sentence; derived ones where the paper slips.
        quasi_identifiers, sensitive: names of columns.
        person: a person in it, her values by column; may be empty.
        background: what else Eve knows of her; may be empty.
        parents: for columns with a hierarchy, the parent of each category.
    """

    key: str
    title: str
    source: str
    shows: str
    columns: Row
    rows: tuple[Row, ...]
    quasi_identifiers: Row
    sensitive: str
    person: Record = field(default_factory=Record)
    background: Record = field(default_factory=Record)
    parents: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """The table."""
        return pd.DataFrame(list(self.rows), columns=list(self.columns))


def _example(table: str, **entry: Any) -> PublishedExample:
    columns, *rows = (tuple(cell.strip() for cell in line.split("|")) for line in table.splitlines())
    people = {name: Record.of(*facts.items()) for name, facts in entry.items() if name in ("person", "background")}
    identifiers = tuple(entry.pop("quasi_identifiers"))
    return PublishedExample(columns=columns, rows=tuple(rows), quasi_identifiers=identifiers, **entry | people)


_ENTRIES = tomllib.loads(resources.files(__package__).joinpath("published.toml").read_text("utf-8"))["example"]
PUBLISHED = tuple(_example(**entry) for entry in _ENTRIES)
"""Every table of the papers."""

_BY_KEY = {example.key: example for example in PUBLISHED}
ALICE, BACKGROUND = _BY_KEY["patients"].person, _BY_KEY["patients"].background
ZOE = _BY_KEY["patients-zoe"].person
DISEASES = _BY_KEY["diseases-close"].parents["Disease"]
ANONYMOUS_PATIENTS = _BY_KEY["patients"].rows
