"""What holds on every page: charts have data, looking changes nothing, words are text; and the way of a figure."""

import doctest
import importlib
import json
import sys
import threading
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from leakage import Record, Shares
from leakage.measure import kernel
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.everyday import new_work
from leakage.workspace.limits import GREATEST, LEAST, NUMBERS
from leakage.workspace.person import with_standard_person
from leakage.workspace.release import SubjectRequest
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from pages.me import forms
from tests.amount import cases
from tests.pages.helpers import (
    PAGES,
    SCENARIOS,
    charts,
    current,
    figure_in_strip,
    go,
    hand_in,
    history,
    marked_up,
    nodes,
    press,
    run,
    start,
    texts,
    unfolded,
)
from tests.starting import plain_person, policy, starting_workspace
from tests.workspace.every_part import every_part

# Every chart that a page draws has its data: what the picture shows, as a table.


REAL = realistic_person().workspace


def data_buttons(at):
    """The keys of the buttons beside the charts."""
    ids = (getattr(getattr(node, "proto", None), "id", "") for node in nodes(at.main))
    return sorted({key.rpartition("-data-")[2] for key in ids if "-data-" in key})


def drawn(at):
    """The questions of the charts in which something is drawn."""
    return [
        question for question, chart in charts(at).items() if any(len(trace.get("x", ())) for trace in chart["data"])
    ]


def tables(at):
    return [node.value for node in nodes(at.main) if node.type == "dataframe"]


@pytest.mark.parametrize("page", PAGES)
def test_the_data_of_every_chart_of_a_page(page):
    at = start(REAL, page)
    keys, before = data_buttons(at), tables(at)
    assert len(keys) >= len(drawn(at))
    for key in keys:
        at.session_state[f"data-{key}"] = True
    after = tables(run(at))
    assert len(after) == len(before) + len(keys)
    # Tables to fill in may be empty; those of charts are not.
    assert sum(table.empty for table in after) == sum(table.empty for table in before)


COPY = json.loads(saved_copy(every_part()))
LIMITED = {field.partition(".")[2] for field in NUMBERS}


def with_numbers(part, number, limited=False):
    """A saved work with a number for each of those that have limits."""
    if isinstance(part, dict) and part.get("kind") != "fellegi sunter":
        return {name: with_numbers(inner, number, limited or name in LIMITED) for name, inner in part.items()}
    if isinstance(part, list):
        return [with_numbers(inner, number, limited) for inner in part]
    return number if limited and isinstance(part, float | int) else part


def extreme(number):
    """One policy after the other with the least and with the greatest of every number that may be entered."""
    work = opened(json.dumps(with_numbers(COPY, (LEAST, GREATEST)[number % 2])))
    return replace(work, chosen=work.policies[number].name, plan=())


@pytest.mark.parametrize(
    "work", [*(each.workspace for each in cases(SCENARIOS[::-1], usual=1)), extreme(0), extreme(1)]
)
def test_looking_changes_nothing(work):
    at = start(work)
    for page in PAGES:
        go(at, page)
        assert sum("Kept in memory only" in caption.value for caption in at.caption) == 1, page
        # A plan is kept with the work as soon as it is found; that is no edit.
        assert replace(current(at), plan=()) == work and len(history(at)) == 1, (page, history(at)[-1])


# A page that has nothing to show yet says what to do first, and leads there.


OWN = starting_workspace()
PROFILE_ALONE = replace(realistic_person().workspace, releases=())


NEED_A_PROFILE = ("planned_release",)
NEED_RELEASES = ("leakage", "disinformation", "plan", "requests")


@pytest.mark.parametrize(
    ("pages", "workspace", "title"),
    [
        ((*NEED_A_PROFILE, *NEED_RELEASES), Workspace(), "How much does Eve know about you?"),
        ((*NEED_A_PROFILE, *NEED_RELEASES), OWN, "How much does Eve know about you?"),
        ((*NEED_RELEASES, "company"), PROFILE_ALONE, "My accounts"),
    ],
    ids=["nothing", "own", "a profile alone"],
)
def test_an_empty_page_says_what_to_do_first(pages, workspace, title):
    at = start(workspace)
    for page in pages:
        go(at, page)
        assert len(at.main.info) == 1, page
        assert figure_in_strip(at) == "–"
        press(at, "nothing-yet")
        assert at.title[0].value == title


# Of a long word only the beginning may be shown, in charts forty signs: first comes what charts read.
HOSTILE = (
    "<img src=http://192.0.2.1/b>",
    "$x_1$",
    ":red[y]",
    ":material/bug:",
    "[z](http://192.0.2.1)",
    "![x](http://192.0.2.1/a.png)",
)
# Where a word stands does not depend on the word: all are looked for at once.
WORD = " ".join(HOSTILE)


def hostile_work(word):
    """Every name a person can give holds the word, and every page has something to show."""
    label, value = f"L{word}", f"V{word}"
    mine = ((label, value), ("Name", f"N{word}"))
    record = Record.of((label, value), (f"M{word}", f"W{word}"), ("Name", f"N{word}", 0.5))
    given = tuple(Release(f"{n}{word}", f"R{n}{word}", record, "") for n in range(3))
    return Workspace(
        profile=mine,
        weights=tuple((pair[0], 2.0) for pair in mine),
        releases=given,
        background=(Record.of((f"M{word}", f"B{word}"), ("Name", f"N{word}")), Record.of((label, f"C{word}"))),
        policies=(policy(f"P{word}", Shares(label)), policy(f"Q{word}", Shares("Name", label))),
        chosen=f"P{word}",
        pooling=Pooling("coalitions", (Coalition(f"K{word}", tuple(release.recipient for release in given[:2])),)),
        plans=(Release(f"A{word}", f"R0{word}", record), Release(f"E{word}", f"F{word}", Record.of((label, value)))),
        names=((label, f"D{word}"),),
        title=f"T{word}",
        requests=(_request(word, "access", pair=(label, value)), _request(word, "erasure", pair=(label, value))),
    )


def _request(word, kind, pair):
    steps = (("drafted", "2020-01-31"), ("sent", "2020-02-01"))
    return SubjectRequest(*(f"{kind}{word}", f"R0{word}", kind, "gdpr", "en"), (f"0{word}",), (pair,), steps)


def found(at):
    return sorted({where for where, text in marked_up(at) if any(word in text for word in HOSTILE)})


def test_no_page_reads_what_was_typed_as_markup():
    work = hostile_work(WORD)
    at = start(work)
    seen = {}
    for page in PAGES:
        seen[page] = found(go(at, page))
    seen["folds"] = found(unfolded(go(at, "leakage"), "sums", "why", "who", "steps"))
    assert {page: places for page, places in seen.items() if places} == {}
    assert current(at).releases == work.releases


def test_the_word_is_on_the_pages_at_all():
    """Otherwise the tests above would look at nothing."""
    at = start(hostile_work(WORD))
    for page in ("releases", "planned_release", "leakage"):
        tables = [frame.value.to_csv() for frame in go(at, page).main.dataframe]
        assert any(WORD in text for text in (*texts(at), *tables)), page
    assert "&lt;img" in json.dumps(charts(go(at, "planned_release")))


ROOT = Path(__file__).parents[2]
OURS = (str(ROOT / "pages"), str(ROOT / "leakage"))
MOST_FRAMES, MOST_FILES = 8, 6
BELOW, FILES_BELOW = 6, 4
"""Frames and files from ``assess`` on."""

TWO_FACTS = replace(new_work(), profile=(("Name", "Ann"), ("Email", "ann@example.com")))
WAYS = [
    pytest.param(TWO_FACTS, 39, 1_250, id="two facts"),
    pytest.param(with_standard_person(TWO_FACTS), 40, 1_650, id="the standard person"),
]
"""A work, how many files are entered by a call from another file, and how many such calls there are."""

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


def from_a_file_to_the_figure(work):
    at = start(work)
    yield at
    hand_in(at, "passwords.csv", PASSWORDS.encode(), "text/csv")
    press(at, "import-add")
    go(at, "leakage")
    assert figure_in_strip(at) != "–"


@pytest.mark.parametrize(("work", "files", "moves"), WAYS)
def test_it_is_short_from_a_file_to_the_figure_on_the_screen(work, files, moves, monkeypatch):
    # What Home shows below the figure.
    monkeypatch.setattr(forms, "plan_in_use", lambda work: ())
    monkeypatch.setattr(forms, "progress", lambda work: "")
    entered = defaultdict(int)

    def enter(frame, event, _):
        here, above = frame.f_code.co_filename, frame.f_back and frame.f_back.f_code.co_filename
        if event == "call" and here != above and here.startswith(OURS) and frame.f_code.co_name != "<module>":
            entered[here] += 1

    # Tables that are read once a process are no part of the way.
    list(from_a_file_to_the_figure(work))
    for _ in from_a_file_to_the_figure(work):
        threading.setprofile(enter)
    threading.setprofile(None)
    assert len(entered) <= files, sorted(entered)
    assert sum(entered.values()) <= moves, sorted(entered.items(), key=lambda entry: -entry[1])[:10]


MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "pages").rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module):
    results = doctest.testmod(importlib.import_module(module))
    assert results.attempted and not results.failed
