"""What the work at hand teaches: what the library learns from the same records, as the policy reads them."""

import pytest

from leakage import Comparison, FellegiSunter, Record
from leakage.resolution.linkage.learning import expectation_maximisation, learned_from_people, with_frequencies
from leakage.resolution.linkage.patterns import pairs_among, patterns_of
from leakage.workspace.figures.learned_evidence import learned_from_labelled, learned_from_work
from leakage.workspace.forms.evidence import begun
from leakage.workspace.forms.policy import PolicyForm
from leakage.workspace.workspace import Release, Workspace

NAMES = ["Ann", "ann", "Bob", "Cid", "Dora", "Eve"]
OTHERS = tuple(Record.of(("Name", name), ("City", f"c{n % 2}")) for n, name in enumerate(NAMES))
OWN = tuple(Release(f"{n}", f"{n}", Record.of(("Name", "Zoe"), ("Passport", "1"))) for n in range(3))
WORK = Workspace(releases=OWN, background=OTHERS)


def test_it_begins_with_what_strangers_tell_and_rests_on_how_common_values_are_among_them():
    learned = learned_from_work(WORK, PolicyForm())
    assert learned.evidence.labels == ("City", "Name") and (learned.records, learned.pairs) == (9, 36)
    records, start = [*(release.record for release in OWN), *OTHERS], [begun("City"), begun("Name")]
    by_hand = expectation_maximisation(patterns_of(start, records, pairs_among(records)), start, prior=1 / 6)
    assert learned.evidence.comparisons == tuple(with_frequencies(c, OTHERS) for c in by_hand.comparisons)
    assert learned.alike == pytest.approx(36 * by_hand.prior) and learned.evidence.threshold == 0.0


def test_it_goes_on_from_what_is_weighed_and_reads_values_as_the_policy_does():
    held = FellegiSunter(0.1, (begun("Name"), Comparison.by_odds("Passport", 9, 3)), 2.0, against=False)
    learned = learned_from_work(WORK, PolicyForm(evidence=held, overlooked=frozenset({"case"})))
    assert dict(learned.evidence.comparisons[0].frequencies) == {"ann": 2 / 6}
    # No stranger's passport is known, so what it says stays.
    assert learned.evidence.comparisons[1] == held.comparisons[1]
    assert (learned.evidence.threshold, learned.evidence.against) == (2.0, False)


def test_of_many_records_some_are_drawn_with_all_of_ones_own(monkeypatch):
    monkeypatch.setattr("leakage.workspace.figures.learned_evidence.MOST_RECORDS", 5)
    assert learned_from_work(WORK, PolicyForm()).records == 5


def test_labelled_records_teach_by_counting():
    people = ["a", "a", "b", "c", "d", "e"]
    learned = learned_from_labelled(OTHERS, people, PolicyForm())
    expected = learned_from_people(OTHERS, people, [begun("City"), begun("Name")])
    assert learned.evidence == FellegiSunter(expected.prior, expected.comparisons)
    assert (learned.records, learned.pairs, learned.alike) == (6, 15, pytest.approx(1.0))


def test_where_nothing_can_be_learned_it_is_said():
    with pytest.raises(ValueError, match="no background records"):
        learned_from_work(Workspace(releases=OWN), PolicyForm())
    with pytest.raises(ValueError, match="no label"):
        learned_from_work(Workspace(background=(Record.of(("Name", "Ann")),)), PolicyForm())
    with pytest.raises(ValueError, match="no label"):
        held = FellegiSunter(0.1, (begun("Passport"),))
        learned_from_labelled(OTHERS, "abcdef", PolicyForm(evidence=held))
