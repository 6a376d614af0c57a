"""What a paper prints, read as numbers: fractions, roots, formulas, and decimals that were rounded."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

EXACT = 1e-9
"""How far a computed figure may lie from an exact one: rounding of floats, and no more."""

_SIGNS = str.maketrans({"−": "-", "×": "*", "[": "(", "]": ")"})
_OPERATIONS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "ceil": math.ceil,
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as printed, and how far the figure that was meant may lie from it."""

    value: float
    tolerance: float

    def agrees(self, computed: float) -> bool:
        # Written so that NaN fails.
        return abs(computed - self.value) <= self.tolerance


def read(text: str, letters: Mapping[str, float]) -> tuple[tuple[Printed, ...], ...]:
    """The figures in a text, in order; for each all that is printed of it, joined by ``=`` or ``≈``.

    A decimal stands for what rounds to it, half a unit of its last digit to either side; a decimal 0 and every
    formula, fraction and whole number for itself.

    Arguments:
        text: figures joined by commas, such as ``2/3 ≈ 0.67, 1 - 1/k, √26/12, 0.006 %``.
        letters: what the letters of formulas stand for.

    Raises:
        ValueError: for what is no such text.

    >>> [[p.value for p in same] for same in read("2/4 = 0.5, 1 − 1/k", {"k": 4})]
    [[0.5, 0.5], [0.75]]
    """
    return tuple(tuple(_number(side.strip(), letters) for side in re.split("[=≈]", part)) for part in text.split(","))


def _number(text: str, letters: Mapping[str, float]) -> Printed:
    unit = 0.01 if text.endswith("%") else 1.0
    text = text.removesuffix("%").strip()
    decimal = re.fullmatch(r"-?\d+\.(\d+)", text)
    value = float(text) if decimal else _formula(text, letters)
    half = 0.5 * 10.0 ** -len(decimal[1]) if decimal and value else 0.0
    return Printed(value * unit, half * unit + EXACT)


def _formula(text: str, letters: Mapping[str, float]) -> float:
    plain = re.sub(r"√(\w+)", r"sqrt(\1)", text.translate(_SIGNS)).replace("^", "**")
    try:
        return _value(ast.parse(plain, mode="eval").body, letters)
    except (SyntaxError, KeyError) as error:
        raise ValueError(f"figures must be numbers or formulas, got {text!r}") from error


def _value(node: ast.expr, letters: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            return letters[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, letters)
        case ast.BinOp(left=left, op=sign, right=right):
            return _OPERATIONS[type(sign)](_value(left, letters), _value(right, letters))
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]):
            return _FUNCTIONS[name](_value(inner, letters))
    raise ValueError("a formula may have numbers, letters, + - × / ^, √ and logarithms only")
