"""An index on disk against all records in memory.

What an index answers is what resolving everything in memory answers.

``TIMES`` tries as many random ones; the usual number suits CI.
"""

import random
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Conflicts,
    Record,
    Resolve,
    Shares,
    Similar,
    Unless,
    information_leakage,
    latest_wins_merge,
    union_merge,
)
from leakage.background import (
    BackgroundIndex,
    BuildError,
    IndexMismatchError,
    Source,
    SourceError,
    build_index,
    columns_of,
    relevant_background,
)
from leakage.background import build as building
from leakage.background.sources import tables_of
from leakage.database import Database
from leakage.measure.measuring import as_measure
from leakage.measure.record_leakage import record_leakages
from leakage.progress import listening
from leakage.resolution.arrays import array_rules, resolve_by_arrays
from leakage.resolution.rules.normalised import Normalised, Normaliser
from tests.amount import TIMES, cases
from tests.background.made_up import (
    LABELS,
    any_match,
    any_measure,
    any_normaliser,
    any_record,
    people,
    small_frame,
    spelled_frame,
)
from tests.oracles.measure import leakage
from tests.oracles.resolution import closure, merged

# An index is the fixpoint that arrays come to, however its records lie on the disk.


ALL = tuple((label, label) for label in LABELS)


def partition(index: BackgroundIndex) -> list[int]:
    """For each record the number of its composite, in the order of their first records."""
    least = [min(members) for members in map(index.members, range(index.records))]
    for first in range(index.records):
        for member in index.members(first):
            least[member] = min(least[member], first)
    return [int(code) for code in pd.factorize(np.array(least))[0]]


def written(frame: pd.DataFrame, folder: Path, kind: str) -> Source:
    path = folder / f"records.{kind}"
    if kind == "csv":
        frame.to_csv(path, index=False)
    elif kind == "parquet":
        frame.to_parquet(path)
    else:
        with duckdb.connect(str(path)) as connection:
            connection.register("frame", frame)
            connection.execute("CREATE TABLE records AS SELECT * FROM frame")
    return Source(path, tuple((str(c), str(c)) for c in frame.columns), "records" if kind == "duckdb" else None)


@pytest.mark.parametrize("number", cases(range(9), usual=3, slow=6))
def test_the_same_composites_as_on_arrays(number: int, tmp_path: Path) -> None:
    seed = random.Random(number)
    frame, match = small_frame(seed), any_match(seed)
    source = written(frame, tmp_path, ("csv", "parquet", "duckdb")[number % 3])
    database = Database.from_frame(frame)
    wanted = resolve_by_arrays(database, array_rules(match))
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], match)) as index:
        assert partition(index) == wanted.tolist()
        firsts = [index.members(first) for first in np.unique(wanted, return_index=True)[1].tolist()]
        assert sorted(firsts) == closure(list(database), match, union_merge)
        assert index.composites == wanted.max() + 1
        for first in np.unique(wanted, return_index=True)[1].tolist():
            composite = index.composite(first).known.confidences
            members = [database[n].known.confidences for n in index.members(first)]
            assert composite.keys() == frozenset().union(*members)
            for pair in composite:
                holders, sizes = index.holders_and_sizes(pair)
                assert sizes[holders == first].tolist() == [len(composite)]


@pytest.mark.parametrize("records", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_same_composites_of_people(records: int, tmp_path: Path) -> None:
    frame = people(records)
    match = AnyOf(Shares("N", "C"), Shares("N", "P"), Shares("M"))
    wanted = resolve_by_arrays(Database.from_frame(frame), array_rules(match))
    path = build_index(tmp_path / "i.index", [written(frame, tmp_path, "parquet")], match)
    with BackgroundIndex(path) as index:
        assert len(index) == wanted.max() + 1
    moved = duckdb.connect(str(path), read_only=True).execute("SELECT record, composite FROM members").fetchnumpy()
    least = np.arange(records)
    least[moved["record"]] = moved["composite"]
    assert np.array_equal(pd.factorize(least)[0], wanted)


def test_it_reads_cells_as_a_data_frame_does(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "text": [" a", "b\u2003", "", None, "c d"],
            "whole": [1.0, None, 20.0, -3.0, 1e6],
            "part": [0.5, 1.25, None, 1e-7, 123456.789],
            "yes": [True, False, True, True, False],
            "number": [1, 2, 3, 4, 5],
            "day": pd.to_datetime(["2020-01-01", None, "1999-12-31", "2001-02-03", "2020-01-01"]).date,
        }
    )
    source = written(frame, tmp_path, "parquet")
    wanted = Database.from_frame(pd.read_parquet(source.path))
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], Shares("nothing"))) as index:
        assert [index.composite(n) for n in range(5)] == list(wanted)


def test_sources_follow_each_other_and_a_label_may_be_told_twice(tmp_path: Path) -> None:
    pd.DataFrame({"phone": ["1", "2"], "mobile": ["1", "3"]}).to_csv(tmp_path / "a.csv", index=False)
    pd.DataFrame({"tel": ["3", "4"]}).to_csv(tmp_path / "b.csv", index=False)
    sources = [
        Source(tmp_path / "a.csv", (("phone", "P"), ("mobile", "P"))),
        Source(tmp_path / "b.csv", (("tel", "P"),)),
    ]
    with BackgroundIndex(build_index(tmp_path / "i.index", sources, Shares("P"))) as index:
        assert (index.records, index.composites) == (4, 3)
        assert index.members(1) == (1, 2)
        assert index.composite(1) == Record.of(("P", "2"), ("P", "3"))
        assert index.counts([("P", "3"), ("P", "9"), ("Q", "3")]) == [1, 0, 0]


@pytest.mark.parametrize("normalised", [False, True])
def test_what_was_broken_off_is_gone_on_with(normalised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = small_frame(random.Random(3))
    source, rules = written(frame, tmp_path, "csv"), AnyOf(Shares("N"), Shares("P", "C"))
    match = Normalised(rules, Normaliser()) if normalised else rules
    path = tmp_path / "i.index"
    read: list[str] = []
    whole = building._Build._read
    monkeypatch.setattr(building._Build, "_read", lambda self, engine: (read.append("read"), whole(self, engine))[1])

    class EnoughError(Exception):
        pass

    def stop_at(stage: str) -> None:
        def listener(what: str, done: int, total: int) -> None:
            if stage in what:
                raise EnoughError

        with listening(listener), pytest.raises(EnoughError):
            build_index(path, [source], match)
        assert not path.exists()

    stop_at("step 3")
    stop_at("step 4")
    build_index(path, [source], match)
    assert read == ["read"]
    before = path.stat().st_mtime_ns
    assert build_index(path, [source], match).stat().st_mtime_ns == before
    with BackgroundIndex(path) as index:
        assert index.composites == resolve_by_arrays(Database.from_frame(frame), array_rules(match)).max() + 1
    frame[:1].to_csv(source.path, index=False)
    with BackgroundIndex(build_index(path, [source], match)) as index:
        assert index.composites == 1


@pytest.mark.parametrize(
    "match",
    [Unless(Shares("N"), Conflicts("P")), Shares(Similar("N", 0.8))],
    ids=["negative evidence", "alike"],
)
def test_other_rules_resolve_in_memory(match: object, tmp_path: Path) -> None:
    pd.DataFrame({"N": ["a"]}).to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(BuildError, match="resolve in memory"):
        build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", (("N", "N"),))], match)


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="only CSV, Parquet and DuckDB"):
        Source(tmp_path / "a.xlsx", (("N", "N"),))
    (tmp_path / "there.xlsx").write_text("N\na\n")
    with pytest.raises(SourceError, match="only CSV, Parquet and DuckDB"):
        columns_of(tmp_path / "there.xlsx")
    with pytest.raises(SourceError, match="at least one column"):
        Source(tmp_path / "a.csv", ())
    missing = Source(tmp_path / "gone.csv", (("N", "N"),))
    with pytest.raises(SourceError, match="not there"):
        build_index(tmp_path / "i.index", [missing], Shares("N"))
    with pytest.raises(BuildError, match="at least"):
        build_index(tmp_path / "i.index", [], Shares("N"))
    pd.DataFrame({"secret": ["value"]}).to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(SourceError, match="lacks a column"):
        build_index(tmp_path / "i.index", [Source(tmp_path / "a.csv", (("N", "N"),))], Shares("N"))
    for name in ("junk.parquet", "junk.duckdb"):
        (tmp_path / name).write_bytes(b"secret value" * 50)
        with pytest.raises(SourceError) as refusal:
            columns_of(tmp_path / name)
        assert "secret" not in str(refusal.value)
        with pytest.raises(IndexMismatchError):
            BackgroundIndex(tmp_path / name)


def test_columns_and_tables_are_listed(tmp_path: Path) -> None:
    source = written(pd.DataFrame({"N": ["a"], 'the "P"': ["b"]}), tmp_path, "duckdb")
    assert tables_of(source.path) == ("records",)
    assert columns_of(source.path, "records") == ("N", 'the "P"')
    with BackgroundIndex(build_index(tmp_path / "i.index", [source], Shares("N"))) as index:
        assert index.composite(0) == Record.of(("N", "a"), ('the "P"', "b"))


MANY = 20 * TIMES


def by_definition(records: list[Record], reference: Record, match: AnyOf, weights: dict[str, float]) -> float:
    """Pair by pair until nothing merges, and then world by world."""
    groups = closure(records, match, union_merge)
    return float(max(leakage(merged(records, group, union_merge), reference, weights) for group in groups))


@pytest.mark.parametrize("number", cases(range(MANY), usual=2, slow=8 * TIMES))
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
            slow = by_definition([*background, *releases], reference, match, weights)
            short = information_leakage([*relevant.records, *releases], reference, adversary, weights)
            assert short.leakage == pytest.approx(slow, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("number", cases(range(MANY), usual=1, slow=7 * TIMES))
def test_every_figure_by_normalised_rules_and_any_measure(number: int, tmp_path: Path) -> None:
    """What is compared is normalised, what is measured is not; near values count as in memory."""
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
        right, record_weight, total = as_measure(measure).parts(record, reference)
        near = as_measure(measure).similarity_to(reference)
        earned = sum(near(a.pair) * as_measure(measure).weight_of(a.label) for a in record)
        assert right <= min(record_weight, total, earned) * (1.0 + 1e-12)


@pytest.mark.parametrize("beta", cases([0.3, 1.0, 4.0], usual=1, slow=2))
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
            leakages = record_leakages(list(relevant.records), reference, beta=beta)
            assert leakages.max(initial=0.0) == pytest.approx(most, rel=1e-12, abs=0.0)


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
