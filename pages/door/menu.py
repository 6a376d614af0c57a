"""On a phone the menu lies over the page, and closes after a choice."""

from __future__ import annotations

MENU = b"""
const overlaid = matchMedia("(max-width: 768px)");
addEventListener("click", event => {
    const chosen = event.target.closest?.("[data-testid=stSidebar] [data-testid$=Link]");
    const close = document.querySelector("[data-testid=stSidebarCollapseButton] button");
    if (chosen && overlaid.matches) setTimeout(() => close?.click(), 0);
}, true);
"""
"""Goes with ``out_of_sight.WATCH``."""
