"""A newer export held against what the last one said, by a slow and obvious way; files in any order."""

import datetime
import json
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.changes import with_values_changed
from leakage.workspace.everyday import with_import
from leakage.workspace.files.adding import added, changes
from leakage.workspace.files.findings import Findings, together
from leakage.workspace.files.own_tables import suggested_columns, with_columns
from leakage.workspace.files.recognise import read
from leakage.workspace.person import has_standard_person
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import WRITERS, Login

DAYS = [datetime.date(2020, 1, 1) + datetime.timedelta(days=30 * n) for n in range(8)]


def login(number, password, changed=0):
    site = f"https://www.s{number}.example/in"
    return Login(f"S{number}", site, "a@b.c", f"planted-{password}", DAYS[0], DAYS[changed])


def after(work, *contents):
    return added(work, together(map(read, contents)))


def changed(work, *contents):
    """What is another of accounts that were there, by the names of their releases."""
    found = changes(work, after(work, *contents))
    return {change.release: change.what for change in found if change.what != "new"}


def chrome(passwords):
    return WRITERS["Chrome"]([login(number, password) for number, password in passwords.items()])


def named(work, *numbers):
    names = {release.name: release.record.values("Password") for release in work.releases}
    return [names[f"S{number}"] for number in numbers]


def shared(name, work):
    """Whether an account has a password that another one has, looked up one by one."""
    mine = next(release for release in work.releases if release.name == name).record.values("Password")
    others = [other.record.values("Password") for other in work.releases if other.name != name]
    return any(value in values for values in others for value in mine)


# Which account has which password: a dozen accounts, four passwords.
EXPORTS = st.dictionaries(st.integers(0, 7), st.integers(0, 3), max_size=8)


@quick
@given(EXPORTS, EXPORTS)
def test_a_newer_export_is_compared_with_the_one_before(first, second):
    work = after(Workspace(), chrome(first))
    result = after(work, chrome(second))
    found = {change.release: change.what for change in changes(work, result)}
    assert {name for name, what in found.items() if what == "new"} == {f"S{n}" for n in set(second) - set(first)}
    assert {name for name, what in found.items() if what == "gone"} == {f"S{n}" for n in set(first) - set(second)}
    for one in second:
        for other in set(second) - {one}:
            same = set(named(result, one)[0]) & set(named(result, other)[0])
            assert bool(same) == (second[one] == second[other])
    for number in set(first) & set(second):
        before, now = Counter(first.values())[first[number]] > 1, shared(f"S{number}", result)
        what = found.get(f"S{number}")
        assert now or Counter(second.values())[second[number]] == 1
        assert (what == "unshared") == (before and not now)
    # What is not listed any more may be there still: one password of now at most is that of before.
    for name in {value for n in set(first) - set(second) for value in named(result, n)[0]}:
        assert len({second[n] for n in second if name in named(result, n)[0]}) <= 1
    assert after(result, chrome(second)) == result


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
                work = with_values_changed(work, [release.recipient], [("Password", value)], "2026-01-31")
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
def test_an_older_export_changes_nothing_that_is_there(first, newer, ticked):
    old = [login(number, password, 1) for number, password in first.items()]
    new = [login(n, newer.get(n, password), 2 if n in newer else 1) for n, password in first.items()]
    work = after(after(Workspace(), exports.firefox(old)), exports.firefox(new))
    for number in ticked & set(first):
        recipient = f"s{number}.example"
        held = next(release for release in work.releases if release.recipient == recipient)
        for value in held.record.values("Password"):
            work = with_values_changed(work, [recipient], [("Password", value)], "2026-01-31")
    result = after(work, exports.firefox(old))
    assert result == work or not set(newer) & set(first)
    assert len(result.releases) == len(work.releases)


def test_a_password_that_is_shared_again_is_seen():
    work = after(Workspace(), exports.firefox([login(n, 0, 1) for n in range(3)]))
    newer = [login(0, 0, 1), login(1, 0, 1), login(2, 1, 4)]
    assert changed(work, exports.firefox(newer)) == {"s2.example": "unshared"}
    result = after(work, exports.firefox(newer))
    for again in ([login(0, 0, 1), login(1, 0, 1), login(2, 0, 5)], [*newer, login(3, 1, 5)]):
        assert shared("s2.example", after(result, exports.firefox(again)))


def test_a_name_goes_on_with_most_and_shorter_facts_come_first():
    parted = after(after(Workspace(), chrome(dict.fromkeys(range(5), 0))), chrome({0: 1, 1: 1, 2: 2, 3: 2, 4: 2}))
    assert named(parted, 0, 2) == [("password B",), ("password A",)]
    facts = (("Phone", "10"), ("Phone", "9"))
    assert added(Workspace(), Findings(facts=facts)).profile == facts[::-1]


def test_what_another_program_lists_is_not_gone():
    work = after(Workspace(), chrome({1: 0, 2: 1}), exports.firefox([login(2, 1)]))
    assert not changed(work, chrome({1: 0}))
    assert changed(work, chrome({1: 0}), exports.firefox([])) == {"S2": "gone"}
    # An account that was typed in is in no export.
    typed = replace(work, releases=(*work.releases, Release("Mine", "Mine", Record.of(("Email", "a@b.c")))))
    assert not changed(typed, chrome({1: 0, 2: 1}))


@pytest.mark.parametrize("program", WRITERS)
def test_of_every_program_a_newer_export_is_held_against_the_last_one(program):
    write = WRITERS[program]
    work = after(Workspace(), write([login(1, 0), login(2, 0), login(3, 1), login(4, 2)]))
    newer = write([login(1, 0), login(2, 3), login(3, 0), login(5, 4)])
    result = after(work, newer)
    recipients = {release.name: release.recipient for release in result.releases}
    found = {recipients[change.release]: change.what for change in changes(work, result)}
    assert found == {"s2.example": "unshared", "s4.example": "gone", "s5.example": "new"}


DATED = st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=6)
STEPS = st.one_of(
    *(st.tuples(st.just(what), DATED) for what in ("chrome", "firefox", "both")),
    *(st.tuples(st.just(what), st.integers(0, 5)) for what in ("tick", "edit", "close")),
)


def contents(what, passwords):
    logins = [login(number, *given) for number, given in passwords.items()]
    files = {"chrome": WRITERS["Chrome"](logins), "firefox": exports.firefox(logins)}
    return list(files.values()) if what == "both" else [files[what]]


def stepped(work, what, given):
    """The work after a step of the person's that is no import."""
    chosen = [release for release in work.releases if f"s{given}.example" in (release.recipient, release.name.lower())]
    for release in chosen:
        for value in release.record.values("Password") if what == "tick" else ():
            work = with_values_changed(work, [release.recipient], [("Password", value)], DAYS[3].isoformat())
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
        result = after(work, *files)
        for old, new in zip(work.releases, result.releases, strict=False):
            # Nothing that the person did is taken back, and nothing is taken away but a password.
            assert (new.name, new.ended, new.erasure) == (old.name, old.ended, old.erasure)
            assert {a.pair for a in old.record if a.label != "Password"} <= {a.pair for a in new.record}
        assert set(work.changed_values) <= set(result.changed_values)
        assert after(result, *files) == result
        work = result


BREACH = {
    "Name": "Shop",
    "Title": "Shop",
    "Domain": "shop.example",
    "BreachDate": "2020-01-01",
    "DataClasses": ["Email addresses", "Phone numbers", "Names"],
}
FILES = {
    "logins": b"name,url,username,password\n"
    b"Shop,https://shop.example,robin@example.org,moon\nBank,https://bank.example,robin@example.org,moon\n",
    "breaches": json.dumps([BREACH]).encode(),
    "card": b"BEGIN:VCARD\nVERSION:3.0\nFN:Robin Example\nTEL:+1 555 0100\nEMAIL:robin@example.org\nEND:VCARD\n",
    "table": b"Company,Date,E-Mail,City\nshop.example,2020-01-31,robin@example.org,X\nGym,,robin@example.org,X\n",
}


def found(name):
    findings = read(FILES[name])
    if not findings.tables:
        return findings
    return with_columns(findings, 0, "releases", suggested_columns(findings.tables[0].headings))


def imported(order, work):
    for name in order:
        work = with_import(work, found(name))
    return work


def normal(work):
    """A work in one order, whatever accounts are called."""
    ordered = sorted(work.releases, key=lambda one: (one.recipient, one.date, [a.pair for a in one.record]))
    releases = (
        replace(one, name=str(number), presumed=tuple(sorted(one.presumed))) for number, one in enumerate(ordered)
    )
    parts = {part: tuple(sorted(getattr(work, part))) for part in ("profile", "weights")}
    return replace(work, releases=tuple(releases), policies=(), **parts)


@pytest.mark.parametrize("order", list(permutations(FILES)), ids="-".join)
def test_four_files_one_after_the_other_in_any_order(order):
    once = imported(order, Workspace())
    assert normal(once) == normal(imported(FILES, Workspace())) and imported(order, once) == once
    assert sorted(one.recipient for one in once.releases) == ["Gym", "Shop", "bank.example", "shop.example"]


@pytest.mark.parametrize("name", FILES)
def test_the_standard_person_stands_before_any_file_is_read(name):
    first = with_import(Workspace(), found(name))
    assert has_standard_person(first) and len(first.policies) == 4
