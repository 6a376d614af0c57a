"""The keys of one server: the token of the link, and the cookie it is exchanged for."""

from __future__ import annotations

import secrets
from hmac import compare_digest

LEGIBLE = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another on a projector."""


def legible_token() -> str:
    """Twelve letters in groups of four, 59 bits: short enough to type, too many to try over a network."""
    return "-".join("".join(secrets.choice(LEGIBLE) for _ in range(4)) for _ in range(3))


class Keys:
    """A token opens once and is then replaced; a class's token opens as often as it is shown.

    Arguments:
        reusable: whether this is a class's.
    """

    def __init__(self, *, reusable: bool = False) -> None:
        self.reusable = reusable
        self.token = legible_token() if reusable else secrets.token_urlsafe(32)
        self.cookie = secrets.token_urlsafe(32)

    def redeem(self, token: str) -> bool:
        """Whether the token opens; one that did never does again, unless it is a class's."""
        opens = _same(token, self.token)
        if opens and not self.reusable:
            self.token = secrets.token_urlsafe(32)
        return opens

    def admits(self, cookie: str) -> bool:
        """Whether this is the cookie the link was exchanged for."""
        return _same(cookie, self.cookie)


def _same(given: str, kept: str) -> bool:
    return compare_digest(given.encode("utf-8", "surrogatepass"), kept.encode())
