"""What the READMEs show of the library runs, and gives what they say."""

import doctest
import re
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = "\n".join((ROOT / "leakage" / name).read_text(encoding="utf-8") for name in ("README.md", "lessons/README.md"))
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSION = "".join(block for block in BLOCKS if ">>>" in block)
SCRIPTS = [block for block in BLOCKS if ">>>" not in block]


def test_there_is_something_to_run():
    assert len(SCRIPTS) >= 1
    assert SESSION.count(">>> ") >= 10


def test_the_session_of_the_readme_runs_as_it_is_shown():
    test = doctest.DocTestParser().get_doctest(SESSION, {}, "README.md", "README.md", 0)
    output = []
    results = doctest.DocTestRunner().run(test, out=output.append)
    assert results.failed == 0, "".join(output)
    assert results.attempted == SESSION.count(">>> ")


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_of_the_readme_prints_what_its_comment_says(script, capsys):
    exec(compile(script, "README.md", "exec"), {"__name__": "readme"})
    printed = capsys.readouterr().out.split()
    results = re.findall(r"print\(.*\)  # ([0-9/]+)", script)
    assert results and [float(Fraction(text)) for text in results] == pytest.approx([float(text) for text in printed])
