"""Scenario: a worked example as a workspace, with what it shows and the figures it should give."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.workspace.workspace import Workspace

PAPER_2011 = "Whang & Garcia-Molina 2011"
PAPER_2012 = "Whang & Garcia-Molina 2012"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A worked example that the app opens and the tests compute.

    Arguments:
        key: a slug, unique among scenarios.
        title: in a person's words.
        source: paper and section.
        question: one sentence, what the example shows.
        workspace: the example, its values exactly the source's.
        expected: one sentence with the figures: derived, and the printed one where the paper slips.
    """

    key: str
    title: str
    source: str
    question: str
    workspace: Workspace
    expected: str
