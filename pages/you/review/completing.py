"""Completing: a group of releases, and what their recipients usually have besides."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.review import USUAL, ReleaseGroup, template_called, with_template
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Release, Workspace
from pages.shell import history
from pages.shell.words import count
from pages.you.review import text

MOST_ROWS = 1_000
UNKNOWN = "Of no kind that the name tells"
ALL = "All releases"


def complete(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> None:
    """Choose a group, look through it, and say for all of it at once what it holds."""
    st.caption(text.EXPLAINED)
    kind, shown = _choose(workspace, groups)
    chosen = _ticked(shown)
    labels, confidence = _choose_labels(kind)
    after = with_template(workspace, [release.name for release in chosen], labels, confidence)
    more = sum(len(new.record) - len(old.record) for new, old in zip(after.releases, workspace.releases, strict=True))
    st.button(
        f"Say that {count(len(chosen), 'release')} hold {count(more, 'more fact')}",
        key="review-accept",
        type="primary",
        icon=":material/done_all:",
        disabled=not more,
        help="Undo at the top takes it back." if more else text.NOTHING_TO_ADD,
        on_click=history.put,
        args=(workspace, after, f"say that {count(len(chosen), 'release')} hold {count(more, 'more fact')}"),
    )


def _choose(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> tuple[str, list[Release]]:
    """The kind of the group, and its releases that the search leaves."""
    by_kind = {group.kind: group.releases for group in groups}
    options = [ALL, *by_kind]
    left, right = st.columns(2)
    picked: str = left.selectbox(
        "Which releases?",
        options,
        format_func=lambda kind: f"{kind or UNKNOWN} ({len(by_kind.get(kind, workspace.releases)):,})",
        key="review-group",
    )
    wanted = right.text_input("Search in their names", key="review-search").strip().casefold()
    releases = by_kind.get(picked, workspace.releases)
    shown = [r for r in releases if wanted in r.name.casefold() or wanted in r.recipient.casefold()]
    return ("" if picked == ALL else picked), shown


def _ticked(shown: Sequence[Release]) -> Sequence[Release]:
    """The releases that are ticked; all that are shown where none is."""
    rows = [(r.recipient, r.name, r.date, ", ".join(r.record.labels)) for r in shown[:MOST_ROWS]]
    table = st.dataframe(
        pd.DataFrame(rows, columns=["Recipient", "Release", "Date", "Holds"]),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        # Ticks are places in the table, so another table has none of them.
        key=f"review-rows-{hash(tuple(release.name for release in shown))}",
        height=350,
        alt="The releases of this group, and the labels of what they hold",
    )
    if len(shown) > MOST_ROWS:
        st.text(f"and {len(shown) - MOST_ROWS:,} more, which are meant as well")
    ticked = [row for row in table.selection.rows if row < len(shown)]
    return [shown[row] for row in ticked] or shown


def _choose_labels(kind: str) -> tuple[list[str], float]:
    """What is said of them: a template's labels or others, and how sure that is."""
    names = [template.name for template in TEMPLATES]
    left, right = st.columns(2)
    name: str = left.selectbox(
        "What is usually held by",
        names,
        index=names.index(kind) if kind in names else 0,
        key=f"review-template-{kind}",
    )
    confidence: float = right.slider(
        "How sure are you?", 0.0, 1.0, USUAL, 0.05, key="review-confidence", help="0 tells nothing, 1 is certain."
    )
    template = template_called(name)
    usual = list(template.labels) if template else []
    return st.multiselect("Namely", usual, default=usual, key=f"review-labels-{name}"), confidence
