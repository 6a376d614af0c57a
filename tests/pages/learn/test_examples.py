"""The papers' examples: each opens where its question is answered, and leads on to the next."""

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from pages.app.page import ANSWERED_ON, answered_on
from pages.catalogue import room_of
from tests.pages.helpers import current, go, press, run, start, texts


def test_every_example_says_what_it_shows_and_opens():
    at = start(page="examples")
    for number, scenario in enumerate(PAPER_SCENARIOS):
        run(at.selectbox(key="example-choice").select_index(number))
        assert {scenario.question, scenario.expected} <= set(texts(at))
        press(at, "open-example")
        assert at.title[0].value == room_of(answered_on(scenario)).title
        assert f"Example: {scenario.question}" in texts(at)
        assert f"{scenario.source}: {scenario.expected}" in [caption.value for caption in at.main.caption]
        assert current(at) == scenario.workspace
        go(at, "examples")
        assert at.selectbox(key="example-choice").value == scenario.key


def test_one_example_leads_on_to_the_next():
    at = press(start(page="examples"), "open-example")
    press(at, "next-example")
    assert current(at) == PAPER_SCENARIOS[1].workspace
    assert at.title[0].value == room_of(answered_on(PAPER_SCENARIOS[1])).title
    go(at, "leakage")
    assert f"Example: {PAPER_SCENARIOS[1].question}" in texts(at)
    press(press(at, "undo"), "undo")
    assert not any(text.startswith("Example: ") for text in texts(at))


def test_every_page_of_an_answer_is_one_of_an_example():
    examples = {scenario.key for scenario in (*PAPER_SCENARIOS, realistic_person())}
    assert set(ANSWERED_ON) <= examples
