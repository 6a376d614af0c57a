from dataclasses import replace

import pytest

from leakage import information_leakage
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import records_of
from leakage.workspace.figures.erasure import marked
from leakage.workspace.report.render import report_figures
from leakage.workspace.workspace import Coalition, Pooling, Workspace

SCENARIOS = (*PAPER_SCENARIOS, realistic_person())
REAL = realistic_person().workspace
# Without a profile or a release there is nothing to report.
TOLD = [scenario for scenario in SCENARIOS if scenario.workspace.profile and scenario.workspace.releases]


def whole(work, pool):
    return information_leakage(records_of(work, pool), work.reference, work.adversary, work.measure).leakage


@pytest.mark.parametrize("scenario", TOLD, ids=lambda scenario: scenario.key)
@pytest.mark.parametrize("kind", ["together", "alone", "coalitions"])
def test_every_figure_is_that_of_its_definition(scenario, kind):
    work = replace(
        scenario.workspace,
        pooling=Pooling(
            kind, (Coalition("Two", scenario.workspace.recipient_names[:2]),) if kind == "coalitions" else ()
        ),
    )
    figures = report_figures(work)
    assert figures.worst.result.leakage == pytest.approx(whole(work, figures.worst.pool))
    for summary in (*figures.alone, *figures.pooled):
        assert summary.leakage == pytest.approx(whole(work, summary.pool))
    assert [pool.pool.name for pool in figures.alone] == list(work.recipient_names)
    together = [pool.pool.name for pool in figures.pooled]
    assert together == ([] if len(work.recipient_names) < 2 else ["Two"] if kind == "coalitions" else ["All together"])
    assert len(figures.release_contributions) == len(work.releases) and len(figures.outcomes) == len(work.plans)
    assert {fact.meaning for fact in figures.facts} <= {"right", "wrong", "missing"}
    assert figures.erasure.frontier.plans[0].leakage == pytest.approx(figures.worst.result.leakage)


def test_erased_releases_are_out_of_the_figures():
    gone = marked(REAL, REAL.releases[:5], "done")
    figures = report_figures(gone)
    assert figures.worst.result.leakage < report_figures(REAL).worst.result.leakage
    assert not set(figures.worst.pool.releases) & set(range(5))


def test_one_recipient_pools_with_nobody():
    work = replace(REAL, releases=REAL.releases[:1], plans=())
    assert report_figures(work).pooled == ()


@pytest.mark.parametrize("work", [Workspace(), replace(REAL, releases=()), replace(REAL, profile=())])
def test_without_profile_or_release_there_is_no_report(work):
    with pytest.raises(ValueError, match=r"^a report needs a profile and at least one release$"):
        report_figures(work)
