"""What is on the screen is out of sight while the server cannot be reached, and gone when the door has closed.

The page itself says whether it is connected, in an attribute. Nothing is hidden at once: a machine that is busy for a
moment must not make the page flash.
"""

from __future__ import annotations

WATCH_PATH = "/_door/watch.js"
SECONDS = 3
_UNREACHED = 'body:has([data-testid="stApp"]:not([data-test-connection-state="CONNECTED"]))'
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
const refused = () => fetch("/_stcore/health", {cache: "no-store"}).then(answer => answer.status === 403, () => false);
const look = async () => {
    if (!connected() && await refused()) location.reload();
    else setTimeout(look, 2000);
};
look();
"""
