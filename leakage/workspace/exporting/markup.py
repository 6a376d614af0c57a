"""Markup: HTML and SVG in which whatever is not markup itself is escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_EMPTY = frozenset(("meta", "br", "rect", "line", "path", "circle"))


class Markup(str):
    """Text that is markup already; made by the functions here and by nothing else."""

    __slots__ = ()


def escaped(text: str) -> Markup:
    """Any text as it may stand in markup, between tags as well as in an attribute.

    >>> escaped('<b a="1">')
    '&lt;b a=&quot;1&quot;&gt;'
    """
    return text if isinstance(text, Markup) else Markup(html.escape(_CONTROL.sub("\ufffd", text), quote=True))


def element(tag: str, *children: str, **attributes: str | float) -> Markup:
    """An element; what is no markup among its children is escaped, and so is every attribute.

    Arguments:
        tag: its name.
        children: text or markup.
        attributes: an underscore at the end is dropped, another stands for a hyphen.

    >>> element("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    names = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    said = "".join(f' {name}="{escaped(_written(value))}"' for name, value in names)
    if tag in _EMPTY:
        return Markup(f"<{tag}{said}/>")
    return Markup(f"<{tag}{said}>{joined(children)}</{tag}>")


def joined(parts: Iterable[str], by: str = "") -> Markup:
    """Text and markup one after the other.

    >>> joined(["<", Markup("<br/>")])
    '&lt;<br/>'
    """
    return Markup(escaped(by).join(escaped(part) for part in parts))


def words(text: str) -> Markup:
    """A person's own words: escaped, and kept from changing the direction of what stands beside them.

    >>> words("<i>")
    '<bdi>&lt;i&gt;</bdi>'
    """
    return element("bdi", text)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> Markup:
    """A table; the columns named by their numbers hold figures.

    >>> table(["a"], [["1"]], [0])
    '<table><thead><tr><th class="number">a</th></tr></thead><tbody><tr><td class="number">1</td></tr></tbody></table>'
    """

    def cells(tag: str, texts: Sequence[str]) -> Markup:
        return joined(
            element(tag, text, class_="number") if place in numbers else element(tag, text)
            for place, text in enumerate(texts)
        )

    head = element("thead", element("tr", cells("th", headings)))
    return element("table", head, element("tbody", *(element("tr", cells("td", row)) for row in rows)))


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"
