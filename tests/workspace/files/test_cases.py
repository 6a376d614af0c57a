"""Files after public reports of other programs, each of a kind that people have."""

import pytest

from leakage.workspace.files.recognise import read
from tests.workspace.files.files import accounts, case, saved

ACCOUNTS = {
    "P01": [("shop.example", "robin", 0)],  # pass-import, zoho.vault.csv
    "P02": [("Shop", "robin", 0)],  # bitwarden/web #48
    # ProtonMail/WebClients, keeper.csv: of a table without a header only addresses are sure
    "P03": [("shop.example",), ("bank.example", "robin@example.org")],
    "P05": [("shop.example", "ann", 0), ("shop.example", "bob", 1)],  # pass-import, passpack.csv
    "P06": [("shop.example", "robin", 0)],  # pass-import, synology.csv
    "P07": [("shop.example", "robin", 0), ("bank.example", "robin2", 1)],  # bitwarden/clients #14965
    "P09": [("shop.example", "robin", 0)],  # bitwarden/jslib, nordpass spec
    "P10": [("shop.example", "robin", 0)],  # ProtonMail/WebClients, nordpass.csv
    "P12b": [("shop.example", "robin", 0), ("bank.example", "robin", 1)],  # bitwarden/web #102
    "P15": [("shop.example", "robin", 0)],  # ProtonMail/WebClients, bitwarden.json
    "P16": [("shop.example", "robin", "robin@example.org", 0)],  # ProtonMail/WebClients, protonpass.csv
    "P19": [("shop.example", "robin", 0)],  # bitwarden/clients PR 17259
    "P21": [],  # bitwarden/jslib, 1PUX SSN
    "P34": [("shop.example", "robin", 0)],  # parsecsv-for-php #60
    "P38": [("shop.example", "robin", 0), ("bank.example", "robin", 1)],  # aliasvault #1146
    "P40": [("shop.example", "robin", 0)],  # buttercup-importer PR 65
    "P50": [("shop.example", "robin@example.org", 0), ("forum.example", "robin@example.org", 0)],  # bitwarden/web #420
    "P60": [("shop.example", "robin@example.org", 0)],  # ProtonMail/WebClients, enpass.json
    "P68": [("shop.example", "robin&co", 0), ("bank.example", "robin", 0)],  # bitwarden/web #40, pass-import #35
    "P93": [("shop.example", "robin@example.org", 0), ("bank.example", "robin", 0)],  # bitwarden/jslib #84
    # tld.js #117, psl #344
    "P95": [("altervista.org", "robin", 0), ("altervista.org", "robin", 0), ("aa.altervista.org", "robin", 0)],
    "M05": [("shop.example",), ("bank.example",)],  # comm-central, mboxshell #16
    "M06": [("shop.example",), ("bank.example",)],
    "M04": [("shop.example",)],
    "M30": [],  # vandelay #7
}
"""Place, name and number of the password of every account."""

HOME = {"Address": "12 Sample Street", "City": "Sampleton", "Post code": "99901"}
ROBIN = {"Name": "Robin Example", "Email": "robin@example.org", "Card": "ends in 1111"}
FACTS = {
    "P09": {**ROBIN, **HOME, "Country": "Utopia", "Phone": "5550100"},
    "P16": {
        **ROBIN,
        **{key: HOME[key] for key in HOME},
        "Email": "robin@example.net",
        "Phone": "+1 555 0100",
        "Date of birth": "1990-01-31",
        "Passport": "ends in 4567",
    },
    "P19": {**HOME, "Card": "ends in 1111", "Country": "US", "National id": "ends in 6789"},
    "P21": {"Name": "Robin Example", "Email": "robin@example.org", "National id": "ends in 1900"},
    "P60": {"Name": "Robin Example", "Email": "me@example.org"},
    "V03": {"Name": "Робин"},  # ez-vcard #4
    "V06": {"Name": "Robin", "Date of birth": "1990-01-31"},  # owncloud/contacts #488
    "V15": {"Name": "Robin", **HOME, "Address": "Street 1", "Country": "Utopia"},  # nextcloud/contacts #3736
    "G02": {"Name": "Renée 😀", "Email": "r@example.org"},  # chat-miner PR 77
}


@pytest.mark.parametrize("name", ACCOUNTS)
def test_accounts(name):
    assert accounts(read(case(name))) == ACCOUNTS[name]


@pytest.mark.parametrize("name", sorted({*ACCOUNTS, *FACTS}))
def test_facts(name):
    assert dict(read(case(name)).facts) == FACTS.get(name, {})


@pytest.mark.parametrize("name", ACCOUNTS)
def test_no_password_or_number_of_a_card_is_saved(name):
    text = saved(case(name))
    assert not any(secret in text for secret in ("moon", "hunter", "4111111", "131-21", "X1234567", "123456789"))


def test_a_row_that_cannot_be_taken_apart_is_said_and_the_rest_is_read():
    [problem] = read(case("P12b")).problems
    assert problem.where == "line 3"


def test_what_is_left_out_is_counted():
    assert dict(read(case("P60")).left_out) == {"entries in the bin": 2}
    assert dict(read(case("P40")).left_out) == {"notes": 1}
    assert dict(read(case("P03")).left_out) == {"cells of columns without a heading": 6}
    assert dict(read(case("M30")).left_out) == {"spam": 1}


def test_titles_and_sureness():
    assert read(case("P68")).accounts[0].title == "Fish & Chips"
    assert [account.mail for account in read(case("M05")).accounts] == ["order", "mail"]


NOTES = (
    "url,username,password,totp,extra,name,grouping,fav\n"
    'http://sn,,,,"NoteType:Credit Card\nName on Card:Robin\nNumber:4111111111111111\nSecurity Code:123",Card,,0\n'
    'http://sn,,,,"NoteType:Driver\'s License\nNumber:L7654321",L,,0\n'
    'http://sn,,,,"NoteType:Address\nFirst Name:Robin\nLast Name:Example\nPhone:{""num"":""+1 555 0100""}",Home,,0\n'
    "http://sn,,,,just a text,Note,,0\n"
)


def test_notes_of_lastpass_that_are_cards_and_addresses_say_facts():
    found = read(NOTES.encode())
    assert dict(found.facts) == {"Card": "ends in 1111", "Name": "Robin Example", "Phone": "+1 555 0100"} | {
        "Driving licence": "ends in 4321"
    }
    assert not found.accounts and dict(found.left_out)["notes"] == 1


def test_entries_in_a_group_that_is_the_bin_are_left_out():
    rows = "Group,Title,Username,Password,URL,Notes\nRoot,Shop,papierkorb.robin,moon,https://shop.example,\n"
    found = read(f"{rows}Root/Papierkorb,Old,robin,x,https://old.example,\n".encode())
    assert accounts(found) == [("shop.example", "papierkorb.robin", 0)] and dict(found.left_out) == {
        "entries in the bin": 1
    }


@pytest.mark.parametrize("cell", ["1", "yes", "2020-01-31"])
def test_rows_of_the_bin_and_of_the_archive_are_left_out(cell):
    rows = f"name,url,username,password,deleted,archived\nA,a.example,robin,x,{cell},\nB,b.example,robin,y,,{cell}\n"
    found = read(f"{rows}Shop,shop.example,robin,moon,0,no\n".encode())
    assert accounts(found) == [("shop.example", "robin", 0)]
    assert dict(found.left_out) == {"entries in the bin": 1, "archived entries": 1}


def test_one_row_without_a_header_is_no_row_of_pairs():
    row = b"Folder,Shop,robin,moon-1,https://shop.example,notes,,PIN,1234\n"
    assert accounts(read(row)) == [("shop.example",)] and "moon" not in saved(row)


MORE = {
    "K2 Polish": ("Nazwa,Login,Hasło,Adres URL\n{},robin,moon,https://shop.example\n", "utf-8"),
    "K2 French, UTF-16": ("Nom;Adresse du site;Identifiant;Mot de passe\n{};shop.example;robin;moon\n", "utf-16"),
    "K2 Czech, marked": ("Název;Uživatelské jméno;Heslo;Adresa\r\n{};robin;moon;shop.example\r\n", "utf-8-sig"),
    "K2 Chinese": ("标题,用户名,密码,网址\n{},robin,moon,https://shop.example\n", "utf-8"),
    "K2 Japanese": ("名前\tユーザー名\tパスワード\tURL\n{}\trobin\tmoon\thttps://shop.example\n", "utf-8"),
    "K2 no known heading": ("Titel,User,Passwort,Wo?\n{},robin,moon,https://shop.example/in\n", "utf-8"),
    "K10 groups": (
        '"Password Groups","Account","Login Name","Password","Web Site"\n"Backup","Old","x","y","old.example"\n'
        '"Internet","{}","robin","moon","https://shop.example"\n',
        "utf-8",
    ),
    "K11 quoted": ('"sep=;"\r\nTitle;URL;Username;Password\r\n{};shop.example;robin;moon\r\n', "utf-16"),
    "K13 blanks": ('title;url;username;password\n{};"http://10.0.0.1 https://shop.example";robin;moon\n', "utf-8"),
    "four known headings of nine": (
        "a,b,c,d,e,title,url,username,password\n,,,,,{},shop.example,robin,moon\n",
        "utf-8",
    ),
    "K20 its own site": ("title,url,username,password\n{},https://www.shop.example:8080/,robin,moon\n", "utf-8"),
}
"""Other files of the kinds, each of one login."""


@pytest.mark.parametrize("name", MORE)
def test_other_files_of_each_kind(name):
    text, encoding = MORE[name]
    [account] = read(text.format("Shop").encode(encoding)).accounts
    assert (account.title, account.site, account.login) == ("Shop", "shop.example", (("User name", "robin"),))
    assert account.password
