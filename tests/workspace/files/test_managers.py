"""Password managers and browsers: the same made-up logins in the shapes of all of them, and whatever a shape may be."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files.recognise import read
from leakage.workspace.files.vaults import PasswordNeededError
from tests.strategies import thorough
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import CARD, DATED, FILE_PASSWORD, IDENTITY, UNTITLED, WRITERS, made_up_logins
from tests.workspace.files.files import accounts, work_of

LOGINS = made_up_logins(40)


def expected(logins):
    numbers = {}
    return [(login.site, login.user, numbers.setdefault(login.password, len(numbers))) for login in logins]


@pytest.mark.parametrize("program", WRITERS)
def test_every_program_says_the_same(program):
    findings = read(WRITERS[program](LOGINS))
    assert accounts(findings) == expected(LOGINS)
    # CXF says whose file it is.
    assert not findings.problems and findings.facts in ((), (("Email", "robin@example.org"),))
    assert [a.title for a in findings.accounts] == ([""] * 40 if program in UNTITLED else [one.title for one in LOGINS])
    days = [login.changed.isoformat() for login in LOGINS] if program in DATED else [""] * 40
    assert [account.changed for account in findings.accounts] == days


@pytest.mark.parametrize("program", WRITERS)
def test_passwords_are_compared_between_files_and_accounts_counted_once(program):
    alone, both = work_of(WRITERS["Chrome"](LOGINS)), work_of(WRITERS["Chrome"](LOGINS), WRITERS[program](LOGINS))
    assert {(r.recipient, r.record) for r in both.releases} == {(r.recipient, r.record) for r in alone.releases}


def test_1pux_and_archives_of_bitwarden():
    assert accounts(read(exports.onepassword(LOGINS))) == expected(LOGINS)
    assert accounts(read(exports.bitwarden_zip(LOGINS))) == expected(LOGINS)


@pytest.mark.parametrize("kdf", [0, 1])
def test_a_locked_export_is_opened_with_its_password(kdf):
    locked = exports.bitwarden_protected(LOGINS[:3], kdf=kdf, iterations=3 if kdf else 5_000)
    assert accounts(read(locked, password=FILE_PASSWORD)) == expected(LOGINS[:3])
    for wrong in ("", "another"):
        with pytest.raises(PasswordNeededError):
            read(locked, password=wrong)


def test_identities_and_cards_are_facts():
    found = read(exports.bitwarden(LOGINS[:1], [{"type": 4, "identity": IDENTITY}, {"type": 3, "card": CARD}]))
    assert dict(found.facts) == {
        "Name": "Robin Example",
        "Address": "12 Sample Street",
        "City": "Sampleton",
        "Region": "Shire",
        "Post code": "99901",
        "Country": "UT",
        "Employer": "Sample Works",
        "Email": "robin@example.org",
        "Phone": "+1 555 0100",
        "User name": "robin_reads",
        "National id": "ends in 6789",
        "Passport": "ends in 4321",
        "Card": "Visa ends in 1234",
    }


LEFT_OUT = {
    "a note": ({"type": 2, "secureNote": {}, "notes": "x"}, "notes"),
    "a deleted one": ({"type": 1, "deletedDate": "2020-01-31", "login": {"username": "a"}}, "entries in the bin"),
    "an archived one": ({"type": 1, "archivedDate": "2020-01-31", "login": {"username": "a"}}, "archived entries"),
    "a key": ({"type": 5, "sshKey": {}}, "SSH keys"),
    "what comes later": ({"type": 99}, "entries of other kinds"),
    "wifi": ({"type": 1, "name": "Wi-Fi at home", "login": {"password": "p"}}, "wireless networks"),
}


@pytest.mark.parametrize("entry", LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_no_company_is_counted(entry):
    found = read(exports.bitwarden([], [entry[0]]))
    assert not found.accounts and dict(found.left_out) == {entry[1]: 1}


def test_each_row_is_as_long_as_the_header_or_refused_by_its_number():
    rows = "Shop,shop.example,robin,p\nBank,bank.example,robin\n"
    rows += "Forum,forum.example,robin,p,q\nClub,club.example,robin,p,,\n"
    found = read(f"name,url,username,password\n{rows}".encode())
    assert [account.site for account in found.accounts] == ["shop.example", "club.example"]
    assert [problem.where for problem in found.problems] == ["line 3", "line 4"]


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
words = st.text("abcdefghij", min_size=1, max_size=8)


@st.composite
def tables(draw):
    """Logins, and a table of them in whatever dialect a writer may have."""
    headings = draw(st.permutations(["title", "url", "username", "password", "notes", "Favourite colour"]))
    rows = [
        {
            "title": draw(words),
            "url": f"https://{draw(words)}.example/",
            "username": f"{draw(words)}@b.cc",
            "password": draw(texts),
            "notes": draw(st.one_of(texts, st.just('a "quoted"\nline'))),
            "Favourite colour": draw(texts),
        }
        for _ in range(draw(st.integers(1, 4)))
    ]
    text = io.StringIO(newline="")
    delimiter, end = draw(st.sampled_from(",;\t|")), draw(st.sampled_from(["\n", "\r\n"]))
    writer = csv.writer(
        text, delimiter=delimiter, lineterminator=end, quoting=draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]))
    )
    above = draw(st.sampled_from(["", f"sep={delimiter}{end}", f"My logins{end}{end}"]))
    writer.writerow(headings)
    writer.writerows([row[heading] for heading in headings] for row in rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    return rows, (above + text.getvalue()).encode(encoding)


@thorough
@given(tables())
def test_tables_of_any_dialect(drawn):
    rows, content = drawn
    numbers = {}
    wanted = [
        (
            row["url"][8:-1],
            row["username"],
            *([numbers.setdefault(row["password"], len(numbers))] if row["password"].strip() else []),
        )
        for row in rows
    ]
    findings = read(content)
    assert accounts(findings) == wanted and not findings.problems
