"""The arrows of the house run one way, whatever files are in it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEAKAGE = sorted((ROOT / "leakage").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py")) if (ROOT / "pages").is_dir() else []
APP = [ROOT / "app.py"] if (ROOT / "app.py").is_file() else []

# A unit is a module or a package right under leakage/; it may import itself and these.
VALUES = {"record", "database"}
SCIENCE = VALUES | {"measure", "resolution", "decision"}
ALLOWED = {
    "record": set(),
    "database": {"record"},
    "measure": VALUES,
    "resolution": VALUES,
    "decision": VALUES | {"measure", "resolution"},
    "workspace": SCIENCE,
    "scenarios": SCIENCE | {"workspace", "synthetic"},
    "crowd": VALUES | {"decision", "measure", "resolution"},
    # These stand alone: they may know the values, and nothing else of the science.
    "tables": VALUES,
    "reidentification": VALUES,
    "synthetic": VALUES,
    "laboratory": VALUES | {"measure", "synthetic"},
}
ALLOWED["__init__"] = set(ALLOWED)  # It re-exports what is public.
SECTIONS = {"you", "eve", "decide", "explore"}
INTERFACE = {"streamlit", "plotly", "pages", "app"}

IMPORT_ALL = """
import importlib, pkgutil, sys
import leakage
for module in pkgutil.walk_packages(leakage.__path__, "leakage."):
    importlib.import_module(module.name)
print(*sorted(sys.modules), sep="\\n")
"""


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path):
    """Every module a file imports, in full: ``from a import b`` counts as ``a.b``, for b may be a module."""
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
    assert {"record", "database", "measure", "resolution", "decision"} <= {unit_of(path) for path in LEAKAGE}
    assert "leakage.record.Record" in set(imports(ROOT / "leakage" / "database.py"))


def test_importing_all_of_leakage_brings_in_no_interface():
    """In a fresh interpreter, for this one may have imported anything."""
    run = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    modules = set(run.stdout.split())
    assert {"leakage.measure.integral", "leakage.scenarios.papers"} <= modules
    assert not {module for module in modules if module.split(".")[0] in INTERFACE}


@pytest.mark.parametrize("path", LEAKAGE, ids=named)
def test_inside_leakage_the_arrows_run_one_way(path):
    unit = unit_of(path)
    assert unit in ALLOWED, f"say in ALLOWED what leakage/{unit} may import"
    within = [module.split(".") for module in imports(path) if module.split(".")[0] == "leakage"]
    # Inside, a bare ``leakage`` would be its __init__, which imports everything.
    used = {parts[1] if len(parts) > 1 else "__init__" for parts in within}
    assert used <= ALLOWED[unit] | {unit}


@pytest.mark.parametrize("path", LEAKAGE, ids=named)
def test_leakage_never_imports_the_interface(path):
    assert not {module for module in imports(path) if module.split(".")[0] in INTERFACE}


def mentions_session_state(path):
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and node.attr == "session_state":
            return True
        if isinstance(node, ast.Name) and node.id == "session_state":
            return True
        if isinstance(node, ast.alias) and node.name.split(".")[-1] == "session_state":
            return True
        if isinstance(node, ast.Constant) and node.value == "session_state":
            return True
    return False


@pytest.mark.parametrize("source", ["st.session_state.x", "from streamlit import session_state", "session_state"])
def test_a_mention_of_session_state_is_seen(source, tmp_path):
    path = tmp_path / "page.py"
    path.write_text(source, encoding="utf-8")
    assert mentions_session_state(path)


def test_only_pages_ui_touches_session_state():
    outside = [path for path in APP + PAGES if ROOT / "pages" / "ui" not in path.parents]
    assert [named(path) for path in outside if mentions_session_state(path)] == []


def parts_of_pages(path):
    """The parts of pages/ a file imports: sections, ui, navigation."""
    modules = [module.split(".") for module in imports(path)]
    return {parts[1] for parts in modules if parts[0] == "pages" and len(parts) > 1}


def test_app_and_pages_run_one_way():
    """app → pages/navigation → pages/<section> → pages/ui → leakage; the door knows no page, but may be asked."""
    for path in PAGES:
        inside = path.relative_to(ROOT / "pages").parts
        may = SECTIONS | {"ui"} if inside == ("navigation.py",) else {"ui"}
        if inside[0] in SECTIONS:
            may = may | {inside[0]}
        if inside[0] == "ui":
            may = may | {"door"}
        if inside[0] == "door":
            may = {"door"}
        assert parts_of_pages(path) <= may, named(path)
        assert "app" not in {module.split(".")[0] for module in imports(path)}, named(path)
