"""Two records kept apart: no composite holds both, and all else is as it was."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Attribute, Record, Resolve, Shares, record_leakages
from leakage.resolution.operations import ConstrainedLink, SingleLink
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess, pool_together, records_of
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.strategies import records, thorough

REAL = realistic_person().workspace
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


@settings(max_examples=50)
@given(rows)
def test_the_figure_is_that_of_a_partition_that_parts_them(held):
    """By name all of one name fall together; kept apart, every other record sides with one of the two."""
    records = [Record.of(("N", n), ("P", p), *((("C", "9"),) if c else ())) for n, p, c in held]
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


def test_the_realistic_person():
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
    told = [r.with_attribute(Attribute("side", sides[n])) if n in sides else r for n, r in enumerate(rows)]
    assert list(ConstrainedLink(rule, "side", merge).apply(told).members) in outcomes


def test_single_link_keeps_two_apart_that_a_chain_would_join():
    chain = [Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("N", "m")), Record.of(("N", "m"), ("C", "9"))]
    given = replace(work(*chain), policies=(Policy("Chains", Adversary((SingleLink(Shares("N")),))),))
    (now,) = assess(given)
    # Of three facts all are known, beside a wrong name; apart two of them, the wrong name on either side.
    assert now.result.leakage == pytest.approx(6 / 7)
    assert leakage_kept_apart(given, assess(given)[0], 0, 2) == pytest.approx(4 / 6)
    # Apart from the first, the second still leads to the third: two right and one wrong against two right.
    assert leakage_kept_apart(given, assess(given)[0], 0, 1) == pytest.approx(4 / 5)


@settings(max_examples=30)
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
    held = [*strangers, *rows]
    first, second = data.draw(st.permutations(range(len(held))))[:2]
    sides = {first: "1", second: "2"}
    told = [r.with_attribute(Attribute("side", sides[n])) if n in sides else r for n, r in enumerate(held)]
    composites = eve.blocked_on("side").resolve(told).composites
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
