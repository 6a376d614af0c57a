"""Create by its definition (Whang & Garcia-Molina 2012, Section 4.2): every record over an alphabet is tried."""

import itertools

from leakage import Record
from tests.oracles import matching


def records_that_match(rule, targets, size, alphabet):
    """All records of at most so many pairs of an alphabet that match every target; the smallest first."""
    for count in range(size + 1):
        for pairs in itertools.combinations(alphabet, count):
            record = Record.of(*pairs)
            if all(matching.same_person(rule, record, target) for target in targets):
                yield record


def least(rule, targets, size, alphabet, price):
    """The least price of such a record; None where there is no record."""
    return min(map(price, records_that_match(rule, targets, size, alphabet)), default=None)
