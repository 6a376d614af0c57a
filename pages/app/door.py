"""The door: the printed link becomes a cookie; nothing without it comes in, nothing loads from elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.app.logs import keep_values_out_of_logs
from pages.catalogue import PREDICT_TOGETHER, SWITCH, classroom

CLASS = "/class"  # the address of the class page

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
NOT_HERE = f"It runs at 127.0.0.1 only. For a class, name your address: --server.address 192.168.1.5 -- {SWITCH}"
CLOSED = "The door is closed. Open the link printed in the terminal; if there are several, the last one."
COOKIE, LEADER = "leakage-", "lead-"

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_class_links: list[str] = []
_seats: set[str] = set()  # the cookies that were given out


def class_link() -> tuple[str, str]:
    """The link that the whole class opens, and its six letters; both are empty where there is no class."""
    return (_class_links[0], _class_links[0].rpartition("=")[2]) if _class_links else ("", "")


def seat(cookies: Mapping[str, str]) -> str:
    """The seat of a browser that came in by a link, the same in all its tabs; empty for any other."""
    return next((value for name, value in cookies.items() if name.startswith(COOKIE) and value in _seats), "")


def leads(cookies: Mapping[str, str]) -> bool:
    """Whether a browser came in by the link for the leader of a class."""
    return seat(cookies).startswith(LEADER)


def policy(host: str, secure: str = "", script: str = "'self'") -> str:
    """The Content-Security-Policy of a page of a host: it loads from and talks to this server alone."""
    # Charts, tables and Streamlit's own widgets write their styles by script; the class page has a script of its own.
    return (
        f"{NOTHING}; script-src {script}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"font-src 'self' data:; connect-src 'self' ws{secure}://{host}"
    )


def open_door() -> list[Middleware]:
    """The middleware for ``st.App``; ends the program where others would be let in unasked."""
    named = (st.get_option("server.address") or "").strip().lower()
    address = f"[{named}]" if ":" in named else named
    if address not in LOOPBACK and (address in ("", "0.0.0.0", "[::]", "*") or not classroom()):
        raise SystemExit(NOT_HERE)
    MultiPartParser.spool_max_size = 0  # an upload stays in memory, however long: in no temporary file
    keep_values_out_of_logs()
    return [Middleware(Gate, address, shared=classroom())]


def open_class(request: Request) -> HTMLResponse:
    """The class page; its policy names its one script."""
    from leakage.class_page import class_page, script_source  # noqa: PLC0415 -- not before it is asked for

    allowed = policy(request.headers["host"], _s(request), script_source())
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
            self.print_links()  # only now is it known which port was free
            return await self.app(scope, receive, send)
        request = HTTPConnection(scope)
        named = self._names_us(request)
        usual = policy(request.headers["host"], _s(request)) if named else NOTHING

        async def send_protected(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Content-Security-Policy", usual)
                # Streamlit's own scripts are named by their hashes, and may be kept.
                if not scope["path"].startswith("/static/") or message["status"] >= 400:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        answer = self._answer(request) if named else PlainTextResponse(CLOSED, 403)
        await (answer or self.app)(scope, receive, send_protected)

    def print_links(self) -> None:
        """Print fresh links; those before open no more."""
        scheme = "https" if st.get_option("server.sslCertFile") else "http"
        page = f"{scheme}://{self.address}:{st.get_option('server.port')}/{PREDICT_TOGETHER.url_path * self.shared}"
        if self.shared:
            code, leader = ("".join(secrets.choice("abcdefghjkmnpqrstuvwxyz") for _ in range(n)) for n in (6, 13))
            self.tokens = {code: "", leader: LEADER}
            said = ["The link for the whole class:", "The link for the teacher, and for nobody else:"]
        else:
            self.tokens, said = {secrets.token_urlsafe(32): ""}, ["Open this link. It works once:"]
        links = [f"{page}?token={token}" for token in self.tokens]
        _class_links[:] = links[: self.shared]
        for sentence, link in zip(said, links, strict=True):
            print(f"\n  {sentence}\n\n    {link}\n", flush=True)

    def _names_us(self, request: HTTPConnection) -> bool:
        """Whether a request names this server as its host, and as the origin of what changes something."""
        hosts, origins = request.headers.getlist("host"), request.headers.getlist("origin")
        ours = [f"{name}:{request.scope['server'][1]}" for name in (*LOOPBACK, self.address)]
        reads = request.scope.get("method") in ("GET", "HEAD") and not origins
        return len(hosts) == 1 and hosts[0] in ours and (reads or origins == [f"http{_s(request)}://{hosts[0]}"])

    def _answer(self, request: HTTPConnection) -> Response | None:
        """A refusal, or the cookie for a token; None for what may come in."""
        token, taken = request.query_params.get("token"), seat(request.cookies)
        if self.shared and token:
            token = token.strip().lower()  # a phone may begin with a capital letter, or add a blank
        if token is not None and request.scope.get("method") == "GET":
            if token in self.tokens or taken:
                return self._exchange(request, self.tokens.get(token), taken)
        # Another port of this machine is the same site, and its pages' requests carry the cookie.
        elif taken and request.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return None
        return _join(token) if self.shared else PlainTextResponse(CLOSED, 403)

    def _exchange(self, request: HTTPConnection, role: str | None, taken: str) -> Response:
        onward = str(request.url.remove_query_params("token"))
        # A redirect never shows the token, but after a link on another site a browser keeps a strict cookie to itself.
        answer: Response = Response(headers={"Refresh": f"0; url={onward}"})
        if request.headers.get("sec-fetch-site") in ("none", "same-origin"):
            answer = RedirectResponse(onward, 303)
        if role is not None and (role or not taken):
            _seats.add(given := role + secrets.token_urlsafe(32))
            name = f"{COOKIE}{request.scope['server'][1]}"
            answer.set_cookie(name, given, httponly=True, samesite="strict", secure=bool(_s(request)))
        if role is not None and not self.shared:
            self.print_links()
        return answer


def _join(token: str | None) -> Response:
    """What a class sees before its door: where the code is typed."""
    wrong = "Those letters are not right. Check the screen again." if token else ""
    form = Path(__file__).with_name("join.html").read_text("utf-8")
    may = NOTHING.replace("form-action 'none'", "form-action 'self'") + "; style-src 'unsafe-inline'"
    return HTMLResponse(form.format(page=PREDICT_TOGETHER.url_path, wrong=wrong), 403, {"Content-Security-Policy": may})


def _s(request: HTTPConnection) -> str:
    return "s" if request.scope["scheme"] in ("https", "wss") else ""
