"""Letters that were sent: deadlines, how far each is, what it changes, and how much work it is."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np

from leakage.progress import cancellable
from leakage.workspace.places.kinds import is_data_broker
from leakage.workspace.release import STEPS, Difficulty, RequestKind, RequestState, SubjectRequest
from leakage.workspace.workspace import Coalition, ErasureStatus, Pooling, Release, Workspace, unused_name


def deadline(request: SubjectRequest) -> datetime.date | None:
    """The last day to answer a letter that arrived when it was sent; None if it was not sent, or rests on no law.

    GDPR and UK GDPR, Article 12(3): one month, with an extension two further ones. CCPA, 11 CCR Section 7021(b): 45
    days, with an extension 45 more; an objection, that is an opt-out, has 15 business days (Section 7026(f)).
    California's DROP, Civil Code Section 1798.99.86: brokers look every 45 days and then have 45.

    >>> str(deadline(SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-31"),))))
    '2026-03-02'
    """
    sent, extended = request.day_of("sent"), request.day_of("extended") is not None
    if sent is None or request.ground == "plain":
        return None
    if request.ground in ("gdpr", "uk_gdpr"):
        return next_weekday(months_after(sent, 3 if extended else 1))
    if request.ground == "ccpa" and request.kind == "objection":
        return weekdays_after(sent, 15)
    return sent + datetime.timedelta(90 if extended or request.ground == "drop" else 45)


def may_extend(request: SubjectRequest) -> bool:
    """Whether the law lets the recipient take longer."""
    return request.ground in ("gdpr", "uk_gdpr") or (request.ground == "ccpa" and request.kind != "objection")


def months_after(day: datetime.date, months: int) -> datetime.date:
    """The same day of a later month, or its last day; Regulation (EEC, Euratom) No 1182/71, Article 3(2)(c)."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def next_weekday(day: datetime.date) -> datetime.date:
    """The day itself, or the Monday after a weekend; Article 3(4) of the same. Public holidays are not known here."""
    return cast("datetime.date", np.busday_offset(day, 0, roll="forward").item())


def weekdays_after(day: datetime.date, count: int) -> datetime.date:
    """The n-th day from Monday to Friday after a day."""
    return cast("datetime.date", np.busday_offset(day, count, roll="backward").item())


# How far letters are. What came of an erasure is kept with the releases, and only there.

OPEN: tuple[RequestState, ...] = ("sent", "extended")
_STATUS_AFTER: dict[RequestState, ErasureStatus] = {"sent": "asked", "refused": "refused", "done": "done"}


def state_of(workspace: Workspace, request: SubjectRequest) -> RequestState:
    """The last step of a letter; an erasure is done, or refused, if its releases are."""
    taken = [step for step, _ in request.steps]
    about = releases_of(workspace, request) if request.kind == "erasure" else ()
    if about:
        statuses = {release.erasure for release in about}
        if statuses <= {"done", "refused"}:
            return "refused" if "refused" in statuses else "done"
        taken = [step for step in taken if step not in ("done", "refused")]
    return max(taken, key=STEPS.index, default="drafted")


def with_request(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The work with one letter more, renamed if its name is taken."""
    name = unused_name(request.name, (known.name for known in workspace.requests))
    return replace(workspace, requests=(*workspace.requests, replace(request, name=name)))


def without_request(workspace: Workspace, name: str) -> Workspace:
    """The work without a letter; what came of it stays."""
    return replace(workspace, requests=tuple(r for r in workspace.requests if r.name != name))


def with_changed(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The work with a letter in place of the one of its name."""
    return replace(workspace, requests=tuple(request if r.name == request.name else r for r in workspace.requests))


def with_step(workspace: Workspace, name: str, step: RequestState, day: datetime.date) -> Workspace:
    """The work after a step of a letter; KeyError for an unknown name.

    An erasure marks its releases when it is sent, refused or done; an objection that is done takes the recipient out
    of coalitions.

    >>> from leakage.record import Record
    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",))
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), requests=(ask,))
    >>> with_step(work, "a", "sent", datetime.date(2026, 1, 31)).releases[0].erasure
    'asked'
    """
    request = {known.name: known for known in workspace.requests}[name].with_step(step, day)
    after = with_changed(workspace, request)
    if request.kind == "objection" and step == "done":
        return without_sharing(after, request.recipient)
    if request.kind != "erasure":
        return after
    # What was settled before is not merely asked for again.
    about = [r for r in releases_of(after, request) if step != "sent" or r.erasure is None]
    return marked(after, about, _STATUS_AFTER[step]) if step in _STATUS_AFTER else after


def marked(workspace: Workspace, releases: Iterable[Release], status: ErasureStatus | None) -> Workspace:
    """The work with the erasure of some releases at a status; None takes it back."""
    names = {release.name for release in releases}
    after = (replace(r, erasure=status) if r.name in names else r for r in cancellable(workspace.releases))
    return replace(workspace, releases=tuple(after))


def overdue(workspace: Workspace, today: datetime.date) -> tuple[SubjectRequest, ...]:
    """The letters that should have been answered before today, the longest overdue first."""
    late = [
        (due, request)
        for request in workspace.requests
        if (due := deadline(request)) and due < today and state_of(workspace, request) in OPEN
    ]
    return tuple(request for _, request in sorted(late, key=lambda pair: pair[0]))


ALL_OTHERS = "All others"


def releases_of(workspace: Workspace, request: SubjectRequest) -> tuple[Release, ...]:
    """The releases of a letter that are still there."""
    return tuple(r for r in workspace.accounts if r.name in request.releases and r.recipient == request.recipient)


def without_sharing(workspace: Workspace, recipient: str) -> Workspace:
    """The work where a recipient shares with nobody any more; the others share as before."""
    others = tuple(name for name in workspace.recipient_names if name != recipient)
    return workspace.with_each_pooling(partial(_pooling_without, recipient, others))


def _pooling_without(recipient: str, others: tuple[str, ...], pooling: Pooling) -> Pooling:
    if pooling.kind in ("alone", "releases"):  # Who has what leaked has it all the same.
        return pooling
    coalitions = (Coalition(ALL_OTHERS, others),) if pooling.kind == "together" else pooling.coalitions
    left = [replace(c, recipients=tuple(n for n in c.recipients if n != recipient)) for c in coalitions]
    has_breaches = pooling.breaches or pooling.kind == "together"
    together = tuple(each for each in left if len(each.recipients) > 1)
    return replace(pooling, kind="coalitions", coalitions=together, breaches=has_breaches)


def shared_again(everybody: tuple[str, ...], objected: tuple[str, ...], pooling: Pooling) -> Pooling:
    """A pooling once those who left it share again; of two that shared no coalition was left."""
    if pooling.kind != "coalitions":
        return pooling
    if not pooling.coalitions and len(everybody) == 2:
        return replace(pooling, coalitions=(Coalition(ALL_OTHERS, everybody),))

    def joined(one: Coalition) -> Coalition:
        names = (*one.recipients, *objected) if one.name == ALL_OTHERS else one.recipients
        return replace(one, recipients=tuple(dict.fromkeys(names)))

    return replace(pooling, coalitions=tuple(map(joined, pooling.coalitions)))


SAID: Mapping[Difficulty, str] = {
    "": "Nobody has said how hard it is to have an account deleted there.",
    "easy": "Having an account deleted there is easy.",
    "medium": "Having an account deleted there takes some steps.",
    "hard": "Having an account deleted there is hard: it takes a request, and often a second one.",
    "limited": "Only some people can have an account deleted there, for example those in certain countries.",
    "impossible": "Others found it impossible to have an account deleted there.",
}


def grant_chance(workspace: Workspace, kind: RequestKind, recipient: str) -> float:
    """The chance that a letter is granted.

    Of 90 online services 73 % did what a request of erasure asks (Rupp, Syrmoudis & Grossklags, PoPETs 2022). Of the
    records that four removal services found at data brokers 48.2 % were removed (a study of 2025). No study counts
    what became of objections: half is a guess, and data brokers live on sharing.
    """
    if is_data_broker(workspace, recipient):
        return 0.482
    return 0.73 if kind == "erasure" else 0.5
