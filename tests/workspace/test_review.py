import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.recipients import (
    duplicate_releases,
    release_groups,
    template_called,
    with_template,
    without_duplicates,
)
from leakage.workspace.vocabulary import TEMPLATES, WORDS, kind_of_place
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick

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
            Release(f"R{n}", recipient, Record.of(*((*pair, c) for pair, c in held.items())), day, erasure)
            for n, (recipient, held, day, erasure) in enumerate(rows)
        ),
    )


def test_every_kind_is_a_template_with_labels():
    assert {kind for kind, _ in WORDS} == {template.name for template in TEMPLATES}
    assert all(template_called(kind).labels for kind, _ in WORDS) and template_called("None") is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("amazon.de", "Online shop"),
        ("my-shop-12.example", "Online shop"),
        ("Sparkasse Sampleton", "Bank"),
        ("forum-3.example", "Forum"),
        ("linkedin.com", "Social network"),
        ("wiserobin.example", ""),
        ("Robin Example", ""),
        ("", ""),
        ("123", ""),
    ],
)
def test_kinds_are_guessed_by_words(name, kind):
    assert kind_of_place(name) == kind


@quick
@given(RELEASES)
def test_groups_hold_every_release_once(rows):
    work = work_of(rows)
    groups = release_groups(work)
    assert sorted(r.name for group in groups for r in group.releases) == sorted(r.name for r in work.releases)
    assert len({group.kind for group in groups}) == len(groups) and all(group.kind for group in groups[:-1])


@quick
@given(RELEASES, st.sets(st.sampled_from(["R0", "R1", "R2", "none"])), st.sampled_from([0.0, 0.3, 1.0]))
def test_a_template_adds_what_a_release_holds_nothing_of(rows, names, confidence):
    work = work_of(rows)
    after = with_template(work, names, ["Email", "Name", "Phone"], confidence)
    for before, release in zip(work.releases, after.releases, strict=True):
        held = {a.label for a in before.record}
        added = {"Email": "a@b.c", "Name": "Robin"} if before.name in names else {}
        expected = {(label, value): confidence for label, value in added.items() if label not in held}
        assert release.record.confidences == before.record.confidences | expected
    # Applied again it changes nothing.
    assert with_template(after, names, ["Email", "Name", "Phone"], confidence) == after


def test_confidences_are_checked():
    with pytest.raises(ValueError, match=r"^confidence must be in \[0, 1\], got 1.1$"):
        with_template(work_of([]), [], [], 1.1)


@quick
@given(RELEASES)
def test_merging_duplicates_loses_no_fact_and_leaves_none(rows):
    work = work_of(rows)
    after = without_duplicates(work)
    surplus = sum(len(names) - 1 for names in duplicate_releases(work))
    assert len(after.releases) == len(work.releases) - surplus and not duplicate_releases(after)

    def told(workspace):
        held = {}
        for release in workspace.releases:
            for a in release.record:
                key = (release.recipient, release.erasure, a.label, a.value.casefold())
                held[key] = max(held.get(key, 0.0), a.confidence)
        return held

    assert told(after) == told(work)
    untouched = {name for names in duplicate_releases(work) for name in names}
    assert [r for r in after.releases if r.name not in untouched] == [
        r for r in work.releases if r.name not in untouched
    ]


def test_the_earliest_date_and_the_smallest_effort_count():
    releases = tuple(
        Release(name, "Shop", Record.of(("Email", "a@b.c")), day, effort=effort)
        for name, day, effort in (("a", "2021-01-31", 3.0), ("b", "", 2.0), ("c", "2020-01-31", 4.0))
    )
    merged = without_duplicates(Workspace(releases=releases)).releases
    assert merged == (Release("a", "Shop", Record.of(("Email", "a@b.c")), "2020-01-31", effort=2.0),)
