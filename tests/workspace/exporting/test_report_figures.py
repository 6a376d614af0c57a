from dataclasses import replace

import pytest

from leakage import information_leakage
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.assessment import records_of
from leakage.workspace.erasing import marked
from leakage.workspace.exporting.report_figures import report_figures
from leakage.workspace.workspace import Coalition, Pooling, Workspace

SCENARIOS = (*PAPER_SCENARIOS, realistic_person())
REAL = realistic_person().workspace


def whole(work, pool):
    return information_leakage(records_of(work, pool), work.reference, work.adversary, work.measure).leakage


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.key)
@pytest.mark.parametrize("kind", ["together", "alone", "coalitions"])
def test_every_figure_is_that_of_its_definition(scenario, kind):
    work = replace(
        scenario.workspace,
        pooling=Pooling(kind, (Coalition("Two", scenario.workspace.recipients[:2]),) if kind == "coalitions" else ()),
    )
    if not work.profile or not work.releases:
        pytest.skip("nothing to report")
    found = report_figures(work)
    assert found.worst.result.leakage == pytest.approx(whole(work, found.worst.pool))
    for one in (*found.alone, *found.pooled):
        assert one.leakage == pytest.approx(whole(work, one.pool))
    assert [one.pool.name for one in found.alone] == list(work.recipients)
    together = [one.pool.name for one in found.pooled]
    assert together == ([] if len(work.recipients) < 2 else ["Two"] if kind == "coalitions" else ["All together"])
    assert len(found.release_shares) == len(work.releases) and len(found.outcomes) == len(work.plans)
    assert {fact.meaning for fact in found.facts} <= {"right", "wrong", "missing"}
    assert found.erasures.frontier.points[0].leakage == pytest.approx(found.worst.result.leakage)


def test_erased_releases_are_out_of_the_figures():
    gone = marked(REAL, REAL.releases[:5], "done")
    found = report_figures(gone)
    assert found.worst.result.leakage < report_figures(REAL).worst.result.leakage
    assert not set(found.worst.pool.releases) & set(range(5))


def test_one_recipient_pools_with_nobody():
    work = replace(REAL, releases=REAL.releases[:1], plans=())
    assert report_figures(work).pooled == ()


@pytest.mark.parametrize("work", [Workspace(), replace(REAL, releases=()), replace(REAL, profile=())])
def test_without_profile_or_release_there_is_no_report(work):
    with pytest.raises(ValueError, match=r"^a report needs a profile and at least one release$"):
        report_figures(work)
