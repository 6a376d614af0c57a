"""Merging two versions of a work: whatever one side alone changed is there, and the rest is asked about."""

import datetime
from collections import Counter
from dataclasses import fields, replace
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.merging.merge import Merged, merge
from leakage.workspace.release import ChangedValue, Contact, Listing, PartName, SubjectRequest
from leakage.workspace.tables import TableMapping
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import quick, records

LETTERS = st.sampled_from("NPC")
FEW = st.sampled_from(["x", "y", "z"])
NUMBERS = st.sampled_from([1.0, 2.0, 0.5])


def some(entries, key, most=3):
    """A few entries, no two with one key, in any order."""
    return st.lists(entries, max_size=most, unique_by=key).map(tuple)


def first(pair):
    return pair[0]


def name_of(named):
    return named.name


def account_of(listing):
    return listing.account


def headings_of(mapping):
    return mapping.headings


def domain_of(contact):
    return contact.domain


KINDS = st.sampled_from(["erasure", "access"])
DAYS = st.sampled_from(["2026-01-31", "2026-02-28"])
TAKEN = st.tuples(st.tuples(st.just("drafted"), DAYS), st.tuples(st.just("sent"), DAYS)) | st.just(())
ADVERSARIES = LETTERS.map(lambda label: Adversary((Resolve(Shares(label)),)))
PAIRS = st.tuples(LETTERS, st.sampled_from("123"))
WEIGHTS = some(st.tuples(LETTERS, NUMBERS), first)
RELEASES = some(
    st.builds(
        Release,
        FEW,
        FEW,
        records(max_size=3),
        st.sampled_from(["", "2026-01-31"]),
        st.sampled_from([None, "asked", "done"]),
        st.lists(PAIRS, max_size=2, unique=True).map(tuple),
        ended=st.booleans(),
        listings=some(st.builds(Listing, FEW, FEW, changed=DAYS), account_of),
    ),
    name_of,
)
ASKED = st.builds(
    lambda name, whom, *kind, **parts: SubjectRequest(name, whom[0], *kind, others=whom[1:], **parts),
    FEW,
    st.lists(FEW, min_size=1, max_size=3, unique=True).map(tuple),
    KINDS,
    releases=some(FEW, str),
    steps=TAKEN,
    disclosed=some(st.tuples(FEW, FEW), str),
    withheld=some(st.sampled_from(get_args(PartName)), str),
    number=FEW | st.just(""),
)
WORKSPACES = st.builds(
    Workspace,
    profile=st.lists(PAIRS, max_size=4, unique=True).map(tuple),
    weights=WEIGHTS,
    releases=RELEASES,
    background=st.lists(records(max_size=1), max_size=3).map(tuple),
    policies=some(st.builds(Policy, FEW, ADVERSARIES), name_of),
    chosen=st.sampled_from(["", "x", "y"]),
    pooling=st.builds(
        Pooling,
        st.sampled_from(["together", "alone", "coalitions", "releases"]),
        some(st.builds(Coalition, FEW, some(FEW, str)), name_of, 2),
        st.booleans(),
        some(FEW, str),
    ),
    plans=RELEASES,
    title=FEW,
    recipients=some(st.builds(Recipient, FEW, FEW | st.just("")), name_of),
    action_minutes=WEIGHTS,
    lock_after=st.sampled_from([5, 15, 60]),
    statistics=st.sampled_from(["none", "background"]),
    mappings=some(st.builds(TableMapping, some(FEW, str), st.sampled_from(["releases", "plans"])), headings_of),
    requests=some(ASKED, name_of),
    contacts=some(st.builds(Contact, FEW, FEW), domain_of),
    follow_worst=st.booleans(),
    changed_values=some(
        st.builds(ChangedValue, FEW, FEW, FEW, st.just("2026-01-31"), st.sampled_from([0.5, 1.0])),
        lambda change: change,
        2,
    ),
    worked_example=st.booleans(),
)
PARTS = [field.name for field in fields(Workspace)]


def near(draw, base, other, most=3):
    """The base with some parts as another workspace has them."""
    changed = draw(st.lists(st.sampled_from(PARTS), max_size=most, unique=True))
    return replace(base, **{part: getattr(other, part) for part in changed})


@st.composite
def versions(draw):
    """A base and two versions: of anything, or alike but for some parts."""
    base, one, other = draw(WORKSPACES), draw(WORKSPACES), draw(WORKSPACES)
    if draw(st.booleans()):
        return base, one, other
    return base, near(draw, base, one), near(draw, base, other)


def atoms(workspace):
    """The smallest things a workspace says, each for itself; releases without their names, which may be given anew."""
    found = {("fact", pair) for pair in workspace.profile}
    for part in ("weights", "action_minutes"):
        found |= {(part, entry) for entry in getattr(workspace, part)}
    for part in ("releases", "plans"):
        for release in getattr(workspace, part):
            found |= {(part, attribute) for attribute in release.record}
            found |= {(part, "to", release.recipient), (part, "on", release.date), (part, release.erasure)}
            found |= {
                (part, "ended", release.ended),
                *((part, "listed", listing.account) for listing in release.listings),
                *((part, "must", pair) for pair in release.required),
            }
    found |= {("background", record) for record in workspace.background}
    found |= {("policy", policy) for policy in workspace.policies}
    found |= {("member", c.name, member) for c in workspace.pooling.coalitions for member in c.recipients}
    for recipient in workspace.recipients:
        found |= {("site", recipient.name, recipient.site)} if recipient.site else set()
    for request in workspace.requests:
        found |= {("request", part, getattr(request, part)) for part in ("kind", "ground", "language")}
        # Of two that are the first on one side each, one is among the others of the whole.
        found |= {("request to", recipient) for recipient in request.recipients}
        found |= {("request tells", part) for part in (*request.disclosed, *request.withheld, request.number)}
        found |= {("request step", step) for step in request.steps}
    found |= {("mapping", mapping) for mapping in workspace.mappings}
    found |= {("changed value", change) for change in workspace.changed_values}
    found |= {("contact", contact) for contact in workspace.contacts}
    found |= {
        (part, getattr(workspace, part))
        for part in ("chosen", "follow_worst", "title", "lock_after", "statistics", "worked_example")
    }
    return found | {("kind", workspace.pooling.kind), ("first", workspace.pooling.resolve_first)}


def all_theirs(merged):
    return {contradiction.place: "theirs" for contradiction in merged.contradictions}


@quick
@given(WORKSPACES, WORKSPACES)
def test_what_only_one_side_changed_is_taken_as_it_is(base, changed):
    for mine, theirs in ((base, changed), (changed, base), (changed, changed)):
        merged = merge(base, mine, theirs)
        assert merged.workspace == changed and merged.contradictions == ()


@quick
@given(versions())
def test_nothing_that_was_added_vanishes(versions):
    base, mine, theirs = versions
    merged = merge(base, mine, theirs)
    assert atoms(mine) - atoms(base) <= atoms(merged.workspace)
    other = merge(base, mine, theirs, all_theirs(merged))
    assert atoms(theirs) - atoms(base) <= atoms(other.workspace)
    if not merged.contradictions:
        assert merged == other


@quick
@given(versions())
def test_nothing_comes_from_nowhere(versions):
    base, mine, theirs = versions
    merged = merge(base, mine, theirs)
    assert atoms(merged.workspace) <= atoms(mine) | atoms(theirs)
    places = [contradiction.place for contradiction in merged.contradictions]
    assert len(set(places)) == len(places)
    assert all(contradiction.sentence.endswith("in the other version.") for contradiction in merged.contradictions)


@quick
@given(versions())
def test_what_one_side_took_away_is_gone_unless_it_is_asked_about(versions):
    base, mine, theirs = versions
    merged = merge(base, mine, theirs)
    contradicted = {contradiction.place for contradiction in merged.contradictions}
    for label, value in set(base.profile) - (set(mine.profile) & set(theirs.profile)):
        assert (label, value) not in merged.workspace.profile or ("profile", label) in contradicted
    for part in ("weights", "releases", "plans"):
        key = first if part == "weights" else name_of
        everywhere = [set(map(key, getattr(side, part))) for side in (mine, theirs)]
        for name in set(map(key, getattr(base, part))) - set.intersection(*everywhere):
            assert name not in map(key, getattr(merged.workspace, part)) or (part, name) in contradicted


@quick
@given(versions())
def test_it_does_not_matter_which_side_is_mine(versions):
    base, mine, theirs = versions
    merged, turned = merge(base, mine, theirs), merge(base, theirs, mine)
    assert {c.place: (c.mine, c.theirs) for c in merged.contradictions} == {
        c.place: (c.theirs, c.mine) for c in turned.contradictions
    }
    chosen = merge(base, theirs, mine, all_theirs(turned)).workspace
    assert atoms(merged.workspace) == atoms(chosen)
    assert Counter(merged.workspace.background) == Counter(chosen.background)


TOGETHER = {"chosen": "policies"}


@quick
@given(WORKSPACES, WORKSPACES, WORKSPACES, st.sets(st.sampled_from(PARTS)))
def test_edits_of_different_parts_never_contradict(base, one, other, parts):
    """A policy and which one is chosen belong together."""
    parts = {part for part in parts if TOGETHER.get(part, part) in parts} - {"policies"} | (
        {"policies", "chosen"} if "policies" in parts else set()
    )
    mine = replace(base, **{part: getattr(one, part) for part in parts})
    theirs = replace(base, **{part: getattr(other, part) for part in PARTS if part not in parts})
    both = replace(theirs, **{part: getattr(one, part) for part in parts})
    assume(both.chosen in {"", *map(name_of, both.policies)})
    assert merge(base, mine, theirs) == Merged(both, ())


PERSON = realistic_person().workspace
SHOP, BANK = PERSON.releases[:2]


def test_two_ticks_in_one_release_are_both_there():
    name, city = ("Name", "Ann"), ("City", "Ulm")
    base = Workspace(releases=(Release("Order", "Shop", Record.of(("Phone", "1"))),))
    mine = replace(base, releases=(replace(base.releases[0], record=Record.of(name, ("Phone", "1"))),))
    theirs = replace(base, releases=(replace(base.releases[0], record=Record.of(city, ("Phone", "1")), date="2026"),))
    merged = merge(base, mine, theirs)
    assert merged.contradictions == ()
    assert merged.workspace.releases == (Release("Order", "Shop", Record.of(name, city, ("Phone", "1")), "2026"),)


def test_two_releases_added_under_one_name_are_both_kept():
    mine = Workspace(releases=(Release("Shop", "Shop", Record.of(("Name", "Ann"))),))
    theirs = Workspace(releases=(Release("Shop", "Shop", Record.of(("City", "Ulm"))),))
    merged = merge(Workspace(), mine, theirs)
    assert merged.contradictions == ()
    assert {release.name: release.record[0].label for release in merged.workspace.releases} == {
        "Shop": "City",
        "Shop 2": "Name",
    }


def test_two_telephones_are_no_contradiction_and_two_names_for_one_are():
    base = Workspace(profile=(("Phone", "1"), ("Name", "Ann")))
    mine = Workspace(profile=(("Phone", "1"), ("Phone", "2"), ("Name", "Ann")))
    theirs = Workspace(profile=(("Phone", "1"), ("Phone", "3"), ("Name", "Bea")))
    merged = merge(base, mine, theirs)
    assert merged.contradictions == ()
    assert sorted(merged.workspace.profile) == [("Name", "Bea"), ("Phone", "1"), ("Phone", "2"), ("Phone", "3")]
    contradicting = merge(base, replace(mine, profile=(("Phone", "1"), ("Name", "Cleo"))), theirs)
    assert [c.sentence for c in contradicting.contradictions] == ["Profile, Name: Cleo here, Bea in the other version."]


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        ({"title": "A"}, {"title": "B"}, "Title: A here, B in the other version."),
        ({"lock_after": 5}, {"lock_after": 60}, "Minutes until the vault locks: 5 here, 60 in the other version."),
        (
            {"releases": ()},
            {"releases": (replace(SHOP, date="1999-01-01"),)},
            f"Release, {SHOP.name}: removed here, changed in the other version.",
        ),
        (
            {"releases": (replace(SHOP, date="1999-01-01"),)},
            {"releases": (replace(SHOP, date="1998-01-01"),)},
            f"Release, {SHOP.name}, date: 1999-01-01 here, 1998-01-01 in the other version.",
        ),
        (
            {"weights": (("Name", 2.0),)},
            {"weights": (("Name", 3.0),)},
            "Weight, Name: 2 here, 3 in the other version.",
        ),
        (
            {"recipients": (Recipient("Shop", site="a.example"),)},
            {"recipients": (Recipient("Shop", site="b.example"),)},
            "Recipient, Shop, site: a.example here, b.example in the other version.",
        ),
        (
            {"pooling": Pooling("alone")},
            {"pooling": Pooling("coalitions", (Coalition("Both", ("x", "y")),))},
            "Pooling, kind: alone here, coalitions in the other version.",
        ),
    ],
)
def test_what_contradicts_is_said_in_one_sentence(mine, theirs, sentence):
    base = Workspace(releases=(SHOP,))
    merged = merge(base, replace(base, **mine), replace(base, **theirs))
    assert [contradiction.sentence for contradiction in merged.contradictions] == [sentence]
    for side, version in (("mine", mine), ("theirs", theirs)):
        chosen = merge(
            base, replace(base, **mine), replace(base, **theirs), {c.place: side for c in merged.contradictions}
        )
        part = next(iter(version))
        if part not in ("pooling", "recipients"):
            assert getattr(chosen.workspace, part) == version[part]


def test_a_policy_that_one_side_chose_stays_though_the_other_removed_it():
    base = PERSON
    policy = base.policies[0]
    mine = replace(base, chosen=policy.name)
    theirs = replace(base, policies=base.policies[1:], chosen="")
    assert merge(base, mine, theirs).workspace.policy == policy


def test_of_a_large_background_both_additions_are_there():
    """Linear, not quadratic: else this would take minutes."""
    base = Workspace(background=tuple(Record.of(("N", str(n))) for n in range(4_000)))
    mine = replace(base, background=(*base.background, *(Record.of(("M", str(n))) for n in range(4_000))))
    theirs = replace(base, background=(*(Record.of(("T", str(n))) for n in range(4_000)), *base.background))
    assert len(merge(base, mine, theirs).workspace.background) == 12_000


def test_two_tabs_that_ask_the_same_recipient_keep_both_requests_and_what_they_are_about():
    base = Workspace()
    order, other = Release("Order", "Shop", Record.of(("N", "x"))), Release("Order", "Shop", Record.of(("N", "y")))
    mine = replace(base, releases=(order,), requests=(SubjectRequest("Ask", "Shop", "erasure", releases=("Order",)),))
    theirs = replace(base, releases=(other,), requests=(SubjectRequest("Ask", "Shop", "access", releases=("Order",)),))
    merged = merge(base, mine, theirs)
    work = merged.workspace
    about = {r.kind: [x.record for x in work.releases if x.name in r.releases] for r in work.requests}
    assert about == {"erasure": [order.record], "access": [other.record]}
    assert {r.name for r in work.requests} == {"Ask", "Ask 2"} and merged.contradictions == ()


def test_steps_that_two_tabs_note_of_one_request_are_united():
    ask = SubjectRequest("Ask", "Shop", "erasure", steps=(("drafted", "2026-01-01"),))
    day = datetime.date(2026, 1, 31)
    versions = (ask, ask.with_step("sent", day), ask.with_step("answered", day))
    base, mine, theirs = (Workspace(requests=(request,)) for request in versions)
    merged = merge(base, mine, theirs)
    assert dict(merged.workspace.requests[0].steps).keys() == {"drafted", "sent", "answered"}
    late = Workspace(requests=(ask.with_step("sent", datetime.date(2026, 2, 1)),))
    [contradiction] = merge(base, mine, late).contradictions
    assert contradiction.sentence == "Request, Ask, sent: 2026-01-31 here, 2026-02-01 in the other version."
