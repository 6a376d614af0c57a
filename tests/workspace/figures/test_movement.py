"""Why the figure moved, and what would be without."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Conflicts, Record, Resolve, Shares, Unless, record_leakages
from leakage.resolution.operations import ConstrainedLink, SingleLink
from leakage.workspace.figures.assessment import assess, pool_together, records_of, worst
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.figures.movement import Cause, movement
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.amount import TIMES
from tests.benchmarks.person_2026 import person_of_2026
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.strategies import quick, records, thorough, weight_values

# Why the figure moved, against the definition: the mean over all orders in which an edit's parts may come.


PROFILE = (("N", "1"), ("P", "1"), ("C", "1"))
BY_NAME = Policy("By name", Adversary((Resolve(Shares("N")),)))
BY_PHONE = Policy("By phone", Adversary((Resolve(Unless(Shares("P"), Conflicts("N"))),)))
ANY = Policy("Any", Adversary((Resolve(AnyOf(Shares("N"), Shares("P"))),)))
LEAKED = Pooling("releases", releases=("a", "c"))
POOLINGS = (Pooling(), Pooling("alone"), Pooling("coalitions", (Coalition("Two", ("A", "B")),)), LEAKED)

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
    leaked = worst(assess(work))
    return leaked.result.leakage if leaked else 0.0


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
    moved = movement(before, after)
    if moved is None:
        return
    assert (moved.before, moved.after) == (figure(before), figure(after))
    assert sum(cause.share for cause in moved.causes) == pytest.approx(moved.after - moved.before, abs=1e-12)
    parts = [(cause.part, cause.release) for cause in moved.causes]
    if len(parts) <= 4:
        expected = mean_over_orders(before, after, parts)
        for cause in moved.causes:
            assert cause.share == pytest.approx(expected[cause.part, cause.release], abs=1e-12)


@quick
@given(works, works)
def test_the_causes_add_up_for_every_adversary(before, after):
    moved = movement(before, after)
    if moved is not None:
        assert sum(cause.share for cause in moved.causes) == pytest.approx(figure(after) - figure(before), abs=1e-12)


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
    moved = movement(ALICE, after)
    assert moved.after < moved.before
    assert [(cause.part, cause.release) for cause in moved.causes] == [("profile", ""), ("release", "Leak")]
    assert moved.causes[0].share < 0.0
    assert moved.causes[1] == Cause("release", "added", 0.0, "Leak", joined=False)
    assert not moved.same_yardstick
    assert not moved.lost


def test_a_release_that_is_joined_is_named_and_said_to_be_joined():
    moved = movement(ALICE, given_also(JOINED))
    assert [(cause.release, cause.what, cause.joined) for cause in moved.causes] == [("Card", "added", True)]
    assert moved.same_yardstick
    assert not moved.lost


def test_only_what_the_same_adversary_loses_is_a_loss():
    both = given_also(JOINED)
    erased = given_also(replace(JOINED, erasure="done"))
    moved = movement(both, erased)
    assert (moved.causes[0].what, moved.lost) == ("erased", True)
    assert movement(erased, both).causes[0].what == "counted again"
    # Another adversary who joins less has lost nothing.
    careful = Policy("Careful", Adversary((Resolve(Shares("N", "P", "C")),)))
    moved = movement(both, replace(both, policies=(careful,), chosen="Careful"))
    assert moved.after < moved.before
    assert (moved.same_yardstick, moved.lost) == (False, False)
    # What misleads her is no loss either: she has as much right as before.
    misled = replace(both, releases=(*both.releases, Release("Lie", "Shop", Record.of(("N", "1"), ("C", "9")))))
    moved = movement(both, misled)
    assert moved.after < moved.before
    assert (moved.same_yardstick, moved.lost) == (True, False)


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
    moved = movement(ALICE, after)
    assert [(cause.part, cause.what) for cause in moved.causes] == [("releases", "changed")]
    assert abs(moved.causes[0].share - (moved.after - moved.before)) < NOTHING


def test_of_a_large_work_all_that_changed_is_one_cause(monkeypatch):
    monkeypatch.setattr("leakage.workspace.figures.movement.SMALL", 2)
    after = replace(given_also(JOINED, APART), profile=(*PROFILE, ("Z", "1")))
    moved = movement(ALICE, after)
    assert [cause.part for cause in moved.causes] == ["several"]
    assert moved.causes[0].share == pytest.approx(figure(after) - figure(ALICE), abs=1e-12)
    assert not moved.same_yardstick


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


# Two records kept apart: no composite holds both, and all else is as it was.


REAL = person_of_2026().workspace
EVE = (Policy("By name", Adversary((Resolve(Shares("N")),))),)


def work(*records):
    profile = (("N", "n"), ("P", "1"), ("C", "9"))
    return Workspace(profile, releases=tuple(Release(f"r{n}", f"r{n}", r) for n, r in enumerate(records)), policies=EVE)


def test_two_that_are_the_only_ones():
    given = work(Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("C", "9")))
    # Apart each knows two of three facts: F1 = 4/5.
    assert leakage_kept_apart(given, assess(given)[0], 0, 1) == pytest.approx(0.8)


def test_two_that_were_apart_anyway_change_nothing():
    given = work(Record.of(("N", "n")), Record.of(("N", "m"), ("P", "1")))
    (now,) = assess(given)
    assert leakage_kept_apart(given, assess(given)[0], 0, 1) == now.result.leakage


class Handed:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.rule = rule

    def matches(self, left, right):
        return matching.same_person(self.rule, left, right)


rows = st.lists(st.tuples(st.sampled_from("nm"), st.sampled_from("12"), st.booleans()), min_size=2, max_size=4)


@settings(max_examples=25 * TIMES)
@given(rows)
def test_the_figure_is_that_of_a_partition_that_parts_them(facts):
    """By name all of one name fall together; kept apart, every other record sides with one of the two."""
    records = [Record.of(("N", n), ("P", p), *((("C", "9"),) if c else ())) for n, p, c in facts]
    given = work(*records)
    apart = leakage_kept_apart(given, assess(given)[0], 0, 1)
    merged = []
    for sides in range(1 << len(records)):
        groups: dict = {}
        for number, record in enumerate(records):
            side = {0: 0, 1: 1}.get(number, sides >> number & 1)
            groups.setdefault((record.values("N"), side), []).append(record)
        composites = [Record({a.pair: a for r in group for a in r}.values()) for group in groups.values()]
        merged.append(max(record_leakages(composites, given.reference)))
    assert any(apart == pytest.approx(leakage) for leakage in merged)


def test_the_realistic_person_of_2026():
    (now,) = assess(REAL)
    first, second = now.result.members[:2]
    pool = pool_together(REAL)
    apart = leakage_kept_apart(REAL, now, first, second)
    # Apart from the order with the old address the others know more, not less: 67.3 % after 65.3 %.
    assert apart > now.result.leakage
    alone = replace(REAL, policies=())
    assert leakage_kept_apart(alone, assess(alone)[0], first, second) == pytest.approx(
        max(record_leakages(records_of(REAL, pool), REAL.reference, REAL.measure))
    )


@thorough
@given(
    st.lists(records(values=kinds.WORDS, max_size=3), min_size=2, max_size=5),
    kinds.normalised(kinds.plain),
    kinds.merges,
    st.data(),
)
def test_under_single_link_the_figure_is_that_of_chains_that_never_hold_both(rows, rule, merge, data):
    first, second = data.draw(st.permutations(range(len(rows))))[:2]
    given = replace(work(*rows), policies=(Policy("Chains", Adversary((SingleLink(rule, merge),))),))
    apart = leakage_kept_apart(given, assess(given)[0], first, second)
    outcomes = oracle.chains_apart(rows, Handed(rule), first, second)
    merged = [[oracle.merged(rows, numbers, merge) for numbers in groups] for groups in outcomes]
    leakages = [max(record_leakages(composites, given.reference)) for composites in merged]
    assert any(apart == pytest.approx(leakage, abs=1e-12) for leakage in leakages)
    sides = {first: "1", second: "2"}
    marked = [r.with_attribute(Attribute("side", sides[n])) if n in sides else r for n, r in enumerate(rows)]
    assert list(ConstrainedLink(rule, "side", merge).apply(marked).members) in outcomes


def test_single_link_keeps_two_apart_that_a_chain_would_join():
    chain = [Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("N", "m")), Record.of(("N", "m"), ("C", "9"))]
    given = replace(work(*chain), policies=(Policy("Chains", Adversary((SingleLink(Shares("N")),))),))
    (now,) = assess(given)
    # Of three facts all are known, beside a wrong name; apart two of them, the wrong name on either side.
    assert now.result.leakage == pytest.approx(6 / 7)
    assert leakage_kept_apart(given, assess(given)[0], 0, 2) == pytest.approx(4 / 6)
    # Apart from the first, the second still leads to the third: two right and one wrong against two right.
    assert leakage_kept_apart(given, assess(given)[0], 0, 1) == pytest.approx(4 / 5)


@settings(max_examples=15 * TIMES)
@given(
    st.lists(records(values=kinds.WORDS, max_size=3), min_size=2, max_size=6),
    st.lists(records(values=kinds.WORDS, max_size=3), max_size=3),
    kinds.normalised(kinds.plain),
    kinds.merges,
    st.sampled_from((Resolve, SingleLink)),
    st.data(),
)
def test_only_the_composite_of_the_two_is_resolved_anew(rows, strangers, rule, merge, kind, data):
    eve = Adversary((kind(rule, merge),))
    given = replace(work(*rows), policies=(Policy("Eve", eve),), background=tuple(strangers))
    everyone = [*strangers, *rows]
    first, second = data.draw(st.permutations(range(len(everyone))))[:2]
    sides = {first: "1", second: "2"}
    marked = [r.with_attribute(Attribute("side", sides[n])) if n in sides else r for n, r in enumerate(everyone)]
    composites = eve.blocked_on("side").resolve(marked).composites
    plain = [Record(a for a in composite if a.label != "side") for composite in composites]
    slowly = max(record_leakages(plain, given.reference))
    assert leakage_kept_apart(given, assess(given)[0], first, second) == pytest.approx(slowly, abs=1e-12)


@pytest.mark.parametrize("steps", [(SingleLink, Resolve), (Resolve, SingleLink), (SingleLink, SingleLink)])
def test_two_stay_apart_through_a_whole_pipeline(steps):
    eve = Adversary(tuple(step(Shares("N")) for step in steps))
    pair = work(Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("C", "9")))
    given = replace(pair, policies=(Policy("Twice", eve),))
    assert leakage_kept_apart(given, assess(given)[0], 0, 1) == pytest.approx(0.8)


@pytest.mark.parametrize("pair", [(0, 0), (0, 99_999), (-1, 0)])
def test_bad_numbers(pair):
    with pytest.raises(ValueError, match="two different record numbers"):
        leakage_kept_apart(REAL, assess(REAL)[0], *pair)


def test_records_on_one_side_may_be_linked():
    rows = [Record.of(("N", "n"), ("side", side)) for side in ("1", "2", "1")]
    assert ConstrainedLink(Shares("N"), "side").apply(rows).members == ((0, 2), (1,))
