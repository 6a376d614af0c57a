"""One person in the table: what is believed of them before and after."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from leakage.decision.leakage import InformationLeakage, information_leakage
from leakage.derivation import Derivation, derive_information_leakage
from leakage.published.entropy import renyi_entropy
from leakage.published.estimation import confidence_set, correctness, error_among
from leakage.published.information import rate_within
from leakage.published.records import as_published, class_records, classes_of
from leakage.published.table import text_of
from leakage.published.yardsticks import mutual_information
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Correct, Resolve
from leakage.resolution.rules import Shares
from leakage.workspace.workspace import Workspace
from pages.app.words import count, percent
from pages.explore.published_table import text
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.opened import OpenedTable, latest_or_left
from pages.kit.charts.chart import show
from pages.kit.charts.curves import MOST_SHOWN, prior_posterior_chart, rate_curve, rates_chart
from pages.kit.glossary import choose_order, order_name, reduction_sentence
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import show_table

# How little a published table could tell, for the error it leaves.


MOST_VALUES = 100


def show_rate_of_table(shown: Shown, classes: pd.DataFrame) -> None:
    """Where a table stands: the bits it tells, and the bits that so good a guess would need."""
    st.markdown(text.RATE_OF_TABLE)
    values = len(shown.table.values)
    if values > MOST_VALUES:
        st.text(text.TOO_MANY_VALUES.format(values=values, most=MOST_VALUES))
        return
    error = float(np.average(classes["error"], weights=shown.table.counts.class_probabilities))
    # Of the rows that are published, also where others were suppressed.
    bits = mutual_information(shown.table)
    prior = list(shown.table.distribution().values())

    def work() -> tuple[list[tuple[float, float]], float]:
        return rate_curve(prior), rate_within(prior, "hamming", error).rate

    worked_out = latest_or_left("rates", (tuple(prior), error), work)
    if worked_out is None:
        return
    curve, least = worked_out
    st.subheader(text.ENOUGH.format(bits=bits, least=least))
    st.text(
        f"A reader who knows the classes guesses wrong {percent(error)} of the time on average, and "
        f"{percent(1 - max(prior))} without the table. {max(bits - least, 0.0):.3f} of the bits only move beliefs, and "
        "make no guess any better. Fewer bits are more private."
    )
    show(rates_chart(curve, [("this table", error, bits)]), "published-rate-chart")


# What Eve believes of me: before and after, her errors, and my leakage.


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
    class_values = shown.table.class_values(me.number)
    size = int(shown.table.counts.sizes[me.number])
    where = ", ".join(f"{name} {value}" for name, value in class_values.items())
    st.subheader(_sentence(values, before, after, me))
    st.text(f"Your class is number {me.number + 1}, {where}: {size:,} of {len(shown.table.rows):,} rows.")
    show(prior_posterior_chart(values, before, after, me.secret), "prior-posterior")
    if len(values) > MOST_SHOWN:
        st.text(f"The {MOST_SHOWN} likeliest of {len(values):,} values.")
    st.caption(text.ME_HELP)


def _sentence(values: list[str], before: list[float], after: list[float], me: Me) -> str:
    if me.secret in values:
        place = values.index(me.secret)
        return text.BELIEVED.format(before=percent(before[place]), after=percent(after[place]))
    return f"Her best guess is right in {percent(max(after))} of cases, before in {percent(max(before))}"


def show_errors(shown: Shown, me: Me) -> None:
    """The errors and entropies before and after, and what the class can take at most."""
    values, before, after = beliefs(shown, me.number)
    place, _ = st.columns([1, 1])
    with place:
        order = choose_order("published-order")
    people, size = len(shown.table.rows), int(shown.table.counts.sizes[me.number])
    lines = [
        ("Guess the sensitive value (MAP error)", percent(1 - max(before)), percent(1 - max(after))),
        ("Guess it among the possible values, 1 − 1/l", *(percent(error_among(_support(p))) for p in (before, after))),
        ("Guess which row is yours, 1 − 1/k", _among(people), _among(size)),
        (text.NARROWED, _narrowed(before), _narrowed(after)),
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
    guesses = confidence_set(belief, CONFIDENCE)
    return f"{percent(guesses.error)} ({count(len(guesses.members), 'value')})"


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


def show_leakage(opened: OpenedTable, shown: Shown, me: Me) -> None:
    """Information leakage by the table alone, and with what Eve knows besides."""
    left, right = st.columns(2)
    with left:
        background = choose_background(opened, me)
    with right:
        alike = _choose_alike(opened, shown)
    reference = as_published(me.record, shown.table, me.number, shown.hierarchies)
    other_record = as_published(background, shown.table, me.number, shown.hierarchies)
    alone = _leakage(shown, reference, Record(), alike)
    both = _leakage(shown, reference, other_record, alike) if len(other_record) else alone
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
        "With what else she knows",
        percent(both.leakage),
        border=True,
        delta=None if both.leakage == alone.leakage else f"{100 * (both.leakage - alone.leakage):+.1f} points",
        delta_color="inverse",
        help=f"exactly {both.leakage:.6f}",
        height="stretch",
    )
    with first:
        derivation_on_demand(lambda: _derived(alone, reference, shown), "table-alone")
    with second:
        derivation_on_demand(lambda: _derived(both, reference, shown), "table-besides")
    lacking = [name for name in shown.table.quasi_identifiers if name not in other_record.labels]
    if len(other_record) and lacking:
        st.text("She lacks a quasi-identifier, so she cannot find the class.")
    st.caption(text.LEAKAGE_HELP)


def _derived(leaked: InformationLeakage, reference: Record, shown: Shown) -> Derivation:
    """How it is worked out: the record of a class, and with it what she knows besides."""
    classes = shown.table.counts.classes
    return derive_information_leakage(
        leaked,
        reference,
        record_named=lambda number: f"class {number + 1}" if number < classes else "what else she knows",
    )


def _choose_alike(opened: OpenedTable, shown: Shown) -> tuple[str, ...]:
    values = [text_of(value) for value in shown.table.values][:1000]
    chosen = st.multiselect(
        "Which sensitive values mean the same to Eve?",
        values,
        key=f"published-alike-{opened.key}",
        persist_state="session",
        placeholder="None",
        help="If Eve knows that Influenza and Flu are one disease, she gains (2012, Section 3.2).",
    )
    return tuple(chosen) if len(chosen) > 1 else ()


def _leakage(
    shown: Shown, reference: Record, other_record: Record, alike: tuple[str, ...]
) -> InformationLeakage | None:
    secret = reference.values(shown.table.sensitive)
    target = next((value for value in alike if value in secret), alike[0] if alike else "")
    merging = Resolve(Shares(*shown.table.quasi_identifiers))
    alike_as_one = Correct({(shown.table.sensitive, value): target for value in alike if value != target})
    adversary = Adversary((alike_as_one, merging) if alike else (merging,))

    def work() -> InformationLeakage:
        records = class_records(shown.table)
        given = [*records, other_record] if len(other_record) else records
        return information_leakage(given, reference, adversary)

    key = (shown.key, reference, other_record, alike)
    at_once = len(shown.table.counts.sizes) <= MOST_AT_ONCE
    return latest_or_left("leakage-besides" if len(other_record) else "leakage", key, work, at_once)


# Me in the table: who I am, my class, and what Eve may know of me besides.


@dataclass(frozen=True)
class Me:
    """Somebody in the table.

    Arguments:
        record: her plain values by the columns' names, and what else is true of her.
        number: of her class.
        secret: her sensitive value, if it is known.
    """

    record: Record
    number: int
    secret: str | None


def choose_me(workspace: Workspace, opened: OpenedTable, shown: Shown) -> Me | None:
    """Somebody of the example, oneself by the profile, or a row."""
    kinds = _kinds(workspace, opened, shown)
    kind = st.segmented_control(
        "Who are you?",
        list(kinds),
        default=next(iter(kinds)),
        format_func={"example": "The person of the example", "row": "A row", "profile": "My profile"}.__getitem__,
        required=True,
        key=f"published-who-{opened.key}",
        persist_state="session",
        help="You can choose your profile if its labels have the names of this table's quasi-identifiers.",
    )
    if kind == "row":
        return _by_row(opened, shown)
    record = kinds[str(kind)]
    st.text(", ".join(f"{a.label}: {a.value}" for a in record))
    return _by_values(opened, shown, record)


def _kinds(workspace: Workspace, opened: OpenedTable, shown: Shown) -> dict[str, Record]:
    columns = set(shown.table.quasi_identifiers)
    kinds = {"example": opened.person} if columns & set(opened.person.labels) else {}
    mine = as_columns(workspace, list(opened.frame.columns))
    kinds |= {"row": Record()}
    return kinds | ({"profile": mine} if columns & set(mine.labels) else {})


def as_columns(workspace: Workspace, columns: list[str]) -> Record:
    """The profile with its labels called as the columns are, where label or display name is the same word."""
    called = {column.casefold(): column for column in columns}

    def column(label: str) -> str:
        return called.get(workspace.display_name(label).casefold()) or called.get(label.casefold()) or label

    return Record(
        {(column(a.label), a.value): Attribute(column(a.label), a.value) for a in workspace.reference}.values()
    )


def _by_row(opened: OpenedTable, shown: Shown) -> Me | None:
    rows = len(shown.original.rows)
    row = int(st.number_input("Which row?", 1, rows, 1, key=f"published-row-{opened.key}", persist_state="session") - 1)
    cells = shown.original.rows.iloc[row]
    names = [*shown.table.quasi_identifiers, shown.table.sensitive]
    record = Record(Attribute(name, text_of(cells[name])) for name in names if str(cells[name]) not in ("", "nan"))
    st.text(", ".join(f"{a.label}: {a.value}" for a in record))
    made = shown.table is not shown.original
    position = int(shown.table.rows.index.get_indexer(pd.Index([row]))[0]) if made else row
    if position < 0:
        st.info("This row is suppressed. It is not published and reveals nothing.", icon=":material/visibility_off:")
        return None
    secret = record.values(shown.table.sensitive)
    return Me(record, int(shown.table.class_of[position]), secret[0] if secret else None)


def _by_values(opened: OpenedTable, shown: Shown, record: Record) -> Me | None:
    values = {name: record.values(name)[0] for name in shown.table.quasi_identifiers if record.values(name)}
    matching = classes_of(shown.table, values, shown.hierarchies).tolist()
    if not matching:
        st.info("No class of this table fits these values. This person is not in it.", icon=":material/person_off:")
        return None
    number = matching[0]
    if len(matching) > 1:
        number = st.selectbox(
            f"{count(len(matching), 'class', 'classes')} may be yours; which?",
            matching[:1000],
            format_func=lambda place: f"{place + 1}: {', '.join(map(str, shown.table.class_values(place).values()))}",
            key=f"published-class-{opened.key}",
            persist_state="session",
        )
    secret = record.values(shown.table.sensitive)
    return Me(record, int(number), secret[0] if secret else None)


def choose_background(opened: OpenedTable, me: Me) -> Record:
    """What Eve knows of her besides."""
    labels = list(me.record.labels)
    usual = [label for label in opened.background.labels if label in labels]
    chosen = st.multiselect(
        "What else does Eve know about you?",
        labels,
        default=usual,
        key=f"published-background-{opened.key}",
        persist_state="session",
        placeholder="Nothing",
    )
    return Record(a for a in me.record if a.label in chosen)
