"""Why the figure moved, against the definition: the mean over all orders in which an edit's parts may come."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Conflicts, Record, Resolve, Shares, Unless
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.movement import Cause, movement
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import quick, records, weight_values

PROFILE = (("N", "1"), ("P", "1"), ("C", "1"))
BY_NAME = Policy("By name", Adversary((Resolve(Shares("N")),)))
BY_PHONE = Policy("By phone", Adversary((Resolve(Unless(Shares("P"), Conflicts("N"))),)))
ANY = Policy("Any", Adversary((Resolve(AnyOf(Shares("N"), Shares("P"))),)))
POOLINGS = (Pooling(), Pooling("alone"), Pooling("coalitions", (Coalition("Two", ("A", "B")),)))

releases = st.builds(
    lambda name, recipient, record, erased: Release(name, recipient, record, erasure="done" if erased else None),
    st.sampled_from("abcde"),
    st.sampled_from("AB"),
    records(max_size=3),
    st.booleans(),
)
works = st.builds(
    lambda profile, weights, given, policy, pooling, background: Workspace(
        profile=tuple(profile),
        weights=tuple(weights.items()),
        releases=tuple(given),
        policies=(BY_NAME, BY_PHONE, ANY),
        chosen=policy.name,
        pooling=pooling,
        background=tuple(background),
    ),
    st.lists(st.sampled_from([*PROFILE, ("C", "2")]), min_size=1, unique=True),
    st.dictionaries(st.sampled_from("NPC"), weight_values, max_size=1),
    st.lists(releases, min_size=1, max_size=4, unique_by=lambda release: release.name),
    st.sampled_from([BY_NAME, BY_PHONE, ANY]),
    st.sampled_from(POOLINGS),
    st.lists(records(max_size=2), max_size=1),
)


def figure(work):
    known = worst(assess(work))
    return known.result.leakage if known else 0.0


def with_part(work, after, part):
    """The work with one part of it as it is afterwards, the obvious way."""
    kind, name = part
    match kind:
        case "release":
            at = [release.name for release in work.releases]
            new = {release.name: release for release in after.releases}.get(name)
            place = at.index(name) if name in at else None
            kept = [release for release in work.releases if release.name != name]
            if new is not None and place is not None:
                kept.insert(place, new)
            elif new is not None:
                # Behind those that come before it afterwards.
                earlier = [release.name for release in after.releases]
                before = set(earlier[: earlier.index(name)])
                kept.insert(max((n + 1 for n, r in enumerate(kept) if r.name in before), default=0), new)
            return replace(work, releases=tuple(kept))
        case "releases":
            return replace(work, releases=after.releases)
        case "adversary":
            return replace(work, policies=after.policies, chosen=after.chosen)
        case "counting":
            return replace(work, weights=after.weights)
        case _:
            return replace(work, **{kind: getattr(after, kind)})


def mean_over_orders(before, after, parts):
    shares = dict.fromkeys(parts, 0.0)
    orders = list(itertools.permutations(parts))
    for order in orders:
        work = before
        for part in order:
            next_work = with_part(work, after, part)
            shares[part] += (figure(next_work) - figure(work)) / len(orders)
            work = next_work
    return shares


@quick
@given(works, works)
def test_the_causes_are_the_mean_over_all_orders_and_add_up(before, after):
    # An order that merging depends on would make "the obvious way" a matter of taste.
    before, after = (replace(work, chosen=ANY.name) if work.chosen == "By phone" else work for work in (before, after))
    told = movement(before, after)
    if told is None:
        return
    assert (told.before, told.after) == (figure(before), figure(after))
    assert sum(cause.share for cause in told.causes) == pytest.approx(told.after - told.before, abs=1e-12)
    parts = [(cause.part, cause.release) for cause in told.causes]
    if len(parts) <= 4:
        expected = mean_over_orders(before, after, parts)
        for cause in told.causes:
            assert cause.share == pytest.approx(expected[cause.part, cause.release], abs=1e-12)


@quick
@given(works, works)
def test_the_causes_add_up_for_every_adversary(before, after):
    told = movement(before, after)
    if told is not None:
        assert sum(cause.share for cause in told.causes) == pytest.approx(figure(after) - figure(before), abs=1e-12)


ALICE = Workspace(
    profile=PROFILE,
    releases=(Release("Order", "Shop", Record.of(("N", "1"), ("P", "1"))),),
    policies=(BY_NAME, ANY),
    chosen="By name",
)
JOINED = Release("Card", "Bank", Record.of(("N", "1"), ("C", "1")))
APART = Release("Leak", "Thief", Record.of(("P", "1"), ("C", "1")))


def given_also(*more):
    return replace(ALICE, releases=(*ALICE.releases, *more))


def test_a_profile_that_grew_is_no_safety_and_says_so():
    """The profile grew by two facts and a release was not joined: the figure falls, and Eve lost nothing."""
    after = replace(given_also(APART), profile=(*PROFILE, ("Z", "1"), ("A", "30")))
    told = movement(ALICE, after)
    assert told.after < told.before
    assert [(cause.part, cause.release) for cause in told.causes] == [("profile", ""), ("release", "Leak")]
    assert told.causes[0].share < 0.0
    assert told.causes[1] == Cause("release", "added", 0.0, "Leak", joined=False)
    assert not told.same_yardstick
    assert not told.lost


def test_a_release_that_is_joined_is_named_and_said_to_be_joined():
    told = movement(ALICE, given_also(JOINED))
    assert [(cause.release, cause.what, cause.joined) for cause in told.causes] == [("Card", "added", True)]
    assert told.same_yardstick
    assert not told.lost


def test_only_what_the_same_adversary_loses_is_a_loss():
    both = given_also(JOINED)
    erased = given_also(replace(JOINED, erasure="done"))
    told = movement(both, erased)
    assert (told.causes[0].what, told.lost) == ("erased", True)
    assert movement(erased, both).causes[0].what == "counted again"
    # Another adversary who joins less has lost nothing.
    careful = Policy("Careful", Adversary((Resolve(Shares("N", "P", "C")),)))
    told = movement(both, replace(both, policies=(careful,), chosen="Careful"))
    assert told.after < told.before
    assert (told.same_yardstick, told.lost) == (False, False)
    # What misleads her is no loss either: she has as much right as before.
    misled = replace(both, releases=(*both.releases, Release("Lie", "Shop", Record.of(("N", "1"), ("C", "9")))))
    told = movement(both, misled)
    assert told.after < told.before
    assert (told.same_yardstick, told.lost) == (True, False)


def test_there_is_nothing_to_tell_without_two_figures_of_an_adversary():
    nobody = replace(ALICE, policies=(Policy("New policy", Adversary()),), chosen="New policy")
    assert movement(ALICE, nobody) is None
    assert movement(nobody, ALICE) is None
    assert movement(Workspace(), ALICE) is None
    assert movement(ALICE, replace(ALICE, releases=())) is None
    assert movement(ALICE, ALICE) is None
    # What no figure depends on is no cause: a title, and a policy that is not in use.
    assert movement(ALICE, replace(ALICE, title="Mine", policies=(BY_NAME,))) is None


def test_many_changed_releases_are_one_cause():
    after = given_also(*(Release(f"More {n}", "Shop", JOINED.record) for n in range(5)))
    told = movement(ALICE, after)
    assert [(cause.part, cause.what) for cause in told.causes] == [("releases", "changed")]
    assert abs(told.causes[0].share - (told.after - told.before)) < NOTHING


def test_of_a_large_work_all_that_changed_is_one_cause(monkeypatch):
    monkeypatch.setattr("leakage.workspace.figures.movement.SMALL", 2)
    after = replace(given_also(JOINED, APART), profile=(*PROFILE, ("Z", "1")))
    told = movement(ALICE, after)
    assert [cause.part for cause in told.causes] == ["several"]
    assert told.causes[0].share == pytest.approx(figure(after) - figure(ALICE), abs=1e-12)
    assert not told.same_yardstick


def test_a_reordered_list_of_releases_is_one_cause():
    after = replace(given_also(JOINED), releases=(JOINED, *ALICE.releases))
    assert [cause.part for cause in movement(given_also(JOINED), after).causes] == ["releases"]


def test_each_mixture_is_assessed_once():
    seen = []

    def counting(work):
        seen.append(work)
        return assess(work)

    after = replace(given_also(JOINED, APART), profile=(*PROFILE, ("Z", "1")))
    movement(ALICE, after, counting)
    # Eight mixtures; and both ends once more for what was joined and what was lost.
    assert len(seen) <= 8 + 3
