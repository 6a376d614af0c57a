from dataclasses import replace

import pytest

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.additions import added
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Release, Workspace
from tests.pages.helpers import current, history, looked_at, marked_up, press, run, start, texts
from tests.pages.test_values_are_no_markup import HOSTILE
from tests.starting import starting_workspace
from tests.workspace.files.exports import firefox, made_up_logins

FACTS = (("Name", "Robin"), ("Address", "12 Sample Street"), ("IP address", "192.0.2.7"))
BEGUN = replace(starting_workspace(), profile=FACTS)
WORK = added(BEGUN, imported([recognise(firefox(made_up_logins(40, seed=2)))], BEGUN)[0])


def of_kind(work, word):
    return [release for release in work.releases if word in release.recipient]


def test_looking_changes_nothing():
    assert looked_at("review") == []


def test_without_releases_the_page_leads_to_the_import():
    assert start(Workspace(), "review").button(key="nothing-yet").label == "Go to import"


def test_a_group_is_completed_at_once_and_undone_at_once():
    at = start(WORK, "review")
    shops = of_kind(WORK, "shop")
    box = at.selectbox(key="review-group")
    run(box.set_value("Online shop"))
    assert at.selectbox(key="review-template-Online shop").value == "Online shop"
    run(at.slider(key="review-confidence").set_value(0.75))
    press(at, "review-accept")
    mail = next(pair for pair in WORK.profile if pair[0] == "Email")
    facts = 0
    for before, after in zip(WORK.releases, current(at).releases, strict=True):
        more = {("Name", "Robin"): 0.75, ("Address", "12 Sample Street"): 0.75} if before in shops else {}
        if before in shops and not before.record.values("Email"):
            more[mail] = 0.75
        assert after.record.confidences == before.record.confidences | more
        facts += len(more)
    assert history(at)[-1] == f"say that {len(shops)} releases hold {facts} more facts"
    assert at.button(key="review-accept").disabled
    press(at, "undo")
    # Which Eve knows most is looked at anew after every edit.
    assert replace(current(at), chosen=WORK.chosen) == WORK


def test_every_kind_is_accepted_at_once_each_with_what_is_usual_for_it():
    at = start(WORK, "review")
    run(at.slider(key="review-all-confidence").set_value(0.75))
    press(at, "review-accept-all")
    told = {template.name: template.labels for template in TEMPLATES}
    first = dict(reversed(WORK.profile))
    for before, after in zip(WORK.releases, current(at).releases, strict=True):
        kind = kind_of_recipient(WORK, before.recipient)
        usual = told.get(kind.name, ()) if kind else ()
        missing = [label for label in usual if label in first and not before.record.values(label)]
        more = {(label, first[label]): 0.75 for label in missing}
        assert after.record.confidences == before.record.confidences | more
    assert sum(map(len, (release.record for release in current(at).releases))) > 60
    assert at.button(key="review-accept-all").disabled
    press(at, "undo")
    assert replace(current(at), chosen=WORK.chosen) == WORK


def test_a_search_and_fewer_labels_narrow_what_is_said():
    at = start(WORK, "review")
    name = of_kind(WORK, "forum")[0].recipient
    run(at.text_input(key="review-search").input(name.upper()))
    run(at.selectbox(key="review-template-").set_value("Forum"))
    run(at.multiselect(key="review-labels-Forum").set_value(["IP address"]))
    press(at, "review-accept")
    changed = [
        (after.recipient, len(after.record) - len(before.record))
        for before, after in zip(WORK.releases, current(at).releases, strict=True)
        if before != after
    ]
    assert changed == [(name, 1)]


def test_duplicates_are_merged_and_undone():
    twice = (*WORK.releases, replace(WORK.releases[0], name="again", record=WORK.releases[0].record))
    at = start(replace(WORK, releases=twice), "review")
    assert at.button(key="review-merge").label == "Merge them: 1 release fewer"
    press(at, "review-merge")
    assert current(at).releases == WORK.releases
    assert any(text.startswith("None: no two releases") for text in texts(at))
    press(at, "undo")
    assert current(at).releases == twice


@pytest.mark.parametrize("word", HOSTILE)
def test_names_are_no_markup(word):
    same = tuple(Release(f"{word}{n}", word, Record.of(("Email", "a@b.c"))) for n in range(2))
    at = start(replace(realistic_person().workspace, releases=same), "review")
    assert [where for where, text in marked_up(at) if word in text] == []
