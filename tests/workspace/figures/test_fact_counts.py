"""Counts of facts: one a label, and only what was given or confirmed is right."""

from dataclasses import replace

from hypothesis import given

from leakage import NumericCloseness, Record
from leakage.record import UNTYPED
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.fact_counts import fact_counts
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import seeds, thorough
from tests.workspace.test_person import random_work


def slowly_counted(work, leaked):
    """Label by label, from the releases behind the leakage themselves."""
    members = [work.releases[leaked.release_of(m)] for m in leaked.result.members] if leaked else []
    right, likely, wrong = [], [], []
    for label in dict.fromkeys([*(label for label, _ in work.profile), *(x for r in members for x in r.record.labels)]):
        true = [value for other, value in work.profile if other == label]
        confidences = {a.value: a.confidence for r in members for a in r.record.known if a.label == label}
        for release in members:
            for attribute in release.record.known:
                if attribute.label == label:
                    confidences[attribute.value] = max(confidences[attribute.value], attribute.confidence)
        presumed = any(p > 0.0 for r in members for x, p in r.presumed if x == label and not r.record.values(label))
        if any(confidences.get(value) == 1.0 for value in true):
            right.append(label)
        elif true and (presumed or any(value in confidences for value in true)):
            likely.append(label)
        elif confidences:
            wrong.append(label)
    return right, likely, wrong


@thorough
@given(seeds)
def test_counts_are_those_of_the_releases_behind_the_leakage(chance):
    work = random_work(chance)
    leaked = worst(assess(work))
    counts = fact_counts(work, leaked)
    if leaked is not None and leaked.result.leakage:
        assert ([*counts.right], [*counts.likely], sorted(counts.wrong)) == (
            *slowly_counted(work, leaked)[:2],
            sorted(slowly_counted(work, leaked)[2]),
        )
    assert not {*counts.right} & {*counts.likely} and not {*counts.right, *counts.likely} & {*counts.wrong}


def counted(work):
    return fact_counts(work, worst(assess(work)))


def test_sixty_presumptions_of_a_name_are_no_certainty():
    given = tuple(
        Release(f"s{n}", f"s{n}", Record.of(("Email", "a@b.c")), presumed=(("Name", 0.705),)) for n in range(60)
    )
    counts = counted(Workspace((("Email", "a@b.c"), ("Name", UNTYPED)), releases=given))
    assert (counts.right, counts.likely) == (("Email",), ("Name",))
    assert counts.headline == "Eve has 1 of your 2 facts" and counts.more == "1 more she may have."


def test_many_addresses_are_one_fact():
    work = Workspace(tuple(("Email", f"{n}@b.c") for n in range(60)), shares_weights=True)
    record = Record.of(*(("Email", f"{n}@b.c") for n in range(12)))
    counts = counted(replace(work, releases=(Release("Broker", "Broker", record),)))
    assert counts.headline == "Eve has 1 of your 1 fact" and counts.several == ("Email: 12 of 60",)


def test_a_near_miss_is_right_where_it_counts_at_least_half():
    work = Workspace((("Age", "30"), ("Name", "Ann")), similarities=(("Age", NumericCloseness(10)),))
    for age, right in (("33", True), ("38", False)):
        record = Record.of(("Age", age), ("Name", "Ann"))
        counts = counted(replace(work, releases=(Release("Gym", "Gym", record),)))
        assert ("Age" in counts.right, "Age" in counts.wrong) == (right, not right)


def test_nothing_released_is_nothing_known():
    counts = fact_counts(Workspace((("Name", "Ann"),)), None)
    assert counts.headline == "Eve has 0 of your 1 fact" and counts.more == ""
