"""Settings of Streamlit that hold whatever a configuration file, an environment variable or the command says."""

from __future__ import annotations

from typing import Any

from streamlit import config

from pages.door.address import Address
from pages.door.uploads import SHARES

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
