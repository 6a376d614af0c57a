"""Streamlit's one HTML page, without what it would run or fetch unasked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from pages.door.answers import answer
from pages.door.keyboard import FOCUS
from pages.door.lesson_keys import KEYS
from pages.door.menu import MENU
from pages.door.other_tabs import TABS
from pages.door.out_of_sight import OUT_OF_SIGHT, WATCH, WATCH_PATH
from pages.door.scripts_ahead import scripts_ahead
from pages.door.typed_ahead import WAIT
from pages.door.unsaved import ASK
from pages.door.upload_refusals import REFUSALS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TITLE = "How much does she know?"
EYE = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
    "<path d='M2 16Q16 2 30 16Q16 30 2 16Z' fill='#24557a'/><circle cx='16' cy='16' r='6' fill='#fff'/>"
    "<circle cx='16' cy='16' r='3' fill='#12171d'/></svg>"
)
NO_SCRIPT = "The dashboard needs JavaScript. All of it comes from this server."
UNWANTED = (
    r"<script>.*?</script>\s*",
    r"<noscript>.*?</noscript>\s*",
    r"""<link\s[^>]*rel="(?:shortcut icon|service-desc)"[^>]*>\s*""",
    # Comments, but for the licence at the top.
    r"(?<=\n)\s*<!--.*?-->",
)
OTHERS = ("/media/", "/component/", "/_stcore/")
"""Where HTML is not the page but something the program made."""


def streamlit_folder() -> Path:
    """Where the page is as Streamlit comes with it, and its scripts."""
    from streamlit import file_util  # noqa: PLC0415 -- loaded already where a server runs

    return Path(file_util.get_static_dir())


def streamlit_page() -> str:
    """The page as Streamlit comes with it."""
    return (streamlit_folder() / "index.html").read_text("utf-8")


def own_page(page: str) -> str:
    """The page with a title and an icon of its own, and no script but those in files.

    Streamlit's script looks for a *shortcut icon* and, for a page with a Material icon, points it to a server of
    Google's. Where there is none, it asks nobody.

    >>> own_page('<title>Streamlit</title><script>a = 1</script><script src="b.js"></script>').partition("<link")[0]
    '<title>How much does she know?</title>'
    """
    for part in UNWANTED:
        page = re.sub(part, "", page, flags=re.DOTALL)
    page = page.replace("</body>", f"<noscript>{NO_SCRIPT}</noscript></body>")
    icon = f'<link rel="icon" href="data:image/svg+xml,{quote(EYE)}">'
    return re.sub(r"<title>.*?</title>", f"<title>{TITLE}</title>{icon}{OUT_OF_SIGHT}", page, count=1)


class OwnPage:
    """Sends this page wherever Streamlit sends its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.page = own_page(streamlit_page()).encode()
        scripts = WATCH + ASK + TABS + KEYS + MENU + FOCUS + WAIT + REFUSALS
        self.scripts = scripts + scripts_ahead(streamlit_folder())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == WATCH_PATH:
            script = [(b"content-type", b"text/javascript; charset=utf-8")]
            return await answer(scope, send, 200, script, self.scripts)
        if scope["type"] != "http" or scope["path"].startswith(OTHERS):
            return await self.app(scope, receive, send)
        replaced = False

        async def send_own(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and _is_page(message):
                replaced = True
                headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", self._length)]
                await send({**message, "headers": headers})
                await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.page})
            elif not replaced:
                await send(message)

        await self.app(scope, receive, send_own)

    @property
    def _length(self) -> bytes:
        return str(len(self.page)).encode()


def _is_page(message: Message) -> bool:
    kind: bytes = dict(message.get("headers", ())).get(b"content-type", b"")
    return message["status"] == 200 and kind.startswith(b"text/html")
