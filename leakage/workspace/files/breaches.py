"""Breaches as Have I Been Pwned lists them: those of one address, or all there are."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace

from leakage.workspace.files.findings import Breach, Findings, Gathering
from leakage.workspace.files.secret import kept
from leakage.workspace.files.sites import host_of
from leakage.workspace.files.text import Json, day_of, lists, objects

MAX_BREACHES = 5_000
_FULL = frozenset(("BreachDate", "DataClasses", "Domain", "PwnCount", "Title"))
_PASTE = frozenset(("Source", "Id"))


def is_breaches(whole: Json) -> bool:
    """Whether this is for certain what the service answers: breaches, their names alone, pastes, or a refusal."""
    if isinstance(whole, dict):
        return ("Name" in whole and not _FULL.isdisjoint(whole)) or whole.keys() == {"statusCode", "message"}
    entries = list(objects(whole))
    full = any("Name" in entry and not _FULL.isdisjoint(entry) for entry in entries)
    return bool(entries) and (full or all(set(entry) == {"Name"} or set(entry) >= _PASTE for entry in entries))


def read_breaches(whole: Json) -> Findings:
    """The breaches; those that are made up, and lists of spammers, are counted and left out.

    Raises:
        ValueError: with one sentence for pastes, a refusal of the service, and more breaches than can be read.
    """
    if isinstance(whole, dict) and "statusCode" in whole:
        raise ValueError("the service refused to answer, and this is what it said; ask again with a valid key")
    entries = [whole] if isinstance(whole, dict) else whole
    if all(isinstance(entry, dict) and set(entry) >= _PASTE for entry in entries):
        raise ValueError("this is a list of pastes, which say nothing about what was in them; ask for the breaches")
    if len(entries) > MAX_BREACHES:
        raise ValueError(f"there are more than {MAX_BREACHES:,} breaches, the most that can be read")
    gathering, breaches = Gathering(), list[Breach]()
    for number, entry in enumerate(entries, start=1):
        breach = _breach(entry)
        if breach is None:
            gathering.refuse(f"breach {number}", "its name, classes or day are of a wrong kind")
        elif entry.get("IsFabricated") is True:
            gathering.leave_out("breaches that are made up")
        elif entry.get("IsSpamList") is True:
            gathering.leave_out("lists of spammers")
        else:
            breaches.append(breach)
    return replace(gathering.findings("breaches"), breaches=tuple(breaches))


def _breach(entry: Json) -> Breach | None:
    if not isinstance(entry, dict):
        return None
    name = next(filter(None, (kept(entry.get(key)) for key in ("Title", "Domain", "Name"))), "")
    day, classes = entry.get("BreachDate"), entry.get("DataClasses")
    if not name or (day and not day_of(day, 1900)) or not isinstance(classes, list | None):
        return None
    leaked = None if classes is None else labels_of(one for one in classes if isinstance(one, str))
    return Breach(name, host_of(entry.get("Domain")), day_of(day), leaked, entry.get("IsVerified") is not False)


def labels_of(classes: Iterable[str]) -> tuple[str, ...]:
    """The labels of some classes of data, each once; of classes that hold a part of a fact there is none."""
    return tuple(dict.fromkeys(label for name in classes for label in _labels().get(name.strip().casefold(), ())))


@functools.cache
def _labels() -> dict[str, list[str]]:
    known = lists("shapes.toml")["breaches"].items()
    return {name.casefold(): labels.split(", ") for labels, names in known for name in names}
