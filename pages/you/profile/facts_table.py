"""The profile as an editable table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from leakage.record import Pair, is_typed
from leakage.workspace.everyday import with_everyday_policies, with_what_is_likely
from leakage.workspace.forms.profile import (
    FactRow,
    further_facts,
    person_rows,
    read_further,
    read_person,
    waits,
    with_further,
)
from leakage.workspace.person import (
    harm_in_words,
    missing_facts,
    readers_of_values,
    standard_fact,
    standard_facts,
    with_standard_person,
)
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.app import session
from pages.app.words import count, listed
from pages.kit import editing
from pages.kit.editing import Edited, Taken
from pages.kit.tables import height_of
from pages.you.profile import text

_NAME = "profile"
MOST_ROWS, MOST_FURTHER = 16, 24
"""Rows that are shown before a table scrolls: what nearly everybody has, and what else there is."""
FIRST = ("Name", "Email", "Phone", "Address", "Date of birth")
"""What an empty profile asks for."""


# The standard person: what nearly everybody has.


_PERSON = "person"


def offer(workspace: Workspace) -> None:
    """To a work of before: the facts that nearly everybody has. Examples and lessons are as they are."""
    missing = missing_facts(workspace)
    if not missing or session.example():
        return
    with st.container(border=True, key="profile-offer"):
        st.markdown(text.OFFER)
        st.button(
            text.OFFER_BUTTON.format(facts=count(len(missing), "fact")),
            key="profile-complete",
            type="primary",
            icon=":material/person_add:",
            help=text.OFFER_HELP,
            on_click=_complete,
            args=(workspace,),
        )


def _complete(workspace: Workspace) -> None:
    after = with_everyday_policies(with_what_is_likely(with_standard_person(workspace)))
    session.put(workspace, after, "add the facts nearly everybody has")


def say_what_reads_values(workspace: Workspace) -> None:
    """That typing matters, where something reads the values of facts that were not typed."""
    readers = readers_of_values(workspace)
    if readers and not all(map(is_typed, workspace.profile)):
        st.caption(text.VALUES_MATTER.format(readers=listed([text.READERS[one] for one in readers])))


def edit_person(workspace: Workspace) -> None:
    """Show the standard person for editing: a value, a blank, or a tick a fact."""
    rows = person_rows(workspace)
    uses = [harm_in_words(workspace.weight_map.get(row.label, 1.0)) for row in rows]
    shown = pd.DataFrame(
        {
            "fact": pd.Series([workspace.display_name(row.label) for row in rows], dtype=object),
            # A blank text in place of nothing: what there is not was not left untyped.
            "value": pd.Series(["" if row.absent else row.value for row in rows], dtype=object),
            "absent": pd.Series([row.absent for row in rows], dtype=bool),
            "use": pd.Series(uses, dtype=object),
        }
    )

    def take(edited: Edited) -> Taken:
        labels = [row.label for row in rows]
        cells = [{**row, "label": label} for label, row in zip(labels, edited.rows, strict=True)]
        reading = read_person(cells, workspace)
        model = (person_rows(reading.workspace), tuple(uses)) if reading.is_settled else None
        return Taken(reading.workspace, model, reading.problems, dict(reading.refused))

    editing.edit(
        workspace,
        _PERSON,
        (rows, tuple(uses)),
        shown,
        take,
        "edit the profile",
        carry=lambda frame, left: _with_values(frame, left, rows),
        num_rows="fixed",
        hide_index=True,
        height=height_of(len(rows), MOST_ROWS),
        placeholder="not typed",
        alt="What nearly everybody has: your value, or that you have none",
        column_config={
            "fact": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=160),
            "value": st.column_config.TextColumn("Your value", help=text.VALUE_HELP, width=110),
            "absent": st.column_config.CheckboxColumn("I don't have one", width=130),
            "use": st.column_config.TextColumn("In the wrong hands", disabled=True, help=text.USE_HELP, width=140),
        },
    )


def _with_values(frame: pd.DataFrame, left: Mapping[str, object], rows: Sequence[FactRow]) -> pd.DataFrame:
    """A table taken anew with the values put back that could not be read."""
    carried = frame.copy()
    for place, row in enumerate(rows):
        if row.label in left:
            carried.loc[place, "value"] = str(left[row.label])
    return carried


def show_evidence(workspace: Workspace) -> None:
    """Of a fact that is picked: its weight, and what that rests on."""
    with st.expander(text.EVIDENCE, icon=":material/help:", key="profile-evidence"):
        label = st.selectbox("Fact", [fact.label for fact in standard_facts()], key="profile-evidence-fact")
        fact = standard_fact(label)
        if fact is None:
            return
        weight = workspace.weight_map.get(label, 1.0)
        st.text(
            f"Weight {weight:g}: {harm_in_words(weight)}. The usual weight is {fact.weight:g}. {text.BASES[fact.basis]}"
        )
        st.text(f"Evidence: {_line(fact.evidence)}.")
        st.text(f"Who has one: {_line(fact.has)}.")
        st.caption(f"Source: {_line(fact.source)}")


def _line(text: str) -> str:
    return " ".join(text.split())


# The profile as a table of facts: all of it in a work of before, else what the standard person does not have.


def in_words(workspace: Workspace) -> str:
    """How many facts there are, and how many of them have a value."""
    if not workspace.shares_weights:
        return text.FACTS.format(facts=count(len(workspace.profile), "fact"))
    labels = {label for label, _ in workspace.profile}
    with_value = {pair[0] for pair in workspace.profile if is_typed(pair)}
    return text.FACTS_TYPED.format(facts=count(len(labels), "fact"), typed=len(with_value))


def suggest_rows(workspace: Workspace) -> None:
    """A quick way to add rows: pick labels, fill in the values."""
    used = {label for label, _ in workspace.profile}
    waiting = {row.label for row in person_rows(workspace) if row.value is None}
    picked = st.multiselect(
        text.ADD,
        [suggestion.label for suggestion in LABELS if suggestion.label not in {*waiting, *workspace.absent}],
        format_func=lambda label: f"{label} (again)" if label in used else label,
        key="profile-labels",
        placeholder=text.ADD_PLACEHOLDER,
        # Else Enter takes all labels that are spelled a little like what was typed.
        select_all=False,
        filter_mode="contains",
    )
    st.button(
        f"Add {count(len(picked), 'row')}" if picked else "Add rows",
        key="profile-add",
        icon=":material/add:",
        disabled=not picked,
        help=None if picked else text.ADD_NOTHING,
        on_click=_add_rows,
        args=(picked,),
    )


def _add_rows(labels: list[str]) -> None:
    editing.append_rows(_NAME, [{"label": label, "value": None} for label in labels])
    st.session_state["profile-labels"] = []


def edit(workspace: Workspace) -> None:
    """Show what no other table shows of the profile for editing; what can be used of it becomes the profile."""
    further = further_facts(workspace)
    first = () if workspace.profile else FIRST
    facts = [(label, value if is_typed((label, value)) else None) for label, value in further]
    facts += [(label, None) for label in first]
    shown = pd.DataFrame(facts, columns=["label", "value"]).astype(object)
    editing.edit(
        workspace,
        _NAME,
        further,
        shown,
        lambda edited: _take(workspace, edited),
        "edit the profile",
        carry=_with_rows,
        num_rows="dynamic",
        hide_index=True,
        height=height_of(len(shown), MOST_FURTHER),
        placeholder="",
        alt="Your facts: the kind and the value of each",
        column_config={
            "label": st.column_config.TextColumn(text.LABEL, help=text.LABEL_HELP, width="medium"),
            "value": st.column_config.TextColumn("Your value", help=text.VALUE_HELP, width="large"),
        },
    )


def _take(workspace: Workspace, edited: Edited) -> Taken:
    reading = read_further(edited.rows, workspace)
    after = with_further(workspace, reading)
    facts = further_facts(after)
    untyped = {label for label, value in facts if not is_typed((label, value))}
    waiting = edited.frame[[waits(row) and row["label"] not in untyped for row in edited.rows]]
    refused = editing.left_over(edited, reading.problems)
    # What became the value of a fact above is a row no more.
    stays = set(facts) == set(reading.profile) - _shown_above(workspace)
    return Taken(after, facts if stays else None, reading.problems, pd.concat([refused, waiting]))


def _shown_above(workspace: Workspace) -> set[Pair]:
    return set(workspace.profile) - set(further_facts(workspace))


def _with_rows(frame: pd.DataFrame, left: pd.DataFrame) -> pd.DataFrame:
    """A table taken anew with the rows that were left; what it has a row for by now waits no more."""
    there = set(frame["label"])
    still = [not (waits(row) and row["label"] in there) for row in editing.rows_of(left)]
    return editing.with_rows(frame, left[still])
