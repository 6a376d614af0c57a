"""Exports that are broken or hostile in every way: each ends in one sentence, or is read, and no password comes out."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.workspace.files.additions import added
from leakage.workspace.files.importing import ACCOUNT_KINDS, imported, recognise, unlocked
from leakage.workspace.files.passwords.columns import read_logins
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import MAX_PIECES
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.limits import check_workspace
from leakage.workspace.workspace import Workspace
from tests.strategies import thorough
from tests.workspace.files import exports
from tests.workspace.files.exports import CARD, FILE_PASSWORD, IDENTITY, WRITERS, made_up_logins
from tests.workspace.files.read import read
from tests.workspace.files.test_hostile import is_a_sentence
from tests.workspace.files.test_platforms import LINKEDIN, advertiser
from tests.workspace.files.texts_in import texts_in

LOGINS = made_up_logins(2, seed=8)
MORE = [{"type": 4, "identity": IDENTITY}, {"type": 3, "card": CARD}]
ADDRESS = {"given-name": "Robin", "street-address": "12 Sample Street", "tel": "1"}

JSON_FILES = {
    "bitwarden": exports.bitwarden_whole(LOGINS, MORE),
    "protected": json.loads(exports.bitwarden_protected(LOGINS[:1], iterations=10)),
    "1pux": exports.onepassword_whole(LOGINS),
    "cxf": json.loads(exports.cxf(LOGINS)),
    "firefox autofill": {"version": 1, "addresses": [ADDRESS], "creditCards": [{"cc-number": "*1234"}]},
    "chrome autofill": {"Autofill": [], "Autofill Profile": [{"name_full": ["Robin"]}]},
    "google profile": {"name": {"formattedName": "Robin"}, "emails": [{"value": "a@b.c"}], "birthday": "1990-01-31"},
    "google activity": [{"header": "x", "time": "y", "products": ["z"]}],
    "facebook advertisers": {"custom_audiences_all_types_v2": [advertiser("Shop", has_data_file_custom_audience=True)]},
    "facebook activity": {"off_facebook_activity_v2": [{"name": "shop.example", "events": []}]},
    "facebook apps": {"installed_apps_v2": [{"name": "Game", "added_timestamp": 1_600_000_000}]},
    "facebook 2026": [{"title": "Shop", "label_values": [{"label": "Events", "vec": []}]}],
    "privacy report": {"type": "access", "accessor": {"identifier": "com.x.y"}, "category": "contacts"},
}
TEXT_FILES = {
    **{program: write(LOGINS) for program, write in WRITERS.items()},
    **{f"linkedin {table}": text.encode() for table, (text, _) in LINKEDIN.items()},
    "tracker control": b"uid,daddr,time,uncertain,Tracker,Category,Package,App\n1,x,1,0,Ads,Ads,com.x,Shop\n",
    "1pux archive": exports.onepassword(LOGINS),
}

ODD_VALUES = [None, True, -1, 0, 1e300, 10**40, "", " ", [], {}, [[]], [None], {"a": {}}, ["a"], {"value": []}]
ODD_TEXTS = ["\x00", "\ud800", "\u202eabc", "x" * 5_000, "planted-odd", "https://[", "a@b.c", "2020-01-01"]
ODD = [*ODD_VALUES, *ODD_TEXTS, "https://user:planted-odd@x.example"]


def tried(content):
    """Read a file and add it; nothing planted comes out, and what comes out can be saved and read again."""
    try:
        additions = read(content)
    except ValueError as error:
        assert "planted" not in is_a_sentence(error)
        return
    for said in (*map(str, additions.problems), *additions.notes):
        assert "planted" not in said and len(said) < 1_000
    work = check_workspace(added(Workspace(), additions))
    assert workspace_from_json(workspace_to_json(work)) == work
    for text in texts_in((work.profile, work.releases)):
        assert not set(text) & set("\u202e\x00\ud800")


def paths_of(whole):
    """Every way to a part of a value: keys and places."""
    inner = whole.items() if isinstance(whole, dict) else enumerate(whole) if isinstance(whole, list) else ()
    yield ()
    yield from ((key, *path) for key, part in inner for path in paths_of(part))


def with_part(whole, path, part):
    """The value with another part at a path."""
    if not path:
        return part
    changed = dict(whole) if isinstance(whole, dict) else list(whole)
    changed[path[0]] = with_part(whole[path[0]], path[1:], part)
    return changed


PATHS = {name: list(paths_of(whole)) for name, whole in JSON_FILES.items()}


@pytest.mark.parametrize("name", JSON_FILES)
def test_json_with_any_part_of_another_type(name):
    for path in PATHS[name]:
        for odd in (["a"], {"a": {}}, 10**40, "\ud800"):
            tried(json.dumps(with_part(JSON_FILES[name], path, odd)).encode())


@pytest.mark.slow
@pytest.mark.parametrize("name", JSON_FILES)
def test_json_with_every_part_odd(name):
    for path in PATHS[name]:
        for odd in ODD:
            tried(json.dumps(with_part(JSON_FILES[name], path, odd)).encode())


@pytest.mark.parametrize("path", PATHS["protected"])
def test_protected_exports_with_odd_parts(path):
    for odd in ODD:
        try:
            inside = unlocked(
                recognise(json.dumps(with_part(JSON_FILES["protected"], path, odd)).encode()), FILE_PASSWORD
            )
        except ValueError as error:
            assert "planted" not in is_a_sentence(error)
        else:
            assert inside.kind == "bitwarden"


@pytest.mark.parametrize("name", TEXT_FILES)
@settings(max_examples=15)
@given(data=st.data())
def test_files_changed_at_random(name, data):
    content = bytearray(TEXT_FILES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(0, len(content) - 1)))
        odd = st.sampled_from([b"", b"\x00", b'"', b",", b"\n", b"<", b"&", b"\xff", "\u202e".encode(), b"]]>", b";"])
        taken = data.draw(st.integers(0, 30))
        content[place : place + taken] = data.draw(odd)
    tried(bytes(content))


@thorough
@given(st.text(alphabet='",;\n\r\t<>/abc=@\x00\u202e', max_size=200))
def test_tables_of_logins_from_noise(noise):
    tried(f"name,url,username,password\n{noise}".encode())


ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
HOSTILE = {
    "a million columns": lambda: b"url,username,password," + b"c," * 1_000_000 + b"\nx.example,a,planted\n",
    "a million cells in a line": lambda: b"url,username,password\nx.example,a,planted" + b",y" * 1_000_000 + b"\n",
    "passwords for ever": lambda: b"url,username,password\n" + b"x.example,a,planted\n" * 150_000,
    "sites for ever": lambda: (
        b"url,username,password\n" + b"".join(b"x%d.example,a,planted\n" % n for n in range(21_000))
    ),
    "addresses in one cell": lambda: b"url,username,password\n" + b'"' + b"x.example," * 12_000 + b'",a,planted\n',
    "entities in entities": f'<!DOCTYPE x [<!ENTITY a0 "x">{ENTITIES}]><KeePassFile>&a11;</KeePassFile>'.encode,
    "a deep tree": lambda: b"<KeePassFile>" + b"<Group>" * 1_000_000,
    "attributes for ever": lambda: b"<KeePassFile " + b"".join(b'a%d="" ' % n for n in range(200_000)) + b"/>",
    "a long text": lambda: b"<KeePassFile><Group><Entry><String><Key>Title</Key><Value>" + b"x" * 20_000_000,
    "a long list of addresses": lambda: json.dumps(
        {"encrypted": False, "items": [{"type": 1, "login": {"uris": [{"uri": "x.example"}] * 200_000}}]}
    ).encode(),
    "logins for ever": lambda: json.dumps(
        {"encrypted": False, "items": [{"type": 1, "name": "x", "login": {"password": "planted"}}] * 50_000}
    ).encode(),
    "deep 1pux": lambda: b'{"accounts": [{"vaults": ' + b"[" * 100_000,
    "Chrome's keys, nested": lambda: b'{"Autofill Profile": [{"a": ' + b'[{"a": ' * 300 + b"1" + b"}]" * 300 + b"}]}",
    "lines of a report for ever": lambda: b'{"type":"access","accessor":{}}\n' * 300_000,
    "a number without end": lambda: b'{"encrypted": false, "items": [], "x": ' + b"9" * 1_000_000 + b"}",
    "lone surrogates": lambda: (
        b'{"encrypted": false, "items": [{"type": 1, "name": "\\ud800", "login": {"username": "a\\udfff"}}]}'
    ),
    "marks of direction": "url,username,password\n\u202ehttps://x.example\u202c,\u2066a\u2069,planted\n".encode,
    "a NUL in a table": lambda: b"url,username,password\nx.example,a\x00b,planted\n",
    "an archive of archives": lambda: exports.zipped({"a.json": exports.zipped({"b.json": b"[]"})}),
}


@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_hostile_exports_end_in_a_sentence_or_in_little(made):
    tried(made())


def test_too_many_pieces_are_not_parsed():
    content = b'{"encrypted": false, "items": [' + b"{}," * (MAX_PIECES // 2 + 1) + b"{}]}"
    with pytest.raises(ValueError, match="more than 5,000,000 pieces"):
        recognise(content)


def test_ten_thousand_logins_of_one_site_are_read():
    draw = random.Random(2)
    rows = "".join(f"https://x.example,user{n},p{draw.randrange(50)}\n" for n in range(10_000))
    findings = read_logins(f"url,username,password\n{rows}", PasswordClasses())
    assert len(findings.accounts) == 10_000 and len({account.password for account in findings.accounts}) == 50


def test_every_kind_of_export_is_in_these_tests():
    kinds = {recognise(json.dumps(whole).encode()).kind for whole in JSON_FILES.values()}
    kinds |= {recognise(content).kind for content in TEXT_FILES.values()}
    assert kinds >= ACCOUNT_KINDS | {"protected", "archive"}
    assert imported([], Workspace())[1] == ()
