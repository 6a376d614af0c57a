"""Whatever a file holds: a sentence that repeats nothing of it, or something to add; nothing planted comes out."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.files.adding import added
from leakage.workspace.files.recognise import read
from leakage.workspace.files.text import MAX_BYTES
from leakage.workspace.limits import check_workspace
from leakage.workspace.workspace import Workspace
from tests.amount import EVERY, TIMES, cases
from tests.strategies import quick, thorough
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import CARD, IDENTITY, WRITERS, made_up_logins
from tests.workspace.files.data.made_up_files import CANARY, HONEST, HOSTILE
from tests.workspace.files.data.platform_exports import EXPORTS, LINKEDIN
from tests.workspace.files.files import archive, texts_in

SENTENCE = 250
"""Characters that a sentence has at most."""


def is_a_sentence(error):
    sentence = str(error)
    assert sentence and len(sentence) <= SENTENCE and "\n" not in sentence
    assert CANARY[:9] not in sentence and "planted" not in sentence
    # What it came from would show in a traceback.
    assert error.__cause__ is None and (error.__suppress_context__ or error.__context__ is None)


def tried(content, damaged=False):
    """Read a file and add it: what comes out can be saved and read again, and holds nothing planted or unseen.

    Where cells were cut and joined at random, a password may have become a part of an address.
    """
    try:
        found = read(content)
    except ValueError as error:
        is_a_sentence(error)
        return None
    assert not any("planted" in str(problem) or CANARY in str(problem) for problem in found.problems)
    work = check_workspace(added(Workspace(), found))
    text = saved_copy(work)
    assert opened(text) == work and (damaged or "planted" not in text)
    if found.copy is None:
        assert not any(set(each) & set("\u202e\x00\ud800") for each in texts_in((work.profile, work.releases)))
    return found


MB = 1_000_000
MESSAGE = b"From x Fri Jan 31 10:00:00 2020\nFrom: a@b.example\n\n"
ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
MORE = {
    "a million cells in a line": lambda: b"url,username,password\nx.example,a,planted" + b",y" * MB + b"\n",
    "passwords for ever": lambda: b"url,username,password\n" + b"x.example,a,planted\n" * 150_000,
    "quotation marks without a partner": lambda: b"url,username,password\n" + b'x.example,"a,planted\n' * 50_000,
    "entities in entities": f'<!DOCTYPE x [<!ENTITY a0 "x">{ENTITIES}]><KeePassFile>&a11;</KeePassFile>'.encode,
    "a deep tree": lambda: (
        b"<KeePassFile><Root>" + b"<Group>" * 200_000 + b"</Group>" * 200_000 + b"</Root></KeePassFile>"
    ),
    "references in circles": lambda: (
        b"<KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>x</Value></String><String><Key>Password</Key>"
        b"<Value>{REF:P@T:x}{REF:P@T:x}{REF:P@T:x}</Value></String></Entry></Group></Root></KeePassFile>"
    ),
    "Chrome's keys, nested": lambda: b'{"Autofill Profile": [{"a": ' + b'[{"a": ' * 300 + b"1" + b"}]" * 300 + b"}]}",
    "a number without end": lambda: b'{"encrypted": false, "items": [], "x": ' + b"9" * MB + b"}",
    "JSON of millions of keys": lambda: b'{"items": [{' + b",".join(b'"%d":1' % n for n in range(3_100_000)) + b"}]}",
    "an archive of much JSON": lambda: archive({f"{n}.json": b'{"a": [' + b"1," * MB + b"1]}" for n in range(4)}),
    "logins in many members": lambda: archive(
        {f"{n}.csv": b"url,username,password\n" + b"https://x.example,a,planted\n" * 100 for n in range(400)}
    ),
    "a mailbox of tiny messages": lambda: MESSAGE * 60_000,
    "cards of many fields": lambda: b"BEGIN:VCARD\nFN:a\n" + b"TEL:1\n" * 3_100_000,
    "elements for ever": lambda: b"<KeePassFile>" + b"<a/>" * 3_100_000,
    "an identity of many fields": lambda: json.dumps(
        {"encrypted": False, "items": [{"type": 4, "identity": {f"k{n}": "x" for n in range(300_000)}}]}
    ).encode(),
    "a table of a thousand columns": lambda: (
        b"url,username,password" + b",x" * 990 + b"\n" + (b"," * 992 + b"\n") * 9_000
    ),
    "blank lines in a cell": lambda: b"Secret Name,Secret Data\n" + b'a,"a:' + b"\n" * 190_000 + b'"\n',
    "a bomb": lambda: archive({"a.json": b" " * 100 * MB}),
    "half an archive": lambda: archive({"a.json": b"[]" * 1_000})[:-30],
    "a file that is too large": lambda: b"a" * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("made", cases([pytest.param(made, id=name) for name, made in {**HOSTILE, **MORE}.items()], 60))
def test_hostile_files_end_in_a_sentence_or_in_little(made):
    found = tried(made())
    assert found is None or len(found.facts) <= 1_000


def test_a_locked_archive_and_a_member_that_lies_about_its_size():
    content = bytearray(archive({"a.json": b"[" + b" " * 1_000 + b"]"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(ValueError, match="password"):
        read(bytes(content))


LOGINS = made_up_logins(2, seed=8)
ADDRESS = {"given-name": "Robin", "street-address": "12 Sample Street", "tel": "1"}
JSON_FILES = {
    "bitwarden": exports.bitwarden_whole(LOGINS, [{"type": 4, "identity": IDENTITY}, {"type": 3, "card": CARD}]),
    "locked": json.loads(exports.bitwarden_protected(LOGINS[:1], iterations=10)),
    "1pux": exports.onepassword_whole(LOGINS),
    "cxf": json.loads(exports.cxf(LOGINS)),
    "proton": json.loads(exports.proton_pass_json(LOGINS[:1])),
    "enpass": json.loads(exports.enpass_json(LOGINS[:1])),
    "keeper": json.loads(exports.keeper_json(LOGINS[:1])),
    "firefox autofill": {"version": 1, "addresses": [ADDRESS], "creditCards": [{"cc-number": "*1234"}]},
    "chrome autofill": {"Autofill": [], "Autofill Profile": [{"name_full": ["Robin"]}]},
    **{name: json.loads(one.content) for name, one in EXPORTS.items() if one.content[:1] in b"{["},
}
TEXT_FILES = {
    **{program: write(LOGINS) for program, write in WRITERS.items()},
    **{f"linkedin {table}": text.encode() for table, (text, _) in LINKEDIN.items()},
    **{name: text.encode() for name, text in HONEST.items()},
    "1pux archive": exports.onepassword(LOGINS),
    **{name: one.content for name, one in EXPORTS.items() if one.content[:1] not in b"{["},
}
ODD_VALUES = [None, True, -1, 0, 1e300, 10**40, "", " ", [], {}, [[]], [None], {"a": {}}, ["a"], {"value": []}]
ODD_TEXTS = [
    "\x00",
    "\ud800",
    "\u202eabc",
    "x" * 5_000,
    "https://[",
    "a@b.c",
    "2020-01-01",
    "https://a:planted@x.example",
]
ODD = [*ODD_VALUES, *ODD_TEXTS]


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


@pytest.mark.parametrize("name", JSON_FILES)
def test_json_with_any_part_of_another_type(name):
    for number, path in enumerate(paths_of(JSON_FILES[name])):
        for odd in ODD if EVERY else (["a"], ODD[number % len(ODD)]):
            tried(json.dumps(with_part(JSON_FILES[name], path, odd)).encode())


@pytest.mark.parametrize("name", TEXT_FILES)
@settings(max_examples=6 * TIMES, deadline=None)
@given(data=st.data())
def test_files_changed_at_random(name, data):
    content = bytearray(TEXT_FILES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(0, len(content) - 1)))
        odd = st.sampled_from([b"", b"\x00", b'"', b",", b"\n", b"<", b"&", b"\xff", "\u202e".encode(), b"]]>", b";"])
        content[place : place + data.draw(st.integers(0, 30))] = data.draw(odd)
    tried(bytes(content), damaged=True)


@pytest.mark.parametrize("name", TEXT_FILES)
def test_files_that_are_cut_short_or_there_twice(name):
    content = TEXT_FILES[name]
    for end in range(1, len(content), max(1, len(content) // 6)):
        tried(content[:end])
    for filling in (b" " * 100_000, b"\xff\xfe", b"\xef\xbb\xbf", b"," * 5_000, b"\n" * 5_000):
        tried(filling + content)
        tried(content + filling)
    tried(content * 2)


STARTS = [
    "BEGIN:VCARD\n",
    "[{",
    '{"format": "leakage-workspace",',
    "recipient,label,value\n",
    "label,value\n",
    "name,url,username,password\n",
    "From \n",
]


@thorough
@given(st.sampled_from(STARTS), st.text(max_size=120), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_random_text_after_an_honest_start(start, text, encoding):
    tried((start + text).encode(encoding, errors="replace"))


@quick
@given(st.text(alphabet='",;\n\r\t<>/abc=@\x00\u202e', max_size=200))
def test_tables_of_logins_from_noise(noise):
    tried(f"name,url,username,password\n{noise}".encode())


def test_two_thousand_logins_of_one_site_are_read():
    draw = random.Random(2)
    rows = "".join(f"https://x.example,user{n},p{draw.randrange(50)}\n" for n in range(2_000))
    found = read(f"url,username,password\n{rows}".encode())
    assert len(found.accounts) == 2_000 and len({account.password for account in found.accounts}) == 50
    assert len(added(Workspace(), found).releases) == 2_000
