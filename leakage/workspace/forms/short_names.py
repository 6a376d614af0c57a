"""Names cut for narrow headings, each still told from the others."""

from __future__ import annotations

from collections.abc import Sequence

ELLIPSIS = "…"


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Names of at most so many characters, no two alike where the names are not.

    A name that is too long keeps its beginning; where that is another's too, its end instead, and at last a number.

    Arguments:
        names: no two alike.
        most: characters, at least 6.

    >>> short_names(["Bank", "Corner shop", "Corner shop 2"], 8)
    ['Bank', 'Corner …', 'Corner…2']
    """
    taken = {name for name in names if len(name) <= most}
    shortened = []
    for place, name in enumerate(names, start=1):
        short = name if len(name) <= most else _short(name, most, taken, place)
        taken.add(short)
        shortened.append(short)
    return shortened


def _short(name: str, most: int, taken: set[str], place: int) -> str:
    for end in range(most - 1):
        short = name[: most - 1 - end] + ELLIPSIS + (name[-end:] if end else "")
        if short not in taken:
            return short
    return f"{name[: most - 1 - len(str(place))]}{ELLIPSIS}{place}"
