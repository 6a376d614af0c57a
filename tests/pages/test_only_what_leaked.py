"""Every page under who has some releases only, of which there may be none, as at the beginning; and what it says."""

from dataclasses import replace

import pytest

from leakage.workspace.everyday import COLLECTOR, everyday_policies
from leakage.workspace.workspace import Pooling, Release
from pages.app.words import percent
from pages.decide.planned_release.text import ONE_WAY
from pages.decide.timeline.text import QUESTION
from pages.kit.glossary import NOTHING_REACHES_HER, NOTHING_TAKES_BACK
from tests.pages.helpers import PAGES, charts, current, figure_in_strip, go, press, start, texts, whole_leakage
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace
NOTES = {
    "disinformation": NOTHING_REACHES_HER,
    "planned_release": NOTHING_REACHES_HER,
    "requests": NOTHING_TAKES_BACK,
    "timeline": NOTHING_REACHES_HER,
    "what_she_knows": NOTHING_REACHES_HER,
}


def leaked(*names, work=REAL):
    """The realistic person against the breach collector, who has these releases."""
    policies = tuple(
        replace(policy, pooling=Pooling("releases", releases=names)) if policy.name == COLLECTOR else policy
        for policy in everyday_policies()
    )
    return replace(work, policies=policies, chosen=COLLECTOR, follow_worst=False)


SOME = tuple(release.name for release in REAL.releases[:5:2])


@pytest.mark.parametrize("names", [SOME, ()], ids=["some", "nothing"])
def test_every_page_opens_and_says_the_truth(names):
    at = start(leaked(*names))
    for page in PAGES:
        go(at, page)
        notes = [info.value for info in at.main.info if info.value in NOTES.values()]
        assert notes == ([NOTES[page]] if page in NOTES else []), page


def test_the_figure_is_that_of_what_leaked():
    at = start(leaked(*SOME), "leakage")
    collected = replace(REAL, policies=(everyday_policies()[-1],), pooling=Pooling("releases", releases=SOME))
    collected = replace(collected, policies=(replace(collected.policies[0], pooling=None),), chosen=COLLECTOR)
    assert figure_in_strip(at) == percent(whole_leakage(collected))


def test_the_timeline_rises_on_the_days_on_which_it_leaked():
    given = REAL.releases[:5]
    only = replace(leaked(*SOME, work=replace(REAL, releases=given)), background=())
    stairs = charts(start(only, "timeline"))[QUESTION]["data"]
    rises = next(trace for trace in stairs if trace["mode"] == "lines")
    levels = dict(zip(rises["x"], rises["y"], strict=True))
    days = sorted(release.date for release in given)
    assert all(release.date for release in given)
    for day in days:
        names = {release.name for release in given if release.date <= day and release.name in SOME}
        by_then = replace(only, releases=tuple(release for release in given if release.name in names))
        pooling = Pooling("releases", releases=SOME)
        plain = replace(by_then, policies=(replace(only.policies[-1], pooling=None),), pooling=pooling)
        assert levels[day] == pytest.approx(whole_leakage(plain) if names else 0.0), day


def test_a_plan_against_her_says_that_no_deletion_helps():
    work = leaked(*SOME, work=replace(REAL, releases=REAL.releases[:4], background=()))
    at = start(replace(work, policies=work.policies[-1:]), "plan")
    for button in [b.key for b in at.button if (b.key or "").startswith("on-demand-")]:
        press(at, button)
    assert current(at).plan == () and any(line.startswith("Eve only has what leaked") for line in texts(at))


def test_a_release_that_is_planned_lands_nowhere():
    work = leaked(*SOME, work=replace(REAL, plans=(Release("Everything", "Shop", REAL.reference),)))
    at = start(work, "planned_release")
    assert at.main.header[0].value.startswith(ONE_WAY.partition("{")[0] + "no change.")
