"""Presumptions: what is asked about, and what an answer does to which releases."""

from hypothesis import given

from leakage.record import UNTYPED, Attribute, Record
from leakage.workspace.presumptions import confirmed, denied, facts_presumed_of, open_presumptions, with_presumptions
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import seeds, thorough

LABELS = ("Name", "Email", "Phone", "Address", "Card", "Password", "Boat")


def random_work(chance):
    profile = tuple((label, chance.choice((UNTYPED, "true"))) for label in chance.sample(LABELS, 5))

    def record():
        pairs = [(label, chance.choice((UNTYPED, "true", "wrong"))) for label in chance.sample(LABELS, 2)]
        return Record(Attribute(*pair, chance.choice((1.0, 0.5))) for pair in pairs)

    places = ("shop.example", "North Bank", "Robin", "Doctor Who")
    releases = tuple(
        Release(
            f"r{n}",
            chance.choice(places),
            record(),
            erasure=chance.choice((None, None, "done")),
            presumed=tuple((label, chance.choice((0.0, 0.3, 0.923))) for label in chance.sample(LABELS, 3)),
        )
        for n in range(5)
    )
    return Workspace(profile, releases=releases)


@thorough
@given(seeds)
def test_what_is_presumed_and_not_answered_is_asked_about(chance):
    work = random_work(chance)
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
    work = random_work(chance)
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
