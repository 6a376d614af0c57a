"""A private file that leads a browser to the link: a link in a command line could be read by everybody here."""

from __future__ import annotations

import atexit
import contextlib
import html
import os
import shutil
import tempfile
import threading
from pathlib import Path

LONGEST_TIME = 120.0
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={url}"><title>To the dashboard</title></head>
<body><p><a href="{url}">Go on</a></p></body></html>
"""


class RedirectFile:
    """A file that only its owner can read, in a folder that only its owner can enter; it goes after its use.

    Arguments:
        url: where it leads.
        seconds: until it goes in any case.
    """

    def __init__(self, url: str, seconds: float = LONGEST_TIME) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="leakage-"))
        self.path = self._folder / "open.html"
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(_PAGE.format(url=html.escape(url, quote=True)))
        atexit.register(self.remove)
        self._timer = threading.Timer(seconds, self.remove)
        self._timer.daemon = True
        self._timer.start()

    def remove(self) -> None:
        """Remove the file and its folder, if they are there."""
        self._timer.cancel()
        atexit.unregister(self.remove)
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self._folder)
