"""Typos: a name as a tired hand writes it."""

from __future__ import annotations

LETTERS = "etaoinsrhl"


def misspelt(name: str, chance: float) -> str:
    """A name with two letters swapped, one left out, one doubled, or one replaced; never the name itself.

    Arguments:
        name: with at least two different letters side by side.
        chance: in [0, 1); says where, and which of the four.

    >>> [misspelt("James Smith", chance) for chance in (0.05, 0.3, 0.6, 0.9)]
    ['Jaems Smith', 'Jaes Smith', 'Jamess Smith', 'James Stith']
    """
    kind, rest = divmod(chance * 4, 1.0)
    # A letter inside a word, after its first one.
    places = [n for n in range(1, len(name)) if name[n] != " " and name[n - 1] != " "] or [len(name) - 1]
    place = places[int(rest * len(places))]
    before, letter, after = name[:place], name[place], name[place + 1 :]
    if kind == 0 and after[:1].strip() and after[0] != letter:
        return f"{before}{after[0]}{letter}{after[1:]}"
    if kind == 1:
        return before + after
    if kind == 2:
        return before + letter + letter + after
    other = LETTERS[int(rest * 7919) % len(LETTERS)]
    return f"{before}{other if other != letter else 'u'}{after}"
