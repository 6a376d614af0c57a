"""The composites of an index that would mislead most, were they taken to be the person: a pass over all of it."""

from __future__ import annotations

import heapq
from collections.abc import Collection

import pandas as pd

from leakage.background.index import BackgroundIndex
from leakage.background.telling import near_values
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.progress import report
from leakage.record import Record

AT_ONCE = 2_000_000
"""Numbers of composites that are gone through with one question, so that memory stays small."""


def most_misleading(
    index: BackgroundIndex, reference: Record, weights: Weights | None, most: int, but: Collection[int] = ()
) -> tuple[int, ...]:
    """The numbers of the composites with most weight of what is wrong, less what is right; the first of several.

    ``sum over r of w(label) (1 - 2 s)``, where s is how near a value comes to a fact; all values are certain.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (linkage disinformation).

    Arguments:
        index, reference, weights: as for ``relevant_background``.
        most: how many, >= 0.
        but: composites that are left out.

    >>> import tempfile, pathlib
    >>> from leakage.background import Source, build_index
    >>> from leakage.resolution.rules import Shares
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     held = pathlib.Path(folder, "held.csv")
    ...     _ = held.write_text("N,P\\nAnn,1\\nBob,2\\nEve,\\n")
    ...     sources = [Source(held, (("N", "N"), ("P", "P")))]
    ...     with BackgroundIndex(build_index(pathlib.Path(folder, "i"), sources, Shares("N"))) as index:
    ...         most_misleading(index, Record.of(("N", "Ann"), ("P", "3")), None, 2)
    (1, 2)
    """
    measure = as_measure(weights)
    labels = pd.DataFrame({"label": index.labels, "weight": [measure.weight_of(label) for label in index.labels]})
    near = pd.DataFrame(near_values(index, reference, measure), columns=["number", "near"])
    near["number"] = near["number"].astype("uint64")
    found: list[tuple[float, int]] = []
    for first in range(0, index.records, AT_ONCE):
        report("Looking for who would mislead", first, index.records)
        best = index.heaviest(labels, near, most + len(but), (first, first + AT_ONCE))
        found = heapq.nsmallest(most + len(but), [*found, *((-weight, number) for number, weight in best)])
    left_out = frozenset(but)
    return tuple(number for _, number in found if number not in left_out)[:most]
