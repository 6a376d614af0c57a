"""A repr ends up in logs and notebooks: it says how much, and repeats nobody's values."""

import dataclasses
from collections.abc import Mapping, Sequence

import pytest

from leakage import (
    Adversary,
    AnyOf,
    AtLeast,
    Attribute,
    Augment,
    Comparison,
    Conflicts,
    Correct,
    Database,
    FellegiSunter,
    Level,
    Measure,
    Record,
    Resolve,
    Shares,
    Similar,
    TableSimilarity,
    Unless,
    addition_gradient,
    check_properties,
    dip,
    incremental_leakage,
    information_leakage,
    latest_wins_merge,
    query_leakage_bounds,
)
from leakage.decision import (
    Baseline,
    Channel,
    Prices,
    attribute_contributions,
    compare_releases,
    disinformation_curve,
    disinformation_frontier,
    enhancements,
    erasure_frontier,
    field_trade_off,
    missing_gains,
    pool_choices,
    release_shapley,
)
from leakage.tables import label_beliefs
from leakage.workspace.figures.assessment import assess, pools
from leakage.workspace.figures.belief import facts_of
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace

CANARY = "CANARY"
e = Record.of(("N", "CANARY ann"), ("P", "CANARY 1"), ("C", "CANARY 9"), ("A", "CANARY road"))
R = [
    Record.of(("N", "CANARY ann"), ("P", "CANARY 1", 0.5)),
    Record.of(("N", "CANARY ann"), ("C", "CANARY 9", 0.25)),
    Record.of(("N", "CANARY bob"), ("C", "CANARY 8"), ("P", "CANARY 7")),
]
planned = Record.of(("N", "CANARY ann"), ("A", "CANARY road"))
rules = AnyOf(Shares("N"), Shares(Similar("P"), "C"))
LISTED = Comparison("P", (Level(0.9, 0.1),), Level(0.1, 0.9), (("CANARY 1", 0.5),))
adversaries = {
    "keys": Adversary((Correct({("N", "CANARY an"): "CANARY ann"}), Resolve(Shares("N")))),
    "steps": Adversary((Augment("P", "C", {"CANARY 1": "CANARY 9"}), Resolve(Unless(rules, Conflicts("P"))))),
    "evidence": Adversary((Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 9.0, 2.0), LISTED))),)),
    "score": Adversary((Resolve(AtLeast(2.0, (("N", 2.0),), (("N", "CANARY bob", 1.0),)), latest_wins_merge),)),
}


def results(eve):
    baseline = Baseline.of(R, e, eve)
    yield eve
    yield from (eve.resolve(R), eve.resolve(Database.from_records(R)), Database.from_records(R), baseline)
    yield from (information_leakage(R, e, eve), incremental_leakage(R, planned, e, eve), baseline.add(planned))
    yield from (dip(R[0], R, eve), query_leakage_bounds(R[0], R, e, eve))
    yield from (attribute_contributions(R[0], e), missing_gains(R[0], e), addition_gradient(R[0], e))
    yield from (compare_releases(R, {"CANARY plan": planned}, e, eve), enhancements(R[:1], R[0]))
    yield field_trade_off([baseline], Record.of(("N", "CANARY ann")), [Attribute("A", "CANARY road")])
    yield from (erasure_frontier(R, (), [(0, 1, 2)], e, eve), pool_choices(dict(enumerate(R)), (), e, eve))
    yield release_shapley([pool_choices(dict(enumerate(R)), (), e, eve)], [(0,), (1,), (2,)])
    yield from (check_properties(R, rules, latest_wins_merge), label_beliefs(R[0]))


def _believable(label, count):
    return [f"CANARY {number}" for number in range(count)]


def advice(eve):
    baseline = Baseline.of(R, e, eve)
    believable = [Attribute("A", "CANARY lane"), Attribute("A", "CANARY hill")]
    yield disinformation_curve(R, 0, e, eve, Shares("N"), believable, most=2)
    channels, prices = [Channel("CANARY shop", (0,))], Prices(1.0, 1.0, (("CANARY shop", 2.0),))
    yield from (channels, prices)
    yield disinformation_frontier([baseline], channels, Shares("N"), prices, ["A", "C"], _believable, 4.0)


def work():
    given = tuple(Release(f"CANARY {n}", f"CANARY shop {n}", record) for n, record in enumerate(R))
    coalition = Coalition("CANARY club", ("CANARY shop 0", "CANARY shop 1"))
    workspace = Workspace(
        tuple(a.pair for a in e),
        (("N", 2.0),),
        given,
        (R[2],),
        (Policy("CANARY eve", adversaries["keys"]),),
        "CANARY eve",
        Pooling("coalitions", (coalition,)),
        plans=(Release("CANARY plan", "CANARY bank", planned),),
        title="CANARY life",
        similarities=(("A", TableSimilarity((("CANARY road", "CANARY lane", 0.5),))),),
    )
    yield from (workspace, pools(workspace), assess(workspace), facts_of(R[0], e), workspace.measure)


def parts(thing):
    """Everything that can be reached from a result, itself included."""
    yield thing
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from parts(value)
    elif isinstance(thing, Sequence | Database | Record) and not isinstance(thing, str | bytes):
        for item in thing:
            yield from parts(item)


def own_types(things):
    by_type = {}
    for thing in things:
        for part in parts(thing):
            if type(part).__module__.startswith("leakage.") and not isinstance(part, Attribute):
                by_type.setdefault(type(part), []).append(part)
    return by_type


EVERYTHING = own_types(
    [*(result for eve in adversaries.values() for result in results(eve)), *advice(adversaries["keys"]), *work()]
)


@pytest.mark.parametrize("kind", sorted(EVERYTHING, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_no_repr_repeats_a_value(kind):
    for thing in EVERYTHING[kind]:
        assert CANARY not in repr(thing)
        assert CANARY not in str(thing)
        assert len(repr(thing)) < 600


def test_the_canaries_are_there_to_be_repeated():
    names = {kind.__name__ for kind in EVERYTHING}
    assert {
        "AttributeContribution",
        "ComparedRelease",
        "Database",
        "DippingStep",
        "DisinformationFrontier",
        "DisinformationPoint",
        "ErasureFrontier",
        "Evidence",
        "FieldTradeOff",
        "InformationLeakage",
        "Key",
        "MissingGain",
        "Move",
        "PlannedRecord",
        "Release",
        "Resolution",
        "Baseline",
        "Workspace",
    } <= names
    assert repr(R[0][0]) == "Attribute(label='N', value='CANARY ann', confidence=1.0)"
    assert EVERYTHING[Record][0].values("N")[0].startswith(CANARY)


def test_a_repr_says_how_many_and_how_much():
    eve = adversaries["keys"]
    assert repr(eve.resolve(R)) == "Resolution(3 records, 2 composites, cost 5)"
    assert repr(Database.from_records(R * 500)) == "<Database of 1,500 records, 3,500 attributes>"
    known = information_leakage(R, e, eve)
    assert repr(known).startswith(
        f"InformationLeakage(leakage {known.leakage:.6g}, composite of 3 attributes, 2 members, "
    )
    assert {repr(gain).split(",")[0] for gain in missing_gains(R[0], e)} == {
        "MissingGain(label A",
        "MissingGain(label C",
    }
    assert repr(Release("CANARY", "CANARY", R[0])) == "Release(record of 2 attributes, effort 1, 0 required)"
    assert "1 releases" in repr(Workspace(releases=(Release("a", "b", R[0]),)))
    assert repr(Measure({"N": 2.0})).startswith("Measure(weights=(('N', 2.0),)")
