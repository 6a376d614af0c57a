"""The script that opens a vault without the program."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.vault import open_alone
from leakage.workspace.vault.file_header import HEADER_LENGTH, WRAPPING_LENGTH
from leakage.workspace.vault.vault import create
from leakage.workspace.workspace import Workspace
from tests.workspace.vault.helpers import OTHER, PASSPHRASE, current_path, flipped, new, saved, with_digest

SCRIPT = Path(open_alone.__file__)


def run(tmp_path, *arguments, passphrase=PASSPHRASE):
    """The script alone in a folder, in a Python that finds nothing beside it, and no terminal to ask on."""
    alone = tmp_path / "alone" / "open_alone.py"
    alone.parent.mkdir(exist_ok=True)
    alone.write_bytes(SCRIPT.read_bytes())
    return subprocess.run(
        [sys.executable, "-I", str(alone), *arguments],
        input=f"{passphrase}\n".encode(),
        capture_output=True,
        cwd=alone.parent,
        start_new_session=True,
        check=False,
    )


def test_nothing_of_this_project_can_be_imported_where_it_runs(tmp_path):
    probe = subprocess.run(
        [sys.executable, "-I", "-c", "import leakage"], cwd=tmp_path, capture_output=True, check=False
    )
    assert b"No module named 'leakage'" in probe.stderr


def test_it_imports_the_standard_library_and_cryptography_alone():
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) == {"cryptography"}


def test_it_prints_the_json_of_a_vault(tmp_path):
    work = Workspace(profile=(("Name", "Zoë 🙂"),), title="Mine")
    text = workspace_to_json(work)
    create("Mine", PASSPHRASE, text.encode(), folder=tmp_path / "vaults")  # At its real cost.
    done = run(tmp_path, str(current_path(tmp_path / "vaults")))
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == text + "\n"
    assert json.loads(done.stdout)["title"] == "Mine"


def test_it_opens_generations_and_passphrases_with_accents(tmp_path):
    saved(new(tmp_path / "vaults", passphrase="caf\xe9 cr\xe8me"), b"second")
    [generation] = (tmp_path / "vaults").glob("*.generation")
    done = run(tmp_path, str(generation), passphrase="cafe\u0301 cre\u0300me")
    assert done.stdout == b"first\n"


def test_it_says_what_is_wrong(tmp_path):
    new(tmp_path / "vaults")
    path = current_path(tmp_path / "vaults")
    wrong = run(tmp_path, str(path), passphrase=OTHER)
    assert wrong.returncode == 1 and wrong.stdout == b"" and wrong.stderr.endswith(b"the passphrase is wrong\n")
    path.write_bytes(flipped(path.read_bytes(), 1000))
    damaged = run(tmp_path, str(path))
    assert damaged.returncode == 1 and damaged.stdout == b"" and b"the file is damaged" in damaged.stderr
    assert run(tmp_path).stderr == b"use: python open_alone.py FILE\n"
    assert b"No such file" in run(tmp_path, "none").stderr


def test_its_header_is_the_programs():
    assert (open_alone.HEADER.size, open_alone.BOUND.size) == (HEADER_LENGTH, WRAPPING_LENGTH)


@pytest.mark.parametrize("place", [0, 9, 12, 40, 60, 90, 100, 150, 200, 300, 400, 5000])
def test_whatever_was_changed_is_refused(tmp_path, place):
    new(tmp_path)
    data = current_path(tmp_path).read_bytes()
    assert open_alone.opened(data, PASSPHRASE) == b"first"
    for damaged in (flipped(data, place), with_digest(flipped(data, place)), data[:place]):
        with pytest.raises(ValueError, match=r"^the (file|passphrase) is "):
            open_alone.opened(damaged, PASSPHRASE)


def test_huge_costs_are_refused(tmp_path, monkeypatch):
    new(tmp_path)
    data = current_path(tmp_path).read_bytes()
    monkeypatch.setattr(open_alone, "Argon2id", None)
    for memory, iterations in ((100 << 20, 1), (1 << 20, 5), (8, 1 << 31)):
        costs = memory.to_bytes(4) + iterations.to_bytes(4)
        with pytest.raises(ValueError, match="numbers that no vault has"):
            open_alone.opened(with_digest(data[:27] + costs + data[35:]), PASSPHRASE)
