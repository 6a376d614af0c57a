"""The sentence under a published table is put together anew here, every figure computed: none is merely typed."""

from fractions import Fraction

import pytest

from leakage import Adversary, Correct, Resolve, Shares, information_leakage
from leakage.scenarios.published import PUBLISHED
from leakage.tables import (
    PublishedTable,
    as_published,
    class_yardsticks,
    classes_of,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    error_among,
    k_anonymity,
    row_records,
    t_closeness,
    tree,
)
from tests.scenarios.figures import exact

TABLES = {example.key: example for example in PUBLISHED}
SAME_CLASS = Resolve(Shares("Zip", "Age"))
COUNTS = {2: "two", 3: "three"}


def table_of(key):
    example = TABLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def class_of(key):
    """The one class that the person of the example is in."""
    table, person = table_of(key), TABLES[key].person
    (number,) = classes_of(table, {label: person.values(label)[0] for label in table.quasi_identifiers})
    return int(number)


def leaks(key, *operations, background=()):
    table, number = table_of(key), class_of(key)
    records = [*row_records(table), *(as_published(record, table, number) for record in background)]
    person = as_published(TABLES[key].person, table, number)
    return exact(information_leakage(records, person, Adversary((*operations, SAME_CLASS))).leakage)


def patients_plain(table):
    assert len(class_yardsticks(table)) == len(table.frame)
    return (
        f"Everybody is alone with zip code and age: k is {k_anonymity(table)}, "
        "and whoever knows them knows the disease."
    )


def patients(table):
    with_background = leaks("patients", background=[TABLES["patients"].background])
    names = [*TABLES["patients"].background.labels]
    assert set(names) == {"Name", "Zip", "Age"}
    return (
        f"{k_anonymity(table)}-anonymous. Alice's leakage is {leaks('patients')}; if Eve also knows Name, Zip and Age, "
        f"it is {with_background}."
    )


def patients_zoe(table):
    assert {len(rows) for _, rows in table.frame.groupby(["Zip", "Age"])} == {k_anonymity(table)}
    return (
        f"The same table: Zoe's leakage is {leaks('patients-zoe')}, more than Alice's {leaks('patients')}, though k is "
        f"{k_anonymity(table)} for both."
    )


def influenza(table):
    knowing = leaks("influenza", Correct({("Disease", "Influenza"): "Flu"}))
    return (
        f"{distinct_l_diversity(table)}-diverse, for one Flu is called Influenza. Zoe's leakage is "
        f"{leaks('influenza')}, and {knowing} for an Eve who knows they are one."
    )


def hepatitis(table):
    person = TABLES["hepatitis"].person
    possible = [value for value, share in table.distribution(class_of("hepatitis")).items() if share]
    assert all(value.startswith("Hepatitis") for value in possible)
    return (
        f"{k_anonymity(table)}-anonymous, yet {person.values('Name')[0]}, {person.values('Age')[0]}, has hepatitis for "
        f"sure: {COUNTS[len(possible)]} values that mean the same."
    )


def hepatitis_infection(table):
    k = round(1 / (1 - error_among(k_anonymity(table))))
    other = TABLES["hepatitis"].frame["Health condition"].replace("Diabetes", "Viral Infection")
    assert other.equals(table.frame["Health condition"])
    return f"Fig. 1 with a viral infection for diabetes. Whose row it is can be guessed in one of {COUNTS[k]} cases."


def two_diverse(table):
    errors = set(class_yardsticks(table)["error"])
    assert errors == {error_among(entropy_l_diversity(table))} == {error_among(distinct_l_diversity(table))}
    return (
        f"{distinct_l_diversity(table)}-diverse with both values equally often: a guess of the disease is wrong in one "
        f"of {COUNTS[round(1 / errors.pop())]} cases."
    )


def aids(table):
    before, then = table.distribution()["AIDS"], table.distribution(class_of("aids"))["AIDS"]
    assert table.class_values(class_of("aids"))["Age"] == "< 40"
    return (
        f"That a user has AIDS was believed with {exact(before)}; of those under 40 it is then believed with "
        f"{exact(then)}."
    )


def everybody_alone(table):
    assert k_anonymity(table) == 1
    return "Everybody is alone: try how coarse zip codes and ages must be made."


def salaries(table):
    lowest = sorted(table.values, key=lambda salary: int(salary[:-1]))[:3]
    assert {value for value, share in table.distribution(0).items() if share} == set(lowest)
    return (
        f"{distinct_l_diversity(table)}-diverse, yet the first class earns the three lowest salaries: "
        f"{t_closeness(table, 'ordered'):.3f} by the ordered distance."
    )


def salaries_close(table):
    return (
        "The salaries of each class lie across the whole range: at most "
        f"{t_closeness(table, 'ordered'):.3f} by the ordered distance."
    )


def inpatients_plain(table):
    assert k_anonymity(table) < min(len(rows) for _, rows in TABLES["inpatients"].frame.groupby("Zip code")) == 4
    return "Try how coarse zip codes and ages must be made for four to look alike."


def inpatients(table):
    squares = [round(float(144 * leakage**2), 9) for leakage in distribution_leakage(table).per_class]
    first, second, third = (f"√{square:g}/12" for square in squares)
    a, b, c = (f"{leakage:.3f}" for leakage in entropy_leakage(table).per_class)
    assert distribution_leakage(table).per_class.argmax() == entropy_leakage(table).per_class.argmin()
    return f"Distribution leakage {first}, {second} and {third}, entropy leakage {a}, {b} and {c}: the two disagree."


def uniform_class(table):
    leakages = distribution_leakage(table).per_class
    assert leakages.argmax() == 0 and set(table.distribution(0).values()) == {1 / 4}
    return (
        f"The first class has all four values alike, and yet the greatest distribution leakage, "
        f"√{round(float((16 * leakages[0]) ** 2), 9):g}/16."
    )


def diseases_close(table):
    parents = TABLES["diseases-close"].parents["Disease"]
    closeness = Fraction(t_closeness(table, tree(parents))).limit_denominator(100)
    equal = Fraction(t_closeness(table, "equal")).limit_denominator(100)
    return (
        f"Diseases that are alike count as near: at most {closeness} = {float(closeness):.3f} by a hierarchy, {equal} "
        "where all are as far apart."
    )


SENTENCES = {
    "patients-plain": patients_plain,
    "patients": patients,
    "patients-zoe": patients_zoe,
    "influenza": influenza,
    "hepatitis": hepatitis,
    "hepatitis-infection": hepatitis_infection,
    "two-diverse": two_diverse,
    "aids": aids,
    "salaries-plain": everybody_alone,
    "salaries": salaries,
    "salaries-close": salaries_close,
    "diseases-close": diseases_close,
    "inpatients-plain": inpatients_plain,
    "inpatients": inpatients,
    "uniform-class": uniform_class,
}


@pytest.mark.parametrize("example", PUBLISHED, ids=lambda example: example.key)
def test_the_sentence_of_a_published_table_is_what_is_computed(example):
    assert example.shows == SENTENCES[example.key](table_of(example.key))
