"""The coalitions as a table: a name, and who is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.workspace.validation import Problem, Row, read_text
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
    found: list[Coalition] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows, start=1):
        wanted, members = read_text(row.get("name")), row.get("recipients")
        recipients = tuple(str(member) for member in members) if isinstance(members, list) else ()
        if recipients:
            name = unused_name(wanted or "Coalition", [coalition.name for coalition in found])
            found.append(Coalition(name, recipients))
        elif wanted:
            problems.append(Problem(f"row {number}", "a coalition needs at least one recipient"))
    return CoalitionsReading(tuple(found), tuple(problems))
