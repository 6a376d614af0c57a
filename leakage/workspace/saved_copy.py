"""A workspace as JSON text, in and out, without loss.

``msgspec`` checks the text against the structs below while it reads, and converts nothing; records are lists of
``[label, value, confidence]``. Copies of earlier versions lose what is gone before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from leakage import registry
from leakage.measure.rarity import ValueCounts
from leakage.record import UNTYPED, Attribute, Pair, Record, is_typed
from leakage.registry import saved_form, saved_forms, value_of
from leakage.resolution.adversary import Adversary
from leakage.workspace.everyday import brought_up_to_date
from leakage.workspace.limits import MOST_ACCOUNTS, MOST_FACTS_EACH, MOST_STRANGERS, check_workspace, with_numbers
from leakage.workspace.release import Answer, ChangedValue, Contact, Listing, SubjectRequest
from leakage.workspace.retired import from_earlier
from leakage.workspace.tables import TableMapping
from leakage.workspace.workspace import (
    LONGEST_LOCK,
    ErasureStatus,
    Face,
    Policy,
    Pooling,
    Recipient,
    Release,
    Statistics,
    Workspace,
)

FORMAT = "leakage-workspace"
VERSION = 4
MAX_CHARACTERS = 100_000_000
MOST_TEXTS = 3_000_000
"""Of a saved copy: two for a fact, and for a release its parts with their names."""
_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

Positive: TypeAlias = Annotated[float, Meta(gt=0)]
Prices: TypeAlias = tuple[tuple[str, Positive], ...]
SavedRecord: TypeAlias = tuple[tuple[str, str | None, float], ...]
"""A fact that was not typed has no value."""


class SavedRelease(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A release as it is written."""

    name: str
    recipient: str
    record: SavedRecord
    date: str = ""
    erasure: ErasureStatus | None = None
    required: tuple[tuple[str, str | None], ...] = ()
    presumed: tuple[tuple[str, float], ...] = ()
    ended: bool = False
    listings: tuple[Listing, ...] = ()
    breach: str = ""
    leaked: tuple[str, ...] = ()
    dealt: bool = False


class SavedChange(Struct, array_like=True, forbid_unknown_fields=True):
    """A changed value as it is written; earlier programs did not write how sure it was."""

    recipient: str
    label: str
    value: str | None
    day: str
    confidence: Annotated[float, Meta(ge=0, le=1)] = 1.0


class SavedPolicy(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A policy as it is written."""

    name: str
    operations: tuple[registry.AnyOperation, ...]
    cost: registry.AnyCost
    pooling: Pooling | None = None


class SavedWorkspace(Struct, forbid_unknown_fields=True):
    """A workspace as it is written; a part that is missing is empty."""

    format: str = FORMAT
    version: int = VERSION
    profile: tuple[tuple[str, str | None], ...] = ()
    weights: Prices = ()
    releases: tuple[SavedRelease, ...] = ()
    background: tuple[SavedRecord, ...] = ()
    policies: tuple[SavedPolicy, ...] = ()
    chosen: str = ""
    pooling: Pooling = Pooling()
    plans: tuple[SavedRelease, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    title: str = ""
    similarities: tuple[tuple[str, registry.AnySimilarity], ...] = ()
    recipients: tuple[Recipient, ...] = ()
    action_minutes: Prices = ()
    lock_after: Annotated[int, Meta(ge=1, le=LONGEST_LOCK)] = Workspace.lock_after
    statistics: Statistics = "none"
    value_counts: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = ()
    mappings: tuple[TableMapping, ...] = ()
    requests: tuple[SubjectRequest, ...] = ()
    contacts: tuple[Contact, ...] = ()
    absent: tuple[str, ...] = ()
    changed_values: tuple[SavedChange, ...] = ()
    shares_weights: bool = False
    worked_example: bool = False
    answers: tuple[Answer, ...] = ()
    plan: tuple[str, ...] = ()
    face: Face | None = None


_READ: dict[str, Callable[[Any], Any]] = {
    "profile": lambda pairs: tuple(Attribute(label, _value(value)).pair for label, value in pairs),
    "releases": lambda releases: tuple(_release(release) for release in releases),
    "background": lambda records: tuple(_record(record) for record in records),
    "policies": lambda policies: tuple(_policy(policy) for policy in policies),
    "plans": lambda plans: tuple(_release(plan) for plan in plans),
    "similarities": lambda rows: tuple((label, value_of(form)) for label, form in rows),
    "value_counts": ValueCounts,
    "changed_values": lambda rows: tuple(
        ChangedValue(row.recipient, row.label, _value(row.value), row.day, row.confidence) for row in rows
    ),
}
_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "profile": lambda pairs: tuple(map(_saved_pair, pairs)),
    "releases": lambda releases: tuple(_saved_release(release) for release in releases),
    "background": lambda records: tuple(_saved_record(record) for record in records),
    "policies": lambda policies: tuple(_saved_policy(policy) for policy in policies),
    "plans": lambda plans: tuple(_saved_release(plan) for plan in plans),
    "similarities": lambda rows: tuple((label, saved_form(similarity)) for label, similarity in rows),
    "value_counts": lambda value_counts: value_counts.counts,
    "changed_values": lambda changes: tuple(
        SavedChange(c.recipient, *_saved_pair((c.label, c.value)), c.day, c.confidence) for c in changes
    ),
}
_PARTS = tuple(part.name for part in fields(Workspace))


def workspace_to_json(workspace: Workspace) -> str:
    """A workspace as JSON text, from which ``workspace_from_json`` makes an equal one.

    Raises:
        ValueError: for a rule, operation, cost or similarity that no file has, or a number that is not
            finite.

    >>> workspace_to_json(Workspace(title="Mine"))[:59]
    '{"format": "leakage-workspace", "version": 4, "profile": []'
    """
    parts = {name: getattr(workspace, name) for name in _PARTS}
    written = SavedWorkspace(
        **{name: _WRITTEN[name](part) if name in _WRITTEN else part for name, part in parts.items()}
    )
    return json.dumps(msgspec.to_builtins(written), allow_nan=False)


def workspace_from_json(text: str) -> Workspace:
    """The workspace that ``workspace_to_json`` wrote, now or before; ``left_out`` tells what of that is gone.

    Arguments:
        text: JSON; parts of a workspace that are missing are empty.

    Raises:
        ValueError: with one sentence, which repeats no value, for text that is no JSON, not this format or
            version, of a wrong type anywhere, too large or too deep, or that holds what may not be entered.

    >>> mine = Workspace(profile=(("Name", "Alice"),), title="Mine")
    >>> workspace_from_json(workspace_to_json(mine)) == mine
    True
    """
    _refuse_many_texts(text)
    saved = _saved(text)
    _refuse_many_entries(saved)
    return check_workspace(_workspace(saved))


def left_out(text: str) -> tuple[str, ...]:
    """What a saved copy that could be read holds and this program no longer has, in a person's words."""
    if msgspec.json.decode(text, type=_Heading).version == VERSION:
        return ()
    return from_earlier(msgspec.json.decode(text))[1]


def workspace_of_vault(text: str) -> Workspace:
    """As ``workspace_from_json``, but numbers are brought within the limits, and nothing else is asked of it.

    What a person put into a vault before there were limits must open.
    """
    return with_numbers(_workspace(_saved(text)))


def _workspace(saved: SavedWorkspace) -> Workspace:
    parts = {name: getattr(saved, name) for name in _PARTS}
    read = Workspace(**{name: _READ[name](part) if name in _READ else part for name, part in parts.items()})
    return brought_up_to_date(read)


def _saved(text: str) -> SavedWorkspace:
    """What the text says, without a list or object more than the structs have room for."""
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the file is larger than {MAX_CHARACTERS // 1_000_000} million characters")
    try:
        if _version(msgspec.json.decode(text, type=_Heading)) == VERSION:
            return msgspec.json.decode(text, type=SavedWorkspace)
        return msgspec.convert(from_earlier(msgspec.json.decode(text))[0], SavedWorkspace)
    except RecursionError:
        sentence = "the file is nested too deep to be a workspace"
    except msgspec.ValidationError as error:
        sentence = refusal(str(error))
    except (msgspec.DecodeError, UnicodeError):
        sentence = "the file is not complete JSON; was it cut short or changed?"
    # Raised here, so that it does not drag along what quotes the file.
    raise ValueError(sentence)


class _Heading(Struct):
    """What is looked at first; the rest is passed over, and nothing made of it."""

    format: object = None
    version: object = None


def _version(heading: _Heading) -> object:
    if heading.format != FORMAT:
        raise ValueError("this is not a saved workspace")
    if isinstance(heading.version, bool) or heading.version not in (2, 3, VERSION):
        raise ValueError(f"this workspace was saved in another version of the format than 2 to {VERSION}")
    return heading.version


def _refuse_many_texts(text: str) -> None:
    """Refuse what would take far more room than the file before anything is made of it."""
    # Every text has two quotation marks; only where there are many they are told from those within texts.
    if text.count('"') > 2 * MOST_TEXTS and sum(1 for _ in _TEXT.finditer(text)) > MOST_TEXTS:
        raise ValueError(f"the file holds more than {MOST_TEXTS:,} texts, the most that can be read")


def _refuse_many_entries(saved: SavedWorkspace) -> None:
    if max(len(saved.releases), len(saved.plans)) > MOST_ACCOUNTS:
        raise ValueError(f"the file holds more than {MOST_ACCOUNTS:,} accounts")
    if len(saved.background) > MOST_STRANGERS:
        raise ValueError(f"the file holds more than {MOST_STRANGERS:,} records of other people")
    records = (*(release.record for release in (*saved.releases, *saved.plans)), *saved.background)
    if any(len(record) > MOST_FACTS_EACH for record in records):
        raise ValueError(f"the file holds an account of more than {MOST_FACTS_EACH} facts")


def _saved_record(record: Record) -> SavedRecord:
    return tuple((*_saved_pair(a.pair), a.confidence) for a in record)


def _record(attributes: SavedRecord) -> Record:
    return Record(Attribute(label, _value(value), confidence) for label, value, confidence in attributes)


def _saved_pair(pair: Pair) -> tuple[str, str | None]:
    return pair if is_typed(pair) else (pair[0], None)


def _value(saved: str | None) -> str:
    return UNTYPED if saved is None else saved


def _saved_release(release: Release) -> SavedRelease:
    parts = {name: getattr(release, name) for name in SavedRelease.__struct_fields__}
    required = tuple(map(_saved_pair, release.required))
    return SavedRelease(**{**parts, "record": _saved_record(release.record), "required": required})


def _release(saved: SavedRelease) -> Release:
    parts = {name: getattr(saved, name) for name in SavedRelease.__struct_fields__}
    required = tuple((label, _value(value)) for label, value in saved.required)
    return Release(**{**parts, "record": _record(saved.record), "required": required})


def _saved_policy(policy: Policy) -> SavedPolicy:
    adversary = policy.adversary
    return SavedPolicy(policy.name, saved_forms(adversary.operations), saved_form(adversary.cost), policy.pooling)


def _policy(saved: SavedPolicy) -> Policy:
    operations = tuple(value_of(operation) for operation in saved.operations)
    return Policy(saved.name, Adversary(operations, cost=value_of(saved.cost)), saved.pooling)


# Why a copy cannot be read, in one sentence that repeats nothing of it.


_TYPES = {
    **{"str": "text", "float": "a number", "int": "a whole number", "bool": "true or false", "array": "a list"},
    **{"object": "an object", "null": "nothing", "list": "a list", "dict": "an object"},
}
_LAST = re.compile(r"\.(\w+)$|\[(\d+)\]$")
_UNKNOWN = "Object contains unknown field", "Invalid value", "Invalid enum value"


def refusal(error: str) -> str:
    """The sentence for what ``msgspec`` found.

    >>> refusal("Expected `str`, got `int` - at `$.releases[0].name`")
    'name of entry 1 of releases must be text, got a whole number'
    >>> refusal("Invalid value 'Alice' - at `$.kind`")
    'kind is not one that this program knows'
    """
    what, _, path = error.partition(" - at `")
    place = _place(path.rstrip("`"))
    if what.startswith("Object missing required field"):
        return f"{place} lacks its {what.split('`')[1]}"
    if what.startswith(_UNKNOWN[0]):
        return f"{place} has parts that this program does not know"
    if what.startswith(_UNKNOWN[1:]):
        return f"{place} is not one that this program knows"
    if what.startswith("Expected `array` of at most length"):
        # Of an entry that is too long no path is told.
        return "an entry of a list has parts that this program does not know"
    if what == "Number out of range":
        return f"{place} must be a finite number"
    # What a type itself refuses is a sentence already.
    return f"{place} must be {_in_words(what)}" if what.startswith("Expected ") else f"{place}: {what}"


def _in_words(what: str) -> str:
    words = re.sub(r"`([\w |]+)`", lambda types: " or ".join(_TYPES.get(t, t) for t in types[1].split(" | ")), what)
    return words.removeprefix("Expected ").removesuffix(".0")


def _place(path: str) -> str:
    parts = []
    while last := _LAST.search(path):
        path = path[: last.start()]
        inner = "part" if path.endswith("]") else "entry"
        parts.append(last[1] or f"{inner} {int(last[2]) + 1}")
    return " of ".join(parts) or "the file"
