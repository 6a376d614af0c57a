"""Workspace: one person's whole work as one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from leakage.decision.leakage import Presumed
from leakage.measure.rarity import NO_COUNTS, ValueCounts, weights_by_self_information
from leakage.measure.weights import Measure, Similarity, weights_shared_by_values
from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record, is_typed, redacted_repr
from leakage.resolution.adversary import Adversary, owners_first
from leakage.workspace.release import (
    PASSWORD,
    TOGETHER,
    Answer,
    ChangedValue,
    Coalition,
    Contact,
    ErasureStatus,
    Pooling,
    PoolingKind,
    Recipient,
    Release,
    SubjectRequest,
    unused_name,
)
from leakage.workspace.sites import site_of

__all__ = [
    "LONGEST_LOCK",
    "STATISTICS",
    "Coalition",
    "ErasureStatus",
    "Policy",
    "Pooling",
    "PoolingKind",
    "Recipient",
    "Release",
    "Statistics",
    "Workspace",
    "unused_name",
]

Statistics: TypeAlias = Literal["none", "background", "table"]
STATISTICS: tuple[Statistics, ...] = get_args(Statistics)
"""From what it is learned how rare a value is: not at all, from the background records, or from a table."""
LONGEST_LOCK = 720  # Minutes.


Target: TypeAlias = Literal["releases", "background"]
"""What the rows of a table become."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a wide table mean.

    Arguments:
        recipient: who got a row; None where the name says it.
        name: what a row is called; None where the recipient says it.
        date: when it was given; None where no column says it.
        labels: (heading, label) of columns that are facts under another label than their heading suggests; a column
            with an empty label is left out.
    """

    recipient: str | None = None
    name: str | None = None
    date: str | None = None
    labels: tuple[tuple[str, str], ...] = ()

    __repr__ = redacted_repr

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that are no facts."""
        return tuple(column for column in (self.recipient, self.name, self.date) if column)


@dataclass(frozen=True, slots=True)
class Policy:
    """An adversary with a name: how the person imagines records are put together.

    Arguments:
        name: shown on the pages, unique in a workspace.
        adversary: the operations and their cost.
        pooling: who pools data for her; None for what the work says of all policies.
    """

    name: str
    adversary: Adversary
    pooling: Pooling | None = None

    __repr__ = redacted_repr


_UNIQUE = {
    **dict.fromkeys(("releases", "plans", "recipients", "requests"), "name"),
    **{"contacts": "domain", "absent": "", "answers": "step"},
}
"""Parts of a work of which no two entries have the same name, and the field that has it."""


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
        pooling: who pools data with whom, for the policies that do not say so themselves; see ``pooling_in_use``.
        plans: alternatives of the next release.
        names: (label, display name) pairs for labels that are only letters, such as the papers'.
        title: what the person calls this work.
        similarities: (label, similarity) pairs; values of other labels are right or wrong.
        recipients: those of whom more is known than what they were given; names are unique. See ``recipient_names``.
        statistics: whether a rare value counts more than a usual one, and from what it is learned which is rare.
        value_counts: what the table said; read only where the statistics are "table".
        requests: what recipients were asked for, or will be; names are unique.
        contacts: of recipients, where they are fresher than those of the program; no two for the same domain.
        lock_after: minutes without a touch after which a vault is locked, in [1, 720].
        absent: labels of facts that the person does not have, and is not asked for again.
        changed_values: what the person has changed at recipients; see ``leakage.workspace.changes``.
        shares_weights: whether the values of a label share its weight; see ``weights_shared_by_values``.
        worked_example: whether it is an example of a paper, of which every action of the paper may be tried: then no
            recipient is bound by what the law says of its kind.
        answers: what the person said of steps; a step has one answer.
        plan: keys of the steps of the plan that was made, in their order.

    Raises:
        ValueError: for a fact without label or value, a profile or names that repeat themselves, or minutes out of
            range.

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
    pooling: Pooling = TOGETHER
    plans: tuple[Release, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    title: str = ""
    similarities: tuple[tuple[str, Similarity], ...] = ()
    recipients: tuple[Recipient, ...] = ()
    lock_after: int = 15
    statistics: Statistics = "none"
    value_counts: ValueCounts = NO_COUNTS
    requests: tuple[SubjectRequest, ...] = ()
    contacts: tuple[Contact, ...] = ()
    absent: tuple[str, ...] = ()
    changed_values: tuple[ChangedValue, ...] = ()
    shares_weights: bool = False
    worked_example: bool = False
    answers: tuple[Answer, ...] = ()
    plan: tuple[str, ...] = ()

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if len(set(self.profile)) < len(self.profile):
            raise ValueError("a profile must not hold the same label and value twice")
        if not all(map(all, self.profile)):
            raise ValueError("a fact needs a label and a value")
        for part, key in _UNIQUE.items():
            names = [getattr(entry, key) if key else entry for entry in getattr(self, part)]
            if len(set(names)) < len(names):
                raise ValueError(f"no two {part} may have the same name")
        if not 1 <= self.lock_after <= LONGEST_LOCK:
            raise ValueError(f"a vault is locked after 1 to {LONGEST_LOCK} minutes, got {self.lock_after}")

    @cached_property
    def fingerprint(self) -> int:
        """The hash of the value, taken once: what caches know a workspace by."""
        # Record by record first, each of which keeps its own, for it can be stopped between two of them.
        for record in cancellable((*(release.record for release in self.releases), *self.background)):
            hash(record)
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
    def measure(self) -> Measure:
        """What leakage is measured by: weights, how near counts, and which values are rare."""
        given = self.given_measure
        return given if self.statistics == "none" else weights_by_self_information(self.reference, self.counts, given)

    @property
    def given_measure(self) -> Measure:
        """The measure before statistics say which values are rare."""
        given = Measure(self.weight_map, self.similarities)
        return weights_shared_by_values(self.reference, given) if self.shares_weights else given

    @cached_property
    def presumable(self) -> dict[str, str]:
        """The value of each label of which recipients may be presumed to hold a fact: the first of the profile."""
        return dict(reversed(self.profile))

    def presumed_of(self, release: Release) -> Presumed | None:
        """What the recipient of a release probably has besides: facts of labels of which the release says nothing."""
        likely = tuple(
            ((label, self.presumable[label]), probability)
            for label, probability in release.presumed
            if probability > 0.0 and label in self.presumable and not release.record.values(label)
        )
        return Presumed(release.recipient, likely) if likely else None

    @cached_property
    def counts(self) -> ValueCounts:
        """How many people hold each value, as far as it counts; empty where it does not."""
        if self.statistics == "background":
            return ValueCounts.of(self.background)
        return self.value_counts if self.statistics == "table" else NO_COUNTS

    @cached_property
    def accounts(self) -> tuple[Release, ...]:
        """The releases to companies, people and offices: all but breaches."""
        return tuple(release for release in self.releases if not release.breach)

    @cached_property
    def live_accounts(self) -> tuple[Release, ...]:
        """The accounts that are there: neither deleted nor ended."""
        return tuple(release for release in self.accounts if release.erasure != "done" and not release.ended)

    @cached_property
    def password_users(self) -> dict[str, tuple[str, ...]]:
        """The recipients of each password by its name, the most used password first; what was deleted uses none."""
        users: dict[str, dict[str, None]] = {}
        for release in self.live_accounts:
            for value in release.record.values(PASSWORD):
                if is_typed((PASSWORD, value)):
                    users.setdefault(value, {})[release.recipient] = None
        return {value: tuple(names) for value, names in sorted(users.items(), key=lambda one: -len(one[1]))}

    @cached_property
    def breaches(self) -> tuple[Release, ...]:
        """The releases that are what leaked somewhere."""
        return tuple(release for release in self.releases if release.breach)

    @cached_property
    def numbers_held(self) -> dict[str | None, list[int]]:
        """The numbers of the releases that each recipient still has; those of breaches belong to None."""
        held: dict[str | None, list[int]] = {}
        for number, release in enumerate(cancellable(self.releases)):
            if release.erasure != "done":
                held.setdefault(None if release.breach else release.recipient, []).append(number)
        return held

    @cached_property
    def recipient_names(self) -> tuple[str, ...]:
        """Everybody who was given something, each once, in order of first release; nobody for a breach."""
        return tuple(dict.fromkeys(release.recipient for release in self.accounts))

    def recipient(self, name: str) -> Recipient:
        """What belongs to a recipient; the usual, where nothing else is known."""
        return self._recipients.get(name) or Recipient(name)

    def recipient_site(self, name: str) -> str:
        """The registrable domain of a recipient: its site, or its name where that is an address; else empty.

        >>> Workspace().recipient_site("www.shop.example")
        'shop.example'
        """
        if name not in self._sites:
            self._sites[name] = self.recipient(name).site or site_of(name)
        return self._sites[name]

    @cached_property
    def _sites(self) -> dict[str, str]:
        return {}

    @cached_property
    def kinds(self) -> dict[str, str | None]:
        """The kind of place that each recipient is, filled in by ``places.kinds`` as it is asked for."""
        return {}

    @cached_property
    def _recipients(self) -> dict[str, Recipient]:
        return {recipient.name: recipient for recipient in self.recipients}

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

    @property
    def pooling_in_use(self) -> Pooling:
        """Who pools data for the policy in use: as that says, or else the work."""
        return self.policy.pooling if self.policy and self.policy.pooling else self.pooling

    @property
    def has_releases_only(self) -> bool:
        """Whether the policy in use has some releases only, as who collects what leaked.

        Then nothing that is given out from now on reaches her, and no deletion takes anything back.
        """
        return self.pooling_in_use.kind == "releases"

    def with_pooling(self, pooling: Pooling) -> Workspace:
        """The work with another pooling for the policy in use: its own where it has one, or else the work's."""
        if self.policy is None or self.policy.pooling is None:
            return replace(self, pooling=pooling)
        used = replace(self.policy, pooling=pooling)
        return replace(self, policies=tuple(used if p.name == used.name else p for p in self.policies))

    def with_each_pooling(self, change: Callable[[Pooling], Pooling]) -> Workspace:
        """The work with every pooling changed: its own, and those of policies."""
        policies = tuple(replace(p, pooling=change(p.pooling)) if p.pooling else p for p in self.policies)
        return replace(self, pooling=change(self.pooling), policies=policies)

    def with_each_release(self, change: Callable[[Release], Release]) -> Workspace:
        """The work with every release changed."""
        return replace(self, releases=tuple(change(release) for release in cancellable(self.releases)))

    def with_recipients(self, recipients: Iterable[Recipient]) -> Workspace:
        """The work with these recipients updated; one about whom nothing unusual is known is not kept."""
        by_name = {**self._recipients, **{recipient.name: recipient for recipient in recipients}}
        kept = (recipient for recipient in by_name.values() if recipient != Recipient(recipient.name))
        return replace(self, recipients=tuple(kept))

    @property
    def pooling_adversary(self) -> Adversary:
        """The adversary in use as she pools: where recipients resolve first, with that stage.

        Source: Whang & Garcia-Molina 2011, Section 1.
        """
        return owners_first(self.adversary) if self.pooling_in_use.resolve_first else self.adversary

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """All labels in use, the profile's first, each once."""
        records = [release.record for release in (*self.releases, *self.plans)] + list(self.background)
        # Straight over the attributes: a background may have a hundred thousand records.
        seen = dict.fromkeys(label for label, _ in self.profile)
        seen.update(dict.fromkeys(a.label for record in cancellable(records) for a in record if a.confidence > 0.0))
        return tuple(seen)

    def display_name(self, label: str) -> str:
        """A label as a person reads it: its display name with the paper's letter behind it."""
        name = dict(self.names).get(label)
        return f"{name} ({label})" if name and name != label else label
