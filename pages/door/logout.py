"""Leaving: what a page can ask of the door it came in by."""

from __future__ import annotations

from dataclasses import dataclass

from pages.door.connections import OpenPages
from pages.door.link import FRESH, LOGGED_OUT, Keys, Link


@dataclass(frozen=True, slots=True)
class Leaving:
    """The door of this server, from inside.

    Arguments:
        keys: which link and which cookie are good.
        link: as it is printed.
        pages: those that are open.
    """

    keys: Keys
    link: Link
    pages: OpenPages

    def log_out(self) -> None:
        """End all cookies and the link so far, and close every page; a fresh link is printed."""
        self.keys.renew()
        self.link.announce(LOGGED_OUT)
        self.pages.close()

    def renew_link(self) -> None:
        """End the link so far, and print a fresh one; who is in stays in."""
        self.keys.renew_token()
        self.link.announce(FRESH)


_doors: list[Leaving] = []


def offer(leaving: Leaving) -> None:
    """The server that is starting can be left so; not a class's, where everybody would leave together."""
    _doors[:] = [] if leaving.keys.reusable else [leaving]


def leaving() -> Leaving | None:
    """How this server is left; None where it cannot be."""
    return _doors[0] if _doors else None
