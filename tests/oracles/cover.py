"""What a generalised value stands for, character by character and number by number."""

from fractions import Fraction

SIGNS = {
    "<=": lambda a, b: a <= b,
    "≤": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "≥": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def number(text):
    """The number that a text is, without a rounding; None for any other."""
    text = text.strip()
    if not text or set(text) - set("0123456789+-.eE") or text.endswith(".") or text.lstrip("+-").startswith("."):
        return None
    try:
        return Fraction(text)
    except ValueError:
        return None


def stands_for(general, value):
    """2012, Section 3.1: whether a generalised value stands for a plain one, blanks around them counted or not."""
    stripped, text = general.strip(), value.strip()
    return stripped in ("*", text) or _spelt(stripped, text) or _spelt(general, value) or _within(stripped, text)


def _spelt(general, value):
    for rest in ("…", "..."):
        if general.endswith(rest) and general != rest:
            return value[: len(general) - len(rest)] == general[: -len(rest)]
    same_length = len(general) == len(value)
    return "*" in general and same_length and all(g in ("*", v) for g, v in zip(general, value, strict=True))


def _within(general, value):
    spelt = "*" in general or any(general.endswith(rest) and general != rest for rest in ("…", "..."))
    return not spelt and _holds(general, number(value))


def _holds(general, n):
    if n is None or not general or number(general) is not None:
        return False
    if general.endswith("+"):
        limit = number(general[:-1])
        return limit is not None and n >= limit
    for sign, compare in SIGNS.items():
        if general.startswith(sign):
            limit = number(general[len(sign) :])
            return limit is not None and compare(n, limit)
    opened, closed = general[0] in "[(", general[-1] in "])"
    inside = general[1:-1] if opened and closed else general
    if opened != closed:
        return False
    for place in range(1, len(inside)):
        for separator in ("..", "-", "–", "—", ",", ";"):
            low, high = number(inside[:place]), number(inside[place + len(separator) :])
            if inside[place:].startswith(separator) and low is not None and high is not None:
                above = low < n if general[0] == "(" else low <= n
                return above and (n < high if general[-1] == ")" else n <= high)
    return False
