import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.report.svg import FIGURES, NAMES, WIDTH, Bar, bars, stairs
from tests.strategies import quick

tones = st.sampled_from(["right", "wrong", "missing"])
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)
shown = st.lists(st.builds(Bar, words, st.floats(-1, 1), words, tones), max_size=8)


def drawn(svg):
    return ET.fromstring(svg)


def rects(svg):
    return [{key: rect.get(key) for key in ("x", "y", "width", "class")} for rect in drawn(svg).iter("rect")]


@quick
@given(shown)
def test_bars_are_as_long_as_their_values(given_bars):
    drawn_rects = rects(bars("?", "!", given_bars, "axis"))
    assert [rect["class"] for rect in drawn_rects] == [bar.tone for bar in given_bars]
    values = [bar.value for bar in given_bars]
    span = max([0.0, *values]) - min([0.0, *values])
    room = WIDTH - FIGURES - NAMES
    for rect, value in zip(drawn_rects, values, strict=True):
        assert float(rect["width"]) == pytest.approx(max(abs(value) / (span or 1.0) * room, 0.5), abs=0.01)
        assert NAMES - 0.1 <= float(rect["x"]) <= WIDTH - FIGURES + 0.1
    assert [float(rect["y"]) for rect in drawn_rects] == sorted(float(rect["y"]) for rect in drawn_rects)


def test_bars_to_the_left_end_at_zero_and_those_to_the_right_begin_there():
    left, right = rects(bars("?", "!", [Bar("a", -0.5, ""), Bar("b", 1.0, "")], "axis"))
    assert float(left["x"]) + float(left["width"]) == pytest.approx(float(right["x"]), abs=0.01)


def test_an_axis_may_be_longer_than_the_longest_bar():
    half = rects(bars("?", "!", [Bar("a", 0.5, "")], "axis", 1.0))[0]
    assert float(half["width"]) == pytest.approx(0.5 * (WIDTH - FIGURES - NAMES))


@quick
@given(shown, words, words)
def test_a_chart_says_what_it_shows(given_bars, name, said):
    svg = drawn(bars(name, said, given_bars, "axis"))
    assert svg.get("role") == "img" and svg.get("aria-label") == f"{name} {said}"
    assert (svg.find("title").text or "", svg.find("desc").text or "") == (name, said)
    assert "axis" in [text.text for text in svg.iter("text")]


def test_long_names_are_cut():
    texts = [text.text for text in drawn(bars("?", "!", [Bar("x" * 60, 1.0, "all")], "axis")).iter("text")]
    assert texts[0] == "x" * 31 + "…" and "all" in texts


def test_stairs_hold_until_the_next_point():
    svg = drawn(stairs("?", "!", [(0.0, 1.0), (1.0, 0.5), (3.0, 0.0)], 4.0, ("requests", "leakage")))
    path = svg.find("path").get("d")
    assert path == "M64.0 16.0H222.0V126.0H538.0V236.0H696.0"
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in svg.iter("circle")]
    assert dots == [(64.0, 16.0), (222.0, 126.0), (538.0, 236.0)]
    texts = [text.text for text in svg.iter("text")]
    assert {"0 %", "50 %", "100 %", "requests", "leakage", "0", "1", "4"} <= set(texts)


@quick
@given(st.floats(1e-3, 1e6))
def test_ticks_are_few_and_within_the_axis(end):
    svg = drawn(stairs("?", "!", [(0.0, 1.0)], end, ("across", "up")))
    across = [text for text in svg.iter("text") if text.get("class") == "tick middle"]
    assert 2 <= len(across) <= 7
    assert all(64 <= float(text.get("x")) <= WIDTH - 24 + 0.01 for text in across)


def test_a_staircase_of_one_point_at_nought_is_drawn():
    assert drawn(stairs("?", "!", [(0.0, 0.3)], 0.0, ("across", "up"))).find("path").get("d").startswith("M64.0 170.0")
