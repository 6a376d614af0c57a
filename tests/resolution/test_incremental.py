"""Records that come, go and change, one after the other, against resolving what there is from scratch."""

import operator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import AnyOf, Database, Record, SameKeySet, Shares, union_merge
from leakage.resolution.incremental import IncrementalResolution
from leakage.resolution.resolve import resolve_by_keys
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.similar_values import Similar
from tests.resolution import kinds
from tests.strategies import key_sets, policies, quick, records, thorough

MATCHES = st.one_of(policies, key_sets, st.builds(Normalised, policies, kinds.normalisers))
FEW_WORDS = records(values=kinds.WORDS[:5], max_size=4)


def check(state, held, match):
    """The state is what the records held, by number, resolve to."""
    numbers = sorted(held)
    groups = resolve_by_keys([held[number] for number in numbers], match, union_merge)
    expected = [tuple(numbers[place] for place in members) for members in groups.members]
    assert list(state.groups()) == expected
    for members, composite in zip(expected, groups.composites, strict=True):
        for number in members:
            assert state.record(number) == held[number]
            assert state.members_of(number) == members
            assert state.composite_of(number) == composite


@thorough
@given(st.lists(FEW_WORDS, max_size=8), MATCHES, st.data())
def test_any_sequence_of_edits_ends_where_resolving_from_scratch_does(database, match, data):
    state, held = IncrementalResolution(database, match), dict(enumerate(database))
    check(state, held, match)
    for _ in range(data.draw(st.integers(1, 6))):
        edit = data.draw(st.sampled_from(["add", "remove", "change"] if held else ["add"]))
        if edit == "add":
            record = data.draw(FEW_WORDS)
            held[state.add(record)] = record
        else:
            number = data.draw(st.sampled_from(sorted(held)))
            if edit == "change":
                held[number] = data.draw(FEW_WORDS)
                state.change(number, held[number])
            else:
                state.remove(number)
                del held[number]
        check(state, held, match)


@pytest.mark.parametrize(
    "match",
    [
        AnyOf(Shares("N", "P"), Shares("C")),
        pytest.param(AnyOf(Shares("N"), Shares("P"), Shares("C", "A")), marks=pytest.mark.slow),
        SameKeySet("N"),
    ],
    ids=lambda match: match.sentence(),
)
def test_long_random_sequences(match):
    random = Random(7)

    def drawn():
        return Record.of(*{(random.choice("NPCA"), str(random.randint(1, 12))) for _ in range(random.randint(1, 4))})

    database = [drawn() for _ in range(60)]
    state, held = IncrementalResolution(Database.from_records(database), match), dict(enumerate(database))
    for step in range(300):
        number = random.choice(sorted(held))
        match random.randrange(3):
            case 0:
                record = drawn()
                held[state.add(record)] = record
            case 1:
                state.remove(number)
                del held[number]
            case 2:
                held[number] = drawn()
                state.change(number, held[number])
        if step % 20 == 0:
            check(state, held, match_of(state))
    check(state, held, match_of(state))


match_of = operator.attrgetter("_match")


def test_numbers_are_never_given_twice():
    state = IncrementalResolution([Record.of(("N", "n"))], Shares("N"))
    first = state.add(Record.of(("N", "n")))
    state.remove(first)
    assert state.add(Record.of(("N", "n"))) == first + 1 == 2
    assert list(state.groups()) == [(0, 2)]


@pytest.mark.parametrize("number", [1, 5, -1])
def test_a_record_that_is_not_there_is_refused(number):
    state = IncrementalResolution([Record.of(("N", "n")), Record.of(("N", "m"))], Shares("N"))
    state.remove(1)
    for edit in (state.remove, state.record, state.members_of, state.composite_of, lambda n: state.change(n, Record())):
        with pytest.raises(KeyError):
            edit(number)
    assert list(state.groups()) == [(0,)]


@pytest.mark.parametrize(
    "match", [Shares(Similar("N")), Unless(Shares("N"), Conflicts("P")), AnyOf(Shares("N"), SameKeySet("P"))]
)
def test_only_equal_keys_with_representativity_are_taken(match):
    with pytest.raises(ValueError, match="representativity"):
        IncrementalResolution([], match)


@quick
@given(st.lists(FEW_WORDS, max_size=6), FEW_WORDS)
def test_keys_that_cannot_be_numbered_are_looked_up_all_the_same(database, record):
    match = Normalised(AnyOf(Shares("N", "P"), Shares("C")), Normaliser())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("leakage.resolution.arrays.LARGEST", 1)
        state, held = IncrementalResolution(database, match), dict(enumerate(database))
    held[state.add(record)] = record
    check(state, held, match)
