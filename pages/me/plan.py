"""What to do: first what anybody would tell, then what lowers the leakage most; every answer is kept with the work."""

import datetime
from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.workspace.figures import steps
from leakage.workspace.figures.actions import WorkPlans
from leakage.workspace.figures.tasks import OPTIMISED, Task, task_of
from leakage.workspace.figures.words import Step, page_of, step_of, thanks
from leakage.workspace.places.obligations import kept_by
from leakage.workspace.release import RequestKind, StepAnswer
from leakage.workspace.vocabulary import RIGHT
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import charts, page, session
from pages.app.charts import Chart, show, stairs
from pages.app.figures import figure
from pages.app.words import count, listed, percent, unmarked
from pages.me import forms

ANSWERS: dict[StepAnswer, tuple[str, str, str]] = {
    "done": ("Done", "check", "It counts at once. You can take it back below."),
    "later": ("Later", "schedule", "It comes back at the end of the list."),
    "needed": ("I need this", "bookmark", "It stays, and you are not asked again."),
    "cannot": ("Can't", "block", "You are not asked again."),
}
LETTERS: dict[str, RequestKind] = {"erase": "erasure", "stop sharing": "objection"}
TIMES = {15: "15 minutes", 60: "1 hour", 180: "An evening"}
SEEN = 3
"""Steps of a list that are in sight; the others are in a fold below."""
MOST_KEPT = 3
DAY = datetime.date.today().isoformat()


# What is worked out here.


@figure
def is_better(work: Workspace, keys: tuple[str, ...]) -> bool:
    """Whether other steps leave a point less than those that are saved."""
    return steps.better(work, DAY, work.plan, keys)


# Answers.


def answer(key: str, said: StepAnswer) -> None:
    """Keep an answer to a step; what is done is thanked for."""
    work, task = session.current(), task_of(key)
    if said == "done" and task:
        st.session_state["plan-thanks"] = thanks(work, task)
    name = "do a step" if said == "done" else "answer a step"
    session.edit(steps.answered(work, key, said, DAY), name)


def take_back(key: str) -> None:
    """Ask a step again, and undo what it did."""
    session.edit(steps.taken_back(session.current(), key), "take an answer back")


def use(keys: tuple[str, ...]) -> None:
    """Keep another plan."""
    session.edit(replace(session.current(), plan=keys), "use a better plan")


# A step.


def card(number: int, step: Step) -> None:
    """What to do, why and how, where, and the four answers."""
    mark, task = abs(hash(step.key)) % 10**8, task_of(step.key)
    with st.container(border=True, gap="xsmall", key=f"plan-step-{number}"):
        with st.container(gap=None, key=f"plan-words-{number}"):
            st.text(f"{number}. {step.title}")
            st.text(step.why)
            st.text(step.how)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            where(step, task, mark)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            for said, (label, icon, means) in ANSWERS.items():
                # Nobody needs a weak password: on the first steps it would read as "I need to do this".
                if said == "needed" and (task is None or task.kind not in OPTIMISED):
                    continue
                st.button(
                    label,
                    key=f"plan-{said}-{mark}",
                    icon=f":material/{icon}:",
                    help=means,
                    type="primary" if said == "done" else "secondary",
                    on_click=answer,
                    args=(step.key, said),
                )
            gain = f" · {step.gain:.0f} {'point' if round(step.gain) == 1 else 'points'} lower" if step.gain else ""
            st.caption(f"{step.minutes:g} minutes{gain}", width="content")


def where(step: Step, task: Task | None, mark: int) -> None:
    """The pages on which a step is done, and the way to a letter."""
    if task and task.kind in LETTERS:
        if step.link:
            st.link_button("Delete it on their page", step.link, icon=":material/open_in_new:")
        forms.letter_button(step.about[0], LETTERS[task.kind], key=f"plan-letter-{mark}")
    elif step.link and len(step.about) < 2:
        name = unmarked(step.about[0]) if step.about else "the page"
        st.link_button(f"Open {name}", step.link, icon=":material/open_in_new:")
    else:
        for name in step.about:
            if address := page_of(work, name):
                st.link_button(unmarked(name), address, icon=":material/open_in_new:")
            else:
                st.text(name, width="content")


def cards(some: tuple[Step, ...], first: int, seen: int) -> None:
    """Steps in their order: so many in sight, the others in a fold."""
    for number, step in enumerate(some[:seen], first):
        card(number, step)
    if some[seen:]:
        with st.expander(f"{count(len(some) - seen, 'more step')}", icon=":material/checklist:"):
            for number, step in enumerate(some[seen:], first + seen):
                card(number, step)


def within(some: tuple[Step, ...], minutes: int) -> int:
    """How many steps fit into some minutes; at least one."""
    spent, fitting = 0.0, 0
    for step in some:
        spent += step.minutes
        fitting += spent <= minutes
    return max(1, fitting)


# The page: how far one is, the first steps, the plan.

work = page.open_page(catalogue.PLAN, "What should you do next?")
page.need_releases(work)
if thanked := st.session_state.pop("plan-thanks", ""):
    with st.container(border=True, horizontal=True, key="plan-thanks"):
        st.markdown(":green[:material/check_circle:]", width="content")
        st.text(thanked, width="stretch")
if so_far := forms.progress(work):
    st.text(so_far)
first = forms.first_steps(work)
if first:
    cards(first, 1, SEEN)
else:
    st.text("The basics are done: your mailbox, leaked and reused passwords, two-step sign-in.")


def show_plan() -> tuple[WorkPlans, tuple[str, ...]] | None:
    """The steps that lower the leakage most: those that are saved, or a new plan that is saved with them."""
    kept = forms.plan_in_use(work)
    if kept is None:
        return None
    if kept:
        minutes = st.segmented_control(
            "How much time do you have this week?",
            list(TIMES),
            format_func=TIMES.__getitem__,
            default=60,
            required=True,
            key="plan-minutes",
            persist_state="session",
        )
        cards(kept, len(first) + 1, within(kept, minutes))
    else:
        leaked = "Eve only has what leaked. Nothing you can do now takes that back."
        st.text(leaked if work.has_releases_only else "Nothing else lowers it by a point in half an hour.")
    return forms.looked_for(work)


def frontier(plans: WorkPlans) -> Chart:
    """What Eve knows after the best plan for every number of minutes."""
    points = plans.plans.plans
    most = max(60.0, 1.2 * points[-1].minutes)
    places = [(plan.minutes, plan.leakage) for plan in points]
    dots = [(*place, count(len(plan.actions), "action")) for place, plan in zip(places, points, strict=True)]
    least = f"with {points[-1].minutes:g} minutes {percent(points[-1].leakage)}"
    return charts.draw(
        "How far does more time bring it down?",
        [
            stairs("best found", places, most, charts.Look(RIGHT, width=3)),
            charts.dots("plans", dots, RIGHT, "%{x:g} minutes: %{y:.4f}<br>%{customdata}", showlegend=False),
        ],
        charts.axis("minutes", [-0.02 * most, 1.02 * most], rangemode="tozero"),
        charts.share_axis("how much Eve knows"),
        f"{percent(points[0].leakage)} after the first steps; {least}.",
        height=300,
    )


st.subheader("Then: what lowers Eve's knowledge most", anchor=False)
st.caption("100 points would be everything about you. Each step assumes that those above it are done.")
found = show_plan()
if found:
    plans, keys = found
    in_use = session.current()
    if in_use.plan and keys != in_use.plan and is_better(in_use, keys):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="plan-better"):
            st.text("There is now a plan that is better by a point or more.", width="stretch")
            st.button("Use it", key="plan-use", on_click=partial(use, keys))


# What was answered, what is not asked, and the chart.

if work.answers:
    with st.expander(f"{count(len(work.answers), 'answer')} so far", icon=":material/history:", key="plan-answers"):
        for number, given in enumerate(reversed(work.answers)):
            if task := task_of(given.step):
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    day = datetime.date.fromisoformat(given.day)
                    said = f"{ANSWERS[given.answer][0]}, {day.day} {day:%B}: {step_of(work, task).title}"
                    st.text(said, width="stretch")
                    st.button("Take back", key=f"plan-back-{number}", on_click=take_back, args=(given.step,))
if kept := kept_by(work):
    with st.expander("What the plan leaves alone", icon=":material/block:"):
        for obstacle, names in kept.items():
            st.text(f"{listed(names, MOST_KEPT)}: {obstacle.reason}")
        st.caption("Your mailbox, accounts you sign in through, and accounts you used in the last year stay too.")
if found and plans.plans.plans[0].leakage - plans.plans.plans[-1].leakage >= steps.POINT:
    show(frontier(plans), "plan")
    tried = "All combinations of these actions were tried." if plans.plans.every_set_tried else "Best plans found."
    drawn = " over drawn answers" if any(plan.drawn for plan in plans.plans.plans) else ""
    st.caption(f"{tried} A letter may be refused, so the line is an average{drawn}.")
