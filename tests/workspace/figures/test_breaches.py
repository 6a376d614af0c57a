"""The person's breaches: their accounts there, passwords used elsewhere, and the order in which they matter."""

from dataclasses import replace

import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.figures.breaches import breached_places, with_breaches_at, with_dealt
from leakage.workspace.release import ChangedValue, Listing
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Release, Workspace


def account(site, password="password A", date="", **parts):
    return Release(site, site, Record.of(*([("Password", password)] if password else [])), date, **parts)


def leak(site, day="2019-01-31", labels=("Email", "Password"), **parts):
    return Release(f"{site} breach", site.partition(".")[0], Record(), day, breach=site, leaked=labels, **parts)


def only(*releases, **parts):
    [place] = breached_places(Workspace(releases=releases, **parts))
    return place


SHOP, BANK, CLUB = (account(site) for site in ("shop.example", "bank.example", "club.example"))


def test_a_leaked_password_that_is_used_elsewhere():
    place = only(SHOP, BANK, account("mill.example", "password B"), leak("shop.example"))
    assert (place.accounts, place.elsewhere, place.is_urgent) == (("shop.example",), ("bank.example",), True)


@pytest.mark.parametrize(
    "releases",
    [
        (SHOP, BANK, leak("shop.example", labels=("Email",))),
        (account("shop.example", date="2020-01-31"), BANK, leak("shop.example")),
        (SHOP, replace(BANK, erasure="done"), leak("shop.example")),
        (account("shop.example", UNTYPED), account("bank.example", UNTYPED), leak("shop.example")),
        (
            replace(SHOP, listings=(Listing("Firefox", "shop.example", changed="2020-01-31"),)),
            BANK,
            leak("shop.example"),
        ),
    ],
    ids=["no password leaked", "account came later", "the other was deleted", "not known to be one", "changed since"],
)
def test_nothing_else_is_opened(releases):
    assert not only(*releases).elsewhere


def test_a_password_changed_after_the_breach_still_opens_the_others():
    change = ChangedValue("shop.example", "Password", "password A", "2019-03-01")
    place = only(account("shop.example", ""), BANK, CLUB, leak("shop.example"), changed_values=(change,))
    assert place.elsewhere == ("bank.example", "club.example")
    before = replace(change, day="2018-12-31")
    assert not only(account("shop.example", ""), BANK, leak("shop.example"), changed_values=(before,)).elsewhere


def test_named_by_hand_dealt_with_and_saved():
    work = with_breaches_at(Workspace(releases=(SHOP, BANK)), ["shop.example", "Adobe", "Bank"], "", ["Password"])
    found = {place.site: place.accounts for place in breached_places(work)}
    assert found == {"shop.example": ("shop.example",), "Adobe": (), "Bank": ("bank.example",)}
    after = with_dealt(work, [work.breaches[0].name])
    assert [place.dealt for place in breached_places(after)] == [False, False, True]
    assert workspace_from_json(workspace_to_json(after)) == after
    assert with_dealt(after, [work.breaches[0].name], dealt=False) == work
