"""Of a worked example its question and the paper's figure, on every page, with the way to the answer and onwards."""

from __future__ import annotations

from typing import Any

import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import Scenario
from pages import catalogue
from pages.shell import examples, history, session
from pages.shell.links import link

ANSWERED_ON = {
    "wrong-phone": catalogue.PLANNED_RELEASE,
    "five-records": catalogue.ADVERSARY,
    "resolution": catalogue.ADVERSARY,
    "dipping": catalogue.WHAT_SHE_KNOWS,
    "alice-on-the-web": catalogue.WHAT_SHE_KNOWS,
    "answer-sets": catalogue.WHAT_SHE_KNOWS,
    "l-diversity-zoe": catalogue.ADVERSARY,
    "which-card": catalogue.PLANNED_RELEASE,
    "which-store": catalogue.PLANNED_RELEASE,
    "self-and-linkage": catalogue.PLANNED_RELEASE,
    "self-and-linkage-drawn": catalogue.PLANNED_RELEASE,
    "enhancement": catalogue.HER_NEXT_MOVE,
    "realistic-person": catalogue.PLANNED_RELEASE,
}
"""Where the question of an example is answered; of the others on the Leakage page."""

_LEADS_TO = "example-banner.leads-to"


def answered_on(scenario: Scenario) -> catalogue.Page:
    """The page that answers an example's question."""
    return ANSWERED_ON.get(scenario.key, catalogue.LEAKAGE)


def show(page: catalogue.Page) -> None:
    """What an open example asks, where it is answered, and the paper's figure; the person's own work has none."""
    _go()
    key = history.example()
    if not key or page is catalogue.START:
        return
    place = next((place for place, scenario in enumerate(PAPER_SCENARIOS) if scenario.key == key), None)
    scenario = realistic_person() if place is None else PAPER_SCENARIOS[place]
    with st.container(key="example-banner", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(f"Example: {scenario.question}", width="stretch")
            if page is not answered_on(scenario):
                link(answered_on(scenario), f"Answer: {answered_on(scenario).title}")
            elif place is not None:
                _next(PAPER_SCENARIOS[(place + 1) % len(PAPER_SCENARIOS)])
        if place is not None:
            st.caption(f"{scenario.source}: {scenario.expected}")


def _next(following: Scenario) -> None:
    open_button("Next example", following, key="next-example", icon=":material/navigate_next:", help=following.title)


def open_button(label: str, scenario: Scenario, **options: Any) -> None:
    """A button that opens an example on the page that answers its question."""
    st.button(label, on_click=_open_and_go, args=(scenario,), **options)


def _open_and_go(scenario: Scenario) -> None:
    examples.open_example(scenario)
    session.put(_LEADS_TO, answered_on(scenario).path)


def _go() -> None:
    """To the answer, where an example was just opened: its button need not be on the page any more."""
    path = session.get(_LEADS_TO)
    session.forget(_LEADS_TO)
    if path:
        st.switch_page(path)
