"""The best decoys for an effort: what they take back, and what they say to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.old.decision.disinformation.candidates import common_step
from leakage.old.decision.disinformation.problem import DisinformationPlan
from leakage.workspace.figures.assessment import record_name
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation_plans import DisinformationPlans, RecordEffect, with_plan
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Release, Workspace
from pages.decide.disinformation import terms
from pages.decide.disinformation import text as words
from pages.decide.disinformation.charts import disinformations_chart
from pages.kit import shared_figures
from pages.kit.charts.chart import show
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import POINTS, show_table
from pages.shell import history, knowledge
from pages.shell.words import change, count, listed, percent

# The decoys of a plan: what each is for, costs, says and does.


def show_records(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """The decoys of the plan, each with whom to give it, what it says and does."""
    if not chosen.records:
        st.text(words.NO_RECORDS)
        return
    for number, effect in enumerate(plans.effects(chosen), 1):
        with st.container(border=True):
            _record(workspace, plans, number, effect, alone=len(chosen.records) == 1)
    if plans.overtaken(chosen) is not None:
        st.info(words.OVERTAKEN, icon=":material/info:")
    st.button(
        words.ADD,
        key="disinformation-plan",
        icon=":material/compare_arrows:",
        on_click=_plan,
        args=(workspace, chosen),
        help=words.ADD_HELP,
    )


def _record(
    workspace: Workspace, plans: DisinformationPlans, number: int, effect: RecordEffect, *, alone: bool
) -> None:
    planned = effect.planned
    st.markdown(words.RECORD.format(number=number, kind=words.KIND_WORDS[planned.kind]))
    recipient, instead = planned.move.channel.recipient, _instead(effect.instead)
    st.text(words.TO.format(recipient=recipient, instead=instead, cost=_cost(plans, effect)))
    if not alone:
        st.text(words.EFFECTS.format(within=_points(effect.within), alone=_points(effect.alone)))
    _warnings(workspace, effect)
    show_table(_rows(workspace, plans, effect), words.COLUMNS, words.RECORD_ALT.format(number=number))


def _instead(others: tuple[str, ...]) -> str:
    return words.INSTEAD.format(others=listed(list(others))) if others else ""


def _cost(plans: DisinformationPlans, effect: RecordEffect) -> str:
    record = plans.terms.prices.of_record(effect.planned.move.channel.recipient)
    facts, whole = count(len(effect.planned.record), "detail"), effect.planned.cost
    return words.COST.format(whole=whole, record=record, rest=whole - record, facts=facts)


def _points(fall: float) -> str:
    return words.NO_EFFECT if abs(fall) < 5e-7 else change(-fall)


def _warnings(workspace: Workspace, effect: RecordEffect) -> None:
    if effect.alone < -5e-7:
        st.warning(words.BACKFIRES_ALONE, icon=":material/warning:")
    if effect.carried:
        _plain_warning(words.CARRIED.format(labels=_called(workspace, effect.carried)))
    if effect.confirmed:
        _plain_warning(words.CONFIRMED.format(labels=_called(workspace, effect.confirmed)))
    if effect.planned.kind == "linkage":
        st.warning(words.STRANGER, icon=":material/gavel:")


def _called(workspace: Workspace, labels: Iterable[str]) -> str:
    return listed([workspace.display_name(label) for label in labels])


def _plain_warning(sentence: str) -> None:
    """A warning with a person's own words in it: as text, for markdown could fetch what it names."""
    with st.container(border=True):
        st.markdown(words.IN_PART)
        st.text(sentence)


def _rows(workspace: Workspace, plans: DisinformationPlans, effect: RecordEffect) -> list[tuple[str, str, str, str]]:
    move = effect.planned.move
    composites = plans.frontier.problem.pools[move.pool].before.resolution.composites
    added = {attribute.pair for attribute in effect.planned.wrong}

    def why(pair: tuple[str, str]) -> str:
        if pair in added:
            return words.BELIEVABLE
        if pair in composites[move.target]:
            return words.REASONS["target"]
        return words.REASONS["link" if move.links else "block"]

    profile = set(workspace.profile)
    return [
        (workspace.display_name(a.label), a.value, "right" if a.pair in profile else "wrong", why(a.pair))
        for a in sorted(effect.planned.record, key=lambda a: (a.pair in added, a.pair not in profile, a))
    ]


def _plan(workspace: Workspace, chosen: DisinformationPlan) -> None:
    holder = Workspace(releases=workspace.plans)
    for planned in chosen.records:
        release = Release(words.PLAN_NAMES[planned.kind], planned.move.channel.recipient, planned.record)
        holder = with_release(holder, release)
    history.put(workspace, replace(workspace, plans=holder.releases), "plan decoys")


# The best decoys for a budget: what is asked, the frontier, and what the plan chosen does.


def choose_budget(plans: DisinformationPlans) -> float:
    """How much of the largest budget to spend."""
    most, step = plans.frontier.budget, _step(plans)
    budget: float = st.slider(
        words.BUDGET,
        0.0,
        most,
        step * round(most / 2 / step),
        step,
        format="%g",
        key=f"disinformation-budget-{most:g}-{step:g}",
        persist_state="session",
        help=words.BUDGET_UNIT,
    )
    return budget


def _step(plans: DisinformationPlans) -> float:
    """A step that all costs are multiples of, if that is not too fine to slide by."""
    prices = plans.terms.prices
    of_all = (prices.record, prices.attribute, *(price for _, price in (*prices.records, *prices.attributes)))
    step = common_step(of_all)
    return step if step >= plans.frontier.budget / 200 else plans.frontier.budget / 100


def headline(plans: DisinformationPlans, budget: float) -> DisinformationPlan:
    """What the best plan found within the budget takes back, in words."""
    now = plans.before
    if budget <= 0.0:
        st.header(words.NO_EFFORT)
        st.text(words.MORE_EFFORT.format(now=percent(now)))
        return plans.frontier.plans[0]
    chosen = plans.frontier.within(budget)
    if chosen.records:
        st.header(words.HEADLINE.format(budget=budget, points=100 * (now - chosen.leakage)))
    else:
        st.header(words.NO_HELP)
    expected = plans.terms.expected
    known = (words.WOULD_KNOW if expected else words.KNOWS_NOW).format(now=percent(now), expected=expected)
    st.text(f"{known}{words.AFTERWARDS.format(then=percent(chosen.leakage)) if chosen.records else '.'}")
    st.caption(words.BEST_FOUND)
    return chosen


def _beside(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> str:
    papers = plans.frontier.heuristic_within(budget)
    worse = papers.leakage - chosen.leakage
    if worse < 5e-7:
        return words.HEURISTIC_SAME
    return words.HEURISTIC_WORSE.format(then=percent(papers.leakage), more=100 * worse)


def worked_out(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
    """How what the plan does is worked out."""
    expected = plans.terms.expected
    before = with_plan(workspace, plans.frontier.plans[0], expected)
    figures_of = (plans.before, chosen.leakage)
    derivation_on_demand(
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
    st.subheader(words.BEFORE_AND_AFTER, help=words.WEIGHTS)
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


def _weights(workspace: Workspace) -> dict[str, tuple[int, float]]:
    worst = knowledge.worst_pool(workspace)
    facts = shared_figures.facts(workspace, worst) if worst else ()
    kept = {meaning: [fact for fact in facts if fact.meaning == meaning] for meaning in words.MEANINGS}
    return {
        meaning: (len(some), round(sum(fact.weight * (fact.confidence or 1.0) for fact in some), 6))
        for meaning, some in kept.items()
    }


def backfires(workspace: Workspace, plans: DisinformationPlans) -> None:
    """What had better not be tied in."""
    st.subheader(words.BACKFIRE_TITLE)
    st.markdown(words.BACKFIRES)
    most = max(plans.frontier.problem.pools, key=lambda pool: pool.before.leakage)
    pool = plans.pools[plans.frontier.problem.pools.index(most)]
    show_table(
        [
            (
                listed([record_name(workspace, pool, n) for n in backfire.members]),
                _called(workspace, backfire.carried),
                100 * backfire.rise,
            )
            for backfire in plans.backfires
        ],
        {"Eve's record": None, "Facts of yours in it": None, "Eve would know more": POINTS},
        "Records that would raise what Eve knows if they were joined to yours",
    )


def details(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> None:
    """How it is worked out, what changes, what would backfire, and what was searched; once it is opened."""
    section = st.expander(words.DETAILS, icon=":material/help:", key=DETAILS, on_change="rerun")
    if not section.open:
        return
    with section:
        worked_out(workspace, plans, chosen)
        if budget > 0.0:
            st.text(_beside(plans, chosen, budget))
        if chosen.records:
            before_and_after(workspace, plans, chosen)
        if plans.backfires:
            backfires(workspace, plans)
        st.subheader(words.SEARCHED)
        st.markdown(words.READING)
        st.markdown(words.SPACE)


# The part of the page with all of it: terms and plans.


DETAILS = "disinformation-details"


def show_plans(workspace: Workspace) -> None:
    """The decoys for an effort, above the person's terms."""
    answer = st.container()
    with st.expander(words.TERMS, icon=":material/tune:"):
        asked = terms.choose_terms(workspace, terms.choose_labels(workspace))
    with answer:
        terms.warn_of_harm(workspace, asked.recipients if asked else ())
        best = terms.disinformation_plans.offer(workspace, asked) if asked else None
    if best and not best.frontier.moves:
        answer.info(words.NOTHING_MATCHES, icon=":material/link_off:")
    elif best:
        with answer:
            _answer(workspace, best)


def _answer(workspace: Workspace, plans: DisinformationPlans) -> None:
    top = st.container()
    budget = choose_budget(plans)
    with top:
        chosen = headline(plans, budget)
    if plans.frontier.only_self:
        st.info(words.ONLY_SELF, icon=":material/link_off:")
    show_records(workspace, plans, chosen)
    frontier(plans, chosen, budget)
    details(workspace, plans, chosen, budget)
