"""The door: the printed link becomes a cookie; nothing without it comes in, and nothing loads from elsewhere."""

from __future__ import annotations

import hmac
import secrets
import sys
from collections.abc import Mapping

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.app.logs import keep_values_out_of_logs
from pages.catalogue import PREDICT_TOGETHER

CLASS = "/class"
"""The address of the class page."""
SWITCH = "--classroom"
"""What a teacher writes behind ``--``: ``streamlit run app.py --server.address ADDRESS -- --classroom``."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("", "0.0.0.0", "[::]", "*")
NOT_HERE = f"It listens at 127.0.0.1 only, or for a class at one address: --server.address 192.168.1.5 -- {SWITCH}"
CLOSED = "The door is closed. Open the link printed in the terminal; if there are several, the last one."
LETTERS = "abcdefghjkmnpqrstuvwxyz"
JOIN = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Join the class</title>
<body style="font: 1.5rem system-ui; margin: 2rem; max-width: 20rem"><form action="/{page}">
<label>Type the six letters on the screen<br><input name="token" maxlength="6" size="6" autocomplete="off"
autocapitalize="characters" autofocus required style="font: inherit; margin: 1rem 1rem 1rem 0"></label>
<button style="font: inherit">Join</button></form><p>{wrong}</p>"""
COOKIE = "leakage-"
LEADER = "lead-"
_SECRET = secrets.token_bytes(32)
_class_links: list[str] = []

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
}
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def classroom() -> bool:
    """Whether this server serves a class."""
    return SWITCH in sys.argv[1:]


def class_link() -> str:
    """The link that the whole class opens; empty where there is no class."""
    return _class_links[-1] if _class_links else ""


def class_code() -> str:
    """The six letters that stand for the link of the class."""
    return class_link().rpartition("=")[2]


def seat(cookies: Mapping[str, str]) -> str:
    """The seat of a browser that came in by a link, the same in all its tabs; empty for any other."""
    for name, value in cookies.items():
        taken = value.partition(".")[0]
        if name.startswith(COOKIE) and taken and _same(value, _signed(taken)):
            return taken
    return ""


def leads(cookies: Mapping[str, str]) -> bool:
    """Whether a browser came in by the link for the leader of a class."""
    return seat(cookies).startswith(LEADER)


def policy(host: str, *, encrypted: bool = False, script: str = "'self'") -> str:
    """The Content-Security-Policy of a page of a host: it loads from and talks to this server alone.

    A route with a script of its own names its hash as ``script``.
    """
    # Charts, tables and Streamlit's own widgets write their styles by script.
    return (
        f"{NOTHING}; script-src {script}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"font-src 'self' data:; connect-src 'self' {'wss' if encrypted else 'ws'}://{host}"
    )


def open_door() -> list[Middleware]:
    """The middleware for ``st.App``; ends the program where others would be let in unasked."""
    named = (st.get_option("server.address") or "").strip().lower()
    address = f"[{named}]" if ":" in named else named
    if address not in LOOPBACK and (address in EVERYWHERE or not classroom()):
        raise SystemExit(NOT_HERE)
    # 0 means that an upload stays in memory, however long: in no temporary file.
    MultiPartParser.spool_max_size = 0
    keep_values_out_of_logs()
    return [Middleware(Gate, address, shared=classroom())]


def open_class(request: Request) -> HTMLResponse:
    """The class page; its policy names its one script."""
    from leakage.class_page import class_page, script_source  # noqa: PLC0415 -- not before it is asked for

    allowed = policy(request.headers["host"], encrypted=_encrypted(request), script=script_source())
    return HTMLResponse(class_page(), headers={"Content-Security-Policy": allowed})


class Gate:
    """Exchanges the token of a link for a cookie, and answers 403 to everything without that cookie.

    The app behind it listens at an address. A shared link opens for all, as often as it is shown; else each opens once.
    """

    def __init__(self, app: ASGIApp, address: str, *, shared: bool = False) -> None:
        self.app, self.address, self.shared = app, address, shared
        self.tokens: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            # Only now is it known which port was free.
            self.print_links()
            return await self.app(scope, receive, send)
        request = HTTPConnection(scope)

        async def send_protected(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                self._protect(request, message)
            await send(message)

        await (self._answer(request) or self.app)(scope, receive, send_protected)

    def print_links(self) -> None:
        """Print fresh links; those before open no more."""
        code, leader = ("".join(secrets.choice(LETTERS) for _ in range(length)) for length in (6, 13))
        self.tokens = {code: "", leader: LEADER} if self.shared else {secrets.token_urlsafe(32): ""}
        scheme = "https" if st.get_option("server.sslCertFile") else "http"
        page = f"{scheme}://{self.address}:{st.get_option('server.port')}/{PREDICT_TOGETHER.url_path * self.shared}"
        links = [f"{page}?token={token}" for token in self.tokens]
        _class_links[:] = links[: self.shared]
        for_class = "The link for the whole class:", "The link for whoever leads the class, and for nobody else:"
        for sentence, link in zip(
            for_class if self.shared else ("Open this link; it opens once:",), links, strict=True
        ):
            print(f"\n  {sentence}\n\n    {link}\n", flush=True)

    def _answer(self, request: HTTPConnection) -> Response | None:
        """A refusal, or the cookie for a token; None for what may come in."""
        refusal: Response = PlainTextResponse(CLOSED, 403)
        if not self._names_us(request):
            return refusal
        token, taken = request.query_params.get("token"), seat(request.cookies)
        if self.shared:
            # A phone may begin with a capital letter, or add a blank.
            token, refusal = token and token.strip().lower(), _join(token)
        if token is not None and request.scope.get("method") == "GET":
            return self._exchange(request, token, taken) or refusal
        # Another port of this machine is the same site, and its pages' requests carry the cookie.
        asked_from = request.headers.get("sec-fetch-site", "none")
        return None if taken and asked_from in ("none", "same-origin") else refusal

    def _names_us(self, request: HTTPConnection) -> bool:
        """Whether a request names this server as its host, and as the origin of what changes something."""
        hosts, origins = request.headers.getlist("host"), request.headers.getlist("origin")
        ours = [f"{name}:{request.scope['server'][1]}" for name in (*LOOPBACK, self.address)]
        if len(hosts) != 1 or hosts[0] not in ours:
            return False
        reads = request.scope.get("method") in ("GET", "HEAD")
        return origins == [f"{'https' if _encrypted(request) else 'http'}://{hosts[0]}"] or (reads and not origins)

    def _exchange(self, request: HTTPConnection, token: str, taken: str) -> Response | None:
        role = next((role for good, role in self.tokens.items() if _same(token, good)), None)
        if role is None and not taken:
            return None
        onward = str(request.url.remove_query_params("token"))
        # A redirect never shows the token, but after a link on another site a browser keeps a strict cookie to itself.
        answer: Response = Response(headers={"Refresh": f"0; url={onward}"})
        if request.headers.get("sec-fetch-site") in ("none", "same-origin"):
            answer = RedirectResponse(onward, 303)
        if role is not None and (role or not taken):
            value, name = _signed(role + secrets.token_urlsafe(9)), f"{COOKIE}{request.scope['server'][1]}"
            answer.set_cookie(name, value, httponly=True, samesite="strict", secure=_encrypted(request))
        if role is not None and not self.shared:
            self.print_links()
        return answer

    def _protect(self, request: HTTPConnection, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        headers.update(HEADERS)
        # Streamlit's own scripts are named by their hashes, and may be kept.
        if not request.scope["path"].startswith("/static/") or message["status"] >= 400:
            headers["Cache-Control"] = "no-store"
        named = self._names_us(request)
        usual = policy(request.headers["host"], encrypted=_encrypted(request)) if named else NOTHING
        headers.setdefault("Content-Security-Policy", usual)


def _join(token: str | None) -> Response:
    """What a class sees before its door: where the code is typed."""
    wrong = "These letters open nothing. Look at the screen again." if token else ""
    page = JOIN.format(page=PREDICT_TOGETHER.url_path, wrong=wrong)
    may = NOTHING.replace("form-action 'none'", "form-action 'self'") + "; style-src 'unsafe-inline'"
    return HTMLResponse(page, 403, {"Content-Security-Policy": may})


def _signed(taken: str) -> str:
    return f"{taken}.{hmac.new(_SECRET, taken.encode(), 'sha256').hexdigest()}"


def _same(given: str, good: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), good.encode(errors="replace"))


def _encrypted(request: HTTPConnection) -> bool:
    return request.scope["scheme"] in ("https", "wss")
