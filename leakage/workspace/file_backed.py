"""A work with indices of its files at hand: what matters of their records is looked up on demand."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from leakage.background import (
    BackgroundIndex,
    BuildError,
    Relevant,
    Source,
    askable_rules,
    relevant_background,
)
from leakage.background.build import described, rules_of
from leakage.decision.disinformation.candidates import TARGETS, WEIGHED
from leakage.measure.weights import Measure
from leakage.presumption import is_typed
from leakage.record import Pair, Record
from leakage.resolution.match import Match
from leakage.tabular.rows import redacted_repr
from leakage.workspace.tables import RecordsFile
from leakage.workspace.workspace import Workspace

MOST_LOOKED_UP = 1_000
"""Records of a work up to which an index is asked: each takes about 30 ms the first time."""

MOST_REMEMBERED = 24

NOT_BY_KEYS = "This Eve does not join by equal or normalised values alone, and only for that are files looked up."
RARE_VALUES = (
    "What is rare is learned from the background records that were entered, which says nothing of the files: learn it "
    "from a table, or let every value count alike."
)
TOO_MANY = f"Files are looked up for at most {MOST_LOOKED_UP:,} releases and background records, and there are more."


@dataclass(frozen=True)
class Indices:
    """The indices of a work's files as they are now, one for each set of rules.

    An index is opened when it is first asked, and stays open: what it remembers need not be looked up for the next
    question, which mostly asks the same and little more.

    Arguments:
        paths: (rules, path of their index), each once; rules as ``rules_as_text``.
    """

    paths: tuple[tuple[str, Path], ...] = ()
    _relevant: dict[object, Relevant] = field(default_factory=dict, compare=False, repr=False)
    _open: dict[Path, BackgroundIndex] = field(default_factory=dict, compare=False, repr=False)

    __repr__ = redacted_repr

    def of(self, match: Match) -> Path | None:
        """The index for a match; None where there is none."""
        return dict(self.paths).get(rules_as_text(match))

    def index_for(self, workspace: Workspace) -> BackgroundIndex | None:
        """The index for the adversary in use; None where she cannot be answered for.

        Raises:
            IndexMismatchError: for a file that is no index any more.
        """
        path = None if refusal(workspace) else self.of(workspace.adversary.resolutions[0].match)
        if path is None:
            return None
        if path not in self._open:
            self._open[path] = BackgroundIndex(path)
        return self._open[path]

    def relevant(
        self, workspace: Workspace, made_up: tuple[Record, ...] = (), strangers: bool = False
    ) -> Relevant | None:
        """What the files hold that matters to a work, for the adversary in use; None where it cannot be looked up.

        Asked is with all that was released or is planned, what she holds besides, and e itself: so it holds for what
        follows from any of them, for a query of the profile and for a letter that states the truth.

        Arguments:
            workspace: the work.
            made_up: records asked with besides.
            strangers: whether disinformation is sought: with those it may aim at and those it may tie in.

        Raises:
            IndexMismatchError: for a file that is no index any more.
        """
        index = self.index_for(workspace)
        if index is None:
            return None
        queries = (*query_records(workspace), *made_up)
        weights = workspace.measure
        measured = weights if isinstance(weights, Measure) else tuple(sorted(weights.items()))
        key = (id(index), queries, workspace.reference, measured, strangers)
        if key not in self._relevant:
            self._relevant[key] = relevant_background(
                index,
                queries,
                workspace.reference,
                workspace.pooling_adversary,
                weights,
                telling=TARGETS if strangers else 1,
                misleading=WEIGHED + 1 if strangers else 0,
            )
            for oldest in list(self._relevant)[:-MOST_REMEMBERED]:
                del self._relevant[oldest]
        return self._relevant[key]


NO_INDICES = Indices()


@dataclass(frozen=True)
class FileBackedWorkspace(Workspace):
    """A work whose figures count what its files hold, as far as there is an index for the adversary in use.

    Every figure that begins with ``held_background`` does so, and one of the same work with other releases looks up
    anew what those touch. It is never saved: ``plain`` is.

    Arguments:
        indices: of the files.
        strangers: whether those are at hand whom disinformation could tie to the person.
        made_up: records that are not out, and that figures may be asked about.
    """

    indices: Indices = NO_INDICES
    strangers: bool = False
    made_up: tuple[Record, ...] = ()

    __repr__ = redacted_repr

    @staticmethod
    def of(workspace: Workspace, indices: Indices) -> FileBackedWorkspace:
        """The work with these indices at hand."""
        parts = {part.name: getattr(workspace, part.name) for part in fields(Workspace)}
        return FileBackedWorkspace(**parts, indices=indices)

    @cached_property
    def looked_up(self) -> Relevant | None:
        """What the files hold that matters; None where they are not counted."""
        found = self.indices.relevant(self, strangers=self.strangers)
        if found is None or not self.made_up:
            return found
        more = self.indices.relevant(self, self.made_up)
        return found if more is None else found.with_all_of(more)

    @cached_property
    def held_background(self) -> tuple[Record, ...]:
        return self.background + (self.looked_up.records if self.looked_up else ())

    @property
    def counts_files(self) -> bool:
        return self.looked_up is not None

    @property
    def records_in_files(self) -> int:
        index = self.indices.index_for(self)
        return 0 if index is None else index.records

    @property
    def from_files(self) -> int:
        return len(self.held_background) - len(self.background)

    def with_strangers(self) -> Self:
        return replace(self, strangers=True)

    def reached_by(self, records: Iterable[Record]) -> Self:
        made_up = tuple(dict.fromkeys(records))
        wider = replace(self, made_up=made_up) if made_up and self.counts_files else self
        return self if len(wider.held_background) == len(self.held_background) else wider

    def looked_up_for(self, policy: str, made_up: Iterable[Record] = ()) -> tuple[Record, ...]:
        return replace(self, chosen=policy).reached_by(made_up).held_background[len(self.background) :]

    def known_to_files(self, pair: Pair) -> bool:
        index = self.indices.index_for(self)
        return index is not None and index.knows(pair, self.adversary.resolutions[0].match)

    @cached_property
    def plain(self) -> Workspace:
        return Workspace(**{part.name: getattr(self, part.name) for part in fields(Workspace)})

    def attach_files_to(self, workspace: Workspace) -> Workspace:
        return FileBackedWorkspace.of(super().attach_files_to(workspace), self.indices)


def refusal(workspace: Workspace) -> str:
    """Why files cannot be looked up for the adversary in use, in a sentence; empty where they can.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.workspace.workspace import Policy
    >>> by_name = Workspace(policies=(Policy("Eve", Adversary((Resolve(Shares("Name")),))),))
    >>> refusal(by_name)
    ''
    >>> refusal(Workspace(policies=by_name.policies, statistics="background")) == RARE_VALUES
    True
    """
    if workspace.statistics == "background":
        return RARE_VALUES
    if len(workspace.releases) + len(workspace.plans) + len(workspace.background) > MOST_LOOKED_UP:
        return TOO_MANY
    try:
        askable_rules(workspace.pooling_adversary)
    except (ValueError, BuildError):
        return NOT_BY_KEYS
    return ""


def query_records(workspace: Workspace) -> tuple[Record, ...]:
    """All records that a work's figures are about: an index is asked what they touch."""
    given = (release.record for release in (*workspace.releases, *workspace.plans))
    # No file has a value that was not typed.
    typed = (Record(a for a in record if is_typed(a.pair)) for record in (*given, workspace.reference))
    return (*workspace.background, *typed)


def sources_of(workspace: Workspace) -> tuple[Source, ...]:
    """The work's files as an index reads them.

    Raises:
        SourceError: for a file of another kind than can be read.
    """
    return tuple(source_of(file) for file in workspace.sources)


def source_of(file: RecordsFile) -> Source:
    """A file as an index reads it.

    Raises:
        SourceError: for a file of another kind than can be read.
    """
    return Source(Path(file.path), file.columns, file.table or None)


def place_of(file: RecordsFile) -> str:
    """Where a file is, as text; the file is not touched.

    >>> place_of(RecordsFile("a.duckdb", (("n", "Name"),), "voters"))
    '["a.duckdb", "voters"]'
    """
    return json.dumps([file.path, file.table])


def fingerprint_of(file: RecordsFile) -> str:
    """What tells that a file is still the same, and is read in the same way, as text: ``Source.fingerprint``.

    Raises:
        SourceError: for a file of another kind, one that is not there, and what is no regular file.
    """
    return json.dumps(source_of(file).fingerprint)


def rules_as_text(match: Match) -> str:
    """The rules of a match as they are told apart.

    Raises:
        BuildError: for a match that no index can have.
    """
    return described((), rules_of(match))
