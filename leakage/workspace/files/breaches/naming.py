"""What a release that came from a breach is called."""

from __future__ import annotations

import re

_NAMED = re.compile(r"\bbreach( \d+)?$", re.IGNORECASE)


def breach_name(title: str) -> str:
    """The name of the release that stands for a breach.

    >>> breach_name("Shop")
    'Shop breach'
    """
    return f"{title} breach"


def names_a_breach(name: str) -> bool:
    """Whether a release is called as one that stands for a breach, be it numbered since the name was taken.

    >>> names_a_breach("Shop breach"), names_a_breach("Shop breach 2"), names_a_breach("Beach house")
    (True, True, False)
    """
    return _NAMED.search(name) is not None
