"""Decoys: what wrong but believable details would take back, and the best way to use them."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leakage.decision.disinformation import DecoyPlan, Disinformation, Kind, Prices
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.disinformation import (
    DecoyEffect,
    Terms,
    effects,
    is_never_wrong,
    plan_disinformation,
    usual_recipients,
    with_plan,
)
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.person import ACCOUNT
from leakage.workspace.vocabulary import NOTHING, OFFICIAL, WRONG
from leakage.workspace.workspace import Release, Workspace
from pages import catalogue
from pages.app import charts, page, session
from pages.app.charts import derivation_on_demand, show, show_table, stairs
from pages.app.figures import figure
from pages.app.words import change, count, listed, percent

MOST_EFFORT = 20.0
KINDS: dict[Kind, str] = {
    "self": "about you, with wrong details",
    "blocking": "keeps your records apart",
    "linkage": "mixes you up with a stranger",
}
SEARCHED = """
Each figure is what Eve would know if she joined these decoys with all she has, by her rules and after your other
accounts. The wrong values are made up, written like yours, and belong to nobody in your work.

A plan has up to four decoys. Each is the smallest record that Eve joins to one of the three combined records that tell
most about you. It may tie in a stranger, or contradict yours if her rules look at that. It says at most one wrong thing
of each kind you allow, and fills in only fields that the recipient's form has.

Not all plans are tried: you see the best that was found. The **papers' heuristic** tries less: one record of your own,
or one that ties in two strangers, with wrong facts by falling weight. Whang & Garcia-Molina 2011, Section 3.2 (they say
*disinformation*), and 2012, Section 4.2.
"""

work = page.open_page(catalogue.DISINFORMATION, "What if you also gave Eve something wrong?")
page.need_releases(work)
st.warning(
    "Never tell authorities, banks, insurers, doctors, employers or schools something false, and never use a real "
    "person's data: it can be an offence, and it can harm. At a shop, an alias or a throw-away address is fine.",
    icon=":material/gavel:",
)
if work.has_releases_only:
    st.info("Nothing you give out now reaches this Eve: she has only what leaked.", icon=":material/water_drop:")
    page.link(catalogue.ADVERSARY, "Choose another Eve")
    st.stop()


# What the person is ready to do.

answer = st.container()
with st.expander("Who could get a decoy, and what may be wrong in it?", icon=":material/tune:"):
    could = usual_recipients(work)
    recipients = st.multiselect(
        "Who could get one?",
        could,
        could,
        key=f"decoys-recipients-{hash(could)}",
        persist_state="session",
        help="Authorities, banks, insurers, doctors, employers, schools and the like are never offered.",
    )
    own = dict.fromkeys(label for label, _ in work.profile if label != ACCOUNT)
    may = [label for label in own if not is_never_wrong(work, label)]
    labels = st.multiselect(
        "What may be wrong?",
        may,
        [label for label in may if label not in OFFICIAL],
        format_func=work.display_name,
        key=f"decoys-labels-{hash(tuple(may))}",
        persist_state="session",
    )
    kinds = st.multiselect(
        "Which kinds of decoys?",
        KINDS,
        ["self", "blocking"],
        format_func=KINDS.__getitem__,
        key="decoys-kinds",
        persist_state="session",
        help="The papers' self and linkage disinformation; the second keeps two of your records apart where Eve minds "
        "contradictions. The third states facts of someone else, so it is left out at first.",
    )
    planned = ["", *(plan.name for plan in work.plans)]
    expected = st.selectbox(
        "Before something you plan to share?",
        planned,
        format_func=lambda name: name or "No, as things are now",
        key=f"decoys-expected-{hash(tuple(planned))}",
        disabled=len(planned) == 1,
    )
prices = Prices()


# The curve, and the best decoys at the chosen effort.


@figure
def best_decoys(work: Workspace, terms: Terms) -> Disinformation:
    """The best decoys found for every effort, on the person's terms."""
    return plan_disinformation(work, terms)


def _decoys_chart(found: Disinformation, chosen: DecoyPlan, effort: float) -> None:
    best = [
        (plan.cost, plan.leakage, listed([f"a decoy with {count(len(d.wrong), 'wrong detail')}" for d in plan.decoys]))
        for plan in found.plans
    ]
    heuristic = [(plan.cost, plan.leakage) for plan in found.heuristic]
    drawn = charts.draw(
        "How far would decoys bring it down?",
        [
            stairs("papers' heuristic", heuristic, MOST_EFFORT, charts.Look(WRONG, "dash")),
            stairs("best found", [place[:2] for place in best], MOST_EFFORT, charts.Look(WRONG, width=3)),
            charts.dots("plans", best, WRONG, "effort %{x:g}: %{y:.4f}<br>%{customdata}", showlegend=False),
            charts.ring("your effort", (effort, chosen.leakage)),
        ],
        charts.axis("effort: 3 for an account, 1 for each detail in it", [-0.4, 1.02 * MOST_EFFORT]),
        charts.share_axis("how much Eve knows"),
        f"{percent(found.plans[0].leakage)} without decoys; with those shown {percent(chosen.leakage)}; with the "
        f"largest effort {percent(found.plans[-1].leakage)}, and {percent(found.heuristic[-1].leakage)} by the papers' "
        "heuristic.",
        height=320,
    )
    show(drawn, "disinformations")


def _decoy_card(number: int, effect: DecoyEffect, alone: bool) -> None:
    decoy = effect.decoy
    st.markdown(f"**Decoy {number}: {KINDS[decoy.kind]}**")
    st.text(f"Give it to {decoy.outlet.recipient}. Effort: {decoy.cost:g}.")
    if not alone:
        st.text(f"Together with the others: {change(-effect.within)}. Alone: {change(-effect.alone)}.")
    if effect.alone < -NOTHING:
        st.warning("Alone this decoy would backfire: Eve would know more than now.", icon=":material/warning:")
    for what, told in (
        (effect.carried, "It also ties in true facts"),
        (effect.confirmed, "It confirms what Eve doubts"),
    ):
        if what:
            st.text(f"This works against you in part. {told}: {listed([work.display_name(one) for one in what])}.")
    if decoy.kind == "linkage":
        st.warning("It states facts of a stranger. Look at it, but never give out a real person's data.")
    show_table(_rows_of(effect), ("Detail", "Value", "Right or wrong", "Why"), f"Decoy {number}: what it says, and why")


def _rows_of(effect: DecoyEffect) -> list[tuple[str, str, str, str]]:
    decoy, right = effect.decoy, set(work.profile)
    other = {"linkage": "joins it to a stranger's", "blocking": "wrong, keeps yours apart"}

    def why(pair: tuple[str, str]) -> str:
        if pair in decoy.wrong:
            return "wrong, believable"
        return "joins it to yours" if pair in effect.shared else other.get(decoy.kind, "joins it to yours")

    order = sorted(decoy.record, key=lambda a: (a.pair in decoy.wrong, a.pair not in right, a))
    return [(work.display_name(a.label), a.value, "right" if a.pair in right else "wrong", why(a.pair)) for a in order]


def _plan_these(decoys: Sequence[Release]) -> None:
    holder = Workspace(releases=session.current().plans)
    for decoy in decoys:
        holder = with_release(holder, decoy)
    session.edit(replace(session.current(), plans=holder.releases), "plan decoys")
    page.lead_to(catalogue.PLANNED_RELEASE)


with answer:
    if not recipients or not kinds:
        st.info("No one can get a decoy yet. Choose companies and kinds below.", icon=":material/person_search:")
        st.stop()
    terms = Terms(prices, tuple(recipients), tuple(labels), MOST_EFFORT, tuple(kinds), expected)
    found = best_decoys.offer(work, terms)
    if found is None:
        st.stop()
    if not found.baits:
        why = "her rules join none" if any(r.erasure != "done" for r in work.releases) else "she has none"
        st.info(f"Eve would join no decoy to your records: {why}.", icon=":material/link_off:")
        st.stop()
    now = found.plans[0].leakage
    if all(percent(plan.leakage) == percent(now) for plan in found.plans):
        st.info(
            f"No decoy helps: Eve knows {percent(now)} of you with or without one.",
            icon=":material/block:",
        )
        st.stop()
    top = st.container()
    effort = st.slider(
        "How much effort will you make?",
        0.0,
        MOST_EFFORT,
        MOST_EFFORT / 2,
        1.0,
        format="%g",
        key="decoys-effort",
        persist_state="session",
        help="1 is filling in one field of a form.",
    )
    chosen = found.within(effort)
    if percent(chosen.leakage) == percent(now):
        chosen = found.plans[0]
    with top:
        lower = f"Down from {percent(now)} to {percent(chosen.leakage)}"
        st.header(lower if chosen.decoys else f"{percent(now)}: no decoy helps at this effort")
        st.caption("How much Eve knows of you, with the best decoys found. 100 points would be everything about you.")
    _decoys_chart(found, chosen, effort)
    papers = found.within(effort, heuristic=True).leakage
    if papers - chosen.leakage >= NOTHING:
        st.caption(f"With the papers' simpler heuristic it would be {percent(papers)}.")
    if found.only_self:
        st.caption(
            "Under these rules a record can join one person only, so no stranger can be tied in. Whang & Garcia-Molina "
            "2011, Section 3.2."
        )
    for number, effect in enumerate(effects(work, found, chosen), 1):
        with st.container(border=True):
            _decoy_card(number, effect, alone=len(chosen.decoys) == 1)
    if chosen.decoys:
        releases = [Release(f"Decoy {n}", d.outlet.recipient, d.record) for n, d in enumerate(chosen.decoys, 1)]
        st.button(
            "Compare these in Before I share",
            key="decoys-plan",
            icon=":material/compare_arrows:",
            on_click=_plan_these,
            args=(releases,),
            help="Nothing is given out by this.",
        )
details = st.expander("What was searched, and how?", icon=":material/help:", key="decoys-details", on_change="rerun")
if details.open:
    with details:
        st.markdown(SEARCHED)
        before, then = (with_plan(work, plan, expected) for plan in (found.plans[0], chosen))
        left = now, chosen.leakage
        derivation_on_demand(lambda: derivation_of_change(before, then, left), "decoys")
