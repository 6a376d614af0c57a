"""What an earlier saved copy may hold that this program writes otherwise, or no longer has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from leakage.workspace.everyday import COLLECTOR, EVERYONE, LIKELY
from leakage.workspace.workspace import Policy, Release, Workspace

FIELDS: dict[tuple[str, ...], str] = {
    ("lessons",): "places in lessons",
    ("past",): "figures of earlier days",
    ("follow_worst",): "that the Eve who knows most was always in use",
    ("relations",): "facts that say the same",
    ("sources",): "files on this computer that Eve holds",
    ("verification_prices",): "what it costs Eve to check a kind of fact",
    ("disinformation_prices",): "prices of decoys",
    ("action_prices",): "what actions cost in money",
    ("action_minutes",): "how many minutes you said an action takes",
    ("contacts", "as_of"): "the days of lists of contacts",
    ("adversary_weights",): "how much each Eve counts in an average",
    ("recipients", "is_broker"): "which recipients a state's registry lists as data brokers",
    ("recipients", "disinformation_price"): "prices of decoys",
    ("requests", "others"): "that one letter was for several companies",
    ("requests", "corrections"): "letters that ask to correct something",
    **{(part, "effort"): "how much effort deletions are" for part in ("releases", "plans", "recipients")},
}
"""Parts of a work, and fields of their entries, that are gone, and what a person called them."""

KINDS = {"email user", "jaccard", "jaro", "levenshtein"}
"""Kinds of rules that are gone: an Eve who uses one is left out."""

RULE_FIELDS: dict[str, Any] = {"bytewise": False, "common": [], "only_days": False, "least_frequency": 0.0}
"""Fields of rules that are gone, and what they were where they changed nothing; else an Eve is left out."""

_BREACH = re.compile(r" breach( \d+)?$")

EARLIER_NAMES = {"Corporations": LIKELY, "Everyone together": EVERYONE, "The breach collector": COLLECTOR}
"""What the everyday Eves were called, and are now."""


def without_what_is_gone(whole: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The parts of a work in the JSON of any version as they are written now, and what was left out, in words.

    >>> without_what_is_gone({"version": 2, "title": "Mine", "past": ["a day"]})
    ({'title': 'Mine'}, ('figures of earlier days',))
    """
    # The section of the program that was open last is no part of a work.
    kept = {name: part for name, part in whole.items() if name not in ("format", "version", "face")}
    gone = ["how tables of your own were read"] if kept.pop("mappings", None) else []
    if whole["version"] == 4:
        return kept, tuple(gone)
    for (part, *field), words in FIELDS.items():
        if not field:
            gone += [words] if kept.pop(part, None) else []
            continue
        # An effort of 1 was the usual.
        removed = [entry.pop(field[0], None) for entry in _objects(kept, part)]
        gone += [words] if any(each and each != 1.0 for each in removed) else []
    for part, is_gone, words in (
        ("policies", lambda policy: any(map(_is_gone, _within(policy))), "adversaries whose rules are gone"),
        ("requests", lambda request: request.get("kind") == "correction", "letters that ask to correct something"),
    ):
        if any(map(is_gone, _objects(kept, part))):
            kept[part] = [entry for entry in _objects(kept, part) if not is_gone(entry)]
            gone.append(words)
    for policy in _objects(kept, "policies"):
        for rule in _within(policy):
            for name in RULE_FIELDS:
                rule.pop(name, None)
            by_frequency = [rule.pop(name, None) for name in ("by_frequency", "frequencies", "unlisted")]
            gone += ["how frequent the values are that Eve compares"] if any(by_frequency) else []
        policy["adversary"] = {name: policy.pop(name) for name in ("operations", "cost") if name in policy}
    if isinstance(changes := kept.get("changed_values"), list):
        names = ("recipient", "label", "value", "day", "confidence")
        kept["changed_values"] = [dict(zip(names, row, strict=False)) for row in changes if isinstance(row, list)]
    return kept, tuple(dict.fromkeys(gone))


def _objects(whole: dict[str, Any], part: str) -> list[dict[str, Any]]:
    entries = whole.get(part)
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _within(part: Any) -> Iterator[dict[str, Any]]:
    """Every object in a part of JSON."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _within(inner)


def _is_gone(rule: dict[str, Any]) -> bool:
    return str(rule.get("kind")) in KINDS or any(rule.get(name, usual) != usual for name, usual in RULE_FIELDS.items())


def brought_up_to_date(work: Workspace) -> Workspace:
    """The work of an earlier copy with what leaked marked as breaches, and the everyday Eves under today's names.

    The Eve who has only what leaked had every breach, and a breach was called so.
    """
    taken = {policy.name for policy in work.policies}
    names = {old: new for old, new in EARLIER_NAMES.items() if old in taken and new not in taken}
    collected = {name for policy in work.policies if policy.pooling for name in policy.pooling.releases}

    def marked(release: Release) -> Release:
        if release.breach or release.name not in collected or not _BREACH.search(release.name):
            return release
        return replace(release, breach=work.recipient_site(release.recipient) or release.recipient)

    def renamed(policy: Policy) -> Policy:
        name = names.get(policy.name, policy.name)
        if name == LIKELY != policy.name and policy.pooling:
            policy = replace(policy, pooling=replace(policy.pooling, breaches=True))
        return replace(policy, name=name)

    return replace(
        work,
        policies=tuple(map(renamed, work.policies)),
        chosen=names.get(work.chosen, work.chosen),
        releases=tuple(map(marked, work.releases)),
    )
