"""Weight presets: sets of weights for labels of the vocabulary, each with the worry it stands for.

Only ratios count: a weight of 5 says that a label matters five times as much as one of weight 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Match, Shares
from leakage.workspace.person import standard_facts
from leakage.workspace.vocabulary import LABELS, default_weight
from leakage.workspace.workspace import Policy


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


def _preset(name: str, reason: str, **heavy: str) -> WeightPreset:
    """A preset of labels by their weight, ``w5="Passport,Card"``; the others weigh 1."""
    named = {label: float(key[1:]) for key, labels in heavy.items() for label in labels.split(",")}
    return WeightPreset(name, reason, tuple((entry.label, named.get(entry.label, 1.0)) for entry in LABELS))


_RATED = {fact.label: fact.weight for fact in standard_facts()}
BY_HARM, BY_SURVEYS = "By harm, 1 to 5", "By surveys, 1 to 10"
PRESETS: tuple[WeightPreset, ...] = (
    _preset("All equal", "Every fact counts the same, as in most examples of the papers."),
    WeightPreset(
        BY_HARM,
        "Public facts weigh 1. Facts that identify you for life, or can be used against you, weigh 5.",
        tuple((entry.label, float(entry.weight)) for entry in LABELS),
    ),
    WeightPreset(
        BY_SURVEYS,
        "How sensitive people in surveys find each fact. New work starts with these.",
        tuple((entry.label, _RATED.get(entry.label, float(entry.weight))) for entry in LABELS),
    ),
    _preset(
        "Identity theft",
        "What opens accounts in your name, or empties them, weighs most.",
        w5="National id,Passport,Tax number,Security answer,Bank account,Card",
        w4="Date of birth,Driving licence,Insurance number",
        w2="Name,Email,Phone,Address,Photo",
    ),
    _preset(
        "Stalking",
        "What says where you live, work and move, or how to reach you, weighs most.",
        w5="Address,Phone,Employer,Licence plate",
        w4="Photo,Social media handle,IP address,Frequent flyer number",
        w3="Email,Relationship status,Post code",
        w2="Name,City,User name,Nickname,Job title",
    ),
    _preset(
        "Reputation and discrimination",
        "What an employer, an insurer or a neighbour could hold against you weighs most.",
        w5="Health condition,Medication,Religion,Political view",
        w4="Relationship status,Nationality,Salary",
        w3="Social media handle,Photo,User name",
        w2="Name,Employer,Job title,Date of birth",
    ),
)


def presets_in_force(weights: Mapping[str, float]) -> tuple[WeightPreset, ...]:
    """The presets that say of all labels what they weigh; none where none of the labels is of the vocabulary.

    Arguments:
        weights: of the labels of a profile. One that the vocabulary does not have may weigh what it likes.

    >>> [preset.name for preset in presets_in_force({"Name": 1.0, "Card": 3.0, "Shoe size": 9.0})]
    ['By harm, 1 to 5']
    >>> presets_in_force({"N": 1.0})
    ()
    """
    weights_of = {preset.name: {label: preset.weight(label) for label in weights} for preset in PRESETS}
    return tuple(
        preset
        for preset in PRESETS
        if any(weight is not None for weight in weights_of[preset.name].values())
        and all(weight in (None, weights[label]) for label, weight in weights_of[preset.name].items())
    )


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


# A policy by one rule.


def policy(name: str, match: Match) -> Policy:
    """A policy of one resolution by the match, with union merge.

    >>> policy("Same name", Shares("Name")).name
    'Same name'
    """
    return Policy(name, Adversary((Resolve(match),)))


SAME_NAME = policy("Same name is the same person", Shares("Name"))
"""The rule by which strangers are most easily taken for somebody."""
