"""What a page may load, run and reach: its own server, and nothing else."""

from __future__ import annotations

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    # Emotion, Plotly and the tables write their styles by script.
    "style-src": "'self' 'unsafe-inline'",
    # Charts and tables make pictures of themselves to be saved.
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
}


def policy(host: str, *, encrypted: bool = False) -> str:
    """The Content-Security-Policy of all pages.

    Arguments:
        host: the name and port under which the page was asked for.
        encrypted: whether its WebSocket is.

    >>> policy("127.0.0.1:8501").split("; ")[0]
    "connect-src 'self' ws://127.0.0.1:8501"
    """
    socket = f"{'wss' if encrypted else 'ws'}://{host}"
    return "; ".join(f"{name} {allowed}" for name, allowed in {"connect-src": f"'self' {socket}", **SOURCES}.items())
