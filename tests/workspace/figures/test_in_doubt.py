"""An adversary in doubt: which records may be the person's, and what she is to be expected to know."""

from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Comparison, FellegiSunter, Record, Resolve, Shares, SingleLink
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.workspace.figures.assessment import assess, pools
from leakage.workspace.figures.belief import believed, curve_over_thresholds, evidence_of, weighing_of
from leakage.workspace.workspace import Policy, Release, Workspace

# Odds of 1 to 8 beforehand, and a card that makes one person 16 times as likely: 2 to 1.
EVIDENCE = FellegiSunter(1 / 9, (Comparison.by_odds("C", 16, 2),))
E5 = tuple((label, "v") for label in "NPCZA")
GIVEN = tuple(
    Release(name, name, Record.of(*((label, "v") for label in labels))) for name, labels in (("r", "NPC"), ("s", "CZ"))
)


def work(operation, background=()):
    return Workspace(E5, releases=GIVEN, background=background, policies=(Policy("Eve", Adversary((operation,))),))


@pytest.mark.parametrize("operation", [Resolve(EVIDENCE), SingleLink(Normalised(EVIDENCE, Normaliser(case=True)))])
def test_the_worked_example(operation):
    """Three of five facts in one record, two in the other, joined by 2 to 1: 3/4 + 5p/36."""
    workspace = work(operation)
    told = believed(workspace, pools(workspace)[0])
    assert told.records == (0, 1) and told.leakage.enumerated
    assert told.leakage.expected == pytest.approx(3 / 4 + 5 / 36 * 2 / 3)
    assert (told.leakage.worst, told.leakage.likeliest) == (pytest.approx(8 / 9), ((0, 1),))


def test_of_the_background_only_what_something_speaks_for_may_be_the_persons():
    background = (Record.of(("C", "other")), Record.of(("C", "v"), ("N", "w")), Record.of(("N", "v")))
    workspace = work(Resolve(EVIDENCE), background)
    assert believed(workspace, pools(workspace)[0]).records == (1, 3, 4)


@pytest.mark.parametrize("operation", [SingleLink, Resolve, lambda match: Resolve(AnyOf(Shares("N", "Z"), match))])
def test_the_curve_is_what_each_threshold_would_leak(operation):
    background = (Record.of(("C", "v"), ("N", "w")),)
    workspace = work(operation(EVIDENCE), background)
    curve = curve_over_thresholds(workspace, pools(workspace)[0])
    for bits in (5.0, 1.5, 1.0, 0.0, curve.least):
        other = Adversary((operation(replace(EVIDENCE, threshold=bits)),))
        known = assess(replace(workspace, policies=(Policy("Eve", other),)))[0].result.leakage
        assert curve.leakage_at(bits) == pytest.approx(known)


def test_other_rules_beside_the_evidence_leave_nothing_to_weigh():
    workspace = work(Resolve(AnyOf(Shares("N"), EVIDENCE)))
    assert evidence_of(workspace) == EVIDENCE and weighing_of(workspace) is None
    assert believed(workspace, pools(workspace)[0]) is None
    assert evidence_of(work(Resolve(Shares("N")))) is None
    with pytest.raises(TypeError, match="must weigh evidence"):
        curve_over_thresholds(work(Resolve(Shares("N"))), pools(workspace)[0])
