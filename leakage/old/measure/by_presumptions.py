"""The measure of records that say of some facts only that they are probably held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.old.database import Database, Floats, Integers
from leakage.old.measure.comparison import LeakageTable, Measuring
from leakage.old.measure.weights import Measure, Weights
from leakage.old.presumption import PresumedLabel, either, fact_of, presumes, with_presumed_facts
from leakage.record import Attribute, Pair, Record


@dataclass(frozen=True)
class ByPresumptions:
    """Another measure, of records in which what is presumed counts as held with the probability that any source has it.

    ``L(r, e) = L(with_presumed_facts(r), e)``. Its methods are those of ``Measuring``. L is multilinear in the
    confidences of a record, and ``p_f = 1 - prod_i (1 - p_i)`` in those of its sources; so slopes are products.

    Arguments:
        weights: the measure as it was given.
        inner: what counts once presumptions are facts.
    """

    weights: Measure
    inner: Measuring

    right_or_wrong = False

    @property
    def grows(self) -> bool:
        return self.inner.grows

    @property
    def without_presumptions(self) -> Measuring:
        return self.inner

    def counted(self, record: Record) -> Record:
        return with_presumed_facts(record)

    @property
    def graded_labels(self) -> frozenset[str]:
        return self.inner.graded_labels

    def weight_of(self, label: str) -> float:
        return self.inner.weight_of(_label(label))

    def total(self, reference: Record) -> float:
        return self.inner.total(reference)

    def similarity_to(self, reference: Record) -> Callable[[Pair], float]:
        similarity = self.inner.similarity_to(reference)
        return lambda pair: similarity(fact_of(pair))

    def indirectly_known(self, reference: Record, record: Record) -> frozenset[Pair]:
        return self.inner.indirectly_known(reference, with_presumed_facts(record))

    def plainest(self, pairs: Iterable[Pair], reference: Record, labels: Iterable[str]) -> Weights | None:
        there = tuple(labels)
        if any(isinstance(label, PresumedLabel) for label in there):
            return self.weights
        return self.inner.plainest(pairs, reference, there)

    def ceiling(self, least: Record, reach: Record, reference: Record) -> float:
        return self.inner.ceiling(with_presumed_facts(least), with_presumed_facts(reach), reference)

    def table(self, pairs: Sequence[Pair], reference: Record) -> LeakageTable:
        facts = tuple(dict.fromkeys(map(fact_of, pairs)))
        return TableByPresumptions(tuple(pairs), facts, self.inner.table(facts, reference))

    def parts(self, record: Record, reference: Record, whole: Record | None = None) -> tuple[float, float, float]:
        facts = None if whole is None else with_presumed_facts(whole)
        return self.inner.parts(with_presumed_facts(record), reference, facts)

    def ratios(self, records: Database | Sequence[Record], reference: Record, beta: float, part: float = 1.0) -> Floats:
        if not isinstance(records, Database):
            return self.inner.ratios([with_presumed_facts(record) for record in records], reference, beta, part)
        presuming = presuming_records(records)
        if not len(presuming):
            return self.inner.ratios(records, reference, beta, part)
        ratios = np.empty(len(records))
        others = np.setdiff1d(np.arange(len(records)), presuming)
        ratios[presuming] = self.ratios([records[number] for number in presuming.tolist()], reference, beta, part)
        ratios[others] = self.inner.ratios(records.only(others), reference, beta, part)
        return ratios

    def recall(self, record: Record, reference: Record) -> float:
        return self.inner.recall(with_presumed_facts(record), reference)

    def slopes(self, record: Record, reference: Record, beta: float) -> Floats:
        """``dL/dp_i = dL/dp_f prod_{j != i} (1 - p_j)``."""
        facts = with_presumed_facts(record)
        slopes = dict(zip((a.pair for a in facts), self.inner.slopes(facts, reference, beta).tolist(), strict=True))
        sources: dict[Pair, list[Attribute]] = {}
        for attribute in record:
            sources.setdefault(fact_of(attribute.pair), []).append(attribute)
        return np.array([slopes[fact_of(a.pair)] * _absent(sources[fact_of(a.pair)], a) for a in record])

    def slopes_of_additions(
        self, options: Sequence[tuple[Attribute, bool]], record: Record, reference: Record, beta: float
    ) -> Floats:
        """Of a fact that is presumed already: what is left of it to become certain."""
        facts = with_presumed_facts(record)
        own_slopes = dict(zip((a.pair for a in facts), self.inner.slopes(facts, reference, beta).tolist(), strict=True))
        fresh = [option for option in options if option[0].pair not in own_slopes]
        slopes = dict(
            zip(
                (attribute.pair for attribute, _ in fresh),
                self.inner.slopes_of_additions(fresh, facts, reference, beta).tolist(),
                strict=True,
            )
        )
        left = {pair: slope * (1.0 - facts.confidence_of(pair)) for pair, slope in own_slopes.items()}
        return np.array([(left | slopes)[attribute.pair] for attribute, _ in options])

    def rescaled_leakages(
        self, records: Database | Sequence[Record], reference: Record, labels: Sequence[str], factors: Sequence[float]
    ) -> Floats:
        presumed = [with_presumed_facts(record) for record in records] if _any_presumes(records) else records
        return self.inner.rescaled_leakages(presumed, reference, labels, factors)

    def in_columns(self, records: Sequence[Record]) -> Database | Sequence[Record]:
        return self.inner.in_columns([with_presumed_facts(record) for record in records])


@dataclass(frozen=True, eq=False)
class TableByPresumptions:
    """The table of another measure; the columns of one fact, given or presumed, become one.

    >>> from leakage.old.measure.measuring import as_measure
    >>> from leakage.old.presumption import presumption
    >>> presumed = [presumption(("P", "1"), shop, 0.5).pair for shop in ("Shop", "Bank")]
    >>> table = as_measure(Measure(presumptions=True)).table(presumed, Record.of(("P", "1")))
    >>> table.leakages(np.array([[0.5, 0.0], [0.5, 0.5]])).round(9).tolist()
    [0.5, 0.75]
    """

    pairs: Sequence[Pair]
    facts: Sequence[Pair]
    inner: LeakageTable

    def leakages(self, confidences: Floats) -> Floats:
        return self.inner.leakages(self._of_facts(confidences))

    def _of_facts(self, confidences: Floats) -> Floats:
        """From shape (rows, attributes) to (rows, facts)."""
        order, starts = self._by_fact
        if len(starts) == len(order):
            return confidences[:, order]
        sources = confidences[:, order]
        either = 1.0 - np.multiply.reduceat(1.0 - sources, starts, axis=1)
        greatest = np.maximum.reduceat(sources, starts, axis=1)
        # One source alone keeps its bits, as it does in ``either``.
        several = np.add.reduceat(sources > 0.0, starts, axis=1, dtype=np.int64) > 1
        return np.where(several, either, greatest)

    @cached_property
    def _by_fact(self) -> tuple[Integers, Integers]:
        """The columns, those of one fact together, and where each fact's begin."""
        place = {fact: number for number, fact in enumerate(self.facts)}
        number = np.array([place[fact_of(pair)] for pair in self.pairs], dtype=np.int64)
        order = np.argsort(number, kind="stable")
        return order, np.searchsorted(number[order], np.arange(len(self.facts)))


def presuming_records(records: Database) -> Integers:
    """The numbers of the records of a database that presume anything, ascending."""
    presumed = np.array([isinstance(label, PresumedLabel) for label in records.labels], dtype=bool)
    if not presumed.any():
        return np.zeros(0, dtype=np.int64)
    return np.unique(records.record[presumed[records.label] & (records.confidence > 0.0)])


def _any_presumes(records: Database | Sequence[Record]) -> bool:
    return bool(len(presuming_records(records))) if isinstance(records, Database) else any(map(presumes, records))


def _absent(sources: Sequence[Attribute], but: Attribute) -> float:
    """The probability that none of the other sources is right."""
    return 1.0 - either([0.0, *(source.confidence for source in sources if source is not but)])


def _label(label: str) -> str:
    return label.label if isinstance(label, PresumedLabel) else label
