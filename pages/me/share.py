"""Before I share: what a release would add, whichever way it is done."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.decision.planned_release import FieldChoice, FieldChoices
from leakage.record import Attribute, Pair, Record
from leakage.workspace.figures.disinformation import made_up_values
from leakage.workspace.figures.planned_releases import (
    PlanOutcome,
    choose_fields,
    compare_plans,
    parted,
    with_choice,
    with_release,
    with_required,
)
from leakage.workspace.limits import check_text
from leakage.workspace.places.kinds import place_kind, presumed_facts
from leakage.workspace.sites import site_of
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Release, Workspace
from pages import catalogue
from pages.app import charts, page, session, widgets
from pages.app.charts import POINTS, plain, show, show_table
from pages.app.figures import figure
from pages.app.words import change, count, listed, percent
from pages.me import forms

REPLACED = ("Email", "Phone", "Card")
"""What one may have another of: an alias, a second number, a prepaid card."""
INCREMENT_HELP = (
    "The papers call it incremental leakage: I(R, e, E, r) = L(R ∪ {r}, e, E) − L(R, e, E), in points of a hundred. "
    "Below 0 it confuses Eve. Whang & Garcia-Molina 2012, Section 4.1."
)

work = page.open_page(catalogue.PLANNED_RELEASE, "You are about to share something. Which way tells Eve least?")
page.need_profile(work)


# One form for what is about to be shared; from it the ways of doing it.


def ways(work: Workspace, company: str, asked: Sequence[Pair], must: Sequence[Pair], other: str) -> list[Release]:
    """As asked, without the optional, with an alias of each kind there is one of, and at another company."""
    record, required = Record(Attribute(*pair) for pair in asked), tuple(pair for pair in asked if pair in must)
    found = [Release("As asked", company, record, required=required)]
    if 0 < len(required) < len(asked):
        found.append(Release("Only what you must", company, Record(Attribute(*pair) for pair in required)))
    fresh = made_up_values(work)
    for label in dict.fromkeys(label for label, _ in asked if label in REPLACED):
        kept = [Attribute(*pair) for pair in asked if pair[0] != label]
        [value] = fresh(label, 1)
        name = f"With another {work.display_name(label).lower()}"
        found.append(Release(name, company, Record((*kept, Attribute(label, value)))))
    return [*found, *([replace(found[0], name=f"At {other} instead", recipient=other)] if other else [])]


def _compare() -> None:
    current = session.current()
    company, other = (check_text((st.session_state[f"share-{part}"] or "").strip(), "the name") for part in WHERE)
    asked, must = st.session_state[asked_key], st.session_state["share-must"]
    if not company or not asked:
        raise ValueError("say who asks, and for what")
    pairs, known = [fact[label] for label in asked], [fact[label] for label in must if label in asked]
    places = [site_of(name) or name for name in (company, other)]
    session.edit(replace(current, plans=tuple(ways(current, places[0], pairs, known, places[1]))), "plan a release")


if added := st.session_state.pop("share-added", ""):
    st.text(f"Added to your accounts: {added}.")
WHERE = ("company", "other")
fact = {label: (label, value) for label, value in reversed(work.profile)}
new = not work.plans
with st.expander("What is it?", icon=":material/edit:", expanded=new, key=f"share-{new}", on_change="rerun") as form:
    left, right = st.columns(2)
    typed = filter(None, (st.session_state.get(f"share-{part}") for part in WHERE))
    choices = forms.suggested((*work.recipient_names, *typed), form.open)
    wanted = partial(
        st.selectbox,
        options=choices,
        index=None,
        accept_new_options=True,
        filter_mode="contains",
        placeholder="Name or web address",
    )
    with left:
        company = wanted("Who asks?", key="share-company")
    with right:
        wanted("Is there another company you could go to? (optional)", key="share-other")
    kind = place_kind(company) if company else None
    usual = [one.label for one in presumed_facts(kind) if one.probability >= 0.3]
    asked_key = f"share-asked-{abs(hash(company)) % 10**8}"
    st.multiselect(
        "What do they ask for?",
        list(fact),
        [label for label in usual if label in fact] if company else [],
        format_func=work.display_name,
        key=asked_key,
        select_all=False,
    )
    st.multiselect(
        "Which of these must you give?",
        list(fact),
        ["Email"] if "Email" in fact else [],
        format_func=work.display_name,
        key="share-must",
        select_all=False,
    )
    st.button("Compare ways of doing it", type="primary", key="share-compare", on_click=page.tried(_compare, "share"))
    page.refused("share")
if not work.plans:
    st.stop()
if work.has_releases_only:
    st.info("Nothing you give out now reaches this Eve: she has only what leaked.", icon=":material/water_drop:")
    page.link(catalogue.ADVERSARY, "Choose another Eve")
    st.stop()


# Which way tells least.


@figure
def outcomes_of(work: Workspace) -> tuple[PlanOutcome, ...]:
    """What each way would add."""
    return compare_plans(work)


def _new_kinds(plan: Release) -> list[str]:
    """The kinds of true facts that nobody has for certain yet."""
    given = {
        label for release in work.releases for (label, _), sure in release.record.confidences.items() if sure == 1.0
    }
    true = set(work.profile)
    return list(dict.fromkeys(a.label for a in plan.record if a.pair in true and a.label not in given))


outcomes = outcomes_of.offer(work)
if outcomes is None:
    st.stop()
best = next(outcome for outcome in outcomes if outcome.is_best)
names = listed([f"“{outcome.name}”" for outcome in outcomes if outcome.is_best])
adds = change(best.increment).replace("no change", "nothing")
alike = all(outcome.is_best for outcome in outcomes)
least = "" if alike else f"{names} {'tells' if names.count('“') == 1 else 'tell'} Eve least. "
way = f"{'Each' if alike else 'The best'} of {len(outcomes)} ways" if len(outcomes) > 1 else "This"
fresh = f" and {count(len(kinds), 'new kind')} of facts" if (kinds := _new_kinds(best.plan)) else ""
st.header(f"{way} adds {adds}{fresh}", help=INCREMENT_HELP)
st.text(f"{least}100 points would be everything about you.")
shown = sorted(outcomes, key=lambda outcome: -outcome.after)
colours = [RIGHT if outcome.increment > 0 else WRONG for outcome in shown]
show(
    charts.draw(
        "What would each way add?",
        [
            *charts.dumbbells([(outcome.before, outcome.after) for outcome in shown], colours),
            charts.dots(
                "now",
                [(outcome.before, row) for row, outcome in enumerate(shown)],
                MISSING,
                "now: %{x:.4f}",
                size=14,
                symbol="circle-open",
                edge={"width": 3},
            ),
            charts.dots(
                "afterwards",
                [(outcome.after, row) for row, outcome in enumerate(shown)],
                RIGHT,
                "after: %{x:.4f}",
                size=14,
                text=[f"  {percent(outcome.after)}" for outcome in shown],
                textposition="middle right",
                cliponaxis=False,
            ),
        ],
        charts.share_axis("how much Eve knows", [0, 1.4], tickvals=[0, 0.5, 1]),
        charts.rows([plain(outcome.name) for outcome in shown], range=[-0.6, len(shown) - 0.4]),
        "; ".join(f"{outcome.name}: {percent(outcome.after)}, {change(outcome.increment)}" for outcome in shown) + ".",
        height=charts.bars_height(2 * len(shown)),
    ),
    "increments",
)


# What each way gives, what Eve joins it with, and which field adds most.


def _reach(outcome: PlanOutcome) -> str:
    strangers = (
        [count(outcome.bridged_background, "other person", "other people")] if outcome.bridged_background else []
    )
    joined = [*outcome.bridged, *strangers]
    if not joined:
        return "nothing"
    told = listed(joined, most=4)
    return f"{told}, which are apart now" if outcome.joined_composites > 1 else told


show_table(
    [
        (
            outcome.name,
            outcome.plan.recipient,
            100 * outcome.increment,
            f"{len(new)} new: {listed([work.display_name(label) for label in new], most=6)}" if new else "nothing new",
            _reach(outcome),
        )
        for outcome in outcomes
        for new in [_new_kinds(outcome.plan)]
    ],
    {"Way": None, "To": None, "Adds": POINTS, "Kinds of facts": None, "She joins it with": None},
    "What each way adds, and what Eve joins it with",
)
picked_name = outcomes[0].name
if len(outcomes) > 1:
    every = [outcome.name for outcome in outcomes]
    key = f"share-look-{hash(tuple(every))}"
    picked_name = st.selectbox("Look closer at", every, every.index(best.name), key=key, persist_state="session")
picked = next(outcome for outcome in outcomes if outcome.name == picked_name)
plan = picked.plan
show_table(
    [
        (work.display_name(field.attribute.label), field.attribute.value.strip(), 100 * field.increment)
        for field in picked.field_increments
    ],
    {"Detail": None, "What you give": None, "Adds": POINTS},
    "What each detail adds: points by which Eve would know less without it",
)


# Which optional fields to leave blank.


@figure
def fields_of(work: Workspace, plan: Release) -> FieldChoices:
    """Which optional fields to give, for every number of them."""
    return choose_fields(work, plan)


def _must(labels: Sequence[str]) -> None:
    pairs = [field.pair for field in plan.record if field.label in labels]
    session.edit(with_required(session.current(), plan, pairs), "mark what must be given")


def _called(fields: Sequence[Attribute]) -> str:
    return listed([work.display_name(field.label) for field in fields], most=8) or "nothing"


def _leave_blank(choice: FieldChoice) -> None:
    session.edit(with_choice(work, plan, choice), "leave fields blank")


blank = st.expander("What could you leave blank?", icon=":material/checklist:", key="choosing", on_change="rerun")
if blank.open:
    with blank:
        labels = list(dict.fromkeys(field.label for field in plan.record))
        held = [field.label for field in parted(plan)[0]]
        bound = widgets.binding(f"share-required-{hash((plan.name, tuple(labels)))}", held, _must)
        st.multiselect("They insist on", labels, format_func=work.display_name, placeholder="Nothing", **bound)
        found = fields_of.offer(work, plan) if parted(plan)[1] else None
        if found is not None:
            choice, known = found.best, percent(found.best.leakage)
            st.text(f"Leave blank: {_called(choice.blank)}. Eve then knows {known}; with all, {percent(picked.after)}.")
            tried = "Every choice was compared" if found.all_tried else "The best of the choices tried"
            st.caption(f"{tried}. Whang & Garcia-Molina 2012, Section 4.1.")
            points = [(len(each.given), each.leakage, plain(_called(each.blank), 120)) for each in found.choices]
            most = max(len(each.given) + len(each.blank) for each in found.choices)
            show(
                charts.draw(
                    "How little can Eve learn?",
                    [
                        charts.level("now", (0, picked.before), (most, picked.before), "now: %{y:.4f}"),
                        charts.line(
                            "best choice of fields",
                            points,
                            charts.Look(RIGHT, width=3, size=8, stairs=True),
                            "%{x} optional fields: %{y:.4f}<br>left blank: %{customdata}",
                        ),
                    ],
                    charts.axis("optional fields given", [-0.3, most + 0.3], dtick=max(1, most // 10)),
                    charts.share_axis("how much Eve knows"),
                    f"{percent(picked.before)} now; at best {known} with {count(len(choice.given), 'optional field')}.",
                    height=300,
                ),
                "trade-off",
            )
            st.button(
                "Leave them blank", key="share-blank", disabled=not choice.blank, on_click=_leave_blank, args=(choice,)
            )


# Once it was done.


def _done() -> None:
    given = replace(plan, name=plan.recipient, date=datetime.date.today().isoformat())
    session.edit(replace(with_release(session.current(), given), plans=()), "share something")
    st.session_state.update({"share-company": None, "share-other": None, "share-added": plan.recipient})


def _drop() -> None:
    session.edit(replace(session.current(), plans=()), "drop what was planned")


with st.container(horizontal=True):
    then = "Adds it to your accounts and drops the other ways. Undo brings them back."
    st.button("I did this one", key="share-done", icon=":material/check:", on_click=_done, help=then)
    st.button("Start again", key="share-drop", icon=":material/delete:", on_click=_drop)
