"""How hard a passphrase is to guess, estimated offline."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Grade: TypeAlias = Literal["very weak", "weak", "fair", "good", "strong"]
GRADES: tuple[Grade, ...] = ("very weak", "weak", "fair", "good", "strong")

LOOKED_AT = 40
"""Characters: the estimator takes exponential time for long texts of signs that may stand for letters."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a passphrase is to guess.

    Arguments:
        grade: in words.
        guesses: their number, as a power of ten, for whoever tries common patterns first.
        advice: what makes it weak, in a sentence that repeats nothing of it; may be empty.
    """

    grade: Grade
    guesses: float
    advice: str = field(default="")


def strength(passphrase: str) -> Strength:
    """An estimate of how many guesses a passphrase takes, by its first ``LOOKED_AT`` characters.

    Source: Wheeler 2016, "zxcvbn: Low-Budget Password Strength Estimation".

    Arguments:
        passphrase: not empty.

    >>> strength("password1").grade, strength("seven grey herons wade").grade
    ('very weak', 'strong')
    """
    from zxcvbn import zxcvbn  # noqa: PLC0415 - not needed at the start

    estimate = zxcvbn(passphrase[:LOOKED_AT])
    return Strength(GRADES[estimate["score"]], float(estimate["guesses_log10"]), estimate["feedback"]["warning"] or "")
