"""Passphrases: how hard one is to guess, and how often one may be tried."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.workspace.vault.errors import TooSoon, WrongPassphrase

# How hard a passphrase is to guess, estimated offline.


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


# Attempts: after a wrong passphrase the next can be tried only some time later, longer each time.


LONGEST_WAIT = 60.0


class AttemptLimiter:
    """How often passphrases were wrong, for each vault; forgotten with the process, as the file can be tried elsewhere.

    After the nth wrong one in a row the next can be tried in ``min(60, 2^(n-1))`` seconds.

    Arguments:
        clock: seconds, rising.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._trying: defaultdict[Hashable, threading.Lock] = defaultdict(threading.Lock)
        self._failures: dict[Hashable, tuple[int, float]] = {}

    @contextmanager
    def attempt(self, vault: Hashable) -> Iterator[None]:
        """Try a passphrase inside the block; one at a time, so that several windows try no faster than one.

        Raises:
            TooSoon: if the last was wrong and its time is not over; the block is not entered.

        >>> moment = [0.0]
        >>> limiter = AttemptLimiter(lambda: moment[0])
        >>> with limiter.attempt("mine"):
        ...     raise WrongPassphrase
        Traceback (most recent call last):
        leakage.workspace.vault.errors.WrongPassphrase: this passphrase does not open the vault; nothing was changed
        >>> with limiter.attempt("mine"):
        ...     pass
        Traceback (most recent call last):
        leakage.workspace.vault.errors.TooSoon: the last passphrase was wrong: the next can be tried in 1 s
        """
        with self._trying[vault]:
            failures, earliest = self._failures.get(vault, (0, 0.0))
            left = earliest - self._clock()
            if failures and left > 0.0:
                raise TooSoon(left)
            try:
                yield
            except WrongPassphrase:
                # The exponent is bounded: 2.0 to the power of a few thousand failures is no float.
                wait = min(LONGEST_WAIT, 2.0 ** min(failures, 10))
                self._failures[vault] = failures + 1, self._clock() + wait
                raise
            self._failures.pop(vault, None)


ATTEMPTS = AttemptLimiter()
"""The process's."""
