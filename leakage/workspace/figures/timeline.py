"""Timeline: how the leakage of a work came about, and the work as it would be had the person done nothing so far."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from leakage.decision import what_ifs
from leakage.decision.what_ifs import TimelineStep
from leakage.record import redacted_repr
from leakage.workspace.figures.assessment import PoolLeakage, assess, evaluator, with_old_values, worst
from leakage.workspace.requests.states import shared_again, state_of
from leakage.workspace.vocabulary import NOTHING
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class Timeline:
    """How the figure came about.

    Arguments:
        start: what the background tells by itself, before anything was released.
        steps: by their days, then what has no day, then what the person did.
        done: whether the last step is what the person did.
        today: the figure as it stands.
    """

    start: float
    steps: tuple[TimelineStep, ...]
    done: bool
    today: float

    __repr__ = redacted_repr

    @property
    def jumps(self) -> tuple[TimelineStep, ...]:
        """The steps that raised the figure, the greatest rise first."""
        rising = (step for step in self.steps if step.after - step.before >= NOTHING)
        return tuple(sorted(rising, key=lambda step: step.before - step.after))


def timeline(
    workspace: Workspace,
    today: datetime.date,
    assessed: Sequence[PoolLeakage] | None = None,
) -> Timeline:
    """The whole leakage after each day on which something was released, replayed under the adversary in use.

    ``L_t = max over pools of L({r in R_pool : date(r) <= t}, e, E)``: what she would know of all that was out by then,
    deleted or not, with the values that were changed since, in the order of the workspace, against today's profile and
    weights. Releases without a day up to today come last, at once; then what the person did (``before_it_was_done``).
    The last step ends at today's figure, bit for bit.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1 (incremental leakage).

    Arguments:
        workspace: its releases are replayed.
        today: the day from which on a date is no past one.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    Raises:
        ValueError: if a weight is not positive.
    """
    before = before_it_was_done(workspace)
    came = what_ifs.timeline(evaluator(before), [release.day_up_to(today) for release in before.releases])
    now = worst(assess(workspace) if assessed is None else assessed)
    figure = now.result.leakage if now else 0.0
    steps = list(came.steps)
    if before is workspace and steps:
        # The same sum, whose last bits depend on what is measured together with it.
        steps[-1] = replace(steps[-1], after=figure)
    if before is not workspace:
        pairs = zip(before.releases, workspace.releases, strict=True)
        touched = tuple(number for number, (old, new) in enumerate(pairs) if old is not new)
        last = came.steps[-1].after if came.steps else came.start
        steps.append(TimelineStep(None, touched, last, figure))
    return Timeline(came.start, tuple(steps), before is not workspace, figure)


def before_it_was_done(workspace: Workspace) -> Workspace:
    """The work as it would be had the person changed no value, and had no letter been granted.

    A value that is no longer in the profile stays away. Whoever shares no more shares again with all others, if all
    shared; who was in other coalitions is not known. The same work where there is nothing to undo.
    """
    profile = frozenset(workspace.profile)
    back = with_old_values(workspace, (one for one in workspace.changed_values if (one.label, one.value) in profile))
    releases = tuple(replace(r, erasure=None) if r.erasure == "done" and not r.breach else r for r in back)
    objections = (one for one in workspace.requests if one.kind == "objection" and state_of(workspace, one) == "done")
    objected = tuple(dict.fromkeys(one.recipient for one in objections))
    same = all(old is new for old, new in zip(releases, workspace.releases, strict=True))
    before = workspace if same else replace(workspace, releases=releases)
    return before.with_each_pooling(partial(shared_again, workspace.recipient_names, objected)) if objected else before
