"""Made-up values: wrong but believable, in the format of the person's own, and nobody's."""

from __future__ import annotations

import itertools
import random
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import TypeAlias

from leakage.arguments import check_seed
from leakage.frames import Records, records_of
from leakage.record import is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Augment, Correct
from leakage.resolution.values import Condition

Values: TypeAlias = Callable[[str, int], Sequence[str]]
"""The first ``count`` of a label's values, all different; fewer if it runs out."""

Maker: TypeAlias = Callable[[random.Random], str]

TRIES = 200  # Draws before a list of values counts as exhausted.

_DATA = tomllib.loads(resources.files(__package__).joinpath("made_up_values.toml").read_text("utf-8"))
_LISTS: dict[str, list[str]] = {label: words.split(",") for label, words in _DATA["lists"].items()}


def nobodys_values(
    records: Records,
    adversary: Adversary | None = None,
    *,
    names: Mapping[str, str] | None = None,
    examples: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Values:
    """Believable values that no record holds, for any label, and that no adversary takes for one in use.

    Known labels draw on small lists and on formats that nobody is issued (555-01xx, example.org, masked cards), written
    like an example: a +49 number gives numbers that Germany reserves for fiction, a date keeps its order and marks, a
    name its script. Other labels keep the format of the example. If a list runs out, values are numbered.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add: "incorrect but believable").

    Arguments:
        records: the person, and everything that was released.
        adversary: no value may be equal to one in use by her rules, or be in her tables.
        names: the meaning of labels that do not say it: ``{"P": "Phone"}``.
        examples: by label, a value whose format is kept.

    >>> from leakage.record import Record
    >>> held = [Record.of(("Religion", "faith A")), Record.of(("View", "faith B"), ("Pet", "none"))]
    >>> sorted(nobodys_values(held)("Religion", 2))
    ['faith C', 'faith D']
    """
    used = _used(records, adversary)
    taken = set(map(_plain, itertools.chain.from_iterable(used.values())))
    rules = [way for match in (adversary.matches if adversary else ()) for way in match.conjunctions or ()]
    conditions = list(dict.fromkeys(itertools.chain.from_iterable(rules)))
    check_seed(seed)

    def values(label: str, count: int) -> tuple[str, ...]:
        name, like = (names or {}).get(label, label), (examples or {}).get(label)
        free: list[str] = []
        # Some are rejected by a rule, so more are drawn.
        for more in range(8):
            drawn = _drawn(_maker(name, like), random.Random(f"{seed}/{name}"), set(taken))
            some = list(itertools.islice(drawn, count << more))
            free = unlike(some, sorted(used.get(label, ())), [c for c in conditions if c.label == label])
            if len(free) >= count:
                break
        return tuple(free[:count])

    return values


def _used(records: Records, adversary: Adversary | None) -> dict[str, set[str]]:
    """The values in use, by label: held by a record, or in a table of the adversary."""
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
    return used


def unlike(values: Sequence[str], others: Sequence[str], conditions: Iterable[Condition]) -> list[str]:
    """The values that agree, by any condition, with none of the others and none before them."""
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


def _drawn(maker: Maker, chance: random.Random, taken: set[str]) -> Iterator[str]:
    for number in itertools.count():
        value = maker(chance) if number < TRIES else f"{maker(chance)} {number - TRIES + 2}"
        if value and _plain(value) not in taken:
            taken.add(_plain(value))
            yield value


def _plain(value: str) -> str:
    return value.strip().casefold()


def _maker(label: str, like: str | None) -> Maker:
    # Words of a label: DateOfBirth, date_of_birth, "Date of birth (D)".
    words = " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", label)).casefold()
    for pattern, forms, *way in _DATA["kinds"]:
        if re.search(rf"\b(?:{pattern})\b", words):
            alike = _WAYS[way[0]](like or "") if way and (like or not forms) else None
            return alike or _form(forms)
    return _reshaped(like) if like else _form("{word} {word}")


def _form(forms: str) -> Maker:
    return _any_of(forms.split(","))


def _any_of(forms: Sequence[str]) -> Maker:

    def made(chance: random.Random) -> str:
        text = re.sub(r"{(\w+)}", lambda found: chance.choice(_LISTS[found[1]]), chance.choice(forms))
        return re.sub("#", lambda _: str(chance.randrange(10)), text)

    return made


def _reshaped(like: str) -> Maker:
    """A value of the same format: other digits, other words."""
    # One or two letters beside digits are part of a code ("c1"), not a word.
    word = r"[^\W\d_]{3,}" if re.search(r"\d", like) else r"[^\W\d_]+"

    def made(chance: random.Random) -> str:
        def other(found: re.Match[str]) -> str:
            new = chance.choice(_LISTS["word"])
            return new.upper() if found[0].isupper() else new.capitalize() if found[0][0].isupper() else new

        return re.sub(word, other, re.sub(r"\d", lambda _: str(chance.randrange(10)), like))

    return made


# Values in the format of an example; None if it is not of the kind.


def _script_of(text: str) -> dict[str, str]:
    found = [unicodedata.name(letter, "").split(" ")[0].replace("KATAKANA", "HIRAGANA") for letter in text]
    # Kana beside Chinese characters is Japanese.
    wanted = "HIRAGANA" if "HIRAGANA" in found else next((one for one in found if one in _DATA["scripts"]), "LATIN")
    script: dict[str, str] = _DATA["scripts"][wanted]
    return script


def _name(like: str) -> Maker:
    """In the script and form of the example: family name first, an initial, one word, capitals."""
    text, script = like.strip(), _script_of(like)
    latin = script is _DATA["scripts"]["LATIN"]

    def made(chance: random.Random) -> str:
        given, family = _form(script["given"])(chance), _form(script["family"])(chance)
        if "gap" in script:
            return family + (" " if " " in text else script["gap"]) + given
        given = f"{given[0]}." if re.match(r"\w\.", text) else given
        whole = f"{family}, {given}" if "," in text else f"{given} {family}"
        if latin and re.fullmatch("[^ ,]+", text):
            whole = given
        return whole.upper() if text.isupper() and len(text) > 2 else whole

    return made


def _street(like: str) -> Maker:
    text = like.strip()
    known = next(one for one in _DATA["streets"] if re.fullmatch(one["example"], text))
    named = _form(known["streets"].replace("{first}", re.split(r"[ ,]", text)[0]))
    form: str = known["form"]
    return lambda chance: form.format(street=named(chance), number=chance.randrange(1, 120))


def _phone(like: str) -> Maker | None:
    """A number reserved for fiction, in the country and format of the example.

    If the country has no such range, or is unknown, the number keeps its length and has zeros after the prefix, as no
    real number does.
    """
    text = like.strip()
    if len(re.sub(r"\D", "", text)) < 5 or re.search(r"[^\W\d_]", text):
        return None
    american = re.fullmatch(r"((?:(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?)?)\d{3}([ .-]?)\d{4}", text)
    if american and (american[1] or len(text) < 9):
        return _form(f"{american[1]}555{american[2]}01##")
    prefixed = re.match(rf"(\+|00)({'|'.join(_DATA['fictitious'])})", re.sub(r"^\+ ", "+", text))
    told = (code for some in _DATA["national"] for code, form in some.items() if re.fullmatch(form, text))
    code = prefixed[2] if prefixed else next(told, "")
    if not code or (not prefixed and not text.lstrip("(").startswith("0")):
        digits = len(re.sub(r"\D", "", text))
        return _noughts(text, max(2, digits // 3), 4 if digits > 7 else 2)
    mobile, mobiles, landlines = _DATA["fictitious"][code]
    rest = re.sub(r"\D", "", text[prefixed.end() :] if prefixed else text).lstrip("0")
    wanted = _form(mobiles if re.match(mobile, rest) and mobiles else landlines)
    gap = next(reversed(re.findall(r"(?<=\d)[ ./-]+(?=\d)", text)), "")
    start = f"{prefixed[0]}{gap}" if prefixed else "0"
    return lambda chance: start + wanted(chance).replace(" ", gap)


def _noughts(text: str, first: int, free: int) -> Maker:
    digits = len(re.sub(r"\D", "", text))
    place = itertools.count()

    def other(found: re.Match[str]) -> str:
        number = next(place)
        return "#" if number >= digits - free else "0" if number >= first else found[0]

    return _any_of([re.sub(r"\d", other, text)])


def _card(like: str) -> Maker | None:
    """A card number of the same form that no bank issues: its check digit (Luhn) is wrong."""
    text = like.strip()
    if not re.fullmatch(r"\d(?:[ -]?\d){11,18}", text):
        return None

    def made(chance: random.Random) -> str:
        number = re.sub(r"\d", lambda _: str(chance.randrange(10)), text[:-1])
        reverse = [int(digit) for digit in reversed(re.sub(r"\D", "", number))]
        due = -sum(2 * d - 9 * (d > 4) if place % 2 == 0 else d for place, d in enumerate(reverse))
        return number + str((due + chance.randrange(1, 10)) % 10)

    return made


def _iban(like: str) -> Maker | None:
    text = like.strip()
    if not re.fullmatch(r"[A-Z]{2}\d\d(?: ?[A-Z\d]){11,30}", text):
        return None
    return _form(text[:2] + "00" + re.sub(r"\d", "#", text[4:]))


def _official_number(like: str) -> Maker | None:
    text = like.strip()
    found = len(re.sub(r"\D", "", text))
    return _noughts(text, 0, found - 3) if re.fullmatch(r"[A-Z\d][A-Z\d ./-]{4,}", text) and found >= 5 else None


def _date(like: str) -> Maker | None:
    """A date in the format of the example, within fifteen years of it; valid both ways if day and month are unclear."""
    text = like.strip()
    if re.fullmatch(r"(19|20)\d\d", text):
        return lambda chance: str(int(text) + chance.randint(-15, 15))
    found = re.fullmatch(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-./])(\d{1,2})\6(\d{4}|\d\d)", text)
    if not found:
        return None
    mark, parts = found[2] or found[6], re.split("[-./]", text)
    order = "ymd" if found[1] else "mdy" if int(found[7]) > 12 else "dmy"
    year = parts.pop(order.index("y"))
    either = not found[1] and max(map(int, parts)) <= 12
    padded = all(len(part) == 2 for part in parts)

    def made(chance: random.Random) -> str:
        # With two digits, years of living people are right in either century.
        when = int(year) + chance.randint(-15, 15) if len(year) == 4 else chance.randrange(50, 100)
        day, month = chance.randrange(1, 13 if either else 29), chance.randrange(1, 13)
        each = {"y": f"{when:0{len(year)}}", "m": f"{month:0{1 + padded}}", "d": f"{day:0{1 + padded}}"}
        return mark.join(each[kind] for kind in order)

    return made


def _code(like: str) -> Maker | None:
    if not re.search(r"[1-9]", like) or len(like) > 20:
        return None
    return lambda chance: re.sub(r"[1-9]", lambda _: str(chance.randrange(1, 10)), like.strip())


_WAYS: dict[str, Callable[[str], Maker | None]] = {
    "given": lambda like: _form(_script_of(like)["given"]),
    "family": lambda like: _form(_script_of(like)["family"]),
    "cities": lambda like: _form(_script_of(like)["cities"]),
    "phone": _phone,
    "street": _street,
    "code": _code,
    "date": _date,
    "card": _card,
    "iban": _iban,
    "official_number": _official_number,
    "name": _name,
}
