import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.csv_cells import DATE, NAME, RECIPIENT, column_of, headings_of, label_of
from leakage.workspace.files.importing import recognise
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.vocabulary import LABELS
from tests.workspace.files.files import CANARY, HONEST

REAL = realistic_person().workspace

KINDS = {
    "card 3": "cards",
    "card 4": "cards",
    "card 2.1": "cards",
    "breaches": "breaches",
    "short breaches": "breaches",
    "long": "long",
    "wide": "wide",
    "profile": "profile",
}


@pytest.mark.parametrize(("text", "kind"), [(HONEST[name], kind) for name, kind in KINDS.items()], ids=KINDS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_are_known_by_their_content(text, kind, codec):
    assert recognise(text.encode(codec)).kind == kind
    assert recognise(f"\n {text}".encode(codec)).kind == kind


def test_what_the_program_writes_is_known():
    assert recognise(workspace_to_json(REAL).encode()).kind == "copy"
    assert recognise(b'{"version": 1,\n  "format": "leakage-workspace"}').kind == "copy"
    assert recognise(releases_to_csv(REAL.releases)).kind == "long"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"BEGIN:VCALENDAR\n", "this is a calendar or the like, and only cards are read"),
        (b"<!DOCTYPE html><p>", "this is a web page or XML of a kind that is not read"),
        (b"just words", "this is no file that is known here: neither a table, nor cards, nor JSON"),
        (CANARY.encode(), "this is no file that is known here: neither a table, nor cards, nor JSON"),
    ],
)
def test_what_is_not_known_gets_a_sentence(content, sentence):
    with pytest.raises(ValueError) as raised:
        recognise(content)
    assert str(raised.value) == sentence


def test_json_of_too_many_pieces_is_not_parsed(monkeypatch):
    monkeypatch.setattr("leakage.workspace.files.texts.MAX_PIECES", 10)
    assert recognise(b'{"a": [1, 2, 3, 4]}').kind == "breaches"
    with pytest.raises(ValueError, match=r"^the file has more than 10 pieces"):
        recognise(b'{"a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}')


def test_nothing_of_a_file_shows_in_a_log():
    assert CANARY not in repr(recognise(f"a,{CANARY}\n1,2".encode()))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_headings_are_taken_apart_by_any_separator(separator):
    assert headings_of(f'\n \nName{separator}"a {separator} b"{separator} City \nx') == (
        "Name",
        f"a {separator} b",
        "City",
    )


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (("Shop", "Email"), ("Shop", None, None)),
        (("ID", "Email", "Given_To", "Date"), ("Given_To", "ID", "Date")),
        (("Phone", "Email"), (None, None, None)),
    ],
)
def test_columns_are_known_by_their_headings(headings, columns):
    assert tuple(column_of(headings, meant) for meant in (RECIPIENT, NAME, DATE)) == columns


def test_every_label_of_the_vocabulary_is_known_however_it_is_written():
    for entry in LABELS:
        for written in (entry.label, entry.label.upper(), entry.label.replace(" ", "_"), f" {entry.label} "):
            assert label_of(written) == entry.label


def test_a_label_in_use_comes_before_the_vocabulary():
    assert label_of("EMAIL", ["email"]) == "email"
    assert label_of("mail", ["Mail"]) == "Mail"
    assert label_of("mail") == "Email"
