"""What a letter does to the figure, and which recipient more would tell a pool most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from leakage.record import Record
from leakage.workspace.figures.assessment import assess_pool, pools
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.letter import told_in
from leakage.workspace.requests.states import with_effect
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Release, Workspace


@dataclass(frozen=True, slots=True)
class LetterEffect:
    """What those know with whom a letter's recipients share.

    Arguments:
        before: leakage now.
        without: once the letter is granted, if nobody had to be told anything for it.
        letter: once it is granted, and the recipients keep the letter.
    """

    before: float
    without: float
    letter: float

    @property
    def request_backfires(self) -> bool:
        """Whether granting it raises leakage by itself: what confuses the adversary would go."""
        return self.without > self.before + NOTHING

    @property
    def letter_backfires(self) -> bool:
        """Whether the letter tells more than it takes back."""
        return self.letter > self.before + NOTHING


def request_disclosure(workspace: Workspace, request: SubjectRequest) -> LetterEffect:
    """What a letter tells its recipients against what it takes back: a planned release once it is granted.

    ``I(R', e, E, r) = L(R' + {r}, e, E) - L(R', e, E)``, where R' is what is held once the request is done and r the
    letter, whose facts are certain. It is looked at where the recipients' data go: the most telling of the pools that
    one of them, or one who pools with it now, is in. Source: Whang & Garcia-Molina 2012, Section 4.1.
    """
    reached, done = _reached(workspace, request), with_effect(workspace, request)
    return LetterEffect(
        _leakage(workspace, reached), _leakage(done, reached), _leakage(_with_letter(done, request), reached)
    )


def _reached(workspace: Workspace, request: SubjectRequest) -> set[str]:
    shared = (pool.recipients for pool in pools(_with_letter(workspace, request)))
    return {name for names in shared if not set(request.recipients).isdisjoint(names) for name in names}


def _with_letter(workspace: Workspace, request: SubjectRequest) -> Workspace:
    record = Record.of(*told_in(workspace, request))
    # The owner of several recipients has the letter at each of them.
    letters = (Release(request.name, recipient, record) for recipient in request.recipients)
    return reduce(with_release, letters, workspace)


def _leakage(workspace: Workspace, reached: set[str]) -> float:
    met = (pool for pool in pools(workspace) if not reached.isdisjoint(pool.recipients))
    return max((assess_pool(workspace, pool).result.leakage for pool in met), default=0.0)
