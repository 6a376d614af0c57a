"""The arrows of the house run one way, whatever files are in it."""

import ast
import re
from functools import cache
from pathlib import Path

from pages import catalogue

ROOT = Path(__file__).resolve().parent.parent
LEAKAGE = sorted((ROOT / "leakage").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
ORACLES = sorted((ROOT / "tests" / "oracles").glob("*.py"))
INTERFACE = {"streamlit", "plotly", "pages", "app"}

# A unit is a module or a package right under leakage/; it may import itself and these.
VALUES = {"arguments", "record", "frames", "cover", "registry"}
SCIENCE = VALUES | {"progress", "measure", "resolution", "decision"}
ALLOWED = {
    **{name: set() for name in ("arguments", "record", "progress", "registry", "private_files", "cover")},
    "frames": {"record"},
    **dict.fromkeys(["measure", "resolution", "published", "reidentification"], VALUES | {"progress"}),
    "decision": VALUES | {"progress", "measure", "resolution"},
    "derivation": SCIENCE,
    "workspace": SCIENCE | {"derivation", "private_files"},
    "scenarios": SCIENCE | {"workspace"},
    "strangers": VALUES | {"private_files", "progress", "resolution"},
    "laboratory": VALUES | {"measure", "progress"},
    "exercises": SCIENCE | {"derivation", "lessons", "scenarios", "workspace"},
    "lessons": SCIENCE | {"derivation", "reidentification", "published", "scenarios", "workspace"},
    "class_page": {"derivation", "exercises", "lessons"},
}
ALLOWED["__init__"] = set(ALLOWED)  # It says what is public.

# What a file of pages/ may import of pages/, beside what is no page in its own folder.
OF_PAGES = ("pages.app.", "pages.catalogue.")
A_PAGE = {f"pages.{page.path.removesuffix('.py').replace('/', '.')}" for page in catalogue.PAGES}

# What only some systems have is asked for in these.
OF_ONE_SYSTEM = {"fcntl", "resource", "msvcrt", "winreg", "pwd", "grp", "termios", "_winapi"}
SYSTEM = {"leakage/private_files.py", "leakage/workspace/vault.py", "leakage/workspace/files/apart.py"}


@cache
def imports(path):
    """Every module a file imports, in full: ``from a import b`` counts as ``a.b``, for b may be a module."""
    return tuple(_imports(path))


def _imports(path):
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def named(path):
    return path.relative_to(ROOT).as_posix()


def packages(path):
    return {module.split(".")[0] for module in imports(path)}


def imported_from(path, package):
    """The modules and packages right under a package that a file imports."""
    within = [module.split(".") for module in imports(path) if module.split(".")[0] == package]
    return {parts[1] if len(parts) > 1 else "__init__" for parts in within}


def test_inside_leakage_the_arrows_run_one_way():
    upwards = {}
    for path in LEAKAGE:
        unit = path.relative_to(ROOT / "leakage").parts[0].removesuffix(".py")
        upwards[named(path)] = imported_from(path, "leakage") - ALLOWED[unit] - {unit}
    assert {name: taken for name, taken in upwards.items() if taken} == {}


def test_pages_look_only_downwards_and_never_at_another_page():
    for path in PAGES:
        own = f"pages.{path.parent.name}."
        taken = [f"{module}." for module in imports(path) if module.split(".")[0] in ("pages", "app")]
        assert all(module.startswith((own, *OF_PAGES)) for module in taken), path
        assert not [module for module in taken for page in A_PAGE if module.startswith(f"{page}.")], path


def test_leakage_never_imports_the_interface():
    """What others bring in is seen in tests/library/test_packaging.py, where all of it is imported without."""
    assert [named(path) for path in LEAKAGE if INTERFACE & packages(path)] == []


def test_an_oracle_shares_nothing_with_what_it_tests_but_the_values():
    taken = {module for path in ORACLES for module in imports(path)}
    own = {module for module in taken if module.split(".")[0] in {"leakage", "tests", *INTERFACE}}
    shared = {module for module in own if not module.startswith("tests.oracles.")}
    assert shared <= {"leakage.Record", "leakage.Attribute"}


def test_only_these_ask_for_what_only_some_systems_have():
    asking = {named(path) for path in LEAKAGE + PAGES if OF_ONE_SYSTEM & packages(path)}
    assert asking <= SYSTEM


def arrows():
    """Which of our modules imports which; a package counts where something of its own is taken."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in LEAKAGE + PAGES
    }
    for name, path in modules.items():
        taken = {module if module in modules else module.rpartition(".")[0] for module in imports(path)}
        yield name, taken & modules.keys() - {name}


def test_there_is_no_circle():
    left = dict(arrows())
    # What imports nothing that is left is in no circle.
    while free := [module for module in left if not left[module] & left.keys()]:
        for module in free:
            del left[module]
    assert sorted(left) == []


# What Streamlit documents, and types that it does not offer elsewhere.
DOCUMENTED = re.compile(
    r"streamlit(\.[A-Za-z]\w*)?|streamlit\.(testing|components)\.v\d+(\.\w+)?|streamlit\.column_config\.\w+"
    r"|streamlit\.delta_generator\.DeltaGenerator|streamlit\.runtime\.uploaded_file_manager\.UploadedFile"
)


def test_no_private_name_of_streamlit_is_used():
    for path in [ROOT / "app.py", *PAGES]:
        taken = [module for module in imports(path) if module.split(".")[0] == "streamlit"]
        assert all(DOCUMENTED.fullmatch(module) for module in taken), path
        assert not re.search(r"\bst\._\w", path.read_text("utf-8")), path
