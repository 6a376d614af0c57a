"""What a saved workspace holds in several kinds: rules, operations, costs, similarities and relations.

Each kind is a ``msgspec`` struct whose tag stands in the file as ``kind``; its fields are those of the science's type,
unless ``of`` and ``value`` say otherwise. A new kind is one struct here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct, field

from leakage.measure.relation import Equivalent, Joint
from leakage.measure.similarity import EditMethod, EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.record import Pair
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.operations import Resolve
from leakage.resolution.preparation import Augment, Correct
from leakage.resolution.rules import AnyOf, SameKeySet, Shares
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless

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
