"""Whatever a file holds: a sentence or something to add, in bounded time, and nothing of the file in the sentence."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files.additions import Additions, added
from leakage.workspace.files.breaches.reading import read_breaches
from leakage.workspace.files.breaches.releases import releases_of
from leakage.workspace.files.csv_cells import headings_of, label_of
from leakage.workspace.files.tables_csv import long_table, profile_table, wide_table
from leakage.workspace.files.texts import text_of
from leakage.workspace.files.vcard.cards import cards_in
from leakage.workspace.files.vcard.facts import facts_of_card, title_of
from leakage.workspace.tables import Columns
from leakage.workspace.workspace import Workspace
from tests.strategies import quick, thorough
from tests.workspace.files.files import CANARY, HONEST, HOSTILE
from tests.workspace.files.read import PROFILE, read

SENTENCE = 250
"""Characters that a sentence has at most."""


def is_a_sentence(error):
    said = str(error)
    assert said and len(said) <= SENTENCE and "\n" not in said
    assert CANARY not in said and CANARY[:9] not in said
    # What it came from would show in a traceback.
    assert error.__cause__ is None and (error.__suppress_context__ or error.__context__ is None)
    return said


def tried(content):
    """Read a file; True where something was found in it."""
    try:
        outcome = read(content)
    except ValueError as error:
        is_a_sentence(error)
        return False
    assert isinstance(outcome, Additions)
    for said in (*map(str, outcome.problems), *outcome.notes):
        assert CANARY not in said
    # Whatever was found can be added: it makes a workspace.
    assert added(Workspace(), outcome) is not None
    return True


# Of a few megabytes each, which take some seconds.
LARGE = ("many small lists", "two columns for ever", "UTF-16 for ever")


@pytest.mark.parametrize(
    "made",
    [pytest.param(made, id=name, marks=pytest.mark.slow if name in LARGE else ()) for name, made in HOSTILE.items()],
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
    assert tried(content)


@thorough
@given(st.binary(max_size=300))
def test_random_bytes(content):
    tried(content)


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
    tried((start + text).encode(encoding, errors="replace"))


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
    tried(content)


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


MEMORY = """
import resource
from tests.workspace.files.files import HOSTILE
from tests.workspace.files.read import read
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for name in ("many empty lists", "many small lists", "many words", "a copy of many lists", "UTF-16 for ever",
             "cards for ever", "long names of cards"):
    try:
        read(HOSTILE[name]())
    except ValueError:
        pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
def test_hostile_files_take_bounded_memory():
    """In a process of its own, so that nothing else counts; the files themselves take up to thirty megabytes."""
    run = subprocess.run(
        [sys.executable, "-c", MEMORY], cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 300
