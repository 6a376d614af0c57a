"""Made-up values: wrong, written as the person's own are, never one that is taken, and the same for the same seed."""

import random
import re
import unicodedata
from datetime import datetime

import pytest

from leakage.decision.made_up_values import nobodys_values, unlike
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Augment, Correct, Resolve, SingleLink
from leakage.resolution.rules import AnyOf, Normalised, Shares
from leakage.resolution.values import Condition, Normaliser, Similar
from leakage.workspace.vocabulary import LABELS
from tests.resolution import kinds

ALL_LABELS = [suggestion.label for suggestion in LABELS]


def made_up(label, taken, count, seed=0, like=None):
    held = [Record.of(*(("Taken", value) for value in taken))]
    return nobodys_values(held, examples={label: like} if like else None, seed=seed)(label, count)


def drawn_text(draw, most=9):
    return "".join(draw.choice("aB3 7xé明-.,/") for _ in range(draw.randint(0, most)))


def test_as_many_as_asked_all_different_none_taken_and_more_begin_with_the_fewer():
    draw = random.Random(1)
    for _ in range(400):
        label = draw.choice([draw.choice(ALL_LABELS), drawn_text(draw) or "x"])
        like, seed, count = draw.choice([None, drawn_text(draw)]), draw.randint(0, 99), draw.randint(0, 30)
        taken = set(made_up(label, [], draw.randint(0, 20), seed=draw.randint(0, 3), like=like))
        values = made_up(label, taken, count, seed=seed, like=like)
        assert len({value.strip().casefold() for value in values}) == len(values) == count
        assert all(values)
        assert not {value.casefold() for value in values} & {value.casefold() for value in taken}
        assert made_up(label, taken, count + 7, seed=seed, like=like)[:count] == values


@pytest.mark.parametrize("label", ALL_LABELS)
def test_every_suggested_label_has_values_of_its_own_kind(label):
    phrases = {word for value in made_up("Shoe preference", [], 300) for word in value.split()}
    values = made_up(label, [], 300, seed=1)
    assert not any(phrases.issuperset(value.split()) for value in values[:5])
    assert not {v.upper() for v in made_up(label, map(str.upper, values), 300, seed=1)} & {
        value.upper() for value in values
    }


FORMS = {
    ("Phone", None): r"555-01\d\d",
    ("mobile_phone", None): r"555-01\d\d",
    ("E-mail address", None): r"\S+@example\.(com|org|net)",
    ("DateOfBirth", None): r"19\d\d-(0[1-9]|1[0-2])-[0-3]\d",
    ("Card (C)", None): r"card ending \d{4}",
    ("IP address", None): r"(192\.0\.2|198\.51\.100|203\.0\.113)\.1\d\d",
    ("Password", None): r"password [A-Z]",
    ("Full name", None): r"[A-Z]\w+ [A-Z]\w+",
    ("User name", None): r"[a-z]+_[a-z]+\d\d",
    ("Pet name", None): r"[A-Z]\w+",
    ("Shoe preference", "AB-12/345"): r"AB-\d\d/\d\d\d",
    ("Shoe preference", "Blue Moon"): r"[A-Z][a-z]+ [A-Z][a-z]+",
    ("Shoe preference", "c1"): r"c\d",
    ("Mark", "***"): r"\*\*\* \d+",
    ("Phone", "+49 30 1234567"): r"\+49 (30 23125|69 90009|40 66969|89 99998) \d{3}|\+49 221 4710 \d{3}",
    ("Phone", "0049 171 1234567"): r"0049 (171 39200 \d\d|176 040690 \d\d)",
    ("Phone", "0171 1234567"): r"0(171 39200|176 040690) \d\d",
    ("Phone", "020 7946 1234"): r"0(20 7946 0|113 496 0|161 496 0|1632 960)\d{3}",
    ("Phone", "01.23.45.67.89"): r"0(1\.99\.00|2\.61\.91|3\.53\.01|4\.65\.71)\.\d\d\.\d\d",
    ("Phone", "+61 412 345 678"): r"\+61 491 570 \d{3}( \d+)?",
    ("Phone", "+353 87 123 4567"): r"\+353 20 91\d \d{4}",
    ("Phone", "(650) 253-0000"): r"\(650\) 555-01\d\d",
    ("Phone", "+1 650 253 0000"): r"\+1 650 555 01\d\d",
    ("Phone", "253-0000"): r"555-01\d\d",
    ("Phone", "+81 90 1234 5678"): r"\+81 90 0000 \d{4}",
    ("Phone", "my phone"): r"555-01\d\d",
    ("Phone", "0 12345678"): r"0 1200\d{4}",
    ("Post code", "10115"): r"\d0\d{3}",
    ("Post code", "SW1A 1AA"): r"SW\dA \dAA",
    ("Post code", "where I live"): r"999\d\d",
    ("Full name", "Fernsby, Odila"): r"\w+, \w+",
    ("Full name", "O. Fernsby"): r"\w\. \w+",
    ("Full name", "ODILA FERNSBY"): r"[A-Z]+ [A-Z]+",
    ("Full name", "Odila"): r"\w+",
    ("Address", "Hauptstraße 12"): r"[\w ]+ \d+",
    ("Address", "12 rue de la Paix"): r"\d+ (rue|chemin|impasse) .+",
    ("Address", "Calle Mayor 3"): r"Calle \w+ \d+",
    ("Address", "14 Lantern Row"): r"\d+ \w+ \w+",
    ("Salary", "€ 52,000"): r"€ \d\d,000",
    ("Salary", "middle band"): r"\d\d000",
    ("Card", "4111 1111 1111 1111"): r"\d{4} \d{4} \d{4} \d{4}",
    ("Bank account", "DE89 3704 0044 0532 0130 00"): r"DE00 \d{4} \d{4} \d{4} \d{4} \d\d",
    ("National id", "123-45-6789"): r"000-\d\d-\d{4}",
    ("Tax number", "21 815 08150"): r"00 0\d\d \d{5}",
    ("Passport", "C01X00T47"): r"C00X0\dT\d\d",
}


@pytest.mark.parametrize(("label", "like"), FORMS)
def test_values_keep_the_writing_of_the_persons_own(label, like):
    values = made_up(label, [like or "x"], 8, seed=3, like=like)
    assert all(re.fullmatch(FORMS[label, like], value) for value in values), values
    assert like not in values


@pytest.mark.parametrize(
    ("like", "form"),
    [
        ("1990-01-31", "%Y-%m-%d"),
        ("31.01.1990", "%d.%m.%Y"),
        ("3.11.1990", "%d.%m.%Y"),
        ("01/31/1990", "%m/%d/%Y"),
        ("1990", "%Y"),
    ],
)
def test_dates_keep_their_order_and_their_marks(like, form):
    days = [datetime.strptime(v, form) for v in made_up("Date of birth", [like], 20, seed=1, like=like)]
    assert all(1975 <= day.year <= 2005 for day in days)
    assert len(set(days)) == 20


def test_a_date_that_can_be_read_in_two_ways_stays_one():
    for value in made_up("Birthday", [], 20, seed=1, like="12/04/1990"):
        assert datetime.strptime(value, "%d/%m/%Y") and datetime.strptime(value, "%m/%d/%Y")


def test_no_made_up_card_passes_the_check_of_its_last_digit():
    def sound(number):
        digits = [int(d) for d in re.sub(r"\D", "", number)]
        doubled = [sum(divmod(2 * d, 10)) if place % 2 else d for place, d in enumerate(reversed(digits))]
        return sum(doubled) % 10 == 0

    assert sound("4111 1111 1111 1111")
    for like in ("4111 1111 1111 1111", "378282246310005"):
        assert not any(sound(value) for value in made_up("Credit card", [], 50, seed=1, like=like))


SCRIPTS = {
    "Анна Петрова": "CYRILLIC",
    "Ελένη Παπαδάκη": "GREEK",
    "王伟": "CJK",
    "김민준": "HANGUL",
    "ليلى حداد": "ARABIC",
    "נועה לוי": "HEBREW",
    "आशा वर्मा": "DEVANAGARI",
    "Zoë Müller": "LATIN",
}


@pytest.mark.parametrize("like", SCRIPTS)
def test_names_and_towns_keep_the_script(like):
    for label in ("Name", "First name", "Last name", "City"):
        for value in made_up(label, [like], 5, seed=1, like=like):
            assert {unicodedata.name(a).split()[0] for a in value if a.isalpha()} == {SCRIPTS[like]}, label


@pytest.mark.parametrize(("count", "seed"), [(-1, 0), (1, -1)])
def test_numbers_out_of_range_are_refused(count, seed):
    with pytest.raises(ValueError):
        made_up("Name", [], count, seed=seed)


# Nobody's.


def test_what_anybody_has_is_not_taken_whatever_its_label():
    held = [Record.of(("Religion", "faith A"), ("View", "FAITH B ")), Record.of(("Faith", "faith C"))]
    assert set(nobodys_values(held)("Religion", 2)) == {"faith D", "none"}
    assert len(set(nobodys_values(held)("Religion", 20)) - {"faith A", "faith B", "faith C"}) == 20


def test_what_her_tables_know_is_not_taken():
    tables = (
        Correct({("Religion", "faith A"): "none"}),
        Augment("Religion", "Pet", {"faith B": "Rex"}),
        Augment("City", "Faith", {"Lyon": "faith C"}),
    )
    values = nobodys_values([Record.of(("Religion", "faith D"))], Adversary(*tables))("Religion", 20)
    assert len(values) == 20
    assert not set(values) & {"faith A", "faith B", "faith C", "faith D", "none"}


def test_what_a_rule_takes_for_one_in_use_is_not_taken():
    similar, held = Similar("Name", 0.6), [Record.of(("Name", "Robin Stone")), Record.of(("Name", "Sam Lark"))]
    near = lambda values: [v for v in values if any(similar.alike(v, r.values("Name")[0]) for r in held)]  # noqa: E731
    wary = Adversary(SingleLink(Shares("Zip")), Resolve(AnyOf(Shares(similar), Shares("Email"))))
    assert near(nobodys_values(held)("Name", 20))
    assert not near(nobodys_values(held, wary)("Name", 20))
    phones = nobodys_values([], examples={"P": "(650) 253-0000"}, names={"P": "Phone"})("P", 3)
    spelled = [Record.of(("P", f"+1 {re.sub(chr(92) + 'D', '', phone)}")) for phone in phones]
    overlooking = Adversary(Resolve(Normalised(Shares("P"), Normaliser(phones=("P",), region="US"))))
    again = nobodys_values(spelled, overlooking, examples={"P": "(650) 253-0000"}, names={"P": "Phone"})("P", 3)
    assert len(again) == 3 and not set(again) & set(phones)


def test_a_record_of_made_up_values_alone_meets_no_conjunction():
    draw = random.Random(3)
    for _ in range(200):
        held, rule = kinds.drawn_records(draw, 5), kinds.rule(draw)
        values = nobodys_values(held, Adversary(Resolve(rule)), seed=draw.randint(0, 9))
        made = Record.of(*((label, value) for label in "NPCBD" for value in values(label, 1)))
        for conjunction in rule.conjunctions or ():
            for other in held:
                met = [
                    unlike(made.values(c.label), other.values(c.label), [c]) != list(made.values(c.label))
                    for c in conjunction
                ]
                assert not any(met)


def test_values_that_agree_with_one_another_are_given_once():
    condition = Condition("N", (Similar("N", 0.8),))
    assert unlike(["Anna", "Bob", "Zoe", "Bobo"], ["Ann"], [condition]) == ["Bob", "Zoe"]
