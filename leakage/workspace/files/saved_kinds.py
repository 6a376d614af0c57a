"""How the parts of a work are saved, in the form of today and in that of version 1.

What a saved workspace holds in several kinds: rules, operations, costs, similarities and relations.

Each kind is a ``msgspec`` struct whose tag stands in the file as ``kind``; its fields are those of the science's type,
unless ``of`` and ``value`` say otherwise. A new kind is one struct here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from leakage.measure.weights import (
    EditMethod,
    EditSimilarity,
    Equivalent,
    Joint,
    NumericCloseness,
    PrefixSimilarity,
    TableSimilarity,
)
from leakage.record import Pair
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.operations import Augment, Correct, Resolve, SingleLink
from leakage.resolution.resolution import PerComparison, Quadratic
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.score import AtLeast
from leakage.resolution.rules.shared_values import AnyOf, SameKeySet, Shares
from leakage.resolution.rules.similar_values import Similar
from leakage.workspace.workspace import ErasureStatus

DEEPEST = 20
"""How deep a rule may lie in others."""
MergeName: TypeAlias = Literal["union", "noisy or", "latest wins"]
MERGES: dict[MergeName, Merge] = {
    "union": union_merge,
    "noisy or": noisy_or_merge,
    "latest wins": latest_wins_merge,
}
Price: TypeAlias = Annotated[float, Meta(ge=0)]


class Kind(Struct, tag_field="kind", forbid_unknown_fields=True):
    """One kind of what a file may hold, as it is written."""

    meant: ClassVar[type]

    @classmethod
    def of(cls, value: Any) -> Kind:
        return cls(**{name: getattr(value, name) for name in cls.__struct_fields__})

    def value(self, depth: int) -> Any:
        return self.meant(**{name: getattr(self, name) for name in self.__struct_fields__})


class _Shares(Kind, tag="shares"):
    meant = Shares
    labels: tuple[str | Similar, ...]

    @classmethod
    def of(cls, value: Shares) -> Kind:
        return cls(value.required)

    def value(self, depth: int) -> Shares:
        return Shares(*self.labels)


class _SameKeySet(Kind, tag="same key set"):
    meant = SameKeySet
    labels: tuple[str, ...]

    @classmethod
    def of(cls, value: SameKeySet) -> Kind:
        return cls(value.required)

    def value(self, depth: int) -> SameKeySet:
        return SameKeySet(*self.labels)


class _AnyOf(Kind, tag="any of"):
    meant = AnyOf
    rules: tuple[MatchKind, ...]

    @classmethod
    def of(cls, value: AnyOf) -> Kind:
        return cls(tuple(kind_of(rule) for rule in value.rules))

    def value(self, depth: int) -> AnyOf:
        return AnyOf(*(value_of(rule, depth + 1) for rule in self.rules))


class _Unless(Kind, tag="unless"):
    meant = Unless
    match: MatchKind
    conflicts: tuple[str, ...]

    @classmethod
    def of(cls, value: Unless) -> Kind:
        return cls(kind_of(value.match), value.conflicts.labels)

    def value(self, depth: int) -> Unless:
        return Unless(value_of(self.match, depth + 1), Conflicts(*self.conflicts))


class _AtLeast(Kind, tag="at least"):
    meant = AtLeast
    threshold: float
    weights: tuple[tuple[str, float], ...]
    common: tuple[tuple[str, str, float], ...] = ()


class _FellegiSunter(Kind, tag="fellegi sunter"):
    meant = FellegiSunter
    prior: float
    comparisons: tuple[Comparison, ...]
    threshold: float
    against: bool


class _Normalised(Kind, tag="normalised"):
    meant = Normalised
    match: MatchKind
    case: bool
    spaces: bool
    phones: tuple[str, ...] = ()
    region: str = ""
    emails: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Normalised) -> Kind:
        parts = value.normaliser
        return cls(
            kind_of(value.match), parts.case, parts.spaces, parts.phones, parts.region, parts.emails, parts.nicknames
        )

    def value(self, depth: int) -> Normalised:
        parts = Normaliser(self.case, self.spaces, self.phones, self.region, self.emails, self.nicknames)
        return Normalised(value_of(self.match, depth + 1), parts)


class _Resolve(Kind, tag="resolve"):
    meant: ClassVar[type] = Resolve
    match: MatchKind
    merge: MergeName

    @classmethod
    def of(cls, value: Resolve | SingleLink) -> Kind:
        name = next((name for name, known in MERGES.items() if known is value.merge), None)
        if name is None:
            raise ValueError("this way to merge records cannot be saved")
        return cls(kind_of(value.match), name)

    def value(self, depth: int) -> Any:
        return self.meant(value_of(self.match, depth), MERGES[self.merge])


class _SingleLink(_Resolve, tag="single link"):
    meant = SingleLink


class _Correct(Kind, tag="correct"):
    meant = Correct
    replacements: tuple[tuple[Pair, str], ...]

    def value(self, depth: int) -> Correct:
        return Correct(dict(self.replacements))


class _Augment(Kind, tag="augment"):
    meant = Augment
    given: str
    label: str
    table: tuple[Pair, ...]

    def value(self, depth: int) -> Augment:
        return Augment(self.given, self.label, dict(self.table))


class _PerComparison(Kind, tag="per comparison"):
    meant = PerComparison
    price: Price


class _Quadratic(Kind, tag="quadratic"):
    meant = Quadratic
    factor: Price


class _Numeric(Kind, tag="numeric"):
    meant = NumericCloseness
    scale: float


class _Prefix(Kind, tag="prefix"):
    meant = PrefixSimilarity


class _Edit(Kind, tag="edit"):
    meant = EditSimilarity
    method: EditMethod
    at_least: float = field(name="at least")


class _Table(Kind, tag="table"):
    meant = TableSimilarity
    table: tuple[tuple[str, str, float], ...]


class _Joint(Kind, tag="joint"):
    meant = Joint
    labels: tuple[str, ...]
    shared: str
    weights: tuple[tuple[str, float], ...]


class _Equivalent(Kind, tag="equivalent"):
    meant = Equivalent
    labels: tuple[str, ...]


MatchKind: TypeAlias = _Shares | _SameKeySet | _AnyOf | _Unless | _AtLeast | _FellegiSunter | _Normalised
OperationKind: TypeAlias = _Resolve | _SingleLink | _Correct | _Augment
CostKind: TypeAlias = _PerComparison | _Quadratic
SimilarityKind: TypeAlias = _Numeric | _Prefix | _Edit | _Table
RelationKind: TypeAlias = _Joint | _Equivalent
_KINDS: dict[type, type[Kind]] = {
    kind.meant: kind
    for union in (MatchKind, OperationKind, CostKind, SimilarityKind, RelationKind)
    for kind in union.__args__
}


def kind_of(value: object) -> Any:
    """How a value is written.

    Raises:
        ValueError: for a kind that no file has, such as a rule that is a function.

    >>> kind_of(Shares("Name")).labels
    ('Name',)
    """
    kind = _KINDS.get(type(value))
    if kind is None:
        raise ValueError(f"{type(value).__name__} cannot be saved: a file holds no rules or steps of your own")
    return kind.of(value)


def kinds_of(values: Iterable[object]) -> tuple[Any, ...]:
    """How several values are written."""
    return tuple(kind_of(value) for value in values)


def value_of(kind: Kind, depth: int = 0) -> Any:
    """The value that was written.

    Raises:
        ValueError: for rules that lie too deep in one another, or what the value's type refuses.
    """
    if depth > DEEPEST:
        raise ValueError(f"rules must not lie more than {DEEPEST} deep in one another")
    return kind.value(depth)


# Copies of version 1, which kept what belongs to a release or recipient in tables beside it.


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
