"""How long each figure takes with many releases, how much memory, and how long it goes without a word.

Run with ``.venv/bin/python -m tests.benchmarks.many_releases``. Each figure that a page asks for is worked out in a
process of its own, within limits of time and memory, for the works of ``tests.benchmarks.works``. "Silent" is the
longest time between two reports of progress: so long a click on Cancel may wait.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from leakage.decision.contribution import attribute_contributions
from leakage.decision.disinformation.candidates import Prices
from leakage.decision.leakage import query_leakage_bounds
from leakage.decision.shapley import attribute_shapley
from leakage.measure.gradient import addition_gradient, weight_sensitivity
from leakage.measure.record_leakage import record_leakages, set_leakage
from leakage.progress import listening
from leakage.record import Attribute, Record
from leakage.resolution.properties import check_properties
from leakage.workspace.figures.assessment import (
    PoolLeakage,
    assess,
    assess_pool,
    pool_summaries,
    pool_together,
    pools_alone,
    records_of,
    worst,
)
from leakage.workspace.figures.belief import facts_of
from leakage.workspace.figures.contributions import (
    contributions_of_releases,
    leakage_kept_apart,
    recipient_shapley_values,
    release_shapley_values,
)
from leakage.workspace.figures.disinformation import Terms, disinformation_outcome, link_candidates
from leakage.workspace.figures.disinformation_plans import plan_disinformation
from leakage.workspace.figures.next_move import discover, natural_query, next_moves
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans
from leakage.workspace.figures.requests import additional_recipients
from leakage.workspace.report.render import report_figures
from leakage.workspace.workspace import Pooling, Workspace
from tests.benchmarks.works import WORKS, made_up

MEGABYTE = 1 << 20

Leaks: TypeAlias = tuple[PoolLeakage, ...]
Figure: TypeAlias = Callable[[Workspace, Leaks], object]


def most(leaks: Leaks) -> PoolLeakage:
    """The pool that knows most."""
    result = worst(leaks)
    assert result is not None
    return result


def telling(work: Workspace, leaks: Leaks) -> list[Record]:
    """The composites that hold anything right."""
    composites = most(leaks).result.resolution.composites
    return [record for record in composites if any(a.pair in record for a in work.reference)]


def query_bounds(work: Workspace, leaks: Leaks) -> object:
    """The query leakage over all orders of reading."""
    query = Record(Attribute(*pair) for pair in natural_query(work))
    records = records_of(work, most(leaks).pool)
    return query_leakage_bounds(query, records, work.reference, work.adversary, work.measure)


def properties(work: Workspace, leaks: Leaks) -> object:
    """The properties of match and merge, tried on the records."""
    resolve = work.adversary.resolutions[0]
    return check_properties(records_of(work, pool_together(work)), resolve.match, resolve.merge, cases=1000)


def sensitivity(work: Workspace, leaks: Leaks) -> object:
    """How far the figure moves with each weight."""
    given = [release.record for release in work.releases]
    return weight_sensitivity(telling(work, leaks), work.reference, work.measure, given)


def kept_apart(work: Workspace, leaks: Leaks) -> object:
    """What she would know had she not joined the first two records of the worst composite."""
    first, second = most(leaks).result.members[:2]
    return leakage_kept_apart(work, most(leaks), first, second)


def disinformation(work: Workspace, leaks: Leaks) -> object:
    """The best disinformation, with what the page begins with."""
    labels = tuple(dict.fromkeys(label for label, _ in work.profile))
    terms = Terms(Prices(), work.recipient_names, labels, 20.0, ("self", "blocking"))
    return plan_disinformation(work, terms, leaks)


FIGURES: dict[str, Figure] = {
    "assessment": lambda work, leaks: assess(work),
    "together": lambda work, leaks: assess_pool(work, pool_together(work)),
    "recipients alone": lambda work, leaks: pool_summaries(work, pools_alone(work)),
    "facts": lambda work, leaks: facts_of(most(leaks).result.composite, work.reference, work.measure),
    "contributions of releases": contributions_of_releases,
    "contributions of facts": lambda work, leaks: attribute_contributions(
        most(leaks).result.composite, work.reference, work.measure
    ),
    "Shapley values of facts": lambda work, leaks: attribute_shapley(
        most(leaks).result.composite, work.reference, work.measure
    ),
    "Shapley values of releases": lambda work, leaks: release_shapley_values(work),
    "Shapley values of recipients": lambda work, leaks: recipient_shapley_values(work),
    "one more fact": lambda work, leaks: addition_gradient(most(leaks).result.composite, work.reference, work.measure),
    "planned releases": compare_plans,
    "optional fields": lambda work, leaks: choose_fields(work, work.plans[0], leaks),
    "telling composites": lambda work, leaks: record_leakages(telling(work, leaks), work.reference, work.measure),
    "discovery": lambda work, leaks: discover(work, most(leaks).pool, natural_query(work)),
    "query bounds": query_bounds,
    "kept apart": kept_apart,
    "next moves": lambda work, leaks: next_moves(work, most(leaks)),
    "before joining": lambda work, leaks: set_leakage(records_of(work, most(leaks).pool), work.reference, work.measure),
    "properties": properties,
    "newcomers": lambda work, leaks: additional_recipients(work, pools_alone(work)[0], 0.0),
    "sensitivity": sensitivity,
    "link candidates": lambda work, leaks: link_candidates(work, work.recipient_names[0], leaks),
    "wrong facts": lambda work, leaks: disinformation_outcome(work, work.recipient_names[0], assessed=leaks),
    "disinformation": disinformation,
    "report": lambda work, leaks: report_figures(work),
}


class Silence:
    """The longest time between two reports of progress."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()

    def __call__(self, what: str = "", done: int = 0, total: int = 0) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


@contextmanager
def at_most(megabytes: int) -> Iterator[None]:
    """No more memory than this inside the block, what there is already among it."""
    usual = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEGABYTE, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, usual)


def alone(size: str, policy: int, pooling: str, figure: str, memory: int) -> None:
    """One figure, in this process: seconds, those of the processor, the greatest memory, and the longest silence."""
    made = made_up(size)
    workspace = replace(made, chosen=made.policies[policy].name, pooling=Pooling(pooling))  # type: ignore[arg-type]
    leaks = () if figure in ("assessment", "report") else assess(workspace)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    silence, begun = Silence(), (time.perf_counter(), time.process_time())
    name = f"{size:15} policy {policy} {pooling:9} {figure:30}"
    try:
        with at_most(memory), listening(silence):
            FIGURES[figure](workspace, leaks)
    except MemoryError:
        print(f"{name} more than {memory} MB after {time.perf_counter() - begun[0]:.0f} s", flush=True)
        return
    silence()
    taken = time.perf_counter() - begun[0], time.process_time() - begun[1]
    greatest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name} {taken[0]:7.2f} s (processor {taken[1]:7.2f} s) {greatest:6.0f} MB ({before:5.0f} before), "
        f"silent {1000 * silence.longest:6.0f} ms",
        flush=True,
    )


def main() -> None:
    """Everything asked for in turn, each within its limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--works", nargs="*", default=list(WORKS), choices=list(WORKS))
    parser.add_argument("--figures", nargs="*", default=list(FIGURES), choices=list(FIGURES))
    parser.add_argument("--policies", nargs="*", type=int, default=[2, 4], help="numbers of the work's policies")
    parser.add_argument("--pooling", nargs="*", default=["together"], choices=["together", "alone"])
    parser.add_argument("--seconds", type=float, default=60.0, help="for each figure")
    parser.add_argument("--memory", type=int, default=4_000, help="MB for each figure")
    parser.add_argument("--here", action="store_true", help="in this process: one work, policy, pooling and figure")
    given = parser.parse_args()
    if given.here:
        alone(given.works[0], given.policies[0], given.pooling[0], given.figures[0], given.memory)
        return
    for size in given.works:
        for pooling in given.pooling:
            for policy in given.policies:
                for figure in given.figures:
                    _in_a_process(size, policy, pooling, figure, given.seconds, given.memory)


def _in_a_process(size: str, policy: int, pooling: str, figure: str, seconds: float, memory: int) -> None:
    arguments = ["--works", size, "--policies", str(policy), "--pooling", pooling, "--figures", figure]
    command = [sys.executable, "-m", "tests.benchmarks.many_releases", "--here", "--memory", str(memory), *arguments]
    try:
        subprocess.run(command, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        print(f"{size:15} policy {policy} {pooling:9} {figure:30} not done after {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
