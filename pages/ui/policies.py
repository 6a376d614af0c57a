"""Policies: choosing one, building its rules, comparing them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.single_link import SingleLink
from leakage.workspace.policy_form import form_of
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.ui import figures, policy_form, state, text
from pages.ui.words import change, percent

_WAYS = {
    "one pass": "one pass: records fall into groups by their key set",
    "closure": "closure: she merges until nothing matches any more, and the order does not matter",
    "search": "search: the order matters, so the figure is one of several she may come to",
}


def choose(workspace: Workspace) -> None:
    """Pick the policy in use."""
    names = [policy.name for policy in workspace.policies]
    chosen = workspace.policy
    picked = st.selectbox(
        "Eve's policy",
        names,
        index=names.index(chosen.name) if chosen else None,
        placeholder="None yet: Eve joins nothing",
        key=f"policy-{hash((tuple(names), chosen.name if chosen else ''))}",
    )
    if picked and chosen and picked != chosen.name:
        state.commit(replace(workspace, chosen=picked), "choose a policy")


def edit(workspace: Workspace, policy: Policy) -> None:
    """The policy as a form, if a form can say it."""
    form = form_of(policy.adversary)
    if form is None:
        st.text("This policy says more than the form can show, such as a score; it is used as it is.")
        return
    policy_form.edit(workspace, policy, form)


def add_and_remove(workspace: Workspace) -> None:
    """Buttons for a new policy and for removing the one in use."""
    new, remove = st.columns(2)
    new.button(
        "New policy",
        key="policy-new",
        icon=":material/add:",
        on_click=_add,
        args=(workspace,),
        width="stretch",
    )
    remove.button(
        "Remove this policy",
        key="policy-remove",
        icon=":material/delete:",
        on_click=_remove,
        args=(workspace,),
        disabled=not workspace.policies,
        help=None if workspace.policies else "There is no policy to remove.",
        width="stretch",
    )


def _add(workspace: Workspace) -> None:
    name = unused_name("My policy", [policy.name for policy in workspace.policies])
    fresh = Policy(name, Adversary())
    state.put(replace(workspace, policies=(*workspace.policies, fresh), chosen=name), "add a policy")


def _remove(workspace: Workspace) -> None:
    kept = tuple(policy for policy in workspace.policies if policy is not workspace.policy)
    state.put(replace(workspace, policies=kept, chosen=""), "remove a policy")


def compare(workspace: Workspace) -> None:
    """The same releases under every policy: what Eve would know, and what it costs her."""
    rows = [_compared(workspace, policy) for policy in workspace.policies]
    columns = ["Policy", "Eve would know", "It buys her", "Her cost", "Joined records", "Order matters"]
    st.dataframe(
        pd.DataFrame(rows, columns=columns),
        hide_index=True,
        alt="What Eve would know under each policy, and what it costs her",
        column_config={
            "Policy": st.column_config.TextColumn(width=280),
            "It buys her": st.column_config.TextColumn(help="Leakage less that of her most telling single record."),
            "Her cost": st.column_config.NumberColumn(format="localized", help="C(E, R): comparisons times price."),
            "Joined records": st.column_config.NumberColumn(help="How many records stand behind the figure."),
            "Order matters": st.column_config.TextColumn(
                help="Without representativity the outcome depends on the order in which she reads the records."
            ),
        },
    )


def _compared(workspace: Workspace, policy: Policy) -> tuple[str, str, str, float, int, str]:
    found = figures.worst_pool(replace(workspace, chosen=policy.name))
    if found is None:
        return (policy.name, "–", "–", 0.0, 0, "–")
    result = found.result
    alone = figures.before_joining(workspace, found.pool)
    bought = change(result.leakage - alone)
    return (
        policy.name,
        percent(result.leakage),
        bought,
        result.resolution.cost,
        len(result.members),
        "no" if all(getattr(step, "unique", True) for step in policy.adversary.operations) else "yes",
    )


def properties(workspace: Workspace, policy: Policy) -> None:
    """The properties of the policy: proved ones, and what held on the records at hand."""
    resolutions = [step for step in policy.adversary.operations if isinstance(step, Resolve)]
    if not resolutions or not workspace.releases:
        st.text("Nothing is joined, so there is nothing to try.")
        return
    st.text(f"She resolves by {_WAYS[resolutions[-1].way]}.")
    rows = [
        (
            report.name,
            "proved" if report.declared else "not in general",
            "held" if report.held else "failed",
            report.tried,
            " / ".join(_told(record) for record in report.counterexample),
        )
        for report in figures.properties(workspace)
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Property", "In general", "On your records", "Cases", "Where it failed"]),
        hide_index=True,
        alt="Properties of the policy, with a counterexample where one fails",
    )
    st.caption(text.PROPERTIES_HELP)


def _told(record: Record) -> str:
    return ", ".join(f"{attribute.label} {attribute.value}" for attribute in record)


def sentence(adversary: Adversary) -> str:
    """What the adversary does, in words."""
    rules = [step.match.sentence() for step in adversary.operations if isinstance(step, Resolve | SingleLink)]
    named = rules[0] if rules else "nothing, so she joins no records"
    return f"Eve takes two records for the same person if they have: {named}."
