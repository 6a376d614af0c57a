"""Twenty-nine made-up people, from whom anybody can read whether the figure is sane; all from one seed."""

import random
from dataclasses import dataclass, replace
from functools import cache

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.breaches import with_breaches
from leakage.workspace.everyday import new_work, with_import, with_what_is_likely
from leakage.workspace.figures.steps import answered, first_steps
from leakage.workspace.files.findings import Account, Breach, Findings
from leakage.workspace.person import lacking, typed
from leakage.workspace.places.kinds import KINDS, place_kind
from leakage.workspace.presumptions import confirmed
from leakage.workspace.requests.contacts import shipped_contacts
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Release, Workspace

ONE_MAIL = "me@mail.example"
UNUSUAL = {
    *(name for name, kind in KINDS.items() if kind.sensitive),
    "Employer",
    "Tax office",
    "Landlord",
    "Insurance",
    "Government",
    "Church",
    "School",
}


@dataclass(frozen=True)
class Person:
    """Who they are, and their work."""

    name: str
    work: Workspace


@cache
def kinds_of_sites():
    """The domains of the list, and of what kind each is."""
    domains = sorted({contact.domain for contact in shipped_contacts() if site_of(contact.domain) == contact.domain})
    return {domain: place_kind(domain) or "" for domain in domains}


def sites_of(*kinds):
    """The domains of the list whose kind is one of these; of no unusual kind where none is given."""
    return [d for d, kind in kinds_of_sites().items() if (kind in kinds if kinds else kind not in UNUSUAL)]


def one_mail(_):
    return ONE_MAIL


def alias(number):
    return f"alias{number}@mail.example"


def with_logins(sites, mail=one_mail, passwords=None, base=None):
    """New work with a login at each site; ``passwords`` says which sites share one."""
    work, releases = base or new_work(), []
    for number, site in enumerate(sites):
        facts = [("Email", mail(number))]
        if passwords is not None and passwords(number):
            facts.append(("Password", passwords(number)))
        releases.append(Release(site, site, Record.of(*facts)))
    for pair in dict.fromkeys(a.pair for release in releases for a in release.record):
        work = typed(work, *pair)
    return with_what_is_likely(replace(work, releases=tuple(releases)))


def breached(work, name, labels, mail=ONE_MAIL):
    """The work after a breach that let out these facts of the person."""
    facts = work.presumable | {"Email": mail}
    held = Record.of(*((label, facts[label]) for label in labels))
    leak = Release(f"{name} breach", name, held, breach=name, leaked=tuple(labels))
    after = replace(work, releases=(*work.releases, leak))

    def collected(pooling):
        return replace(pooling, releases=(*pooling.releases, leak.name)) if pooling.kind == "releases" else pooling

    return after.with_each_pooling(collected)


def with_all_confirmed(work):
    for release in work.releases:
        work = confirmed(work, [release.name], [label for label, p in release.presumed if p > 0.0])
    return work


def with_decoys(work):
    """Five of the sites were told a wrong name, birthday and phone, with the person's own address of mail."""
    made_up = (("Name", "Robin Other"), ("Date of birth", "1900-01-01"), ("Phone", "555-0000"))
    wrong = Record.of(*made_up, ("Email", ONE_MAIL))
    lies = tuple(Release(f"{r.name} (decoy)", r.recipient, wrong) for r in work.releases[:5])
    return replace(work, releases=(*work.releases, *lies))


def with_stranger(work):
    """Somebody else used the person's address of mail, and is known well."""
    theirs = (label for label, _ in work.profile[:12] if label != "Email")
    return replace(work, background=(Record.of(("Email", ONE_MAIL), *((label, f"their {label}") for label in theirs)),))


def without(*labels):
    work = new_work()
    for label in labels:
        work = lacking(work, label)
    return work


def with_breach_list_only():
    """Somebody who has read nothing but the list of breaches that their address is in."""
    seen = (
        ("adobe.com", "2013-10-04", ("Email", "Password", "User name")),
        ("canva.com", "2019-05-24", ("Email", "Name")),
    )
    found = [Breach(site.partition(".")[0].title(), site, day, labels) for site, day, labels in seen]
    return with_breaches(typed(new_work(), "Email", ONE_MAIL), [*found, Breach("Collection #1", "", "2019-01-07")])


def with_takeout_of_one_contact():
    """Somebody whose export from Google has one contact of somebody else in it, and their own address."""
    work = typed(new_work(), "Email", "robin.reed@gmail.com")
    held = Record.of(("Email", "robin.reed@gmail.com"), ("Contacts", "one"))
    return with_what_is_likely(replace(work, releases=(Release("Google", "google.com", held, "2026-05-01"),)))


def with_everything_done():
    """Somebody with an alias and a password each who has done all that anybody would tell first."""
    work = with_logins([*ORDINARY, "paypal.com"], alias)
    for _ in range(9):
        for step in first_steps(work):
            work = answered(work, step.key, "done", "2026-11-20")
    return work


def two_typed():
    """Somebody who typed two companies, and nothing else."""
    work = new_work()
    for site in ("amazon.com", "doctolib.de"):
        work = with_import(work, Findings(accounts=(Account("", site),)))
    return work


ORDINARY = (
    *("facebook.com", "instagram.com", "whatsapp.com", "google.com", "youtube.com", "amazon.com", "audible.com"),
    *("twitch.tv", "imdb.com", "microsoft.com", "linkedin.com", "github.com", "spotify.com", "netflix.com"),
)
"""Sites that most people know; some have one owner."""


@cache
def people():
    """All of them, in the order of the table."""
    chance = random.Random(24)
    shop, bank, dating = (chance.choice(sites_of(kind)) for kind in ("Online shop", "Bank", "Dating"))
    ordinary = [*ORDINARY, *(site for site in chance.sample(sites_of(), 300) if site not in ORDINARY)][:300]
    ten, sixty = ordinary[14:24], ordinary[:60]
    grave = [chance.choice(sites_of(kind)) for kind in ("Bank", "Doctor", "Insurance", "Tax office", "Pharmacy")]
    mobile = sites_of("Mobile phone company")[0]
    social, games = chance.sample(sites_of("Social network"), 8), chance.sample(sites_of("Gaming"), 10)
    active = [*social, *chance.sample(sites_of("Political"), 9), *chance.sample(sites_of("News"), 3)]
    child = without(
        "Tax number", "Driving licence", "Bank account", "Card", "Salary", "Employer", "Job title", "Children"
    )
    shared = {number: f"password {number % 3}" for number in range(0, 45, 3)}.get
    twenty_eight = ["paypal.com", mobile, *ordinary[:26]]
    everyday = with_logins(sixty)
    once = breached(everyday, sixty[17], ("Email", "Password", "Name"))
    twice = breached(once, sixty[19], ("Email", "Phone", "Address", "Date of birth"))
    return (
        Person("1 login, at a shop", with_logins([shop])),
        Person("1 login, at a bank", with_logins([bank])),
        Person("1 login, at a dating site", with_logins([dating])),
        Person("10 logins, one address", with_logins(ten)),
        Person("10 logins, an alias each", with_logins(ten, alias)),
        Person("60 logins, one address", everyday),
        Person("60 logins, an alias each", with_logins(sixty, alias)),
        Person("60 logins, one address, 15 share passwords", with_logins(sixty, passwords=shared)),
        Person("60 logins, an alias each, 15 share passwords", with_logins(sixty, alias, shared)),
        Person("300 logins, one address", with_logins(ordinary)),
        Person("300 logins, an alias each", with_logins(ordinary, alias)),
        Person("60 logins, bank, doctor and three like them, one address", with_logins([*sixty, *grave])),
        Person("60 logins, bank, doctor and three like them, an alias each", with_logins([*sixty, *grave], alias)),
        Person("60 logins, breached once", once),
        Person("60 logins, breached twice", twice),
        Person("60 logins, all that is presumed confirmed", with_all_confirmed(everyday)),
        Person("60 aliases, all that is presumed confirmed", with_all_confirmed(with_logins(sixty, alias))),
        Person("a child, 10 games", with_logins(games, base=child)),
        Person("an activist, 20 places, an alias each", with_logins(active, alias)),
        Person("8 social networks, one address", with_logins(social)),
        Person("somebody of whom nobody has anything", new_work()),
        Person("60 logins, decoys at five", with_decoys(everyday)),
        Person("60 logins, a stranger uses the same address", with_stranger(everyday)),
        Person("the realistic person", realistic_person().workspace),
        Person("only a breach list", with_breach_list_only()),
        Person("a Takeout of one contact", with_takeout_of_one_contact()),
        Person("28 accounts with one password", with_logins(twenty_eight, passwords=lambda _: "password A")),
        Person("one who has done everything", with_everything_done()),
        Person("two companies typed", two_typed()),
    )
