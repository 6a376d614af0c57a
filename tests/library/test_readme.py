"""What the READMEs and the experiments of 2012 show of the library runs, and gives what they say."""

import doctest
import re
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = ROOT / "leakage" / "laboratory" / "experiments-of-2012.md"
READMES = [ROOT / "leakage" / "README.md", ROOT / "leakage" / "lessons" / "README.md"]


def blocks(paths):
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def session(paths):
    return "".join(block for block in blocks(paths) if ">>>" in block)


# That of the lessons goes on with the names of the other one.
SESSIONS = {"README": session(READMES), EXPERIMENTS.stem: session([EXPERIMENTS])}
SCRIPTS = [block for block in blocks([*READMES, EXPERIMENTS]) if ">>>" not in block]


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_runs_as_it_is_shown(name):
    test = doctest.DocTestParser().get_doctest(SESSIONS[name], {}, name, name, 0)
    output = []
    results = doctest.DocTestRunner().run(test, out=output.append)
    assert results.failed == 0, "".join(output)
    assert results.attempted == SESSIONS[name].count(">>> ")


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_prints_what_its_comment_says(script, capsys):
    if "splink" in script:
        pytest.importorskip("splink")
    exec(compile(script, "README.md", "exec"), {"__name__": "readme"})
    printed = capsys.readouterr().out.split()
    results = re.findall(r"print\(.*\)  # ([0-9/]+)", script)
    assert results and [float(Fraction(text)) for text in results] == pytest.approx([float(text) for text in printed])
