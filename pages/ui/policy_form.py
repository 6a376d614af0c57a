"""A policy as a form on the page: rules, exceptions, what is overlooked, merging, preparation, cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from leakage.workspace.policy_form import MERGES, PolicyForm, adversary_of
from leakage.workspace.rule_list import RuleRow, read_corrections, read_look_ups, read_rules, rule_rows
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.ui import frame, score_form, state, tables, text

_OVERLOOKED = {
    "case": "case and spaces",
    "phones": "how phone numbers are written",
    "emails": "tags in mail addresses",
    "nicknames": "nicknames (Bob is Robert)",
}
_MERGES = {
    "union": "keep everything, the surer confidence",
    "noisy or": "keep everything, two sources are surer than one",
    "latest wins": "the later record replaces the earlier",
}
_COSTS = {False: "each comparison made", True: "each pair of records (quadratic)"}


def edit(workspace: Workspace, policy: Policy, form: PolicyForm) -> None:
    """Show a policy for editing; every change is taken over at once."""
    name = st.text_input("Its name", key=state.bound(f"policy-name-{hash(policy.name)}", policy.name)).strip()
    form, settled = _rules(workspace, policy, form)
    form = score_form.edit(workspace, policy, form, _options(workspace))
    form = _exceptions(workspace, policy, form)
    with st.expander("How she merges, prepares and pays", icon=":material/tune:"):
        form = _merging(policy, form)
        form = _corrections(workspace, policy, form)
        form = _look_ups(workspace, policy, form)
    others = {other.name for other in workspace.policies if other is not policy}
    fresh = Policy(unused_name(name or policy.name, others), adversary_of(form))
    if fresh != policy:
        tables.settle("rules", (fresh.name, settled))
        policies = tuple(fresh if one is policy else one for one in workspace.policies)
        chosen = fresh.name if workspace.chosen == policy.name else workspace.chosen
        state.commit(replace(workspace, policies=policies, chosen=chosen), "edit a policy")


def _options(workspace: Workspace) -> list[str]:
    return list(dict.fromkeys([*workspace.labels, *(suggestion.label for suggestion in LABELS)]))


def _rules(workspace: Workspace, policy: Policy, form: PolicyForm) -> tuple[PolicyForm, tuple[RuleRow, ...]]:
    options = _options(workspace)
    held = pd.DataFrame(rule_rows(form.rules), columns=["labels", "alike", "exact"])
    edited = tables.edit_table(
        "rules",
        (policy.name, form.rules),
        held.astype({"labels": object, "alike": object, "exact": bool}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="The rules of the policy: the labels two records must share",
        column_config={
            "labels": st.column_config.MultiselectColumn(
                "Same person, if they have the same",
                options=options,
                format_func=workspace.display_name,
                help="Two records match by this rule if for every label named they have a value in common.",
                width=260,
            ),
            "alike": st.column_config.MultiselectColumn(
                "and nearly the same",
                options=options,
                format_func=workspace.display_name,
                help="Names by spelling, addresses by words in common, dates within a month, ages within a year, post "
                "codes such as 11* that cover one.",
                width=200,
            ),
            "exact": st.column_config.CheckboxColumn("All values", help=text.EXACT_HELP, default=False, width=90),
        },
    )
    reading = read_rules(edited.rows, workspace.labels)
    frame.problems(reading.problems, "Taken over, but:")
    if edited.touched:
        tables.settle("rules", (policy.name, reading.rules))
    else:
        reading = replace(reading, rules=form.rules)
    return replace(form, rules=reading.rules), reading.rules


def _exceptions(workspace: Workspace, policy: Policy, form: PolicyForm) -> PolicyForm:
    if any(rule.alike for rule in form.rules):
        key = state.bound(f"policy-alike-{hash(policy.name)}", form.at_least)
        form = replace(form, at_least=st.slider("How alike is nearly the same?", 0.5, 1.0, step=0.01, key=key))
    conflicts = st.multiselect(
        "Different people all the same, if both have but differ in",
        _options(workspace),
        format_func=workspace.display_name,
        key=state.bound(f"policy-conflicts-{hash(policy.name)}", list(form.conflicts)),
        help="Negative evidence: with two different phone numbers she does not join the records, whatever else they "
        "share. The outcome may then depend on the order in which she reads them.",
        placeholder="Nothing keeps them apart",
    )
    overlooked = st.multiselect(
        "When comparing she overlooks",
        list(_OVERLOOKED),
        format_func=_OVERLOOKED.__getitem__,
        key=state.bound(f"policy-overlooked-{hash(policy.name)}", sorted(form.overlooked)),
        placeholder="Nothing: values must be written alike",
    )
    return replace(form, conflicts=tuple(conflicts), overlooked=frozenset(overlooked))


def _merging(policy: Policy, form: PolicyForm) -> PolicyForm:
    name = hash(policy.name)
    merge = st.selectbox(
        "Of two records that match she will",
        list(MERGES),
        format_func=_MERGES.__getitem__,
        key=state.bound(f"policy-merge-{name}", form.merge),
    )
    single = st.toggle(
        "Compare single records only, not what was joined already",
        key=state.bound(f"policy-single-{name}", form.single_link),
        help="Single-link clustering: chains of matching records fall together, and a joined record does not go on "
        "matching with what it gathered.",
    )
    quadratic = st.selectbox(
        "She pays for",
        [False, True],
        format_func=_COSTS.__getitem__,
        key=state.bound(f"policy-quadratic-{name}", form.quadratic),
    )
    price = st.number_input(
        "at a price of", min_value=0.0, format="%g", key=state.bound(f"policy-price-{name}", float(form.price))
    )
    return replace(form, merge=merge, single_link=single, quadratic=quadratic, price=price)


def _corrections(workspace: Workspace, policy: Policy, form: PolicyForm) -> PolicyForm:
    st.caption("Corrections: words she takes for another word before she compares, such as Influenza for Flu.")
    edited = _small_table(
        "corrections",
        (policy.name, form.corrections),
        [dict(zip(("label", "wrong", "right"), row, strict=True)) for row in form.corrections],
        {
            "label": st.column_config.SelectboxColumn("First she reads", options=_options(workspace), width=180),
            "wrong": st.column_config.TextColumn("this word", width=180),
            "right": st.column_config.TextColumn("as this one", width=180),
        },
        "Words she takes for another word, such as Influenza for Flu",
    )
    if not edited.touched:
        return form
    corrections, problems = read_corrections(edited.rows)
    frame.problems(problems)
    tables.settle("corrections", (policy.name, corrections), tables.left_over(edited, problems))
    return replace(form, corrections=corrections)


def _look_ups(workspace: Workspace, policy: Policy, form: PolicyForm) -> PolicyForm:
    options = _options(workspace)
    st.caption("Look-ups: facts she fills in from elsewhere, such as a post code from an address.")
    edited = _small_table(
        "look-ups",
        (policy.name, form.look_ups),
        [dict(zip(("given", "value", "label", "fact"), row, strict=True)) for row in form.look_ups],
        {
            "given": st.column_config.SelectboxColumn("Where the", options=options, width=140),
            "value": st.column_config.TextColumn("is", width=150),
            "label": st.column_config.SelectboxColumn("she fills in the", options=options, width=140),
            "fact": st.column_config.TextColumn("as", width=150),
        },
        "Facts she looks up elsewhere, such as a post code from an address",
    )
    if not edited.touched:
        return form
    look_ups, problems = read_look_ups(edited.rows)
    frame.problems(problems)
    tables.settle("look-ups", (policy.name, look_ups), tables.left_over(edited, problems))
    return replace(form, look_ups=look_ups)


def _small_table(
    name: str, model: Any, rows: list[dict[str, str]], columns: Mapping[str, Any], alt: str
) -> tables.Edited:
    return tables.edit_table(
        name,
        model,
        pd.DataFrame(rows, columns=list(columns), dtype=object),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt=alt,
        column_config=columns,
    )
