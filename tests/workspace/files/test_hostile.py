"""Hostile files."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.workspace.files.additions import Additions, added
from leakage.workspace.files.breaches.reading import read_breaches
from leakage.workspace.files.breaches.releases import releases_of
from leakage.workspace.files.csv_cells import headings_of, label_of
from leakage.workspace.files.importing import ACCOUNT_KINDS, imported, recognise, unlocked
from leakage.workspace.files.passwords.columns import read_logins
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.tables_csv import long_table, profile_table, wide_table
from leakage.workspace.files.texts import MAX_PIECES, text_of
from leakage.workspace.files.vcard.cards import cards_in
from leakage.workspace.files.vcard.facts import facts_of_card, title_of
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.limits import check_workspace
from leakage.workspace.tables import Columns
from leakage.workspace.workspace import Workspace
from tests.amount import EVERY, TIMES, cases
from tests.strategies import quick, thorough
from tests.workspace.files import exports
from tests.workspace.files.exports import CARD, FILE_PASSWORD, IDENTITY, WRITERS, made_up_logins
from tests.workspace.files.files import CANARY, HONEST
from tests.workspace.files.files import HOSTILE as HOSTILE_FILES
from tests.workspace.files.platform_exports import EXPORTS
from tests.workspace.files.read import PROFILE, read
from tests.workspace.files.test_platforms import LINKEDIN
from tests.workspace.files.texts_in import texts_in

# Whatever a file holds: a sentence or something to add, in bounded time, and nothing of the file in the sentence.


SENTENCE = 250
"""Characters that a sentence has at most."""


def is_a_sentence(error):
    sentence = str(error)
    assert sentence and len(sentence) <= SENTENCE and "\n" not in sentence
    assert CANARY not in sentence and CANARY[:9] not in sentence
    # What it came from would show in a traceback.
    assert error.__cause__ is None and (error.__suppress_context__ or error.__context__ is None)
    return sentence


def hostile_tried(content):
    """Read a file; True where something was found in it."""
    try:
        outcome = read(content)
    except ValueError as error:
        is_a_sentence(error)
        return False
    assert isinstance(outcome, Additions)
    for sentence in (*map(str, outcome.problems), *outcome.notes):
        assert CANARY not in sentence
    # Whatever was found can be added: it makes a workspace.
    assert added(Workspace(), outcome) is not None
    return True


# Which take some seconds, and are all read once more below.
LARGE = ("many small lists", "long names of cards", "many words", "two columns for ever", "UTF-16 for ever")


@pytest.mark.parametrize(
    "made",
    [pytest.param(made, id=name) for name, made in HOSTILE_FILES.items() if EVERY or name not in LARGE],
)
def test_hostile_files_end_in_a_sentence_or_in_little(made):
    try:
        outcome = read(made())
    except ValueError as error:
        is_a_sentence(error)
    else:
        assert len(outcome.profile) <= 1_000 and not outcome.releases


@pytest.mark.parametrize("content", [text.encode() for text in HONEST.values()], ids=HONEST)
def test_honest_files_are_read(content):
    assert hostile_tried(content)


@thorough
@given(st.binary(max_size=300))
def test_random_bytes(content):
    hostile_tried(content)


STARTS = [
    "BEGIN:VCARD\n",
    "[{",
    '{"format": "leakage-workspace",',
    "release,recipient,label,value\n",
    "label,value\n",
    "a,b\n",
]


@thorough
@given(st.sampled_from(STARTS), st.text(max_size=120), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_random_text_after_an_honest_start(start, text, encoding):
    hostile_tried((start + text).encode(encoding, errors="replace"))


@st.composite
def mutated(draw):
    """An honest file in which bytes were replaced, dropped, doubled or put in, with a canary somewhere in it."""
    text = draw(st.sampled_from(sorted(HONEST.values())))
    place = draw(st.integers(0, len(text)))
    content = bytearray((text[:place] + CANARY + text[place:]).encode())
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(st.binary(max_size=6), st.sampled_from([b"\r\n ", b'"', b":", b";", b"\\", b"=\n", b"[", b"}"]))
        )
        content[start:end] = draw(st.sampled_from([piece, bytes(content[start:end]) * 3]))
    return bytes(content)


@thorough
@given(mutated())
def test_mutated_files(content):
    hostile_tried(content)


PARSERS = {
    "text": lambda text: text_of(text.encode(errors="replace")),
    "headings": lambda text: [label_of(heading) for heading in headings_of(text)],
    "long": long_table,
    "profile": profile_table,
    "wide": lambda text: wide_table(text, "background", Columns()),
    "wide releases": lambda text: wide_table(text, "releases", Columns("a", "b", "c")),
    "cards": lambda text: [(facts_of_card(card), title_of(card)) for card in cards_in(text).cards],
    "breaches": lambda text: releases_of(read_breaches(text).breaches, PROFILE),
}
characters = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(list('ab,;:="\\\r\n\t[]{}\0é'))), max_size=80
)


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
def test_every_parser_by_itself_raises_nothing_but_a_sentence(parse):
    @quick
    @given(characters, st.sampled_from(["", *STARTS, "a,b,c\n"]), st.sampled_from(["", "\nEND:VCARD", "}]"]))
    def attempt(text, start, end):
        try:
            parse(f"{start}{CANARY}{text}{end}")
            parse(start + text + end)
        except ValueError as error:
            is_a_sentence(error)

    attempt()


# Exports that are broken or hostile in every way: each ends in one sentence, or is read, and no password comes out.


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
    "facebook 2026": [{"title": "Shop", "label_values": [{"label": "Events", "vec": []}]}],
    **{
        name: whole
        for name, whole in ((name, recognise(export.content).whole) for name, export in EXPORTS.items())
        if whole is not None
    },
    "vault": json.loads(exports.proton_pass_json(LOGINS[:1])),
    "privacy report": {"type": "access", "accessor": {"identifier": "com.x.y"}, "category": "contacts"},
}
TABLES = ("Apple: account", "Apple: devices", "Amazon: advertisers", "Amazon: orders")
TEXT_FILES = {
    **{program: write(LOGINS) for program, write in WRITERS.items()},
    **{f"linkedin {table}": text.encode() for table, (text, _) in LINKEDIN.items()},
    "1pux archive": exports.onepassword(LOGINS),
    **{name: EXPORTS[name].content for name in TABLES},
}

ODD_VALUES = [None, True, -1, 0, 1e300, 10**40, "", " ", [], {}, [[]], [None], {"a": {}}, ["a"], {"value": []}]
ODD_TEXTS = ["\x00", "\ud800", "\u202eabc", "x" * 5_000, "planted-odd", "https://[", "a@b.c", "2020-01-01"]
ODD = [*ODD_VALUES, *ODD_TEXTS, "https://user:planted-odd@x.example"]


def hostile_exports_tried(content):
    """Read a file and add it; nothing planted comes out, and what comes out can be saved and read again."""
    try:
        additions = read(content)
    except ValueError as error:
        assert "planted" not in is_a_sentence(error)
        return
    for sentence in (*map(str, additions.problems), *additions.notes):
        assert "planted" not in sentence and len(sentence) < 1_000
    work = check_workspace(added(Workspace(), additions))
    assert workspace_from_json(workspace_to_json(work)) == work
    if recognise(content).kind == "wide":
        # A changed heading makes it a person's own table, in which a mark of direction is theirs to keep.
        return
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


@pytest.mark.parametrize("name", cases(JSON_FILES, usual=16))
def test_json_with_any_part_of_another_type(name):
    for number, path in enumerate(PATHS[name]):
        for odd in ODD if EVERY else (["a"], ODD[number % len(ODD)]):
            hostile_exports_tried(json.dumps(with_part(JSON_FILES[name], path, odd)).encode())


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
@settings(max_examples=8 * TIMES)
@given(data=st.data())
def test_files_changed_at_random(name, data):
    content = bytearray(TEXT_FILES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(0, len(content) - 1)))
        odd = st.sampled_from([b"", b"\x00", b'"', b",", b"\n", b"<", b"&", b"\xff", "\u202e".encode(), b"]]>", b";"])
        taken = data.draw(st.integers(0, 30))
        content[place : place + taken] = data.draw(odd)
    hostile_exports_tried(bytes(content))


@thorough
@given(st.text(alphabet='",;\n\r\t<>/abc=@\x00\u202e', max_size=200))
def test_tables_of_logins_from_noise(noise):
    hostile_exports_tried(f"name,url,username,password\n{noise}".encode())


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


@pytest.mark.parametrize("made", cases([pytest.param(made, id=name) for name, made in HOSTILE.items()], 19))
def test_hostile_exports_end_in_a_sentence_or_in_little(made):
    hostile_exports_tried(made())


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
