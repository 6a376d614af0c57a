"""Exports of platforms and browsers, and lists of breaches: what each file says, by ``shapes.toml``."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from leakage.workspace.csv_files import unguarded
from leakage.workspace.files.entries import Entry, kind_of, pairs_in, tell
from leakage.workspace.files.findings import Account, Breach, Findings, Gathering, is_mail
from leakage.workspace.files.secret import kept
from leakage.workspace.files.tables import Sheet
from leakage.workspace.files.text import (
    Json,
    beginning_of,
    birthday_of,
    day_of,
    first_at,
    leads,
    lists,
    objects,
    squeezed,
    unmisread,
    values_at,
)
from leakage.workspace.sites import host_of, site_of

Platform = Mapping[str, Any]
"""An entry of ``shapes.toml``."""

MAX_VALUES, MAX_BREACHES = 2_000, 5_000
_SHAPES: Mapping[str, Callable[[str], object]] = {
    "Email?": is_mail,
    "Phone?": re.compile(r"\+\d[\d ()./-]{6,19}").fullmatch,
    "Date of birth?": birthday_of,
}
_NOTHING = frozenset(("", "none", "n/a", "null", "unknown", "unspecified", "not set", "undefined", "false", "true"))
"""What platforms write where they know nothing."""


def platform_of(whole: Json) -> Platform | None:
    """The platform whose file this is; None where it is none of ``shapes.toml``."""
    beginning, known = beginning_of(whole), lists("shapes.toml")["platform"]
    return next((one for one in known if any(leads(beginning, sign) for sign in one.get("signs", ()))), None)


def platform_of_table(sheet: Sheet) -> Platform | None:
    """The platform of a table with such headings; None where it is none."""
    names, known = set(map(squeezed, sheet.headings)), lists("shapes.toml")["platform"]
    return next((one for one in known if any(names.issuperset(c.split()) for c in one.get("columns", ()))), None)


@functools.cache
def columns() -> frozenset[str]:
    """Headings of tables of platforms, squeezed."""
    known = (names for one in lists("shapes.toml")["platform"] for names in one.get("columns", ()))
    return frozenset(" ".join(known).split())


def read_platform_table(sheet: Sheet) -> Findings:
    """As ``read_platform``, of a table."""
    gathering, names = Gathering(), [squeezed(heading) for heading in sheet.headings]
    rows, platform = list[dict[str, str]](), platform_of_table(sheet) or {}
    if platform["platform"] == "Microsoft":
        # Its writer mixes up quotation marks, so its lines are counted and not taken apart.
        rows = [{} for line in sheet.lines[sheet.start :] if not line.isspace()]
    else:
        for _, cells in sheet.rows(gathering.problems):
            rows.append(row := dict[str, str]())
            for name, cell in zip(names, map(unguarded, cells), strict=True):
                row[name] = ";".join(filter(None, (row.get(name), cell)))
    return _read(rows, platform, gathering)


def read_platform(whole: Json) -> Findings:
    """The account with what it holds, and whom it names; what the platform guesses is counted."""
    return _read(whole, platform_of(whole) or {}, Gathering())


def _read(whole: Json, platform: Platform, gathering: Gathering) -> Findings:
    name, site = platform["platform"], platform["site"]
    stated = platform.get("facts", {}).items()
    facts = dict.fromkeys(pair for label, paths in stated for pair in _pairs(whole, label, paths))
    for pair in facts:
        gathering.fact(*pair)
    known = {label for label, _ in facts}
    probable = platform.get("likely", {}).items()
    besides = (label for label, paths in probable if label not in known and any(leads(whole, path) for path in paths))
    created = day_of(first_at(whole, platform["created"])) if "created" in platform else ""
    gathering.account(Account(name, site, tuple(facts), created=created, likely=tuple(besides)))
    for entries, key, since, likely in platform.get("parties", ()):
        for entry in values_at(whole, entries):
            if party := kept(_text(first_at(entry, key))):
                day = day_of(first_at(entry, since)) if since else ""
                gathering.account(Account(party, site_of(party), created=day, likely=tuple(likely.split(", "))))
    for what, path in platform.get("left_out", ()):
        gathering.leave_out(what, sum(1 for _ in values_at(whole, path)))
    return gathering.findings("platform")


def _pairs(whole: Json, label: str, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    bare, values = label.rstrip("?!;"), (value for path in paths for value in _values(whole, path))
    if label.endswith(";"):
        values = (part for value in values for part in re.split(r"[;,]", value.strip("[]")))
    for value in islice(values, 1 if label.endswith("!") else MAX_VALUES):
        # A website of LinkedIn stands behind its kind: "BLOG:https://...".
        text = kept(value.partition(":")[2] if bare == "Website" and ":http" in value else value)
        text = text if _SHAPES.get(label, bool)(text) else ""
        text = birthday_of(text) if bare == "Date of birth" else text
        if text.casefold() not in _NOTHING:
            yield bare, text


def _values(whole: Json, path: str) -> Iterator[str]:
    within, colon, parts = path.partition(":")
    for entry in values_at(whole, within):
        texts = (_text(first_at(entry, part)) for part in parts.split("+")) if colon else (_text(entry),)
        if text := " ".join(text for text in texts if text.casefold() not in _NOTHING):
            yield text


def _text(value: Json) -> str:
    if isinstance(value, Mapping):
        # A day in parts.
        return birthday_of("-".join(str(value.get(part)) for part in ("year", "month", "day")))
    return unmisread(value).strip() if isinstance(value, str) else ""


# Autofill: the addresses of Chrome in Takeout, and ``autofill-profiles.json`` of Firefox.


def is_autofill(whole: Json) -> bool:
    """Whether this is a file of either browser."""
    keys = ("addresses", "creditCards") if leads(whole, "version") else ("Autofill Profile", "Contact Info", "Autofill")
    return any(isinstance(first_at(whole, key), list) for key in keys)


def read_autofill(whole: Json) -> Findings:
    """The addresses and cards as facts about the person; what was deleted is passed over, form fields are counted."""
    gathering = Gathering()
    for path in ("Autofill Profile/*", "Contact Info/*", "addresses/*"):
        for address in values_at(whole, path):
            entry = Entry("identity")
            for name, value in pairs_in(address):
                words = re.sub(r"[\W_]+", " ", name).casefold()
                plainly = next((meant for word, meant in lists("shapes.toml")["chrome"].items() if word in words), name)
                entry.read([(name if kind_of(name) else plainly, value)])
            if not first_at(address, "deleted"):
                tell(gathering, entry)
    for card in values_at(whole, "creditCards/*"):
        if not first_at(card, "deleted"):
            gathering.card(first_at(card, "cc-number"), first_at(card, "cc-type"))
    gathering.leave_out("single form fields", sum(1 for _ in values_at(whole, "Autofill/*")))
    return gathering.findings("autofill")


# Breaches as Have I Been Pwned lists them: those of one address, or all there are.
_FULL = frozenset(("BreachDate", "DataClasses", "Domain", "PwnCount", "Title"))


def is_breaches(whole: Json) -> bool:
    """Whether this is for certain what the service answers: breaches, or their names alone."""
    if isinstance(whole, dict):
        return "Name" in whole and not _FULL.isdisjoint(whole)
    entries = list(objects(whole))
    full = any("Name" in entry and not _FULL.isdisjoint(entry) for entry in entries)
    return bool(entries) and (full or all(entry.keys() == {"Name"} for entry in entries))


def read_breaches(whole: Json) -> Findings:
    """The breaches; those that are made up, and lists of spammers, are counted and left out.

    Raises:
        ValueError: with one sentence for more breaches than can be read.
    """
    entries = [whole] if isinstance(whole, dict) else whole
    if len(entries) > MAX_BREACHES:
        raise ValueError(f"there are more than {MAX_BREACHES:,} breaches, the most that can be read")
    gathering, breaches = Gathering(), list[Breach]()
    for number, entry in enumerate(entries, start=1):
        breach = _breach(entry) if isinstance(entry, dict) else None
        if breach is None:
            gathering.refuse(f"breach {number}", "its name, classes or day are of a wrong kind")
        elif entry.get("IsFabricated") is True:
            gathering.leave_out("breaches that are made up")
        elif entry.get("IsSpamList") is True:
            gathering.leave_out("lists of spammers")
        else:
            breaches.append(breach)
    return replace(gathering.findings("breaches"), breaches=tuple(breaches))


def _breach(entry: Mapping[str, Json]) -> Breach | None:
    name = next(filter(None, (kept(entry.get(key)) for key in ("Title", "Domain", "Name"))), "")
    day, classes = entry.get("BreachDate"), entry.get("DataClasses")
    if not name or (day and not birthday_of(day)) or not isinstance(classes, list | None):
        return None
    # Of classes that hold a part of a fact there is no label.
    known = (_leaked_by().get(one.strip().casefold(), ()) for one in classes or () if isinstance(one, str))
    leaked = None if classes is None else tuple(dict.fromkeys(label for labels in known for label in labels))
    return Breach(name, host_of(entry.get("Domain")), day_of(day), leaked, entry.get("IsVerified") is not False)


@functools.cache
def _leaked_by() -> dict[str, list[str]]:
    known = lists("shapes.toml")["breaches"].items()
    return {name.casefold(): labels.split(", ") for labels, names in known for name in names}
