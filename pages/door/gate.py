"""Only browsers that opened the link, or know a vault's passphrase, get further."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from pages.catalogue import PREDICT_TOGETHER
from pages.door import http
from pages.door.connections import still_waiting
from pages.door.http import PASSPHRASE_FIELD, PASSPHRASE_PATH, lead_to, refuse
from pages.door.link import Keys, cookie_family

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


# The way in without a link: whoever knows the passphrase of a vault on this machine is its owner.


LONGEST_BODY = 16_000
LONGEST_READING = 10.0
MOST_VAULTS = 5
BUSY = "Another passphrase is being tried just now; try again."
UNREAD = "What was typed did not arrive whole; try again."


def is_attempt(scope: Scope) -> bool:
    """Whether a request is the form of the closed door."""
    return bool(scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == PASSPHRASE_PATH)


class PassphraseEntry:
    """Tries passphrases, one at a time, with longer and longer pauses after wrong ones.

    It counts by itself: what strangers try here does not make the owner wait at the vault.
    """

    def __init__(self) -> None:
        self._trying = False

    async def refusal(self, receive: Receive) -> str:
        """Why what was typed opens nothing; empty where it does."""
        with still_waiting():
            typed = await _typed(receive)
        if typed is None:
            return UNREAD
        if self._trying:
            return BUSY
        self._trying = True
        try:
            return await asyncio.to_thread(_refusal, typed)
        finally:
            self._trying = False


async def _typed(receive: Receive) -> str | None:
    """What stands in the form; None where it comes slowly or not whole, or is longer than any passphrase."""
    body = b""
    with suppress(TimeoutError, ValueError):
        async with asyncio.timeout(LONGEST_READING):
            while len(body) <= LONGEST_BODY:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    fields: dict[str, list[str]] = parse_qs(body.decode("ascii", "replace"), max_num_fields=5)
                    return fields.get(PASSPHRASE_FIELD, [""])[0]
    return None


def _refusal(typed: str) -> str:
    from leakage.workspace.vault.vault import opened_by  # noqa: PLC0415 -- not needed at the start

    try:
        opened_by(typed, most=MOST_VAULTS)
    except ValueError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    return ""


# Only browsers that opened the link, or know a vault's passphrase, get further.


class Gate:
    """Exchanges the token of a link for a cookie, and answers 403 to everything without that cookie.

    Arguments:
        app: what is behind the gate.
        keys: which token and which cookie are good.
        used: called after a token was used up, to print a fresh link.
        entry: the way in by a vault's passphrase; None where there is none.
        encrypted: whether the cookie must never travel in the clear.
    """

    def __init__(
        self,
        app: ASGIApp,
        keys: Keys,
        used: Callable[[], None],
        entry: PassphraseEntry | None = None,
        *,
        encrypted: bool = False,
    ) -> None:
        self.app = app
        self.keys = keys
        self.used = used
        self.entry = entry
        self.encrypted = encrypted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        admitted = any(self.keys.admits(cookie) for cookie in http.cookies(scope, self._name(scope)))
        token = http.token_of(scope)
        if token is not None and (self._redeem(token) or admitted):
            place, directly = self._place(scope), http.opened_by_hand(scope)
            return await lead_to(scope, send, place, self._cookies(scope), directly=directly)
        if admitted and is_attempt(scope):
            # Typed at a door that has been opened meanwhile, in another tab.
            return await lead_to(scope, send, "/", [], directly=True)
        if admitted:
            return await self.app(scope, receive, send)
        await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.entry is None or not is_attempt(scope):
            return await refuse(scope, send, entry=self.entry is not None)
        refusal = await self.entry.refusal(receive)
        if refusal:
            return await refuse(scope, send, refusal, entry=True)
        await lead_to(scope, send, "/", self._cookies(scope), directly=True)

    def _place(self, scope: Scope) -> str:
        """Where a link leads: the class's own to where a class is together."""
        place = http.without_token(scope)
        return f"/{PREDICT_TOGETHER.url_path}" if self.keys.reusable and place == "/" else place

    def _redeem(self, token: str) -> bool:
        opened = self.keys.redeem(token)
        if opened and not self.keys.reusable:
            self.used()
        return opened

    def _name(self, scope: Scope) -> str:
        return self.keys.cookie_name(http.port_of(scope) or 0)

    def _cookies(self, scope: Scope) -> list[str]:
        """Ours ends with the browser, no script reads it, and no other site's page makes the browser send it.

        What servers of before left at this port goes.
        """
        name, limits = self._name(scope), f"; Path=/; HttpOnly; SameSite=Strict{'; Secure' if self.encrypted else ''}"
        seat = self.keys.seat_name(http.port_of(scope) or 0)
        leader = self.keys.leader_name(http.port_of(scope) or 0)
        known = http.cookie_names(scope, cookie_family(http.port_of(scope) or 0))
        ours = [f"{name}={self.keys.cookie}{limits}"]
        if self.keys.reusable and seat not in known:
            ours.append(f"{seat}={secrets.token_urlsafe(16)}{limits}")
        if self.keys.appoints(http.lead_of(scope)):
            ours.append(f"{leader}={self.keys.leader}{limits}")
        old = known - {name, seat, leader}
        return [*ours, *(f"{each}=; Path=/; Max-Age=0" for each in sorted(old))]
