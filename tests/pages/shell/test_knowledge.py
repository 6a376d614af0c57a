"""What every pool knows: resolved again only where what she holds has changed."""

from dataclasses import replace

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.resolution.rules.negative import Conflicts, Unless
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


BY_NAME = Policy("by name", Adversary((Resolve(Unless(Shares("Name"), Conflicts("Phone"))),)))
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
    # The same records in other hands, which matters where each recipient puts its own together first.
    "a recipient": replace(WORK, releases=tuple(replace(release, recipient="To one") for release in WORK.releases)),
}
POOLINGS_BOTH_WAYS = [(kind, first) for kind in POOLINGS for first in (False, True)]


def pooling_of(work, kind, resolve_first):
    kept = pooled(work, kind)
    return replace(kept, pooling=replace(kept.pooling, resolve_first=resolve_first))


@pytest.mark.parametrize("pooling", POOLINGS_BOTH_WAYS)
@pytest.mark.parametrize("edit", EDITS)
def test_records_are_resolved_again_where_they_changed(resolved, edit, pooling):
    at = start(pooling_of(WORK, *pooling), "profile")
    resolved.clear()
    put(at, pooling_of(EDITS[edit], *pooling))
    run(at)
    if edit in ("weights", "profile"):
        assert not resolved
    elif edit != "a recipient" or pooling == ("together", True):
        assert resolved
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
