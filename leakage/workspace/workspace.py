"""Workspace: one person's whole work as one frozen value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from leakage.measure.measure import Measure
from leakage.measure.relation import Relation, check_relations
from leakage.measure.similarity import Similarity
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary

PoolingKind: TypeAlias = Literal["together", "alone", "coalitions"]
ErasureStatus: TypeAlias = Literal["asked", "done", "refused"]
ERASURE_STATUSES: tuple[ErasureStatus, ...] = ("asked", "done", "refused")
By: TypeAlias = Literal["release", "recipient"]
"""What one request of erasure deletes: a release, or all that a recipient holds."""
PriceOf: TypeAlias = Literal["recipient", "label"]
"""What a price of disinformation is of: a record given to a recipient, or a fact of a label."""
LONGEST_LOCK = 720
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Release:
    """What was given to one recipient at one time.

    Arguments:
        name: how the person calls it, unique in a workspace, not empty.
        recipient: who got it, not empty.
        record: the attributes given, with the confidence the recipient holds each at.
        date: ISO 8601 (2026-01-31), or empty where it is not known.

    Raises:
        ValueError: for an empty name or recipient.
    """

    name: str
    recipient: str
    record: Record
    date: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a release needs a name")
        if not self.recipient:
            raise ValueError("a release needs a recipient")


@dataclass(frozen=True, slots=True)
class Policy:
    """An adversary with a name: how the person imagines records are put together.

    Arguments:
        name: shown on the pages, unique in a workspace.
        adversary: the operations and their cost.
    """

    name: str
    adversary: Adversary


@dataclass(frozen=True, slots=True)
class Coalition:
    """Recipients who share their data with one another."""

    name: str
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pooling:
    """Who pools data with whom.

    Arguments:
        kind: "together": all of them; "alone": nobody; "coalitions": those named, and the others alone.
        coalitions: read only where the kind is "coalitions".
    """

    kind: PoolingKind = "together"
    coalitions: tuple[Coalition, ...] = ()


@dataclass(frozen=True)
class Workspace:
    """One person's work: what is true, what was given away, who puts it together, what is planned.

    Every figure of the program is a pure function of this value, so undo is a list of earlier ones.

    Arguments:
        profile: (label, value) pairs in the order they were entered; no pair twice.
        weights: (label, weight > 0) pairs; a label not named weighs 1.
        releases: in the order they were entered; names are unique.
        background: records of other people that every adversary holds besides.
        policies: the adversaries the person has described; at least one is needed to compute anything.
        chosen: the name of the policy in use.
        pooling: who pools data with whom.
        plans: alternatives of the next release.
        names: (label, display name) pairs for labels that are only letters, such as the papers'.
        title: what the person calls this work.
        similarities: (label, similarity) pairs; values of other labels are right or wrong.
        relations: labels that share information, or tell the same; no label in two of them.
        erasures: (release name, status) pairs: whose deletion was asked for, was done, or was refused. What was
            done no longer counts. A name that no release has is ignored.
        efforts: (by, name, effort > 0) of requests of erasure, the name being a release's or a recipient's; a request
            not named costs 1.
        verifying: (label, price > 0) of verifying a fact, against the usual; a label not named costs 1.
        disinforming: (of, name, price >= 0) of a record for a recipient, or of a fact of a label; the usual price where
            none is named.
        required: (name of a plan, (label, value)) of fields that the planned release must give; its others may be
            left blank. What no plan has is ignored.
        lock_after: minutes without a touch after which a vault is locked, in [1, 720].

    Raises:
        ValueError: for a profile or releases that repeat themselves, a label in two relations, a status that
            is none of the three, an effort or price that is not positive, a price
            of disinformation that is negative, or minutes out of range.

    >>> workspace = Workspace(profile=(("Name", "Alice"),), weights=(("Name", 2.0),))
    >>> len(workspace.reference), workspace.weight_map
    (1, {'Name': 2.0})
    """

    profile: tuple[Pair, ...] = ()
    weights: tuple[tuple[str, float], ...] = ()
    releases: tuple[Release, ...] = ()
    background: tuple[Record, ...] = ()
    policies: tuple[Policy, ...] = ()
    chosen: str = ""
    pooling: Pooling = Pooling()
    plans: tuple[Release, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    title: str = ""
    similarities: tuple[tuple[str, Similarity], ...] = ()
    relations: tuple[Relation, ...] = ()
    erasures: tuple[tuple[str, ErasureStatus], ...] = ()
    efforts: tuple[tuple[By, str, float], ...] = ()
    verifying: tuple[tuple[str, float], ...] = ()
    disinforming: tuple[tuple[PriceOf, str, float], ...] = ()
    required: tuple[tuple[str, Pair], ...] = ()
    lock_after: int = 15

    def __post_init__(self) -> None:
        if len(set(self.profile)) < len(self.profile):
            raise ValueError("a profile must not hold the same label and value twice")
        for kind, releases in (("release", self.releases), ("planned release", self.plans)):
            if len({release.name for release in releases}) < len(releases):
                raise ValueError(f"no two {kind}s may have the same name")
        check_relations(self.relations)
        if any(status not in ERASURE_STATUSES for _, status in self.erasures):
            raise ValueError("the status of an erasure must be asked, done or refused")
        prices = [effort for _, _, effort in self.efforts] + [price for _, price in self.verifying]
        if not all(0.0 < price < math.inf for price in prices):
            raise ValueError("an effort or price must be a positive finite number")
        if not all(0.0 <= price < math.inf for _, _, price in self.disinforming):
            raise ValueError("a price of disinformation must be a finite number >= 0")
        if not 1 <= self.lock_after <= LONGEST_LOCK:
            raise ValueError(f"a vault is locked after 1 to {LONGEST_LOCK} minutes, got {self.lock_after}")

    @cached_property
    def fingerprint(self) -> int:
        """The hash of the value, taken once: what caches know a workspace by."""
        return hash(self)

    @cached_property
    def reference(self) -> Record:
        """e: the person's complete information."""
        return Record(Attribute(*pair) for pair in self.profile)

    @cached_property
    def weight_map(self) -> dict[str, float]:
        """The weights as the measures take them."""
        return dict(self.weights)

    @cached_property
    def measure(self) -> Weights:
        """What leakage is measured by: the weights alone, unless there are similarities or relations.

        >>> Workspace(weights=(("Name", 2.0),)).measure
        {'Name': 2.0}
        """
        if not self.similarities and not self.relations:
            return self.weight_map
        return Measure(self.weight_map, self.similarities, self.relations)

    @cached_property
    def recipients(self) -> tuple[str, ...]:
        """Everybody who was given something, each once, in order of first release."""
        return tuple(dict.fromkeys(release.recipient for release in self.releases))

    def erasure_of(self, release: Release) -> ErasureStatus | None:
        """How far the erasure of a release is; None where it was never asked for.

        >>> order = Release("Order", "Shop", Record())
        >>> Workspace(releases=(order,), erasures=(("Order", "done"),)).erasure_of(order)
        'done'
        """
        return self._erasures.get(release.name)

    @cached_property
    def _erasures(self) -> dict[str, ErasureStatus]:
        return dict(self.erasures)

    @property
    def policy(self) -> Policy | None:
        """The policy in use: the chosen one, else the first; None where there is none."""
        for policy in self.policies:
            if policy.name == self.chosen:
                return policy
        return self.policies[0] if self.policies else None

    @property
    def adversary(self) -> Adversary:
        """The adversary in use; one who resolves nothing where no policy was described."""
        return self.policy.adversary if self.policy else Adversary()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """All labels in use, the profile's first, each once."""
        records = [release.record for release in (*self.releases, *self.plans)] + list(self.background)
        # Straight over the attributes: a background may have a hundred thousand records.
        seen = dict.fromkeys(label for label, _ in self.profile)
        seen.update(dict.fromkeys(a.label for record in records for a in record if a.confidence > 0.0))
        return tuple(seen)

    def display_name(self, label: str) -> str:
        """A label as a person reads it: its display name with the paper's letter behind it.

        >>> Workspace(names=(("N", "Name"),)).display_name("N")
        'Name (N)'
        """
        name = dict(self.names).get(label)
        return f"{name} ({label})" if name and name != label else label


def unused_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, or the first of ``wanted 2``, ``wanted 3`` ... that is not taken.

    >>> unused_name("Shop", ["Shop", "Shop 2"])
    'Shop 3'
    """
    names = set(taken)
    number, name = 2, wanted
    while name in names:
        name, number = f"{wanted} {number}", number + 1
    return name
