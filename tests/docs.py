"""The guides and the reference of the library as HTML: ``python -m tests.docs [FOLDER]``; any warning ends it.

pdoc draws the reference from the docstrings. The guides are the Markdown files of the repository, in the same look; a
link from one to another leads to its page, one to any other file is shown as its path. Nothing is fetched, neither here
nor by whoever reads the pages.
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Iterator
from html import escape
from pathlib import Path
from posixpath import normpath
from types import ModuleType

from tests.library.test_public_packages import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
GUIDES = {
    "README.md": "For users",
    "leakage/README.md": "The science and the library",
    "leakage/examples/README.md": "Which tool when",
    "leakage/examples/experiments-of-2012.md": "Example: the experiments of 2012",
    "leakage/examples/splink-to-leakage.md": "Example: from a Splink model to leakage",
    "leakage/examples/census-by-every-yardstick.md": "Example: a census table by every yardstick",
    "leakage/examples/netflix-shaped-crowd.md": "Example: a crowd of the Netflix prize's shape",
    "leakage/examples/disinformation-under-a-budget.md": "Example: disinformation under a budget",
    "leakage/examples/class-data.md": "Example: a class's data",
    "leakage/lessons/README.md": "Fifty minutes with a class",
    "pages/README.md": "The pages, and all promises",
    "leakage/workspace/files/formats.md": "Files that are read",
    "tests/README.md": "The tests",
    ".github/CONTRIBUTING.md": "How to contribute",
    ".github/SECURITY.md": "Security",
    ".github/CHANGELOG.md": "What changed",
}
"""The Markdown files that are guides, in order, and what they are called in the menu."""

MODULES = (*PACKAGES, "leakage_dashboard.plot")
LINK = re.compile(r'(?P<start><(?:a href|img alt="[^"]*" src|img src)=")(?P<target>[^"]*)(?P<end>"[^>]*>)')
FOREIGN = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"'](?:https?:)?//|@import|url\((?:https?:)?//")
SHEET = """
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font-family: system-ui, sans-serif; line-height: 1.5;
  color: #1d2733; background: #fff; }
nav { border-bottom: 1px solid #ccd3da; padding-bottom: .5rem; margin-bottom: 1rem; font-size: .9rem; }
a { color: #1f5f99; } h1, h2, h3 { line-height: 1.2; } img { max-width: 100%; }
pre { background: #f3f5f7; padding: .6rem; overflow-x: auto; } code { font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #ccd3da; padding: .25rem .5rem; text-align: left; vertical-align: top; }
@media (prefers-color-scheme: dark) { body { color: #e6ebf0; background: #12171d; } a { color: #8cc3f0; }
  pre { background: #1d252e; } th, td, nav { border-color: #3a4653; } }
"""


def main(folder: Path) -> None:
    """Build all pages into a folder.

    Raises:
        Warning: any that comes up on the way.
        SystemExit: for a link that leads nowhere, or a page that would fetch something.
    """
    warnings.simplefilter("error")
    # Of an inherited field pdoc looks for the type where the heir is defined; it then shows the type as it is written.
    warnings.filterwarnings("ignore", "Error parsing type annotation")
    sys.path.append(str(ROOT / ".dashboard"))
    folder.mkdir(parents=True, exist_ok=True)
    reference(folder / "reference")
    pages = {page_of(source): guide(source) for source in GUIDES}
    pages["index.html"] = index()
    for name, page in pages.items():
        (folder / name).write_text(page, encoding="utf-8")
    for picture in (ROOT / ".pictures").iterdir():
        (folder / picture.name).write_bytes(picture.read_bytes())
    if wrong := [*broken_links(folder), *fetching(folder)]:
        raise SystemExit("\n".join(wrong))
    print(f"{len(pages)} guides and {len(MODULES)} modules: {folder / 'index.html'}")


# The reference: every public name, by pdoc.


def reference(folder: Path) -> None:
    """The pages of all public modules."""
    import pdoc  # noqa: PLC0415 - for whoever builds this alone

    for name in MODULES:
        _bind(importlib.import_module(name))
    pdoc.render.configure(docformat="google", show_source=False, footer_text="leakage")
    pdoc.pdoc(*MODULES, output_directory=folder)


def _bind(module: ModuleType) -> None:
    """Names that are imported when first asked for are looked for where a module's other names are."""
    for name in module.__all__:
        setattr(module, name, getattr(module, name))


# The guides: the repository's Markdown.


def page_of(source: str) -> str:
    """The name of a guide's page.

    >>> page_of("leakage/examples/class-data.md"), page_of(".github/SECURITY.md")
    ('leakage-examples-class-data.html', 'github-security.html')
    """
    return source.removesuffix(".md").replace("/", "-").lstrip(".").lower() + ".html"


def guide(source: str) -> str:
    """A guide as a page."""
    text = (ROOT / source).read_text(encoding="utf-8")
    return _page(GUIDES[source], relinked(_html(text), source))


def relinked(page: str, source: str) -> str:
    """A guide whose links lead to the other guides; a file that has no page is named without a link.

    Arguments:
        page: its HTML.
        source: where its Markdown lies.

    Raises:
        SystemExit: for a file that is not there.

    >>> relinked('<a href="../README.md#fast">How</a>, <a href="README.md">here</a>', "leakage/README.md")
    '<a href="readme.html#fast">How</a>, <a href="leakage-readme.html">here</a>'
    >>> relinked('<a href="record.py">A record</a>', "leakage/README.md")
    '<a title="leakage/record.py">A record</a>'
    """

    def led(found: re.Match[str]) -> str:
        target, _, part = found["target"].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        path = normpath(f"{Path(source).parent.as_posix()}/{target}")
        if not (ROOT / path).exists():
            raise SystemExit(f"{source}: {target} is not there")
        if path in GUIDES:
            return f"{found['start']}{page_of(path)}{'#' * bool(part)}{part}{found['end']}"
        if path.startswith(".pictures/"):
            return f"{found['start']}{Path(path).name}{found['end']}"
        return f'<a title="{escape(path)}">'

    return LINK.sub(led, page)


def index() -> str:
    """The first page: all guides and all modules."""
    guides = "".join(f'<li><a href="{page_of(source)}">{escape(title)}</a></li>' for source, title in GUIDES.items())
    modules = "".join(f"<li>{_module_link(name)} {escape(_first_line(name))}</li>" for name in MODULES)
    return _page("leakage", f"<h1>leakage</h1><h2>Guides</h2><ul>{guides}</ul><h2>Reference</h2><ul>{modules}</ul>")


def _module_link(name: str) -> str:
    return f'<a href="reference/{name.replace(".", "/")}.html"><code>{name}</code></a>'


def _first_line(name: str) -> str:
    return (importlib.import_module(name).__doc__ or "").split("\n", 1)[0].replace("``", "")


def _html(text: str) -> str:
    import markdown2  # noqa: PLC0415 - comes with pdoc

    extras = {"fenced-code-blocks": {"cssclass": "code"}, "header-ids": None, "tables": None, "cuddled-lists": None}
    return str(markdown2.markdown(text, extras=extras))


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{SHEET}</style></head>'
        f'<body><nav><a href="index.html">Guides and reference</a></nav><main>{body}</main></body></html>\n'
    )


# What must be so of all pages.


def broken_links(folder: Path) -> Iterator[str]:
    """Links within the pages to a page or a place that there is not."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for target in re.findall(r'<a [^>]*href="([^"]+)"', text):
            # What begins with a dollar is filled in by the search.
            if re.match(r"[a-z]+:|\$", target):
                continue
            name, _, part = target.partition("#")
            other = (path.parent / name).resolve() if name else path
            if other not in places or (part and part not in places[other]):
                yield f"{path.relative_to(folder)}: {target} leads nowhere"


def fetching(folder: Path) -> Iterator[str]:
    """Pages that would fetch something from elsewhere."""
    for path in sorted(folder.rglob("*.html")):
        if found := FOREIGN.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(folder)} would fetch: {found[0]}"


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs").resolve())
