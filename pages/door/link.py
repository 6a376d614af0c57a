"""The link that opens the dashboard: its keys, where it is printed, and how a browser gets it."""

from __future__ import annotations

import atexit
import contextlib
import html
import secrets
import shutil
import tempfile
import threading
from collections.abc import Mapping
from hmac import compare_digest
from pathlib import Path

from leakage import system
from pages.catalogue import PREDICT_TOGETHER
from pages.door.http import LEAD, TOKEN, Address

# The keys of one server: the token of the link, and the cookie it is exchanged for.


LEGIBLE = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another on a projector."""


def legible_token() -> str:
    """Twelve letters in groups of four, 59 bits: short enough to type, too many to try over a network."""
    return "-".join("".join(secrets.choice(LEGIBLE) for _ in range(4)) for _ in range(3))


def cookie_family(port: int) -> str:
    """How the names of all cookies begin that servers at this port ever gave."""
    return f"leakage-door-{port}-"


class Keys:
    """A token opens once and is then replaced; a class's token opens as often as it is shown.

    Arguments:
        reusable: whether this is a class's.
    """

    def __init__(self, *, reusable: bool = False) -> None:
        self.reusable = reusable
        self._name = secrets.token_hex(4)
        self.lead = secrets.token_urlsafe(16) if reusable else ""
        self.leader = secrets.token_urlsafe(32) if reusable else ""
        self.renew()

    def cookie_name(self, port: int) -> str:
        """Cookies are shared by all ports of a machine, so no two servers' have the same name."""
        return f"{cookie_family(port)}{self._name}"

    def seat_name(self, port: int) -> str:
        """The cookie by which a class tells one browser from another; it opens nothing."""
        return f"{self.cookie_name(port)}-seat"

    def names_seat(self, name: str) -> bool:
        """Whether a cookie is a seat of this server."""
        return name.endswith(f"-{self._name}-seat")

    def leader_name(self, port: int) -> str:
        """The cookie by which a class knows its leader's browser again; it opens nothing."""
        return f"{self.cookie_name(port)}-lead"

    def appoints(self, code: str) -> bool:
        """Whether this is what the leader's link carries."""
        return bool(self.lead) and _same(code, self.lead)

    def leads(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser's cookies hold what the leader's link was exchanged for."""
        ours = f"-{self._name}-lead"
        return bool(self.leader) and any(
            _same(text, self.leader) for name, text in cookies.items() if name.endswith(ours)
        )

    def renew_token(self) -> None:
        """The link so far opens no more."""
        self.token = legible_token() if self.reusable else secrets.token_urlsafe(32)

    def renew(self) -> None:
        """Neither the link nor any cookie so far opens any more."""
        self.renew_token()
        self.cookie = secrets.token_urlsafe(32)

    def redeem(self, token: str) -> bool:
        """Whether the token opens; one that did never does again, unless it is a class's."""
        opens = _same(token, self.token)
        if opens and not self.reusable:
            self.renew_token()
        return opens

    def admits(self, cookie: str) -> bool:
        """Whether this is the cookie the link was exchanged for."""
        return _same(cookie, self.cookie)


def _same(given: str, kept: str) -> bool:
    return compare_digest(given.encode("utf-8", "surrogatepass"), kept.encode())


# Seats: which browser of a class is which, so that a page loaded anew guesses no second time; and who leads.


_keys: list[Keys] = []
_links: list[Link] = []


def offer(keys: Keys, link: Link | None = None) -> None:
    """The server that is starting seats a class, by this link; any other seats nobody."""
    _keys[:] = [keys] if keys.reusable else []
    _links[:] = [link] if keys.reusable and link is not None else []


def class_url() -> str:
    """The link that the whole class opens; empty where there is no class."""
    return _links[0].url if _links else ""


def seat(cookies: Mapping[str, str]) -> str:
    """The seat that a browser's cookies tell; empty where they tell none."""
    return next((text for name, text in cookies.items() if _keys and _keys[0].names_seat(name)), "")


def leads(cookies: Mapping[str, str]) -> bool:
    """Whether a browser's cookies say that it leads the class."""
    return bool(_keys) and _keys[0].leads(cookies)


# A private file that leads a browser to the link: a link in a command line could be read by everybody here.


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
        with open(system.create_file(self.path), "w", encoding="utf-8") as file:
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


# The link that opens the dashboard: printed where the program was started, and opened in the browser.


FIRST = "Open this link in your browser; it opens once:"
NEXT = "The link was opened. For another browser, a fresh one:"
FRESH = "A fresh link; those before open no more:"
LOGGED_OUT = "You logged out: every page is closed. To come in again, open this link:"
CLASS = "The link for the whole class; it opens as long as this server runs:"
LEADER = "The link for whoever leads the class, and for nobody else:"


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
        return f"{self.address.url(self._port)}/{PREDICT_TOGETHER.url_path}?{given}"

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
