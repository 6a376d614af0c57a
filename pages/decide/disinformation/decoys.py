"""The best decoys for an effort: what they take back, and what they say to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from leakage.decision.disinformation import DecoyPlan, Disinformation
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation import DecoyEffect, Terms, effects, plan_disinformation, with_plan
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.vocabulary import NOTHING, WRONG
from leakage.workspace.workspace import Release, Workspace
from pages.app import session
from pages.app.figures import figure
from pages.app.words import change, count, listed, percent
from pages.decide.disinformation.terms import KIND_WORDS, choose_terms, warn_of_harm
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, show
from pages.kit.charts.curves import stairs
from pages.kit.shared_figures import derivation_on_demand
from pages.kit.tables import show_table


@figure
def best_decoys(workspace: Workspace, terms: Terms) -> Disinformation:
    """The best disinformation for every budget, on the person's terms."""
    return plan_disinformation(workspace, terms)


def show_decoys(workspace: Workspace) -> None:
    """The decoys for an effort, above the person's terms."""
    answer = st.container()
    with st.expander("What you are ready to do", icon=":material/tune:"):
        terms = choose_terms(workspace)
    with answer:
        warn_of_harm(workspace, terms.recipients if terms else ())
        if terms:
            _answer(workspace, terms, best_decoys(workspace, terms))


def _answer(workspace: Workspace, terms: Terms, found: Disinformation) -> None:
    if not found.baits:
        st.info(
            "Eve would join no decoy of the kinds you picked to your records: her rules join none, or she has nothing "
            "right.",
            icon=":material/link_off:",
        )
        return
    top = st.container()
    effort = _choose_effort(terms)
    chosen = found.within(effort)
    with top:
        _headline(terms, found, chosen, effort)
    if found.only_self:
        st.info(
            "Under this rule a record can join one person only, whatever it says: it is representative and negatively "
            "representative. So no stranger can be tied in, and only decoys about you alone can help (Whang & "
            "Garcia-Molina 2011, Section 3.2).",
            icon=":material/link_off:",
        )
    show(decoys_chart(terms, found, chosen, effort), "disinformations")
    _beside_the_papers(found, chosen, effort)
    _plan(workspace, terms, found, chosen)
    _details(workspace, terms, found, chosen)


def _choose_effort(terms: Terms) -> float:
    most = terms.budget
    effort: float = st.slider(
        "How much effort will you make?",
        0.0,
        most,
        float(round(most / 2)) if most >= 1.0 else most,
        min(1.0, most),
        format="%g",
        key=f"disinformation-budget-{most:g}",
        persist_state="session",
        help="1 is filling in one field of a form.",
    )
    return effort


def _headline(terms: Terms, found: Disinformation, chosen: DecoyPlan, effort: float) -> None:
    now = found.plans[0].leakage
    if chosen.decoys:
        st.header(f"Decoys for an effort of {effort:g}: {100 * (now - chosen.leakage):.1f} points lower")
    else:
        st.header("No decoy that would help was found for this effort" if effort else "No effort, no change")
    # The name of a plan is the person's own word.
    known = f"would know {percent(now)} of you after “{terms.expected}”" if terms.expected else f"knows {percent(now)}"
    after = f", and {percent(chosen.leakage)} once she takes in these decoys" if chosen.decoys else ""
    st.text(f"Eve {known}{'' if terms.expected else ' of you now'}{after}.")
    st.caption("Best decoys found for this effort.")


# How far would decoys bring it down?


def decoys_chart(terms: Terms, found: Disinformation, chosen: DecoyPlan, effort: float) -> Chart:
    """The best plans as stairs, the papers' heuristic beside them, and where an effort lies on them."""
    most = terms.budget
    best = [(plan.cost, plan.leakage, _in_short(plan)) for plan in found.plans]
    heuristic = [(plan.cost, plan.leakage) for plan in found.heuristic]
    return spec.draw(
        "How far would decoys bring it down?",
        [
            stairs("papers' heuristic", heuristic, most, spec.Look(WRONG, "dash")),
            stairs("best found", [place[:2] for place in best], most, spec.Look(WRONG, width=3)),
            spec.dots("plans", best, WRONG, "effort %{x:g}: %{y:.4f}<br>%{customdata}", showlegend=False),
            spec.ring("your effort", (effort, chosen.leakage)),
        ],
        spec.axis("effort", [-0.02 * most, 1.02 * most]),
        spec.share_axis("how much Eve knows"),
        f"{percent(found.plans[0].leakage)} without decoys; with those shown {percent(chosen.leakage)}; with the "
        f"largest effort {percent(found.plans[-1].leakage)}, and {percent(found.heuristic[-1].leakage)} by the papers' "
        "heuristic.",
        height=320,
    )


def _in_short(plan: DecoyPlan) -> str:
    """What a plan consists of: no values, for Plotly reads text as HTML."""
    return listed([f"a decoy with {count(len(decoy.wrong), 'wrong detail')}" for decoy in plan.decoys]) or "nothing"


def _beside_the_papers(found: Disinformation, chosen: DecoyPlan, effort: float) -> None:
    papers = found.heuristic_within(effort)
    worse = papers.leakage - chosen.leakage
    if worse < NOTHING:
        st.caption("The papers' simpler heuristic finds as much.")
    else:
        st.caption(
            f"The papers' simpler heuristic leaves her {percent(papers.leakage)}, {100 * worse:.1f} points more."
        )


# The decoys: what each is for, costs, says and does.


def _plan(workspace: Workspace, terms: Terms, found: Disinformation, chosen: DecoyPlan) -> None:
    if not chosen.decoys:
        st.text("Give nobody anything: this plan has no decoy.")
        return
    for number, effect in enumerate(effects(workspace, terms, found, chosen), 1):
        with st.container(border=True):
            _decoy(workspace, terms, number, effect, alone=len(chosen.decoys) == 1)
    st.button(
        "Compare these in Before I share",
        key="disinformation-plan",
        icon=":material/compare_arrows:",
        on_click=_add,
        args=(workspace, chosen),
        help="Adds them to the alternatives there. Nothing is given out by this.",
    )


def _decoy(workspace: Workspace, terms: Terms, number: int, effect: DecoyEffect, *, alone: bool) -> None:
    decoy = effect.decoy
    st.markdown(f"**Decoy {number}: {KIND_WORDS[decoy.kind]}**")
    recipient, account = decoy.outlet.recipient, terms.prices.of(decoy.outlet.recipient)[0]
    instead = f" (or, with the same effect, {listed(effect.instead)})" if effect.instead else ""
    details = f"{account:g} for the account, {decoy.cost - account:g} for its {count(len(decoy.record), 'detail')}"
    st.text(f"Give it to {recipient}{instead}. Effort: {decoy.cost:g} ({details}).")
    if not alone:
        st.text(f"Together with the others: {change(-effect.within)}. Alone: {change(-effect.alone)}.")
    _warnings(workspace, effect)
    show_table(
        _rows(workspace, effect),
        ("Detail", "Value", "Right or wrong", "Why"),
        f"Decoy {number}: what it says, what of it is wrong, and why",
    )


def _warnings(workspace: Workspace, effect: DecoyEffect) -> None:
    if effect.alone < -NOTHING:
        st.warning("Alone this decoy would backfire: Eve would know more than now.", icon=":material/warning:")
    if effect.carried:
        carried = _called(workspace, effect.carried)
        _in_part(f"It also ties in true facts of yours that Eve has elsewhere: {carried}.")
    if effect.confirmed:
        _in_part(f"It confirms what Eve doubts so far: {_called(workspace, effect.confirmed)}.")
    if effect.decoy.kind == "linkage":
        st.warning(
            "It states facts of a stranger. Look at what it could do, but never give out a real person's data.",
            icon=":material/gavel:",
        )


def _called(workspace: Workspace, labels: Iterable[str]) -> str:
    return listed([workspace.display_name(label) for label in labels])


def _in_part(sentence: str) -> None:
    """A warning with a person's own words in it: as text, for markdown could fetch what it names."""
    with st.container(border=True):
        st.markdown(":orange[:material/warning:] **This works against you in part**")
        st.text(sentence)


def _rows(workspace: Workspace, effect: DecoyEffect) -> list[tuple[str, str, str, str]]:
    decoy, right = effect.decoy, set(workspace.profile)

    def why(pair: tuple[str, str]) -> str:
        if pair in decoy.wrong:
            return "wrong, believable"
        if decoy.kind == "linkage" and pair not in effect.shared:
            return "joins it to a stranger's"
        if decoy.kind == "blocking" and pair not in effect.shared:
            return "wrong, keeps yours apart"
        return "joins it to yours"

    order = sorted(decoy.record, key=lambda a: (a.pair in decoy.wrong, a.pair not in right, a))
    return [
        (workspace.display_name(a.label), a.value, "right" if a.pair in right else "wrong", why(a.pair)) for a in order
    ]


_PLANNED = {
    "self": "Wrong facts",
    "linkage": "Wrong facts and a stranger's",
    "blocking": "A fact that keeps records apart",
}


def _add(workspace: Workspace, chosen: DecoyPlan) -> None:
    holder = Workspace(releases=workspace.plans)
    for decoy in chosen.decoys:
        holder = with_release(holder, Release(_PLANNED[decoy.kind], decoy.outlet.recipient, decoy.record))
    session.put(workspace, replace(workspace, plans=holder.releases), "plan decoys")


# Details: how it is worked out, and what was searched.


def _details(workspace: Workspace, terms: Terms, found: Disinformation, chosen: DecoyPlan) -> None:
    section = st.expander("Details", icon=":material/help:", key="disinformation-details", on_change="rerun")
    if not section.open:
        return
    with section:
        before, after = (with_plan(workspace, plan, terms.expected) for plan in (found.plans[0], chosen))
        left = found.plans[0].leakage, chosen.leakage
        derivation_on_demand(
            lambda: derivation_of_change(before, after, left, left[1] - left[0]), "disinformation-plan"
        )
        st.subheader("What was searched")
        st.markdown(SEARCHED)


SEARCHED = """
Each figure is what Eve would know if she joined these decoys with all she has, by her rules and after your other
accounts. The wrong values are made up, written like yours, and belong to nobody in your work.

Plans have up to four decoys. Each is the smallest record that Eve joins to one of the three combined records that tell
most about you. Or it joins such a one to one or two of the eight strangers that mislead her most for their price,
confirms least of what she doubts, or contradicts you where she minds that.

A decoy says at most one wrong thing of each kind you allow: none that comes near the truth by your measure, and none
by which Eve could come to join other records. It fills in only fields that the recipient's form has: what such forms
ask for, and what you gave there before.

Not all plans are tried: you see the best that was found, and there may be a better one.

The **papers' heuristic** (Whang & Garcia-Molina 2011, Section 3.2; they say *disinformation*) tries less: one record of
your own, or one that ties in two strangers, with wrong facts by falling weight.
"""
