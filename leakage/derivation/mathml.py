"""Formulas of derivations as MathML, which a page shows without any script."""

import html
import re

from latex2mathml.converter import convert


def mathml(formula: str) -> str:
    r"""A formula of a derivation, which is LaTeX, as a MathML block."""
    # The library writes what is inside \text as it is, and a page would take that for markup.
    safe = re.sub(r"\\text\{([^{}]*)\}", lambda words: rf"\text{{{html.escape(words[1])}}}", formula)
    # A page of HTML knows what math is, and names no address.
    return re.sub(' xmlns="[^"]*"', "", convert(safe, display="block"), count=1)
