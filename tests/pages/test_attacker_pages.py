"""*An attacker's error* and *Laboratory*: what they draw, against the definitions, the library and the papers."""

import math
import re
from dataclasses import replace

import pytest

from leakage import record_leakage
from leakage.laboratory import EXAMPLES, TABLE_5, Parameters, accuracy, generate, ladder
from pages.app.words import percent
from tests.oracles import attacker as oracle
from tests.pages.helpers import charts, press, ran, run, start, texts

# An attacker's error: every example of Rebollo-Monedero et al. as it can be explored, against its definition.


close = pytest.approx
pytestmark = pytest.mark.tabs()
PAGE = "attackers_error"
ANSWERS, USEFUL = "How much may an answer give away?", "How private can useful answers be?"
COUNT, PLACES, MESSAGES = (
    "How much does a count show of one answer?",
    "How far off is her guess?",
    "Who wrote the message?",
)
ENTROPIES, SETS = "How uncertain is she, by each order?", "How many values must she check?"
SEQUENCES, RATES = "Among how many sequences does the truth lie?", "How little must be told?"
BITS, BOUNDS = "How many bits does the answer reveal?", "How much privacy can an answer take?"


@pytest.fixture(scope="module")
def session():
    return start(page=PAGE)


def slide(at, tab, **values):
    """Open a tab, and move its sliders: first those that are there, then those they bring."""
    at.session_state["guessing-tab"] = tab
    run(at)
    while values:
        there = {widget.key.removeprefix("guessing-"): widget for widget in (*at.main.slider, *at.main.select_slider)}
        assert values.keys() & there.keys(), f"no slider of {values}"
        for name in values.keys() & there.keys():
            there[name].set_value(values.pop(name))
        run(at)
    return at


def drawn(at, question, name="chosen"):
    """The points of a mark."""
    trace = next(trace for trace in charts(at)[question]["data"] if trace["name"] == name)
    return list(zip(trace["x"], trace["y"], strict=True))


def told(at, *parts):
    said = " ".join((*(heading.value for heading in at.main.subheader), *texts(at)))
    return all(part in said for part in parts)


TABS = {
    "Lies": (ANSWERS, {"answers": 4, "lie-4": 10}),
    "Useful lies": (USEFUL, {"useful": 70}),
    "A count": (COUNT, {"people": 5, "blur": 80}),
    "A place": (PLACES, {"noise": 200, "spread": math.inf}),
    "A message": (MESSAGES, {"users": 4, "direct": 40}),
    "Entropies": (ENTROPIES, {"values-entropies": 4, "likeliest-4-entropies": 70, "order": math.inf}),
    "Sets": (SETS, {"values-sets": 9, "likeliest-9-sets": 30, "sure": 80}),
    "Sequences": (SEQUENCES, {"typical-yes": 20, "typical-lie": 20, "times": 30}),
    "Bits": (BITS, {"yes-bits": 20, "lie-bits": 10}),
    "Bounds": (BOUNDS, {"yes-bounds": 20, "lie-bounds": 10}),
    "Least told": (RATES, {"yes": 20, "wrong": 5}),
}


@pytest.mark.parametrize("tab", TABS)
def test_the_script_of_a_tab_computes_what_is_chosen_and_said_on_it(session, tab):
    question, sliders = TABS[tab]
    at = slide(session, tab, **sliders)
    marks = [mark for mark in charts(at)[question]["data"] if mark["name"] in ("chosen", "the least")]
    shown = [number for mark in marks for number in (*mark["x"], *mark["y"])]
    figures = list(map(float, ran(at.session_state["script"][1])[1].split()))
    assert figures
    for figure in figures:
        written = (f"{figure:.3f}", f"2^{figure:.1f}", f" {percent(figure)} ")
        assert any(number == close(figure) for number in shown) or any(told(at, words) for words in written)


def binary(p):
    return oracle.entropy([p, 1 - p])


@pytest.mark.parametrize(("answers", "lie"), [(2, 25), (2, 50), (4, 10), (10, 60)])
def test_answers_that_may_be_lies(session, answers, lie):
    """ε = ln (t (n − 1) / (1 − t)), and she is wrong as often as it is a lie."""
    at = slide(session, "Lies", answers=answers, **{f"lie-{answers}": lie})
    epsilon = math.log((1 - lie / 100) * (answers - 1) / (lie / 100))
    assert drawn(at, ANSWERS) == [close((lie / 100, epsilon), abs=1e-12)]
    assert told(at, f"wrong {lie:.1f}\u00a0% of the time", f"ε = {abs(epsilon):.2f}")
    assert drawn(at, ANSWERS, "lies from few to many")[-1] == close((1 - 1 / answers, 0.0), abs=1e-9)


@pytest.mark.parametrize("useful", [51, 80, 100])
def test_figure_3(session, useful):
    """The most privacy is 1 − u₀, on the line from (1, 0) to (1/2, 1/2)."""
    at = slide(session, "Useful lies", useful=useful)
    assert drawn(at, USEFUL) == [close((useful / 100, 1 - useful / 100))]
    enough, less = (drawn(at, USEFUL, name) for name in ("useful enough", "not useful enough"))
    assert all(u + p == close(1.0) for u, p in (*enough, *less))
    assert min(enough)[0] == close(useful / 100) == max(less)[0]


@pytest.mark.parametrize(("people", "wrong"), [(1, 50), (20, 50), (5, 80)])
def test_a_count_that_is_blurred(session, people, wrong):
    """ε by trying all neighbours; between two counts she errs as the less likely of the two, α/(1 + α)."""
    at, ratio = slide(session, "A count", people=people, blur=wrong), wrong / (200 - wrong)
    counts = [[float(x == y) for y in range(people + 1)] for x in range(people + 1)]
    pairs = [(n, n + 1) for n in range(people)]
    epsilon = oracle.epsilon(counts, oracle.geometric_noise(people, ratio), pairs)
    assert drawn(at, COUNT) == [close((epsilon, ratio / (1 + ratio)), abs=1e-6)] and epsilon == close(-math.log(ratio))
    assert told(slide(at, "A count", blur=0), "ε = ∞", f"wrong about you {percent(0.0)}")


def test_a_place_with_noise(session):
    at = slide(session, "A place", noise=300, spread=1_000.0)
    off = math.sqrt(2 * 300**2 * 1_000**2 / (300**2 + 1_000**2))
    assert drawn(at, PLACES) == [close((300, math.sqrt(2) * 300)), close((300, off))] and told(at, f"{off:,.0f} m off")
    assert told(at, "never more than 1,414 m")
    at = slide(session, "A place", spread=math.inf)
    assert drawn(at, PLACES, "Eve: what it gives you") == drawn(at, PLACES, "the app: what noise costs you")


def test_a_message_passed_on(session):
    """(1 − p)(1 − 1/n), and H/H_max of eq. (10)."""
    at = slide(session, "A message", users=4, direct=25)
    same, other = 0.25 + 0.75 / 4, 0.75 / 4
    assert told(at, f"anonymity is {oracle.entropy([same, other, other, other]) / 2:.3f}", "3.0 times on average")
    assert drawn(at, MESSAGES) == [close((0.25, 0.75 * 0.75))]
    assert all(error == close((1 - p) * 0.75) for p, error in drawn(at, MESSAGES, "(1 − p)(1 − 1/n)"))


@pytest.mark.parametrize(("order", "expected"), [(0.0, 3.0), (1.0, 2.403677), (2.0, 1.807355), (math.inf, 1.0)])
def test_entropies_of_every_order(session, order, expected):
    """One half and seven fourteenths: −log2 of 1/4 + 7/196 = 2/7 at α = 2."""
    at = slide(session, "Entropies", **{"values-entropies": 8, "likeliest-8-entropies": 50}, order=order)
    assert drawn(at, ENTROPIES) == [close((min(order, 10.0), expected), abs=1e-6)]
    assert told(at, f"among {2**expected:.2f} equally", "wrong 50.0\u00a0%", f"anonymity is {2.403677 / 3:.3f}")
    curve = [bits for _, bits in drawn(at, ENTROPIES, "Rényi's entropy")]
    assert curve == sorted(curve, reverse=True) and min(curve) >= 1.0
    assert drawn(at, ENTROPIES, "Hartley's and Shannon's") == [close((0.0, 3.0)), close((1.0, 2.403677), abs=1e-6)]


def test_how_many_values_she_must_look_into(session):
    """By trying all sets: for nine tenths the likeliest and six of seven others."""
    at = slide(session, "Sets", **{"values-sets": 8, "likeliest-8-sets": 50}, sure=90)
    belief = oracle.fractions([7] + [1] * 7)
    for sure, size in drawn(at, SETS, "smallest set")[9::10]:
        assert len(oracle.smallest_sets(belief, oracle.Fraction(round(100 * sure), 100))[0]) == size
    assert drawn(at, SETS) == [close((0.9, 7))] and told(at, "wrong 85.7\u00a0% of the time")


def test_sequences_of_secrets(session):
    at = slide(session, "Sequences", **{"typical-yes": 30, "typical-lie": 10}, times=40)
    before, after = (dict(drawn(at, SEQUENCES, name)) for name in ("typical", "typical with what she heard"))
    for length in range(1, 11):
        found = oracle.typical([0.3, 0.7], length, 0.1)[0]
        assert before.get(length) == (close(math.log2(found)) if found else None)
    assert after.keys() <= before.keys() and all(after[length] <= before[length] for length in after)
    assert told(at, f"kH(X) = {40 * binary(0.3):.1f}", f"2^{before[40]:.1f} are typical")


@pytest.mark.parametrize(("yes", "wrong"), [(50, 10), (20, 5), (50, 0), (5, 40)])
def test_the_least_that_must_be_told(session, yes, wrong):
    """R(D) of a coin in closed form, and what turning the truth round tells."""
    at, prior, most = slide(session, "Least told", yes=yes, wrong=wrong), [yes / 100, 1 - yes / 100], wrong / 100
    assert told(at, f"At least {oracle.hamming(prior, most):.3f} bits")
    for distortion, rate in drawn(at, RATES, "nothing lies below"):
        assert rate == close(oracle.hamming(prior, distortion), abs=1e-6)
    seen = prior[0] * (1 - most) + prior[1] * most
    assert drawn(at, RATES, "lies") == [close((most, binary(seen) - binary(most)), abs=1e-9)]


# The laboratory: what it draws is what the library measures, and what the paper prints.


QUESTIONS = {
    "p_c": "What if more is copied? (Figure 3a)",
    "p_p": "What if more copies go wrong? (Figure 3b)",
    "m": "What if Eve is surer? (Figure 3c)",
}
RACE, WORLDS = "Which algorithm is fast?", "What does each possible world reveal?"
SHARES = [step / 10 for step in range(11)]


@pytest.fixture
def lab():
    return start(page="laboratory")


def trace(at, question, name):
    return next(t for t in charts(at)[question]["data"] if t["name"].startswith(name))


def said(at):
    """What the script of the open tab prints."""
    return ran(at.session_state["script"][1])[1]


def pressed(at, label):
    return press(at, next(button.key for button in at.main.button if button.label == label))


def columns(at, heading):
    return next(frame.value for frame in at.main.dataframe if heading in frame.value.columns)


@pytest.mark.tabs("Figures 3(a) to 3(c)")
@pytest.mark.parametrize("varied", QUESTIONS)
def test_a_curve_is_that_of_the_generated_records(lab, varied):
    run(lab.segmented_control(key="trend-varied").set_value(varied))
    assert lab.slider(key=f"trend-{varied}").disabled
    drawn = trace(lab, QUESTIONS[varied], "mean")
    assert drawn["x"] == SHARES
    for value, mean in zip(SHARES[::5], drawn["y"][::5], strict=True):
        data = generate(Parameters(records=500, **{varied: value}))
        each = [record_leakage(record, data.reference, data.weights) for record in data.records[:500]]
        assert mean == pytest.approx(sum(each) / 500, rel=1e-9)
    assert all(f"mean={mean!r}" in said(lab) for mean in drawn["y"])


@pytest.mark.tabs("Figures 3(a) to 3(c)")
def test_the_papers_figures_stand_beside_the_values_of_table_4_alone(lab):
    printed = trace(lab, QUESTIONS["p_c"], "printed")
    assert (printed["x"], printed["y"]) == ([0.5, 1.0], [0.1740179, 0.2752435])
    run(lab.slider(key="trend-p_b").set_value(0.4))
    assert not any(t["name"].startswith("printed") for t in charts(lab)[QUESTIONS["p_c"]]["data"])


@pytest.mark.tabs("Figure 3(d)")
def test_the_race_is_run_at_full_size(monkeypatch):
    at = start(page="laboratory")
    assert set(trace(at, RACE, "Exact")["x"]) <= set(ladder(50))
    again = list(map(int, re.findall(r"method='exact', n=(\d+)", said(at))))
    # How far it comes within its time depends on what else the machine does.
    assert again and again == list(ladder(50))[: len(again)]
    monkeypatch.setattr("leakage.laboratory.ladder", lambda largest: (1, 2, 40))
    pressed(at, "Run up to 100,000 facts")
    assert max(trace(at, RACE, "Exact")["x"]) == 40 and max(trace(at, RACE, "Possible worlds")["x"]) == 2


@pytest.mark.tabs("Table 5")
def test_table_5_beside_what_is_printed(monkeypatch):
    small = tuple(row._replace(parameters=replace(row.parameters, records=50)) for row in TABLE_5)
    monkeypatch.setattr("leakage.laboratory.TABLE_5", small)
    at = start(page="laboratory")
    table = columns(at, "L₀, printed")
    assert table["L₀, printed"].tolist()[0] == "0.1740179" and set(table["L₀, ours"]) == {"–"}
    pressed(at, "Measure the table")
    table = columns(at, "L₀, printed")
    levels = [row.exact for row in accuracy([row.parameters for row in small], draws=2)]
    first = sorted((levels[0], levels[len(small)]))
    assert table["L₀, ours"].tolist()[0] == f"{first[0]:.3f}–{first[1]:.3f}"
    assert max(map(float, table["Integral's error"])) <= 1e-13
    assert said(at) == "".join(f"{row}\n" for row in accuracy([row.parameters for row in small], draws=2))


@pytest.mark.tabs("One record (§2.3)")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worlds_of_a_record(lab, name):
    run(lab.selectbox(key="one-example").set_value(name))
    leakage = record_leakage(*EXAMPLES[name])
    bars, line = trace(lab, WORLDS, "possible"), trace(lab, WORLDS, "mean")
    assert sum(bars["y"]) == pytest.approx(1.0) and line["x"] == [leakage, leakage]
    assert sum(f1 * chance for f1, chance in zip(bars["x"], bars["y"], strict=True)) == pytest.approx(leakage)
    assert sum(columns(lab, "F1 in it")["Probability × F1"]) == pytest.approx(leakage)


@pytest.mark.tabs("One record (§2.3)")
def test_the_first_record_is_the_papers_and_a_confidence_moves_it(lab):
    # Printed for unit weights in Section 2.3.
    assert trace(lab, WORLDS, "mean")["x"][0] == pytest.approx(13 / 20)
    name = next(iter(EXAMPLES))
    run(lab.slider(key=f"one-{name}-Name-Alice").set_value(1.0))
    assert trace(lab, WORLDS, "mean")["x"][0] == pytest.approx(4 / 5) and float(said(lab)) == pytest.approx(4 / 5)
    assert any(text.startswith("1 possible world;") for text in texts(lab))
