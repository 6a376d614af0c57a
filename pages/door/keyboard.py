"""The focus is never lost: what a run replaces, removes or disables hands it on, and a page begins at its title."""

from __future__ import annotations

FOCUS = b"""
const CONTROLS = "a[href], button, input, textarea, select, summary, canvas, [tabindex='0']";
const usable = control => !control.disabled && control.tabIndex >= 0
    && control.checkVisibility({visibilityProperty: true});
const controls = part => [...(part?.querySelectorAll(CONTROLS) ?? [])].filter(usable);
{
const main = () => document.querySelector("[data-testid=stMain]");
const KEYED = "[class*='st-key-']";
// The number at the end of a key changes with what it shows.
const key = part => [...part.classList].find(name => name.startsWith("st-key-"))?.replace(/-+\\d+$/, "");
let held = null, titled = document.title;
addEventListener("focusin", ({target}) => {
    const part = target.closest(KEYED);
    const [inPart, inMain] = [part, main()].map(place => controls(place).indexOf(target));
    held = {target, key: part && key(part), inPart, inMain};
});
const itsPlace = () => {
    const part = held.key && [...document.querySelectorAll(KEYED)].find(other => key(other) === held.key);
    const inside = controls(part);
    return inside[Math.min(held.inPart, inside.length - 1)] ?? controls(main())[held.inMain];
};
const keepFocus = () => {
    const here = document.activeElement, heading = main()?.querySelector("h1");
    const lost = here === document.body && !(held?.target.isConnected && usable(held.target));
    if (!held || !heading) return;
    const another = document.title !== titled && (lost || here.closest("[data-testid=stSidebarNav]"));
    titled = document.title;
    if (another) heading.tabIndex = -1;
    if (another || lost) (another ? heading : itsPlace())?.focus({preventScroll: true});
};
const ended = () => document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]");
// What a run leaves out is taken away a moment after its end.
new MutationObserver(() => { if (ended()) for (const wait of [50, 300]) setTimeout(keepFocus, wait); }).observe(
    document, {subtree: true, attributeFilter: ["data-test-script-state"]});
}
"""
"""Goes with ``out_of_sight.WATCH``."""
