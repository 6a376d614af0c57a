"""A workspace as JSON text, in and out, without loss.

What is written follows from the fields of the dataclasses: an object each, without the fields that are as usual. A
fact that was not typed has ``null`` for its value. ``msgspec`` checks a text against the same fields while it reads.
"""

from __future__ import annotations

import functools
import json
import operator
import re
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from itertools import repeat
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

import leakage.resolution.evidence  # noqa: F401  (a rule that a file may hold, and that nothing here names)
from leakage.measure.rarity import ValueCounts
from leakage.measure.weights import Similarity
from leakage.record import UNTYPED, Attribute, Record
from leakage.registry import form_of, saved_form, value_of
from leakage.resolution.adversary import Adversary
from leakage.workspace.limits import check_workspace
from leakage.workspace.retired import brought_up_to_date, without_what_is_gone
from leakage.workspace.workspace import Workspace

FORMAT = "leakage-workspace"
VERSION = 4


def saved_copy(workspace: Workspace) -> str:
    """A workspace as JSON text, from which ``opened`` makes an equal one.

    Raises:
        ValueError: for a rule, operation, cost or similarity that no file has, or a number that is not
            finite.

    >>> saved_copy(Workspace(title="Mine"))
    '{"format": "leakage-workspace", "version": 4, "pooling": {}, "title": "Mine"}'
    """
    written = msgspec.to_builtins(_converted(Workspace, workspace, reads=False), enc_hook=lambda untyped: None)
    return json.dumps({"format": FORMAT, "version": VERSION, **written}, allow_nan=False)


def opened(text: str) -> Workspace:
    """The workspace that ``saved_copy`` wrote, now or in versions 2 and 3; ``left_out`` tells what is gone.

    Arguments:
        text: JSON; parts of a workspace that are missing are empty.

    Raises:
        ValueError: with one sentence, which repeats no value, for text that is no JSON, not this format or
            version, of a wrong type anywhere, too deep, or that holds what may not be entered.

    >>> mine = Workspace(profile=(("Name", "Alice"),), title="Mine")
    >>> opened(saved_copy(mine)) == mine
    True
    """
    return check_workspace(workspace_of_vault(text))


def workspace_of_vault(text: str) -> Workspace:
    """As ``opened``, but whatever lies beyond the limits is let in: a vault must open."""
    whole = _read(text)
    version = whole["version"]
    try:
        kept, _ = without_what_is_gone(whole)
        kept = _with_untyped(kept) if "null" in text else kept
        read = _converted(Workspace, msgspec.convert(kept, _form(Workspace)), reads=True)
    except RecursionError:
        sentence = "the file is nested too deep to be a workspace"
    except msgspec.ValidationError as error:
        # What stands at the place is not repeated.
        place = re.search(r" - at `\$\.([\w.\[\]]+)`$", str(error))
        sentence = f"{place[1] if place else 'the file'} is not as this program writes it"
    else:
        return read if version == VERSION else brought_up_to_date(read)
    # Raised here, so that it does not drag along what quotes the file.
    raise ValueError(sentence)


def left_out(text: str) -> tuple[str, ...]:
    """What a saved copy that could be read holds and this program no longer has, in a person's words."""
    return without_what_is_gone(_read(text))[1]


def _read(text: str) -> dict[str, Any]:
    try:
        whole = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        whole = None
    if not isinstance(whole, dict):
        raise ValueError("the file is not complete JSON; was it cut short or changed?")
    if whole.get("format") != FORMAT:
        raise ValueError("this is not a saved workspace")
    if whole.get("version") not in (2, 3, VERSION) or isinstance(whole["version"], bool):
        raise ValueError(f"this workspace was saved in another version of the format than 2 to {VERSION}")
    return whole


def _with_untyped(part: Any, name: str = "") -> Any:
    """JSON where facts that were not typed have that for their value."""
    if isinstance(part, dict):
        return {name: _with_untyped(inner, name) for name, inner in part.items()}
    if isinstance(part, list):
        return [_with_untyped(inner, "value") for inner in part]
    return UNTYPED if part is None and name == "value" else part


# One way from dataclasses to what msgspec writes and checks, and back.


class _Own(NamedTuple):
    """A type whose form does not follow from its fields."""

    form: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@functools.cache
def _own() -> dict[Any, _Own]:
    sure = Annotated[float, Meta(ge=0, le=1)]
    parts = [("operations", tuple[form_of("operation"), ...]), ("cost", form_of("cost"))]  # type: ignore[misc]
    eve_form = msgspec.defstruct("SavedAdversary", parts, forbid_unknown_fields=True)
    return {
        Record: _Own(
            tuple[tuple[str, str, sure], ...],
            lambda record: tuple((a.label, a.value, a.confidence) for a in record),
            lambda saved: Record(Attribute(*fact) for fact in saved),
        ),
        Adversary: _Own(
            eve_form,
            lambda eve: eve_form(saved_form(eve.operations), saved_form(eve.cost)),
            lambda saved: Adversary(value_of(saved.operations), cost=value_of(saved.cost)),
        ),
        Similarity: _Own(form_of("similarity"), saved_form, value_of),
        ValueCounts: _Own(
            tuple[tuple[str, tuple[tuple[str, float], ...]], ...], operator.attrgetter("counts"), ValueCounts
        ),
    }


_hints = functools.cache(get_type_hints)
"""The types of the fields of a dataclass."""


@functools.cache
def _form(kind: Any) -> Any:
    """What a file is checked against where a value of a type stands."""
    if kind in _own():
        return _own()[kind].form
    if isinstance(kind, type) and is_dataclass(kind):
        defaults = {part.name: part.default for part in fields(kind) if part.default is not MISSING}
        rows = [
            (name, _form(hint), *([_converted(hint, defaults[name], reads=False)] if name in defaults else []))
            for name, hint in _hints(kind).items()
        ]
        return msgspec.defstruct(kind.__name__, rows, frozen=True, forbid_unknown_fields=True, omit_defaults=True)
    parts = get_args(kind)
    forms = tuple(map(_form, parts))
    if forms == parts:
        return kind
    return tuple[forms] if get_origin(kind) is tuple else functools.reduce(operator.or_, forms)  # type: ignore[valid-type]


def _converted(kind: Any, value: Any, reads: bool) -> Any:
    """A value of a type as it is written, or a written one read."""
    form = _form(kind)
    if form == kind or value is None:
        return value
    if own := _own().get(kind):
        return own.read(value) if reads else own.write(value)
    if isinstance(kind, type) and is_dataclass(kind):
        parts = {name: _converted(hint, getattr(value, name), reads) for name, hint in _hints(kind).items()}
        return (kind if reads else form)(**parts)
    inner = get_args(kind)
    if get_origin(kind) is not tuple:
        return _converted(inner[0], value, reads)
    kinds = repeat(inner[0]) if inner[-1] is ... else inner
    return tuple(_converted(kind, part, reads) for kind, part in zip(kinds, value))  # noqa: B905
