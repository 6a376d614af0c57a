"""How to get the files that most people have: from ``how_to_get.toml``, which comes with the program."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Source:
    """Where a file comes from.

    Arguments:
        name: of the program or platform.
        steps: three, in their order.
        takes: how long it takes until the file is there.
        holds: what is in it.
        reads: what of it is read.
        leaves: what of it is not.
        page: the company's own page, without ``https://``.
        checked: the day on which the steps were found on a page of the company; empty where they were not.
    """

    name: str
    steps: tuple[str, ...]
    takes: str
    holds: str
    reads: str
    leaves: str
    page: str
    checked: str = ""


@functools.cache
def sources() -> Sequence[Source]:
    """All sources, in the order in which they are offered.

    >>> sources()[0].name, len(sources()[0].steps)
    ('Bitwarden', 3)
    """
    listed = tomllib.loads(resources.files(__package__).joinpath("how_to_get.toml").read_text("utf-8"))
    return tuple(Source(**{**entry, "steps": tuple(entry["steps"])}) for entry in listed["source"])
