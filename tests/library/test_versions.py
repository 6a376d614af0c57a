"""Requirements: ranges with an end, and for Linux and Python 3.11 exact versions, which are those installed here."""

import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / ".ci" / "constraints.txt"
FILES = [ROOT / name for name in ("requirements.txt", "tests/requirements.txt")]


def lines(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def ranges(paths=FILES):
    return [Requirement(line) for path in paths for line in lines(path) if not line.startswith("-")]


def pins():
    """The exact version of each package."""
    pinned = [Requirement(line) for line in lines(CONSTRAINTS)]
    return {pin.name: str(pin.specifier).removeprefix("==") for pin in pinned}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_requirements_have_an_end_and_take_the_exact_versions(path):
    (named,) = (line.removeprefix("-c ") for line in lines(path) if line.startswith("-c"))
    assert (path.parent / named).resolve() == CONSTRAINTS
    for need in ranges([path]):
        assert {part.operator for part in need.specifier} == {">=", "<"}, need
        assert need.specifier.contains(pins()[canonicalize_name(need.name)]), need


def applies(marker, extras):
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def needed():
    """Every package that the app and its tests need here, by what the installed packages say."""
    found, waiting = {}, ranges()
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        if need.extras <= found.get(name, set()) and name in found:
            continue
        found[name] = found.get(name, set()) | need.extras
        extras = ["", *found[name]]
        further = [Requirement(line) for line in metadata.requires(name) or ()]
        waiting += [other for other in further if applies(other.marker, extras)]
    return set(found)


@pytest.mark.skipif(sys.platform != "linux" or sys.version_info[:2] != (3, 11), reason="others take the ranges")
def test_what_is_installed_is_what_is_pinned_and_nothing_that_is_needed_is_not():
    installed = {name: metadata.version(name) for name in needed()}
    assert installed == {name: pins()[name] for name in installed}, "run the README's test command again, or .ci/pin"
    assert pins().keys() == installed.keys()
