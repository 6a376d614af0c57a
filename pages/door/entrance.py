"""The door as a whole, and the settings under which the program runs."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.middleware import Middleware
from streamlit import config

from leakage import system
from pages.door import link as seats
from pages.door.connections import Answering, Limits, OpenPages, limit_connections
from pages.door.gate import Gate, PassphraseEntry
from pages.door.headers import ProtectiveHeaders, SameOrigin
from pages.door.http import Address, served_at
from pages.door.index_html import OwnPage
from pages.door.link import Keys, Link
from pages.door.logout import Leaving, offer
from pages.door.logs import LogLimits, keep_values_out_of_logs, limit_logs
from pages.door.preload import Preload
from pages.door.serial_reruns import take_clicks_whole
from pages.door.uploads import SHARES, UploadLimits, keep_uploads_in_memory

# Classroom mode: many people on one server that a teacher started, each with a session in memory only.


SWITCH = "--classroom"
"""What a teacher writes behind ``--``: ``streamlit run app.py --server.address ADDRESS -- --classroom``."""


def classroom() -> bool:
    """Whether this server serves a class: then no page offers a vault, for the disk is not the visitor's."""
    return SWITCH in sys.argv[1:]


# Settings of Streamlit that hold whatever a configuration file, an environment variable or the command says.


SETTINGS: dict[str, Any] = {
    # No telemetry, and no developer's helpers: a server that opens no browser offers to install none.
    "browser.gatherUsageStats": False,
    "server.headless": True,
    "global.developmentMode": False,
    # What goes wrong may quote what a person entered.
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "logger.enableRich": False,
    # What the toolbars of tables write is neither guarded against formulas nor behind the warning of plain files.
    "client.disableDataExport": True,
    # One run of a session at a time: two at once would each save without what the other one did.
    "runner.fastReruns": False,
    # One way in, for people with a browser at the address that was printed.
    "server.enableAgentApi": False,
    "server.enableStaticServing": False,
    "server.scriptHealthCheckEnabled": False,
    "server.baseUrlPath": "",
    "server.trustedUserHeaders": {},
    "server.unsafeMetricsUserAttributes": [],
    # What is larger is refused before it is read, whatever a widget says.
    "server.maxUploadSize": SHARES.file,
    # The door checks these as well, and more strictly.
    "server.enableCORS": True,
    "server.corsAllowedOrigins": [],
    "server.enableXsrfProtection": True,
    "server.xsrfCookieSameSite": "strict",
    "client.allowedOrigins": [],
}


def insist(address: Address) -> None:
    """Apply the settings now, and again whenever Streamlit reads its configuration anew."""
    hosts = [name.strip("[]") for name in address.names]

    def apply() -> None:
        for name, setting in {**SETTINGS, "server.allowedHosts": hosts}.items():
            config.set_option(name, setting, "the door")

    apply()
    config.on_config_parsed(apply, force_connect=True)


# What the process is allowed: no picture of its memory on the disk, and files enough.


OPEN_FILES = 4096


# The door as a whole: everything is in place before the first request.


@dataclass(frozen=True)
class Door:
    """What ``st.App`` takes: the checks every request goes through, and what happens at the start."""

    middleware: tuple[Middleware, ...]
    lifespan: Callable[[Any], AbstractAsyncContextManager[None]]


def open_door() -> Door:
    """The door of the server that is starting; ends the program where it would listen to others unasked."""
    address = _address()
    wants_browser = not config.get_option("server.headless")
    insist(address)
    system.forbid_core_dumps()
    system.allow_open_files(OPEN_FILES)
    keep_values_out_of_logs()
    limit_logs(LogLimits())
    keep_uploads_in_memory()
    take_clicks_whole()
    keys = Keys(reusable=classroom())
    link = Link(address, keys, open_browser=wants_browser)
    limits = Limits()
    pages = OpenPages(limits.pages)
    offer(Leaving(keys, link, pages))
    seats.offer(keys, link)
    inside = (Middleware(UploadLimits), Middleware(Preload))
    middleware = (Middleware(Answering, pages), *checks(address, keys, link.used), *inside)
    return Door(middleware, _announcing(link, limits))


def checks(address: Address, keys: Keys, used: Callable[[], None]) -> tuple[Middleware, ...]:
    """The checks in their order, the first outermost."""
    return (
        Middleware(ProtectiveHeaders, address),
        Middleware(SameOrigin, address),
        Middleware(Gate, keys, used, None if keys.reusable else PassphraseEntry(), encrypted=address.scheme == "https"),
        Middleware(OwnPage),
    )


def _address() -> Address:
    encrypted = bool(config.get_option("server.sslCertFile"))
    try:
        return served_at(config.get_option("server.address"), classroom=classroom(), encrypted=encrypted)
    except ValueError as refusal:
        raise SystemExit(str(refusal)) from None


def _announcing(link: Link, limits: Limits) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        limit_connections(limits)
        # Only now is it known which port was free.
        link.start(int(config.get_option("server.port")))
        try:
            yield
        finally:
            link.stop()

    return lifespan
