"""Tables as CSV files, which ``leakage.workspace.importing`` reads again without loss."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from leakage.measure.weights import weight_of
from leakage.record import Record
from leakage.workspace.importing.tables import BACKGROUND
from leakage.workspace.releases_csv import neutralised, releases_to_csv
from leakage.workspace.workspace import Release, Workspace


def profile_to_csv(workspace: Workspace) -> bytes:
    """The facts about the person with the weights of their labels: one line a fact, in UTF-8.

    >>> profile_to_csv(Workspace((("Phone", "+1"),), (("Phone", 2.0),)))
    b"label,value,weight\\r\\nPhone,'+1,2\\r\\n"
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("label", "value", "weight"))
    for label, value in workspace.profile:
        weight = repr(float(weight_of(label, workspace.weight_map))).removesuffix(".0")
        writer.writerow((neutralised(label), neutralised(value), weight))
    return text.getvalue().encode("utf-8", errors="replace")


def background_to_csv(background: Sequence[Record]) -> bytes:
    """Records of other people in the form of releases, with their confidences; they are numbered in their order.

    >>> background_to_csv([Record.of(("Name", "Bob", 0.5))]).splitlines()[1]
    b'1,background,Name,Bob,0.5,'
    """
    return releases_to_csv(Release(str(number), BACKGROUND, record) for number, record in enumerate(background, 1))
