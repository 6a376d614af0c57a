"""The figures of Whang & Garcia-Molina, "A Model for Quantifying Information Leakage", SDM 2012.

Not derived: the levels of Table 5 and the curves of Figure 3, which come from random draws that were not published,
and the sizes that each algorithm "scales to" in Section 6.3, which are the authors' machine's.
"""

from __future__ import annotations

from leakage.decision.enhancement import Enhancement, certainty, enhancements
from leakage.decision.incremental_leakage import incremental_leakage
from leakage.decision.information_leakage import information_leakage
from leakage.measure.f_measure import f_measure, precision, recall
from leakage.measure.possible_worlds import possible_worlds
from leakage.measure.record_leakage import record_leakage
from leakage.papers import whang_2012_algorithms
from leakage.papers.figure import Figure
from leakage.papers.helpers import WORK, given, leakage_of, named, pooled, records, table
from leakage.record import Attribute, Record
from leakage.resolution.cost import Quadratic
from leakage.resolution.dip import dip
from leakage.tables import distinct_l_diversity, k_anonymity

_WHOLE = WORK["vendor-and-employer"].reference
_WEIGHTED = WORK["one-record"]
_OF_R = (given("one-record"), _WEIGHTED.reference, _WEIGHTED.weight_map)
_CARDS = WORK["which-card"]
_CERTAINTY = WORK["enhancement"]
_DOUBTFUL = given("uncertain-data")
_UNIT_WEIGHTS = "The text sets w_N = 2; printed is the figure for weights that are all 1."


def _composite(key: str, policy: int = 0) -> Record:
    """The worst record of E(R)."""
    work = WORK[key]
    return information_leakage(records(key), work.reference, work.policies[policy].adversary).composite


def _dipping_result() -> Record:
    work = WORK["dipping"]
    return dip(work.plans[0].record, records("dipping"), work.adversary).composite


def _scale_free() -> str:
    record, reference = (Record.of(*((label, label) for label in labels)) for labels in ("AB", "ABC"))
    weights = ({"A": 1.0, "B": 2.0, "C": 3.0}, {"A": 2.0, "B": 4.0, "C": 6.0})
    first, second = (record_leakage(record, reference, given) for given in weights)
    return "equivalent" if abs(first - second) < 1e-12 else "different"


def _world(*labels: str) -> float:
    """L0 of a world of the record of Section 2.3."""
    work = WORK["confidences"]
    world = Record(Attribute(*a.pair) for a in given("confidences") if a.label in labels)
    return f_measure(world, work.reference, work.weight_map)


def _world_of_half_known(*labels: str) -> float:
    """The probability of the world that holds these labels and no others."""
    return sum(chance for chance, world in possible_worlds(given("possible-worlds")) if world.labels == labels)


def _suppressed() -> str:
    rows = table("patients").frame
    return str(rows["Zip"][table("patients-plain").frame["Name"] == "Alice"].item())


def _plan(number: int) -> tuple[float, float]:
    """What a release of Section 4.1 leads to, and what it adds."""
    plan = _CARDS.plans[number].record
    result = incremental_leakage(records("which-card"), plan, _CARDS.reference, _CARDS.adversary)
    return result.after, result.increment


def _enhancement(label: str) -> Enhancement:
    sources = records("enhancement")
    possible = enhancements(sources, _composite("enhancement"))
    return next(enhancement for enhancement in possible if enhancement.attribute.label == label)


FIGURES = (
    Figure("1", "correctness of r", "3/3", lambda: precision(given("vendor-and-employer"), _WHOLE)),
    Figure("1", "completeness of r", "3/5", lambda: recall(given("vendor-and-employer"), _WHOLE)),
    Figure(
        "1",
        "r + s + t of Figure 1",
        "C 999, N Alice, P 123, P 987",
        lambda: named(_composite("five-records")),
    ),
    Figure(
        "1",
        "how many people the records of Figure 1 are of",
        "5",
        lambda: len(WORK["five-records"].policies[0].adversary.resolve(records("five-records")).composites),
        "r, s and t are records of one person, as the next sentence says.",
        "3",
    ),
    Figure("2", "weights 1, 2, 3 and 2, 4, 6", "equivalent", _scale_free),
    Figure("2.1", "precision of r, w_N = 2", "(2+1)/(2+1+1) = 3/4", lambda: precision(*_OF_R)),
    Figure("2.2", "recall of r", "(2+1)/(2+1+1+1) = 3/5", lambda: recall(*_OF_R)),
    Figure("2.2", "F1 of r", "2×(3/4)×(3/5)/(3/4+3/5) = 2/3", lambda: leakage_of("one-record", given("one-record"))),
    Figure(
        "2.2",
        "F_β of r",
        "1/(a/Pr+(1-a)/Re) = (β^2+1)×Pr×Re/(β^2×Pr+Re)",
        lambda: f_measure(*_OF_R, beta=2.0),
        letters=(("a", 0.2), ("β", 2.0), ("Pr", 0.75), ("Re", 0.6)),
    ),
    Figure(
        "2.3",
        "the age Eve is 50 % sure of",
        "30",
        lambda: ", ".join(a.value for a in _DOUBTFUL if a.confidence == 0.5),
        "r has 20 at 0.5, and 30 at 0.4.",
        "20",
    ),
    Figure("2.3", "P(name, age, phone)", "0.4×0.5 = 0.2", lambda: _world_of_half_known("age", "name", "phone")),
    Figure("2.3", "P(name, age)", "0.4×(1-0.5) = 0.2", lambda: _world_of_half_known("age", "name")),
    Figure("2.3", "P(name, phone)", "(1-0.4)×0.5 = 0.3", lambda: _world_of_half_known("name", "phone")),
    Figure("2.3", "P(name)", "(1-0.4)×(1-0.5) = 0.3", lambda: _world_of_half_known("name")),
    Figure("2.3", "L0(r1, e)", "1/2", lambda: _world("A"), _UNIT_WEIGHTS, "2/5"),
    Figure("2.3", "L0(r2, e)", "4/5", lambda: _world("N", "A"), _UNIT_WEIGHTS, "6/7"),
    Figure("2.3", "L(r, e)", "13/20", lambda: leakage_of("confidences", given("confidences")), _UNIT_WEIGHTS, "22/35"),
    Figure("2.4", "L0(R, e)", "2×(2/2)×(2/4)/(2/2+2/4) = 2/3", lambda: pooled("resolution", 1)),
    Figure("2.4", "L0(E(R), e)", "2×(3/3)×(3/4)/(3/3+3/4) = 6/7", lambda: pooled("resolution")),
    Figure("2.4", "C(E, R) of 1000 records", "1/1000×1000^2 = 1000", lambda: Quadratic(1 / 1000).of(1000, 0)),
    Figure("2.4", "the dipping result of q", "C 999, N Alice, P 123", lambda: named(_dipping_result())),
    Figure("3.1", "k of Table 2", "3", lambda: k_anonymity(table("patients"))),
    Figure(
        "3.1",
        "Alice's zip code in Table 2",
        "1**",
        _suppressed,
        "Table 2 has 11*; the text says 1** twice.",
        "11*",
    ),
    Figure("3.1", "leakage of Alice", "2×(3/5)×(3/4)/(3/5+3/4) = 2/3", lambda: pooled("k-anonymity-alice")),
    Figure("3.1", "leakage of Zoe", "2×(3/4)×(3/4)/(3/4+3/4) = 3/4", lambda: pooled("k-anonymity-zoe")),
    Figure(
        "3.1",
        "leakage of Alice with Table 3",
        "2×(4/6)×(4/4)/(4/6+4/4) = 4/5",
        lambda: pooled("k-anonymity-background"),
    ),
    Figure(
        "3.2",
        "distinct diseases of the classes of Table 2",
        "3, 2",
        lambda: [sum(share > 0 for share in table("patients").distribution(n).values()) for n in range(2)],
    ),
    Figure("3.2", "l of the table with Influenza", "3", lambda: distinct_l_diversity(table("influenza"))),
    Figure("3.2", "leakage of Zoe by E", "2×(3/5)×(3/4)/(3/5+3/4) = 2/3", lambda: pooled("l-diversity-zoe", 1)),
    Figure("3.2", "leakage of Zoe by E'", "2×(3/4)×(3/4)/(3/4+3/4) = 3/4", lambda: pooled("l-diversity-zoe")),
    Figure("4.1", "L(s, e)", "2×(3/3)×(3/5)/(3/3+3/5) = 3/4", lambda: leakage_of("which-card", given("which-card"))),
    Figure("4.1", "L(t, e)", "2×(2/2)×(2/5)/(2/2+2/5) = 4/7", lambda: leakage_of("which-card", given("which-card", 1))),
    Figure("4.1", "L(R, e, E)", "3/4", lambda: pooled("which-card")),
    Figure("4.1", "leakage after u", "3/4", lambda: _plan(0)[0]),
    Figure("4.1", "leakage after v", "2×(4/4)×(4/5)/(4/4+4/5) = 8/9", lambda: _plan(1)[0]),
    Figure("4.1", "incremental leakage of u", "3/4-3/4 = 0", lambda: _plan(0)[1]),
    Figure("4.1", "incremental leakage of v", "8/9-3/4 = 5/36", lambda: _plan(1)[1]),
    Figure("4.3", "L(r_c, r_e)", "1/2+3/7", lambda: certainty(_composite("enhancement"))),
    Figure("4.3", "cost of verifying the name", "1-0.9 = 0.1", lambda: _enhancement("N").cost),
    Figure("4.3", "gain over cost of the name", "0/0.1 = 0", lambda: _enhancement("N").ratio),
    Figure("4.3", "cost of verifying the phone", "1-0.5 = 0.5", lambda: _enhancement("P").cost),
    Figure(
        "4.3",
        "gain over cost of the phone",
        "1/28",
        lambda: _enhancement("P").ratio,
        "(1/14)/(1/2) is 1/7; printed is the product.",
        "1/7",
    ),
    *whang_2012_algorithms.FIGURES,
)
