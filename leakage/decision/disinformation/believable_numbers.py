"""Believable numbers that belong to nobody: telephones, cards, accounts, official numbers."""

from __future__ import annotations

import random
import re

from leakage.decision.disinformation.believable_formats import Maker, digits

# Numbers kept for films and books by those who give out numbers: Bundesnetzagentur, Ofcom, ARCEP, ACMA, PTS, ComReg.
# By country code; the first list is of mobile numbers, with what the national number of one begins with.
FICTITIOUS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "49": (
        "1[567]",
        ("171 39200 ##", "176 040690 ##"),
        ("30 23125 ###", "69 90009 ###", "40 66969 ###", "221 4710 ###", "89 99998 ###"),
    ),
    "44": ("7", ("7700 900###",), ("20 7946 0###", "113 496 0###", "161 496 0###", "1632 960###")),
    "33": ("[67]", ("6 39 98 ## ##",), ("1 99 00 ## ##", "2 61 91 ## ##", "3 53 01 ## ##", "4 65 71 ## ##")),
    "61": ("4", ("491 570 006", "491 570 156", "491 570 157", "491 570 158"), ("2 5550 ####", "3 7010 ####")),
    "46": ("7", ("70 174 06 1#", "70 174 06 5#", "70 174 06 9#"), ("8 465 004 ##", "31 390 06 ##", "40 628 04 ##")),
    "353": ("8", (), ("20 91# ####",)),
}


# What tells the country of a number written without one.
NATIONAL = (
    ("33", r"0\d(?:[ .-]\d\d){4}"),
    ("61", r"04\d\d \d{3} \d{3}|\(?0[2378]\)? \d{4} \d{4}"),
    ("49", r"01[567]\d[ /-]?\d{7,8}"),
    ("44", r"\(?0(?:7\d{3}|20|1\d{2,3})\)? ?\d{3,4} ?\d{3,4}"),
    ("49", r"\(?0(?:1[567]\d|30|40|69|89|\d{3,4})\)?[ /-]?\d[\d -]{4,}"),
)


def phone(like: str) -> Maker | None:
    """A number out of a range kept for fiction, in the country and the writing of an example.

    Where there is no such range, or the country is not told, the number keeps its length and begins as no number does:
    with noughts after the prefix.

    >>> phone("+49 30 1234567")(random.Random(3)).startswith("+49 ")
    True
    >>> phone("(907) 555-0142")(random.Random(3))[:11]
    '(907) 555-0'
    """
    text = like.strip()
    if len(re.sub(r"\D", "", text)) < 5 or re.search(r"[^\W\d_]", text):
        return None
    american = re.fullmatch(r"((?:\+?1[ .-]?)?)(\(?)([2-9]\d\d)(\)?)([ .-]?)(\d{3})([ .-]?)(\d{4})", text)
    if american:
        prefix, opened, area, closed, gap, _, dash, _ = american.groups()
        return lambda chance: f"{prefix}{opened}{area}{closed}{gap}555{dash}01{chance.randrange(100):02}"
    if re.fullmatch(r"\d{3}[ .-]?\d{4}", text):
        return digits(f"555{text[3:-4]}01##")
    return _of_country(text) or (lambda chance: _unassigned(text, chance))


def _of_country(text: str) -> Maker | None:
    prefixed = re.match(r"(\+|00)(49|44|33|61|46|353)", re.sub(r"^\+ ", "+", text))
    code = prefixed[2] if prefixed else next((c for c, form in NATIONAL if re.fullmatch(form, text)), "")
    if not code or (not prefixed and not text.lstrip("(").startswith("0")):
        return None
    mobile, mobiles, landlines = FICTITIOUS[code]
    rest = re.sub(r"\D", "", text[prefixed.end() :] if prefixed else text).lstrip("0")
    wanted = mobiles if re.match(mobile, rest) and mobiles else landlines
    gaps = re.findall(r"(?<=\d)[ ./-]+(?=\d)", text)
    gap = gaps[-1] if gaps else ""
    return lambda chance: _written(prefixed[0] if prefixed else "", chance.choice(wanted), gap, chance)


def _written(prefix: str, pattern: str, gap: str, chance: random.Random) -> str:
    number = digits(pattern)(chance)
    if not prefix:
        number = f"0{number}"
    return f"{prefix}{gap if prefix else ''}{number.replace(' ', gap)}"


def _unassigned(text: str, chance: random.Random) -> str:
    places = [place for place, letter in enumerate(text) if letter.isdigit()]
    kept, free = max(2, len(places) // 3), 4 if len(places) > 7 else 2
    written = list(text)
    for number, place in enumerate(places):
        if number >= len(places) - free:
            written[place] = str(chance.randrange(10))
        elif number >= kept:
            written[place] = "0"
    return "".join(written)


def card(like: str) -> Maker | None:
    """A card number of the same shape that no bank gives out, for its last digit is not the one due (Luhn).

    >>> card("main card") is None
    True
    """
    text = like.strip()
    if not re.fullmatch(r"\d(?:[ -]?\d){11,18}", text):
        return None

    def made(chance: random.Random) -> str:
        number = re.sub(r"\d", lambda _: str(chance.randrange(10)), text[:-1])
        return number + str((_luhn(number) + chance.randrange(1, 10)) % 10)

    return made


def _luhn(number: str) -> int:
    """The last digit that would be due."""
    digits = [int(digit) for digit in reversed(re.sub(r"\D", "", number))]
    doubled = [2 * digit - 9 * (digit > 4) if place % 2 == 0 else digit for place, digit in enumerate(digits)]
    return -sum(doubled) % 10


def iban(like: str) -> Maker | None:
    """An account number of the same country and shape with check digits 00, which no account has.

    >>> iban("DE89 3704 0044 0532 0130 00")(random.Random(1))[:4]
    'DE00'
    """
    text = like.strip()
    if not re.fullmatch(r"[A-Z]{2}\d\d(?: ?[A-Z\d]){11,30}", text):
        return None
    return lambda chance: text[:2] + "00" + re.sub(r"\d", lambda _: str(chance.randrange(10)), text[4:])


def official_number(like: str) -> Maker | None:
    """A number of the same shape that begins with noughts, as none that is given out does.

    >>> official_number("123-45-6789")(random.Random(1))[:4]
    '000-'
    """
    text = like.strip()
    if not re.fullmatch(r"[A-Z\d][A-Z\d ./-]{4,}", text) or len(re.sub(r"\D", "", text)) < 5:
        return None
    places = [place for place, letter in enumerate(text) if letter.isdigit()]

    def made(chance: random.Random) -> str:
        written = list(text)
        for number, place in enumerate(places):
            written[place] = "0" if number < 3 else str(chance.randrange(10))
        return "".join(written)

    return made
