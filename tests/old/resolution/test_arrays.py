"""Resolution on arrays against comparing pairs, and the sequences that are built on demand."""

import pickle
from random import Random

import networkx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Augment,
    Correct,
    Database,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    progress,
    union_merge,
)
from leakage.old.resolution import adversary as adversary_module
from leakage.old.resolution.adversary import Composites, Joins, Members
from leakage.old.resolution.arrays import ArrayRules, array_rules, components, resolve_by_arrays
from leakage.old.resolution.resolve import resolve_by_pairs
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from leakage.progress import listening
from tests.amount import TIMES
from tests.old.resolution import kinds
from tests.strategies import databases, policies, quick, thorough

RULES = [
    Shares("N"),
    Shares("N", "P"),
    Shares("N", "P", "C"),
    AnyOf(Shares("N"), Shares("P")),
    AnyOf(Shares("N", "P"), Shares("C")),
    AnyOf(Shares("N", "P"), Shares("P", "C"), Shares("N", "C")),
    AnyOf(AnyOf(Shares("N", "P", "C")), Shares("C", "A"), Shares("A", "N")),
    Shares("Z"),
]


def composite_of(records, match):
    return resolve_by_arrays(Database.from_records(records), array_rules(match)).tolist()


def by_pairs(records, match):
    labels = [0] * len(records)
    for number, members in enumerate(resolve_by_pairs(records, match, union_merge).members):
        for member in members:
            labels[member] = number
    return labels


def sparse(random):
    """Few values or many, records of up to eight attributes: from one crowd to many who share little."""
    values = random.randint(2, 7)
    return [
        Record(
            {
                pair: Attribute(*pair, random.choice([1.0, 1.0, 0.5, 0.0]))
                # In one order: the same records in every run.
                for pair in sorted(
                    {(random.choice("NPCA"), str(random.randint(1, values))) for _ in range(random.randint(1, 8))}
                )
            }.values()
        )
        for _ in range(random.randint(1, 18))
    ]


@pytest.mark.parametrize("match", RULES, ids=lambda match: match.sentence())
def test_arrays_equal_pairs_on_sparse_databases(match):
    random = Random(42)
    merged = 0
    for _ in range(150 * TIMES):
        records = sparse(random)
        labels = composite_of(records, match)
        assert labels == by_pairs(records, match)
        merged += len(set(labels)) < len(records)
    assert merged > 5 or match == Shares("Z")


@thorough
@given(databases(max_size=12, values="123"), policies)
def test_arrays_equal_pairs(records, match):
    assert composite_of(records, match) == by_pairs(records, match)


@thorough
@given(kinds.word_databases, policies, kinds.normalisers)
def test_arrays_equal_pairs_on_normalised_values(records, match, normaliser):
    normalised = Normalised(match, normaliser)
    assert composite_of(records, normalised) == by_pairs(records, normalised)


def columns_of(records, labels="NPCA"):
    """The records as a table, which has room for one value a label, and what of the records it holds."""
    rows = [{a.label: a.value for a in record if a.confidence == 1.0} for record in records]
    frame = pd.DataFrame(rows, columns=[*labels], dtype=object)
    return Database.from_frame(frame), [Record.of(*row.items()) for row in rows]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "match",
    [pytest.param(match, id=match.sentence()) for match in RULES[::4]],
)
def test_columns_of_a_table_equal_pairs(match, workers, monkeypatch):
    monkeypatch.setattr(progress, "WORKERS", workers)
    monkeypatch.setattr(progress, "LARGE", 0)
    random = Random(workers)
    normaliser = Normaliser()
    merged = 0
    for _ in range(30):
        database, records = columns_of(sparse(random))
        labels = resolve_by_arrays(database, array_rules(match)).tolist()
        assert labels == by_pairs(records, match) == composite_of(records, match)
        assert labels == resolve_by_arrays(database, array_rules(Normalised(match, normaliser))).tolist()
        merged += len(set(labels)) < len(records)
    assert merged or match in (Shares("Z"), Shares("N", "P", "C"))


@thorough
@given(kinds.word_databases, policies, kinds.normalisers)
def test_columns_of_a_table_equal_pairs_on_normalised_values(records, match, normaliser):
    database, records = columns_of(records)
    normalised = Normalised(match, normaliser)
    assert resolve_by_arrays(database, array_rules(normalised)).tolist() == by_pairs(records, normalised)


@pytest.mark.parametrize("workers", [1, 2])
def test_joining_side_by_side_is_told_and_can_be_stopped(workers, monkeypatch):
    monkeypatch.setattr(progress, "WORKERS", workers)
    monkeypatch.setattr(progress, "LARGE", 0)
    database, _ = columns_of([Record.of(("N", "n"), ("P", "p"))] * 3)
    rules = ArrayRules((("N",), ("P",), ("N", "P")))
    reports = []

    def stop(what, done, total):
        reports.append((what, done, total))
        if done == 2:
            raise InterruptedError

    with listening(stop), pytest.raises(InterruptedError):
        resolve_by_arrays(database, rules)
    assert reports == [("Joining records by rules", done, 3) for done in (0, 1, 2)]


@quick
@given(
    st.integers(1, 40).flatmap(
        lambda size: st.tuples(st.just(size), st.lists(st.tuples(*[st.integers(0, size - 1)] * 2)))
    )
)
def test_components_are_those_of_the_graph(drawn):
    size, edges = drawn
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(size))
    wanted = {node: min(part) for part in networkx.connected_components(graph) for node in part}
    left, right = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    assert components(left, right, size).tolist() == [wanted[node] for node in range(size)]


def test_components_of_a_long_chain_in_any_order():
    order = np.random.default_rng(0).permutation(10_000)
    assert not components(order[:-1], order[1:], len(order)).any()


def test_keys_that_only_composites_offer_are_found_round_by_round():
    # Record k + 1 matches what the first k make together, and none of them alone.
    match = AnyOf(Shares("X"), Shares("A", "B"))
    records = [Record.of(("X", "0"), ("A", "a0")), Record.of(("X", "0"), ("B", "b0"))]
    for step in range(6):
        records.append(Record.of(("A", f"a{step}"), ("B", f"b{step}"), ("X", f"{step + 1}")))
        records.append(Record.of(("X", f"{step + 1}"), ("A", f"a{step + 1}")))
        records.append(Record.of(("X", f"{step + 1}"), ("B", f"b{step + 1}")))
    records.append(Record.of(("A", "a6"), ("B", "b5")))
    records.append(Record.of(("A", "nobody"), ("B", "b5")))
    for order in (records, records[::-1]):
        assert composite_of(order, match) == by_pairs(order, match)
    assert composite_of(records, match) == [0] * (len(records) - 1) + [1]


class Stricter(Shares):
    """It might ask for more than its labels say."""


def test_matches_that_arrays_cannot_resolve():
    unfit = [
        Stricter("N"),
        AnyOf(Shares("P"), Stricter("N")),
        SameKeySet("N"),
        Shares(Similar("N")),
        Unless(Shares("N"), Conflicts("P")),
        AtLeast(1.0, (("N", 1.0),)),
        Normalised(SameKeySet("N"), Normaliser()),
        Normalised(Normalised(Shares("N"), Normaliser()), Normaliser()),
        AnyOf(Shares("N"), Normalised(Shares("P"), Normaliser())),
    ]
    assert [array_rules(match) for match in unfit] == [None] * len(unfit)


@thorough
@given(kinds.word_databases, kinds.normalised(st.one_of(policies, kinds.plain)))
def test_a_database_is_resolved_as_its_records_are(records, match):
    eve = Adversary((Correct({("N", "2"): "1"}), Augment("C", "P", {"1": "1"}), Resolve(match)))
    columns, rows = eve.resolve(Database.from_records(records)), eve.resolve(records)
    assert (columns.composites, columns.members) == (rows.composites, rows.members)
    assert columns.composite_of.tolist() == rows.composite_of.tolist()
    assert set(columns.evidence) == set(rows.evidence)
    assert len(columns.evidence) == len(rows.evidence)
    for number in range(len(rows.composites)):
        assert columns.evidence_of(number) == rows.evidence_of(number)
        assert len(rows.evidence_of(number)) == len(rows.members[number]) - 1


def test_many_records_go_to_arrays_and_few_do_not(monkeypatch):
    monkeypatch.setattr(adversary_module, "MANY", 3)
    eve = Adversary((Resolve(Shares("N")),))
    records = [Record.of(("N", "n"))] * 4
    assert isinstance(eve.resolve(records).composites, Composites)
    assert isinstance(eve.resolve(iter(records)).evidence, Joins)
    assert isinstance(eve.resolve(records[:3]).composites, tuple)


def test_keys_that_cannot_be_numbered_are_resolved_step_by_step(monkeypatch):
    monkeypatch.setattr("leakage.old.resolution.arrays.LARGEST", 4)
    records = [Record.of(("N", name), ("P", name)) for name in "abcabc"]
    database = Database.from_records(records)
    with pytest.raises(OverflowError):
        resolve_by_arrays(database, ArrayRules((("N", "P"),)))
    assert Adversary((Resolve(Shares("N", "P")),)).resolve(database).members == ((0, 3), (1, 4), (2, 5))


@quick
@given(databases(), policies)
def test_composites_in_columns_are_the_composites(records, match):
    composites = Adversary((Resolve(match),)).resolve(Database.from_records(records)).composites
    assert list(composites.database) == list(composites)


def test_what_is_built_on_demand_behaves_like_a_tuple():
    members = Members(np.array([0, 1, 0, 2]))
    assert members == ((0, 2), (1,), (3,))
    assert tuple.__eq__(((0, 2), (1,), (3,)), members) is NotImplemented
    assert members not in [((0, 2), (1,)), 7]
    assert (len(members), members[-1], members[1:], members.index((1,)), (3,) in members) == (
        3,
        (3,),
        ((1,), (3,)),
        1,
        True,
    )
    for index in (3, -4):
        with pytest.raises(IndexError):
            members[index]
    with pytest.raises(TypeError):
        hash(members)
    assert pickle.loads(pickle.dumps(members)) == members
    assert repr(members) == "<Members of 3>"
    assert list(Members(np.zeros(0, dtype=np.int64))) == []


def test_joins_are_found_by_number_and_by_composite():
    records = [Record.of(("N", name)) for name in "abacbaa"]
    joins = Adversary((Resolve(Shares("N")),)).resolve(Database.from_records(records)).evidence
    assert len(joins) == 4
    assert [joins[number] for number in (3, 0, 2, 1)] == [list(joins)[number] for number in (3, 0, 2, 1)]
    assert [join.right for join in joins] == [(2,), (5,), (6,), (4,)]


def test_nothing_is_resolved_to_nothing():
    resolution = Adversary((Resolve(AnyOf(Shares("N"), Shares("N", "P"))),)).resolve(Database.from_records([]))
    assert (len(resolution.composites), len(resolution.members), len(resolution.evidence)) == (0, 0, 0)
    blank = Adversary((Resolve(Shares("N", "P")),)).resolve(Database.from_records([Record(), Record()]))
    assert blank.members == ((0,), (1,))


def test_what_is_built_on_demand_differs_where_a_part_does():
    built = Members(np.array([0, 1, 0]))
    assert built == ((0, 2), (1,))
    assert built not in (((0, 2), (3,)), ((0, 1), (1,)), ((0, 2),), "02")
