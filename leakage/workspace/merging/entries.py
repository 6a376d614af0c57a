"""Entries of a work by key, and what contradicts between two versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar

from leakage.record import Attribute, Pair, Record
from leakage.workspace.release import Listing, SubjectRequest
from leakage.workspace.workspace import Coalition, Recipient, Release, unused_name

# Contradictions: what two versions of a work changed, each in another way.


Value = TypeVar("Value")
Side: TypeAlias = Literal["mine", "theirs"]
Place: TypeAlias = tuple[str, ...]
"""Where something stands: the part of the workspace, the entry there, and what of the entry."""

REMOVED = "removed"
OTHERWISE = "changed"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What two versions changed, each in another way.

    Arguments:
        place: where it stands.
        mine, theirs: what it has become in each, in words.
    """

    place: Place = field(repr=False)
    mine: str = field(repr=False)
    theirs: str = field(repr=False)

    @property
    def where(self) -> str:
        """The place in words.

        >>> Contradiction(("weights", "Name"), "2", "3").where
        'Weight, Name'
        """
        part, *rest = self.place
        return ", ".join([PARTS[part], *rest])

    @property
    def sentence(self) -> str:
        """What contradicts what, for a person to choose.

        >>> Contradiction(("profile", "Name"), "Bea", REMOVED).sentence
        'Profile, Name: Bea here, removed in the other version.'
        """
        return f"{self.where}: {self.mine} here, {self.theirs} in the other version."


PARTS: Mapping[str, str] = {
    "profile": "Profile",
    "weights": "Weight",
    "releases": "Release",
    "policies": "Policy",
    "chosen": "Policy in use",
    "follow_worst": "Whether it is the policy that knows most",
    "pooling": "Pooling",
    "plans": "Planned release",
    "names": "Display name",
    "title": "Title",
    "similarities": "What counts as near",
    "recipients": "Recipient",
    "action_minutes": "Minutes of an action",
    "lock_after": "Minutes until the vault locks",
    "statistics": "Whether rare values count more",
    "value_counts": "Table of values",
    "mappings": "How a table is read",
    "requests": "Request",
    "contacts": "Contact",
    "absent": "Fact you do not have",
    "changed_values": "Changed value",
    "shares_weights": "Whether values of a label share its weight",
    "worked_example": "Whether it is a worked example",
}
"""The parts of a workspace that can contradict each other; background records are a heap, to which both add."""


class Decisions:
    """What a merge does where two versions contradict each other, and the list of those places.

    Arguments:
        choices: the side to take, by place; where nothing was chosen, mine.
    """

    def __init__(self, choices: Mapping[Place, Side]) -> None:
        self._choices = choices
        self.contradictions: list[Contradiction] = []

    def decide(self, place: Place, mine: Value, theirs: Value, say: Callable[[Value], str]) -> Value:
        """One of two values that contradict each other."""
        self.contradictions.append(Contradiction(place, say(mine), say(theirs)))
        return theirs if self._choices.get(place) == "theirs" else mine


# Three-way merge of entries that are known by a key, in an order.


Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")
Both: TypeAlias = Callable[[Key, Entry | None, Entry | None, Entry | None], Entry | None]
"""From a key and its three entries (None: not there), where both sides changed it, to what it becomes."""


def three_way(base: Value, mine: Value, theirs: Value, both: Callable[[], Value]) -> Value:
    """The side that changed; what ``both`` says where both did, and differently.

    >>> three_way(1, 1, 2, lambda: 0), three_way(1, 2, 3, lambda: 0)
    (2, 0)
    """
    if mine in (base, theirs):
        return theirs
    return mine if theirs == base else both()


def merge_keyed(
    base: Mapping[Key, Entry], mine: Mapping[Key, Entry], theirs: Mapping[Key, Entry], both: Both[Key, Entry]
) -> dict[Key, Entry]:
    """The entries of both sides, each merged for itself, in an order that fits both where there is one.

    >>> merge_keyed({"a": 1}, {"a": 1, "b": 2}, {"c": 3, "a": 1}, lambda *_: None)
    {'c': 3, 'a': 1, 'b': 2}
    """
    merged: dict[Key, Entry] = {}
    for key in in_order(list(base), list(mine), list(theirs)):
        versions = base.get(key), mine.get(key), theirs.get(key)
        entry = three_way(*versions, lambda key=key, versions=versions: both(key, *versions))  # type: ignore[misc]
        if entry is not None:
            merged[key] = entry
    return merged


def merge_set(base: Iterable[Key], mine: Iterable[Key], theirs: Iterable[Key]) -> tuple[Key, ...]:
    """What both have, and what one of them added: sets cannot contradict each other.

    >>> merge_set("ab", "abc", "bd")
    ('b', 'c', 'd')
    """
    merged = merge_keyed(
        dict.fromkeys(base, True), dict.fromkeys(mine, True), dict.fromkeys(theirs, True), lambda *_: True
    )
    return tuple(merged)


def in_order(base: Sequence[Key], mine: Sequence[Key], theirs: Sequence[Key]) -> list[Key]:
    """All keys, each once: as the side has them that moved something, and the other side's own behind their neighbours.

    >>> in_order("abc", "cbad", "axbc")
    ['c', 'b', 'a', 'x', 'd']
    """
    earlier, own = set(base), set(mine)
    moved = [key for key in mine if key in earlier] != [key for key in base if key in own]
    first, second = (mine, theirs) if moved else (theirs, mine)
    return _woven(_woven(first, second), base)


def _woven(first: Sequence[Key], second: Sequence[Key]) -> list[Key]:
    """The first in its order, and what only the second has, each behind what it stands behind there."""
    there, before = set(first), None
    runs: dict[Key | None, list[Key]] = {}
    for key in second:
        if key in there:
            before = key
        else:
            runs.setdefault(before, []).append(key)
    woven = list(runs.get(None, ()))
    for key in first:
        woven += [key, *runs.get(key, ())]
    return woven


def numbered(keys: Iterable[Key]) -> list[tuple[Key, int]]:
    """Keys told apart where they repeat themselves.

    >>> numbered("aba")
    [('a', 0), ('b', 0), ('a', 1)]
    """
    seen: Counter[Key] = Counter()
    numbered_keys: list[tuple[Key, int]] = []
    for key in keys:
        numbered_keys.append((key, seen[key]))
        seen[key] += 1
    return numbered_keys


# Three-way merge of what a workspace consists of: facts, releases, recipients, coalitions.


def in_words(value: object) -> str:
    """A value as a person reads it: texts as they are, numbers short, anything larger only as changed.

    >>> in_words("Ann"), in_words(2.0), in_words(None), in_words(("Shop",))
    ('Ann', '2', 'removed', 'changed')
    """
    if value is None:
        return REMOVED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}"
    return (value or "empty") if isinstance(value, str) else OTHERWISE


def merge_value(decisions: Decisions, place: Place, base: Value, mine: Value, theirs: Value) -> Value:
    """A value that is one thing: where both changed it, it is asked about."""
    return three_way(base, mine, theirs, lambda: decisions.decide(place, mine, theirs, in_words))


def merge_named(
    decisions: Decisions,
    part: Place,
    versions: tuple[Iterable[Value], Iterable[Value], Iterable[Value]],
    name: Callable[[Value], str],
    both: Callable[[Place, Value | None, Value, Value], Value] | None = None,
) -> tuple[Value, ...]:
    """Entries with a name; an entry that both changed is merged by ``both``, or asked about.

    Arguments:
        decisions: what is asked about.
        part: where the entries stand.
        versions: the base's, mine and theirs.
        name: of an entry.
        both: for an entry that is on both sides; None as base where both added it.
    """

    def contradicting(key: tuple[str, int], base: Value | None, mine: Value | None, theirs: Value | None) -> Any:
        place = (*part, key[0])
        if both is not None and mine is not None and theirs is not None:
            return both(place, base, mine, theirs)
        return decisions.decide(place, mine, theirs, in_words)

    base, mine, theirs = (_by_name(entries, name) for entries in versions)
    return tuple(merge_keyed(base, mine, theirs, contradicting).values())


def _by_name(entries: Iterable[Value], name: Callable[[Value], str]) -> dict[tuple[str, int], Value]:
    listed = list(entries)
    return dict(zip(numbered(name(entry) for entry in listed), listed, strict=True))


def merge_pairs(decisions: Decisions, part: Place, versions: tuple[Any, Any, Any]) -> tuple[Any, ...]:
    """(label, value) pairs with one value a label."""

    def both(place: Place, _: Any, mine: Any, theirs: Any) -> Any:
        return mine[0], decisions.decide(place, mine[1], theirs[1], in_words)

    return merge_named(decisions, part, versions, lambda pair: str(pair[0]), both)


def merge_facts(
    decisions: Decisions, base: tuple[Pair, ...], mine: tuple[Pair, ...], theirs: tuple[Pair, ...]
) -> tuple[Pair, ...]:
    """A profile, which may have several values under a label.

    Values that one side adds are added. Where both take a value away, and put something else in its place than the
    other does, all values of the label are asked about.
    """
    versions = _by_label(base), _by_label(mine), _by_label(theirs)
    values: dict[str, tuple[str, ...]] = {}
    for label in {**versions[0], **versions[1], **versions[2]}:
        b, m, t = (version.get(label, ()) for version in versions)
        values[label] = three_way(b, m, t, lambda label=label, b=b, m=m, t=t: _values(decisions, label, b, m, t))  # type: ignore[misc]
    # By label and not by value, so that a value stands where the one stood that it replaces.
    order = [label for label, _ in in_order(*(numbered(label for label, _ in pairs) for pairs in (base, mine, theirs)))]
    return tuple(pair for n, label in enumerate(order) for pair in _at(label, order[:n], order[n + 1 :], values[label]))


def _at(label: str, before: list[str], after: list[str], values: tuple[str, ...]) -> list[Pair]:
    """What of a label's values stands at its place in the order: the next one; at its last place, all that are left."""
    n = before.count(label)
    return [(label, value) for value in (values[n : n + 1] if label in after else values[n:])]


def _by_label(profile: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    values: dict[str, tuple[str, ...]] = {}
    for label, value in profile:
        values[label] = (*values.get(label, ()), value)
    return values


def _values(
    decisions: Decisions, label: str, base: tuple[str, ...], mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[str, ...]:
    replaced = (set(base) - set(mine)) & (set(base) - set(theirs))
    if replaced and set(mine) - set(base) != set(theirs) - set(base):
        return decisions.decide(("profile", label), mine, theirs, lambda values: ", ".join(values) or REMOVED)
    return merge_set(base, mine, theirs)


def merge_releases(
    decisions: Decisions, part: str, base: tuple[Release, ...], mine: tuple[Release, ...], theirs: tuple[Release, ...]
) -> tuple[Release, ...]:
    """Releases by name; of two that were added under one name mine gets another."""
    versions = base, renamed(base, mine, theirs), theirs

    def both(place: Place, old: Release | None, own: Release, other: Release) -> Release:
        return _release(decisions, place, old or own, own, other)

    return merge_named(decisions, (part,), versions, lambda release: release.name, both)


Named = TypeVar("Named", Release, SubjectRequest)


def renamed(base: tuple[Named, ...], mine: tuple[Named, ...], theirs: tuple[Named, ...]) -> tuple[Named, ...]:
    """Mine, in their order; what both added under one name, each in another way, has another name."""
    before, other = {entry.name for entry in base}, {entry.name: entry for entry in theirs}
    taken = {entry.name for entry in (*base, *mine, *theirs)}
    free = []
    for entry in mine:
        clashes = entry.name not in before and other.get(entry.name, entry) != entry
        name = unused_name(entry.name, taken) if clashes else entry.name
        taken.add(name)
        free.append(replace(entry, name=name))
    return tuple(free)


def _release(decisions: Decisions, place: Place, base: Release, mine: Release, theirs: Release) -> Release:
    def field(name: str) -> Any:
        old, own, other = (getattr(release, name) for release in (base, mine, theirs))
        return merge_value(decisions, (*place, name), old, own, other)

    return Release(
        mine.name,
        field("recipient"),
        _record(decisions, place, base.record, mine.record, theirs.record),
        field("date"),
        field("erasure"),
        merge_set(base.required, mine.required, theirs.required),
        merge_pairs(decisions, (*place, "presumed"), (base.presumed, mine.presumed, theirs.presumed)),
        field("ended"),
        _listings(base.listings, mine.listings, theirs.listings),
    )


def _listings(base: tuple[Listing, ...], mine: tuple[Listing, ...], theirs: tuple[Listing, ...]) -> tuple[Listing, ...]:
    """What exports said last: of two listings of one account the later one."""

    def both(_: object, __: Listing | None, own: Listing | None, other: Listing | None) -> Listing | None:
        return max(filter(None, (own, other)), key=lambda one: (one.changed, one.used), default=None)

    by_account = [{listing.account: listing for listing in version} for version in (base, mine, theirs)]
    return tuple(merge_keyed(by_account[0], by_account[1], by_account[2], both).values())


def _record(decisions: Decisions, place: Place, base: Record, mine: Record, theirs: Record) -> Record:
    def both(pair: Pair, _: float | None, own: float | None, other: float | None) -> float | None:
        return decisions.decide((*place, *pair), own, other, in_words)

    confidences = merge_keyed(base.confidences, mine.confidences, theirs.confidences, both)
    return Record(Attribute(*pair, confidence) for pair, confidence in confidences.items())


def merge_recipients(
    decisions: Decisions, base: tuple[Recipient, ...], mine: tuple[Recipient, ...], theirs: tuple[Recipient, ...]
) -> tuple[Recipient, ...]:
    """What belongs to recipients; of whom nothing is kept, the usual holds."""

    def both(
        key: str, base_entry: Recipient | None, own_entry: Recipient | None, other_entry: Recipient | None
    ) -> Recipient | None:
        old, own, other = (recipient or Recipient(key) for recipient in (base_entry, own_entry, other_entry))
        place = ("recipients", key)
        site = merge_value(decisions, (*place, "site"), old.site, own.site, other.site)
        merged = Recipient(key, site)
        return None if merged == Recipient(key) else merged

    by_name = [{recipient.name: recipient for recipient in version} for version in (base, mine, theirs)]
    return tuple(merge_keyed(by_name[0], by_name[1], by_name[2], both).values())


def merge_coalitions(
    decisions: Decisions, base: tuple[Coalition, ...], mine: tuple[Coalition, ...], theirs: tuple[Coalition, ...]
) -> tuple[Coalition, ...]:
    """Coalitions by name; members that one side adds are added."""

    def both(_: Place, old: Coalition | None, own: Coalition, other: Coalition) -> Coalition:
        members = merge_set(old.recipients if old else (), own.recipients, other.recipients)
        return Coalition(own.name, members)

    return merge_named(decisions, ("pooling",), (base, mine, theirs), lambda coalition: coalition.name, both)


def merge_heap(base: tuple[Record, ...], mine: tuple[Record, ...], theirs: tuple[Record, ...]) -> tuple[Record, ...]:
    """Records without names, which may repeat themselves: a heap, to which both add and from which both take."""
    merged = merge_set(numbered(base), numbered(mine), numbered(theirs))
    return tuple(record for record, _ in merged)
