"""What figures ask of a work about the files that she holds: by itself it knows of none, a ``WithFiles`` does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from leakage.record import Pair, Record


class WithoutFiles:
    """A work of which all that she holds besides was entered."""

    background: tuple[Record, ...]

    @property
    def held_background(self) -> tuple[Record, ...]:
        """What every adversary holds besides, as figures take it."""
        return self.background

    @property
    def counts_files(self) -> bool:
        """Whether figures count what the files hold."""
        return False

    @property
    def records_in_files(self) -> int:
        """How many records the files hold that figures count."""
        return 0

    @property
    def from_files(self) -> int:
        """How many records of ``held_background`` come from files; they are the last."""
        return 0

    def with_strangers(self) -> Self:
        """The work with those at hand whom disinformation could tie to the person; all of them are, but for files."""
        return self

    def reached_by(self, records: Iterable[Record]) -> Self:
        """The work with all at hand that made-up records could join; it is, but for files."""
        return self

    def looked_up_for(self, policy: str, made_up: Iterable[Record] = ()) -> tuple[Record, ...]:
        """What files hold that matters if a policy were in use, and these records could be given out; nothing here."""
        return ()

    def known_to_files(self, pair: Pair) -> bool:
        """Whether somebody in the files that figures count has a (label, value)."""
        return False
