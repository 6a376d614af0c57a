"""What every pool knows: resolved again only where what she holds has changed."""

from dataclasses import replace

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.workspace.figures.assessment import assess
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.shell import knowledge
from tests.pages.helpers import POOLINGS, current, pooled, put, run, start


@pytest.fixture
def resolved(monkeypatch):
    """How many records were resolved each time."""
    calls = []
    resolve = Adversary.resolve

    def counted(self, records):
        held = tuple(records)
        calls.append(len(held))
        return resolve(self, held)

    monkeypatch.setattr(Adversary, "resolve", counted)
    return calls


BY_NAME = Policy("by name", Adversary((Resolve(Shares("Name")),)))
WORK = Workspace(
    (("Name", "Alice"), ("Phone", "1"), ("City", "9")),
    releases=tuple(
        Release(label, f"To {label}", Record.of(("Name", "Alice"), (label, "1"))) for label in ("Phone", "City")
    ),
    background=(Record.of(("Name", "Alice"), ("Zip", "5")), Record.of(("Name", "Bob"))),
    policies=(BY_NAME,),
    chosen=BY_NAME.name,
)
EDITS = {
    "weights": replace(WORK, weights=(("Phone", 3.0),)),
    "profile": replace(WORK, profile=(*WORK.profile, ("Zip", "5"))),
    "a release": replace(WORK, releases=WORK.releases[:1]),
    "the background": replace(WORK, background=WORK.background[:1]),
    "the adversary": replace(WORK, policies=(replace(BY_NAME, adversary=Adversary()),)),
}


@pytest.mark.parametrize("pooling", POOLINGS)
@pytest.mark.parametrize("edit", EDITS)
def test_records_are_resolved_again_where_they_changed(resolved, edit, pooling):
    at = start(pooled(WORK, pooling), "profile")
    resolved.clear()
    put(at, pooled(EDITS[edit], pooling))
    run(at)
    assert bool(resolved) == (edit not in ("weights", "profile"))
    afterwards = assess(current(at))
    shown = at.session_state["remembered"][knowledge.assessment.key(current(at))]
    assert [known.pool for known in shown] == [known.pool for known in afterwards]
    assert [known.result.leakage for known in shown] == [known.result.leakage for known in afterwards]
    assert [known.result.members for known in shown] == [known.result.members for known in afterwards]


def test_many_pools_with_much_besides_are_not_all_remembered(resolved, monkeypatch):
    monkeypatch.setattr(knowledge, "MOST_RECORDS", 5)
    for pooling, again in (("together", False), ("alone", True)):
        at = start(pooled(WORK, pooling), "profile")
        resolved.clear()
        put(at, pooled(EDITS["weights"], pooling))
        run(at)
        # Two pools of three records each, and one of four.
        assert bool(resolved) == again, pooling
