"""Importing: recognised by content, added at once."""

import io
import json
import random
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files import importing as archives
from leakage.workspace.files.additions import Additions, added, additions_of, new_in, together
from leakage.workspace.files.csv_cells import DATE, NAME, RECIPIENT, column_of, headings_of, label_of
from leakage.workspace.files.findings import Account, Findings, Sharing, merged
from leakage.workspace.files.importing import imported, opened_archive, recognise
from leakage.workspace.files.mail.containers import LOCKED, UNKNOWN_PACKING
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.recipients import rename_recipient
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Coalition, Pooling, Recipient, Release, Workspace, unused_name
from tests.strategies import quick, records
from tests.workspace.files import exports
from tests.workspace.files.exports import WRITERS, made_up_logins, zipped
from tests.workspace.files.files import CANARY, HONEST

# Several files at once, files read again, and what a file says about who shares with whom.


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
    before = Release("My shop", LOGINS[0].site, Record.of(("Email", LOGINS[0].user.upper()), ("City", "X")))
    work = Workspace(releases=(before, Release("Other", "Elsewhere", Record())))
    same = replace(LOGINS[1], password=LOGINS[0].password)
    logins = [replace(LOGINS[0], user="robin@example.org"), same]
    work = replace(work, releases=(replace(before, record=Record.of(("Email", "ROBIN@example.org"))), work.releases[1]))
    additions = read(exports.bitwarden(logins), workspace=work)
    assert [release.name for release in additions.updates] == ["My shop"] and len(additions.releases) == 1
    after = added(work, additions)
    assert after.releases[0].record == Record.of(("Email", "ROBIN@example.org"), ("Password", "password A"))
    assert after.releases[0].date == logins[0].created.isoformat()
    assert after.releases[1] == work.releases[1] and len(after.releases) == 3


def test_recipients_go_by_the_name_they_have():
    work = Workspace(
        releases=(Release("a", "The Shop", Record()), Release("b", "Forum-1", Record())),
        recipients=(Recipient("The Shop", site="shop.example"),),
    )
    shop = Account("Other title", "shop.example", (("Email", "a@b.c"),))
    forum = Account("forum-1", "forum-1.example", (("Email", "a@b.c"),))
    additions = additions_of([Findings((shop, forum))], work)
    after = added(work, additions)
    assert {release.recipient for release in after.releases} == {"The Shop", "Forum-1"}
    assert after.recipient("Forum-1").site == "forum-1.example"


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

    def facts_of(group):
        return {(a.recipient.casefold(), label, value.casefold()) for a in group for label, value in a.facts}

    assert facts_of(found.accounts) == facts_of(accounts)
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
    assert found.notes[-1] == "Named as sharing data about you, but not among your accounts: 1."
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


def test_facts_that_are_only_likely_are_presumed_and_join_nothing():
    work = Workspace(profile=(("Name", "Robin"), ("Email", "a@b.c"), ("Email", "x@y.z")))
    findings = [Findings((Account("Net", likely=("Email", "Name", "Phone")),))]
    [release] = additions_of(findings, work).releases
    assert release.record == Record() and release.presumed == (("Email", 0.5), ("Name", 0.5), ("Phone", 0.5))
    assert {probability for _, probability in additions_of(findings, work, 0.2).releases[0].presumed} == {0.2}
    after = added(work, additions_of(findings, work))
    assert added(after, additions_of(findings, after)) == after
    for wrong in (-0.1, 1.0, float("nan")):
        with pytest.raises(ValueError, match=r"a presumption has a probability in \[0, 1\)"):
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


REAL = realistic_person().workspace

KINDS = {
    "card 3": "cards",
    "card 4": "cards",
    "card 2.1": "cards",
    "breaches": "breaches",
    "short breaches": "breaches",
    "long": "long",
    "wide": "wide",
    "profile": "profile",
}


@pytest.mark.parametrize(("text", "kind"), [(HONEST[name], kind) for name, kind in KINDS.items()], ids=KINDS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_are_known_by_their_content(text, kind, codec):
    assert recognise(text.encode(codec)).kind == kind
    assert recognise(f"\n {text}".encode(codec)).kind == kind


def test_what_the_program_writes_is_known():
    assert recognise(workspace_to_json(REAL).encode()).kind == "copy"
    assert recognise(b'{"version": 1,\n  "format": "leakage-workspace"}').kind == "copy"
    assert recognise(releases_to_csv(REAL.releases)).kind == "long"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"BEGIN:VCALENDAR\n", "this is a calendar or the like; of such files cards (vCard) are read"),
        (b"<!DOCTYPE html><p>", "this is a web page or XML, which is read of KeePass alone; most platforms give"),
        (b"just words", "this seems to be plain text"),
        (CANARY.encode(), "this seems to be plain text"),
        (b"[]", "this JSON is of no kind that can be read here"),
        (b'[{"robin the first": 1, "title": 2}]', "this JSON is of no kind that can be read here"),
    ],
)
def test_what_is_not_known_gets_one_sentence(content, sentence):
    with pytest.raises(ValueError) as raised:
        recognise(content)
    assert str(raised.value).startswith(sentence)
    assert "robin" not in str(raised.value).casefold() and len(str(raised.value)) <= 250


def test_json_of_too_many_pieces_is_not_parsed(monkeypatch):
    monkeypatch.setattr("leakage.workspace.files.texts.MAX_PIECES", 10)
    assert recognise(b'[{"Name": "a"}, {"Name": "b"}]').kind == "breaches"
    with pytest.raises(ValueError, match=r"^the file has more than 10 pieces"):
        recognise(b'{"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}')


def test_nothing_of_a_file_shows_in_a_log():
    assert CANARY not in repr(recognise(f"a,{CANARY}\n1,2".encode()))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_headings_are_taken_apart_by_any_separator(separator):
    assert headings_of(f'\n \nName{separator}"a {separator} b"{separator} City \nx') == (
        "Name",
        f"a {separator} b",
        "City",
    )


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (("Shop", "Email"), ("Shop", None, None)),
        (("ID", "Email", "Given_To", "Date"), ("Given_To", "ID", "Date")),
        (("Phone", "Email"), (None, None, None)),
    ],
)
def test_columns_are_known_by_their_headings(headings, columns):
    assert tuple(column_of(headings, meant) for meant in (RECIPIENT, NAME, DATE)) == columns


def test_every_label_of_the_vocabulary_is_known_however_it_is_written():
    for entry in LABELS:
        for written in (entry.label, entry.label.upper(), entry.label.replace(" ", "_"), f" {entry.label} "):
            assert label_of(written) == entry.label


def test_a_label_in_use_comes_before_the_vocabulary():
    assert label_of("EMAIL", ["email"]) == "email"
    assert label_of("mail", ["Mail"]) == "Mail"
    assert label_of("mail") == "Email"


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
        existing = {(release.recipient, release.record, release.date) for release in work.releases}
        assert {(release.recipient, release.record, release.date) for release in part.releases} <= existing


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


# Archives are opened by members that can be read, and never beyond their limits.


def refused(content):
    with pytest.raises(ValueError) as raised:
        opened_archive(content)
    error = raised.value
    assert CANARY not in str(error) and error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    return str(error)


def test_only_members_that_can_be_read_are_opened():
    found = opened_archive(zipped({"a.JSON": b"1", "b/c.csv": b"2", "d.vcf": b"3", "e.exe": b"4", "f.zip": b"5"}))
    assert [member.content for member in found.members] == [b"1", b"2", b"3"] and found.passed_over == 2
    by_the_way = {"__MACOSX/x.json": b"1", "a/._b.json": b"2", "Thumbs.db": b"3", "p/1.JPG": b"4", ".DS_Store": b"5"}
    found = opened_archive(zipped({"a.json": b"1", **by_the_way}))
    assert [member.name for member in found.members] == ["a.json"] and not found.passed_over
    assert CANARY not in repr(opened_archive(zipped({f"{CANARY}.json": CANARY.encode()})))


def test_paths_that_lead_out_are_names_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = opened_archive(zipped({"../../out.json": b"[]", "/etc/out.json": b"{}"}))
    assert len(found.members) == 2 and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("limit", "value", "members", "sentence"),
    [
        ("MAX_MEMBERS", 2, {f"{n}.json": b"[]" for n in range(3)}, "the archive holds more than 2 files"),
        ("MAX_LISTED", 50, {f"{n}.json": b"[]" for n in range(3)}, "the archive has more members than can be listed"),
        ("MAX_TOTAL", 1_000, {f"{n}.json": b"x" * 600 for n in range(2)}, "the archive would unpack to far more"),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_001}, "the archive would unpack to far more"),
        ("MAX_BYTES", 100, {"a.json": b"x" * 99, "b.txt": b"y" * 50}, "the file is larger than"),
    ],
)
def test_limits(monkeypatch, limit, value, members, sentence):
    content = zipped(members)
    assert opened_archive(content).members
    monkeypatch.setattr(archives, limit, value)
    assert refused(content).startswith(sentence)


@pytest.mark.parametrize(
    ("limit", "value", "members"),
    [
        ("MAX_MEMBERS", 3, {f"{n}.json": b"[]" for n in range(3)}),
        ("MAX_MEMBERS", 3, {f"{n}.json": b"[]" for n in range(3)} | {f"{n}.jpg": b"" for n in range(3)}),
        ("MAX_LISTED", 3 * (46 + len("0.json")), {f"{n}.json": bytes(range(200)) for n in range(3)}),
        ("MAX_TOTAL", 1_200, {f"{n}.json": b"x" * 600 for n in range(2)}),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_000}),
        ("MAX_RATIO", 10, {"a.json": b"0" * archives.SMALL}),
    ],
)
def test_what_just_keeps_to_a_limit_is_opened_and_one_more_is_not(monkeypatch, limit, value, members):
    content = zipped(members)
    monkeypatch.setattr(archives, limit, value)
    wanted = [name for name in members if name.endswith(".json")]
    assert [member.name for member in opened_archive(content).members] == wanted
    more = {**members, "9.json": b"x"} if limit != "MAX_RATIO" else {"a.json": b"0" * (archives.SMALL + 1)}
    if limit == "MAX_BYTES":
        more = {"a.json": b"x" * 1_001}
    refused(zipped(more))


def test_as_large_as_may_be_and_as_dense_is_opened(monkeypatch):
    loose = zipped({"a.json": b"x" * 10, "b.json": b"y" * 10}, zipfile.ZIP_STORED)
    monkeypatch.setattr(archives, "MAX_BYTES", len(loose))
    monkeypatch.setattr(archives, "SMALL", 9)
    monkeypatch.setattr(archives, "MAX_RATIO", 1)
    assert len(opened_archive(loose).members) == 2
    monkeypatch.setattr(archives, "MAX_BYTES", len(loose) - 1)
    assert refused(loose).startswith("the file is larger than")


@pytest.mark.parametrize(
    ("limit", "value", "members", "more"),
    [
        ("MAX_TOTAL", 1_200, {"a.json": b"x" * 600, "b.json": b"y" * 600}, {"b.json": b"y" * 601}),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_000}, {"a.json": b"x" * 1_001}),
        ("MAX_RATIO", 1, {"a.json": b"0" * archives.SMALL}, {"a.json": b"0" * (archives.SMALL + 1)}),
    ],
)
def test_what_members_say_of_their_size_is_not_believed(monkeypatch, limit, value, members, more):
    monkeypatch.setattr(archives, "_check_members", lambda members: None)
    monkeypatch.setattr(archives, limit, value)
    assert [len(member.content) for member in opened_archive(zipped(members)).members] == [*map(len, members.values())]
    assert refused(zipped({**members, **more})) == "the archive would unpack to far more than it may"


def test_what_says_itself_that_it_is_too_large_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(archives, "MAX_TOTAL", 1_000)
    monkeypatch.setattr(archives, "_unpacked", lambda archive, members: pytest.fail("something was unpacked"))
    too_much = zipped({"a.json": b"x" * 600, "b.json": b"y" * 600})
    assert refused(too_much) == "the archive would unpack to far more than it may"


def test_folders_are_no_files_that_were_passed_over():
    assert opened_archive(zipped({"a/": b"", "a/b.json": b"[]", "a/c.pdf": b""})).passed_over == 1


def test_a_file_without_a_list_is_damaged_whatever_else_it_holds():
    assert refused(b"PK\x03\x04" + b"\xff" * 100) == archives.DAMAGED


def test_a_bomb_ends_in_a_sentence():
    bomb = zipped({"a.json": b"0" * 40_000_000})
    assert len(bomb) < 100_000
    assert refused(bomb) == "the archive would unpack to far more than it may"
    many = zipped({f"{n}.json": bytes(n % 7 + 48 for n in range(1_000)) * 900 for n in range(190)})
    assert refused(many) == "the archive would unpack to far more than it may"


def test_a_bomb_that_lies_about_its_size_ends_in_a_sentence():
    content = bytearray(zipped({"a.json": b"0" * 40_000_000}))
    listed = content.rfind(b"PK\x01\x02")
    # What the list and the member's own head say of its size: 100 bytes.
    content[listed + 24 : listed + 28] = (100).to_bytes(4, "little")
    content[22:26] = (100).to_bytes(4, "little")
    assert refused(bytes(content)) == archives.DAMAGED


def test_members_that_overlap_unpack_within_the_limit():
    content = bytearray(zipped({"a.json": b"0" * 100_000, "b.json": b"1" * 100_000}))
    first = content.rfind(b"PK\x01\x02", 0, content.rfind(b"PK\x01\x02"))
    second = content.rfind(b"PK\x01\x02")
    content[second + 42 : second + 46] = content[first + 42 : first + 46]
    assert refused(bytes(content)) == archives.DAMAGED


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack_are_refused(method):
    assert refused(zipped({"a.json": b"[]"}, method)) == UNKNOWN_PACKING
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.json", "[]", zipfile.ZIP_DEFLATED)
        archive.writestr("b.json", "[]", method)
    assert refused(buffer.getvalue()) == UNKNOWN_PACKING


def test_locked_and_empty_archives_are_refused():
    content = bytearray(zipped({"a.json": b"[]"}))
    content[6] |= 1
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    assert refused(bytes(content)) == LOCKED
    assert "holds no file that can be read here" in refused(zipped({"a.png": b"x"}))
    buffer = io.BytesIO()
    zipfile.ZipFile(buffer, "w").close()
    assert "holds no file that can be read here" in refused(buffer.getvalue())


def test_an_archive_cut_short_or_changed_anywhere_ends_in_a_sentence_or_is_read():
    content = zipped({"a.json": b'[{"a": 1}]' * 30, "b.csv": b"a,b\n1,2\n"})
    for end in range(0, len(content) - 1, 7):
        refused(content[:end])
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 0xFF
        try:
            assert len(opened_archive(bytes(changed)).members) <= 2
        except ValueError as error:
            assert len(str(error)) < 150 and error.__cause__ is None


def test_archives_for_more_than_four_gigabytes_are_refused():
    content = bytearray(zipped({"a.json": b"[]"}))
    end = content.rfind(b"PK\x05\x06")
    locator = b"PK\x06\x07" + bytes(16)
    assert "of a kind for more than 4 GB" in refused(bytes(content[:end] + locator + content[end:]))
    assert "of a kind for more than 4 GB" in refused(bytes(locator + content[end:]))
