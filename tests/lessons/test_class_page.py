"""The class as one page: what is in the file, before a browser opens it."""

import json
import re
import runpy
import sys
from html import unescape

import pytest

from leakage.class_page import class_page, script_source, step_id
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.grid import grid_of

MOST = 1_500_000


@pytest.fixture(scope="module")
def page():
    return class_page()


def test_it_is_small_and_has_its_exercises(page):
    assert len(page.encode()) < MOST
    (data,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert len(json.loads(data)["exercises"]) == 240


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_step_has_the_rules_of_its_subject_beside_it(page, lesson):
    for place, step in enumerate(lesson.steps):
        article = page.partition(f'<article class="view step asks" id="{step_id(lesson, place)}"')[2]
        shown = unescape(article.partition("</article>")[0])
        assert all(note in shown for note in grid_of(step.subject).notes), step.title


def test_it_names_no_address(page):
    assert re.findall(r"https?:|//[a-z]+\.|url\(|@import|\bsrc=(?![\"']data:)|\bon[a-z]+=", page) == []


def test_its_policy_lets_nothing_but_its_own_script_run(page):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.replace("&#39;", "'").startswith("default-src 'none'; ")
    assert policy.replace("&#39;", "'").endswith(f"; script-src {script_source()}")
    assert page.count("<script") == 2 and page.count('<script type="application/json"') == 1


def test_it_is_written_by_a_command(page, tmp_path, monkeypatch):
    monkeypatch.setattr("leakage.class_page.class_page", lambda: page)
    monkeypatch.setattr(sys, "argv", ["leakage.class_page", str(tmp_path / "class.html")])
    runpy.run_module("leakage.class_page", run_name="__main__")
    assert (tmp_path / "class.html").read_bytes() == page.encode()
