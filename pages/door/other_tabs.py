"""Tabs of one browser tell each other that they hold work in memory only: that they do, and nothing of it."""

from __future__ import annotations

from pages.door.unsaved import MARK

ANOTHER_TAB = "another-tab"
"""The key of a container that is shown only where another tab of this browser holds such work."""

TABS = f"""
const tabs = new BroadcastChannel("leakage-tabs");
tabs.onmessage = ({{data}}) => {{
    if (data === "here") document.documentElement.dataset.anotherTab = "";
    else if (document.querySelector("[class*='st-key-{MARK}-memory']")) tabs.postMessage("here");
}};
tabs.postMessage("who?");
""".encode()
"""Goes with ``out_of_sight.WATCH``."""
