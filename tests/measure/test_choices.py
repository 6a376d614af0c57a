"""All choices at once are what each choice is by itself."""

import pytest
from hypothesis import given

from leakage import Attribute, Measure, NumericCloseness, Record, record_leakage, union_merge
from leakage.measure.choices import choice_leakages
from tests.strategies import records, references, thorough, weights


def one_by_one(base, options, reference, measure=None):
    chosen = (Record(o for n, o in enumerate(options) if mask >> n & 1) for mask in range(1 << len(options)))
    return [record_leakage(union_merge(base, choice), reference, measure) for choice in chosen]


@thorough
@given(records(), records(), references, weights)
def test_every_choice_leaks_what_it_leaks_alone(base, options, reference, measure):
    leakages = choice_leakages(base, list(options), reference, measure).tolist()
    assert leakages == pytest.approx(one_by_one(base, list(options), reference, measure), rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("factor", [1e-200, 1e200])
def test_only_ratios_of_weights_matter(factor):
    reference = Record.of(("N", "1"), ("P", "1"), ("C", "1"))
    base, options = Record.of(("C", "1", 0.5)), [Attribute("N", "1", 0.7), Attribute("P", "2")]
    usual = choice_leakages(base, options, reference, {"N": 3.0, "P": 2.0, "C": 1.0})
    scaled = choice_leakages(base, options, reference, {"N": 3.0 * factor, "P": 2.0 * factor, "C": factor})
    assert scaled.tolist() == pytest.approx(usual.tolist(), rel=1e-12)


def test_many_options_against_some_of_their_choices():
    options = [Attribute(f"l{n}", "v" if n % 3 else "w", 1.0 if n % 2 else 0.3 + n / 40) for n in range(18)]
    reference = Record(Attribute(f"l{n}", "v") for n in range(25))
    base = Record(Attribute(f"l{n}", "v", 0.4) for n in range(10, 22))
    measure = {f"l{n}": 10.0 ** (n % 7 - 3) for n in range(25)}
    leakages = choice_leakages(base, options, reference, measure)
    for mask in range(0, 1 << 18, 9973):
        choice = Record(option for n, option in enumerate(options) if mask >> n & 1)
        assert leakages[mask] == pytest.approx(record_leakage(union_merge(base, choice), reference, measure), rel=1e-12)


def test_nothing_is_known_of_nobody():
    assert choice_leakages(Record(), [Attribute("N", "1")], Record()).tolist() == [0.0, 0.0]
    assert choice_leakages(Record(), [], Record.of(("N", "1"))).tolist() == [0.0]


@pytest.mark.parametrize(
    ("options", "measure", "told"),
    [
        ([Attribute("N", str(n)) for n in range(25)], None, "at most 24"),
        ([Attribute("N", "1"), Attribute("N", "1", 0.5)], None, "twice"),
        ([], {"N": 0.0}, "weight must be a positive number"),
        ([], Measure({}, (("N", NumericCloseness(1.0)),)), "by weights alone"),
    ],
)
def test_what_cannot_be_chosen_is_refused(options, measure, told):
    with pytest.raises(ValueError, match=told):
        choice_leakages(Record(), options, Record.of(("N", "1")), measure)
