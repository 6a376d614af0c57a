"""How many minutes there are, and what to do with them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.decision.plan.outcomes import Aim
from leakage.decision.plan.planning import ActionPlan, PlanStep
from leakage.record import Pair
from leakage.workspace.figures.assessment import at_hand
from leakage.workspace.figures.done import LETTERS, waiting_letter
from leakage.workspace.figures.plan.actions import (
    CHANGING,
    LEVERS,
    USUAL_LEVERS,
    ActionKind,
    Changing,
    PlanTerms,
    WorkOption,
    kind_of_change,
    minutes_of,
)
from leakage.workspace.figures.plan.options import POOLED
from leakage.workspace.figures.plan.plan import WorkPlans
from leakage.workspace.places.obligations import AFTER_THE_END, deletion_obstacles, kept_by
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.states import SAID
from leakage.workspace.vocabulary import RIGHT
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.decide.plan import accounts, adversaries, text
from pages.kit import done, shared_figures
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain, show
from pages.kit.charts.curves import frontier_marks
from pages.kit.glossary import CALLED, action_label
from pages.kit.questions import request_button
from pages.kit.shared_figures import MINUTES
from pages.kit.tables import POINTS, show_table
from pages.shell.session import link
from pages.shell.words import count, listed, percent

# How far would more time bring it down?


def frontier_chart(plans: WorkPlans, chosen: ActionPlan) -> Chart:
    """The plans for every number of minutes as stairs, what none goes below, and the one chosen."""
    points, most = plans.frontier.plans, plans.frontier.budget
    names = [[plain(plans.options[number].what) for number in plan.actions] for plan in points]
    actions = [listed(list(dict.fromkeys(some)), most=6) or "nothing" for some in names]
    hover = "%{x:g} minutes: leakage %{y:.4f}<br>%{customdata}"
    ring = ("this plan", chosen.cost, chosen.leakage)
    return spec.draw(
        "How far would more time bring it down?",
        frontier_marks(plans.frontier, "best found", RIGHT, ring, hover, actions),
        spec.axis("minutes", [-0.02 * most, 1.02 * most], rangemode="tozero"),
        spec.share_axis(),
        f"Leakage now {percent(points[0].leakage)}; with the plan shown {percent(chosen.leakage)}; "
        f"with {points[-1].cost:g} minutes {percent(points[-1].leakage)}.",
    )


# Searching on, where the plan is not proved.


def offer_further(workspace: Workspace, terms: PlanTerms, chosen: ActionPlan) -> None:
    """A button to search on, where the plan is not proved."""
    if not chosen.optimal:
        st.button(
            "Search on",
            key="plan-search-on",
            icon=":material/search:",
            on_click=shared_figures.search_on,
            args=(workspace, terms),
            help="Looks at four times as many sets of actions, from what was found so far. It can be cancelled.",
        )


# The plan as a short ordered list, and what it says of every adversary.


NAMED = 3
"""Values named in one reason."""

LISTED = 8
"""Actions of a plan that are listed one by one."""


def headline(workspace: Workspace, plans: WorkPlans, chosen: ActionPlan) -> None:
    """What the plan takes back, in words, and whether that is proved."""
    now = plans.frontier.plans[0].leakage
    if not chosen.actions:
        st.header("Nothing in this time lowers what is known of you")
        st.text(_nothing(plans))
    else:
        took = f"{chosen.cost:g} minutes" + (f" and {chosen.price:g} in money" if chosen.price else "")
        back = 100 * (now - chosen.leakage)
        st.header(f"{count(len(plans.steps(chosen)), 'step')} in {took} would take back {back:.1f} points")
        who = "The adversary who knows most knows" if plans.terms.aim == "worst" else "The adversaries know on average"
        doubtful = any(plans.options[number].option.chance < 1.0 for number in chosen.actions)
        then = f"{percent(chosen.leakage)}{' on average' if doubtful else ''}"
        st.text(f"{who} {percent(now)} of you now; afterwards {then}. Lower is better for you.")
        if doubtful:
            st.text(_range(chosen))
    st.caption(text.PROVED if chosen.optimal else text.NOT_PROVED.format(lowest=percent(chosen.lowest)))
    if workspace.sources and plans.terms.changes_truth:
        st.warning(text.FILES_OF_ONE_TRUTH, icon=":material/folder_off:")


def _range(chosen: ActionPlan) -> str:
    """What a plan may come to where letters may be refused."""
    low, high = map(percent, chosen.range)
    said = text.ON_AVERAGE.format(low=low, high=high) if low != high else ""
    return " ".join(filter(None, (said, text.ABOUT.format(margin=100 * chosen.margin) if chosen.drawn else "")))


def _nothing(plans: WorkPlans) -> str:
    if not plans.options:
        return "There is nothing that these actions could do here."
    further = next((plan for plan in plans.frontier.plans if plan.actions), None)
    if further is None:
        return "None that was looked at does: others tell the same. Allow more time, or more kinds of actions."
    return f"The shortest plan that helps takes {further.cost:g} minutes."


def actions(workspace: Workspace, plans: WorkPlans, chosen: ActionPlan) -> None:
    """The ordered list; of a long plan what comes after the first steps as a table."""
    if not chosen.actions:
        return
    steps, obstacles, today = plans.steps(chosen), deletion_obstacles(workspace), datetime.date.today()
    for place, (sittings, step) in enumerate(steps[:LISTED], 1):
        with st.container(border=True, gap=None, key=f"plan-step-{place}"):
            done.show_title(f"{place}. {_label(sittings)}", done.state_of_step(workspace, sittings))
            back = 100 * (step.before - step.after)
            st.text(text.STEP.format(takes=duration(sittings), back=back, after=percent(step.after)))
            if chance := _chance(sittings):
                st.text(chance)
            st.text(f"Why: {_why(workspace, sittings, step)}.")
            for number, option in enumerate(sittings):
                if option.lever == "erase" and option.recipient in obstacles:
                    st.text(AFTER_THE_END)
                _show_sitting(workspace, option, f"{place}-{number}")
    if steps[LISTED:]:
        show_table(
            [
                (
                    place,
                    _label(sittings),
                    done.state_words(done.state_of_step(workspace, sittings), today),
                    sum(option.option.minutes for option in sittings),
                    100 * (step.before - step.after),
                    percent(step.after),
                    _why(workspace, sittings, step),
                )
                for place, (sittings, step) in enumerate(steps[LISTED:], LISTED + 1)
            ],
            {
                "": None,
                "Then do": None,
                "State": None,
                "Minutes": None,
                "Takes back": POINTS,
                "Then known": None,
                "Why": None,
            },
            "The further steps of the plan in their order, with cost, effect and reason",
        )
    st.caption(f"{text.HELP}\n\n{text.LINKS}")


def _label(sittings: tuple[WorkOption, ...]) -> str:
    """A step in a few words; what helps only together stands together."""
    return " + ".join(map(action_label, sittings))


def _show_sitting(workspace: Workspace, option: WorkOption, name: str) -> None:
    """What the person needs to do it: the letter, or the accounts with their pages, to tick off."""
    if option.lever == "change" and option.accounts:
        accounts.tick_off(workspace, option, name)
    if option.lever == "erase" and _limited(workspace, option.recipient):
        st.text(SAID["limited"])
    if option.lever in LETTERS and option.recipient:
        if waiting_letter(workspace, option):
            link(catalogue.REQUESTS, "Note the answer")
        else:
            owner = option.what if option.accounts else ""
            request_button(option.recipient, LETTERS[option.lever], key=f"plan-letter-{name}", owner=owner)


def _chance(sittings: tuple[WorkOption, ...]) -> str:
    """How often what a step asks for is granted."""
    asked = dict.fromkeys(option.option.chance for option in sittings if option.option.chance < 1.0)
    return f"Granted in about {listed([f'{100 * chance:.0f}' for chance in asked])} of 100 cases." if asked else ""


def not_proposed(workspace: Workspace) -> None:
    """What is no option to have deleted, one line a reason, and letters to those who have an address for them."""
    kept = kept_by(workspace)
    if not kept:
        return
    st.subheader("What cannot be asked")
    for obstacle, names in kept.items():
        st.text(f"{listed(names, NAMED)}: {obstacle.reason}")
    st.caption(text.NOT_ASKED)
    impossible = [name for obstacle, names in kept.items() if obstacle.cause == "impossible" for name in names]
    reachable = [name for name in impossible if (contact := contact_of(workspace, name)) and contact.email]
    for number, name in enumerate(reachable[:NAMED], 1):
        st.text(f"{name} has an address for requests about privacy: a letter may still do it.")
        request_button(name, "erasure", key=f"plan-letter-all-the-same-{number}", label="Write it all the same")


def _limited(workspace: Workspace, recipient: str) -> bool:
    contact = contact_of(workspace, recipient)
    return contact is not None and contact.difficulty == "limited"


def duration(sittings: tuple[WorkOption, ...]) -> str:
    """What a step takes, in minutes and money."""
    price, minutes = (sum(getattr(option.option, part) for option in sittings) for part in ("price", "minutes"))
    return f"{minutes:g} {'minute' if minutes == 1 else 'minutes'}{f' and {price:g} in money' if price else ''}"


def _why(workspace: Workspace, sittings: tuple[WorkOption, ...], step: PlanStep) -> str:
    if step.cut:
        return f"cuts the {'link' if len(step.cut) == 1 else 'links'} {_named(workspace, step.cut, values=True)}"
    if step.freed:
        return f"she loses {_named(workspace, step.freed)}"
    if any(option.lever == "dilute" for option in sittings):
        return "she takes what is wrong for yours"
    return "it helps against another adversary"


def _named(workspace: Workspace, pairs: tuple[Pair, ...], values: bool = False) -> str:
    called = [
        f"{workspace.display_name(label)} {value}" if values else workspace.display_name(label)
        for label, value in pairs
    ]
    return listed(list(dict.fromkeys(called)), NAMED)


# What the person can spend, on what, and against whom.


_AIMS: dict[Aim, str] = {"worst": "Who knows most", "average": "Their average"}
_WHERE: dict[Changing, str] = {
    "one by one": "Account by account: each gets a fresh value of its own",
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
        levers=("change",), policies=terms.policies, poolings=terms.poolings, aim=terms.aim, labels=(label,)
    )
    return _within(only, float(count) * minutes_of(workspace, changeable[label]), 1e6)


def _within(terms: PlanTerms, minutes: float, money: float) -> Spending:
    looked_at = LOOKED_AT
    while looked_at < minutes:
        looked_at *= 2.0
    parts = {name: getattr(terms, name) for name in PlanTerms.__dataclass_fields__}
    return Spending(PlanTerms(**{**parts, "minutes": looked_at, "money": money}), minutes)


def _levers() -> tuple[ActionKind, ...]:
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


def _against(workspace: Workspace, levers: tuple[ActionKind, ...]) -> PlanTerms:
    st.caption(text.AGAINST)
    names = [policy.name for policy in at_hand(workspace)]
    faced = [name for name in shared_figures.usual_policies(workspace) if name in names] or names
    key = f"plan-policies-{hash((*names, '', *faced) if faced != names else tuple(names))}"
    policies = st.multiselect("Adversaries", names, default=faced, key=key, persist_state="session")
    left, right = st.columns(2)
    usual = shared_figures.usual_poolings(workspace)
    poolings = left.pills(
        "Who pools data",
        [kind for kind in POOLED if kind != "releases" or workspace.has_releases_only],
        selection_mode="multi",
        format_func=lambda kind: POOLED[kind].capitalize(),
        default=list(usual),
        key=f"plan-poolings-{'-'.join(usual)}",
        wrap=True,
        persist_state="session",
        help=None if usual else text.AS_EACH_HAS_IT,
    )
    if not poolings:
        left.caption("As each Eve has it.")
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


# The parts of the plan page.


def show_plan(workspace: Workspace) -> None:
    """What may be spent, a plan for it, and what it does against each adversary."""
    place, answer = st.container(), st.container()
    asked = ask(workspace, place)
    adversaries.edit(workspace)
    shared_figures.ask(asked.terms, asked.minutes)
    with answer:
        plans = shared_figures.plans_or_offer(workspace, asked.terms)
    if plans:
        chosen = plans.within(asked.minutes)
        with answer:
            done.show_progress(workspace, done.left_in(workspace, plans, asked.minutes))
            headline(workspace, plans, chosen)
            actions(workspace, plans, chosen)
            done.show_settled(workspace)
            not_proposed(workspace)
            offer_further(workspace, asked.terms, chosen)
        show(frontier_chart(plans, chosen), "plan")
        adversaries.show(plans, chosen, asked.minutes)
        adversaries.say_without_files(workspace, asked.terms)
    else:
        with answer:
            done.show_progress(workspace)
            done.show_settled(workspace)


def show_single_kinds() -> None:
    """The ways to pages on one kind of action."""
    st.subheader("One kind of action at a time")
    with st.container(horizontal=True, key="plan-links"):
        link(catalogue.ERASURE, "Which releases to have deleted")
        link(catalogue.DISINFORMATION, "Which wrong facts to give")
        link(catalogue.PLANNED_RELEASE, "What to leave blank")
        link(catalogue.REQUESTS, "Letters to send")
