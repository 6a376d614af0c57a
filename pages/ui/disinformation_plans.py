"""The best disinformation for a budget: what is asked, the frontier, and the records behind each of its points."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.decision.disinformation_plan import DisinformationPlan
from leakage.decision.prices import common_step
from leakage.workspace.disinformation_planning import (
    DisinformationPlans,
    RecordEffect,
    with_plan,
)
from leakage.workspace.planning import with_release
from leakage.workspace.workspace import Release, Workspace
from pages.ui import dashboard, figures, state
from pages.ui import disinformation_text as words
from pages.ui.charts.chart import show
from pages.ui.charts.disinformations import disinformations_chart
from pages.ui.words import change, count, listed, percent

REASONS = {"target": "joins it to yours", "link": "joins it to a stranger's", "block": "wrong, keeps yours apart"}


def choose_budget(plans: DisinformationPlans) -> float:
    """How much of the largest budget to spend."""
    most, step = plans.frontier.budget, _step(plans)
    budget: float = st.slider(
        "How much would you spend?",
        0.0,
        most,
        step * round(most / 2 / step),
        step,
        format="%g",
        key=f"disinformation-budget-{most:g}-{step:g}",
        persist_state="session",
    )
    return budget


def _step(plans: DisinformationPlans) -> float:
    """A step that all costs are multiples of, if that is not too fine to slide by."""
    prices = plans.terms.prices
    of_all = (prices.record, prices.attribute, *(price for _, price in (*prices.records, *prices.attributes)))
    step = common_step(of_all)
    return step if step >= plans.frontier.budget / 200 else plans.frontier.budget / 100


def headline(plans: DisinformationPlans, budget: float) -> DisinformationPlan:
    """What the best plan within the budget takes back, in words, and how sure that is."""
    now = plans.before
    if budget <= 0.0:
        st.header("Nothing spent, nothing taken back")
        st.text(f"Eve knows {percent(now)} of you now. The budget must be more than 0: move the slider to the right.")
        return plans.frontier.plans[0]
    chosen = plans.frontier.within(budget)
    if chosen.records:
        st.header(f"A budget of {budget:g} would take back {100 * (now - chosen.leakage):.1f} points")
    else:
        st.header("It would not help: nothing within this budget lowers what Eve knows")
    st.text(
        f"Eve {_tense(plans)} {percent(now)} of you {_when(plans)}; with the records below she would know "
        f"{percent(chosen.leakage)}. Lower is better for you."
    )
    st.text(f"{_proof(chosen)} {_beside(plans, chosen, budget)}")
    return chosen


def _tense(plans: DisinformationPlans) -> str:
    return "would know" if plans.terms.expected else "knows"


def _when(plans: DisinformationPlans) -> str:
    return f"after your planned release {plans.terms.expected}" if plans.terms.expected else "now"


def _proof(chosen: DisinformationPlan) -> str:
    if chosen.optimal:
        return "This is proved: no other choice of such records within the budget leaves her less."
    return (
        f"This is the best found, not proved: a better choice could leave her {percent(chosen.lowest)} at the least, "
        f"which is {100 * chosen.gap:.1f} points lower."
    )


def _beside(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> str:
    papers = plans.frontier.heuristic_within(budget)
    worse = papers.leakage - chosen.leakage
    if worse < 5e-7:
        return "The papers' simpler heuristic finds as much."
    return f"The papers' simpler heuristic leaves her {percent(papers.leakage)}, {100 * worse:.1f} points more."


def frontier(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> None:
    """Leakage against the budget."""
    show(disinformations_chart(plans, chosen, budget), "disinformations")


def records(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """The records of the plan, each with what it is for, costs, says and does."""
    st.subheader("What you would give to whom")
    if not chosen.records:
        st.text("Nothing: this plan has no record.")
        return
    for number, effect in enumerate(plans.effects(chosen), 1):
        with st.container(border=True):
            _record(workspace, plans, number, effect)
    overtaken = plans.overtaken(chosen)
    if overtaken is not None:
        st.info(
            "What tells most about you then is something this plan does not reach: spending more on the same records "
            "would not help.",
            icon=":material/info:",
        )
    st.caption(f"{words.EFFECTS} {words.READING}")
    st.button(
        "Add these records to the alternatives",
        key="disinformation-plan",
        icon=":material/compare_arrows:",
        on_click=_plan,
        args=(workspace, chosen),
        help="Compare them with other releases on the Planned release page. Nothing is released by this.",
    )


def _record(workspace: Workspace, plans: DisinformationPlans, number: int, effect: RecordEffect) -> None:
    planned = effect.planned
    st.markdown(f"**Record {number}: {words.KIND_WORDS[planned.kind]} disinformation**")
    st.text(f"To {planned.move.outlet.recipient}{_instead(effect.instead)}. It costs {_cost(plans, effect)}.")
    st.text(f"In this plan: {_points(effect.within)}. Alone: {_points(effect.alone)}.")
    _warnings(workspace, effect)
    st.dataframe(
        pd.DataFrame(_rows(workspace, plans, effect), columns=["What", "Why", "Value", "Right or wrong"]),
        hide_index=True,
        alt=f"Record {number} of the plan: what it says, why, and what of it is wrong",
    )


def _instead(others: tuple[str, ...]) -> str:
    return f" (or, with the same effect, {listed(list(others))})" if others else ""


def _cost(plans: DisinformationPlans, effect: RecordEffect) -> str:
    record = plans.terms.prices.of_record(effect.planned.move.outlet.recipient)
    facts = count(len(effect.planned.record), "fact")
    return f"{effect.planned.cost:g}: {record:g} for the record, {effect.planned.cost - record:g} for its {facts}"


def _points(fall: float) -> str:
    return "no change" if abs(fall) < 5e-7 else f"{change(-fall)} for Eve"


def _warnings(workspace: Workspace, effect: RecordEffect) -> None:
    if effect.alone < -5e-7:
        st.warning("Alone this record would backfire: Eve would know more than now.", icon=":material/warning:")
    if effect.carried:
        said = listed([workspace.display_name(label) for label in effect.carried])
        _plain_warning(f"What it ties in holds facts of yours as well, and adds them to what Eve has right: {said}.")
    if effect.confirmed:
        said = listed([workspace.display_name(label) for label in effect.confirmed])
        _plain_warning(f"It confirms what Eve is not sure of so far: {said}.")
    if effect.planned.kind == "linkage":
        st.warning(
            "It states facts of a stranger. Use it to see what linkage could do; never give out a real person's data.",
            icon=":material/gavel:",
        )


def _plain_warning(sentence: str) -> None:
    """A warning with a person's own words in it: as text, for markdown could fetch what it names."""
    with st.container(border=True):
        st.markdown(":orange[:material/warning:] **This works against you in part**")
        st.text(sentence)


def _rows(workspace: Workspace, plans: DisinformationPlans, effect: RecordEffect) -> list[tuple[str, str, str, str]]:
    move = effect.planned.move
    composites = plans.frontier.ground.pools[move.pool].before.resolution.composites
    added = {attribute.pair for attribute in effect.planned.wrong}

    def why(pair: tuple[str, str]) -> str:
        if pair in added:
            return "wrong, believable"
        if pair in composites[move.target]:
            return REASONS["target"]
        return REASONS["link"] if move.links else REASONS["block"]

    profile = set(workspace.profile)
    return [
        (workspace.display_name(a.label), why(a.pair), a.value, "right" if a.pair in profile else "wrong")
        for a in sorted(effect.planned.record, key=lambda a: (a.pair in added, a.pair not in profile, a))
    ]


def _plan(workspace: Workspace, chosen: DisinformationPlan) -> None:
    holder = Workspace(releases=workspace.plans)
    for planned in chosen.records:
        release = Release(f"Disinformation ({planned.kind})", planned.move.outlet.recipient, planned.record)
        holder = with_release(holder, release)
    state.put(replace(workspace, plans=holder.releases), "plan disinformation")


def before_and_after(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """What the record that tells most about the person holds, before and after."""
    if not chosen.records:
        return
    st.subheader("Before and after")
    expected = plans.terms.expected
    before = _weights(with_plan(workspace, plans.frontier.plans[0], expected))
    after = _weights(with_plan(workspace, chosen, expected))
    rows = [
        (words.MEANINGS[meaning], *(cell for side in (before, after) for cell in side[meaning]))
        for meaning in ("right", "wrong", "missing")
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Facts", "Now", "Weight now", "Then", "Weight then"]),
        hide_index=True,
        alt="How many facts Eve has right, wrong and is missing, now and with the plan",
        column_config={name: st.column_config.NumberColumn(format="%g") for name in ("Weight now", "Weight then")},
    )
    st.caption(
        "Of the joined record that tells most about you, before and after; weight counts each fact by what it matters "
        "to you times how sure she is. Fewer right, more wrong and more missing is better for you."
    )


def _weights(workspace: Workspace) -> dict[str, tuple[int, float]]:
    found = figures.worst_pool(workspace)
    facts = dashboard.facts(workspace, found) if found else ()
    kept = {meaning: [fact for fact in facts if fact.meaning == meaning] for meaning in words.MEANINGS}
    return {
        meaning: (len(some), round(sum(fact.weight * (fact.confidence or 1.0) for fact in some), 6))
        for meaning, some in kept.items()
    }


def warnings(workspace: Workspace, plans: DisinformationPlans) -> None:
    """What had better not be tied in, and what the rules leave possible at all."""
    if plans.frontier.only_self:
        st.info(words.ONLY_SELF, icon=":material/link_off:")
    if plans.backfires:
        with st.expander("What would backfire", icon=":material/warning:"):
            st.markdown(words.BACKFIRES)
            most = max(plans.frontier.ground.pools, key=lambda pool: pool.before.leakage)
            pool = plans.pools[plans.frontier.ground.pools.index(most)]
            st.dataframe(
                pd.DataFrame(
                    [
                        (
                            listed([dashboard.record_name(workspace, pool, n) for n in one.members]),
                            listed([workspace.display_name(label) for label in one.carried]),
                            100 * one.rise,
                        )
                        for one in plans.backfires
                    ],
                    columns=["Eve's record", "Facts of yours in it", "Eve would know more"],
                ),
                hide_index=True,
                alt="Records that would raise what Eve knows if they were joined to yours",
                column_config={"Eve would know more": st.column_config.NumberColumn(format="%.1f points")},
            )


def explanation() -> None:
    """What was searched, and how."""
    with st.expander("What was searched", icon=":material/help:"):
        st.markdown(words.SPACE)
