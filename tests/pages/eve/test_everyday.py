"""The everyday Eves on the pages: what each has and knows, one click, offers, and what is edited of their pooling."""

from dataclasses import replace

import pytest

from leakage import Record
from leakage.workspace.everyday import (
    COLLECTOR,
    EVERYONE,
    LIKELY,
    everyday_policies,
    new_work,
    with_everyday_policies,
    with_what_is_likely,
)
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.workspace import Coalition, Release
from pages.app.words import percent, unmarked
from pages.decide.leakage import text as figure
from pages.eve.adversary import text
from tests.pages.helpers import bound, current, history, press, run, start
from tests.person_2026 import person_of_2026

SITES = ("instagram.com", "whatsapp.com", "shop.example")
GIVEN = tuple(Release(site, site, Record.of(("Email", "a@b.c"))) for site in SITES)
WORK = with_what_is_likely(replace(new_work(), releases=GIVEN, chosen=EVERYONE, follow_worst=False))
REAL = person_of_2026().workspace


def leakage_of(work, name):
    return percent(worst(assess(replace(work, chosen=name))).result.leakage)


def row_of(work, name):
    return next(place for place, policy in enumerate(work.policies) if policy.name == name)


@pytest.mark.parametrize("page", ["adversary", "leakage"])
def test_every_eve_is_there_with_her_figure(page):
    at = start(WORK, page)
    shown = [button.label for button in at.button if (button.key or "").startswith("which-eve-")]
    each = {f"**{leakage_of(WORK, policy.name)}** {unmarked(policy.name)}" for policy in WORK.policies}
    assert {label.removesuffix(text.IN_USE).removesuffix(figure.SHOWN) for label in shown} == each
    assert len(shown) == len(each)


def test_a_click_puts_an_eve_in_use_and_one_undo_takes_it_back():
    at = start(WORK, "adversary")
    assert text.WHAT_SHE_HAS[LIKELY] in [caption.value for caption in at.main.caption]
    assert text.NOTHING_LEAKED in [caption.value for caption in at.main.caption]
    press(at, f"which-eve-{row_of(WORK, COLLECTOR)}")
    assert current(at).chosen == COLLECTOR and not current(at).follow_worst
    press(at, "undo")
    assert current(at) == WORK


def test_what_leaked_is_picked_and_offered_only_to_who_says_it_herself():
    at = start(replace(WORK, chosen=COLLECTOR), "adversary")
    run(
        bound(at.multiselect, next(m.key for m in at.multiselect if m.key.startswith("pooling-releases"))).set_value(
            ["shop.example"]
        )
    )
    assert current(at).pooling_in_use.releases == ("shop.example",)
    assert text.LEAKED.format(leaked="1", all="3 accounts") in [caption.value for caption in at.main.caption]
    assert text.ONLY_THESE in bound(at.segmented_control, "pooling-kind").options
    assert text.ONLY_THESE not in bound(start(REAL, "adversary").segmented_control, "pooling-kind").options


def test_corporations_are_found_again():
    policies = tuple(
        replace(policy, pooling=replace(policy.pooling, coalitions=())) if policy.name == LIKELY else policy
        for policy in everyday_policies()
    )
    at = press(start(replace(WORK, policies=policies, chosen=LIKELY), "adversary"), "corporations-find")
    assert current(at).pooling_in_use.coalitions == (Coalition("Meta", SITES[:2]),)
    owners = next(table.value for table in at.dataframe if "Source" in table.value.columns)
    assert owners["Owner"].tolist() == ["Meta"] and all(owners["Source"])


def test_works_of_before_are_offered_the_four_with_one_undo():
    at = press(start(REAL, "adversary"), "everyday-add")
    assert current(at) == with_everyday_policies(REAL) and len(history(at)) == 2
    assert not [button for button in at.button if button.key == "everyday-add"]
    assert not [button for button in start(WORK, "adversary").button if button.key == "everyday-add"]


def test_two_more_are_added_and_renaming_and_removing_keep_what_pools():
    at = start(WORK, "adversary")
    for name in text.FURTHER:
        press(at, f"further-add-{name}")
        assert current(at).policy.name == name and current(at).policy.pooling
    assert not [button for button in at.button if (button.key or "").startswith("further-add-")]
    press(at, "policy-remove")
    press(at, f"which-eve-{row_of(WORK, COLLECTOR)}")
    run(bound(at.text_input, f"policy-name-{hash(COLLECTOR)}").set_value("Thief"))
    assert current(at).policy.name == "Thief" and current(at).policy.pooling == everyday_policies()[-1].pooling
