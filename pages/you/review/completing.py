"""Many releases at once: what their recipients probably have, and those that are one account."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.presumptions import (
    OpenPresumption,
    confirmed,
    denied,
    open_presumptions,
    with_presumptions,
)
from leakage.workspace.recipients import ReleaseGroup, duplicate_releases, without_duplicates
from leakage.workspace.workspace import Release, Workspace
from pages.shell import history
from pages.shell.words import count, listed, percent
from pages.you.review import text

# What such places ask for: presumed, and answered for a kind of place, or some releases, at once.


MOST_ROWS = 1_000
UNKNOWN = "Of no known kind"
ALL = "All releases"


def offer_presumptions(workspace: Workspace) -> None:
    """To releases that presume nothing, as those of works of before: what such places ask for."""
    names = [release.name for release in workspace.releases if not release.presumed and release.erasure != "done"]
    if not names or history.example():
        return
    with st.container(border=True, key="review-offer"):
        st.text(f"Of {count(len(names), 'release')} nothing is presumed: Eve has only what you ticked.")
        st.button(
            "Presume what such places ask for",
            key="review-presume",
            icon=":material/question_mark:",
            help=text.PRESUME_HELP,
            on_click=_presume,
            args=(workspace, names),
        )


def _presume(workspace: Workspace, names: Sequence[str]) -> None:
    what = f"presume what {count(len(names), 'place')} asked for"
    history.put(workspace, with_presumptions(workspace, names), what)


def answer(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> None:
    """Choose a kind of place, look through its releases, and say of each fact whether they have it."""
    st.caption(text.EXPLAINED)
    shown = _choose(workspace, groups)
    presumptions = open_presumptions(workspace, [release.name for release in _ticked_releases(shown)])
    if not presumptions:
        st.text(text.NOTHING_OPEN)
        return
    for one in presumptions:
        _ask(workspace, one)


_ANSWERS = {
    True: ("have", "They have it", "check", "It becomes a fact you gave."),
    False: ("lack", "They do not", "close", "Nothing is presumed of it there again."),
}


def _ask(workspace: Workspace, presumption: OpenPresumption) -> None:
    """One fact: the evidence, and beside it the two answers."""
    releases = count(len(presumption.releases), "release")
    with st.container(key=f"review-fact-{presumption.label}"):
        sentence, answers = st.columns([3, 2], vertical_alignment="center")
        # Labels may be the person's own words.
        sentence.text(f"{workspace.display_name(presumption.label)}: {_evidence(presumption)} {releases}.")
        with answers.container(horizontal=True):
            for has, (key, label, icon, then) in _ANSWERS.items():
                st.button(
                    label,
                    key=f"review-{key}-{presumption.label}",
                    icon=f":material/{icon}:",
                    help=f"For {releases}. {then}",
                    on_click=_take,
                    args=(workspace, presumption, has),
                )


def _take(workspace: Workspace, presumption: OpenPresumption, has: bool) -> None:
    after = (confirmed if has else denied)(workspace, presumption.releases, [presumption.label])
    what = f"say that {count(len(presumption.releases), 'release')} {'hold one more fact' if has else 'lack one fact'}"
    history.put(workspace, after, what)


def _evidence(presumption: OpenPresumption) -> str:
    if presumption.evidence:
        return presumption.evidence
    least, greatest = percent(presumption.least), percent(presumption.greatest)
    return f"{greatest} likely." if least == greatest else f"{least} to {greatest} likely, by the kind of place."


def _choose(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> list[Release]:
    """The releases of the group chosen that the search leaves."""
    by_kind = {group.kind: group.releases for group in groups}
    options = [*by_kind, ALL]
    left, right = st.columns(2)
    picked: str = left.selectbox(
        "Which places?",
        options,
        format_func=lambda kind: f"{kind or UNKNOWN} ({len(by_kind.get(kind, workspace.releases)):,})",
        key="review-group",
    )
    wanted = right.text_input("Search in their names", key="review-search").strip().casefold()
    releases = by_kind.get(picked, workspace.releases)
    return [r for r in releases if wanted in r.name.casefold() or wanted in r.recipient.casefold()]


def _ticked_releases(shown: Sequence[Release]) -> Sequence[Release]:
    """The releases that are ticked; all that are shown where none is."""
    rows = [(r.recipient, r.name, r.date, ", ".join(r.record.labels)) for r in shown[:MOST_ROWS]]
    table = st.dataframe(
        pd.DataFrame(rows, columns=["Recipient", "Release", "Date", "Has for sure"]),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        # Ticks are places in the table, so another table has none of them.
        key=f"review-rows-{hash(tuple(release.name for release in shown))}",
        height="content" if len(rows) < 8 else 320,
        alt="The releases of this group, and the labels of what they hold",
    )
    if len(shown) > MOST_ROWS:
        st.text(f"and {len(shown) - MOST_ROWS:,} more, which are meant as well")
    ticked = [row for row in table.selection.rows if row < len(shown)]
    return [shown[row] for row in ticked] or shown


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
