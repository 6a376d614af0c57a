"""How the leakage of a database, or an increment of it, is worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from leakage.decision.leakage import InformationLeakage
from leakage.derivation.derivation import Derivation, DerivationStep, all_digits, equals, latex
from leakage.derivation.record import as_it_is, derive_record_leakage
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.resolution.adversary import Resolution
from leakage.resolution.explain import Evidence

MOST_JOINS = 50


def derive_information_leakage(
    result: InformationLeakage,
    reference: Record,
    weights: Weights | None = None,
    *,
    named: Callable[[str], str] = str,
    valued: Callable[[str, str], str] = as_it_is,
    record_named: Callable[[int], str] = lambda number: f"record {number + 1}",
    labels: Sequence[str] = (),
) -> Derivation:
    """How the leakage of a database is worked out: the joins of its worst composite in their order, then its F1.

    ``L(R, e, E) = max_{r in E(R)} L(r, e)``.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        named: from a label to how it is called.
        valued: from a label and a value to how the value is shown.
        record_named: from the number of an input record to how it is called.
        labels: in the order in which facts are listed; else by what they are called.

    >>> from leakage import Adversary, Resolve, Shares, information_leakage
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> derivation = derive_information_leakage(information_leakage(R, e, Adversary(Resolve(Shares("N")))), e)
    >>> derivation.exact, derivation.steps[0].sentence
    (Fraction(6, 7), 'record 1 and record 2 are joined, for both have N Alice (same N).')
    """
    record = derive_record_leakage(
        result.composite, reference, weights, value=result.leakage, named=named, valued=valued, labels=labels
    )
    if not result.members:
        return replace(record, steps=(DerivationStep("No record that she has says anything right."), *record.steps))
    steps = [*join_steps(result.resolution, result.members[0], named, valued, record_named)]
    composites = len(result.resolution.composites)
    if composites > 1:
        most = f"Of her {composites:,} joined records this one tells most about the person."
        steps.append(DerivationStep(most, r"\max_{r \in E(R)} L(r, e)"))
    return replace(record, steps=(*steps, *record.steps))


def join_steps(
    resolution: Resolution,
    member: int,
    named: Callable[[str], str],
    valued: Callable[[str, str], str],
    record_named: Callable[[int], str],
) -> tuple[DerivationStep, ...]:
    """The joins of the composite that a record ended in, in the order they were made, each with its rule and values."""

    def sentence(join: Evidence) -> str:
        sides = (" with ".join(map(record_named, side)) for side in (join.left, join.right))
        shared = ", ".join(f"{named(label)} {valued(label, value)}" for label, value in join.key.shared)
        why = f", for both have {shared}" if shared else ""
        return f"{' and '.join(sides)} are joined{why} ({join.key.rule.sentence()})."

    composite = int(resolution.composite_of[member])
    sentences = [sentence(join) for join in resolution.evidence_of(composite, MOST_JOINS)]
    if not sentences:
        sentences = [f"{record_named(member)} is joined with no other record."]
    # A composite of n records takes n - 1 joins.
    if (rest := len(resolution.members[composite]) - 1 - MOST_JOINS) > 0:
        sentences.append(f"And {rest} more joins.")
    return tuple(map(DerivationStep, sentences))


def derive_increment(before: Derivation, after: Derivation, increment: float) -> Derivation:
    """How incremental leakage is worked out: the leakage after less the leakage before.

    ``I(R, r, e, E) = L(R + r, e, E) - L(R, e, E)``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> sides = (derive_record_leakage(record, e) for record in (Record.of(("N", "Alice")), e))
    >>> derive_increment(*sides, 1.0 - 2 / 3).exact
    Fraction(1, 3)
    """
    exact: Fraction | None = None
    difference = f"{all_digits(after.value)} - {all_digits(before.value)}"
    if before.exact is not None and after.exact is not None:
        exact = after.exact - before.exact
        difference = f"{latex(after.exact)} - {latex(before.exact)} {equals(exact)}"
    points = f"{100.0 * increment:+.1f}".replace("-", "\N{MINUS SIGN}")
    steps = (
        DerivationStep("Before the release:"),
        *before.steps,
        DerivationStep("With the release:"),
        *after.steps,
        DerivationStep("What the release adds is the difference.", difference),
        DerivationStep(f"The release adds {points} points.", f"I = {all_digits(increment)}"),
    )
    return Derivation(steps, increment, exact)
