"""The browser loads what charts, tables and formulas are drawn with before the first of them, while nobody waits."""

from __future__ import annotations

import json
from pathlib import Path

PARTS = (
    "DataFrame",
    "data-grid-overlay-editor",
    "number-overlay-editor",
    "PlotlyChart",
    "rehype-katex",
    "StreamlitSyntaxHighlighter",
)
"""Of Streamlit's page, each in a file of its own, whose name goes on with a hash."""


def paths(static: Path) -> list[str]:
    """Where these parts are on this server; one that another version of Streamlit does not have is left out.

    Arguments:
        static: the folder with Streamlit's page.
    """
    folder = static / "static" / "js"
    return [f"/static/js/{file.name}" for part in PARTS for file in sorted(folder.glob(f"{part}.*.js"))]


def scripts_ahead(static: Path) -> bytes:
    """One after another, each when the page has drawn what was asked for and rests.

    Goes with ``unsaved.ASK``, which knows whether it does.
    """
    return f"""
const ahead = {json.dumps(paths(static))};
const loadNext = () => requestIdleCallback(async () => {{
    // Not before the first page is there: it would come later for it.
    if (!idle() || !document.querySelector("h1")) return setTimeout(loadNext, 200);
    await import(ahead.shift()).catch(() => null);
    if (ahead.length) loadNext();
}});
if (ahead.length && window.requestIdleCallback) loadNext();
""".encode()
