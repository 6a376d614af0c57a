"""What may be asked of whom, and who is told nothing wrong: made-up works, and random ones against a slow check."""

import random
from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.decision.disinformation import Prices
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.actions import Actions, options_of
from leakage.workspace.figures.disinformation import Terms, form_fields, plan_disinformation, usual_recipients
from leakage.workspace.places.obligations import decoy_obstacles, deletion_obstacles, mailbox_accounts, may_be_deleted
from leakage.workspace.workspace import Policy, Release, Workspace

MAIL, OTHER_MAIL, NUMBER = ("Email", "ann@gmail.com"), ("Email", "ann@posteo.de"), ("Phone", "+49 30 1234567")
BY_NAME = Policy("By name, address or number", Adversary((Resolve(AnyOf(*map(Shares, ("Name", "Email", "Phone")))),)))


def work_of(*releases, **parts):
    """A work with these (recipient, facts) as releases, each named after its recipient and its place."""
    given = tuple(Release(f"{n} {name}", name, Record.of(*facts)) for n, (name, facts) in enumerate(releases))
    return Workspace(releases=given, **parts)


def asked(work, kind):
    """Who is asked for something in any task of a kind."""
    return {name for task in options_of(work) if task.kind == kind for name in task.accounts}


def deleted(work):
    """The names of the releases that some task deletes."""
    known = Actions(work)
    return {name for task in options_of(work) if task.kind == "erase" for name in known.of(task).erases}


# Through whom accounts are reset.


@pytest.mark.parametrize(
    ("provider", "address"),
    [
        ("google.com", "ann@gmail.com"),
        ("gmail.com", "ann@googlemail.com"),
        ("microsoft.com", "ann@outlook.com"),
        ("apple.com", "ann@me.com"),
        ("posteo.de", "ann@posteo.de"),
        ("gmx.net", "ann@gmx.de"),
        ("fernsby.example", "ann@mail.fernsby.example"),
    ],
)
def test_a_mail_provider_is_never_deleted(provider, address):
    own, shops = (provider, [("Email", address)]), [(f"s{n}.example", [("Email", address)]) for n in range(2)]
    work = work_of(own, *shops)
    assert deletion_obstacles(work)[provider].cause == "needed"
    assert deleted(work) == {"1 s0.example", "2 s1.example"}
    one, other = work.releases[1:]
    closed = replace(work, releases=(work.releases[0], replace(one, erasure="done"), replace(other, ended=True)))
    assert f"0 {provider}" not in deleted(closed)


@pytest.mark.parametrize(
    ("other", "address"),
    [
        ("github.com", "a@outlook.com"),
        ("youtube.com", "a@gmail.com"),
        ("live.example", "a@live.com"),
    ],
)
def test_what_else_the_owner_of_a_mail_provider_runs_carries_no_mail(other, address):
    assert mailbox_accounts(work_of((other, [("Email", address)]), ("s.example", [("Email", address)]))) == {}


# Decoys.


@pytest.mark.parametrize(
    "recipient",
    [
        *("irs.gov", "service.gov.uk", "bund.de", "police.uk", "army.mil", "Ministry of Transport"),
        *("Harbour Bank", "Alpine Insurance", "Dr. Thistle's practice", "nhs.uk", "Corner Pharmacy", "My employer"),
        *("harvard.edu", "cs.cam.ac.uk", "Larkhaven School", "Landlord", "Head Office"),
    ],
)
def test_who_is_told_nothing_wrong_by_default(recipient):
    work = work_of((recipient, [("Name", "Ann")]), ("Club", [("Name", "Ann")]))
    assert decoy_obstacles(work)[recipient].endswith(".")
    assert usual_recipients(work) == ("Club",)


def test_a_form_has_what_its_kind_asks_for_and_what_it_was_told():
    work = work_of(("Book Shop", [("Shoe size", "42"), ("Password", "A")]))
    assert form_fields(work, "Book Shop") == {
        *("Name", "Email", "Phone", "Address", "Post code", "City", "Date of birth", "Shoe size")
    }
    presumed = replace(work, releases=(replace(work.releases[0], presumed=(("Photo", 0.3),)),))
    assert "Photo" in form_fields(presumed, "Book Shop") and "Photo" not in form_fields(work, "Book Shop")


# Random works against a check that reads nothing but names.


SLOW = {
    **dict.fromkeys(("Harbour Bank", "Dr. Thistle", "My employer", "irs.gov"), "law"),
    **{"google.com": "mail", "posteo.de": "mail", "vodafone.de": "phone", "bitwarden.com": "passwords"},
    **{"vk.com": "impossible", "Book Shop": "", "Moth Forum": "", "harvard.edu": ""},
}
FACTS = (MAIL, OTHER_MAIL, NUMBER, ("Phone", "555-0100"), ("Name", "Ann"), ("Password", "A"), ("Passport", "P"))
PROFILE = (*FACTS, ("Licence plate", "L 1"), ("Nickname", "An"), ("City", "Sampleton"), ("User name", "ann"))


def any_work(seed):
    chance = random.Random(seed)
    releases = tuple(
        Release(
            str(number),
            chance.choice(list(SLOW)),
            Record.of(*chance.sample(FACTS, chance.randint(0, 3))),
            erasure=chance.choice([None, None, "asked", "done", "refused"]),
            ended=chance.random() < 0.2,
        )
        for number in range(chance.randint(1, 8))
    )
    return Workspace(PROFILE, releases=releases, policies=(BY_NAME,))


def slowly_forbidden(release):
    """Whether nobody is to propose that a release be deleted."""
    kind = SLOW[release.recipient]
    return kind in ("mail", "phone", "passwords", "impossible") or (kind == "law" and not release.ended)


def test_a_plan_deletes_what_may_be_deleted_and_nothing_else():
    seen = set()
    for seed in range(100):
        work = any_work(seed)
        open_ = [release for release in work.releases if release.erasure not in ("done", "refused")]
        allowed = {release.name for release in open_ if not slowly_forbidden(release)}
        school = {release.name for release in open_ if release.recipient == "harvard.edu"}
        assert deleted(work) == {r.name for r in open_ if r.name in allowed and not SLOW[r.recipient]} - school
        obstacles = deletion_obstacles(work)
        assert allowed == {r.name for r in open_ if may_be_deleted(obstacles.get(r.recipient), r)}
        seen |= {SLOW[release.recipient] for release in open_ if release.name not in allowed}
    assert seen == {"law", "mail", "phone", "passwords", "impossible"}


def test_planned_disinformation_fills_in_the_fields_of_its_recipient_and_no_others():
    given = 0
    labels = tuple(dict.fromkeys(label for label, _ in PROFILE))
    for seed in range(8):
        work = any_work(seed)
        # All recipients, as if they were included by hand.
        terms = Terms(Prices(1.0, 1.0), work.recipient_names, labels, 6.0, records=1)
        for plan in plan_disinformation(work, terms).plans:
            for decoy in plan.decoys:
                recipient, stated = decoy.outlet.recipient, {a.label for a in decoy.record}
                assert stated <= form_fields(work, recipient)
                assert not stated & {"Password", "Passport", "Licence plate"}
                given += 1
    assert given > 15


# Worked examples.


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_of_a_paper_s_example_all_may_be_deleted_and_every_field_filled_in(scenario):
    work = scenario.workspace
    assert work.worked_example and deletion_obstacles(work) == {}
    assert deleted(work) == {release.name for release in work.releases}
    assert {form_fields(work, name) for name in work.recipient_names} <= {None}
