"""A workspace as JSON text, in and out, without loss.

Rules, operations, costs, similarities and relations pass through the tables ``MATCHES``, ``OPERATIONS``, ``COSTS``,
``MERGES``, ``SIMILARITIES`` and ``RELATIONS``; a new kind is one entry there. Records are lists of
``[label, value, confidence]``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, cast, get_args

from leakage.measure.relation import Equivalent, Joint, Relation
from leakage.measure.similarity import (
    EditMethod,
    EditSimilarity,
    NumericCloseness,
    PrefixSimilarity,
    Similarity,
    TableSimilarity,
)
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.match import AnyOf, Match, SameKeySet, Shares
from leakage.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar, SimilarKind
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.workspace import (
    ERASURE_STATUSES,
    By,
    Coalition,
    ErasureStatus,
    Policy,
    Pooling,
    PoolingKind,
    PriceOf,
    Release,
    Workspace,
)

Json: TypeAlias = Any
Fields: TypeAlias = Mapping[str, Json]

FORMAT = "leakage-workspace"
VERSION = 1
MAX_CHARACTERS = 100_000_000
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Kind:
    """How one type is written and read.

    Arguments:
        name: its name in the file, which stays once it was used.
        type: the type itself.
        write: from a value to the fields that describe it.
        read: from those fields, and how deep they lie, back to the value.
    """

    name: str
    type: type
    write: Callable[[Any], dict[str, Json]]
    read: Callable[[Fields, int], Any]


def workspace_to_json(workspace: Workspace) -> str:
    """A workspace as JSON text, from which ``workspace_from_json`` makes an equal one.

    Raises:
        ValueError: for a rule, operation, cost, similarity or relation that has no entry in the tables, or a
            number that is not finite.

    >>> workspace_to_json(Workspace(title="Mine"))[:59]
    '{"format": "leakage-workspace", "version": 1, "profile": []'
    """
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "profile": workspace.profile,
            "weights": workspace.weights,
            "releases": [_release_out(release) for release in workspace.releases],
            "background": [_record_out(record) for record in workspace.background],
            "policies": [_policy_out(policy) for policy in workspace.policies],
            "chosen": workspace.chosen,
            "pooling": _pooling_out(workspace.pooling),
            "plans": [_release_out(plan) for plan in workspace.plans],
            "names": workspace.names,
            "title": workspace.title,
            "similarities": [(label, _out(near, SIMILARITIES)) for label, near in workspace.similarities],
            "relations": [_out(relation, RELATIONS) for relation in workspace.relations],
            "erasures": workspace.erasures,
            "efforts": workspace.efforts,
            "verifying": workspace.verifying,
            "disinforming": workspace.disinforming,
            "required": workspace.required,
            "lock_after": workspace.lock_after,
        },
        allow_nan=False,
    )


def workspace_from_json(text: str) -> Workspace:
    """The workspace that ``workspace_to_json`` wrote.

    Arguments:
        text: JSON; parts of a workspace that are missing are empty.

    Raises:
        ValueError: with one sentence, which repeats no value, for text that is no JSON, not this format or
            version, of a wrong type anywhere, too large or too deep.

    >>> mine = Workspace(profile=(("Name", "Alice"),), title="Mine")
    >>> workspace_from_json(workspace_to_json(mine)) == mine
    True
    """
    whole = _object(_parsed(text), "the file")
    if whole.get("format") != FORMAT:
        raise ValueError("this is not a saved workspace")
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise ValueError(f"this workspace was saved in another version of the format than {VERSION}")
    if not set(whole) <= {"format", "version", *_PARTS}:
        raise ValueError("this workspace has parts that this program does not know")
    return Workspace(**{name: read(whole[name]) for name, read in _PARTS.items() if name in whole})


def _parsed(text: str) -> Json:
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the file is larger than {MAX_CHARACTERS // 1_000_000} million characters")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the file is nested too deep to be a workspace") from None
    except ValueError:
        raise ValueError("the file is not complete JSON; was it cut short or changed?") from None


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError


def _object(value: Json, what: str) -> Fields:
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be an object")
    return value


def _list(value: Json, what: str) -> list[Json]:
    if not isinstance(value, list):
        raise ValueError(f"{what} must be a list")
    return value


def _text(value: Json, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} must be text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{what} holds a character that no text has") from None
    return value


def _number(value: Json, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{what} must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{what} must be a finite number")
    return number


def _weight(value: Json) -> float:
    number = _number(value, "weight")
    if number <= 0.0:
        raise ValueError(f"weight must be positive, got {number:g}")
    return number


def _price(value: Json, what: str) -> float:
    number = _number(value, what)
    if number < 0.0:
        raise ValueError(f"{what} must not be negative, got {number:g}")
    return number


def _row(value: Json, length: int, what: str) -> list[Json]:
    row = _list(value, what)
    if len(row) != length:
        raise ValueError(f"{what} must have {length} parts, got {len(row)}")
    return row


def _pair(value: Json) -> Pair:
    label, text = _row(value, 2, "a label with its value")
    attribute = Attribute(_text(label, "label"), _text(text, "value"))
    return attribute.pair


def _profile(value: Json) -> tuple[Pair, ...]:
    return tuple(_pair(pair) for pair in _list(value, "profile"))


def _weights(value: Json) -> tuple[tuple[str, float], ...]:
    rows = (_row(row, 2, "a weight") for row in _list(value, "weights"))
    return tuple((_text(label, "label"), _weight(weight)) for label, weight in rows)


def _names(value: Json) -> tuple[tuple[str, str], ...]:
    rows = (_row(row, 2, "a display name") for row in _list(value, "names"))
    return tuple((_text(label, "label"), _text(name, "display name")) for label, name in rows)


def _record_out(record: Record) -> Json:
    return [(a.label, a.value, a.confidence) for a in record]


def _record(value: Json) -> Record:
    rows = (_row(row, 3, "an attribute") for row in _list(value, "a record"))
    return Record(
        Attribute(_text(label, "label"), _text(text, "value"), _number(confidence, "confidence"))
        for label, text, confidence in rows
    )


def _records(value: Json) -> tuple[Record, ...]:
    return tuple(_record(record) for record in _list(value, "background"))


def _release_out(release: Release) -> Json:
    return {
        "name": release.name,
        "recipient": release.recipient,
        "date": release.date,
        "record": _record_out(release.record),
    }


def _release(value: Json) -> Release:
    fields = _object(value, "a release")
    return Release(
        _text(fields.get("name"), "the name of a release"),
        _text(fields.get("recipient"), "the recipient of a release"),
        _record(fields.get("record")),
        _text(fields.get("date", ""), "the date of a release"),
    )


def _releases(value: Json) -> tuple[Release, ...]:
    return tuple(_release(release) for release in _list(value, "releases"))


def _pooling_out(pooling: Pooling) -> Json:
    coalitions = [{"name": c.name, "recipients": c.recipients} for c in pooling.coalitions]
    return {"kind": pooling.kind, "coalitions": coalitions}


def _pooling(value: Json) -> Pooling:
    fields = _object(value, "pooling")
    kind = fields.get("kind")
    if kind not in ("together", "alone", "coalitions"):
        raise ValueError('pooling must be "together", "alone" or "coalitions"')
    coalitions = _list(fields.get("coalitions", []), "coalitions")
    return Pooling(cast(PoolingKind, kind), tuple(_coalition(coalition) for coalition in coalitions))


def _coalition(value: Json) -> Coalition:
    fields = _object(value, "a coalition")
    name = _text(fields.get("name"), "the name of a coalition")
    return Coalition(name, _texts(fields.get("recipients"), "the recipients of a coalition"))


def _texts(value: Json, what: str) -> tuple[str, ...]:
    return tuple(_text(text, what) for text in _list(value, what))


def _policy_out(policy: Policy) -> Json:
    operations = [_out(operation, OPERATIONS) for operation in policy.adversary.operations]
    return {"name": policy.name, "operations": operations, "cost": _out(policy.adversary.cost, COSTS)}


def _policy(value: Json) -> Policy:
    fields = _object(value, "a policy")
    operations = _list(fields.get("operations"), "operations")
    adversary = Adversary(
        tuple(_in(operation, OPERATIONS, "operation") for operation in operations),
        _in(fields.get("cost"), COSTS, "cost"),
    )
    return Policy(_text(fields.get("name"), "the name of a policy"), adversary)


def _similarities(value: Json) -> tuple[tuple[str, Similarity], ...]:
    rows = (_row(row, 2, "a similarity") for row in _list(value, "similarities"))
    return tuple((_text(label, "label"), _in(near, SIMILARITIES, "similarity")) for label, near in rows)


def _relations(value: Json) -> tuple[Relation, ...]:
    return tuple(_in(relation, RELATIONS, "relation") for relation in _list(value, "relations"))


def _erasures(value: Json) -> tuple[tuple[str, ErasureStatus], ...]:
    rows = (_row(row, 2, "an erasure") for row in _list(value, "erasures"))
    return tuple((_text(name, "the name of a release"), _erasure_status(status)) for name, status in rows)


def _erasure_status(value: Json) -> ErasureStatus:
    if value not in ERASURE_STATUSES:
        raise ValueError("the status of an erasure must be asked, done or refused")
    return cast(ErasureStatus, value)


def _efforts(value: Json) -> tuple[tuple[By, str, float], ...]:
    rows = (_row(row, 3, "an effort") for row in _list(value, "efforts"))
    return tuple((_by(by), _text(name, "the name of a request"), _positive(effort)) for by, name, effort in rows)


def _by(value: Json) -> By:
    if value not in get_args(By):
        raise ValueError("a request deletes a release, or what a recipient holds")
    return cast(By, value)


def _verifying(value: Json) -> tuple[tuple[str, float], ...]:
    rows = (_row(row, 2, "a price") for row in _list(value, "verifying"))
    return tuple((_text(label, "label"), _positive(price)) for label, price in rows)


def _disinforming(value: Json) -> tuple[tuple[PriceOf, str, float], ...]:
    rows = (_row(row, 3, "a price") for row in _list(value, "disinforming"))
    return tuple((_price_of(of), _text(name, "what a price is of"), _price(price, "price")) for of, name, price in rows)


def _price_of(value: Json) -> PriceOf:
    if value not in get_args(PriceOf):
        raise ValueError("a price of disinformation is of a recipient or of a label")
    return cast(PriceOf, value)


def _required(value: Json) -> tuple[tuple[str, Pair], ...]:
    rows = (_row(row, 2, "a required field") for row in _list(value, "required"))
    return tuple((_text(name, "the name of a plan"), _pair(pair)) for name, pair in rows)


def _minutes(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("minutes must be a whole number")
    return value


def _positive(value: Json) -> float:
    number = _number(value, "effort or price")
    if number <= 0.0:
        raise ValueError(f"an effort or price must be positive, got {number:g}")
    return number


def _similar_values(fields: Fields) -> tuple[tuple[str, str, float], ...]:
    rows = (_row(row, 3, "a row of a table") for row in _list(fields.get("table"), "table"))
    return tuple((_text(one, "table"), _text(other, "table"), _number(near, "similarity")) for one, other, near in rows)


def _edit_method(fields: Fields) -> EditMethod:
    method = fields.get("method")
    if method not in ("levenshtein", "jaro_winkler"):
        raise ValueError("an edit similarity is levenshtein or jaro_winkler")
    return cast(EditMethod, method)


def _policies(value: Json) -> tuple[Policy, ...]:
    return tuple(_policy(policy) for policy in _list(value, "policies"))


def _out(value: object, kinds: Sequence[Kind]) -> dict[str, Json]:
    kind = next((kind for kind in kinds if kind.type is type(value)), None)
    if kind is None:
        raise ValueError(f"{type(value).__name__} cannot be saved yet")
    return {"kind": kind.name, **kind.write(value)}


def _in(value: Json, kinds: Sequence[Kind], what: str, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError(f"rules must not lie more than {MAX_DEPTH} deep in one another")
    fields = _object(value, what)
    kind = next((kind for kind in kinds if kind.name == fields.get("kind")), None)
    if kind is None:
        raise ValueError(f"there is a kind of {what} that this program does not know")
    return kind.read(fields, depth)


def _match(value: Json, depth: int) -> Match:
    return cast(Match, _in(value, MATCHES, "rule", depth))


def _labels(fields: Fields) -> tuple[str, ...]:
    return _texts(fields.get("labels"), "the labels of a rule")


def _merge_out(merge: Merge) -> str:
    name = next((name for name, known in MERGES.items() if known is merge), None)
    if name is None:
        raise ValueError("this way to merge records cannot be saved yet")
    return name


def _merge(value: Json) -> Merge:
    if not isinstance(value, str) or value not in MERGES:
        raise ValueError("there is a way to merge records that this program does not know")
    return MERGES[value]


def _replacements(value: Json) -> dict[Pair, str]:
    rows = (_row(row, 2, "a correction") for row in _list(value, "corrections"))
    return {_pair(pair): _text(word, "correction") for pair, word in rows}


def _table(value: Json) -> dict[str, str]:
    rows = (_row(row, 2, "a row of a table") for row in _list(value, "table"))
    return {_text(given, "table"): _text(found, "table") for given, found in rows}


def _texts_or_none(fields: Fields, name: str) -> tuple[str, ...]:
    return _texts(fields.get(name, []), "the labels of a rule")


def _condition_out(condition: str | Similar) -> Json:
    if isinstance(condition, str):
        return condition
    return {field: getattr(condition, field) for field in ("label", "at_least", "kind", "within", "blocked")}


def _condition(value: Json) -> str | Similar:
    if not isinstance(value, dict):
        return _text(value, "the labels of a rule")
    kind = _text(value.get("kind"), "the kind of a similarity")
    return Similar(
        _text(value.get("label"), "label"),
        _number(value.get("at_least"), "at_least"),
        cast(SimilarKind, kind),
        _number(value.get("within"), "within"),
        _switch(value, "blocked"),
    )


def _conditions(fields: Fields) -> tuple[str | Similar, ...]:
    return tuple(_condition(condition) for condition in _list(fields.get("labels"), "the labels of a rule"))


def _switch(fields: Fields, name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false")
    return value


def _common(value: Json) -> tuple[tuple[str, str, float], ...]:
    rows = (_row(row, 3, "the weight of a value") for row in _list(value, "the weights of values"))
    return tuple(
        (_text(label, "label"), _text(text, "value"), _number(weight, "weight")) for label, text, weight in rows
    )


def _score_weights(value: Json) -> tuple[tuple[str, float], ...]:
    rows = (_row(row, 2, "a weight") for row in _list(value, "weights"))
    return tuple((_text(label, "label"), _number(weight, "weight")) for label, weight in rows)


def _normaliser_out(normaliser: Normaliser) -> dict[str, Json]:
    return {
        field: getattr(normaliser, field) for field in ("case", "spaces", "phones", "region", "emails", "nicknames")
    }


def _normaliser(fields: Fields) -> Normaliser:
    return Normaliser(
        _switch(fields, "case"),
        _switch(fields, "spaces"),
        _texts_or_none(fields, "phones"),
        _text(fields.get("region", ""), "region"),
        _texts_or_none(fields, "emails"),
        _texts_or_none(fields, "nicknames"),
    )


MERGES: dict[str, Merge] = {"union": union_merge, "noisy or": noisy_or_merge, "latest wins": latest_wins_merge}

MATCHES: tuple[Kind, ...] = (
    Kind(
        "shares",
        Shares,
        lambda m: {"labels": [_condition_out(condition) for condition in m.required]},
        lambda f, _: Shares(*_conditions(f)),
    ),
    Kind("same key set", SameKeySet, lambda m: {"labels": m.required}, lambda f, _: SameKeySet(*_labels(f))),
    Kind(
        "any of",
        AnyOf,
        lambda m: {"rules": [_out(rule, MATCHES) for rule in m.rules]},
        lambda f, depth: AnyOf(*(_match(rule, depth + 1) for rule in _list(f.get("rules"), "rules"))),
    ),
    Kind(
        "unless",
        Unless,
        lambda m: {"match": _out(m.match, MATCHES), "conflicts": m.conflicts.labels},
        lambda f, depth: Unless(
            _match(f.get("match"), depth + 1), Conflicts(*_texts(f.get("conflicts"), "the labels of a rule"))
        ),
    ),
    Kind(
        "at least",
        AtLeast,
        lambda m: {"threshold": m.threshold, "weights": m.weights, "common": m.common},
        lambda f, _: AtLeast(
            _number(f.get("threshold"), "threshold"), _score_weights(f.get("weights")), _common(f.get("common", []))
        ),
    ),
    Kind(
        "normalised",
        Normalised,
        lambda m: {"match": _out(m.match, MATCHES), **_normaliser_out(m.normaliser)},
        lambda f, depth: Normalised(_match(f.get("match"), depth + 1), _normaliser(f)),
    ),
)

OPERATIONS: tuple[Kind, ...] = (
    Kind(
        "resolve",
        Resolve,
        lambda o: {"match": _out(o.match, MATCHES), "merge": _merge_out(o.merge)},
        lambda f, depth: Resolve(_match(f.get("match"), depth), _merge(f.get("merge"))),
    ),
    Kind(
        "single link",
        SingleLink,
        lambda o: {"match": _out(o.match, MATCHES), "merge": _merge_out(o.merge)},
        lambda f, depth: SingleLink(_match(f.get("match"), depth), _merge(f.get("merge"))),
    ),
    Kind(
        "correct",
        Correct,
        lambda o: {"replacements": o.replacements},
        lambda f, _: Correct(_replacements(f.get("replacements"))),
    ),
    Kind(
        "augment",
        Augment,
        lambda o: {"given": o.given, "label": o.label, "table": o.table},
        lambda f, _: Augment(_text(f.get("given"), "label"), _text(f.get("label"), "label"), _table(f.get("table"))),
    ),
)

SIMILARITIES: tuple[Kind, ...] = (
    Kind(
        "numeric",
        NumericCloseness,
        lambda n: {"scale": n.scale},
        lambda f, _: NumericCloseness(_number(f.get("scale"), "scale")),
    ),
    Kind("prefix", PrefixSimilarity, lambda _: {}, lambda _, __: PrefixSimilarity()),
    Kind(
        "edit",
        EditSimilarity,
        lambda e: {"method": e.method, "at least": e.at_least},
        lambda f, _: EditSimilarity(_edit_method(f), _number(f.get("at least"), "at least")),
    ),
    Kind("table", TableSimilarity, lambda t: {"table": t.table}, lambda f, _: TableSimilarity(_similar_values(f))),
)

RELATIONS: tuple[Kind, ...] = (
    Kind(
        "joint",
        Joint,
        lambda j: {"labels": j.labels, "shared": j.shared, "weights": j.weights},
        lambda f, _: Joint(_labels(f), _text(f.get("shared"), "label"), _weights(f.get("weights"))),
    ),
    Kind("equivalent", Equivalent, lambda e: {"labels": e.labels}, lambda f, _: Equivalent(_labels(f))),
)

COSTS: tuple[Kind, ...] = (
    Kind(
        "per comparison",
        PerComparison,
        lambda c: {"price": c.price},
        lambda f, _: PerComparison(_price(f.get("price"), "price")),
    ),
    Kind(
        "quadratic",
        Quadratic,
        lambda c: {"factor": c.factor},
        lambda f, _: Quadratic(_price(f.get("factor"), "factor")),
    ),
)

_PARTS: dict[str, Callable[[Json], Any]] = {
    "profile": _profile,
    "weights": _weights,
    "releases": _releases,
    "background": _records,
    "policies": _policies,
    "chosen": lambda value: _text(value, "the chosen policy"),
    "pooling": _pooling,
    "plans": _releases,
    "names": _names,
    "title": lambda value: _text(value, "title"),
    "similarities": _similarities,
    "relations": _relations,
    "erasures": _erasures,
    "efforts": _efforts,
    "verifying": _verifying,
    "disinforming": _disinforming,
    "required": _required,
    "lock_after": _minutes,
}
