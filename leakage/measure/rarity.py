"""Self-information: a rare value tells more than a usual one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from leakage import registry
from leakage.frames import Records, records_of
from leakage.measure.weights import Measure, Weights, as_measure, rescaled
from leakage.record import Record

LN_2 = math.log(2.0)


def _holders(counts: ValueCounts) -> tuple[object, ...]:
    return ({label: dict(values) for label, values in counts.counts},)


@registry.by_arguments(_holders)
@dataclass(frozen=True, init=False, repr=False)
class ValueCounts:
    """How many people hold each value of each label: the background statistics.

    "Knowing that someone has an average age may be considered less leakage than knowing that someone has an
    exceptional age." Of N holders of a label n hold the value, of D different ones; smoothed by one more for each
    value seen, and for all unseen ones together (Laplace), its share is ``(n + 1) / (N + D + 1)``.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (second extension: background statistics); the paper leaves it open.

    Arguments:
        counts: label to value to number of holders > 0; a doubtful holder counts by the confidence.

    >>> ages = ValueCounts({"Age": {"30": 6, "31": 7, "99": 1}})
    >>> round(ages.information("Age", "99"), 9), round(ages.information("Age", "not seen"), 9)
    (3.169925001, 4.169925001)
    """

    counts: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]

    def __init__(
        self,
        counts: Mapping[str, Mapping[str, float]] | Iterable[tuple[str, Iterable[tuple[str, float]]]] = (),
    ) -> None:
        given = {label: {v: float(n) for v, n in dict(values).items()} for label, values in dict(counts).items()}
        if not all(0.0 < n < math.inf for values in given.values() for n in values.values()):
            raise ValueError("a count must be a positive finite number")
        if any(not label or "" in values for label, values in given.items()):
            raise ValueError("label and value must not be empty")
        tables = tuple((label, tuple(sorted(values.items()))) for label, values in sorted(given.items()) if values)
        object.__setattr__(self, "counts", tables)

    @staticmethod
    def of(records: Records) -> ValueCounts:
        """What records say, one a person.

        >>> ValueCounts.of([Record.of(("Age", "30")), Record.of(("Age", "30", 0.5))]).counts
        (('Age', (('30', 1.5),)),)
        """
        counts: dict[str, dict[str, float]] = {}
        for record in records_of(records):
            for attribute in record:
                if attribute.confidence > 0.0:
                    values = counts.setdefault(attribute.label, {})
                    values[attribute.value] = values.get(attribute.value, 0.0) + attribute.confidence
        return ValueCounts(counts)

    @cached_property
    def _tables(self) -> dict[str, dict[str, float]]:
        return {label: dict(values) for label, values in self.counts}

    @cached_property
    def _totals(self) -> dict[str, float]:
        """``N + D + 1`` of every label."""
        return {label: math.fsum(values.values()) + len(values) + 1.0 for label, values in self._tables.items()}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels there is a count of, sorted."""
        return tuple(label for label, _ in self.counts)

    def share(self, label: str, value: str) -> float:
        """The smoothed share of a label's holders who hold a value, ``(n + 1) / (N + D + 1)``, in (0, 1)."""
        return (self._tables[label].get(value, 0.0) + 1.0) / self._totals[label]

    def information(self, label: str, value: str) -> float:
        """``I(l, v) = log2(1 / share)`` > 0 in bits: what it tells to say that the value is this one."""
        count = self._tables[label].get(value, 0.0) + 1.0
        # By log1p to the last bits also where nearly all hold it.
        return math.log1p((self._totals[label] - count) / count) / LN_2

    def expected_information(self, label: str) -> float:
        """``sum_v share(v) I(l, v)`` in bits, all unseen values being one: what a value of the label tells on average.

        >>> ValueCounts({"Age": {"30": 1, "31": 1}}).expected_information("Age").__round__(9)
        1.521928095
        """
        # Nobody holds the empty value: it stands for all that were not seen.
        return math.fsum(self.share(label, v) * self.information(label, v) for v in (*self._tables[label], ""))


NO_COUNTS = ValueCounts()


def information_of_labels(reference: Record, counts: ValueCounts) -> dict[str, float]:
    """What a fact of each label tells, in bits: of e's values, their mean; of a label that e lacks, what is expected.

    Source: Whang & Garcia-Molina 2012, Section 2.1 (second extension); see ``weights_by_self_information``.

    >>> counts = ValueCounts({"Age": {"30": 3, "99": 1}})
    >>> round(information_of_labels(Record.of(("Age", "99")), counts)["Age"], 9)
    1.807354922
    """
    return {
        label: fmean(counts.information(label, value) for value in reference.values(label))
        if reference.values(label)
        else counts.expected_information(label)
        for label in counts.labels
    }


def weights_by_self_information(reference: Record, counts: ValueCounts, weights: Weights | None = None) -> Measure:
    """Weights by which a rare value of the person counts more than a usual one.

    ``w'_l = w_l I_l / I_mean``. I_l is the self-information of the value that e holds under l (the mean of several, so
    that W_e is the sum over all facts of ``w_l I(l, v)``, but for the unit); I_mean its mean over the facts of e that
    there are counts of. The measure's weights are by label. So what is wrong under l weighs what the truth there
    would, however rare the wrong value is itself: a guess dilutes no more for being far-fetched. Under a label that e
    lacks it weighs what a value of that label tells on average. A label without counts, and what related labels
    share, keep their weight, as a fact of usual rarity.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (second extension: background statistics), which leaves it open.

    Arguments:
        reference: e.
        counts: the background statistics.
        weights: w, as ``record_leakage``; a Measure keeps its similarities and relations.

    Returns:
        weights of the same kind, to be used with the same e; the same where there is no count for any fact of e.

    >>> e = Record.of(("Age", "99"), ("City", "Ulm"))
    >>> counts = ValueCounts({"Age": {"30": 58, "99": 3}, "City": {"Ulm": 3, "Bonn": 1}})
    >>> [(label, round(weight, 3)) for label, weight in weights_by_self_information(e, counts).weights]
    [('Age', 1.664), ('City', 0.336)]
    """
    measure = as_measure(weights)
    labels = set(counts.labels)
    information = [counts.information(a.label, a.value) for a in reference if a.label in labels]
    if not information:
        return measure
    mean = fmean(information)
    return rescaled(measure, {label: bits / mean for label, bits in information_of_labels(reference, counts).items()})
