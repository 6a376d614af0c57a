"""What asking a recipient would tell them, and who would learn of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from leakage.progress import report
from leakage.record import Pair, Record
from leakage.workspace.figures.assessment import Pool, assess_pool, pool_of, pools
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.release import Contact, SubjectRequest
from leakage.workspace.requests.letter import disclosed_in, further_facts_requested, stated_in, wrong_in
from leakage.workspace.requests.states import with_effect
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Release, Workspace

# Newcomers: which one recipient more would teach a pool most.


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One recipient more in a pool.

    Arguments:
        recipient: who would join.
        leakage: what the pool would know then.
        increment: that less what it knows now; below 0 the newcomer's data confuse it.
    """

    recipient: str
    leakage: float
    increment: float


def additional_recipients(workspace: Workspace, pool: Pool, now: float) -> tuple[Newcomer, ...]:
    """What a pool would know with each of the other recipients, the most telling first.

    Source: Whang & Garcia-Molina 2011, Section 2.2 ("other organizations Eve pools information with").

    Arguments:
        workspace: the releases, and how they are resolved.
        pool: who shares now.
        now: what the pool knows now.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.assessment import pools_alone
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record.of(("P", n))) for n in ("Shop", "Bank"))
    >>> work = Workspace((("P", "Shop"), ("P", "Bank")), releases=given)
    >>> [(one.recipient, one.increment) for one in additional_recipients(work, pools_alone(work)[0], 2 / 3)]
    [('Bank', 0.0)]
    """
    others = [name for name in workspace.recipient_names if name not in pool.recipients]
    found = []
    for number, name in enumerate(others):
        report("Trying newcomers", number, len(others))
        together = pool_of(workspace, pool.name, (*pool.recipients, name), workspace.shares_breaches)
        leakage = assess_pool(workspace, together).result.leakage
        found.append(Newcomer(name, leakage, leakage - now))
    return tuple(sorted(found, key=lambda newcomer: -newcomer.leakage))


# Asking: what a request gives away by itself, against what it takes back.


@dataclass(frozen=True, slots=True)
class LetterEffect:
    """What those know with whom the recipient shares, before a request and after it.

    Arguments:
        before: leakage now.
        without: once the request is done, if nobody had to be told anything for it.
        letter: once it is done, and the recipient keeps the letter.
        insisted: as ``letter``, where the recipient also gets all that it is known to want.
    """

    before: float
    without: float
    letter: float
    insisted: float

    @property
    def removed(self) -> float:
        """What the request takes back; below 0 what was confusing goes."""
        return self.before - self.without

    @property
    def letter_increment(self) -> float:
        """What the letter tells: the incremental leakage of its facts, after the request was done."""
        return self.letter - self.without

    @property
    def insisted_increment(self) -> float:
        """What the letter and all that the recipient is known to want tell together."""
        return self.insisted - self.without

    @property
    def request_backfires(self) -> bool:
        """Whether what it asks for raises leakage by itself: what confuses the adversary would go."""
        return self.without > self.before + NOTHING

    @property
    def letter_backfires(self) -> bool:
        """Whether the letter alone tells more than the request takes back."""
        return self.letter > self.before + NOTHING

    @property
    def answering_backfires(self) -> bool:
        """Whether giving all that the recipient wants tells more than the request takes back."""
        return self.insisted > self.before + NOTHING

    @property
    def backfires(self) -> bool:
        """Whether asking tells more than it takes back, in one way or another."""
        return self.request_backfires or self.letter_backfires or self.answering_backfires


def request_disclosure(workspace: Workspace, request: SubjectRequest, contact: Contact | None = None) -> LetterEffect:
    """What a request tells its recipient, held against the workspace as a planned release, after it has been done.

    ``I(R', e, E, r) = L(R' + {r}, e, E) - L(R', e, E)``, where R' is what is held once the request is done and r the
    letter, whose facts are certain. It is looked at where the recipient's data go: the most telling of the pools that
    the recipient, or one who pools with it now, is in. Source: Whang & Garcia-Molina 2012, Section 4.1.

    Arguments:
        workspace: what was released so far.
        request: with the facts that its letter states.
        contact: what the recipient is known to want besides.

    >>> given = Release("Order", "Shop", Record.of(("Name", "Alice", 0.5)))
    >>> ask = SubjectRequest("a", "Shop", "access", stated=(("Name", "Alice"),))
    >>> disclosure = request_disclosure(Workspace((("Name", "Alice"),), releases=(given,)), ask)
    >>> round(disclosure.before, 6), disclosure.letter, disclosure.letter_backfires
    (0.5, 1.0, True)
    """
    reached = _reached(workspace, request)
    done = with_effect(workspace, request)
    told = _facts_in_letter(workspace, request)
    wanted = further_facts_requested(workspace, request, contact)
    return LetterEffect(
        _leakage(workspace, reached),
        _leakage(done, reached),
        _leakage(_with_disclosed(done, request, told), reached),
        _leakage(_with_disclosed(done, request, (*told, *wanted)), reached),
    )


def fact_increment(workspace: Workspace, request: SubjectRequest, fact: Pair) -> float:
    """What one fact of a letter tells beyond its others, in [-1, 1].

    It is ``LetterEffect.letter`` with the fact less that without it.

    Arguments:
        workspace: what was released so far.
        request: whose letter states the fact, or could state it.
        fact: a label and value; one that was not typed counts as any.

    >>> given = Release("Order", "Shop", Record.of(("Email", "a@b.c")))
    >>> work = Workspace((("Email", "a@b.c"), ("Name", "Alice")), releases=(given,))
    >>> ask = SubjectRequest("a", "Shop", "access", stated=(("Email", "a@b.c"),))
    >>> fact_increment(work, ask, ("Email", "a@b.c"))
    0.0
    """
    reached, done = _reached(workspace, request), with_effect(workspace, request)
    others = [pair for pair in _facts_in_letter(workspace, request) if pair != fact]
    without, together = (_leakage(_with_disclosed(done, request, told), reached) for told in (others, (*others, fact)))
    return together - without


def _reached(workspace: Workspace, request: SubjectRequest) -> set[str]:
    """All in whose pools a recipient is; with the letter, for one that was given nothing yet shares as well."""
    shared = [
        pool.recipients
        for pool in pools(_with_disclosed(workspace, request, ()))
        if not set(request.recipients).isdisjoint(pool.recipients)
    ]
    return {name for recipients in shared for name in recipients}


def _facts_in_letter(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """All facts in a letter."""
    right = tuple((label, value) for label, _, value in wrong_in(workspace, request) if value)
    return *stated_in(workspace, request), *disclosed_in(workspace, request), *right


def policies_that_gain(
    workspace: Workspace, request: SubjectRequest, contact: Contact | None = None
) -> tuple[str, ...]:
    """The names of the policies not in use under which asking tells more than it takes back: nobody knows which it is.

    >>> policies_that_gain(Workspace(), SubjectRequest("a", "Shop", "access"))
    ()
    """
    in_use = workspace.policy
    others = (policy for policy in workspace.policies if policy is not in_use)
    return tuple(
        p.name for p in others if request_disclosure(replace(workspace, chosen=p.name), request, contact).backfires
    )


def _with_disclosed(workspace: Workspace, request: SubjectRequest, facts: Iterable[Pair]) -> Workspace:
    record = Record.of(*dict.fromkeys(facts))
    # The owner of several recipients has the letter at each of them.
    letters = (Release(request.name, recipient, record) for recipient in request.recipients)
    return reduce(with_release, letters, workspace)


def _leakage(workspace: Workspace, reached: set[str]) -> float:
    """What the most telling pool knows in which one of those is."""
    met = (pool for pool in pools(workspace) if not reached.isdisjoint(pool.recipients))
    return max((assess_pool(workspace, pool).result.leakage for pool in met), default=0.0)
