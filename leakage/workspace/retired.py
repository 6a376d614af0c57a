"""What a saved copy of an earlier version may hold that is gone: left out, and named in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PARTS: dict[str, str] = {
    "lessons": "places in lessons",
    "past": "figures of earlier days",
    "follow_worst": "that the Eve who knows most was always in use",
    "relations": "facts that say the same",
    "sources": "files on this computer that Eve holds",
    "verification_prices": "what it costs Eve to check a kind of fact",
    "disinformation_prices": "prices of decoys",
    "action_prices": "what actions cost in money",
    "adversary_weights": "how much each Eve counts in an average",
}
"""Parts of a work that are gone, and what a person called them."""

FIELDS: dict[tuple[str, str], str] = {
    ("recipients", "is_broker"): "which recipients a state's registry lists as data brokers",
    **{(part, "effort"): "how much effort deletions are" for part in ("releases", "plans", "recipients")},
    ("recipients", "disinformation_price"): "prices of decoys",
    ("requests", "others"): "that one letter was for several companies",
}
"""Fields of a part's entries that are gone, and what a person called them."""

USUAL = {"effort": 1.0}
"""What such a field held where nobody had entered anything, unless it was empty."""

KINDS = dict.fromkeys(("email user", "jaccard", "jaro", "levenshtein"), "ways to compare spellings")
"""Kinds of rules and operations that are gone (``kind``, or ``kind/field=value``): an Eve who uses one is left out."""

RULE_FIELDS: dict[str, Any] = {"bytewise": False, "common": [], "only_days": False, "least_frequency": 0.0}
"""Fields inside rules that are gone, and what they were where they changed nothing; else an Eve is left out."""


def from_earlier(whole: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The JSON of version 4 for that of an earlier one, and what was left out, in a person's words.

    >>> from_earlier({"version": 2, "title": "Mine"})
    ({'version': 4, 'title': 'Mine'}, ())
    """
    gone = [words for part, words in PARTS.items() if whole.get(part)]
    kept = {name: part for name, part in whole.items() if name not in PARTS}
    for (part, field), words in FIELDS.items():
        entries = kept.get(part)
        if isinstance(entries, list):
            gone += [words] if any(_says(entry, field) for entry in entries) else []
            kept[part] = [_without(entry, field) for entry in entries]
    policies = whole.get("policies")
    if isinstance(policies, list) and any(map(_is_gone, policies)):
        policies = [policy for policy in policies if not _is_gone(policy)]
        gone.append("adversaries whose rules are gone")
    if isinstance(policies, list):
        kept["policies"] = [_without_rule_fields(policy) for policy in policies]
    requests = kept.get("requests")
    if isinstance(requests, list) and any(map(_is_correction, requests)):
        kept["requests"] = [request for request in requests if not _is_correction(request)]
        gone.append("letters that ask to correct something")
    return {**kept, "version": 4}, tuple(dict.fromkeys(gone))


def _says(entry: Any, field: str) -> bool:
    return isinstance(entry, dict) and bool(entry.get(field)) and entry[field] != USUAL.get(field)


def _without(entry: Any, field: str) -> Any:
    return {name: part for name, part in entry.items() if name != field} if isinstance(entry, dict) else entry


def _is_correction(request: Any) -> bool:
    return isinstance(request, dict) and request.get("kind") == "correction"


def _is_gone(policy: Any) -> bool:
    return any(
        str(form.get("kind")) in KINDS
        or any(f"{form.get('kind')}/{name}={part}" in KINDS for name, part in form.items())
        or any(form.get(name, default) != default for name, default in RULE_FIELDS.items())
        for form in _forms(policy)
    )


def _without_rule_fields(saved: Any) -> Any:
    if isinstance(saved, dict):
        return {name: _without_rule_fields(part) for name, part in saved.items() if name not in RULE_FIELDS}
    return [_without_rule_fields(part) for part in saved] if isinstance(saved, list) else saved


def _forms(saved: Any) -> Iterator[dict[str, Any]]:
    if isinstance(saved, dict):
        yield saved
        saved = list(saved.values())
    for part in saved if isinstance(saved, list) else ():
        yield from _forms(part)
