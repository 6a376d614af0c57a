"""Disinformation against files on the disk is what it is with their records in memory."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, Shares
from leakage.background import BackgroundIndex, relevant_background
from leakage.background.relevant import most_misleading
from leakage.database import Database
from leakage.decision.disinformation import candidates
from leakage.decision.incremental import Baseline
from leakage.measure.measuring import as_measure
from leakage.workspace import file_backed
from leakage.workspace.figures import disinformation
from leakage.workspace.figures.disinformation import (
    Terms,
    disinformation_outcome,
    link_candidates,
    made_up_values,
    prices_of,
)
from leakage.workspace.figures.disinformation_plans import plan_disinformation
from leakage.workspace.file_backed import WithFiles
from leakage.workspace.tables import RecordsFile
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.background.made_up import LABELS
from tests.workspace.test_with_files import ALL, NAMES, any_work, indexed


def few(monkeypatch: pytest.MonkeyPatch, strangers: int) -> None:
    """So few strangers are weighed up, that most of a small file is never looked at."""
    for module in (candidates, file_backed, disinformation):
        monkeypatch.setattr(module, "WEIGHED", strangers)


def figures(work: Workspace, expected: str) -> list[list[float]]:
    terms = Terms(prices_of(work), NAMES[:2], LABELS, 8.0, expected=expected)
    plans = plan_disinformation(work, terms).frontier.plans
    curves = [disinformation_outcome(work, "Shop", mode, most=4).points for mode in ("self", "linkage")]
    return [
        [*(plan.cost for plan in plans), *(plan.leakage for plan in plans)],
        [candidate.leakage for candidate in link_candidates(work, "Shop")],
        *([point.leakage for point in points] for points in curves),
    ]


@pytest.mark.parametrize("number", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 9))])
def test_plans_and_curves_are_those_of_records_in_memory(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, number % 4 + 1)
    seed = random.Random(number)
    whole, held = any_work(seed, tmp_path, spelled=bool(number % 2))
    # Of strangers that mislead as much any may be the first.
    weights = tuple((label, 10.0 ** seed.uniform(-1, 1)) for label in LABELS)
    whole, held = replace(whole, weights=weights), replace(held, weights=weights)
    expected = seed.choice(["", "Plan 0"])
    for told, wanted in zip(figures(held.with_strangers(), expected), figures(whole, expected), strict=True):
        assert told == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("number", range(8))
def test_the_most_misleading_are_those_of_all(number: int, tmp_path: Path) -> None:
    """And the most telling of those that no release touches, several of them."""
    seed = random.Random(100 + number)
    _, held = any_work(seed, tmp_path, spelled=bool(number % 2))
    eve, reference, weights = held.pooling_adversary, held.reference, held.measure
    background = list(Database.from_frame(pd.read_parquet(tmp_path / "held.parquet")))
    baseline = Baseline.of(background, reference, eve, weights)
    firsts = [members[0] for members in baseline.before.resolution.members]
    wanted = [firsts[n] for n in candidates.most_wrong(baseline, len(firsts))]
    with BackgroundIndex(held.indices.paths[0][1]) as index:
        told = most_misleading(index, reference, weights, len(firsts))
        weight = dict(zip(firsts, wrong_weights(baseline), strict=True))
        assert [weight[n] for n in told] == pytest.approx([weight[n] for n in wanted]) and set(told) == set(wanted)
        assert most_misleading(index, reference, weights, 2, told[:1]) == told[1:3]
        for most in (1, 3):
            found = relevant_background(index, [], reference, eve, weights, telling=most)
            leakages = np.sort(baseline.leakages[baseline.leakages > 0.0])[::-1][:most]
            told_of = Baseline.of(found.records, reference, eve, weights).leakages
            assert np.sort(told_of)[::-1] == pytest.approx(leakages)


def wrong_weights(baseline: Baseline) -> list[float]:
    """Of every composite the weight of what is wrong less what is right, value by value."""
    measure = as_measure(baseline.weights)
    near = measure.similarity_to(baseline.reference)
    composites = baseline.before.resolution.composites
    return [sum(measure.weight_of(a.label) * (1.0 - 2.0 * near(a.pair)) for a in record) for record in composites]


def test_a_record_that_ties_two_may_join_a_third_who_is_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stating both names and both numbers, it offers Ann's name with Bob's number, and somebody has that."""
    few(monkeypatch, 1)
    rows = [
        ("m", "q", "x", "x"),
        ("k", "z", "x", "x"),
        ("n", "q", "c", "y"),
        *(("n", f"u{n}", "c", None) for n in range(3)),
    ]
    frame = pd.DataFrame(rows, columns=list(LABELS))
    frame.to_parquet(tmp_path / "held.parquet")
    truth = Record.of(("N", "n"), ("P", "p"), ("C", "c"), ("A", "a"))
    eve = Policy("Eve", Adversary((Resolve(AnyOf(Shares("N", "P"))),)))
    plain = Workspace(tuple(a.pair for a in truth), releases=(Release("1", "Shop", truth),), policies=(eve,))
    held = indexed(replace(plain, sources=(RecordsFile(str(tmp_path / "held.parquet"), ALL),)), tmp_path)
    whole = replace(plain, background=tuple(Database.from_frame(frame)))
    told, wanted = (
        [point.leakage for point in disinformation_outcome(work, "Shop", "linkage", most=1).points]
        for work in (held.with_strangers(), whole)
    )
    assert told == pytest.approx(wanted)
    # Four right and five wrong: both names and numbers, x, x, and the y of the third.
    assert told[0] == pytest.approx(2 * 4 / (4 + 4 + 5))
    monkeypatch.setattr(WithFiles, "reached_by", lambda work, records: work)
    assert disinformation_outcome(held.with_strangers(), "Shop", "linkage", most=1).points[0].leakage > told[0]


def test_no_wrong_value_is_somebodys_by_which_she_joins(tmp_path: Path) -> None:
    _, held = any_work(random.Random(3), tmp_path)
    read = [label for label in LABELS if label in held.adversary.matches[0].labels]
    assert read
    frame = pd.read_parquet(tmp_path / "held.parquet")
    for label in read:
        assert held.known_to_files((label, frame[label].dropna().iloc[0]))
        assert not held.known_to_files((label, "nobody's")) and not held.plain.known_to_files((label, "N1"))


def held_with(frame: pd.DataFrame, plain: Workspace, folder: Path) -> tuple[Workspace, WithFiles]:
    """The same work with the records in memory, and in a file."""
    frame.to_parquet(folder / "held.parquet")
    held = indexed(replace(plain, sources=(RecordsFile(str(folder / "held.parquet"), ALL),)), folder)
    return replace(plain, background=tuple(Database.from_frame(frame))), held


TRUTH = Record.of(("N", "n"), ("P", "p"), ("C", "c"), ("A", "a"))
BY_NUMBER = Policy("Eve", Adversary((Resolve(Shares("P")),)))


def test_it_is_aimed_at_several_of_whom_nothing_was_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, 1)
    strangers = [("x", "8", "x", "x"), ("x", "9", "x", "x")]
    rows = [("n", "1", "c", "a"), ("n", "2", "c", None), ("n", "3", "x", "a"), ("n", "4", "x", "y"), *strangers]
    given = (Release("1", "Shop", Record.of(("P", "p"))),)
    plain = Workspace(tuple(a.pair for a in TRUTH), releases=given, policies=(BY_NUMBER,))
    weights = (("A", 1.3), ("C", 1.1), ("N", 1.0), ("P", 0.9))
    whole, held = held_with(pd.DataFrame(rows, columns=list(LABELS)), replace(plain, weights=weights), tmp_path)
    terms = Terms(prices_of(whole), ("Shop",), LABELS, 40.0, ("self",), per_label=4)
    told, wanted = (plan_disinformation(work, terms).frontier.plans for work in (held.with_strangers(), whole))
    assert max(len(plan.records) for plan in wanted) == 3
    assert [plan.cost for plan in told] == [plan.cost for plan in wanted]
    assert [plan.leakage for plan in told] == pytest.approx([plan.leakage for plan in wanted])


def test_whoever_is_joined_already_takes_no_stranger_s_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, 1)
    rows = [("x", "p", "x", "x"), ("y", "q", "y", "y"), ("z", "9", None, None)]
    given = (Release("1", "Shop", Record((*TRUTH, Attribute("P", "q")))),)
    plain = Workspace(tuple(a.pair for a in TRUTH), releases=given, policies=(BY_NUMBER,))
    whole, held = held_with(pd.DataFrame(rows, columns=list(LABELS)), plain, tmp_path)
    told, wanted = (link_candidates(work, "Shop") for work in (held.with_strangers(), whole))
    assert [candidate.record for candidate in told] == [candidate.record for candidate in wanted] != []


def test_a_wrong_value_is_none_that_is_in_the_joined_record_already(tmp_path: Path) -> None:
    plain = Workspace(
        tuple(a.pair for a in TRUTH),
        releases=(Release("1", "Shop", TRUTH),),
        policies=(BY_NUMBER,),
        names=(("C", "City"),),
    )
    first = made_up_values(plain)("C", 1)[0]
    frame = pd.DataFrame([("n", "p", first, None)], columns=list(LABELS))
    whole, held = held_with(frame, plain, tmp_path)
    assert first not in made_up_values(held)("C", 5) == made_up_values(whole)("C", 5)
