"""A work whose files lie on the disk has the figures of one that holds their records in memory."""

import datetime
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from leakage import Adversary, AnyOf, Conflicts, Record, Resolve, Shares, Unless, union_merge
from leakage.background import SourceError, build_index, index_path
from leakage.database import Database
from leakage.presumption import with_presumed_facts
from leakage.resolution.rules.normalised import Normalised
from leakage.workspace import file_backed
from leakage.workspace.figures.assessment import (
    assess,
    pool_summaries,
    pool_together,
    pools_alone,
    record_name,
    records_of,
)
from leakage.workspace.figures.contributions import contributions_of_releases, release_shapley_values
from leakage.workspace.figures.next_move import discover, next_moves
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans, with_release
from leakage.workspace.figures.requests import additional_recipients, request_disclosure
from leakage.workspace.figures.timeline import timeline
from leakage.workspace.file_backed import (
    FileBackedWorkspace,
    Indices,
    fingerprint_of,
    place_of,
    refusal,
    rules_as_text,
    sources_of,
)
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.release import SubjectRequest
from leakage.workspace.tables import RecordsFile
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.amount import cases
from tests.background.made_up import (
    LABELS,
    any_match,
    any_measure,
    any_normaliser,
    any_record,
    small_frame,
    spelled_frame,
)
from tests.oracles.measure import leakage
from tests.oracles.resolution import closure, merged

ALL = tuple((label, label) for label in LABELS)
NAMES = ("Shop", "Bank", "Club", "Bus")


def any_work(seed: random.Random, folder: Path, *, spelled: bool = False) -> tuple[Workspace, FileBackedWorkspace]:
    """A made-up work: with records in memory, and with the same in a file and its index.

    Arguments:
        spelled: values are spelled in several ways, which the rules overlook, and near and related values count.
    """
    frame, match = (spelled_frame if spelled else small_frame)(seed), any_match(seed)
    match, measure = Normalised(match, any_normaliser(seed)) if spelled else match, any_measure(seed)
    frame.to_parquet(folder / "held.parquet")
    given = tuple(
        Release(f"{n}", seed.choice(NAMES), any_record(seed, frame, certain=False), erasure=seed.choice([None, "done"]))
        for n in range(seed.randint(1, 4))
    )
    plans = tuple(Release(f"Plan {n}", seed.choice(NAMES), any_record(seed, frame)) for n in range(2))
    kind = seed.choice(["together", "alone", "coalitions", "releases"])
    plain = Workspace(
        profile=tuple(a.pair for a in any_record(seed, frame)),
        weights=tuple((label, seed.choice([0.1, 1.0, 7.0])) for label in LABELS),
        releases=given,
        background=tuple(any_record(seed, frame) for _ in range(seed.randint(0, 2))),
        policies=(Policy("Eve", Adversary((Resolve(match),))),),
        similarities=measure.similarities if spelled else (),
        pooling=Pooling(
            kind, (Coalition("Two", NAMES[:2]),) if kind == "coalitions" else (), seed.random() < 0.3, ("0", "2")
        ),
        plans=plans,
    )
    likely = [tuple((label, seed.choice([0.2, 0.7])) for label in LABELS if seed.random() < 0.3) for _ in given]
    presuming = (replace(release, presumed=some) for release, some in zip(given, likely, strict=True))
    plain = replace(plain, releases=tuple(presuming))
    with_files = replace(plain, sources=(RecordsFile(str(folder / "held.parquet"), ALL),))
    return replace(plain, background=(*plain.background, *Database.from_frame(frame))), indexed(with_files, folder)


def indexed(with_files: Workspace, folder: Path) -> FileBackedWorkspace:
    match, sources = with_files.adversary.resolutions[0].match, sources_of(with_files)
    path = build_index(index_path(folder, sources, match), sources, match)
    return FileBackedWorkspace.of(with_files, Indices(((rules_as_text(match), path),)))


def by_definition(work: Workspace) -> float:
    """Pair by pair until nothing merges, and then world by world; of a work whose recipients share all."""
    records = records_of(work, pool_together(work))
    groups = closure(list(records), work.adversary.resolutions[0].match, union_merge)
    composites = (with_presumed_facts(merged(records, group, union_merge)) for group in groups)
    return float(max((leakage(composite, work.reference, work.weight_map) for composite in composites), default=0.0))


def flat(figure: object) -> Iterator[object]:
    if isinstance(figure, list | tuple):
        for part in figure:
            yield from flat(part)
    else:
        yield figure


def figures(work: Workspace) -> dict[str, object]:
    """Every figure that is said to count the files, as plain numbers."""
    assessed = assess(work)
    request = SubjectRequest("Ask", "Shop", "access", stated=work.profile[:2])
    subset = replace(work, releases=work.releases[1:])
    return {
        "pools": [found.result.leakage for found in assessed],
        "alone": [summary.leakage for summary in pool_summaries(work, pools_alone(work))],
        "without the first": [found.result.leakage for found in assess(subset)],
        "with a plan": [found.result.leakage for found in assess(with_release(work, work.plans[0]))],
        "plans": [(o.before, o.after, o.pool_before, o.pool_after, len(o.composite)) for o in compare_plans(work)],
        "fields": [[f.increment for f in outcome.field_increments] for outcome in compare_plans(work)],
        "choices": [[c.leakage for c in choose_fields(work, plan).plans] for plan in work.plans],
        "contributions": contributions_of_releases(work).tolist(),
        "shares": [share.share for share in release_shapley_values(work)],
        "newcomers": [
            [n.increment for n in additional_recipients(work, found.pool, found.result.leakage)] for found in assessed
        ],
        "asking": [
            getattr(request_disclosure(work, request), name) for name in ("before", "without", "letter", "insisted")
        ],
        "her next move": [
            sorted((move.enhancement.cost, move.enhancement.gain) for move in next_moves(work, found))
            for found in assessed
        ],
        "timeline": [(step.before, step.after) for step in timeline(work, datetime.date(2026, 1, 1)).steps],
    }


@pytest.mark.parametrize("number", cases(range(10), usual=1, slow=2))
def test_the_same_by_normalised_rules_and_any_measure(number: int, tmp_path: Path) -> None:
    whole, with_files = any_work(random.Random(number), tmp_path, spelled=True)
    assert with_files.looked_up is not None
    wanted = figures(whole)
    for name, found in figures(with_files).items():
        assert list(flat(found)) == pytest.approx(list(flat(wanted[name])), rel=1e-9, abs=1e-12), name


@pytest.mark.parametrize("number", cases(range(20), usual=2, slow=4))
def test_the_figures_are_those_of_records_in_memory(number: int, tmp_path: Path) -> None:
    whole, with_files = any_work(random.Random(number), tmp_path)
    assert with_files.looked_up is not None
    wanted = figures(whole)
    for name, found in figures(with_files).items():
        assert list(flat(found)) == pytest.approx(list(flat(wanted[name])), rel=1e-12, abs=1e-12), name
    together = replace(with_files, pooling=Pooling())
    assert assess(together)[0].result.leakage == pytest.approx(by_definition(replace(whole, pooling=Pooling())))
    # A search finds record by record; of files it finds what she has joined of them beforehand.
    joined = with_files.adversary.resolve(whole.background[len(with_files.background) :]).composites
    beforehand = replace(whole, background=(*with_files.background, *joined))
    searched = [discover(work, pool_together(work), work.profile[:2]).leakages[-1] for work in (with_files, beforehand)]
    assert searched[0] == pytest.approx(searched[1], rel=1e-12)
    for leaked in assess(with_files):
        names = [record_name(with_files, leaked.pool, n) for n in range(len(leaked.result.resolution.composite_of))]
        assert names[: leaked.background][-1:] in (
            [],
            [f"Joined record {len(with_files.looked_up.records)} of the files"],
        )
        assert names[leaked.background :] == [with_files.releases[n].name for n in leaked.pool.releases]


def test_what_cannot_be_looked_up_is_refused_and_left_out(tmp_path: Path) -> None:
    _, with_files = any_work(random.Random(1), tmp_path)
    wary = Policy("Eve", Adversary((Resolve(Unless(with_files.adversary.resolutions[0].match, Conflicts("A"))),)))
    refused = [
        replace(with_files, policies=(wary,)),
        replace(with_files, statistics="background"),
        replace(with_files, background=(Record(),) * (file_backed.MOST_LOOKED_UP + 1)),
        replace(with_files, policies=(Policy("Eve", Adversary()),)),
    ]
    assert [refusal(work) for work in refused] == [
        *(file_backed.NOT_BY_KEYS, file_backed.RARE_VALUES, file_backed.TOO_MANY),
        file_backed.NOT_BY_KEYS,
    ]
    for work in refused:
        assert work.looked_up is None and work.held_background == work.background
    other = replace(with_files, policies=(Policy("Eve", Adversary((Resolve(AnyOf(Shares("N"), Shares("Z"))),))),))
    assert not refusal(other) and other.looked_up is None, "there is no index for these rules"


@pytest.mark.parametrize("part", ["releases", "plans", "background"])
def test_files_are_looked_up_for_as_many_records_as_said_of_every_kind(tmp_path: Path, part: str) -> None:
    _, with_files = any_work(random.Random(1), tmp_path)
    counted = len(with_files.releases) + len(with_files.plans) + len(with_files.background)
    for more, sentence in ((0, ""), (1, file_backed.TOO_MANY)):
        number = file_backed.MOST_LOOKED_UP - counted + more
        added = [Record() if part == "background" else Release(f"x{n}", "S", Record()) for n in range(number)]
        assert refusal(replace(with_files, **{part: (*getattr(with_files, part), *added)})) == sentence


def test_it_is_never_saved_with_what_was_looked_up(tmp_path: Path) -> None:
    _, with_files = any_work(random.Random(2), tmp_path)
    assert with_files.looked_up is not None and len(with_files.held_background) > len(with_files.background)
    assert workspace_from_json(workspace_to_json(with_files)) == with_files.plain
    assert (
        type(with_files.plain) is Workspace
        and with_files.plain != with_files
        and with_files.plain.plain is with_files.plain
    )
    assert type(replace(with_files, title="x")) is FileBackedWorkspace
    assert str(tmp_path) not in repr(with_files) + repr(with_files.indices)


@pytest.mark.parametrize(
    "name", ["pipe.csv", "folder.csv", "nowhere.csv", "no\0name.csv", "no\ud800text.csv", "x" * 300]
)
def test_what_is_no_plain_file_has_no_fingerprint_and_is_not_waited_for(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(SourceError):
        fingerprint_of(RecordsFile(str(tmp_path / name), ALL))


def test_a_fingerprint_is_of_the_file_and_of_what_is_read_of_it(tmp_path: Path) -> None:
    path = tmp_path / "held.csv"
    path.write_text("N\nAnn\n")
    first = fingerprint_of(RecordsFile(str(path), ALL))
    assert first == fingerprint_of(RecordsFile(str(path), ALL))
    assert first != fingerprint_of(RecordsFile(str(path), ALL[:1]))
    path.write_text("N\nBob\n")
    assert first != fingerprint_of(RecordsFile(str(path), ALL))
    assert place_of(RecordsFile("a: b", ALL)) != place_of(RecordsFile("a", ALL, "b"))
