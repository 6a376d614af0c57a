"""R-hat and effective draws, against what is known of independent, correlated and disagreeing chains."""

import numpy as np
import pytest

from leakage.decision.partitions import effective_draws, split_r_hat


def correlated(chains, draws, by, seed=0):
    """``x_t = by x_{t-1} + noise``, begun where it is stationary."""
    noise = np.random.default_rng(seed).normal(size=(chains, draws))
    found = np.empty_like(noise)
    found[:, 0] = noise[:, 0] / np.sqrt(1.0 - by**2)
    for number in range(1, draws):
        found[:, number] = by * found[:, number - 1] + noise[:, number]
    return found


@pytest.mark.parametrize("by", [0.0, 0.5, 0.9])
def test_correlated_draws_are_worth_what_theory_says(by):
    """The mean of an autoregression of the first order has the variance of ``(1 - by) / (1 + by)`` as many draws."""
    worth = np.mean([effective_draws(correlated(4, 4000, by, seed)) for seed in range(5)])
    assert worth == pytest.approx(16000 * (1 - by) / (1 + by), rel=0.1)


def test_draws_that_alternate_count_no_more_than_there_are():
    assert effective_draws(correlated(4, 500, -0.5)) == 2000.0


def test_r_hat_sees_chains_that_differ_in_place_in_width_and_over_time():
    alike = correlated(4, 1000, 0.3)
    assert split_r_hat(alike) < 1.005
    assert split_r_hat(alike + np.arange(4)[:, np.newaxis] * 0.3) > 1.01
    assert split_r_hat(alike * np.array([1.0, 1.0, 1.0, 3.0])[:, np.newaxis]) > 1.01
    assert split_r_hat(alike + np.linspace(0.0, 1.0, 1000)) > 1.01
    # Ranks alone count, so no outlier hides it.
    assert split_r_hat(np.exp(5.0 * alike)) == pytest.approx(split_r_hat(alike), abs=0.003)
