"""What choices of releases take in bits, and resolved from scratch: the first is kept for being many times as fast.

Run with ``.venv/bin/python -m tests.benchmarks.subsets``: seconds of the processor for the same choices both ways, in
one run, for the realistic person of 2026, 40 releases beside 5,000 background records, and 300 accounts of 12 facts.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from unittest import mock

import numpy as np

from leakage.database import Floats
from leakage.decision import subsets
from leakage.workspace.figures.contributions import choices_of
from leakage.workspace.workspace import Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.works import WORKS, Size, made_up

CHOICES = 300
BESIDE = "40 beside 5,000"


def taken(work: Workspace, choices: list[int]) -> tuple[float, Floats]:
    """The seconds for what every pool knows of each choice, clusters included; and what that is."""
    begun = time.process_time()
    leakages = np.max([pool.leakages(choices) for pool in choices_of(work)], axis=0)
    return time.process_time() - begun, leakages


def compared(name: str, work: Workspace, chance: random.Random) -> None:
    """One line: what it takes either way."""
    choices = [chance.getrandbits(len(work.releases)) for _ in range(CHOICES)]
    in_bits, expected = taken(work, choices)
    with mock.patch.object(subsets, "single_resolution", lambda adversary: None):
        from_scratch, found = taken(work, choices)
    assert np.allclose(found, expected, atol=1e-11)
    times = from_scratch / in_bits
    print(f"{name:60} in bits {in_bits:7.2f} s   from scratch {from_scratch:7.2f} s   {times:5.1f} times", flush=True)


def main() -> None:
    """Every work and policy in turn."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    chance = random.Random(40)
    with mock.patch.dict(WORKS, {BESIDE: Size(40, 40, 3, 12, background=5_000)}):
        works = {"realistic": person_of_2026().workspace, BESIDE: made_up(BESIDE), "300 x 12": made_up("300 x 12")}
    for name, work in works.items():
        for number in (0, 2, len(work.policies) - 1):
            policy = work.policies[number].name
            compared(f"{name}, {policy}"[:58], replace(work, chosen=policy), chance)


if __name__ == "__main__":
    main()
