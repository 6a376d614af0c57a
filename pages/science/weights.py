"""Weights: how much each fact counts, how much hangs on that, and what rare values and near misses change."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from leakage.measure.leakage import WeightSensitivity, weight_sensitivity
from leakage.measure.rarity import ValueCounts
from leakage.measure.weights import EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.workspace.figures.assessment import telling
from leakage.workspace.figures.rarity import rarities
from leakage.workspace.limits import GREATEST, LEAST, check_number
from leakage.workspace.vocabulary import BY_HARM, LABELS, MISSING, PRESETS, RIGHT, WRONG, presets_in_force
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import charts, given_table, page, session, widgets
from pages.app.charts import plain, show, show_table
from pages.app.figures import figure
from pages.app.words import NOTHING, change, count, percent
from pages.science.python_script import script_of

OWN, MOST = "My own weights", 20
SIDES = ((0, "half the weight", WRONG, "circle"), (1, "twice the weight", RIGHT, "diamond"))
REASONS = {entry.label.casefold(): entry.reason for entry in LABELS}
NEAR: dict[type, str] = {
    NumericCloseness: "Numbers near each other",
    PrefixSimilarity: "Same first characters",
    EditSimilarity: "Nearly the same spelling",
    TableSimilarity: "A table of pairs",
}
RARITY = {"none": "All values alike", "background": "By the other people Eve knows", "table": "By a table of mine"}

work = page.open_page(catalogue.WEIGHTS, "How much does each fact count?")
if not work.profile:
    page.need_example(work)
weights = {label: work.weight_map.get(label, 1.0) for label, _ in work.profile}


@figure
def sensitivity(work: Workspace) -> tuple[WeightSensitivity, ...]:
    """How far the figure of the pool that knows most moves with each weight."""
    return weight_sensitivity(telling(work, page.assessment(work)), work.reference, work.measure)


def put(name: str, **parts: Any) -> None:
    """Take over parts of the work, in a callback."""
    session.put(work, replace(work, **parts), name)


def draw_sensitivity(found: tuple[WeightSensitivity, ...]) -> None:
    """One row a label: where leakage goes with half and with twice its weight."""
    moving = [one for one in found if one.spread > NOTHING][:MOST][::-1]
    if not moving:
        st.text("No weight changes how much Eve knows.")
        return
    top, ends = moving[-1], [(one.halved, one.doubled) for one in moving]
    marks = [
        charts.dots(name, [(pair[n], row) for row, pair in enumerate(ends)], colour, f"{name}: %{{x:.4f}}", symbol=sign)
        for n, name, colour, sign in SIDES
    ]
    question, height = "What if a weight were half or twice as much?", charts.bars_height(len(moving)) + 20
    across = {**charts.share_axis("how much Eve knows (dotted: now)", None), "tickformat": ".1%"}
    up = charts.rows([plain(work.display_name(one.label)) for one in moving])
    alt = (
        f"{work.display_name(top.label)} moves the figure most: {percent(top.halved)} with half its weight,"
        f" {percent(top.doubled)} with twice ({change(top.doubled - top.leakage)})."
    )
    marks, now = [*charts.dumbbells(ends, MISSING), *marks], [charts.vertical(top.leakage, dash="dot")]
    st.text(f"Changing any one weight moves the figure by at most {100 * top.spread:.1f} points.")
    show(charts.draw(question, marks, across, up, alt, height=height, shapes=now), "sensitivity")


def with_weights(changed: Mapping[str, float]) -> None:
    """Take over other weights."""
    put("change the weights", weights=tuple({**work.weight_map, **changed}.items()))


def take_preset(name: str) -> None:
    """Take over a set of weights; a fact that it does not cover keeps its weight."""
    if preset := next((preset for preset in PRESETS if preset.name == name), None):
        with_weights({label: weight for label in weights if (weight := preset.weight(label)) is not None})


def choose_weights() -> None:
    """A set of weights, one weight at a time, and all of them with their reasons."""
    names = [preset.name for preset in presets_in_force(weights)]
    in_force = BY_HARM if BY_HARM in names else next(iter(names), OWN)
    left, middle, right = st.columns([3, 3, 2], vertical_alignment="bottom")
    presets = [*(preset.name for preset in PRESETS), *([OWN] if in_force == OWN else [])]
    left.selectbox("Which weights?", presets, **widgets.binding("weights-preset", in_force, take_preset))
    label = middle.selectbox("Change one of them", list(weights), format_func=work.display_name, key="weights-label")
    options = widgets.binding(f"weight-{hash(label)}", weights[label], lambda weight: with_weights({label: weight}))
    right.number_input("Its weight", LEAST, GREATEST, format="%g", step=1.0, **options)
    st.caption(next((preset.reason for preset in PRESETS if preset.name == in_force), "You chose these yourself."))
    # Of a long table half a row more is seen, so that it is seen to scroll.
    rows = [(work.display_name(one), weight, REASONS.get(one.casefold(), "")) for one, weight in weights.items()]
    show_table(rows, ("Fact", "Weight", "Why"), "Your weights, and why", height="content" if len(rows) <= 8 else 332)


def take_counts(counts: ValueCounts) -> None:
    """Take over how often values occur, and forget the file."""
    put("count the values of a table", value_counts=counts)
    session.clear_upload("statistics")


def choose_rarity() -> None:
    """Whether rare values count more, by what, and what that makes of the weights."""
    options = widgets.binding("statistics", work.statistics, lambda by: put("choose what is rare", statistics=by))
    st.segmented_control("Do rare values count more?", RARITY, required=True, format_func=RARITY.__getitem__, **options)
    if work.statistics == "table":
        said = "One person per row, columns named like your facts. Only how often each value occurs is kept."
        file = st.file_uploader("Count the values in a CSV", "csv", key=session.upload_key("statistics"), help=said)
        reading = given_table.read_apart("counts", file.getvalue(), work.labels) if file else None
        page.problems(reading.problems if reading else ())
        if reading and reading.counts.labels:
            people = f"Count {count(reading.people, 'person', 'people')}"
            st.button(people, key="statistics-take", type="primary", on_click=take_counts, args=(reading.counts,))
    every = rarities(work)
    rows = [(work.display_name(r.label), r.bits and 100 * 2**-r.bits, r.bits, r.before, r.after) for r in every]
    share = st.column_config.NumberColumn(format="%.3g %%", help="Of the people counted: (n + 1) / (N + D + 1).")
    number = st.column_config.NumberColumn(format="%.3g")
    columns = {"Fact": None, "Share": share, "Bits": number, "Your weight": number, "Weight that counts": number}
    show_table(rows, columns, "How rare each value is, and the weight that counts", placeholder="not counted")


def save_near() -> None:
    """Take over what counts as near for a fact; nothing where none is chosen."""
    label, kind, scale = (st.session_state[f"near-{part}"] for part in ("label", "kind", "scale"))
    kept = tuple(pair for pair in work.similarities if pair[0] != label)
    near = {NEAR[PrefixSimilarity]: PrefixSimilarity(), NEAR[EditSimilarity]: EditSimilarity()}.get(kind)
    if kind == NEAR[NumericCloseness]:
        near = NumericCloseness(check_number("scale", scale or 0.0))
    put("edit what counts as near", similarities=(*kept, (label, near)) if near else kept)


def choose_near() -> None:
    """Facts for which a near miss counts in part, in a form."""
    rows = [
        (label, NEAR[type(near)], near.scale if isinstance(near, NumericCloseness) else None)
        for label, near in work.similarities
    ]
    if rows:
        show_table(rows, ("Fact", "What counts as near", "Too far from"), "Facts for which a near miss counts in part")
    page.refused("near")
    with st.form("near"):
        label, kind, scale = st.columns(3)
        label.selectbox("Fact", work.labels, format_func=work.display_name, key="near-label")
        kind.selectbox("What counts as near", list(NEAR.values())[:3], None, placeholder="Nothing", key="near-kind")
        scale.number_input("Too far from, for numbers", 0.0, None, 10.0, key="near-scale")
        st.form_submit_button("Save", type="primary", on_click=page.tried(save_near, "near"))


script = ""
if work.profile and page.assessment(work) and (found := sensitivity.offer(work)):
    draw_sensitivity(found)
    composites, given = telling(work, page.assessment(work)), {"reference": work.reference, "weights": work.measure}
    call = "print(*weight_sensitivity(records, reference, weights), sep='\\n')"
    script = script_of("leakage.measure.leakage import weight_sensitivity", call, records=composites, **given)
parts = {"Weights": choose_weights, "Rare values": choose_rarity, "Near misses": choose_near}
page.show_tabs(parts, key="weights-tab")
with st.expander("Definition and source", icon=":material/function:"):
    st.markdown(
        "$F_1 = 2X / (W_e + Y)$: $X$ weighs what a record has right, $Y$ all that it holds, $W_e$ the person,"
        " each by the weight $w$ of its label. Only ratios count. With rare values $w' = w \\cdot I / \\bar I$, where"
        " $I = \\log_2(1 / \\mathrm{share})$ and $\\bar I$ is its mean over your facts; a near miss earns"
        " $w \\cdot$ similarity. Whang & Garcia-Molina 2012, Sections 2 and 2.1."
    )
page.as_python(catalogue.WEIGHTS, script)
