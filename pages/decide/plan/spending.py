"""What the person can spend, on what, and against whom."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.decision.plan.objective import Aim
from leakage.workspace.figures.adversaries import at_hand
from leakage.workspace.figures.plan.efforts import kind_of_change, minutes_of
from leakage.workspace.figures.plan.terms import CHANGING, LEVERS, USUAL_LEVERS, Changing, Lever, PlanTerms
from leakage.workspace.figures.plan.today import POOLED
from leakage.workspace.workspace import Workspace
from pages.decide.plan import adversaries, text
from pages.kit.called import CALLED
from pages.kit.planned import MINUTES

_AIMS: dict[Aim, str] = {"worst": "Who knows most", "average": "Their average"}
_WHERE: dict[Changing, str] = {
    "one by one": "At one recipient at a time: each gets a fresh value of its own",
    "everywhere": "Everywhere at once: all who hold it get fresh values",
    "stays": "Everywhere, but whoever has the old value keeps it",
}
_NOBODY = "none"
LOOKED_AT = 240.0
"""Minutes up to which plans are looked for, and twice that, as long as the person has more."""


@dataclass(frozen=True, slots=True)
class Spending:
    """What is asked: the terms, and the minutes of the plan to show, of those that the terms look at."""

    terms: PlanTerms
    minutes: float


def ask(workspace: Workspace, place: DeltaGenerator) -> Spending:
    """Minutes and money, or so many accounts to move; below the answer all that is seldom touched.

    Arguments:
        workspace: what can be changed in it, and who may put it together.
        place: above the answer.
    """
    changeable = {label: kind for label, _ in workspace.profile if (kind := kind_of_change(workspace, label))}
    with place:
        alias = st.segmented_control(
            "What do you want to plan?",
            [False, True],
            format_func=lambda only: "Which accounts to move first" if only else "All that helps",
            default=False,
            required=True,
            key="plan-alias",
            persist_state="session",
            disabled=not changeable,
            help=text.ALIAS if changeable else "Your profile holds no address, number, card or password.",
        )
    with st.expander("Which actions, and against whom", icon=":material/tune:"):
        levers = USUAL_LEVERS if alias else _levers()
        terms = _against(workspace, levers)
    with place:
        return _accounts(workspace, terms, changeable) if alias and changeable else _budget(terms)


def _budget(terms: PlanTerms) -> Spending:
    left, right = st.columns(2)
    minutes = left.number_input("Minutes you have", 1, 10_000, MINUTES, 5, key="plan-minutes", persist_state="session")
    money = right.number_input("Money you can spend", 0, 100_000, 0, 5, key="plan-money", persist_state="session")
    return _within(terms, float(minutes), float(money))


def _accounts(workspace: Workspace, terms: PlanTerms, changeable: dict[str, str]) -> Spending:
    left, right = st.columns(2)
    label = left.selectbox(
        "A fresh", list(changeable), format_func=workspace.display_name, key="plan-label", persist_state="session"
    )
    count = right.number_input("How many accounts?", 1, 500, 20, key="plan-count", persist_state="session")
    only = PlanTerms(
        levers=("change",),
        policies=terms.policies,
        poolings=terms.poolings,
        aim=terms.aim,
        labels=(label,),
    )
    return _within(only, float(count) * minutes_of(workspace, changeable[label]), 1e6)


def _within(terms: PlanTerms, minutes: float, money: float) -> Spending:
    looked_at = LOOKED_AT
    while looked_at < minutes:
        looked_at *= 2.0
    parts = {name: getattr(terms, name) for name in PlanTerms.__dataclass_fields__}
    return Spending(PlanTerms(**{**parts, "minutes": looked_at, "money": money}), minutes)


def _levers() -> tuple[Lever, ...]:
    chosen = st.pills(
        "What may be done?",
        LEVERS,
        selection_mode="multi",
        format_func=CALLED.__getitem__,
        default=list(USUAL_LEVERS),
        key="plan-levers",
        persist_state="session",
    )
    return tuple(lever for lever in LEVERS if lever in chosen)


def _against(workspace: Workspace, levers: tuple[Lever, ...]) -> PlanTerms:
    st.caption(text.AGAINST)
    names = [policy.name for policy in at_hand(workspace)]
    policies = st.multiselect(
        "Adversaries", names, default=names, key=f"plan-policies-{hash(tuple(names))}", persist_state="session"
    )
    left, right = st.columns(2)
    poolings = left.pills(
        "Who pools data",
        list(POOLED),
        selection_mode="multi",
        format_func=lambda kind: POOLED[kind].capitalize(),
        default=[workspace.pooling.kind],
        key=f"plan-poolings-{workspace.pooling.kind}",
        wrap=True,
        persist_state="session",
    )
    aim = right.segmented_control(
        "What counts",
        list(_AIMS),
        format_func=_AIMS.__getitem__,
        default="worst",
        required=True,
        key="plan-aim",
        persist_state="session",
    )
    if aim == "average":
        adversaries.weigh(workspace, [name for name in names if name in policies or not policies])
    coming, verified = _to_come(workspace)
    return PlanTerms(
        levers=levers,
        policies=tuple(policies) if set(policies) != set(names) else (),
        poolings=tuple(poolings),
        aim=aim,
        changing=_changing(),
        coming=coming,
        verified=verified,
    )


def _to_come(workspace: Workspace) -> tuple[str, int]:
    left, right = st.columns(2)
    plans = [_NOBODY, *(plan.name for plan in workspace.plans)]
    coming = left.selectbox(
        "A planned release you will make",
        range(len(plans)),
        format_func=plans.__getitem__,
        key=f"plan-coming-{len(plans)}",
        persist_state="session",
    )
    verified = right.number_input(
        "Facts that Eve makes sure of next", 0, 10, 0, key="plan-verified", persist_state="session"
    )
    return plans[coming] if coming else "", int(verified)


def _changing() -> Changing:
    chosen: Changing = st.radio(
        "Where do you change a value?",
        CHANGING,
        format_func=_WHERE.__getitem__,
        key="plan-changing",
        persist_state="session",
        help=text.CHANGING,
    )
    return chosen
