"""Made-up values that belong to nobody: words, names, numbers, and how they are written."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

# Words of made-up values: names, places and things that belong to nobody, in several scripts.


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


GIVEN_NAMES = _listed(
    "Robin,Alex,Sam,Jordan,Taylor,Morgan,Casey,Jamie,Riley,Avery,Quinn,Rowan,Skyler,Emery,Hayden,Marlow"
)
FAMILY_NAMES = _listed(
    "Ashgrove,Bellwick,Thornby,Quillon,Merrowdale,Fernhollow,Wickstead,Larkmoor,Stonebeck,Underbridge,"
    "Hollowell,Greymarsh,Oakhurstly,Penwithy,Dunmarrow,Saltersby"
)
CITIES = _listed(
    "Sampleton,Northbrook,Millhaven,Eastmere,Fairwater,Oldbridge,Pinehurst,Redcliff,Westford,Lakemoor,"
    "Ashbourne,Stonewell"
)
STREETS = _listed(
    "Mill Lane,Orchard Road,Chapel Street,Station Road,Harbour Way,Willow Close,Meadow Lane,"
    "Quarry Hill,Garden Street,Bridge Street"
)
EMPLOYERS = _listed(
    "Sample Works,Northbrook Bakery,Millhaven Logistics,Fairwater Insurance,Oldbridge Printing,"
    "Lakemoor Software,Eastmere Dairy,Redcliff Hotel,Westford Museum,Pinehurst Timber"
)
JOBS = _listed(
    "gardener,accountant,nurse,carpenter,librarian,electrician,translator,baker,driver,surveyor,teacher,technician"
)
CONDITIONS = _listed(
    "hay fever,asthma,migraine,back pain,high blood pressure,eczema,insomnia,broken wrist,tinnitus,"
    "lactose intolerance,gout,vertigo"
)
MEDICINES = _listed(
    "hay fever tablets,asthma spray,migraine tablets,blood pressure tablets,skin cream,eye drops,"
    "cough syrup,iron tablets,antacid,nasal spray"
)
NATIONALITIES = _listed(
    "Norwegian,Portuguese,Canadian,Irish,Dutch,Chilean,Greek,Finnish,Korean,Kenyan,Austrian,Uruguayan"
)
RELATIONSHIPS = _listed("single,married,divorced,widowed,engaged,separated,living together")
FAITHS = _listed("none,faith A,faith B,faith C,faith D")
VIEWS = _listed("party A,party B,party C,party D,no party")
PETS = _listed("Biscuit,Pepper,Tofu,Waffles,Mossy,Pickle,Button,Nutmeg,Domino,Clover")
WORDS = _listed(
    "amber,birch,copper,delta,ember,falcon,garnet,harbour,indigo,juniper,kestrel,linen,maple,nickel,"
    "opal,pepper,quartz,raven,silver,tundra,umber,violet,willow,yarrow,zephyr"
)


@dataclass(frozen=True, slots=True)
class Script:
    """How people are called where a script is written.

    Arguments:
        given: given names.
        family: family names that nobody is known to have.
        cities: towns that are on no map.
        family_first: whether the family name comes first.
        gap: what stands between the two.
    """

    given: tuple[str, ...]
    family: tuple[str, ...]
    cities: tuple[str, ...]
    family_first: bool = False
    gap: str = " "


LATIN = Script(GIVEN_NAMES, FAMILY_NAMES, CITIES)

SCRIPTS = {
    "CYRILLIC": Script(
        _listed("Саша,Женя,Валя,Слава,Никита,Паша,Лера,Мила,Юра,Тоня"),
        _listed("Тихоречко,Верболуг,Дальневет,Белоструй,Лугомир,Каменвяз,Звонорос,Светлояр"),
        _listed("Тихореченск-Новый,Белолугово,Каменовяз,Дальнеструйск,Звонково Поле"),
    ),
    "GREEK": Script(
        _listed("Άλεξ,Νίκη,Φώτης,Ρένα,Στέλιος,Δάφνη,Πέτρος,Ήρα"),
        _listed("Ασπροβουνίδης,Καλαμορράχης,Πετρολίβαδος,Θυμαρόκηπος,Ελαιόμυλος,Νεροχώρης"),
        _listed("Ασπρολίβαδο,Καλαμορράχη,Πετρόμυλος,Θυμαρόκηπος"),
    ),
    "CJK": Script(
        _listed("明禾,安树,小岚,知远,青禾,云起,秋实,晴川"),
        _listed("云溪,松岚,石桥,青麓,远汀,竹泊"),
        _listed("云溪镇,松岚市,青麓县,远汀镇"),
        family_first=True,
        gap="",
    ),
    "HIRAGANA": Script(
        _listed("あおい,みなと,ひなた,つかさ,かおる,まこと"),
        _listed("あさぎり沢,しらほ野,とおなぎ,みずくも,かぜふえ"),
        _listed("しらほ野市,とおなぎ町,みずくも村"),
        family_first=True,
    ),
    "HANGUL": Script(
        _listed("하늘,가람,새벽,나루,다온,시내,바다,미르"),
        _listed("솔뫼,은내,별뜰,돌샘,안개골"),
        _listed("솔뫼시,은내군,별뜰읍,돌샘면"),
        family_first=True,
    ),
    "ARABIC": Script(
        _listed("نور,سلام,جود,رضا,إحسان,ضياء,وسام,تيم"),
        _listed("الوادلين,السروميل,الندابي,الريحطان,الصفوندي,الغيملي"),
        _listed("وادي السرو الجديد,ندابة,ريحطان,صفوند"),
    ),
    "HEBREW": Script(
        _listed("נועם,שקד,רותם,עדי,טל,יובל,גל,שחר"),
        _listed("אבניאור,תמרדל,גבעולן,נחלגיל,הרצוק,עמקרון"),
        _listed("גבעולן,נחלגיל,עמקרון,הרצוק"),
    ),
    "DEVANAGARI": Script(
        _listed("किरण,ज्योति,सुमन,रोशन,चंदन,नीलम,आकाश,तरुण"),
        _listed("नदीवाला,पहाड़िया,वनकर,सागरनी,मेघवारी,दीपकुंज"),
        _listed("नदीपुरम,वनकरपुर,मेघवारी,दीपकुंजनगर"),
    ),
}
SCRIPTS["KATAKANA"] = SCRIPTS["HIRAGANA"]


def script_of(text: str) -> Script:
    """The script a value is written in; Latin where it is none of the others here.

    >>> script_of("Ελένη") is SCRIPTS["GREEK"], script_of("42") is LATIN
    (True, True)
    """
    names = [unicodedata.name(letter, "").split(" ")[0] for letter in text if letter.isalpha()]
    # Kana beside Chinese characters is Japanese.
    wanted = next((name for name in names if name in ("HIRAGANA", "KATAKANA")), names[0] if names else "")
    return SCRIPTS.get(wanted, LATIN)


# Believable names, cities and streets, shaped as an example is.


def name(like: str) -> Maker:
    """A name in the script and the shape of an example: family name first, an initial, one word, capitals.

    >>> ", " in name("Fernsby, Odila")(random.Random(1)), name("O. FERNSBY")(random.Random(1)).isupper()
    (True, True)
    """
    text, script = like.strip(), script_of(like)

    def made(chance: random.Random) -> str:
        given, family = chance.choice(script.given), chance.choice(script.family)
        if script.family_first:
            return family + (" " if " " in text else script.gap) + given
        if re.match(r"\w\.", text):
            given = f"{given[0]}."
        if "," in text:
            whole = f"{family}, {given}"
        elif text and " " not in text and script is LATIN:
            whole = given
        else:
            whole = f"{given} {family}"
        return whole.upper() if text.isupper() and len(text) > 2 else whole

    return made


def city(like: str) -> Maker:
    """A town that is on no map, in the script of an example."""
    return lambda chance: chance.choice(script_of(like).cities)


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
    (r"(?i)(calle|avenida|plaza|via|viale|piazza|rua)\b.*\d.*", "", "{street} {number}"),
)


def street(like: str) -> Maker:
    """A street and number, in the order and the language of an example as far as it is known here.

    >>> street("Hauptstraße 12")(random.Random(1)).split()[-1].isdigit()
    True
    """
    for pattern, streets, form in _STREETS:
        if re.fullmatch(pattern, like.strip()):
            word = re.split(r"[ ,]", like.strip())[0]
            names = tuple(streets.split(",")) if streets else tuple(f"{word} {n}" for n in ("Alba", "Luna", "Roma"))
            return lambda chance: form.format(street=chance.choice(names), number=chance.randrange(1, 120))
    return lambda chance: f"{chance.randrange(1, 120)} {chance.choice(STREETS)}"


# Believable numbers that belong to nobody: telephones, cards, accounts, official numbers.


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
    assigned, free = max(2, len(places) // 3), 4 if len(places) > 7 else 2
    written = list(text)
    for number, place in enumerate(places):
        if number >= len(places) - free:
            written[place] = str(chance.randrange(10))
        elif number >= assigned:
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


# Formats: values written the way a person's own are, out of what is given to nobody.


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
    prefix = area.end() if area else 0

    def made(chance: random.Random) -> str:
        changed = re.sub(r"\d", lambda _: str(chance.randrange(10)), text[prefix:])
        return text[:prefix] + re.sub(r"[A-Z]", lambda _: chance.choice(LETTERS), changed)

    return made


def amount(like: str) -> Maker | None:
    """An amount of the same size and writing: other digits for digits that are not nought.

    >>> amount("€ 52,000")(random.Random(1))[-4:]
    ',000'
    """
    if not re.search(r"\d", like) or len(like) > 20:
        return None
    return lambda chance: re.sub(r"[1-9]", lambda _: str(chance.randrange(1, 10)), like.strip())
