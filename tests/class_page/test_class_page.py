"""The class as one page: what is in the file, before a browser opens it."""

import base64
import hashlib
import re

import pytest

from leakage.class_page import class_page
from leakage.class_page.page import guesses_of, markdown, problems
from leakage.lessons.__main__ import main
from leakage.lessons.catalogue import LESSONS

STEPS = [step for lesson in LESSONS for step in lesson.steps]
MOST = 1_500_000
NAMESPACE = "http://www.w3.org/2000/svg"
"""The name of a format, which is no address: nothing is loaded from there."""


@pytest.fixture(scope="module")
def page():
    return class_page()


def test_it_is_small_and_has_480_exercises(page):
    assert len(page.encode()) < MOST
    assert len(problems()) == 480


def test_it_names_no_address(page):
    without = page.replace(NAMESPACE, "")
    assert re.findall(r"https?:|//[a-z]+\.|url\(|@import|\bsrc=(?![\"']data:)|\bon[a-z]+=", without) == []


def test_its_policy_lets_nothing_but_its_own_script_run(page):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    policy = policy.replace("&#39;", "'")
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert "default-src 'none'" in policy and f"script-src 'sha256-{digest}';" in policy
    assert page.count("<script") == 2 and page.count('<script type="application/json"') == 1


def test_it_is_written_by_a_command(page, tmp_path):
    assert main(["--page", str(tmp_path / "class.html")]) == 0
    assert (tmp_path / "class.html").read_bytes() == page.encode()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_lessons_use_no_more_markdown_than_there_is(step):
    for text in (step.text, step.explanation):
        shown = str(markdown(text))
        # Numbers such as 11* stay as they are.
        assert not re.search(r"(?<!\d)\*|`|\]\(|^#|^- |_\w+_", shown, re.MULTILINE)
        words = re.sub(r"[*\s]", "", text)
        assert re.sub(r"[*\s]|<[^>]+>", "", shown).replace("&lt;", "<").replace("&amp;", "&") == words


@pytest.mark.parametrize("step", [step for step in STEPS if step.question], ids=lambda step: step.title)
def test_every_guess_of_a_slider_is_looked_up(step):
    guesses = guesses_of(step)
    low, high = getattr(step.question, "low", 0), getattr(step.question, "high", len(guesses) - 1)
    assert (guesses[0], guesses[-1]) == (low, high)
    assert len({step.question.in_words(guess) for guess in guesses}) == len(guesses)
