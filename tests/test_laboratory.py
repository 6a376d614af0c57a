import math
from dataclasses import replace
from itertools import accumulate, chain, pairwise

import pytest

from leakage import Record, leakages, record_leakage
from leakage.laboratory import race as races
from leakage.laboratory.one_record import EXAMPLES, worlds_of
from leakage.laboratory.race import Lap, ladder, race, slope, typical
from leakage.laboratory.trends import TABLE_5, accuracy, relative_error, trend
from leakage.progress import listening
from leakage.synthetic import Parameters, generate
from tests.amount import cases

SMALL = Parameters(n=40, records=1500, seed=2)


@pytest.mark.parametrize(("varied", "rising"), [("p_c", True), ("p_p", False), ("m", True)])
@pytest.mark.parametrize("w", cases(["C", "R"], usual=1))
def test_the_trends_of_figure_3(varied, rising, w):
    parameters, shares = replace(SMALL, w=w), (0.0, 0.25, 0.5, 0.75, 1.0)
    points = trend(parameters, varied, shares)
    for point in points:
        data = generate(replace(parameters, **{varied: point.value}))
        found = leakages(data.records, data.reference, data.weights)
        assert (point.highest, point.mean) == pytest.approx((found.max(), found.mean()), rel=1e-12)
    for lower, other in pairwise(points if rising else points[::-1]):
        assert lower.mean < other.mean and lower.highest < other.highest


def test_a_trend_says_how_far_it_is():
    heard = []
    with listening(lambda what, done, total: heard.append((done, total))):
        trend(replace(SMALL, n=100, records=600), "p_c", [0.5, 1.0])
    # What takes a while is told again.
    assert sorted({done for done, total in heard if total == 1200}) == [250, 500, 600, 850, 1100, 1200]


def drawn(row, **changes):
    return accuracy([replace(row, **changes)])[0]


@pytest.mark.parametrize("printed", TABLE_5, ids=lambda row: f"{row.exact}")
def test_the_errors_of_table_5(printed):
    """The levels are those of unpublished draws; the errors are the algorithms' own."""
    errors = drawn(printed.parameters, records=1000)
    assert errors.exact_error <= 1e-14
    # Ten facts of random weights: the printed 6e-5 is of one draw, others reach a few times that.
    assert errors.taylor_error <= (6e-5 if printed.parameters.w == "C" else 5e-4)
    assert (errors.exact == 0.0) == (printed.exact == 0.0)


def test_table_5_prints_the_highest_record_and_not_the_mean():
    """In a hundred draws of 10,000 records the highest lay between 0.171 and 0.203, the mean at 0.100."""
    base = drawn(TABLE_5[0].parameters)
    assert base.exact == pytest.approx(TABLE_5[0].exact, rel=0.15)
    assert base.mean == pytest.approx(0.0995, abs=0.002)
    assert base.taylor_error == pytest.approx(relative_error(0.1740178, 0.1740179), rel=0.5)


def test_draws_have_seeds_of_their_own():
    row = Parameters(n=5, records=20)
    two = accuracy([row, row], draws=2, seed=4)
    assert [step.row for step in two] == [0, 1, 0, 1]
    assert two[0].exact == two[1].exact == accuracy([row], seed=4)[0].exact
    assert two[2].exact == accuracy([row], seed=5)[0].exact != two[0].exact


def of_durations(durations):
    """A clock by which one run after another takes so long."""
    times = (time for end in accumulate(durations) for time in (end, end))
    return chain([0.0], times).__next__


def test_an_algorithm_runs_until_it_is_over_the_budget(monkeypatch):
    # Five quick runs at n = 1; three fill the budget at n = 2; the first is over it at n = 3.
    clock = of_durations([0.001, 0.003, 0.002, 0.003, 0.001, 0.008, 0.008, 0.009, 0.03])
    monkeypatch.setattr(races, "perf_counter", clock)
    monkeypatch.setattr(races, "METHODS", ("exact",))
    laps = race(ladder(60), 0.02)
    assert [(lap.n, lap.repeats, lap.over) for lap in laps] == [(1, 5, False), (2, 3, False), (3, 1, True)]
    assert [lap.seconds for lap in laps] == pytest.approx([0.002, 0.008, 0.03])


def test_nobody_goes_on_after_a_run_over_the_budget():
    laps = race([1, 2, 4], budget=1e-9)
    assert [(lap.n, lap.repeats, lap.over) for lap in laps] == [(1, 1, True)] * 4


def test_worlds_that_are_too_many_leave_without_a_lap():
    assert [lap.method for lap in race([60], budget=5.0)] == ["equal_weights", "taylor", "exact"]


@pytest.mark.parametrize("n", [1, 2, 10, 20])
def test_a_typical_record_is_of_the_size_asked_for_and_has_something_right(n):
    record, reference = typical(n)
    assert len(reference) == n and len(record) == n
    assert any(a.pair in reference for a in record)


@pytest.mark.parametrize("largest", [1, 20, 21, 100, 10_000])
def test_a_ladder_climbs_to_its_end(largest):
    sizes = ladder(largest)
    assert sizes[-1] == largest and list(sizes) == sorted(set(sizes))


def test_a_slope_needs_three_laps():
    laps = [Lap("exact", n, 1e-6 * n**1.5, 1, 0.5, False) for n in (10, 20, 40)]
    assert slope(laps) == 1.5
    assert slope(laps[:2]) is None and slope([]) is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worlds_of_a_record_add_up_to_its_leakage(name):
    worlds = worlds_of(*EXAMPLES[name])
    assert math.fsum(world.probability for world in worlds) == pytest.approx(1.0)
    assert math.fsum(world.share for world in worlds) == pytest.approx(record_leakage(*EXAMPLES[name]), rel=1e-13)


def test_a_record_of_nothing_has_one_world():
    worlds = worlds_of(Record(), Record.of(("A", "1")))
    assert [(w.pairs, w.probability, w.leakage) for w in worlds] == [((), 1.0, 0.0)]
