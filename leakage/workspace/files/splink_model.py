"""A model that Splink saved, from the bytes of its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.splink import read_splink_model
from leakage.short_repr import short_repr
from leakage.workspace.files.texts import text_of
from leakage.workspace.forms.problem import Problem
from leakage.workspace.limits import check_text


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What a file says of evidence, and what could not be used."""

    evidence: FellegiSunter | None
    problems: tuple[Problem, ...]

    __repr__ = short_repr


def read_model(content: bytes, records: Sequence[Record]) -> ModelReading:
    """The evidence of a Splink model, joined at even odds.

    Arguments:
        content: of the file.
        records: among which values are as frequent as they are.

    >>> read_model(b"{}", []).problems[0].sentence
    'this is no model that Splink saved'
    """
    try:
        evidence = read_splink_model(text_of(content).text, records)
        for label in evidence.labels:
            check_text(label, "a column's name")
    except ValueError as error:
        return ModelReading(None, (Problem("", str(error)),))
    return ModelReading(evidence, ())
