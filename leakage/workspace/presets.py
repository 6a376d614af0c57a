"""Weight presets: sets of weights for labels of the vocabulary, each with the worry it stands for.

Only ratios count: a weight of 5 says that a label matters five times as much as one of weight 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leakage.workspace.person import standard_facts
from leakage.workspace.vocabulary import LABELS, VOCABULARY, default_weight


@dataclass(frozen=True, slots=True)
class WeightPreset:
    """Weights offered to the person.

    Arguments:
        name: the worry, as it is shown.
        reason: why the heavy labels are heavy, one sentence.
        weights: (label, weight > 0) for every label of the vocabulary, in its order.
    """

    name: str
    reason: str
    weights: tuple[tuple[str, float], ...]

    def weight(self, label: str) -> float | None:
        """What a label weighs, however it is spelled; None for one that the vocabulary does not have."""
        by_name = {name.casefold(): weight for name, weight in self.weights}
        return by_name.get(label.strip().casefold())


def _preset(name: str, reason: str, weights: Mapping[str, float]) -> WeightPreset:
    return WeightPreset(name, reason, tuple((entry.label, weights.get(entry.label, 1.0)) for entry in LABELS))


def _worry(name: str, reason: str, **labels: list[str]) -> WeightPreset:
    return _preset(name, reason, {label: float(weight) for weight, some in labels.items() for label in some})


BY_HARM, BY_SURVEYS = "By harm, 1 to 5", "By surveys, 1 to 10"
_HARM = {entry.label: entry.weight for entry in LABELS}
PRESETS: tuple[WeightPreset, ...] = (
    _preset("All equal", "Every fact counts the same, as in most examples of the papers.", {}),
    _preset(
        BY_HARM, "Public facts weigh 1. Facts that identify you for life, or can be used against you, weigh 5.", _HARM
    ),
    _preset(
        BY_SURVEYS,
        "How sensitive people in surveys find each fact. New work starts with these.",
        _HARM | {fact.label: fact.weight for fact in standard_facts()},
    ),
    *(_worry(**entry) for entry in VOCABULARY["worry"]),
)


def presets_in_force(weights: Mapping[str, float]) -> tuple[WeightPreset, ...]:
    """The presets that say of all labels what they weigh; none where none of the labels is of the vocabulary.

    >>> [preset.name for preset in presets_in_force({"Name": 1.0, "Card": 3.0, "Shoe size": 9.0})]
    ['By harm, 1 to 5']
    """

    def fits(preset: WeightPreset) -> bool:
        own = {label: preset.weight(label) for label in weights}
        return any(own.values()) and all(weight in (None, weights[label]) for label, weight in own.items())

    return tuple(filter(fits, PRESETS))


def usual_weights(labels: Iterable[str], weights: Mapping[str, float]) -> dict[str, float]:
    """What new labels weigh: by harm where that is in force, or nothing is; else as the first in force says.

    Arguments:
        labels: new ones.
        weights: of the labels of a profile before.

    >>> usual_weights(["Passport"], {"Card": 1.0}), usual_weights(["Passport"], {"Card": 7.0})
    ({'Passport': 1.0}, {'Passport': 5.0})
    """
    in_force = {preset.name: preset for preset in presets_in_force(weights)}
    preset = None if BY_HARM in in_force else next(iter(in_force.values()), None)
    usual = {label: preset.weight(label) if preset else None for label in labels}
    return {label: default_weight(label) if weight is None else weight for label, weight in usual.items()}
