"""A made-up work in which every part and every kind is used."""

from dataclasses import replace

from leakage.measure.rarity import ValueCounts
from leakage.measure.weights import EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.record import UNTYPED, Record
from leakage.resolution.adversary import Adversary, PerComparison, Quadratic
from leakage.resolution.evidence import Comparison, FellegiSunter, Level
from leakage.resolution.operations import Augment, Correct, Resolve, SingleLink, latest_wins_merge, noisy_or_merge
from leakage.resolution.rules import AnyOf, AtLeast, Conflicts, Normalised, SameKeySet, Shares, Unless
from leakage.resolution.values import Normaliser, Similar
from leakage.workspace.everyday import everyday_policies
from leakage.workspace.release import Answer, ChangedValue, Contact, Listing, SubjectRequest
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace


def every_part() -> Workspace:
    """The work: two recipients, two policies, and something in every field."""
    name = ("Name", "Zoë Sample")
    return Workspace(
        profile=(name, ("Phone", "555 0100"), ("Age", "30"), ("City", "Sampleton"), ("Born", "1996")),
        weights=(("Name", 2.0), ("Phone", 0.1)),
        releases=(
            Release("Order", "Shop", Record.of((*name, 0.9), ("Phone", "555 0100")), "2024-02-29", "asked"),
            Release("Card", "Library", Record.of(name, ("Age", "31", 0.5))),
        ),
        background=(Record.of(name, ("City", "Elsewhere")),),
        policies=(_careful(), _reckless(), _doubtful()),
        chosen="Reckless",
        pooling=Pooling("coalitions", (Coalition("Both", ("Shop", "Library")),)),
        plans=(Release("Form", "Library", Record.of(name, ("City", "Sampleton")), required=(name,)),),
        names=(("N", "Name"),),
        title="Every part",
        similarities=(
            ("Age", NumericCloseness(10.0)),
            ("City", PrefixSimilarity()),
            ("Name", EditSimilarity("jaro_winkler", 0.9)),
            ("Phone", TableSimilarity((("555 0100", "555 0101", 0.5),))),
        ),
        recipients=(Recipient("Shop"),),
        lock_after=30,
    )


def every_part_and_requests() -> Workspace:
    """The work as it may be since there are requests: with one, and a contact."""
    erasure = SubjectRequest(
        "Erasure: Shop",
        "Shop",
        "erasure",
        "gdpr",
        "de",
        ("Order",),
        (("Name", "Zoë Sample"),),
        steps=(("drafted", "2024-03-01"), ("sent", "2024-03-02"), ("extended", "2024-03-28")),
    )
    contact = Contact(
        *("shop.example", "Shop GmbH", "privacy@shop.example", "letter", "de", ("de",), ("name", "birthdate")),
        needs_id=True,
        difficulty="hard",
        delete_url="https://shop.example/bye",
    )
    return replace(every_part(), requests=(erasure,), contacts=(contact,))


def whole_work() -> Workspace:
    """The work with what is not typed, a breach, and something in every other field too."""
    base = every_part_and_requests()
    facts = Record.of(("Name", "Zoë Sample"), ("Phone", UNTYPED))
    leaked = ("Name", "Phone", "Password")
    breach = Release(*("Forum breach", "Forum", facts, "2020-01-31"), breach="forum.example", leaked=leaked, dealt=True)
    listed = ("Firefox", "club.example", (("Email", "a@b.example"),), "password A", "2024-01-01", "2023-01-01", True)
    club = Record.of(("Name", UNTYPED, 0.5))
    account = Release("Club", "Club", club, presumed=(("Phone", 0.25),), ended=True, listings=(Listing(*listed),))
    changes = ("Shop", "Email", "a@b", "2024-05-05", 0.5), ("Club", "Card", UNTYPED, "2024-05-06")
    return replace(
        base,
        profile=(*base.profile, ("Card", UNTYPED)),
        releases=(*base.releases, breach, account),
        policies=(*base.policies, everyday_policies()[3]),
        changed_values=tuple(ChangedValue(*change) for change in changes),
        value_counts=ValueCounts({"Age": {"30": 6.0, "31": 7.0}}),
        statistics="table",
        absent=("Passport",),
        answers=(Answer("key", "done", "2024-01-02"),),
        plan=("a", "b"),
        shares_weights=True,
    )


def _careful() -> Policy:
    match = Unless(AnyOf(Shares("Name", "Phone"), SameKeySet("Age", "City")), Conflicts("Born"))
    tidy = (Correct({("City", "Sampletown"): "Sampleton"}), Augment("City", "Country", {"Sampleton": "Nowhere"}))
    return Policy("Careful", Adversary((*tidy, Resolve(match, noisy_or_merge)), cost=Quadratic(0.001)))


def _reckless() -> Policy:
    alike = Shares(Similar("Name", 0.8), Similar("Age", kind="number", within=2.0, blocked=False))
    folded = Normalised(Shares("Phone"), Normaliser(phones=("Phone",), region="DE", nicknames=("Name",)))
    score = AtLeast(2.5, (("Name", 1.5), ("Phone", 2.0)))
    steps = (Resolve(AnyOf(alike, folded)), SingleLink(score, latest_wins_merge))
    return Policy("Reckless", Adversary(steps, cost=PerComparison(2.0)))


def _doubtful() -> Policy:
    levels = (Level(0.9, 0.01), Level(0.05, 0.02, Similar("Name", 0.8)))
    names = Comparison("Name", levels, Level(0.05, 0.97))
    evidence = FellegiSunter(0.01, (names, Comparison.by_odds("Phone", 100, 2)), 3.5, False)
    return Policy("Doubtful", Adversary((Resolve(evidence),)))
