"""Only browsers that opened the link get further."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pages.door import asking
from pages.door.answers import lead_to, refuse
from pages.door.keys import Keys

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def cookie_name(port: int) -> str:
    """Cookies are shared by all ports of a machine, so the name tells one server's from another's."""
    return f"leakage-door-{port}"


class Gate:
    """Exchanges the token of a link for a cookie, and answers 403 to everything without that cookie.

    Arguments:
        app: what is behind the gate.
        keys: which token and which cookie are good.
        used: called after a token was used up, to print a fresh link.
        encrypted: whether the cookie must never travel in the clear.
    """

    def __init__(self, app: ASGIApp, keys: Keys, used: Callable[[], None], *, encrypted: bool = False) -> None:
        self.app = app
        self.keys = keys
        self.used = used
        self.encrypted = encrypted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        name = cookie_name(asking.port(scope) or 0)
        admitted = any(self.keys.admits(cookie) for cookie in asking.cookies(scope, name))
        token = asking.token(scope)
        if token is not None and (self._redeem(token) or admitted):
            place, directly = asking.without_token(scope), asking.opened_by_hand(scope)
            return await lead_to(scope, send, place, self._cookie(name), directly=directly)
        if admitted:
            return await self.app(scope, receive, send)
        await refuse(scope, send)

    def _redeem(self, token: str) -> bool:
        opened = self.keys.redeem(token)
        if opened and not self.keys.reusable:
            self.used()
        return opened

    def _cookie(self, name: str) -> str:
        """It ends with the browser, no script reads it, and no other site's page makes the browser send it."""
        secure = "; Secure" if self.encrypted else ""
        return f"{name}={self.keys.cookie}; Path=/; HttpOnly; SameSite=Strict{secure}"
