"""The standard person as a table: every cell has its consequence wherever the fact is held, and no other."""

from dataclasses import replace

import pytest
from hypothesis import given

from leakage.record import UNTYPED, Attribute, Record
from leakage.workspace.forms.profile import (
    further_facts,
    person_rows,
    read_further,
    read_person,
    with_further,
)
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.person import lacking, standard_facts, typed, with_standard_person
from leakage.workspace.release import SubjectRequest
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import seeds, thorough

LABELS = [fact.label for fact in standard_facts()]
VALUES = ["a", "b", "not typed"]


def random_work(chance):
    """A standard person of whom some facts are typed, some twice, some are not there, and some are others'."""
    work = with_standard_person(Workspace())
    for label in chance.sample(LABELS, 6):
        for value in chance.sample(VALUES, chance.randint(1, 2)):
            work = typed(work, label, value)
    for label in chance.sample(LABELS, 3):
        work = lacking(work, label)
    more = (("Shoe size", "9"), ("Boat", UNTYPED))
    work = replace(work, profile=(*work.profile, *chance.sample(more, chance.randint(0, 2))))

    def given_record():
        pairs = [*chance.sample(work.profile, 8), *((chance.choice(LABELS), chance.choice(VALUES)) for _ in range(4))]
        return Record(Attribute(*pair, chance.choice((1.0, 0.4))) for pair in dict.fromkeys(pairs))

    releases = tuple(Release(f"r{n}", f"R{n}", given_record()) for n in range(3))
    plan = given_record()
    plans = (Release("p", "P", plan, required=tuple(a.pair for a in plan)[:3]),)
    stated = tuple(a.pair for a in releases[0].record)
    wrong = tuple((*pair, "right") for pair in stated[:2])
    request = SubjectRequest("ask", "R0", "correction", stated=stated, corrections=wrong)
    return replace(work, releases=releases, plans=plans, requests=(request,))


def slowly_read(cells, work):
    """Every label by itself: what its fact becomes, and then every place that holds it."""
    profile, absent, exchange = list(work.profile), list(work.absent), {}
    for label, (value, ticked) in cells.items():
        mine = [v for other, v in profile if other == label]
        shown = UNTYPED if UNTYPED in mine else (mine[0] if mine else None)
        if label in absent:
            if value or not ticked:
                absent.remove(label)
                profile.append((label, value or UNTYPED))
        elif shown is None:
            continue
        elif ticked:
            absent.append(label)
            profile = [pair for pair in profile if pair[0] != label]
            exchange[label, UNTYPED] = None
        elif (value or UNTYPED) != shown:
            profile = [(label, value or UNTYPED) if pair == (label, shown) else pair for pair in profile]
            exchange[label, shown] = (label, value or UNTYPED)
    return set(profile), set(absent), exchange


def exchanged(held, exchange):
    after = {}
    for pair, confidence in held.items():
        new = exchange.get(pair, pair)
        if new is not None:
            after[new] = max(confidence, after.get(new, 0.0))
    return after


@thorough
@given(seeds)
def test_every_cell_goes_wherever_its_fact_is_held(chance):
    work = random_work(chance)
    cells = {row.label: (row.value or "", row.absent) for row in person_rows(work)}
    for label in chance.sample(sorted(cells), 9):
        cells[label] = (chance.choice(["", "", *VALUES]), chance.random() < 0.3)
    rows = [
        {"label": label, "value": chance.choice((None, " ")) if not value else f" {value}", "absent": ticked}
        for label, (value, ticked) in cells.items()
    ]
    reading = read_person(rows, work)
    profile, absent, exchange = slowly_read(cells, work)
    after = reading.workspace
    assert (set(after.profile), set(after.absent), reading.problems) == (profile, absent, ())
    for old, new in zip((*work.releases, *work.plans), (*after.releases, *after.plans), strict=True):
        assert new.record.confidences == exchanged(old.record.confidences, exchange)
        assert set(new.required) == set(exchanged(dict.fromkeys(old.required, 1.0), exchange))
    [before], [request] = work.requests, after.requests
    assert set(request.stated) == set(exchanged(dict.fromkeys(before.stated, 1.0), exchange))
    assert [label for label, _ in after.profile if label in LABELS] == sorted(
        (label for label, _ in after.profile if label in LABELS), key=LABELS.index
    )
    # Said again it changes nothing, unless a tick stands beside a value: then the table is drawn anew.
    assert reading.is_settled == (not any(value and ticked for value, ticked in cells.values()))
    assert not reading.is_settled or read_person(rows, after).workspace == after


@thorough
@given(seeds)
def test_the_two_tables_show_every_fact_once_and_leave_it_as_it_is(chance):
    work = random_work(chance)
    above = {(row.label, UNTYPED if row.value is None else row.value) for row in person_rows(work) if not row.absent}
    below = further_facts(work)
    assert sorted((*above, *below)) == sorted(work.profile)
    rows = [{"label": row.label, "value": row.value, "absent": row.absent} for row in person_rows(work)]
    assert read_person(rows, work).workspace == work
    further = [{"label": label, "value": None if value == UNTYPED else value} for label, value in below]
    reading = read_further(further, work)
    assert reading.problems == ()
    assert set(with_further(work, reading).profile) == set(work.profile)
    assert with_further(work, reading).weight_map == {
        label: weight for label, weight in work.weight_map.items() if label in {*dict(work.profile), *work.absent}
    } | {label: 1.0 for label, _ in below if label not in work.weight_map}


@thorough
@given(seeds)
def test_a_further_value_becomes_that_of_the_fact_that_was_not_typed(chance):
    work = random_work(chance)
    label, value = chance.choice(LABELS), chance.choice(["new", *VALUES])
    rows = [{"label": other, "value": None if v == UNTYPED else v} for other, v in further_facts(work)]
    reading = read_further([*rows, {"label": label, "value": value}], work)
    after = with_further(work, reading)
    if (label, value) in work.profile:
        assert len(reading.problems) == 1 and set(after.profile) == set(work.profile)
        return
    waited = (label, UNTYPED) in work.profile
    assert set(after.profile) == {*work.profile, (label, value)} - ({(label, UNTYPED)} if waited else set())
    assert label not in after.absent and label in after.weight_map
    exchange = {(label, UNTYPED): (label, value)} if waited or label in work.absent else {}
    for old, new in zip(work.releases, after.releases, strict=True):
        assert new.record.confidences == exchanged(old.record.confidences, exchange)


def test_a_cell_that_cannot_be_read_keeps_what_was_there():
    work = typed(with_standard_person(Workspace()), "Name", "Ann")
    long = "x" * (LONGEST_TEXT + 1)
    reading = read_person([{"label": "Name", "value": long}, {"label": "Email", "value": ["a"]}], work)
    assert reading.workspace == work and [label for label, _ in reading.refused] == ["Name", "Email"]
    assert reading.problems[1].sentence == "value must be text" and long not in str(reading.problems[0])


def test_works_of_before_have_one_table():
    work = Workspace((("Name", "Ann"), ("Boat", "1")))
    assert person_rows(work) == () and further_facts(work) == work.profile
    assert read_person([{"label": "Name", "value": "Bob"}], work).workspace == work


@pytest.mark.parametrize("value", ["", "mine"])
def test_a_weight_outlives_that_there_was_no_such_fact(value):
    work = with_standard_person(Workspace())
    work = replace(work, weights=tuple((label, 2.0 if label == "Passport" else w) for label, w in work.weights))
    without = read_person([{"label": "Passport", "absent": True}], work).workspace
    edited = with_further(without, read_further([{"label": "Boat", "value": "1"}], without))
    again = read_person([{"label": "Passport", "value": value, "absent": bool(value)}], edited).workspace
    assert again.weight_map["Passport"] == 2.0 and again.absent == ()
