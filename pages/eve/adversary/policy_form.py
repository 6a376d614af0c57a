"""The form of a policy: its rules and scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import streamlit as st

from leakage.resolution.adversary import Cost, PerComparison, Quadratic
from leakage.resolution.evidence import FellegiSunter
from leakage.resolution.operations import MERGES, Augment, Correct, Operation, Resolve, SingleLink
from leakage.resolution.rules import AnyOf, AtLeast, Match, Normalised, SameKeySet, Shares, Unless
from leakage.workspace.forms.policy import (
    Overlooked,
    PolicyForm,
    read_corrections,
    read_look_ups,
    read_rules,
    rule_rows,
)
from leakage.workspace.limits import GREATEST, LEAST, LONGEST_TEXT
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.app import page, session
from pages.eve.adversary import evidence_form, text
from pages.eve.adversary.evidence_form import EDITED, Editing
from pages.kit import glossary, tables
from pages.kit.editing import Edited, Taken, settle

# A score threshold on the page: which labels count, how much each counts, and how much must agree.


BEGUN_SCORE = 2.0
WEIGHTS_ABREAST = 4


def edit_score(editing: Editing) -> None:
    """One more rule: agreement that weighs enough together."""
    workspace, rule = editing.workspace, editing.form.rule(AtLeast)
    name = hash(editing.policy.name)
    labels = list(rule.labels) if rule else []
    st.multiselect(
        "Also one person, if enough of these agrees",
        list(dict.fromkeys([*labels, *_options(workspace)])),
        format_func=workspace.display_name,
        **editing.rule_field(AtLeast, f"policy-score-{name}", labels, partial(_score_of, rule)),
        help=text.SCORE_HELP,
        placeholder="No such rule",
    )
    if rule is None:
        return
    st.number_input(
        "How much must agree",
        min_value=LEAST,
        max_value=GREATEST,
        step=0.5,
        format="%g",
        **editing.rule_field(
            AtLeast, f"policy-threshold-{name}", rule.threshold, lambda least: replace(rule, threshold=float(least))
        ),
    )
    places = st.columns(WEIGHTS_ABREAST)
    for number, (label, weight) in enumerate(rule.weights):
        places[number % WEIGHTS_ABREAST].number_input(
            f"{workspace.display_name(label)} counts",
            min_value=0.0,
            max_value=GREATEST,
            step=0.5,
            format="%g",
            **editing.rule_field(
                AtLeast, f"policy-weight-{hash((editing.policy.name, label))}", weight, partial(_weighing, rule, label)
            ),
        )
    if not rule.conjunctions:
        most = sum(weight for _, weight in rule.weights)
        st.warning(f"All of it together makes {most:g} at most, so this rule can never join anything.")


def _score_of(rule: AtLeast | None, labels: list[str]) -> AtLeast | None:
    """The score over other labels, of which a new one counts 1."""
    weights = dict(rule.weights) if rule else {}
    threshold = rule.threshold if rule else BEGUN_SCORE
    return AtLeast(threshold, tuple((label, weights.get(label, 1.0)) for label in labels)) if labels else None


def _weighing(rule: AtLeast, label: str, weight: float) -> AtLeast:
    weights = tuple((other, float(weight) if other == label else before) for other, before in rule.weights)
    return AtLeast(rule.threshold, weights)


# A policy as a form on the page: rules, exceptions, what is overlooked, merging, preparation, cost.


_OVERLOOKED: dict[Overlooked, str] = {
    "case": "capitals and spaces",
    "phones": "how phone numbers are written",
    "emails": "tags in email addresses",
    "nicknames": "nicknames (Bob is Robert)",
}
_MERGES = {
    "union": "keep everything, with the higher confidence",
    "noisy or": "keep everything; two sources make it surer",
    "latest wins": "the later record replaces the earlier one",
}
_COSTS = {False: "each comparison", True: "each pair of records (quadratic)"}


def edit_policy(workspace: Workspace, policy: Policy, form: PolicyForm) -> None:
    """Show a policy for editing; every change is taken over at once."""
    editing = Editing(workspace, policy, form)
    name = session.binding(f"policy-name-{hash(policy.name)}", policy.name, partial(_rename, editing))
    st.text_input("Name of this Eve", max_chars=LONGEST_TEXT, **name)
    # What one row shows of several types is drawn once.
    for show in dict.fromkeys(RULE_ROWS.values()):
        show(editing)
    with st.expander("How she merges, what she corrects, and her cost", icon=":material/tune:"):
        for show in dict.fromkeys(STEP_ROWS.values()):
            show(editing)


def _rename(editing: Editing, typed: str) -> None:
    others = {other.name for other in editing.workspace.policies if other is not editing.policy}
    name = unused_name(typed.strip() or editing.policy.name, others)
    settle("rules", (name, editing.form.rules))
    editing.put(editing.renamed(name))


def _options(workspace: Workspace) -> list[str]:
    return list(dict.fromkeys([*workspace.labels, *(suggestion.label for suggestion in LABELS)]))


def _rules(editing: Editing) -> None:
    workspace, policy, form = editing.workspace, editing.policy, editing.form
    options = _options(workspace)

    def take(edited: Edited) -> Taken:
        rules = read_rules(edited.rows, workspace.labels).rules
        return Taken(editing.having(rules=rules), (policy.name, rules))

    edited = tables.edit_rows(
        workspace,
        "rules",
        (policy.name, form.rules),
        rule_rows(form.rules),
        {
            "labels": st.column_config.MultiselectColumn(
                "One person, if they share",
                options=options,
                format_func=workspace.display_name,
                help="Two records match if they have a value in common for every detail named.",
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
        "The rules of the policy: the labels two records must share",
        take,
        EDITED,
        {"exact": bool},
    )
    page.problems(read_rules(edited.rows, workspace.labels).problems, "Taken over, but:")


def _evidence(editing: Editing) -> None:
    rule = editing.form.rule(FellegiSunter)
    with st.expander("Let evidence add up", icon=":material/balance:", expanded=rule is not None):
        evidence_form.edit(editing, _options(editing.workspace))


def _exceptions(editing: Editing) -> None:
    workspace, policy, form = editing.workspace, editing.policy, editing.form
    if any(rule.alike for rule in form.rules):
        alike = editing.field("at_least", f"policy-alike-{hash(policy.name)}", form.at_least)
        # A saved copy may hold less than is offered.
        least = min(0.5, form.at_least)
        st.slider("How alike counts as nearly the same", least, 1.0, step=0.01, **alike)
    st.multiselect(
        "Two people after all, if these differ",
        _options(workspace),
        format_func=workspace.display_name,
        **editing.field("conflicts", f"policy-conflicts-{hash(policy.name)}", list(form.conflicts), tuple),
        help="With two different phone numbers, say, she does not join the records, whatever else they share. The "
        "outcome may then depend on the order in which she reads them. Papers call it negative evidence.",
        placeholder="Nothing keeps them apart",
    )
    st.multiselect(
        "When comparing, she ignores",
        list(_OVERLOOKED),
        format_func=_OVERLOOKED.__getitem__,
        **editing.field("overlooked", f"policy-overlooked-{hash(policy.name)}", sorted(form.overlooked), frozenset),
        placeholder="Nothing: spelling must match",
    )


def _merging(editing: Editing) -> None:
    name, form = hash(editing.policy.name), editing.form
    st.selectbox(
        "When two records match",
        list(MERGES),
        format_func=_MERGES.__getitem__,
        **editing.field("merge", f"policy-merge-{name}", form.merge),
    )
    st.toggle(
        "Compare single records only, never joined ones",
        **editing.field("single_link", f"policy-single-{name}", form.single_link),
        help="Chains of matching records are joined, but a joined record gathers nothing new to match with: "
        "single-link clustering.",
    )
    st.selectbox(
        "What costs her",
        [False, True],
        format_func=_COSTS.__getitem__,
        **editing.field("quadratic", f"policy-quadratic-{name}", form.quadratic),
        help=glossary.COST_HELP,
    )
    st.number_input(
        "Price of each",
        min_value=0.0,
        max_value=GREATEST,
        format="%g",
        **editing.field("price", f"policy-price-{name}", float(form.price)),
    )


def _corrections(editing: Editing) -> None:
    workspace, policy, form = editing.workspace, editing.policy, editing.form

    def take(edited: Edited) -> Taken:
        corrections, problems = read_corrections(edited.rows)
        return Taken(editing.having(corrections=corrections), (policy.name, corrections), problems)

    st.caption("Words she reads as another word, such as Influenza as Flu.")
    tables.edit_rows(
        workspace,
        "corrections",
        (policy.name, form.corrections),
        form.corrections,
        {
            "label": st.column_config.SelectboxColumn("In the", options=_options(workspace), width=180),
            "wrong": st.column_config.TextColumn("she reads", width=180),
            "right": st.column_config.TextColumn("as", width=180),
        },
        "Words she reads as another word, such as Influenza as Flu",
        take,
        EDITED,
    )


def _look_ups(editing: Editing) -> None:
    workspace, policy, form = editing.workspace, editing.policy, editing.form

    def take(edited: Edited) -> Taken:
        look_ups, problems = read_look_ups(edited.rows)
        return Taken(editing.having(look_ups=look_ups), (policy.name, look_ups), problems)

    options = _options(workspace)
    st.caption("Details she looks up elsewhere, such as the post code of an address.")
    tables.edit_rows(
        workspace,
        "look-ups",
        (policy.name, form.look_ups),
        form.look_ups,
        {
            "given": st.column_config.SelectboxColumn("Where the", options=options, width=140),
            "value": st.column_config.TextColumn("is", width=150),
            "label": st.column_config.SelectboxColumn("she fills in the", options=options, width=140),
            "fact": st.column_config.TextColumn("as", width=150),
        },
        "Details she looks up elsewhere, such as the post code of an address",
        take,
        EDITED,
    )


# The row of each type, drawn in this order: whatever a file may hold has one.


FormRow: TypeAlias = Callable[[Editing], None]

RULE_ROWS: dict[type[Match], FormRow] = {
    Shares: _rules,
    SameKeySet: _rules,
    AnyOf: _rules,
    AtLeast: edit_score,
    FellegiSunter: _evidence,
    Unless: _exceptions,
    Normalised: _exceptions,
}
STEP_ROWS: dict[type[Operation | Cost], FormRow] = {
    Resolve: _merging,
    SingleLink: _merging,
    PerComparison: _merging,
    Quadratic: _merging,
    Correct: _corrections,
    Augment: _look_ups,
}
