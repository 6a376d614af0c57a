"""The best disinformation for a budget: what is asked, the frontier, and what the plan chosen does."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from leakage.decision.disinformation.planned import DisinformationPlan
from leakage.decision.disinformation.prices import common_step
from leakage.workspace.figures import estimates
from leakage.workspace.figures.assessment import record_name
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation_plans import DisinformationPlans, with_plan
from leakage.workspace.figures.disinformation_terms import Terms
from leakage.workspace.workspace import Workspace
from pages.decide.disinformation import figures
from pages.decide.disinformation import text as words
from pages.decide.disinformation.plans_chart import disinformations_chart
from pages.kit import assessed
from pages.kit.charts.chart import show
from pages.kit.table import POINTS, show_table
from pages.kit.worked_out import how_when_asked
from pages.shell import knowledge, on_demand
from pages.shell.words import listed, percent


def plans_or_offer(workspace: Workspace, terms: Terms) -> DisinformationPlans | None:
    """The plan for every budget; None while it is left alone, for it may take long."""
    seconds = estimates.disinformation(workspace)
    return on_demand.of(figures.disinformation_plans, seconds, "The best records for every effort")(workspace, terms)


def choose_budget(plans: DisinformationPlans) -> float:
    """How much of the largest budget to spend."""
    most, step = plans.frontier.budget, _step(plans)
    budget: float = st.slider(
        "How much effort would you make?",
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
        st.header("No effort, nothing taken back")
        st.text(f"Eve knows {percent(now)} of you now. The effort must be more than 0: move the slider to the right.")
        return plans.frontier.plans[0]
    chosen = plans.frontier.within(budget)
    if chosen.records:
        st.header(f"An effort of {budget:g} would take back {100 * (now - chosen.leakage):.1f} points")
    else:
        nothing = "no such record" if chosen.optimal else "nothing that was found"
        st.header(f"It would not help: {nothing} for this effort lowers what Eve knows")
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
        return "This is proved: no other choice of such records for this effort leaves her less."
    if chosen.lowest <= 0.0:
        return "This is the best found, not proved: how much less another choice could leave her is not known."
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


def worked_out(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """How what the plan does is worked out."""
    expected = plans.terms.expected
    before = with_plan(workspace, plans.frontier.plans[0], expected)
    figures_of = (plans.before, chosen.leakage)
    how_when_asked(
        lambda: derivation_of_change(
            before, with_plan(workspace, chosen, expected), figures_of, chosen.leakage - plans.before
        ),
        "disinformation-plan",
    )


def frontier(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> None:
    """Leakage against the budget."""
    show(disinformations_chart(plans, chosen, budget), "disinformations")


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
    worst = knowledge.worst_pool(workspace)
    facts = assessed.facts(workspace, worst) if worst else ()
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
            most = max(plans.frontier.problem.pools, key=lambda pool: pool.before.leakage)
            pool, named = plans.pools[plans.frontier.problem.pools.index(most)], workspace.with_strangers()
            show_table(
                [
                    (
                        listed([record_name(named, pool, n) for n in backfire.members]),
                        listed([workspace.display_name(label) for label in backfire.carried]),
                        100 * backfire.rise,
                    )
                    for backfire in plans.backfires
                ],
                {
                    "Eve's record": None,
                    "Facts of yours in it": None,
                    "Eve would know more": POINTS,
                },
                "Records that would raise what Eve knows if they were joined to yours",
            )


def explanation() -> None:
    """What was searched, and how."""
    with st.expander("What was searched", icon=":material/help:"):
        st.markdown(words.SPACE)
