"""Keys that are pressed before a table can take them wait until it can, and then go where they were meant to go.

A table opens an editor for a cell, and closes it, a moment after the key that asks for it: a few milliseconds on a
machine that is idle, a tenth of a second on one that is busy, and longer where the editor must be fetched first. What
is typed meanwhile would replace what was typed before, go into the wrong cell, or end in an editor that has closed for
good and takes all that follows.

A table sends what was typed a moment later. Where its page is left sooner, it is lost: so a click on a link or a button
right after typing waits as well.
"""

from __future__ import annotations

LONGEST_WAIT = 10_000
"""Milliseconds after which an editor is not waited for any longer."""

SENDING = 250
"""Milliseconds within which a table sends what was typed: it waits 150 for more to come."""

WAIT = f"""{{
const ENDING = ["Enter", "Tab", "Escape"];
const CHANGING = {{Backspace: "delete", Delete: "forwardDelete"}};
const MOVING = {{
    ArrowLeft: ["backward", "character"], ArrowRight: ["forward", "character"],
    ArrowUp: ["backward", "line"], ArrowDown: ["forward", "line"],
    Home: ["backward", "lineboundary"], End: ["forward", "lineboundary"],
}};
const waiting = [];
let changing = 0, unread = 0, everOpen = false, pressing = false, lastTyped = -Infinity;
const editor = () => document.querySelector("#portal .gdg-clip-region");
const here = () => document.activeElement;
const inGrid = () => here().closest("[data-testid=data-grid-canvas]");
const inEditor = () => editor()?.contains(here());
const inTable = () => inGrid() || inEditor() || here() === document.body;
// The first editor is fetched when it is to open, which the page notes down in its head.
const fetching = () => !everOpen && inGrid() && document.querySelector("head link[href*='data-grid-overlay-editor']");
const busy = key => {{
    everOpen = everOpen || !!editor();
    return inTable() && (changing || fetching() || editor() && !inEditor() || unread && ENDING.includes(key));
}};
// In a timer the editor looks after every key whether it is to close, and puts the caret in its place when it has
// opened. A look that was due for the key before would close it without what was typed. Of two timers from here, the
// second one comes after the editor's.
const afterTimers = all => {{
    [changing, unread] = [changing + all, unread + 1];
    setTimeout(() => setTimeout(() => {{ [changing, unread] = [changing - all, unread - 1]; }}));
}};
addEventListener("focusin", () => {{ if (inEditor()) afterTimers(true); }});
const isTyped = event => !event.isComposing && event.keyCode !== 229 && !event.metaKey
    && (event.getModifierState("AltGraph") || !event.ctrlKey && !event.altKey)
    && (event.key.length === 1 || [...ENDING, ...Object.keys({{...CHANGING, ...MOVING}})].includes(event.key));
const goOn = back => {{
    const all = controls(document.body);
    all[all.indexOf(inGrid()) + (back ? -1 : 1)]?.focus();
}};
// A key that a script presses tells the page of it, and does nothing by itself.
const press = ({{key, shiftKey, ...more}}) => {{
    const event = new KeyboardEvent("keydown", {{key, shiftKey, ...more, bubbles: true, cancelable: true}});
    if (!here().dispatchEvent(event)) return;
    if (here().matches("input, textarea")) {{
        if (key.length === 1) document.execCommand("insertText", false, key);
        else if (key in CHANGING) document.execCommand(CHANGING[key]);
        else if (key in MOVING) getSelection().modify(shiftKey ? "extend" : "move", ...MOVING[key]);
    }} else if (key === "Tab" && inGrid()) goOn(shiftKey);
}};
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const pressAll = async () => {{
    let latest = performance.now() + {LONGEST_WAIT};
    for (pressing = true; waiting.length;) {{
        if (!busy(waiting[0].key)) latest = performance.now() + {LONGEST_WAIT};
        else if (performance.now() < latest) {{
            await pause(1);
            continue;
        }} else everOpen = true;
        const key = waiting.shift();
        if (inTable()) press(key);
        await null;
    }}
    pressing = false;
}};
const stop = event => {{
    event.preventDefault();
    event.stopImmediatePropagation();
}};
addEventListener("keydown", event => {{
    if (inGrid() || inEditor()) lastTyped = performance.now();
    if (event.isTrusted && isTyped(event) && (pressing || busy(event.key))) {{
        stop(event);
        const {{key, code, keyCode, shiftKey, ctrlKey, altKey, repeat}} = event;
        waiting.push({{key, code, keyCode, shiftKey, ctrlKey, altKey, repeat}});
        if (!pressing) pressAll();
    }} else if (inEditor()) afterTimers(ENDING.includes(event.key) && isTyped(event));
}}, true);
const sending = () => pressing || performance.now() < lastTyped + {SENDING};
const clickLater = async control => {{
    for (const last of [false, true]) {{
        while (sending()) await pause(10);
        if (last || !editor()) return control.click();
        // To press beside an editor closes it, and what was typed in it stays.
        control.dispatchEvent(new PointerEvent("pointerdown", {{bubbles: true}}));
        lastTyped = performance.now();
    }}
}};
for (const kind of ["pointerdown", "mousedown", "click"]) addEventListener(kind, event => {{
    if (!event.isTrusted) return;
    if (fetching()) waiting.length = 0;
    const beside = !event.target.closest("#portal");
    if (editor() && beside) lastTyped = performance.now();
    const plain = kind === "click" && beside && event.detail && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const control = plain && sending() && event.target.closest("a[href], button");
    // What was typed must not go to where a click leads that came after it.
    if (control || pressing) stop(event);
    if (control) clickLater(control);
}}, true);
}}
""".encode()
"""Goes with ``keyboard.FOCUS``, which knows where Tab leads."""
