"""The figures of Whang & Garcia-Molina, "Managing Information Leakage", CIDR 2011.

Table 2 gives orders of complexity, which are no figures to derive; Section 3.2 has letters only. Where the paper names
no match function (Table 1, Alice and Alicia), it is that of the example as it is opened.
"""

from __future__ import annotations

from dataclasses import replace

from leakage.decision.leakage import database_leakage, incremental_leakage
from leakage.measure.paper_methods import possible_worlds, precision, recall
from leakage.record import Record
from leakage.resolution.dip import dip
from leakage.resolution.operations import union_merge
from leakage.resolution.rules import SameKeySet
from leakage.workspace.figures.assessment import assess, worst
from tests.papers.figure import WORK, Figure, at, given, leakage_of, named, records

_SHOP = WORK["vendor-and-employer"]
_STORES = WORK["which-store"]
_KEY = SameKeySet("A", "B")
_DOUBTFUL = given("uncertain-data")
_NAMES = dict(WORK["uncertain-data"].names)


def _recall_pooled() -> float:
    composites = _SHOP.adversary.resolve(records("vendor-and-employer")).composites
    return max(recall(composite, _SHOP.reference) for composite in composites)


def _recall_after_disinformation() -> float:
    """The vendor resolves its own records first, and then they pool."""
    work = WORK["wrong-phone"]
    pooled = worst(assess(replace(work, releases=(*work.releases, *work.plans))))
    return (
        max(recall(composite, work.reference) for composite in pooled.result.resolution.composites) if pooled else 0.0
    )


def _answer_sets() -> list[tuple[str, ...]]:
    """Definition 2.1 as it stands: S_i begins with q and grows by records that match all that is merged so far."""
    work = WORK["answer-sets"]
    resolve = work.adversary.resolution
    assert resolve is not None
    record_of = {release.name: release.record for release in work.releases}
    growing: list[tuple[tuple[str, ...], Record]] = [((), work.plans[0].record)]
    for members, composite in growing:
        growing += [
            ((*members, name), resolve.merge(composite, record))
            for name, record in record_of.items()
            if name not in members and resolve.match.matches(composite, record)
        ]
    return [("q", *members) for members, _ in growing]


def _answer_set_list() -> str:
    return ", ".join(f"{{{', '.join(members)}}}" for members in _answer_sets())


def _largest_answer_sets() -> str:
    most = max(len(members) for members in _answer_sets())
    return " or ".join(f"μ({', '.join(members)})" for members in _answer_sets() if len(members) == most)


def _dipped() -> str:
    work = WORK["alice-on-the-web"]
    steps = dip(work.plans[0].record, records("alice-on-the-web"), work.adversary).steps
    return ", ".join(work.releases[step.record].name.split()[0] for step in steps)


def _matches(left: Record, right: Record) -> str:
    return "match" if _KEY.matches(left, right) else "do not match"


def _at_store(name: str) -> list[Record]:
    return [release.record for release in _STORES.releases if release.recipient == name]


def _bought(name: str) -> list[Record]:
    return [*_at_store(name), *(plan.record for plan in _STORES.plans if plan.recipient == name)]


def _worst(records: list[Record]) -> float:
    return database_leakage(records, _STORES.reference, _STORES.adversary)


def _added(name: str) -> float:
    records, plan = _at_store(name), _bought(name)[-1]
    return incremental_leakage(records, plan, _STORES.reference, _STORES.adversary).increment


def _worlds() -> list[float]:
    record = Record.of(("name", "Alice"), ("age", "20", 0.5), ("phone", "123", 0.5))
    return [probability for probability, _ in possible_worlds(record)]


_FIRST = Record.of(("A", "a"), ("B", "b"))
_TWO_VALUES = Record.of(("A", "a1"), ("A", "a2"), ("B", "b"))
_EQUATION = "2×1×(3/5)/(1+3/5) = 3/4"

FIGURES = (
    *at(
        "1",
        Figure("recall of the vendor", "3/5", lambda: recall(records("vendor-and-employer")[0], _SHOP.reference)),
        Figure("recall of the employer", "4/5", lambda: recall(records("vendor-and-employer")[1], _SHOP.reference)),
        Figure("recall of the two, pooled", "1", _recall_pooled),
        Figure("recall of the two, pooled, after the third record", "4/5", _recall_after_disinformation),
    ),
    *at(
        "2.1",
        Figure(
            "precision of r",
            "2/3 ≈ 0.67",
            lambda: precision(given("one-record-unweighted"), WORK["one-record-unweighted"].reference),
        ),
        Figure(
            "recall of r",
            "2/4 = 0.5",
            lambda: recall(given("one-record-unweighted"), WORK["one-record-unweighted"].reference),
        ),
        Figure("F1 of r", "0.57", lambda: leakage_of("one-record-unweighted", given("one-record-unweighted"))),
    ),
    *at(
        "2.2",
        Figure("what the query dips up from Table 1, in order", "r2, r1", _dipped),
        Figure(
            "the answer sets of a query that is Alice or Alicia",
            "{}, {q, r1}, {q, r2}",
            _answer_set_list,
            "Definition 2.1 has q in every answer set, so the first is {q}.",
            "{q}, {q, r1}, {q, r2}",
        ),
        Figure("its dipping results", "μ(q, r1) or μ(q, r2)", _largest_answer_sets),
        Figure("M_c, key set {A, B}: r and s", "match", lambda: _matches(_FIRST, given("key-sets", 1))),
        Figure("M_c, key set {A, B}: r and t", "do not match", lambda: _matches(_FIRST, given("key-sets", 2))),
        Figure("M_c, two values of A: r and s", "match", lambda: _matches(_TWO_VALUES, _TWO_VALUES)),
        Figure(
            "M_c, two values of A: r and t",
            "do not match",
            lambda: _matches(_TWO_VALUES, Record.of(("A", "a1"), ("B", "b"))),
        ),
        Figure("μ_u(r, s)", "A a, B b, C c", lambda: named(union_merge(_FIRST, Record.of(("A", "a"), ("C", "c"))))),
    ),
    *at(
        "2.4",
        Figure(
            "what Eve is certain of in r",
            "age and name",
            lambda: " and ".join(_NAMES[a.label].lower() for a in _DOUBTFUL if a.confidence == 1.0),
            "No age in r has confidence 1.",
            "name",
        ),
        Figure(
            "the age she is 50 % sure of in r",
            "30",
            lambda: ", ".join(a.value for a in _DOUBTFUL if a.confidence == 0.5),
            "r has 20 at 0.5, and 30 at 0.4.",
            "20",
        ),
        Figure("alternate worlds of a record", "4", lambda: len(_worlds())),
        Figure("their probabilities", "equal", lambda: "equal" if len(set(_worlds())) == 1 else "unequal"),
    ),
    *at(
        "3.1",
        Figure("database leakage of S1 before", _EQUATION, lambda: _worst(_at_store("Store S1"))),
        Figure("L_r(p, s)", "3/4", lambda: leakage_of("which-store", _at_store("Store S2")[0])),
        Figure("L_r(p, t)", "3/4", lambda: leakage_of("which-store", _at_store("Store S2")[1])),
        Figure("database leakage of S2 before", "3/4", lambda: _worst(_at_store("Store S2"))),
        Figure("database leakage of S1 after", "3/4", lambda: _worst(_bought("Store S1"))),
        Figure("database leakage of S2 after", "1", lambda: _worst(_bought("Store S2"))),
        Figure("incremental leakage at S1", "3/4 - 3/4 = 0", lambda: _added("Store S1")),
        Figure("incremental leakage at S2", "1 - 3/4 = 1/4", lambda: _added("Store S2")),
    ),
)
