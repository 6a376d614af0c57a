"""What an index answers is what resolving everything in memory answers.

``DATABASES=1000`` tries as many random ones; the usual number suits CI.
"""

import os
import random
from pathlib import Path

import pytest

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Record,
    Resolve,
    Shares,
    information_leakage,
    latest_wins_merge,
    union_merge,
)
from leakage.background import BackgroundIndex, Source, build_index, relevant_background
from leakage.database import Database
from leakage.measure.measuring import as_measure
from leakage.measure.record_leakage import record_leakages
from leakage.resolution.rules.normalised import Normalised
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
MANY = int(os.environ.get("DATABASES", "20"))


def by_definition(records: list[Record], reference: Record, match: AnyOf, weights: dict[str, float]) -> float:
    """Pair by pair until nothing merges, and then world by world."""
    groups = closure(records, match, union_merge)
    return float(max(leakage(merged(records, group, union_merge), reference, weights) for group in groups))


@pytest.mark.parametrize("number", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, MANY))])
def test_every_figure_of_the_whole_background(number: int, tmp_path: Path) -> None:
    """With all releases, without some of them, and with none: so erasing and planning see the same as well."""
    seed = random.Random(number)
    frame, match = small_frame(seed), any_match(seed)
    frame.to_csv(tmp_path / "a.csv", index=False)
    adversary = Adversary((Resolve(match),))
    background = list(Database.from_frame(frame))
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", ALL)], match)) as index:
        for _ in range(6):
            reference = any_record(seed, frame)
            weights = {label: seed.choice([0.1, 1.0, 7.0]) for label in LABELS}
            releases = [any_record(seed, frame, certain=False) for _ in range(seed.randint(0, 4))]
            relevant = relevant_background(index, releases, reference, adversary, weights)
            assert relevant.looked_at <= relevant.out_of == index.composites
            for some in (releases, [], *([r for r in releases if seed.random() < 0.5] for _ in range(3))):
                short = information_leakage([*relevant.records, *some], reference, adversary, weights)
                whole = information_leakage([*background, *some], reference, adversary, weights)
                assert short.leakage == pytest.approx(whole.leakage, rel=1e-12, abs=0.0)
            told = by_definition([*background, *releases], reference, match, weights)
            short = information_leakage([*relevant.records, *releases], reference, adversary, weights)
            assert short.leakage == pytest.approx(told, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("number", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, MANY))])
def test_every_figure_by_normalised_rules_and_any_measure(number: int, tmp_path: Path) -> None:
    """What is compared is normalised, what is measured is not; near values and related labels count as in memory."""
    seed = random.Random(number)
    frame, match = spelled_frame(seed), Normalised(any_match(seed), any_normaliser(seed))
    frame.to_parquet(tmp_path / "a.parquet")
    adversary = Adversary((Resolve(match),))
    background = list(Database.from_frame(frame))
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(tmp_path / "a.parquet", ALL)], match)) as index:
        assert len(index) == len(adversary.resolve(background).composites)
        for _ in range(5):
            reference, measure = any_record(seed, frame), any_measure(seed)
            releases = [any_record(seed, frame, certain=False) for _ in range(seed.randint(0, 3))]
            relevant = relevant_background(index, releases, reference, adversary, measure)
            for some in (releases, [], [r for r in releases if seed.random() < 0.5]):
                short = information_leakage([*relevant.records, *some], reference, adversary, measure)
                whole = information_leakage([*background, *some], reference, adversary, measure)
                assert short.leakage == pytest.approx(whole.leakage, rel=1e-12, abs=0.0)


def test_no_record_leaks_more_than_the_bound_of_what_it_earns() -> None:
    """``X <= Y`` and ``X <= sum of similarity times weight alone``, by the worlds of a certain record: there is one."""
    for number in range(300):
        seed = random.Random(number)
        frame, measure = spelled_frame(seed), any_measure(seed)
        reference, record = any_record(seed, frame), any_record(seed, frame)
        right, said, total = as_measure(measure).parts(record, reference)
        near = as_measure(measure).similarity_to(reference)
        earned = sum(near(a.pair) * as_measure(measure).weight_of(a.label) for a in record)
        assert right <= min(said, total, earned) * (1.0 + 1e-12)


@pytest.mark.parametrize("beta", [0.3, 1.0, 4.0])
def test_the_most_telling_composite_for_any_beta(beta: float, tmp_path: Path) -> None:
    seed = random.Random(int(10 * beta))
    frame, match = small_frame(seed), any_match(seed)
    frame.to_csv(tmp_path / "a.csv", index=False)
    adversary = Adversary((Resolve(match),))
    composites = adversary.resolve(Database.from_frame(frame)).composites
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", ALL)], match)) as index:
        for _ in range(10):
            reference = any_record(seed, frame)
            relevant = relevant_background(index, [], reference, adversary, beta=beta)
            most = record_leakages(list(composites), reference, beta=beta).max()
            told = record_leakages(list(relevant.records), reference, beta=beta)
            assert told.max(initial=0.0) == pytest.approx(most, rel=1e-12, abs=0.0)


def test_a_release_reaches_what_it_comes_to_offer(tmp_path: Path) -> None:
    """Neither record offers s its key; they join by C beforehand, and then together they do."""
    path = tmp_path / "a.csv"
    path.write_text("N,P,C\nn,,c\n,p,c\n")
    match = AnyOf(Shares("C"), Shares("N", "P"))
    adversary = Adversary((Resolve(match),))
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(path, ALL[:3])], match)) as index:
        release = Record.of(("N", "n"), ("P", "p"))
        relevant = relevant_background(index, [release], Record.of(("C", "c")), adversary)
        assert (relevant.touched, relevant.numbers) == (1, (0,))


def test_common_light_facts_are_not_looked_up(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("N,P,C\nann,1,paris\n" + "".join(f"n{n},{n + 2},paris\n" for n in range(500)))
    match = Shares("N", "P")
    adversary = Adversary((Resolve(match),))
    reference = Record.of(("N", "ann"), ("P", "1"), ("C", "paris"), ("A", "a"))
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(path, ALL[:3])], match)) as index:
        relevant = relevant_background(index, [], reference, adversary)
        assert (relevant.numbers, relevant.looked_at, relevant.out_of) == ((0,), 1, 501)


def test_who_needs_all_records_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("N\nann\n")
    source = Source(tmp_path / "a.csv", (("N", "N"),))
    reference = Record(Attribute(label, "x") for label in LABELS)
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], Shares("N"))) as index:
        for adversary in (Adversary(()), Adversary((Resolve(Shares("N"), latest_wins_merge),))):
            with pytest.raises(ValueError, match="resolves once"):
                relevant_background(index, [], reference, adversary)
