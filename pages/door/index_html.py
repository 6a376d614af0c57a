"""Streamlit's one HTML page, without what it would run or fetch unasked, and the door's scripts in it.

What is on the screen is out of sight while the server cannot be reached, and gone when the door has closed.

The page itself says whether it is connected, in an attribute deep inside, and a script repeats that at the root. A
selector that looked for it there, with ``:has``, would make the browser style the whole page anew at every change.
Nothing is hidden at once: a machine that is busy for a moment must not make the page flash.

Keys that are pressed before a table can take them wait until it can, and then go where they were meant to go.

A table opens an editor for a cell, and closes it, a moment after the key that asks for it: a few milliseconds on a
machine that is idle, a tenth of a second on one that is busy, and longer where the editor must be fetched first. What
is typed meanwhile would replace what was typed before, go into the wrong cell, or end in an editor that has closed for
good and takes all that follows.

What the mouse does to a table meanwhile waits in the same line, else it would be done before what was typed.

A table sends what was typed a moment later. Where its page is left sooner, it is lost: so a click on a link or a button
right after typing waits as well.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import leakage
from pages.catalogue import NO_SUCH_PAGE, PAGES
from pages.door.http import answer

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# The focus is never lost: what a run replaces, removes or disables hands it on, and a page begins at its title.


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
    const there = controls(main())[held.inMain];
    // A table that can be scrolled is nothing to go on with.
    return inside[Math.min(held.inPart, inside.length - 1)] ?? (there?.matches("[role=region]") ? null : there);
};
const keepFocus = last => {
    const here = document.activeElement, heading = main()?.querySelector("h1");
    const lost = here === document.body && !(held?.target.isConnected && usable(held.target));
    if (!held || !heading) return;
    const another = document.title !== titled && (lost || here.closest("[data-testid=stSidebarNav]"));
    titled = document.title;
    if (another) heading.tabIndex = -1;
    const place = another ? heading : lost ? itsPlace() : null;
    place?.focus({preventScroll: true});
    // Where nothing is left to go on with, nothing that comes later is.
    if (last && ended() && lost && !place) held = null;
};
const ended = () => document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]");
// What a run leaves out is taken away a moment after its end.
new MutationObserver(() => { if (ended()) for (const wait of [50, 300]) setTimeout(keepFocus, wait, wait === 300); })
    .observe(document, {subtree: true, attributeFilter: ["data-test-script-state"]});
}
"""
"""Goes with ``out_of_sight.WATCH``."""


# Keys that turn the pages of a lesson: those that presenters send, and the arrows.


BACK = "lesson-back"
FORWARD = "lesson-forward"
"""The keys of the two buttons."""

KEYS = f"""
const turns = {{PageUp: "{BACK}", ArrowLeft: "{BACK}", PageDown: "{FORWARD}", ArrowRight: "{FORWARD}"}};
// Whoever types, moves a slider or picks an option means that by an arrow; no field needs the keys of a presenter.
const fields = "input, textarea, select, [contenteditable=true], [role=slider], [role=radio], [role=dialog] *";
addEventListener("keydown", event => {{
    const button = document.querySelector(`.st-key-${{turns[event.key]}} button`);
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const page = event.key.startsWith("Page");
    if (!button || modified || !page && event.target.closest(fields)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!button.disabled && !event.repeat) button.click();
}}, true);
""".encode()
"""Goes with ``out_of_sight.WATCH``."""


# On a phone the menu lies over the page, and closes after a choice.


MENU = b"""
const overlaid = matchMedia("(max-width: 768px)");
addEventListener("click", event => {
    const chosen = event.target.closest?.("[data-testid=stSidebar] [data-testid$=Link]");
    const close = document.querySelector("[data-testid=stSidebarCollapseButton] button");
    if (chosen && overlaid.matches) setTimeout(() => close?.click(), 0);
}, true);
"""
"""Goes with ``out_of_sight.WATCH``."""


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


# Leaving asks first where something is on no disk yet: typed and not arrived, not saved, or in memory only.


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


# Tabs of one browser tell each other that they hold work in memory only: that they do, and nothing of it.


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


# The browser loads what charts, tables and formulas are drawn with before the first of them, while nobody waits.


PARTS = (
    "DataFrame",
    "data-grid-overlay-editor",
    "number-overlay-editor",
    "PlotlyChart",
    "rehype-katex",
    "StreamlitSyntaxHighlighter",
)
"""Of Streamlit's page, each in a file of its own, whose name goes on with a hash."""


def paths(static: Path) -> list[str]:
    """Where these parts are on this server; one that another version of Streamlit does not have is left out.

    Arguments:
        static: the folder with Streamlit's page.
    """
    folder = static / "static" / "js"
    return [f"/static/js/{file.name}" for part in PARTS for file in sorted(folder.glob(f"{part}.*.js"))]


def scripts_ahead(static: Path) -> bytes:
    """One after another, each when the page has drawn what was asked for and rests.

    Goes with ``unsaved.ASK``, which knows whether it does.
    """
    return f"""
const ahead = {json.dumps(paths(static))};
const loadNext = () => requestIdleCallback(async () => {{
    // Not before the first page is there: it would come later for it.
    if (!idle() || !document.querySelector("h1")) return setTimeout(loadNext, 200);
    await import(ahead.shift()).catch(() => null);
    if (ahead.length) loadNext();
}});
if (ahead.length && window.requestIdleCallback) loadNext();
""".encode()


# Why an upload was refused stands beside the file: Streamlit's page has a number there, for machines.


LOST = "The file did not arrive whole. Try again."
REFUSALS = f"""{{
const open = XMLHttpRequest.prototype.open;
const places = "[data-testid=stFileChip] [role=alert], [data-testid=stTooltipErrorContent]";
let sentence = "";
const say = () => {{
    for (const place of document.querySelectorAll(places)) {{
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {{
            if (texts.currentNode.data.startsWith("AxiosError")) texts.currentNode.data = sentence;
        }}
    }}
}};
const ended = ({{target}}) => {{
    if (target.status >= 200 && target.status < 300) return;
    const plain = target.getResponseHeader("content-type")?.startsWith("text/plain");
    if (!sentence) new MutationObserver(say).observe(document.body, {{childList: true, subtree: true}});
    sentence = plain && [413, 503].includes(target.status) ? target.responseText : "{LOST}";
}};
XMLHttpRequest.prototype.open = function (method, place, ...rest) {{
    // Before the page itself listens: what it shows then is put into words at once.
    const events = String(place).includes("/_stcore/upload_file/") ? ["load", "error"] : [];
    for (const event of events) this.addEventListener(event, ended);
    return open.call(this, method, place, ...rest);
}};
}}
""".encode()
"""Goes with ``out_of_sight.WATCH``."""


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
const TABLE = "[data-testid=stDataFrame]";
const waiting = [];
let changing = 0, unread = 0, everOpen = false, pressing = false, lastTyped = -Infinity;
const editor = () => document.querySelector("#portal .gdg-clip-region");
const here = () => document.activeElement;
const inGrid = () => here().closest("[data-testid=data-grid-canvas]");
const inEditor = () => editor()?.contains(here());
const inTable = () => inGrid() || inEditor() || here() === document.body;
// The first editor is fetched when it is to open, which the page notes down in its head.
const fetching = () => !everOpen && inGrid() && document.querySelector("head link[href*='data-grid-overlay-editor']");
// A key waits for the focus too, a click need not.
const busy = ({{key}}) => {{
    everOpen = everOpen || !!editor();
    if (key === undefined) return changing || fetching() || unread;
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
// A mouse that a script moves tells the page of it, and takes the focus nowhere.
const point = event => {{
    const target = event.target.isConnected ? event.target : document.elementFromPoint(event.clientX, event.clientY);
    if (editor()) lastTyped = performance.now();
    if (event.type === "mousedown") {{
        target?.closest(TABLE)?.querySelector("[data-testid=data-grid-canvas]")?.focus({{preventScroll: true}});
    }}
    target?.dispatchEvent(new event.constructor(event.type, event));
}};
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const pressAll = async () => {{
    let latest = performance.now() + {LONGEST_WAIT};
    for (pressing = true; waiting.length;) {{
        if (!busy(waiting[0])) latest = performance.now() + {LONGEST_WAIT};
        else if (performance.now() < latest) {{
            await pause(1);
            continue;
        }} else everOpen = true;
        const next = waiting.shift();
        if (next instanceof Event) point(next);
        else if (inTable()) press(next);
        // What the mouse did is looked at in the timers that it asked for.
        await (next instanceof Event ? pause(1) : null);
    }}
    pressing = false;
}};
const wait = action => {{
    waiting.push(action);
    if (!pressing) pressAll();
}};
const stop = event => {{
    event.preventDefault();
    event.stopImmediatePropagation();
}};
addEventListener("keydown", event => {{
    if (inGrid() || inEditor()) lastTyped = performance.now();
    if (event.isTrusted && isTyped(event) && (pressing || busy(event))) {{
        stop(event);
        const {{key, code, keyCode, shiftKey, ctrlKey, altKey, repeat}} = event;
        wait({{key, code, keyCode, shiftKey, ctrlKey, altKey, repeat}});
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
const GESTURE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"];
for (const kind of GESTURE) addEventListener(kind, event => {{
    if (!event.isTrusted) return;
    const beside = !event.target.closest("#portal");
    const inCells = event.target.closest(TABLE) && !event.target.closest("button") && event.pointerType !== "touch";
    if (inCells && (pressing || busy(event))) {{
        stop(event);
        return wait(event);
    }}
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


# Pictures that move have a script and a style of their own, which know nothing of this page. They are read as files:
# the door opens before the science is imported.


PICTURES_PATH = "/_door/pictures.js"
STYLE_PATH = "/_door/pictures.css"
PICTURES_FOLDER = Path(leakage.__file__).parent / "lessons" / "pictures"
PICTURES = f"""<link rel="stylesheet" href="{STYLE_PATH}"><script src="{PICTURES_PATH}" defer></script>"""


# Streamlit's one HTML page, without what it would run or fetch unasked.


TITLE = "How much does she know?"
EYE = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
    "<path d='M2 16Q16 2 30 16Q16 30 2 16Z' fill='#24557a'/><circle cx='16' cy='16' r='6' fill='#fff'/>"
    "<circle cx='16' cy='16' r='3' fill='#12171d'/></svg>"
)
SCRIPT, STYLE = b"text/javascript; charset=utf-8", b"text/css; charset=utf-8"
NO_SCRIPT = "The dashboard needs JavaScript. All of it comes from this server."
UNWANTED = (
    r"<script>.*?</script>\s*",
    r"<noscript>.*?</noscript>\s*",
    r"""<link\s[^>]*rel="(?:shortcut icon|service-desc)"[^>]*>\s*""",
    # Comments, but for the licence at the top.
    r"(?<=\n)\s*<!--.*?-->",
)
OTHERS = ("/media/", "/component/", "/_stcore/")
"""Where HTML is not the page but something the program made."""

_NO_SUCH_PAGE = f"/{NO_SUCH_PAGE}"
ADDRESSES = frozenset((*(f"/{page.url_path}" for page in PAGES), _NO_SUCH_PAGE))
"""Of pages; any other one leads to the page that says so. Below a page Streamlit's own would wait for ever."""


def streamlit_folder() -> Path:
    """Where the page is as Streamlit comes with it, and its scripts."""
    from streamlit import file_util  # noqa: PLC0415 -- loaded already where a server runs

    return Path(file_util.get_static_dir())


def streamlit_page() -> str:
    """The page as Streamlit comes with it."""
    return (streamlit_folder() / "index.html").read_text("utf-8")


def index_html_of(page: str) -> str:
    """The page with a title and an icon of its own, and no script but those in files.

    Streamlit's script looks for a *shortcut icon* and, for a page with a Material icon, points it to a server of
    Google's. Where there is none, it asks nobody.

    >>> page = '<title>Streamlit</title><script>a = 1</script><script src="b.js"></script>'
    >>> index_html_of(page).partition("<link")[0]
    '<title>How much does she know?</title>'
    """
    for part in UNWANTED:
        page = re.sub(part, "", page, flags=re.DOTALL)
    page = page.replace("</body>", f"<noscript>{NO_SCRIPT}</noscript></body>")
    icon = f'<link rel="icon" href="data:image/svg+xml,{quote(EYE)}">'
    return re.sub(r"<title>.*?</title>", f"<title>{TITLE}</title>{icon}{OUT_OF_SIGHT}{PICTURES}", page, count=1)


class OwnPage:
    """Sends this page wherever Streamlit sends its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.page = index_html_of(streamlit_page()).encode()
        scripts = WATCH + ASK + TABS + KEYS + MENU + FOCUS + WAIT + REFUSALS
        self.files = {
            WATCH_PATH: (SCRIPT, scripts + scripts_ahead(streamlit_folder())),
            PICTURES_PATH: (SCRIPT, (PICTURES_FOLDER / "pictures.js").read_bytes()),
            STYLE_PATH: (STYLE, (PICTURES_FOLDER / "pictures.css").read_bytes()),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in self.files:
            kind, file = self.files[scope["path"]]
            return await answer(scope, send, 200, [(b"content-type", kind)], file)
        if scope["type"] != "http" or scope["path"].startswith(OTHERS):
            return await self.app(scope, receive, send)
        replaced = False

        async def send_own(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and _is_page(message):
                replaced = True
                if scope["path"] not in ADDRESSES:
                    return await answer(scope, send, 303, [(b"location", _NO_SUCH_PAGE.encode())], b"")
                headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", self._length)]
                await send({**message, "headers": headers})
                await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.page})
            elif not replaced:
                await send(message)

        await self.app(scope, receive, send_own)

    @property
    def _length(self) -> bytes:
        return str(len(self.page)).encode()


def _is_page(message: Message) -> bool:
    kind: bytes = dict(message.get("headers", ())).get(b"content-type", b"")
    return message["status"] == 200 and kind.startswith(b"text/html")
