"""The link that opens the dashboard: printed where the program was started, and opened in the browser."""

from __future__ import annotations

import threading

from pages.door.address import Address
from pages.door.asking import TOKEN
from pages.door.keys import Keys

FIRST = "Open this link in your browser; it opens once:"
NEXT = "The link was opened. For another browser, a fresh one:"
CLASS = "The link for the whole class; it opens as long as this server runs:"


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

    @property
    def url(self) -> str:
        return f"{self.address.url(self._port)}/?{TOKEN}={self.keys.token}"

    def start(self, port: int) -> None:
        """Print the link of a server that has just got its port, and open it."""
        self._port = port
        self._print(CLASS if self.keys.reusable else FIRST)
        if self.open_browser:
            from streamlit.cli_util import open_browser  # noqa: PLC0415 -- loaded already where a server runs

            threading.Thread(target=open_browser, args=(self.url,), daemon=True).start()

    def renew(self) -> None:
        """Print the link that takes the place of one that was used."""
        self._print(NEXT)

    def _print(self, sentence: str) -> None:
        print(f"\n  {sentence}\n\n    {self.url}\n", flush=True)
