"""Formats: values written the way a person's own are, out of what is given to nobody."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

Maker: TypeAlias = Callable[[random.Random], str]


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


LETTERS = "ABDEFGHJLNPQRSTUWXYZ"


def digits(pattern: str) -> Maker:
    """A value of a format: every # is a digit."""
    return lambda chance: re.sub("#", lambda _: str(chance.randrange(10)), pattern)


def date(like: str) -> Maker | None:
    """A day written the way an example is, within fifteen years of it; None where the example is no date.

    Where day and month cannot be told apart, both readings are days.

    >>> bool(re.fullmatch(r"[0-3]?\\d[.][01]?\\d[.](19|20)\\d\\d", date("3.11.1990")(random.Random(1))))
    True
    """
    text = like.strip()
    parts = re.fullmatch(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})", text)
    if parts:
        return _numbers(["y", "m", "d"], parts[2], [parts[1], parts[3], parts[4]])
    parts = re.fullmatch(r"(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d\d)", text)
    if parts:
        first, second = int(parts[1]), int(parts[3])
        order = ["m", "d", "y"] if second > 12 else ["d", "m", "y"]
        return _numbers(order, parts[2], [parts[1], parts[3], parts[4]], ambiguous=max(first, second) <= 12)
    return _with_month(text)


def _numbers(order: Sequence[str], mark: str, like: Sequence[str], *, ambiguous: bool = False) -> Maker:
    year = like[order.index("y")]

    def made(chance: random.Random) -> str:
        # Of two digits only the years of those who live now make sense whatever the century.
        when = int(year) + chance.randint(-15, 15) if len(year) == 4 else chance.randrange(50, 100)
        parts = {"y": f"{when:0{len(year)}}", "m": chance.randrange(1, 13), "d": chance.randrange(1, 29)}
        if ambiguous:
            parts["d"] = chance.randrange(1, 13)
        padded = all(len(part) == 2 for part, name in zip(like, order, strict=True) if name != "y")
        return mark.join(f"{parts[name]:02}" if padded and name != "y" else str(parts[name]) for name in order)

    return made


def _with_month(text: str) -> Maker | None:
    names = "|".join(MONTHS)
    parts = re.fullmatch(rf"(\d{{1,2}}) ({names}) (\d{{4}})|({names}) (\d{{1,2}}), (\d{{4}})", text)
    if not parts:
        return (lambda chance: str(int(text) + chance.randint(-15, 15))) if re.fullmatch(r"(19|20)\d\d", text) else None
    year = int(parts[3] or parts[6])

    def made(chance: random.Random) -> str:
        day, month, when = chance.randrange(1, 29), chance.choice(MONTHS), year + chance.randint(-15, 15)
        return f"{day} {month} {when}" if parts[1] else f"{month} {day}, {when}"

    return made


def post_code(like: str) -> Maker | None:
    """A code of the same shape, in the same area where letters tell it; None where the example is none.

    >>> bool(re.fullmatch(r"SW\\d[A-Z] \\d[A-Z]{2}", post_code("SW1A 1AA")(random.Random(1))))
    True
    """
    text = like.strip()
    if not re.fullmatch(r"[A-Z\d]{1,6}([ -]?[A-Z\d]{1,5})?", text) or not re.search(r"\d", text):
        return None
    area = re.match(r"[A-Z]*", text)
    kept = area.end() if area else 0

    def made(chance: random.Random) -> str:
        changed = re.sub(r"\d", lambda _: str(chance.randrange(10)), text[kept:])
        return text[:kept] + re.sub(r"[A-Z]", lambda _: chance.choice(LETTERS), changed)

    return made


def amount(like: str) -> Maker | None:
    """An amount of the same size and writing: other digits for digits that are not nought.

    >>> amount("€ 52,000")(random.Random(1))[-4:]
    ',000'
    """
    if not re.search(r"\d", like) or len(like) > 20:
        return None
    return lambda chance: re.sub(r"[1-9]", lambda _: str(chance.randrange(1, 10)), like.strip())
