"""Works whose releases do not hang together, or but in twos or threes: every figure of every page comes to an end."""

from dataclasses import replace

import pytest

from leakage.workspace.workspace import Pooling
from pages.shell import computing, text, watchdog
from tests.amount import cases
from tests.benchmarks.works import made_up
from tests.pages.helpers import PAGES, nodes, press, start
from tests.workspace.people import sites_of, with_logins

BUTTONS = "on-demand-"
STOPPED = text.STALLED.partition("{")[0]
WORKS = [
    (f"{size:,} {kind}", pooling)
    for size in (100, 300, 1_000)
    for kind in ("independent", "in pairs", "in triples")
    for pooling in ("together", "alone")
]
PRESUMED = (20, 300)
"""Logins of whom each presumes something more of every fact."""


@pytest.fixture(autouse=True)
def in_time(monkeypatch):
    """What is asked for with a button has a few seconds, after which it ends early or is stopped."""
    monkeypatch.setattr(computing, "ASKED", 2.0)
    monkeypatch.setattr(computing, "UNASKED", 20.0)


@pytest.mark.parametrize(("name", "pooling"), cases(WORKS, usual=0, slow=1))
def test_every_figure_ends(name, pooling):
    ends(replace(made_up(name), pooling=Pooling(pooling)))


@pytest.mark.parametrize("logins", cases(PRESUMED, usual=0, slow=1))
def test_every_figure_ends_where_much_is_presumed(logins):
    ends(with_logins(sites_of()[:logins]))


def ends(work):
    for page in PAGES:
        at = start(work, page)
        pressed = set()
        while left := [b.key for b in at.button if (b.key or "").startswith(BUTTONS) and b.key not in pressed]:
            pressed.add(left[0])
            press(at, left[0])
        assert stopped(at) == [], page
    assert watchdog.stuck() == ()


def stopped(at):
    """What a page says was stopped because it made no progress."""
    values = [getattr(node, "value", "") for node in nodes(at.main) if node.type in ("text", "alert", "warning")]
    return [sentence for sentence in values if STOPPED in str(sentence)]
