"""What Eve believes of me: before and after, her errors, and my leakage."""

from __future__ import annotations

import math

import streamlit as st

from leakage.decision.information_leakage import InformationLeakage, information_leakage
from leakage.derivation import Derivation, derive_information_leakage
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.preparation import Correct
from leakage.resolution.rules import Shares
from leakage.tables import as_published, class_records, confidence_set, correctness, error_among, renyi_entropy
from leakage.tables.hierarchy import text_of
from pages.explore.published_table import person, text
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.opened import Opened
from pages.explore.published_table.optional_work import latest_or_left
from pages.explore.published_table.person import Me
from pages.kit.charts.chart import show
from pages.kit.charts.prior_posterior import MOST_SHOWN, prior_posterior_chart
from pages.kit.renyi_order import choose_order, order_name
from pages.kit.risk_sentences import reduction_sentence
from pages.kit.table import show_table
from pages.kit.worked_out import how_when_asked
from pages.shell.words import count, percent

CONFIDENCE = 0.9
MOST_AT_ONCE = 50_000
"""Classes up to which the leakage is worked out without being asked for."""


def beliefs(shown: Shown, number: int) -> tuple[list[str], list[float], list[float]]:
    """The sensitive values, and how likely each is before and after the class is known."""
    before, after = shown.believed_before(number), shown.table.distribution(number)
    return [text_of(value) for value in before], list(before.values()), [after.get(value, 0.0) for value in before]


def show_beliefs(shown: Shown, me: Me) -> None:
    """The class, the belief before and after as bars."""
    values, before, after = beliefs(shown, me.number)
    told = shown.table.class_values(me.number)
    size = int(shown.table.counts.sizes[me.number])
    where = ", ".join(f"{name} {value}" for name, value in told.items())
    st.subheader(_sentence(values, before, after, me))
    st.text(f"Your class is number {me.number + 1}, {where}: {size:,} of {len(shown.table.rows):,} rows.")
    show(prior_posterior_chart(values, before, after, me.secret), "prior-posterior")
    if len(values) > MOST_SHOWN:
        st.text(f"The {MOST_SHOWN} likeliest of {len(values):,} values.")
    st.caption(text.ME_HELP)


def _sentence(values: list[str], before: list[float], after: list[float], me: Me) -> str:
    if me.secret in values:
        place = values.index(me.secret)
        return f"Your sensitive value: she believed it with {percent(before[place])}, now with {percent(after[place])}"
    return f"Her best guess is right with {percent(max(after))}, it was {percent(max(before))}"


def show_errors(shown: Shown, me: Me) -> None:
    """The errors and entropies before and after, and what the class can take at most."""
    values, before, after = beliefs(shown, me.number)
    place, _ = st.columns([1, 1])
    with place:
        order = choose_order("published-order")
    people, size = len(shown.table.rows), int(shown.table.counts.sizes[me.number])
    lines = [
        ("Guess the sensitive value (MAP error)", percent(1 - max(before)), percent(1 - max(after))),
        ("Guess it among the values possible, 1 − 1/l", *(percent(error_among(_support(p))) for p in (before, after))),
        ("Guess which row is yours, 1 − 1/k", _among(people), _among(size)),
        ("Guess it among the fewest values that hold it in 9 of 10 cases", _narrowed(before), _narrowed(after)),
        *_missed(values, before, after, me),
        *(
            (f"{name} of the value", *(f"{renyi_entropy(p, of_order):.3f} bits" for p in (before, after)))
            for name, of_order in (
                ("Hartley entropy", 0.0),
                ("Shannon entropy", 1.0),
                ("Min-entropy", math.inf),
                (f"Rényi entropy, α = {order_name(order)},", order),
            )
        ),
    ]
    show_table(
        lines,
        ["How wrong, or how uncertain, is she?", "Before", "After"],
        "Estimation errors and entropies before and after the class is known",
    )
    st.caption(text.ERRORS_HELP)
    st.text(reduction_sentence(before, after))


def _narrowed(belief: list[float]) -> str:
    held = confidence_set(belief, CONFIDENCE)
    return f"{percent(held.error)} ({count(len(held.members), 'value')})"


def _missed(values: list[str], before: list[float], after: list[float], me: Me) -> list[tuple[str, ...]]:
    """How much of her belief misses the truth, where that is known."""
    if me.secret not in values:
        return []
    truth = values.index(me.secret)
    return [("Her belief misses your value (correctness)", *(percent(correctness(p, truth)) for p in (before, after)))]


def _among(candidates: int) -> str:
    return f"{percent(error_among(candidates))} (right 1 in {candidates:,})"


def _support(probabilities: list[float]) -> int:
    return sum(probability > 0.0 for probability in probabilities)


def show_leakage(opened: Opened, shown: Shown, me: Me) -> None:
    """Information leakage by the table alone, and with what Eve knows besides."""
    left, right = st.columns(2)
    with left:
        background = person.choose_background(opened, me)
    with right:
        alike = _choose_alike(opened, shown)
    reference = as_published(me.record, shown.table, me.number, shown.hierarchies)
    known = as_published(background, shown.table, me.number, shown.hierarchies)
    alone = _leakage(shown, reference, Record(), alike)
    both = _leakage(shown, reference, known, alike) if len(known) else alone
    if alone is None or both is None:
        return
    first, second = st.columns(2)
    first.metric(
        "Leakage by the table alone",
        percent(alone.leakage),
        border=True,
        help=f"exactly {alone.leakage:.6f}",
        height="stretch",
    )
    second.metric(
        "With what she knows besides",
        percent(both.leakage),
        border=True,
        delta=None if both.leakage == alone.leakage else f"{100 * (both.leakage - alone.leakage):+.1f} points",
        delta_color="inverse",
        help=f"exactly {both.leakage:.6f}",
        height="stretch",
    )
    with first:
        how_when_asked(lambda: _derived(alone, reference, shown), "table-alone")
    with second:
        how_when_asked(lambda: _derived(both, reference, shown), "table-besides")
    lacking = [name for name in shown.table.quasi_identifiers if name not in known.labels]
    if len(known) and lacking:
        st.text("She lacks a quasi-identifier, so she cannot tell which class that belongs to.")
    st.caption(text.LEAKAGE_HELP)


def _derived(known: InformationLeakage, reference: Record, shown: Shown) -> Derivation:
    """How it is worked out: the record of a class, and with it what she knows besides."""
    classes = shown.table.counts.classes
    return derive_information_leakage(
        known,
        reference,
        record_named=lambda number: f"class {number + 1}" if number < classes else "what she knows besides",
    )


def _choose_alike(opened: Opened, shown: Shown) -> tuple[str, ...]:
    values = [text_of(value) for value in shown.table.values][:1000]
    chosen = st.multiselect(
        "Which sensitive values are one to Eve?",
        values,
        key=f"published-alike-{opened.key}",
        persist_state="session",
        placeholder="None",
        help="An Eve who knows that Influenza and Flu are one disease gains by it (2012, Section 3.2).",
    )
    return tuple(chosen) if len(chosen) > 1 else ()


def _leakage(shown: Shown, reference: Record, known: Record, alike: tuple[str, ...]) -> InformationLeakage | None:
    secret = reference.values(shown.table.sensitive)
    target = next((value for value in alike if value in secret), alike[0] if alike else "")
    merging = Resolve(Shares(*shown.table.quasi_identifiers))
    alike_as_one = Correct({(shown.table.sensitive, value): target for value in alike if value != target})
    adversary = Adversary((alike_as_one, merging) if alike else (merging,))

    def work() -> InformationLeakage:
        records = class_records(shown.table)
        given = [*records, known] if len(known) else records
        return information_leakage(given, reference, adversary)

    key = (shown.key, reference, known, alike)
    at_once = len(shown.table.counts.sizes) <= MOST_AT_ONCE
    return latest_or_left("leakage-besides" if len(known) else "leakage", key, work, at_once)
