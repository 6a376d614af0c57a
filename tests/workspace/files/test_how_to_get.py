"""How to get each file: three short steps each, and whether they were checked."""

import datetime

import pytest

from leakage.workspace.files.text import lists

SOURCES = lists("how_to_get.toml")["source"]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source["name"])
def test_an_entry_is_three_short_steps_and_a_page(source):
    assert len(source["steps"]) == 3
    for sentence in source["steps"]:
        assert sentence.endswith((".", "…")) and len(sentence.split()) <= 25
    assert "." in source["page"] and "://" not in source["page"]
    if source.get("checked"):
        assert datetime.date.fromisoformat(source["checked"]) <= datetime.date(2026, 11, 25)


def test_names_are_there_once_and_some_were_checked():
    names = [source["name"] for source in SOURCES]
    assert len(names) == len(set(names)) == 12
    assert any(source.get("checked") for source in SOURCES)
