"""Contribution: what the leakage would lose without one release."""

from __future__ import annotations

from leakage.decision.evaluator import Evaluator
from leakage.frames import Floats


def release_contributions(evaluator: Evaluator) -> Floats:
    """What each release adds to the leakage: leave one out.

    ``L(R, e, E) - L(R less r, e, E)``, L being the leakage of the worst pool. Above 0: the leakage would fall by as
    much, had the release not been made. Below 0: the release confuses the adversary, who would know more without it.
    Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), with r already out.

    >>> from leakage import Adversary, Record, Resolve, Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> (release_contributions(Evaluator(R, (), e, Adversary(Resolve(Shares("N"))))) * 21).round(9).tolist()
    [4.0, 4.0]
    """
    everything = evaluator.everything
    found = evaluator.leakages([everything, *(everything ^ 1 << number for number in range(len(evaluator.releases)))])
    lost: Floats = found[0] - found[1:]
    return lost
