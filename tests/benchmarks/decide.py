"""How long advice takes: disinformation, fair shares, a release held against many records, and many people.

Run with ``.venv/bin/python -m tests.benchmarks.decide``. What it should take at most stands beside each figure; beside
the time by the clock stands that of the processor, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from leakage import Adversary, AnyOf, Database, Record, Resolve, Shares
from leakage.decision.disinformation.candidates import Channel, Prices
from leakage.decision.disinformation.plan import disinformation_frontier
from leakage.decision.incremental import Baseline
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.contributions import release_shapley_values
from leakage.workspace.figures.disinformation import Terms
from leakage.workspace.figures.disinformation_plans import plan_disinformation
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Pooling, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.resolution import people
from tests.benchmarks.runner import Measured, fastest, once

MANY = 100_000


def say(what: str, taken: Measured[Any], most: float | None, rest: str = "") -> None:
    """One line: what was done, how long it took, how long it may take, and what came of it."""
    limit = f"at most {most:4g} s" if most else " " * 14
    print(f"{what:76}{taken.seconds:7.2f} s (processor {taken.processor:6.2f} s) {limit}  {rest}")


def disinformation(person: Workspace) -> None:
    """The frontier of disinformation for the realistic person of 2026: 15 releases, 200 records in the background."""
    labels = tuple(label for label in dict.fromkeys(label for label, _ in person.profile) if label not in OFFICIAL)
    terms = Terms(Prices(), person.recipient_names, labels, 20.0)
    for policy in person.policies:
        for kind in ("together", "alone") if policy.name == person.chosen else ("together",):
            work = replace(person, chosen=policy.name, pooling=Pooling(kind))
            assessed = assess(work)
            taken = fastest(lambda work=work, assessed=assessed: plan_disinformation(work, terms, assessed))
            plans = taken.result
            most = 2.0 if (policy.name, kind) == (person.chosen, "together") else None
            proof = "all proved" if plans.frontier.optimal else "not all proved"
            options = f"{len(plans.frontier.problem.options):,} options for {len(plans.frontier.moves):,} moves"
            looked = f"{plans.frontier.looked:,} choices looked at"
            summary = f"{len(plans.frontier.plans)} plans, {proof}, {options}, {looked}"
            say(f"disinformation, {policy.name[:44]}, {kind}", taken, most, summary)


def shares(person: Workspace) -> None:
    """Fair shares, for the same person."""
    shared = fastest(lambda: release_shapley_values(person))
    say("Shapley values of 15 releases", shared, 1.0, f"{len(shared.result)} shares")


def many() -> None:
    """A release, and disinformation, held against 100,000 records that are resolved."""
    records = list(Database.from_frame(people(MANY).drop(columns="unique_id")))
    match = AnyOf(Shares("N", "P"), Shares("N", "C"), Shares("E"))
    person = max(records[:1000], key=len)
    reference = Record((*person, *Record.of(("Z", "zip"), ("Card", "other"))))
    eve = Adversary((Resolve(match),))
    resolved = once(lambda: Baseline.of(records, reference, eve))
    say(f"{MANY:,} records resolved", resolved, None)
    values = {label: person.values(label) for label in person.labels}
    releases = {
        label: Record.of(*((other, values[other][0]) for other in values if other != label), ("Z", "zip"))
        for label in values
    }
    compared = once(lambda: [resolved.result.add(release).leakage for release in releases.values()])
    say(f"{len(compared.result)} alternatives held against them", compared, 10.0)
    arguments = ([resolved.result], [Channel("Shop", (0,))], match, Prices(), ["N", "P", "C"], _made_up, 15.0)
    planned = once(lambda: disinformation_frontier(*arguments))
    frontier = planned.result
    summary = f"{len(frontier.plans)} plans, {len(frontier.moves)} moves, {frontier.looked:,} choices looked at"
    say("disinformation against them, once they are resolved", planned, 10.0, summary)


def _made_up(label: str, count: int) -> list[str]:
    return [f"wrong {label} {number}" for number in range(count)]


def main() -> None:
    """Everything in turn."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    person = person_of_2026().workspace
    disinformation(person)
    shares(person)
    many()


if __name__ == "__main__":
    main()
