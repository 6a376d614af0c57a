from dataclasses import replace

import pytest

from leakage import AnyOf, FellegiSunter, SameKeySet, Shares
from leakage.registry import SavedCost, SavedOperation, SavedRule, saved_types
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.forms.policy import begun as begin
from leakage.workspace.forms.policy import form_of, with_odds
from leakage.workspace.presets import policy
from leakage.workspace.workspace import Coalition, Pooling
from pages.app.words import percent
from pages.eve.adversary import text as adversary_text
from pages.eve.adversary.policy_form import RULE_ROWS, STEP_ROWS
from tests.pages.helpers import (
    CASES,
    bound,
    current,
    figure_in_strip,
    go,
    opened,
    press,
    problems,
    run,
    shown_table,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace


def match(at):
    matches = current(at).adversary.matches
    return matches[-1] if matches else None


def test_whatever_a_policy_may_hold_has_a_row_in_its_form():
    assert set(RULE_ROWS) == set(saved_types(SavedRule))
    assert set(STEP_ROWS) == {*saved_types(SavedOperation), *saved_types(SavedCost)}


def policy_names(at):
    return [policy.name for policy in current(at).policies]


def test_ones_own_work_begins_with_a_policy():
    at = start(OWN, "adversary")
    assert at.selectbox[0].value == OWN.policies[0].name
    assert figure_in_strip(at) == "–"


@pytest.mark.parametrize("workspace", CASES)
def test_the_policy_in_use_is_told_and_compared(session, workspace):
    at = opened(session, workspace, "adversary")
    assert at.selectbox[0].value == workspace.policy.name
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    matching = adversary_text.JOINS.partition("{")[0]
    joins = matching if workspace.adversary.matches else adversary_text.JOINS_NOTHING
    assert any(text.startswith(joins) for text in texts(at))
    compared = [frame.value for frame in at.dataframe if "Would know" in frame.value.columns]
    expected = {
        policy.name: percent(whole_leakage(replace(workspace, chosen=policy.name))) for policy in workspace.policies
    }
    assert bool(compared) == (len(expected) > 1)
    for text in compared:
        assert dict(zip(text["Eve"], text["Would know"], strict=True)) == expected
    assert at.segmented_control[0].value == workspace.pooling.kind


def test_another_policy_changes_the_figure():
    at = start(REAL, "adversary")
    run(at.selectbox[0].set_value(REAL.policies[3].name))
    assert current(at) == replace(REAL, chosen=REAL.policies[3].name)
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    press(at, "undo")
    assert at.selectbox[0].value == REAL.chosen


@pytest.mark.parametrize("kind", ["alone", "coalitions"])
def test_another_pooling_changes_the_figure(kind):
    at = start(REAL, "adversary")
    run(at.segmented_control[0].set_value(kind))
    assert current(at) == replace(REAL, pooling=replace(REAL.pooling, kind=kind))
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    press(at, "undo")
    assert at.segmented_control[0].value == "together"


def test_recipients_may_resolve_their_own_records_first():
    paper = next(scenario.workspace for scenario in PAPER_SCENARIOS if scenario.key == "wrong-phone")
    work = replace(paper, releases=(*paper.releases, *paper.plans), plans=(), pooling=Pooling())
    at = start(work, "adversary")
    assert figure_in_strip(at) == percent(1.0)
    run(bound(at.toggle, "pooling-resolve-first").set_value(True))
    assert current(at) == replace(work, pooling=Pooling(resolve_first=True))
    assert figure_in_strip(at) == percent(8 / 9)
    assert adversary_text.RESOLVE_FIRST_IDLE not in texts(at)
    press(at, "undo")
    assert not bound(at.toggle, "pooling-resolve-first").value


def test_a_new_policy_is_built_from_rules():
    at = press(start(REAL, "adversary"), "policy-new")
    assert at.selectbox[0].value == adversary_text.NEW_NAME and match(at) is None
    type_into(at, "rules", rows=[{"labels": ["Name"], "exact": False}])
    assert match(at) == Shares("Name")
    type_into(at, "rules", rows=[{"labels": ["Phone", "City"], "exact": True}])
    assert match(at) == AnyOf(Shares("Name"), SameKeySet("Phone", "City"))
    run(at.text_input[0].set_value("Loose"))
    assert policy_names(at)[-1] == "Loose" and current(at).chosen == "Loose"
    assert match(at) == AnyOf(Shares("Name"), SameKeySet("Phone", "City"))
    go(go(at, "start"), "adversary")
    assert shown_table(at, "rules").value["labels"].map(list).tolist() == [["Name"], ["Phone", "City"]]
    type_into(at, "rules", deleted=[0])
    assert match(at) == SameKeySet("Phone", "City")


def compared(at):
    return next(select for select in at.multiselect if select.label == "She compares")


def slider(at, label, number=0):
    """Of the sliders that are called alike the one of a label, in their order."""
    return [widget for widget in at.select_slider if widget.label == label][number]


def test_evidence_by_hand_is_one_more_rule():
    at = press(start(REAL, "adversary"), "policy-new")
    run(compared(at).set_value(["Name", "Phone"]))
    begun = match(at)
    assert begun == FellegiSunter(1 / 215, (begin("Name"), begin("Phone")))
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    assert slider(at, "Different", 1).value == 0.2
    run(slider(at, "The same", 1).set_value(2000.0))
    assert match(at).comparisons == (begin("Name"), with_odds(begin("Phone"), 0, 2000.0))
    press(at, "undo")
    assert match(at) == begun and slider(at, "The same", 1).value == 100.0
    run(next(box for box in at.number_input if (box.key or "").startswith("evidence-prior-")).set_value(1000.0))
    run(next(box for box in at.number_input if "so many to 1" in box.label).set_value(16.0))
    run(next(box for box in at.toggle if box.label.startswith("What differs")).set_value(False))
    assert match(at) == replace(begun, prior=0.001, threshold=4.0, against=False)
    assert "odds of 16 to 1 or better" in " ".join(texts(at))
    type_into(at, "rules", rows=[{"labels": ["Phone"], "exact": False}])
    assert match(at).rules[0] == Shares("Phone") and match(at).rules[1].labels == ("Name", "Phone")
    run(compared(at).set_value([]))
    assert match(at) == Shares("Phone")


def uploaded(at, content):
    uploader = next(upload for upload in at.file_uploader if upload.key.startswith("upload.quality"))
    uploader.upload("file.csv", content, "text/csv")
    return run(at)


def test_a_policy_renamed_to_a_name_in_use_gets_a_number():
    at = start(REAL, "adversary")
    run(at.text_input[0].set_value(REAL.policies[3].name))
    assert policy_names(at)[1] == f"{REAL.policies[3].name} 2"
    assert current(at).adversary == REAL.adversary


@pytest.mark.parametrize("row", [{"labels": [], "exact": True}, {"exact": True}, {}], ids=["no label", "none", "blank"])
def test_a_rule_without_a_label_joins_nothing(row):
    at = type_into(press(start(REAL, "adversary"), "policy-new"), "rules", rows=[row])
    assert match(at) is None


def test_a_policy_is_removed():
    at = press(start(REAL, "adversary"), "policy-remove")
    assert policy_names(at) == [policy.name for policy in REAL.policies if policy.name != REAL.chosen]
    for _ in range(3):
        press(at, "policy-remove")
    assert policy_names(at) == [] and at.button(key="policy-remove").disabled


def test_undo_brings_a_removed_policy_back():
    at = press(start(REAL, "adversary"), "policy-remove")
    press(at, "undo")
    assert current(at) == REAL


def test_coalitions_are_edited():
    at = start(replace(REAL, pooling=Pooling("coalitions")), "adversary")
    type_into(at, "coalitions", rows=[{"name": "Club", "recipients": ["Skylark Air", "Harbour Bank"]}])
    assert current(at).pooling.coalitions == (Coalition("Club", ("Skylark Air", "Harbour Bank")),)
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    type_into(at, "coalitions", rows=[{"name": "Club", "recipients": ["Parkwell", "Landlord"]}, {"name": "Empty"}])
    assert [coalition.name for coalition in current(at).pooling.coalitions] == ["Club", "Club 2"]
    go(go(at, "leakage"), "adversary")
    assert shown_table(at, "coalitions").value["name"].tolist() == ["Club", "Club", "Empty"]
    press(at, "undo")
    # What could not be taken over was never in the workspace, so undo does not take it back.
    assert shown_table(at, "coalitions").value["name"].tolist() == ["Club", "Empty"]


def test_a_policy_of_ones_own_survives_other_pages():
    named = replace(REAL, policies=(policy("Mine", Shares("City")),), chosen="Mine")
    at = start(named, "adversary")
    for page in ("leakage", "planned_release", "disinformation", "adversary"):
        go(at, page)
    assert current(at) == named


# The rest of the form


def form(at):
    return form_of(current(at).adversary)


def test_different_phones_keep_people_apart():
    at = start(REAL, "adversary")
    key = next(box.key for box in at.main.multiselect if box.key.startswith("policy-conflicts"))
    run(at.multiselect(key=key).set_value(["Phone"]))
    assert form(at).conflicts == ("Phone",)
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    press(at, "undo")
    assert current(at) == REAL
    assert bound(at.multiselect, key.rpartition("-")[0]).value == []


def test_nearly_the_same_name_is_enough():
    at = type_into(start(REAL, "adversary"), "rules", {0: {"labels": ["Card"], "alike": ["Name"]}})
    assert form(at).rules[0].alike == ("Name",)
    slider = next(widget for widget in at.main.slider if widget.key.startswith("policy-alike"))
    run(slider.set_value(0.75))
    assert form(at).at_least == 0.75
    go(go(at, "leakage"), "adversary")
    assert form(at).at_least == 0.75 and form(at).rules[0].alike == ("Name",)


def test_what_she_overlooks_merges_and_pays():
    at = start(REAL, "adversary")

    def key(kind, name):
        return next(widget.key for widget in getattr(at.main, kind) if widget.key.startswith(f"policy-{name}"))

    run(at.multiselect(key=key("multiselect", "overlooked")).set_value(["case", "phones"]))
    run(at.selectbox(key=key("selectbox", "merge")).set_value("noisy or"))
    run(at.selectbox(key=key("selectbox", "quadratic")).set_value(True))
    run(at.number_input(key=key("number_input", "price")).set_value(0.5))
    run(at.toggle(key=key("toggle", "single")).set_value(True))
    entered = form(at)
    assert (
        entered.overlooked,
        entered.merge,
        entered.quadratic,
        entered.price,
        entered.single_link,
    ) == (
        {"case", "phones"},
        "noisy or",
        True,
        0.5,
        True,
    )
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))


def test_corrections_and_look_ups_come_first():
    at = start(REAL, "adversary")
    type_into(at, "corrections", rows=[{"label": "Name", "wrong": "Odilla Fernsby", "right": "Odila Fernsby"}])
    type_into(at, "look-ups", rows=[{"given": "City", "value": "Larkhaven", "label": "Post code", "fact": "99014"}])
    assert form(at).corrections == (("Name", "Odilla Fernsby", "Odila Fernsby"),)
    assert form(at).look_ups == (("City", "Larkhaven", "Post code", "99014"),)
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    type_into(at, "corrections", rows=[{"label": "Name", "wrong": "x"}])
    assert any("a correction needs a label" in sentence for sentence in problems(at))


def test_the_properties_are_told_with_a_counterexample_once_somebody_looks():
    at = start(REAL, "adversary")
    assert not any("On your records" in frame.value.columns for frame in at.dataframe)
    at.session_state["policy-properties"] = True
    run(at)
    table = next(frame.value for frame in at.dataframe if "On your records" in frame.value.columns)
    assert set(table["Property"]) >= {"representativity", "negative representativity"}
    failed = table[table["On your records"] == "failed"]
    assert list(failed["Property"]) == ["negative representativity"] and all(failed["Where it failed"])


def test_background_records_are_removed_and_undo_brings_them_back():
    at = start(REAL, "adversary")
    press(at, "background-remove")
    assert current(at).background == ()
    press(at, "undo")
    assert current(at).background == REAL.background != ()


def test_background_records_are_numbered_as_they_are_called():
    at = start(REAL, "adversary")
    table = next(frame.value for frame in at.dataframe if list(frame.value.columns[:2]) == ["City", "Date of birth"])
    assert list(table.index[:2]) == [1, 2]


def test_a_share_of_no_joins_is_no_figure():
    rows = b"Name,Card,who\nAnn,1,a\nBob,2,a\nCleo,3,b\n"
    at = uploaded(start(REAL, "adversary"), rows)
    run(at.selectbox(key="quality-truth").set_value("who"))
    shown = {metric.label: metric.value for metric in at.main.metric}
    assert (shown["Precision"], shown["Recall"], shown["F1"]) == ("–", percent(0.0), percent(0.0))
    assert "of 0 pairs she joined belong together" in [caption.value for caption in at.caption]


def test_a_policy_is_tried_on_labelled_records():
    at = start(REAL, "adversary")
    rows = b"Name,Card,who\nAnn,1,a\nAnn,1,a\nAnn,2,a\nBob,1,b\n"
    next(upload for upload in at.file_uploader if upload.key.startswith("upload.quality")).upload(
        "t.csv", rows, "text/csv"
    )
    run(at)
    run(at.selectbox(key="quality-truth").set_value("who"))
    shown = {metric.label: metric.value for metric in at.main.metric}
    assert (shown["Precision"], shown["Recall"]) == (percent(1.0), percent(1 / 3))
