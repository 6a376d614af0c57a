r"""Formulas of derivations as MathML, which a page shows without any script: the part of LaTeX that derivations use.

Not by latex2mathml 3.81: it writes what is inside ``\text`` into the page unescaped, takes 1e-05 for a product, and
lets unknown commands and open braces pass.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|[A-Za-z]+'?|\S")
_SIGNS = {
    r"\cdot": "·",
    r"\approx": "≈",
    r"\le": "≤",
    r"\prod": "∏",
    r"\int": "∫",
    r"\infty": "∞",
    r"\ldots": "…",
    r"\in": "∈",
    r"\notin": "∉",
    r"\varepsilon": "ε",
    r"\Delta": "Δ",
    r"\min": "min",
    r"\max": "max",
    r"\log": "log",
}
_SKIPPED = {r"\left", r"\right", r"\,"}


def mathml(formula: str) -> str:
    r"""A formula as a MathML block.

    Arguments:
        formula: LaTeX of a derivation's step.

    Raises:
        ValueError: for a command that derivations do not use, or braces that do not close.

    >>> mathml(r"\frac{1}{2} = 0.5")
    '<math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>=</mo><mn>0.5</mn></math>'
    """
    texts: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        texts.append(match[1])
        return rf" \text {{{len(texts) - 1}}} "

    # What is inside \text is no formula, and keeps its blanks.
    tokens = _Tokens(_TOKEN.findall(re.sub(r"\\text\{([^{}]*)\}", numbered, formula)), texts)
    return f'<math display="block">{"".join(tokens.row(""))}</math>'


class _Tokens:
    """What is left of a formula, read from the left."""

    def __init__(self, tokens: list[str], texts: list[str]) -> None:
        self._tokens, self._texts = tokens[::-1], texts

    def row(self, end: str) -> Iterator[str]:
        """Everything up to an end, which is taken too."""
        while self._tokens:
            if self._tokens[-1] == end:
                self._tokens.pop()
                return
            yield self._with_scripts(self._atom())
        if end:
            raise ValueError("a formula must close its braces")

    def _with_scripts(self, base: str) -> str:
        below = above = ""
        while self._tokens and self._tokens[-1] in ("_", "^"):
            if self._tokens.pop() == "_":
                below = self._atom()
            else:
                above = self._atom()
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below or above:
            name = "msub" if below else "msup"
            return f"<{name}>{base}{below or above}</{name}>"
        return base

    def _atom(self) -> str:
        if not self._tokens:
            raise ValueError("a formula must not end in the middle")
        token = self._tokens.pop()
        if token in _SKIPPED:
            return ""
        if token == "{":
            inside = list(self.row("}"))
            return inside[0] if len(inside) == 1 else f"<mrow>{''.join(inside)}</mrow>"
        return self._command(token) or _leaf(token)

    def _command(self, token: str) -> str:
        """What takes something behind it; empty for anything else."""
        if token in (r"\frac", r"\tfrac"):
            return f"<mfrac>{self._atom()}{self._atom()}</mfrac>"
        if token == r"\sqrt":
            return f"<msqrt>{self._atom()}</msqrt>"
        if token == r"\mathbf":
            return self._atom()
        if token == r"\text":
            return f"<mtext>{html.escape(self._texts[int(re.sub('<[^>]*>', '', self._atom()))])}</mtext>"
        return ""


def _leaf(token: str) -> str:
    if token in _SIGNS:
        sign = _SIGNS[token]
        return f"<mi>{sign}</mi>" if sign.isalpha() else f"<mo>{sign}</mo>"
    if token.startswith("\\") and len(token) > 2:
        raise ValueError("a derivation does not use this command")
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    name = "mi" if token[0].isalpha() else "mo"
    return f"<{name}>{html.escape(token.removeprefix(chr(92)))}</{name}>"
