"""Chances that a letter is granted: what studies found, and what came of the person's own letters."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from leakage.reprs import redacted_repr
from leakage.workspace.recipients import is_data_broker
from leakage.workspace.release import RequestKind, SubjectRequest
from leakage.workspace.requests.states import OPEN, deadline, months_after, state_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Finding:
    """How often letters of a kind are granted, in (0, 1), and who measured it."""

    probability: float
    source: str


SERVICES = Finding(
    0.73,
    "Of 90 online services 73 % did what a request of erasure asks (Rupp, Syrmoudis & Grossklags, PoPETs 2022).",
)
BROKERS = Finding(
    0.482,
    "Of the records that removal services found at data brokers and that were the person's 48.2 % were removed "
    "(a study of four such services, 2025).",
)
OBJECTIONS = Finding(0.5, "Our guess: no study was found that counts what became of objections.")
BROKER_OBJECTIONS = Finding(
    BROKERS.probability, "Our guess: no more often than they delete, for sharing is what data brokers live on."
)
PRIOR = 10.0
"""The person's own letters that a finding counts for."""


@dataclass(frozen=True, slots=True)
class GrantChance:
    """A finding, and how many of the person's own letters of its kind were granted, of those that were decided."""

    finding: Finding
    granted: int
    decided: int

    __repr__ = redacted_repr

    @property
    def probability(self) -> float:
        """``(10 p + granted) / (10 + decided)``: the mean of a Beta distribution that the finding p begins.

        >>> GrantChance(SERVICES, 0, 0).probability, round(GrantChance(SERVICES, 1, 5).probability, 3)
        (0.73, 0.553)
        """
        return (PRIOR * self.finding.probability + self.granted) / (PRIOR + self.decided)


def finding_of(workspace: Workspace, kind: RequestKind, recipients: Sequence[str]) -> Finding:
    """The finding for letters of a kind; one data broker among the recipients makes it a letter to a data broker."""
    broker = any(is_data_broker(workspace, name) for name in recipients)
    if kind == "erasure":
        return BROKERS if broker else SERVICES
    return BROKER_OBJECTIONS if broker else OBJECTIONS


def grant_chances(workspace: Workspace, today: datetime.date) -> Mapping[Finding, GrantChance]:
    """The chance for each finding; a letter without an answer counts as refused a month after it was due.

    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    >>> work, days = Workspace(requests=(ask,)), [datetime.date(2026, month, 3) for month in (3, 4)]
    >>> [grant_chances(work, day)[SERVICES].decided for day in days]
    [0, 1]
    """
    outcomes = Counter(
        (finding_of(workspace, request.kind, request.recipients), _outcome(workspace, request, today))
        for request in workspace.requests
        if request.kind in ("erasure", "objection")
    )
    return {
        finding: GrantChance(finding, outcomes[finding, True], outcomes[finding, True] + outcomes[finding, False])
        for finding in (SERVICES, BROKERS, OBJECTIONS, BROKER_OBJECTIONS)
    }


def grant_probabilities(workspace: Workspace, today: datetime.date) -> Callable[[RequestKind, Sequence[str]], float]:
    """A function from a kind of letter and its recipients to the chance that it is granted."""
    chances = grant_chances(workspace, today)
    return lambda kind, recipients: chances[finding_of(workspace, kind, recipients)].probability


def _outcome(workspace: Workspace, request: SubjectRequest, today: datetime.date) -> bool | None:
    """Whether a letter was granted; None while that is open."""
    state, due = state_of(workspace, request), deadline(request)
    if state in ("done", "refused"):
        return state == "done"
    return False if state in OPEN and due is not None and months_after(due.last, 1) < today else None
