"""Hypothesis strategies: small random records, databases, weights and policies that collide often."""

import datetime
import random

from hypothesis import settings
from hypothesis import strategies as st

from leakage import AnyOf, Attribute, Record, SameKeySet, Shares
from tests.amount import TIMES

LABELS = "NPC"
VALUES = "12"

quick = settings(max_examples=6 * TIMES)
thorough = settings(max_examples=12 * TIMES)

seeds = st.integers(0, 2**32 - 1).map(random.Random)
"""For draws of one's own: those of hypothesis are short and simple most of the time, and few records would meet."""

enterable = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""The characters of texts that may be entered, as ``check_text`` has it."""

# The ends of the interval and what lies next to them are where rounding shows.
confidences = st.one_of(
    st.sampled_from([0.0, 1e-12, 1e-9, 0.5, 1.0 - 1e-12, 1.0]),
    # Below this lie products that even a float can only hold with few bits.
    st.floats(1e-12, 1.0),
)
weight_values = st.floats(-4.0, 4.0).map(lambda exponent: 10.0**exponent)
weights = st.fixed_dictionaries(dict.fromkeys(LABELS, weight_values))


def pairs(labels=LABELS, values=VALUES):
    return st.tuples(st.sampled_from(labels), st.sampled_from(values))


def records(labels=LABELS, values=VALUES, confidences=confidences, min_size=0, max_size=5):
    facts = st.dictionaries(pairs(labels, values), confidences, min_size=min_size, max_size=max_size)
    return facts.map(lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items()))


references = records(confidences=st.just(1.0), min_size=1)


def databases(max_size=7, **kinds):
    """Lists of records over few values, so that many collide."""
    return st.lists(records(max_size=3, **kinds), max_size=max_size)


label_sets = st.lists(st.sampled_from(LABELS), min_size=1, max_size=2, unique=True)
shares = label_sets.map(lambda labels: Shares(*labels))
key_sets = label_sets.map(lambda labels: SameKeySet(*labels))
alternatives = st.lists(shares, min_size=1, max_size=3).map(lambda rules: AnyOf(*rules))
policies = st.one_of(shares, alternatives)
"""Rules by shared values: they have representativity, and unite any two records that they match."""
matches = st.one_of(shares, alternatives, key_sets)

days = st.dates(datetime.date(1900, 1, 1), datetime.date(2200, 12, 31)).map(str)
"""As files write them, within the years that a work may have."""
