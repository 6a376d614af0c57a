"""Imports what the first figures need while the browser is still fetching the page."""

from __future__ import annotations

import gc
import importlib
import threading

from starlette.types import ASGIApp, Receive, Scope, Send

NEEDED = (
    "pandas",
    "plotly.graph_objects",
    "pages.shell.gate",
    "pages.shell.frame",
    "pages.shell.examples",
    "pages.decide.leakage.dashboard",
    "pages.decide.leakage.contributions",
    "pages.decide.leakage.copy_as_python",
    "pages.decide.leakage.next_steps",
    "pages.decide.leakage.overdue",
)
"""What the first page and the dashboard import; the largest part of the first run of a fresh server."""


class Ahead:
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
            threading.Thread(target=import_needed, name="imports ahead", daemon=True).start()


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
