"""How an incremental leakage is worked out: both sides, and the difference."""

from __future__ import annotations

from fractions import Fraction

from leakage.derivation.derivation import Derivation, Step
from leakage.derivation.numbers import equals, latex


def derive_increment(before: Derivation, after: Derivation, increment: float) -> Derivation:
    """How incremental leakage is worked out: the leakage after less the leakage before.

    ``I(R, r, e, E) = L(R + r, e, E) - L(R, e, E)``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    Arguments:
        before, after: how the two leakages are worked out.
        increment: the figure to be derived.

    >>> from leakage import Record
    >>> from leakage.derivation.record import derive_record_leakage
    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> sides = (derive_record_leakage(record, e) for record in (Record.of(("N", "Alice")), e))
    >>> increment = derive_increment(*sides, 1.0 - 2 / 3)
    >>> increment.exact
    Fraction(1, 3)
    """
    exact, difference = _difference(before, after)
    last = Step(
        f"The release adds {100.0 * increment:+.1f} points.".replace("-", "\N{MINUS SIGN}"), f"I = {increment!r}"
    )
    steps = (
        Step("Before the release:"),
        *before.steps,
        Step("With the release:"),
        *after.steps,
        Step("What the release adds is the difference.", difference),
        last,
    )
    return Derivation(steps, increment, exact)


def _difference(before: Derivation, after: Derivation) -> tuple[Fraction | None, str]:
    """The difference as a fraction, where both sides are; and how it is written."""
    if before.exact is None or after.exact is None:
        return None, f"{after.value!r} - {before.value!r}"
    exact = after.exact - before.exact
    return exact, f"{latex(after.exact)} - {latex(before.exact)} {equals(exact)}"
