"""Works of many releases, made up with a seed: what imports of a person's accounts bring."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.starting import starting_workspace
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Policy, Release, Workspace

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
    """

    releases: int
    recipients: int
    least: int
    most: int
    background: int = 0


WORKS = {
    "accounts": Size(1_000, 300, 3, 6),
    "1,000 releases": Size(1_000, 316, 3, 12),
    "300 x 12": Size(300, 100, 12, 12),
    "10,000 x 12": Size(10_000, 316, 12, 12, background=100_000),
}


def made_up(name: str, seed: int = 0) -> Workspace:
    """One of the works: its releases share a name and one of two mail addresses, and tell some of 25 facts.

    >>> work = made_up("accounts")
    >>> len(work.profile), len(work.releases), len(work.recipient_names), work == made_up("accounts")
    (25, 1000, 300, True)
    """
    size, chance = WORKS[name], random.Random(f"{name} {seed}")
    profile = _profile()
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
    shared = [profile[0], profile[chance.choice((1, 2))]]
    others = chance.sample(profile[3:], chance.randint(size.least, size.most) - len(shared))
    made_up = set(profile[3 : 3 + ALIASES])
    record = Record(_told(pair, pair in made_up, chance) for pair in (*shared, *others))
    return Release(
        f"Release {number + 1}", f"Recipient {recipient + 1}", record, effort=float(chance.choice((1, 1, 2)))
    )


def _told(pair: Pair, has_alias: bool, chance: random.Random) -> Attribute:
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
