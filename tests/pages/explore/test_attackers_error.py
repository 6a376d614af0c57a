"""An attacker's error: every example of Rebollo-Monedero et al. as it can be explored."""

import itertools
import math

import pytest

from leakage.progress import listening
from pages.app.words import percent
from pages.explore.attackers_error.charts import HIGHEST
from pages.explore.attackers_error.crowds import patients
from pages.kit.charts.curves import rate_curve
from tests.pages.helpers import charts, go, run, start, texts

close = pytest.approx
LIES, DOUBT = "An answer that may be a lie", "How uncertain?"
ANSWERS, USEFUL, PLACES = (
    "How much may an answer give away?",
    "How private can useful answers be?",
    "How far off is her guess?",
)
MESSAGES, RATES, ENTROPIES = (
    "Who wrote the message?",
    "How little must be told?",
    "How uncertain is she, by each order?",
)
BELIEFS = "What does she believe of you now?"


@pytest.fixture(scope="module")
def session():
    return start(page="attackers_error")


def sliders(at):
    """By their names, without their page's."""
    return {widget.key.removeprefix("guessing-"): widget for widget in (*at.main.slider, *at.main.select_slider)}


def slide(at, **values):
    """Move sliders: first those that are there, then those they bring."""
    if not values.keys() & sliders(at).keys():
        run(at)  # Another test had another tab open.
    while values:
        there = sliders(at)
        moved = values.keys() & there.keys()
        assert moved, f"no slider of {values}"
        for name in moved:
            there[name].set_value(values.pop(name))
        run(at)
    return at


def lines(at):
    return [heading.value for heading in at.main.subheader] + texts(at)


def drawn(at, question, name):
    return next(trace for trace in charts(at)[question]["data"] if trace["name"] == name)


def binary_entropy(p):
    return -sum(q * math.log2(q) for q in (p, 1 - p) if q)


@pytest.mark.tabs(LIES)
@pytest.mark.parametrize(("answers", "lie"), [(2, 25), (2, 50), (4, 10), (10, 60)])
def test_answers_that_may_be_lies(session, answers, lie):
    at = slide(session, answers=answers, **{f"lie-{answers}": lie})
    truth = 1 - lie / 100
    epsilon = math.log(truth * (answers - 1) / (1 - truth))
    assert f"Her guess is wrong {lie:.1f}\u00a0% of the time" in lines(at)
    assert any(
        text.startswith(f"ε = {abs(epsilon):.2f}: no answer is more than {math.exp(epsilon):.2f} times")
        for text in lines(at)
    )
    chosen = drawn(at, ANSWERS, "chosen")
    assert (chosen["x"], chosen["y"]) == ([close(lie / 100)], [close(epsilon, abs=1e-12)])
    curve = drawn(at, ANSWERS, "lies from few to many")
    assert curve["x"][-1] == close(1 - 1 / answers) and curve["y"][-1] == close(0.0, abs=1e-9)
    assert curve["y"] == sorted(curve["y"], reverse=True)


@pytest.mark.tabs(LIES)
@pytest.mark.parametrize(("common", "lie"), [(10, 25), (10, 5), (70, 25)])
def test_what_is_rare_is_guessed_from_how_rare_it_is(session, common, lie):
    at = slide(session, answers=2, **{"lie-2": lie}, prior=common)
    true, false = common / 100, 1 - common / 100
    # Of each answer the guess is wrong as often as the rarer of the two truths leads to it.
    error = sum(min(true * a, false * (1 - a)) for a in (lie / 100, 1 - lie / 100))
    assert f"Her guess is wrong {percent(error)} of the time" in lines(at)
    assert any(f"Guessing blindly she would be wrong {percent(min(true, false))}" in text for text in lines(at))
    slide(at, prior=50)


@pytest.mark.tabs(LIES)
def test_without_lies_an_answer_is_proof(session):
    at = slide(session, answers=2, **{"lie-2": 0})
    assert any("ε = ∞: nobody lies, so the answer proves the truth." in text for text in lines(at))
    assert drawn(at, ANSWERS, "chosen")["y"] == [HIGHEST] and "ε is ∞" in charts(at)[ANSWERS]["alt"]


@pytest.mark.tabs(LIES)
@pytest.mark.parametrize("useful", [51, 80, 100])
def test_figure_3(session, useful):
    """The most privacy is 1 − u₀, on the line from (1, 0) to (1/2, 1/2)."""
    at = slide(session, useful=useful)
    assert f"She can be wrong at most {100 - useful:.1f}\u00a0% of the time" in lines(at)
    points = [drawn(at, USEFUL, name) for name in ("useful enough", "not useful enough")]
    for part in points:
        assert [u + p for u, p in zip(part["x"], part["y"], strict=True)] == close([1.0] * len(part["x"]))
    assert min(points[0]["x"]) == close(useful / 100) == max(points[1]["x"])


@pytest.mark.tabs("A place with noise")
def test_a_place_with_noise(session):
    at = slide(session, noise=300, spread=1_000.0)
    squared = 2 * 300**2 * 1_000**2 / (300**2 + 1_000**2)
    assert f"Her guess is {math.sqrt(squared):,.0f} m off" in lines(at)
    assert any(f"= {squared:,.0f} m²" in text and "never more than 1,414 m off" in text for text in lines(at))
    eve = drawn(at, PLACES, "Eve: what it gives you")
    assert eve["y"][eve["x"].index(300)] == close(math.sqrt(squared))
    at = slide(session, spread=math.inf)
    assert "Her guess is 424 m off" in lines(at) and any(
        "privacy costs just what it gives" in text for text in lines(at)
    )
    assert drawn(at, PLACES, "Eve: what it gives you")["y"] == drawn(at, PLACES, "the app: what noise costs you")["y"]


@pytest.mark.tabs("A message passed on")
def test_a_message_passed_on(session):
    """(1 − p)(1 − 1/n)."""
    at = slide(session, users=20, direct=40)
    assert "Her guess is wrong 57.0\u00a0% of the time" in lines(at)
    assert any("= 0.5700" in text and "1.5 times on average" in text for text in lines(at))
    curve = drawn(at, MESSAGES, "(1 − p)(1 − 1/n)")
    assert curve["y"] == close([(1 - p) * 0.95 for p in curve["x"]])
    assert (drawn(at, MESSAGES, "chosen")["x"], drawn(at, MESSAGES, "chosen")["y"]) == ([0.4], [close(0.57)])


@pytest.mark.tabs("A class in a table")
def test_figure_7(session):
    at = slide(session, older=1, younger=3)
    assert "She believed that you have AIDS with 50.0\u00a0%, now with 75.0\u00a0%" in lines(at)
    assert any("was wrong 50.0\u00a0% of the time, it is now wrong 25.0\u00a0%" in text for text in lines(at))
    assert charts(at)[BELIEFS]["alt"].startswith("AIDS: 50.0\u00a0% before, 75.0\u00a0% after")
    # δ: nobody under 40 has a heart disease.
    assert any(
        "δ = ∞. R ≤ t ≤ δ holds, as it must; δ is infinite (∞), for some class lacks" in text for text in lines(at)
    )


@pytest.mark.tabs("A class in a table")
def test_a_class_that_makes_certain(session):
    """None of the older and all of the younger have it."""
    at = slide(session, older=0, younger=4)
    assert "She believed that you have AIDS with 50.0\u00a0%, now with 100.0\u00a0%" in lines(at)
    table = patients(0, 4)
    assert table.distribution(1) == {"AIDS": 1.0, "Heart disease": 0.0, "Lung cancer": 0.0, "Viral infection": 0.0}
    slide(session, older=4)
    assert any("Eve is certain before she sees the table" in info.value for info in session.main.info)
    slide(session, older=1, younger=3)


@pytest.mark.tabs("As little as possible")
@pytest.mark.parametrize(("yes", "wrong"), [(50, 10), (20, 5), (50, 0), (30, 30), (5, 40)])
def test_the_least_that_must_be_told(session, yes, wrong):
    """R(D) of a coin is h(q) − h(D), and 0 from D = min(q, 1 − q) on."""
    at = slide(session, yes=yes, wrong=wrong)
    q, most = yes / 100, wrong / 100
    expected = max(0.0, binary_entropy(q) - binary_entropy(most)) if most < min(q, 1 - q) else 0.0
    assert f"At least {expected:.3f} bits must be told" in lines(at)
    curve = drawn(at, RATES, "nothing lies below")
    assert curve["y"] == close([max(0.0, binary_entropy(q) - binary_entropy(d)) for d in curve["x"]], abs=1e-6)
    turned = drawn(at, RATES, "truth turned round")
    seen = q * (1 - most) + (1 - q) * most
    assert turned["y"] == [close(binary_entropy(seen) - binary_entropy(most), abs=1e-9)]
    assert turned["y"][0] >= expected - 1e-9


def test_a_curve_of_rates_is_convex_and_falls():
    prior = [0.5, 0.25, 0.125, 0.125]
    curve = rate_curve(prior)
    assert curve[0] == (0.0, close(1.75)) and curve[-1] == close((0.5, 0.0), abs=1e-6)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(curve) if b[0] - a[0] > 1e-6]
    assert all(slope <= 1e-6 for slope in slopes)
    assert all(a <= b + 1e-4 for a, b in itertools.pairwise(slopes))
    heard = []
    with listening(lambda *progress: heard.append(progress)):
        rate_curve(prior)
    assert heard[0][1] == 0 and all(done < total for _, done, total in heard)


@pytest.mark.tabs(DOUBT)
@pytest.mark.parametrize(("order", "expected"), [(0.0, 3.0), (1.0, 2.403677), (2.0, 1.807355), (math.inf, 1.0)])
def test_entropies_of_every_order(session, order, expected):
    """One half and seven fourteenths: −log2 of 1/4 + 7/196 = 2/7 at α = 2."""
    at = slide(session, values=8, **{"likeliest-8": 50}, order=order)
    assert f"As uncertain as among {2**expected:.2f} equally likely values" in lines(at)
    assert any(
        text.startswith(f"{expected:.3f} bits at α = ") and "wrong 50.0\u00a0% of the time" in text
        for text in lines(at)
    )
    curve = drawn(at, ENTROPIES, "Rényi's entropy")
    assert curve["y"] == sorted(curve["y"], reverse=True) and min(curve["y"]) >= 1.0
    assert drawn(at, ENTROPIES, "Hartley's")["y"] == [close(3.0)]
    assert drawn(at, ENTROPIES, "Shannon's")["y"] == [close(2.403677, abs=1e-6)]
    assert drawn(at, ENTROPIES, "min-entropy, α = ∞")["y"] == close([1.0, 1.0])


@pytest.mark.tabs(LIES, "A place with noise", DOUBT)
def test_what_was_set_is_still_there_after_another_page():
    at = slide(start(page="attackers_error"), noise=500, **{"lie-2": 40}, order=5.0)
    go(at, "published_table")
    before = lines(go(at, "attackers_error"))
    assert "Her guess is wrong 40.0\u00a0% of the time" in before
    assert {widget.key: widget.value for widget in at.main.slider}["guessing-noise"] == 500
    assert {widget.key: widget.value for widget in at.main.select_slider}["guessing-order"] == 5.0


@pytest.mark.tabs(LIES)
@pytest.mark.parametrize(("people", "wrong"), [(1, 50), (20, 50), (5, 80)])
def test_a_count_that_is_blurred(session, people, wrong):
    """ε = −ln α; her guess between two neighbouring counts errs as the less likely of the two, α/(1 + α)."""
    at = slide(session, people=people, blur=wrong)
    ratio = wrong / (200 - wrong)
    assert (
        f"Knowing all the others, she is wrong about you {100 * ratio / (1 + ratio):.1f}\u00a0% of the time"
        in lines(at)
    )
    assert any(
        text.startswith(f"ε = −ln α = {-math.log(ratio):.2f}: no count is more than {1 / ratio:.2f} times")
        and f"off by {2 * ratio / (1 - ratio**2):.1f} on average" in text
        for text in lines(at)
    )


@pytest.mark.tabs(LIES)
def test_a_count_that_is_true_is_proof(session):
    at = slide(session, people=20, blur=0)
    assert "Knowing all the others, she is wrong about you 0.0\u00a0% of the time" in lines(at)
    assert any(text.startswith("ε = ∞: a count that is always true proves") for text in lines(at))


@pytest.mark.tabs("A message passed on")
def test_the_degree_of_a_message(session):
    """H/H_max of eq. (10)."""
    at = slide(session, users=4, direct=25)
    same, other = 0.25 + 0.75 / 4, 0.75 / 4
    degree = -(same * math.log2(same) + 3 * other * math.log2(other)) / 2
    assert any(f"H/H_max = {degree:.3f}: how uncertain the server is" in text for text in lines(at))


@pytest.mark.tabs(DOUBT)
def test_how_many_values_she_must_look_into(session):
    """One half and seven fourteenths: for nine tenths the likeliest and six of seven others."""
    at = slide(session, values=8, **{"likeliest-8": 50}, sure=90, times=3)
    assert any(f"H/H_max = {2.403677 / 3:.3f}: 1 where all" in text for text in lines(at))
    assert any(
        "must look into 7 values at least; a guess among them is wrong 85.7\u00a0%" in text for text in lines(at)
    )


@pytest.mark.tabs(DOUBT)
def test_sequences_of_secrets(session):
    """By trying all 2^6 of them: entropy 0.8113, a sequence is typical with one or two of the rarer value."""
    at = slide(session, values=2, **{"likeliest-2": 75}, times=6)
    entropy = binary_entropy(0.75)
    chances = [0.75 ** sum(bits) * 0.25 ** (6 - sum(bits)) for bits in itertools.product((0, 1), repeat=6)]
    typical = [chance for chance in chances if abs(-math.log2(chance) / 6 - entropy) <= 0.1]
    if typical:
        expected = (
            f"2^{math.log2(len(typical)):.1f} are typical, and hold the truth with {100 * sum(typical):.1f}\u00a0%"
        )
    else:
        expected = "no sequence is typical yet"
    assert any(expected in text for text in lines(at))
    at = slide(session, times=8)
    # Two of eight are of the rarer value: just as the entropy says.
    assert any(
        f"2^{math.log2(28):.1f} are typical, and hold the truth with {100 * 28 * 0.75**6 * 0.25**2:.1f}\u00a0%" in text
        and f"k·H = {8 * entropy:.1f}, give or take 0.8" in text
        for text in lines(at)
    )


@pytest.mark.tabs("A class in a table")
def test_what_she_only_heard(session):
    at = slide(session, older=1, younger=3, heard=1)
    assert any(
        "misses the truth about you by 75.0\u00a0%" in text and "itself it is 25.0\u00a0%" in text for text in lines(at)
    )
    assert any(text.startswith("Over all classes, knowing one's own takes 0.0 points") for text in lines(at))
