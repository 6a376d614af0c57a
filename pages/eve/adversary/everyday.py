"""The Eves of a work: what each has, how much she knows, which one is in use; and others to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from leakage.workspace.everyday import USUAL_POOLING, everyday_policies, further_policies, with_everyday_policies
from leakage.workspace.workspace import Policy, Workspace
from pages.app import session
from pages.app.words import count, unmarked
from pages.eve.adversary import text

MOST_SHOWN = 12
"""Eves that are listed; the list of their rules has them all."""


def show_eves(workspace: Workspace, figures: Mapping[str, str]) -> None:
    """Every Eve with what she has and how much she knows, the everyday ones first; a click puts one in use.

    Arguments:
        workspace: with its policies.
        figures: by their names how much each knows, as far as that is worked out.
    """
    everyday = [policy.name for policy in everyday_policies()]
    first = sorted(workspace.policies, key=lambda policy: policy.name not in everyday)
    with st.container(key="eves", gap="xsmall"):
        for place, policy in enumerate(first[:MOST_SHOWN]):
            _show(workspace, place, policy, figures.get(policy.name, ""))
    more = len(first) - MOST_SHOWN
    if more > 0:
        st.caption(text.MORE_EVES.format(more=count(more, "more Eve is", "more Eves are")))


def _show(workspace: Workspace, place: int, policy: Policy, figure: str) -> None:
    in_use = policy is workspace.policy
    known = f"**{figure}** " if figure else ""
    with st.container(key=f"eve-{place}", gap=None):
        st.button(
            f"{known}{unmarked(policy.name)}{text.IN_USE if in_use else ''}",
            key=f"which-eve-{place}",
            disabled=in_use,
            help=text.IN_USE_HELP if in_use else text.USE_HELP,
            on_click=put_in_use,
            args=(workspace, policy.name),
            width="stretch",
        )
        if has := what_she_has(workspace, policy):
            st.caption(has)


def put_in_use(workspace: Workspace, name: str) -> None:
    """Put a policy in use, in a callback; from then on it stays in use."""
    session.put(workspace, replace(workspace, chosen=name, follow_worst=False), "choose an Eve")


def what_she_has(workspace: Workspace, policy: Policy) -> str:
    """What a policy that says so itself has of what was given out, in one sentence; empty for the others."""
    if policy.pooling is None:
        return ""
    if policy.pooling.kind == "releases":
        return _leaked(workspace, policy)
    if USUAL_POOLING.get(policy.name) == policy.pooling.kind:
        return text.WHAT_SHE_HAS[policy.name]
    return text.WHAT_A_KIND_HAS[policy.pooling.kind]


def _leaked(workspace: Workspace, policy: Policy) -> str:
    names = frozenset(policy.pooling.releases if policy.pooling else ())
    leaked = sum(release.name in names for release in workspace.releases)
    if not leaked:
        return text.NOTHING_LEAKED
    return text.LEAKED.format(leaked=f"{leaked:,}", all=count(len(workspace.releases), "account"))


def offer_everyday(workspace: Workspace) -> None:
    """The everyday Eves, where no policy says who pools data for her: a work of before, or a worked example's."""
    if any(policy.pooling for policy in workspace.policies) or session.example():
        return
    with st.container(border=True, key="everyday-offer"):
        st.markdown(text.EVERYDAY_OFFER)
        st.button(
            text.ADD_EVERYDAY,
            key="everyday-add",
            icon=":material/group_add:",
            on_click=_add_everyday,
            args=(workspace,),
        )


def _add_everyday(workspace: Workspace) -> None:
    session.put(workspace, with_everyday_policies(workspace), "add the everyday Eves")


def offer_further(workspace: Workspace) -> None:
    """Two more Eves, each with a button that adds her and puts her in use."""
    names = {policy.name for policy in workspace.policies}
    missing = [name for name in text.FURTHER if name not in names]
    if not missing:
        return
    with st.expander(text.MORE_KINDS, icon=":material/person_add:"):
        for name in missing:
            st.markdown(f"**{name}.** {text.FURTHER[name]}")
            st.button(
                f"Add {name[0].lower()}{name[1:]}",
                key=f"further-add-{name}",
                icon=":material/add:",
                on_click=_add,
                args=(workspace, name),
            )


def _add(workspace: Workspace, name: str) -> None:
    policy = next(policy for policy in further_policies(workspace) if policy.name == name)
    after = replace(workspace, policies=(*workspace.policies, policy), chosen=policy.name, follow_worst=False)
    session.put(workspace, after, "add an Eve")
