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
