"""The standard person, whole from the first minute; and what is presumed, asked about and answered."""

import random
from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, Shares
from leakage.measure.weights import NumericCloseness
from leakage.record import UNTYPED
from leakage.resolution.operations import SingleLink, latest_wins_merge, union_merge
from leakage.resolution.rules import Conflicts, MatchFunction, SameKeySet, Unless
from leakage.resolution.values import Similar
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.person import (
    has_standard_person,
    lacking,
    reads_values,
    typed,
    with_standard_person,
    with_untyped,
)
from leakage.workspace.presumptions import confirmed, denied, facts_presumed_of, open_presumptions, with_presumptions
from leakage.workspace.vocabulary import standard_facts
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace
from tests.resolution import kinds
from tests.strategies import seeds, thorough


def figure_of(work):
    leaked = worst(assess(work))
    return leaked.result.leakage if leaked else 0.0


def random_work(chance):
    """Releases of untyped, typed and wrong values, joined by equal values, under one of the poolings."""
    facts = [(label, UNTYPED if chance.random() < 0.6 else "true") for label in "NPCE"]
    releases = []
    for n in range(chance.randint(1, 5)):
        pairs = [pair if chance.random() < 0.8 else (pair[0], "wrong") for pair in facts if chance.random() < 0.6]
        presumed = tuple((label, chance.choice((0.0, 0.3, 0.7))) for label in "NPCE" if chance.random() < 0.4)
        record = Record(Attribute(*pair, chance.choice((1.0, 0.5, 0.3))) for pair in pairs)
        releases.append(Release(f"r{n}", f"R{chance.randint(0, 2)}", record, presumed=presumed))
    rules = [Shares(*chance.sample("NPCE", chance.randint(1, 2))) for _ in range(chance.randint(1, 3))]
    eve = Policy("Eve", Adversary((Resolve(AnyOf(*rules)),)), Pooling(chance.choice(("together", "alone"))))
    weights = tuple((label, chance.choice((1.0, 2.5))) for label in "NPCE")
    return Workspace(tuple(facts), weights, tuple(releases), policies=(eve,), shares_weights=chance.random() < 0.5)


@thorough
@given(seeds)
def test_of_a_value_that_a_record_has_the_greater_confidence_counts(chance):
    work = random_work(chance)
    for label, value in work.profile:
        if value == UNTYPED:
            after = typed(work, label, "wrong")
            for old, new in zip(work.releases, after.releases, strict=True):
                confidences = [old.record.confidence_of((label, value)) for value in (UNTYPED, "wrong")]
                assert new.record.confidence_of((label, "wrong")) == max(confidences)
                assert len(new.record.values(label)) <= len(old.record.values(label))


def test_the_reference_has_its_full_weight_from_the_first_minute():
    work = with_standard_person(Workspace())
    assert has_standard_person(work) and work.shares_weights
    assert sum(work.weight_map[label] for label, _ in work.profile) == sum(fact.weight for fact in standard_facts())
    one = replace(work, releases=(Release("Shop", "Shop", Record.of(("Email", UNTYPED))),))
    assert 0.0 < figure_of(one) < 0.05


def test_w_e_is_the_same_with_one_address_of_mail_and_with_sixty():
    work = with_standard_person(Workspace())
    one, sixty = typed(work, "Email", "a0"), work
    for n in range(60):
        sixty = typed(sixty, "Email", f"a{n}")
    release = Release("Shop", "Shop", Record.of(*(("Email", f"a{n}") for n in range(60))))
    assert figure_of(replace(sixty, releases=(release,))) == pytest.approx(
        figure_of(replace(one, releases=(Release("Shop", "Shop", Record.of(("Email", "a0"))),))), abs=1e-12
    )


def test_a_fact_is_typed_held_absent_or_open():
    work = with_standard_person(Workspace(releases=(Release("Border", "Border", Record.of(("Passport", UNTYPED))),)))
    assert ("Passport", UNTYPED) in work.profile
    without = lacking(work, "Passport")
    assert "Passport" in without.absent and not len(without.releases[0].record)
    assert with_standard_person(without) == without
    assert ("Passport", UNTYPED) in with_untyped(without, "Passport").profile
    assert ("Passport", "P1") in typed(without, "Passport", "P1").profile


def test_what_a_planned_release_requires_goes_with_its_fact():
    plan = Release(
        "Trip", "Airline", Record.of(("Passport", UNTYPED, 0.5), ("Name", "Ann")), required=(("Passport", UNTYPED),)
    )
    work = typed(Workspace((("Passport", UNTYPED),), plans=(plan,)), "Passport", "P1")
    assert (
        work.plans[0].required == (("Passport", "P1"),)
        and work.plans[0].record.confidence_of(("Passport", "P1")) == 0.5
    )
    assert lacking(Workspace((("Passport", UNTYPED),), plans=(plan,)), "Passport").plans[0].required == ()


def under(work, match, **changes):
    operations = match if isinstance(match, tuple) else (Resolve(match),)
    return replace(work, policies=(Policy("Eve", Adversary(operations)),), **changes)


@thorough
@given(seeds)
def test_values_matter_to_no_figure_where_nothing_reads_them(chance):
    match = kinds.rule(chance)
    merge = chance.choice((union_merge, union_merge, latest_wins_merge))
    work = replace(random_work(chance), pooling=Pooling(resolve_first=chance.random() < 0.5))
    work = under(work, (Resolve(match, merge),))
    if reads_values(work):
        return
    before = figure_of(work)
    for label, value in work.profile:
        if value == UNTYPED:
            work = typed(work, label, f"new {label}")
    assert figure_of(work) == pytest.approx(before, abs=1e-12)


def test_rules_merges_near_misses_and_rarity_read_values():
    work = random_work(random.Random(1))
    plain, similar = AnyOf(Shares("N", "P"), AnyOf(SameKeySet("C"), Shares("E"))), Shares(Similar("N", 0.9))
    assert not reads_values(under(work, plain))
    own = MatchFunction(lambda a, b: True, "N")
    for match in (similar, AnyOf(Shares("P"), similar), Unless(Shares("P"), Conflicts("N")), own):
        assert reads_values(under(work, match))
    assert reads_values(under(work, (SingleLink(plain),)))
    assert reads_values(under(work, (Resolve(plain, latest_wins_merge),)))
    assert reads_values(under(work, plain, similarities=(("N", NumericCloseness(1.0)),)))
    assert reads_values(under(work, plain, statistics="table"))


ASKED_LABELS = ("Name", "Email", "Phone", "Address", "Card", "Password", "Boat")


def presumed_work(chance):
    profile = tuple((label, chance.choice((UNTYPED, "true"))) for label in chance.sample(ASKED_LABELS, 5))

    def record():
        pairs = [(label, chance.choice((UNTYPED, "true", "wrong"))) for label in chance.sample(ASKED_LABELS, 2)]
        return Record(Attribute(*pair, chance.choice((1.0, 0.5))) for pair in pairs)

    places = ("shop.example", "North Bank", "Robin", "Doctor Who")
    releases = tuple(
        Release(
            f"r{n}",
            chance.choice(places),
            record(),
            erasure=chance.choice((None, None, "done")),
            presumed=tuple((label, chance.choice((0.0, 0.3, 0.923))) for label in chance.sample(ASKED_LABELS, 3)),
        )
        for n in range(5)
    )
    return Workspace(profile, releases=releases)


@thorough
@given(seeds)
def test_what_is_presumed_and_not_answered_is_asked_about(chance):
    work = presumed_work(chance)
    if chance.random() < 0.5:
        work = with_presumptions(work)
    names = chance.sample([release.name for release in work.releases], 3)
    expected = {}
    for release in work.releases:
        for label, probability in release.presumed:
            labels = {label for label, _ in work.profile} - {a.label for a in release.record}
            if release.name in names and not release.erasure and probability > 0.0 and label in labels:
                expected.setdefault(label, {})[release.name] = probability
    questions = open_presumptions(work, names)
    assert {one.label: set(one.releases) for one in questions} == {
        label: set(releases) for label, releases in expected.items()
    }
    assert all(
        (one.least, one.greatest) == (min(expected[one.label].values()), max(expected[one.label].values()))
        for one in questions
    )
    assert [one.greatest for one in questions] == sorted((one.greatest for one in questions), reverse=True)
    for one in questions:
        recipients = {r.recipient for r in work.releases if r.name in one.releases}
        reasons = [
            {f.evidence for b in (0, 1) for f in facts_presumed_of(work, name, bool(b)) if f.label == one.label}
            for name in recipients
        ]
        assert not one.evidence or all(one.evidence in some for some in reasons)


@thorough
@given(seeds)
def test_an_answer_is_for_the_releases_asked_about_and_is_asked_no_more(chance):
    work = presumed_work(chance)
    questions = open_presumptions(work, [release.name for release in work.releases])
    for one in questions:
        value = dict(reversed(work.profile))[one.label]
        yes, no = (answer(work, one.releases, [one.label]) for answer in (confirmed, denied))
        for before, has, lacks in zip(work.releases, yes.releases, no.releases, strict=True):
            if before.name not in one.releases:
                assert has == before == lacks
                continue
            assert has.record.confidences == before.record.confidences | {(one.label, value): 1.0}
            assert dict(has.presumed) == {k: p for k, p in before.presumed if k != one.label}
            assert lacks.record == before.record and dict(lacks.presumed) == {**dict(before.presumed), one.label: 0.0}
        for after in (yes, no):
            left = open_presumptions(after, [release.name for release in work.releases])
            assert {o.label for o in left} == {o.label for o in questions} - {one.label}
            again = {r.name: dict(r.presumed) for r in with_presumptions(after).releases}
            assert not any(again[name].get(one.label) for name in one.releases)
