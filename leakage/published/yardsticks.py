"""Yardsticks of a table: k-anonymity, l-diversity, t-closeness, δ-disclosure, distribution and entropy leakage.

Each yardstick has two functions: of the counts, for all classes, and of a table, for the worst class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_range
from leakage.frames import Floats, Integers
from leakage.published.entropy import distribution_of, distributions_of, renyi_entropies, shannon_entropy
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import (
    ClassCounts,
    Columns,
    PublishedTable,
    Table,
    grouped,
    naturally_sorted,
    table_of,
    tallied,
    text_of,
)

Belief: TypeAlias = Mapping[Any, float]
"""The probability of each sensitive value; values left out have none."""

Prior: TypeAlias = Belief | Sequence[Belief]
"""What an attacker believes before she sees the table: of everybody, or of each class in their order."""

LARGEST_PRIOR = 50_000_000


def counts_of(table: Table, prior: Prior | None = None, **columns: Unpack[Columns]) -> ClassCounts:
    """The classes of a table with a prior belief: a given one, or the table's own distribution.

    Source: Ren & Li, Definitions 2 and 4: the belief a about a class [C] may be another for each class.

    Arguments:
        prior: adds up to 1, and may name values that the table lacks; or one such belief for each class, up to
            50,000,000 probabilities in all.
    """
    counts = table_of(table, **columns).counts
    if prior is None:
        return counts
    shared = isinstance(prior, Mapping)
    given: list[Belief] = [prior] if isinstance(prior, Mapping) else list(prior)
    # Classes often share a prior.
    beliefs = list({id(belief): belief for belief in given}.values())
    for belief in beliefs:
        distribution_of(list(belief.values()))
    further = set().union(*beliefs).difference(counts.values)
    values = naturally_sorted([*counts.values, *further]) if further else counts.values
    if not shared and len(given) != counts.classes:
        raise ValueError(f"there must be one prior for each of the {counts.classes} classes, got {len(given)}")
    if not shared and counts.classes * len(values) > LARGEST_PRIOR:
        raise ValueError("the table has too many classes for a prior of each")
    rows = {id(belief): [float(belief.get(value, 0.0)) for value in values] for belief in beliefs}
    held = np.array([rows[id(belief)] for belief in given])
    places = {value: place for place, value in enumerate(values)}
    moved = np.array([places[value] for value in counts.values])[counts.value]
    _, moved, count = tallied(counts.owner, moved, counts.count)
    return replace(counts, value=moved, count=count, prior=held[0] if shared else held, values=tuple(values))


def conditional_prior(
    table: Table, known: Sequence[str], population: PublishedTable | None = None, **columns: Unpack[Columns]
) -> tuple[dict[Any, float], ...]:
    """``a_[C] = P(S | v)``: the belief about each class from statistics of S given some columns v.

    Without columns it is the distribution of the whole table, with all columns that of each class.
    Source: Ren & Li, Definition 2, the estimated conditional distribution ``P(S ∩ v) / P(v)``.
    """
    published = table_of(table, **columns)
    counted = published if population is None else population
    strange = set(known) - (set(published.quasi_identifiers) & set(counted.quasi_identifiers))
    if strange:
        raise ValueError(f"the columns known beforehand must be quasi-identifiers, got {', '.join(sorted(strange))}")
    chosen = [counted.columns[counted.quasi_identifiers.index(name)] for name in known]
    codes = [(column.codes[counted.first_rows], len(column.values)) for column in chosen]
    groups, size = grouped(codes, counted.counts.classes)
    merged = counted.counts.merged(groups, size)
    beliefs = [dict(zip(counted.values, merged.distribution(number).tolist(), strict=True)) for number in range(size)]
    by_values = dict(zip(_class_values(counted, known), (beliefs[group] for group in groups), strict=True))
    wanted = _class_values(published, known)
    if not by_values.keys() >= set(wanted):
        raise ValueError("the population must have a row like every class of the table")
    return tuple(by_values[values] for values in wanted)


def _class_values(table: PublishedTable, names: Sequence[str]) -> list[tuple[Any, ...]]:
    return [tuple(map(table.class_values(number).__getitem__, names)) for number in range(table.counts.classes)]


def k_anonymity(table: Table, **columns: Unpack[Columns]) -> int:
    """``k = min over classes y of |y|``: everybody looks like at least k - 1 others. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.1; Rebollo-Monedero et al., Section II-B.
    """
    return int(table_of(table, **columns).counts.sizes.min())


def distinct_l_diversity(table: Table, **columns: Unpack[Columns]) -> int:
    """``l = min over classes y of |{x: p(x|y) > 0}|``: the fewest values that remain possible. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.2; Rebollo-Monedero et al., Section V-A1.
    """
    return int(table_of(table, **columns).counts.distinct.min())


def entropy_l_diversity(table: Table, **columns: Unpack[Columns]) -> float:
    """``l = min over classes y of 2^H(X|y)``: the greatest l with entropy at least log l everywhere. Higher is safer.

    Source: Rebollo-Monedero et al., Section V-A1; Machanavajjhala et al. 2007. It is not rounded.
    """
    return float(2.0 ** entropies(table_of(table, **columns).counts).min())


def recursive_l_diversity(table: Table, c: float, **columns: Unpack[Columns]) -> int:
    """The greatest l with ``r_1 < c (r_l + r_{l+1} + ... + r_m)`` in every class, r_i its i-th highest count.

    1-diversity counts as always satisfied; c must be more than 0. Higher is safer.
    Source: Machanavajjhala et al. 2007.
    """
    return int(recursive_diversities(table_of(table, **columns).counts, c).min())


def entropies(counts: ClassCounts) -> Floats:
    """H(X|y) of every class, in bits."""
    # Subtracting from 0.0 gives 0 for a class with one value, not -0.
    return 0.0 - counts.total(counts.shares * np.log2(counts.shares))


def recursive_diversities(counts: ClassCounts, c: float) -> Integers:
    """``recursive_l_diversity`` of every class."""
    check_range("c", c, "(0, inf]")
    order = np.lexsort((-counts.count, counts.owner))
    ranked = counts.count[order]
    taken = np.cumsum(ranked) - ranked
    first = counts.starts[counts.owner]
    tail = counts.sizes[counts.owner] - (taken - taken[first])
    return np.maximum(1, counts.total(ranked[first] < c * tail).astype(np.int64))


Distance: TypeAlias = Literal["equal", "ordered", "kl"] | Hierarchy


def t_closeness(
    table: Table, distance: Distance = "equal", prior: Prior | None = None, **columns: Unpack[Columns]
) -> float:
    """``t = max over classes y of D(p(.|y), q)``. Lower is safer; 0 if every class is like the whole table.

    Distances: "equal" is the total variation ``1/2 sum_x |p(x|y) - q(x)|``, the earth mover's distance of values
    that are all equally far apart; "ordered" the earth mover's distance of values in a row,
    ``1/(m-1) sum_i |sum_{j<=i} p(x_j|y) - q(x_j)|``; a hierarchy the earth mover's distance by
    ``d(x, x') = (level where x and x' become the same) / height``; "kl" the divergence
    ``sum_x p(x|y) log2(p(x|y) / q(x))`` in bits.
    Source: Li et al. 2007 for the first three, Ren & Li, Table II and Example 4; Rebollo-Monedero et al.,
    Section V-B1, for the last.

    Arguments:
        distance: one of the names, or a hierarchy of the sensitive values, with those of the prior.
    """
    return float(distances(counts_of(table, prior, **columns), distance).max())


def distances(counts: ClassCounts, distance: Distance) -> Floats:
    """The distance of every class from the prior."""
    if isinstance(distance, Hierarchy):
        return _hierarchical(counts, distance)
    if distance == "equal":
        return counts.total(np.maximum(counts.shares - counts.before, 0.0))
    if distance == "kl":
        return divergences(counts)
    if distance != "ordered":
        raise ValueError("the distance must be equal, ordered, kl or a hierarchy")
    if counts.prior.ndim == 1:
        return _ordered(counts)
    shares = np.zeros(counts.prior.shape)
    shares[counts.owner, counts.value] = counts.shares
    return np.asarray(np.abs(np.cumsum(shares - counts.prior, axis=1)).sum(axis=1) / (len(counts.values) - 1))


def divergences(counts: ClassCounts) -> Floats:
    """``D(p(.|y) || q)`` of every class in bits; infinite if the prior rules a value out."""
    # Rounding must not make a distance negative.
    return np.maximum(counts.total(counts.shares * _ratios(counts)), 0.0)


def _hierarchical(counts: ClassCounts, hierarchy: Hierarchy) -> Floats:
    """``1/H sum_{level < H} 1/2 sum_b |p(b|y) - q(b)|``, b the values of the level.

    Mass that leaves a branch moves up until it can enter another, so the distance is the mean of the total variations
    over the levels below the root. If not all values meet on the last level, they do on one above it.
    """
    texts = [text_of(value) for value in counts.values]
    if not set(texts) <= set(hierarchy.places):
        raise ValueError("the hierarchy must have every sensitive value")
    places = [hierarchy.places[text] for text in texts]
    levels = hierarchy.codes[:-1] if hierarchy.codes[-1][1] == 1 else hierarchy.codes
    moved = np.zeros(counts.classes)
    for codes, size in levels:
        branch = codes[places]
        before = np.zeros((*counts.prior.shape[:-1], size))
        np.add.at(before.T, branch, counts.prior.T)
        entries = tallied(counts.owner, branch[counts.value], counts.count)
        moved += distances(ClassCounts(counts.sizes, *entries, before, tuple(range(size))), "equal")
    return moved / len(levels)


def _ordered(counts: ClassCounts) -> Floats:
    """The distance by entries, for one prior: the running sum of a class is constant between two of its values."""
    width = len(counts.values)
    risen = np.minimum(np.cumsum(counts.prior), 1.0)
    areas = np.append(0.0, np.cumsum(risen))
    level = np.cumsum(counts.shares) - counts.shares
    level = np.minimum(level - level[counts.starts][counts.owner] + counts.shares, 1.0)
    ends = np.append(counts.value[1:], width)
    ends[counts.starts[1:] - 1] = width
    # The prior's running sum rises, so it crosses a constant once.
    crossing = np.clip(np.searchsorted(risen, level), counts.value, ends)
    below = level * (crossing - counts.value) - (areas[crossing] - areas[counts.value])
    above = areas[ends] - areas[crossing] - level * (ends - crossing)
    first = areas[counts.value[counts.starts]]
    return np.asarray(np.maximum((counts.total(below + above) + first) / (width - 1), 0.0))


def delta_disclosure(table: Table, prior: Prior | None = None, **columns: Unpack[Columns]) -> float:
    """``δ = max over x, y of |log2(p(x|y) / q(x))|`` in bits. Lower is safer; infinite if a class lacks a value.

    Source: Rebollo-Monedero et al., Section V-B3. Arguments as ``t_closeness``.
    """
    return float(disclosures(counts_of(table, prior, **columns)).max())


def mutual_information(table: Table, prior: Prior | None = None, **columns: Unpack[Columns]) -> float:
    """``R = I(X;Y) = E_y D(p(.|y) || q)`` in bits: the average information in the class. Lower is safer.

    With another prior than the table's own it is the average divergence. ``R <= t <= δ`` with t by the KL divergence.
    Source: Rebollo-Monedero et al., Section V-B2. Arguments as ``t_closeness``.
    """
    counts = counts_of(table, prior, **columns)
    return float(np.sum(counts.class_probabilities * divergences(counts)))


def disclosures(counts: ClassCounts) -> Floats:
    """The greatest ``|log2(p(x|y) / q(x))|`` of every class; infinite if only one of the two is 0."""
    return np.where(_lacking(counts), np.inf, counts.greatest(np.abs(_ratios(counts))))


def disclosures_over_support(counts: ClassCounts) -> Floats:
    """The same over the values that are possible before and after."""
    ratios = np.abs(_ratios(counts))
    return counts.greatest(np.where(np.isfinite(ratios), ratios, 0.0))


def _ratios(counts: ClassCounts) -> Floats:
    """``log2(p(x|y) / q(x))`` of every entry."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log2(counts.shares / counts.before))


def _lacking(counts: ClassCounts) -> npt.NDArray[np.bool_]:
    return np.asarray(counts.total(counts.before > 0.0) < np.count_nonzero(counts.prior, axis=-1))


def distribution_leakage(table: Table, prior: Prior | None = None, **columns: Unpack[Columns]) -> Floats:
    """``L_D(S, [C]) = sqrt(sum_i (a_i - x_i)^2)`` of every class, a the belief before and x after. Lower is safer.

    The greatest is the least ε that the table satisfies.
    Source: Ren & Li, Definitions 6 and 7; in [0, sqrt 2]. Arguments as ``t_closeness``, the prior being a.
    """
    return distribution_leakages(counts_of(table, prior, **columns))


def entropy_leakage(table: Table, prior: Prior | None = None, **columns: Unpack[Columns]) -> Floats:
    """``L_E(S, [C]) = |H(a) - H(x)|`` in bits of every class, a the belief before and x after. Lower is safer.

    The greatest is the least α that the table satisfies.
    Source: Ren & Li, Definitions 8 to 10. Arguments as ``distribution_leakage``.
    """
    return entropy_leakages(counts_of(table, prior, **columns))


def distribution_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``sqrt(sum_i (a_i - x_i)^2)`` of two distributions over the same values. Source: Ren & Li, Definition 6."""
    a, x = distributions_of(before, after)
    return float(np.sqrt(np.sum((a - x) ** 2)))


def entropy_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``|H(a) - H(b)|`` in bits of two distributions. Source: Ren & Li, Definition 8."""
    return abs(shannon_entropy(before) - shannon_entropy(after))


def distribution_leakages(counts: ClassCounts) -> Floats:
    """The distribution leakage of every class."""
    squares = np.sum(counts.prior**2, axis=-1)
    # Values that a class lacks are summed, as a difference of sums would leave a rounding error.
    unseen = np.where(_lacking(counts), np.maximum(squares - counts.total(counts.before**2), 0.0), 0.0)
    return np.asarray(np.sqrt(counts.total((counts.shares - counts.before) ** 2) + unseen))


def entropy_leakages(counts: ClassCounts) -> Floats:
    """The entropy leakage of every class."""
    return np.asarray(np.abs(renyi_entropies(np.atleast_2d(counts.prior).T, 1.0) - entropies(counts)))
