"""The integral where attributes compete for a fact, or share one.

Of several present attributes that claim the same fact only the closest earns ``w sim`` (the first of equals), so that
X stays at most W_e and F_beta at most 1, while Y grows by the weight of every one. A fact shared by related labels is
in a world exactly where one of the attributes T that tell it is (Definition 1 is over the worlds of r; the shared
fact has no confidence of its own). With q = 1 - p and E_a = exp(-s w_a), F_a = q_a + p_a E_a, and J the event that one
of T is present, P(no attribute of T) being ``prod_T q_a``:

    E[exp(-s Y_T)] = F_T = exp(-s w_J) prod_T F_a  +  (1 - exp(-s w_J)) prod_T q_a.

For the first term counts w_J in every world; the second takes it back from the one where none of T is present, and
Y_T is 0. An attribute i of T earns where it is present and all better claimants j of its fact are absent; so does
one that claims the shared fact, which each tells at its own similarity. Where i is present so is J, hence

    E[X_T exp(-s Y_T)] = exp(-s w_J) prod_T F_a  sum_claims c_i  p_i E_i / F_i  prod_{j better than i} q_j / F_j.

Attributes that tell nothing shared are the case w_J = 0. A wrong fact that counts N times (``leakage.measure.claims``)
gives the factor ``E[exp(-s w N)] = sum_k P(N = k) exp(-s w k)`` and earns nothing. Groups T are independent, so

    E[X / (A + Y)] = int_0^inf exp(-s A) prod_T F_T(s) S(s) ds,     S = sum_T E[X_T exp(-s Y_T)] / F_T,

by the same steps as in ``leakage.measure.integral``, and by the same rule to the last bits: the integrand is again a
sum of c exp(-s y) with c > 0. Attributes without competitors are summed as there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from leakage.database import Floats, Integers
from leakage.measure.claims import Claims
from leakage.measure.columns import Columns, segment_sums
from leakage.measure.comparison import Mask
from leakage.measure.integral import CHUNK, decay_rate, integrated, summed
from leakage.measure.presence import BLOCK, parts_of, tilted

LogsAndEarned = tuple[Floats, Floats]
"""``ln F(s)`` and ``S(s)``, each of shape (nodes, records)."""


def expected_ratios(claims: Claims) -> Floats:
    """``E[X / (A + Y)]`` of every record, A being the scale of the claims' columns; shape (records,).

    Source: Whang & Garcia-Molina 2012, Definition 1, Section 2 (correlated attributes) and Section 2.1 (first
    extension), as derived above. Time O(attributes), times the logarithm of the most claimants of one fact.
    """
    claims = _rescaled(claims)
    columns, competing = claims.columns, claims.competing
    certain = (columns.confidence == 1.0) & ~competing
    free = columns.keep(~competing & ~certain)
    repeated = _Repeated(claims)
    scale = columns.scale + columns.total(np.where(certain, columns.weight, 0.0)) + repeated.always
    credit = columns.total(np.where(certain, columns.credit, 0.0))
    among, alone = _Competing(claims, competing), _alone(free)

    def at(s: Floats) -> LogsAndEarned:
        (logs, earned), (more_logs, more_earned) = among.at(s), alone(s)
        return logs + more_logs + repeated.at(s), credit + earned + more_earned

    spread = columns.total(np.where(certain, 0.0, columns.weight)) + among.shared + repeated.spread
    earning = replace(columns.scaled(scale), credit=columns.credit + claims.shared_credit)
    work = len(columns.weight) + len(repeated.level)
    return integrated(at, scale, decay_rate(earning), spread, work)


def _rescaled(claims: Claims) -> Claims:
    """The same with weights of usual size, each record's multiplied by a power of 2 where they are not."""
    columns, owner = claims.columns, claims.owner
    every = np.zeros(len(claims.shared_weight), dtype=np.int64)
    every[claims.shared[claims.shared >= 0]] = owner[claims.shared >= 0]
    extra = [(times.record, times.weight) for times in claims.repeated]
    weight = np.concatenate((columns.weight, claims.shared_weight, [w for _, w in extra]))
    record = np.concatenate((owner, every, np.array([n for n, _ in extra], dtype=np.int64)))
    order = np.argsort(record, kind="stable")
    bounds = np.searchsorted(record[order], np.arange(len(columns.scale) + 1))
    power = replace(columns, weight=weight[order], bounds=bounds).rescaling()
    if power is None:
        return claims
    return replace(
        claims,
        columns=columns.times(power),
        shared_credit=np.ldexp(claims.shared_credit, power[owner]),
        shared_weight=np.ldexp(claims.shared_weight, power[every]),
        repeated=tuple(
            times._replace(weight=float(np.ldexp(times.weight, power[times.record]))) for times in claims.repeated
        ),
    )


def _alone(columns: Columns) -> Callable[[Floats], LogsAndEarned]:
    """The attributes that neither compete nor are certain, by ``leakage.measure.presence``."""
    filled = np.flatnonzero(np.diff(columns.bounds))
    bounds = np.append(columns.bounds[filled], columns.bounds[-1])
    parts = parts_of(replace(columns, bounds=bounds, scale=columns.scale[filled]), CHUNK) if len(filled) else []

    def at(s: Floats) -> LogsAndEarned:
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        if parts:
            logs[:, filled], earned[:, filled] = summed(parts, s[:, filled])
        return logs, earned

    return at


class _Competing:
    """The attributes that compete, those of a group together; those that share nothing are a group with w_J = 0."""

    def __init__(self, claims: Claims, competing: Mask) -> None:
        rows = np.flatnonzero(competing)
        rows = rows[np.lexsort((claims.shared[rows], claims.owner[rows]))]
        columns, self._owner = claims.columns, claims.owner[rows]
        self._records = len(columns.scale)
        self._columns = Columns(
            columns.weight[rows], columns.confidence[rows], columns.credit[rows], np.array([0, len(rows)]), np.zeros(1)
        )
        with np.errstate(divide="ignore"):
            self._absent = np.log1p(-self._columns.confidence)
        self._group(claims.shared[rows], claims.shared_weight)
        self._claim(rows, claims)
        self.shared = self._by_record(self._group_owner, self._group_weight)
        """The weight of what is shared, shape (records,)."""

    def _group(self, shared: Integers, shared_weight: Floats) -> None:
        starts = np.ones(len(shared), dtype=bool)
        starts[1:] = (np.diff(shared) != 0) | (np.diff(self._owner) != 0)
        first = np.flatnonzero(starts)
        self._group_of = np.cumsum(starts) - 1
        self._groups = np.append(first, len(shared))
        self._group_owner = self._owner[first]
        self._group_weight = np.concatenate((shared_weight, [0.0]))[shared[first]]
        self._none = segment_sums(self._absent[np.newaxis, :], self._groups)[0]

    def _claim(self, rows: Integers, claims: Claims) -> None:
        """All claims on facts and shared facts, of each record and fact together, the closest first."""
        own, told = claims.columns.credit[rows] > 0.0, claims.shared_credit[rows] > 0.0
        place = np.concatenate((np.flatnonzero(own), np.flatnonzero(told)))
        credit = np.concatenate((claims.columns.credit[rows[own]], claims.shared_credit[rows[told]]))
        # Facts and shared facts are numbered apart.
        fact = np.concatenate((claims.fact[rows[own]], -1 - claims.shared[rows[told]]))
        # A fact's claimants have the same weight: the greater credit is the closer.
        order = np.lexsort((rows[place], -credit, fact, self._owner[place]))
        self._claimant, self._credit, fact = place[order], credit[order], fact[order]
        starts = np.ones(len(fact), dtype=bool)
        starts[1:] = np.diff(fact) != 0
        first = np.maximum.accumulate(np.where(starts, np.arange(len(fact)), 0))
        rank = np.arange(len(fact)) - first
        steps = [1 << power for power in range(int(rank.max(initial=0)).bit_length())]
        self._after = [(step, np.flatnonzero(rank >= step)) for step in steps]

    def at(self, s: Floats) -> LogsAndEarned:
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        if len(self._owner):
            size = max(1, BLOCK // len(self._owner))
            for first in range(0, len(s), size):
                nodes = slice(first, first + size)
                logs[nodes], earned[nodes] = self._at(s[nodes])
        return logs, earned

    def _at(self, s: Floats) -> LogsAndEarned:
        logs, present = tilted(self._columns, s[:, self._owner])
        group_logs, known = self._groups_at(s, logs)
        hidden = self._hidden(self._absent - logs)
        share = present[:, self._claimant] * np.exp(hidden + known[:, self._group_of[self._claimant]])
        return (
            self._by_record(self._group_owner, group_logs),
            self._by_record(self._owner[self._claimant], self._credit * share),
        )

    def _hidden(self, absent: Floats) -> Floats:
        """The sum of ``ln q_j / F_j`` over all better claimants j, for every claim: prefix sums by doubling."""
        hidden = np.zeros((len(absent), len(self._claimant)))
        for step, claims in self._after:
            if step == 1:
                hidden[:, claims] = absent[:, self._claimant[claims - 1]]
            hidden[:, claims] += hidden[:, claims - step]
        return hidden

    def _groups_at(self, s: Floats, logs: Floats) -> tuple[Floats, Floats]:
        """``ln F_T``, and of it the part with w_J everywhere: ``ln (exp(-s w_J) prod_T F_a) - ln F_T``."""
        x = s[:, self._group_owner] * self._group_weight
        told = segment_sums(logs, self._groups) - x
        with np.errstate(divide="ignore"):
            together: Floats = np.logaddexp(told, np.log(-np.expm1(-x)) + self._none)
        return together, told - together

    def _by_record(self, owner: Integers, values: Floats) -> Floats:
        bounds = np.searchsorted(owner, np.arange(self._records + 1))
        return segment_sums(np.atleast_2d(values), bounds).reshape((*values.shape[:-1], self._records))


class _Repeated:
    """The wrong facts that count several times; what they count at least is always there."""

    def __init__(self, claims: Claims) -> None:
        records = len(claims.columns.scale)
        self.always, self.spread = np.zeros(records), np.zeros(records)
        self._owner = np.array([times.record for times in claims.repeated], dtype=np.int64)
        levels = []
        for times in claims.repeated:
            possible = np.flatnonzero(times.likely)
            least, most = times.weight * possible[0], times.weight * possible[-1]
            self.always[times.record] += least
            self.spread[times.record] += most - least
            levels.append((times.weight * (possible - possible[0]), times.likely[possible]))
        self._bounds = np.concatenate(([0], np.cumsum([len(level) for level, _ in levels]))).astype(np.int64)
        self.level = np.concatenate([np.zeros(0), *(level for level, _ in levels)])
        self._likely = np.concatenate([np.zeros(0), *(likely for _, likely in levels)])

    def at(self, s: Floats) -> Floats:
        """The sum of ``ln E[exp(-s w N)]``, shape (nodes, records)."""
        if not len(self._owner):
            return np.zeros(s.shape)
        each = s[:, np.repeat(self._owner, np.diff(self._bounds))]
        factors = segment_sums(self._likely * np.exp(-each * self.level), self._bounds)
        with np.errstate(divide="ignore"):
            return segment_sums(np.log(factors), np.searchsorted(self._owner, np.arange(s.shape[1] + 1)))
