"""A newer export of the same program, held against what the last one said: compared with a slow and obvious way."""

import datetime
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.changes import with_values_changed
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.figures.done import progress, settled
from leakage.workspace.files.additions import added, closed, new_in
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.recipients import rename_recipient, without_duplicates
from leakage.workspace.release import ChangedValue
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick
from tests.workspace.files import exports
from tests.workspace.files.exports import WRITERS, Login

DAYS = [datetime.date(2020, 1, 1) + datetime.timedelta(days=30 * n) for n in range(8)]


def login(number, password, changed=0):
    return Login(
        f"S{number}", f"https://www.s{number}.example/in", "a@b.c", f"planted-{password}", DAYS[0], DAYS[changed]
    )


def take(work, *contents):
    additions, refusals = imported([recognise(content) for content in contents], work)
    assert not any(refusals)
    return additions


def after(work, *contents):
    return added(work, take(work, *contents))


def shared(name, work):
    """Whether an account has a password that another one has, looked up one by one."""
    mine = next(release for release in work.releases if release.name == name).record.values("Password")
    return any(
        value in other.record.values("Password") for other in work.releases if other.name != name for value in mine
    )


# Which account has which password: a dozen accounts, four passwords.
EXPORTS = st.dictionaries(st.integers(0, 7), st.integers(0, 3), max_size=8)


def chrome(passwords):
    return WRITERS["Chrome"]([login(number, password) for number, password in passwords.items()])


def named(work, *numbers):
    names = {release.name: release.record.values("Password") for release in work.releases}
    return [names[f"S{number}"] for number in numbers]


@quick
@given(EXPORTS, EXPORTS)
def test_a_newer_export_is_compared_with_the_one_before(first, second):
    work = after(Workspace(), chrome(first))
    additions = new_in(work, take(work, chrome(second)))
    result = added(work, additions)
    assert {release.name for release in additions.releases} == {f"S{n}" for n in set(second) - set(first)}
    changes = {change.release: change.what for change in additions.changes}
    assert {name for name, what in changes.items() if what == "gone"} == {f"S{n}" for n in set(first) - set(second)}
    for one in second:
        for other in set(second) - {one}:
            same = set(named(result, one)[0]) & set(named(result, other)[0])
            assert bool(same) == (second[one] == second[other])
    for number in set(first) & set(second):
        before = Counter(first.values())[first[number]] > 1
        now = shared(f"S{number}", result)
        if Counter(second.values())[second[number]] > 1:
            assert now
        what = changes.get(f"S{number}")
        assert (what == "unshared") == (before and not now)
        assert (what == "shared") == (now and not before)
        if what is None and before:
            assert named(result, number) == named(work, number)
        if what == "other":
            common = set(first) & set(second)
            assert {n for n in common if first[n] == first[number]} != {
                n for n in common if second[n] == second[number]
            }
    # What is not listed any more may be there still: one password of now at most is that of before.
    for name in {value for n in set(first) - set(second) for value in named(result, n)[0]}:
        assert len({second[n] for n in second if name in named(result, n)[0]}) <= 1
    assert new_in(result, take(result, chrome(second))).empty


@quick
@given(st.lists(EXPORTS, min_size=2, max_size=4))
def test_after_any_number_of_exports_the_work_says_what_the_last_one_does(rounds):
    work = Workspace()
    for passwords in rounds:
        work = after(work, chrome(passwords))
        for one in passwords:
            for other in set(passwords) - {one}:
                same = set(named(work, one)[0]) & set(named(work, other)[0])
                assert bool(same) == (passwords[one] == passwords[other])
    assert workspace_from_json(workspace_to_json(work)) == work


@quick
@given(EXPORTS, EXPORTS, st.sets(st.integers(0, 7)), st.sets(st.integers(0, 7)))
def test_what_was_changed_by_hand_or_ticked_stays(first, second, ticked, edited):
    """Of an export without days nobody knows whether it is older than what the person did."""
    work = after(Workspace(), chrome(first))
    edited = {f"S{n}" for n in edited - ticked}
    work = replace(work, releases=tuple(by_hand(r) if r.name in edited else r for r in work.releases))
    for release in work.releases:
        if release.name in {f"S{n}" for n in ticked}:
            for value in release.record.values("Password"):
                work = with_values_changed(work, [release.recipient], ("Password", value), "2026-01-31")
    done = {change.recipient for change in work.changed_values}
    result = after(after(work, chrome(second)), chrome(first))
    there = {release.name: release for release in result.releases}
    for release in work.releases:
        if release.name in edited:
            assert replace(there[release.name], listings=()) == replace(release, listings=())
        if release.recipient in done:
            assert not there[release.name].record.values("Password")
    assert result.changed_values == work.changed_values


def by_hand(release):
    kept = [a.pair for a in release.record if a.label not in ("Email", "City", "Password")]
    record = Record.of(*kept, ("City", "X"), ("Password", "mine"))
    return replace(release, record=record, recipient="Elsewhere")


@quick
@given(EXPORTS, st.dictionaries(st.integers(0, 7), st.integers(0, 3), min_size=1), st.sets(st.integers(0, 7)))
def test_an_older_export_changes_nothing_that_is_there(first, changed, ticked):
    old = [login(number, password, 1) for number, password in first.items()]
    new = [
        login(number, changed.get(number, password), 2 if number in changed else 1)
        for number, password in first.items()
    ]
    work = after(after(Workspace(), exports.firefox(old)), exports.firefox(new))
    for number in ticked & set(first):
        for value in named_at(work, f"s{number}.example"):
            work = with_values_changed(work, [f"s{number}.example"], ("Password", value), "2026-01-31")
    result = after(work, exports.firefox(old))
    if set(changed) & set(first):
        assert result == work
        assert any("older than the last one" in note for note in take(work, exports.firefox(old)).notes)
    assert len(result.releases) == len(work.releases)


def named_at(work, recipient):
    return next(release for release in work.releases if release.recipient == recipient).record.values("Password")


def test_a_dated_change_of_a_shared_password_counts_as_done():
    work = with_import(new_work(), take(new_work(), exports.firefox([login(n, 0, 1) for n in range(3)])))
    newer = [login(0, 0, 1), login(1, 0, 1), login(2, 1, 4)]
    additions = take(work, exports.firefox(newer))
    assert [(change.release, change.what, change.changed) for change in additions.changes] == [
        ("s2.example", "unshared", DAYS[4].isoformat())
    ]
    result = with_import(work, additions)
    assert result.changed_values == (ChangedValue("s2.example", "Password", "password A", DAYS[4].isoformat()),)
    assert [each.recipients for each in settled(result)] == [("s2.example",)]
    assert progress(result).done == 1 and progress(result).before >= progress(result).now
    # Later it is shared again, and dated: that is seen.
    again = take(result, exports.firefox([login(0, 0, 1), login(1, 0, 1), login(2, 0, 5)]))
    assert [(change.release, change.what) for change in again.changes] == [("s2.example", "shared")]
    # Of a password of its own that another account has now, too.
    joined = take(result, exports.firefox([*newer[:2], newer[2], login(3, 1, 5)]))
    assert [(change.release, change.what) for change in joined.changes] == [("s2.example", "shared")]


def test_a_program_that_is_imported_after_a_tick_does_not_take_it_back():
    work = after(Workspace(), chrome({1: 0, 2: 0}))
    work = with_values_changed(work, ["s1.example"], ("Password", "password A"), DAYS[3].isoformat())
    older = exports.firefox([login(1, 0, 1), login(2, 0, 1)])
    once = after(work, older)
    assert not named(once, 1)[0] and after(once, older) == once
    newer = exports.firefox([login(1, 0, 4), login(2, 0, 1)])
    assert named(after(once, newer), 1, 2) == [("password A",), ("password A",)]


def test_a_change_that_no_day_tells_is_taken_over_and_not_counted_as_done():
    write = WRITERS["Bitwarden CSV"]
    work = after(Workspace(), write([login(1, 0), login(2, 0), login(3, 0)]))
    # The same program's JSON has days, which its CSV did not have.
    additions = take(work, exports.bitwarden([login(1, 0, 1), login(2, 0, 1), login(3, 1, 4)]))
    assert [(change.release, change.what) for change in additions.changes] == [
        ("S1", "dates"),
        ("S2", "dates"),
        ("S3", "unshared"),
    ]
    assert not added(work, additions).changed_values


def test_days_on_which_accounts_were_used_are_compared():
    used = exports.firefox([login(1, 0, 1), login(2, 1, 1)])
    work = after(Workspace(), used)
    newer = exports.firefox([login(1, 0, 3), login(2, 1, 1)])
    additions = new_in(work, take(work, newer))
    [change] = additions.changes
    assert (change.release, change.what, change.used) == ("s1.example", "dates", DAYS[3].isoformat())
    assert not additions.updates and [release.name for release in additions.listed] == ["s1.example"]


def test_what_is_not_listed_any_more_is_closed_only_where_the_person_says_so():
    work = after(Workspace(), chrome({1: 0, 2: 1, 3: 2}))
    additions = take(work, chrome({1: 0}))
    kept = added(work, additions)
    assert [release.ended for release in kept.releases] == [False] * 3
    chosen = closed(additions, ["S3"])
    result = added(work, chosen)
    assert [(release.name, release.ended) for release in result.releases] == [
        ("S1", False),
        ("S2", False),
        ("S3", True),
    ]
    # It is said once, and an older export does not open the account again.
    assert not take(result, chrome({1: 0})).changes
    assert [r.ended for r in after(result, chrome({1: 0, 2: 1, 3: 2})).releases] == [False, False, True]


def test_what_another_program_lists_is_not_gone():
    work = after(Workspace(), chrome({1: 0, 2: 1}), exports.firefox([login(2, 1)]))
    assert not take(work, chrome({1: 0})).changes
    both = take(work, chrome({1: 0}), exports.firefox([]))
    assert [(change.release, change.what) for change in both.changes] == [("S2", "gone")]
    # An account that was typed in is in no export.
    typed = replace(work, releases=(*work.releases, Release("Mine", "Mine", Record.of(("Email", "a@b.c")))))
    assert not take(typed, chrome({1: 0, 2: 1})).changes


def test_two_programs_with_two_passwords_of_one_account_do_not_contradict_each_other_later():
    stale, fresh = login(1, 5, 1), login(1, 0, 2)
    mine = [fresh, login(2, 0, 1)]
    theirs = [stale, login(3, 5, 1)]
    work = after(Workspace(), exports.bitwarden(mine), exports.firefox(theirs))
    assert not take(work, exports.bitwarden(mine)).changes and not take(work, exports.firefox(theirs)).changes


def test_a_release_that_was_renamed_is_still_the_account():
    work = after(Workspace(), chrome({1: 0, 2: 0, 3: 1}))
    work = rename_recipient(work, "s1.example", "My shop")
    work = replace(work, releases=(replace(work.releases[0], name="Orders"), *work.releases[1:]))
    assert new_in(work, take(work, chrome({1: 0, 2: 0, 3: 1}))).empty
    changes = take(work, chrome({1: 1, 2: 0, 3: 1})).changes
    assert [(change.release, change.what) for change in changes] == [
        ("S2", "unshared"),
        ("S3", "shared"),
    ]


def test_work_of_before_is_held_against_an_export_from_the_second_one_on():
    work = after(Workspace(), chrome({1: 0, 2: 0, 3: 0}))
    work = replace(work, releases=tuple(replace(release, listings=()) for release in work.releases))
    first = after(work, chrome({1: 0, 2: 0, 3: 0}))
    assert [replace(release, listings=()) for release in first.releases] == list(work.releases)
    assert [(c.release, c.what) for c in take(first, chrome({1: 0, 2: 0, 3: 1})).changes] == [("S3", "unshared")]


def test_duplicates_that_are_merged_keep_what_exports_said():
    work = after(Workspace(), chrome({1: 0}))
    twice = replace(work, releases=(replace(work.releases[0], name="Twice", listings=()), *work.releases))
    assert without_duplicates(twice).releases[0].listings == work.releases[0].listings


@pytest.mark.parametrize("program", WRITERS)
def test_of_every_program_a_newer_export_is_held_against_the_last_one(program):
    write = WRITERS[program]
    before = [login(1, 0), login(2, 0), login(3, 1), login(4, 2)]
    newer = [login(1, 0), login(2, 3), login(3, 0), login(5, 4)]
    work = after(Workspace(), write(before))
    additions = take(work, write(newer))
    by_site = {release.name: release.recipient for release in work.releases}
    what = {by_site[change.release]: change.what for change in additions.changes}
    assert what == {"s2.example": "unshared", "s3.example": "shared", "s4.example": "gone"}
    assert [release.recipient for release in additions.releases] == ["s5.example"]


def test_nothing_of_a_change_shows_in_a_log():
    [change] = (
        take(after(Workspace(), chrome({1: 0})), chrome({})).changes
        or take(after(Workspace(), chrome({1: 0})), chrome({2: 0})).changes
    )
    assert "S1" not in repr(change)


DATED = st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=6)
STEPS = st.one_of(
    st.tuples(st.just("chrome"), DATED),
    st.tuples(st.just("firefox"), DATED),
    st.tuples(st.just("both"), DATED),
    st.tuples(st.just("tick"), st.integers(0, 5)),
    st.tuples(st.just("edit"), st.integers(0, 5)),
    st.tuples(st.just("close"), st.integers(0, 5)),
    st.tuples(st.just("merge"), st.just(0)),
)


def contents(what, passwords):
    logins = [login(number, *given) for number, given in passwords.items()]
    files = {"chrome": WRITERS["Chrome"](logins), "firefox": exports.firefox(logins)}
    return list(files.values()) if what == "both" else [files[what]]


def stepped(work, what, given):
    """The work after a step of the person's that is no import."""
    if what == "merge":
        return without_duplicates(work)
    chosen = [release for release in work.releases if f"s{given}.example" in (release.recipient, release.name.lower())]
    for release in chosen:
        for value in release.record.values("Password") if what == "tick" else ():
            work = with_values_changed(work, [release.recipient], ("Password", value), DAYS[3].isoformat())
    change = {"edit": by_hand, "close": lambda release: replace(release, ended=True)}.get(what, lambda release: release)
    names = {release.name for release in chosen}
    return replace(work, releases=tuple(change(r) if r.name in names else r for r in work.releases))


@quick
@given(st.lists(STEPS, max_size=7))
def test_whatever_was_done_before_an_export_that_is_read_again_changes_nothing(steps):
    work = Workspace()
    for what, given_to_it in steps:
        if what not in ("chrome", "firefox", "both"):
            work = stepped(work, what, given_to_it)
            continue
        files = contents(what, given_to_it)
        additions = new_in(work, take(work, *files))
        result = added(work, additions)
        before = {release.name: release for release in work.releases}
        for release in result.releases[: len(work.releases)]:
            # Nothing that the person did is taken back, and nothing is taken away but a password.
            old = before[release.name]
            assert (release.ended, release.erasure) == (old.ended, old.erasure)
            assert {a.pair for a in old.record if a.label != "Password"} <= {a.pair for a in release.record}
        assert set(work.changed_values) <= set(result.changed_values)
        again = take(result, *files)
        assert new_in(result, again).empty and not again.changes
        work = result
