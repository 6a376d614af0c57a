"""Whether the figure is sane: what must hold between 29 made-up people, and their table in the library's README."""

import itertools
from functools import cache

import pytest

from leakage.workspace.everyday import EVERYONE, with_import
from leakage.workspace.files.recognise import read
from leakage.workspace.places.kinds import KINDS
from leakage.workspace.workspace import Workspace
from tests.readme_figures import EVES, block_in_readme, figure, people_block
from tests.workspace.files.data import exports
from tests.workspace.people import people, sites_of, with_logins


@cache
def everybody():
    return {person.name: person for person in people()}


def of(name, eve=EVERYONE):
    return figure(everybody()[name].work, eve)


def test_the_readme_has_the_table_of_all_29():
    """The first rows, worked out anew; the command that writes the table works out all."""
    table = block_in_readme("people")
    assert len(everybody()) == len(table) - 2 == 29
    assert table[:7] == list(itertools.islice(people_block(), 7))


def test_the_rows_are_sane():
    rows = (line.strip("| ").split(" | ") for line in block_in_readme("people")[2:])
    known = {name: float(together.rstrip(" %")) for name, *_, together, _ in rows}
    assert known["1 login, at a shop"] < 15.0 and 25.0 <= known["60 logins, one address"] <= 75.0
    for count in (10, 60, 300):
        assert known[f"{count} logins, an alias each"] <= 0.5 * known[f"{count} logins, one address"]
    assert known["somebody of whom nobody has anything"] == 0.0


HEAVY = {"Bank", "Doctor"}
"""Kinds of which half of what weighs most is guessed: at such a place one login tells more than a quarter."""


@pytest.mark.parametrize("kind", KINDS)
def test_any_one_login_tells_less_than_a_quarter_but_at_banks_and_doctors(kind):
    for site in sites_of(kind)[:1]:
        leakage = figure(with_logins([site]), EVERYONE)
        assert leakage < (0.35 if kind in HEAVY else 0.25)
        assert (leakage >= 0.25) == (kind in HEAVY)


def test_the_same_logins_tell_the_same_whichever_program_kept_them():
    logins = exports.made_up_logins(40)
    figures = set()
    rows = [(one.title, one.url, one.user, one.password, "") for one in logins]
    chrome = exports.table("name,url,username,password,note", rows)
    programs = (exports.bitwarden(logins), exports.keepass_xml(logins), exports.firefox(logins), chrome)
    for export in programs:
        work = with_import(Workspace(), read(export))
        # What is imported weighs what the standard person's facts do.
        assert work.weight_map["Email"] == 5.5 and work.weight_map["Password"] == 1.0
        figures.add(tuple(round(figure(work, eve), 12) for eve in EVES))
    assert len(figures) == 1
