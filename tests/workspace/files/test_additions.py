from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.files.additions import Additions, added, new_in, together
from leakage.workspace.workspace import Release, Workspace, unused_name
from tests.strategies import quick, records

TOLD = Record.of(("Name", "Alice"))
pairs = st.tuples(st.sampled_from("NPC"), st.sampled_from("12"))
names = st.sampled_from(["Shop", "Shop 2", "Bank"])
releases = st.lists(
    st.builds(Release, names, names, records(max_size=2), st.sampled_from(["", "2026-01-31"])), max_size=6
)
additions = st.builds(
    Additions,
    profile=st.lists(pairs, max_size=4).map(tuple),
    weights=st.lists(
        st.tuples(st.sampled_from("NPC"), st.sampled_from([1.0, 2.0])), max_size=2, unique_by=lambda r: r[0]
    ).map(tuple),
    releases=releases.map(tuple),
    plans=releases.map(tuple),
    background=st.lists(records(max_size=2), max_size=2).map(tuple),
)


@quick
@given(st.lists(additions, max_size=3))
def test_whatever_is_added_makes_a_workspace_that_has_it_all(parts):
    work = Workspace()
    for part in parts:
        before, work = work, added(work, part)
        assert set(part.profile) <= set(work.profile)
        assert work.profile[: len(before.profile)] == before.profile
        assert work.releases[: len(before.releases)] == before.releases
        assert work.weights[: len(before.weights)] == before.weights
        assert work.background == before.background + part.background
        held = {(release.recipient, release.record, release.date) for release in work.releases}
        assert {(release.recipient, release.record, release.date) for release in part.releases} <= held


@quick
@given(additions)
def test_the_same_file_read_again_adds_only_strangers(brought):
    work = added(Workspace(), brought)
    again = added(work, brought)
    assert replace(again, background=work.background) == work
    assert new_in(work, replace(brought, background=())).empty


@quick
@given(releases)
def test_names_are_those_that_a_plain_search_finds(additions):
    expected: list[str] = []
    for release in additions:
        expected.append(unused_name(release.name, expected))
    assert [release.name for release in added(Workspace(), Additions(releases=tuple(additions))).releases] == expected


def test_many_of_one_name_are_named_in_no_time():
    additions = Additions(releases=tuple(Release("Shop", "Shop", TOLD) for _ in range(30_000)))
    assert added(Workspace(), additions).releases[-1].name == "Shop 30000"


def test_weights_of_labels_that_have_one_stay():
    work = Workspace((("Card", "a"),), (("Card", 1.5),))
    additions = Additions((("Card", "b"), ("Phone", "1"), ("Hobby", "moths")), (("Card", 9.0), ("Phone", 7.0)))
    assert added(work, additions).weights == (("Card", 1.5), ("Phone", 7.0), ("Hobby", 1.0))


def test_parts_are_put_together_in_their_order():
    first = Additions((("N", "1"),), (("N", 2.0),), notes=("a",))
    second = Additions((("P", "1"),), (("N", 3.0), ("P", 4.0)), notes=("b",))
    whole = together([first, second])
    assert whole.profile == (("N", "1"), ("P", "1")) and whole.notes == ("a", "b")
    assert whole.weights == (("N", 2.0), ("P", 4.0))
    assert together([]).empty and not whole.empty
