"""Believable names, cities and streets, shaped as an example is."""

from __future__ import annotations

import random
import re

from leakage.decision.disinformation.believable_formats import Maker
from leakage.decision.disinformation.believable_words import LATIN, STREETS, script_of


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
            known = tuple(streets.split(",")) if streets else tuple(f"{word} {n}" for n in ("Alba", "Luna", "Roma"))
            return lambda chance: form.format(street=chance.choice(known), number=chance.randrange(1, 120))
    return lambda chance: f"{chance.randrange(1, 120)} {chance.choice(STREETS)}"
