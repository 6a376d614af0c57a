"""The papers' worked examples, as lessons take them."""

from __future__ import annotations

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.published import PUBLISHED
from leakage.scenarios.published_example import PublishedExample
from leakage.tables import PublishedTable
from leakage.workspace.workspace import Workspace

_WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
_TABLES = {published.key: published for published in PUBLISHED}


def example(key: str) -> Workspace:
    """The workspace of a worked example."""
    return _WORKS[key]


def table(key: str) -> PublishedExample:
    """A table as a paper prints it."""
    return _TABLES[key]


def opened(published: PublishedExample) -> PublishedTable:
    """The table, ready to be measured."""
    return PublishedTable(published.frame, published.quasi_identifiers, published.sensitive)
