"""Why an upload was refused stands beside the file: Streamlit's page has a number there, for machines."""

from __future__ import annotations

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
