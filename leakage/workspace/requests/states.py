"""Requests: their states, deadlines, minutes, and what they change."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial, reduce
from types import MappingProxyType

from leakage.progress import cancellable
from leakage.record import Attribute, Record
from leakage.workspace.release import (
    STEPS,
    Contact,
    Correction,
    Difficulty,
    Ground,
    RequestKind,
    RequestState,
    SubjectRequest,
)
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.workspace import Coalition, ErasureStatus, Pooling, Release, Workspace, unused_name

# Deadlines: by when a request must have been answered, counted as the law counts it.


SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Deadline:
    """By when an answer is due.

    Arguments:
        due: the day at which the period ends.
        last: the last day to answer: where the law says so, the next working day if ``due`` is a weekend.
    """

    due: datetime.date
    last: datetime.date


def deadline(request: SubjectRequest) -> Deadline | None:
    """By when a request must be answered; None where it was not sent, or rests on no law.

    It is taken to have arrived on the day it was sent.

    >>> january = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-31"),))
    >>> deadline(january)
    Deadline(due=datetime.date(2026, 2, 28), last=datetime.date(2026, 3, 2))
    """
    sent = request.day_of("sent")
    due = due_day(request.ground, request.kind, sent, request.day_of("extended") is not None) if sent else None
    if due is None:
        return None
    return Deadline(due, next_weekday(due) if request.ground in ("gdpr", "uk_gdpr") else due)


def due_day(ground: Ground, kind: RequestKind, arrived: datetime.date, extended: bool = False) -> datetime.date | None:
    """The day at which the period for an answer ends.

    GDPR and UK GDPR, Article 12(3): one month, with an extension two further ones. CCPA, 11 CCR Section 7021(b): 45
    days, with an extension 45 more; an objection, that is an opt-out, has 15 business days (Section 7026(f)).
    California's DROP, Civil Code Section 1798.99.86: brokers look every 45 days and then have 45.

    Arguments:
        ground, kind: of the request.
        arrived: the day on which the recipient got it.
        extended: whether the recipient has said in time that it takes longer.

    >>> str(due_day("gdpr", "access", datetime.date(2026, 1, 31), extended=True))
    '2026-04-30'
    """
    if ground in ("gdpr", "uk_gdpr"):
        return months_after(arrived, 3 if extended else 1)
    if ground == "ccpa" and kind == "objection":
        return weekdays_after(arrived, 15)
    days = {"ccpa": 90 if extended else 45, "drop": 90}.get(ground)
    return None if days is None else arrived + datetime.timedelta(days)


def may_extend(request: SubjectRequest) -> bool:
    """Whether the law lets the recipient take longer."""
    return request.ground in ("gdpr", "uk_gdpr") or (request.ground == "ccpa" and request.kind != "objection")


def months_after(day: datetime.date, months: int) -> datetime.date:
    """The same day of a later month; the last day of that month where it has no such day.

    Source: Regulation (EEC, Euratom) No 1182/71, Article 3(2)(c).

    >>> str(months_after(datetime.date(2027, 12, 31), 2))
    '2028-02-29'
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def next_weekday(day: datetime.date) -> datetime.date:
    """The day itself, or the Monday after it where it is a Saturday or Sunday.

    Source: Regulation (EEC, Euratom) No 1182/71, Article 3(4). Public holidays are not known here.

    >>> str(next_weekday(datetime.date(2026, 2, 28)))
    '2026-03-02'
    """
    return day + datetime.timedelta(max(0, 7 - day.weekday()) if day.weekday() >= SATURDAY else 0)


def weekdays_after(day: datetime.date, count: int) -> datetime.date:
    """The so-manieth day from Monday to Friday after a day.

    >>> str(weekdays_after(datetime.date(2026, 1, 2), 15))
    '2026-01-23'
    """
    while count:
        day += datetime.timedelta(1)
        count -= day.weekday() < SATURDAY
    return day


# How far requests are. What came of an erasure stands with the releases, and only there: a request reads it.


OPEN: tuple[RequestState, ...] = ("sent", "extended")
_STATUS_AFTER: dict[RequestState, ErasureStatus] = {"sent": "asked", "refused": "refused", "done": "done"}


def state_of(workspace: Workspace, request: SubjectRequest) -> RequestState:
    """How far a request is: the last step taken. An erasure is done, or refused, where its releases say so.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> order = Release("Order", "Shop", Record(), erasure="done")
    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",), steps=(("sent", "2026-01-31"),))
    >>> state_of(Workspace(releases=(order,)), ask)
    'done'
    """
    taken = [step for step, _ in request.steps]
    about = releases_of(workspace, request) if request.kind == "erasure" else ()
    if about:
        statuses = {release.erasure for release in about}
        if statuses <= {"done", "refused"}:
            return "refused" if "refused" in statuses else "done"
        taken = [step for step in taken if step not in ("done", "refused")]
    return max(taken, key=STEPS.index, default="drafted")


def with_request(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace with one request more, renamed where its name is taken."""
    name = unused_name(request.name, (known.name for known in workspace.requests))
    return replace(workspace, requests=(*workspace.requests, replace(request, name=name)))


def without_request(workspace: Workspace, name: str) -> Workspace:
    """The workspace without a request; what came of it stays."""
    return replace(workspace, requests=tuple(r for r in workspace.requests if r.name != name))


def with_changed(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace with a request in place of the one of its name."""
    return replace(workspace, requests=tuple(request if r.name == request.name else r for r in workspace.requests))


def with_step(workspace: Workspace, name: str, step: RequestState, day: datetime.date) -> Workspace:
    """The workspace once a request has taken a step, and what that changes at the recipient.

    A request that is sent, refused or done marks the erasure of its releases; an objection that is done takes the
    recipient out of coalitions; a correction that is done corrects what the recipient holds.

    Raises:
        KeyError: where no request has this name.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",))
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), requests=(ask,))
    >>> with_step(work, "a", "sent", datetime.date(2026, 1, 31)).releases[0].erasure
    'asked'
    """
    request = {known.name: known for known in workspace.requests}[name].with_step(step, day)
    after = with_changed(workspace, request)
    if request.kind == "erasure":
        return _erased(after, request, step)
    return with_effect(after, request) if step == "done" else after


def _erased(workspace: Workspace, request: SubjectRequest, step: RequestState) -> Workspace:
    if step not in _STATUS_AFTER:
        return workspace
    about = releases_of(workspace, request)
    # What was settled before is not merely asked for again.
    open_ = [release for release in about if step != "sent" or release.erasure is None]
    return marked(workspace, open_, _STATUS_AFTER[step])


def marked(workspace: Workspace, releases: Iterable[Release], status: ErasureStatus | None) -> Workspace:
    """The workspace with the erasure of some releases at a status; None takes it back.

    >>> from leakage.record import Record
    >>> order = Release("Order", "Shop", Record())
    >>> marked(Workspace(releases=(order,)), [order], "asked").releases[0].erasure
    'asked'
    """
    names = {release.name for release in releases}
    marked = (replace(r, erasure=status) if r.name in names else r for r in cancellable(workspace.releases))
    return replace(workspace, releases=tuple(marked))


def overdue(workspace: Workspace, today: datetime.date) -> tuple[SubjectRequest, ...]:
    """The requests that should have been answered before today, the longest overdue first."""
    late = [
        (due.last, request)
        for request in workspace.requests
        if (due := deadline(request)) and due.last < today and state_of(workspace, request) in OPEN
    ]
    return tuple(request for _, request in sorted(late, key=lambda pair: pair[0]))


# Effects: what is the case at a recipient once a request is done.


ALL_OTHERS = "All others"


def releases_of(workspace: Workspace, request: SubjectRequest) -> tuple[Release, ...]:
    """The releases that a request is about, as far as they are still there."""
    return tuple(r for r in workspace.accounts if r.name in request.releases and r.recipient in request.recipients)


def with_effect(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace as it would be once a request is done: what it is asked for is the case.

    Access changes nothing.
    """
    if request.kind == "erasure":
        return marked(workspace, releases_of(workspace, request), "done")
    if request.kind == "correction":
        return _corrected(workspace, request)
    return reduce(without_sharing, request.recipients, workspace) if request.kind == "objection" else workspace


def without_sharing(workspace: Workspace, recipient: str) -> Workspace:
    """The workspace where a recipient shares with nobody any more; the others share as before.

    >>> work = Workspace(releases=tuple(Release(n, n, Record()) for n in "abc"))
    >>> without_sharing(work, "c").pooling.coalitions[0].recipients
    ('a', 'b')
    """
    others = tuple(name for name in workspace.recipient_names if name != recipient)
    return workspace.with_each_pooling(partial(_pooling_without, recipient, others))


def _pooling_without(recipient: str, others: tuple[str, ...], pooling: Pooling) -> Pooling:
    if pooling.kind in ("alone", "releases"):
        # Who has what leaked has it all the same.
        return pooling
    if pooling.kind == "together":
        coalitions: tuple[Coalition, ...] = (Coalition(ALL_OTHERS, others),)
    else:
        left = (replace(c, recipients=tuple(n for n in c.recipients if n != recipient)) for c in pooling.coalitions)
        coalitions = tuple(left)
    coalitions = tuple(coalition for coalition in coalitions if len(coalition.recipients) > 1)
    has_breaches = pooling.breaches or pooling.kind == "together"
    return replace(pooling, kind="coalitions", coalitions=coalitions, breaches=has_breaches)


def _corrected(workspace: Workspace, request: SubjectRequest) -> Workspace:
    about = {release.name for release in releases_of(workspace, request)}
    releases = (
        replace(release, record=corrected(release.record, request.corrections)) if release.name in about else release
        for release in workspace.releases
    )
    return replace(workspace, releases=tuple(releases))


def corrected(record: Record, corrections: tuple[Correction, ...]) -> Record:
    """A record with wrong values replaced, or taken out where nothing is put in their place.

    >>> corrected(Record.of(("Age", "31", 0.5), ("Name", "Al")), (("Age", "31", "30"), ("Name", "Al", ""))).confidences
    {('Age', '30'): 0.5}
    """
    right = {(label, wrong): value for label, wrong, value in corrections}
    held: dict[tuple[str, str], float] = {}
    for attribute in record:
        value = right.get(attribute.pair, attribute.value)
        if value:
            pair = (attribute.label, value)
            held[pair] = max(held.get(pair, 0.0), attribute.confidence)
    return Record(Attribute(*pair, confidence) for pair, confidence in held.items())


# How much work a request is, by how hard the recipient makes it.


USUAL_MINUTES = 15
MINUTES = MappingProxyType({"": USUAL_MINUTES, "easy": 5, "medium": 15, "hard": 45, "limited": 45})
"""Minutes of a person's own work, by JustDeleteMe's grades; what is impossible has none."""

SAID: MappingProxyType[Difficulty, str] = MappingProxyType(
    {
        "": "Nobody has said how hard it is to have an account deleted here.",
        "easy": "Having an account deleted here is easy.",
        "medium": "Having an account deleted here takes some steps.",
        "hard": "Having an account deleted here is hard: it takes a request, and often a second one.",
        "limited": "Only some people can have an account deleted here, for example those in certain countries.",
        "impossible": "Others found it impossible to have an account deleted here.",
    }
)


def minutes_of(contact: Contact | None) -> int | None:
    """Minutes that a request takes; None where nobody has managed it, so that it is not proposed.

    >>> minutes_of(Contact("shop.example", difficulty="hard")), minutes_of(None)
    (45, 15)
    >>> minutes_of(Contact("shop.example", difficulty="impossible"))
    """
    return MINUTES.get(contact.difficulty if contact else "")


def impossible_at(workspace: Workspace) -> tuple[str, ...]:
    """The recipients of whom others say that they delete no account; nobody is advised to ask them.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> work = Workspace(
    ...     releases=(Release("a", "shop.example", Record()),),
    ...     contacts=(Contact("shop.example", difficulty="impossible"),),
    ... )
    >>> impossible_at(work)
    ('shop.example',)
    """
    return tuple(recipient for recipient, minutes in graded_minutes(workspace).items() if minutes is None)


def graded_minutes(workspace: Workspace) -> dict[str, float | None]:
    """Minutes that a request takes at every recipient of whom it is known how hard they make it; None for impossible.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Recipient, Release
    >>> work = Workspace(
    ...     releases=(Release("a", "Shop", Record()), Release("b", "Club", Record())),
    ...     recipients=(Recipient("Shop", site="shop.example"),),
    ...     contacts=(Contact("shop.example", difficulty="hard"),),
    ... )
    >>> graded_minutes(work)
    {'Shop': 45}
    """
    contacts = ((recipient, contact_of(workspace, recipient)) for recipient in workspace.recipient_names)
    return {recipient: minutes_of(contact) for recipient, contact in contacts if contact and contact.difficulty}
