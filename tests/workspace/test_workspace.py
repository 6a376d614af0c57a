"""The parts of a work: recipients, limits, vocabulary, review."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.places.kinds import KINDS
from leakage.workspace.recipients import (
    duplicate_releases,
    kind_of_recipient,
    rename_recipient,
    with_name_and_site,
    without_duplicates,
)
from leakage.workspace.release import SubjectRequest
from leakage.workspace.vocabulary import LABELS, default_weight
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import databases, quick, references

# A recipient under a new name: nothing that was attached to it is lost, and no figure moves.


WHO = ("Shop", "Bank", "Gym")
RECIPIENTS_WORK = Workspace(
    profile=(("N", "Ann"), ("P", "1")),
    releases=(
        Release("Order", "Shop", Record.of(("N", "Ann")), erasure="asked"),
        Release("Loan", "Bank", Record.of(("N", "Ann"), ("P", "1"))),
    ),
    plans=(Release("Next order", "Shop", Record.of(("P", "1")), required=(("P", "1"),)),),
    policies=(Policy("Eve", Adversary((Resolve(Shares("N")),))),),
    pooling=Pooling("coalitions", (Coalition("Both", ("Shop", "Bank")),)),
    recipients=(Recipient("Shop", site="shop.example"),),
    requests=(SubjectRequest("Please erase", "Shop", "erasure", releases=("Order",)),),
)


def called(workspace, names):
    """All that a workspace says of its recipients, with every name replaced, written out part by part."""
    new = {name: names.get(name, name) for name in ("Store", *WHO)}
    releases = [
        [(r.name, new[r.recipient], r.record, r.erasure, r.required) for r in listed]
        for listed in (workspace.releases, workspace.plans)
    ]
    coalitions = [(c.name, [new[name] for name in c.recipients]) for c in workspace.pooling.coalitions]
    recipients = [(new[r.name], r.site) for r in workspace.recipients]
    requests = [(r.name, new[r.recipient], r.releases) for r in workspace.requests]
    return releases, coalitions, recipients, requests


def figures(workspace):
    """Every figure that depends on who a recipient is, by place and not by name."""
    return (
        [leaked.result.leakage for leaked in assess(workspace)],
        [(outcome.before, outcome.after) for outcome in compare_plans(workspace)],
    )


@pytest.mark.parametrize(
    ("new", "sentence"), [("", "a recipient needs a name"), ("Bank", "another recipient has this name")]
)
def test_a_name_that_cannot_be_is_refused(new, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        rename_recipient(RECIPIENTS_WORK, "Shop", new)


def test_a_name_that_is_taken_or_no_address_is_refused_and_a_site_is_kept():
    with pytest.raises(ValueError, match="another recipient has this name"):
        with_name_and_site(RECIPIENTS_WORK, RECIPIENTS_WORK.recipient_names[0], RECIPIENTS_WORK.recipient_names[1], "")
    with pytest.raises(ValueError, match="that is no web address"):
        with_name_and_site(RECIPIENTS_WORK, "Shop", "Store", "somewhere")
    after = with_name_and_site(RECIPIENTS_WORK, "Shop", "Store", "www.store.example")
    assert replace(after, recipients=()) == replace(rename_recipient(RECIPIENTS_WORK, "Shop", "Store"), recipients=())
    assert after.recipient("Store").site == "store.example"


@st.composite
def workspaces(draw):
    def given_to(name, count):
        records = draw(databases(max_size=count))
        return tuple(Release(f"{name} {n}", draw(st.sampled_from(WHO)), record) for n, record in enumerate(records))

    allied = st.lists(st.sampled_from(WHO), min_size=1, unique=True).map(tuple)
    sites = st.sampled_from(["", "a.example"])
    return Workspace(
        profile=tuple(attribute.pair for attribute in draw(references)),
        releases=given_to("release", 5),
        plans=given_to("plan", 2),
        policies=(Policy("Eve", Adversary((Resolve(Shares("N")),))),),
        pooling=Pooling(
            draw(st.sampled_from(["together", "alone", "coalitions"])),
            tuple(Coalition(f"c{n}", draw(allied)) for n in range(draw(st.integers(0, 2)))),
            draw(st.booleans()),
        ),
        recipients=tuple(Recipient(name, draw(sites)) for name in draw(allied)),
    )


@quick
@given(workspaces(), st.sampled_from(WHO))
def test_a_rename_keeps_every_figure_and_all_that_is_attached(workspace, old):
    after = rename_recipient(workspace, old, "Store")
    assert called(after, {}) == called(workspace, {old: "Store"})
    assert figures(after) == figures(workspace)
    assert rename_recipient(after, "Store", old) == workspace


PROFILE = (("Name", "Robin"), ("Email", "a@b.c"), ("Email", "x@y.z"), ("City", "X"))
PAIRS = st.tuples(st.sampled_from(["Email", "User name", "City"]), st.sampled_from(["a@b.c", "A@b.c", "x"]))
RELEASES = st.lists(
    st.tuples(
        st.sampled_from(["shop.example", "bank.example", "Robin"]),
        st.dictionaries(PAIRS, st.sampled_from([0.0, 0.5, 1.0]), max_size=3),
        st.sampled_from(["", "2020-01-31", "2021-01-31"]),
        st.sampled_from([None, "done"]),
    ),
    max_size=6,
)


def work_of(rows):
    return Workspace(
        PROFILE,
        releases=tuple(
            Release(f"R{n}", recipient, Record.of(*((*pair, c) for pair, c in confidences.items())), day, erasure)
            for n, (recipient, confidences, day, erasure) in enumerate(rows)
        ),
    )


def test_every_template_is_a_kind_of_place():
    asking = [kind.asks for kind in KINDS.values() if kind.asks]
    assert len(asking) >= 12 and {kind.like for kind in KINDS.values() if kind.like} <= set(KINDS)


def test_a_kind_is_found_by_the_site_of_a_recipient_and_else_by_its_name():
    work = Workspace(recipients=(Recipient("North Bank", site="grindr.com"), Recipient("My shop", site="x.example")))
    named = ("North Bank", "My shop", "South Bank", "https://www.verdi.de/login", "Robin")
    kinds = [kind_of_recipient(work, name) for name in named]
    assert [kind.name if kind else "" for kind in kinds] == ["Dating", "Online shop", "Bank", "Union", ""]


@quick
@given(RELEASES)
def test_merging_duplicates_loses_no_fact_and_leaves_none(rows):
    work = work_of(rows)
    after = without_duplicates(work)
    surplus = sum(len(names) - 1 for names in duplicate_releases(work))
    assert len(after.releases) == len(work.releases) - surplus and not duplicate_releases(after)

    def facts_of(workspace):
        confidences = {}
        for release in workspace.releases:
            for a in release.record:
                key = (release.recipient, release.erasure, a.label, a.value.casefold())
                confidences[key] = max(confidences.get(key, 0.0), a.confidence)
        return confidences

    assert facts_of(after) == facts_of(work)
    untouched = {name for names in duplicate_releases(work) for name in names}
    assert [r for r in after.releases if r.name not in untouched] == [
        r for r in work.releases if r.name not in untouched
    ]


def test_the_earliest_date_counts():
    releases = tuple(
        Release(name, "Shop", Record.of(("Email", "a@b.c")), day)
        for name, day in (("a", "2021-01-31"), ("b", ""), ("c", "2020-01-31"))
    )
    merged = without_duplicates(Workspace(releases=releases)).releases
    assert merged == (Release("a", "Shop", Record.of(("Email", "a@b.c")), "2020-01-31"),)


SUGGESTED = {suggestion.label for suggestion in LABELS}


def test_the_labels_the_main_job_names_are_there():
    named = {"Name", "Email", "Phone", "Address", "Date of birth", "Card", "National id", "Passport", "Employer"}
    assert named | {"Health condition"} <= SUGGESTED


def test_templates_use_known_labels_each_once():
    for kind in KINDS.values():
        assert len(set(kind.asks)) == len(kind.asks) and set(kind.asks) <= SUGGESTED


@pytest.mark.parametrize(("label", "weight"), [("PASSPORT", 5), (" phone ", 2), ("Shoe size", 1), ("", 1)])
def test_default_weight_ignores_case_and_falls_back_to_one(label, weight):
    assert default_weight(label) == weight
