"""Works of many releases, made up with a seed: what imports of a person's accounts bring."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.starting import starting_workspace

BY_NAME_AND_MORE = 2
"""The policy chosen: the same name, with the same address, date of birth, email or phone."""

WRONG = 0.1
"""How many of the facts given are wrong, of those that the person has something else to tell for."""

ALIASES = 8
"""Facts of the profile, after names and mail addresses, that the person has something else to tell for."""


@dataclass(frozen=True)
class Size:
    """How much there is.

    Arguments:
        releases, recipients: how many.
        least, most: facts of a release.
        background: how many records of other people.
        linked: how many releases share a name, a mail address and a phone number that no other has; 0 where all
            releases share the person's name.
    """

    releases: int
    recipients: int
    least: int
    most: int
    background: int = 0
    linked: int = 0


WORKS = {
    "accounts": Size(1_000, 300, 3, 6),
    "1,000 releases": Size(1_000, 316, 3, 12),
    "300 x 12": Size(300, 100, 12, 12),
    "10,000 x 12": Size(10_000, 316, 12, 12, background=100_000),
    **{
        f"{releases:,} {kind}": Size(releases, releases, 4, 9, linked=linked)
        for releases in (100, 300, 1_000)
        for kind, linked in (("independent", 1), ("in pairs", 2), ("in triples", 3))
    },
}

LINKING = ("Name", "Email", "Phone", "Card", "National id")
"""Labels by which one of the policies links releases; ``Size.linked`` releases share them."""

OWN = 3
"""Of how many aliases one is a fact of the profile, so that some independent releases tell more than others."""


def made_up(name: str, seed: int = 0) -> Workspace:
    """One of the works: its releases share a name and one of two mail addresses, and tell some of 25 facts.

    Independent releases, pairs and triples share names, mail addresses and phone numbers with no others.

    >>> work = made_up("accounts")
    >>> len(work.profile), len(work.releases), len(work.recipient_names), work == made_up("accounts")
    (25, 1000, 300, True)
    >>> work = made_up("300 in pairs")
    >>> len({record for record in work.adversary.resolve([r.record for r in work.releases]).composites})
    150
    """
    size, chance = WORKS[name], random.Random(f"{name} {seed}")
    profile = _profile()
    if size.linked:
        profile += tuple(pair for number in range(0, size.releases, OWN * size.linked) for pair in _alias(number, size))
    given = tuple(_release(number, size, profile, chance) for number in range(size.releases))
    work = starting_workspace()
    policies = (*work.policies, _wary(work.policies[BY_NAME_AND_MORE]))
    return replace(
        work,
        profile=profile,
        releases=given,
        background=tuple(_stranger(number, size, chance) for number in range(size.background)),
        policies=policies,
        chosen=policies[BY_NAME_AND_MORE].name,
        plans=tuple(_plan(number, profile, chance) for number in range(3)),
        title=name,
    )


def _wary(policy: Policy) -> Policy:
    """The policy with negative evidence: whoever was born on another day is somebody else."""
    (match,) = policy.adversary.matches
    unless = Resolve(Unless(match, Conflicts("Date of birth")))
    return Policy("The same, unless born on another day", Adversary((unless,)))


def _profile() -> tuple[Pair, ...]:
    first = (("Name", "Robin Example"), ("Email", "robin@example.org"), ("Email", "rob@example.net"))
    others = [suggestion.label for suggestion in LABELS if suggestion.label not in ("Name", "Email")]
    return (*first, *((label, f"my {label.lower()}") for label in others[:22]))


def _release(number: int, size: Size, profile: Sequence[Pair], chance: random.Random) -> Release:
    # Every recipient has something; who has more is drawn.
    recipient = number if number < size.recipients else chance.randrange(size.recipients)
    shared = list(_alias(number, size)) if size.linked else [profile[0], profile[chance.choice((1, 2))]]
    free = [pair for pair in profile[3:] if pair[0] not in LINKING] if size.linked else profile[3:]
    others = chance.sample(free, chance.randint(size.least, size.most) - len(shared))
    made_up = set(profile[3 : 3 + ALIASES])
    record = Record(_attribute(pair, pair in made_up, chance) for pair in (*shared, *others))
    return Release(
        f"Release {number + 1}", f"Recipient {recipient + 1}", record, effort=float(chance.choice((1, 1, 2)))
    )


def _alias(number: int, size: Size) -> tuple[Pair, ...]:
    """What a release shares with those linked to it, and with no others."""
    group = number // size.linked + 1
    return (("Name", f"Alias {group}"), ("Email", f"{group}@example.net"), ("Phone", f"555-{group:04}"))


def _attribute(pair: Pair, has_alias: bool, chance: random.Random) -> Attribute:
    wrong = has_alias and chance.random() < WRONG
    value = f"other {pair[0].lower()} {chance.choice((1, 2))}" if wrong else pair[1]
    return Attribute(pair[0], value, round(chance.uniform(0.5, 1.0), 2))


def _stranger(number: int, size: Size, chance: random.Random) -> Record:
    """Somebody else; one in a thousand has the person's name, and many share theirs with others."""
    named = "Robin Example" if chance.random() < 0.001 else f"Name {chance.randrange(size.background // 3)}"
    facts = [("Name", named), ("Email", f"{number}@example.com"), ("City", f"City {chance.randrange(500)}")]
    if chance.random() < 0.5:
        facts.append(("Phone", f"0{chance.randrange(10 * size.background)}"))
    return Record.of(*facts)


def _plan(number: int, profile: Sequence[Pair], chance: random.Random) -> Release:
    pairs = [*profile[:2], *chance.sample(profile[3:], 6)]
    record = Record.of(*pairs)
    return Release(f"Plan {number + 1}", f"Recipient {number + 1}", record, required=tuple(profile[:2]))
