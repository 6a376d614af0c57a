"""The figures of Whang & Garcia-Molina, CIDR 2011 and SDM 2012.

2011: Table 2 has orders of complexity, and Section 3.2 letters only. Where the paper names no match function (Table 1,
Alice and Alicia), it is that of the example as it is opened. 2012 leaves out the levels of Table 5, the curves of
Figure 3 (their random draws were not published), and the sizes that algorithms "scale to" on the authors' machine.
"""

from __future__ import annotations

from dataclasses import replace

from leakage.decision.leakage import database_leakage, incremental_leakage, information_leakage
from leakage.decision.what_ifs import Enhancement, enhancements
from leakage.laboratory import TABLE_5, Parameters, Varied, generate, relative_error, trend
from leakage.measure.leakage import leakages, record_leakage
from leakage.measure.paper_methods import f_measure, possible_worlds, precision, recall
from leakage.published.yardsticks import distinct_l_diversity, k_anonymity
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Quadratic
from leakage.resolution.dip import dip
from leakage.resolution.operations import union_merge
from leakage.resolution.rules import SameKeySet
from leakage.workspace.figures.assessment import assess, worst
from tests.oracles.measure import certain
from tests.papers.figure import WORK, Figure, at, given, leakage_of, named, pooled, records, table

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

FIGURES_2011 = (
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


# The figures of Whang & Garcia-Molina 2012, Sections 5 and 6: the algorithms, and the experiments with them.


_UNSURE = given("two-uncertain-facts")


def _present(*confidences: float) -> list[float]:
    """How likely it is that all, all but one, ..., none of some attributes are there: Y of Algorithm 1."""
    record = Record.of(*((str(number), "there", confidence) for number, confidence in enumerate(confidences)))
    chances = [0.0] * (len(record) + 1)
    for chance, world in possible_worlds(record):
        chances[len(record) - len(world)] += chance
    return chances


def _last_x() -> int:
    """Line 8 adds one entry to Z and line 11 another; the loop between them adds the rest, from x = 0 on."""
    return len(_present(0.1, 0.2, 0.3)) - 3


def _by(method: str) -> float:
    reference = WORK["two-uncertain-facts"].reference
    return record_leakage(_UNSURE, reference, method="worlds" if method == "worlds" else "equal_weights")


def _moves(varied: Varied) -> str:
    points = list(trend(Parameters(n=20, records=50), varied, [0.2, 0.5, 0.8]))
    levels = [point.mean for point in points]
    return "increases" if levels == sorted(levels) else "decreases" if levels == sorted(levels)[::-1] else "neither"


def _perturbed() -> float:
    data = generate(Parameters(n=100, records=100, p_p=1.0))
    return float(leakages(data.records, data.reference, data.weights).max())


def _attributes_of_the_last_row() -> int:
    """Which n leads to the level printed, 10 or 100: the most telling of a thousand records."""

    def distance(n: int) -> float:
        data = generate(Parameters(n=n, records=1000, w="R"))
        level = leakages(data.records, data.reference, data.weights).max()
        return abs(float(level) - TABLE_5[-1].exact)

    return min((10, 100), key=distance)


ALGORITHM_FIGURES = (
    *at(
        "5",
        Figure("Z for b = (A, 1)", "(0.2) = 0.2, (1-0.2) = 0.8", lambda: _present(0.2)),
        Figure(
            "Z for b = (B, 2)",
            "0.1×0.2 = 0.02, 0.1×(1-0.2)+(1-0.1)×0.2 = 0.26, (1-0.1)×(1-0.2) = 0.72",
            lambda: _present(0.1, 0.2),
        ),
        Figure(
            "L(r, e) by Algorithm 1", "2×0.1×0.2/(2+2-1+1)+2×0.1×0.8/(2+2-2+1) = 19/300", lambda: _by("algorithm 1")
        ),
        Figure(
            "L(r, e) by the naive way",
            "0.1×0.2×2×(1/2)×(1/2)/(1/2+1/2)+0.1×0.8×2×1×(1/2)/(1+1/2) = 19/300",
            lambda: _by("worlds"),
        ),
        Figure(
            "the last x of Algorithm 1, line 9",
            "Y-1",
            _last_x,
            "Line 10 reads Y at x + 1, past its end; Y stands for its length |Y|.",
            "Y-2",
            letters=(("Y", len(_present(0.1, 0.2))),),
        ),
    ),
    *at(
        "6.1",
        Figure("leakage as p_c increases", "increases", lambda: _moves("p_c")),
        Figure("leakage as p_p increases", "decreases", lambda: _moves("p_p")),
        Figure("leakage as m increases", "increases", lambda: _moves("m")),
    ),
    *at(
        "6.2",
        Figure(
            "the greatest error rate in Table 5",
            "0.006 %",
            lambda: max(relative_error(row.taylor, row.exact) for row in TABLE_5),
        ),
        Figure("Table 5, leakage where p_p = 1", "0.0", _perturbed),
        Figure(
            "Table 5, n of the row with random weights",
            "100",
            _attributes_of_the_last_row,
            "The text says |e| = 10 there, and only so is the level reached.",
            "10",
        ),
    ),
)


_WHOLE = WORK["vendor-and-employer"].reference
_WEIGHTED = WORK["one-record"]
_OF_R = (given("one-record"), _WEIGHTED.reference, _WEIGHTED.weight_map)
_CARDS = WORK["which-card"]
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


def _certainty() -> float:
    whole = _composite("enhancement")
    return record_leakage(whole, certain(whole))


def _enhancement(label: str) -> Enhancement:
    resolution = WORK["enhancement"].adversary.resolve(records("enhancement"))
    possible = enhancements(resolution, 0)
    return next(enhancement for enhancement in possible if enhancement.attribute.label == label)


FIGURES_2012 = (
    *at(
        "1",
        Figure("correctness of r", "3/3", lambda: precision(given("vendor-and-employer"), _WHOLE)),
        Figure("completeness of r", "3/5", lambda: recall(given("vendor-and-employer"), _WHOLE)),
        Figure("r + s + t of Figure 1", "C 999, N Alice, P 123, P 987", lambda: named(_composite("five-records"))),
        Figure(
            "how many people the records of Figure 1 are of",
            "5",
            lambda: len(WORK["five-records"].policies[0].adversary.resolve(records("five-records")).composites),
            "r, s and t are records of one person, as the next sentence says.",
            "3",
        ),
    ),
    *at("2", Figure("weights 1, 2, 3 and 2, 4, 6", "equivalent", _scale_free)),
    *at("2.1", Figure("precision of r, w_N = 2", "(2+1)/(2+1+1) = 3/4", lambda: precision(*_OF_R))),
    *at(
        "2.2",
        Figure("recall of r", "(2+1)/(2+1+1+1) = 3/5", lambda: recall(*_OF_R)),
        Figure("F1 of r", "2×(3/4)×(3/5)/(3/4+3/5) = 2/3", lambda: leakage_of("one-record", given("one-record"))),
        Figure(
            "F_β of r",
            "1/(a/Pr+(1-a)/Re) = (β^2+1)×Pr×Re/(β^2×Pr+Re)",
            lambda: f_measure(*_OF_R, beta=2.0),
            letters=(("a", 0.2), ("β", 2.0), ("Pr", 0.75), ("Re", 0.6)),
        ),
    ),
    *at(
        "2.3",
        Figure(
            "the age Eve is 50 % sure of",
            "30",
            lambda: ", ".join(a.value for a in _DOUBTFUL if a.confidence == 0.5),
            "r has 20 at 0.5, and 30 at 0.4.",
            "20",
        ),
        Figure("P(name, age, phone)", "0.4×0.5 = 0.2", lambda: _world_of_half_known("age", "name", "phone")),
        Figure("P(name, age)", "0.4×(1-0.5) = 0.2", lambda: _world_of_half_known("age", "name")),
        Figure("P(name, phone)", "(1-0.4)×0.5 = 0.3", lambda: _world_of_half_known("name", "phone")),
        Figure("P(name)", "(1-0.4)×(1-0.5) = 0.3", lambda: _world_of_half_known("name")),
        Figure("L0(r1, e)", "1/2", lambda: _world("A"), _UNIT_WEIGHTS, "2/5"),
        Figure("L0(r2, e)", "4/5", lambda: _world("N", "A"), _UNIT_WEIGHTS, "6/7"),
        Figure("L(r, e)", "13/20", lambda: leakage_of("confidences", given("confidences")), _UNIT_WEIGHTS, "22/35"),
    ),
    *at(
        "2.4",
        Figure("L0(R, e)", "2×(2/2)×(2/4)/(2/2+2/4) = 2/3", lambda: pooled("resolution", 1)),
        Figure("L0(E(R), e)", "2×(3/3)×(3/4)/(3/3+3/4) = 6/7", lambda: pooled("resolution")),
        Figure("C(E, R) of 1000 records", "1/1000×1000^2 = 1000", lambda: Quadratic(1 / 1000).of(1000, 0)),
        Figure("the dipping result of q", "C 999, N Alice, P 123", lambda: named(_dipping_result())),
    ),
    *at(
        "3.1",
        Figure("k of Table 2", "3", lambda: k_anonymity(table("patients"))),
        Figure("Alice's zip code in Table 2", "1**", _suppressed, "Table 2 has 11*; the text says 1** twice.", "11*"),
        Figure("leakage of Alice", "2×(3/5)×(3/4)/(3/5+3/4) = 2/3", lambda: pooled("k-anonymity-alice")),
        Figure("leakage of Zoe", "2×(3/4)×(3/4)/(3/4+3/4) = 3/4", lambda: pooled("k-anonymity-zoe")),
        Figure(
            "leakage of Alice with Table 3", "2×(4/6)×(4/4)/(4/6+4/4) = 4/5", lambda: pooled("k-anonymity-background")
        ),
    ),
    *at(
        "3.2",
        Figure(
            "distinct diseases of the classes of Table 2",
            "3, 2",
            lambda: [sum(share > 0 for share in table("patients").distribution(n).values()) for n in range(2)],
        ),
        Figure("l of the table with Influenza", "3", lambda: distinct_l_diversity(table("influenza"))),
        Figure("leakage of Zoe by E", "2×(3/5)×(3/4)/(3/5+3/4) = 2/3", lambda: pooled("l-diversity-zoe", 1)),
        Figure("leakage of Zoe by E'", "2×(3/4)×(3/4)/(3/4+3/4) = 3/4", lambda: pooled("l-diversity-zoe")),
    ),
    *at(
        "4.1",
        Figure("L(s, e)", "2×(3/3)×(3/5)/(3/3+3/5) = 3/4", lambda: leakage_of("which-card", given("which-card"))),
        Figure("L(t, e)", "2×(2/2)×(2/5)/(2/2+2/5) = 4/7", lambda: leakage_of("which-card", given("which-card", 1))),
        Figure("L(R, e, E)", "3/4", lambda: pooled("which-card")),
        Figure("leakage after u", "3/4", lambda: _plan(0)[0]),
        Figure("leakage after v", "2×(4/4)×(4/5)/(4/4+4/5) = 8/9", lambda: _plan(1)[0]),
        Figure("incremental leakage of u", "3/4-3/4 = 0", lambda: _plan(0)[1]),
        Figure("incremental leakage of v", "8/9-3/4 = 5/36", lambda: _plan(1)[1]),
    ),
    *at(
        "4.3",
        Figure(
            "L(r_c, r_e)",
            "1/2+3/7",
            _certainty,
        ),
        Figure("cost of verifying the name", "1-0.9 = 0.1", lambda: _enhancement("N").cost),
        Figure("gain over cost of the name", "0/0.1 = 0", lambda: _enhancement("N").ratio),
        Figure("cost of verifying the phone", "1-0.5 = 0.5", lambda: _enhancement("P").cost),
        Figure(
            "gain over cost of the phone",
            "1/28",
            lambda: _enhancement("P").ratio,
            "(1/14)/(1/2) is 1/7; printed is the product.",
            "1/7",
        ),
    ),
    *ALGORITHM_FIGURES,
)
