"""One registry for rules, operations, costs and similarities: how each is saved, and written in Python.

A type is decorated: ``saved`` names its family, its ``kind`` in a file and its saved fields; ``by_arguments`` its
constructor's arguments, if they are not its fields. There is no other list: a new type is saved, read and exported once
``leakage`` imports its module.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union

from msgspec import Meta, Struct, defstruct

T = TypeVar("T")
Family: TypeAlias = Literal["rule", "operation", "cost", "similarity"]
Arguments: TypeAlias = Callable[[Any], Iterable[object]]

DEEPEST = 20  # How deep rules may be nested.

Price: TypeAlias = Annotated[float, Meta(ge=0)]


class SavedForm(Struct, tag_field="kind", forbid_unknown_fields=True):
    """A value as a file stores it."""


class _Saving(NamedTuple):
    family: Family
    form: type[SavedForm]
    parts: Arguments
    make: Callable[..., Any]
    nested: list[bool]


_SAVINGS: dict[type, _Saving] = {}  # By the type of a value, and by that of its saved form.
_ARGUMENTS: dict[type, Arguments] = {}


def saved(
    family: Family, tag: str, *, parts: Arguments | None = None, make: Callable[..., Any] | None = None, **fields: Any
) -> Callable[[type[T]], type[T]]:
    """Declare how a file stores a type.

    Arguments:
        parts: the saved fields of a value, in order; its attributes of those names by default.
        make: makes a value from the fields, in order; the type by default.
        fields: the type of each, or that with a default; text is the form of nested values, evaluated at first use.
    """

    def declare(kind: type[T]) -> type[T]:
        rows = [(name, *(given if isinstance(given, tuple) else (given,))) for name, given in fields.items()]
        form: Any = defstruct(f"Saved{kind.__name__}", rows, bases=(SavedForm,), module=kind.__module__, tag=tag)
        found = parts or (lambda value: [getattr(value, name) for name in fields])
        nested = [isinstance(given, str) for given in fields.values()]
        _SAVINGS[kind] = _SAVINGS[form] = _Saving(family, form, found, make or kind, nested)
        return kind

    return declare


def form_of(family: Family) -> Any:
    """The union of the saved forms of a family; the modules of its types must be imported."""
    return Union[tuple(saving.form for saving in _SAVINGS.values() if saving.family == family)]  # noqa: UP007


def saved_form(value: object) -> Any:
    """The saved form of a value, or of each in a tuple; a ValueError if its type has none."""
    if isinstance(value, tuple):
        return tuple(map(saved_form, value))
    saving = _SAVINGS.get(type(value))
    if saving is None:
        raise ValueError(f"{type(value).__name__} cannot be saved: a file holds no rules or steps of your own")
    parts = zip(saving.parts(value), saving.nested, strict=True)
    return saving.form(*(saved_form(part) if nested else part for part, nested in parts))


def value_of(form: Any, depth: int = 0) -> Any:
    """The value of a saved form, nested in ``depth`` rules; a ValueError beyond ``DEEPEST``."""
    if isinstance(form, tuple):
        return tuple(value_of(part, depth) for part in form)
    if not isinstance(form, SavedForm):
        return form
    if depth > DEEPEST:
        raise ValueError(f"rules must not be nested more than {DEEPEST} deep")
    saving = _SAVINGS[type(form)]
    inside = depth + (saving.family == "rule")
    return saving.make(*(value_of(getattr(form, name), inside) for name in form.__struct_fields__))


def by_arguments(arguments: Arguments) -> Callable[[type[T]], type[T]]:
    """Declare the constructor's arguments of a type, in order."""

    def declare(kind: type[T]) -> type[T]:
        _ARGUMENTS[kind] = arguments
        return kind

    return declare


def constructor_arguments(value: Any) -> list[tuple[str, object]]:
    """The constructor's arguments of a value, each with its keyword, which is empty for a positional one.

    They are those declared, or else its fields; a field that equals its default is left out.
    """
    kind = type(value)
    if kind in _ARGUMENTS:
        return [("", argument) for argument in _ARGUMENTS[kind](value)]
    own = kind.__module__.startswith("leakage.") and "__dataclass_fields__" in vars(kind)
    if not own and kind not in _SAVINGS:
        raise ValueError(f"a {kind.__name__} cannot be written as Python")
    given = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
    needed = dataclasses.MISSING
    return [("" if f.default is needed else f.name, argument) for f, argument in given if argument != f.default]
