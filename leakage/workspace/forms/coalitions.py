"""The coalitions as a table: a name, and who is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.workspace.forms.cells import Row, read_text
from leakage.workspace.forms.problem import CellError, Problem
from leakage.workspace.workspace import Coalition, unused_name


@dataclass(frozen=True, slots=True)
class CoalitionsReading:
    """The coalitions a table holds, and what could not be used."""

    coalitions: tuple[Coalition, ...]
    problems: tuple[Problem, ...]


def read_coalitions(rows: Sequence[Row]) -> CoalitionsReading:
    """The coalitions in a table with the columns name and recipients; blank rows are passed over.

    A coalition without a name is called "Coalition", and a name that is taken gets a number.

    >>> reading = read_coalitions([{"name": "Shops", "recipients": ["A", "B"]}, {"name": "Banks"}])
    >>> [coalition.name for coalition in reading.coalitions], [str(problem) for problem in reading.problems]
    (['Shops'], ['row 2: a coalition needs at least one recipient'])
    """
    coalitions: list[Coalition] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows, start=1):
        try:
            _add(row, coalitions)
        except CellError as error:
            problems.append(Problem(f"row {number}", str(error)))
    return CoalitionsReading(tuple(coalitions), tuple(problems))


def _add(row: Row, coalitions: list[Coalition]) -> None:
    wanted, members = read_text(row.get("name"), "a name"), row.get("recipients")
    recipients = tuple(str(member) for member in members) if isinstance(members, list) else ()
    if recipients:
        name = unused_name(wanted or "Coalition", [coalition.name for coalition in coalitions])
        coalitions.append(Coalition(name, recipients))
    elif wanted:
        raise CellError("a coalition needs at least one recipient")
