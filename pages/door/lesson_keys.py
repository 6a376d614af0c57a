"""Keys that turn the pages of a lesson: those that presenters send, and the arrows."""

from __future__ import annotations

BACK = "lesson-back"
FORWARD = "lesson-forward"
"""The keys of the two buttons."""

KEYS = f"""
const turns = {{PageUp: "{BACK}", ArrowLeft: "{BACK}", PageDown: "{FORWARD}", ArrowRight: "{FORWARD}"}};
// Whoever types, moves a slider or picks an option means that.
const fields = "input, textarea, select, [contenteditable=true], [role=slider], [role=radio], [role=dialog] *";
addEventListener("keydown", event => {{
    const button = document.querySelector(`.st-key-${{turns[event.key]}} button`);
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!button || modified || event.target.closest(fields)) return;
    event.preventDefault();
    if (!button.disabled && !event.repeat) button.click();
}}, true);
""".encode()
"""Goes with ``out_of_sight.WATCH``."""
