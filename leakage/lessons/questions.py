"""Questions that a class predicts, read from a TOML file; which option is right, and every figure, is computed."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from leakage.decision.leakage import information_leakage
from leakage.measure.paper_methods import precision, recall
from leakage.published.entropy import min_entropy, shannon_entropy
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, Shares

OWN_QUESTIONS = Path(__file__).with_name("questions.toml")
"""The program's own; its comments explain the form."""
MOST_BYTES, MOST_QUESTIONS = 100_000, 30


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its options, one of them right, and the table that it is about; the first row is its head."""

    title: str
    text: str
    ask: str
    options: tuple[str, ...]
    right: int
    why: str
    table: tuple[tuple[str, ...], ...] = ()


_Text = Annotated[str, msgspec.Meta(max_length=500)]
_Facts = Annotated[dict[_Text, _Text | list[_Text] | dict[str, float]], msgspec.Meta(max_length=12)]


class _Option(msgspec.Struct, forbid_unknown_fields=True):
    says: _Text
    when: _Text | bool


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    title: _Text
    text: _Text
    ask: _Text
    why: _Text
    options: Annotated[list[_Option], msgspec.Meta(min_length=2, max_length=6)]
    truth: _Facts = {}
    cards: Annotated[dict[str, _Facts], msgspec.Meta(max_length=8)] = {}
    joins: Annotated[list[list[_Text]], msgspec.Meta(max_length=8)] = []
    chances: Annotated[dict[str, Annotated[list[float], msgspec.Meta(max_length=20)]], msgspec.Meta(max_length=8)] = {}
    let: Annotated[dict[str, _Text], msgspec.Meta(max_length=12)] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    question: Annotated[list[_Entry], msgspec.Meta(min_length=1)]


def questions_of(content: bytes) -> tuple[Question, ...]:
    """The questions of a TOML file; ValueError says in one sentence what cannot be read."""
    if len(content) > MOST_BYTES:
        raise ValueError(f"A file of questions has at most {MOST_BYTES // 1000} kB.")
    try:
        entries = msgspec.toml.decode(content, type=_File).question
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"This is not a file of questions: {error}.") from None
    if len(entries) > MOST_QUESTIONS:
        raise ValueError(f"A class answers at most {MOST_QUESTIONS} questions; this file has {len(entries)}.")
    questions = []
    for number, entry in enumerate(entries, 1):
        try:
            questions.append(_question(entry))
        except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise ValueError(f"Question {number}: {error}.") from None
    return tuple(questions)


def _question(entry: _Entry) -> Question:
    names = (
        _functions(entry) | {name: Record(_attributes(facts)) for name, facts in entry.cards.items()} | entry.chances
    )
    for name, expression in entry.let.items():
        names[name] = value_of(expression, names)
    holds = [value_of(o.when, names) if isinstance(o.when, str) else o.when for o in entry.options]
    if holds.count(True) != 1:
        raise ValueError(f"exactly one option must be right, and {holds.count(True)} are")
    title, text, ask, why, *options = (
        _said(each, names) for each in (entry.title, entry.text, entry.ask, entry.why, *(o.says for o in entry.options))
    )
    return Question(title, text, ask, tuple(options), holds.index(True), why, _table(entry))


def _said(text: str, names: Mapping[str, Any]) -> str:
    """A text with its expressions in braces computed."""

    def shown(found: re.Match[str]) -> str:
        value = value_of(found[1], names)
        return value if isinstance(value, str) else f"{value:.4g}"

    return re.sub(r"\{([^{}]+)\}", shown, text)


def _attributes(facts: _Facts) -> Iterator[Attribute]:
    """A fact has one value, several, or values with how sure Eve is of each."""
    for label, given in facts.items():
        values = [given] if isinstance(given, str) else given
        sure = given if isinstance(given, dict) else {}
        yield from (Attribute(label, value, sure.get(value, 1.0)) for value in values)


def _table(entry: _Entry) -> tuple[tuple[str, ...], ...]:
    """The truth and the cards, a row each; or the chances."""
    if entry.chances:
        rows = {name: Counter(f"{100 * chance:g} %" for chance in row) for name, row in entry.chances.items()}
        lines = [(name, ", ".join(f"{n} with {share}" for share, n in row.items())) for name, row in rows.items()]
        return (("", "How likely"), *lines)
    given = ({"The truth": entry.truth} if entry.truth else {}) | entry.cards
    labels = dict.fromkeys(label for facts in given.values() for label in facts)
    return (("", *labels), *((name, *(_cell(facts, label) for label in labels)) for name, facts in given.items()))


def _cell(facts: _Facts, label: str) -> str:
    found = [a for a in _attributes(facts) if a.label == label]
    return ", ".join(a.value + f" ({100 * a.confidence:g} %)" * (a.confidence < 1.0) for a in found) or "–"


# Expressions of a file.


def _functions(entry: _Entry) -> dict[str, Any]:
    truth = Record(_attributes(entry.truth))
    eve = Adversary(Resolve(AnyOf(*(Shares(*labels) for labels in entry.joins)))) if entry.joins else Adversary()
    return {
        "leakage": lambda *cards: _even(information_leakage(cards, truth, eve).leakage),
        "records": lambda *cards: len(eve.resolve(cards).composites),
        "precision": lambda card: _even(precision(card, truth)),
        "recall": lambda card: _even(recall(card, truth)),
        "bits": lambda chances: _even(shannon_entropy(chances)),
        "error": lambda chances: _even(1.0 - 2.0 ** -min_entropy(chances)),
        "percent": lambda share: f"{100 * share:.0f} %",
        "max": max,
        "min": min,
    }


def _even(figure: float) -> float:
    """Equal figures are equal whatever the order of the sum."""
    return round(figure, 12)


# Numbers, names, calls, arithmetic and comparisons: no attribute, no text, no loop, no power can be written with these.
ALLOWED = (
    *(ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Call, ast.UnaryOp, ast.USub, ast.Not),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop),
)


def value_of(expression: str, names: Mapping[str, Any]) -> Any:
    """The value of an expression in which nothing but these names can be used.

    >>> value_of("2 * right / (true + said) < 0.5", {"right": 1, "true": 2, "said": 1})
    False
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError):
        raise ValueError(f"“{expression}” is no expression") from None
    for node in ast.walk(tree):
        number = not isinstance(node, ast.Constant) or isinstance(node.value, int | float)
        known = not isinstance(node, ast.Name) or node.id in names
        if not (isinstance(node, ALLOWED) and number and known):
            raise ValueError(f"“{expression}” has something that is not known here")
    return eval(compile(tree, "<question>", "eval"), {"__builtins__": {}}, dict(names))
