"""How long a work will take, foretold from its reports against a clock that the test turns."""

import itertools

import pytest

from pages.shell.lazy_figures import GLANCE, SMALL, Outlook, Taken, TimedAttempt, TooLong


class Clock:
    """Stands where it was put."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def heard(reports):
    """What is foretold after (seconds, stage, done, total) of each report."""
    clock = Clock()
    outlook = Outlook(clock)
    for seconds, *report in reports:
        clock.now = 100.0 + seconds
        outlook.hear(*report)
    return outlook.seconds


def loop(total, seconds, begun=0.0):
    """The reports of a loop at its steady pace."""
    return [(begun + done * seconds / total, "Trying", done, total) for done in range(total)]


@pytest.mark.parametrize("after", [2, 10, 99])
def test_a_steady_loop_ends_when_it_would(after):
    assert heard(loop(100, 40.0)[:after]) == pytest.approx(40.0)


def test_what_went_before_is_counted_and_what_is_done_is_no_more_than_it_took():
    reading = [(0.01 * n, "Reading", n, 10) for n in range(11)]
    assert heard([*reading, *loop(100, 40.0, begun=1.0)[:20]]) == pytest.approx(41.0)


def test_a_loop_inside_another_does_not_hide_it():
    each = [(outer, 0.1 * inner, inner) for outer, inner in itertools.product(range(4), range(10))]
    reports = []
    for outer, seconds, inner in each:
        if not inner:
            reports.append((outer, "Drawing", outer, 30))
        reports.append((outer + seconds, "Trying", inner, 10))
    assert heard(reports) == pytest.approx(30.0)


def test_what_only_prepares_tells_when_it_can_begin_and_not_when_it_ends():
    clock = Clock()
    outlook = Outlook(clock)
    for seconds, _, *report in loop(100, 40.0)[:20]:
        clock.now = 100.0 + seconds
        outlook.hear("Reading records", *report)
    assert outlook.seconds is None and outlook.least == pytest.approx(40.0)


def test_what_prepares_for_long_is_stopped_without_a_guess():
    reading = [(seconds, "Reading records", done, total) for seconds, _, done, total in loop(1000, 600.0)]
    assert tried(reading) == (None, pytest.approx(0.6))


def test_nothing_is_foretold_from_what_stands_still_or_has_hardly_begun():
    assert heard([(0.0, "Trying", 0, 100), (5.0, "Trying", 0, 100)]) is None
    assert heard([(10.0, "Trying", 0, 100), (10.1, "Trying", 1, 100)]) is None
    assert heard([]) is None


def tried(reports):
    """What stopped a work that reports like this, and when; None where it came to its end."""
    clock = Clock()
    trial = TimedAttempt(clock)
    for seconds, *report in reports:
        clock.now = 100.0 + seconds
        try:
            trial(*report)
        except TooLong as long:
            return long.seconds, seconds
    return None


def test_what_is_soon_done_is_not_stopped():
    assert tried(loop(100, 0.9 * SMALL)) is None
    assert tried([(0.9 * SMALL, "Thinking", 0, 0)]) is None


def test_what_takes_long_is_stopped_at_a_glance_with_its_outlook():
    seconds, stopped = tried(loop(1000, 600.0))
    assert seconds == pytest.approx(600.0) and GLANCE <= stopped < 2.0 * GLANCE + 0.6


def test_what_tells_nothing_is_stopped_when_it_is_not_small():
    assert tried([(0.4 * n, "Thinking", 0, 0) for n in range(20)]) == (None, pytest.approx(SMALL + 0.2))


def test_what_goes_on_after_it_said_that_it_ends_tells_nothing():
    loops = [(0.08 * n, f"Stage {n // 5}", n % 5, 5) for n in range(100)]
    assert tried(loops) == (None, pytest.approx(SMALL + 0.04))


def test_what_it_took_tells_for_what_is_estimated_alike():
    taken = Taken(10.0, 0.5)
    assert taken.for_one_of(20.0) == 1.0 and taken.for_one_of(5.0) == 0.25 and taken.for_one_of(21.0) is None
    assert Taken(0.0, 0.5).for_one_of(0.0) == 0.5 and Taken(0.0, 0.5).for_one_of(0.1) is None
