from dataclasses import replace

import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.files.additions import added
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.workspace import Release, Workspace
from pages.you.review import text
from tests.pages.helpers import current, history, marked_up, press, run, start, texts
from tests.pages.test_values_are_no_markup import HOSTILE
from tests.starting import starting_workspace
from tests.workspace.files.exports import firefox, made_up_logins

FACTS = (("Name", "Robin"), ("Address", "12 Sample Street"), ("IP address", "192.0.2.7"))
BEGUN = replace(starting_workspace(), profile=FACTS)
WORK = added(BEGUN, imported([recognise(firefox(made_up_logins(40, seed=2)))], BEGUN)[0])
NEW = new_work()
FULL = with_import(NEW, imported([recognise(firefox(made_up_logins(40, seed=2)))], NEW)[0])


def of_kind(work, word):
    return [release for release in work.releases if word in release.recipient]


def test_without_releases_the_page_leads_to_the_import():
    assert start(Workspace(), "review").button(key="nothing-yet").label == text.EMPTY_BUTTON


def chosen(at, kind):
    return run(at.selectbox(key="review-group").set_value(kind))


def open_facts(at):
    return [str(button.key).removeprefix("review-have-") for button in at.button if "review-have-" in str(button.key)]


def test_a_kind_of_place_is_answered_for_at_once_and_undone_at_once():
    at = chosen(start(FULL, "review"), "Online shop")
    kinds = {name: kind_of_recipient(FULL, name) for name in FULL.recipient_names}
    shops = [r for r in FULL.releases if (kind := kinds[r.recipient]) and kind.name == "Online shop"]
    presumed = [r for r in shops if dict(r.presumed).get("Phone", 0.0) > 0.0]
    assert len(presumed) > 5 and set(open_facts(at)) == {
        label for r in shops for label, probability in r.presumed if probability and not r.record.values(label)
    }
    assert f"Phone: 44 % of shops' forms ask for it. {len(presumed)} accounts." in texts(at)
    press(at, "review-have-Phone")
    for before, after in zip(FULL.releases, current(at).releases, strict=True):
        if before in presumed:
            assert after.record.values("Phone") == (UNTYPED,) and "Phone" not in dict(after.presumed)
        else:
            assert after == before
    assert history(at)[-1] == f"confirm one fact at {len(presumed)} accounts"
    assert "Phone" not in open_facts(at)
    press(at, "review-lack-Address")
    for before, after in zip(FULL.releases, current(at).releases, strict=True):
        if before in shops and "Address" in dict(before.presumed):
            assert dict(after.presumed)["Address"] == 0.0 and not after.record.values("Address")
    assert "Address" not in open_facts(at)
    press(press(at, "undo"), "undo")
    assert current(at).releases == FULL.releases


def test_a_search_narrows_what_is_answered_to_one_release():
    at = start(FULL, "review")
    name = of_kind(FULL, "forum")[0].recipient
    chosen(at, text.ALL)
    run(at.text_input(key="review-search").input(name.upper()))
    press(at, "review-have-Name")
    changed = [
        (after.recipient, len(after.record) - len(before.record))
        for before, after in zip(FULL.releases, current(at).releases, strict=True)
        if before != after
    ]
    assert changed == [(name, 1)]


def test_of_several_kinds_the_likelihoods_are_said():
    at = chosen(start(FULL, "review"), text.ALL)
    [sentence] = [line for line in texts(at) if line.startswith("Address: ")]
    assert text.LIKELY_BETWEEN.rpartition("}")[2] in sentence


def test_releases_of_before_are_offered_what_such_places_ask_for():
    work = replace(FULL, releases=tuple(replace(release, presumed=()) for release in FULL.releases))
    at = press(start(work, "review"), "review-presume")
    assert current(at).releases == FULL.releases
    assert not [button for button in at.button if button.key == "review-presume"]
    press(at, "undo")
    assert current(at).releases == work.releases


def test_what_was_erased_is_not_asked_about():
    erased = replace(FULL, releases=tuple(replace(release, erasure="done") for release in FULL.releases))
    at = start(erased, "review")
    assert open_facts(at) == [] and text.ALL_ANSWERED in texts(at)


def test_duplicates_are_merged_and_undone():
    twice = (*WORK.releases, replace(WORK.releases[0], name="again", record=WORK.releases[0].record))
    at = start(replace(WORK, releases=twice), "review")
    assert at.button(key="review-merge").label == text.MERGE.format(accounts="1 account")
    press(at, "review-merge")
    assert current(at).releases == WORK.releases
    assert not [button for button in at.button if button.key == "review-merge"]
    press(at, "undo")
    assert current(at).releases == twice


@pytest.mark.parametrize("word", HOSTILE)
def test_names_are_no_markup(word):
    same = tuple(Release(f"{word}{n}", word, Record.of(("Email", "a@b.c"))) for n in range(2))
    at = start(replace(realistic_person().workspace, releases=same), "review")
    assert [where for where, text in marked_up(at) if word in text] == []
