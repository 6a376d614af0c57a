"""Figures in words, and the examples in the docstrings of the pages."""

import doctest
import importlib
from pathlib import Path

import pytest

from leakage.scenarios.realistic import realistic_person
from pages.eve.adversary import text as adversary_text
from pages.kit import add_release
from pages.shell.words import amount, change, count, listed, percent
from pages.you.start import text

ROOT = Path(__file__).parents[3]
# Most folders of pages have no __init__.py, and no list of packages names what is in them.
EXAMPLES = sorted(path for path in (ROOT / "pages").rglob("*.py") if ">>>" in path.read_text(encoding="utf-8"))
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in EXAMPLES]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted and not tried.failed


def test_every_folder_is_looked_at():
    assert {"pages.shell.words", "pages.kit.charts.chart", "pages.explore.re_identification.answer"} <= set(MODULES)


@pytest.mark.parametrize(
    ("leakage", "words"),
    [(0.0, "0.0\u00a0%"), (1.0, "100.0\u00a0%"), (2 / 3, "66.7\u00a0%"), (0.0625, "6.2\u00a0%"), (1e-9, "0.0\u00a0%")],
)
def test_a_percentage_has_one_place(leakage, words):
    assert percent(leakage) == words


@pytest.mark.parametrize(
    ("increment", "words"),
    [
        (1.0, "+100.0 points"),
        (-1.0, "−100.0 points"),
        (1e-12, "no change"),
        (-1e-12, "no change"),
        (0.125, "+12.5 points"),
    ],
)
def test_a_change_has_its_sign(increment, words):
    assert change(increment) == words


@pytest.mark.parametrize("increment", [1e-5, -1e-5, 0.0004, -0.0004])
def test_a_change_too_small_to_show_has_no_sign(increment):
    assert not change(increment).startswith(("+0.0", "−0.0"))


def test_the_words_for_amounts_rise():
    order = ["nothing", "very little", "some", "much", "most", "nearly all", "all"]
    said = [order.index(amount(n / 10_000)) for n in range(10_001)]
    assert said == sorted(said) and set(said) == set(range(len(order)))


def test_nothing_and_all_are_said_only_where_the_percentage_says_so_too():
    for n in range(10_001):
        leakage = n / 10_000
        assert (amount(leakage) == "nothing") <= (percent(leakage) == "0.0\u00a0%")
        assert (amount(leakage) == "all") <= (percent(leakage) in ("100.0\u00a0%", "99.9\u00a0%"))
    assert amount(0.0) == "nothing" and amount(1.0) == "all"


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 facts"), (1, "1 fact"), (2, "2 facts"), (1_234_567, "1,234,567 facts")]
)
def test_a_number_takes_its_plural(number, words):
    assert count(number, "fact") == words


@pytest.mark.parametrize(
    ("words", "most", "said"),
    [
        ([], 4, ""),
        (["a"], 4, "a"),
        (["a", "b", "c"], 4, "a, b and c"),
        (["a", "b", "c", "d"], 4, "a, b, c and d"),
        (["a", "b", "c", "d", "e"], 4, "a, b, c, d and 1 more"),
        (("a", "b"), 1, "a and 1 more"),
    ],
)
def test_words_in_a_row(words, most, said):
    assert listed(words, most=most) == said


def test_the_standing_texts_hold_what_they_promise():
    work = realistic_person().workspace
    assert f"{len(work.profile)} facts, {len(work.releases)} releases to {len(work.recipient_names)}" in text.REALISTIC
    assert len(work.background) == 200 and "two hundred strangers" in text.REALISTIC
    assert len(text.START) == 2
    assert set(adversary_text.POOLING_HELP) == {"together", "alone", "coalitions"}


def test_no_template_fills_nothing():
    assert len(add_release.prefilled(realistic_person().workspace, None)) == 0
