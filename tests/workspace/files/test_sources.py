"""Exports of platforms: what comes of each, and what counts only once the person says so."""

import itertools
import json

import pytest

from leakage import Record
from leakage.workspace.files.additions import Additions, added, confirmed, new_in
from leakage.workspace.files.findings import Guess
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.files.platforms.engine import MAX_GUESSES, MAX_PARTIES
from leakage.workspace.files.platforms.sources import SOURCES, platform_of, read_platform
from leakage.workspace.files.platforms.tables import TABLES, platform_of_table, read_platform_table
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.workspace import Release, Workspace
from tests.workspace.files.platform_exports import EXPORTS
from tests.workspace.files.texts_in import texts_in


def findings_of(export):
    file = recognise(export.content)
    if file.kind == "platform":
        return read_platform(file.whole, PasswordClasses())
    assert file.kind == "platform table"
    return read_platform_table(file.source.text, PasswordClasses())


@pytest.mark.parametrize("name", EXPORTS)
def test_what_comes_of_an_export(name):
    export = EXPORTS[name]
    assert recognise(export.content).platform == export.platform
    found = findings_of(export)
    assert dict(found.profile) == export.facts
    platform, *others = found.accounts
    assert (platform.title, platform.created, dict(platform.facts)) == (export.platform, export.created, export.facts)
    assert tuple(account.recipient for account in others) == export.accounts
    assert {one.receiver for one in found.sharing} <= {export.platform}
    assert tuple((one.giver, one.evidence) for one in found.sharing) == export.sharing
    assert tuple((guess.label, guess.value) for guess in found.guesses) == export.guesses
    assert not any(
        "planted" in text for text in texts_in((found.profile, found.accounts, found.sharing, found.guesses))
    )


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_that_is_read_twice_adds_nothing_the_second_time(name):
    file = recognise(EXPORTS[name].content)
    work = added(Workspace(), imported([file], Workspace())[0])
    again, _ = imported([file], work)
    assert new_in(work, again).empty and added(work, again) == work


def test_every_entry_of_the_tables_has_a_made_up_file():
    files = [recognise(export.content) for export in EXPORTS.values()]
    json_files = [file.whole for file in files if file.kind == "platform"]
    tables = [file.headings for file in files if file.kind == "platform table"]
    assert {id(platform_of(whole)) for whole in json_files} == {id(source) for source in SOURCES}
    assert {id(platform_of_table(headings)) for headings in tables} == {id(source) for source in TABLES}


def test_every_sign_is_of_one_platform_alone():
    for name, export in EXPORTS.items():
        file = recognise(export.content)
        platforms = {
            source.platform
            for source in itertools.chain(SOURCES, TABLES)
            if (file.whole is not None and platform_of(file.whole) is source)
            or (file.headings and platform_of_table(file.headings) is source)
        }
        assert platforms == {export.platform}, name


def test_guesses_are_shown_and_count_once_they_are_confirmed():
    work = Workspace((("Interest", "Moths"),))
    found, _ = imported([recognise(EXPORTS["Instagram: interests"].content)], work)
    # What is a fact already is no guess any more.
    assert [(guess.holder, guess.label, guess.value) for guess in found.guesses] == [
        ("instagram.com", "Interest", "Jazz")
    ]
    assert not found.profile and not any(len(release.record) for release in found.releases)
    after = added(work, confirmed(found, found.guesses))
    assert after.profile == (("Interest", "Moths"), ("Interest", "Jazz"))
    assert after.releases[0].record == Record.of(("Interest", "Jazz"))
    assert confirmed(found, []) == found


def test_confirmed_guesses_go_to_the_account_that_is_there():
    held = Release("Mine", "facebook.com", Record.of(("Email", "a@b.c")))
    work = Workspace(releases=(held,))
    found, _ = imported([recognise(EXPORTS["Facebook: interests"].content)], work)
    after = added(work, confirmed(found, found.guesses))
    assert after.releases[0].record == Record.of(("Email", "a@b.c"), ("Interest", "Château"))
    unknown = Guess("elsewhere.example", "Interest", "x")
    assert confirmed(Additions(guesses=(unknown,)), [unknown]).profile == (("Interest", "x"),)


def test_values_in_doubt_show_in_no_log():
    found, _ = imported([recognise(EXPORTS["Instagram: interests"].content)], Workspace())
    assert "Jazz" not in repr(found.guesses)


def test_limits_on_parties_and_guesses():
    many = [{"advertiser_name": f"S{n}", "has_data_file_custom_audience": True} for n in range(MAX_PARTIES + 1)]
    _, refusals = imported([recognise(json.dumps({"ig_custom_audiences_all_types": many}).encode())], Workspace())
    assert refusals == ("the file names more than 5,000 parties, the most that can be read",)
    topics = json.dumps({"topics_v2": [f"T{n}" for n in range(MAX_GUESSES + 9)]}).encode()
    assert len(imported([recognise(topics)], Workspace())[0].guesses) == MAX_GUESSES
