"""Releases as a matrix of facts by releases, and the values beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leakage.progress import looking
from leakage.record import Attribute, Pair, Record
from leakage.workspace.forms.cells import Row, each_row, read_confidence, read_pair, read_text, refuse_repetition
from leakage.workspace.forms.given import read_given
from leakage.workspace.forms.problem import CellError, Problem, shown
from leakage.workspace.workspace import Release


@dataclass(frozen=True, slots=True)
class MatrixReading:
    """The releases as a table changes them, and what could not be used."""

    releases: tuple[Release, ...]
    problems: tuple[Problem, ...]


def read_matrix(
    profile: Sequence[Pair], releases: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> MatrixReading:
    """The releases as the matrix of profile rows and release columns says.

    Arguments:
        profile: the matrix's rows, in order.
        releases: what they were before; what they hold beside the profile stays untouched.
        cells: release name to one cell a profile row: a word, a confidence, or blank for not released; see
            ``read_given``. A release without a column stays as it is, and a cell that cannot be read keeps what the
            release had.

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
        refuse_repetition(first.get((release.name, pair)))
        first[release.name, pair] = where
        kept = release.record.confidences.get(pair)
        confidence = _confidence_or(kept, row.get("confidence"), where, problems)
        if confidence is not None:
            own[release.name][pair] = Attribute(*pair, confidence)

    each_row(rows, ("release", "label", "value", "confidence"), read, problems)
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
        for release in looking(releases)
        for a in release.record
        if a.pair not in true
    ]


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
            confidence = read_given(cell)
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
