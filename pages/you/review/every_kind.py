"""Every kind at once: what the recipients of all groups usually hold, each group its own."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.review import USUAL, ReleaseGroup, template_called, with_usual
from leakage.workspace.workspace import Workspace
from pages.shell import history
from pages.shell.words import count, listed
from pages.you.review import text


def accept(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> None:
    """Look through the groups, and say of those that are ticked, or of all, what they usually hold."""
    told = [group for group in groups if template_called(group.kind)]
    if not told:
        st.text("None: no recipient's name tells what it is.")
        return
    st.caption(text.EVERY_KIND)
    chosen = _ticked(workspace, told)
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


def _ticked(workspace: Workspace, groups: Sequence[ReleaseGroup]) -> Sequence[ReleaseGroup]:
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
