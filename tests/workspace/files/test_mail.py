"""Mail: what mailboxes say of who writes, however they are written; and what is added of it."""

import datetime
import gzip
import mailbox
import os
import random
import re
import sys
import tarfile
import tomllib
import tracemalloc
from email.header import Header
from email.utils import format_datetime
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Record
from leakage.private_files import NOT_REGULAR, SourceError, opened
from leakage.progress import listening
from leakage.workspace.changes import with_values_changed
from leakage.workspace.files import file_reader, importing, mail
from leakage.workspace.files.additions import added, new_in
from leakage.workspace.files.importing import recognise
from leakage.workspace.files.mail import containers, senders
from leakage.workspace.files.mail.mbox import heads
from leakage.workspace.files.mail.senders import (
    SURENESS,
    Sender,
    additions_of_senders,
    counted,
    day_of,
    read_senders,
    senders_in,
)
from leakage.workspace.files.mail.subjects import about, decoded
from leakage.workspace.workspace import Release, Workspace
from tests.amount import TIMES, cases
from tests.oracles import mail as oracle
from tests.strategies import quick, thorough
from tests.workspace.files.exports import zipped
from tests.workspace.files.mail_files import FOUND, LINE, LIST, MAIL, MEMBERS, TAKEOUT, message, tarred
from tests.workspace.files.test_formats import FORMATS, cut_short, nested, padded, repeated
from tests.workspace.files.test_hostile import is_a_sentence
from tests.workspace.files.texts_in import texts_in

TODAY = datetime.date(2026, 11, 25)
LANGUAGES = tomllib.loads(resources.files(mail).joinpath("subjects.toml").read_text("utf-8"))
HOSTS = tomllib.loads(resources.files(mail).joinpath("senders.toml").read_text("utf-8"))
PHRASES = {(code, kind): words[kind] for code, words in LANGUAGES.items() for kind in ("sign_up", "order")}
REPLIES = [word for words in LANGUAGES.values() for word in words["reply"]]


def rows(found):
    return [(one.site, one.sureness, one.first, one.last) for one in found.senders]


def of(*contents, own=()):
    """Who writes in mailboxes that are at hand."""
    return senders_in([b"".join(contents)], own, TODAY)


def read(content, folder, own=()):
    """Who writes in a file, by its path."""
    path = folder / "file"
    path.write_bytes(content)
    with opened(path) as file:
        return read_senders(file, own, TODAY)


# What comes of the made-up files, and of each of the ten languages.


@pytest.mark.parametrize("name", MAIL)
def test_what_comes_of_a_mailbox(name, tmp_path):
    found = read(MAIL[name], tmp_path)
    assert rows(found) == FOUND[name]
    assert not any("planted" in text for text in texts_in((found.senders, found.left_out)))


def test_what_is_passed_over_is_counted():
    found = of(
        TAKEOUT, message("robin@example.org", "Mine"), message("", "Who?"), message("root@nas.local", "Disk full")
    )
    assert found.messages == 9
    assert dict(found.left_out) == {
        "messages of persons": 1,
        "spam": 1,
        "messages that do not say who wrote them": 1,
        "messages of machines, or of no domain": 1,
    }
    own = of(message("Robin <ROBIN@example.org>", "Mine"), own=("robin@Example.org ",))
    assert not own.senders and dict(own.left_out) == {"messages of your own": 1}


def test_the_list_of_formats_names_every_made_up_mailbox():
    cells = [line.strip("|").split("|") for line in FORMATS.partition("## Mail")[2].partition("\n## ")[0].splitlines()]
    named = {name for row in cells if len(row) == 4 for name in re.findall(r"`([^`]+)`", row[3])}
    assert named == set(MAIL)


def test_a_mailbox_that_is_handed_in_is_sent_to_its_place():
    for content in (TAKEOUT, b"\n" + TAKEOUT):
        with pytest.raises(ValueError, match="mailbox"):
            recognise(content)
    assert recognise(b"From ,To\na,b\n").kind == "wide"
    assert importing.MAX_BYTES  # It is refused whatever its length: mail is read by its path.


@pytest.mark.parametrize(("code", "kind"), PHRASES)
def test_every_phrase_of_every_language_counts(code, kind):
    expected = {"sign_up": "sign-up", "order": "order"}[kind]
    for phrase in PHRASES[code, kind]:
        others = {about(phrase), about(f"Shop: {phrase.upper()} 17!"), about(oracle.plain_words(phrase))}
        assert others <= {"sign-up", "order"} and about(phrase) == about(f"x {phrase} y"), phrase
        # A longer phrase of the other kind may begin with the same words.
        assert expected in others or any(
            oracle.plain_words(other) in oracle.plain_words(phrase)
            for key, words in PHRASES.items()
            if key[1] != kind
            for other in words
        ), phrase
    for prefix in LANGUAGES[code]["reply"]:
        assert about(f"{prefix.upper()}: {PHRASES[code, kind][0]}") is None
        assert about(f"{prefix}[2] : {PHRASES[code, kind][0]}") is None


def test_phrases_are_many_in_each_language_and_in_none_twice():
    assert len(LANGUAGES) == 10
    for code, words in LANGUAGES.items():
        assert min(len(words["sign_up"]), len(words["order"])) >= 25, code
        listed = [oracle.plain_words(phrase) for kind in ("sign_up", "order") for phrase in words[kind]]
        assert len(listed) == len(set(listed)), code


@pytest.mark.parametrize(
    "subject",
    [
        "Lunch on Friday?",
        "Unwelcome news",
        "reordering shelves",
        "Re: Fwd: invoice",
        "AW: Rechnung",
        "",
        ":",
        "İ" * 500,
    ],
)
def test_other_subjects_say_nothing(subject):
    assert about(subject) is None


# Who is a person, and who a company.


@pytest.mark.parametrize(
    ("author", "site"),
    [
        ("Shop <news@mail.shop.co.uk>", "shop.co.uk"),
        ('"a@bank.example" <b@SHOP.example>', "shop.example"),
        ("b@shop.example (planted@bank.example)", "shop.example"),
        ('"Shop, Books" <b@shop.example>, Other <c@other.example>', "shop.example"),
        ("=?utf-8?b?U2jDuHAgPGFAYmFuay5leGFtcGxlPg==?= <b@shop.example>", "shop.example"),
        ("a@b@shop.example", "shop.example"),
        ("b@bücher.example", "xn--bcher-kva.example"),
        ("newsletter@news.web.de", "web.de"),
        ("no-reply@web.de", "web.de"),
        ("robin@web.de", ""),
        ("robin@GMAIL.com", ""),
        ("x@mcsv.net", ""),
        ("Robin", ""),
        ("a@localhost", ""),
        ("a@[192.0.2.1]", ""),
        ("<>", ""),
        ("@", ""),
        ("x" * 3_000 + "@shop.example", ""),
    ],
)
def test_who_wrote(author, site):
    assert [one.site for one in of(message(author, "Hello")).senders] == ([site] if site else [])


def test_what_comes_by_a_list_is_of_the_list():
    post = "List-Post: <mailto:hikers@lists.club.example?subject=x>"
    found = of(message("ann@office.example", "Hike", "", LIST, post), message("eve@gmail.com", "Hike", "", post))
    assert [(one.site, one.sureness) for one in found.senders] == [("club.example", "probable")]
    assert of(message("a@shop.example", "x", "", "List-Post: NO")).senders[0].site == "shop.example"


def test_the_surest_message_of_a_sender_counts_and_the_surest_senders_come_first():
    found = of(
        message("a@x.example", "Hello", "1 Jan 2020 10:00 +0000"),
        message("a@y.example", "Deals", "2 Jan 2020 10:00 +0000", LIST),
        message("b@sub.x.example", "Your invoice", "3 Jan 2019 10:00 +0000"),
        message("a@x.example", "Deals", "4 Jan 2021 10:00 +0000", LIST),
        message("a@z.example", "Deals", "4 Jan 2022 10:00 +0000", LIST),
        message("a@z.example", "Deals", "", "List-Unsubscribe:"),
    )
    assert rows(found) == [
        ("x.example", "sure", "2019-01-03", "2021-01-04"),
        ("z.example", "probable", "2020-01-31", "2022-01-04"),
        ("y.example", "probable", "2020-01-02", "2020-01-02"),
    ]
    assert list(counted(found.senders)) == [("sure", 1), ("probable", 2)]
    assert list(SURENESS) == ["sure", "probable", "possible"]


@pytest.mark.parametrize("labels", ["Spam,Unread", "=?UTF-8?Q?Skr=C3=A4ppost,Ol=C3=A4st?=", "Inbox, SPAM"])
def test_what_was_taken_for_spam_is_passed_over(labels):
    assert not of(message("a@x.example", "Your order", "", f"X-Gmail-Labels: {labels}")).senders
    assert of(message("a@x.example", "Your order", "", "X-Gmail-Labels: Spammy,Antispam")).senders
    assert not of(message("a@x.example", "Your order", "", "X-Spam-Flag: YES")).senders


# Days: as they were where a message was written; broken and impossible ones are none.


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("Fri, 31 Jan 2020 23:59:59 -0800 (PST)", "2020-01-31"),
        ("1 Feb 2020 00:00 +0000", "2020-02-01"),
        ("Fri Jan  3 10:00:00 2020", "2020-01-03"),
        ("31-January-1998 10:00:00", "1998-01-31"),
        ("3 Feb 99 10:00 EST", "1999-02-03"),
        ("30 Feb 2020 10:00 +0000", "2019-05-05"),
        ("1 Jan 2099 10:00 +0000", "2019-05-05"),
        ("1 Jan 1970 00:00 +0000", "2019-05-05"),
        ("yesterday", "2019-05-05"),
        ("", "2019-05-05"),
        ("\udcff\udcfe", "2019-05-05"),
    ],
)
def test_a_broken_day_is_that_of_the_first_line(date, day):
    line = b"From x Sun May  5 10:00:00 2019\n"
    assert of(message("a@x.example", "Hello", date, line=line)).senders[0].first == day


WITHOUT_DAY = b"From x at 10:00 in 2020\n"


def test_without_any_day_there_is_none():
    found = of(
        message("a@x.example", "Hello", "soon", line=WITHOUT_DAY), message("a@x.example", "Hi", "", line=WITHOUT_DAY)
    )
    assert rows(found) == [("x.example", "possible", "", "")]
    later = of(message("a@x.example", "Hello", "soon", line=WITHOUT_DAY), message("a@x.example", "Hi"))
    assert rows(later) == [("x.example", "possible", "2020-01-31", "2020-01-31")]


@thorough
@given(st.datetimes(datetime.datetime(1980, 1, 1), datetime.datetime(2026, 1, 1)))
def test_days_are_read_as_they_are_written(moment):
    assert day_of(format_datetime(moment.replace(tzinfo=datetime.UTC)).encode()) == moment.date().isoformat()
    assert day_of(moment.strftime("%a %b %e %H:%M:%S %Y").encode()) == moment.date().isoformat()


# Where a message begins, and where its header ends.


INSIDE = b"From: planted@fake.example\nSubject: Your invoice\n\n"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(
    "body",
    [
        INSIDE,
        b"\n>" + LINE + INSIDE,
        b"From the desk of Eve: 10:30, 2020\n\n" + INSIDE,
        b"\nFrom here on it is mine.\n" + INSIDE,
        b"--x\nContent-Type: message/rfc822\n\n" + INSIDE,
        b" " + LINE + INSIDE,
        b"x" * 3_000_000 + INSIDE,
        b"A line without an end " * 200_000,
    ],
    ids=["fields", "quoted line", "a line with a time", "a sentence", "attached", "indented", "long line", "endless"],
)
def test_bodies_are_no_messages(body, end):
    first = message("a@x.example", "Hello").replace(b"Hello.", body)
    content = (first + message("b@y.example", "Hello")).replace(b"\r\n", b"\n").replace(b"\n", end)
    assert sorted(one.site for one in of(content).senders) == ["x.example", "y.example"]


def test_headers_are_bounded():
    many = [f"X-{n}: {'y' * 90}" for n in range(5_000)]
    hidden = message("a@hidden.example", "Hello", "", *many)
    long = message("b@long.example", "Hello", "", "To: " + ", ".join(f"p{n}@x.example" for n in range(3_000)))
    folded = message("c@folded.example", "Your\n" + " x\n" * 20_000 + " order")
    found = of(hidden, long, folded, message("d@last.example", "Hello"))
    assert sorted(one.site for one in found.senders) == ["folded.example", "last.example", "long.example"]
    assert found.messages == 4


@pytest.mark.parametrize(
    "field",
    ["from: a@x.example", "FROM : a@x.example", "From:\n a@x.example", "From:\n\ta@x.example\nFrom: b@y.example"],
)
def test_fields_are_read_whatever_the_case_and_folding(field):
    content = LINE + f"X: 1\n{field}\nSubject: Hello\n\nBody\n".encode()
    assert [one.site for one in of(content).senders] == ["x.example"]


def test_headers_without_a_body_and_files_without_an_end():
    bare = LINE + b"From: a@x.example\n\n" + LINE + b"From: b@y.example\n" + LINE + b"From: c@z.example"
    assert sorted(one.site for one in of(bare).senders) == ["x.example", "y.example", "z.example"]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (b"=?ISO-8859-1?Q?caf=E9_au?= =?iso-8859-1?q?_lait?=", "café au lait"),
        (b"=?utf-8?b?w6Q?=", "ä"),
        (b"=?utf-8?q?=C3?= =?utf-8?q?=A4?=", "ä"),
        (b"=?utf-8*de?q?x?= y", "x y"),
        (b"=?klingon?q?x?=", "x"),
        (b"=?punycode?q?x?=", "x"),
        (b"=?utf-8?b?A?=", "A"),
        (b"=?utf-8?x?A?=", "=?utf-8?x?A?="),
        (b"caf\xe9", "café"),
        (b"\xff\xfe\x00", "ÿþ\x00"),
    ],
)
def test_words_in_other_letters(field, text):
    assert decoded(field) == text


# The slow and obvious way: Python's own modules for mail, on random mailboxes.


WORDS = ["Sale", "ends", "today", "Grüße", "från", "oss", "İyi", "günler", "%", "17", "zł", "?", "w", "your", "Ihre"]
BODIES = [
    "Hello.",
    "From here on it is mine.\n\nFrom: planted@fake.example",
    "\n\nFrom 1@xxx Fri Jan 31 10:00:00 +0000 2020\nFrom: planted@fake.example\nSubject: Your order\n\n",
    "Subject: Welcome to planted\nList-Unsubscribe: <x>",
    "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n"
    + "iVBORw0KGgoAAAANSUhEUgAAAAUA\n" * 40
    + "--b--",
    "",
]


def random_subject(draw):
    words = draw.choices(WORDS, k=draw.randrange(4))
    if draw.random() < 0.5:
        words.insert(draw.randrange(len(words) + 1), draw.choice(draw.choice(list(PHRASES.values()))))
    subject = " ".join(words)
    if draw.random() < 0.2:
        subject = f"{draw.choice(REPLIES)}: {subject}"
    if subject.isascii() and draw.random() < 0.5:
        return subject
    charset = draw.choice(["utf-8", "utf-8", "iso-8859-9", "cp1250"])
    try:
        subject.encode(charset)
    except UnicodeError:
        charset = "utf-8"
    return Header(subject, charset, maxlinelen=draw.choice([40, 76]), header_name="Subject").encode()


def random_message(draw):
    site = draw.choice(
        ["shop.example", "news.shop.example", "bank.co.uk", "gmail.com", "deep.a.b.example", "x.github.io"]
    )
    name = draw.choice(["", "Robin", '"Eve, a@b.example"', str(Header("Bücher", "utf-8").encode())])
    moment = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(minutes=draw.randrange(13_000_000))
    fields = [
        "Received: from a by b;\n\tFri, 31 Jan 2020 10:00:00 +0000",
        f"From: {name} <w{draw.randrange(9)}@{site}>",
        f"Subject: {random_subject(draw)}",
        f"Date: {format_datetime(moment)}",
        *(["List-Unsubscribe: <https://x.example/u>"] if draw.random() < 0.4 else []),
    ]
    draw.shuffle(fields)
    return "\n".join((*fields, "", draw.choice(BODIES))).encode()


def random_mailbox(path, seed):
    """A mailbox as Python writes it, with either line end."""
    draw = random.Random(seed)
    box = mailbox.mbox(path)
    for _ in range(draw.randrange(1, 25)):
        box.add(random_message(draw))
    box.close()
    content = path.read_bytes()
    if draw.random() < 0.5:
        path.write_bytes(content.replace(b"\n", b"\r\n"))
    return path.read_bytes()


@pytest.mark.parametrize("seed", cases(range(40), usual=15))
def test_random_mailboxes_are_read_as_python_reads_them(seed, tmp_path):
    content = random_mailbox(tmp_path / "box", seed)
    phrases = [phrase for words in PHRASES.values() for phrase in words]
    replies = {oracle.plain_words(word).strip() for word in REPLIES}
    expected = oracle.senders(tmp_path / "box", phrases, replies, HOSTS["persons"])
    draw = random.Random(seed)
    pieces, place = [], 0
    while place < len(content):
        length = draw.choice([1, 7, 100, 5_000])
        pieces.append(content[place : place + length])
        place += length
    for chunks in ([content], pieces):
        found = senders_in(chunks, (), TODAY)
        assert {one.site: (SURENESS.index(one.sureness), one.first, one.last) for one in found.senders} == expected
        assert found.messages == len(mailbox.mbox(tmp_path / "box"))


@thorough
@given(st.data())
def test_pieces_of_any_length_make_no_difference(data):
    parts = [
        LINE,
        b"From ",
        b"\n",
        b"\r\n",
        b"From: a@x.example\n",
        b"Subject: Your order\n",
        b"x",
        b">From x\n",
        b"\nFrom ",
    ]
    content = b"".join(data.draw(st.lists(st.sampled_from(parts), max_size=40)))
    most = data.draw(st.integers(8, 200))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=12)))
    pieces = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert list(heads(pieces, most)) == list(heads([content], most))


# Files by their path: archives of every sort, and what is none.


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_archives_of_every_form(form, tmp_path):
    names = {
        f"{'d' * 90}/{'e' * 90}/{'x' * 60}.mbox" if form != tarfile.USTAR_FORMAT else "x.mbox": MAIL["Thunderbird"]
    }
    content = tarred({"a/b.txt": b"x" * 700, **names, "c": TAKEOUT, "empty": b""}, form)
    assert {one.site for one in read(content, tmp_path).senders} == {
        row[0] for name in ("Thunderbird", "Takeout mbox") for row in FOUND[name]
    }


def test_a_member_whose_size_stands_in_a_note(tmp_path):
    """As pax writes what is larger than 8 GB: the first block of the member says nothing of it."""
    plain = gzip.decompress(tarred({"a.mbox": TAKEOUT}, tarfile.USTAR_FORMAT))
    note = f"{len(f'00 size={len(TAKEOUT)}') + 1} size={len(TAKEOUT)}\n".encode()
    header = tarfile.TarInfo("note")
    header.type, header.size = tarfile.XHDTYPE, len(note)
    zeroed = tarfile.TarInfo("a.mbox")
    content = header.tobuf() + note.ljust(512, b"\0") + zeroed.tobuf() + plain[512:]
    assert rows(read(gzip.compress(content), tmp_path)) == FOUND["Takeout mbox"]
    large = bytearray(plain)
    large[124:136] = b"\x80" + len(TAKEOUT).to_bytes(11, "big")
    large[148:156] = b"%06o\0 " % (sum(large[:148]) + 8 * 32 + sum(large[156:512]))
    assert rows(read(gzip.compress(bytes(large)), tmp_path)) == FOUND["Takeout mbox"]


def pax_bomb():
    header = tarfile.TarInfo("note")
    header.type, header.size = tarfile.XHDTYPE, 1 << 40
    return gzip.compress(header.tobuf() + b"x" * 5_000_000)


def locked():
    content = bytearray(zipped({"a.mbox": TAKEOUT}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def listed_for_ever():
    """An end that says the list of members is the whole file, which is longer than a list may be."""
    content = b"PK\x03\x04" + bytes(17_000_000)
    return content + b"PK\x05\x06" + bytes(4) + b"\xff\x00\xff\x00" + (17_000_000).to_bytes(4, "little") + bytes(6)


REFUSED = {
    "a table": (lambda: b"a,b\n1,2\n", containers.NOT_MAIL),
    "nothing": (lambda: b"", containers.NOT_MAIL),
    "a letter": (lambda: b"From Bob\n\nHello\n", containers.NOT_MAIL),
    "a ZIP without mail": (lambda: zipped({"a.json": b"[]", "notes": b"hello", "x.mbox": b"no"}), containers.NO_MAIL),
    "a tgz without mail": (lambda: tarred({"a.json": b"[]"}), containers.NO_MAIL),
    "another packed file": (lambda: gzip.compress(b"hello"), containers.NO_MAIL),
    "a cut ZIP": (lambda: zipped(MEMBERS)[:-30], containers.DAMAGED),
    "a cut tgz": (lambda: tarred(MEMBERS)[:-30], containers.DAMAGED),
    "a tgz of broken blocks": (
        lambda: gzip.compress(gzip.decompress(tarred(MEMBERS))[:1024].replace(b"html", b"htnl")),
        None,
    ),
    "a locked ZIP": (locked, containers.LOCKED),
    "a ZIP packed otherwise": (lambda: zipped({"a.mbox": TAKEOUT}, 14), containers.UNKNOWN_PACKING),
    "a bomb in a ZIP": (lambda: zipped({"a.mbox": TAKEOUT + b"x" * 20_000_000}), containers.TOO_DENSE),
    "a bomb in gzip": (lambda: gzip.compress(TAKEOUT + b"x" * 20_000_000), containers.TOO_DENSE),
    "a note for ever": (pax_bomb, containers.DAMAGED),
    "a list for ever": (listed_for_ever, file_reader.TOO_MANY),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name, tmp_path):
    made, sentence = REFUSED[name]
    with pytest.raises(SourceError) as refusal:
        read(made(), tmp_path)
    assert is_a_sentence(refusal.value) == (sentence or containers.DAMAGED)


def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero"), Path("/proc/self/environ")):
        with pytest.raises(SourceError, match=re.escape(NOT_REGULAR)), opened(path):
            pass


def test_a_file_that_changes_meanwhile_is_refused(tmp_path):
    path = tmp_path / "box"
    path.write_bytes(TAKEOUT * 2_000)

    def grow(what, done, total):
        with path.open("ab") as more:
            more.write(b"x")

    with opened(path) as file, listening(grow), pytest.raises(SourceError, match="changed"):
        read_senders(file, (), TODAY)


class Stop(Exception):  # noqa: N818
    """A person cancels."""


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda content: zipped({"a.mbox": content})])
def test_reading_says_how_far_it_is_and_can_be_cancelled(pack, tmp_path):
    filling = random.Random(3).randbytes(6_000_000).hex().encode()
    path = tmp_path / "box"
    path.write_bytes(pack(message("a@x.example", "Hello") + filling))
    heard = []
    with opened(path) as file, listening(lambda *progress: heard.append(progress)):
        read_senders(file, (), TODAY)
    size = path.stat().st_size // 1_000_000
    assert {total for _, _, total in heard} == {size} and {done for _, done, _ in heard} >= set(range(1, size))

    def cancel(what, done, total):
        if done >= 3:
            raise Stop

    with pytest.raises(Stop), opened(path) as file, listening(cancel):
        read_senders(file, (), TODAY)


def stream(megabytes):
    """A mailbox without end, in pieces: short messages, long lines, long headers, ever new senders."""
    draw = random.Random(5)
    size = 0
    for number in range(sys.maxsize):
        parts = [message(f"a{number}@s{number % 700}.example", f"Your order {number}", "", LIST)]
        if number % 50 == 0:
            parts.append(b"x" * draw.randrange(2_000_000))
            parts.append(b"\n" + LINE + b"From: y@y.example\nX: " + b"y" * draw.randrange(1_000_000) + b"\n")
        for part in parts:
            size += len(part)
            yield part
        if size > megabytes * 1_000_000:
            return


def test_a_long_mailbox_takes_little_memory():
    list(map(about, ("warm", "up")))
    tracemalloc.start()
    try:
        found = senders_in(stream(24), (), TODAY)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found.senders) > 100 and found.messages > 500
    # A piece of it is two megabytes; the buffer has that and the longest header twice over while it grows.
    assert peak < 9_000_000


def test_senders_without_number_are_not_all_kept(monkeypatch):
    monkeypatch.setattr(senders, "MOST_SENDERS", 5)
    monkeypatch.setattr(senders, "MOST_REMEMBERED", 3)
    found = of(*(message(f"a@s{n}.example", "Hello") for n in range(9)), message("a@s1.example", "Your order"))
    assert len(found.senders) == 5 and dict(found.left_out) == {"messages of further senders": 4}
    assert found.senders[0].site == "s1.example"


# Hostile files: a sentence or senders, and nothing planted comes out.


def hostile_tried(content, folder):
    try:
        found = read(content, folder)
    except SourceError as error:
        assert "planted" not in is_a_sentence(error)
        return
    assert not any("planted" in text for text in texts_in((found.senders, found.left_out)))
    after = added(Workspace(), additions_of_senders(found.senders, "robin@example.org", Workspace()))
    for text in texts_in((after.profile, after.releases)):
        assert text.isprintable()


@pytest.mark.parametrize("change", [cut_short, repeated, nested, padded], ids=lambda change: change.__name__)
@pytest.mark.parametrize("name", MAIL)
def test_mailboxes_changed_in_every_way(name, change, tmp_path):
    for content in change(MAIL[name]):
        hostile_tried(content, tmp_path)


@pytest.mark.parametrize("name", MAIL)
def test_mailboxes_changed_at_random(name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mail")

    @settings(max_examples=20 * TIMES)
    @given(data=st.data())
    def attempt(data):
        content = bytearray(MAIL[name])
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, max(0, len(content) - 1)))
            odd = st.sampled_from(
                [b"", b"\x00", b"\n", b"\r", b"From ", b"=?", b"?=", b"<", b"@", b"\xff", b"\n\n", b"\x80"]
            )
            content[place : place + data.draw(st.integers(0, 30))] = data.draw(odd)
        hostile_tried(bytes(content), folder)

    attempt()


@quick
@given(st.binary(max_size=300), st.sampled_from([b"", LINE, LINE + b"From: ", LINE + b"Subject: =?utf-8?b?"]))
def test_random_bytes(noise, start):
    found = senders_in([start, noise], (), TODAY)
    assert all(one.site.isascii() and "." in one.site for one in found.senders)


def test_nothing_of_a_mailbox_shows_in_a_log():
    found = of(TAKEOUT)
    assert "example" not in repr(found) and "2020" not in repr(found)


# What is added.


SHOP = Sender("shop.example", "sure", "2020-01-31", "2026-01-31")
ADDRESS = ("Email", "robin@example.org")


def test_a_sender_becomes_an_account_that_has_the_address():
    found = additions_of_senders([SHOP], " robin@example.org ", Workspace())
    assert found.releases == (Release("shop.example", "shop.example", Record.of(ADDRESS), "2020-01-31"),)
    assert found.profile == (ADDRESS,)
    work = added(Workspace(), found)
    again = additions_of_senders([SHOP], "ROBIN@example.org", work)
    assert new_in(work, again).empty


def test_without_an_address_only_the_account_is_added():
    found = additions_of_senders([SHOP], "", Workspace())
    assert found.releases == (Release("shop.example", "shop.example", Record(), "2020-01-31"),) and not found.profile
    assert additions_of_senders([], "robin@example.org", Workspace()).empty


@pytest.mark.parametrize(
    ("facts", "after"),
    [
        ([("User name", "robin")], [[("User name", "robin"), ADDRESS]]),
        ([("Email", "Robin@example.org")], [[("Email", "Robin@example.org")]]),
        ([("Email", "other@example.org")], [[("Email", "other@example.org")], [ADDRESS]]),
    ],
    ids=["no address", "the same", "another"],
)
def test_an_account_that_is_there_gets_what_it_lacks(facts, after):
    held = Release("Mine", "The Shop", Record.of(*facts), "2019-01-01")
    work = Workspace(releases=(held,))
    shop = Sender("the-shop.example", "sure", "2020-01-31", "")
    work = added(work, additions_of_senders([shop], "robin@example.org", work))
    assert [sorted(a.pair for a in release.record) for release in work.releases] == [sorted(row) for row in after]
    assert {release.recipient for release in work.releases} == {"The Shop"} and work.releases[0].date == "2019-01-01"


def test_an_address_that_was_changed_is_not_brought_back():
    work = added(Workspace(), additions_of_senders([SHOP], "robin@example.org", Workspace()))
    changed = with_values_changed(work, ["shop.example"], ADDRESS, "2026-01-01")
    assert new_in(changed, additions_of_senders([SHOP], "robin@example.org", changed)).empty
