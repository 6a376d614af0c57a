"""Where the pages are, read from the router."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath

from tests.door.server import ROOT


def page_titles() -> dict[str, str]:
    """The path of every page, and its title."""
    router = ast.parse((ROOT / "pages" / "navigation.py").read_text("utf-8"))
    calls = [node for node in ast.walk(router) if isinstance(node, ast.Call)]
    return dict(_page(call) for call in calls if ast.unparse(call.func) == "st.Page")


def _page(call: ast.Call) -> tuple[str, str]:
    said = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    file = PurePosixPath(ast.literal_eval(call.args[0]))
    return "/" if said.get("default") else f"/{said.get('url_path', file.stem)}", str(said["title"])
