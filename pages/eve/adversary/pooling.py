"""Pooling and background: who shares data with whom, and what else Eve holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from leakage.workspace.everyday import corporations_of, with_corporations_found_again
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.forms.releases import read_coalitions
from leakage.workspace.places.corporations import Corporation
from leakage.workspace.workspace import PoolingKind, Workspace
from pages.app import knowledge, session
from pages.app.figures import figure
from pages.app.words import change, count, percent
from pages.eve.adversary import evidence_form, text
from pages.kit import glossary, tables
from pages.kit.editing import Edited, Taken
from pages.kit.tables import show_table

_KINDS: dict[PoolingKind, str] = {
    "together": text.TOGETHER,
    "alone": text.EACH_ALONE,
    "coalitions": text.GROUPS,
    "releases": text.ONLY_THESE,
}
_COALITIONS = "coalitions"
MOST_SHOWN = 300
MOST_POOLS = 12


def choose(workspace: Workspace) -> None:
    """Pick who pools data with whom; coalitions and releases are picked below."""
    st.segmented_control(
        text.HOW_THEY_SHARE,
        _offered(workspace),
        format_func=_KINDS.__getitem__,
        required=True,
        help=glossary.COALITION,
        **session.binding(
            "pooling-kind",
            workspace.pooling_in_use.kind,
            lambda kind: _put(workspace, "choose the pooling", kind=kind),
        ),
    )
    st.markdown(text.POOLING_HELP[workspace.pooling_in_use.kind])
    first = st.toggle(
        text.RESOLVE_FIRST,
        help=text.RESOLVE_FIRST_HELP,
        **session.binding(
            "pooling-resolve-first",
            workspace.pooling_in_use.resolve_first,
            lambda first: _put(workspace, "choose who resolves first", resolve_first=first),
        ),
    )
    if first and workspace.pooling_adversary is workspace.adversary:
        st.text(text.RESOLVE_FIRST_IDLE)
    if workspace.pooling_in_use.kind == "coalitions":
        _edit_coalitions(workspace)
        _corporations(workspace)
    if workspace.pooling_in_use.kind == "releases":
        _choose_releases(workspace)


def _offered(workspace: Workspace) -> list[PoolingKind]:
    """The kinds of pooling; some releases only where the policy in use says itself who pools, or has them already."""
    own = workspace.policy is not None and workspace.policy.pooling is not None
    return [kind for kind in _KINDS if kind != "releases" or own or workspace.has_releases_only]


def _choose_releases(workspace: Workspace) -> None:
    names = [release.name for release in workspace.releases]
    st.multiselect(
        text.WHICH_RELEASES,
        names,
        placeholder=text.NONE_LEAKED,
        **session.binding(
            f"pooling-releases-{hash(tuple(names))}",
            [name for name in names if name in workspace.pooling_in_use.releases],
            lambda chosen: _put(workspace, "choose what leaked", releases=tuple(chosen)),
        ),
    )


def _corporations(workspace: Workspace) -> None:
    """Which recipients have one owner, by what evidence, and a button that groups them."""
    found = corporations_found(workspace)
    if not found:
        return
    with st.expander(text.OWNERS.format(owners=count(len(found), "owner")), icon=":material/corporate_fare:"):
        st.markdown(text.CORPORATIONS_FOUND)
        show_table(
            [(one.name, ", ".join(one.recipients), "; ".join(one.evidence)) for one in found],
            ["Owner", "Your companies", "Source"],
            "Companies that have one owner, with the source",
        )
        st.button(
            text.FIND_OWNERS,
            key="corporations-find",
            icon=":material/refresh:",
            on_click=_find_again,
            args=(workspace,),
            help=text.FIND_OWNERS_HELP,
        )


@figure
def corporations_found(workspace: Workspace) -> tuple[Corporation, ...]:
    """The recipients that have one owner, with the evidence."""
    return corporations_of(workspace)


def _find_again(workspace: Workspace) -> None:
    session.put(workspace, with_corporations_found_again(workspace), "find corporations")


def _put(workspace: Workspace, what: str, **part: Any) -> None:
    session.put(workspace, workspace.with_pooling(replace(workspace.pooling_in_use, **part)), what)


def _edit_coalitions(workspace: Workspace) -> None:
    def take(edited: Edited) -> Taken:
        reading = read_coalitions(edited.rows)
        pooling = replace(workspace.pooling_in_use, kind="coalitions", coalitions=reading.coalitions)
        return Taken(workspace.with_pooling(pooling), pooling, reading.problems)

    tables.edit_rows(
        workspace,
        _COALITIONS,
        workspace.pooling_in_use,
        [(c.name, list(c.recipients)) for c in workspace.pooling_in_use.coalitions],
        {
            "name": st.column_config.TextColumn("Group", width="medium"),
            "recipients": st.column_config.MultiselectColumn(
                "Companies in it", options=list(workspace.recipient_names), width="large"
            ),
        },
        "Groups of companies",
        take,
        "edit the coalitions",
    )


def newcomers(workspace: Workspace) -> None:
    """What each pool knows, and whom it would gain most by."""
    pooled = workspace.pooling_in_use.kind in ("together", "releases")
    if not workspace.profile or len(workspace.recipient_names) < 2 or pooled:
        return
    fold = st.expander(text.GAINS, icon=":material/group_add:", key="pooling-gains", on_change="rerun")
    if not fold.open:
        return
    with fold:
        rows = gains.offer(workspace)
        if rows is not None:
            show_table(rows, ["Who", "Knows of you", "Would learn most from"], text.GAINS_ALT)


def _shown(workspace: Workspace) -> list[PoolLeakage]:
    return knowledge.most_telling_first(workspace)[:MOST_POOLS]


@figure
def gains(workspace: Workspace) -> list[tuple[str, str, str]]:
    """The pools that know most, what each knows, and who joining it would raise that most."""
    return [_gaining(workspace, leaked) for leaked in _shown(workspace)]


def _gaining(workspace: Workspace, leaked: PoolLeakage) -> tuple[str, str, str]:
    best = next(iter(evidence_form.newcomers(workspace, leaked.pool)), None)
    gain = f"{best.recipient} ({change(best.increment)})" if best else "nobody is left"
    return leaked.pool.name, percent(leaked.result.leakage), gain


def background(workspace: Workspace) -> None:
    """What else Eve holds: count, a look, a way to remove all."""
    records = count(len(workspace.background), "record of other people", "records of other people")
    st.text(text.HAS_RECORDS.format(records=records))
    st.caption(text.BACKGROUND_HELP)
    if workspace.background:
        _background_table(workspace)
        st.button(
            text.REMOVE_RECORDS,
            key="background-remove",
            icon=":material/delete:",
            on_click=session.put,
            args=(workspace, replace(workspace, background=()), "remove the background records"),
        )


def _background_table(workspace: Workspace) -> None:
    shown = workspace.background[:MOST_SHOWN]
    rows = [
        {workspace.display_name(label): ", ".join(values) for label, values in record.by_label.items()}
        for record in shown
    ]
    # Counted as everywhere else: from 1.
    numbers = pd.RangeIndex(1, len(rows) + 1)
    st.dataframe(pd.DataFrame(rows, index=numbers), height=250, placeholder="", alt="Records of other people")
    if len(workspace.background) > MOST_SHOWN:
        st.caption(text.FIRST_RECORDS.format(most=MOST_SHOWN))
