"""Covering: whether a published value, made coarser or not, stands for a plain one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from leakage.database import Integers
from leakage.tables.columns import MISSING
from leakage.tables.hierarchy import EVERYTHING, Hierarchy, text_of

if TYPE_CHECKING:
    from leakage.tables.table import PublishedTable

_NUMBER = r"([-+]?\d+(?:\.\d+)?)"
_BETWEEN = re.compile(rf"\[?\s*{_NUMBER}\s*(?:-|–|—|,|\.\.)\s*{_NUMBER}\s*([\])])?")
_LIMIT = re.compile(rf"(<=|>=|<|>|≤|≥)\s*{_NUMBER}|{_NUMBER}(\+)")
_ANY_REST = "…"


def covers(published: str, value: str) -> bool:
    """Whether a published value stands for a plain one: equal, by wild cards, as an interval, or as a limit.

    A wild card ``*`` is any one character, alone it is anything; ``…`` is any rest. Intervals have both ends unless
    they close with a round bracket.
    Source: Whang & Garcia-Molina 2012, Section 3.1 (suppressed values).

    >>> [covers(*both) for both in (("11*", "111"), (">=50", "60"), ("40 – 50", "45"), ("[5, 10)", "10"))]
    [True, True, True, False]
    """
    published, value = published.strip(), value.strip()
    if published in (EVERYTHING, value):
        return True
    if published.endswith(_ANY_REST) and len(published) > 1:
        return value.startswith(published[:-1])
    if EVERYTHING in published:
        pattern = "".join("." if letter == EVERYTHING else re.escape(letter) for letter in published)
        return re.fullmatch(pattern, value, re.DOTALL) is not None
    return _within(published, value)


def _within(published: str, value: str) -> bool:
    try:
        number = float(value)
    except ValueError:
        return False
    if found := _BETWEEN.fullmatch(published):
        low, high = float(found[1]), float(found[2])
        return low <= number < high if found[3] == ")" else low <= number <= high
    if found := _LIMIT.fullmatch(published):
        sign, limit = (">=", found[3]) if found[4] else (found[1], found[2])
        low, high = (-math.inf, float(limit)) if sign in ("<", "<=", "≤") else (float(limit), math.inf)
        return low <= number <= high and not (sign in ("<", ">") and number == float(limit))
    return False


def classes_of(
    table: PublishedTable, person: Mapping[str, Any], hierarchies: Mapping[str, Hierarchy] | None = None
) -> Integers:
    """The classes that somebody may be in, by the quasi-identifiers known of her, ascending.

    Arguments:
        table: the published table.
        person: quasi-identifier -> plain value; what is not named is not known, and an empty cell covers anything.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> import pandas as pd
    >>> from leakage.tables.table import PublishedTable
    >>> frame = pd.DataFrame({"Zip": ["11*", "11*", "2**"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> classes_of(PublishedTable(frame, ["Zip"], "Disease"), {"Zip": "241"}).tolist()
    [1]
    """
    possible = np.ones(table.counts.classes, np.bool_)
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        if name not in person:
            continue
        value = text_of(person[name])
        above = _above(value, (hierarchies or {}).get(name))
        # One place more, for the code -1 of an empty cell, which covers anything.
        covering = np.ones(len(column.values) + 1, np.bool_)
        for place, published in enumerate(column.values):
            text = text_of(published)
            covering[place] = text in above or text == MISSING or covers(text, value)
        possible &= covering[column.codes[table.first_rows]]
    return np.flatnonzero(possible)


def _above(value: str, hierarchy: Hierarchy | None) -> set[str]:
    if hierarchy is None or value not in hierarchy.places:
        return {value}
    return {level[hierarchy.places[value]] for level in hierarchy.levels}
