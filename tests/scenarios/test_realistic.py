import re
from dataclasses import replace

import pytest

from leakage import incremental_leakage
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess_pool, pool_together, pools_alone, records_of
from leakage.workspace.vocabulary import LABELS

SCENARIO = realistic_person()
WORK = SCENARIO.workspace
MAIN_CARD, PREPAID_CARD, CASH = WORK.plans


def pooled(work):
    return assess_pool(work, pool_together(work)).result


def increment(work, plan):
    records = records_of(work, pool_together(work))
    return incremental_leakage(records, plan.record, work.reference, work.adversary, work.weight_map)


def recipients_bridged(plan):
    first = len(WORK.background)
    return {WORK.releases[n - first].recipient for n in increment(WORK, plan).bridged if n >= first}


def all_records():
    return [*(r.record for r in (*WORK.releases, *WORK.plans)), *WORK.background]


def test_it_is_as_large_as_promised():
    assert 22 <= len(WORK.profile) <= 28
    assert len(WORK.releases) == 15
    assert len(WORK.recipient_names) == 12
    assert len(WORK.background) == 200
    assert len(WORK.policies) == 4 and len(WORK.plans) == 3
    assert WORK.pooling.kind == "together"


def test_it_is_the_same_every_time():
    assert realistic_person() == SCENARIO


def test_labels_are_those_of_the_vocabulary():
    used = {label for label, _ in WORK.profile} | {label for record in all_records() for label in record.labels}
    assert used <= {suggestion.label for suggestion in LABELS}


def test_dates_run_from_2019_to_2026():
    dates = [release.date for release in WORK.releases]
    assert dates == sorted(dates)
    assert dates[0].startswith("2019") and dates[-1].startswith("2026")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in dates)


def test_nothing_can_belong_to_a_real_person():
    for record in all_records():
        for phone in record.values("Phone"):
            assert re.fullmatch(r"\d{3}-555-01\d\d", phone)
        for email in record.values("Email"):
            assert email.endswith(("@example.com", "@example.org", "@example.net"))
        for card in record.values("Card"):
            assert re.fullmatch(r"main card|prepaid card|card ending \d{3}", card)


def test_some_of_what_is_out_is_wrong_and_some_uncertain():
    attributes = [a for release in WORK.releases for a in release.record]
    assert {a.label for a in attributes if a.pair not in WORK.reference} >= {"Address", "Name", "Phone", "Employer"}
    assert any(a.confidence < 1 for a in attributes)


def test_neighbours_share_her_name_city_employer_and_landline():
    name = WORK.reference.values("Name")[0]
    shared = {pair for record in WORK.background for pair in (a.pair for a in record) if pair in WORK.reference}
    assert {label for label, _ in shared} >= {"Name", "City", "Employer", "Phone"}
    namesakes = [r for r in WORK.background if name in r.values("Name")]
    assert len(namesakes) >= 3
    assert sum(r.values("Name")[0].startswith("Odila ") for r in WORK.background) > len(namesakes)


def test_the_dashboard_has_something_to_show():
    assert 0.55 < pooled(WORK).leakage < 0.8
    alone = [assess_pool(WORK, pool).result.leakage for pool in pools_alone(WORK)]
    assert all(0.1 < leakage < 0.42 for leakage in alone)


def test_the_plans_differ():
    main, prepaid, cash = (increment(WORK, plan).increment for plan in WORK.plans)
    assert main > prepaid + 0.05 > 0.1
    assert cash == pytest.approx(0, abs=1e-12)


def test_the_main_card_ties_doctor_and_bank_to_the_rest():
    names, without = recipients_bridged(MAIN_CARD), recipients_bridged(PREPAID_CARD)
    assert {"Dr. Thistle's practice", "Harbour Bank"} <= names - without
    assert increment(WORK, CASH).bridged == ()


def test_the_figures_in_the_sentence_are_the_computed_ones():
    figures = [float(figure) for figure in re.findall(r"\d+\.\d", SCENARIO.expected)]
    computed = [pooled(WORK).leakage, *(increment(WORK, plan).increment for plan in WORK.plans)]
    assert figures == [round(100 * figure, 1) for figure in computed]


def test_a_loose_policy_takes_namesakes_for_her():
    loose = pooled(replace(WORK, chosen="Same name is the same person"))
    assert sum(member >= 15 for member in loose.members) >= 3
    assert all(pooled(replace(WORK, chosen=p.name)).leakage < 0.8 for p in WORK.policies)
