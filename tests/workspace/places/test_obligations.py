"""What may be asked of whom, and who is told nothing wrong: made-up works, and random ones against a slow check."""

import random
from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.decision.disinformation import Prices
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.disinformation import Terms, plan_disinformation, usual_recipients
from leakage.workspace.figures.plan.actions import Actions, options_of
from leakage.workspace.places import obligations
from leakage.workspace.places.kinds import KINDS
from leakage.workspace.places.obligations import (
    decoy_obstacles,
    deletion_obstacles,
    dependences,
    form_fields,
    is_never_wrong,
    legal_kind,
    may_be_deleted,
)
from leakage.workspace.release import Contact
from leakage.workspace.requests.contacts import shipped_contacts
from leakage.workspace.vocabulary import LABELS, NEVER_WRONG, OFFICIAL
from leakage.workspace.workspace import Policy, Recipient, Release, Workspace

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


# What the law says of kinds.


@pytest.mark.parametrize(
    ("recipient", "kind"),
    [
        ("Dr. Thistle's practice", "Doctor"),
        ("doctolib.de", "Doctor"),
        ("My employer", "Employer"),
        ("Harbour Bank", "Bank"),
        ("deutsche-bank.de", "Bank"),
        ("irs.gov", "Tax office"),
        ("Revenue and customs", "Tax office"),
        ("Alpine Insurance", "Insurance"),
        ("Landlord", "Landlord"),
        ("dmv.ny.gov", "Government"),
        ("www.service.gouv.fr", "Government"),
        ("bund.de", "Government"),
    ],
)
def test_of_who_keeps_by_law_nothing_is_asked(recipient, kind):
    work = work_of((recipient, [("Name", "Ann")]), ("Club", [("Name", "Ann")]))
    assert legal_kind(work, recipient) == kind
    assert deletion_obstacles(work)[recipient].reason == KINDS[kind].retention != ""
    assert deleted(work) == {"1 Club"}
    ended = replace(work, releases=(replace(work.releases[0], ended=True), work.releases[1]))
    assert deleted(ended) == {"1 Club"}
    assert asked(work, "stop sharing") == {"Club"}


@pytest.mark.parametrize(
    "recipient", ["books.example", "Robin", "jobs.example", "Careers fair", "government-shop.example"]
)
def test_who_need_not_keep_anything_may_be_asked(recipient):
    assert deletion_obstacles(work_of((recipient, [("Name", "Ann")]))) == {}


def test_an_employer_is_one_whatever_it_is_called():
    work = work_of(("Tidewater Instruments", [("Name", "Ann")]))
    assert deletion_obstacles(work) == {}
    employed = replace(work, profile=(("Employer", "TIDEWATER Instruments"),))
    assert deletion_obstacles(employed)["Tidewater Instruments"].reason == KINDS["Employer"].retention
    lettered = replace(work, profile=(("E", "Tidewater Instruments"),), names=(("E", "Employer"),))
    assert legal_kind(lettered, "Tidewater Instruments") == "Employer"


def test_a_recipient_s_site_says_what_its_name_does_not():
    work = work_of(("The drivers' people", []), recipients=(Recipient("The drivers' people", site="ny.gov"),))
    assert legal_kind(work, "The drivers' people") == "Government"


# Through whom accounts are reset.


@pytest.mark.parametrize(
    ("provider", "address"),
    [
        ("google.com", "ann@gmail.com"),
        ("gmail.com", "ann@googlemail.com"),
        ("google.de", "ann@gmail.com"),
        ("live.com", "ann@hotmail.de"),
        ("microsoft.com", "ann@outlook.com"),
        ("apple.com", "ann@me.com"),
        ("icloud.com", "ann@mac.com"),
        ("yahoo.com", "ann@ymail.com"),
        ("posteo.de", "ann@posteo.de"),
        ("hotmail.de", "ann@hotmail.de"),
        ("gmx.net", "ann@gmx.de"),
        ("fernsby.example", "ann@mail.fernsby.example"),
    ],
)
def test_a_mail_provider_is_needed_as_long_as_an_account_hangs_on_its_address(provider, address):
    own, shops = (provider, [("Email", address)]), [(f"s{n}.example", [("Email", address)]) for n in range(2)]
    work = work_of(own, *shops)
    assert dependences(work)[provider].reason == "2 accounts are reset through it. Change the address there first."
    assert deletion_obstacles(work)[provider].cause == "needed"
    assert deleted(work) == {"1 s0.example", "2 s1.example"}
    one, other = work.releases[1:]
    closed = replace(work, releases=(work.releases[0], replace(one, erasure="done"), replace(other, ended=True)))
    assert dependences(closed) == {} and f"0 {provider}" not in deleted(closed)
    assert (
        dependences(work_of(own)) == {} == dependences(work_of(own, ("s.example", [("Email", "x@elsewhere.example")])))
    )


@pytest.mark.parametrize(
    ("other", "address"),
    [
        ("github.com", "a@outlook.com"),
        ("youtube.com", "a@gmail.com"),
        ("web.de", "a@gmx.net"),
        ("live.example", "a@live.com"),
    ],
)
def test_what_else_the_owner_of_a_mail_provider_runs_is_not_needed(other, address):
    assert dependences(work_of((other, [("Email", address)]), ("s.example", [("Email", address)]))) == {}


def test_two_ways_into_one_mailbox_do_not_hang_on_each_other():
    work = work_of(("google.com", [MAIL]), ("gmail.com", [MAIL]), ("s.example", [MAIL]))
    assert {name: found.releases for name, found in dependences(work).items()} == dict.fromkeys(
        ("google.com", "gmail.com"), ("2 s.example",)
    )
    assert dependences(work)["google.com"].reason.startswith("1 account is reset through it.")


def test_a_phone_company_is_needed_for_the_number_it_holds():
    accounts = [("a.example", [("Phone", "+49 (30) 1234567")]), ("b.example", [("Phone", "555-0100")])]
    for company, number in (("vodafone.de", 1), ("telekom.de", 1)):
        work = work_of((company, [NUMBER]), *accounts)
        assert dependences(work)[company].releases == ("1 a.example",), company
        assert dependences(work)[company].reason == "1 account is reset through it. Change the number there first."
        assert len(dependences(work_of((company, []), *accounts))[company].releases) == 2 * number
    assert dependences(work_of(("vodafone.de", [NUMBER]), ("a.example", [MAIL]))) == {}
    # Who only carries mail is of the same kind to the list of companies.
    assert dependences(work_of(("posteo.de", []), *accounts)) == {}


def test_a_password_manager_is_needed_as_long_as_there_are_accounts():
    work = work_of(("bitwarden.com", [MAIL]), ("a.example", [("User name", "ann")]), ("b.example", [("Password", "A")]))
    assert dependences(work)["bitwarden.com"].reason == "The passwords of 2 accounts are kept in it. Move them first."
    assert deletion_obstacles(work)["bitwarden.com"].cause == "needed"
    assert dependences(work_of(("LastPass", [MAIL]), ("Club", [("City", "Sampleton")]))) == {}


def test_reasons_and_logs_name_nobody():
    work = work_of(("google.com", [MAIL]), ("s.example", [MAIL]))
    assert (
        "s.example" not in repr(dependences(work)["google.com"]) and "ann" not in dependences(work)["google.com"].reason
    )


# What others found impossible.


IMPOSSIBLE = [contact for contact in shipped_contacts() if contact.difficulty == "impossible"]


@pytest.mark.parametrize("has_address", [True, False])
def test_impossible_is_a_dead_end_for_deletion_alone(has_address):
    contact = next(c for c in IMPOSSIBLE if bool(c.email) == has_address and "." in c.domain and c.delete_url)
    work = work_of((contact.domain, [MAIL]), ("Club", [MAIL]), profile=(MAIL,), policies=(BY_NAME,))
    assert deletion_obstacles(work)[contact.domain] == obligations.Obstacle("impossible", obligations.IMPOSSIBLE)
    assert contact.domain not in asked(work, "erase") and "Club" in asked(work, "erase")
    assert contact.domain in asked(work, "stop sharing") & asked(work, "change")


def test_so_is_what_a_fresher_list_says():
    contacts = (Contact("club.example", difficulty="impossible"),)
    work = work_of(("club.example", [MAIL]), contacts=contacts)
    ended = replace(work, releases=tuple(replace(release, ended=True) for release in work.releases))
    assert deleted(work) == deleted(ended) == set()
    assert deleted(replace(work, contacts=())) == {"0 club.example"}


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


def test_what_only_offices_are_told_makes_one():
    assert list(decoy_obstacles(work_of(("Robin", [("Salary", "middle band")]), ("Club", [])))) == ["Robin"]


def test_what_is_never_wrong_is_official_too():
    labels = {suggestion.label for suggestion in LABELS}
    assert {label for label in labels if is_never_wrong(Workspace(), label)} <= OFFICIAL <= labels
    assert {"password", "licence plate", "passport", "national id", "driving licence"} <= NEVER_WRONG
    assert is_never_wrong(Workspace(names=(("W", "Password"),)), "W")


def test_a_form_has_what_its_kind_asks_for_and_what_it_was_told():
    work = work_of(("Book Shop", [("Shoe size", "42"), ("Password", "A")]))
    assert form_fields(work, "Book Shop") == {
        *("Name", "Email", "Phone", "Address", "Post code", "City", "Date of birth", "Shoe size")
    }
    presumed = replace(work, releases=(replace(work.releases[0], presumed=(("Photo", 0.3),)),))
    assert "Photo" in form_fields(presumed, "Book Shop") and "Photo" not in form_fields(work, "Book Shop")


# Random works against a check that reads nothing but names.


SLOW = {
    "Harbour Bank": "law",
    "Dr. Thistle": "law",
    "My employer": "law",
    "irs.gov": "law",
    "google.com": "mail",
    "posteo.de": "mail",
    "vodafone.de": "phone",
    "bitwarden.com": "passwords",
    "vk.com": "impossible",
    "Book Shop": "",
    "Moth Forum": "",
    "harvard.edu": "",
}
DOMAINS = {"google.com": "gmail.com", "posteo.de": "posteo.de"}
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


def slowly_forbidden(work, release):
    """Whether nobody is to propose that a release be deleted, release by release and fact by fact."""
    kind, whom = SLOW[release.recipient], release.recipient
    others = [r for r in work.releases if r.recipient != whom and r.erasure != "done" and not r.ended]
    if all(r.erasure == "done" or r.ended for r in work.releases if r.recipient == whom):
        others = []
    facts = {a.pair for other in others for a in other.record}
    held = {
        a.pair for r in work.releases if r.recipient == whom and r.erasure != "done" and not r.ended for a in r.record
    }
    if kind == "mail":
        return any(label == "Email" and value.endswith(f"@{DOMAINS[whom]}") for label, value in facts)
    if kind == "phone":
        own = {pair for pair in held if pair[0] == "Phone"}
        return any(pair in own or not own for pair in facts if pair[0] == "Phone")
    if kind == "passwords":
        return any(label in ("Email", "Phone", "User name", "Password") for label, _ in facts)
    return kind == "impossible" or (kind == "law" and not release.ended)


def test_a_plan_deletes_what_may_be_deleted_and_nothing_else():
    seen = set()
    for seed in range(300):
        work = any_work(seed)
        open_ = [release for release in work.releases if release.erasure not in ("done", "refused")]
        allowed = {release.name for release in open_ if not slowly_forbidden(work, release)}
        school = {release.name for release in open_ if release.recipient == "harvard.edu"}
        assert deleted(work) == {r.name for r in open_ if r.name in allowed and not SLOW[r.recipient]} - school
        obstacles = deletion_obstacles(work)
        assert allowed == {r.name for r in open_ if may_be_deleted(obstacles.get(r.recipient), r)}
        seen |= {SLOW[release.recipient] for release in open_ if release.name not in allowed}
    assert seen == {"law", "mail", "phone", "passwords", "impossible"}


def test_planned_disinformation_fills_in_the_fields_of_its_recipient_and_no_others():
    given = 0
    labels = tuple(dict.fromkeys(label for label, _ in PROFILE))
    for seed in range(25):
        work = any_work(seed)
        # All recipients, as if they were included by hand.
        terms = Terms(Prices(1.0, 1.0), work.recipient_names, labels, 6.0, records=1)
        for plan in plan_disinformation(work, terms).plans:
            for decoy in plan.decoys:
                recipient, stated = decoy.outlet.recipient, {a.label for a in decoy.record}
                assert stated <= form_fields(work, recipient)
                assert not stated & {"Password", "Passport", "Licence plate"}
                given += 1
    assert given > 50


# Worked examples.


@pytest.mark.parametrize("scenario", PAPER_SCENARIOS, ids=lambda scenario: scenario.key)
def test_of_a_paper_s_example_all_may_be_deleted_and_every_field_filled_in(scenario):
    work = scenario.workspace
    assert work.worked_example and deletion_obstacles(work) == {}
    assert deleted(work) == {release.name for release in work.releases}
    assert {form_fields(work, name) for name in work.recipient_names} <= {None}
