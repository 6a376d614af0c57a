"""C(E, R) counted one by one: what has to be compared before anybody believes an outcome."""

import itertools


def of_resolution(groups):
    """One comparison for each record that joined another, and one for each two composites left apart."""
    joins = sum(1 for group in groups for _ in group[1:])
    return joins + sum(1 for _ in itertools.combinations(groups, 2))


def of_chains(groups):
    """The same where records are compared and composites never are."""
    joins = sum(1 for group in groups for _ in group[1:])
    return joins + sum(1 for left, right in itertools.combinations(groups, 2) for _ in itertools.product(left, right))
