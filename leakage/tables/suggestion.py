"""Suggestions: a hierarchy for a column, from what its values look like."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from leakage.tables.columns import MISSING
from leakage.tables.hierarchy import Hierarchy, flat, intervals, suppressed_digits, text_of, tree

CODE_LENGTH = 3
"""Texts of digits are codes from this length on, if all have the same; shorter ones are numbers, such as an age."""

INTERVALS = 15
"""About how many intervals the first level has."""

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[-_ /])")


def suggest_hierarchy(values: Iterable[Any]) -> Hierarchy:
    """A hierarchy to begin with: suppressed digits for codes, intervals for numbers, shared first words for the rest.

    Arguments:
        values: of a column, repeated or not; texts or numbers, empty cells among them.

    Raises:
        ValueError: if there is none.

    >>> suggest_hierarchy(["111", "112", "222"]).levels[1]
    ('11*', '11*', '22*')
    >>> suggest_hierarchy(["State-gov", "State-own", "Private"]).levels[1]
    ('Private', 'State-…', 'State-…')
    """
    kept = list(values)
    texts = {text_of(value) for value in kept} - {MISSING}
    if not texts:
        return flat(kept)
    if _are_codes(texts, any(isinstance(value, str) for value in kept)):
        return suppressed_digits(kept)
    if all(_NUMBER.fullmatch(text) for text in texts):
        return intervals(kept, _widths([float(text) for text in texts]))
    return _by_first_word(kept, texts)


def _are_codes(texts: set[str], written: bool) -> bool:
    lengths = {len(text) for text in texts}
    return written and len(lengths) == 1 and min(lengths) >= CODE_LENGTH and all(text.isdigit() for text in texts)


def _widths(numbers: list[float]) -> list[float]:
    span = max(numbers) - min(numbers)
    if span <= 0.0:
        return []
    first = _round_number(span / INTERVALS)
    if all(number.is_integer() for number in numbers):
        first = max(first, 2.0)
    return [width for width in (first, 2.0 * first, 4.0 * first) if width < span]


def _round_number(least: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= least * (1.0 - 1e-9))


def _by_first_word(values: list[Any], texts: set[str]) -> Hierarchy:
    words = {text: first.group() for text in texts if (first := _FIRST_WORD.match(text))}
    often = Counter(words.values())
    shared = {text: f"{word}{text[len(word)]}…" for text, word in words.items() if often[word] > 1}
    return tree(shared, values) if shared and len(set(shared.values())) < len(texts) else flat(values)
