"""Eve: which one, what each knows, her rules, who shares with whom, and whom she has besides."""

from dataclasses import replace

import pytest

from leakage import Record
from leakage.resolution.rules import AnyOf, Shares
from leakage.workspace.everyday import ALONE, COLLECTOR, LIKELY, SAME_PERSON, new_work, with_what_is_likely
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.workspace import Coalition, Release
from pages.app.words import unmarked
from tests.pages.helpers import bound, current, go, history, press, run, start, submit

SITES = ("instagram.com", "whatsapp.com", "shop.example")
GIVEN = tuple(Release(site, site, Record.of(("Email", "a@b.c"))) for site in SITES)
WORK = with_what_is_likely(replace(new_work(), releases=GIVEN, chosen=LIKELY))


def chart_of(at):
    return next(chart for chart in at.get("plotly_chart") if chart.key == "eves")


def rules_of(at):
    return set(current(at).adversary.matches[0].rules)


def test_every_eve_is_there_with_what_she_knows():
    at = start(WORK, "adversary")
    assert at.radio[0].options == [unmarked(policy.name) for policy in WORK.policies]
    for policy in WORK.policies:
        leakage = worst(assess(replace(WORK, chosen=policy.name)))
        assert f"{policy.name}: {100 * (leakage.result.leakage if leakage else 0):.1f}" in chart_of(at).alt


def test_a_click_puts_an_eve_in_use_and_one_undo_takes_it_back():
    at = start(WORK, "adversary")
    at.radio[0].set_value(COLLECTOR)
    assert current(run(at)).chosen == COLLECTOR
    press(at, "undo")
    assert current(at) == WORK


def test_an_eve_is_added_and_removed():
    fewer = replace(WORK, policies=tuple(policy for policy in WORK.policies if policy.name != COLLECTOR))
    at = press(start(fewer, "adversary"), f"eve-add-{COLLECTOR}")
    assert current(at).policy.name == COLLECTOR
    press(at, "eve-remove")
    assert COLLECTOR not in [policy.name for policy in current(at).policies]
    press(at, "eve-own")
    assert current(at).policy.adversary.matches == (SAME_PERSON,)


@pytest.mark.parametrize("number", [0, 4])
def test_a_rule_is_switched_off_and_on_again(number):
    at = start(WORK, "adversary")
    rule = SAME_PERSON.rules[number]
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{number}").set_value(False)
    assert rules_of(run(at)) == {*SAME_PERSON.rules} - {rule}
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{number}").set_value(True)
    assert rules_of(run(at)) == {*SAME_PERSON.rules}


def test_a_rule_is_added_and_stays_in_the_list_when_it_is_off():
    at, own, places = start(WORK, "adversary"), Shares("Name", "City"), len(SAME_PERSON.rules)
    at.multiselect(key="eve-rule-labels").set_value(["Name", "City"])
    assert current(submit(at, "Add", "eve-rule")).adversary.matches[0] == AnyOf(*SAME_PERSON.rules, own)
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{places}").set_value(False)
    assert rules_of(run(at)) == {*SAME_PERSON.rules}
    go(go(at, "leakage"), "adversary")
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{places}").set_value(True)
    assert rules_of(run(at)) == {*SAME_PERSON.rules, own}


def test_who_shares_is_chosen_and_groups_are_edited():
    at = start(replace(WORK, chosen=ALONE), "adversary")
    bound(at.get("button_group"), "eve-sharing").set_value("coalitions")
    run(at)
    at.multiselect(key="eve-group-members").set_value(list(SITES[1:]))
    assert current(submit(at, "Add", "eve-group")).pooling_in_use.coalitions == (Coalition("Group", SITES[1:]),)
    assert [policy.pooling for policy in current(at).policies if policy.name != ALONE] == [
        policy.pooling for policy in WORK.policies if policy.name != ALONE
    ]
    before = len(history(at))
    assert len(history(submit(at, "Add", "eve-group"))) == before and at.error


def test_what_leaked_is_picked():
    at = start(replace(WORK, chosen=COLLECTOR), "adversary")
    bound(at.multiselect, f"eve-releases-{hash(SITES)}").set_value([SITES[2]])
    assert current(run(at)).pooling_in_use.releases == (SITES[2],)


def test_rows_of_a_file_that_can_join_come_into_the_work():
    at = start(WORK, "adversary")
    rows = b"Email,City\na@b.c,X\nother@b.c,Y\n"
    at.file_uploader[0].set_value(("people.csv", rows, "text/csv"))
    run(at)
    press(at, "strangers-add")
    assert current(at).background == (Record.of(("Email", "a@b.c"), ("City", "X")),)
