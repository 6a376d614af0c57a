"""Many accounts at once: what those who have them probably know, and accounts that are listed twice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.presumptions import (
    OpenPresumption,
    confirmed,
    denied,
    open_presumptions,
    with_presumptions,
)
from leakage.workspace.recipients import duplicate_releases, release_groups, without_duplicates
from leakage.workspace.workspace import Release, Workspace
from pages.app import session
from pages.app.words import count, listed, percent
from pages.kit.tables import height_of
from pages.you.review import text

# What such places ask for: presumed, and answered for a kind of place, or some accounts, at once.


MOST_ROWS = 1_000
MOST_ASKED = 6
"""Facts that are asked about before a fold is opened, the likeliest first."""
MOST_NAMED = 6


def offer_presumptions(workspace: Workspace) -> None:
    """To accounts that presume nothing, as those of works of before: what such places ask for."""
    names = [release.name for release in workspace.releases if not release.presumed and release.erasure != "done"]
    if not names or session.example():
        return
    with st.container(border=True, key="review-offer"):
        st.text(text.NOT_COUNTED.format(accounts=count(len(names), "account")))
        st.button(
            text.COUNT,
            key="review-presume",
            icon=":material/question_mark:",
            help=text.COUNT_HELP,
            on_click=_presume,
            args=(workspace, names),
        )


def _presume(workspace: Workspace, names: Sequence[str]) -> None:
    what = f"count what is usually asked for at {count(len(names), 'account')}"
    session.put(workspace, with_presumptions(workspace, names), what)


def answer(workspace: Workspace) -> None:
    """Choose a kind of place, and say of each fact whether they have it; for all of them, or for those ticked."""
    still_open = open_presumptions(workspace, [release.name for release in workspace.releases])
    if not still_open:
        st.text(text.ALL_ANSWERED)
        return
    shown = _choose(workspace, {name for one in still_open for name in one.releases})
    questions = st.container()
    ticked = _tick(shown)
    presumptions = open_presumptions(workspace, [release.name for release in ticked])
    with questions:
        if not presumptions:
            st.text(text.NOTHING_OPEN)
            return
        # Names are the person's own words.
        names = listed([release.name for release in ticked], MOST_NAMED)
        st.text(text.ANSWER_FOR.format(accounts=count(len(ticked), "account"), names=names))
        for one in presumptions[:MOST_ASKED]:
            _ask(workspace, one)
        if presumptions[MOST_ASKED:]:
            with st.expander(text.LESS_LIKELY, icon=":material/expand_more:", key="review-less-likely"):
                for one in presumptions[MOST_ASKED:]:
                    _ask(workspace, one)


_ANSWERS = {
    True: ("have", text.HAVE, "check", text.HAVE_HELP),
    False: ("lack", text.LACK, "close", text.LACK_HELP),
}


def _ask(workspace: Workspace, presumption: OpenPresumption) -> None:
    """One fact: the evidence, and beside it the two answers."""
    accounts = count(len(presumption.releases), "account")
    with st.container(key=f"review-fact-{presumption.label}"):
        sentence, answers = st.columns([3, 2], vertical_alignment="center")
        # Labels may be the person's own words.
        sentence.text(f"{workspace.display_name(presumption.label)}: {_evidence(presumption)} {accounts}.")
        with answers.container(horizontal=True):
            for has, (key, label, icon, then) in _ANSWERS.items():
                st.button(
                    label,
                    key=f"review-{key}-{presumption.label}",
                    icon=f":material/{icon}:",
                    help=then.format(accounts=accounts),
                    on_click=_take,
                    args=(workspace, presumption, has),
                )


def _take(workspace: Workspace, presumption: OpenPresumption, has: bool) -> None:
    after = (confirmed if has else denied)(workspace, presumption.releases, [presumption.label])
    accounts = count(len(presumption.releases), "account")
    session.put(workspace, after, f"{'confirm' if has else 'deny'} one fact at {accounts}")


def _evidence(presumption: OpenPresumption) -> str:
    if presumption.evidence:
        return presumption.evidence
    least, greatest = percent(presumption.least), percent(presumption.greatest)
    return (text.LIKELY if least == greatest else text.LIKELY_BETWEEN).format(least=least, greatest=greatest)


def _choose(workspace: Workspace, still_open: Collection[str]) -> list[Release]:
    """The accounts of the kind chosen that the search leaves; at first a kind of which something is open."""
    by_kind = {group.kind: group.releases for group in release_groups(workspace)}
    options = [*by_kind, text.ALL]
    asked = [kind for kind, releases in by_kind.items() if any(release.name in still_open for release in releases)]
    left, right = st.columns(2)
    picked: str = left.selectbox(
        text.GROUP,
        options,
        index=options.index(asked[0]),
        format_func=lambda kind: f"{kind or text.UNKNOWN} ({len(by_kind.get(kind, workspace.releases)):,})",
        help=text.KIND_HELP,
        key="review-group",
    )
    wanted = right.text_input(text.SEARCH, key="review-search").strip().casefold()
    releases = by_kind.get(picked, workspace.releases)
    return [r for r in releases if wanted in r.name.casefold() or wanted in r.recipient.casefold()]


def _tick(shown: Sequence[Release]) -> Sequence[Release]:
    """The accounts that are ticked; all that are shown where none is."""
    rows = [(r.recipient, r.name, r.date, ", ".join(r.record.labels)) for r in shown[:MOST_ROWS]]
    with st.expander(text.SINGLE, icon=":material/checklist:", key="review-single"):
        st.caption(text.SINGLE_HELP)
        table = st.dataframe(
            pd.DataFrame(rows, columns=["Company", "Account", "Date", "They have"]),
            hide_index=True,
            on_select="rerun",
            selection_mode="multi-row",
            # Ticks are places in the table, so another table has none of them.
            key=f"review-rows-{hash(tuple(release.name for release in shown))}",
            height=height_of(len(rows), most=8),
            alt="The accounts of this kind, and what they have",
        )
        if len(shown) > MOST_ROWS:
            st.text(text.MORE.format(more=f"{len(shown) - MOST_ROWS:,}"))
    ticked = [row for row in table.selection.rows if row < len(shown)]
    return [shown[row] for row in ticked] or shown


# Merging: accounts at one place that are opened with the same names.


MOST_SHOWN = 20


def merge(workspace: Workspace) -> None:
    """The accounts that are listed twice, and the button that merges them; nothing where there are none."""
    duplicates = duplicate_releases(workspace)
    if not duplicates:
        return
    st.subheader(text.TWICE)
    st.caption(text.TWICE_HELP)
    # Names of accounts are the person's own words.
    st.text("\n".join(listed(names) for names in duplicates[:MOST_SHOWN]))
    if len(duplicates) > MOST_SHOWN:
        st.text(text.MORE.format(more=f"{len(duplicates) - MOST_SHOWN:,}"))
    surplus = sum(len(names) - 1 for names in duplicates)
    st.button(
        text.MERGE.format(accounts=count(surplus, "account")),
        key="review-merge",
        icon=":material/merge:",
        on_click=session.put,
        args=(workspace, without_duplicates(workspace), f"merge {count(surplus, 'duplicate')}"),
    )
