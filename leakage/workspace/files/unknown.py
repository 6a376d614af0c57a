"""What a file seems to be that nobody here reads: by its keys or headings, and never by a value of it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from leakage.workspace.files.csv_cells import RECIPIENT, column_of, label_of
from leakage.workspace.files.texts import Json
from leakage.workspace.vocabulary import LABELS


class UnknownFileError(ValueError):
    """A file that is whole, and of no shape that is read here.

    Arguments:
        sentence: what it seems to be.
        about: of which of ``KINDS`` it seems to be; empty where its keys do not say.
    """

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


MOST_LOOKED_AT = 2_000
"""Keys that are looked at; the rest of a large file says no more."""

MOST_NAMED = 4
DEEPEST = 4

_ITSELF = "the account itself: your profile and the devices"


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


KINDS: tuple[tuple[str, frozenset[str], str], ...] = (
    (
        "journeys or places",
        _split(
            "latitude longitude lat lng lon trip ride pickup dropoff fare distance route station departure arrival "
            "waypoint location"
        ),
        _ITSELF,
    ),
    (
        "messages",
        _split("message messages sender recipients participants thread chat conversation body cc"),
        _ITSELF,
    ),
    (
        "what was watched, heard or read",
        _split("track artist album song episode movie series watched viewing played playlist bookmark video videos"),
        _ITSELF,
    ),
    (
        "payments or orders",
        _split("amount currency price order orders quantity invoice balance payment purchase transaction tax total"),
        "the account itself: your profile and the addresses",
    ),
    (
        "health or sport",
        _split("steps heart calories workout weight sleep pulse exercise pace cadence activity"),
        _ITSELF,
    ),
    (
        "posts and reactions",
        _split("post posts comment comments like likes reaction follower followers hashtag vote subreddit"),
        "your profile, and the advertisers who uploaded a list",
    ),
    (
        "settings or records of a program",
        _split("version settings config enabled schema log level build session debug"),
        "exports of accounts, tables and cards",
    ),
)
"""What a file may be about, the words of its keys that say so, and what is read in its place."""

_OTHERS = _split(
    "id uuid name names title type kind status state date day time timestamp created updated modified start end "
    "duration city country region address email phone mobile user users username account accounts profile first last "
    "birthday gender language url link website items data value values label text description note notes tags folder "
    "folders count number code device devices ip category source file files photo photos media key"
)
_WORDS = _OTHERS.union(*(words for _, words, _ in KINDS))
"""Words that keys and headings are made of; any other may be a value, and is not repeated."""

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST = 40
_PLAIN = re.compile(rf"[A-Za-z][A-Za-z _-]{{0,{_LONGEST - 1}}}")
_PERSON = ("name", "full name", "first name", "given name", "last name", "family name", "surname")


def unknown_json(whole: Json) -> str:
    """The sentence for JSON that nobody here reads.

    >>> unknown_json({"trips": [{"pickup_city": "Sampleton", "fare": 9.5, "my secret": 1}]})[:73]
    'this JSON seems to hold journeys or places (it has "pickup_city", "fare")'
    >>> unknown_json(["Sampleton"])[:60]
    'this JSON is a list of texts, of no shape that is known here'
    """
    keys = list(itertools.islice(_keys(whole, DEEPEST), MOST_LOOKED_AT))
    about = _about(keys)
    if about:
        return f"this JSON {about}"
    seen = f"{_shape(whole)}{_having(keys, MOST_NAMED)}"
    return (
        f"this JSON is {seen}, of no shape that is known here; what is read: exports of password managers, "
        "browsers and platforms, breaches of your address, and saved copies"
    )


def unknown_error(whole: Json) -> UnknownFileError:
    """The refusal of JSON that nobody here reads."""
    return UnknownFileError(unknown_json(whole), kind_of_keys(_keys(whole, DEEPEST)))


def kind_of_keys(keys: Iterable[str]) -> str:
    """Which of ``KINDS`` keys or headings say; empty where fewer than two words of them do.

    >>> kind_of_keys(["fare", "trip_id"]), kind_of_keys(["fare"])
    ('journeys or places', '')
    """
    present = {word for key in itertools.islice(keys, MOST_LOOKED_AT) for word in _words(key)}
    best, what = max(((len(present & words), what) for what, words, _ in KINDS), key=lambda score: score[0])
    return what if best > 1 else ""


def table_seems(headings: Iterable[str]) -> str:
    """What a table seems to be about, in words for *this table ...*; empty where its headings do not say.

    >>> table_seems(["Trip Address", "Fare", "Colour"])[:64]
    'seems to hold journeys or places (it has "Trip Address", "Fare")'
    >>> table_seems(["Colour", "Shape"])
    ''
    """
    return _about(list(headings))


def of_no_use(about: Iterable[str], others: int = 0) -> str:
    """The sentence about files of an archive that are not read; empty where there is none.

    Arguments:
        about: of each which of ``KINDS`` it seems to be; empty where that is not known.
        others: how many more there are.

    >>> of_no_use(["messages", "messages", ""], 2)
    'Left out: messages (2), others (3). They record what you did; what is read is who has your details.'
    """
    counts = Counter(about)
    others += counts.pop("", 0)
    parts = [f"{what} ({number:,})" for what, number in counts.most_common()]
    parts += [f"others ({others:,})"] if others else []
    if not parts:
        return ""
    why = " They record what you did; what is read is who has your details." if counts else ""
    return f"Left out: {', '.join(parts)}.{why}"


def names_recipients(headings: Iterable[str]) -> bool:
    """Whether a table says who was given what: it has a column of recipients, facts, and no column of people.

    >>> names_recipients(["Shop", "E-Mail"]), names_recipients(["Name", "Company", "E-Mail"])
    (True, False)
    >>> names_recipients(["Shop", "Colour"])
    False
    """
    headings = list(headings)
    recipient = column_of(headings, RECIPIENT)
    known = {entry.label for entry in LABELS}
    facts = [heading for heading in headings if heading != recipient and label_of(heading) in known]
    return bool(recipient and facts) and column_of(headings, _PERSON) is None


def _about(keys: list[str]) -> str:
    what = kind_of_keys(keys)
    if not what:
        return ""
    words, instead = next((words, instead) for name, words, instead in KINDS if name == what)
    telling = [key for key in keys if set(_words(key)) & words]
    return f"seems to hold {what}{_having(telling, 2)}, which are not read; of such an export is read: {instead}"


def _having(keys: Iterable[str], most: int) -> str:
    """Some of the keys in quotation marks; only those made of words that no value is."""
    named = [f'"{key.strip()}"' for key in dict.fromkeys(keys) if _is_plain(key)]
    return f" (it has {', '.join(named[:most])})" if named else ""


def _shape(whole: Json) -> str:
    if isinstance(whole, Mapping):
        return "an object" if whole else "an empty object"
    if not isinstance(whole, list):
        return "a single value"
    if not whole:
        return "an empty list"
    if all(isinstance(entry, str) for entry in whole):
        return "a list of texts"
    return "a list of objects" if all(isinstance(entry, Mapping) for entry in whole) else "a list"


def _keys(whole: Json, depth: int) -> Iterator[str]:
    """Keys of objects, the outer ones first; of a list the first entries are as good as all."""
    if isinstance(whole, Mapping):
        yield from (key for key in whole if isinstance(key, str))
        inner: Iterable[Json] = whole.values()
    else:
        inner = whole[:3] if isinstance(whole, list) else ()
    if depth:
        for value in itertools.islice(inner, 50):
            yield from _keys(value, depth - 1)


def _words(key: str) -> list[str]:
    return [part.casefold() for part in _PARTS.findall(key[:_LONGEST])]


def _is_plain(key: str) -> bool:
    words = _words(key)
    return bool(words) and bool(_PLAIN.fullmatch(key)) and set(words) <= _WORDS
