"""Only browsers that opened the link, or know a vault's passphrase, get further."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from pages.door import asking
from pages.door.answers import lead_to, refuse
from pages.door.keys import Keys, cookie_family
from pages.door.passphrase import PassphraseEntry, is_attempt

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


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
        admitted = any(self.keys.admits(cookie) for cookie in asking.cookies(scope, self._name(scope)))
        token = asking.token(scope)
        if token is not None and (self._redeem(token) or admitted):
            place, directly = asking.without_token(scope), asking.opened_by_hand(scope)
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

    def _redeem(self, token: str) -> bool:
        opened = self.keys.redeem(token)
        if opened and not self.keys.reusable:
            self.used()
        return opened

    def _name(self, scope: Scope) -> str:
        return self.keys.cookie_name(asking.port(scope) or 0)

    def _cookies(self, scope: Scope) -> list[str]:
        """Ours ends with the browser, no script reads it, and no other site's page makes the browser send it.

        What servers of before left at this port goes.
        """
        name, limits = self._name(scope), f"; Path=/; HttpOnly; SameSite=Strict{'; Secure' if self.encrypted else ''}"
        seat = self.keys.seat_name(asking.port(scope) or 0)
        known = asking.cookie_names(scope, cookie_family(asking.port(scope) or 0))
        ours = [f"{name}={self.keys.cookie}{limits}"]
        if self.keys.reusable and seat not in known:
            ours.append(f"{seat}={secrets.token_urlsafe(16)}{limits}")
        old = known - {name, seat}
        return [*ours, *(f"{each}=; Path=/; Max-Age=0" for each in sorted(old))]
