"""Leaving asks first where something is on no disk yet: typed and not arrived, not saved, or in memory only."""

from __future__ import annotations

MARK = "unsaved"
"""The key of a container that says so: while it is on a page, leaving asks."""

ASK = f"""
// What was typed has arrived when the run that it asked for is over. A passphrase is nobody's work.
let typed = false;
for (const kind of ["input", "paste"]) {{
    addEventListener(kind, event => {{ typed = typed || event.target.type !== "password"; }}, true);
}}
const idle = () => document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]");
new MutationObserver(() => {{ typed = typed && !idle(); }}).observe(
    document, {{subtree: true, attributeFilter: ["data-test-script-state"]}});
addEventListener("beforeunload", event => {{
    // Where the server is gone there is nothing to stay for.
    if (connected() && (typed || document.querySelector("[class*='st-key-{MARK}']"))) event.preventDefault();
}});
""".encode()
"""Goes with ``out_of_sight.WATCH``, which knows whether the page is connected."""
