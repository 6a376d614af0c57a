"""What an import would add, before it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.files.additions import Additions, new_in
from leakage.workspace.workspace import Release, Workspace
from pages.shell.words import count, listed

MOST_ROWS = 500
_COLUMNS = ["Becomes", "Release", "Recipient", "What", "Value", "Confidence"]


def counted(new: Additions) -> str:
    """How much an import adds, in words.

    >>> counted(Additions(profile=(("Name", "Alice"),)))
    '1 fact about you'
    """
    told = sum(len(release.record) for release in new.releases)
    parts = [
        count(len(new.profile), "fact about you", "facts about you") if new.profile else "",
        f"{count(len(new.releases), 'release')} with {count(told, 'fact')}" if new.releases else "",
        count(len(new.updates), "release with more facts", "releases with more facts") if new.updates else "",
        count(len(new.plans), "planned release") if new.plans else "",
        count(len(new.background), "record of other people", "records of other people") if new.background else "",
        count(len(new.coalitions), "coalition") if new.coalitions else "",
    ]
    return listed([part for part in parts if part]) or "nothing"


def with_chosen_coalitions(workspace: Workspace, additions: Additions) -> Additions:
    """The additions without coalitions, unless the person wants those that the files are evidence for."""
    proposed = new_in(workspace, additions).coalitions
    if not proposed:
        return additions
    st.subheader("Who shares what they know about you")
    st.dataframe(
        pd.DataFrame(
            [(p.coalition.name, p.evidence, len(p.coalition.recipients)) for p in proposed],
            columns=["Coalition", "Evidence", "Recipients"],
        ),
        hide_index=True,
        alt="Coalitions that the files are evidence for",
    )
    wanted = st.checkbox(
        "Add them to my coalitions",
        value=True,
        key="import-coalitions",
        help="Who pools with whom is chosen on the Adversary page, and stays as it is.",
    )
    return additions if wanted else replace(additions, coalitions=())


def summary(workspace: Workspace, additions: Additions) -> Additions:
    """How much would be added and how much is there already; returns what is new."""
    new = new_in(workspace, additions)
    st.subheader("What would be added")
    known = len(set(additions.profile)) - len(new.profile) + len(additions.releases) - len(new.releases)
    known += len(additions.plans) - len(new.plans) + len(additions.updates) - len(new.updates)
    st.text(f"{counted(new)[:1].upper()}{counted(new)[1:]}.{_known(known)}")
    return new


def table(new: Additions) -> None:
    """What is new, row by row."""
    if new.empty:
        return
    rows = list(_rows(new))
    st.dataframe(
        pd.DataFrame(rows[:MOST_ROWS], columns=_COLUMNS),
        hide_index=True,
        alt="What would be added: facts, releases and records of other people",
    )
    if len(rows) > MOST_ROWS:
        st.text(f"and {len(rows) - MOST_ROWS:,} more rows")
    st.caption("Nothing has changed yet.")


def _known(known: int) -> str:
    if not known:
        return ""
    return f" {known:,} more {'is' if known == 1 else 'are'} there already."


def _rows(new: Additions) -> Iterator[tuple[object, ...]]:
    yield from (("your fact", "", "", label, value, "") for label, value in new.profile)
    yield from _release_rows("release", new.releases)
    yield from _release_rows("release", new.updates)
    yield from _release_rows("plan", new.plans)
    for number, record in enumerate(new.background, start=1):
        yield from (("stranger", f"{number}", "", a.label, a.value, f"{a.confidence:g}") for a in record)


def _release_rows(what: str, releases: Iterable[Release]) -> Iterator[tuple[object, ...]]:
    for release in releases:
        for a in release.record:
            yield (what, release.name, release.recipient, a.label, a.value, f"{a.confidence:g}")
        if not len(release.record):
            yield (what, release.name, release.recipient, "(nothing)", "", "")
