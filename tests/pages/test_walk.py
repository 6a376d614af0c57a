"""What a reader goes through who follows a figure: from a page to the integral, and from a file to the screen."""

import sys
import threading
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from leakage.measure import kernel
from leakage.workspace.everyday import new_work
from pages.me import forms
from tests.pages.helpers import figure_in_strip, go, hand_in, press, start
from tests.starting import plain_person

ROOT = Path(__file__).parents[2]
OURS = (str(ROOT / "pages"), str(ROOT / "leakage"))
MOST_FRAMES, MOST_FILES = 8, 6
BELOW, FILES_BELOW = 6, 4
"""Frames and files from ``assess`` on."""

ENTERED, MOVES = 53, 2_000
"""Files that are entered by a call from another file, and such calls; the small house has 40 files."""

PASSWORDS = "name,url,username,password\n" + "".join(
    f"Shop {n},https://shop{n}.example,ann@example.com,secret\n" for n in range(3)
)


def ways_down(monkeypatch):
    """Every way from a page down to the integral, as functions with their files."""
    found, integrals = [], kernel._integrals

    def integrate(*given):
        frame, way = sys._getframe(), [(kernel.__file__, "_integrals")]
        while (frame := frame.f_back) is not None:
            if frame.f_code.co_filename.startswith(OURS):
                way.append((frame.f_code.co_filename, frame.f_code.co_name))
            if frame.f_code.co_name == "<module>":
                break
        found.append(way[::-1])
        return integrals(*given)

    monkeypatch.setattr(kernel, "_integrals", integrate)
    return found


def test_it_is_short_from_a_page_to_the_integral(monkeypatch):
    found = ways_down(monkeypatch)
    # Of a worked example another session may have computed it before.
    start(replace(plain_person().workspace, weights=(("Name", 7.0),)), "leakage")
    assert len(found[0]) <= MOST_FRAMES, found[0]
    assert len({file for file, _ in found[0]}) <= MOST_FILES, found[0]
    below = found[0][next(place for place, (_, name) in enumerate(found[0]) if name == "assess") :]
    assert len(below) <= BELOW and len({file for file, _ in below}) <= FILES_BELOW, below


def from_a_file_to_the_figure():
    at = start(replace(new_work(), profile=(("Name", "Ann"), ("Email", "ann@example.com"))))
    yield at
    hand_in(at, "passwords.csv", PASSWORDS.encode(), "text/csv")
    press(at, "import-add")
    go(at, "leakage")
    assert figure_in_strip(at) != "–"


def test_it_is_short_from_a_file_to_the_figure_on_the_screen(monkeypatch):
    # What Home shows below the figure.
    monkeypatch.setattr(forms, "plan_in_use", lambda work: ())
    monkeypatch.setattr(forms, "progress", lambda work: "")
    entered = defaultdict(int)

    def enter(frame, event, _):
        here, above = frame.f_code.co_filename, frame.f_back and frame.f_back.f_code.co_filename
        if event == "call" and here != above and here.startswith(OURS) and frame.f_code.co_name != "<module>":
            entered[here] += 1

    # Tables that are read once a process are no part of the way.
    list(from_a_file_to_the_figure())
    for _ in from_a_file_to_the_figure():
        threading.setprofile(enter)
    threading.setprofile(None)
    assert len(entered) <= ENTERED, sorted(entered)
    assert sum(entered.values()) <= MOVES, sorted(entered.items(), key=lambda entry: -entry[1])[:10]
