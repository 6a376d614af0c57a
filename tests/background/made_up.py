"""Made-up backgrounds: few values, so that much is shared; or many, as people are."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd

from leakage import (
    AnyOf,
    Attribute,
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    Record,
    Shares,
)
from leakage.resolution.rules.normalised import Normaliser

LABELS = ("N", "P", "C", "A")


def small_frame(seed: random.Random) -> pd.DataFrame:
    """A table of up to 25 records in which much is shared, and much is missing."""
    rows, kinds = seed.randint(1, 25), seed.randint(2, 20)
    return pd.DataFrame(
        {label: [seed.choice([None, *(f"{label}{n}" for n in range(kinds))]) for _ in range(rows)] for label in LABELS}
    )


def any_match(seed: random.Random) -> AnyOf:
    """Up to three rules of up to three labels each."""
    rules = [seed.sample(LABELS, seed.randint(1, 3)) for _ in range(seed.randint(1, 3))]
    return AnyOf(*(Shares(*rule) for rule in rules))


def spelled_frame(seed: random.Random) -> pd.DataFrame:
    """The same, each value spelled in one of several ways, and ages among them."""
    frame = small_frame(seed)
    ways = (str.upper, str.title, str.lower, "  {} ".format, "Bob {}".format, "robert  {}".format)

    def spelled_somehow(value: str) -> str:
        return seed.choice(ways)(value)

    spelled = frame.map(spelled_somehow, na_action="ignore")
    spelled["A"] = [seed.choice([None, *map(str, range(20, 60, 3))]) for _ in range(len(frame))]
    return spelled


def any_normaliser(seed: random.Random) -> Normaliser:
    """What is overlooked, by chance."""
    return Normaliser(
        case=seed.random() < 0.7,
        spaces=seed.random() < 0.7,
        emails=("C",) if seed.random() < 0.3 else (),
        nicknames=("N", "P") if seed.random() < 0.5 else (),
    )


def any_measure(seed: random.Random) -> Measure:
    """Weights and degrees of error, by chance."""
    near = {"A": NumericCloseness(seed.choice([1, 4, 30])), "N": EditSimilarity(at_least=0.3), "C": PrefixSimilarity()}
    return Measure(
        {label: seed.choice([0.1, 1.0, 7.0]) for label in LABELS},
        {label: near[label] for label in near if seed.random() < 0.5},
    )


def any_record(seed: random.Random, frame: pd.DataFrame, most: int = 2, *, certain: bool = True) -> Record:
    """Values of the table, and some that it has not."""
    pairs: dict[tuple[str, str], float] = {}
    for label in seed.sample(LABELS, seed.randint(1, len(LABELS))):
        values = [*frame[label].dropna(), f"another {label}"]
        for value in seed.sample(values, min(most, len(values))):
            pairs[label, value] = 1.0 if certain else seed.choice([0.0, 0.5, 1.0])
    return Record(Attribute(label, value, confidence) for (label, value), confidence in pairs.items())


def people(records: int) -> pd.DataFrame:
    """Records of people: names and cities that many have, telephones and addresses that one person has."""
    seed = np.random.default_rng(0)
    person = seed.integers(0, int(records * 0.7) + 1, records)
    name, city = seed.integers(0, records // 20 + 1, records), seed.integers(0, int(records**0.5) + 1, records)
    number, mail = seed.integers(0, 2, records), seed.integers(0, 3, records)
    frame = pd.DataFrame(
        {
            "N": [f"name {name[p]}" for p in person],
            "P": [f"{p}-{n}" for p, n in zip(person, number, strict=True)],
            "M": [f"{p}.{n}@mail" for p, n in zip(person, mail, strict=True)],
            "C": [f"city {city[p]}" for p in person],
        }
    )
    frame.loc[seed.random(records) < 0.3, "P"] = None
    frame.loc[seed.random(records) < 0.4, "M"] = None
    return frame
