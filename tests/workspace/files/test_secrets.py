"""No secret is kept, whatever it lies in: forty of them in as many shapes, looked for wherever something is written."""

import csv
import io
import json
import logging

import pytest

from leakage.workspace.copies import saved_copy
from leakage.workspace.files.adding import added, changes
from leakage.workspace.files.entries import kind_of, programs
from leakage.workspace.files.own_tables import suggested_columns, with_columns
from leakage.workspace.files.recognise import read
from leakage.workspace.files.secret import kept
from leakage.workspace.workspace import Workspace
from tests.workspace.files.files import archive, saved

WORD = "planted-Moon-7731"
CARD = "4111 1111 1111 1111"
SEED = "JBSWY3DPEHPK3PXP"
OTP = f"otpauth://totp/Shop:robin?secret={SEED}&issuer=Shop"
KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nplantedb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----"
TOKEN = "ghp_planted0123456789abcdefABCDEF0123"
SECRET_KINDS = ("password", "code", "secret", "note", "lines", "fields", "card_number", "")
"""Kinds of columns in which a secret may lie."""

SECRETS = (
    "planted",
    "Moon-7731",
    "4111 1111",
    "41111111",
    SEED,
    "b3BlbnNzaC1",
    "0123456789abc",
    "plantedrex",
    "774411",
    "jbsw y3dp",
    "MOON-7731",
)


def table(*rows, delimiter=","):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def logins(heading, secret=WORD, **more):
    return table(
        ["Name", "URL", "Username", heading, *more], ["Shop", "https://shop.example", "robin", secret, *more.values()]
    )


def bitwarden(**item):
    return json.dumps({"encrypted": False, "items": [{"type": 1, "name": "Shop", **item}]}).encode()


def onepassword(**fields):
    sections = [{"fields": [{"id": name, "value": value} for name, value in fields.items()]}]
    item = {"categoryUuid": "004", "details": {"sections": sections}}
    return archive({"export.data": json.dumps({"accounts": [{"vaults": [{"items": [item]}]}]})})


SHAPES = {
    "a column of passwords": logins("Password"),
    "in German": logins("Kennwort"),
    "in Spanish": logins("Contraseña"),
    "in Polish": logins("Hasło"),
    "in Russian": logins("Пароль"),
    "in Japanese": logins("パスワード"),
    "a column of passwords by another name": logins("Login_Passwd_2"),
    "a PIN": logins("PIN", "774411"),
    "a CVV": logins("CVV2", "774411"),
    "a seed by its heading": logins("Authenticator Key", SEED),
    "a seed by its address": logins("Remarks", OTP),
    "an answer": logins("Security Question Answer", "plantedrex"),
    "an API key": logins("API_Key", TOKEN),
    "a private key in a note": logins("Notes", KEY),
    "a number of a card in a table of logins": logins("Comment", CARD),
    "a password in a note": logins("Password", "other", Notes=f"old one: {WORD}"),
    "the password as user name": table(["name", "url", "username", "password"], ["Shop", "shop.example", WORD, WORD]),
    "the password as title": table(["name", "url", "username", "password"], [WORD, "shop.example", "robin", WORD]),
    "the password in the address": table(["url", "password"], [f"https://robin:{WORD}@shop.example/?p={WORD}", "x"]),
    "a header nobody knows": table(["Wer", "Wo", "Womit"], ["robin", "https://shop.example", WORD]),
    "a header of which half is known": table(["Site", "Me", "Word"], ["shop.example", "robin", WORD]),
    "no header": table(
        ["Shop", "robin", WORD, "https://shop.example"], ["Bank", "robin", WORD, "https://bank.example"]
    ),
    "no header and no address in the first row": table(["Shop", "robin", WORD], ["Bank", "robin@example.org", WORD]),
    "a header below lines": b"My logins\n\n" + logins("Password"),
    "semicolons": table(["Konto", "Kennwort", "Webseite"], ["robin", WORD, "shop.example"], delimiter=";"),
    "tabs": table(["Title", "Login", "Pass"], ["Shop", "robin", WORD], delimiter="\t"),
    "pairs of field and value": table(
        ["Title", "Field", "Value", "Field", "Value"], ["Shop", "User", "robin", "Password", WORD]
    ),
    "pairs without a header": table(["Shop", "Username", "robin", "*Password", WORD, "URL", "https://shop.example"]),
    "fields one below the other": table(
        ["Field", "Value"], ["Title", "Shop"], ["Username", "robin"], ["Password", WORD]
    ),
    "label and value": table(
        ["label", "value"], ["Name", "Robin"], ["Security answer", "plantedrex"], ["Wifi password", WORD]
    ),
    "facts in long form": table(
        ["release", "recipient", "label", "value"], ["A", "Shop", "PIN", "774411"], ["A", "Shop", "City", "X"]
    ),
    "lines in a cell": table(
        ["Secret Name", "Secret URL", "SecretData"], ["Shop", "shop.example", f"User Name:robin\nPassword:{WORD}"]
    ),
    "a table of one's own": table(
        ["Shop", "E-Mail", "PIN"], ["Books", "a@b.c", "774411"], ["Potter", "a@b.c", "774411"]
    ),
    "a column of one's own that looks like passwords": table(
        ["Shop", "E-Mail", "Magic"], ["Books", "a@b.c", WORD], ["Toys", "a@b.c", "blue"]
    ),
    "lines in a cell of one's own": table(["Shop", "E-Mail", "Hobby"], ["Books", "a@b.c", f"moths\nPIN: {WORD}"]),
    "a card among facts": table(["label", "value"], ["Card", CARD], ["City", "Sampleton"]),
    "Bitwarden": bitwarden(
        login={"username": "robin", "password": WORD, "totp": OTP, "uris": [{"uri": "shop.example"}]}
    ),
    "fields of one's own": bitwarden(
        login={"username": "robin"}, fields=[{"name": "PIN", "value": WORD, "type": 0}], notes=WORD
    ),
    "a history": bitwarden(login={"username": "robin"}, passwordHistory=[{"password": WORD}]),
    "a card with its code": bitwarden(type=3, card={"number": CARD, "code": "774411", "cardholderName": "Robin"}),
    "KeePass": (
        "<KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>Shop</Value></String>"
        f"<String><Key>Password</Key><Value>{WORD}</Value></String><String><Key>UserName</Key><Value>{{REF:P@T:Shop}}</Value>"
        f"</String><String><Key>KPRPC</Key><Value>{WORD}</Value></String></Entry></Group></Root></KeePassFile>"
    ).encode(),
    "1Password": onepassword(
        firstname={"string": "Robin"},
        reminderq={"concealed": WORD},
        email={"totp": OTP},
        company={"sshKey": {"key": KEY}},
    ),
    "a note in JSON": table(
        ["type", "name", "url", "email", "username", "password", "note", "totp", "createTime", "modifyTime", "vault"],
        ["creditCard", "c", "", "", "", "", json.dumps({"number": CARD, "pin": "774411"}), "", "1", "1", "P"],
        ["identity", "i", "", "", "", "", json.dumps({"fullName": "Robin", "secret": WORD}), "", "1", "1", "P"],
    ),
    "a card": f"BEGIN:VCARD\nFN:R\nTITLE:PIN: {WORD}\nNOTE:{WORD}\nNICKNAME:{SEED}\nEND:VCARD".encode(),
    "a row with a cell too many": logins("Password") + f"Bank,bank.example,robin,{WORD},{WORD}\n".encode(),
    "a title that names one": table(["name", "url", "username", "password"], [f"Shop (pw: {WORD})", "", "robin", "x"]),
    "an access code": table(["Shop", "E-Mail", "Zugangscode"], ["Books", "a@b.c", "774411"]),
    "a code word": table(["Shop", "E-Mail", "Codewort"], ["Books", "a@b.c", "plantedrex"]),
    "a key word in Spanish": table(["Name", "City", "Clave"], ["R", "X", "plantedrex"]),
    "a number in Japanese": table(["Name", "City", "暗証番号"], ["R", "X", "774411"]),
    "in Korean": logins("비밀번호"),
    "in Greek": logins("Κωδικός"),
    "a number behind its name": table(["Name", "City", "Hobby"], ["R", "X", "PIN 774411"]),
    "a seed in small letters": table(["Name", "City", "Hobby"], ["R", "X", "jbsw y3dp ehpk 3pxp"]),
    "a password as user name, in other letters": table(
        ["name", "url", "username", "password"], ["Shop", "shop.example", WORD.upper(), WORD]
    ),
    "a password in the title": table(
        ["name", "url", "username", "password"], [f"Shop {WORD}", "shop.example", "robin", WORD]
    ),
    "a heading that is one": table(["Name", "City", OTP], ["R", "X", ""]),
    "names and values without a header": table(["Username", "robin"], ["Password", WORD]),
}


assert len(SHAPES) >= 40


@pytest.mark.parametrize("content", SHAPES.values(), ids=SHAPES)
def test_no_secret_is_in_what_is_saved_shown_or_logged(content, caplog):
    caplog.set_level(logging.DEBUG)
    said = []
    try:
        findings = read(content)
    except ValueError as error:
        said.append(str(error))
        assert error.__cause__ is None and (error.__suppress_context__ or error.__context__ is None)
    else:
        said += [str(one.rows) for one in findings.tables]
        for number, table_of_own in reversed(list(enumerate(findings.tables))):
            columns = suggested_columns(table_of_own.headings)
            findings = with_columns(findings, number, "releases" if columns.named else "background", columns)
        work = added(Workspace(), findings)
        said += [
            saved_copy(work),
            repr(findings),
            repr(work),
            str(findings.left_out),
            *map(str, findings.problems),
        ]
        said += [repr(change) + change.release for change in changes(Workspace(), work)]
        said += [title for release in work.releases for title in (release.name, release.recipient)]
        said += [repr(account) for account in findings.accounts]
    text = "\n".join((*said, caplog.text))
    assert not [secret for secret in SECRETS if secret in text]


HONEST = [
    "https://example.org/2020/01/some-post-with-words",
    "0049 151 2345 67890",
    "100004563217890",
    "robin.example.of.sampleton.1990@mail.example.org",
    "Fish & Chips: the shop",
    "12 Sample Street, Flat 2",
    "Donaudampfschifffahrtsgesellschaft",
]


@pytest.mark.parametrize("text", HONEST)
def test_honest_texts_are_kept(text):
    assert kept(text) == text


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_of_every_program_no_cell_is_kept_but_of_kinds_that_are_read(program):
    """Every heading that its tables have, and those of no known kind, filled with a password."""
    kinds_of = {heading: kind_of(heading, program) for heading in sorted(program.known_by)}
    known = {"title": "Shop", "address": "https://shop.example", "user": "robin", "email": "robin@example.org"}
    ignored = {"type", "group", "deleted", "archived", "created", "changed", "used"}
    more = {"Word": WORD, "PIN": "774411", "Custom": f"a: {WORD}", "Answer": "plantedrex", "OTP": OTP, "Note": KEY}
    row = {
        heading: known.get(kind, "" if kind in ignored or kind not in SECRET_KINDS else WORD)
        for heading, kind in kinds_of.items()
    }
    text = table([*row, *more], [*row.values(), *more.values()])
    found = read(text)
    assert [secret for secret in SECRETS if secret in saved(text)] == []
    assert found.kind == "logins" and found.sources == (program.name,)
    if {"address", "user"} <= set(kinds_of.values()) and "card_number" not in kinds_of.values():
        assert [(account.site, account.login) for account in found.accounts] == [
            ("shop.example", (("User name", "robin"),))
        ]
