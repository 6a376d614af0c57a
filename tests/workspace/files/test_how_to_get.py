"""How to get each file: three short steps each, and whether they were checked."""

import datetime

import pytest

from leakage.workspace.files.how_to_get import sources


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
    assert len(names) == len(set(names)) == 12
    assert any(source.checked for source in sources())
