"""No message of an error repeats what a person entered: messages end up in logs."""

import math
import traceback

import pandas as pd
import pytest

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Database,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    dip,
    leakage_gradient,
    precision,
    record_leakage,
)
from leakage.workspace.workspace import Release, Workspace

CANARY = "canary 4711"
SECRET = Record.of(("N", CANARY), (CANARY, "1"), ("P", "1", 0.5))
MANY = Record(Attribute(CANARY, f"{CANARY} {n}", 0.5) for n in range(21))
RELEASE = Release(CANARY, CANARY, SECRET)

REFUSED = [
    lambda: Attribute("", CANARY),
    lambda: Attribute(CANARY, ""),
    lambda: Attribute(CANARY, CANARY, 1.5),
    lambda: Attribute(CANARY, CANARY, math.nan),
    lambda: Record.of((CANARY, CANARY), (CANARY, CANARY)),
    lambda: Record.of((CANARY, CANARY, 2.0)),
    lambda: Database.from_columns([0, 0], [CANARY] * 2, [CANARY] * 2, [1.0, 1.0]),
    lambda: Database.from_columns([0, 0], [CANARY], [CANARY], [1.0]),
    lambda: Database.from_columns([0], [CANARY], [CANARY], [7.0]),
    lambda: Database.from_columns([0], [CANARY], [""], [1.0]),
    lambda: Database.from_columns([0], [""], [CANARY], [1.0]),
    lambda: Database.from_columns([5], [CANARY], [CANARY], [1.0], size=1),
    lambda: Database.from_frame(pd.DataFrame([[CANARY, CANARY]], columns=["N", "N"])),
    lambda: Database.from_frame(pd.DataFrame([[CANARY]], columns=[""])),
    lambda: precision(SECRET, SECRET, {CANARY: 0.0}),
    lambda: record_leakage(SECRET, SECRET, {CANARY: math.nan}),
    lambda: record_leakage(SECRET, SECRET, beta=0.0),
    lambda: record_leakage(SECRET, SECRET, method="none"),
    lambda: record_leakage(SECRET, SECRET, {CANARY: 2.0}, method="equal_weights"),
    lambda: record_leakage(MANY, SECRET, method="worlds"),
    lambda: leakage_gradient(SECRET, SECRET, beta=math.inf),
    lambda: Shares(CANARY, CANARY),
    lambda: Shares(CANARY, ""),
    lambda: SameKeySet(CANARY, CANARY),
    AnyOf,
    lambda: dip(SECRET, [SECRET], Adversary()),
    lambda: dip(SECRET, [SECRET], Adversary((Resolve(Shares(CANARY)),) * 2)),
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


def test_text_among_the_confidences_is_not_repeated():
    with pytest.raises(ValueError) as caught:
        Database.from_columns([0], ["N"], ["1"], [CANARY])
    assert not any(CANARY in message for message in messages(caught.value))
