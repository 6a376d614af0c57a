"""Apple's App Privacy Report: which apps use what, and which trackers they tell."""

from __future__ import annotations

import json
from collections.abc import Mapping

from leakage.workspace.files.findings import Account, Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses, site_of
from leakage.workspace.files.texts import Json, cleaned, part, refuse_many_pieces

MAX_LINES = 200_000
_ACCESS, _NETWORK = "access", "networkActivity"
_CATEGORIES = {
    "contacts": "Contacts",
    "location": "Location",
    "photos": "Photo",
    "camera": "Photo",
    "microphone": "Voice",
    "mediaLibrary": "Media library",
}
_TRACKER = 1
"""What the report writes for domains that many apps of different makers talk to."""


def is_app_privacy_report(text: str) -> bool:
    """Whether text is such a report: one JSON object a line.

    >>> is_app_privacy_report('{"type":"access","category":"location","accessor":{"identifier":"com.example.app"}}')
    True
    """
    first = _object(text.lstrip().partition("\n")[0][:10_000])
    return part(first, "type") in (_ACCESS, _NETWORK) and ("accessor" in first or "bundleID" in first)


def read_app_privacy_report(text: str, classes: PasswordClasses) -> Findings:
    """Every app that used data of the person, and the trackers that apps talked to.

    Raises:
        ValueError: for more than ``MAX_LINES`` lines.

    >>> text = '{"type":"access","category":"location","accessor":{"identifier":"com.example.app"}}'
    >>> read_app_privacy_report(text, PasswordClasses()).accounts[0].likely
    ('Location',)
    """
    refuse_many_pieces(text)
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise ValueError(f"the report has more than {MAX_LINES:,} lines, the most that can be read")
    gathering, used = Gathering(classes), dict[str, dict[str, None]]()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            entry = _object(line)
            if entry:
                _read(entry, used, gathering)
            else:
                gathering.refuse(f"line {number}", "this is no entry of a report")
    for app, labels in used.items():
        if labels:
            gathering.account(Account(app, likely=tuple(labels)))
    return gathering.findings()


def _read(entry: Mapping[str, Json], used: dict[str, dict[str, None]], gathering: Gathering) -> None:
    if entry.get("type") == _ACCESS:
        app, category = cleaned(part(entry, "accessor", "identifier")), entry.get("category")
        if app:
            labels = used.setdefault(app, {})
            if isinstance(category, str) and category in _CATEGORIES:
                labels[_CATEGORIES[category]] = None
    elif entry.get("type") == _NETWORK and entry.get("domainType") == _TRACKER:
        app, site = cleaned(entry.get("bundleID")), site_of(entry.get("domain"))
        if app and site:
            gathering.shares(site, app, "tracker")
    elif entry.get("type") == _NETWORK:
        gathering.leave_out("connections to others than trackers")


def _object(line: str) -> Mapping[str, Json]:
    try:
        whole = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return whole if isinstance(whole, dict) else {}
