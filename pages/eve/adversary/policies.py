"""Policies: choosing one, building its rules, comparing them."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.workspace.figures import estimates
from leakage.workspace.forms.policy import form_of
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages.eve.adversary import figures, policy_form, text
from pages.kit import explained
from pages.kit.table import folding, show_table
from pages.shell import her_files, history, knowledge, on_demand, session
from pages.shell.words import change, percent

_NAMES = 220
"""Pixels of a policy's name: on a phone there is room beside it for what she would know."""
_ALGORITHMS = {
    "one pass": "one pass: records fall into groups by their key set",
    "closure": "closure: she merges until nothing matches any more, and the order does not matter",
    "search": "search: the order matters, so the figure is one of several she may come to",
}


def choose(workspace: Workspace) -> None:
    """Pick the policy in use."""
    names = [policy.name for policy in workspace.policies]
    chosen = workspace.policy
    key = session.bound(f"policy-{hash(tuple(names))}", chosen.name if chosen else None)
    st.selectbox(
        "Eve's policy",
        names,
        placeholder="None yet: Eve joins nothing",
        key=key,
        on_change=session.tell,
        args=(key, lambda picked: _choose(workspace, picked, key)),
    )


def _choose(workspace: Workspace, picked: str | None, key: str) -> None:
    if picked:
        history.put(workspace, replace(workspace, chosen=picked, follow_worst=False), "choose a policy", key)


def follow(workspace: Workspace) -> None:
    """Whether the policy in use is always the most dangerous one."""
    if len(workspace.policies) < 2:
        return
    key = session.bound("follow-worst", workspace.follow_worst)
    st.toggle(
        "Always the one that knows most",
        key=key,
        on_change=session.tell,
        args=(key, lambda follows: _follow(workspace, follows, key)),
        help=text.FOLLOW_WORST,
    )


def _follow(workspace: Workspace, follows: bool, key: str) -> None:
    what = "say whether the policy in use is the worst one"
    history.put(workspace, replace(workspace, follow_worst=follows), what, key)


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
    history.put(
        workspace,
        replace(workspace, policies=(*workspace.policies, fresh), chosen=name, follow_worst=False),
        "add a policy",
    )


def _remove(workspace: Workspace) -> None:
    kept = tuple(policy for policy in workspace.policies if policy is not workspace.policy)
    history.put(workspace, replace(workspace, policies=kept, chosen=""), "remove a policy")


def compare(workspace: Workspace) -> None:
    """The same releases under every policy: what Eve would know, and what it costs her."""
    rows = on_demand.figure(
        "policies",
        workspace.fingerprint,
        lambda: [_compared(workspace, policy) for policy in workspace.policies],
        estimates.policies(workspace),
        "What she would know under each policy",
        all(knowledge.assessment.remembers(_under(workspace, policy)) for policy in workspace.policies),
    )
    if rows is None:
        return
    show_table(
        rows,
        {
            "Policy": st.column_config.TextColumn(width=_NAMES),
            "Eve would know": None,
            "It buys her": st.column_config.TextColumn(help="Leakage less that of her most telling single record."),
            "Her cost": st.column_config.NumberColumn(format="localized", help=f"C(E, R). {explained.COST_HELP}"),
            "Joined records": st.column_config.NumberColumn(help="How many records stand behind the figure."),
            "Order matters": st.column_config.TextColumn(
                help="Without representativity the outcome depends on the order in which she reads the records."
            ),
        },
        "What Eve would know under each policy, and what it costs her",
        placeholder="–",
        **folding((row[0] for row in rows), _NAMES),
    )


def _under(workspace: Workspace, policy: Policy) -> Workspace:
    return replace(workspace, chosen=policy.name)


def _compared(workspace: Workspace, policy: Policy) -> tuple[str, str, str, float | None, int, str]:
    under = _under(workspace, policy)
    worst = knowledge.worst_pool(under)
    if worst is None:
        return (policy.name, "–", "–", 0.0, 0, "–")
    result = worst.result
    # Of files what is joined already was looked up, and only where it matters: neither figure can be had of that.
    alone = None if under.counts_files else figures.before_joining(workspace.plain, worst.pool)
    return (
        f"{policy.name}{her_files.left_out(under)}",
        percent(result.leakage),
        "–" if alone is None else change(result.leakage - alone),
        None if alone is None else result.resolution.cost,
        len(result.members),
        "no" if policy.adversary.unique else "yes",
    )


def properties(workspace: Workspace, policy: Policy) -> None:
    """The properties of the policy: proved ones, and what held on the records at hand."""
    resolutions = policy.adversary.resolutions
    if not resolutions or not workspace.releases:
        st.text("Nothing is joined, so there is nothing to try.")
        return
    st.text(f"She resolves by {_ALGORITHMS[resolutions[-1].algorithm]}.")
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
    show_table(
        rows,
        ["Property", "In general", "On your records", "Cases", "Where it failed"],
        "Properties of the policy, with a counterexample where one fails",
    )
    st.caption(text.PROPERTIES_HELP)


def _told(record: Record) -> str:
    return ", ".join(f"{attribute.label} {attribute.value}" for attribute in record)


def sentence(adversary: Adversary) -> str:
    """What the adversary does, in words."""
    rules = [match.sentence() for match in adversary.matches]
    if not rules:
        return "Eve joins no records: this policy has no rule yet."
    return f"Eve takes two records for the same person if they have: {rules[0]}."
