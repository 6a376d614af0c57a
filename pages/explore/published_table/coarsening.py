"""Making the table coarser, by hand or by a search."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pandas as pd
import streamlit as st

from leakage.published.generalisation import (
    MOST_COMBINATIONS,
    Generalisation,
    Requirement,
    combinations,
    generalisations,
    generalised,
    minimal,
)
from leakage.published.hierarchy import Hierarchy, suggest_hierarchy, tree
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import Prior, conditional_prior
from leakage.workspace.limits import InputProblem
from pages.app import figures, page
from pages.app.figures import latest
from pages.app.words import count, error_text
from pages.explore.published_table import text
from pages.explore.published_table.opened import OpenedTable
from pages.kit import editing

# The search for all minimal generalisations.


_WANTED = "published.wanted"
MOST_SHOWN = 200
DISTANCES: dict[Literal["equal", "ordered", "hierarchy", "kl"], str] = {
    "equal": "all as far apart",
    "ordered": "values in order",
    "hierarchy": "values in a hierarchy",
    "kl": "KL divergence (bits)",
}


def show_search(opened: OpenedTable, table: PublishedTable) -> None:
    """What is asked for, a button, and what was found."""
    st.markdown(text.SEARCH_HELP)
    requirement, suppression = _ask(opened, hierarchy_of(opened, table.sensitive))
    hierarchies = hierarchies_of(opened, table)
    total = combinations(table, hierarchies)
    if total > MOST_COMBINATIONS:
        st.text(text.TOO_MANY_COMBINATIONS.format(total=total, most=MOST_COMBINATIONS))
        return
    table_key = (opened.key, tuple(table.quasi_identifiers), table.sensitive, table.missing)
    key = (*table_key, tuple(hierarchies.values()), requirement, suppression)
    pressed = st.button("Find all minimal ways", type="primary", key="published-search", icon=":material/search:")
    if pressed:
        st.session_state[_WANTED] = key
    if st.session_state.get(_WANTED) != key:
        st.caption("Not searched with these values yet.")
        return

    def work() -> tuple[Generalisation, ...]:
        return generalisations(table, hierarchies, requirement, suppression)

    _show_found(opened, table, latest("search", key, lambda: figures.run(work, _forget)), total, requirement)


def _ask(opened: OpenedTable, sensitive: Hierarchy) -> tuple[Requirement, float]:
    first, second = st.columns(4), st.columns(4)
    k = _number(first[0], "k: rows in a class, at least", 1, 2, 1, text.K_HELP)
    distinct = _number(first[1], "l: sensitive values, at least", 1, None, 1, text.L_HELP)
    entropy = _number(first[2], "Entropy l, at least", 1.0, None, 0.5, text.ENTROPY_L_HELP)
    suppression = first[3].slider(
        "Rows suppressed, at most (%)",
        0.0,
        20.0,
        0.0,
        0.5,
        format="%.1f",
        key="published-ask-suppression",
        persist_state="session",
    )
    t = _number(second[0], "t: distance, at most", 0.0, None, 0.05, text.T_HELP)
    distance = second[1].selectbox(
        "Distance of t",
        list(DISTANCES),
        format_func=DISTANCES.__getitem__,
        key="published-ask-distance",
        persist_state="session",
    )
    epsilon = _number(second[2], "ε: beliefs move, at most", 0.0, None, 0.05, text.MOVE_HELP)
    alpha = _number(second[3], "α: uncertainty, bits, at most", 0.0, None, 0.05, text.CHANGE_HELP)
    requirement = Requirement(
        k=int(k or 1),
        distinct_l=int(distinct or 1),
        entropy_l=entropy or 1.0,
        t=math.inf if t is None else t,
        distance=sensitive if distance == "hierarchy" else distance,
        epsilon=math.inf if epsilon is None else epsilon,
        alpha=math.inf if alpha is None else alpha,
    )
    return requirement, float(suppression)


def _number(place: Any, label: str, least: float, value: float | None, step: float, help_text: str) -> Any:
    return place.number_input(
        label,
        min_value=least,
        value=value,
        step=step,
        placeholder="not asked",
        help=help_text,
        key=f"published-ask-{label.partition(':')[0].partition(',')[0]}",
        persist_state="session",
    )


def _forget() -> None:
    st.session_state.pop(_WANTED, None)


def _show_found(
    opened: OpenedTable,
    table: PublishedTable,
    satisfying: tuple[Generalisation, ...],
    total: int,
    requirement: Requirement,
) -> None:
    if not satisfying:
        st.warning(text.NOTHING_SATISFIES)
        return
    ways = minimal(satisfying)
    st.text(
        f"{count(len(ways), 'minimal way')} among {len(satisfying):,} that satisfy, of {total:,} in all. The one with "
        "most classes comes first."
    )
    shown = ways[:MOST_SHOWN]
    picked = st.dataframe(
        _frame(table, shown),
        hide_index=False,
        alt="The minimal generalisations with their classes",
        key="published-found",
        on_select="rerun",
        selection_mode="single-row",
    )
    st.caption(text.WAYS_HELP)
    rows = picked["selection"]["rows"]
    chosen = shown[rows[0]] if rows else shown[0]
    st.button(
        "Use the way marked" if rows else "Use the first",
        key="published-use",
        on_click=_use,
        args=(opened, table, chosen, requirement),
        icon=":material/tune:",
    )


def _frame(table: PublishedTable, ways: tuple[Generalisation, ...]) -> pd.DataFrame:
    levels = pd.DataFrame([way.levels for way in ways], columns=list(table.quasi_identifiers))
    costs = pd.DataFrame({"Classes": [way.classes for way in ways], "Suppressed": [way.suppressed for way in ways]})
    # A column of the table may be called as one of the costs.
    costs.columns = pd.Index([f"{name} " if name in levels.columns else name for name in costs.columns])
    both = pd.concat([levels, costs], axis=1)
    both.index = pd.RangeIndex(1, len(both) + 1, name="Way")
    return both


def _use(opened: OpenedTable, table: PublishedTable, chosen: Generalisation, requirement: Requirement) -> None:
    for name, level in zip(table.quasi_identifiers, chosen.levels, strict=True):
        st.session_state[level_key(opened, name)] = level
    st.session_state[suppression_key(opened)] = requirement if chosen.suppressed else None


# Making a table coarser: a slider for each column, hierarchies to edit, and a search for all minimal ways.


_HIERARCHIES = "published.hierarchies"
_ROUNDS = "published.rounds"
MOST_EDITED = 2_000


@dataclass(frozen=True, eq=False)
class Shown:
    """What is measured and shown.

    Arguments:
        key: of all that it depends on.
        table: with its values made coarser.
        original: the table before.
        prior: what Eve believed before, where that is not the distribution of the table; else None.
        hierarchies: of the quasi-identifiers.
        levels: where the sliders stand.
        beforehand: columns of which she knew how the sensitive value goes with them.
    """

    key: Hashable
    table: PublishedTable
    original: PublishedTable
    prior: Prior | None
    hierarchies: dict[str, Hierarchy]
    levels: tuple[int, ...]
    beforehand: tuple[str, ...] = ()

    def believed_before(self, number: int) -> Mapping[Any, float]:
        """How likely each sensitive value was to Eve before she saw the table, in a class."""
        if self.prior is None:
            return self.table.distribution()
        return self.prior if isinstance(self.prior, Mapping) else self.prior[number]


def level_key(opened: OpenedTable, name: str) -> str:
    """The key of the slider of a column."""
    return f"published-level-{opened.key}-{list(opened.frame.columns).index(name)}"


def suppression_key(opened: OpenedTable) -> str:
    """The key of the requirement that decides which rows are suppressed."""
    return f"published.suppress.{opened.key}"


def hierarchies_of(opened: OpenedTable, table: PublishedTable) -> dict[str, Hierarchy]:
    """The hierarchy of each quasi-identifier: edited, or else suggested."""
    return {name: hierarchy_of(opened, name) for name in table.quasi_identifiers}


def hierarchy_of(opened: OpenedTable, name: str) -> Hierarchy:
    """The hierarchy of a column: edited, or else suggested."""
    return _hierarchy(opened, name, _further(opened, name))


def _hierarchy(opened: OpenedTable, name: str, further: int) -> Hierarchy:
    """As it was edited with so many further levels; else the one without them, with room for more."""
    hierarchy = _edited().get((opened.key, name, further))
    if hierarchy is not None:
        return hierarchy
    return _hierarchy(opened, name, 0).with_further_levels(further) if further else _suggested(opened, name)


def _edited() -> dict[tuple[str, str, int], Hierarchy]:
    hierarchies: dict[tuple[str, str, int], Hierarchy] = st.session_state.setdefault(_HIERARCHIES, {})
    return hierarchies


def _further_key(opened: OpenedTable, name: str) -> str:
    return f"published-further-{opened.key}-{list(opened.frame.columns).index(name)}"


def _further(opened: OpenedTable, name: str) -> int:
    return int(st.session_state.get(_further_key(opened, name)) or 0)


def _suggested(opened: OpenedTable, name: str) -> Hierarchy:
    values, parents = opened.frame[name], opened.parents.get(name)
    if parents is not None:
        return tree(parents, values.unique().tolist())
    return latest(f"hierarchy {name}", opened.key, lambda: suggest_hierarchy(values.unique().tolist()))


def choose_levels(opened: OpenedTable, table: PublishedTable, beforehand: tuple[str, ...] = ()) -> Shown:
    """Sliders; returns the table as they make it, beside what Eve knew beforehand."""
    shown = _choose_levels(opened, table)
    if not beforehand:
        return shown
    key = (shown.key, beforehand)
    prior = latest("prior", key, lambda: _known_beforehand(shown, beforehand))
    return replace(shown, key=key, prior=prior, beforehand=beforehand)


def _known_beforehand(shown: Shown, beforehand: tuple[str, ...]) -> Prior:
    # Suppressed rows are not published, but the statistics counted them.
    whole = shown.table
    if shown.prior is not None:
        whole = generalised(shown.original, shown.hierarchies, shown.levels)
    return conditional_prior(shown.table, beforehand, whole)


def _choose_levels(opened: OpenedTable, table: PublishedTable) -> Shown:
    hierarchies = hierarchies_of(opened, table)
    levels = tuple(_slider(opened, name, hierarchies[name]) for name in table.quasi_identifiers)
    requirement: Requirement | None = st.session_state.get(suppression_key(opened))
    if requirement is not None and not st.toggle(
        "Suppress rows whose class fails the requirement",
        value=True,
        key=f"published-suppress-{opened.key}",
        persist_state="session",
    ):
        requirement = None
    return _shown(opened, table, hierarchies, levels, requirement)


def _slider(opened: OpenedTable, name: str, hierarchy: Hierarchy) -> int:
    left, middle, right = st.columns([2, 3, 3], vertical_alignment="center")
    left.text(name)
    key = level_key(opened, name)
    # Not as the widget's default: the search sets levels as well, and an edited hierarchy may be lower.
    st.session_state[key] = min(st.session_state.get(key, 0), hierarchy.height)
    level: int = middle.slider(
        "How coarse", 0, max(hierarchy.height, 1), key=key, persist_state="session", label_visibility="collapsed"
    )
    level = min(level, hierarchy.height)
    first = hierarchy.values[0]
    right.text(f"{first} → {hierarchy.levels[level][0]}" if level else f"{first} as it is")
    return level


def _shown(
    opened: OpenedTable,
    table: PublishedTable,
    hierarchies: dict[str, Hierarchy],
    levels: tuple[int, ...],
    requirement: Requirement | None,
) -> Shown:
    if not any(levels) and requirement is None:
        return Shown(_key(opened, table), table, table, None, hierarchies, levels)
    key = (_key(opened, table), tuple(hierarchies.values()), levels, requirement)
    try:
        made = latest("generalised", key, lambda: generalised(table, hierarchies, levels, requirement))
    except ValueError as error:
        st.error(f"No rows are left to measure: {error}.")
        return Shown(_key(opened, table), table, table, None, hierarchies, levels)
    suppressed = len(table.rows) - len(made.rows)
    if suppressed:
        st.text(f"{count(suppressed, 'row')} of {len(table.rows):,} suppressed.")
    return Shown(key, made, table, table.distribution() if suppressed else None, hierarchies, levels)


def _key(opened: OpenedTable, table: PublishedTable) -> Hashable:
    return (opened.key, tuple(table.quasi_identifiers), table.sensitive, table.missing)


def edit_hierarchies(opened: OpenedTable, table: PublishedTable) -> None:
    """One hierarchy at a time, as a table."""
    st.markdown(text.HIERARCHY_HELP)
    left, middle, right = st.columns([3, 2, 2], vertical_alignment="bottom")
    name = left.selectbox(
        "Column",
        [*table.quasi_identifiers, table.sensitive],
        key=f"published-edit-{opened.key}",
        persist_state="session",
    )
    further = int(
        middle.number_input(
            "Further levels", 0, 4, 0, key=_further_key(opened, name), persist_state="session", help=text.FURTHER_HELP
        )
    )
    right.button(
        "Back to the suggestion",
        key="published-suggestion",
        on_click=_back_to_suggestion,
        args=(opened, name),
        icon=":material/restart_alt:",
    )
    hierarchy = _hierarchy(opened, name, further)
    if len(hierarchy.values) > MOST_EDITED:
        st.text(
            f"This column has {len(hierarchy.values):,} values, too many to edit here; {MOST_EDITED:,} is the most."
        )
        return
    _edit(opened, name, further, hierarchy)


def _edit(opened: OpenedTable, name: str, further: int, hierarchy: Hierarchy) -> None:
    place, rounds = list(opened.frame.columns).index(name), _rounds().get((opened.key, name), 0)
    of_table = f"published-hierarchy-{opened.key[:16]}-{place}-{further}" + (f"-{rounds}" if rounds else "")
    edited = editing.edit_table(
        of_table,
        hierarchy,
        hierarchy.to_frame(),
        num_rows="fixed",
        hide_index=True,
        disabled=["Level 0"],
        alt="What each value becomes on each level",
    )
    try:
        made = Hierarchy.from_frame(edited.frame)
    except ValueError as error:
        page.problems([InputProblem("", error_text(error))])
        return
    if made != hierarchy:
        _edited()[(opened.key, name, further)] = made
        editing.settle(of_table, made)
        st.rerun()


def _rounds() -> dict[tuple[str, str], int]:
    rounds: dict[tuple[str, str], int] = st.session_state.setdefault(_ROUNDS, {})
    return rounds


def _back_to_suggestion(opened: OpenedTable, name: str) -> None:
    for key in [key for key in _edited() if key[:2] == (opened.key, name)]:
        del _edited()[key]
    st.session_state[_further_key(opened, name)] = 0
    # What was typed and is no hierarchy yet goes too: it is remembered under the table's name.
    _rounds()[(opened.key, name)] = _rounds().get((opened.key, name), 0) + 1
