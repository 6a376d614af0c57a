"""Logins, whatever program wrote them: the same accounts, and nothing of a password in anything that comes out."""

import copy
import json
import logging
import pickle
import traceback

import pytest

from leakage.workspace.files.additions import added
from leakage.workspace.files.importing import ACCOUNT_KINDS, imported, opened_archive, recognise, unlocked
from leakage.workspace.files.passwords import bitwarden
from leakage.workspace.files.passwords.bitwarden import WrongFilePasswordError
from leakage.workspace.files.passwords.columns import is_secret
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.workspace.files import exports
from tests.workspace.files.exports import CARD, DATED, FILE_PASSWORD, IDENTITY, UNTITLED, WRITERS, made_up_logins
from tests.workspace.files.texts_in import texts_in

LOGINS = made_up_logins(40)
VAULTS = ("Proton Pass JSON", "older Proton Pass JSON", "Enpass JSON", "Dashlane JSON", "Keeper JSON", "Avast JSON")
KINDS = {
    **{program: "bitwarden" for program in WRITERS if program.startswith("Bitwarden") and "CSV" not in program},
    **dict.fromkeys(VAULTS, "vault"),
    "KeePass XML": "keepass",
    "CXF": "cxf",
    "CXF of plain texts": "cxf",
}


def taken(*contents, workspace=None):
    additions, refusals = imported([recognise(content) for content in contents], workspace or Workspace())
    assert not any(refusals)
    return additions


def classes_of(releases):
    """Which releases share a password, whatever it is called."""
    shared = {}
    for release in releases:
        for value in release.record.values("Password"):
            shared.setdefault(value, set()).add(release.recipient)
    return {frozenset(recipients) for recipients in shared.values()}


def expected_classes(logins):
    shared = {}
    for login in logins:
        shared.setdefault(login.password, set()).add(login.site)
    return {frozenset(sites) for sites in shared.values() if len(sites) > 1}


@pytest.mark.parametrize("program", WRITERS)
def test_every_program_gives_the_same_accounts(program):
    content = WRITERS[program](LOGINS)
    file = recognise(content)
    assert file.kind == KINDS.get(program, "logins") and file.kind in ACCOUNT_KINDS
    releases = taken(content).releases
    assert [(r.recipient, r.name) for r in releases] == [
        (x.site, x.site if program in UNTITLED else x.title) for x in LOGINS
    ]
    for release, login in zip(releases, LOGINS, strict=True):
        label = "Email" if "@" in login.user else "User name"
        assert release.record.values(label) == (login.user,)
        assert release.date == (login.created.isoformat() if program in DATED else "")
        assert set(release.record.labels) <= {label, "Password"}
    assert classes_of(releases) == expected_classes(LOGINS)


@pytest.mark.parametrize("write", [exports.bitwarden_zip, exports.onepassword])
def test_archives_are_opened_by_their_members(write):
    archive = opened_archive(write(LOGINS))
    assert len(archive.members) == 1
    releases = taken(archive.members[0].content).releases
    assert [(r.recipient, r.date) for r in releases] == [(x.site, x.created.isoformat()) for x in LOGINS]
    assert classes_of(releases) == expected_classes(LOGINS)


@pytest.mark.parametrize(("kdf", "iterations"), [(0, 5_000), (1, 2)])
def test_a_protected_export_is_opened_with_its_password(kdf, iterations):
    file = recognise(exports.bitwarden_protected(LOGINS, kdf, iterations))
    assert file.kind == "protected"
    assert imported([unlocked(file, FILE_PASSWORD)], Workspace())[0] == taken(exports.bitwarden(LOGINS))
    for wrong in ("", "another", FILE_PASSWORD + "x", "x" * 5_000):
        with pytest.raises(WrongFilePasswordError, match=r"^the password does not open the file$"):
            unlocked(file, wrong)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"passwordProtected": None}, "this export can be opened only by the Bitwarden account that made it"),
        ({"salt": None}, "this export can be opened only by the Bitwarden account that made it"),
        ({"kdfType": 7}, "the file derives its key in a way that is not known here"),
        ({"kdfIterations": 0}, r"kdfIterations must be in \[1, 2000000\], got 0"),
        ({"kdfIterations": 10**9}, r"kdfIterations must be in \[1, 2000000\], got 1000000000"),
        ({"kdfIterations": 10**30}, "kdfIterations must be a whole number"),
        ({"kdfIterations": True}, "kdfIterations must be a whole number"),
        ({"kdfType": 1, "kdfMemory": 10**6, "kdfParallelism": 1}, "memory must be in"),
        ({"kdfType": 1, "kdfMemory": 64, "kdfParallelism": 99, "kdfIterations": 1}, "lanes must be in"),
        ({"kdfType": 1, "kdfMemory": 64, "kdfParallelism": 4}, "iterations must be in"),
        ({"kdfType": 1, "kdfMemory": None, "kdfParallelism": 4}, "kdfMemory must be a whole number"),
    ],
)
def test_keys_are_derived_within_limits_only(changed, sentence):
    whole = json.loads(exports.bitwarden_protected(LOGINS[:1]))
    with pytest.raises(ValueError, match=sentence):
        recognise(json.dumps({**whole, **changed}).encode())


@pytest.mark.parametrize("part", ["data", "encKeyValidation_DO_NOT_EDIT"])
def test_a_damaged_protected_export_ends_in_a_sentence(part):
    whole = json.loads(exports.bitwarden_protected(LOGINS[:1]))
    text = whole[part]
    middle = len(text) // 2
    other = "A" if text[middle] != "A" else "B"
    for damaged in (text[:middle] + other + text[middle + 1 :], text[:-30], "", None, "2.a|b|c", "0.x", "2.||"):
        file = recognise(json.dumps({**whole, part: damaged}).encode())
        with pytest.raises(ValueError, match=r"^(the encrypted part of the file is damaged|the password does not)"):
            unlocked(file, FILE_PASSWORD)


def test_identities_and_cards_become_facts():
    more = [
        {"type": 4, "name": "Me", "identity": IDENTITY},
        {"type": 3, "name": "Card", "card": CARD, "notes": "planted-note"},
        {"type": 2, "name": "Note", "notes": "planted-note", "secureNote": {"type": 0}},
        {"type": 5, "name": "Key", "sshKey": {"privateKey": "planted-key"}},
        {**exports.bitwarden_item(LOGINS[0]), "deletedDate": "2020-01-01T00:00:00Z"},
    ]
    found = taken(exports.bitwarden(LOGINS[:1], more))
    facts = dict(found.profile)
    assert facts["Name"] == "Robin Example" and facts["Address"] == "12 Sample Street" and facts["City"] == "Sampleton"
    assert facts["Card"] == "Visa ends in 1234" and facts["National id"] == "ends in 6789"
    assert facts["Passport"] == "ends in 4321" and facts["Phone"] == "+1 555 0100"
    assert found.notes[0] == "Left out: notes (2), SSH keys (1), entries in the bin (1)."
    assert "planted" not in str(found.profile) + str(found.notes) and len(found.releases) == 1


def test_what_vaults_hold_besides_logins():
    dashlane = {
        "AUTHENTIFIANT": [],
        "IDENTITY": [{"fullName": "Robin Example", "pseudo": "rob"}],
        "ADDRESS": [{"addressFull": "12 Sample Street", "city": "Sampleton", "zipcode": "99901", "country": "ut"}],
        "PAYMENTMEANS_CREDITCARD": [{"cardNumber": "4111111111111234", "bank": "planted"}],
    }
    found = taken(json.dumps(dashlane).encode())
    assert dict(found.profile) == {
        "Name": "Robin Example",
        "User name": "rob",
        "Address": "12 Sample Street",
        "Post code": "99901",
        "City": "Sampleton",
        "Country": "ut",
        "Card": "ends in 1234",
    }
    note = {"state": 1, "data": {"metadata": {"name": "planted", "note": "planted"}, "type": "note", "content": {}}}
    gone = {"state": 2, "data": {"metadata": {"name": "planted"}, "type": "login", "content": {}}}
    proton = taken(json.dumps({"vaults": {"v": {"items": [note, gone, 7]}}}).encode())
    assert proton.notes == ("Left out: notes (1), entries of other kinds (1), entries in the bin (1).",)
    assert not proton.releases and "planted" not in str(proton)


@pytest.mark.parametrize("whole", [{"items": [], "folders": []}, {"items": [{"login": 1}], "folders": []}, [{}]])
def test_what_only_looks_a_little_like_bitwarden_is_not(whole):
    assert not bitwarden.is_bitwarden(whole)


def test_onepasswords_other_categories():
    def item(category, fields, **overview):
        return {
            "categoryUuid": category,
            "state": "active",
            "overview": {"title": "x", **overview},
            "details": {"sections": [{"title": "", "fields": fields}]},
        }

    address = {"street": "12 Sample Street", "city": "Sampleton", "state": "", "zip": "99901", "country": "ut"}
    more = [
        item(
            "004",
            [
                {"id": "firstname", "value": {"string": "Robin"}},
                {"id": "lastname", "value": {"string": "Example"}},
                {"id": "birthdate", "value": {"date": 633_787_200}},
                {"id": "address", "value": {"address": address}},
                {"id": "defphone", "value": {"phone": "555-0100"}},
                {"id": "email", "value": {"email": {"email_address": "robin@example.org", "provider": None}}},
            ],
        ),
        item("002", [{"id": "ccnum", "value": {"creditCardNumber": "4111111111111234"}}]),
        item("106", [{"id": "number", "value": {"string": "X1234567"}}]),
        item(
            "101", [{"id": "iban", "value": {"string": "UT00 1234 5678"}}, {"id": "pin", "value": {"concealed": "1"}}]
        ),
        {"item": item("105", [])},
        {**exports.onepassword_whole(LOGINS[:1])["accounts"][0]["vaults"][0]["items"][0], "state": "archived"},
    ]
    found = taken(json.dumps(exports.onepassword_whole([], more)).encode())
    facts = dict(found.profile)
    assert facts["Name"] == "Robin Example" and facts["Date of birth"] == "1990-01-31"
    assert (facts["Address"], facts["City"], facts["Post code"]) == ("12 Sample Street", "Sampleton", "99901")
    assert facts["Email"] == LOGINS[0].user or "robin@example.org" in facts.values()
    assert (facts["Card"], facts["Passport"], facts["Bank account"]) == ("ends in 1234", "ends in 4567", "ends in 5678")
    assert [release.recipient for release in found.releases] == [LOGINS[0].site]
    assert "memberships (1)" in found.notes[0]


def test_rows_that_are_no_logins():
    text = (
        "url,username,password,totp,extra,name,grouping,fav\n"
        'http://sn,,,,"NoteType:x\nplanted-note",Note,,0\n'
        "chrome://FirefoxAccounts,a,planted-token,,,,,0\n"
        "android://hash@com.example.app/,alice,planted-1,,,,,0\n"
        "http://192.168.0.1/,admin,planted-2,,,Router,,0\n"
        "http://nas:5000/,admin,planted-2,,,Router,,0\n"
        ",admin,planted-2,,,fritz.box,,0\n"
        "http://nas/,robin,planted-4,,,,,0\n"
        ",robin,planted-4,,,Home,,0\n"
        ",alice,planted-3,,,,,0\n"
    )
    found = taken(text.encode())
    assert [release.recipient for release in found.releases] == ["com.example.app", "Home"]
    assert all(value not in ("admin", "password A") for _, value in found.profile)
    assert "logins at routers and other machines of your own network (4)" in found.notes[0]
    assert "the browser's own account (1)" in found.notes[0]
    assert "entries that do not say where they belong (1)" in found.notes[0]


NORDPASS = (
    "name,url,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,"
    "phone_number,email,address1,address2,city,country,state,type\n"
    "Home,,,,,,,,,,,,,,,,,,,,folder\n"
    "Card,,,,,Robin,4111111111111234,planted,planted,01/30,,,,,,,,,,,credit_card\n"
    "Me,,,,,,,,,,99901,,Robin Example,555-0100,r@example.org,12 Sample Street,,Sampleton,UT,,identity\n"
    "Note,,,,planted-note,,,,,,,,,,,,,,,,note\n"
    "Shop,https://shop.example,alice,planted,,,,,,,,,,,,,,,,,password\n"
)


def test_rows_of_nordpass_that_are_no_logins():
    found = taken(NORDPASS.encode())
    assert [release.recipient for release in found.releases] == ["shop.example"]
    facts = dict(found.profile)
    assert facts["Card"] == "ends in 1234" and facts["Name"] == "Robin Example" and facts["City"] == "Sampleton"
    assert found.notes[0] == "Left out: folders (1), notes (1)." and "planted" not in str(found.profile)


def test_entries_in_keepass_bin_and_history_are_passed_over():
    found = taken(exports.keepass_xml(LOGINS[:2], LOGINS[2:3]))
    assert [release.recipient for release in found.releases] == [login.site for login in LOGINS[:2]]
    assert "entries in the bin (1)" in found.notes[0]


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><KeePassFile>&a;</KeePassFile>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd"><KeePassFile/>',
        '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]><KeePassFile>&b;</KeePassFile>',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><KeePassFile/>',
    ],
)
def test_xml_with_a_document_type_is_refused(text):
    _, refusals = imported([recognise(text.encode())], Workspace())
    assert refusals == ("the file declares a document type, which no password manager does, and is not read",)


def test_xml_too_deep_or_cut_short_is_refused():
    deep = b"<KeePassFile>" + b"<Group>" * 50_000
    assert imported([recognise(deep)], Workspace())[1] == ("the file is nested more than 100 deep",)
    cut = exports.keepass_xml(LOGINS)[:-200]
    assert imported([recognise(cut)], Workspace())[1] == ("the file is not complete XML; was it cut short or changed?",)


PLANTED = ["planted", FILE_PASSWORD, *{login.password for login in LOGINS}]


def no_password_in(text):
    assert not any(planted in text for planted in PLANTED)


@pytest.mark.parametrize("program", WRITERS)
def test_no_password_is_in_anything_that_comes_out(program, caplog):
    caplog.set_level(logging.DEBUG)
    file = recognise(WRITERS[program](LOGINS))
    additions, _ = imported([file], Workspace())
    work = added(Workspace(), additions)
    for value in (additions, work, work.releases, work.profile):
        no_password_in(pickle.dumps(value).decode("latin-1"))
        no_password_in(repr(value))
    no_password_in(workspace_to_json(work))
    no_password_in(repr(file) + " ".join(map(str, (*additions.notes, *additions.problems))) + caplog.text)


def test_no_password_is_in_what_is_held_when_an_import_is_over():
    work = added(Workspace(), imported([recognise(exports.bitwarden(LOGINS))], Workspace())[0])
    for text in texts_in(work):
        no_password_in(text)
    # Looked at in the same way, the file itself has them.
    assert any("planted" in text for text in texts_in(recognise(exports.bitwarden(LOGINS))))


@pytest.mark.parametrize("program", WRITERS)
def test_no_password_is_in_what_is_said_of_a_broken_file(program):
    content = WRITERS[program](LOGINS[:6])
    for end in range(10, len(content), max(1, len(content) // 25)):
        try:
            file = recognise(content[:end])
        except ValueError as error:
            no_password_in("".join(traceback.format_exception_only(error)) + str(error.__context__ or ""))
            continue
        if file.kind not in ACCOUNT_KINDS:
            # What is left may look like another table; its columns of passwords are passed over there.
            assert file.kind == "wide"
            continue
        additions, refusals = imported([file], Workspace())
        no_password_in(repr(additions) + " ".join((*refusals, *additions.notes, *map(str, additions.problems))))
        no_password_in(pickle.dumps(additions).decode("latin-1"))


def test_no_password_is_in_a_traceback_with_its_variables():
    whole = json.loads(exports.bitwarden_protected(LOGINS[:1]))
    file = recognise(json.dumps({**whole, "data": whole["data"][:-40]}).encode())
    with pytest.raises(ValueError) as raised:
        unlocked(file, FILE_PASSWORD)
    no_password_in("".join(traceback.format_exception(raised.value)))


def test_classes_are_not_saved_and_do_not_say_what_they_hold():
    classes, others = PasswordClasses(), PasswordClasses()
    assert [classes.of(word) for word in ("planted-a", "planted-b", "planted-a", "", None, 7)] == [
        0,
        1,
        0,
        None,
        None,
        None,
    ]
    # The same password under another key is another tag, so nothing can be looked up.
    assert others.of("planted-b") == 0
    assert classes._PasswordClasses__numbers.keys().isdisjoint(others._PasswordClasses__numbers)
    assert repr(classes) == "PasswordClasses(2 classes)"
    for save in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="live within one import"):
            save(classes)


@pytest.mark.parametrize(
    "heading", ["Password", "PASSWORT", "login_password", "My PIN", "CVV", "otpauth", "passwd", "cc_number", "code"]
)
def test_columns_of_secrets_are_known(heading):
    assert is_secret(heading)


@pytest.mark.parametrize("heading", ["Passport", "Boarding pass", "Spin", "Opinion", "Email", "Post code"])
def test_other_columns_are_no_secrets(heading):
    assert not is_secret(heading)


def test_the_limits_of_the_format_are_those_of_its_program():
    assert bitwarden.MAX_ITERATIONS == 2_000_000


def test_whose_file_it_is_is_a_fact_about_the_person():
    owner = {"name": "Robin Example", "fullName": "Robin Example", "email": "robin@example.org"}
    puxed = json.dumps({"accounts": [{"attrs": owner, "vaults": []}]})
    exchanged = json.dumps({"version": {"major": 1, "minor": 0}, "accounts": [{**owner, "items": []}]})
    for text in (puxed, exchanged):
        additions, refusals = imported([recognise(text.encode())], Workspace())
        assert set(additions.profile) == {("Name", "Robin Example"), ("Email", "robin@example.org")}
        assert not refusals[0]
