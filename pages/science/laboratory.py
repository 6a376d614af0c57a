"""Laboratory: the 2012 paper's Figure 3 and Table 5 measured anew, and one record in all its worlds."""

import math
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage import laboratory as lab
from leakage.measure.leakage import record_leakage
from leakage.measure.paper_methods import f_measure, possible_worlds
from leakage.record import Attribute, Record
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages import catalogue
from pages.app import charts, page
from pages.app.charts import show, show_table
from pages.app.figures import figure
from pages.app.words import count, listed, percent
from pages.science.python_script import script_of

BASE, SHARES, FEW = lab.Parameters(), tuple(step / 10 for step in range(11)), 500
SMALL, LARGE = (50, 0.05), (100_000, 0.5)
VARIED: dict[lab.Varied, tuple[str, str, str]] = {
    "p_c": ("More copied", "What if more is copied? (Figure 3a)", "a fact is copied (p<sub>c</sub>)"),
    "p_p": ("More wrong", "What if more copies go wrong? (Figure 3b)", "a copy is wrong (p<sub>p</sub>)"),
    "m": ("Eve surer", "What if Eve is surer? (Figure 3c)", "Eve's greatest confidence (m)"),
}
LINES = {
    "worlds": ("Possible worlds", "#a2602c", "diamond", "dot"),
    "equal_weights": ("Algorithm 1", "#9a5fc0", "square", "dashdot"),
    "taylor": ("Taylor", "#7d8590", "triangle-up", "dash"),
    "exact": ("Exact (integral)", "#118a6b", "circle", "solid"),
}

page.open_page(catalogue.LABORATORY, "Does leakage behave as the paper says, and which algorithm computes it fastest?")


@figure
def trend_of(parameters: lab.Parameters, varied: lab.Varied) -> tuple[lab.TrendPoint, ...]:
    """The points of a curve."""
    return lab.trend(parameters, varied, SHARES)


@figure
def race_up_to(largest: int, budget: float) -> tuple[lab.Lap, ...]:
    """Every algorithm at every size, until it has taken longer than the budget."""
    return lab.race(lab.ladder(largest), budget)


@figure
def drawn_rows(draws: int) -> tuple[lab.DrawnRow, ...]:
    """Every row of Table 5, measured on so many draws of its records."""
    return lab.accuracy([row.parameters for row in lab.TABLE_5], draws)


def choose_parameters(varied: lab.Varied) -> lab.Parameters:
    """What the records are made by; what is varied has no value of its own."""
    places = st.container(horizontal=True, gap="medium")
    chosen = {}
    for name, label, low, high in (
        ("n", "Facts of the person, $n$", 10, 500),
        ("p_c", "A fact is copied, $p_c$", 0.0, 1.0),
        ("p_p", "A copy goes wrong, $p_p$", 0.0, 1.0),
        ("p_b", "A bogus fact is added, $p_b$", 0.0, 1.0),
        ("m", "Highest confidence, $m$", 0.0, 1.0),
        ("seed", "Seed of the draws", 0, 100),
    ):
        options: charts.Settings = {"value": getattr(BASE, name), "key": f"trend-{name}", "disabled": name == varied}
        chosen[name] = places.slider(label, low, high, width=215, persist_state="session", **options)
    random = places.toggle("Random weights, $w = R$", key="trend-w", persist_state="session")
    return replace(BASE, **{**chosen, varied: getattr(BASE, varied)}, w="R" if random else "C")


def show_trends() -> None:
    """Leakage against one parameter: the most telling record, and the mean of all."""
    varied: lab.Varied = st.segmented_control(
        "What is varied from 0 to 1?",
        list(VARIED),
        default="p_c",
        required=True,
        format_func=lambda name: VARIED[name][0],
        key="trend-varied",
        persist_state="session",
    )
    place = st.container()
    with st.expander("The records that are made, and the source", icon=":material/tune:"):
        parameters = choose_parameters(varied)
        st.markdown(
            "A person e has n facts. Each record copies each fact with probability $p_c$; a copy is wrong with"
            " probability $p_p$. For each fact a made-up one is added with probability $p_b$. Confidences are drawn"
            " from 0 to m. All points share the same draws. The sliders begin at the values of Table 4.\n\nWhang &"
            " Garcia-Molina 2012, Section 6.1, Figures 3(a) to 3(c)."
        )
    with place:
        whole = trend_of.offer(parameters, varied, button=f"Measure all {parameters.records:,} records")
        measured = parameters if whole else replace(parameters, records=FEW)
        points = whole or trend_of(measured, varied)
        marks = [
            charts.line(name, [(p.value, getattr(p, part)) for p in points], look, f"{name}<br>%{{x:.1f}}: %{{y:.4f}}")
            for name, part, look in (
                ("the highest of all records: L₀(R, e)", "highest", charts.Look(RIGHT, "solid", "circle", 3, 9)),
                ("mean of all records", "mean", charts.Look(MISSING, "dash", "square", 3, 9)),
            )
        ]
        usual = {"seed": parameters.seed, varied: getattr(BASE, varied)}
        of_paper = [row for row in lab.TABLE_5 if replace(row.parameters, **usual) == parameters]
        if of_paper:
            printed = [(getattr(row.parameters, varied), row.exact) for row in of_paper]
            ring: charts.Settings = {"size": 14, "symbol": "diamond-open", "edge": {"width": 2}}
            marks.append(charts.dots("printed in Table 5", printed, RIGHT, "printed: %{y:.7f}", **ring))
        highest, mean = ([percent(getattr(p, part)) for p in points] for part in ("highest", "mean"))
        alt = f"The highest record goes from {highest[0]} to {highest[-1]}, the mean from {mean[0]} to {mean[-1]}."
        across = charts.axis(VARIED[varied][2], [-0.03, 1.03], dtick=0.1)
        top = min(1.05, max(0.3, *(1.1 * point.highest for point in points)))
        up = charts.share_axis("leakage (higher: more is known)", [-0.01, top])
        st.text(alt if whole else f"{alt} Drawn with {FEW} records a point.")
        show(charts.draw(VARIED[varied][1], marks, across, up, alt, height=340), "trend-chart")
    page.as_python(
        catalogue.LABORATORY,
        "from leakage.laboratory import Parameters, trend\n\n"
        f"for point in trend({measured!r}, {varied!r}, {list(SHARES)}):\n    print(point)\n",
    )


def show_race() -> None:
    """Figure 3(d): running time against n on two logarithmic axes, and how far each algorithm came."""
    whole = race_up_to.offer(*LARGE, button=f"Run up to {LARGE[0]:,} facts")
    laps, (largest, budget), marks, reached = whole or race_up_to(*SMALL), LARGE if whole else SMALL, [], []
    for method in lab.METHODS:
        name, colour, symbol, dash = LINES[method]
        run = [lap for lap in laps if lap.method == method]
        points = [(lap.n, lap.seconds, lap.repeats) for lap in run]
        hover = f"{name}, n = %{{x:,}}<br>%{{y:.2s}}s, median of %{{customdata}}"
        marks.append(charts.line(name, points, charts.Look(colour, dash, symbol, 3, 9), hover))
        reached.append(f"{name} {max((lap.n for lap in run if not lap.over), default=0):,}")
    alt = f"Largest n within {budget:g} s: {listed(reached)}."
    times = {"type": "log", "dtick": 1, "tickformat": "~s", "ticksuffix": "s"}
    across = charts.axis("n: facts", [-0.05, math.log10(largest) + 0.05], type="log", dtick=1, tickformat=",")
    up = charts.axis("time for one record (lower: faster)", [-5, math.log10(budget * 6)], **times)
    st.text(alt)
    show(charts.draw("Which algorithm is fast?", marks, across, up, alt, height=380), "race-chart")
    with st.expander("How times are measured, and the source", icon=":material/help:"):
        st.markdown(
            "Every algorithm measures the same record, on this computer. A point is the median of up to five runs; an"
            f" algorithm stops at its first run above {budget:g} s. Possible worlds double with each fact. The integral"
            " is exact for any weights, Taylor is not exact."
            "\n\nWhang & Garcia-Molina 2012, Section 6.3, Figure 3(d)."
        )
    imports = "from leakage.laboratory import ladder, race"
    page.as_python(catalogue.LABORATORY, f"{imports}\n\nprint(*race(ladder({largest}), {budget}), sep='\\n')\n")


def show_table_5() -> None:
    """The printed figures beside the same measurements made here."""
    draws: int = st.slider("Draws of 10,000 records a row", 1, 10, 2, key="accuracy-draws", persist_state="session")
    drawn = drawn_rows.offer(draws, button="Measure the table") or ()
    st.subheader("How accurate is the approximation?", anchor=False)
    st.markdown(
        "**The errors can be reproduced, the levels cannot**: the paper's draws were not published, and each draw has"
        " another highest record. The integral is held against the paper's own exact algorithms. Lower errors are"
        " better. Whang & Garcia-Molina 2012, Section 6.2, Table 5."
    )
    rows = []
    for number, row in enumerate(lab.TABLE_5):
        ours = [one for one in drawn if one.row == number]
        changed = [f"{n} = {value}" for n, value in vars(row.parameters).items() if value != getattr(BASE, n)]
        printed = f"{100 * lab.relative_error(row.taylor, row.exact):.5f} %"
        measured = ["–", "–", "–"]
        if ours:
            levels = [one.exact for one in ours]
            taylor, exact = (max(getattr(one, part) for one in ours) for part in ("taylor_error", "exact_error"))
            measured = [f"{min(levels):.3f}–{max(levels):.3f}", f"{100 * taylor:.5f} %", f"{exact:.1e}"]
        rows.append((", ".join(changed) or "basic values", f"{row.exact:.7f}", measured[0], printed, *measured[1:]))
    columns = ["Row", "L₀, printed", "L₀, ours", "Taylor's error, printed", "Taylor's, ours", "Integral's error"]
    show_table(rows, columns, "Table 5 of the paper beside the same measurements made here")
    page.as_python(
        catalogue.LABORATORY,
        "from leakage.laboratory import TABLE_5, accuracy\n\n"
        f"for row in accuracy([row.parameters for row in TABLE_5], draws={draws}):\n    print(row)\n",
    )


def choose_record() -> tuple[Record, Record]:
    """A record with the confidences of the sliders, and its reference."""
    name = st.selectbox("Begin with", list(lab.EXAMPLES), key="one-example", persist_state="session")
    record, reference = lab.EXAMPLES[name]
    absent = [Attribute(a.label, a.value, 0.0) for a in reference if a.pair not in record.confidences]
    sure = []
    for a in (*record, *absent):
        label = f"{a.label} {a.value} ({'right' if a.pair in reference else 'wrong'}): Eve's confidence"
        key = f"one-{name}-{a.label}-{a.value}"
        value = st.slider(label, 0.0, 1.0, a.confidence, 0.05, key=key, persist_state="session")
        sure.append(Attribute(a.label, a.value, value))
    return Record(sure), reference


def show_record() -> None:
    """The distribution of F1 over the possible worlds, its mean, and every world in a table."""
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        record, reference = choose_record()
        st.caption(
            "Each combination of values is a possible world. Leakage is the mean of F1 over the worlds, by their"
            " probability. Whang & Garcia-Molina 2012, Section 2.3, Definition 1."
        )
    with outcome:
        leakage = record_leakage(record, reference)
        worlds = [(f_measure(world, reference), chance, world) for chance, world in possible_worlds(record)]
        worlds.sort(key=lambda one: one[:2], reverse=True)
        by_f1 = pd.Series([chance for _, chance, _ in worlds]).groupby([round(f1, 12) for f1, *_ in worlds]).sum()
        alt = f"{count(len(worlds), 'possible world')}; their mean F1 is the leakage, {percent(leakage)}."
        top, hover = min(1.05, 1.15 * by_f1.max()), "F1 %{x:.4f}, probability %{y:.4f}"
        marks = [
            charts.columns(
                "possible worlds with this F1", by_f1.items(), hover, width=0.008, marker={"color": MISSING}
            ),
            charts.line(f"mean: L(r, e) = {percent(leakage)}", [(leakage, 0), (leakage, top)], RIGHT, None, width=3),
        ]
        across, up = charts.share_axis("F1 in this world", [-0.02, 1.02]), charts.share_axis("probability", [0, top])
        st.text(alt)
        show(charts.draw("What does each possible world reveal?", marks, across, up, alt, height=280), "worlds-chart")
    rows = [
        (", ".join(f"{a.label} {a.value}" for a in world) or "nothing", chance, f1, chance * f1)
        for f1, chance, world in worlds
    ]
    columns = ("What the record says", "Probability", "F1 in it", "Probability × F1")
    show_table(rows, columns, "Every possible world with its probability and F1")
    call, records = "print(record_leakage(record, reference))", {"record": record, "reference": reference}
    page.as_python(catalogue.LABORATORY, script_of("leakage import record_leakage", call, **records))


PARTS = {
    "Figures 3(a) to 3(c)": show_trends,
    "Figure 3(d)": show_race,
    "Table 5": show_table_5,
    "One record (§2.3)": show_record,
}
page.show_tabs(PARTS, key="laboratory-tab")
