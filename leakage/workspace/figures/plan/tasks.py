"""Tasks: what is done in one sitting, under a key that says all of it, so that plans and answers can be saved."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from leakage.record import UNTYPED, Pair, is_typed, redacted_repr
from leakage.workspace.release import StepAnswer
from leakage.workspace.workspace import Workspace

TaskKind: TypeAlias = Literal["mailbox", "leaked", "passwords", "second factor", "change", "erase", "stop sharing"]
_KINDS = frozenset(get_args(TaskKind))
OPTIMISED: tuple[TaskKind, ...] = ("change", "erase", "stop sharing")
"""The kinds that the optimiser chooses from."""
CLOSED: tuple[StepAnswer, ...] = ("done", "needed", "cannot")
"""The answers after which a task is not asked again."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is done in one sitting.

    Arguments:
        kind: of what is done.
        accounts: where, as the releases call them; of a mailbox the domain of the address.
        pair: the value that is changed there, of the kind "change".
    """

    kind: TaskKind
    accounts: tuple[str, ...]
    pair: Pair | None = None

    __repr__ = redacted_repr

    @property
    def key(self) -> str:
        """What it is saved under; equal tasks have equal keys."""
        label, value = self.pair or ("", "")
        return json.dumps([self.kind, label, value if is_typed((label, value)) else None, *self.accounts])


def task_of(key: str) -> Task | None:
    """The task of a key; None where it is none."""
    try:
        kind, label, value, *accounts = json.loads(key)
    except (ValueError, TypeError):
        return None
    if not (isinstance(kind, str) and kind in _KINDS and accounts and all(isinstance(a, str) for a in accounts)):
        return None
    if kind == "change" and not (isinstance(label, str) and label and (value is None or isinstance(value, str))):
        return None
    pair = (label, UNTYPED if value is None else value) if kind == "change" else None
    return Task(kind, tuple(accounts), pair)  # type: ignore[arg-type]


def answered_tasks(workspace: Workspace, answers: Container[StepAnswer]) -> tuple[Task, ...]:
    """The tasks that the person gave one of some answers to, in the order of the answers."""
    found = (task_of(answer.step) for answer in workspace.answers if answer.answer in answers)
    return tuple(task for task in found if task is not None)
