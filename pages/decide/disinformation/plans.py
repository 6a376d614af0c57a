"""The best disinformation for a budget: prices, plans and their records."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.decision.disinformation.candidates import common_step
from leakage.decision.disinformation.problem import DisinformationPlan
from leakage.workspace.figures.assessment import record_name
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation_plans import DisinformationPlans, RecordEffect, with_plan
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Release, Workspace
from pages.decide.disinformation import terms, what_if
from pages.decide.disinformation import text as words
from pages.decide.disinformation.charts import disinformations_chart
from pages.kit import shared_figures
from pages.kit.charts.chart import show
from pages.kit.shared_figures import how_when_asked
from pages.kit.tables import POINTS, show_table
from pages.shell import history, knowledge
from pages.shell.words import change, count, listed, percent

# The records of a disinformation plan: what each is for, costs, says and does.


REASONS = {"target": "joins it to yours", "link": "joins it to a stranger's", "block": "wrong, keeps yours apart"}


def show_records(workspace: Workspace, plans: DisinformationPlans, chosen: DisinformationPlan) -> None:
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
            "What tells most about you then is something this plan does not reach: more effort for the same records "
            "would not help.",
            icon=":material/info:",
        )
    st.caption(f"{words.EFFECTS}\n\n{words.READING}")
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
    st.markdown(f"**Record {number}: {words.KIND_WORDS[planned.kind]}**")
    st.text(f"To {planned.move.channel.recipient}{_instead(effect.instead)}. Its effort is {_cost(plans, effect)}.")
    st.text(f"In this plan: {_points(effect.within)}. Alone: {_points(effect.alone)}.")
    _warnings(workspace, effect)
    show_table(
        _rows(workspace, plans, effect),
        ["What", "Why", "Value", "Right or wrong"],
        f"Record {number} of the plan: what it says, why, and what of it is wrong",
    )


def _instead(others: tuple[str, ...]) -> str:
    return f" (or, with the same effect, {listed(list(others))})" if others else ""


def _cost(plans: DisinformationPlans, effect: RecordEffect) -> str:
    record = plans.terms.prices.of_record(effect.planned.move.channel.recipient)
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
            "It states facts of a stranger. Use it to see what that could do; never give out a real person's data.",
            icon=":material/gavel:",
        )


def _plain_warning(sentence: str) -> None:
    """A warning with a person's own words in it: as text, for markdown could fetch what it names."""
    with st.container(border=True):
        st.markdown(":orange[:material/warning:] **This works against you in part**")
        st.text(sentence)


def _rows(workspace: Workspace, plans: DisinformationPlans, effect: RecordEffect) -> list[tuple[str, str, str, str]]:
    move = effect.planned.move
    composites = plans.frontier.problem.pools[move.pool].before.resolution.composites
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
        release = Release(words.PLAN_NAMES[planned.kind], planned.move.channel.recipient, planned.record)
        holder = with_release(holder, release)
    history.put(workspace, replace(workspace, plans=holder.releases), "plan disinformation")


# The best disinformation for a budget: what is asked, the frontier, and what the plan chosen does.


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
        f"Eve {_tense(plans)} {percent(now)} of you {_when(plans)}"
        f"{words.AFTERWARDS.format(then=percent(chosen.leakage))}"
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
    facts = shared_figures.facts(workspace, worst) if worst else ()
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


# The part of the page with all of it: terms, plans, and one record fact by fact.


def show_plans(workspace: Workspace, now: float) -> None:
    """A plan of wrong facts on the person's terms, above the terms; below what wrong facts in one record would do.

    Arguments:
        workspace: whose recipients could be misled.
        now: what is known of the person now.
    """
    answer = st.container()
    asked = terms.choose_terms(workspace, terms.choose_labels(workspace))
    with answer:
        terms.warn_of_harm(workspace, asked.recipients if asked else ())
        best = terms.disinformation_plans.offer(workspace, asked) if asked else None
    if best and not best.frontier.moves:
        answer.info(words.NOTHING_MATCHES, icon=":material/link_off:")
    elif best:
        with answer:
            place = st.container()
            budget = choose_budget(best)
        with place:
            chosen = headline(best, budget)
            worked_out(workspace, best, chosen)
            frontier(best, chosen, budget)
        show_records(workspace, best, chosen)
        before_and_after(workspace, best, chosen)
        warnings(workspace, best)
        explanation()
    if asked:
        what_if.show(workspace, now, asked)
