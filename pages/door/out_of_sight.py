"""What is on the screen is out of sight while the server cannot be reached, and gone when the door has closed.

The page itself says whether it is connected, in an attribute deep inside, and a script repeats that at the root. A
selector that looked for it there, with ``:has``, would make the browser style the whole page anew at every change.
Nothing is hidden at once: a machine that is busy for a moment must not make the page flash.
"""

from __future__ import annotations

WATCH_PATH = "/_door/watch.js"
SECONDS = 3
_UNREACHED = ":root[data-unreached] body"
OUT_OF_SIGHT = f"""<style>
@keyframes door-hide {{ to {{ visibility: hidden }} }}
@keyframes door-say {{ to {{ visibility: visible }} }}
{_UNREACHED} > * {{ animation: door-hide 0s linear {SECONDS}s forwards }}
{_UNREACHED}::after {{
content: "The program does not answer. What was on the screen is hidden until it does.";
position: fixed; top: 40%; left: 0; right: 0; text-align: center; font: 1.2rem system-ui, sans-serif;
color: CanvasText; visibility: hidden; animation: door-say 0s linear {SECONDS}s forwards }}
</style><script src="{WATCH_PATH}" defer></script>"""
WATCH = b"""// A server that refuses an unconnected page was started anew, or left: then the door is shown.
const connected = () => {
    const app = document.querySelector("[data-testid=stApp]");
    return !app || app.dataset.testConnectionState === "CONNECTED";
};
const mark = () => document.documentElement.toggleAttribute("data-unreached", !connected());
new MutationObserver(mark).observe(document, {subtree: true, attributeFilter: ["data-test-connection-state"]});
const refused = () => fetch("/_stcore/health", {cache: "no-store"}).then(answer => answer.status === 403, () => false);
const look = async () => {
    // The page may have been put in place of another, which changes no attribute.
    mark();
    if (!connected() && await refused()) location.reload();
    else setTimeout(look, 2000);
};
look();
"""
