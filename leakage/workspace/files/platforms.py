"""Exports of platforms: what each file of theirs says, and where in it."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from leakage.workspace.csv_files import unguarded
from leakage.workspace.files.entries import Entry, pairs_in, tell
from leakage.workspace.files.findings import Account, Findings, Gathering, is_mail
from leakage.workspace.files.headings import kind_of
from leakage.workspace.files.secret import kept
from leakage.workspace.files.sites import site_of
from leakage.workspace.files.tables import Sheet
from leakage.workspace.files.text import (
    Json,
    beginning_of,
    birthday_of,
    day_of,
    first_at,
    leads,
    lists,
    parsed,
    squeezed,
    unmisread,
    values_at,
)

Platform = Mapping[str, Any]
"""An entry of ``shapes.toml``."""

MAX_PARTIES, MAX_VALUES, MAX_LINES = 5_000, 2_000, 200_000
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
    return next((p for p in known if any(names.issuperset(one.split()) for one in p.get("columns", ()))), None)


@functools.cache
def columns() -> frozenset[str]:
    """Headings of tables of platforms, squeezed."""
    known = (columns for one in lists("shapes.toml")["platform"] for columns in one.get("columns", ()))
    return frozenset(name for columns in known for name in columns.split())


def read_platform_table(sheet: Sheet, platform: Platform) -> Findings:
    """As ``read_platform``, of a table."""
    gathering = Gathering()
    return _read(_rows(sheet, platform, gathering), platform, gathering)


def _rows(sheet: Sheet, platform: Platform, gathering: Gathering) -> list[dict[str, str]]:
    # Microsoft's writer mixes up quotation marks, so its lines are counted and not taken apart.
    if platform["platform"] == "Microsoft":
        return [{} for line in sheet.lines[sheet.start :] if not line.isspace()]
    rows, names = [], [squeezed(heading) for heading in sheet.headings]
    for _, cells in sheet.rows(gathering.problems):
        row: dict[str, str] = {}
        for name, cell in zip(names, map(unguarded, cells), strict=True):
            row[name] = ";".join(filter(None, (row.get(name), cell)))
        rows.append(row)
    return rows


def read_platform(whole: Json, platform: Platform) -> Findings:
    """The account with what it holds, what the platform guesses, and whom it names."""
    return _read(whole, platform, Gathering())


def _read(whole: Json, platform: Platform, gathering: Gathering) -> Findings:
    name, site = platform["platform"], platform["site"]
    facts, guesses = (
        dict.fromkeys(pair for label, paths in platform.get(what, {}).items() for pair in _pairs(whole, label, paths))
        for what in ("facts", "guesses")
    )
    for pair in facts:
        gathering.fact(*pair)
    for pair in guesses:
        gathering.guess(site, *pair)
    likely = (label for label, paths in platform.get("likely", {}).items() if any(leads(whole, path) for path in paths))
    created = day_of(first_at(whole, platform["created"])) if "created" in platform else ""
    known = {label for label, _ in facts}
    besides = tuple(label for label in likely if label not in known)
    gathering.account(Account(name, site, tuple(facts), created=created, likely=besides))
    for party in platform.get("parties", ()):
        _read_party(whole, party, name, gathering)
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
    if not isinstance(value, Mapping):
        return unmisread(value).strip() if isinstance(value, str) else ""
    try:
        year, month, day = (value[key] for key in ("year", "month", "day"))
        return datetime.date(year, month, day).isoformat()
    except (KeyError, TypeError, ValueError, OverflowError):
        return ""


def _read_party(whole: Json, party: Sequence[Any], platform: str, gathering: Gathering) -> None:
    entries, key, evidence, since, likely = party
    seen: dict[str, str] = {}
    for entry in values_at(whole, entries):
        if name := kept(_text(first_at(entry, key))):
            seen.setdefault(name, day_of(first_at(entry, since)) if since else "")
        if len(seen) > MAX_PARTIES:
            raise ValueError(f"the file names more than {MAX_PARTIES:,} parties, the most that can be read")
    for name, created in seen.items():
        if likely:
            gathering.account(Account(name, site_of(name), created=created, likely=tuple(likely.split(", "))))
        gathering.shares(platform, site_of(name) or name, evidence)


# Apple's App Privacy Report: one JSON object a line, of which app used what, and which trackers it told.


_CATEGORIES = {"contacts": "Contacts", "location": "Location", "photos": "Photo", "camera": "Photo"}


def is_privacy_report(text: str) -> bool:
    """Whether text is such a report, by its first line."""
    try:
        first = parsed(text.lstrip().partition("\n")[0][:10_000])
    except ValueError:
        return False
    of_report = leads(first, "accessor") or leads(first, "bundleID")
    return of_report and first_at(first, "type") in ("access", "networkActivity")


def read_privacy_report(text: str) -> Findings:
    """Every app that used data of the person, and the trackers that apps talked to."""
    gathering, used, lines = Gathering(), dict[str, dict[str, None]](), text.splitlines()
    if len(lines) > MAX_LINES:
        raise ValueError(f"the report has more than {MAX_LINES:,} lines, the most that can be read")
    for number, line in enumerate(lines, start=1):
        try:
            entry = parsed(line) if line.strip() else {}
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            gathering.refuse(f"line {number}", "this is no entry of a report")
            continue
        app, site = kept(first_at(entry, "accessor/identifier", "bundleID")), site_of(str(entry.get("domain")))
        if entry.get("type") == "access" and app and (label := _CATEGORIES.get(str(entry.get("category")))):
            used.setdefault(app, {})[label] = None
        elif entry.get("type") == "networkActivity" and entry.get("domainType") == 1 and app and site:
            gathering.shares(site, app, "tracker")
        elif entry.get("type") == "networkActivity":
            gathering.leave_out("connections to others than trackers")
    for app, labels in used.items():
        gathering.account(Account(app, likely=tuple(labels)))
    return gathering.findings("privacy report")


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
            entry.read((_plainly(name), value) for name, value in pairs_in(address))
            if not first_at(address, "deleted"):
                tell(gathering, entry)
    for card in values_at(whole, "creditCards/*"):
        if not first_at(card, "deleted"):
            gathering.card(first_at(card, "cc-number"), first_at(card, "cc-type"))
    gathering.leave_out("single form fields", sum(1 for _ in values_at(whole, "Autofill/*")))
    return gathering.findings("autofill")


def _plainly(name: str) -> str:
    words = re.sub(r"[\W_]+", " ", name).casefold()
    known = lists("shapes.toml")["chrome"].items()
    return name if kind_of(name) else next((meant for word, meant in known if word in words), name)
