"""Validation: from what a table editor holds to values and friendly sentences.

No sentence repeats a value the person entered; labels, numbers and row numbers are all it may contain.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeAlias

import numpy as np
import pandas as pd

from leakage.record import Attribute, Pair, Record
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Release

Row: TypeAlias = Mapping[str, object]

SMALLEST_WEIGHT = 1e-6
GREATEST_WEIGHT = 1e6
SHOWN_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was entered and cannot be used.

    Arguments:
        where: the place, as the person sees it: "row 3", "line 7", "Shop, Email".
        sentence: which rule it breaks, without repeating the value.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.where else self.sentence


class CellError(ValueError):
    """A cell or row breaks a rule; the message is the sentence for the person."""


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, and what could not be used."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class AttributesReading:
    """The attributes a table holds, and what could not be used."""

    attributes: tuple[Attribute, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class MatrixReading:
    """The releases as a table changes them, and what could not be used."""

    releases: tuple[Release, ...]
    problems: tuple[Problem, ...]


def read_profile(rows: Sequence[Row]) -> ProfileReading:
    """The profile in a table with the columns label, value and weight.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out.

    >>> reading = read_profile([{"label": "Card", "value": "main card"}, {"label": "Name", "weight": 2}])
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 2: value must not be empty'])
    """
    first: dict[Pair, str] = {}
    stated: dict[str, float] = {}
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        pair, weight = read_pair(row), read_weight(row.get("weight"))
        _refuse_repetition(first.get(pair))
        first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(Problem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    _each_row(rows, ("label", "value", "weight"), read, problems)
    labels = dict.fromkeys(label for label, _ in first)
    weights = tuple((label, stated.get(label, default_weight(label))) for label in labels)
    return ProfileReading(tuple(first), weights, tuple(problems))


def read_attributes(rows: Sequence[Row]) -> AttributesReading:
    """The attributes in a table with the columns label, value and confidence.

    Arguments:
        rows: as for ``read_profile``; a blank confidence means 1.

    >>> reading = read_attributes([{"label": "Name", "value": "Alice", "confidence": 1.3}])
    >>> [str(problem) for problem in reading.problems]
    ['row 1: confidence must be in [0, 1], got 1.3']
    """
    first: dict[Pair, str] = {}
    attributes: list[Attribute] = []
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        attribute = read_attribute(row)
        _refuse_repetition(first.get(attribute.pair))
        first[attribute.pair] = where
        attributes.append(attribute)

    _each_row(rows, ("label", "value", "confidence"), read, problems)
    return AttributesReading(tuple(attributes), tuple(problems))


def read_matrix(
    profile: Sequence[Pair], releases: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> MatrixReading:
    """The releases as the matrix of profile rows and release columns says.

    Arguments:
        profile: the matrix's rows, in order.
        releases: what they were before; what they hold beside the profile stays untouched.
        cells: release name to one cell a profile row: a confidence, or blank for not released. A release
            without a column stays as it is, and a cell that cannot be read keeps what the release had.

    >>> shop = Release("Order", "Shop", Record.of(("Name", "Alyce", 0.5)))
    >>> reading = read_matrix((("Name", "Alice"),), (shop,), {"Order": [0.9]})
    >>> [(a.value, a.confidence) for a in reading.releases[0].record]
    [('Alice', 0.9), ('Alyce', 0.5)]
    """
    problems: list[Problem] = []
    changed = tuple(
        _with_column(release, profile, cells[release.name], problems) if release.name in cells else release
        for release in releases
    )
    return MatrixReading(changed, tuple(problems))


def matrix_of(profile: Sequence[Pair], release: Release) -> list[float | None]:
    """A release's column of the matrix: the confidence of every profile row, None for not released.

    >>> release = Release("Order", "Shop", Record.of(("Name", "Alice", 0.9)))
    >>> matrix_of((("Name", "Alice"), ("City", "Sampleton")), release)
    [0.9, None]
    """
    return [release.record.confidences.get(pair) for pair in profile]


def read_own_values(rows: Sequence[Row], releases: Sequence[Release], profile: Sequence[Pair]) -> MatrixReading:
    """The releases with the values beside the profile replaced by those in the table next to the matrix.

    Arguments:
        rows: mappings with release, label, value and confidence; a blank confidence means 1. A row whose
            confidence cannot be read keeps what the release had for that label and value.
        releases: what they were before; what they hold of the profile stays untouched.
        profile: the person's true values, which belong in the matrix.

    >>> order = Release("Order", "Shop", Record.of(("Name", "Alice")))
    >>> rows = [{"release": "Order", "label": "Name", "value": "Alyce", "confidence": 0.5}]
    >>> reading = read_own_values(rows, (order,), (("Name", "Alice"),))
    >>> [(a.value, a.confidence) for a in reading.releases[0].record]
    [('Alice', 1.0), ('Alyce', 0.5)]
    """
    true, by_name = set(profile), _by_name(releases)
    own: dict[str, dict[Pair, Attribute]] = {release.name: {} for release in releases}
    first: dict[tuple[str, Pair], str] = {}
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        release, pair = _release_named(row.get("release"), by_name), read_pair(row)
        if pair in true:
            raise CellError("this is your true value; mark it in the matrix instead")
        _refuse_repetition(first.get((release.name, pair)))
        first[release.name, pair] = where
        kept = release.record.confidences.get(pair)
        confidence = _confidence_or(kept, row.get("confidence"), where, problems)
        if confidence is not None:
            own[release.name][pair] = Attribute(*pair, confidence)

    _each_row(rows, ("release", "label", "value", "confidence"), read, problems)
    changed = (_with_attributes(release, own[release.name].values(), lambda pair: pair in true) for release in releases)
    return MatrixReading(tuple(changed), tuple(problems))


def own_values_of(releases: Sequence[Release], profile: Sequence[Pair]) -> list[dict[str, object]]:
    """The rows of the table next to the matrix: what the releases hold that is not in the profile.

    >>> order = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Name", "Alyce", 0.5)))
    >>> own_values_of((order,), (("Name", "Alice"),))
    [{'release': 'Order', 'label': 'Name', 'value': 'Alyce', 'confidence': 0.5}]
    """
    true = set(profile)
    return [
        {"release": release.name, "label": a.label, "value": a.value, "confidence": a.confidence}
        for release in releases
        for a in release.record
        if a.pair not in true
    ]


def check_rule(labels: Sequence[str], used: Sequence[str]) -> Problem | None:
    """What is wrong with a rule that compares the labels given; None where nothing is.

    Arguments:
        labels: what the rule compares.
        used: the labels that occur in some record.

    >>> check_rule(("Name", "Passport"), ("Name",)).sentence
    'No record has the label Passport, so this rule can never join anything.'
    """
    if not [label for label in labels if label.strip()]:
        return Problem("rule", "A rule needs at least one label.")
    if len(set(labels)) < len(labels):
        return Problem("rule", "A rule names each of its labels once.")
    unused = [shown(label) for label in labels if label not in set(used)]
    if not unused:
        return None
    word = "label" if len(unused) == 1 else "labels"
    return Problem("rule", f"No record has the {word} {' and '.join(unused)}, so this rule can never join anything.")


def read_pair(row: Row) -> Pair:
    """The label and value of a row.

    Raises:
        CellError: for an empty one, or one that is not text.
    """
    return _filled(row, "label"), _filled(row, "value")


def read_attribute(row: Row) -> Attribute:
    """The attribute of a row; a blank confidence means 1.

    Raises:
        CellError: as ``read_pair`` and ``read_confidence``.
    """
    label, value = read_pair(row)
    confidence = read_confidence(row.get("confidence"))
    return Attribute(label, value, 1.0 if confidence is None else confidence)


def read_confidence(cell: object) -> float | None:
    """A confidence, None for a blank cell.

    Raises:
        CellError: for what is no number, or outside [0, 1].

    >>> read_confidence(" 0.5 "), read_confidence("")
    (0.5, None)
    """
    if is_blank(cell):
        return None
    number = _number(cell)
    if number is None:
        raise CellError("confidence must be a number in [0, 1], such as 0.5")
    if not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def read_weight(cell: object) -> float | None:
    """A weight, None for a blank cell.

    Raises:
        CellError: for what is no number, not positive, or out of all proportion.

    >>> read_weight(2), read_weight(float("nan"))
    (2.0, None)
    """
    if is_blank(cell):
        return None
    number = _number(cell)
    if number is None:
        raise CellError("weight must be a positive number, such as 2")
    if number <= 0.0:
        raise CellError(f"weight must be positive, got {number:g}")
    if not SMALLEST_WEIGHT <= number <= GREATEST_WEIGHT:
        raise CellError(f"weight must be between 0.000001 and 1,000,000, got {number:g}")
    return number


def read_text(cell: object) -> str | None:
    """The text of a cell, without blanks around it, "" for a blank cell and None for what is no text.

    Whole numbers that a table holds as floats lose their ``.0``.

    >>> read_text(" Alice "), read_text(20.0), read_text(None), read_text(["Alice"])
    ('Alice', '20', '', None)
    """
    if is_blank(cell):
        return ""
    if isinstance(cell, str):
        return str(cell).strip()
    if isinstance(cell, float | np.floating):
        number = float(cell)
        return str(int(number)) if number.is_integer() else repr(number)
    if isinstance(cell, datetime.date | int | np.integer | Decimal):
        return _written(cell)
    return None


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing: None, NaN, a missing value of pandas, or only white space.

    >>> [is_blank(cell) for cell in (None, float("nan"), pd.NA, "  ", 0, "0")]
    [True, True, True, True, False, False]
    """
    if isinstance(cell, str):
        return not cell.strip()
    if cell is None or cell is pd.NA or cell is pd.NaT:
        return True
    if isinstance(cell, Decimal):
        return cell.is_nan()
    if isinstance(cell, np.datetime64 | np.timedelta64):
        return bool(np.isnat(cell))
    return isinstance(cell, float | np.floating) and math.isnan(cell)


def shown(label: str) -> str:
    """A label short enough for a sentence.

    >>> shown("x" * 50) == "x" * 39 + "…"
    True
    """
    return label if len(label) <= SHOWN_CHARACTERS else label[: SHOWN_CHARACTERS - 1] + "…"


def _each_row(
    rows: Sequence[Row],
    columns: Sequence[str],
    read: Callable[[Row, str], None],
    problems: list[Problem],
) -> None:
    for number, row in enumerate(rows, start=1):
        if all(is_blank(row.get(column)) for column in columns):
            continue
        where = f"row {number}"
        try:
            read(row, where)
        except CellError as error:
            problems.append(Problem(where, str(error)))


def _filled(row: Row, column: str) -> str:
    text = read_text(row.get(column))
    if text is None:
        raise CellError(f"{column} must be text")
    if not text:
        raise CellError(f"{column} must not be empty")
    return text


def _written(cell: object) -> str | None:
    try:
        return str(cell)
    except ValueError:
        # Python refuses to write out whole numbers of thousands of digits.
        return None


def _number(cell: object) -> float | None:
    """The number in a cell; None where there is none."""
    if isinstance(cell, bool | np.bool_) or not isinstance(
        cell, str | int | float | Decimal | np.integer | np.floating
    ):
        return None
    try:
        number = float(cell)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def _refuse_repetition(earlier: str | None) -> None:
    if earlier is not None:
        raise CellError(f"the same label and value are already in {earlier}")


def _two_weights(label: str, kept: float, other: float) -> str:
    return f"a label has one weight: {shown(label)} keeps {kept:g}, and {other:g} is not used"


def _with_column(
    release: Release, profile: Sequence[Pair], column: Sequence[object], problems: list[Problem]
) -> Release:
    if len(column) != len(profile):
        sentence = f"the column has {len(column)} cells, but the profile has {len(profile)} rows"
        problems.append(Problem(release.name, sentence))
        return release
    given = []
    for pair, cell in zip(profile, column, strict=True):
        kept = release.record.confidences.get(pair)
        try:
            confidence = read_confidence(cell)
        except CellError as error:
            problems.append(Problem(f"{release.name}, {shown(pair[0])}", str(error)))
            confidence = kept
        if confidence is not None:
            given.append(Attribute(*pair, confidence))
    true = set(profile)
    return _with_attributes(release, given, lambda pair: pair not in true)


def _with_attributes(release: Release, attributes: Iterable[Attribute], stays: Callable[[Pair], bool]) -> Release:
    kept = (a for a in release.record if stays(a.pair))
    return replace(release, record=Record((*kept, *attributes)))


def _confidence_or(kept: float | None, cell: object, where: str, problems: list[Problem]) -> float | None:
    """The confidence in a cell, 1 for a blank one, and what was there before for one that breaks a rule."""
    try:
        confidence = read_confidence(cell)
    except CellError as error:
        problems.append(Problem(where, str(error)))
        return kept
    return 1.0 if confidence is None else confidence


def _by_name(releases: Sequence[Release]) -> dict[str, Release]:
    # Names as they are take precedence over names with the blanks around them removed.
    stripped = {release.name.strip(): release for release in releases}
    return stripped | {release.name: release for release in releases}


def _release_named(cell: object, by_name: Mapping[str, Release]) -> Release:
    name = cell if isinstance(cell, str) and cell in by_name else read_text(cell)
    if not name:
        raise CellError("choose the release that holds this value")
    if name not in by_name:
        raise CellError("there is no release with this name")
    return by_name[name]
