"""How much each of the adversaries at hand would know, and which of them the page is about."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.workspace.figures.adversaries import at_hand
from leakage.workspace.workspace import Workspace
from pages.decide.leakage import text
from pages.shell import her_files, history, knowledge, past_figures
from pages.shell.words import percent

MOST = 8
"""Adversaries that are offered; the page on adversaries has them all."""


def leakages(workspace: Workspace) -> tuple[float, ...]:
    """What each adversary at hand would know."""
    known = {policy.name: knowledge.leakage_under(workspace, policy) for policy in at_hand(workspace)}
    figures = {name: leakage for name, leakage in known.items() if leakage is not None}
    past_figures.note(workspace, figures)
    return tuple(figures.values())


def choose(workspace: Workspace, figures: tuple[float, ...]) -> None:
    """Every adversary with her figure, who knows most first; a click leads to her."""
    policies = at_hand(workspace)
    if len(policies) < 2 or len(figures) < len(policies):
        return
    st.caption(text.KNOWS_MOST if workspace.follow_worst else text.WHICH_EVE)
    order = sorted(range(len(policies)), key=lambda number: -figures[number])
    with st.container(key="eves", gap="xsmall"):
        for place, number in enumerate(order[:MOST]):
            name = policies[number].name
            left_out = her_files.left_out(replace(workspace, chosen=name))
            _offer(workspace, place, name, figures[number], left_out)


def _offer(workspace: Workspace, place: int, name: str, leakage: float, left_out: str) -> None:
    shown = workspace.policy is not None and workspace.policy.name == name
    with st.container(key=f"eve-{place}", horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            percent(leakage),
            key=f"which-eve-{place}",
            type="primary" if shown else "secondary",
            disabled=shown,
            help="This is the Eve shown." if shown else "Show this Eve.",
            on_click=_choose,
            args=(workspace, name),
        )
        # The name is the person's own, so this is no markup.
        st.text(f"{name}{left_out} (shown)" if shown else f"{name}{left_out}", width="stretch")


def _choose(workspace: Workspace, name: str) -> None:
    history.put(workspace, replace(workspace, chosen=name, follow_worst=False), "choose a policy")
