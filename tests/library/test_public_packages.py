"""Every public package says what it has, shows an example that runs, and says where else to look."""

import doctest
import importlib
import pkgutil

import pytest

import leakage

INTERNAL = {
    # What the operating system can do, a person's work for the dashboard, and what the cells of tables say.
    "leakage.system",
    "leakage.workspace",
    "leakage.tabular",
}
PACKAGES = [
    "leakage",
    *(
        module.name
        for module in pkgutil.iter_modules(leakage.__path__, "leakage.")
        if module.ispkg and module.name not in INTERNAL
    ),
    "leakage.synthetic",
]


def test_what_is_public_is_said():
    assert {module.name for module in pkgutil.iter_modules(leakage.__path__, "leakage.")} >= INTERNAL
    for name in PACKAGES[1:]:
        assert f"``{name.removeprefix('leakage.')}``" in leakage.__doc__


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_names_an_example_and_where_else_to_look(package):
    module = importlib.import_module(package)
    assert len(module.__all__) == len(set(module.__all__)) > 0
    assert {*module.__all__} <= {*dir(module)}
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert "\nSee also:\n    ``leakage" in module.__doc__
    [example] = doctest.DocTestFinder(recurse=False).find(module, package)
    assert example.examples


@pytest.mark.parametrize("package", PACKAGES)
def test_what_an_example_names_is_there(package):
    """The modules that a text names in double backticks exist."""
    module = importlib.import_module(package)
    see = module.__doc__.split("\nSee also:\n")[1].split("\n\n")[0]
    for named in (part for part in see.split("``")[1::2] if part.startswith("leakage")):
        try:
            importlib.import_module(named)
        except ModuleNotFoundError:
            parent, _, name = named.rpartition(".")
            assert hasattr(importlib.import_module(parent), name)
