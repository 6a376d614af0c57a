"""Worked examples as workspaces, each with its question and the figures expected."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.rules import Match
from leakage.workspace.workspace import Policy, Release, Workspace


@dataclass(frozen=True, slots=True)
class Scenario:
    """A worked example, opened by the app and computed by the tests.

    Arguments:
        question: the question it answers, in one sentence.
        expected: the derived figures in one sentence, with the printed one where the paper slips.
    """

    key: str
    title: str
    source: str
    question: str
    workspace: Workspace
    expected: str


ONE_BY_ONE = Policy("Reads each record alone", Adversary())


def policy(name: str, match: Match, *before: Operation) -> Policy:
    """An adversary who resolves by one match, after other operations."""
    return Policy(name, Adversary(*before, Resolve(match)))


def release(name: str, recipient: str, *attributes: Pair | tuple[str, str, float]) -> Release:
    """Attributes given to a recipient."""
    return Release(name, recipient, Record.of(*attributes))
