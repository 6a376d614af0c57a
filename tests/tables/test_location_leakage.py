"""What a place told with noise gives away of anything about it: closed forms against sums over a fine grid."""

import itertools
import math

import numpy as np
import pytest

from leakage.tables import (
    JointDistribution,
    blurred_count,
    g_vulnerability,
    location_maximal_leakage,
    location_min_entropy_leakage,
    location_pointwise_leakage,
    location_vulnerability,
    maximal_leakage,
    min_entropy_leakage,
    pointwise_maximal_leakage,
    through_channel,
)

SETTINGS = [(1.0, 1.0), (2.0, 1.0), (0.8, 1.5)]
"""σ and s."""


def grid(half, step):
    """The middles of squares around 0, shape (squares, 2)."""
    line = np.arange(-half, half + step / 2, step)
    return np.array(list(itertools.product(line, line)))


def density(squared, variance):
    return np.exp(-squared / (2.0 * variance)) / (2.0 * math.pi * variance)


def squares(left, right):
    return ((left[:, None, :] - right[None, :, :]) ** 2).sum(axis=2)


def told(noise, spread):
    """p(x, y) over the middles of small squares, and these."""
    apart = 0.4 * noise * spread / math.hypot(noise, spread)
    places, heard = grid(4.5 * spread, apart), grid(4.5 * math.hypot(noise, spread), min(noise, spread) / 2)
    joint = density((places**2).sum(axis=1), spread**2)[:, None] * density(squares(places, heard), noise**2)
    return JointDistribution(joint / joint.sum()), places, heard


@pytest.mark.parametrize(("noise", "spread"), SETTINGS)
def test_a_guess_that_must_be_near_and_one_that_may_be_off(noise, spread):
    joint, places, _ = told(noise, spread)
    assert location_min_entropy_leakage(noise, spread) == pytest.approx(min_entropy_leakage(joint), abs=0.03)
    worth = [(spread, 1.0), (2.0 * spread, 0.5)]
    off = squares(grid(3.0 * spread, spread / 5), places)
    gain = np.where(off <= spread**2, 1.0, np.where(off <= 4.0 * spread**2, 0.5, 0.0))
    by_sums, found = g_vulnerability(joint, gain), location_vulnerability(noise, spread, worth)
    # The grid counts whole squares, which make other circles.
    for mine, summed in ((found.before, by_sums.before), (found.after, by_sums.after)):
        assert mine == pytest.approx(summed, abs=0.02)


@pytest.mark.parametrize(("noise", "spread"), SETTINGS)
def test_what_one_place_tells_and_how_often_more(noise, spread):
    joint, _, heard = told(noise, spread)
    by_sums = pointwise_maximal_leakage(joint)
    far = np.linalg.norm(heard, axis=1)
    # Farther off the grid of places ends, and with it what may be there.
    for number in np.flatnonzero(far < 1.5 * math.hypot(noise, spread)).tolist():
        more = float(joint.observation[far > far[number]].sum())
        share = math.exp(-(far[number] ** 2) / (2.0 * (noise**2 + spread**2)))
        assert share == pytest.approx(more, abs=0.06)
        assert location_pointwise_leakage(noise, spread, share) == pytest.approx(by_sums[number], abs=0.05)


@pytest.mark.parametrize(("noise", "radius"), [(1.0, 2.0), (0.5, 1.0), (2.0, 1.0)])
def test_the_most_that_any_question_leaks_of_a_place_within_a_circle(noise, radius):
    places = grid(radius, radius / 20)
    places = places[np.linalg.norm(places, axis=1) <= radius + 1e-9]
    step = noise / 4
    heard = grid(radius + 5.0 * noise, step)
    by_sums = sum(density(squares(places, part), noise**2).max(axis=0).sum() for part in np.array_split(heard, 20))
    assert location_maximal_leakage(noise, radius) == pytest.approx(math.log2(by_sums * step**2), abs=0.02)


def test_without_noise_or_bounds_there_is_no_limit_and_what_is_no_length_is_refused():
    assert location_min_entropy_leakage(0.0, 1.0) == location_min_entropy_leakage(1.0) == math.inf
    assert location_maximal_leakage(0.0, 1.0) == location_maximal_leakage(1.0, math.inf) == math.inf
    assert location_vulnerability(1.0, math.inf, [(1.0, 1.0)]).leakage == math.inf
    assert location_vulnerability(1.0, 1.0, [(1.0, 0.5), (1.0, 1.0), (0.5, 0.7)]) == location_vulnerability(
        1.0, 1.0, [(1.0, 1.0)]
    )
    for worth in ([], [(1.0, 2.0)], [(-1.0, 1.0)], [(math.nan, 1.0)], [(1.0, math.nan)]):
        with pytest.raises(ValueError, match="worth"):
            location_vulnerability(1.0, 1.0, worth)
    for share in (0.0, 1.1, math.nan):
        with pytest.raises(ValueError, match=r"in \(0, 1\]"):
            location_pointwise_leakage(1.0, 1.0, share)


@pytest.mark.parametrize("people", [1, 2, 7])
@pytest.mark.parametrize("ratio", [0.0, 0.3, 0.9])
def test_what_a_blurred_count_leaks_is_known_in_closed_form(people, ratio):
    """Of the whole count ``log2((2 + (n - 1)(1 - α)) / (1 + α))``, of one answer ``log2(2 / (1 + α))``."""
    rule = blurred_count(people, ratio)
    whole = through_channel(np.full(people + 1, 1.0 / (people + 1)), rule)
    assert maximal_leakage(whole) == pytest.approx(math.log2((2.0 + (people - 1) * (1.0 - ratio)) / (1.0 + ratio)))
    for others in range(people):
        one = through_channel([0.5, 0.5], rule[[others, others + 1]])
        possible = one.observation > 0.0
        for leaked in (maximal_leakage(one), min_entropy_leakage(one), *pointwise_maximal_leakage(one)[possible]):
            assert leaked == pytest.approx(math.log2(2.0 / (1.0 + ratio)))
