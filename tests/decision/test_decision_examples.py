"""The papers' worked examples of leakage after analysis, and of what a release adds."""

import pytest

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Correct,
    Quadratic,
    Record,
    Resolve,
    Shares,
    database_leakage,
    dip,
    incremental_leakage,
    information_leakage,
    query_leakage,
    recall,
    record_leakage,
    set_leakage,
)

SAME_NAME = Adversary((Resolve(Shares("N")),))


def test_2011_section_1_vendor_and_employer_pool_their_data():
    reference = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
    vendor = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
    employer = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
    eve = Adversary((Resolve(Shares("N", "A")),))
    result = information_leakage([vendor, employer], reference, eve)
    assert recall(result.composite, reference) == 1.0
    assert result.leakage == pytest.approx(1.0)
    assert result.members == (0, 1)


R = Record.of(("N", "Alice"), ("P", "123"))
S = Record.of(("N", "Alice"), ("C", "999"))
T = Record.of(("N", "Bob"), ("P", "987"))
REFERENCE = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))


def test_2012_section_2_4_resolution_raises_leakage():
    assert information_leakage([R, S, T], REFERENCE, Adversary()).leakage == pytest.approx(2 / 3)
    result = information_leakage([R, S, T], REFERENCE, SAME_NAME)
    assert result.leakage == pytest.approx(6 / 7)
    assert result.members == (0, 1)


def test_2012_section_2_4_query():
    # The paper prints the dipping result only; its leakage is that of r + s.
    assert query_leakage(Record.of(("N", "Alice")), [R, S, T], REFERENCE, SAME_NAME) == pytest.approx(6 / 7)
    assert query_leakage(Record.of(("N", "Bob")), [R, S, T], REFERENCE, SAME_NAME) == 0.0


def test_2012_section_2_4_what_1000_records_cost_and_reveal():
    """From 0.3 to 0.9 at the cost of 1000: the analysis reveals 0.6."""
    reference = Record(Attribute("L", str(n)) for n in range(10))
    three_of_ten = Record(Attribute("L", str(n)) for n in [0, 1, 2, *range(10, 17)])
    nine_crumbs = [Record.of(("K", "k"), ("L", str(n))) for n in range(9)]
    strangers = [Record.of(("K", f"stranger {n}")) for n in range(990)]
    records = [three_of_ten, *nine_crumbs, *strangers]

    eve = Adversary((Resolve(Shares("K")),), Quadratic(1 / 1000))
    result = information_leakage(records, reference, eve)
    assert set_leakage(records, reference) == pytest.approx(0.3)
    assert result.leakage == pytest.approx(0.9)
    assert result.leakage - set_leakage(records, reference) == pytest.approx(0.6)
    assert result.resolution.cost == pytest.approx(1000)


def patients(last_disease="Flu"):
    """2012, Table 2."""
    return [
        Record.of(("Zip", zip_code), ("Age", age), ("Disease", disease))
        for zip_code, age, disease in (
            ("11*", "3*", "Heart"),
            ("11*", "3*", "Breast"),
            ("11*", "3*", "Cancer"),
            ("2**", "≥50", "Hair"),
            ("2**", "≥50", "Flu"),
            ("2**", "≥50", last_disease),
        )
    ]


# The paper takes a suppressed value to equal its non-suppressed version: Eve writes one for the other.
BY_ZIP_AND_AGE = Resolve(Shares("Zip", "Age"))
UNSUPPRESSED = Correct({("Zip", "11*"): "111", ("Age", "3*"): "30", ("Zip", "2**"): "241", ("Age", "≥50"): "60"})
PATIENT_ALICE = Record.of(("Name", "Alice"), ("Zip", "111"), ("Age", "30"), ("Disease", "Heart"))
PATIENT_ZOE = Record.of(("Name", "Zoe"), ("Zip", "241"), ("Age", "60"), ("Disease", "Flu"))


def test_2012_section_3_1_k_anonymity():
    eve = Adversary((UNSUPPRESSED, BY_ZIP_AND_AGE))
    assert information_leakage(patients(), PATIENT_ALICE, eve).leakage == pytest.approx(2 / 3)
    assert information_leakage(patients(), PATIENT_ZOE, eve).leakage == pytest.approx(3 / 4)


def test_2012_section_3_1_background_information():
    eve = Adversary((UNSUPPRESSED, BY_ZIP_AND_AGE))
    table_3 = Record.of(("Name", "Alice"), ("Zip", "111"), ("Age", "30"))
    result = incremental_leakage(patients(), table_3, PATIENT_ALICE, eve)
    assert result.before == pytest.approx(2 / 3)
    assert result.after == pytest.approx(4 / 5)
    assert result.bridged == (0, 1, 2)


def test_2012_section_3_2_l_diversity():
    records = patients("Influenza")
    same = Correct({("Disease", "Influenza"): "Flu"})
    naive = Adversary((UNSUPPRESSED, BY_ZIP_AND_AGE))
    knowing = Adversary((UNSUPPRESSED, same, BY_ZIP_AND_AGE))
    assert information_leakage(records, PATIENT_ZOE, naive).leakage == pytest.approx(2 / 3)
    assert information_leakage(records, PATIENT_ZOE, knowing).leakage == pytest.approx(3 / 4)


CUSTOMER = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
STORE = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))


def test_2012_section_4_1_which_card():
    s = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1"))
    t = Record.of(("N", "n1"), ("C", "c2"))
    v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    assert record_leakage(t, CUSTOMER) == pytest.approx(4 / 7)

    with_c1 = incremental_leakage([s, t], s, CUSTOMER, STORE)
    assert with_c1.before == pytest.approx(3 / 4)
    assert with_c1.increment == 0.0
    assert with_c1.bridged == (0,)

    with_c2 = incremental_leakage([s, t], v, CUSTOMER, STORE)
    assert with_c2.after == pytest.approx(8 / 9)
    assert with_c2.increment == pytest.approx(5 / 36)
    assert with_c2.bridged == (0, 1)


def test_2011_section_3_1_which_store():
    r = Record.of(("N", "n1"), ("C", "c1"), ("A", "a1"))
    s = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1"))
    t = Record.of(("N", "n1"), ("C", "c2"), ("A", "a1"))
    u = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))

    def leaks(*records):
        return database_leakage(records, CUSTOMER, STORE)

    assert leaks(r) == pytest.approx(3 / 4)
    assert leaks(s, t) == pytest.approx(3 / 4)
    assert leaks(r, u) - leaks(r) == 0.0
    assert leaks(s, t, u) == pytest.approx(1.0)
    assert leaks(s, t, u) - leaks(s, t) == pytest.approx(1 / 4)
    assert dip(u, [s, t], STORE).composite == CUSTOMER


def test_2011_section_3_2_self_and_linkage_disinformation():
    """The two ways without the paper's letters: bogus data of its own, and a bridge to a stranger's."""
    eve = Adversary((Resolve(AnyOf(Shares("N"), Shares("P"))),))
    reference = Record.of(("N", "n"), ("P", "p"))
    r, t = Record.of(("N", "n"), ("P", "p")), Record.of(("P", "q"), ("X", "x"))
    itself = incremental_leakage([r, t], Record.of(("N", "n"), ("B", "bogus")), reference, eve)
    assert itself.after == pytest.approx(2 * 2 / (2 + 3))
    linkage = incremental_leakage([r, t], Record.of(("N", "n"), ("P", "q")), reference, eve)
    assert linkage.after == pytest.approx(2 * 2 / (2 + 4))
    assert linkage.bridged == (0, 1)


def test_2012_section_4_3_verifying_a_source():
    r1 = Record.of(("N", "Alice"), ("A", "20"))
    r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    truth = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"), ("C", "987"))

    def certainty(*records):
        return information_leakage(records, truth, SAME_NAME).leakage

    def per_cost(pair):
        gain = certainty(r1, r2.with_attribute(Attribute(*pair))) - certainty(r1, r2)
        return gain / (1 - r2.confidence_of(pair))

    assert per_cost(("N", "Alice")) == 0.0
    assert per_cost(("P", "123")) == pytest.approx(1 / 7)  # printed 1/28
