"""The figures of Whang & Garcia-Molina 2012, Sections 5 and 6: the algorithms, and the experiments with them."""

from __future__ import annotations

from leakage.laboratory.accuracy import TABLE_5, relative_error
from leakage.laboratory.trends import Varied, trend
from leakage.measure.possible_worlds import possible_worlds
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.papers.figure import Figure
from leakage.papers.helpers import WORK, given
from leakage.record import Record
from leakage.synthetic import Parameters, generate

_UNSURE = given("two-uncertain-facts")


def _present(*confidences: float) -> list[float]:
    """How likely it is that all, all but one, ..., none of some attributes are there: Y of Algorithm 1."""
    record = Record.of(*((str(number), "there", confidence) for number, confidence in enumerate(confidences)))
    chances = [0.0] * (len(record) + 1)
    for chance, world in possible_worlds(record):
        chances[len(record) - len(world)] += chance
    return chances


def _last_x() -> int:
    """Line 8 adds one entry to Z and line 11 another; the loop between them adds the rest, from x = 0 on."""
    return len(_present(0.1, 0.2, 0.3)) - 3


def _by(method: str) -> float:
    reference = WORK["two-uncertain-facts"].reference
    return record_leakage(_UNSURE, reference, method="worlds" if method == "worlds" else "equal_weights")


def _moves(varied: Varied) -> str:
    points = list(trend(Parameters(n=20, records=50), varied, [0.2, 0.5, 0.8]))
    levels = [point.mean for point in points]
    return "increases" if levels == sorted(levels) else "decreases" if levels == sorted(levels)[::-1] else "neither"


def _perturbed() -> float:
    data = generate(Parameters(n=100, records=100, p_p=1.0))
    return float(record_leakages(data.records, data.reference, data.weights).max())


def _attributes_of_the_last_row() -> int:
    """Which n leads to the level printed, 10 or 100: the most telling of a thousand records."""

    def distance(n: int) -> float:
        data = generate(Parameters(n=n, records=1000, w="R"))
        level = record_leakages(data.records, data.reference, data.weights).max()
        return abs(float(level) - TABLE_5[-1].exact)

    return min((10, 100), key=distance)


FIGURES = (
    Figure("5", "Z for b = (A, 1)", "(0.2) = 0.2, (1-0.2) = 0.8", lambda: _present(0.2)),
    Figure(
        "5",
        "Z for b = (B, 2)",
        "0.1×0.2 = 0.02, 0.1×(1-0.2)+(1-0.1)×0.2 = 0.26, (1-0.1)×(1-0.2) = 0.72",
        lambda: _present(0.1, 0.2),
    ),
    Figure(
        "5",
        "L(r, e) by Algorithm 1",
        "2×0.1×0.2/(2+2-1+1)+2×0.1×0.8/(2+2-2+1) = 19/300",
        lambda: _by("algorithm 1"),
    ),
    Figure(
        "5",
        "L(r, e) by the naive way",
        "0.1×0.2×2×(1/2)×(1/2)/(1/2+1/2)+0.1×0.8×2×1×(1/2)/(1+1/2) = 19/300",
        lambda: _by("worlds"),
    ),
    Figure(
        "5",
        "the last x of Algorithm 1, line 9",
        "Y-1",
        _last_x,
        "Line 10 reads Y at x + 1, past its end; Y stands for its length |Y|.",
        "Y-2",
        letters=(("Y", len(_present(0.1, 0.2))),),
    ),
    Figure("6.1", "leakage as p_c increases", "increases", lambda: _moves("p_c")),
    Figure("6.1", "leakage as p_p increases", "decreases", lambda: _moves("p_p")),
    Figure("6.1", "leakage as m increases", "increases", lambda: _moves("m")),
    Figure(
        "6.2",
        "the greatest error rate in Table 5",
        "0.006 %",
        lambda: max(relative_error(row.taylor, row.exact) for row in TABLE_5),
    ),
    Figure("6.2", "Table 5, leakage where p_p = 1", "0.0", _perturbed),
    Figure(
        "6.2",
        "Table 5, n of the row with random weights",
        "100",
        _attributes_of_the_last_row,
        "The text says |e| = 10 there, and only so is the level reached.",
        "10",
    ),
)
