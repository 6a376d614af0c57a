"""Made-up values: believable, and alike to several others."""

import re
import unicodedata
from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.cover import interval_of
from leakage.old.decision.disinformation.believable import LONGEST, WORDS, believable_values, values_between
from leakage.old.resolution.rules.similar_values import Similar
from leakage.workspace.vocabulary import LABELS
from tests.strategies import quick

# Believable values: wrong, well formed, never one that is taken, and the same for the same seed.


labels = st.one_of(st.text(min_size=1, max_size=12), st.sampled_from([s.label for s in LABELS]))


@quick
@given(labels, st.sets(st.text(max_size=6)), st.integers(0), st.integers(0, 30), st.none() | st.text(max_size=9))
def test_as_many_as_asked_all_different_none_taken(label, taken, seed, count, like):
    values = believable_values(label, taken, count, seed=seed, like=like)
    assert len({value.casefold() for value in values}) == len(values) == count
    assert all(values)
    assert not set(values) & taken
    assert values == believable_values(label, taken, count, seed=seed, like=like)


@quick
@given(st.sampled_from([s.label for s in LABELS]), st.integers(0, 9))
def test_values_given_before_are_passed_over_even_when_lists_run_out(label, seed):
    first = believable_values(label, [], 300, seed=seed)
    taken = {value.upper() for value in first}
    assert not taken & {value.upper() for value in believable_values(label, taken, 300, seed=seed)}


def test_another_seed_gives_other_values():
    assert believable_values("Name", [], 5, seed=1) != believable_values("Name", [], 5, seed=2)


@pytest.mark.parametrize("suggestion", LABELS, ids=lambda suggestion: suggestion.label)
def test_every_suggested_label_has_values_of_its_own_kind(suggestion):
    phrase = re.compile(rf"({'|'.join(WORDS)}) ({'|'.join(WORDS)})")
    assert not any(phrase.fullmatch(value) for value in believable_values(suggestion.label, [], 5, seed=1))


@pytest.mark.parametrize(
    ("label", "pattern"),
    [
        ("Phone", r"555-01\d\d"),
        ("mobile_phone", r"555-01\d\d"),
        ("Email", r"\S+@example\.(com|org|net)"),
        ("E-mail address", r"\S+@example\.(com|org|net)"),
        ("Date of birth", r"(19|20)\d\d-(0[1-9]|1[0-2])-[0-3]\d"),
        ("DateOfBirth", r"(19|20)\d\d-(0[1-9]|1[0-2])-[0-3]\d"),
        ("Card (C)", r"card ending \d{4}"),
        ("Bank account", r"account ending \d{4}"),
        ("IP address", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("National id", r"000-\d\d-\d{4}"),
        ("Home address", r"\d+ \w+ \w+"),
        ("Post code", r"999\d\d"),
        ("Age", r"[1-8]\d"),
        ("Full name", r"[A-Z]\w+ [A-Z]\w+"),
        ("User name", r"[a-z]+_[a-z]+\d\d"),
        ("Pet name", r"[A-Z]\w+"),
    ],
)
def test_formats_of_known_labels(label, pattern):
    values = believable_values(label, [], 8, seed=3, like="some 123 example")
    assert all(re.fullmatch(pattern, value) for value in values), values


@pytest.mark.parametrize(
    ("like", "pattern"),
    [
        ("42", r"\d\d"),
        ("c1", r"c\d"),
        ("AB-12/345", r"AB-\d\d/\d\d\d"),
        ("blue", r"[a-z]+"),
        ("Blue Moon", r"[A-Z][a-z]+ [A-Z][a-z]+"),
        ("LOUD", r"[A-Z]+"),
        ("x", r"[a-z]+"),
        ("Room 12", r"[A-Z][a-z]+ \d\d"),
    ],
)
def test_unknown_labels_keep_the_format_of_the_example(like, pattern):
    values = believable_values("Shoe preference", [like], 6, seed=5, like=like)
    assert all(re.fullmatch(pattern, value) for value in values), values
    assert like not in values


def test_an_example_without_letters_or_digits_gets_numbered_variants():
    assert believable_values("Mark", ["***"], 2, seed=1, like="***") == ("*** 2", "*** 3")


def test_comparison_with_what_is_taken_ignores_case_and_blanks():
    taken = ["NONE", " Faith a ", "faith B", "FAITH C"]
    assert believable_values("Religion", taken, 1, seed=1) == ("faith D",)


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="count must not be negative, got -1"):
        believable_values("Name", [], -1, seed=1)


@pytest.mark.parametrize(
    ("like", "pattern"),
    [
        # Ranges kept for fiction by those who give out numbers, in the country and the writing of one's own.
        ("+49 30 1234567", r"\+49 (30 23125|69 90009|40 66969|89 99998) \d{3}|\+49 221 4710 \d{3}"),
        ("+4930123456", r"\+49(3023125|6990009|4066969|8999998)\d{3}|\+492214710\d{3}"),
        ("0049 171 1234567", r"0049 (171 39200 \d\d|176 040690 \d\d)"),
        ("0171 1234567", r"0(171 39200|176 040690) \d\d"),
        ("+44 7911 123456", r"\+44 7700 900\d{3}"),
        ("07911 123456", r"07700 900\d{3}"),
        ("020 7946 1234", r"0(20 7946 0|113 496 0|161 496 0|1632 960)\d{3}"),
        ("+33 6 12 34 56 78", r"\+33 6 39 98 \d\d \d\d"),
        ("01.23.45.67.89", r"0(1\.99\.00|2\.61\.91|3\.53\.01|4\.65\.71)\.\d\d\.\d\d"),
        ("+61 412 345 678", r"\+61 491 570 \d{3}"),
        ("0412 345 678", r"0491 570 \d{3}"),
        ("+46 8 123 456", r"\+46 (8 465 004|31 390 06|40 628 04) \d\d"),
        ("+353 87 123 4567", r"\+353 20 91\d \d{4}"),
        ("907-555-0142", r"907-555-01\d\d"),
        ("(650) 253-0000", r"\(650\) 555-01\d\d"),
        ("+1 650 253 0000", r"\+1 650 555 01\d\d"),
        ("253-0000", r"555-01\d\d"),
        # Where no range is known, noughts where a number given out has none.
        ("+81 90 1234 5678", r"\+81 90 0000 \d{4}"),
        ("my phone", r"555-01\d\d"),
    ],
)
def test_phones_are_written_as_ones_own_and_given_to_nobody(like, pattern):
    values = believable_values("Phone", [like], 12, seed=3, like=like)
    assert all(re.fullmatch(pattern + r"( \d+)?", value) for value in values), values


@pytest.mark.parametrize(
    ("like", "form"),
    [
        ("1990-01-31", "%Y-%m-%d"),
        ("31.01.1990", "%d.%m.%Y"),
        ("3.11.1990", "%d.%m.%Y"),
        ("01/31/1990", "%m/%d/%Y"),
        ("31/01/1990", "%d/%m/%Y"),
        ("31 January 1990", "%d %B %Y"),
        ("January 31, 1990", "%B %d, %Y"),
        ("1990", "%Y"),
    ],
)
def test_dates_keep_their_order_and_their_marks(like, form):
    values = believable_values("Date of birth", [like], 20, seed=1, like=like)
    days = [datetime.strptime(value, form) for value in values]
    assert all(1975 <= day.year <= 2005 for day in days)
    assert len(set(days)) == 20


def test_a_date_that_can_be_read_in_two_ways_stays_one():
    for value in believable_values("Birthday", [], 20, seed=1, like="03/04/1990"):
        assert datetime.strptime(value, "%d/%m/%Y") and datetime.strptime(value, "%m/%d/%Y")
    assert all(
        re.fullmatch(r"\d\d\.\d\d\.\d\d", v) for v in believable_values("Birthday", [], 9, seed=1, like="31.01.90")
    )


@pytest.mark.parametrize(
    ("like", "pattern"),
    [
        ("SW1A 1AA", r"SW\d[A-Z] \d[A-Z]{2}"),
        ("10115", r"\d{5}"),
        ("1012 AB", r"\d{4} [A-Z]{2}"),
        ("K1A 0B1", r"K\d[A-Z] \d[A-Z]\d"),
        ("where I live", r"999\d\d"),
    ],
)
def test_post_codes_keep_their_shape(like, pattern):
    assert all(re.fullmatch(pattern, value) for value in believable_values("Post code", [like], 8, seed=1, like=like))


@pytest.mark.parametrize(
    ("like", "script"),
    [
        ("Анна Петрова", "CYRILLIC"),
        ("Ελένη Παπαδάκη", "GREEK"),
        ("王伟", "CJK"),
        ("김민준", "HANGUL"),
        ("ليلى حداد", "ARABIC"),
        ("נועה לוי", "HEBREW"),
        ("आशा वर्मा", "DEVANAGARI"),
        ("Zoë Müller", "LATIN"),
    ],
)
def test_names_and_towns_keep_the_script(like, script):
    for label in ("Name", "First name", "Last name", "City"):
        for value in believable_values(label, [like], 5, seed=1, like=like):
            assert {unicodedata.name(letter).split()[0] for letter in value if letter.isalpha()} == {script}, label


def test_japanese_names_are_told_from_chinese_ones():
    values = believable_values("Name", [], 5, seed=1, like="山田 はなこ")
    assert all(any("HIRAGANA" in unicodedata.name(letter, "") for letter in value) for value in values)


@pytest.mark.parametrize(
    ("like", "pattern"),
    [
        ("Fernsby, Odila", r"\w+, \w+"),
        ("O. Fernsby", r"\w\. \w+"),
        ("ODILA FERNSBY", r"[A-Z]+ [A-Z]+"),
        ("Odila", r"\w+"),
        ("Odila Fernsby", r"\w+ \w+"),
    ],
)
def test_names_keep_their_shape(like, pattern):
    assert all(re.fullmatch(pattern, value) for value in believable_values("Full name", [], 8, seed=1, like=like))


@pytest.mark.parametrize(
    ("label", "like", "pattern"),
    [
        ("Address", "Hauptstraße 12", r"[\w ]+ \d+"),
        ("Address", "12 rue de la Paix", r"\d+ (rue|chemin|impasse) .+"),
        ("Address", "Calle Mayor 3", r"Calle \w+ \d+"),
        ("Address", "14 Lantern Row", r"\d+ \w+ \w+"),
        ("Salary", "€ 52,000", r"€ \d\d,000"),
        ("Salary", "middle band", r"\d\d000"),
        ("Card", "4111 1111 1111 1111", r"\d{4} \d{4} \d{4} \d{4}"),
        ("Card", "main card", r"card ending \d{4}"),
        ("Bank account", "DE89 3704 0044 0532 0130 00", r"DE00 \d{4} \d{4} \d{4} \d{4} \d\d"),
        ("Bank account", "salary account", r"account ending \d{4}"),
        ("National id", "123-45-6789", r"000-\d\d-\d{4}"),
        ("Tax number", "21 815 08150", r"00 0\d\d \d{5}"),
        ("Passport", "C01X00T47", r"C00X0\dT\d\d"),
    ],
)
def test_other_values_keep_their_writing(label, like, pattern):
    values = believable_values(label, [like], 8, seed=1, like=like)
    assert all(re.fullmatch(pattern, value) for value in values), values
    assert like not in values


def test_no_made_up_card_passes_the_check_of_its_last_digit():
    def sound(number):
        digits = [int(d) for d in re.sub(r"\D", "", number)]
        doubled = [sum(divmod(2 * d, 10)) if place % 2 else d for place, d in enumerate(reversed(digits))]
        return sum(doubled) % 10 == 0

    assert sound("4111 1111 1111 1111")
    for like in ("4111 1111 1111 1111", "378282246310005"):
        assert not any(sound(value) for value in believable_values("Credit card", [], 50, seed=1, like=like))


def test_what_is_refused_is_passed_over_and_the_search_for_more_ends():
    values = believable_values("Religion", [], 3, seed=1, refused=lambda value: value.startswith("faith A"))
    assert len(values) == 3
    assert not any(value.startswith("faith A") for value in values)
    assert believable_values("Religion", [], 3, seed=1, refused=lambda value: True) == ()


@quick
@given(labels, st.integers(0), st.integers(0, 20), st.integers(0, 20), st.none() | st.text(max_size=9))
def test_more_values_begin_with_the_fewer(label, seed, few, more, like):
    some = believable_values(label, [], min(few, more), seed=seed, like=like)
    assert believable_values(label, [], max(few, more), seed=seed, like=like)[: len(some)] == some


@pytest.mark.parametrize(("like", "drawn"), [("+81 123 456", 4), ("+81 12 345", 2)])
def test_of_a_number_nobody_has_the_last_digits_are_drawn_and_the_rest_is_nought(like, drawn):
    values = ["".join(re.findall(r"\d", value)) for value in believable_values("Phone", [like], 20, seed=3, like=like)]
    nought = {place for place in range(2, len(values[0])) if {value[place] for value in values} == {"0"}}
    assert nought == set(range(2, len(values[0]) - drawn))


# Values between: by what each kind of likeness promises.


NAMES, NUMBERS, COVERING = Similar("N"), Similar("N", kind="number", within=1.0), Similar("N", kind="covers")


@pytest.mark.parametrize("names", [("Katherine", "Katharine"), ("ab", "wxyz"), ("Al", "B", "Cara"), ("a",)])
def test_names_are_cut_at_one_place_that_both_have(names):
    cut = {
        first[:place] + second[place:]
        for first in names
        for second in names
        if first != second
        for place in range(1, 20)
        if first[:place] != first and second[place:]
    }
    assert set(values_between(NAMES, names)) == cut


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_are_written_out_as_far_as_they_have_few_enough_digits(sign):
    """The digits before the point are one more than the exponent; behind it they are as many as it says."""
    for exponent in (LONGEST - 1, LONGEST):
        least, other = f"1E{sign * exponent}", f"3E{sign * exponent}"
        between = list(values_between(NUMBERS, [least, other]))
        assert (Decimal(f"2E{sign * exponent}") in map(Decimal, between)) == (exponent < LONGEST)
        ranges = [value for value in values_between(COVERING, [least, other]) if value.startswith("[")]
        assert [interval_of(value) for value in ranges] == [interval_of(f"[{least}-{other}]")] * (exponent < LONGEST)


def test_no_range_is_written_to_where_there_is_no_end():
    assert not any(value.startswith("[") for value in values_between(COVERING, ["≥50", "20"]))
