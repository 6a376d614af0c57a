"""Exports of platforms, browsers and phones, cards, mail, breaches and tables of one's own."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.changes import with_values_changed
from leakage.workspace.copies import saved_copy
from leakage.workspace.files import mail
from leakage.workspace.files.adding import added
from leakage.workspace.files.own_tables import suggested_columns, with_columns
from leakage.workspace.files.recognise import read
from leakage.workspace.workspace import Columns, Release, Workspace
from tests.strategies import quick
from tests.workspace.files.data.made_up_files import BREACH, CARD_3, FOUND, MAIL, WIDE, message
from tests.workspace.files.data.platform_exports import EXPORTS
from tests.workspace.files.files import archive

SAVED = Path(__file__).parent.parent / "saved"


@pytest.mark.parametrize("export", EXPORTS.values(), ids=EXPORTS)
def test_platforms(export):
    found = read(export.content)
    assert dict(found.facts) == export.facts
    assert dict(found.left_out).get("guesses about you", 0) == export.guesses
    assert (found.accounts[0].title, found.accounts[0].created) == (export.platform, export.created)
    assert {account.recipient for account in found.accounts[1:]} == {name for name, *_ in map(_named, export.accounts)}


def _named(account):
    return (account,) if isinstance(account, str) else account


def test_autofill():
    address = {
        "given-name": "Robin",
        "family-name": "Example",
        "street-address": "12 Sample Street\nFlat 2",
        "tel": "+15550100",
    }
    gone = {"deleted": True, "email": "gone@example.org"}
    firefox = {
        "version": 1,
        "addresses": [address, gone],
        "creditCards": [{"cc-number": "************1234", "cc-type": "visa"}],
    }
    facts = dict(read(json.dumps(firefox).encode()).facts)
    assert facts.pop("Address").replace(",", "") == "12 Sample Street Flat 2"
    assert facts == {"Name": "Robin Example", "Phone": "+15550100", "Card": "visa ends in 1234"}
    wanted = {"Name": "Robin Example", "Email": "r@example.org", "Phone": "555-0100"}
    flat = {"name_full": ["Robin Example"], "email_address": ["r@example.org"], "phone_home_whole_number": ["555-0100"]}
    fields = {"NAME_FULL": "Robin Example", "EMAIL_ADDRESS": "r@example.org", "PHONE_HOME_WHOLE_NUMBER": "555-0100"}
    for entry in (flat, {"fields": [{"type": key, "value": value} for key, value in fields.items()]}):
        assert (
            dict(read(json.dumps({"Autofill": [{"name": "q"}], "Autofill Profile": [entry]}).encode()).facts) == wanted
        )


# Cards.


@pytest.mark.parametrize(
    "charset", ["WINDOWS-1250", "KOI8-R", "Shift_JIS", "GBK", "Big5", "ISO-8859-9", "nonsense", "hex", "utf-7"]
)
@pytest.mark.parametrize("quoted", [True, False])
def test_no_charset_of_a_card_gives_a_question_mark(charset, quoted):
    text = {"KOI8-R": "Робин", "Shift_JIS": "ロビン", "GBK": "罗宾", "Big5": "羅賓", "ISO-8859-9": "Işık"}.get(
        charset, "Željko"
    )
    codec = charset if charset not in ("nonsense", "hex") else "utf-8"
    raw = text.encode(codec)
    value = "".join(f"={byte:02X}" for byte in raw).encode() if quoted else raw
    head = f"FN;CHARSET={charset}{';ENCODING=QUOTED-PRINTABLE' if quoted else ''}:".encode()
    assert read(b"BEGIN:VCARD\r\nVERSION:2.1\r\n" + head + value + b"\r\nEND:VCARD\r\n").facts == (("Name", text),)


BIRTHDAYS = (
    "19900131|1990-01-31|31 January 1990|31. Januar 1990|January 31, 1990|31/01/1990|31-Jan-1990|31 janvier 1990"
)


@pytest.mark.parametrize("text", [*BIRTHDAYS.split("|"), "1990-01-31T00:00:00Z"])
def test_days_of_birth(text):
    assert dict(read(f"BEGIN:VCARD\nFN:R\nBDAY:{text}\nEND:VCARD\n".encode()).facts)["Date of birth"] == "1990-01-31"


parts = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cf"], exclude_characters="=:"),
    min_size=1,
    max_size=10,
)


@quick
@given(st.lists(parts, min_size=5, max_size=5), st.booleans(), st.integers(1, 60))
def test_what_a_card_escapes_and_folds_comes_back(values, folded, width):
    escaped = [value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,") for value in values]
    line = f"ADR;TYPE=home:;;{';'.join(escaped)}"
    lines = [line[n : n + width] for n in range(0, len(line), width)] if folded and width > 12 else [line]
    found = read(
        f"BEGIN:VCARD\r\nFN:R\r\n{chr(13) + chr(10) + ' '}".encode()[:-1]
        + "\r\n ".join(lines).encode()
        + b"\r\nEND:VCARD"
    )
    assert [value for _, value in found.facts[1:]] == values


def test_a_card_among_others_or_in_an_archive_is_not_the_persons():
    two = CARD_3 + CARD_3.replace("Robin", "Alex")
    for content in (two.encode(), archive({"Takeout/Contacts/all.vcf": two}), archive({"Contacts/one.vcf": CARD_3})):
        found = read(content)
        assert not found.facts and found.cards and not added(Workspace(), found).profile


# Breaches.


def test_breaches_are_of_their_own_and_no_accounts():
    found = read(json.dumps([BREACH, {**BREACH, "Name": "X", "IsSpamList": True}, {"Name": 3}]).encode())
    [breach] = found.breaches
    assert (breach.name, breach.domain, breach.date) == ("Adobe", "adobe.com", "2013-10-04")
    assert breach.leaked == ("Email", "Password", "User name") and not found.accounts
    assert dict(found.left_out) == {"lists of spammers": 1} and found.problems[0].where == "breach 3"


def test_of_the_list_of_all_breaches_those_count_at_which_there_was_an_account():
    others = [{**BREACH, "Name": f"B{n}", "Title": f"B{n}", "Domain": f"b{n}.example"} for n in range(250)]
    shop = Release("Adobe", "adobe.com", Record.of(("Email", "a@b.c"), ("City", "X")), "2012-01-01")
    later = Release("B1", "b1.example", Record.of(("Email", "a@b.c")), "2020-01-01")
    work = added(Workspace(releases=(shop, later)), read(json.dumps([BREACH, *others]).encode()))
    [release] = work.releases[2:]
    assert release.breach == "adobe.com" and release.record == Record.of(("Email", "a@b.c", 0.5))


# Tables of one's own.


def test_a_table_waits_until_the_person_says_what_its_rows_are():
    found = read(WIDE.encode())
    assert not added(Workspace(), found).releases
    mine = with_columns(found, 0, "releases", suggested_columns(found.tables[0].headings))
    assert [(r.recipient, r.record) for r in added(Workspace(), mine).releases] == [
        ("Books", Record.of(("Email", "a@b.c"), ("Phone", "1"))),
        ("Potter", Record.of(("Email", "x@y.z"), ("Phone", "2"))),
    ]
    background = with_columns(found, 0, "background", Columns(labels=(("Shop", ""),))).background
    assert [len(record) for record in background] == [2, 2]
    with pytest.raises(ValueError, match="which column"):
        with_columns(found, 0, "releases", Columns())


def test_a_saved_copy_takes_the_place_of_the_work():
    work = Workspace((("Name", "Robin"),), title="Mine")
    found = read(saved_copy(work).encode())
    assert found.copy == work and added(Workspace(title="Other"), found) == work
    assert not found.left_out and read((SAVED / "version-2.json").read_bytes()).left_out


SURE = {"sure": "order", "probable": "unsubscribe", "possible": "mail"}


@pytest.mark.parametrize("name", MAIL)
def test_who_writes(name):
    for source in (MAIL[name], io.BytesIO(MAIL[name])):
        senders = [
            (one.site, one.mail, one.created, one.used) for one in read(source, own=("robin@example.org",)).accounts
        ]
        assert senders == [(site, SURE[sure], first, last) for site, sure, first, last in FOUND[name]]
    # A piece ends within the line that begins a message.
    twice, cut = MAIL[name] + b"\n" * 300_000 + MAIL[name], len(MAIL[name]) + 300_004
    assert [*mail.heads([twice[:cut], twice[cut:]])] == [*mail.heads([twice])]


def test_who_wrote_gets_the_address_that_the_person_says():
    found = read(message("Shop <a@shop.example>", "Your order", "Fri, 31 Jan 2020 10:00:00 +0000"))
    mine = mail.written_to(found, "a@b.c")
    known = Release("Shop", "shop.example", Record.of(("User name", "rob")))
    work = added(Workspace(releases=(known,)), mine)
    assert [release.record for release in work.releases] == [Record.of(("User name", "rob"), ("Email", "a@b.c"))]
    assert added(work, mine) == work and added(Workspace(), mine).releases[0].date == "2020-01-31"
    changed = with_values_changed(work, ["shop.example"], [("Email", "a@b.c")], "2026-01-31")
    assert added(changed, mine) == changed
