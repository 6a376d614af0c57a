"""Mail: who writes, how sure that makes it, and what is no message of anybody."""

import io
from dataclasses import replace

import pytest

from leakage import Record
from leakage.workspace.changes import with_values_changed
from leakage.workspace.files.adding import added
from leakage.workspace.files.recognise import read
from leakage.workspace.workspace import Release, Workspace
from tests.workspace.files.data.mail_files import FOUND, MAIL, message

SURE = {"sure": "order", "probable": "unsubscribe", "possible": "mail"}


@pytest.mark.parametrize("name", MAIL)
def test_who_writes(name):
    for source in (MAIL[name], io.BytesIO(MAIL[name])):
        senders = [
            (one.site, one.mail, one.created, one.used) for one in read(source, own=("robin@example.org",)).accounts
        ]
        assert senders == [(site, SURE[sure], first, last) for site, sure, first, last in FOUND[name]]


def test_who_wrote_gets_the_address_that_the_person_says():
    found = read(message("Shop <a@shop.example>", "Your order", "Fri, 31 Jan 2020 10:00:00 +0000"))
    mine = replace(found, accounts=tuple(replace(one, facts=(("Email", "a@b.c"),)) for one in found.accounts))
    known = Release("Shop", "shop.example", Record.of(("User name", "rob")))
    work = added(Workspace(releases=(known,)), mine)
    assert [release.record for release in work.releases] == [Record.of(("User name", "rob"), ("Email", "a@b.c"))]
    assert added(work, mine) == work and added(Workspace(), mine).releases[0].date == "2020-01-31"
    changed = with_values_changed(work, ["shop.example"], ("Email", "a@b.c"), "2026-01-31")
    assert added(changed, mine) == changed
