"""Typical sets: among how many sequences the truth lies, where the same is to be guessed many times."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.entropy import distribution_of, shannon_entropy
from leakage.tables.joint_distribution import JointDistribution, conditional_entropies

MOST_TYPES = 200_000
"""Ways in which the values may be distributed over a sequence, beyond which it is refused."""

ROUNDING = 1e-12
Type: TypeAlias = tuple[int, float, float]
"""Sequences of one kind: how many, and the logarithms of two probabilities of each."""


@dataclass(frozen=True)
class TypicalSet:
    """How many sequences are typical, and how likely it is that the truth is one.

    Arguments:
        length: k.
        size: sequences in the set, exactly.
        probability: of the set.
        entropy: H(X), or H(X|Y), in bits.
        greatest_bits: ``log2`` of what the size cannot exceed.
    """

    length: int
    size: int
    probability: float
    entropy: float
    greatest_bits: float

    @property
    def bits(self) -> float:
        """``log2`` of the size; -∞ where nothing is typical."""
        return math.log2(self.size) if self.size else -math.inf

    @property
    def expected_bits(self) -> float:
        """``k H``: for long sequences the bits differ from it by about k ε at most, by 2 k ε where y^k is given."""
        return self.length * self.entropy


def typical_set(probabilities: npt.ArrayLike, length: int, slack: float) -> TypicalSet:
    """``T = {x^k : |-1/k log2 p(x^k) - H(X)| <= ε}``, of size at most ``2^(k (H + ε))``. Larger is more private.

    The sequences that are about as likely as most that occur: for k large enough they have more than 1 - ε of the
    probability, and the likeliest sequence need not be one of them.
    Source: Rebollo-Monedero et al., Section V-A2 (asymptotic equipartition property; Cover & Thomas, Chapter 3).

    Arguments:
        probabilities: of one value, adding up to 1; shape (values,).
        length: k, at least 1; the values are independent.
        slack: ε, at least 0.

    Raises:
        ValueError: for a length or slack out of its range, what is no distribution, or too many kinds of sequences.

    >>> found = typical_set([0.5, 0.25, 0.25], 2, 0.0)
    >>> found.size, found.probability, found.expected_bits
    (4, 0.5, 3.0)
    """
    given = distribution_of(probabilities)
    _check(length, slack)
    entropy = shannon_entropy(given)
    kinds = Counter((value, 0.0) for value in np.log2(given[given > 0.0]).tolist())
    kept = [
        (size, logarithm)
        for size, logarithm, _ in _types(kinds, length)
        if abs(-logarithm / length - entropy) <= slack + ROUNDING
    ]
    return _counted(kept, length, entropy, entropy + slack)


def conditionally_typical_set(joint: JointDistribution, observed: Sequence[int], slack: float) -> TypicalSet:
    """The x^k that are jointly ε-typical with a given y^k: about ``2^(k H(X|Y))`` in the exponent, for long sequences.

    Jointly typical are x^k, y^k with ``-1/k log2`` of p(x^k), of p(y^k) and of p(x^k, y^k) within ε of H(X), of H(Y)
    and of H(X, Y): for a y^k that is not typical there is none.
    Source: Rebollo-Monedero et al., Section V-A2, who bound the size by ``2^(k (H(X|Y) + ε))``; with this definition
    (Cover & Thomas, Section 7.6) both p(y^k) and p(x^k, y^k) have a slack, and the bound is ``2^(k (H(X|Y) + 2ε))``.

    Arguments:
        joint: p(x, y) of one value and its observation.
        observed: y^k, places of the values of y; at least one.
        slack: ε, at least 0.

    Raises:
        ValueError: for a slack out of its range, a y that is never observed, or too many kinds of sequences.

    >>> found = conditionally_typical_set(JointDistribution([[0.375, 0.125], [0.125, 0.375]]), [0, 0, 1, 1], 0.0)
    >>> found.size, round(found.probability, 9)
    (4, 0.421875)
    """
    length = len(observed)
    _check(length, slack)
    if not all(0 <= y < len(joint.observation) and joint.possible[y] for y in observed):
        raise ValueError("what was observed must be values of y that can be")
    entropy = float(joint.observation @ conditional_entropies(joint, 1.0))
    kept = _jointly_typical(joint, observed, slack)
    seen = sum(math.log2(joint.observation[y]) for y in observed)
    return _counted([(size, both - seen) for size, both in kept], length, entropy, entropy + 2.0 * slack)


def _jointly_typical(joint: JointDistribution, observed: Sequence[int], slack: float) -> list[tuple[int, float]]:
    """How many sequences of each kind, and the logarithm of the joint probability of each."""

    def typical(logarithm: float, probabilities: Floats) -> bool:
        return abs(-logarithm / len(observed) - shannon_entropy(probabilities.ravel())) <= slack + ROUNDING

    if not typical(sum(math.log2(joint.observation[y]) for y in observed), joint.observation):
        return []
    often = Counter(observed)
    kinds = {y: _kinds(joint, y) for y in often}
    if math.prod(_number_of_types(len(kinds[y]), number) for y, number in often.items()) > MOST_TYPES:
        raise ValueError("there are too many kinds of sequences")
    kept = []
    for parts in itertools.product(*(_types(kinds[y], number) for y, number in often.items())):
        size = math.prod(part[0] for part in parts)
        both, alone = (sum(part[place] for part in parts) for place in (1, 2))
        if typical(both, joint.joint) and typical(alone, joint.prior):
            kept.append((size, both))
    return kept


def _kinds(joint: JointDistribution, y: int) -> Counter[tuple[float, float]]:
    """The values of x with an observation, by the logarithms of p(x, y) and p(x): how many of each."""
    possible = joint.joint[:, y] > 0.0
    logarithms = zip(np.log2(joint.joint[possible, y]).tolist(), np.log2(joint.prior[possible]).tolist(), strict=True)
    return Counter(logarithms)


def _types(kinds: Counter[tuple[float, float]], length: int) -> list[Type]:
    """Every way to distribute a sequence over kinds of values: values of one kind are as likely as each other."""
    if _number_of_types(len(kinds), length) > MOST_TYPES:
        raise ValueError("there are too many kinds of sequences")
    parts: list[tuple[int, Type]] = [(length, (1, 0.0, 0.0))]
    for place, (kind, alike) in enumerate(kinds.items(), 1):
        # The last kind takes what is left.
        parts = [
            (left - number, _with(reached, left, number, kind, alike))
            for left, reached in parts
            for number in ([left] if place == len(kinds) else range(left + 1))
        ]
    return [reached for _, reached in parts]


def _with(reached: Type, left: int, number: int, kind: tuple[float, float], alike: int) -> Type:
    size, first, second = reached
    ways = math.comb(left, number) * alike**number
    return size * ways, first + number * kind[0], second + number * kind[1]


def _number_of_types(kinds: int, length: int) -> int:
    return math.comb(length + kinds - 1, kinds - 1)


def _counted(kept: list[tuple[int, float]], length: int, entropy: float, greatest: float) -> TypicalSet:
    probability = math.fsum(2.0 ** (math.log2(size) + logarithm) for size, logarithm in kept)
    return TypicalSet(length, sum(size for size, _ in kept), min(probability, 1.0), entropy, length * greatest)


def _check(length: int, slack: float) -> None:
    if not length >= 1:
        raise ValueError(f"a sequence must have at least one value, got {length}")
    # Written so that NaN fails too.
    if not slack >= 0.0:
        raise ValueError(f"the slack must be at least 0, got {slack}")
