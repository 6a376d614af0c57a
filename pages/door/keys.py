"""The keys of one server: the token of the link, and the cookie it is exchanged for."""

from __future__ import annotations

import secrets
from hmac import compare_digest

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

    def leads(self, code: str) -> bool:
        """Whether this is what the leader's link carries."""
        return bool(self.lead) and _same(code, self.lead)

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
