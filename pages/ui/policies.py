"""Policies: choosing one, building its rules, comparing them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match
from leakage.resolution.operations import Resolve
from leakage.workspace.rule_list import match_of, read_rules, rules_of
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.ui import figures, frame, state, tables
from pages.ui.words import percent

_RULES = "rules"


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
    """The name and the rules of a policy; one row a rule."""
    name = st.text_input("Its name", policy.name, key=f"policy-name-{hash(policy.name)}").strip()
    rules = rules_of(policy.adversary)
    held = pd.DataFrame(
        [{"labels": list(rule.labels), "exact": rule.exact} for rule in rules], columns=["labels", "exact"]
    )
    edited = tables.edit_table(
        _RULES,
        (policy.name, rules),
        held.astype({"labels": object, "exact": bool}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="The rules of the policy: the labels two records must share",
        column_config={
            "labels": st.column_config.MultiselectColumn(
                "Same person, if they share",
                options=_options(workspace),
                format_func=workspace.display_name,
                help="Two records match by this rule if for every label named they have a value in common.",
                width="large",
            ),
            "exact": st.column_config.CheckboxColumn(
                "All values the same",
                help="Demand that both records have exactly the same values for these labels, not just one in "
                "common: the key set of Whang & Garcia-Molina 2011, Section 2.2.",
                default=False,
                width="small",
            ),
        },
    )
    reading = read_rules(edited.rows, workspace.labels)
    frame.problems(reading.problems, "Taken over, but:")
    if edited.touched or (name and name != policy.name):
        tables.settle(_RULES, (name or policy.name, reading.rules))
        _commit(workspace, policy, name, match_of(reading.rules))


def _options(workspace: Workspace) -> list[str]:
    suggested = [suggestion.label for suggestion in LABELS]
    return list(dict.fromkeys([*workspace.labels, *suggested]))


def _commit(workspace: Workspace, old: Policy, name: str, match: Match | None) -> None:
    others = {policy.name for policy in workspace.policies if policy is not old}
    fresh = Policy(unused_name(name or old.name, others), _with_match(old.adversary, match))
    policies = tuple(fresh if policy is old else policy for policy in workspace.policies)
    chosen = fresh.name if workspace.chosen == old.name else workspace.chosen
    state.commit(replace(workspace, policies=policies, chosen=chosen), "edit a policy")


def _with_match(adversary: Adversary, match: Match | None) -> Adversary:
    """The adversary with another match in her resolution; her other operations stay."""
    others = tuple(step for step in adversary.operations if not isinstance(step, Resolve))
    return replace(adversary, operations=(*others, Resolve(match)) if match else others)


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
    """The same releases under every policy: what Eve would know."""
    rows = [_compared(workspace, policy) for policy in workspace.policies]
    st.dataframe(
        pd.DataFrame(rows, columns=["Policy", "Eve would know", "Records joined to yours", "Comparisons"]),
        hide_index=True,
        alt="What Eve would know under each policy",
        column_config={"Policy": st.column_config.TextColumn(width="large")},
    )


def _compared(workspace: Workspace, policy: Policy) -> tuple[str, str, int, float]:
    found = figures.worst_pool(replace(workspace, chosen=policy.name))
    if found is None:
        return (policy.name, "–", 0, 0.0)
    result = found.result
    return (policy.name, percent(result.leakage), len(result.members), result.resolution.cost)


def sentence(workspace: Workspace, adversary: Adversary) -> str:
    """What the adversary does, in words."""
    rules = [step.match.sentence() for step in adversary.operations if isinstance(step, Resolve)]
    named = rules[0] if rules else "nothing, so she joins no records"
    return f"Eve takes two records for the same person if they have: {named}."
