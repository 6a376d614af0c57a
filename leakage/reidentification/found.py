"""Found: how sure it is that a record like the person's is the person's, in a crowd of a known size."""

from __future__ import annotations

import math


def chance_unique(frequency: float, people: int) -> float:
    """The chance that nobody else in a crowd is like the person: ``(1 - p)^(n - 1)``.

    Source: Rocher, Hendrickx & de Montjoye, "Estimating the success of re-identifications in incomplete datasets using
    generative models" (Nature Communications 2019), the likelihood of uniqueness.

    Arguments:
        frequency: p, the chance that somebody drawn at random has the combination of values, in [0, 1].
        people: n, the person included, at least 1.

    Raises:
        ValueError: for a number out of its range.

    >>> chance_unique(0.5, 3)
    0.25
    """
    _check(frequency, people)
    return math.exp((people - 1) * math.log1p(-frequency)) if frequency < 1.0 else float(people == 1)


def chance_right(frequency: float, people: int) -> float:
    """The chance that a record like the person's is the person's: ``(1 - (1 - p)^n) / (n p)``.

    So many others are like the person as n - 1 draws with chance p bring, and one of all who are is picked:
    ``E[1 / (1 + K)]``. It is never less than the chance of being the only one, to the last bit.
    Source: Rocher, Hendrickx & de Montjoye 2019, the likelihood of correctness.

    Arguments and errors: as ``chance_unique``.

    >>> chance_right(0.5, 2), chance_right(0.0, 1000), chance_right(1.0, 4)
    (0.75, 1.0, 0.25)
    """
    _check(frequency, people)
    if frequency in (0.0, 1.0):
        return 1.0 if frequency == 0.0 else 1.0 / people
    # As it is written, 1 - (1 - p)^n would lose all digits of a small p; below the normal numbers n p itself does.
    expected = people * frequency
    return min(1.0, max(chance_unique(frequency, people), -math.expm1(people * math.log1p(-frequency)) / expected))


def chance_found(frequency: float, people: int, sampled: float) -> float:
    """The chance that somebody is found in a table of a part of the crowd: ``(1 - (1 - f p)^n) / (n p)``.

    The person must be in it, which is f, and be picked of all in it who are like the person; each other one of the
    crowd is in it and alike with f p. With all of the crowd in it that is ``chance_right``.
    Source: Rocher, Hendrickx & de Montjoye 2019, the likelihood of correctness, with a table that is drawn.

    Arguments and errors: as ``chance_unique``, and
        sampled: f, the share of the crowd that is in the table, in [0, 1].

    >>> chance_found(0.5, 2, 1.0), chance_found(0.0, 1000, 0.25), chance_found(0.5, 2, 0.5)
    (0.75, 0.25, 0.4375)
    """
    _check(frequency, people)
    if not 0.0 <= sampled <= 1.0:
        raise ValueError(f"the share sampled must be in [0, 1], got {sampled}")
    return sampled * chance_right(sampled * frequency, people)


def _check(frequency: float, people: int) -> None:
    # Written so that NaN fails too.
    if not 0.0 <= frequency <= 1.0:
        raise ValueError(f"the frequency must be in [0, 1], got {frequency}")
    if people < 1:
        raise ValueError(f"a crowd has at least the person in it, got {people}")
