"""The recipients as a table of their names."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.workspace.forms.cells import Row, read_text
from leakage.workspace.forms.problem import CellError, Problem
from leakage.workspace.recipients import has_belongings, rename_recipient
from leakage.workspace.workspace import Workspace


def read_recipients(rows: Sequence[Row], workspace: Workspace) -> tuple[Workspace, tuple[Problem, ...]]:
    """The workspace with its recipients renamed as a table says, and what the table could not say.

    Arguments:
        rows: the column name, one row for each of ``workspace.recipient_names``, in their order. A name that cannot be
            used leaves the recipient as it was.
        workspace: what it was before.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()), Release("Return", "Shop", Record())))
    >>> after, problems = read_recipients([{"name": "Store"}], work)
    >>> after.recipient_names, problems
    (('Store',), ())
    """
    problems: list[Problem] = []
    for number, (row, old) in enumerate(zip(rows, workspace.recipient_names, strict=True), start=1):
        try:
            workspace = _renamed(workspace, old, read_text(row.get("name"), "a name") or "")
        except CellError as error:
            problems.append(Problem(f"row {number}", f"{error}; the old one was kept"))
    return workspace, tuple(problems)


def _renamed(workspace: Workspace, old: str, new: str) -> Workspace:
    if not new:
        raise CellError("a recipient needs a name")
    if new != old and _taken(workspace, new):
        raise CellError("another recipient has this name")
    return rename_recipient(workspace, old, new) if new != old else workspace


def _taken(workspace: Workspace, name: str) -> bool:
    given = {release.recipient for release in (*workspace.releases, *workspace.plans)}
    return name in given or has_belongings(workspace, name)
