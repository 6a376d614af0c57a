"""Copies of version 1, which kept what belongs to a release or recipient in tables beside it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from leakage.record import Pair
from leakage.workspace.workspace import ErasureStatus


class SideTables(Struct):
    """The tables of version 1 that went by name; of two rows for a name the later one counted."""

    erasures: tuple[tuple[str, ErasureStatus], ...] = ()
    efforts: tuple[tuple[Literal["release", "recipient"], str, float], ...] = ()
    verifying: tuple[tuple[str, float], ...] = ()
    disinforming: tuple[tuple[Literal["recipient", "label"], str, float], ...] = ()
    required: tuple[tuple[str, Pair], ...] = ()

    def efforts_of(self, by: str) -> dict[str, float]:
        return {name: effort for kind, name, effort in self.efforts if kind == by}

    def prices_of(self, of: str) -> dict[str, float]:
        return {name: price for kind, name, price in self.disinforming if kind == of}


def from_version_1(whole: dict[str, Any]) -> dict[str, Any]:
    """The JSON of version 2 for that of version 1; rows for names that nothing has, which never counted, are left out.

    Raises:
        msgspec.ValidationError: for a table that is none.
        ValueError: for parts of version 2.

    >>> work = {"version": 1, "releases": [{"name": "Order"}], "erasures": [["Order", "asked"]]}
    >>> from_version_1(work)["releases"]
    [{'name': 'Order', 'erasure': 'asked'}]
    """
    tables = msgspec.convert(whole, SideTables)
    kept = {name: part for name, part in whole.items() if name not in SideTables.__struct_fields__}
    statuses, efforts = dict(tables.erasures), tables.efforts_of("release")
    plans = [
        _with(plan, required=[pair for name, pair in tables.required if name == _name(plan)])
        for plan in _list(whole, "plans")
    ]
    releases = [
        _with(r, erasure=statuses.get(_name(r)), effort=efforts.get(_name(r))) for r in _list(whole, "releases")
    ]
    fresh = {
        "recipients": _recipients(tables),
        "verification_prices": list(dict(tables.verifying).items()),
        "disinformation_prices": list(tables.prices_of("label").items()),
    }
    if not kept.keys().isdisjoint(fresh):
        raise ValueError("the file has parts that this program does not know")
    lists = {name: entries for name, entries in (("releases", releases), ("plans", plans)) if entries}
    return {**kept, **fresh, **lists, "version": 2}


def _recipients(tables: SideTables) -> list[dict[str, Any]]:
    efforts, prices = tables.efforts_of("recipient"), tables.prices_of("recipient")
    return [
        _with({"name": name}, effort=efforts.get(name), disinformation_price=prices.get(name))
        for name in dict.fromkeys((*efforts, *prices))
    ]


def _list(whole: dict[str, Any], part: str) -> list[Any]:
    """A part, if it is a list; what it is else, is refused as version 2 refuses it."""
    entries = whole.get(part)
    return entries if isinstance(entries, list) else []


def _name(entry: Any) -> Any:
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) else None


def _with(entry: Any, **parts: Any) -> Any:
    return (
        {**entry, **{name: part for name, part in parts.items() if part is not None}}
        if isinstance(entry, dict)
        else entry
    )
