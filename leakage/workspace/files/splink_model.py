"""A model that Splink saved, from the bytes of its file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.splink import Unread, read_splink_model, unread_comparisons
from leakage.short_repr import short_repr
from leakage.workspace.files.headings import label_of
from leakage.workspace.files.texts import text_of
from leakage.workspace.forms.problem import Problem
from leakage.workspace.limits import check_text
from leakage.workspace.table_mapping import folded
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What a file says of evidence, and what could not be used.

    Arguments:
        evidence: None where the file cannot be used as it is.
        problems: why.
        unread: the comparisons without which it could be.
    """

    evidence: FellegiSunter | None
    problems: tuple[Problem, ...]
    unread: tuple[Unread, ...] = ()

    __repr__ = short_repr


def read_model(
    content: bytes,
    records: Sequence[Record] = (),
    labels: Mapping[str, str] | None = None,
    leave_out: Collection[int] = (),
    bytewise: bool = False,
) -> ModelReading:
    """The evidence of a Splink model, joined at even odds.

    Arguments:
        content: of the file.
        records: among which values are as frequent as they are.
        labels: of the columns, as for ``read_splink_model``.
        leave_out: numbers of comparisons that are not weighed.
        bytewise: whether values are compared byte by byte, as DuckDB does up to 2.0.0.

    >>> read_model(b"{}").problems[0].sentence
    'this is no model that Splink saved'
    """
    try:
        text = text_of(content).text
        unread = tuple(comparison for comparison in unread_comparisons(text) if comparison.number not in leave_out)
        if unread:
            return ModelReading(None, tuple(Problem("", comparison.reason) for comparison in unread), unread)
        evidence = read_splink_model(text, records, labels=labels, leave_out=leave_out, bytewise=bytewise)
        for label in evidence.labels:
            check_text(label, "a column's name")
    except ValueError as error:
        return ModelReading(None, (Problem("", str(error)),))
    return ModelReading(evidence, ())


def labels_guessed(columns: Iterable[str], workspace: Workspace) -> dict[str, str]:
    """Of each column of a model the label of the work that it is likely to mean; none where none is.

    >>> work = Workspace(profile=(("Date of birth", "1990-01-31"), ("N", "Ann")), names=(("N", "Name"),))
    >>> labels_guessed(["dob", "name", "shoe_size"], work)
    {'dob': 'Date of birth', 'name': 'N'}
    """
    names = dict(workspace.names)
    known = {folded(names.get(label, label)): label for label in workspace.labels}
    known |= {folded(label): label for label in workspace.labels}
    meant = {column: folded(label_of(column, workspace.labels)) for column in columns}
    return {column: known[words] for column, words in meant.items() if words in known}
