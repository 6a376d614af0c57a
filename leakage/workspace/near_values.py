"""Which near misses count in the measure: the kinds of similarity, read from a form and shown in a table."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.measure.weights import EditSimilarity, NumericCloseness, PrefixSimilarity, Similarity, TableSimilarity
from leakage.workspace.limits import check_number, check_text

SIMILARITY_WORDS: dict[type[Similarity], str] = {
    NumericCloseness: "Numbers near each other",
    PrefixSimilarity: "Same first characters",
    EditSimilarity: "Nearly the same spelling",
    TableSimilarity: "My own table",
}
"""What each type of similarity is called on a page; whatever a file may hold has one."""


def similarity_of(words: str, scale: float | None = None, table: str = "") -> Similarity:
    """The similarity of one of ``SIMILARITY_WORDS``.

    Arguments:
        words: what it is called.
        scale: read for numbers; None means 10.
        table: read for a table of one's own, as "Lyon ~ Villeurbanne = 0.7; ...".

    Raises:
        ValueError: for other words, or with the sentence for what cannot be used.

    >>> similarity_of("My own table", table="Lyon ~ Villeurbanne = 0.7").table
    (('Lyon', 'Villeurbanne', 0.7),)
    """
    kind = next((kind for kind, said in SIMILARITY_WORDS.items() if said == words), None)
    if kind is None:
        raise ValueError("choose how values are compared")
    if kind is NumericCloseness:
        number = 10.0 if scale is None else scale
        if not number > 0.0:
            raise ValueError(f"scale must be a positive number, got {number:g}")
        return NumericCloseness(check_number("scale", number))
    return TableSimilarity(_read_table(check_text(table))) if kind is TableSimilarity else kind()


def similarity_cells(similarity: Similarity) -> tuple[str, float | None, str | None]:
    """What a table shows of a similarity: its words, its scale and its own table.

    >>> similarity_cells(NumericCloseness(5.0))
    ('Numbers near each other', 5.0, None)
    """
    scale = similarity.scale if isinstance(similarity, NumericCloseness) else None
    table = _written(similarity.table) if isinstance(similarity, TableSimilarity) else None
    return SIMILARITY_WORDS[type(similarity)], scale, table


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
