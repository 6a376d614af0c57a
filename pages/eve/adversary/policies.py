"""The policies of a work: their properties, their quality, which one is in use."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import streamlit as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evaluation import JoinQuality
from leakage.resolution.operations import Resolve
from leakage.workspace.csv_files import read_records_csv
from leakage.workspace.forms.policy import form_of
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.app import figures, knowledge, page, session
from pages.app.figures import figure
from pages.app.words import change, count, percent
from pages.eve.adversary import everyday, evidence_form, policy_form, text
from pages.kit import glossary
from pages.kit.tables import folding, show_table

# How good is the adversary? Her joins, held against the truth on labelled records.


def try_out(workspace: Workspace, policy: Policy) -> None:
    """A file of labelled records; the policy is tried on them. They are not kept."""
    st.markdown(text.QUALITY_HELP)
    with st.container(key="quality-upload"):
        file = st.file_uploader(text.LABELLED_FILE, type="csv", key=session.upload_key("quality"))
    if file is None:
        return
    # By its digest: what is remembered must not keep the file.
    content = file.getvalue()
    digest = hashlib.sha256(content).digest()
    reading = figures.latest("labelled-records", digest, lambda: read_records_csv(content))
    page.problems(reading.problems)
    labels = list(dict.fromkeys(label for record in reading.records for label in record.labels))
    if not labels:
        return
    likely = next((n for n, label in enumerate(labels) if label.casefold() in ("cluster", "entity", "person")), 0)
    truth: str = st.selectbox(text.LABELLED_COLUMN, labels, index=likely, key="quality-truth")
    persons = [record.values(truth) for record in reading.records]
    if not all(persons):
        st.text(text.LABELLED_GAP)
        return
    records = [Record(a for a in record if a.label != truth) for record in reading.records]
    people = [values[0] for values in persons]
    quality = evidence_form.trial.offer((digest, truth), policy.adversary, records, people)
    if quality is not None:
        _show(quality, len(records))


def _show(quality: JoinQuality, size: int) -> None:
    precision, recall, f1 = st.columns(3)
    joined, true = count(quality.joined, "pair"), count(quality.true, "pair")
    both = f"both in one figure, over {count(size, 'record')}; high is good for Eve"
    for place, name, value, of, words in (
        (precision, "Precision", quality.precision, quality.joined, f"of {joined} she joined belong together"),
        (recall, "Recall", quality.recall, quality.true, f"of {true} that belong together she joined"),
        (f1, "F1", quality.f1, quality.joined + quality.true, both),
    ):
        with place.container(border=True, height="stretch"):
            # The share of nothing is 1 by definition, and would look like praise.
            st.metric(name, percent(value) if of else "–")
            st.caption(words)


# Policies: choosing one, building its rules, comparing them.


_NAMES = 220
"""Pixels of a policy's name: on a phone there is room beside it for what she would know."""
_ANY_ORDER = "She merges until nothing matches any more, and the order does not matter."
_IN_ORDER = "The order of the records matters, so the figure is one of several she may come to."


def choose(workspace: Workspace) -> None:
    """Pick the policy in use."""
    names = [policy.name for policy in workspace.policies]
    chosen = workspace.policy
    st.selectbox(
        text.EDITED_EVE,
        names,
        placeholder=text.NO_POLICY,
        **session.binding(f"policy-{hash(tuple(names))}", chosen.name if chosen else None, partial(_choose, workspace)),
    )


def _choose(workspace: Workspace, picked: str | None) -> None:
    if picked:
        everyday.put_in_use(workspace, picked)


def follow(workspace: Workspace) -> None:
    """Whether the policy in use is always the most dangerous one."""
    if len(workspace.policies) < 2:
        return
    st.toggle(
        text.ALWAYS_WORST,
        help=text.FOLLOW_WORST,
        **session.binding("follow-worst", workspace.follow_worst, partial(_follow, workspace)),
    )


def _follow(workspace: Workspace, follows: bool) -> None:
    what = "say whether the policy in use is the worst one"
    session.put(workspace, replace(workspace, follow_worst=follows), what)


def edit(workspace: Workspace, policy: Policy) -> None:
    """The policy as a form, if a form can say it."""
    form = form_of(policy.adversary)
    if form is None:
        st.text(text.NO_FORM)
        return
    policy_form.edit_policy(workspace, policy, form)


def add_and_remove(workspace: Workspace) -> None:
    """Buttons for a new policy and for removing the one in use."""
    new, remove = st.columns(2)
    new.button(text.NEW, key="policy-new", icon=":material/add:", on_click=_add, args=(workspace,), width="stretch")
    remove.button(
        text.REMOVE,
        key="policy-remove",
        icon=":material/delete:",
        on_click=_remove,
        args=(workspace,),
        disabled=not workspace.policies,
        help=None if workspace.policies else text.NOTHING_TO_REMOVE,
        width="stretch",
    )


def _add(workspace: Workspace) -> None:
    name = unused_name(text.NEW_NAME, [policy.name for policy in workspace.policies])
    fresh = Policy(name, Adversary())
    session.put(
        workspace,
        replace(workspace, policies=(*workspace.policies, fresh), chosen=name, follow_worst=False),
        "add an Eve",
    )


def _remove(workspace: Workspace) -> None:
    kept = tuple(policy for policy in workspace.policies if policy is not workspace.policy)
    session.put(workspace, replace(workspace, policies=kept, chosen=""), "remove an Eve")


Compared: TypeAlias = tuple[str, str, str, float | None, int, str]
"""Of a policy: its name, what she would know, what it buys and costs her, how many records, whether order matters."""


def compared(workspace: Workspace) -> list[Compared]:
    """The same releases under every policy; nothing while that is left alone."""
    if not workspace.releases:
        return []
    return under_each.offer(workspace) or []


@figure
def under_each(workspace: Workspace) -> list[Compared]:
    """What every policy would know, one row each."""
    return [_compared(workspace, policy) for policy in workspace.policies]


def compare(rows: Sequence[Compared]) -> None:
    """The same releases under every policy: what Eve would know, and what it costs her."""
    show_table(
        rows,
        {
            "Eve": st.column_config.TextColumn(width=_NAMES),
            "Would know": None,
            "From joining": st.column_config.TextColumn(help=text.FROM_JOINING_HELP),
            "Her cost": st.column_config.NumberColumn(format="localized", help=f"C(E, R). {glossary.COST_HELP}"),
            "Joined records": st.column_config.NumberColumn(help=text.JOINED_HELP),
            "Order matters": st.column_config.TextColumn(help=text.ORDER_HELP),
        },
        text.COMPARE_ALT,
        placeholder="–",
        **folding((row[0] for row in rows), _NAMES),
    )


def _under(workspace: Workspace, policy: Policy) -> Workspace:
    return replace(workspace, chosen=policy.name)


def _compared(workspace: Workspace, policy: Policy) -> Compared:
    under = _under(workspace, policy)
    worst = knowledge.worst_pool(under)
    if worst is None:
        return (policy.name, "–", "–", 0.0, 0, "–")
    result = worst.result
    alone = evidence_form.before_joining(workspace, worst.pool)
    return (
        policy.name,
        percent(result.leakage),
        change(result.leakage - alone),
        result.resolution.cost,
        len(result.members),
        "no" if policy.adversary.unique else "yes",
    )


def show_properties(workspace: Workspace, policy: Policy) -> None:
    """The properties of the policy: proved ones, and what held on the records at hand."""
    resolutions = [step for step in policy.adversary.operations if isinstance(step, Resolve)]
    if not resolutions or not workspace.releases:
        st.text(text.NOTHING_JOINED)
        return
    st.text(_ANY_ORDER if resolutions[-1].unique else _IN_ORDER)
    rows = [
        (
            report.name,
            "proved" if report.declared else "not in general",
            "held" if report.held else "failed",
            report.tried,
            " / ".join(_record_text(record) for record in report.counterexample),
        )
        for report in evidence_form.properties(workspace)
    ]
    show_table(
        rows,
        ["Property", "In general", "On your records", "Cases", "Where it failed"],
        "Properties of the policy, with a counterexample where one fails",
    )
    st.caption(text.PROPERTIES_HELP)


def _record_text(record: Record) -> str:
    return ", ".join(f"{attribute.label} {attribute.value}" for attribute in record)


def sentence(adversary: Adversary) -> str:
    """What the adversary does, in words."""
    rules = [match.sentence() for match in adversary.matches]
    if not rules:
        return text.JOINS_NOTHING
    return text.JOINS.format(rules=rules[0])


# The parts of the page with all policies.


def choose_eve(workspace: Workspace) -> list[Compared]:
    """Every Eve, and which one is in use; returns what each would know, as far as that is worked out."""
    rows = compared(workspace)
    everyday.show_eves(workspace, {row[0]: row[1] for row in rows} if workspace.profile else {})
    follow(workspace)
    everyday.offer_everyday(workspace)
    return rows


def show_rules(workspace: Workspace) -> None:
    """By which rules she matches records, in a sentence; all of them in a fold."""
    if workspace.policy:
        st.text(sentence(workspace.adversary))
    with st.expander(text.RULES, icon=":material/edit:", expanded=not workspace.policies):
        choose(workspace)
        if workspace.policy:
            st.caption(text.POLICY_HELP)
            edit(workspace, workspace.policy)
        add_and_remove(workspace)


def show_details(workspace: Workspace, rows: Sequence[Compared]) -> None:
    """The same accounts under each policy, the properties of the one in use, and how good it is, each in a fold."""
    if len(rows) > 1:
        with st.expander(text.COMPARE, icon=":material/table_rows:"):
            compare(rows)
    if not workspace.policy:
        return
    properties = st.expander(text.PROPERTIES, icon=":material/rule:", key="policy-properties", on_change="rerun")
    if properties.open:
        with properties:
            show_properties(workspace, workspace.policy)
    with st.expander(text.QUALITY, icon=":material/fact_check:"):
        try_out(workspace, workspace.policy)
