"""How many minutes there are, and what to do with them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.decision.plan import Plan, Step
from leakage.workspace.figures.assessment import at_hand
from leakage.workspace.figures.done import LETTERS, waiting_letter
from leakage.workspace.figures.plan.actions import (
    CHANGING,
    Changing,
    PlanTerms,
    WorkOption,
    kind_of_change,
    minutes_of,
)
from leakage.workspace.figures.plan.plan import POOLED, PlannedStep, WorkPlans
from leakage.workspace.places.obligations import AFTER_THE_END, Obstacle, deletion_obstacles, kept_by
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.states import SAID
from leakage.workspace.vocabulary import RIGHT
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app.page import link
from pages.app.words import count, listed, percent
from pages.decide.plan import accounts, action_minutes, adversaries, text
from pages.kit import done, shared_figures
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain, show
from pages.kit.charts.curves import stairs
from pages.kit.glossary import action_label
from pages.kit.questions import request_button
from pages.kit.shared_figures import MINUTES
from pages.kit.tables import POINTS, show_table

# How far would more time bring it down?


def frontier_chart(plans: WorkPlans, chosen: Plan) -> Chart:
    """The plans for every number of minutes as stairs, and the one chosen."""
    points, most = plans.plans.plans, plans.terms.minutes
    names = [[plain(plans.options[number].what) for number in plan.actions] for plan in points]
    actions = [listed(list(dict.fromkeys(some)), most=6) or "nothing" for some in names]
    places = [(plan.minutes, plan.leakage) for plan in points]
    hover = "%{x:g} minutes: %{y:.4f}<br>%{customdata}"
    return spec.draw(
        text.CHART,
        [
            stairs("best found", places, most, spec.Look(RIGHT, width=3)),
            spec.dots(
                "plans",
                [(*place, said) for place, said in zip(places, actions, strict=True)],
                RIGHT,
                hover,
                showlegend=False,
            ),
            spec.ring("this plan", (chosen.minutes, chosen.leakage)),
        ],
        spec.axis("minutes", [-0.02 * most, 1.02 * most], rangemode="tozero"),
        spec.share_axis(text.KNOWS),
        f"{percent(points[0].leakage)} now; with the plan shown {percent(chosen.leakage)}; "
        f"with {points[-1].minutes:g} minutes {percent(points[-1].leakage)}.",
        height=300,
    )


# The plan as a short ordered list, and what it says of every adversary.

MOST_KEPT = 3
"""Names in the reason for which something is not proposed, and letters offered all the same."""

SEEN, LISTED = 4, 8
"""Steps of a plan that are in sight, and that have a card of their own; the others are rows of a table."""


def headline(workspace: Workspace, plans: WorkPlans, chosen: Plan) -> None:
    """What the plan takes back, in words, and whether all combinations of actions were tried."""
    now = plans.plans.plans[0].leakage
    if not chosen.actions:
        st.header(text.NOTHING)
        st.text(_nothing(plans))
    else:
        took = text.TOOK.format(minutes=chosen.minutes)
        steps, back = count(len(plans.steps(chosen)), "step"), 100 * (now - chosen.leakage)
        st.header(text.TITLE.format(steps=steps, took=took, back=back))
        doubtful = any(plans.options[number].action.chance < 1.0 for number in chosen.actions)
        then = f"{percent(chosen.leakage)}{text.ON_THE_WHOLE if doubtful else ''}"
        known = text.KNOWN.format(now=percent(now), then=then)
        st.text(f"{known} {_range(chosen)}" if doubtful else known)
    st.caption(text.ALL_TRIED if plans.plans.every_set_tried else text.BEST_FOUND)


def _range(chosen: Plan) -> str:
    """What a plan may come to where letters may be refused."""
    low, high = map(percent, chosen.range)
    said = text.ON_AVERAGE.format(low=low, high=high) if low != high else ""
    return " ".join(filter(None, (said, text.ABOUT.format(margin=100 * chosen.margin) if chosen.margin else "")))


def _nothing(plans: WorkPlans) -> str:
    if not plans.options:
        return text.NO_OPTION
    further = next((plan for plan in plans.plans.plans if plan.actions), None)
    if further is None:
        return text.MORE_TIME
    return text.SHORTEST.format(minutes=further.minutes)


def actions(workspace: Workspace, plans: WorkPlans, chosen: Plan) -> None:
    """The ordered list: the first steps in sight, the next ones in a fold, and of a long plan the rest as a table."""
    if not chosen.actions:
        return
    steps = plans.steps(chosen)
    for place, (sittings, step) in enumerate(steps[:SEEN], 1):
        _card(workspace, place, sittings, step)
    if not steps[SEEN:]:
        return
    with st.expander(text.MORE_STEPS.format(steps=count(len(steps) - SEEN, "step")), icon=":material/checklist:"):
        for place, (sittings, step) in enumerate(steps[SEEN:LISTED], SEEN + 1):
            _card(workspace, place, sittings, step)
        if steps[LISTED:]:
            rows = [_row(workspace, *numbered) for numbered in enumerate(steps[LISTED:], LISTED + 1)]
            drawn = {name: POINTS if name == text.FURTHER[4] else None for name in text.FURTHER}
            show_table(rows, drawn, "The further steps of the plan in their order, with cost, effect and reason")


def _row(workspace: Workspace, place: int, planned: PlannedStep) -> tuple[object, ...]:
    sittings, step = planned
    return (
        place,
        _label(sittings),
        done.state_words(done.state_of_step(workspace, sittings), datetime.date.today()),
        sum(option.action.minutes for option in sittings),
        100 * (step.before - step.after),
        percent(step.after),
        _why(step),
    )


def _card(workspace: Workspace, place: int, sittings: tuple[WorkOption, ...], step: Step) -> None:
    """One step in three lines: what to do, what it brings and takes, and why; beside it what is needed to do it."""
    obstacles = deletion_obstacles(workspace)
    with st.container(border=True, gap=None, key=f"plan-step-{place}"):
        words, ways = st.columns([3, 1], vertical_alignment="center")
        with words.container(gap=None, key=f"plan-words-{place}"):
            done.show_title(f"{place}. {_label(sittings)}", done.state_of_step(workspace, sittings))
            back, after = 100 * (step.before - step.after), percent(step.after)
            st.text(text.STEP.format(takes=duration(sittings), back=back, after=after) + _chance(sittings))
            if why := _why(step):
                st.text(why)
            if any(option.lever == "erase" and option.recipient in obstacles for option in sittings):
                st.text(AFTER_THE_END)
        with ways:
            for number, option in enumerate(sittings):
                _show_sitting(workspace, option, f"{place}-{number}")
        for number, option in enumerate(sittings):
            if accounts.has_list(option):
                with st.expander(text.TICK_OFF, icon=":material/checklist:", key=f"plan-list-{place}-{number}"):
                    accounts.tick_off(workspace, option, f"{place}-{number}")


def _label(sittings: tuple[WorkOption, ...]) -> str:
    """A step in a few words; what helps only together stands together."""
    return " + ".join(map(action_label, sittings))


def _show_sitting(workspace: Workspace, option: WorkOption, name: str) -> None:
    """What the person needs to do it: the letter, or the accounts with their pages, to tick off."""
    if option.lever == "change" and option.accounts and not accounts.has_list(option):
        accounts.tick_one(workspace, option, name)
    if option.lever == "erase" and _limited(workspace, option.recipient):
        st.text(SAID["limited"])
    if option.lever in LETTERS and option.recipient:
        if waiting_letter(workspace, option):
            link(catalogue.REQUESTS, text.NOTE_ANSWER)
        else:
            owner = option.what if option.accounts else ""
            request_button(option.recipient, LETTERS[option.lever], key=f"plan-letter-{name}", owner=owner)


def _chance(sittings: tuple[WorkOption, ...]) -> str:
    """How often what a step asks for is granted."""
    asked = dict.fromkeys(f"{100 * option.action.chance:.0f}" for option in sittings if option.action.chance < 1.0)
    return text.GRANTED.format(chances=listed(list(asked))) if asked else ""


def not_proposed(workspace: Workspace) -> None:
    """What is no option to have deleted, one line a reason, and letters to those who have an address for them."""
    kept = kept_by(workspace)
    if not kept:
        return
    with st.expander(text.CANNOT, icon=":material/block:"):
        _show_obstacles(workspace, kept)


def _show_obstacles(workspace: Workspace, kept: Mapping[Obstacle, tuple[str, ...]]) -> None:
    for obstacle, names in kept.items():
        st.text(f"{listed(names, MOST_KEPT)}: {obstacle.reason}")
    st.caption(text.NOT_ASKED)
    impossible = [name for obstacle, names in kept.items() if obstacle.cause == "impossible" for name in names]
    reachable = [name for name in impossible if (contact := contact_of(workspace, name)) and contact.email]
    for number, name in enumerate(reachable[:MOST_KEPT], 1):
        st.text(text.MAY_STILL.format(name=name))
        request_button(name, "erasure", key=f"plan-letter-all-the-same-{number}", label=text.STILL_WRITE)


def _limited(workspace: Workspace, recipient: str) -> bool:
    contact = contact_of(workspace, recipient)
    return contact is not None and contact.difficulty == "limited"


def duration(sittings: tuple[WorkOption, ...]) -> str:
    """What a step takes, in minutes."""
    minutes = sum(option.action.minutes for option in sittings)
    return f"{minutes:g} {'minute' if minutes == 1 else 'minutes'}"


MISSED, MISSED_POINTS = 2.0, 0.005
"""How many times its own fall a step is missed in the end, and by how much more, for others to be said to need it."""


def _why(step: Step) -> str:
    fall = step.before - step.after
    needed = step.missed >= max(MISSED * fall, fall + MISSED_POINTS)
    return text.NEEDED.format(missed=100 * step.missed) if needed else ""


# What the person can spend, on what, and against whom.


LOOKED_AT = 240.0
"""Minutes up to which plans are looked for, and twice that, as long as the person has more."""


@dataclass(frozen=True, slots=True)
class Spending:
    """What is asked: the terms, and the minutes of the plan to show, of those that the terms look at."""

    terms: PlanTerms
    minutes: float


def ask(workspace: Workspace, place: DeltaGenerator) -> Spending:
    """Minutes, or so many accounts to move; below the answer all that is seldom touched.

    Arguments:
        workspace: what can be changed in it, and who may put it together.
        place: above the answer.
    """
    changeable = {label: kind for label, _ in workspace.profile if (kind := kind_of_change(workspace, label))}
    with place:
        what, *how_much = st.columns([2, 1, 1])
        alias = what.segmented_control(
            text.WHAT,
            [False, True],
            format_func=lambda only: text.ACCOUNTS if only else text.EVERYTHING,
            default=False,
            required=True,
            key="plan-alias",
            persist_state="session",
            disabled=not changeable,
            help=text.ALIAS if changeable else text.NO_ALIAS,
        )
    with st.expander(text.TERMS, icon=":material/tune:"):
        terms = _against(workspace)
    if alias and changeable:
        return _accounts(workspace, terms, changeable, how_much)
    return _budget(terms, how_much[0])


def _budget(terms: PlanTerms, place: DeltaGenerator) -> Spending:
    minutes = place.number_input(text.MINUTES, 1, 10_000, MINUTES, 5, key="plan-minutes", persist_state="session")
    return _within(terms, float(minutes))


def _accounts(
    workspace: Workspace, terms: PlanTerms, changeable: dict[str, str], places: Sequence[DeltaGenerator]
) -> Spending:
    left, right = places
    label = left.selectbox(
        text.FRESH, list(changeable), format_func=workspace.display_name, key="plan-label", persist_state="session"
    )
    count = right.number_input(text.HOW_MANY, 1, 500, 20, key="plan-count", persist_state="session")
    only = PlanTerms(policies=terms.policies, poolings=terms.poolings, labels=(label,))
    return _within(only, float(count) * minutes_of(workspace, changeable[label]))


def _within(terms: PlanTerms, minutes: float) -> Spending:
    looked_at = LOOKED_AT
    while looked_at < minutes:
        looked_at *= 2.0
    return Spending(replace(terms, minutes=looked_at), minutes)


def _against(workspace: Workspace) -> PlanTerms:
    st.caption(text.AGAINST)
    names = [policy.name for policy in at_hand(workspace)]
    faced = [name for name in shared_figures.usual_policies(workspace) if name in names] or names
    key = f"plan-policies-{hash((*names, '', *faced) if faced != names else tuple(names))}"
    policies = st.multiselect(text.EVES, names, default=faced, key=key, persist_state="session")
    usual = shared_figures.usual_poolings(workspace)
    poolings = st.pills(
        text.SHARING,
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
        st.caption(text.AS_EACH)
    return PlanTerms(
        policies=tuple(policies) if set(policies) != set(names) else (),
        poolings=tuple(poolings),
        changing=_changing(),
        coming=_to_come(workspace),
    )


def _to_come(workspace: Workspace) -> str:
    plans = [text.NOTHING_COMING, *(plan.name for plan in workspace.plans)]
    coming = st.selectbox(
        text.COMING,
        range(len(plans)),
        format_func=plans.__getitem__,
        key=f"plan-coming-{len(plans)}",
        persist_state="session",
    )
    return plans[coming] if coming else ""


def _changing() -> Changing:
    chosen: Changing = st.radio(
        text.WHERE,
        CHANGING,
        format_func=text.CHANGING_WHERE.__getitem__,
        key="plan-changing",
        persist_state="session",
        help=text.CHANGING,
    )
    return chosen


# The parts of the plan page.


DETAILS = "plan-details"


def show_plan(workspace: Workspace) -> None:
    """What may be spent, a plan for it, and in folds all else."""
    place, answer = st.container(), st.container()
    asked = ask(workspace, place)
    action_minutes.edit(workspace)
    shared_figures.ask(asked.terms, asked.minutes)
    with answer:
        plans = shared_figures.plans.offer(workspace, asked.terms)
        done.show_progress(workspace, done.left_in(workspace, plans, asked.minutes) if plans else 0)
        if plans:
            chosen = plans.within(asked.minutes)
            headline(workspace, plans, chosen)
            adversaries.say_leaked(plans)
            actions(workspace, plans, chosen)
        done.show_settled(workspace)
        if plans:
            not_proposed(workspace)
    if plans:
        _details(plans, chosen)


def _details(plans: WorkPlans, chosen: Plan) -> None:
    """What more time would bring, and what each adversary knows; once it is opened."""
    section = st.expander(text.DETAILS, icon=":material/monitoring:", key=DETAILS, on_change="rerun")
    if section.open:
        with section:
            show(frontier_chart(plans, chosen), "plan")
            adversaries.show(plans, chosen)
            st.caption(text.HELP)
