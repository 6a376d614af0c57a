"""Several files at once, files read again, and what a file says about who shares with whom."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.files.additions import added, additions_of, new_in
from leakage.workspace.files.findings import Account, Findings, Sharing, merged
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.recipients import rename_recipient
from leakage.workspace.workspace import Coalition, Pooling, Recipient, Release, Workspace
from tests.strategies import quick
from tests.workspace.files import exports
from tests.workspace.files.exports import WRITERS, made_up_logins

LOGINS = made_up_logins(30, seed=3)


def read(*contents, workspace=None):
    return imported([recognise(content) for content in contents], workspace or Workspace())[0]


def shared_passwords(workspace):
    """Which releases share a password, and under which name."""
    names = {}
    for release in workspace.releases:
        for value in release.record.values("Password"):
            names.setdefault(value, set()).add((release.recipient, release.name))
    return names


def test_the_same_accounts_in_all_programs_at_once_are_each_there_once():
    additions = read(*(write(LOGINS) for write in WRITERS.values()))
    assert [release.recipient for release in additions.releases] == [login.site for login in LOGINS]
    assert f"counted once: {len(LOGINS) * (len(WRITERS) - 1):,}." in " ".join(additions.notes)
    assert [r.date for r in additions.releases] == [login.created.isoformat() for login in LOGINS]


def test_passwords_are_compared_across_files():
    one, other = LOGINS[0], replace(LOGINS[1], password=LOGINS[0].password)
    additions = read(exports.bitwarden([one]), exports.firefox([other]))
    assert [release.record.values("Password") for release in additions.releases] == [("password A",)] * 2
    assert additions.profile[-1] == ("Password", "password A")


def test_a_password_that_one_account_has_is_not_kept():
    logins = [replace(login, password=f"planted {number}") for number, login in enumerate(LOGINS)]
    additions = read(exports.bitwarden(logins))
    assert not any(release.record.values("Password") for release in additions.releases)
    assert "0 are used at several places, 30 at one only" in additions.notes[-1]


@pytest.mark.parametrize("program", WRITERS)
def test_a_file_that_is_read_again_adds_nothing(program):
    content = WRITERS[program](LOGINS)
    work = added(Workspace(), read(content))
    again = read(content, workspace=work)
    assert new_in(work, again).empty and added(work, again) == work


def test_a_later_file_in_another_order_keeps_the_names_of_passwords():
    work = added(Workspace(), read(exports.bitwarden(LOGINS)))
    more = [*LOGINS, *made_up_logins(60, seed=9)[30:]]
    random.Random(1).shuffle(more)
    after = added(work, read(exports.bitwarden(more), workspace=work))
    assert len(after.releases) == 60 and after.releases[:30] == work.releases
    before, now = shared_passwords(work), shared_passwords(after)
    assert all(now[name] >= releases for name, releases in before.items())


def test_a_later_import_never_takes_a_name_for_another_password():
    work = added(Workspace(), read(exports.bitwarden(LOGINS)))
    others = made_up_logins(60, seed=4)[30:]
    after = added(work, read(exports.bitwarden(others), workspace=work))
    taken = set(shared_passwords(work))
    fresh = {value for release in after.releases[30:] for value in release.record.values("Password")}
    assert taken and fresh and not taken & fresh


def test_changed_passwords_do_not_mix_up_the_names():
    accounts = [Account(name, password=number) for name, number in zip("ABCD", (0, 0, 1, 1), strict=True)]
    accounts = [replace(account, facts=(("Email", "a@b.c"),)) for account in accounts]
    work = added(Workspace(), additions_of([Findings(tuple(accounts))], Workspace()))
    # Now A and C share a password, and B and D another: neither class is one of before.
    mixed = [replace(account, password=number) for account, number in zip(accounts, (0, 1, 0, 1), strict=True)]
    after = added(work, additions_of([Findings(tuple(mixed))], work))
    assert shared_passwords(after) == shared_passwords(work)


def test_an_account_that_is_there_gets_the_facts_it_lacks_and_nothing_else():
    held = Release("My shop", LOGINS[0].site, Record.of(("Email", LOGINS[0].user.upper()), ("City", "X")), effort=3.0)
    work = Workspace(releases=(held, Release("Other", "Elsewhere", Record())))
    same = replace(LOGINS[1], password=LOGINS[0].password)
    logins = [replace(LOGINS[0], user="robin@example.org"), same]
    work = replace(work, releases=(replace(held, record=Record.of(("Email", "ROBIN@example.org"))), work.releases[1]))
    additions = read(exports.bitwarden(logins), workspace=work)
    assert [release.name for release in additions.updates] == ["My shop"] and len(additions.releases) == 1
    after = added(work, additions)
    assert after.releases[0].record == Record.of(("Email", "ROBIN@example.org"), ("Password", "password A"))
    assert after.releases[0].effort == 3.0 and after.releases[0].date == logins[0].created.isoformat()
    assert after.releases[1] == work.releases[1] and len(after.releases) == 3


def test_recipients_go_by_the_name_they_have():
    work = Workspace(
        releases=(Release("a", "The Shop", Record()), Release("b", "Forum-1", Record())),
        recipients=(Recipient("The Shop", 2.0, site="shop.example"),),
    )
    shop = Account("Other title", "shop.example", (("Email", "a@b.c"),))
    forum = Account("forum-1", "forum-1.example", (("Email", "a@b.c"),))
    additions = additions_of([Findings((shop, forum))], work)
    after = added(work, additions)
    assert {release.recipient for release in after.releases} == {"The Shop", "Forum-1"}
    assert after.recipient("Forum-1").site == "forum-1.example" and after.recipient("The Shop").effort == 2.0


def test_a_recipient_that_was_renamed_is_known_by_its_site():
    work = added(Workspace(), read(exports.firefox(LOGINS)))
    work = rename_recipient(work, LOGINS[0].site, "My favourite")
    assert work.recipient("My favourite").site == LOGINS[0].site
    again = read(exports.firefox(LOGINS), workspace=work)
    assert new_in(work, again).empty


ACCOUNTS = st.lists(
    st.builds(
        Account,
        st.sampled_from(["A", "b"]),
        st.sampled_from(["", "x.example", "y.example"]),
        st.lists(
            st.sampled_from([("Email", "a@b.c"), ("Email", "A@b.c"), ("User name", "u"), ("City", "X")]), max_size=2
        ).map(lambda pairs: tuple(dict.fromkeys(pairs))),
        st.sampled_from([None, 0, 1]),
        st.sampled_from(["", "2020-01-01", "2021-01-01"]),
        st.sampled_from(["", "2022-01-01"]),
    ),
    max_size=8,
)


@quick
@given(ACCOUNTS)
def test_merging_keeps_every_fact_and_no_account_twice(accounts):
    found = merged(accounts)
    assert len(found.accounts) + found.duplicates == len(accounts)
    keys = [
        (a.recipient.casefold(), frozenset((label, value.casefold()) for label, value in a.login))
        for a in found.accounts
    ]
    assert len(set(keys)) == len(keys)

    def told(group):
        return {(a.recipient.casefold(), label, value.casefold()) for a in group for label, value in a.facts}

    assert told(found.accounts) == told(accounts)
    again = merged(found.accounts)
    assert again.accounts == found.accounts and not again.duplicates


@quick
@given(ACCOUNTS, ACCOUNTS)
def test_whatever_is_imported_twice_is_there_once(first, second):
    work = added(Workspace(), additions_of([Findings(tuple(first))], Workspace()))
    after = added(work, additions_of([Findings(tuple(second))], work))
    assert {r.recipient for r in after.releases} >= {r.recipient for r in work.releases}
    once_more = additions_of([Findings(tuple(second))], after)
    assert not new_in(after, once_more).releases


def test_coalitions_are_proposed_with_their_evidence():
    shop = Account("Shop", "shop.example", (("Email", "a@b.c"),))
    net = Account("Net", "net.example", (("Email", "a@b.c"),))
    sharing = (
        Sharing("Net", "shop.example", "list"),
        Sharing("Net", "SHOP", "activity"),
        Sharing("Net", "Stranger", "activity"),
        Sharing("Net", "net.example", "activity"),
        Sharing("tracker.example", "Shop", "tracker"),
    )
    found = additions_of([Findings((shop, net), sharing=sharing)], Workspace())
    assert [(p.coalition.recipients, p.evidence) for p in found.coalitions] == [
        (("net.example", "shop.example"), "1 recipient uploaded a list that you are on."),
        (("net.example", "shop.example"), "1 recipient sent what you did there."),
    ]
    assert found.notes[-1] == "Named as sharing data about you, but no recipient of yours: 1."
    work = added(Workspace(), found)
    # One coalition of the same recipients is enough, and it is there to be chosen.
    assert [coalition.recipients for coalition in work.pooling.coalitions] == [("net.example", "shop.example")]
    assert work.pooling.kind == "together" and not new_in(work, found).coalitions


def test_coalitions_that_are_there_stay_as_they_are():
    pooling = Pooling("coalitions", (Coalition("Mine", ("a.example", "b.example")),))
    accounts = tuple(Account(x, f"{x}.example", (("Email", "a@b.c"),)) for x in "abc")
    sharing = (Sharing("a", "b", "list"), Sharing("a", "c", "activity"))
    work = Workspace(pooling=pooling)
    after = added(work, additions_of([Findings(accounts, sharing=sharing)], work))
    assert after.pooling.kind == "coalitions" and after.pooling.coalitions[0] == pooling.coalitions[0]
    assert [c.recipients for c in after.pooling.coalitions[1:]] == [("a.example", "c.example")]


def test_facts_that_are_only_likely_come_from_the_profile_and_are_held_less_surely():
    work = Workspace(profile=(("Name", "Robin"), ("Email", "a@b.c"), ("Email", "x@y.z")))
    findings = [Findings((Account("Net", likely=("Email", "Name", "Phone")),))]
    record = additions_of(findings, work).releases[0].record
    assert record == Record.of(("Email", "a@b.c", 0.5), ("Name", "Robin", 0.5))
    assert {a.confidence for a in additions_of(findings, work, 0.2).releases[0].record} == {0.2}
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match=r"confidence must be in \[0, 1\]"):
            additions_of(findings, work, wrong)


def test_a_file_that_cannot_be_read_does_not_stop_the_others():
    bad = recognise(b'{"version": {"major": 2}, "accounts": []}')
    additions, refusals = imported([bad, recognise(exports.firefox(LOGINS[:1]))], Workspace())
    assert len(additions.releases) == 1
    assert refusals == ("this is a later version of CXF than 1, which is not read yet", "")


def test_where_a_problem_stands_names_the_file():
    broken = b"name,url,username,password\na,https://a.example,u,p,more\n"
    additions, _ = imported([recognise(exports.firefox(LOGINS[:1])), recognise(broken)], Workspace())
    assert [str(problem) for problem in additions.problems] == [
        "file 2, line 2: there are more than the 4 cells of the first line"
    ]


def test_what_is_imported_is_saved_and_comes_back():
    advertiser = {
        "custom_audiences_all_types_v2": [{"advertiser_name": "Shop-1", "has_data_file_custom_audience": True}]
    }
    work = added(Workspace(), read(exports.bitwarden(LOGINS), json.dumps(advertiser).encode()))
    assert workspace_from_json(workspace_to_json(work)) == work
