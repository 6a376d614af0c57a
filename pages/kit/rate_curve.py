"""The rate distortion curve, worked out at a few slopes."""

from __future__ import annotations

import numpy as np

from leakage.progress import report
from leakage.tables import rate_at_slope, shannon_entropy

SLOPES = (*np.arange(0.25, 4.0, 0.25).tolist(), *range(4, 17))
WORKING = "Working out the curve"


def rate_curve(prior: list[float]) -> list[tuple[float, float]]:
    """(D, R) from where everything is told to where nothing is."""
    points = [(0.0, shannon_entropy(prior)), (1.0 - max(prior), 0.0)]
    for done, slope in enumerate(SLOPES):
        report(WORKING, done, len(SLOPES))
        point = rate_at_slope(prior, "hamming", slope)
        points.append((point.distortion, point.rate))
    return sorted(points)
