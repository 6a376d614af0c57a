import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.files import csv_cells
from leakage.workspace.files.csv_cells import MAX_BYTES, MAX_PROBLEMS
from leakage.workspace.files.releases_csv import read_records_csv, read_releases_csv, releases_to_csv
from leakage.workspace.workspace import Release
from tests.strategies import quick

CANARY = "canary-7f3a"
HEADER = "release,recipient,label,value,confidence,date\n"
READERS = [read_releases_csv, read_records_csv]

# A cell keeps neither blanks around it nor what no text has; beyond that everything must survive.
words = (
    st.one_of(
        st.text(max_size=8),
        st.text(alphabet="=+-@'\"\t\r\n,; a", max_size=6),
    )
    .map(lambda text: text.replace("\0", "").strip())
    .filter(bool)
)
confidences = st.floats(0, 1)
records = st.dictionaries(st.tuples(words, words), confidences, max_size=5).map(
    lambda held: Record(Attribute(*pair, c) for pair, c in held.items())
)
dates = st.one_of(st.just(""), st.dates().map(str))
releases = st.lists(st.builds(Release, words, words, records, dates), max_size=5, unique_by=lambda r: r.name)


def read(text):
    return read_releases_csv(text.encode())


def sentences(reading):
    return [str(problem) for problem in reading.problems]


@quick
@given(releases)
def test_what_is_written_is_read_again(given_releases):
    reading = read_releases_csv(releases_to_csv(given_releases))
    assert reading.problems == ()
    assert reading.releases == tuple(given_releases)


@pytest.mark.parametrize("start", list("=+-@"))
def test_formulas_are_written_as_text(start):
    release = Release(f"{start}r", f"{start}s", Record.of((f"{start}l", f"{start}SUM(A1)"), ("N", "'=x")))
    content = releases_to_csv([release])
    for line in content.decode().splitlines()[1:]:
        assert not any(cell.startswith(tuple("=+-@")) for cell in line.split(","))
    assert read_releases_csv(content).releases == (release,)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_separators_marks_and_line_ends(delimiter, mark, newline):
    lines = ["Value|Label|Note|Recipient|Release", "Müller|Name|x|Shop|Order", "|||| ", '"a b"|Email||Shop|Order']
    content = mark + newline.join(lines).replace("|", delimiter).encode()
    reading = read_releases_csv(content)
    assert reading.problems == ()
    assert reading.releases == (Release("Order", "Shop", Record.of(("Name", "Müller"), ("Email", "a b"))),)


def test_releases_keep_the_order_of_their_first_line_and_take_the_date_of_any():
    reading = read(HEADER + "B,Shop,Name,Alice,,\nA,Bank,Name,Alice,0.5,2026-01-31\nB,Shop,City,X,1,2025-12-24\n")
    assert [(r.name, r.date, len(r.record)) for r in reading.releases] == [
        ("B", "2025-12-24", 2),
        ("A", "2026-01-31", 1),
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (",Shop,Name,Bob,,", "line 3: release must not be empty"),
        ("Order,,Name,Bob,,", "line 3: recipient must not be empty"),
        ("Order,Shop,,Bob,,", "line 3: label must not be empty"),
        ("Order,Shop,Name,,0.5,", "line 3: value must not be empty"),
        ("Order,Shop", None),
        ("Order,Shop,Name", "line 3: value must not be empty"),
        ("Order,Shop,Name,Bob,1.3,", "line 3: confidence must be in [0, 1], got 1.3"),
        ("Order,Shop,Name,Bob,sure,", "line 3: confidence must be a number in [0, 1], such as 0.5"),
        ("Order,Shop,Name,Alice,,", "line 3: this release holds the same label and value on an earlier line"),
        ("Order,Bank,Name,Bob,,", "line 3: this release has another recipient on an earlier line"),
        ("Order,Shop,Name,Bob,,2020-02-02", "line 3: this release has another date on an earlier line"),
        ("Order,Shop,Name,Bob,,soon", "line 3: date must be a day such as 2026-01-31"),
        (
            "Order,Shop,Name,Bob,,,more",
            "line 3: there are more than the 6 cells of the first line; "
            "a cell with a separator in it needs quotation marks",
        ),
    ],
)
def test_a_bad_line_is_left_out_with_one_sentence(line, sentence):
    reading = read(HEADER + f"Order,Shop,Name,Alice,,2026-01-31\n{line}\nOrder,Shop,City,X,0.5,\n")
    assert sentences(reading) == [sentence] * bool(sentence)
    expected = Record.of(("Name", "Alice"), ("City", "X", 0.5))
    assert reading.releases == (Release("Order", "Shop", expected, "2026-01-31"),)


def test_line_numbers_count_lines_within_quotation_marks():
    assert sentences(read(HEADER + '\nR,S,Name,"a\nb",,\nR,S,,x,,')) == ["line 5: label must not be empty"]


def test_only_the_first_problems_are_told():
    reading = read(HEADER + "R,S,Name,,,\n" * (MAX_PROBLEMS + 5))
    assert len(reading.problems) == MAX_PROBLEMS + 1
    assert sentences(reading)[-1] == "and 5 more"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "file: the file is empty"),
        (b"\n \n", "file: the file is empty"),
        (
            b"release,label,worth\nR,Name,Alice",
            "file: the first line must name the columns release, recipient, label and value; "
            "it lacks the columns recipient and value",
        ),
        (
            b"release,recipient,label,Value,value\n",
            "file: the columns release, recipient, label, value, confidence, date may stand there once only",
        ),
        (
            "Straße".encode("latin-1"),
            'file: the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"',
        ),
        (
            HEADER.encode("utf-16"),
            'file: the file is not in UTF-8; in the spreadsheet, save it as "CSV UTF-8"',
        ),
        (b"release\0", "file: the file holds bytes that no text has; in the spreadsheet, save it as CSV"),
        (
            HEADER.encode() + b'R,S,Name,"Alice\n',
            "file: a quotation mark in line 2 has no partner, so the file cannot be taken apart into cells",
        ),
        (
            HEADER.encode() + b"R,S,Name," + b"x" * 200_001,
            "file: line 2 holds a cell of more than 200,000 characters",
        ),
        (b"x" * (MAX_BYTES + 1), "file: the file is larger than 50 MB, the most that can be read"),
    ],
    ids=range(10),
)
def test_a_file_that_cannot_be_read_gets_one_sentence(content, sentence):
    reading = read_releases_csv(content)
    assert (reading.releases, sentences(reading)) == ((), [sentence])


def test_a_first_line_that_is_no_header_is_not_repeated():
    problem = read("Order,Shop,Phone,+49 221 555 0100\n").problems[0]
    assert not any(cell in problem.sentence for cell in ("Order", "Shop", "Phone", "+49"))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("MAX_ROWS", "file: the file has more than 1,000 rows, which is the most that can be read"),
        ("MOST_FACTS", "file: the file has more than 1,000 facts, the most that can be read"),
        ("MOST_RECORDS", "file: the file has more than 1,000 records, the most that can be read"),
    ],
)
def test_one_too_many_reads_nothing(reader, limit, sentence, monkeypatch):
    monkeypatch.setattr(csv_cells, limit, 1_000)
    reading = reader((HEADER + "".join(f"R{n},S,Name,Alice,,\n" for n in range(1_001))).encode())
    assert sentences(reading) == [sentence]
    assert not getattr(reading, "releases", ()) and not getattr(reading, "records", ())


def test_a_hundred_thousand_rows_are_read():
    lines = [f"R{n % 1000},S,Email,u{n}@example.org,0.5,\n" for n in range(100_000)]
    random.Random(1).shuffle(lines)
    content = (HEADER + "".join(lines)).replace("R1,", "R2,").encode()
    reading = read_releases_csv(content)
    assert sum(len(release.record) for release in reading.releases) == 100_000


@pytest.mark.parametrize("reader", READERS)
def test_noise_is_refused(reader):
    chance = random.Random(2)
    texts = [chance.randbytes(10_000_000), "".join(chance.choices("ab,;\"' \t", k=10_000_000)).encode()]
    for noise in (*texts, HEADER.encode() + b"\n" * 10_000_000, b"," * 10_000_000):
        assert len(reader(noise).problems) == 1


@quick
@given(st.one_of(st.binary(max_size=200), st.text(alphabet="ab,;\t\n\r\"'=0.5 ", max_size=80).map(str.encode)))
def test_whatever_a_file_holds_nothing_is_raised(content):
    for start in (b"", HEADER.encode()):
        for reader in READERS:
            reading = reader(start + content)
            assert CANARY not in str(reading.problems)


def test_no_sentence_repeats_a_cell():
    lines = [
        f"{CANARY},,{CANARY},{CANARY},,",
        f"{CANARY},S,,{CANARY},,",
        f"R,S,Name,{CANARY},{CANARY},",
        f"R,S,Name,{CANARY},7,",
        f"R,S,Name,{CANARY},,{CANARY}",
        f"R,S,Name,{CANARY},,",
        f"R,S,Name,{CANARY},,",
        f"R,{CANARY},Name,{CANARY},,",
        f"R,S,Name,{CANARY},,,{CANARY}",
    ]
    problems = [*read(HEADER + "\n".join(lines)).problems, *read(HEADER + f'R,S,"{CANARY}').problems]
    problems += read_records_csv(f"Name,,City\n{CANARY},{CANARY}\n{CANARY},,,{CANARY}".encode()).problems
    assert len(problems) == 11
    assert CANARY not in str(problems)


def test_background_rows_become_records():
    content = b"Name;Phone;Phone;City\nAlice;555-0100;555-0101;\n;;;\nBob;555-0102;555-0102; '+x \nEve\n"
    reading = read_records_csv(content)
    assert reading.problems == ()
    assert reading.records == (
        Record.of(("Name", "Alice"), ("Phone", "555-0100"), ("Phone", "555-0101")),
        Record.of(("Name", "Bob"), ("Phone", "555-0102"), ("City", "+x")),
        Record.of(("Name", "Eve")),
    )


def test_background_problems():
    reading = read_records_csv(b"Name,\nAlice,x\nBob,,y\nEve,\n")
    assert sentences(reading) == [
        "line 2: a cell stands in a column without a name",
        "line 3: there are more than the 2 cells of the first line; "
        "a cell with a separator in it needs quotation marks",
    ]
    assert reading.records == (Record.of(("Name", "Eve")),)
    assert sentences(read_records_csv(b"x" + b",x" * 1000)) == [
        "file: the file has 1,001 columns; at most 1,000 can be read"
    ]
