"""What is in a tab that nobody looks at is neither computed nor drawn."""

from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from pages.decide.leakage import dashboard, text
from pages.kit.charts.joins import QUESTION as JOINS
from tests.pages.helpers import charts, go, run, start, unfolded

# As in a browser: one tab is open, the first until another one is picked.
pytestmark = pytest.mark.tabs()

# A page with tabs: the key of the tabs, a chart of the first one, another tab, and a chart of that.
TABS = {
    "leakage": ("why-tab", JOINS, text.WHO, "Who knows how much, alone and together?"),
    "attackers_error": (
        "guessing-tab",
        "How much may an answer give away?",
        "A place",
        "How far off is her guess?",
    ),
    "laboratory": (
        "laboratory-tab",
        "",
        "One record in all its worlds",
        "What does each possible world reveal?",
    ),
}


@pytest.mark.parametrize("page", TABS)
def test_only_the_tab_looked_at_is_drawn(page):
    key, first, other, chart = TABS[page]
    at = go(start(realistic_person().workspace), page)
    assert chart not in charts(at) and (not first or first in charts(at))
    at.session_state[key] = other
    run(at)
    assert chart in charts(at) and (not first or first not in charts(at))


def test_what_a_hidden_tab_would_need_is_not_computed(monkeypatch):
    computed = []
    compute = dashboard.shapley_values._compute
    monkeypatch.setattr(
        dashboard.shapley_values, "_compute", lambda workspace, by: computed.append(by) or compute(workspace, by)
    )
    # Of an example it may have been computed for another session.
    at = go(start(replace(realistic_person().workspace, title="My own")), "leakage")
    assert computed == []
    at.session_state["contributions-tab"] = text.BY_COMPANY
    unfolded(at, "contributions")
    assert computed == ["recipient"]
