"""Tables as CSV files, which ``leakage.workspace.files`` reads again without loss."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.measure.weights import weight_of
from leakage.record import Record
from leakage.workspace.files.csv_cells import number_text, to_csv
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.tables_csv import BACKGROUND
from leakage.workspace.workspace import Release, Workspace


def profile_to_csv(workspace: Workspace) -> bytes:
    """The facts about the person with the weights of their labels: one line a fact, in UTF-8.

    >>> profile_to_csv(Workspace((("Phone", "+1"),), (("Phone", 2.0),)))
    b"label,value,weight\\r\\nPhone,'+1,2\\r\\n"
    """
    weights = workspace.weight_map
    facts = ((label, value, number_text(weight_of(label, weights))) for label, value in workspace.profile)
    return to_csv([("label", "value", "weight"), *facts])


def background_to_csv(background: Sequence[Record]) -> bytes:
    """Records of other people in the form of releases, with their confidences; they are numbered in their order.

    >>> background_to_csv([Record.of(("Name", "Bob", 0.5))]).splitlines()[1]
    b'1,background,Name,Bob,0.5,'
    """
    return releases_to_csv(Release(str(number), BACKGROUND, record) for number, record in enumerate(background, 1))
