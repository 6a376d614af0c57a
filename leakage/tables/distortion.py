"""Distortion: what a wrong guess costs, and what a perturbation costs in usefulness."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.joint_distribution import JointDistribution

Distortion: TypeAlias = Literal["hamming", "squared", "absolute"] | npt.ArrayLike


def distortion_matrix(distortion: Distortion, size: int, values: npt.ArrayLike | None = None) -> Floats:
    """``d(x, x̂)``: what a guess x̂ costs where the truth is x; one row a truth, one column a guess.

    Arguments:
        distortion: "hamming" (0 if right, 1 if wrong), "squared" or "absolute" difference, or the matrix itself.
        size: how many values x has.
        values: their numbers, for the differences; 0, 1, 2, ... by default.

    Raises:
        ValueError: for an unknown name, a matrix without a row for each x, or a distortion below 0.

    >>> distortion_matrix("squared", 2, [1, 4]).tolist()
    [[0.0, 9.0], [9.0, 0.0]]
    """
    if not isinstance(distortion, str):
        return _checked_matrix(distortion, size)
    if distortion == "hamming":
        return 1.0 - np.eye(size)
    numbers = np.arange(size, dtype=np.float64) if values is None else np.asarray(values, dtype=np.float64)
    if numbers.shape != (size,):
        raise ValueError(f"there must be one number for each of the {size} values")
    if distortion == "squared":
        return (numbers[:, None] - numbers) ** 2
    if distortion == "absolute":
        return np.abs(numbers[:, None] - numbers)
    raise ValueError("the distortion must be hamming, squared, absolute or a matrix")


def _checked_matrix(distortion: npt.ArrayLike, size: int) -> Floats:
    matrix = np.asarray(distortion, dtype=np.float64)
    if matrix.ndim != 2 or len(matrix) != size or not matrix.shape[1]:
        raise ValueError(f"a distortion must be a matrix with one row for each of the {size} values")
    if not ((matrix >= 0.0) & np.isfinite(matrix)).all():
        raise ValueError("distortions must be at least 0 and finite")
    return matrix


def system_distortion(
    joint: JointDistribution, distortion: Distortion = "hamming", values: npt.ArrayLike | None = None
) -> float:
    """``D = E d_S(X', Y')``: what the perturbation costs in usefulness. Lower is more useful.

    Source: Rebollo-Monedero et al., eq. (5). Arguments as ``estimation_error``, the joint distribution that of X', Y'.
    """
    matrix = distortion_matrix(distortion, len(joint.prior), values)
    if matrix.shape != joint.joint.shape:
        raise ValueError("the distortion must have a row for each value of x and a column for each value of y")
    return float(np.sum(joint.joint * matrix))
