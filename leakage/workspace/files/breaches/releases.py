"""From breaches to releases: what each of them told about the person, as far as the profile knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.breaches.data_classes import EMAIL, PARTIAL, known_class, labels_of
from leakage.workspace.files.breaches.naming import breach_name
from leakage.workspace.files.breaches.reading import Breach
from leakage.workspace.files.password_class import LABEL as PASSWORD
from leakage.workspace.workspace import Release

UNVERIFIED = 0.5
"""How sure one may be of a breach that was never verified, until the person says otherwise."""

MANY = 200
"""More breaches than one address is ever in: the file may be the list of all breaches there are."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the person decides about breaches.

    Arguments:
        unverified: confidence of what an unverified breach holds, in [0, 1]; of others it is 1.
        address: the mail address that was asked for; None stands for all in the profile.
        fabricated: whether breaches count that are held for made up.
        spam_lists: whether lists of spammers count.

    Raises:
        ValueError: for a confidence out of its range.
    """

    unverified: float = UNVERIFIED
    address: str | None = None
    fabricated: bool = False
    spam_lists: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.unverified <= 1.0:
            raise ValueError(f"confidence must be in [0, 1], got {self.unverified}")


def releases_of(
    breaches: Sequence[Breach],
    profile: Sequence[Pair],
    recipients: Sequence[str] = (),
    choices: Choices = Choices(),
) -> Additions:
    """Each breach as a release to the place that was breached, with the values the profile has for its data classes.

    A breach says which kinds of data it holds and not whose; that it holds all of them about the person is the
    worst case. Where only names were asked for, a release holds the address alone.

    Arguments:
        breaches: as ``read_breaches``.
        profile: the person's true values.
        recipients: those there are; a breach of one of them, by title or domain, goes under its name.
        choices: what counts, and how much.

    >>> found = releases_of([Breach("Shop", classes=("Names", "Genders"))], (("Name", "Alice"),))
    >>> found.releases[0].name, len(found.releases[0].record), found.notes
    ('Shop breach', 1, ('Kinds of data that your profile has no value for: Genders.',))
    """
    left_out = [breach for breach in breaches if not _counts(breach, choices)]
    taken = [breach for breach in breaches if _counts(breach, choices)]
    known = {name.casefold(): name for name in recipients}
    releases = tuple(
        Release(
            breach_name(breach.title),
            known.get(breach.title.casefold()) or known.get(breach.domain.casefold()) or breach.title,
            _record(breach, profile, choices),
            breach.date,
        )
        for breach in taken
    )
    return Additions(releases=releases, notes=_notes(taken, left_out, profile, choices))


def _counts(breach: Breach, choices: Choices) -> bool:
    return (choices.fabricated or not breach.fabricated) and (choices.spam_lists or not breach.spam_list)


def _record(breach: Breach, profile: Sequence[Pair], choices: Choices) -> Record:
    labels = (EMAIL,) if breach.classes is None else labels_of(breach.classes)
    # Which of the person's passwords it was, no breach says; ``whole_list`` looks at the account instead.
    wanted = {label.casefold() for label in labels} - {PASSWORD.casefold()}
    confidence = 1.0 if breach.verified else choices.unverified
    held = (pair for pair in profile if pair[0].casefold() in wanted and not _other_address(pair, choices))
    return Record(Attribute(*pair, confidence) for pair in held)


def _other_address(pair: Pair, choices: Choices) -> bool:
    return choices.address is not None and pair[0].casefold() == EMAIL.casefold() and pair[1] != choices.address


def _notes(
    taken: Sequence[Breach], left_out: Sequence[Breach], profile: Sequence[Pair], choices: Choices
) -> tuple[str, ...]:
    notes = []
    if len(taken) + len(left_out) > MANY:
        notes.append("These are more breaches than one address is ever in: is this the list of all there are?")
    made_up = sum(breach.fabricated for breach in left_out)
    if made_up:
        notes.append(f"Left out as made up: {made_up:,}.")
    if len(left_out) > made_up:
        notes.append(f"Left out as lists of spammers: {len(left_out) - made_up:,}.")
    if any(not breach.verified for breach in taken):
        unverified = sum(not breach.verified for breach in taken)
        notes.append(f"Not verified, so held with confidence {choices.unverified:g}: {unverified:,}.")
    if any(breach.classes is None for breach in taken):
        notes.append(
            "The short form names breaches only, so that each holds your address and nothing else. Ask for "
            "truncateResponse=false to learn what was in them."
        )
    return (*notes, *_without_value(taken, profile))


def _without_value(taken: Sequence[Breach], profile: Sequence[Pair]) -> list[str]:
    """The data classes that no value was taken for: by their names where they are known ones, else counted."""
    held = {label.casefold() for label, _ in profile}
    classes = dict.fromkeys(name for breach in taken for name in breach.classes or ())
    known = {name: known_class(name) for name in classes}
    lacking = [name for name in known.values() if name and not held & {label.casefold() for label in labels_of([name])}]
    partial = [name for name in lacking if name in PARTIAL]
    missing = [name for name in lacking if name not in PARTIAL]
    notes = []
    if missing:
        notes.append(f"Kinds of data that your profile has no value for: {', '.join(dict.fromkeys(missing))}.")
    if partial:
        notes.append(f"Only parts of facts, so not taken: {', '.join(dict.fromkeys(partial))}.")
    unknown = sum(name is None for name in known.values())
    if unknown:
        notes.append(f"Kinds of data that have no label here: {unknown:,}.")
    return notes
