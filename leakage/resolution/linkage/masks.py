"""The match weight of records told in bits, so that any composite of them is weighed without being made."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter

View = tuple[int, ...]


def evidence_condition(
    match: FellegiSunter, columns: Sequence[int], record_of: Callable[[str, int], Record]
) -> Callable[[View, View], bool]:
    """The match as a function of two views; what two sets of values say of a label is weighed once.

    Arguments:
        match: M.
        columns: of every label it compares the entry of a view that holds its values.
        record_of: the record that knows of a label the values of a mask.

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
    >>> matches = evidence_condition(match, [0], lambda label, mask: Record.of((label, str(mask))))
    >>> matches((1,), (1,)), matches((1,), (2,))
    (True, False)
    """
    weighed: dict[tuple[int, int, int], float] = {}

    def weight(number: int, left: int, right: int) -> float:
        asked = (number, left, right)
        if asked not in weighed:
            comparison = match.comparisons[number]
            evidence = comparison.evidence(record_of(comparison.label, left), record_of(comparison.label, right))
            weighed[asked] = match.counted(evidence.weight) if evidence else 0.0
        return weighed[asked]

    def condition(left: View, right: View) -> bool:
        weights = (weight(number, left[column], right[column]) for number, column in enumerate(columns))
        return match.reached(math.fsum((match.prior_weight, *weights)))

    return condition
