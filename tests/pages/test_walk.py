"""From a page to the integral: what a reader goes through who follows the whole figure down."""

import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from leakage.measure import kernel
from tests.pages.helpers import start
from tests.person_2026 import person_of_2026

ROOT = Path(__file__).parents[2]
MOST_FRAMES, MOST_FILES = 15, 9


def stack():
    """The functions under way in this thread, the innermost first: of which file, and called what."""
    frame, functions = sys._getframe(1), []
    while frame is not None:
        functions.append((frame.f_code.co_filename, frame.f_code.co_name))
        frame = frame.f_back
    return functions


@pytest.fixture
def walks(monkeypatch):
    """Every way from a page down to the integral, through the threads that were begun on it."""
    begun, found = {}, []
    start_thread, integrals = threading.Thread.start, kernel._integrals

    def remember_stack(thread):
        begun[thread] = (stack()[1:], threading.current_thread())
        start_thread(thread)

    def integrate(*given):
        functions, thread = stack(), threading.current_thread()
        while thread in begun:
            above, thread = begun[thread]
            functions = [*functions, *above]
        ours = [
            (file, name)
            for file, name in functions[::-1]
            if Path(file).is_relative_to(ROOT / "pages") or Path(file).is_relative_to(ROOT / "leakage")
        ]
        page = next(place for place, (file, name) in enumerate(ours) if file.endswith("page.py") and name == "<module>")
        found.append([*ours[page:], (kernel.__file__, "_integrals")])
        return integrals(*given)

    monkeypatch.setattr(threading.Thread, "start", remember_stack)
    monkeypatch.setattr(kernel, "_integrals", integrate)
    return found


@pytest.mark.parametrize("page", ["leakage", "what_she_knows"])
def test_it_is_short_from_a_page_to_the_integral(walks, page):
    # Of a worked example another session may have computed it before.
    start(replace(person_of_2026().workspace, weights=(("Name", 7.0),)), page)
    whole = walks[0]
    assert len(whole) <= MOST_FRAMES, whole
    assert len({file for file, _ in whole}) <= MOST_FILES, whole
