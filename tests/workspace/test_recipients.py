"""A recipient under a new name: nothing that was attached to it is lost, and no figure moves."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules.shared_values import Shares
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.disinformation import prices_of
from leakage.workspace.figures.erasure import requests_of
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.forms.releases import read_list, read_recipients
from leakage.workspace.recipients import rename_recipient, without_duplicates
from leakage.workspace.release import SubjectRequest
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import databases, quick, references

WHO = ("Shop", "Bank", "Gym")
WORK = Workspace(
    profile=(("N", "Ann"), ("P", "1")),
    releases=(
        Release("Order", "Shop", Record.of(("N", "Ann")), erasure="asked", effort=2.0),
        Release("Loan", "Bank", Record.of(("N", "Ann"), ("P", "1"))),
    ),
    plans=(Release("Next order", "Shop", Record.of(("P", "1")), required=(("P", "1"),)),),
    policies=(Policy("Eve", Adversary((Resolve(Shares("N")),))),),
    pooling=Pooling("coalitions", (Coalition("Both", ("Shop", "Bank")),)),
    recipients=(Recipient("Shop", 3.0, 5.0),),
    requests=(SubjectRequest("Please erase", "Shop", "erasure", releases=("Order",)),),
)


def typed(workspace, field, number, recipient):
    """The workspace once a cell of the list was typed into, as the page does it."""
    listed = getattr(workspace, field)
    rows = [
        {"number": n, "name": r.name, "recipient": recipient if n == number else r.recipient, "date": r.date}
        for n, r in enumerate(listed)
    ]
    return read_list(rows, workspace, field)[0]


def called(workspace, names):
    """All that a workspace says of its recipients, with every name replaced, written out part by part."""
    new = {name: names.get(name, name) for name in ("Store", *WHO)}
    releases = [
        [(r.name, new[r.recipient], r.record, r.erasure, r.effort, r.required) for r in listed]
        for listed in (workspace.releases, workspace.plans)
    ]
    coalitions = [(c.name, [new[name] for name in c.recipients]) for c in workspace.pooling.coalitions]
    recipients = [(new[r.name], r.effort, r.disinformation_price) for r in workspace.recipients]
    requests = [(r.name, new[r.recipient], r.releases) for r in workspace.requests]
    return releases, coalitions, recipients, requests


def figures(workspace):
    """Every figure that depends on who a recipient is, by place and not by name."""
    return (
        [known.result.leakage for known in assess(workspace)],
        [(outcome.before, outcome.after) for outcome in compare_plans(workspace)],
        [(request.releases, request.cost) for request in requests_of(workspace, "recipient")],
        sorted(price for _, price in prices_of(workspace).records),
    )


@pytest.mark.parametrize(
    "rename", [lambda: rename_recipient(WORK, "Shop", "Store"), lambda: typed(WORK, "releases", 0, "Store")]
)
def test_a_renamed_recipient_stays_in_its_coalitions_with_its_effort_and_price(rename):
    after = rename()
    assert after.pooling.coalitions[0].recipients == ("Store", "Bank")
    assert after.recipients == (Recipient("Store", 3.0, 5.0),)
    assert after.plans[0].recipient == "Store" and after.plans[0].required == (("P", "1"),)
    assert (after.releases[0].erasure, after.releases[0].effort) == ("asked", 2.0)


def test_a_release_that_is_split_off_leaves_the_old_recipient_as_it_is():
    more = replace(WORK, releases=(*WORK.releases, Release("Return", "Shop", Record.of(("N", "Ann")))))
    split = typed(more, "releases", 2, "Store")
    assert called(split, {"Store": "Shop"}) == called(more, {})
    assert [release.recipient for release in split.releases] == ["Shop", "Bank", "Store"]
    assert split.pooling == more.pooling and split.recipients == more.recipients and split.plans == more.plans
    # The last cell that carries the old name takes all with it.
    assert called(typed(split, "releases", 0, "Store"), {}) == called(more, {"Shop": "Store"})


def test_a_release_given_to_another_known_recipient_takes_nothing_with_it():
    after = typed(WORK, "releases", 0, "Bank")
    assert [release.recipient for release in after.releases] == ["Bank", "Bank"]
    assert after.pooling == WORK.pooling and after.recipients == WORK.recipients and after.plans == WORK.plans


def test_a_plan_alone_renames_only_whom_nothing_was_given():
    after = typed(WORK, "plans", 0, "Store")
    assert (after.plans[0].recipient, after.releases, after.recipients) == ("Store", WORK.releases, WORK.recipients)
    only_planned = replace(WORK, releases=WORK.releases[1:])
    assert typed(only_planned, "plans", 0, "Store").recipients == (Recipient("Store", 3.0, 5.0),)


def test_a_removed_row_does_not_hold_its_recipient():
    more = replace(WORK, releases=(*WORK.releases, Release("Return", "Shop", Record.of(("N", "Ann")))))
    after, _ = read_list([{"number": 2, "name": "Return", "recipient": "Store"}], more, "releases")
    assert after.recipients == (Recipient("Store", 3.0, 5.0),)


@pytest.mark.parametrize(
    ("new", "sentence"), [("", "a recipient needs a name"), ("Bank", "another recipient has this name")]
)
def test_a_name_that_cannot_be_is_refused(new, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        rename_recipient(WORK, "Shop", new)


def test_a_table_of_names_renames_and_refuses_what_is_taken():
    after, problems = read_recipients([{"name": "Store"}, {"name": " "}], WORK)
    assert after == rename_recipient(WORK, "Shop", "Store")
    assert [str(problem) for problem in problems] == ["row 2: a recipient needs a name; the old one was kept"]
    after, problems = read_recipients([{"name": "Shop"}, {"name": "Shop"}], WORK)
    assert after == WORK and len(problems) == 1


@st.composite
def workspaces(draw):
    def given_to(name, count):
        records = draw(databases(max_size=count))
        return tuple(Release(f"{name} {n}", draw(st.sampled_from(WHO)), record) for n, record in enumerate(records))

    allied = st.lists(st.sampled_from(WHO), min_size=1, unique=True).map(tuple)
    prices = st.none() | st.integers(0, 9).map(float)
    return Workspace(
        profile=tuple(attribute.pair for attribute in draw(references)),
        releases=tuple(replace(r, effort=draw(st.sampled_from([1.0, 2.0]))) for r in given_to("release", 5)),
        plans=given_to("plan", 2),
        policies=(Policy("Eve", Adversary((Resolve(Shares("N")),))),),
        pooling=Pooling(
            draw(st.sampled_from(["together", "alone", "coalitions"])),
            tuple(Coalition(f"c{n}", draw(allied)) for n in range(draw(st.integers(0, 2)))),
            draw(st.booleans()),
        ),
        recipients=tuple(Recipient(name, draw(st.sampled_from([1.0, 4.0])), draw(prices)) for name in draw(allied)),
    )


@quick
@given(workspaces(), st.sampled_from(WHO))
def test_a_rename_keeps_every_figure_and_all_that_is_attached(workspace, old):
    after = rename_recipient(workspace, old, "Store")
    assert called(after, {}) == called(workspace, {old: "Store"})
    assert figures(after) == figures(workspace)
    assert rename_recipient(after, "Store", old) == workspace


@quick
@given(workspaces(), st.sampled_from(WHO))
def test_a_rename_cell_by_cell_is_a_rename(workspace, old):
    after = workspace
    for number, release in enumerate(workspace.releases):
        if release.recipient == old:
            after = typed(after, "releases", number, "Store")
    held = old in workspace.recipient_names
    assert called(after, {}) == called(workspace, {old: "Store"} if held else {})
    assert figures(after) == figures(workspace)


def test_a_request_follows_its_releases_to_other_names():
    rows = [{"number": 0, "name": "My order", "recipient": "Shop"}, {"number": 1, "name": "Loan", "recipient": "Bank"}]
    after, problems = read_list(rows, WORK, "releases")
    assert problems == () and after.requests[0].releases == ("My order",)
    twice = replace(WORK.releases[0], name="Again", record=Record.of(("Email", "a@b.c")))
    once = replace(twice, name="Order")
    asked = replace(WORK.requests[0], releases=("Order", "Again"))
    merged = without_duplicates(Workspace(releases=(once, twice), requests=(asked,)))
    assert [r.name for r in merged.releases] == ["Order"] and merged.requests[0].releases == ("Order",)
