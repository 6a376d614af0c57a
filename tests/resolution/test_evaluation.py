"""Precision and recall of joins, pair by pair."""

import itertools
import random

import pytest

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.learning import JoinQuality, join_quality
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares


def test_pairs_are_counted_one_by_one():
    draw = random.Random(1)
    for _ in range(300):
        rows = [(draw.choice("abc"), draw.choice(["x", "y", 3])) for _ in range(draw.randint(0, 9))]
        pairs = list(itertools.combinations(rows, 2))
        joined, true = ([one[side] == other[side] for one, other in pairs] for side in (0, 1))
        both = [a and b for a, b in zip(joined, true, strict=True)]
        quality = join_quality([row[0] for row in rows], [row[1] for row in rows])
        assert quality == JoinQuality(sum(joined), sum(true), sum(both))
        assert quality.precision == (sum(both) / sum(joined) if any(joined) else 1.0)
        assert quality.recall == (sum(both) / sum(true) if any(true) else 1.0)
        if any(both):
            harmonic = 2 / (1 / quality.precision + 1 / quality.recall)
            assert quality.f1 == pytest.approx(harmonic)


def test_a_resolution_is_taken_as_it_is():
    records = [Record.of(("N", name)) for name in ("Ann", "Bob", "Ann", "Ann")]
    found = Adversary(Resolve(Shares("N"))).resolve(records)
    quality = join_quality(found, ["ann", "bob", "ann", "another"])
    assert (quality.precision, quality.recall) == (1 / 3, 1.0)
    assert "precision 0.3333, recall 1" in repr(quality)


@pytest.mark.parametrize("truth", [["canary"], ["canary", None], ["canary", float("nan")]])
def test_a_truth_that_is_missing_is_refused_without_its_values(truth):
    with pytest.raises(ValueError, match=r"equally long|needs a composite and a truth") as refused:
        join_quality([0, 1], truth)
    assert "canary" not in str(refused.value)
