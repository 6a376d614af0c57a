"""What somebody who sees little, or no colours, or nothing, meets on a page, and on how wide a screen."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, TimeoutError

COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""

GRAVE = ("moderate", "serious", "critical")
"""Of the minor ones all are Streamlit's: the role of its upload, the empty corner of its tables."""

_AXE = """async rules => {
    const options = {resultTypes: ["violations"], ...(rules.length ? {runOnly: {type: "rule", values: rules}} : {})};
    const {violations} = await axe.run(document, options);
    return violations.flatMap(({id, impact, nodes}) => nodes.map(({html, any, all, none}) => ({
        id, impact, html,
        why: [...any, ...all, ...none].map(check => check.message).join(" "),
    })));
}"""

# The text of a chart stands on the page itself: charts have no ground of their own.
_CHART_TEXT = """() => {
    const parts = colour => colour.match(/[\\d.]+/g).map(Number);
    const luminance = colour => parts(colour).slice(0, 3).map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
    const ground = luminance(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
    return [...document.querySelectorAll(".js-plotly-plot text")].filter(text => text.textContent.trim()).map(text => {
        const [light, dark] = [luminance(getComputedStyle(text).fill), ground].sort((a, b) => b - a);
        return [text.textContent, (light + 0.05) / (dark + 0.05)];
    });
}"""

_TRACES = """() => {
    const look = ({type, mode, name, visible, showlegend, line, marker, fill}) => ({
        type, mode, name, visible, showlegend, fill,
        dash: line?.dash, colour: marker?.color, symbol: marker?.symbol, shape: marker?.pattern?.shape,
        hollow: marker?.color === "rgba(0,0,0,0)",
    });
    const charts = [...document.querySelectorAll(".js-plotly-plot")];
    return JSON.parse(JSON.stringify(charts.map(chart => chart._fullData.map(look))));
}"""


# Tables scroll by themselves, and what is only read aloud is a point on the screen.
_CUT = """() => {
    const main = document.querySelector("[data-testid=stMain]"), edge = document.documentElement.clientWidth;
    const wide = [document.documentElement, main].filter(part => part.scrollWidth > part.clientWidth + 1);
    const scrolls = style => ["auto", "scroll"].includes(style.overflowX);
    const hides = style => ["hidden", "clip"].includes(style.overflowX);
    const cut = text => {
        const words = document.createRange();
        words.selectNodeContents(text);
        const {left, right, width} = words.getBoundingClientRect();
        for (let part = text; part !== main; part = part.parentElement) {
            const style = getComputedStyle(part), box = part.getBoundingClientRect();
            if (scrolls(style) || style.visibility === "hidden" || (hides(style) && box.width <= 2)) return false;
            if (hides(style) && (right > box.right + 2 || left < box.left - 2)) return true;
        }
        return width > 0 && (right > edge + 1 || left < -1);
    };
    const texts = [...main.querySelectorAll("*")].filter(element => !element.closest("[data-testid=stDataFrame]")
        && [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
    return [...wide.map(part => `${part.localName} is ${part.scrollWidth} wide`),
        ...texts.filter(cut).map(text => `cut: ${text.textContent.trim().slice(0, 60)}`)];
}"""

# Words are what is read: not the marks of a chart, whose data is beside it, and not what a fold keeps back, or a box
# that scrolls.
_SIZE = """() => {
    const main = document.querySelector("[data-testid=stMain]"), range = document.createRange();
    const word = /[^\\s\\p{Z}]*[\\p{L}\\p{N}][^\\s\\p{Z}]*/gu;
    const other = "svg, style, [data-testid=stIconMaterial], [data-testid=stExpanderIcon], [data-testid=stDataFrame]";
    const scrolls = box => box !== main && ["auto", "scroll"].includes(getComputedStyle(box).overflowY);
    const boxAround = holder => {
        for (let box = holder; box !== main; box = box.parentElement) if (scrolls(box)) return box;
    };
    const within = (text, found, box) => {
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        return range.getBoundingClientRect().top < box.getBoundingClientRect().bottom;
    };
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
        const text = texts.currentNode, holder = text.parentElement;
        const seen = holder.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
        if (!seen || holder.closest(other)) continue;
        const box = boxAround(holder), found = [...text.textContent.matchAll(word)];
        words += box ? found.filter(one => within(text, one, box)).length : found.length;
    }
    return {height: main.scrollHeight, words};
}"""


@dataclass(frozen=True)
class Size:
    """How much of a page is in sight.

    Arguments:
        height: from its top to its end, in pixels.
        words: outside charts and tables.
    """

    height: int
    words: int


@dataclass(frozen=True)
class Finding:
    """One thing wrong at one place."""

    rule: str
    impact: str
    where: str
    why: str


def size(page: Page) -> Size:
    """How long a page is before anything is unfolded, and how many words are in sight."""
    return Size(**page.evaluate(_SIZE))


def scan(page: Page, rules: Sequence[str] = ()) -> list[Finding]:
    """What axe finds, by all rules if none is named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    seen = page.evaluate(_AXE, list(rules))
    return [Finding(found["id"], found["impact"], found["html"][:200], found["why"]) for found in seen]


def faint_chart_text(page: Page, least: float = 4.5) -> list[str]:
    """The text of charts with less contrast than that."""
    return [f"{text}: {contrast:.2f}" for text, contrast in page.evaluate(_CHART_TEXT) if contrast < least]


def cut(page: Page) -> list[str]:
    """What is wider than the window, and texts that are not to be seen whole; waits a moment until there is none."""
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(f"() => !({_CUT})().length", timeout=2_000)
        return []
    return list(page.evaluate(_CUT))


def by_colour_alone(page: Page) -> list[str]:
    """What in the charts of the page only colours tell apart."""
    return [sentence for traces in page.evaluate(_TRACES) for sentence in alike_in_grey(traces)]


def alike_in_grey(traces: Sequence[Mapping[str, Any]]) -> list[str]:
    """The traces of one chart that look alike without their colours, and traces whose points do.

    >>> bar = {"type": "bar", "name": "right", "showlegend": True, "visible": True, "colour": "red", "shape": ""}
    >>> alike_in_grey([bar, bar | {"name": "wrong"}]), alike_in_grey([bar, bar | {"name": "wrong", "shape": "/"}])
    (['right and wrong'], [])
    >>> alike_in_grey([bar | {"colour": ["red", "blue"]}])
    ['the points of right']
    """
    alike, seen = [], {}
    for trace in traces:
        name = str(trace.get("name"))
        if _colours_alone(trace):
            alike.append(f"the points of {name}")
        if trace.get("visible") is True and trace.get("showlegend"):
            appearance = repr([trace.get(part) for part in _looks(trace)])
            if appearance in seen:
                alike.append(f"{seen[appearance]} and {name}")
            seen.setdefault(appearance, name)
    return alike


def _looks(trace: Mapping[str, Any]) -> tuple[str, ...]:
    """What makes a trace look as it does, but for the colour."""
    if trace["type"] == "bar":
        return ("type", "shape", "hollow")
    lines, points = "lines" in (trace.get("mode") or ""), "markers" in (trace.get("mode") or "")
    return ("type", "mode", "fill", *["dash"] * lines, *["symbol", "hollow"] * points)


def _colours_alone(trace: Mapping[str, Any]) -> bool:
    """Whether points of one trace have different colours, and nothing else that goes with them."""
    colours = trace.get("colour")
    if not isinstance(colours, list) or len(set(map(str, colours))) < 2:
        return False
    shapes = trace.get("shape") if trace["type"] == "bar" else trace.get("symbol")
    if not isinstance(shapes, list):
        return True
    pairs = set(zip(map(str, colours), map(str, shapes), strict=True))
    return len({other for _, other in pairs}) < len({colour for colour, _ in pairs})
