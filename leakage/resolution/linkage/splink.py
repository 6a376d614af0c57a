"""Splink: a model that Splink has trained, read from the JSON it saves, and scored as Splink scores it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from leakage.record import Record
from leakage.resolution.linkage.comparison import Comparison, Level
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.learning import with_frequencies
from leakage.resolution.rules.similar_values import SPELLINGS, Similar, SimilarKind
from leakage.tabular.rows import redacted_repr

NOT_OBSERVED = "level not observed in training dataset"
NOT_OBSERVED_CHANCE = 1e-6
SECONDS_A_DAY = 86_400.0

_Levels: TypeAlias = Sequence[Mapping[str, Any]]

_COLUMN = r'"?(?P<{0}>\w[\w ]*?)_{1}"?'
_LEFT, _RIGHT = _COLUMN.format("left", "l"), _COLUMN.format("right", "r")
_USER = r"nullif\( ?regexp_extract\( ?{0}, ?'\^\[\^@\]\+', ?0 ?\), ?'' ?\)"
_DAY = r"try_strptime\( ?{0}, ?'%y-%m-%d' ?\)"
_NUMBER = r"(?P<number>\d+(?:\.\d+)?)"
_FUNCTIONS: dict[str, SimilarKind] = {
    "jaro_winkler_similarity": "name",
    "jaro_winkler": "name",
    "jaro_similarity": "jaro",
    "jaccard": "jaccard",
    "levenshtein": "levenshtein",
    "damerau_levenshtein": "damerau levenshtein",
}
_EQUAL = re.compile(f"{_LEFT} ?= ?{_RIGHT}", re.IGNORECASE)
_ALIKE = re.compile(rf"(?P<function>\w+)\( ?{_LEFT}, ?{_RIGHT} ?\) ?(?P<order>>=|<=) ?{_NUMBER}", re.IGNORECASE)
_NEAR = re.compile(rf"abs\( ?{_LEFT} ?- ?{_RIGHT} ?\) ?<= ?{_NUMBER}", re.IGNORECASE)
_SAME_USER = re.compile(f"{_USER.format(_LEFT)} ?= ?{_USER.format(_RIGHT)}", re.IGNORECASE)
_ALIKE_USER = re.compile(
    rf"jaro_winkler_similarity\( ?{_USER.format(_LEFT)}, ?{_USER.format(_RIGHT)} ?\) ?>= ?{_NUMBER}", re.IGNORECASE
)
_DAYS = re.compile(
    rf"abs\( ?epoch\( ?{_DAY.format(_LEFT)} ?\) ?- ?epoch\( ?{_DAY.format(_RIGHT)} ?\) ?\) ?<= ?{_NUMBER}",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(f"{_LEFT} is null or {_RIGHT} is null", re.IGNORECASE)
_NO_DAY = re.compile(f"{_DAY.format(_LEFT)} is null or {_DAY.format(_RIGHT)} is null", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unread:
    """A comparison of a model that is not read.

    Arguments:
        number: from 1, in the order of the model.
        name: what Splink calls it; empty where it says nothing.
        reason: one sentence, with nothing of the model in it but numbers.
    """

    number: int
    name: str
    reason: str

    __repr__ = redacted_repr


def read_splink_model(
    text: str,
    records: Sequence[Record] = (),
    threshold: float = 0.0,
    labels: Mapping[str, str] | None = None,
    *,
    leave_out: Collection[int] = (),
    bytewise: bool = False,
) -> FellegiSunter:
    """The match of a model that Splink 4 or 5 has saved, with the match weights that Splink gives.

    ``W = log2(p / (1 - p)) + sum log2(m / u)``, and by term frequency ``w log2(u / max(f_l, f_r))`` more. Read are
    comparisons of one column each, with the levels of Splink's own library for DuckDB: equal, Jaro-Winkler, Jaro,
    Jaccard, Levenshtein and Damerau-Levenshtein, mail addresses, and numbers or days within a distance. Its blocking
    rules are not needed: every pair that reaches the threshold is found. Days are read as ``2015-10-29`` or
    ``29.10.2015``, of which Splink knows the former.

    The weights are those of Splink on DuckDB, and no other engine's. DuckDB up to 2.0.0 compares the bytes of UTF-8, of
    which a letter beyond ASCII has several, and from 2.0.1 on characters (code points); no model says which it was
    trained with. Names just as alike as a level demands may miss it here by the last bit of a Jaro-Winkler
    similarity, in which versions of DuckDB differ too.
    Source: Linacre et al., "Splink: Free software for probabilistic record linkage at scale" (IJPDS 2022); its
    ``comparison_level.py``.

    Arguments:
        text: the JSON that ``save_model_to_json`` writes.
        records: among which values are as frequent as they are; none for no adjustment.
        threshold: the match weight at which records are joined.
        labels: what the records call the columns; what is compared under other columns is left out. None where they
            are called alike.
        leave_out: numbers of comparisons, from 1, that are not weighed, whether they can be read or not: what they say
            is missing from every weight, which is then not Splink's. ``unread_comparisons`` tells those not read.
        bytewise: whether values are compared byte by byte, as DuckDB does up to 2.0.0.

    Raises:
        ValueError: for a text that is no such model, is not trained, or has a level that is not read and not left out;
            where no column has a label, or two have the same, or no comparison is left.

    >>> level = {"m_probability": 0.9, "u_probability": 0.1125}
    >>> levels = [{"sql_condition": '"n_l" = "n_r"', **level}, {"sql_condition": "ELSE", **level}]
    >>> model = {"probability_two_random_records_match": 0.5, "comparisons": [{"comparison_levels": levels}]}
    >>> ann = Record.of(("n", "Ann"))
    >>> read_splink_model(json.dumps(model)).weight(ann, ann)
    3.0
    """
    prior, given = _parsed(text)
    for number in leave_out:
        if not 1 <= number <= len(given):
            raise ValueError(f"the model has {len(given)} comparisons, and none of number {number}")
    read = [_comparison(number, levels) for number, (_, levels) in enumerate(given, start=1) if number not in leave_out]
    if leave_out and not read:
        raise ValueError("no comparison of the model is left")
    if bytewise:
        read = [_bytewise(comparison) for comparison in read]
    called = read if labels is None else _called(read, labels)
    return FellegiSunter(prior, tuple(_by_frequency(comparison, records) for comparison in called), threshold)


def unread_comparisons(text: str) -> tuple[Unread, ...]:
    """The comparisons that ``read_splink_model`` does not read, and why.

    Raises:
        ValueError: for a text that is no such model.

    >>> levels = [{"sql_condition": "abs(a_l) = 3"}, {"sql_condition": "ELSE"}]
    >>> comparisons = [{"output_column_name": "age", "comparison_levels": levels}]
    >>> model = {"probability_two_random_records_match": 0.5, "comparisons": comparisons}
    >>> [(unread.number, unread.name, unread.reason) for unread in unread_comparisons(json.dumps(model))]
    [(1, 'age', 'level 1 of comparison 1 compares in a way that is not read')]
    """
    unread = []
    for number, (name, levels) in enumerate(_parsed(text)[1], start=1):
        try:
            _comparison(number, levels)
        except ValueError as error:
            unread.append(Unread(number, name, str(error)))
    return tuple(unread)


def _parsed(text: str) -> tuple[float, list[tuple[str, _Levels]]]:
    """The prior, and of each comparison its name and its levels."""
    try:
        model = json.loads(text)
        prior, comparisons = float(model["probability_two_random_records_match"]), list(model["comparisons"])
        names = [comparison.get("output_column_name") for comparison in comparisons]
        levels = [list(comparison["comparison_levels"]) for comparison in comparisons]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError("this is no model that Splink saved") from None
    return prior, [(name if isinstance(name, str) else "", of) for name, of in zip(names, levels, strict=True)]


def _called(read: Sequence[Comparison], labels: Mapping[str, str]) -> list[Comparison]:
    """The comparisons under the labels of their columns."""
    kept = [comparison.relabelled(labels[comparison.label]) for comparison in read if comparison.label in labels]
    if not kept:
        raise ValueError("no column of the model has a label")
    if len({comparison.label for comparison in kept}) < len(kept):
        raise ValueError("two columns of the model have the same label")
    return kept


def _bytewise(comparison: Comparison) -> Comparison:
    """The same with each byte for a letter, where letters are compared."""
    levels = (
        replace(level, similar=replace(level.similar, bytewise=True))
        if level.similar is not None and level.similar.kind in ("name", *SPELLINGS)
        else level
        for level in comparison.levels
    )
    return replace(comparison, levels=tuple(levels))


def _comparison(number: int, given: _Levels) -> Comparison:
    levels: list[Level] = []
    labels: set[str] = set()
    otherwise, only_days = None, False
    for place, level in enumerate(given, start=1):
        where = f"level {place} of comparison {number}"
        sql = _plain(level, where)
        if level.get("is_null_level"):
            label, only_days = _null(sql, where)
            labels.add(label)
        elif sql.upper() == "ELSE":
            otherwise = _level(level, None, where)
        else:
            label, similar = _condition(sql, where)
            labels.add(label)
            levels.append(_level(level, similar, where))
            if levels[-1].by_frequency and str(level.get("tf_adjustment_column")) != label:
                raise ValueError(f"{where} goes by the frequency of another column, which is not read")
    if len(labels) != 1 or otherwise is None:
        raise ValueError(f"comparison {number} must be of one column and end in ELSE")
    return Comparison(labels.pop(), tuple(levels), otherwise, only_days=only_days)


def _plain(level: Mapping[str, Any], where: str) -> str:
    try:
        return " ".join(str(level["sql_condition"]).replace("`", '"').split())
    except (KeyError, TypeError):
        raise ValueError(f"{where} has no sql_condition") from None


def _null(sql: str, where: str) -> tuple[str, bool]:
    for pattern, only_days in ((_UNKNOWN, False), (_NO_DAY, True)):
        found = pattern.fullmatch(sql)
        if found:
            return _label(found, where), only_days
    raise ValueError(f"{where} says in a way that is not read what counts as not known")


def _condition(sql: str, where: str) -> tuple[str, Similar | None]:
    """The label and the condition of a level; None where values must be equal."""
    for pattern, kind, unit in ((_NEAR, "number", 1.0), (_DAYS, "date", SECONDS_A_DAY)):
        found = pattern.fullmatch(sql)
        if found:
            label = _label(found, where)
            return label, Similar(label, kind=kind, within=float(found["number"]) / unit)  # type: ignore[arg-type]
    for pattern in (_SAME_USER, _ALIKE_USER):
        found = pattern.fullmatch(sql)
        if found:
            label = _label(found, where)
            return label, Similar(label, float(found.groupdict().get("number", 1.0)), "email user")
    found = _EQUAL.fullmatch(sql)
    return (_label(found, where), None) if found else _measured(sql, where)


def _measured(sql: str, where: str) -> tuple[str, Similar]:
    found = _ALIKE.fullmatch(sql)
    kind = _FUNCTIONS.get(found["function"].lower()) if found else None
    if found is None or kind is None or (found["order"] == "<=") != kind.endswith("levenshtein"):
        raise ValueError(f"{where} compares in a way that is not read")
    label, number = _label(found, where), float(found["number"])
    if kind.endswith("levenshtein"):
        return label, Similar(label, kind=kind, within=number)
    return label, Similar(label, number, kind, blocked=False)


def _label(found: re.Match[str], where: str) -> str:
    if found["left"] != found["right"]:
        raise ValueError(f"{where} compares two columns, which is not read")
    return found["left"]


def _level(level: Mapping[str, Any], similar: Similar | None, where: str) -> Level:
    adjusted = bool(level.get("tf_adjustment_column"))
    if adjusted and similar is not None and level.get("disable_tf_exact_match_detection"):
        raise ValueError(f"{where} goes by frequency in a way that is not read")
    return Level(
        _chance(level.get("m_probability"), where),
        _chance(level.get("u_probability"), where),
        similar,
        float(level.get("tf_adjustment_weight", 1.0)) if adjusted else 0.0,
        float(level.get("tf_minimum_u_value", 0.0)),
    )


def _chance(given: object, where: str) -> float:
    if given == NOT_OBSERVED:
        return NOT_OBSERVED_CHANCE
    if not isinstance(given, int | float) or not 0.0 < given <= 1.0:
        raise ValueError(f"{where} needs m_probability and u_probability in (0, 1]: train the model first")
    return float(given)


def _by_frequency(comparison: Comparison, records: Sequence[Record]) -> Comparison:
    adjusted = any(level.by_frequency for level in comparison.levels)
    return with_frequencies(comparison, records) if adjusted and records else comparison
