"""How leakage is measured, as tables: which near misses count, and which labels share information."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leakage.measure.relation import Equivalent, Joint, Relation, check_relations
from leakage.measure.similarity import EditSimilarity, NumericCloseness, PrefixSimilarity, Similarity, TableSimilarity
from leakage.workspace.validation import Problem, Row, read_text

KINDS = {
    "number": "Numbers near each other",
    "prefix": "Same first characters",
    "edit": "Nearly the same spelling",
    "table": "A table of one's own",
}
"""What a kind of similarity is called on a page."""

DEFAULT_SCALE = 10.0


@dataclass(frozen=True, slots=True)
class SimilaritiesReading:
    """The similarities a table holds, and what could not be used."""

    similarities: tuple[tuple[str, Similarity], ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class RelationsReading:
    """The relations a table holds, and what could not be used."""

    relations: tuple[Relation, ...]
    problems: tuple[Problem, ...]


def similarity_rows(similarities: Sequence[tuple[str, Similarity]]) -> list[dict[str, object]]:
    """The similarities as rows with the columns label, kind, scale and table.

    >>> similarity_rows([("Age", NumericCloseness(5.0))])
    [{'label': 'Age', 'kind': 'Numbers near each other', 'scale': 5.0, 'table': None}]
    """
    return [
        {
            "label": label,
            "kind": KINDS[_kind(similarity)],
            "scale": similarity.scale if isinstance(similarity, NumericCloseness) else None,
            "table": _written(similarity.table) if isinstance(similarity, TableSimilarity) else None,
        }
        for label, similarity in similarities
    ]


def read_similarities(rows: Sequence[Row]) -> SimilaritiesReading:
    """The similarities in a table with the columns label, kind, scale and table; blank rows are passed over.

    Arguments:
        rows: ``kind`` is one of the words of ``KINDS``; ``scale`` is read for numbers (blank means 10); ``table`` for
            a table of one's own, as "Lyon ~ Villeurbanne = 0.7; ...".

    >>> reading = read_similarities([{"label": "Age", "kind": "Numbers near each other", "scale": -1}])
    >>> [str(problem) for problem in reading.problems]
    ['row 1: scale must be a positive number, got -1']
    """
    found: dict[str, Similarity] = {}
    problems: list[Problem] = []

    def read(row: Row) -> None:
        label, kind = read_text(row.get("label")), read_text(row.get("kind"))
        if not label:
            raise ValueError("a label is needed")
        if label in found:
            raise ValueError("this label already has a row")
        if kind not in KINDS.values():
            raise ValueError("choose how values are compared")
        found[label] = _similarity(next(key for key, word in KINDS.items() if word == kind), row)

    _read_rows(rows, ("label", "kind"), read, problems)
    return SimilaritiesReading(tuple(found.items()), tuple(problems))


def relation_rows(relations: Sequence[Relation]) -> list[dict[str, object]]:
    """The relations as rows with the columns labels, shared and weight.

    >>> relation_rows([Equivalent(("Age", "Date of birth"))])
    [{'labels': ['Age', 'Date of birth'], 'shared': None, 'weight': None}]
    """
    return [
        {
            "labels": list(relation.labels),
            "shared": relation.shared if isinstance(relation, Joint) else None,
            "weight": dict(relation.weights).get(relation.shared) if isinstance(relation, Joint) else None,
        }
        for relation in relations
    ]


def read_relations(rows: Sequence[Row]) -> RelationsReading:
    """The relations in a table with the columns labels, shared and weight; blank rows are passed over.

    Arguments:
        rows: with a word under ``shared`` the labels share that part, of the weight given; without, they tell the
            same.

    >>> reading = read_relations([{"labels": ["Phone", "Address"], "shared": "Area", "weight": 2.0}])
    >>> reading.relations[0].shared, reading.problems
    ('Area', ())
    """
    found: list[Relation] = []
    problems: list[Problem] = []

    def read(row: Row) -> None:
        held = row.get("labels")
        labels = tuple(str(label) for label in held) if isinstance(held, list) else ()
        shared, weight = read_text(row.get("shared")), row.get("weight")
        relation: Relation = Equivalent(labels)
        if shared:
            relation = Joint(labels, shared, {} if _blank(weight) else {shared: float(str(weight))})
        check_relations((*found, relation))
        found.append(relation)

    _read_rows(rows, ("labels", "shared"), read, problems)
    return RelationsReading(tuple(found), tuple(problems))


def _read_rows(
    rows: Sequence[Row], columns: Sequence[str], read: Callable[[Row], None], problems: list[Problem]
) -> None:
    for number, row in enumerate(rows, start=1):
        if any(not _blank(row.get(column)) for column in columns):
            try:
                read(row)
            except ValueError as error:
                problems.append(Problem(f"row {number}", str(error)))


def _blank(cell: object) -> bool:
    return cell is None or cell in ("", []) or (isinstance(cell, float) and math.isnan(cell))


def _kind(similarity: Similarity) -> str:
    kinds = {NumericCloseness: "number", PrefixSimilarity: "prefix", EditSimilarity: "edit", TableSimilarity: "table"}
    return next(kind for type_, kind in kinds.items() if isinstance(similarity, type_))


def _similarity(kind: str, row: Row) -> Similarity:
    if kind == "prefix":
        return PrefixSimilarity()
    if kind == "edit":
        return EditSimilarity()
    if kind == "table":
        return TableSimilarity(_read_table(read_text(row.get("table")) or ""))
    scale = row.get("scale")
    number = DEFAULT_SCALE if _blank(scale) else float(str(scale))
    if not (number > 0.0 and math.isfinite(number)):
        raise ValueError(f"scale must be a positive number, got {number:g}")
    return NumericCloseness(number)


def _written(table: Sequence[tuple[str, str, float]]) -> str:
    return "; ".join(f"{one} ~ {other} = {similarity:g}" for one, other, similarity in table)


def _read_table(text: str) -> tuple[tuple[str, str, float], ...]:
    rows: list[tuple[str, str, float]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        pair, _, number = part.rpartition("=")
        one, _, other = pair.partition("~")
        if not (one.strip() and other.strip() and _is_share(number)):
            raise ValueError('a table is written like "one ~ other = 0.7; one ~ third = 0.2", with numbers in [0, 1]')
        rows.append((one.strip(), other.strip(), float(number)))
    if not rows:
        raise ValueError('write the table like "one ~ other = 0.7; one ~ third = 0.2"')
    return tuple(rows)


def _is_share(text: str) -> bool:
    try:
        return 0.0 <= float(text) <= 1.0
    except ValueError:
        return False
