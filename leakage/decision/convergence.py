"""Convergence: whether chains of draws that began apart agree, and how many independent draws theirs are worth."""

from __future__ import annotations

import math

import numpy as np

from leakage.database import Floats

MOST_R_HAT = 1.01
LEAST_EFFECTIVE = 400.0
"""Vehtari et al. 2021, Section 4: what to ask of R-hat and of the effective draws before an estimate is used."""


def split_r_hat(chains: Floats) -> float:
    """R-hat, rank-normalised, of the halves of chains: of the draws or of how far off they are, whichever is greater.

    ``sqrt(((N - 1) / N W + B / N) / W)`` with W the mean variance within a half and B / N the variance of their means;
    1 where all draws are equal, and infinite where halves do not move and differ.
    Source: Vehtari, Gelman, Simpson, Carpenter & Bürkner, "Rank-Normalization, Folding, and Localization: An Improved
    R-hat for Assessing Convergence of MCMC" (Bayesian Analysis 2021), Equations 1 to 4 and 14, Section 3.2.

    Arguments:
        chains: shape (chains, draws), at least 4 draws each.

    >>> split_r_hat(np.zeros((2, 8))), split_r_hat(np.array([[0.0] * 8, [1.0] * 8]))
    (1.0, inf)
    """
    halves = _halves(chains)
    off = np.abs(halves - np.median(halves))
    return max(_r_hat(_normal_scores(halves)), _r_hat(_normal_scores(off)))


def effective_draws(chains: Floats) -> float:
    """How many independent draws would estimate the mean as well: ``S = N M / (1 + 2 sum rho_t)`` of halves of chains.

    Autocorrelations count up to the first pair of them that does not sum to more than 0, and no pair counts more than
    the one before (Geyer). Draws that are all equal count in full.
    Source: as ``split_r_hat``, Equations 5 to 13; Geyer, "Practical Markov Chain Monte Carlo" (Statistical Science
    1992).

    Arguments:
        chains: shape (chains, draws), at least 8 draws each.

    >>> independent = np.random.default_rng(0).normal(size=(4, 500))
    >>> 1500 < effective_draws(independent) < 2700
    True
    >>> effective_draws(np.repeat(independent[:, :50], 10, axis=1)) < 300
    True
    """
    halves = _halves(chains)
    length = halves.shape[1]
    covariances = _autocovariances(halves)
    within, total = _variances(halves)
    if total == 0.0:
        return float(halves.size)
    mean = covariances.mean(axis=0) * length / (length - 1)
    correlations = 1.0 - (within - mean) / total
    correlations[0] = 1.0
    pairs = correlations[: length - length % 2].reshape(-1, 2).sum(axis=1)
    ended = np.flatnonzero(pairs <= 0.0)
    counted = np.minimum.accumulate(pairs[: ended[0] if len(ended) else len(pairs)])
    # Draws that alternate would be worth more than there are; so much is not relied on.
    return float(min(halves.size, halves.size / max(2.0 * counted.sum() - 1.0, 1e-300)))


def _halves(chains: Floats) -> Floats:
    half = chains.shape[1] // 2
    return np.concatenate((chains[:, :half], chains[:, chains.shape[1] - half :]))


def _variances(chains: Floats) -> tuple[float, float]:
    """The variance within, and that of all as estimated from within and between."""
    length = chains.shape[1]
    within = float(chains.var(axis=1, ddof=1).mean())
    return within, (length - 1) / length * within + float(chains.mean(axis=1).var(ddof=1))


def _r_hat(chains: Floats) -> float:
    if chains.max() == chains.min():
        return 1.0
    within, total = _variances(chains)
    return math.sqrt(total / within) if within > 0.0 else math.inf


def _normal_scores(chains: Floats) -> Floats:
    """``Phi^-1((rank - 3/8) / (S + 1/4))``, with equal draws at their mean rank."""
    # What imports this seldom draws.
    from scipy.special import ndtri  # type: ignore[import-untyped]  # noqa: PLC0415

    _, place, counts = np.unique(chains, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2.0
    scores: Floats = ndtri((ranks - 0.375) / (chains.size + 0.25))[place].reshape(chains.shape)
    return scores


def _autocovariances(chains: Floats) -> Floats:
    """At every lag, each chain's own, over its length."""
    length = chains.shape[1]
    centred = chains - chains.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * length, axis=1)
    covariances: Floats = np.fft.irfft(spectrum * spectrum.conj(), axis=1)[:, :length] / length
    return covariances
