"""*Class*: the class page at its address and as a file, and the papers' examples with the figure they announce."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from starlette.requests import Request

from leakage import information_leakage, record_leakage
from leakage.class_page import class_page, script_source
from leakage.lessons.catalogue import LESSONS
from leakage.measure.paper_methods import f_measure, possible_worlds, precision, recall
from leakage.record import Attribute, Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, pool_together, records_of, worst
from leakage.workspace.figures.planned_releases import compare_plans
from pages.app import door
from pages.app.page import answered_on
from pages.catalogue import PAGES, room_of
from tests.pages.helpers import charts, current, press, start, texts

ANNOUNCED = {
    **{"vendor-and-employer": "100.0 %", "wrong-phone": "−11.1 points", "second-purchase": "55.3 %"},
    **{"five-records": "75.0 %", "one-record": "66.7 %", "one-record-unweighted": "57.1 %", "confidences": "62.9 %"},
    **{"possible-worlds": "75.0 %", "uncertain-data": "56.7 %", "resolution": "85.7 %", "dipping": "85.7 %"},
    **{"alice-on-the-web": "100.0 %", "answer-sets": "80.0 %", "key-sets": "100.0 %", "k-anonymity-alice": "66.7 %"},
    **{"k-anonymity-zoe": "75.0 %", "k-anonymity-background": "80.0 %", "l-diversity-zoe": "75.0 %"},
    **{"which-card": "card c1” tells Eve least", "which-store": "S1” tells Eve least"},
    **{"self-and-linkage": "−27.3 points", "self-and-linkage-drawn": "−19.0 points", "enhancement": "92.9 %"},
    "two-uncertain-facts": "6.3 %",
}
"""The figure of the paper's question, on the page that answers it."""


def figures_of(work):
    """What an example may announce: of every record alone, of all, without one, by each rule, and with each plan."""
    reference, weights = work.reference, work.measure
    records = records_of(work, pool_together(work))
    held = [*records, *(plan.record for plan in work.plans)]
    sure = [Record(Attribute(*a.pair) for a in record) for record in held]
    whole = Record({a.pair: a for record in held for a in record}.values())
    composites = [c for plan in work.plans for c in work.adversary.resolve([plan.record, *records]).composites]
    for record in (*held, *sure, whole, *composites):
        yield from (measure(record, reference, weights) for measure in (precision, recall, f_measure, record_leakage))
        right = sum(a.confidence for a in record if a.pair in reference.confidences)
        said = sum(a.confidence for a in record)
        yield from (right / said, right / len(reference), 2 * right / (len(reference) + said))
        yield from (chance for chance, _ in possible_worlds(record))
    rules = [assess(replace(work, chosen=policy.name)) for policy in work.policies]
    yield from (pool.result.leakage for assessed in (assess(work), *rules) for pool in assessed)
    for one in held:
        others = [record for record in held if record is not one]
        yield information_leakage(others, reference, work.adversary, weights).leakage
    for plan in compare_plans(work):
        yield from (plan.before, plan.after, plan.increment)


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_an_example_announces_its_own_figures_and_that_of_the_whole(scenario):
    found = list(figures_of(scenario.workspace))
    announced = re.findall(r"\d+/\d+|0\.\d+|(?<![\d.])1\b", re.sub(r"printed [\d/.]*\d", "", scenario.expected))
    # Of what Eve would check next, tests/papers has the gain per cost.
    for figure in set(announced) - ({"1/7"} if scenario.key == "enhancement" else set()):
        assert any(float(Fraction(figure)) == pytest.approx(each, abs=5e-4) for each in found), figure
    leakage = worst(assess(scenario.workspace)).result.leakage
    assert {str(Fraction(leakage).limit_denominator(1000)), f"{leakage:.3f}"} & set(announced)


def test_the_class_page_is_saved_and_opened_at_an_address_of_its_own(monkeypatch):
    files = {}
    monkeypatch.setattr("streamlit.download_button", lambda _, data, *, key, **options: files.update({key: data}))
    at = start(page="class_page")
    assert files["class-page-save"]().decode() == class_page()
    assert any(getattr(node.proto, "url", "") == door.CLASS for node in at.main.get("link_button"))
    request = Request({"type": "http", "scheme": "http", "headers": [(b"host", b"127.0.0.1:8501")]})
    answer = door.open_class(request)
    assert answer.body.decode() == class_page()
    assert f"script-src {script_source()};" in answer.headers["Content-Security-Policy"]


def test_the_pages_that_lessons_speak_of_are_called_so():
    told = [text for lesson in LESSONS for step in lesson.steps for text in (step.text, step.explanation)]
    named = [name for text in told for name in re.findall(r"page \*([^*]+)\*", text)]
    assert named and set(named) <= {page.title for page in PAGES}


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_every_example_opens_at_the_rule_the_query_and_the_figure_that_it_announces(scenario):
    at = start(page="examples")
    assert scenario.expected in texts(at)
    press(at, f"open-{scenario.key}")
    assert at.title[0].value == room_of(answered_on(scenario)).title
    assert f"Example: {scenario.question}" in texts(at)
    rule = scenario.workspace.policy.name
    assert any(f"Rule: {rule}. {scenario.expected}" in caption.value for caption in at.caption)
    assert current(at) == scenario.workspace
    said = [chart["alt"] for chart in charts(at).values()]
    shown = " ".join(
        [*texts(at), *said, *(block.value for block in (*at.main.markdown, *at.main.header, *at.main.metric))]
    )
    assert ANNOUNCED[scenario.key] in shown.replace("\N{NO-BREAK SPACE}", " ")
    for query in (plan.record for plan in scenario.workspace.plans if plan.name.endswith(" (query)")):
        (asked,) = at.multiselect
        chosen = [asked.options[n].rpartition(": ")[2] for n in asked.indices]
        assert chosen == [a.value for a in query]
        # Beside what she knows before, in sight.
        assert at.main.metric[1].value.replace("\N{NO-BREAK SPACE}", " ") == ANNOUNCED[scenario.key]
