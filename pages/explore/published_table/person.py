"""Me in the table: who I am, my class, and what Eve may know of me besides."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from leakage.record import Attribute, Record
from leakage.tables import classes_of
from leakage.tables.hierarchy import text_of
from leakage.workspace.workspace import Workspace
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.opened import Opened
from pages.shell.words import count


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


def choose_me(workspace: Workspace, opened: Opened, shown: Shown) -> Me | None:
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
        help="Your profile can be chosen where its labels are called as quasi-identifiers of this table are.",
    )
    if kind == "row":
        return _by_row(opened, shown)
    record = kinds[str(kind)]
    st.text(", ".join(f"{a.label}: {a.value}" for a in record))
    return _by_values(opened, shown, record)


def _kinds(workspace: Workspace, opened: Opened, shown: Shown) -> dict[str, Record]:
    known = set(shown.table.quasi_identifiers)
    kinds = {"example": opened.person} if known & set(opened.person.labels) else {}
    mine = as_columns(workspace, list(opened.frame.columns))
    kinds |= {"row": Record()}
    return kinds | ({"profile": mine} if known & set(mine.labels) else {})


def as_columns(workspace: Workspace, columns: list[str]) -> Record:
    """The profile with its labels called as the columns are, where label or display name is the same word."""
    called = {column.casefold(): column for column in columns}

    def column(label: str) -> str:
        return called.get(workspace.display_name(label).casefold()) or called.get(label.casefold()) or label

    return Record(
        {(column(a.label), a.value): Attribute(column(a.label), a.value) for a in workspace.reference}.values()
    )


def _by_row(opened: Opened, shown: Shown) -> Me | None:
    rows = len(shown.original.rows)
    row = int(st.number_input("Which row?", 1, rows, 1, key=f"published-row-{opened.key}", persist_state="session") - 1)
    cells = shown.original.rows.iloc[row]
    names = [*shown.table.quasi_identifiers, shown.table.sensitive]
    record = Record(Attribute(name, text_of(cells[name])) for name in names if str(cells[name]) not in ("", "nan"))
    st.text(", ".join(f"{a.label}: {a.value}" for a in record))
    made = shown.table is not shown.original
    position = int(shown.table.rows.index.get_indexer(pd.Index([row]))[0]) if made else row
    if position < 0:
        st.info("This row is suppressed: it is not published, and tells nothing.", icon=":material/visibility_off:")
        return None
    secret = record.values(shown.table.sensitive)
    return Me(record, int(shown.table.class_of[position]), secret[0] if secret else None)


def _by_values(opened: Opened, shown: Shown, record: Record) -> Me | None:
    known = {name: record.values(name)[0] for name in shown.table.quasi_identifiers if record.values(name)}
    matching = classes_of(shown.table, known, shown.hierarchies).tolist()
    if not matching:
        st.info("No class of this table fits these values: this person is not in it.", icon=":material/person_off:")
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


def choose_background(opened: Opened, me: Me) -> Record:
    """What Eve knows of her besides."""
    labels = list(me.record.labels)
    usual = [label for label in opened.background.labels if label in labels]
    chosen = st.multiselect(
        "What does Eve know of you besides?",
        labels,
        default=usual,
        key=f"published-background-{opened.key}",
        persist_state="session",
        placeholder="Nothing",
    )
    return Record(a for a in me.record if a.label in chosen)
