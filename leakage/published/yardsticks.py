"""Yardsticks of a table: k-anonymity, l-diversity, t-closeness, δ-disclosure, distribution and entropy leakage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.database import Floats, Integers
from leakage.published.entropy import distribution_of, renyi_entropies, shannon_entropy
from leakage.published.hierarchy import Hierarchy, text_of
from leakage.published.table import MISSING, NO_CODE, ClassCounts, PublishedTable, grouped, naturally_sorted, tallied
from leakage.tabular.rows import redacted_repr

# Prior: what an attacker believes of the sensitive value before she sees the published table.


Belief: TypeAlias = Mapping[Any, float]
"""How likely each sensitive value is: value -> probability; values left out have none."""

Prior: TypeAlias = Belief | Sequence[Belief]
"""One belief of everybody, or one for each class in the order of the classes."""

TOLERANCE = 1e-9
LARGEST_PRIOR = 50_000_000
"""Classes times values beyond which a prior for each class is refused: it would take 400 MB."""


def counts_with_prior(table: PublishedTable, prior: Prior | None = None) -> ClassCounts:
    """The classes of a table beside a prior belief: a given one, or the table's own distribution.

    Source: Ren & Li, Definitions 2 and 4: the belief a about a class [C] may be another for each class.

    Arguments:
        table: the published table.
        prior: the probability of every value, adding up to 1; values left out have none, and values that the table
            does not have may be named. Or one such belief for each class.

    Raises:
        ValueError: if a probability is negative or they do not add up to 1, or there is not one for each class.
    """
    if prior is None:
        return table.counts
    beliefs = [prior] if isinstance(prior, Mapping) else list({id(belief): belief for belief in prior}.values())
    for belief in beliefs:
        _check(belief)
    values = values_with_prior(table, prior)
    places = {value: place for place, value in enumerate(values)}
    given = np.array([[float(belief.get(value, 0.0)) for value in values] for belief in beliefs])
    moved = np.array([places[value] for value in table.values])
    value = moved[table.counts.value]
    order = np.lexsort((value, table.counts.owner))
    by_class = given[0] if isinstance(prior, Mapping) else _of_classes(table, given, beliefs, prior)
    return replace(table.counts, value=value[order], count=table.counts.count[order], prior=by_class)


def values_with_prior(table: PublishedTable, prior: Prior | None = None) -> list[Any]:
    """The sensitive values of the table and of a prior, in their order.

    Raises:
        ValueError: if the table has an order that leaves one out.
    """
    in_table = set(table.values)
    beliefs = [] if prior is None else [prior] if isinstance(prior, Mapping) else prior
    further = list(dict.fromkeys(value for belief in beliefs for value in belief if value not in in_table))
    if not further:
        return list(table.values)
    if table.order is not None:
        if not set(further) <= set(table.order):
            raise ValueError("the order must name every value of the prior")
        return [value for value in table.order if value in in_table or value in further]
    return naturally_sorted([*table.values, *further])


def _check(belief: Belief) -> None:
    probabilities = list(belief.values())
    # Written so that NaN fails too.
    if not all(probability >= 0.0 for probability in probabilities):
        raise ValueError("the probabilities of a prior must be at least 0")
    if not abs(math.fsum(probabilities) - 1.0) <= TOLERANCE:
        raise ValueError(f"the probabilities of a prior must add up to 1, got {math.fsum(probabilities):g}")


def _of_classes(table: PublishedTable, given: Floats, beliefs: Sequence[Belief], prior: Sequence[Belief]) -> Floats:
    classes = table.counts.classes
    if len(prior) != classes:
        raise ValueError(f"there must be one prior for each of the {classes} classes, got {len(prior)}")
    if classes * given.shape[1] > LARGEST_PRIOR:
        raise ValueError("the table has too many classes for a prior of each")
    number = {id(belief): row for row, belief in enumerate(beliefs)}
    return np.asarray(given[[number[id(belief)] for belief in prior]])


def conditional_prior(
    table: PublishedTable, known: Sequence[str], population: PublishedTable | None = None
) -> tuple[dict[Any, float], ...]:
    """``a_[C] = P(S | v)``: what is believed of each class by somebody who knows how S goes with some columns v.

    She may have it from statistics: how often each disease is at each age. What the table adds to it is the change
    from that to the distribution in the class. With no column it is the distribution of all, with all columns what
    the table says itself.
    Source: Ren & Li, Definition 2, the estimated conditional distribution ``P(S ∩ v) / P(v)``.

    Arguments:
        table: the published table.
        known: v, names of quasi-identifiers; may be none.
        population: the table in which it is counted, as coarse as the published one; by default that itself.

    Raises:
        ValueError: if a name is not that of a quasi-identifier, or the population has nobody like some class.

    >>> import pandas as pd
    >>> rows = [("<40", "m", "Flu"), ("<40", "f", "Cold"), ("40+", "m", "Flu"), ("40+", "f", "Flu")]
    >>> table = PublishedTable(pd.DataFrame(rows, columns=["Age", "Sex", "Disease"]), ["Age", "Sex"], "Disease")
    >>> conditional_prior(table, ["Age"])[0]
    {'Cold': 0.5, 'Flu': 0.5}
    """
    counted = table if population is None else population
    for source in (table, counted):
        if not set(known) <= set(source.quasi_identifiers):
            raise ValueError("what is known beforehand must be quasi-identifiers of the table")
    groups, size = _groups(counted, known)
    beliefs = _beliefs(counted, groups[counted.class_of], size)
    by_values = dict(zip(_class_values(counted, known), groups.tolist(), strict=True))
    try:
        return tuple(beliefs[by_values[values]] for values in _class_values(table, known))
    except KeyError:
        raise ValueError("the population must have somebody like every class of the table") from None


def _groups(table: PublishedTable, known: Sequence[str]) -> tuple[Integers, int]:
    """For each class which of them agree in some columns."""
    chosen = [table.columns[table.quasi_identifiers.index(name)] for name in known]
    codes = [column.codes[table.first_rows] + 1 for column in chosen]
    return grouped(codes, [len(column.values) + 1 for column in chosen], len(table.first_rows))


def _beliefs(table: PublishedTable, group: Integers, size: int) -> list[dict[Any, float]]:
    """The distribution of the sensitive value in each group of rows."""
    owner, value, count = tallied(group, table.value_codes, len(table.values))
    dense = np.zeros((size, len(table.values)))
    dense[owner, value] = count
    shares = dense / dense.sum(axis=1, keepdims=True)
    return [dict(zip(table.values, row, strict=True)) for row in shares.tolist()]


def _class_values(table: PublishedTable, known: Sequence[str]) -> list[tuple[Any, ...]]:
    """The values of some columns in every class."""
    chosen = [table.columns[table.quasi_identifiers.index(name)] for name in known]
    columns = [
        [MISSING if code == NO_CODE else column.values[code] for code in column.codes[table.first_rows].tolist()]
        for column in chosen
    ]
    return list(zip(*columns, strict=True)) if columns else [()] * len(table.first_rows)


# k-anonymity and l-diversity: how many people, and how many sensitive values, a class holds.


def k_anonymity(table: PublishedTable) -> int:
    """``k = min over classes y of |y|``: nobody can be told from fewer than k - 1 others. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.1; Rebollo-Monedero et al., Section II-B.
    """
    return int(table.counts.sizes.min())


def distinct_l_diversity(table: PublishedTable) -> int:
    """``l = min over classes y of |{x: p(x|y) > 0}|``: so many values at least remain possible. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.2; Rebollo-Monedero et al., Section V-A1.
    """
    return int(table.counts.distinct.min())


def entropy_l_diversity(table: PublishedTable) -> float:
    """``l = min over classes y of 2^H(X|y)``: the greatest l with entropy at least log l everywhere. Higher is safer.

    Source: Rebollo-Monedero et al., Section V-A1; Machanavajjhala et al. 2007. It is not rounded.
    """
    return float(2.0 ** entropies(table.counts).min())


def recursive_l_diversity(table: PublishedTable, c: float) -> int:
    """The greatest l with ``r_1 < c (r_l + r_{l+1} + ... + r_m)`` in every class, r_i its i-th highest count.

    1-diversity counts as always satisfied. Higher is safer.
    Source: Machanavajjhala et al. 2007, recursive (c, l)-diversity.

    Arguments:
        table: the published table.
        c: how many times the rest the commonest value must stay below, > 0.

    Raises:
        ValueError: if c is not a positive number.
    """
    return int(recursive_diversities(table.counts, c).min())


def entropies(counts: ClassCounts) -> Floats:
    """H(X|y) of every class, in bits; shape (classes,)."""
    # 0.0 - and not a minus sign: a class with one value has 0, not -0.
    return 0.0 - counts.total(counts.shares * np.log2(counts.shares))


def recursive_diversities(counts: ClassCounts, c: float) -> Integers:
    """The greatest l of every class; shape (classes,)."""
    # Written so that NaN fails too.
    if not c > 0.0:
        raise ValueError(f"c must be more than 0, got {c}")
    order = np.lexsort((-counts.count, counts.owner))
    ranked = counts.count[order]
    taken = np.cumsum(ranked) - ranked
    before = taken - taken[counts.starts][counts.owner]
    tail = counts.sizes[counts.owner] - before
    holds = ranked[counts.starts][counts.owner] < c * tail
    return np.maximum(1, counts.total(holds.astype(np.int64)).astype(np.int64))


# t-closeness: how far the sensitive values of a class are from those of the whole table.


Distance: TypeAlias = Literal["equal", "ordered", "kl"]


def t_closeness(table: PublishedTable, distance: Distance | Hierarchy = "equal", prior: Prior | None = None) -> float:
    """``t = max over classes y of D(p(.|y), q)``. Lower is safer; 0 where every class is like the whole table.

    Distances: "equal" is the total variation ``1/2 sum_x |p(x|y) - q(x)|``, the earth mover's distance where all
    values are equally far apart; "ordered" the earth mover's distance of values in a row,
    ``1/(m-1) sum_i |sum_{j<=i} p(x_j|y) - q(x_j)|``; a hierarchy the earth mover's distance where two values are the
    farther apart the higher they meet (``hierarchical_distances``); "kl" the divergence
    ``sum_x p(x|y) log2(p(x|y) / q(x))`` in bits.
    Source: Li et al. 2007 for the first three, Ren & Li, Table II and Example 4; Rebollo-Monedero et al.,
    Section V-B1, for the last.

    Arguments:
        table: the published table.
        distance: one of the three, or a hierarchy of the sensitive values.
        prior: q, where it is not the table's own distribution: value -> probability, or one such for each class.

    Raises:
        ValueError: for another distance, a prior that is no distribution, or a hierarchy that leaves a value out.
    """
    if isinstance(distance, Hierarchy):
        return float(hierarchical_distances(table, distance, prior).max())
    return float(distances(counts_with_prior(table, prior), distance).max())


def hierarchical_distances(table: PublishedTable, hierarchy: Hierarchy, prior: Prior | None = None) -> Floats:
    """The earth mover's distance of every class by ``d(x, x') = (level where x and x' become the same) / height``.

    Mass that must leave a branch climbs to where it meets its like, so the distance is the mean over the levels below
    the root of the total variation there: ``1/H sum_{level < H} 1/2 sum_b |p(b|y) - q(b)|``, b the values of the level.
    Where not all values meet on the last level, they do on one above it.
    Source: Li et al. 2007, t-closeness, hierarchical distance; used in Ren & Li, Table II.

    Arguments:
        table: the published table.
        hierarchy: of the sensitive values, those of the prior included.
        prior: as ``t_closeness``.

    Returns:
        In [0, 1], lower is safer; shape (classes,).

    Raises:
        ValueError: if the hierarchy leaves a value out, or the prior is no distribution.

    >>> import pandas as pd
    >>> from leakage.published.hierarchy import tree
    >>> rows = [("<40", "Flu"), ("<40", "Cold"), ("40+", "Ulcer"), ("40+", "Cold")]
    >>> table = PublishedTable(pd.DataFrame(rows, columns=["Age", "Disease"]), ["Age"], "Disease")
    >>> hierarchical_distances(table, tree({"Flu": "lungs", "Cold": "lungs"}, ["Flu", "Cold", "Ulcer"])).tolist()
    [0.25, 0.25]
    """
    return mean_total_variation(counts_with_prior(table, prior), branches(hierarchy, values_with_prior(table, prior)))


def branches(hierarchy: Hierarchy, values: Sequence[Any]) -> tuple[tuple[Integers, int], ...]:
    """For every level below the root, the branch of each value and how many branches there are.

    Raises:
        ValueError: if the hierarchy leaves a value out.
    """
    texts = [MISSING if value is None else text_of(value) for value in values]
    if not set(texts) <= set(hierarchy.places):
        raise ValueError("the hierarchy must have every sensitive value")
    places = [hierarchy.places[text] for text in texts]
    *lower, (highest, roots) = hierarchy.codes
    levels = lower if roots == 1 else [*lower, (highest, roots)]
    return tuple((codes[places], size) for codes, size in levels)


def mean_total_variation(counts: ClassCounts, levels: Sequence[tuple[Integers, int]]) -> Floats:
    """The mean over some levels of the total variation of every class; shape (classes,)."""
    total = np.zeros(counts.classes)
    for branch, size in levels:
        keys = counts.owner * size + branch[counts.value]
        cells, place = np.unique(keys, return_inverse=True)
        shares = np.bincount(place, weights=counts.shares)
        before = np.zeros((*counts.prior.shape[:-1], size))
        np.add.at(before.T, branch, counts.prior.T)
        owner, branches = cells // size, cells % size
        expected = before[branches] if before.ndim == 1 else before[owner, branches]
        total += np.bincount(owner, weights=np.maximum(shares - expected, 0.0), minlength=counts.classes)
    return total / len(levels)


def distances(counts: ClassCounts, distance: Distance) -> Floats:
    """The distance of every class from the prior; shape (classes,)."""
    if distance == "equal":
        return counts.total(np.maximum(counts.shares - counts.before, 0.0))
    if distance == "ordered":
        return _ordered(counts)
    if distance == "kl":
        return divergences(counts)
    raise ValueError("the distance must be equal, ordered or kl")


def divergences(counts: ClassCounts) -> Floats:
    """``D(p(.|y) || q)`` of every class in bits; infinite where a value was thought impossible."""
    with np.errstate(divide="ignore"):
        ratios = np.log2(counts.shares / counts.before)
    # Rounding must not make a distance negative.
    divergences: Floats = np.maximum(counts.total(counts.shares * ratios), 0.0)
    return divergences


def _ordered(counts: ClassCounts) -> Floats:
    """The earth mover's distance of values in a row."""
    if counts.prior.ndim == 1:
        return _ordered_between_values(counts)
    shares = np.zeros(counts.prior.shape)
    shares[counts.owner, counts.value] = counts.shares
    moved: Floats = np.abs(np.cumsum(shares - counts.prior, axis=1)).sum(axis=1) / (counts.width - 1)
    return moved


def _ordered_between_values(counts: ClassCounts) -> Floats:
    """Between two values of a class its running sum stands still."""
    width = counts.width
    risen = np.minimum(np.cumsum(counts.prior), 1.0)
    areas = np.append(0.0, np.cumsum(risen))
    level = np.cumsum(counts.shares) - counts.shares
    level = np.minimum(level - level[counts.starts][counts.owner] + counts.shares, 1.0)
    ends = np.append(counts.value[1:], width)
    ends[counts.starts[1:] - 1] = width
    # The prior's running sum rises, so it crosses a standing level once.
    crossing = np.clip(np.searchsorted(risen, level), counts.value, ends)
    below = level * (crossing - counts.value) - (areas[crossing] - areas[counts.value])
    above = areas[ends] - areas[crossing] - level * (ends - crossing)
    first = areas[counts.value[counts.starts]]
    moved: Floats = np.maximum((counts.total(below + above) + first) / (width - 1), 0.0)
    return moved


# δ-disclosure and mutual information: the most telling value of all, and what the table tells on average.


def delta_disclosure(table: PublishedTable, prior: Prior | None = None) -> float:
    """``δ = max over x, y of |log2(p(x|y) / q(x))|`` in bits. Lower is safer; infinite if a class lacks a value.

    Source: Rebollo-Monedero et al., Section V-B3. That a value is ruled out tells something too: its probability of
    zero makes δ infinite; ``delta_disclosure_over_support`` is the finite maximum.
    """
    return float(disclosures(counts_with_prior(table, prior)).max())


def delta_disclosure_over_support(table: PublishedTable, prior: Prior | None = None) -> float:
    """``max |log2(p(x|y) / q(x))|`` over the values that occur in the class, in bits; what is ruled out is ignored."""
    return float(disclosures_over_support(counts_with_prior(table, prior)).max())


def mutual_information(table: PublishedTable, prior: Prior | None = None) -> float:
    """``R = I(X;Y) = E_y D(p(.|y) || q)`` in bits: what knowing the class tells on average. Lower is safer.

    Source: Rebollo-Monedero et al., Section V-B2; ``R <= t <= δ`` with t by the KL divergence. With a prior that is
    not the table's own it is the average divergence, and where classes overlap an average over the rows.
    """
    counts = counts_with_prior(table, prior)
    return float(np.sum(counts.class_probabilities * divergences(counts)))


def disclosures(counts: ClassCounts) -> Floats:
    """The greatest ``|log2(p(x|y) / q(x))|`` of every class, infinite where only one of the two is 0."""
    lacking = counts.total((counts.before > 0.0).astype(np.int64)) < np.count_nonzero(counts.prior, axis=-1)
    return np.where(lacking, np.inf, counts.greatest(_ratios(counts)))


def disclosures_over_support(counts: ClassCounts) -> Floats:
    """As ``disclosures``, over the values that are possible before and after."""
    ratios = _ratios(counts)
    return counts.greatest(np.where(np.isfinite(ratios), ratios, 0.0))


def _ratios(counts: ClassCounts) -> Floats:
    with np.errstate(divide="ignore"):
        ratios: Floats = np.abs(np.log2(counts.shares / counts.before))
    return ratios


# Distribution leakage and entropy leakage: two yardsticks that see what the other does not.


@dataclass(frozen=True, eq=False)
class ClassLeakage:
    """The leakage of every class.

    Arguments:
        per_class: at least 0; shape (classes,), in the order of ``class_yardsticks``.
    """

    per_class: Floats

    __repr__ = redacted_repr

    @property
    def maximum(self) -> float:
        """The greatest of all classes: the least ε (Definition 7) or α (Definition 10) that the table keeps to."""
        return float(self.per_class.max())


def distribution_leakage(table: PublishedTable, prior: Prior | None = None) -> ClassLeakage:
    """``L_D(S, [C]) = sqrt(sum_i (a_i - x_i)^2)`` of every class, a the belief before and x after. Lower is safer.

    Source: Ren & Li, Definitions 6 and 7; in [0, sqrt 2].

    Arguments:
        table: the published table.
        prior: a, where it is not the table's own distribution: value -> probability, or one such for each class.

    Raises:
        ValueError: if the prior is no distribution.
    """
    return ClassLeakage(distribution_leakages(counts_with_prior(table, prior)))


def entropy_leakage(table: PublishedTable, prior: Prior | None = None) -> ClassLeakage:
    """``L_E(S, [C]) = |H(a) - H(x)|`` in bits of every class, a the belief before and x after. Lower is safer.

    Source: Ren & Li, Definitions 8 to 10. Arguments and errors as ``distribution_leakage``.
    """
    return ClassLeakage(entropy_leakages(counts_with_prior(table, prior)))


def distribution_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``sqrt(sum_i (a_i - x_i)^2)`` of two distributions over the same values.

    Source: Ren & Li, Definition 6.

    Raises:
        ValueError: for what is no distribution, or two over other values.

    >>> round(distribution_distance([7 / 12, 3 / 12, 2 / 12], [3 / 4, 1 / 4, 0]) * 12, 6) == round(8**0.5, 6)
    True
    """
    a, x = distribution_of(before), distribution_of(after)
    if a.shape != x.shape:
        raise ValueError("the two distributions must be over the same values")
    return float(np.sqrt(np.sum((a - x) ** 2)))


def entropy_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``|H(a) - H(b)|`` in bits of two distributions.

    Source: Ren & Li, Definition 8.

    Raises:
        ValueError: for what is no distribution.

    >>> entropy_distance([0.25] * 4, [0.5, 0.5])
    1.0
    """
    return abs(shannon_entropy(before) - shannon_entropy(after))


def distribution_leakages(counts: ClassCounts) -> Floats:
    """The distribution leakage of every class; shape (classes,)."""
    all_before = np.sum(counts.prior**2, axis=-1)
    lacking = counts.total((counts.before > 0.0).astype(np.int64)) < np.count_nonzero(counts.prior, axis=-1)
    # What a class lacks counts whole; a difference of two equal sums would leave a trace of rounding.
    unseen = np.where(lacking, np.maximum(all_before - counts.total(counts.before**2), 0.0), 0.0)
    leakages: Floats = np.sqrt(counts.total((counts.shares - counts.before) ** 2) + unseen)
    return leakages


def entropy_leakages(counts: ClassCounts) -> Floats:
    """The entropy leakage of every class; shape (classes,)."""
    leakages: Floats = np.abs(renyi_entropies(np.atleast_2d(counts.prior).T, 1.0) - entropies(counts))
    return leakages
