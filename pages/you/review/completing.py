"""Many releases at once: completed by kind, and merged."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.recipients import (
    USUAL,
    ReleaseGroup,
    duplicate_releases,
    template_called,
    with_template,
    with_usual,
    without_duplicates,
)
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Release, Workspace
from pages.shell import history
from pages.shell.words import count, listed
from pages.you.review import text

# Every kind at once: what the recipients of all groups usually hold, each group its own.


def accept(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> None:
    """Look through the groups, and say of those that are ticked, or of all, what they usually hold."""
    told = [group for group in groups if template_called(group.kind)]
    if not told:
        st.text("None: no list and no name says what your recipients usually ask for.")
        return
    st.caption(text.EVERY_KIND)
    chosen = _ticked_groups(workspace, told)
    confidence: float = st.slider("How sure are you?", 0.0, 1.0, USUAL, 0.05, key="review-all-confidence")
    after = with_usual(workspace, chosen, confidence)
    more = _more(workspace, after)
    releases = sum(len(group.releases) for group in chosen)
    what = f"say that {count(releases, 'release')} of {count(len(chosen), 'kind')} hold more"
    st.button(
        f"Say all of it: {count(more, 'more fact')}",
        key="review-accept-all",
        type="primary",
        icon=":material/done_all:",
        disabled=not more,
        help="Undo at the top takes it back." if more else text.NOTHING_TO_ADD,
        on_click=history.put,
        args=(workspace, after, what),
    )


def _ticked_groups(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> Sequence[ReleaseGroup]:
    """The groups that are ticked; all where none is."""
    rows = [
        (
            group.kind,
            len(group.releases),
            listed(_usual(workspace, group)),
            _more(workspace, with_usual(workspace, [group])),
        )
        for group in groups
    ]
    table = st.dataframe(
        pd.DataFrame(rows, columns=["Probably", "Releases", "Usually hold", "More facts"]),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        column_config={"Probably": st.column_config.TextColumn(width="medium")},
        key=f"review-kinds-{hash(tuple(group.kind for group in groups))}",
        alt="The kinds of recipients, how many releases they have, and what they usually hold of you",
    )
    return [groups[row] for row in table.selection.rows if row < len(groups)] or groups


def _usual(workspace: Workspace, group: ReleaseGroup) -> list[str]:
    """What of the profile such recipients usually ask for."""
    template = template_called(group.kind)
    known = {label for label, _ in workspace.profile}
    return [label for label in (template.labels if template else ()) if label in known]


def _more(before: Workspace, after: Workspace) -> int:
    return sum(len(new.record) - len(old.record) for new, old in zip(after.releases, before.releases, strict=True))


# Merging: releases to one recipient that are opened with the same names.


MOST_SHOWN = 20


def merge(workspace: Workspace) -> None:
    """The releases that are one account, and the button that makes them one."""
    duplicates = duplicate_releases(workspace)
    if not duplicates:
        st.text("None: no two releases to one recipient are opened with the same names.")
        return
    # Names of releases are the person's own words.
    st.text("\n".join(listed(names) for names in duplicates[:MOST_SHOWN]))
    if len(duplicates) > MOST_SHOWN:
        st.text(f"and {count(len(duplicates) - MOST_SHOWN, 'more account')}")
    surplus = sum(len(names) - 1 for names in duplicates)
    st.button(
        f"Merge them: {count(surplus, 'release')} fewer",
        key="review-merge",
        icon=":material/merge:",
        help="Each keeps all that any of them holds. Undo at the top takes it back.",
        on_click=history.put,
        args=(workspace, without_duplicates(workspace), f"merge {count(surplus, 'duplicate')}"),
    )


# Completing: a group of releases, and what their recipients usually have besides.


MOST_ROWS = 1_000
UNKNOWN = "Of no known kind"
ALL = "All releases"


def complete(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> None:
    """Choose a group, look through it, and say for all of it at once what it holds."""
    st.caption(text.EXPLAINED)
    kind, shown = _choose(workspace, groups)
    chosen = _ticked_releases(shown)
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


def _ticked_releases(shown: Sequence[Release]) -> Sequence[Release]:
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
