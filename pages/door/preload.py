"""Imports what the first figures need while the browser is still fetching the page, and later what other pages do."""

from __future__ import annotations

import gc
import importlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

NEEDED = (
    "pandas",
    "plotly.graph_objects",
    "pages.shell.gate",
    "pages.shell.frame",
    "pages.shell.examples",
    "pages.shell.unknown",
    "pages.you.start.overview",
    "pages.you.start.ways_in",
    "pages.decide.leakage.dashboard",
    "pages.decide.leakage.contributions",
    "pages.decide.leakage.records",
)
"""What the first page and the dashboard import; the largest part of the first run of a fresh server."""

LATE = ("scipy.special", "scipy.sparse.csgraph")
"""What figures import when they need it: for so long no page looks whether it is still wanted."""

PAUSE = 3.0
"""Seconds between these and the other pages: the first figures go first."""

BREATH = 0.02
"""Seconds between two modules of other pages: somebody may be waiting for a page."""


class Preload:
    """Begins the imports once the first page of a server has been sent, in a thread of their own.

    Not before: they would only make the server late to answer. A browser takes about a second to fetch the
    program's own files, in which the server is idle most of the time.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)
        if not self._begun and scope["type"] == "http" and not scope["path"].startswith(("/_stcore", "/static")):
            self._begun = True
            threading.Thread(target=import_all, name="imports ahead", daemon=True).start()


def import_all() -> None:
    """Import what the first figures need, and after a while the rest."""
    import_needed()
    time.sleep(PAUSE)
    for name in parts_of_pages():
        try:
            importlib.import_module(name)
        except Exception:  # not lost: as below
            return
        time.sleep(BREATH)


def parts_of_pages() -> Iterator[str]:
    """The modules in the folders of the pages, and what they import late.

    A page itself is a script, and runs when it is imported.
    """
    yield from LATE
    pages = Path(__file__).parents[1]
    for file in sorted(pages.glob("*/*/*.py")):
        if file.name not in ("page.py", "__init__.py"):
            yield ".".join((pages.name, *file.relative_to(pages).with_suffix("").parts))


def import_needed() -> None:
    """Import what is needed; a module that fails here will say so where it is used."""
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except Exception:  # not lost: the page's own import raises it again
            break
    # A search for garbage takes a tenth of a second among all that was imported, which stays anyway.
    gc.collect()
    gc.freeze()
