"""Whatever the program calls exact, proved, best or optimal is a claim, and a claim names the tests that try it.

The claims stand in ``claims.toml``: what is claimed, for what it holds, the tests that hold it against an oracle, and
every place where it is said. What merely uses one of the words, such as somebody's best guess, is listed there too.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from tests.test_layering import ROOT, imports

LIST = tomllib.loads((ROOT / "tests" / "claims.toml").read_text(encoding="utf-8"))
CLAIMS, OTHERWISE = LIST["claims"], LIST["otherwise"]
# Not ``exact=True``, a name; and not ``inexact`` or ``pages/best``.
WORD = re.compile(r"(?<![\w./`-])(?:proved|proven|proof|exact|exactly|best|optimal|optimum)(?![\w=`-])", re.IGNORECASE)
ANYHOW = re.compile("prove|proof|exact|best|optim", re.IGNORECASE)
READ = [*(ROOT / "leakage").rglob("*.py"), *(ROOT / "leakage").rglob("*.j2"), *(ROOT / "pages").rglob("*.py")]
READ += [ROOT / "README.md", *(ROOT / "leakage").rglob("README.md"), ROOT / "pages" / "README.md"]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts(path: Path) -> Iterator[str]:
    """Every text of a file, its lines run together; of Python the strings, without the examples in docstrings."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield " ".join(source.split())
        return
    inside_f_strings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            inside_f_strings |= {id(part) for part in node.values}
            yield prose("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside_f_strings:
            yield prose(node.value)


def prose(text: str) -> str:
    text = re.sub(r"^ *(>>>|\.\.\.) .*\n(.*\S.*\n?)*", "", text, flags=re.MULTILINE)  # an example and what it gives
    text = re.sub(r"^ +\w+: ", "", text, flags=re.MULTILINE)  # the name of an argument
    together = " ".join(text.split())
    # A word alone in small letters is the name of a method or a column.
    return "" if re.fullmatch(r"[a-z_]+", together) else together


def claiming(path: Path) -> list[str]:
    """The texts of a file that have such a word; of a source without one none, and it need not be parsed."""
    return [text for text in texts(path) if WORD.search(text)] if ANYHOW.search(path.read_text("utf-8")) else []


@cache
def all_texts() -> dict[str, list[str]]:
    return {named(path): claiming(path) for path in sorted(READ)}


def phrases_for(file: str) -> list[str]:
    claimed = [phrase for claim in CLAIMS.values() for phrase in claim["said"].get(file, [])]
    return claimed + [phrase for phrase, use in OTHERWISE.items() if fnmatch(file, use.get("in", "*"))]


def unlisted(file: str) -> list[str]:
    """The surroundings of every such word that no phrase on the list covers."""
    missing = []
    for text in all_texts()[file]:
        covered = [
            found.span()
            for phrase in phrases_for(file)
            for found in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
        ]
        words = (word for word in WORD.finditer(text))
        bare = [word for word in words if not any(a <= word.start() and word.end() <= b for a, b in covered)]
        missing += [text[max(0, word.start() - 60) : word.end() + 60] for word in bare]
    return missing


def test_every_claim_is_on_the_list():
    assert {file: missing for file in all_texts() if (missing := unlisted(file))} == {}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_on_the_list_is_still_made_where_it_says(name):
    claim = CLAIMS[name]
    assert claim["claim"].endswith(".") and claim["holds_for"] and claim["tests"] and claim["said"]
    for file, phrases in claim["said"].items():
        for phrase in phrases:
            assert WORD.search(phrase), phrase
            assert any(phrase in text for text in all_texts().get(file, [])), f"{file} no longer says: {phrase}"


@cache
def imported_by(path: Path) -> set[Path]:
    """The files of tests that a file imports, itself or by others."""
    reached, waiting = set(), [path]
    while waiting:
        names = [ROOT.joinpath(*module.split(".")) for module in imports(waiting.pop()) if module.startswith("tests.")]
        files = {file.with_suffix(".py") for name in names for file in (name, name.parent)}
        new = {file for file in files if file.is_file()} - reached
        reached |= new
        waiting += new
    return reached


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_tried_against_an_oracle(name):
    for test in CLAIMS[name]["tests"]:
        module, _, function = test.partition("::")
        path = ROOT / module
        assert path.is_file(), f"there is no {module}"
        tests = [
            node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)
        ]
        assert function.startswith("test_") and function in tests, f"{module} has no {function}"
        assert "tests/oracles" in {named(other.parent) for other in imported_by(path)}, f"{path.name} knows no oracle"


def test_a_claim_is_made_once():
    places = Counter(
        (file, phrase) for claim in CLAIMS.values() for file in claim["said"] for phrase in claim["said"][file]
    )
    assert [place for place, count in places.items() if count > 1] == []


@pytest.mark.parametrize("phrase", OTHERWISE)
def test_what_is_no_claim_is_still_said_and_says_why(phrase):
    use = OTHERWISE[phrase]
    assert use["why"] and WORD.search(phrase)
    files = [file for file in all_texts() if fnmatch(file, use.get("in", "*"))]
    spoken = re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)", re.IGNORECASE)
    assert any(spoken.search(text) for file in files for text in all_texts()[file])


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ('"""The best plans."""', ["The best plans."]),
        ('x = f"proved for {n} people"', ["proved for {} people"]),
        ('x = ("This is " "exact")', ["This is exact"]),
        ('def f():\n    """As it is.\n\n    >>> exact\n    """', []),
        ('x = "exact"', []),
        ('x = "inexact, exact=True, `best`"', []),
        ("x = best  # the best", []),
    ],
)
def test_a_claim_is_seen_in_the_text_of_a_program(source, seen, tmp_path):
    path = tmp_path / "page.py"
    path.write_text(source, encoding="utf-8")
    assert claiming(path) == seen
