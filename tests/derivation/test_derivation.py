"""How figures are worked out: the last line is the figure itself, the fractions those of the slow definition."""

from fractions import Fraction

import pytest
from hypothesis import given

from leakage import (
    Adversary,
    Measure,
    NumericCloseness,
    Record,
    Resolve,
    Shares,
    incremental_leakage,
    information_leakage,
    record_leakage,
)
from leakage.derivation import derive_increment, derive_information_leakage, derive_record_leakage
from leakage.derivation.derivation import mathml
from leakage.derivation.record import MOST_DOUBTFUL
from tests.oracles import measure as oracle
from tests.strategies import quick, records, references, weights

ALICE = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))


def shown(derivation):
    """The figure in the last step, read as it is written."""
    return float(derivation.steps[-1].formula.partition("= ")[2])


@quick
@given(records(), references, weights)
def test_the_last_line_is_the_figure_and_the_fraction_is_the_definition(record, reference, weights):
    derivation = derive_record_leakage(record, reference, weights)
    assert shown(derivation) == derivation.value == record_leakage(record, reference, weights)
    assert float(derivation.exact) == pytest.approx(oracle.leakage(record, reference, weights), rel=1e-9, abs=1e-300)


@quick
@given(records(), references, weights)
def test_the_worlds_are_all_of_them_and_make_up_the_figure(record, reference, weights):
    derivation = derive_record_leakage(record, reference, weights)
    worlds, doubtful = derivation.worlds, [a for a in record if 0.0 < a.confidence < 1.0]
    assert len(worlds) == (2 ** len(doubtful) if doubtful and derivation.value else 0)
    if worlds:
        assert sum(world.probability for world in worlds) == 1
        assert sum(len(world.present) for world in worlds) == len(doubtful) * len(worlds) // 2


@pytest.mark.parametrize("similarities", [{}, {"L1": NumericCloseness(10.0)}], ids=["right or wrong", "near too"])
def test_with_many_doubtful_facts_the_figure_is_integrated(similarities):
    record = Record.of(*((f"L{n}", "20" if n % 3 else "wrong", 0.1 + 0.1 * n) for n in range(MOST_DOUBTFUL + 2)))
    reference = Record.of(("L1", "23"), *((f"L{n}", "20") for n in range(2, 10)))
    derivation = derive_record_leakage(record, reference, Measure({"L1": 3.0}, similarities))
    assert derivation.exact is None
    assert derivation.worlds == ()
    assert r"\int_0^\infty" in derivation.steps[-2].formula


def test_near_misses_are_derived_too():
    measure = Measure({"N": 2.0}, {"A": NumericCloseness(10.0)})
    reference = Record.of(("N", "Alice"), ("A", "20"), ("B", "2006"))
    for record in (
        Record.of(("N", "Alice"), ("A", "21"), ("P", "9")),
        Record.of(("N", "Alice", 0.5), ("A", "21"), ("A", "23", 0.25)),
    ):
        derivation = derive_record_leakage(record, reference, measure)
        assert shown(derivation) == record_leakage(record, reference, measure)
        assert float(derivation.exact) == pytest.approx(derivation.value, rel=1e-9)


def test_what_was_joined_is_told_in_order_with_its_values():
    given_away = [
        Record.of(("N", "Alice"), ("P", "123")),
        Record.of(("P", "123"), ("C", "9")),
        Record.of(("N", "Bob")),
    ]
    result = information_leakage(given_away, ALICE, Adversary(Resolve(Shares("P"))))
    derivation = derive_information_leakage(
        result,
        ALICE,
        named={"P": "Phone", "N": "Name", "C": "Card"}.get,
        record_named=("Shop", "Bank", "Club").__getitem__,
    )
    assert derivation.steps[0].sentence == "Shop and Bank are joined, for both have Phone 123 (same P)."
    assert "Of her 2 joined records" in derivation.steps[1].sentence


def test_an_increment_shows_both_sides():
    """2012, Section 4.1: 5/36."""
    e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    released = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    eve = Adversary(Resolve(Shares("N", "P")), Resolve(Shares("N", "C")))
    outcome = incremental_leakage(released, Record.of(("N", "n1"), ("C", "c2"), ("P", "p1")), e, eve)
    sides = (derive_information_leakage(side, e) for side in (outcome.state_before, outcome.state_after))
    derivation = derive_increment(*sides, outcome.increment)
    assert derivation.exact == Fraction(5, 36)
    assert shown(derivation) == outcome.increment


def test_nothing_right_is_nothing_known():
    derivation = derive_record_leakage(Record.of(("N", "Bob")), ALICE)
    assert derivation.exact == 0
    assert "nothing" in derivation.steps[-2].sentence
    empty = information_leakage([], ALICE, Adversary())
    assert derive_information_leakage(empty, ALICE).exact == 0


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (r"\text{<b> & c}", "<mtext>&lt;b&gt;&#x000A0;&amp;&#x000A0;c</mtext>"),
        ("x < 1", "<mi>x</mi><mo>&#x0003C;</mo><mn>1</mn>"),
        ("L = 0.00001", "<mi>L</mi><mo>&#x0003D;</mo><mn>0.00001</mn>"),
    ],
)
def test_formulas_become_mathml_that_holds_no_other_markup(formula, shown):
    assert mathml(formula).partition("<mrow>")[2] == f"{shown}</mrow></math>"
