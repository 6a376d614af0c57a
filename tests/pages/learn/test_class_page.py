"""The class as a file, and worksheets, on a page of their own."""

import re

from leakage.class_page import class_page
from leakage.exercises import TOPICS
from leakage.exercises.worksheet import worksheet
from leakage.lessons.catalogue import LESSONS
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app import page
from pages.catalogue import PAGES
from tests.pages.helpers import run, start


def saved(monkeypatch):
    """What each download button would save, by its key; drawn on a page that is opened with it."""
    files = {}
    monkeypatch.setattr(
        "streamlit.download_button", lambda _, data, *, key, **options: files.update({key: (data, options)})
    )
    return files


def test_the_class_page_and_a_worksheet_are_saved(monkeypatch):
    files = saved(monkeypatch)
    at = start(page="class_page")
    made, options = files["class-page-save"]
    assert made() == class_page().encode() and options["file_name"] == "class.html"
    at.selectbox(key="sheet-level").set_value(2)
    run(at.number_input(key="sheet-seed").set_value(7))
    made, options = files["sheet-save"]
    assert made() == worksheet([topic.key for topic in TOPICS], 2, 6, 7).encode()
    assert options["file_name"] == "worksheet-7.html" and not options["disabled"]


def test_a_worksheet_needs_a_topic(monkeypatch):
    files = saved(monkeypatch)
    at = start(page="class_page")
    [topics] = [pills for pills in at.button_group if pills.key == "sheet-topics"]
    run(topics.set_value([]))
    assert files["sheet-save"][1]["disabled"]


def test_the_pages_that_lessons_speak_of_are_called_so():
    told = [text for lesson in LESSONS for step in lesson.steps for text in (step.text, step.explanation)]
    named = [name for text in told for name in re.findall(r"page \*([^*]+)\*", text)]
    assert set(named) <= {page.title for page in PAGES}


def test_the_marks_have_the_colours_of_the_charts():
    style = page.STYLE.read_text()
    assert all(colour in style for colour in (RIGHT, WRONG, MISSING))
