"""The link that opens the dashboard: printed where the program was started, and opened in the browser."""

from __future__ import annotations

import contextlib
import threading

from pages.door.address import Address
from pages.door.asking import TOKEN
from pages.door.keys import Keys
from pages.door.redirect_file import RedirectFile
from pages.door.seats import LEAD

FIRST = "Open this link in your browser; it opens once:"
NEXT = "The link was opened. For another browser, a fresh one:"
FRESH = "A fresh link; those before open no more:"
LOGGED_OUT = "You logged out: every page is closed. To come in again, open this link:"
CLASS = "The link for the whole class; it opens as long as this server runs:"
LEADER = "The link for whoever leads the class, and for nobody else:"


TOGETHER = "predict_together"
"""The address of the page where a class predicts together; ``pages.catalogue`` names it too."""


class Link:
    """The link as it stands: its token changes with every use.

    Arguments:
        address: where the server listens.
        keys: whose token it carries.
        open_browser: whether a browser is to be opened at the start.
    """

    def __init__(self, address: Address, keys: Keys, *, open_browser: bool) -> None:
        self.address = address
        self.keys = keys
        self.open_browser = open_browser
        self._port = 0
        self._file: RedirectFile | None = None

    @property
    def url(self) -> str:
        return f"{self.address.url(self._port)}/?{TOKEN}={self.keys.token}"

    @property
    def leading_url(self) -> str:
        """The class's link to where a class predicts together, for its leader."""
        given = f"{LEAD}={self.keys.lead}&{TOKEN}={self.keys.token}"
        return f"{self.address.url(self._port)}/{TOGETHER}?{given}"

    def start(self, port: int) -> None:
        """Print the link of a server that has just got its port, and open it."""
        self._port = port
        self.announce(CLASS if self.keys.reusable else FIRST)
        if self.keys.reusable:
            print(f"  {LEADER}\n\n    {self.leading_url}\n", flush=True)
        if self.open_browser:
            # Where no file can be written, the link was printed all the same.
            with contextlib.suppress(OSError):
                self._open()

    def used(self) -> None:
        """Print the link that takes the place of one that was used."""
        self.announce(NEXT)

    def announce(self, sentence: str) -> None:
        """Print the link as it stands; a file that leads to an earlier one goes."""
        self.stop()
        print(f"\n  {sentence}\n\n    {self.url}\n", flush=True)

    def stop(self) -> None:
        """Remove the file that led the browser here, if it is still there."""
        if self._file is not None:
            self._file.remove()
            self._file = None

    def _open(self) -> None:
        from streamlit.cli_util import open_browser  # noqa: PLC0415 -- loaded already where a server runs

        self._file = RedirectFile(self.url)
        threading.Thread(target=open_browser, args=(self._file.path.as_uri(),), daemon=True).start()
