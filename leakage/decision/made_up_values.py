"""Made-up values: wrong but believable, written as the person's own are, and nobody's."""

from __future__ import annotations

import itertools
import random
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.arguments import check_seed
from leakage.frames import Records, records_of
from leakage.record import is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Augment, Correct
from leakage.resolution.rules import Match
from leakage.resolution.values import Condition

Values: TypeAlias = Callable[[str, int], Sequence[str]]
"""Up to so many different values for a label; asked for more, it begins with the same."""

Maker: TypeAlias = Callable[[random.Random], str]
Like: TypeAlias = Callable[[str], Maker | None]
"""From an example to values written as it is; None where it is no example of the kind."""

TRIES = 200
"""Draws before a kind of value counts as exhausted: lists are far shorter."""

PATIENCE = 500
"""Values refused one after the other before no more are tried."""


def nobodys_values(
    records: Records,
    adversary: Adversary | None = None,
    *,
    names: Mapping[str, str] | None = None,
    examples: Mapping[str, str] | None = None,
    refused: Callable[[str, str], bool] = lambda label, value: False,
    seed: int = 0,
) -> Values:
    """Believable values that no record holds under any label, and no adversary takes for one that it holds.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add: "incorrect but believable").

    Arguments:
        records: of the person, and all that is out.
        adversary: whose rules must not take a value for one in use, and whose tables must not know it.
        names: what a label stands for, where it does not say so itself: ``{"P": "Phone"}``.
        examples: by label a value whose writing is kept.
        refused: whether a value under a label will not do for another reason.
        seed: as ``believable_values``.

    >>> from leakage.record import Record
    >>> held = [Record.of(("Religion", "faith A")), Record.of(("View", "faith B"), ("Pet", "none"))]
    >>> sorted(nobodys_values(held)("Religion", 2))
    ['faith C', 'faith D']
    """
    used: dict[str, set[str]] = {}
    for record in records_of(records):
        for attribute in filter(lambda one: is_typed(one.pair), record):
            used.setdefault(attribute.label, set()).add(attribute.value)
    for step in adversary.operations if adversary else ():
        if isinstance(step, Correct):
            for (label, wrong), right in step.replacements:
                used.setdefault(label, set()).update((wrong, right))
        elif isinstance(step, Augment):
            used.setdefault(step.given, set()).update(dict(step.table))
            used.setdefault(step.label, set()).update(dict(step.table).values())
    taken = frozenset(map(_plain, itertools.chain.from_iterable(used.values())))
    conditions = [c for match in (adversary.matches if adversary else ()) for c in conditions_of(match)]

    def values(label: str, count: int) -> tuple[str, ...]:
        mine, wanted = [c for c in conditions if c.label == label], count
        while True:
            found = believable_values(
                (names or {}).get(label, label),
                taken,
                wanted,
                like=(examples or {}).get(label),
                refused=lambda value: refused(label, value),
                seed=seed,
            )
            free = unlike(found, sorted(used.get(label, ())), mine)
            if len(free) >= count or len(found) < wanted or wanted > 64 * count:
                return tuple(free[:count])
            wanted *= 2

    return values


def conditions_of(match: Match) -> list[Condition]:
    """The conditions of a rule's conjunctions, each once."""
    return list(dict.fromkeys(itertools.chain.from_iterable(match.conjunctions or ())))


def unlike(values: Sequence[str], others: Sequence[str], conditions: Iterable[Condition]) -> list[str]:
    """Those values that by no condition agree with any of the others, nor with one of them before.

    >>> from leakage.resolution.values import Similar
    >>> unlike(["Anna", "Bob", "Zoe", "Bobo"], ["Ann"], [Condition("N", (Similar("N", 0.8),))])
    ['Bob', 'Zoe']
    """
    kept = list(values)
    for condition in conditions:
        tokens = condition.tokens([*others, *kept])
        seen = set(itertools.chain.from_iterable(tokens[: len(others)]))
        free = []
        for value, mine in zip(kept, tokens[len(others) :], strict=True):
            if seen.isdisjoint(mine):
                free.append(value)
                seen.update(mine)
        kept = free
    return kept


def believable_values(
    label: str,
    taken: Collection[str],
    count: int,
    *,
    seed: int = 0,
    like: str | None = None,
    refused: Callable[[str], bool] | None = None,
) -> tuple[str, ...]:
    """Wrong but believable values for a label, none of them taken.

    What ``Add(r)`` appends: "incorrect but believable" information. Known labels draw on small lists and on
    formats nobody is issued (555-01xx, example.org, masked cards), written the way an example is: a +49 number gives
    numbers that Germany keeps for fiction, a date keeps its order and marks, a name its script. Others keep the format
    of the example.
    Source: Whang & Garcia-Molina 2012, Section 4.2.

    Arguments:
        label: what kind of value is wanted; known kinds are found by the words in it.
        taken: values not to be used, compared without case and without spaces around them.
        count: how many different values, >= 0; numbered variants where a list runs out.
        seed: a whole number of at least 0; equal seeds give equal results.
        like: an example, the person's own value, whose writing is kept.
        refused: whether a value will not do; fewer are given where nearly all are refused.

    Raises:
        ValueError: if count is negative.

    >>> believable_values("Religion", ["faith A", "faith B", "none"], 2, seed=1)
    ('faith C', 'faith D')
    >>> len(set(believable_values("Shoe size", ["42"], 5, like="42")))
    5
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    seen = set(map(_plain, taken))
    kept: list[str] = []
    in_vain = 0
    for value in _drawn(_maker(label, like), random.Random(f"{check_seed(seed)}/{label}")):
        if len(kept) == count or in_vain == PATIENCE:
            break
        if value and _plain(value) not in seen:
            seen.add(_plain(value))
            if refused and refused(value):
                in_vain += 1
            else:
                kept, in_vain = [*kept, value], 0
    return tuple(kept)


def _drawn(maker: Maker, chance: random.Random) -> Iterator[str]:
    """First draws, then numbered variants without end."""
    for _ in range(TRIES):
        yield maker(chance)
    for number in itertools.count(2):
        yield f"{maker(chance)} {number}"


def _plain(value: str) -> str:
    return value.strip().casefold()


def _maker(label: str, like: str | None) -> Maker:
    # Words run together, or not at all: DateOfBirth, date_of_birth, "Date of birth (D)".
    words = " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", label)).casefold()
    for pattern, kind, alike in KINDS:
        if re.search(rf"\b(?:{pattern})\b", words):
            return (alike(like) if alike and like else None) or (written(kind) if isinstance(kind, str) else kind)
    return _reshaped(like) if like else written("{word} {word}")


def written(forms: str) -> Maker:
    """A value of one of some forms, separated by commas: every # is a digit, every {word} a word.

    >>> written("card ending ####")(random.Random(1))
    'card ending 9141'
    """
    each = forms.split(",")

    def made(chance: random.Random) -> str:
        text = re.sub("{word}", lambda _: chance.choice(WORDS), chance.choice(each))
        return re.sub("#", lambda _: str(chance.randrange(10)), text)

    return made


def _reshaped(like: str) -> Maker:
    """A value of the same format: other digits for digits, other words for words."""
    # One or two letters beside digits are part of a code ("c1"), not a word.
    word = r"[^\W\d_]{3,}" if re.search(r"\d", like) else r"[^\W\d_]+"

    def made(chance: random.Random) -> str:
        def other(found: re.Match[str]) -> str:
            new = chance.choice(WORDS)
            return new.upper() if found[0].isupper() else new.capitalize() if found[0][0].isupper() else new

        return re.sub(word, other, re.sub(r"\d", lambda _: str(chance.randrange(10)), like))

    return made


# Words: names, places and things that belong to nobody.


WORDS = (
    *("amber", "birch", "copper", "delta", "ember", "falcon", "garnet", "harbour", "indigo", "juniper", "kestrel"),
    *("linen", "maple", "nickel", "opal", "pepper", "quartz", "raven", "silver", "tundra", "umber", "violet"),
    *("willow", "yarrow", "zephyr"),
)
LETTERS = "ABDEFGHJLNPQRSTUWXYZ"


@dataclass(frozen=True, slots=True)
class Script:
    """How people and towns are called where a script is written; family names and towns are made up.

    Arguments:
        given, family, cities: names, separated by commas.
        gap: what is between family name and given name, where the family name comes first; else None.
    """

    given: str
    family: str
    cities: str
    gap: str | None = None


LATIN = Script(
    "Robin,Alex,Sam,Jordan,Taylor,Morgan,Casey,Jamie,Riley,Avery,Quinn,Rowan,Skyler,Emery,Hayden,Marlow",
    "Ashgrove,Bellwick,Thornby,Quillon,Merrowdale,Fernhollow,Wickstead,Larkmoor,Stonebeck,Underbridge,Hollowell",
    "Sampleton,Northbrook,Millhaven,Eastmere,Fairwater,Oldbridge,Pinehurst,Redcliff,Westford,Lakemoor,Stonewell",
)
_KANA = Script(
    "あおい,みなと,ひなた,つかさ", "あさぎり沢,しらほ野,とおなぎ,みずくも", "しらほ野市,とおなぎ町,みずくも村", " "
)
SCRIPTS = {
    "CYRILLIC": Script(
        "Саша,Женя,Валя,Слава", "Тихоречко,Верболуг,Дальневет,Лугомир", "Белолугово,Каменовяз,Звонково Поле"
    ),
    "GREEK": Script(
        "Άλεξ,Νίκη,Ρένα,Δάφνη", "Καλαμορράχης,Πετρολίβαδος,Θυμαρόκηπος", "Ασπρολίβαδο,Καλαμορράχη,Πετρόμυλος"
    ),
    "CJK": Script("明禾,安树,小岚,知远,青禾", "云溪,松岚,石桥,青麓,远汀", "云溪镇,松岚市,青麓县,远汀镇", ""),
    "HIRAGANA": _KANA,
    "KATAKANA": _KANA,
    "HANGUL": Script("하늘,가람,새벽,나루,다온", "솔뫼,은내,별뜰,돌샘,안개골", "솔뫼시,은내군,별뜰읍,돌샘면", ""),
    "ARABIC": Script("نور,سلام,جود,رضا", "الوادلين,السروميل,الندابي,الريحطان", "ندابة,ريحطان,صفوند"),
    "HEBREW": Script("נועם,שקד,רותם,עדי", "אבניאור,תמרדל,גבעולן,נחלגיל", "עמקרון,הרצוק,נחלגיל"),
    "DEVANAGARI": Script("किरण,ज्योति,सुमन,रोशन", "नदीवाला,पहाड़िया,वनकर,सागरनी", "नदीपुरम,वनकरपुर,दीपकुंजनगर"),
}


def script_of(text: str) -> Script:
    """The script a value is written in; Latin where it is none of the others here.

    >>> script_of("Ελένη") is SCRIPTS["GREEK"], script_of("42") is LATIN
    (True, True)
    """
    found = [unicodedata.name(letter, "").split(" ")[0] for letter in text if letter.isalpha()]
    # Kana beside Chinese characters is Japanese.
    wanted = next((name for name in found if name in ("HIRAGANA", "KATAKANA")), found[0] if found else "")
    return SCRIPTS.get(wanted, LATIN)


def name(like: str) -> Maker:
    """A name in the script and the shape of an example: family name first, an initial, one word, capitals.

    >>> ", " in name("Fernsby, Odila")(random.Random(1)), name("O. FERNSBY")(random.Random(1)).isupper()
    (True, True)
    """
    text, script = like.strip(), script_of(like)

    def made(chance: random.Random) -> str:
        given, family = written(script.given)(chance), written(script.family)(chance)
        if script.gap is not None:
            return family + (" " if " " in text else script.gap) + given
        given = f"{given[0]}." if re.match(r"\w\.", text) else given
        whole = f"{family}, {given}" if "," in text else f"{given} {family}"
        if text and " " not in text and "," not in text and script is LATIN:
            whole = given
        return whole.upper() if text.isupper() and len(text) > 2 else whole

    return made


_STREETS = (
    (
        r"(?i).*(stra(ß|ss)e|str\.|weg|gasse|platz|allee)\b.*\d.*",
        "Lindenhofweg,Mühlgrabenstraße,Amselhang,Kirschgartenweg,Obere Wiesengasse,Steinbrunnenallee",
        "{street} {number}",
    ),
    (
        r"(?i)\d+.*\b(rue|avenue|boulevard|chemin|impasse)\b.*",
        "rue des Trois Saules,chemin du Vieux Lavoir,impasse des Noisetiers,rue du Four Blanc",
        "{number} {street}",
    ),
    (
        r"(?i)(calle|avenida|plaza|via|viale|piazza|rua)\b.*\d.*",
        "{word} Alba,{word} Luna,{word} Roma",
        "{street} {number}",
    ),
    (
        "",
        "Mill Lane,Orchard Road,Chapel Street,Station Road,Harbour Way,Willow Close,Meadow Lane,Quarry Hill,"
        "Garden Street,Bridge Street",
        "{number} {street}",
    ),
)


def street(like: str) -> Maker:
    """A street and number, in the order and the language of an example as far as it is known here.

    >>> street("Hauptstraße 12")(random.Random(1)).split()[-1].isdigit()
    True
    """
    text = like.strip()
    streets, form = next((rest for pattern, *rest in _STREETS if re.fullmatch(pattern, text)), _STREETS[-1][1:])
    named = written(streets.replace("{word}", re.split(r"[ ,]", text)[0]))
    return lambda chance: form.format(street=named(chance), number=chance.randrange(1, 120))


# Numbers that belong to nobody: telephones, cards, accounts, official numbers.


# Numbers kept for films and books by those who give out numbers: Bundesnetzagentur, Ofcom, ARCEP, ACMA, PTS, ComReg.
# By country code: what the national number of a mobile phone begins with, mobile numbers, and others.
FICTITIOUS = {
    "49": ("1[567]", "171 39200 ##,176 040690 ##", "30 23125 ###,69 90009 ###,40 66969 ###,221 4710 ###,89 99998 ###"),
    "44": ("7", "7700 900###", "20 7946 0###,113 496 0###,161 496 0###,1632 960###"),
    "33": ("[67]", "6 39 98 ## ##", "1 99 00 ## ##,2 61 91 ## ##,3 53 01 ## ##,4 65 71 ## ##"),
    "61": ("4", "491 570 006,491 570 156,491 570 157,491 570 158", "2 5550 ####,3 7010 ####"),
    "46": ("7", "70 174 06 1#,70 174 06 5#,70 174 06 9#", "8 465 004 ##,31 390 06 ##,40 628 04 ##"),
    "353": ("8", "", "20 91# ####"),
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
    american = re.fullmatch(r"((?:(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?)?)\d{3}([ .-]?)\d{4}", text)
    if american and (american[1] or len(text) < 9):
        return written(f"{american[1]}555{american[2]}01##")
    prefixed = re.match(r"(\+|00)(49|44|33|61|46|353)", re.sub(r"^\+ ", "+", text))
    code = prefixed[2] if prefixed else next((c for c, form in NATIONAL if re.fullmatch(form, text)), "")
    if code not in FICTITIOUS or (not prefixed and not text.lstrip("(").startswith("0")):
        places = [place for place, letter in enumerate(text) if letter.isdigit()]
        return _noughts(text, max(2, len(places) // 3), 4 if len(places) > 7 else 2)
    mobile, mobiles, landlines = FICTITIOUS[code]
    rest = re.sub(r"\D", "", text[prefixed.end() :] if prefixed else text).lstrip("0")
    wanted = written(mobiles if re.match(mobile, rest) and mobiles else landlines)
    gap = next(reversed(re.findall(r"(?<=\d)[ ./-]+(?=\d)", text)), "")
    start = f"{prefixed[0]}{gap}" if prefixed else "0"
    return lambda chance: start + wanted(chance).replace(" ", gap)


def _noughts(text: str, first: int, free: int) -> Maker:
    """Digits in the places of a text's: its own first ones, noughts, and in the end free ones."""
    places = [place for place, letter in enumerate(text) if letter.isdigit()]
    free = min(free, len(places))

    def made(chance: random.Random) -> str:
        written = list(text)
        for number, place in enumerate(places):
            if number >= len(places) - free:
                written[place] = str(chance.randrange(10))
            elif number >= first:
                written[place] = "0"
        return "".join(written)

    return made


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
        reverse = [int(digit) for digit in reversed(re.sub(r"\D", "", number))]
        due = -sum(2 * d - 9 * (d > 4) if place % 2 == 0 else d for place, d in enumerate(reverse))
        return number + str((due + chance.randrange(1, 10)) % 10)

    return made


def iban(like: str) -> Maker | None:
    """An account number of the same country and shape with check digits 00, which no account has.

    >>> iban("DE89 3704 0044 0532 0130 00")(random.Random(1))[:4]
    'DE00'
    """
    text = like.strip()
    if not re.fullmatch(r"[A-Z]{2}\d\d(?: ?[A-Z\d]){11,30}", text):
        return None
    return written(text[:2] + "00" + re.sub(r"\d", "#", text[4:]))


def official_number(like: str) -> Maker | None:
    """A number of the same shape that begins with noughts, as none that is given out does.

    >>> official_number("123-45-6789")(random.Random(1))[:4]
    '000-'
    """
    text = like.strip()
    found = len(re.sub(r"\D", "", text))
    return _noughts(text, 0, found - 3) if re.fullmatch(r"[A-Z\d][A-Z\d ./-]{4,}", text) and found >= 5 else None


# Days and codes, written as an example is.


def date(like: str) -> Maker | None:
    """A day written the way an example is, within fifteen years of it; None where the example is no date.

    Where day and month cannot be told apart, both readings are days.

    >>> bool(re.fullmatch(r"[0-3]?\\d[.][01]?\\d[.](19|20)\\d\\d", date("3.11.1990")(random.Random(1))))
    True
    """
    text = like.strip()
    numbers = re.fullmatch(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-./])(\d{1,2})\6(\d{4}|\d\d)", text)
    if numbers and numbers[1]:
        order, mark, parts = "ymd", numbers[2], (numbers[1], numbers[3], numbers[4])
    elif numbers:
        order, mark, parts = "mdy" if int(numbers[7]) > 12 else "dmy", numbers[6], (numbers[5], numbers[7], numbers[8])
    else:
        return (lambda chance: str(int(text) + chance.randint(-15, 15))) if re.fullmatch(r"(19|20)\d\d", text) else None
    year = parts[order.index("y")]
    either = order[0] != "y" and max(int(part) for part, kind in zip(parts, order, strict=True) if kind != "y") <= 12
    padded = all(len(part) == 2 for part, kind in zip(parts, order, strict=True) if kind != "y")

    def made(chance: random.Random) -> str:
        # Of two digits only the years of those who live now make sense whatever the century.
        when = int(year) + chance.randint(-15, 15) if len(year) == 4 else chance.randrange(50, 100)
        day, month = chance.randrange(1, 13 if either else 29), chance.randrange(1, 13)
        each = {"y": f"{when:0{len(year)}}", "m": f"{month:0{1 + padded}}", "d": f"{day:0{1 + padded}}"}
        return mark.join(each[kind] for kind in order)

    return made


def code(like: str) -> Maker | None:
    """A code or an amount of the same shape: other digits for digits that are not nought; None where there are none.

    >>> code("€ 52,000")(random.Random(1))[-4:]
    ',000'
    """
    if not re.search(r"[1-9]", like) or len(like) > 20:
        return None
    return lambda chance: re.sub(r"[1-9]", lambda _: str(chance.randrange(1, 10)), like.strip())


_EMPLOYERS = "Sample Works,Northbrook Bakery,Millhaven Logistics,Fairwater Insurance,Lakemoor Software,Eastmere Dairy"
_JOBS = "gardener,accountant,nurse,carpenter,librarian,electrician,translator,baker,driver,surveyor,teacher"
_ILLNESSES = "hay fever,asthma,migraine,back pain,high blood pressure,eczema,insomnia,tinnitus,lactose intolerance,gout"
_MEDICINES = "hay fever tablets,asthma spray,migraine tablets,skin cream,eye drops,cough syrup,iron tablets,nasal spray"
_NATIONALITIES = "Norwegian,Portuguese,Canadian,Irish,Dutch,Chilean,Greek,Finnish,Korean,Kenyan,Austrian,Uruguayan"
_GIVEN = "robin,alex,sam,jordan,taylor,morgan,casey,jamie,riley,avery,quinn,rowan"
_MAIL = ",".join(f"{given}.{{word}}##@example.{end}" for given in _GIVEN.split(",") for end in ("com", "org", "net"))


def _script_part(part: str) -> Like:
    return lambda like: written(getattr(script_of(like), part))


# The first that fits is taken, so the longer phrases come before the words in them.
KINDS: tuple[tuple[str, str | Maker, Like | None], ...] = (
    ("e ?mail", _MAIL, None),
    # Kept for documentation (RFC 5737).
    ("ip address|ip", "192.0.2.1##,198.51.100.1##,203.0.113.1##", None),
    ("phone|telephone|mobile|fax", "555-01##", phone),
    # What a password is called, never a password.
    ("password|passphrase", ",".join(f"password {letter}" for letter in LETTERS), None),
    ("first name|given name|forename", LATIN.given, _script_part("given")),
    ("last name|family name|surname", LATIN.family, _script_part("family")),
    ("user ?name|nick ?name|handle|login|alias|account name", "{word}_{word}##", None),
    ("(?:street )?address|street|home", street(""), street),
    ("post ?code|postal code|zip(?: code)?", "999##", code),
    ("city|town|place of birth|birth ?place", LATIN.cities, _script_part("cities")),
    (
        "date of birth|birth ?date|birth ?day|birthday|dob|date",
        ",".join(f"19{decade}#-{month}-1#" for decade in "56789" for month in ("03", "06", "09", "11")),
        date,
    ),
    ("age", lambda chance: str(chance.randrange(18, 90)), None),
    ("employer|company|workplace", _EMPLOYERS, None),
    ("job|job title|occupation|profession", _JOBS, None),
    ("salary|income|wage", "2#000,3#000,4#000,5#000,6#000", code),
    ("health|condition|disease|illness|diagnosis", _ILLNESSES, None),
    ("medication|medicine|drug|prescription", _MEDICINES, None),
    ("nationality|citizenship|country", _NATIONALITIES, None),
    ("relationship|marital", "single,married,divorced,widowed,engaged,separated,living together", None),
    ("religion|faith", "none,faith A,faith B,faith C,faith D", None),
    ("political|party", "party A,party B,party C,party D,no party", None),
    ("sexual orientation|orientation", ",".join(f"orientation {letter}" for letter in "ABCDEF"), None),
    ("gender|sex", "female,male,non-binary,other,not stated", None),
    ("children|child|kids", "none,one,two,three,four,two grown up", None),
    ("contacts|friends", "address book ####", None),
    ("location history|location", "timeline ####", None),
    ("browsing history|search history", "history ####", None),
    ("purchase history|purchases|orders", "orders ####", None),
    ("interests|hobbies", "chess,sailing,baking,climbing,gardening,birdwatching,pottery", None),
    ("security answer|pet", "Biscuit,Pepper,Tofu,Waffles,Mossy,Pickle,Button,Nutmeg,Domino,Clover", None),
    ("frequent flyer(?: number)?|loyalty", "XX-######", None),
    ("card|cards|credit card", "card ending ####", card),
    ("bank|account|iban", "account ending ####", iban),
    # Social security numbers in 000 are never issued; the others copy the trick.
    ("national id|ssn|social security(?: number)?|tax(?: number)?", "000-##-####", official_number),
    ("passport", "X00######", official_number),
    ("insurance(?: number)?|policy", "000-######", official_number),
    ("driving licence|driving license|licence|license|plate", "XX-0##-##", None),
    ("photo|portrait|picture", "portrait ####", None),
    ("name", name(""), name),
)
