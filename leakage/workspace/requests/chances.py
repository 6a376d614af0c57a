"""The chance that a request of erasure is granted: what a study found, and what the person's own requests came to."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from leakage.tabular.rows import redacted_repr
from leakage.workspace.requests.states import OPEN, deadline, months_after, state_of
from leakage.workspace.workspace import Workspace

STUDIED = 0.73
"""Of 90 online services 27 % did not comply with a request of erasure.

Source: Rupp, Syrmoudis & Grossklags, "Leave No Data Behind", PoPETs 2022 (3), abstract.
"""

PRIOR = 10.0
"""How many requests of one's own the study counts for."""


@dataclass(frozen=True, slots=True)
class GrantChance:
    """How probable it is that a recipient deletes what it is asked to delete.

    Arguments:
        granted: of the person's own requests, how many were.
        decided: how many were granted, refused, or not answered for too long.
    """

    granted: int
    decided: int

    __repr__ = redacted_repr

    @property
    def probability(self) -> float:
        """``(10 * 0.73 + granted) / (10 + decided)``: the mean of a Beta distribution that the study begins.

        >>> GrantChance(0, 0).probability, round(GrantChance(1, 5).probability, 3)
        (0.73, 0.553)
        """
        return (PRIOR * STUDIED + self.granted) / (PRIOR + self.decided)


def grant_chance(workspace: Workspace, today: datetime.date) -> GrantChance:
    """The chance for a further request of erasure, from what came of those before.

    One that was not answered counts as refused a month after its answer was due.

    Arguments:
        workspace: with its requests.
        today: by which a month is over or not.

    >>> from leakage.workspace.release import SubjectRequest
    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    >>> [grant_chance(Workspace(requests=(ask,)), datetime.date(2026, month, 3)).decided for month in (3, 4)]
    [0, 1]
    """
    erasures = [request for request in workspace.requests if request.kind == "erasure"]
    states = [state_of(workspace, request) for request in erasures]
    overdue = [
        state in OPEN and due is not None and months_after(due.last, 1) < today
        for state, due in zip(states, map(deadline, erasures), strict=True)
    ]
    granted = states.count("done")
    return GrantChance(granted, granted + states.count("refused") + sum(overdue))
