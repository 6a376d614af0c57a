"""Figures in people's words."""

from __future__ import annotations

from collections.abc import Iterable

_WORDS = ((0.0005, "nothing"), (0.15, "very little"), (0.35, "some"), (0.6, "much"), (0.85, "most"))


def percent(leakage: float) -> str:
    """A leakage or another share as a percentage.

    >>> percent(0.6234)
    '62.3 %'
    """
    return f"{100 * leakage:.1f} %"


def change(increment: float) -> str:
    """A difference of leakages in percentage points, with its sign; what rounds to nothing is a trace.

    >>> change(5 / 36), change(0.0), change(-0.02)
    ('+13.9 points', 'no change', '−2.0 points')
    """
    if abs(increment) < 5e-7:
        return "no change"
    if abs(increment) < 5e-4:
        return "a trace more" if increment > 0 else "a trace less"
    return f"{100 * increment:+.1f} points".replace("-", "−")


def amount(leakage: float) -> str:
    """How much of a person that is, in a word.

    >>> amount(0.0), amount(0.62), amount(0.9), amount(1.0)
    ('nothing', 'most', 'nearly all', 'all')
    """
    if leakage >= 0.9995:
        return "all"
    return next((word for limit, word in _WORDS if leakage < limit), "nearly all")


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> count(1, "release"), count(3, "release"), count(2, "facts of one", "facts")
    ('1 release', '3 releases', '2 facts')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def listed(words: list[str] | tuple[str, ...], most: int = 4) -> str:
    """Words in a row, the rest counted.

    >>> listed(["a", "b"]), listed(list("abcdef"), most=2)
    ('a and b', 'a, b and 4 more')
    """
    shown = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def distinct(words: Iterable[str]) -> list[str]:
    """Words told apart by a number where they are the same: of two equal choices a list knows only one.

    >>> distinct(["Shop", "Bank", "Shop"])
    ['Shop', 'Bank', 'Shop (2)']
    """
    found: list[str] = []
    for word in words:
        number, name = 2, word
        while name in found:
            name, number = f"{word} ({number})", number + 1
        found.append(name)
    return found


def duration(seconds: float) -> str:
    """A running time to two digits, in the unit that suits it.

    >>> duration(0.5), duration(0.001234), duration(1e-5), duration(12.0)
    ('0.5 s', '1.2 ms', '10 µs', '12 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.0995 * size if unit == "s" else seconds >= size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{1e9 * seconds:.0f} ns"


def scientific(number: float) -> str:
    """A small number by its power of ten.

    >>> scientific(3.21e-16), scientific(0.0)
    ('3.2e-16', '0')
    """
    return f"{number:.1e}" if number else "0"


def said(error: object) -> str:
    """What an error says, as a sentence.

    >>> said(ValueError("the vault is locked"))
    'The vault is locked.'
    """
    told = str(error)
    return f"{told[:1].upper()}{told[1:].rstrip('.')}."
