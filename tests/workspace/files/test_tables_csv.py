"""CSV files: releases, tables of one's own."""

import csv
import io
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import UNTYPED, Attribute, Record, is_typed
from leakage.workspace.files import csv_cells
from leakage.workspace.files.additions import Additions, added
from leakage.workspace.files.csv_cells import MAX_BYTES, MAX_PROBLEMS, guarded, to_csv, unguarded
from leakage.workspace.files.importing import recognise
from leakage.workspace.files.releases_csv import read_records_csv, read_releases_csv, releases_to_csv
from leakage.workspace.files.tables_csv import (
    background_to_csv,
    become,
    is_background,
    long_table,
    profile_table,
    profile_to_csv,
    remembered,
    wide_table,
)
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.person import with_standard_person
from leakage.workspace.tables import Columns, TableMapping
from leakage.workspace.workspace import Release, Workspace
from tests.person_2026 import person_of_2026
from tests.strategies import days, enterable, quick, thorough
from tests.workspace.files.files import CANARY as SECRET
from tests.workspace.files.files import LONG, PROFILE, WIDE
from tests.workspace.files.test_workspace_json import workspaces

CANARY = "canary-7f3a"
HEADER = "release,recipient,label,value,confidence,date\n"
READERS = [read_releases_csv, read_records_csv]

# A cell keeps neither blanks around it nor what no text has; beyond that everything must survive.
releases_csv_words = (
    st.one_of(
        st.text(enterable, max_size=8),
        st.text(alphabet="=+-@'\"\t\r\n,; a", max_size=6),
    )
    .map(str.strip)
    .filter(bool)
)
confidences = st.floats(0, 1)
releases_csv_records = st.dictionaries(st.tuples(releases_csv_words, releases_csv_words), confidences, max_size=5).map(
    lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items())
)
dates = st.one_of(st.just(""), days)
releases_csv_releases = st.lists(
    st.builds(Release, releases_csv_words, releases_csv_words, releases_csv_records, dates),
    max_size=5,
    unique_by=lambda r: r.name,
)


def read(text):
    return read_releases_csv(text.encode())


def releases_csv_sentences(reading):
    return [str(problem) for problem in reading.problems]


@quick
@given(releases_csv_releases)
def test_what_is_written_is_read_again(given_releases):
    reading = read_releases_csv(releases_to_csv(given_releases))
    assert reading.problems == ()
    assert reading.releases == tuple(given_releases)


# Facts that were not typed, and those that are only presumed.
untyped_records = st.dictionaries(
    st.tuples(releases_csv_words, st.one_of(st.just(UNTYPED), st.just("not typed"), releases_csv_words)),
    confidences,
    max_size=5,
).map(lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items()))
presumptions = st.dictionaries(releases_csv_words, st.floats(0, 1, exclude_max=True), max_size=3).map(
    lambda presumed: tuple(presumed.items())
)
releases_with_states = st.lists(
    st.builds(Release, releases_csv_words, releases_csv_words, untyped_records, dates, presumed=presumptions),
    max_size=5,
    unique_by=lambda r: r.name,
)


@thorough
@given(releases_with_states)
def test_what_was_not_typed_or_is_presumed_is_read_again(given_releases):
    content = releases_to_csv(given_releases)
    reading = read_releases_csv(content)
    assert reading.problems == () and reading.releases == tuple(given_releases)
    needed = any(r.presumed or not all(is_typed(a.pair) for a in r.record) for r in given_releases)
    assert content.splitlines()[0].endswith(b",state") == needed


STATES = [
    ("r,s,Phone,,,not typed", (Release("r", "s", Record.of(("Phone", UNTYPED))),), ""),
    ("r,s,Phone,1,,not typed", (Release("r", "s", Record.of(("Phone", "1"))),), ""),
    ("r,s,Phone,1,0.5,presumed", (Release("r", "s", Record.of(("Phone", "1", 0.5))),), ""),
    ("r,s,Phone,1,,California", (Release("r", "s", Record.of(("Phone", "1"))),), ""),
    ("r,s,Phone,,,California", (), "line 2: fill in the value"),
    (
        "r,s,Phone,,1,Presumed",
        (),
        "line 2: the confidence of what is presumed must be a number in [0, 1), such as 0.5",
    ),
    ("r,s,,,0.5,presumed", (), "line 2: fill in the label"),
    (
        "r,s,Phone,,0,presumed\nr,s,Phone,,0.5,presumed",
        (Release("r", "s", Record(), presumed=(("Phone", 0.0),)),),
        "line 3: this release presumes the same label on an earlier line",
    ),
]


@pytest.mark.parametrize(("lines", "releases", "sentence"), STATES)
def test_a_state_counts_where_there_is_no_value(lines, releases, sentence):
    reading = read(f"release,recipient,label,value,confidence,State\n{lines}")
    assert reading.releases == releases
    assert releases_csv_sentences(reading) == ([sentence] if sentence else [])


def test_two_states_are_none_of_this_kind():
    assert read("release,recipient,label,value,state,state\nr,s,Phone,1,x,y").releases[0].record == Record.of(
        ("Phone", "1")
    )


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
        ("Order,Shop,,Bob,,", "line 3: fill in the label"),
        ("Order,Shop,Name,,0.5,", "line 3: fill in the value"),
        ("Order,Shop", None),
        ("Order,Shop,Name", "line 3: fill in the value"),
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
    assert releases_csv_sentences(reading) == [sentence] * bool(sentence)
    expected = Record.of(("Name", "Alice"), ("City", "X", 0.5))
    assert reading.releases == (Release("Order", "Shop", expected, "2026-01-31"),)


def test_line_numbers_count_lines_within_quotation_marks():
    assert releases_csv_sentences(read(HEADER + '\nR,S,Name,"a\nb",,\nR,S,,x,,')) == ["line 5: fill in the label"]


def test_only_the_first_problems_are_told():
    reading = read(HEADER + "R,S,Name,,,\n" * (MAX_PROBLEMS + 5))
    assert len(reading.problems) == MAX_PROBLEMS + 1
    assert releases_csv_sentences(reading)[-1] == "and 5 more"


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
        (b"x" * (MAX_BYTES + 1), "file: the file is larger than 60 MB, the most that can be read"),
    ],
    ids=range(10),
)
def test_a_file_that_cannot_be_read_gets_one_sentence(content, sentence):
    reading = read_releases_csv(content)
    assert (reading.releases, releases_csv_sentences(reading)) == ((), [sentence])


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
    assert releases_csv_sentences(reading) == [sentence]
    assert not getattr(reading, "releases", ()) and not getattr(reading, "records", ())


@pytest.mark.parametrize("reader", READERS)
def test_noise_is_refused(reader):
    chance = random.Random(2)
    texts = [chance.randbytes(2_000_000), "".join(chance.choices("ab,;\"' \t", k=2_000_000)).encode()]
    for noise in (*texts, HEADER.encode() + b"\n" * 2_000_000, b"," * 2_000_000):
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
    assert releases_csv_sentences(reading) == [
        "line 2: a cell stands in a column without a name",
        "line 3: there are more than the 2 cells of the first line; "
        "a cell with a separator in it needs quotation marks",
    ]
    assert reading.records == (Record.of(("Name", "Eve")),)
    assert releases_csv_sentences(read_records_csv(b"x" + b",x" * 1000)) == [
        "file: the file has 1,001 columns; at most 1,000 can be read"
    ]


RECORD = Record.of(("Name", "Alice", 0.5), ("Phone", "1"))


def tables_sentences(additions):
    return [str(problem) for problem in additions.problems]


def test_a_long_table_becomes_what_is_wanted():
    given = (Release("Order", "Shop", RECORD, "2026-01-31"),)
    assert long_table(LONG) == Additions(releases=given) == become(long_table(LONG), "releases")
    assert become(long_table(LONG), "plans") == Additions(plans=given)
    assert become(long_table(LONG), "background") == Additions(background=(RECORD,))
    assert long_table(LONG).releases == read_releases_csv(LONG.encode()).releases


def test_what_cannot_be_used_of_a_long_table_is_said():
    additions = become(long_table(f"{LONG}Order,Shop,,x,,\nOrder,Bank,City,X,,\n"), "plans")
    assert tables_sentences(additions) == [
        "line 4: fill in the label",
        "line 5: this release has another recipient on an earlier line",
    ]
    assert len(additions.plans) == 1


def test_a_table_of_strangers_is_known_by_its_recipient():
    def strangers(text):
        return is_background(long_table(text).releases)

    assert strangers(LONG.replace("Shop", "Background"))
    assert not strangers(LONG) and not strangers(LONG.replace("Order,Shop,N", "O,background,N"))
    assert not strangers("release,recipient,label,value\n")


@pytest.mark.parametrize("text", [f"release,label,value\n{SECRET},a,b", f"recipient,{SECRET},value\na,b,c"])
def test_missing_columns_are_named_without_the_ones_there_are(text):
    with pytest.raises(ValueError) as raised:
        long_table(text)
    assert str(raised.value).startswith("the first line must name the columns release, recipient, label and value")


def test_a_profile_is_read_with_its_weights():
    additions = profile_table(PROFILE)
    assert additions.profile == (("Name", "Alice"), ("Phone", "1"))
    assert additions.weights == (("Name", 2.0), ("Phone", 2.0))
    odd = profile_table("Value,LABEL,weight\nAlice,Name,-1\n'=1,Phone,3\n,Card,\nx,Phone,4\n")
    assert odd.profile == (("Phone", "=1"), ("Phone", "x")) and odd.weights == (("Phone", 3.0),)
    assert tables_sentences(odd) == [
        "row 1: weight must be positive, got -1",
        "row 3: fill in the value",
        "row 4: a label has one weight: Phone keeps 3, and 4 is not used",
    ]


def test_only_the_first_problems_of_a_table_are_told():
    assert tables_sentences(profile_table("label,value\n" + "Name,\n" * 30))[-1] == "and 10 more"


def test_one_row_a_release():
    additions = wide_table(WIDE, "releases", Columns("Shop"))
    assert additions.releases == (
        Release("Books", "Books", Record.of(("Email", "a@b.c"), ("Phone", "1"))),
        Release("Potter", "Potter", Record.of(("Email", "x@y.z"), ("Phone", "2"))),
    )
    assert wide_table(WIDE, "plans", Columns("Shop")).plans == additions.releases


def test_recipient_name_and_day_may_all_have_columns():
    text = "who,what,when,Phone,phone\nShop,Order,2026-01-31,1,2\nBank,,,3,\n,Call,,4,\nX,Y,soon,5,\n,,,6,\n"
    additions = wide_table(text, "releases", Columns("who", "what", "when"))
    assert [(release.name, release.recipient, release.date, len(release.record)) for release in additions.releases] == [
        ("Order", "Shop", "2026-01-31", 2),
        ("Bank", "Bank", "", 1),
        ("Call", "Call", "", 1),
    ]
    assert tables_sentences(additions) == [
        "row 4: date must be a day such as 2026-01-31",
        "row 5: nothing says who got this",
    ]


def test_without_a_column_of_recipients_there_are_no_releases():
    with pytest.raises(ValueError, match=r"^say which column names the recipient or the release$"):
        wide_table(WIDE, "releases", Columns())


def test_two_columns_of_one_heading_cannot_name_the_recipient():
    additions = wide_table("Shop,Shop,Phone\na,a,1\na,b,2\n", "releases", Columns("Shop"))
    assert [release.recipient for release in additions.releases] == ["a"]
    assert tables_sentences(additions) == ["row 2: two columns have the heading that was chosen, and they differ"]


def test_one_row_a_person():
    additions = wide_table("E-mail,phone,PHONE\na@b.c,1,1\n,,\nx@y.z,,2\n", "background", Columns())
    assert additions.background == (
        Record.of(("Email", "a@b.c"), ("Phone", "1")),
        Record.of(("Email", "x@y.z"), ("Phone", "2")),
    )


def test_labels_in_use_are_kept_as_they_are_written():
    additions = wide_table("phone,Hobby\n1,moths\n", "background", Columns(), ["PHONE", "hobby"])
    assert additions.background == (Record.of(("PHONE", "1"), ("hobby", "moths")),)


def test_a_cell_of_a_spreadsheet_loses_its_apostrophe():
    assert wide_table("a,b\n'+1,'tis\n", "background", Columns()).background == (Record.of(("a", "+1"), ("b", "'tis")),)


def test_columns_can_mean_what_their_headings_do_not_say():
    columns = Columns("Shop", labels=(("Mobil", "Phone"), ("Hobby", "")))
    found = wide_table("Shop;Mobil;Hobby;Email\nBooks;1;moths;a@b.c\n", "releases", columns)
    assert found.releases[0].record == Record.of(("Phone", "1"), ("Email", "a@b.c"))


def test_a_table_of_another_shape_is_not_read_as_one_before():
    before = TableMapping(("shop", "mobil"), "releases", Columns("Shop", labels=(("Mobil", "Phone"),)))
    assert remembered(["shop", "MOBIL"], [before]).columns == Columns("shop", labels=(("MOBIL", "Phone"),))
    for headings in (["mobil", "shop"], ["shop"], ["shop", "mobil", "x"]):
        assert remembered(headings, [before]) is None


def test_how_tables_were_read_is_remembered_once_for_a_shape_and_saved():
    first = TableMapping(("shop", "mobil"), "releases", Columns("Shop"))
    other = TableMapping(("shop", "mobil"), "plans", Columns("Shop"))
    work = added(Workspace(), Additions(mappings=(first,)))
    assert work.mappings == (first,) and added(work, Additions(mappings=(other,))).mappings == (other,)
    assert workspace_from_json(workspace_to_json(work)) == work


# What is taken out and brought in again is what it was.


REAL = person_of_2026().workspace
FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
SIGNS = FORMULAS[:-2]

# As everywhere in tables: no blanks around a cell, and nothing that no text has.
export_csv_words = (
    st.one_of(st.text(enterable, max_size=8), st.text(alphabet="=+-@＝＋－＠'\"\t\r\n,;\u00a0 a", max_size=8))
    .map(str.strip)
    .filter(bool)
)
pairs = st.tuples(export_csv_words, export_csv_words)
export_csv_records = st.dictionaries(pairs, st.floats(0, 1), max_size=4).map(
    lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items())
)
weights = st.floats(1e-6, 1e6)
export_csv_releases = st.lists(
    st.builds(Release, export_csv_words, export_csv_words, export_csv_records, st.one_of(st.just(""), days)),
    max_size=4,
    unique_by=lambda release: release.name,
)


@st.composite
def profiles(draw):
    facts = tuple(draw(st.lists(pairs, max_size=5, unique=True)))
    labels = dict.fromkeys(label for label, _ in facts)
    return Workspace(facts, tuple((label, draw(weights)) for label in labels))


def brought_in(content):
    """What a table that was taken out adds to an empty work, as the page reads it."""
    recognised = recognise(content)
    if recognised.kind == "profile":
        return profile_table(recognised.source.text)
    assert recognised.kind == "long"
    table = long_table(recognised.source.text)
    return become(table, "background" if is_background(table.releases) else "releases")


@thorough
@given(profiles())
def test_a_profile_comes_back_with_its_weights(work):
    brought = brought_in(profile_to_csv(work))
    assert brought.problems == ()
    assert added(Workspace(), brought) == work


@thorough
@given(
    st.dictionaries(
        releases_csv_words,
        st.lists(st.one_of(st.just(UNTYPED), st.just("absent"), releases_csv_words), max_size=3, unique=True),
        max_size=6,
    ),
    st.data(),
)
def test_a_profile_with_facts_not_typed_and_not_there_is_read_again(values, data):
    """A label without a value is one that the person has none of."""
    profile = tuple((label, value) for label, some in values.items() for value in some)
    weights = tuple((label, data.draw(st.sampled_from([0.5, 2.0]))) for label in values)
    work = Workspace(profile, weights, absent=tuple(label for label, some in values.items() if not some))
    brought = brought_in(profile_to_csv(work))
    assert brought.problems == ()
    after = added(Workspace(), brought)
    assert (after.profile, after.weight_map, after.absent) == (work.profile, work.weight_map, work.absent)
    assert added(after, brought) == after


def test_what_was_not_typed_or_is_not_there_goes_into_a_standard_person():
    work = with_standard_person(Workspace((("Name", "Ann"),)))
    read_in = profile_table("label,value,weight,state\nName,,,not typed\nPassport,,,absent\nBoat,,3,not typed\n")
    after = added(work, read_in)
    assert [value for label, value in after.profile if label in ("Name", "Boat")] == ["Ann", UNTYPED]
    assert after.absent == ("Passport",) and after.weight_map["Boat"] == 3.0
    again = added(after, profile_table("label,value,state\nPassport,,not typed\n"))
    assert again.absent == () and ("Passport", UNTYPED) in again.profile


@thorough
@given(st.lists(export_csv_records, max_size=4))
def test_records_of_other_people_come_back_with_their_confidences(background):
    brought = brought_in(background_to_csv(background))
    assert brought.problems == ()
    assert (brought.background or ()) == tuple(background)


@thorough
@given(export_csv_releases)
def test_releases_and_plans_come_back(given_releases):
    table = long_table(recognise(releases_to_csv(given_releases)).source.text)
    assert table == Additions(releases=tuple(given_releases))
    assert become(table, "plans") == Additions(plans=tuple(given_releases))


@thorough
@given(workspaces)
def test_everything_comes_back_from_json(work):
    content = workspace_to_json(work).encode()
    recognised = recognise(content)
    assert recognised.kind == "copy"
    assert workspace_from_json(recognised.source.text) == work


def test_the_realistic_person_comes_back_from_tables():
    work = Workspace()
    for content in (profile_to_csv(REAL), releases_to_csv(REAL.releases), background_to_csv(REAL.background)):
        work = added(work, brought_in(content))
    work = added(work, become(long_table(releases_to_csv(REAL.plans).decode()), "plans"))
    assert (work.profile, work.weights) == (REAL.profile, REAL.weights)
    assert (work.releases, work.plans, work.background) == (REAL.releases, REAL.plans, REAL.background)


@thorough
@given(export_csv_words)
def test_no_cell_is_a_formula(text):
    assert not guarded(text).startswith(FORMULAS)
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_a_spreadsheet_separates_by(separator):
    @thorough
    @given(st.lists(st.tuples(export_csv_words, export_csv_words), min_size=1, max_size=3))
    def attempt(rows):
        # A spreadsheet is lenient about quotation marks, and so is the reader without strict.
        for cells in csv.reader(io.StringIO(to_csv(rows).decode(), newline=""), delimiter=separator):
            assert not any(cell.lstrip(' "').startswith(SIGNS) for cell in cells)

    attempt()


def test_every_separator_is_quoted():
    assert to_csv([("x;=1+1", "a,b", "c\td", "plain")]) == b'"x;\'=1+1","a,b","c\td",plain\r\n'


def test_guarding_takes_time_in_proportion_to_the_cell():
    for text in ("\t" * 200_000, ";" * 200_000, '"' * 200_000, "; " * 100_000, "'" * 200_000):
        assert unguarded(guarded(f"a{text}b")) == f"a{text}b"


@pytest.mark.parametrize("start", FORMULAS)
def test_formulas_are_text_in_every_table(start):
    work = Workspace(((f"{start}label", f"{start}1+1"),))
    record = Record.of((f"{start}label", f"{start}1+1", 0.5))
    for content in (profile_to_csv(work), background_to_csv([record]), releases_to_csv([Release("R", "S", record)])):
        rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
        assert not any(cell.startswith(FORMULAS) for row in rows for cell in row)
        assert f"'{start}1+1" in rows[1]


def test_numbers_stay_numbers():
    rows = profile_to_csv(Workspace((("a", "x"), ("b", "y")), (("a", 0.25), ("b", 1e-6)))).decode().splitlines()
    assert [float(row.rsplit(",", 1)[1]) for row in rows[1:]] == [0.25, 1e-6]
    assert all(row[0] in string.ascii_letters for row in rows)


def test_what_no_text_has_is_replaced():
    assert profile_to_csv(Workspace((("a", "\ud800"),))).decode().splitlines()[1] == "a,?,1"
