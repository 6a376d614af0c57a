"""Entropies of distributions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_range
from leakage.frames import Floats

TOLERANCE = 1e-9
NEAR_ONE = 0.1


def distribution_of(probabilities: npt.ArrayLike, ndim: int = 1) -> Floats:
    """A distribution as an array of given dimensions; a ValueError unless it is at least 0 and adds up to 1."""
    given = np.asarray(probabilities, dtype=np.float64)
    if given.ndim != ndim or not given.size:
        shape = "row of probabilities" if ndim == 1 else "matrix, one row a value of x and one column a value of y"
        raise ValueError(f"a distribution must be a {shape}")
    # Written so that NaN fails too.
    if not (given >= 0.0).all():
        raise ValueError("probabilities must be at least 0")
    if not abs(float(given.sum()) - 1.0) <= TOLERANCE:
        raise ValueError(f"probabilities must add up to 1, got {float(given.sum()):g}")
    return given


def distributions_of(before: npt.ArrayLike, after: npt.ArrayLike) -> tuple[Floats, Floats]:
    """Two distributions over the same values."""
    prior, posterior = distribution_of(before), distribution_of(after)
    if prior.shape != posterior.shape:
        raise ValueError("the two distributions must be over the same values")
    return prior, posterior


def renyi_entropy(probabilities: npt.ArrayLike, alpha: float) -> float:
    """``H_α(X) = log2(sum_i p_i^α) / (1 - α)`` in bits; Hartley's at α = 0, Shannon's at 1, min-entropy at ∞.

    The order α is in [0, ∞]; entropy falls as it rises: H_∞ <= H_1 <= H_0, eq. (6).
    Source: Rebollo-Monedero et al., Section V-A1.

    >>> renyi_entropy([0.5, 0.25, 0.25], 1), renyi_entropy([0.5, 0.25, 0.25], float("inf"))
    (1.5, 1.0)
    """
    return float(renyi_entropies(distribution_of(probabilities)[:, None], alpha)[0])


def renyi_entropies(posterior: Floats, alpha: float) -> Floats:
    """The Rényi entropy of every column of a matrix, each a distribution; shape (columns,)."""
    check_range("the order alpha", alpha, "[0, inf]")
    if alpha == 0.0:
        return np.asarray(np.log2(np.count_nonzero(posterior, axis=0).astype(np.float64)))
    if np.isinf(alpha):
        return np.asarray(0.0 - np.log2(posterior.max(axis=0)))
    logs = np.log2(np.where(posterior > 0.0, posterior, 1.0))
    if alpha == 1.0:
        return np.asarray(0.0 - np.sum(posterior * logs, axis=0))
    if abs(alpha - 1.0) < NEAR_ONE:
        # log(1 + sum_i p_i (p_i^(α-1) - 1)): the plain formula loses digits near 1.
        powers = np.expm1((alpha - 1.0) * np.log(2.0) * logs)
        sums = np.log1p(np.sum(posterior * powers, axis=0)) / np.log(2.0)
    else:
        # Without the greatest probability in front, large orders would underflow.
        greatest = posterior.max(axis=0)
        sums = alpha * np.log2(greatest) + np.log2(np.sum((posterior / greatest) ** alpha, axis=0))
    return np.asarray(np.maximum(sums / (1.0 - alpha), 0.0))


def hartley_entropy(probabilities: npt.ArrayLike) -> float:
    """``H_0 = log2 |{i: p_i > 0}|``: how many values are possible. The best case for the user (eq. (6), Table IV)."""
    return renyi_entropy(probabilities, 0.0)


def shannon_entropy(probabilities: npt.ArrayLike) -> float:
    """``H_1 = -sum_i p_i log2 p_i``: the uncertainty on average. The average case (eq. (6), Table IV)."""
    return renyi_entropy(probabilities, 1.0)


def min_entropy(probabilities: npt.ArrayLike) -> float:
    """``H_∞ = -log2 max_i p_i``: how sure the best single guess is. The worst case for the user (eq. (6), Table IV)."""
    return renyi_entropy(probabilities, np.inf)


def degree_of_anonymity(probabilities: npt.ArrayLike) -> float:
    """``d = H / H_max = H_1(X) / log2 n``, in [0, 1]: 1 if all n users are equally likely, 0 if one is certain.

    Source: Rebollo-Monedero et al., Section II-A; Díaz et al. 2002.

    >>> degree_of_anonymity([0.25] * 4), degree_of_anonymity([0.5, 0.5, 0.0, 0.0])
    (1.0, 0.5)
    """
    given = distribution_of(probabilities)
    return shannon_entropy(given) / float(np.log2(len(given))) if len(given) > 1 else 0.0
