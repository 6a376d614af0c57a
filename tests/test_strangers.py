"""Rows of a large file that can join; and files by their paths."""

import csv
import io
import os
import random
import re
import socket
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from leakage import Adversary, MatchFunction, Normalised, Normaliser, Record, Resolve, Shares, Similar, private_files
from leakage.private_files import MOST_FILES, SourceError, files_at, opened, typed_path
from leakage.resolution.rules import AnyOf
from leakage.strangers import Strangers, headings, strangers_in

LABELS = "NCP"
COLUMNS = tuple(zip(("name", "city", "phone"), LABELS, strict=True))
WIDE = (*COLUMNS, ("mobile", "P"), ("street", "S"))


def random_rows(rng: random.Random, width: int, most: int = 40) -> list[list[str]]:
    values = ["", *"abcdefgh"[: rng.randint(2, 8)], " A", "b ", "ä"]
    return [[rng.choice(values) for _ in range(width)] for _ in range(rng.randint(0, most))]


def as_csv(rows: list[list[str]], columns=WIDE, delimiter: str = ",") -> bytes:
    text = io.StringIO()
    # Quoted throughout: a line without any sign is no row.
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([[name for name, _ in columns], *rows])
    return text.getvalue().encode()


def as_parquet(rows: list[list[str]], path, columns=WIDE) -> None:
    cells = [[row[place] or None for row in rows] for place in range(len(columns))]
    table = pa.table([pa.array(column, pa.string()) for column in cells], [name for name, _ in columns])
    pq.write_table(table, path, row_group_size=7)


def records_of(rows: list[list[str]], columns=WIDE) -> list[Record]:
    return [
        Record.of(*dict.fromkeys((label, text.strip()) for (_, label), text in zip(columns, row, strict=True) if text))
        for row in rows
    ]


def found_in(source: bytes | Path, columns, adversary: Adversary, *arguments, name: str = "t.csv") -> Strangers:
    content, path = (source, None) if isinstance(source, bytes) else (b"", source)
    return strangers_in(content, name, path, columns, [adversary], *arguments)


def random_seeds(rng: random.Random) -> list[Record]:
    return [
        Record.of(*((label, rng.choice([*"abcdefgh", "\ud800"])) for label in LABELS if rng.random() < 0.6))
        for _ in range(rng.randint(1, 3))
    ]


def random_match(rng: random.Random):
    rules = [Shares(*rng.sample(LABELS, rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]
    match = rules[0] if len(rules) == 1 else AnyOf(*dict.fromkeys(rules))
    return Normalised(match, Normaliser()) if rng.random() < 0.5 else match


def distinct(rows: Iterable[Record]) -> tuple[Record, ...]:
    return tuple(dict.fromkeys(rows))


def joining(adversary: Adversary, seeds: list[Record], rows: list[Record]) -> tuple[Record, ...]:
    """The slow oracle: resolve all, keep what joins."""
    composite_of = adversary.resolve([*seeds, *rows]).composite_of.tolist()
    own = set(composite_of[: len(seeds)])
    return tuple(row for row, composite in zip(rows, composite_of[len(seeds) :], strict=True) if composite in own)


def joining_by_themselves(adversary: Adversary, seeds: list[Record], rows: list[Record]) -> tuple[Record, ...]:
    """The same without what strangers offer only together: row after row, until none is added."""
    kept: set[int] = set()
    match = adversary.operations[0].match
    while True:
        resolution = adversary.resolve([*seeds, *(rows[number] for number in sorted(kept))])
        own = [resolution.composites[c] for c in {int(c) for c in resolution.composite_of[: len(seeds)]}]
        more = {n for n, row in enumerate(rows) if any(match.matches(row, composite) for composite in own)} - kept
        if not more:
            return tuple(rows[number] for number in sorted(kept))
        kept |= more


@pytest.mark.parametrize("seed", range(25))
def test_a_file_within_the_limit_gives_what_joins_of_all_rows(seed, tmp_path):
    rng = random.Random(seed)
    rows, seeds, adversary = random_rows(rng, len(WIDE)), random_seeds(rng), Adversary(Resolve(random_match(rng)))
    expected = Strangers(distinct(joining(adversary, seeds, records_of(rows))), len(rows), True)
    path = tmp_path / "table.parquet"
    as_parquet(rows, path)
    assert found_in(as_csv(rows), WIDE, adversary, seeds) == expected
    assert found_in(path.read_bytes(), WIDE, adversary, seeds, name="t.parquet") == expected
    assert found_in(path, WIDE, adversary, seeds) == expected


@pytest.mark.parametrize("seed", range(50))
def test_of_a_longer_file_every_row_is_found_that_offers_a_key_itself(seed, tmp_path):
    rng = random.Random(seed)
    rows, seeds, adversary = random_rows(rng, len(WIDE)), random_seeds(rng), Adversary(Resolve(random_match(rng)))
    records = records_of(rows)
    most = max(len(rows) - 1, 0)
    folder = tmp_path / "folder"
    folder.mkdir()
    as_parquet(rows[:9], folder / "a.parquet")
    as_parquet(rows[9:], folder / "b.parquet")
    (folder / "notes.txt").write_text("not a table")
    if len(joining(adversary, seeds, records)) > most:
        return
    found = [
        found_in(source, WIDE, adversary, seeds, most, name=name)
        for source, name in ((folder, ""), (as_csv(rows), "t.csv"), (as_csv(rows, delimiter=";"), "t.txt"))
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].all_read and found[0].read == len(rows)
    least, all_of_them = joining_by_themselves(adversary, seeds, records), joining(adversary, seeds, records)
    assert set(least) <= set(found[0].records) <= set(all_of_them)
    assert found[0].records == distinct(row for row in records if row in set(found[0].records))


@pytest.mark.parametrize("seed", range(25))
def test_by_rules_of_one_label_a_longer_file_gives_what_joins_of_all_rows(seed):
    rng = random.Random(seed)
    rules = [Shares(label) for label in rng.sample(LABELS, rng.randint(2, 3))]
    match = AnyOf(*rules)
    adversary = Adversary(Resolve(Normalised(match, Normaliser()) if seed % 2 else match))
    values = [f"{n}" for n in range(60)]
    rows = [[rng.choice(values) for _ in WIDE] for _ in range(40)]
    seeds = [Record.of(("N", "1"), ("P", "2"))]
    expected = joining(adversary, seeds, records_of(rows))
    if len(expected) < len(rows):
        found = found_in(as_csv(rows), WIDE, adversary, seeds, len(rows) - 1)
        assert found == Strangers(distinct(expected), len(rows), True)


def test_a_chain_is_followed_against_the_order_of_the_rows():
    rows = [[f"n{n}", f"p{n}", f"p{n + 1}"] for n in range(30)]
    columns = (("name", "N"), ("phone", "P"), ("mobile", "P"))
    eve = Adversary(Resolve(Shares("P")))
    found = found_in(as_csv(rows, columns), columns, eve, [Record.of(("P", "p30"))], 30)
    assert [record.values("N") for record in found.records] == [(f"n{n}",) for n in range(30)]


def test_numbers_and_days_are_compared_as_the_texts_they_are_read_as(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"phone": [1, 2, None], "born": [20.0, None, 30.5], "name": ["Ann", "Bob", "Eve"]}), path)
    columns = (("phone", "P"), ("born", "B"), ("name", "N"))
    for rule, given, name in ((Shares("P"), ("P", "2"), "Bob"), (Shares("B"), ("B", "20"), "Ann")):
        for most in (2, 3):
            found = found_in(path, columns, Adversary(Resolve(rule)), [Record.of(given)], most)
            assert [record.values("N") for record in found.records] == [(name,)]


def test_a_rule_of_another_kind_reads_the_first_rows_and_says_so():
    eve = Adversary(Resolve(MatchFunction(lambda left, right: left.values("N") == right.values("N"), "N")))
    rows = [["Ann", "x", "1"], ["Bob", "x", "2"], ["Ann", "x", "3"]]
    for most, read, phones in ((2, 2, ["1"]), (3, 3, ["1", "3"])):
        found = found_in(as_csv(rows, COLUMNS), COLUMNS, eve, [Record.of(("N", "Ann"))], most)
        assert (found.read, found.all_read) == (read, most == 3)
        assert [record.values("P")[0] for record in found.records] == phones


def test_of_several_adversaries_what_joins_by_any_is_found_and_the_fewest_rows_are_said_to_be_read():
    rows = [["Ann", "x", "1"], ["Bob", "x", "2"], ["Eve", "x", "3"], ["Dan", "x", "4"]]
    eves = [Adversary(Resolve(rule)) for rule in (Shares("P"), Shares(Similar("N", 0.9)))]
    given = [Record.of(("N", "Bob"), ("P", "4"))]
    found = strangers_in(as_csv(rows, COLUMNS), "t.csv", None, COLUMNS, eves, given, 3)
    assert found == Strangers(tuple(records_of([rows[3], rows[1]], COLUMNS)), 3, False)


def test_a_rule_whose_labels_the_file_lacks_joins_nothing():
    rows = [["Ann", "x", "1"]] * 4
    eve = Adversary(Resolve(Shares("N", "Q")))
    found = found_in(as_csv(rows, COLUMNS), COLUMNS, eve, [Record.of(("N", "Ann"))], 3)
    assert found == Strangers((), 4, True)


def test_too_many_rows_are_refused_and_nothing_of_them_is_repeated():
    rows = [["Canary", "x", str(n)] for n in range(9)]
    with pytest.raises(SourceError) as refused:
        found_in(as_csv(rows, COLUMNS), COLUMNS, Adversary(Resolve(Shares("N"))), [Record.of(("N", "Canary"))], 8)
    assert "Canary" not in str(refused.value)


BROKEN = {
    "empty": b"",
    "ragged": b"name,city\ncanary\n",
    "twice": b"name,name\ncanary,x\n",
    "binary": b"name,city\ncanary\xff,x\n",
    "long line": b"name,city\ncanary," + b"x" * 3_000_000 + b"\n",
    "wide": b",".join(b"%d" % n for n in range(3000)) + b"\n",
    "lacking": b"city\nx\n",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.xlsx", "t"])
def test_what_is_no_table_is_one_sentence_without_its_values(content, name):
    eve = Adversary(Resolve(Shares("N")))
    with pytest.raises(ValueError) as refused:
        found_in(content, COLUMNS[:1], eve, [Record.of(("N", "canary"))], name=name)
    assert "canary" not in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.timeout(120)
def test_of_a_path_regular_files_alone_are_read(tmp_path):
    folder = tmp_path / "with_pipe"
    folder.mkdir()
    os.mkfifo(folder / "a.parquet")
    for path in (folder, folder / "a.parquet", tmp_path / "none.csv"):
        with pytest.raises(SourceError):
            headings(b"", "", path)


def test_a_file_that_changes_meanwhile_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(as_csv([]))
    rule = MatchFunction(lambda left, right: path.write_bytes(as_csv([["x"] * len(WIDE)])) > 0, "N")
    with pytest.raises(SourceError):
        found_in(path, WIDE, Adversary(Resolve(rule)), [Record.of(("N", "Ann"))] * 2)


def test_cells_of_a_csv_file_are_texts_whatever_they_look_like():
    rows = [["Ann", "x", "0151"], ["Bob", "x", "151"], *([["Cy", "x", "7"]] * 100_000), ["Di", "x", "NA"]]
    for phone, name in (("0151", "Ann"), ("151", "Bob"), ("NA", "Di")):
        eve = Adversary(Resolve(Shares("P")))
        found = found_in(as_csv(rows, COLUMNS), COLUMNS, eve, [Record.of(("P", phone))], 2)
        assert [record.values("N") for record in found.records] == [(name,)]


pytestmark = pytest.mark.timeout(120)
SYSTEM = Path("/proc/self/status")


def listener(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


ODD = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": listener,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a file of the system's": lambda path: path.symlink_to(SYSTEM),
    "a link to itself": lambda path: path.symlink_to(path),
    "nothing": lambda path: None,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
    "a link to a pipe": lambda path: (os.mkfifo(path.with_name("pipe")), path.symlink_to(path.with_name("pipe"))),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "a.csv").write_text("N\nann\n")
    return tmp_path / "a.csv"


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_regular_file_is_refused(odd: str, tmp_path: Path) -> None:
    ODD[odd](tmp_path / "odd.csv")
    with pytest.raises(SourceError) as refusal, opened(tmp_path / "odd.csv"):
        pass
    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize(
    "name", ["/proc/x.csv", "/tmp/\0.csv", "/tmp/\udcff\ud800.csv", f"/{'x' * 5_000}.csv", "/tmp/.."]
)
def test_a_path_that_no_file_has_is_refused(name: str) -> None:
    with pytest.raises(SourceError), opened(Path(name)):
        pass


def test_a_link_to_a_file_is_the_file(path: Path) -> None:
    path.with_name("link.csv").symlink_to("a.csv")
    with opened(path) as direct, opened(path.with_name("link.csv")) as through:
        assert (direct.path, direct.state) == (through.path, through.state) and direct.state[2] == 6


@pytest.mark.parametrize("change", ["longer", "other", "gone", "older", "a folder"])
def test_a_file_that_changes_while_it_is_open_is_refused(change: str, path: Path) -> None:
    with opened(path) as file:
        file.check_unchanged()
        if change == "longer":
            path.write_text("N\nann\nbob\n")
        elif change == "other":
            path.with_name("b.csv").write_text("N\nbob\n")
            os.utime(path.with_name("b.csv"), ns=(file.state[3], file.state[3]))
            path.with_name("b.csv").replace(path)
        elif change == "older":
            os.utime(path, ns=(0, 0))
        else:
            path.unlink()
            ODD.get(change, ODD["nothing"])(path)
        assert file.descriptor_path.read_bytes()[:5] == b"N\nann", "what is open stays"
        with pytest.raises(SourceError):
            file.check_unchanged()


@pytest.mark.parametrize("other", ["a pipe", "a link to a file of the system's", "a folder"])
def test_what_replaces_a_file_before_it_is_opened_is_refused(other, path, monkeypatch) -> None:
    whole, before = os.open, len(os.listdir("/proc/self/fd"))

    def replaced(name: Path, *arguments: int) -> int:
        path.unlink()
        ODD[other](path)
        return whole(name, *arguments)

    monkeypatch.setattr(os, "open", replaced)
    with pytest.raises(SourceError), opened(path):
        pass
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_typed_path_leads_to_nobody_elses_home(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a.csv") == tmp_path / "a.csv" and typed_path("~") == tmp_path
    assert typed_path("/data/~nobody.csv") == Path("/data/~nobody.csv")
    for name in ("~nobody/x.csv", "~root", "~~/x.csv"):
        with pytest.raises(SourceError, match=re.escape(private_files.OTHER_HOME)):
            typed_path(name)


def test_of_a_folder_the_files_are_read_whose_names_end_so(tmp_path: Path) -> None:
    for name in ("b.csv", "a.CSV", "c.txt", *(f"{number}.tsv" for number in range(MOST_FILES + 1))):
        (tmp_path / name).touch()
    assert [path.name for path in files_at(tmp_path, (".csv",))] == ["a.CSV", "b.csv"]
    assert files_at(tmp_path / "c.txt", (".csv",)) == (tmp_path / "c.txt",)
    with pytest.raises(SourceError):
        files_at(tmp_path, (".tsv",))
