"""How leakage is measured, as a table: which near misses count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from leakage.measure.weights import EditSimilarity, NumericCloseness, PrefixSimilarity, Similarity, TableSimilarity
from leakage.workspace.cells import Row, each_row, is_blank, read_number, read_text
from leakage.workspace.limits import InputProblem, check_number

DEFAULT_SCALE = 10.0


@dataclass(frozen=True, slots=True)
class SimilarityRow:
    """How a type of similarity stands in the table.

    Arguments:
        words: what it is called on a page.
        read: the similarity that a row describes.
        cells: what a row holds of a similarity, column by column; nothing where there is nothing to enter.
    """

    words: str
    read: Callable[[Row], Similarity]
    cells: Callable[[Any], dict[str, object]] = lambda similarity: {}


@dataclass(frozen=True, slots=True)
class SimilaritiesReading:
    """The similarities a table holds, and what could not be used."""

    similarities: tuple[tuple[str, Similarity], ...]
    problems: tuple[InputProblem, ...]


def similarity_rows(similarities: Sequence[tuple[str, Similarity]]) -> list[dict[str, object]]:
    """The similarities as rows with the columns label, kind, scale and table.

    >>> similarity_rows([("Age", NumericCloseness(5.0))])
    [{'label': 'Age', 'kind': 'Numbers near each other', 'scale': 5.0, 'table': None}]
    """
    return [
        {
            "label": label,
            "kind": SIMILARITY_ROWS[type(similarity)].words,
            "scale": None,
            "table": None,
            **SIMILARITY_ROWS[type(similarity)].cells(similarity),
        }
        for label, similarity in similarities
    ]


def read_similarities(rows: Sequence[Row]) -> SimilaritiesReading:
    """The similarities in a table with the columns label, kind, scale and table; blank rows are passed over.

    Arguments:
        rows: ``kind`` is one of ``SIMILARITY_WORDS``; ``scale`` is read for numbers (blank means 10); ``table`` for
            a table of one's own, as "Lyon ~ Villeurbanne = 0.7; ...".

    >>> reading = read_similarities([{"label": "Age", "kind": "Numbers near each other", "scale": -1}])
    >>> [str(problem) for problem in reading.problems]
    ['row 1: scale must be a positive number, got -1']
    """
    similarities: dict[str, Similarity] = {}
    problems: list[InputProblem] = []

    def read(row: Row, _where: str) -> None:
        label, kind = read_text(row.get("label")), read_text(row.get("kind"))
        if not label:
            raise ValueError("choose a fact")
        if label in similarities:
            raise ValueError("this fact already has a row")
        chosen = next((entry for entry in SIMILARITY_ROWS.values() if entry.words == kind), None)
        if chosen is None:
            raise ValueError("choose how values are compared")
        similarities[label] = chosen.read(row)

    each_row(rows, ("label", "kind"), read, problems)
    return SimilaritiesReading(tuple(similarities.items()), tuple(problems))


def _read_closeness(row: Row) -> NumericCloseness:
    scale = _number(row, "scale")
    number = DEFAULT_SCALE if scale is None else scale
    if not number > 0.0:
        raise ValueError(f"scale must be a positive number, got {number:g}")
    return NumericCloseness(check_number("scale", number))


def _number(row: Row, column: str) -> float | None:
    """The number in a cell, None for a blank one."""
    if is_blank(row.get(column)):
        return None
    number = read_number(row.get(column))
    if number is None:
        raise ValueError(f"{column} must be a positive number, such as 2")
    return number


def _written(table: Sequence[tuple[str, str, float]]) -> str:
    return "; ".join(f"{left} ~ {other} = {similarity:g}" for left, other, similarity in table)


def _read_table(text: str) -> tuple[tuple[str, str, float], ...]:
    rows: list[tuple[str, str, float]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        pair, _, number = part.rpartition("=")
        left, _, other = pair.partition("~")
        if not (left.strip() and other.strip() and _is_share(number)):
            raise ValueError('a table is written like "one ~ other = 0.7; one ~ third = 0.2", with numbers in [0, 1]')
        rows.append((left.strip(), other.strip(), float(number)))
    if not rows:
        raise ValueError('write the table like "one ~ other = 0.7; one ~ third = 0.2"')
    return tuple(rows)


def _is_share(text: str) -> bool:
    try:
        return 0.0 <= float(text) <= 1.0
    except ValueError:
        return False


SIMILARITY_ROWS: dict[type, SimilarityRow] = {
    NumericCloseness: SimilarityRow("Numbers near each other", _read_closeness, lambda near: {"scale": near.scale}),
    PrefixSimilarity: SimilarityRow("Same first characters", lambda row: PrefixSimilarity()),
    EditSimilarity: SimilarityRow("Nearly the same spelling", lambda row: EditSimilarity()),
    TableSimilarity: SimilarityRow(
        "My own table",
        lambda row: TableSimilarity(_read_table(read_text(row.get("table")) or "")),
        lambda near: {"table": _written(near.table)},
    ),
}
"""The row of each type of similarity; whatever a file may hold has one."""

SIMILARITY_WORDS = tuple(row.words for row in SIMILARITY_ROWS.values())
