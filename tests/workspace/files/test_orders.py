"""The order of files does not matter: read one after the other in any order, or twice, they give the same work."""

import json
from dataclasses import replace
from itertools import permutations

import pytest

from leakage.workspace.everyday import with_import
from leakage.workspace.files.own_tables import suggested_columns, with_columns
from leakage.workspace.files.recognise import read
from leakage.workspace.person import has_standard_person
from leakage.workspace.workspace import Workspace

BREACH = {
    "Name": "Shop",
    "Title": "Shop",
    "Domain": "shop.example",
    "BreachDate": "2020-01-01",
    "DataClasses": ["Email addresses", "Phone numbers", "Names"],
}
FILES = {
    "logins": b"name,url,username,password\n"
    b"Shop,https://shop.example,robin@example.org,moon\nBank,https://bank.example,robin@example.org,moon\n",
    "breaches": json.dumps([BREACH]).encode(),
    "card": b"BEGIN:VCARD\nVERSION:3.0\nFN:Robin Example\nTEL:+1 555 0100\nEMAIL:robin@example.org\nEND:VCARD\n",
    "table": b"Company,Date,E-Mail,City\nshop.example,2020-01-31,robin@example.org,X\nGym,,robin@example.org,X\n",
}


def found(name):
    findings = read(FILES[name])
    if not findings.tables:
        return findings
    return with_columns(findings, 0, "releases", suggested_columns(findings.tables[0].headings))


def after(order, work):
    for name in order:
        work = with_import(work, found(name))
    return work


def normal(work):
    """A work in one order, whatever accounts are called."""
    ordered = sorted(work.releases, key=lambda one: (one.recipient, one.date, [a.pair for a in one.record]))
    releases = (
        replace(one, name=str(number), presumed=tuple(sorted(one.presumed))) for number, one in enumerate(ordered)
    )
    parts = {part: tuple(sorted(getattr(work, part))) for part in ("profile", "weights")}
    return replace(work, releases=tuple(releases), policies=(), **parts)


@pytest.mark.parametrize("order", list(permutations(FILES))[::4], ids="-".join)
def test_four_files_one_after_the_other_in_any_order(order):
    once = after(order, Workspace())
    assert normal(once) == normal(after(FILES, Workspace())) and after(order, once) == once
    assert sorted(one.recipient for one in once.releases) == ["Gym", "Shop", "bank.example", "shop.example"]


@pytest.mark.parametrize("name", FILES)
def test_the_standard_person_stands_before_any_file_is_read(name):
    first = with_import(Workspace(), found(name))
    assert has_standard_person(first) and len(first.policies) == 4


def test_a_bad_row_costs_one_row_and_is_counted():
    logins = FILES["logins"] + b'Pool,https://pool.example,"robin,sun\nGym,https://gym.example,robin,star\n'
    findings = read(logins)
    assert [account.site for account in findings.accounts] == ["shop.example", "bank.example", "gym.example"]
    assert [problem.where for problem in findings.problems] == ["line 4"]
