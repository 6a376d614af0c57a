"""Charts and derivations."""

from dataclasses import replace

import networkx
import numpy as np
import pytest

from leakage import Attribute, Record, Shares
from leakage.decision.optional_fields import FieldChoice, FieldChoices
from leakage.measure.leakage import addition_gradient
from leakage.resolution.explain import SharedValue
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.csv_files import to_csv
from leakage.workspace.figures.assessment import assess, assess_pool, pool_together, pools_alone, summary_of
from leakage.workspace.figures.facts import Fact, facts_of
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.presets import policy
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Release, Workspace
from pages.app.words import change, percent
from pages.decide.leakage import charts as composite
from pages.decide.leakage import charts as contributions
from pages.decide.leakage import charts as pools
from pages.decide.leakage.charts import additions_chart, composite_chart, contributions_chart, pools_chart
from pages.decide.planned_release import text as sharing
from pages.decide.planned_release.charts import increments_chart, trade_off_chart
from pages.eve.what_she_knows.charts import discovery_chart
from pages.kit.charts import joins, spec
from pages.kit.charts.chart import Table, plain, plain_text, question_of
from pages.kit.charts.joins import Label, joins_chart, laid_out, lowered, shared_chart, sides, steps_between, stress
from tests.amount import cases
from tests.pages.helpers import go as worked_out_go
from tests.pages.helpers import run, start, unfolded
from tests.person_2026 import person_of_2026

# The charts, through what they draw: values, order, names, colours by meaning, axes, and what is said in words.


HOSTILE = "<img src=x>"
ESCAPED = "&lt;img src=x&gt;"
REAL = person_of_2026().workspace
ASSESSED = assess(REAL)
ALONE = tuple(assess_pool(REAL, pool) for pool in pools_alone(REAL))
TOGETHER = assess_pool(REAL, pool_together(REAL))


def trace(chart, name):
    return next(drawing for drawing in chart.figure.data if drawing.name == name)


def titles(chart):
    layout = chart.figure.layout
    across, up = (plain_text(axis.title.text or "") or None for axis in (layout.xaxis, layout.yaxis))
    return question_of(chart.figure), across, up


def charts_drawn(chart):
    """Everything in the figure as text; Plotly reads it as HTML."""
    return chart.figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")


def work(*given, plans=()):
    """Somebody with a name and a phone; each release is (recipient, *attributes)."""
    return Workspace(
        profile=(("Name", "Ann"), ("Phone", "1")),
        releases=tuple(Release(f"{n} {who}", who, Record.of(*facts)) for n, (who, *facts) in enumerate(given)),
        policies=(policy("Same name", Shares("Name")),),
        plans=plans,
    )


def built():
    """One of each, with a hostile name wherever there is a name."""
    plans = (Release(HOSTILE, HOSTILE, Record.of(("Name", "Ann"), (HOSTILE, HOSTILE))),)
    given = work((HOSTILE, ("Name", "Ann"), (HOSTILE, HOSTILE)), ("Shop", ("Name", "Ann")), plans=plans)
    given = replace(given, profile=(*given.profile, (HOSTILE, "mine")))
    together = assess_pool(given, pool_together(given))
    alone = tuple(assess_pool(given, pool) for pool in pools_alone(given))
    facts = facts_of(together.result.composite, given.reference)
    named = replace(together, pool=replace(together.pool, name=HOSTILE))
    names = {0: HOSTILE, 1: "Shop"}
    return {
        "pools": pools_chart([summary_of(leaked) for leaked in alone], [summary_of(named)]),
        "composite": composite_chart(facts, lambda label: label),
        "contributions": contributions_chart("Which?", [HOSTILE, "a"], [0.2, 0.1]),
        "increments": increments_chart(compare_plans(given)),
        "joins": joins_chart(names, frozenset(), together.result.resolution.evidence),
        "shared": shared_chart(names, frozenset(), [SharedValue(((HOSTILE, HOSTILE),), (0, 1))], [0]),
    }


BUILT = built()


@pytest.mark.parametrize("chart", BUILT.values(), ids=BUILT.keys())
def test_names_are_drawn_as_they_were_typed(chart):
    assert "<img" not in charts_drawn(chart)


@pytest.mark.parametrize("chart", BUILT.values(), ids=BUILT.keys())
def test_every_chart_asks_and_says_something(chart):
    assert question_of(chart.figure).endswith("?")
    assert chart.alt.endswith(".") and len(chart.alt) > 20
    assert chart.figure.layout.paper_bgcolor == "rgba(0,0,0,0)"
    assert chart.figure.layout.height >= spec.bars_height(1)


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("short", 40, "short"),
        ("x" * 41, 40, "x" * 39 + "…"),
        ("x" * 40, 40, "x" * 40),
        ("a & b", 40, "a &amp; b"),
        ('"quoted"', 40, '"quoted"'),
        ("<" * 10, 5, "&lt;" * 4 + "…"),
        ("", 40, ""),
    ],
)
def test_plain_cuts_first_and_escapes_then(text, longest, shown):
    assert plain(text, longest) == shown


# Data


@pytest.mark.parametrize("chart", BUILT.values(), ids=BUILT.keys())
def test_every_chart_has_its_data(chart):
    table = chart.table
    assert table.rows and len(set(table.columns)) == len(table.columns)
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert not any("<br>" in column for column in table.columns)


def test_the_data_are_what_is_drawn_by_the_names_beside_it():
    marks = [
        spec.line("", [(0, 0), (1, 1), (None, None)], MISSING, None),
        spec.bars("a<sub>1</sub>", [(1, -0.125), (0, 0.5)], RIGHT, ""),
    ]
    chart = spec.draw("Which?", marks, spec.axis("what it adds (points)"), spec.rows([plain(HOSTILE), "=1+1"]), "said")
    assert chart.table == Table(
        ("Series", "what it adds (points)", "What"), (("a1", -12.5, "=1+1"), ("a1", 50.0, HOSTILE))
    )
    assert to_csv(chart.table.rows).decode() == f"a1,-12.5,'=1+1\r\na1,50,{HOSTILE}\r\n"


def test_an_interval_is_part_of_the_data():
    bars = {"type": "data", "array": [0.25], "arrayminus": [0.125]}
    marks = [spec.dots("s", [(1, 0.5)], RIGHT, "", error_y=bars)]
    chart = spec.draw("Which?", marks, spec.axis("facts"), spec.axis("found 0 % to 100 %"), "said")
    assert chart.table == Table(
        ("Series", "facts", "found 0 % to 100 %", "From", "To"), (("s", 1.0, 0.5, 0.375, 0.75),)
    )
    assert "0\u00a0% to 100\u00a0%" in chart.figure.layout.yaxis.title.text


# Pools


def test_pools_are_bars_of_leakage_the_worst_on_top():
    chart = pools_chart([summary_of(leaked) for leaked in ALONE], [summary_of(TOGETHER)])
    alone, pooled = trace(chart, "alone"), trace(chart, "sharing")
    assert list(alone.x) == sorted(leaked.result.leakage for leaked in ALONE)
    assert list(pooled.x) == [TOGETHER.result.leakage]
    assert list(alone.text) == [percent(leakage) for leakage in alone.x]
    assert (alone.marker.color, pooled.marker.color) == (MISSING, RIGHT)
    ticks = chart.figure.layout.yaxis.ticktext
    assert ticks[-1] == "All together"
    assert {ticks[row] for row in alone.y} == {plain(name) for name in REAL.recipient_names}
    assert percent(TOGETHER.result.leakage) in chart.alt and "All together" in chart.alt
    assert titles(chart)[1] == "Eve would know"


def test_one_recipient_is_one_bar():
    given = work(("Shop", ("Name", "Ann")))
    chart = pools_chart([summary_of(assess_pool(given, pool)) for pool in pools_alone(given)], [])
    assert [bars.name for bars in chart.figure.data] == ["alone"]
    assert chart.alt == f"1 bar of how much each would know; Shop knows {percent(2 / 3)}."


def test_equal_and_zero_leakages_all_have_their_bar():
    given = work(("Shop", ("Age", "9")), ("Bank", ("Age", "9")))
    chart = pools_chart([summary_of(assess_pool(given, pool)) for pool in pools_alone(given)], [])
    assert list(trace(chart, "alone").x) == [0.0, 0.0]
    assert sorted(chart.figure.layout.yaxis.ticktext) == ["Bank", "Shop"]


def test_only_the_worst_of_many_recipients_are_drawn():
    given = work(*((f"R{n}", ("Name", "Ann"), ("Phone", str(n))) for n in range(40)))
    chart = pools_chart([summary_of(assess_pool(given, pool)) for pool in pools_alone(given)], [])
    assert len(trace(chart, "alone").x) == pools.MOST_POOLS
    assert "R1" in chart.figure.layout.yaxis.ticktext


def test_recipients_named_by_numbers_are_no_scale():
    given = work(("7", ("Name", "Ann")), ("11", ("Phone", "1")))
    chart = pools_chart([summary_of(assess_pool(given, pool)) for pool in pools_alone(given)], [])
    numbers = all(not isinstance(y, str) for y in trace(chart, "alone").y)
    assert numbers or chart.figure.layout.yaxis.type == "category"


# Composite

FACTS = facts_of(TOGETHER.result.composite, REAL.reference, REAL.weight_map)


def test_the_composite_is_drawn_fact_by_fact_in_three_colours(monkeypatch):
    monkeypatch.setattr(composite, "MOST_EACH", len(FACTS))
    chart = composite_chart(FACTS, REAL.display_name)
    drawn_facts = [(fact, trace_of(chart, fact)) for fact in FACTS]
    for fact, (bar, line) in drawn_facts:
        assert bar == pytest.approx(fact.weight * (fact.confidence or 1.0))
        assert line == {"right": RIGHT, "wrong": WRONG, "missing": MISSING}[fact.meaning]
    names = [plain(f"{fact.label}: {fact.value}", composite.LONGEST) for fact in FACTS]
    drawn = dict(zip(chart.figure.layout.yaxis.ticktext, chart.figure.layout.yaxis.tickvals, strict=True))
    assert [drawn[name] for name in names] == list(range(len(names)))[::-1]
    for meaning in ("right", "wrong", "missing"):
        number = sum(fact.meaning == meaning for fact in FACTS)
        assert f"{number} fact{'' if number == 1 else 's'} {meaning}" in chart.alt


def trace_of(chart, fact):
    bars = next(trace for trace in chart.figure.data if trace.name.startswith(fact.meaning))
    place = [cell[0] for cell in bars.customdata].index(plain(f"{fact.label}: {fact.value}", composite.LONGEST))
    return bars.x[place], bars.marker.line.color


def test_a_fact_she_holds_without_doubt_and_one_she_cannot_believe():
    facts = (Fact("Name", "Ann", "right", 0.0, 2.0), Fact("Age", "9", "wrong", 0.5, 4.0))
    chart = composite_chart(facts, str)
    assert [list(bars.x) for bars in chart.figure.data] == [[0.0], [2.0]]
    assert chart.alt == "1 fact right, 1 fact wrong, 0 facts missing."


def test_a_long_composite_still_shows_what_she_lacks():
    right = tuple(Fact("Card", f"card {n}", "right", 1.0, 3.0) for n in range(50))
    chart = composite_chart((*right, Fact("Name", "Ann", "missing", 0.0, 1.0)), str)
    assert any(bars.name.startswith("missing") for bars in chart.figure.data)


# Contributions


def test_contributions_rise_to_the_top_and_have_the_colour_of_what_they_do():
    chart = contributions_chart("Which?", ["a", "b", "c", "d"], [0.1, -0.2, 0.3, 0.1])
    bars = chart.figure.data[0]
    assert list(bars.x) == [-0.2, 0.1, 0.1, 0.3]
    assert list(bars.marker.color) == [WRONG, RIGHT, RIGHT, RIGHT]
    assert list(chart.figure.layout.yaxis.ticktext) == ["b", "a", "d", "c"]
    assert list(bars.text) == [change(value).removesuffix(" points") for value in bars.x]
    assert set(chart.figure.layout.xaxis.ticktext) >= {"−20", "0", "+20"}
    assert chart.alt == "c gives most away: +30.0 points."
    assert titles(chart)[:2] == ("Which?", "points")
    low, high = chart.figure.layout.xaxis.range
    assert low < -0.2 and high > 0.3


@pytest.mark.parametrize("values", [[], [0.0], [1.0], [-1.0]], ids=str)
def test_few_contributions(values):
    chart = contributions_chart("Which?", ["a"] * len(values), values)
    low, high = chart.figure.layout.xaxis.range
    assert low <= 0.0 <= high and low < high
    assert chart.alt


def test_the_greatest_of_many_contributions_are_kept_whichever_way_they_point():
    values = list(np.linspace(-0.5, 0.4, 100))
    drawn = list(contributions_chart("Which?", [str(n) for n in range(100)], values).figure.data[0].x)
    assert len(drawn) == contributions.MOST_CONTRIBUTIONS and drawn == sorted(drawn)
    assert sorted(map(abs, drawn)) == sorted(map(abs, values))[-contributions.MOST_CONTRIBUTIONS :]


# Increments

OUTCOMES = compare_plans(REAL)


def test_increments_lead_from_before_to_after_the_best_on_top():
    chart = increments_chart(OUTCOMES)
    rows = sorted(OUTCOMES, key=lambda outcome: -outcome.after)
    assert list(trace(chart, "now").x) == [outcome.before for outcome in rows]
    assert list(trace(chart, sharing.AFTER).x) == [outcome.after for outcome in rows]
    assert list(chart.figure.layout.yaxis.ticktext) == [outcome.plan.name for outcome in rows]
    ways = [line for line in chart.figure.data if line.mode == "lines"]
    assert [(line.x, line.y[0]) for line in ways] == [((o.before, o.after), row) for row, o in enumerate(rows)]
    for outcome in OUTCOMES:
        assert f"{outcome.plan.name}: {percent(outcome.after)}, {change(outcome.increment)}" in chart.alt
    assert titles(chart)[1] == sharing.KNOWS


def test_ways_have_the_colour_of_their_direction():
    worse = Release("worse", "Shop", Record.of(("Name", "Ann"), ("Phone", "1")))
    better = Release("better", "Shop", Record.of(("Name", "Ann"), ("Age", "9")))
    chart = increments_chart(compare_plans(work(("Shop", ("Name", "Ann")), plans=(worse, better))))
    ways = [line for line in chart.figure.data if line.mode == "lines"]
    assert [line.line.color for line in ways] == [RIGHT, WRONG]
    assert list(chart.figure.layout.yaxis.ticktext) == ["worse", "better"]


# Joins

MEMBERS = {number: f"record {number}" for number in TOGETHER.result.members}
EVIDENCE = [join for join in TOGETHER.result.resolution.evidence if set(join.records) <= set(MEMBERS)]


def test_the_graph_has_a_point_a_record_and_a_point_a_join():
    strangers = frozenset(n for n in MEMBERS if TOGETHER.release_of(n) is None)
    chart = joins_chart(MEMBERS, strangers, EVIDENCE)
    records = [name for points in chart.figure.data[1:-1] for name in points.text]
    assert sorted(records) == sorted(MEMBERS.values())
    assert len(trace(chart, "what they share").x) == len(EVIDENCE)
    assert len(trace(chart, "your account").x) == len(MEMBERS) - len(strangers)
    assert trace(chart, "your account").marker.color == RIGHT
    assert f"{len(MEMBERS)} records" in chart.alt and str(len(EVIDENCE)) in chart.alt
    lines = chart.figure.data[0]
    assert lines.x.count(None) == sum(len(join.records) for join in EVIDENCE)


def test_strangers_are_drawn_as_misleading():
    number = next(iter(MEMBERS))
    chart = joins_chart(MEMBERS, frozenset({number}), EVIDENCE)
    stranger = trace(chart, "somebody else's record")
    assert (list(stranger.text), stranger.marker.color) == ([MEMBERS[number]], WRONG)


def test_a_join_names_the_labels_behind_it():
    given = replace(
        work(("Shop", ("Name", "Ann"), ("Phone", "1")), ("Bank", ("Name", "Ann"), ("Phone", "1"))),
        policies=(policy("Both", Shares("Name", "Phone")),),
    )
    leaked = assess_pool(given, pool_together(given))
    chart = joins_chart({0: "a", 1: "b"}, frozenset(), leaked.result.resolution.evidence)
    assert list(trace(chart, "what they share").text) == ["Name + Phone"]


def test_a_record_by_itself_can_be_drawn():
    chart = joins_chart({0: "a"}, frozenset(), [])
    assert list(trace(chart, "your account").text) == ["a"]


@pytest.mark.parametrize("seed", range(5))
def test_names_in_the_graph_lie_on_nothing_where_they_can(seed):
    rng = np.random.default_rng(seed)
    pixels = {n: (float(x), float(y)) for n, (x, y) in enumerate(rng.uniform((0, 0), (860, 200), (24, 2)))}
    labels = {n: Label("Corner shop" if n < 8 else "Name + Phone", 13, 9, "top center", n < 8) for n in pixels}
    chosen = sides(labels, pixels, (0.0, 860.0))
    beside = {n: joins._beside(labels[n], side, pixels[n]) for n, side in chosen.items() if side}
    points = {n: joins._around(place, 9) for n, place in pixels.items()}
    assert all(chosen[n] for n in range(8))
    for spare in set(beside) - set(range(8)):
        others = [box for n, box in (*beside.items(), *points.items()) if n != spare]
        assert not any(beside[spare].covers(box) for box in others)
        assert beside[spare].left >= 0.0 and beside[spare].right <= 860.0


# Additions


def test_one_more_fact_right_to_the_right_wrong_to_the_left():
    additions = addition_gradient(TOGETHER.result.composite, REAL.reference, REAL.measure)
    chart = additions_chart(additions, REAL.display_name)
    right, wrong = trace(chart, "Eve learns it"), trace(chart, "Eve believes a wrong value")
    assert all(x > 0 for x in right.x) and all(x < 0 for x in wrong.x)
    labels = chart.figure.layout.yaxis.ticktext
    slopes = {(addition.label, addition.right): addition.slope for addition in additions}
    for bars, is_right in ((right, True), (wrong, False)):
        assert {labels[y]: x for y, x in zip(bars.y, bars.x, strict=True)} == {
            plain(label): slope
            for (label, kind), slope in slopes.items()
            if kind == is_right and plain(label) in labels
        }
    assert "would add most" in chart.alt and titles(chart)[1] == "points"


# Discovery


@pytest.mark.parametrize(("leakages", "word"), [([0.1, 0.4], "rises"), ([0.4, 0.1], "falls"), ([0.2], "rises")])
def test_finds_are_steps_of_leakage(leakages, word):
    chart = discovery_chart(["her question", "<b>Order</b>"][: len(leakages)], leakages, 1)
    assert list(chart.figure.data[0].y) == leakages
    assert f"Leakage {word} from" in chart.alt
    assert not any("<b>" in text for text in chart.figure.layout.xaxis.ticktext)


TABLE = Table(sharing.CHOICES, ((1, HOSTILE, HOSTILE, "30 %", "+5.0 points"),))


def test_the_trade_off_draws_each_choice_and_no_markup():
    attributes = [Attribute(HOSTILE, str(n)) for n in range(3)]
    choices = tuple(FieldChoice(tuple(attributes[:n]), tuple(attributes[n:]), 0.2 + n / 10) for n in (3, 2, 1))
    chart = trade_off_chart(FieldChoices(choices, 8, True), 0.25, choices[1], TABLE)
    assert titles(chart) == (sharing.TRADE_OFF, "optional fields given", sharing.KNOWS)
    assert chart.table == TABLE
    best = trace(chart, "best choice of fields")
    assert list(best.x) == [3, 2, 1] and list(best.y) == pytest.approx([0.5, 0.4, 0.3])
    assert list(trace(chart, "shown below").y) == pytest.approx([0.4])
    assert list(trace(chart, sharing.NOW).y) == [0.25, 0.25]
    assert HOSTILE not in charts_drawn(chart) and ESCAPED in charts_drawn(chart)
    assert chart.alt.startswith("25.0\u00a0% before; at best 30.0\u00a0% with 1 optional")


# The layout of a small graph, against networkx's distances and its layout by Kamada & Kawai.


def graph_layout_drawn(graph):
    """The places, and how far from the distances they are at the best size."""
    nodes = list(graph)
    places = np.array([laid_out(nodes, graph.edges)[node] for node in nodes])
    return places, best_stress(places, steps_between(nodes, graph.edges))


def best_stress(places, distances):
    """The stress at the size where it is least."""
    pairs = np.triu_indices(len(places), 1)
    ratio = np.hypot(*(places[pairs[0]] - places[pairs[1]]).T) / distances[pairs]
    return stress(places * ratio.sum() / (ratio**2).sum(), distances)


def random_graph(seed):
    """As a graph of joins: records, and joins of two or more of them; in one piece or in several."""
    chance = np.random.default_rng(seed)
    graph = networkx.Graph()
    records = [("record", number) for number in range(chance.integers(2, 16))]
    graph.add_nodes_from(records)
    for join in range(chance.integers(1, 10)):
        some = chance.choice(len(records), size=chance.integers(2, min(5, len(records)) + 1), replace=False)
        graph.add_edges_from((records[number], ("join", join)) for number in some)
    return graph


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_steps_are_the_shortest_ways(seed):
    graph = random_graph(seed)
    nodes = list(graph)
    ways = dict(networkx.all_pairs_shortest_path_length(graph))
    longest = max(length for lengths in ways.values() for length in lengths.values())
    expected = [[ways[start].get(end, longest + 1) for end in nodes] for start in nodes]
    assert steps_between(nodes, graph.edges).tolist() == expected


@pytest.mark.parametrize("seed", cases(range(0, 30, 3), usual=1))
def test_no_step_raises_the_stress_and_the_end_is_as_good_as_kamada_and_kawai(seed):
    graph = random_graph(seed)
    nodes = list(graph)
    distances = steps_between(nodes, graph.edges)
    start = np.random.default_rng(seed).normal(size=(len(nodes), 2))
    assert stress(lowered(start, distances), distances) <= stress(start, distances)
    theirs = networkx.kamada_kawai_layout(graph, dist=dict(zip(nodes, rows(nodes, distances), strict=True)))
    _, ours = graph_layout_drawn(graph)
    # Both end in some hollow of the same landscape, not always in the same one.
    assert ours <= 1.25 * best_stress(np.array([theirs[node] for node in nodes]), distances) + 0.05


def rows(nodes, distances):
    return [dict(zip(nodes, row, strict=True)) for row in distances.tolist()]


@pytest.mark.parametrize("graph", [networkx.path_graph(6), networkx.complete_graph(3)], ids=["path", "triangle"])
def test_what_can_be_drawn_true_is(graph):
    places, left = graph_layout_drawn(graph)
    assert left == pytest.approx(0.0, abs=1e-3)
    assert places.mean(axis=0) == pytest.approx([0.0, 0.0], abs=1e-9)
    assert np.hypot(*places.T).max() == pytest.approx(1.0)


def test_one_point_and_none():
    assert laid_out(["a"], []) == {"a": (0.0, 0.0)} and laid_out([], []) == {}


# One click opens the derivation of the very number beside it, and its last line is that number.


WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}


def formulas(at):
    """What is written in formulas on the page, in order."""
    return [latex.value.strip("$\n ") for latex in at.latex]


def opened(at, key):
    at.session_state[f"worked-out-{key}"] = True
    return run(at)


@pytest.mark.parametrize("key", ["which-card", "which-store", "self-and-linkage"])
def test_a_plan_is_worked_out_on_both_sides(key):
    at = start(WORKS[key], "planned_release")
    before = formulas(at)
    for outcome in compare_plans(WORKS[key]):
        if len(WORKS[key].plans) > 1:
            next(box for box in at.selectbox if box.key.startswith("plan-why")).set_value(outcome.plan.name)
        shown = formulas(opened(at, "plan"))
        assert f"I = {outcome.increment!r}" in shown
        assert f"I = {outcome.increment!r}" not in before
        assert f"L = {outcome.before!r}" in shown
        assert f"L = {outcome.after!r}" in shown


def test_what_she_finds_and_what_she_has_put_together():
    at = opened(unfolded(start(WORKS["alice-on-the-web"], "leakage"), "other-records"), "composite")
    figure = assess(WORKS["alice-on-the-web"])[0].result.leakage
    assert f"L = {figure!r}" in formulas(at)
    at = opened(worked_out_go(at, "what_she_knows"), "discovery")
    assert formulas(at)[-1].startswith("L = ")


def test_disinformation_is_worked_out():
    at = start(WORKS["self-and-linkage"], "disinformation")
    at.session_state["disinformation-details"] = True
    at = opened(run(at), "disinformation-plan")
    assert sum(formula.startswith("I = ") for formula in formulas(at)) == 1


def test_a_class_of_a_published_table_is_worked_out():
    at = start(page="published_table")
    at.session_state["published-tab"] = "Me in it"
    at = run(at)
    shown = formulas(opened(at, "table-alone"))
    assert shown[-1].startswith("L = ")
