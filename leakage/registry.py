"""One registry for rules, operations, costs and similarities: how each is saved, and written in Python.

A type says so above itself: ``saved`` names its family, what stands in the file as ``kind``, and the fields beside it;
``by_fields`` or ``by_arguments`` what makes a value of it again. Nothing else lists the types, so a new one is saved,
read and exported once its module is imported by ``leakage``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar, Union

from msgspec import Meta, Struct, defstruct

T = TypeVar("T")

DEEPEST = 20
"""How deep a rule may lie in others."""

Price: TypeAlias = Annotated[float, Meta(ge=0)]


class SavedForm(Struct, tag_field="kind", forbid_unknown_fields=True):
    """What a file holds of a value."""


class SavedRule(SavedForm):
    """What a file holds of a match rule, or of several as one."""


class SavedOperation(SavedForm):
    """What a file holds of a data analysis operation."""


class SavedCost(SavedForm):
    """What a file holds of a cost function."""


class SavedSimilarity(SavedForm):
    """What a file holds of a degree of error."""


class _Saving(NamedTuple):
    form: type[SavedForm]
    parts: Callable[[Any], Iterable[object]]
    make: Callable[..., Any]


_SAVINGS: dict[type, _Saving] = {}
_ARGUMENTS: dict[type, Callable[[Any], Iterable[object]] | None] = {}


def saved(
    family: type[SavedForm],
    tag: str,
    *,
    parts: Callable[[Any], Iterable[object]] | None = None,
    make: Callable[..., Any] | None = None,
    **fields: Any,
) -> Callable[[type[T]], type[T]]:
    """Declare what a file holds of a type.

    Arguments:
        parts: gives the fields of a value, in their order; its attributes of these names without it.
        make: makes a value again of the fields, in their order; the type without it.
    """

    def declare(kind: type[T]) -> type[T]:
        rows = [(name, *(given if isinstance(given, tuple) else (given,))) for name, given in fields.items()]
        form: Any = defstruct(f"Saved{kind.__name__}", rows, bases=(family,), module=kind.__module__, tag=tag)
        _SAVINGS[kind] = _Saving(form, parts or (lambda value: [getattr(value, name) for name in fields]), make or kind)
        _ARGUMENTS.setdefault(kind, None)
        return kind

    return declare


if TYPE_CHECKING:
    AnyRule: TypeAlias = SavedRule
    AnyOperation: TypeAlias = SavedOperation
    AnyCost: TypeAlias = SavedCost
    AnySimilarity: TypeAlias = SavedSimilarity


def __getattr__(name: str) -> Any:
    # The annotations of structs are read when the first file is: by then all of a family are there.
    for family in (SavedRule, SavedOperation, SavedCost, SavedSimilarity):
        if family.__name__ == name.replace("Any", "Saved"):
            return Union[tuple(s.form for s in _SAVINGS.values() if issubclass(s.form, family))]  # noqa: UP007
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def saved_types(family: type[SavedForm]) -> tuple[type, ...]:
    """The types of a family of which a file may hold values, by the names of their kinds."""
    kinds = (kind for kind, saving in _SAVINGS.items() if issubclass(saving.form, family))
    return tuple(sorted(kinds, key=lambda kind: str(_SAVINGS[kind].form.__struct_config__.tag)))


def saved_form(value: object) -> Any:
    """How a value is written; a ValueError for what no file holds."""
    saving = _SAVINGS.get(type(value))
    if saving is None:
        raise ValueError(f"{type(value).__name__} cannot be saved: a file holds no rules or steps of your own")
    return saving.form(*saving.parts(value))


def saved_forms(values: Iterable[object]) -> tuple[Any, ...]:
    """How several values are written."""
    return tuple(map(saved_form, values))


def value_of(form: Any, depth: int = 0) -> Any:
    """The value that was written, lying in so many rules; a ValueError beyond ``DEEPEST``."""
    if isinstance(form, tuple):
        return tuple(value_of(part, depth) for part in form)
    if not isinstance(form, SavedForm):
        return form
    if depth > DEEPEST:
        raise ValueError(f"rules must not lie more than {DEEPEST} deep in one another")
    make = next(saving.make for saving in _SAVINGS.values() if saving.form is type(form))
    inside = depth + isinstance(form, SavedRule)
    return make(*(value_of(getattr(form, name), inside) for name in form.__struct_fields__))


def by_fields(kind: type[T]) -> type[T]:
    """Declare that a dataclass is made of its fields: those without a default in order, others where they differ."""
    _ARGUMENTS[kind] = None
    return kind


def by_arguments(arguments: Callable[[Any], Iterable[object]]) -> Callable[[type[T]], type[T]]:
    """Declare the arguments that make a value of a type again, in their order."""

    def declare(kind: type[T]) -> type[T]:
        _ARGUMENTS[kind] = arguments
        return kind

    return declare


def constructor_arguments(value: Any) -> list[tuple[str, object]]:
    """The arguments that make a value again, each with its keyword, or an empty one."""
    if type(value) not in _ARGUMENTS:
        raise ValueError(f"a {type(value).__name__} cannot be written as Python")
    arguments = _ARGUMENTS[type(value)]
    if arguments:
        return [("", argument) for argument in arguments(value)]
    given = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
    needed = dataclasses.MISSING
    return [("" if f.default is needed else f.name, argument) for f, argument in given if argument != f.default]
