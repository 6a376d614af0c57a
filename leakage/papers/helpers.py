"""What the papers' examples are read with: the workspaces and tables they are opened as, told in short."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from leakage.decision.information_leakage import information_leakage
from leakage.measure.record_leakage import record_leakage
from leakage.record import Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.published import PUBLISHED
from leakage.tables import PublishedTable, class_yardsticks
from leakage.workspace.workspace import Workspace

WORK: dict[str, Workspace] = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
_PUBLISHED = {example.key: example for example in PUBLISHED}


def given(key: str, number: int = 0) -> Record:
    """A record of an example, by its place among the releases."""
    return WORK[key].releases[number].record


def records(key: str) -> tuple[Record, ...]:
    """R: all that Eve holds in an example."""
    return (*(release.record for release in WORK[key].releases), *WORK[key].background)


def leakage_of(key: str, record: Record) -> float:
    """L(r, e) of a record in an example."""
    return record_leakage(record, WORK[key].reference, WORK[key].weight_map)


def pooled(key: str, policy: int = 0) -> float:
    """L(R, e, E) of an example, by one of its policies."""
    work = WORK[key]
    return information_leakage(records(key), work.reference, work.policies[policy].adversary, work.weight_map).leakage


def table(key: str, sensitive: str = "") -> PublishedTable:
    """A published table."""
    example = _PUBLISHED[key]
    return PublishedTable(example.frame, example.quasi_identifiers, sensitive or example.sensitive)


def named(record: Record) -> str:
    """The facts of a record in the order of their labels.

    >>> named(Record.of(("N", "Alice"), ("C", "999")))
    'C 999, N Alice'
    """
    return ", ".join(f"{a.label} {a.value}" for a in record)


def ordered(**quantities: float) -> str:
    """Quantities by size, as a chain; those that are the same stand as they were given.

    >>> ordered(b=2.0, a=1.0, c=2.0)
    'a ≤ b = c'
    """
    chain = sorted(quantities.items(), key=lambda item: round(item[1], 9))
    text = chain[0][0]
    for (_, less), (name, more) in pairwise(chain):
        text += f" = {name}" if abs(more - less) <= 1e-9 else f" ≤ {name}"
    return text


def as_floats(numbers: npt.ArrayLike) -> list[float]:
    """Numbers of any kind as a list."""
    return [float(number) for number in np.asarray(numbers)]


def closeness(key: str, distance: str) -> list[float]:
    """How far each class of a table is from the whole, by a distance of ``class_yardsticks``."""
    return as_floats(class_yardsticks(table(key))[distance])
