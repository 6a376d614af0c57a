"""How to get each file: every reader has an entry, of three short steps, and says whether it was checked."""

import datetime
import re

import pytest

from leakage.workspace.files.how_to_get import sources
from leakage.workspace.files.platforms.sources import SOURCES
from leakage.workspace.files.platforms.tables import TABLES
from tests.workspace.files.exports import WRITERS
from tests.workspace.files.test_formats import FORMATS

OWN = {
    "Tables of one row a fact",
    "Tables of facts about you",
    "Any other table",
    "Saved copies",
    "ZIP archives",
}
"""What comes from this program, or from anywhere."""


def formats():
    """The first cell of every row of the tables."""
    cells = [line.strip("|").split("|")[0].strip() for line in FORMATS.splitlines() if line.startswith("|")]
    return {cell for cell in cells if cell and cell != "Format" and set(cell) != {"-"}}


def test_every_format_has_an_entry_and_every_entry_a_format():
    named = {name for source in sources() for name in source.formats}
    assert formats() - OWN == named


def test_every_platform_has_an_entry_of_its_name():
    names = {source.name for source in sources()}
    assert {source.platform for source in (*SOURCES, *TABLES)} | {"LinkedIn"} <= names


def test_every_program_whose_logins_are_read_has_an_entry():
    programs = {re.sub(r"^(older|newer) ", "", name).split()[0].partition("'")[0] for name in WRITERS} - {
        "Password",
        "CXF",
    }
    named = {source.name.replace(":", "").split()[0] for source in sources()}
    assert programs <= named and {"Edge", "Brave"} <= named


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_an_entry_is_three_short_steps_and_four_short_answers(source):
    assert len(source.steps) == 3
    for sentence in (*source.steps, source.takes, source.holds, source.reads, source.leaves):
        assert sentence.endswith((".", "…")) and len(sentence.split()) <= 25
    assert "." in source.page and "://" not in source.page
    if source.checked:
        assert datetime.date.fromisoformat(source.checked) <= datetime.date(2026, 11, 25)


def test_names_are_there_once_and_some_were_checked():
    names = [source.name for source in sources()]
    assert len(names) == len(set(names))
    assert any(source.checked for source in sources())
