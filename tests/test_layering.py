"""The arrows of the house run one way, whatever files are in it."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEAKAGE = sorted(path for path in (ROOT / "leakage").rglob("*.py") if "old" not in path.parts)
PAGES = sorted((ROOT / "pages").rglob("*.py")) if (ROOT / "pages").is_dir() else []
ORACLES = sorted((ROOT / "tests" / "oracles").glob("*.py"))
# What opens files of a person's, the vault that is written beside itself, and what limits the reading of a file.
SYSTEM = [
    ROOT / "leakage" / "private_files.py",
    ROOT / "leakage" / "workspace" / "vault.py",
    ROOT / "leakage" / "workspace" / "files" / "apart.py",
]
APP = [ROOT / "app.py"] if (ROOT / "app.py").is_file() else []

# A unit is a module or a package right under leakage/; it may import itself and these.
VALUES = {"arguments", "record", "frames", "reprs", "cover", "registry", "text_table"}
SCIENCE = VALUES | {"progress", "measure", "resolution", "decision"}
ALLOWED = {
    # What arguments mean wherever they are taken.
    "arguments": set(),
    "record": set(),
    "progress": set(),
    # How rules, operations and measures are saved and written in Python, whatever they are.
    "registry": set(),
    # What a path of a person's leads to, opened without waiting.
    "private_files": set(),
    # What stands for records and for a person.
    "frames": {"arguments", "record", "text_table"},
    # How results are written as tables and in short.
    "reprs": {"record"},
    "text_table": set(),
    # What a generalised value stands for: one meaning, for those who publish tables and those who resolve records.
    "cover": set(),
    "measure": VALUES | {"progress"},
    "resolution": VALUES | {"progress"},
    "decision": VALUES | {"progress", "measure", "resolution"},
    "derivation": SCIENCE,
    "workspace": SCIENCE | {"derivation", "private_files"},
    "scenarios": SCIENCE | {"workspace", "synthetic"},
    "strangers": VALUES | {"private_files", "progress", "resolution"},
    # These stand alone: they may know the values and tell how far they are, and know nothing else of the science.
    "published": VALUES | {"progress"},
    "reidentification": VALUES | {"progress"},
    "synthetic": VALUES | {"measure"},
    "laboratory": VALUES | {"measure", "progress", "synthetic"},
    "exercises": SCIENCE | {"derivation", "lessons", "scenarios", "workspace"},
    "lessons": SCIENCE | {"derivation", "reidentification", "published", "scenarios", "workspace"},
    "class_page": {"derivation", "exercises", "lessons"},
}
ALLOWED["__init__"] = set(ALLOWED)  # It says what is public.
SECTIONS = {"you", "eve", "decide", "explore", "learn"}
INTERFACE = {"streamlit", "plotly", "pages", "app"}

IMPORT_ALL = """
import importlib, pkgutil, sys
import leakage
for module in pkgutil.walk_packages(leakage.__path__, "leakage."):
    importlib.import_module(module.name)
print(*sorted(sys.modules), sep="\\n")
"""


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def imports(path):
    """Every module a file imports, in full: ``from a import b`` counts as ``a.b``, for b may be a module."""
    return tuple(_imports(path))


def _imports(path):
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def unit_of(path):
    """``measure`` for leakage/measure/weights.py, ``record`` for leakage/record.py."""
    return path.relative_to(ROOT / "leakage").parts[0].removesuffix(".py")


def named(path):
    return str(path.relative_to(ROOT))


def test_there_is_something_to_look_at():
    assert {"record", "frames", "measure", "resolution", "decision"} <= {unit_of(path) for path in LEAKAGE}
    assert "leakage.record.Record" in set(imports(ROOT / "leakage" / "frames.py"))


def test_importing_all_of_leakage_brings_in_no_interface():
    """In a fresh interpreter, for this one may have imported anything."""
    run = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    modules = set(run.stdout.split())
    assert {"leakage.measure.kernel", "leakage.scenarios.papers"} <= modules
    assert not {module for module in modules if module.split(".")[0] in INTERFACE}


def used_in_leakage(path):
    """The units of leakage/ that a file of it imports; inside, a bare ``leakage`` would be its __init__, so all."""
    within = [module.split(".") for module in imports(path) if module.split(".")[0] == "leakage"]
    return {parts[1] if len(parts) > 1 else "__init__" for parts in within}


def test_inside_leakage_the_arrows_run_one_way():
    unnamed = {unit_of(path) for path in LEAKAGE} - ALLOWED.keys()
    assert unnamed == set(), "say in ALLOWED what these may import"
    may = {named(path): ALLOWED[unit_of(path)] | {unit_of(path)} for path in LEAKAGE}
    beyond = {named(path): used_in_leakage(path) - may[named(path)] for path in LEAKAGE}
    assert {path: units for path, units in beyond.items() if units} == {}


def test_leakage_never_imports_the_interface():
    assert [named(path) for path in LEAKAGE if INTERFACE & {module.split(".")[0] for module in imports(path)}] == []


@pytest.mark.parametrize("path", ORACLES, ids=named)
def test_an_oracle_shares_nothing_with_what_it_tests_but_the_values(path):
    own = [module for module in imports(path) if module.split(".")[0] in {"leakage", "tests", *INTERFACE}]
    shared = {module for module in own if not module.startswith("tests.oracles.")}
    assert shared <= {"leakage.Record", "leakage.Attribute"}


# What only some systems have, or do in their own way.
OF_ONE_SYSTEM = {"fcntl", "resource", "msvcrt", "winreg", "pwd", "grp", "termios", "_winapi"}
CALLS_OF_SYSTEMS = re.compile(
    r"O_[A-Z]+|(f|l)chmod|f?chown|pread|pwrite|f(data)?sync|rename|replace|link|unlink|open|sysconf|get[e]?[ug]id|umask"
    r"|fork|kill|mkfifo|uname|startfile|name"
)


def asks_the_system(path):
    """What a file asks of the system by itself that differs between systems, or that not all have."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "os" and CALLS_OF_SYSTEMS.fullmatch(node.attr):
                yield f"os.{node.attr}"
            if (node.value.id, node.attr) in {("sys", "platform"), ("ctypes", "CDLL"), ("ctypes", "WinDLL")}:
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "os":
            yield "from os"
        elif isinstance(node, ast.keyword) and node.arg in {"dir_fd", "src_dir_fd", "dst_dir_fd"}:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("/proc"):
            yield "/proc"
    yield from OF_ONE_SYSTEM & {module.split(".")[0] for module in imports(path)}


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("import fcntl", ["fcntl"]),
        ("os.open(path, os.O_RDONLY)", ["os.open", "os.O_RDONLY"]),
        ("os.stat(path, dir_fd=3)", ["dir_fd"]),
        ("from os import fsync", ["from os"]),
        ('open("/proc/self/statm")', ["/proc"]),
        ("os.stat(path)", []),
    ],
)
def test_what_is_asked_of_the_system_is_seen(source, asked, tmp_path, monkeypatch):
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert sorted(asks_the_system(path)) == sorted(asked)


def test_only_these_ask_for_more_than_every_system_has():
    others = {*LEAKAGE, *PAGES, *APP} - {*SYSTEM}
    asked = {named(path): set(asks_the_system(path)) for path in others}
    assert {path: names for path, names in asked.items() if names} == {}


# What Streamlit documents, and types that it does not offer elsewhere.
OPEN_TO_ALL = re.compile(
    r"streamlit(\.[A-Za-z]\w*)?|streamlit\.(testing|components)\.v\d+(\.\w+)?|streamlit\.column_config\.\w+"
    r"|streamlit\.delta_generator\.DeltaGenerator|streamlit\.runtime\.uploaded_file_manager\.UploadedFile"
)


def private_of_streamlit(path):
    """What a file imports or takes of Streamlit that it does not document."""
    names = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.split(".")[0] == "streamlit"
    }
    for module in imports(path):
        if module.split(".")[0] == "streamlit" and not OPEN_TO_ALL.fullmatch(module):
            yield module
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and ast.unparse(node.value) in names:
            yield ast.unparse(node)


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("import streamlit as st\nst._main", ["st._main"]),
        ("from streamlit.runtime import get_instance", ["streamlit.runtime.get_instance"]),
        ("from streamlit import _bottom", ["streamlit._bottom"]),
        ("import streamlit as st\nfrom streamlit.testing.v1 import AppTest\nst.text('')", []),
    ],
)
def test_a_private_name_of_streamlit_is_seen(source, seen, tmp_path, monkeypatch):
    path = tmp_path / "page.py"
    path.write_text(source, encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert list(private_of_streamlit(path)) == seen


def test_no_private_name_of_streamlit_is_used():
    taken = {named(path): list(private_of_streamlit(path)) for path in APP + PAGES}
    assert {path: names for path, names in taken.items() if names} == {}


def place_of(module):
    """Where a module of pages/ stands: "app", "kit", or a page's folder such as "decide/leakage"."""
    parts = module.split(".")[1:]
    return "/".join(parts[:2]) if parts[:1] and parts[0] in SECTIONS else (parts or ["__init__"])[0]


# What a place of pages/ may import of pages/; a page's folder may import itself too.
DOWNWARDS = {
    "__init__": set(),
    "catalogue": set(),
    "app": {"app", "catalogue"},
    "kit": {"kit", "app", "catalogue"},
    # What more than one page has of what a person does there.
    "parts": {"parts", "kit", "app", "catalogue"},
    "navigation": {"app", "catalogue"},
}


def beyond_what_a_page_may(path):
    """Places of pages/ that a file of it imports and may not, and the program itself."""
    place = place_of(module_of(path))
    may = DOWNWARDS.get(place, {place, "parts", "kit", "app", "catalogue"}) | {"__init__"}
    modules = imports(path)
    places = {place_of(module) for module in modules if module.startswith("pages.")}
    return (places - may) | {"app.py" for module in modules if module.split(".")[0] == "app"}


def test_pages_look_only_downwards_and_never_at_another_page():
    beyond = {named(path): beyond_what_a_page_may(path) for path in PAGES}
    assert {path: places for path, places in beyond.items() if places} == {}


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def arrows(paths):
    """Which of these modules imports which, at whatever place of its file."""
    modules = {module_of(path) for path in paths}
    return {module_of(path): arrows_from(path, modules) - {module_of(path)} for path in paths}


def arrows_from(path, modules):
    """The modules a file imports or takes a name from; a package counts where something of its own is taken."""
    return {name if name in modules else name.rpartition(".")[0] for name in imports(path)} & modules


def circle_in(arrows):
    """The modules of some circle of arrows, or none: what nobody imports, or imports nothing, is taken away."""
    left = dict(arrows)
    while True:
        imported = set().union(*left.values()) if left else set()
        free = [module for module in left if not left[module] & left.keys() or module not in imported]
        if not free:
            return sorted(left)
        for module in free:
            del left[module]


def test_a_circle_is_seen():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def test_there_is_no_circle():
    assert circle_in(arrows(LEAKAGE + PAGES)) == []
