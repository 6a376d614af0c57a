"""No message of an error repeats what a person entered: messages end up in logs."""

import math
import traceback

import pytest

from leakage import (
    Adversary,
    AtLeast,
    Attribute,
    Comparison,
    Conflicts,
    EditSimilarity,
    FellegiSunter,
    Level,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    Similar,
    TableSimilarity,
    check_properties,
    dip,
    record_leakage,
    union_merge,
)
from leakage.decision.enhancement import enhancements
from leakage.decision.leakage import query_leakage_bounds
from leakage.measure.paper_methods import precision
from leakage.workspace.workspace import Release, Workspace

CANARY = "canary 4711"
SECRET = Record.of(("N", CANARY), (CANARY, "1"), ("P", "1", 0.5))
MANY = Record(Attribute(CANARY, f"{CANARY} {n}", 0.5) for n in range(21))
BY_CANARY = Adversary(Resolve(Shares("N")))
RELEASE = Release(CANARY, CANARY, SECRET)

REFUSED = [
    lambda: Attribute("", CANARY),
    lambda: Attribute(CANARY, ""),
    lambda: Attribute(CANARY, CANARY, 1.5),
    lambda: Attribute(CANARY, CANARY, math.nan),
    lambda: Record.of((CANARY, CANARY), (CANARY, CANARY)),
    lambda: Record.of((CANARY, CANARY, 2.0)),
    lambda: precision(SECRET, SECRET, {"N": 0.0}),
    lambda: record_leakage(SECRET, SECRET, {"N": math.nan}),
    lambda: record_leakage(SECRET, SECRET, beta=0.0),
    lambda: record_leakage(SECRET, SECRET, method="none"),
    lambda: record_leakage(SECRET, SECRET, {CANARY: 2.0}, method="equal_weights"),
    lambda: record_leakage(MANY, SECRET, method="worlds"),
    lambda: Shares(CANARY, CANARY),
    lambda: Shares(CANARY, ""),
    lambda: SameKeySet(CANARY, CANARY),
    lambda: dip(SECRET, [SECRET], Adversary()),
    lambda: dip(SECRET, [SECRET], Adversary(*(Resolve(Shares(CANARY)),) * 2)),
    lambda: query_leakage_bounds(SECRET, [SECRET], SECRET, Adversary()),
    lambda: check_properties([SECRET], Shares(CANARY), union_merge, cases=0),
    lambda: Conflicts(CANARY, CANARY),
    lambda: Similar(CANARY, 0.0),
    lambda: Similar(CANARY, 0.9, CANARY),
    lambda: Similar(CANARY, within=-1.0),
    lambda: AtLeast(0.0, ((CANARY, 1.0),)),
    lambda: AtLeast(1.0, ((CANARY, 1.0),) * 2),
    lambda: AtLeast(1.0, ((CANARY, -1.0),)),
    lambda: AtLeast(1.0, ((CANARY, math.nan),)),
    lambda: Comparison(CANARY, (), Level(0.5, 0.5)),
    lambda: Comparison(CANARY, (Level(0.5, 0.5, Similar("N")),), Level(0.5, 0.5)),
    lambda: Comparison.by_odds(CANARY, 1.0, 2.0),
    lambda: FellegiSunter(0.5, (Comparison.by_odds(CANARY, 2.0, 2.0),) * 2),
    lambda: FellegiSunter(1.0, (Comparison.by_odds(CANARY, 2.0, 2.0),)),
    lambda: FellegiSunter(0.5, (Comparison.by_odds(CANARY, 2.0, 2.0),), math.inf),
    lambda: EditSimilarity(CANARY),
    lambda: TableSimilarity(((CANARY, CANARY, 2.0),)),
    lambda: enhancements(BY_CANARY.resolve([SECRET]), 0, cost=lambda attribute: 0.0),
    lambda: Release("", CANARY, SECRET),
    lambda: Release(CANARY, "", SECRET),
    lambda: Workspace(profile=((CANARY, CANARY),) * 2),
    lambda: Workspace(releases=(RELEASE, RELEASE)),
    lambda: Workspace(plans=(RELEASE, RELEASE)),
]


def messages(error):
    """The messages a traceback shows: of the error and what led to it, without the lines of code between."""
    while error is not None:
        yield "".join(traceback.format_exception_only(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


@pytest.mark.parametrize("attempt", REFUSED)
def test_a_refusal_does_not_repeat_what_was_entered(attempt):
    with pytest.raises(ValueError) as caught:
        attempt()
    assert not any(CANARY in message for message in messages(caught.value))
